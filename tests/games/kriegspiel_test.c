/*
 * Random games compared with the reference, the size of the tree, and the groups of tests put
 * together.
 */
#include "kriegspiel_tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kriegspiel_reference.h"

/* ---- What the groups share ------------------------------------------------------------------- */

const char kriegspiel_small_rows[] = "game kriegspiel\nname small\nhexagons rows\n"
                                     "points 4 5 3\nrange 2 1 3\nquiet 40\nmap:\n"
                                     " 2r 4c 5s 4c 2r\n"
                                     "   .. .. .. ..\n"
                                     " .. .. .. .. ..\n"
                                     "   .. .. .. ..\n"
                                     " 2R 4C 5S 4C 2R\n";

const char kriegspiel_small_columns[] = "game kriegspiel\nname small\nhexagons columns\n"
                                        "points 4 5 3\nrange 2 1 3\nquiet 40\nmap:\n"
                                        " 2r    5s    2r\n"
                                        " .. 4c .. 4c ..\n"
                                        " .. .. .. .. ..\n"
                                        " .. .. .. .. ..\n"
                                        " 2R 4C 5S 4C 2R\n";

struct session *on_rows(const char *settings)
{
    return session_on("kriegspiel", settings, kriegspiel_small_rows);
}

struct session *on_columns(const char *settings)
{
    return session_on("kriegspiel", settings, kriegspiel_small_columns);
}

static void write_position(struct session *s, char *text)
{
    struct bv_out out = bv_out_into(text, BV_POSITION_MAX);
    s->terms.game->write(&s->terms, &s->state, &out);
}

void expect_cell(struct session *s, const char *hexagon, const char *cell)
{
    char text[BV_POSITION_MAX];
    const char *place = text;
    write_position(s, text);
    for (int rank = 5; rank > hexagon[1] - '0'; rank--) place = strchr(place, '/') + 1;
    place += 3 * (hexagon[0] - 'a');
    if (strncmp(place, cell, 3) != 0)
        fail_msg("%s should be %s but is %.3s in position %s", hexagon, cell, place, text);
}

/* ---- The reference --------------------------------------------------------------------------- */

static void compare_seat(struct session *s, int seat)
{
    static struct reference_list list;
    char position[BV_POSITION_MAX];
    const char *name = bv_seat_name(&s->terms, seat);
    bool columns = s->tables.kriegspiel.columns;
    bool both = s->terms.option[KRIEGSPIEL_AXIS] == KRIEGSPIEL_AXIS_BOTH;
    write_position(s, position);
    reference_tokens(position, columns, both, name, &list);
    bv_menu_make(&s->terms, &s->state, seat, &s->menu);
    for (int i = 0; i < list.count && i < (int)s->menu.count; i++) {
        const char *token = bv_menu_token(&s->menu, (uint32_t)i);
        if (strcmp(list.token[i], token) != 0)
            fail_msg("%s has %s, not %s, in %s", name, list.token[i], token, position);
    }
    if ((int)s->menu.count != list.count)
        fail_msg("%s has %d tokens, not %u, in %s", name, list.count, s->menu.count, position);
}

/* The whole list of every seat to act, and the position read back. */
static void compare(struct session *s, void *context)
{
    char position[BV_POSITION_MAX];
    union bv_state back;
    struct bv_error error;
    (void)context;
    write_position(s, position);
    if (!bv_position_read(&s->terms, bv_span_of(position), &back, &error))
        fail_msg("%s in %s", error.text, position);
    if (!bv_state_same(s->terms.game, &back, &s->state)) fail_msg("read back: %s", position);
    for (bv_seats who = s->terms.game->to_act(&s->terms, &s->state); who; who &= who - 1)
        if (__builtin_ctz(who) != BV_CHANCE) compare_seat(s, __builtin_ctz(who));
}

static void random_games_agree_with_the_reference(void **state)
{
    (void)state;
    random_games("kriegspiel", 1, 20, compare, NULL);
    char *board = corrected_board("kriegspiel");
    struct session *s = session_on("kriegspiel", "axis=both", board);
    random_games_of(s, 4, 21, compare, NULL);
    session_end(s);
    free(board);
}

