/* What the three ways of pairing share. Each adds games to the end of the list. */
#ifndef BV_PAIRING_H
#define BV_PAIRING_H

#include "tourney/tourney.h"

void bv_pair_round_robin(struct bv_tourney *tourney);
void bv_pair_swiss(struct bv_tourney *tourney, struct bv_matching *matching,
                   struct bv_random *random);
void bv_pair_arena(struct bv_tourney *tourney, struct bv_matching *matching,
                   struct bv_random *random);

/* Whether two people sat down: no bye, no forfeit. */
static inline bool bv_was_played(const struct bv_tourney_game *game)
{
    return game->result <= BV_GAME_DRAWN;
}

/* Claims from this strength on must be met where they can be: a side was had twice more often, or twice running. */
enum { BV_URGENT_CLAIM = 4 };

/* How much everybody should have side 0 next (positive) or side 1 (negative). */
void bv_side_claims(const struct bv_tourney *tourney, int claim[BV_TOURNEY_PLAYERS]);

/* Adds a game between two; the greater claim has its side, equal ones draw lots. */
void bv_seat_pair(struct bv_tourney *tourney, int round, int a, int b, const int *claim,
                  struct bv_random *random);

#endif
