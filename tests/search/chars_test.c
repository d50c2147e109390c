/*
 * The opponent of Bataille de Chars: nothing it decides depends on what it may not know, its belief is sound, and
 * it always has a legal answer.
 */
#include <stdlib.h>

#include "core/lots.h"
#include "search/chars/mind.h"
#include "search/chars/player.h"
#include "search/table_player.h"
#include "support.h"

enum { NODES = 120 };

/* A mind of each side that sees the truth's views, and its twin that is shown other truths all the time. */
struct table {
    struct session *session;
    struct table_player player[2];
    struct table_player twin[2];
    struct bv_random truths;
    struct bv_random dice;
};

static struct table_player sit_down(struct session *s, int side, uint64_t seed, uint32_t nodes)
{
    struct table_player seated = {
        .player = &chars_player,
        .mind = malloc(chars_player.memory(&s->terms)),
        .seats = bv_seat_bit(side),
        .turn = {.nodes = nodes},
        .random = bv_random_seeded(seed),
    };
    assert_non_null(seated.mind);
    table_player_begin(&seated, &s->terms);
    return seated;
}

static struct table table_of(const char *settings, uint64_t seed)
{
    struct table table = {.session = session("chars", settings)};
    for (int side = 0; side < 2; side++) {
        uint64_t own_seed = 2 * seed + (uint64_t)side;
        table.player[side] = sit_down(table.session, side, own_seed, NODES);
        table.twin[side] = sit_down(table.session, side, own_seed, NODES);
    }
    table.truths = bv_random_seeded(seed + 1000);
    table.dice = bv_random_seeded(seed + 2000);
    return table;
}

static void leave(struct table *table)
{
    for (int side = 0; side < 2; side++) {
        free(table->player[side].mind);
        free(table->twin[side].mind);
    }
    session_end(table->session);
}

/* Another state that looks the same to a side. */
static void another_truth(struct table *table, int side, union bv_state *other)
{
    const struct bv_terms *terms = &table->session->terms;
    union bv_state view;
    bv_view(terms, &table->session->state, side, &view);
    terms->game->determinise(terms, &view, side, &table->truths, other);
}

static void show_to_all(struct table *table)
{
    const struct bv_terms *terms = &table->session->terms;
    for (int side = 0; side < 2; side++) {
        union bv_state other;
        another_truth(table, side, &other);
        table_player_observe(&table->player[side], terms, &table->session->state);
        table_player_observe(&table->twin[side], terms, &other);
    }
}

static void expect_near(float found, float expected)
{
    float off = found - expected;
    assert_true(off > -0.002F && off < 0.002F);
}

/* Every tank has a rank and every rank a tank; as many mines are believed in as there are. */
static void expect_sound_belief(const struct chars_belief *belief, const struct chars_state *truth)
{
    int enemy = chars_other(belief->side);
    float mines = 0;
    for (int i = 0; i < CHARS_TANKS; i++) {
        float ranks = 0;
        float tanks = 0;
        for (int j = 0; j < CHARS_TANKS; j++) {
            ranks += belief->chance[i][j];
            tanks += belief->chance[j][i];
        }
        expect_near(ranks, 1);
        expect_near(tanks, 1);
    }
    for (int square = 0; square < CHARS_SQUARES; square++) mines += belief->mine[square];
    expect_near(mines, truth->mines_left[enemy]);
    /* What is true is never thought to be impossible. */
    for (int rank = 0; rank < CHARS_TANKS; rank++) {
        int square = truth->where[enemy][rank];
        if (square == CHARS_GONE) continue;
        int tank = chars_belief_tank(belief, square);
        assert_true(tank >= 0);
        assert_true(belief->chance[tank][rank] > 0);
    }
    for (bv_bits128 left = truth->mines; left;) {
        int square = bv_take128(&left);
        bool foreign = square / (CHARS_SQUARES / 2) == enemy;
        if (foreign) assert_true(belief->mine[square] > 0);
    }
}

/* Every world drawn from the belief looks to the side exactly as the truth does. */
static void expect_sound_worlds(struct table *table, int side)
{
    const struct bv_terms *terms = &table->session->terms;
    const struct chars_mind *mind = table->player[side].mind;
    union bv_state view, world, seen;
    bv_view(terms, &table->session->state, side, &view);
    chars_belief_draw(&terms->tables->chars, &mind->belief, &view.chars, &table->truths,
                      &world.chars);
    bv_view(terms, &world, side, &seen);
    assert_true(bv_state_same(terms->game, &view, &seen));
    assert_null(terms->game->check(terms, &world));
}

static bv_action ask_both(struct table *table, int side)
{
    const struct bv_terms *terms = &table->session->terms;
    const struct bv_past *past = &table->session->past;
    struct search_answer answer, same;
    union bv_state other;
    another_truth(table, side, &other);
    bv_seats seat = bv_seat_bit(side);
    table_player_ask(&table->player[side], terms, &table->session->state, past, seat, &answer);
    table_player_ask(&table->twin[side], terms, &other, past, seat, &same);
    assert_int_equal(answer.choice[0].action, same.choice[0].action);
    assert_int_equal(answer.choice[0].score, same.choice[0].score);
    assert_int_equal(answer.nodes, same.nodes);
    assert_int_equal(answer.line_length, same.line_length);
    assert_true(answer.choice[0].score >= 0 && answer.choice[0].score <= 1000);
    return answer.choice[0].action;
}