/* One of the menu's tokens, half of the time a transfer or a shot if there is any. */
static uint32_t eager_choice(struct session *s, struct bv_random *random)
{
    uint32_t keen[REFERENCE_TOKENS];
    uint32_t count = 0;
    if (!s->menu.weight && bv_random_below(random, 2))
        for (uint32_t i = 0; i < s->menu.count; i++)
            if (strpbrk(bv_menu_token(&s->menu, i), "=*")) keen[count++] = i;
    return count ? keen[bv_random_below(random, count)] : bv_menu_draw(&s->menu, random);
}

static void eager_game(struct session *s, struct bv_random *random)
{
    s->terms.game->start(&s->terms, &s->state);
    for (;;) {
        compare(s, NULL);
        bv_seats who = s->terms.game->to_act(&s->terms, &s->state);
        if (!who) return;
        uint32_t skip = bv_random_below(random, (uint32_t)__builtin_popcount(who));
        while (skip--) who &= who - 1;
        int seat = __builtin_ctz(who);
        bv_menu_make(&s->terms, &s->state, seat, &s->menu);
        uint32_t chosen = eager_choice(s, random);
        bv_apply(&s->terms, &s->state, seat, s->menu.item[chosen].action, &s->past);
    }
}

/* On small fields the armies meet at once, and games end by K33 as well. */
static void eager_games_on_small_fields_agree_too(void **state)
{
    static const char *const settings[] = {"seats=2", "seats=6", "axis=both seats=2",
                                           "axis=both seats=6"};
    struct bv_random random = bv_random_seeded(21);
    (void)state;
    for (size_t i = 0; i < BV_COUNT(settings); i++) {
        struct session *rows = on_rows(settings[i]);
        struct session *columns = on_columns(settings[i]);
        for (int game = 0; game < 8; game++) {
            eager_game(rows, &random);
            eager_game(columns, &random);
        }
        session_end(rows);
        session_end(columns);
    }
}

/* ---- The tree -------------------------------------------------------------------------------- */

static const struct {
    const char *settings;
    uint64_t leaves[4]; /* at depth 1, 2, 3, 4 */
} trees[] = {
    {"field=standard seats=2", {2, 50, 1234, 31186}},
    {"field=standard seats=6", {2, 54, 1436, 38076}},
    {"field=long seats=2", {2, 70, 2366, 79478}},
    {"axis=both field=long seats=6", {2, 82, 3268, 128004}},
};

static void the_tree_has_its_size(void **state)
{
    (void)state;
    for (size_t i = 0; i < BV_COUNT(trees); i++) {
        struct session *s = session("kriegspiel", trees[i].settings);
        for (int depth = 1; depth <= 4; depth++)
            assert_int_equal(perft(s, depth), trees[i].leaves[depth - 1]);
        session_end(s);
    }
}

/* A crowded position, where every kind of token is near. */
static void the_tree_of_a_melee_has_its_size(void **state)
{
    static const uint64_t leaves[] = {19, 345, 6264};
    struct session *s = on_rows("axis=both");
    (void)state;
    drawn(s,
          "2r1 ... 4c3 ... ...\n"
          "  ... 3s1 5s3 ...\n"
          "1S6 4C9 2S7 -c- ...\n"
          "  0C9 1R6 1R7 ...\n"
          "... ... 2R9 ... 5S7\n",
          "F move");
    for (int depth = 1; depth <= 3; depth++) assert_int_equal(perft(s, depth), leaves[depth - 1]);
    session_end(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_agree_with_the_reference),
        cmocka_unit_test(eager_games_on_small_fields_agree_too),
        cmocka_unit_test(the_tree_has_its_size),
        cmocka_unit_test(the_tree_of_a_melee_has_its_size),
    };
    return kriegspiel_field_tests() + kriegspiel_move_tests() + kriegspiel_transfer_tests() +
           kriegspiel_fire_tests() + kriegspiel_end_tests() + kriegspiel_text_tests() +
           cmocka_run_group_tests_name("kriegspiel: games", tests, NULL, NULL);
}
