/* What the three kinds of pairing share. Each appends games to the list. */
#pragma once

#include "pairing/tournament_state.h"

void rounds_round_robin(struct pairing *tourney);
void rounds_swiss(struct pairing *tourney, struct matching *matching, struct bv_random *random);
void rounds_arena(struct pairing *tourney, struct matching *matching, struct bv_random *random);

/* Whether the game was played: no bye, no forfeit. */
static inline bool rounds_was_played(const struct pairing_game *game)
{
    return game->result <= PAIRING_GAME_DRAWN;
}

/* Claims of at least this strength must be met where possible: the player had one side two times
 * more often than the other, or twice running. */
enum { ROUNDS_URGENT_CLAIM = 4 };

/* How strongly each player should get side 0 next (positive) or side 1 (negative). */
void rounds_side_claims(const struct pairing *tourney, int claim[PAIRING_PLAYERS]);

/* Adds a game between two players; the greater claim gets its side, equal claims draw lots. */
void rounds_seat_pair(struct pairing *tourney, int round, int a, int b, const int *claim,
                      struct bv_random *random);
