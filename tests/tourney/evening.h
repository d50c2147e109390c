/* What the tests of tournaments share: a field of players, and games that end by lot. */
#ifndef TESTS_EVENING_H
#define TESTS_EVENING_H

#include "core/random.h"
#include "support.h"
#include "tourney/tourney.h"

struct evening {
    struct bv_tourney tourney;
    struct bv_matching matching;
    struct bv_random random;
};

static inline void begin(struct evening *e, struct bv_tourney_rules rules, int players,
                         uint64_t seed)
{
    e->random = bv_random_seeded(seed);
    assert_true(bv_tourney_begin(&e->tourney, rules));
    for (int i = 0; i < players; i++)
        assert_int_equal(
            bv_tourney_join(&e->tourney, 1000 + (int)bv_random_below(&e->random, 1000)), i);
}

static inline int pair(struct evening *e)
{
    return bv_tourney_pair(&e->tourney, &e->matching, &e->random);
}

static inline bool is_open(const struct evening *e, int game)
{
    return e->tourney.game[game].result == BV_GAME_OPEN;
}

/* Ends a game by lot; now and then somebody does not play. */
static inline void end_by_lot(struct evening *e, int game)
{
    static const enum bv_tourney_result results[] = {
        BV_GAME_WON_0, BV_GAME_WON_0, BV_GAME_WON_0,     BV_GAME_WON_1,
        BV_GAME_WON_1, BV_GAME_WON_1, BV_GAME_DRAWN,     BV_GAME_DRAWN,
        BV_GAME_DRAWN, BV_GAME_DRAWN, BV_GAME_FORFEIT_0, BV_GAME_FORFEIT_BOTH};
    uint32_t lot = bv_random_below(&e->random, BV_COUNT(results));
    assert_true(bv_tourney_end_game(&e->tourney, game, results[lot]));
}

static inline void end_round(struct evening *e)
{
    for (int i = 0; i < e->tourney.games; i++)
        if (is_open(e, i)) end_by_lot(e, i);
}

/* Rebuilt from what a server would keep, a tournament is the same. */
static inline void assert_rebuilt(const struct evening *e)
{
    static struct bv_tourney again;
    assert_true(bv_tourney_begin(&again, e->tourney.rules));
    for (int i = 0; i < e->tourney.players; i++)
        assert_int_equal(bv_tourney_join(&again, e->tourney.player[i].rating), i);
    for (int i = 0; i < e->tourney.games; i++)
        assert_true(bv_tourney_add(&again, e->tourney.game[i]));
    for (int i = 0; i < e->tourney.players; i++)
        bv_tourney_set_away(&again, i, e->tourney.player[i].away);
    assert_int_equal(again.round, e->tourney.round);
    assert_int_equal(again.games, e->tourney.games);
    assert_memory_equal(again.game, e->tourney.game, sizeof again.game);
}

#endif
