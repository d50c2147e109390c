/* What the tests of tournaments share: a field of players, and games that end by lot. */
#pragma once

#include "core/random.h"
#include "pairing/tournament_state.h"
#include "support.h"

struct tournament {
    struct pairing tourney;
    struct matching matching;
    struct bv_random random;
};

static inline void begin(struct tournament *e, struct pairing_rules rules, int players,
                         uint64_t seed)
{
    e->random = bv_random_seeded(seed);
    assert_true(pairing_begin(&e->tourney, rules));
    for (int i = 0; i < players; i++)
        assert_int_equal(pairing_join(&e->tourney, 1000 + (int)bv_random_below(&e->random, 1000)),
                         i);
}

static inline int pair(struct tournament *e)
{
    return pairing_next(&e->tourney, &e->matching, &e->random);
}

static inline bool is_open(const struct tournament *e, int game)
{
    return e->tourney.game[game].result == PAIRING_GAME_OPEN;
}

static inline void end_game(struct pairing *tourney, int game, enum pairing_result result)
{
    assert_true(game < tourney->games && tourney->game[game].result != PAIRING_GAME_BYE);
    tourney->game[game].result = (uint8_t)result;
}

/* Ends a game by lot; now and then a player does not play. */
static inline void end_by_lot(struct tournament *e, int game)
{
    static const enum pairing_result results[] = {
        PAIRING_GAME_WON_0, PAIRING_GAME_WON_0, PAIRING_GAME_WON_0,     PAIRING_GAME_WON_1,
        PAIRING_GAME_WON_1, PAIRING_GAME_WON_1, PAIRING_GAME_DRAWN,     PAIRING_GAME_DRAWN,
        PAIRING_GAME_DRAWN, PAIRING_GAME_DRAWN, PAIRING_GAME_FORFEIT_0, PAIRING_GAME_FORFEIT_BOTH};
    uint32_t lot = bv_random_below(&e->random, BV_COUNT(results));
    end_game(&e->tourney, game, results[lot]);
}

static inline void end_round(struct tournament *e)
{
    for (int i = 0; i < e->tourney.games; i++)
        if (is_open(e, i)) end_by_lot(e, i);
}

/* Rebuilt from what a server would keep, a tournament is the same. */
static inline void assert_rebuilt(const struct tournament *e)
{
    static struct pairing again;
    assert_true(pairing_begin(&again, e->tourney.rules));
    for (int i = 0; i < e->tourney.players; i++)
        assert_int_equal(pairing_join(&again, e->tourney.player[i].rating), i);
    for (int i = 0; i < e->tourney.games; i++) assert_true(pairing_add(&again, e->tourney.game[i]));
    for (int i = 0; i < e->tourney.players; i++)
        pairing_set_away(&again, i, e->tourney.player[i].away);
    assert_int_equal(again.round, e->tourney.round);
    assert_int_equal(again.games, e->tourney.games);
    assert_memory_equal(again.game, e->tourney.game, sizeof again.game);
}