static void play_with_twins(const char *settings, uint64_t seed)
{
    struct table table = table_of(settings, seed);
    const struct bv_terms *terms = &table.session->terms;
    union bv_state *state = &table.session->state;
    bv_seats acting;
    while ((acting = terms->game->to_act(terms, state))) {
        int seat = bv_draw_seat(acting, &table.dice);
        bv_action action =
            seat == BV_CHANCE ? bv_draw_outcome(terms, state, &table.dice) : ask_both(&table, seat);
        bv_apply(terms, state, seat, action, &table.session->past);
        show_to_all(&table);
        if (state->chars.phase == CHARS_SETUP || state->chars.phase == CHARS_OVER) continue;
        for (int side = 0; side < 2; side++) {
            const struct chars_mind *mind = table.player[side].mind;
            expect_sound_belief(&mind->belief, &state->chars);
            if (state->chars.phase != CHARS_MOVE) expect_sound_worlds(&table, side);
        }
    }
    leave(&table);
}

static void no_decision_depends_on_the_truth(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        play_with_twins("", seed);
        play_with_twins("own-fire=on", seed);
    }
}

/* Asked out of the blue, without having seen the game, in positions of random games; every answer is legal. */
static void answer_anything(struct session *s, void *context)
{
    struct table_player *player = context;
    bv_seats acting = s->terms.game->to_act(&s->terms, &s->state);
    struct search_answer answer;
    if (!acting || acting == bv_seat_bit(BV_CHANCE)) return;
    int seat = __builtin_ctz(acting);
    if (bv_random_below(&player[seat].random, 8)) return;
    table_player_begin(&player[seat], &s->terms);
    table_player_ask(&player[seat], &s->terms, &s->state, &s->past, bv_seat_bit(seat), &answer);
    union bv_state next = s->state;
    bv_apply(&s->terms, &next, seat, answer.choice[0].action, NULL);
}

static void any_position_has_an_answer(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    struct table_player player[2];
    for (int side = 0; side < 2; side++) player[side] = sit_down(s, side, 7, 20);
    random_games("chars", 6, 5, answer_anything, player);
    for (int side = 0; side < 2; side++) free(player[side].mind);
    session_end(s);
}

/* Out of time from the start, an answer still comes at once. */
static void a_spent_budget_is_answered(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    atomic_bool stop = true;
    for (int side = 0; side < 2; side++) {
        struct table_player player = sit_down(s, side, 3, 0);
        struct search_answer answer;
        player.turn.stop = &stop;
        while (s->terms.game->to_act(&s->terms, &s->state) & bv_seat_bit(side)) {
            table_player_ask(&player, &s->terms, &s->state, &s->past, bv_seat_bit(side), &answer);
            assert_true(answer.nodes < 200);
            bv_apply(&s->terms, &s->state, side, answer.choice[0].action, NULL);
        }
        free(player.mind);
    }
    session_end(s);
}

/* A rank that was announced is a certainty; conduct shifts the odds of the others. */
static void an_announced_rank_is_certain(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    struct chars_belief belief;
    union bv_state view;
    at(s, "G?.G6!......./.......A../........../........../........../.....V1..../........../"
          "........A./........../.....V3.V2!+.. V move quiet=4 spent=1,2 fallen=6,5 mines=41,42 "
          "hidden=0,1");
    bv_view(&s->terms, &s->state, 0, &view);
    chars_belief_begin(&belief);
    chars_belief_see(&s->terms.tables->chars, &belief, &view.chars, 0);
    int known = chars_belief_tank(&belief, 97);
    int unknown = chars_belief_tank(&belief, 99);
    expect_near(belief.chance[known][5], 1);
    expect_near(belief.chance[unknown][5], 0);
    expect_near(belief.chance[unknown][4], 0); /* it has fallen */
    expect_near(belief.chance[unknown][0], 0.25F);
    session_end(s);
}

/* Two games with other random streams do not begin alike. */
static void set_ups_vary(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    bv_action first[12];
    int same = 0;
    for (uint64_t seed = 0; seed < 12; seed++) {
        struct table_player player = sit_down(s, 0, seed, 200);
        struct search_answer answer;
        table_player_ask(&player, &s->terms, &s->state, &s->past, bv_seat_bit(0), &answer);
        first[seed] = answer.choice[0].action;
        same += first[seed] == first[0];
        free(player.mind);
    }
    assert_true(same < 8);
    session_end(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_decision_depends_on_the_truth),
        cmocka_unit_test(any_position_has_an_answer),
        cmocka_unit_test(a_spent_budget_is_answered),
        cmocka_unit_test(an_announced_rank_is_certain),
        cmocka_unit_test(set_ups_vary),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
