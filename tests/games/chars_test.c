/*
 * Bataille de Chars: the comparison with the plain generator, the sizes of trees, and all other
 * groups.
 */
#include "chars_reference.h"
#include "chars_suites.h"

/* ---- Against the sheet ----------------------------------------------------------------------- */

/* The seat of the rules for side 0, side 1 and chance of the reference. */
static const int seat_of[] = {0, 1, BV_CHANCE};

static void compare_menu(struct session *s, const struct reference *r, int who)
{
    static struct reference_list list;
    reference_tokens(r, who, &list);
    bv_menu_make(&s->terms, &s->state, seat_of[who], &s->menu);
    for (uint32_t i = 0; i < s->menu.count && (int)i < list.count; i++)
        if (strcmp(bv_menu_token(&s->menu, i), list.token[i]) != 0)
            fail_msg("the sheet has %s, the rules %s", list.token[i], bv_menu_token(&s->menu, i));
    assert_int_equal(s->menu.count, list.count);
}

/*
 * Half of the time a fight, a stop or a step ahead towards the enemy, so that games get somewhere.
 */
static uint32_t choose(const struct session *s, struct bv_random *random, bool bold)
{
    if (bold && bv_random_below(random, 2))
        for (uint32_t i = 0; i < s->menu.count; i++) {
            const char *token = bv_menu_token(&s->menu, i);
            int from = atoi(token);
            const char *to = strchr(token, '-');
            if (token[0] == '.') return i;
            if (to && abs(atoi(to + 1) - from) > 1 && bv_random_below(random, 3) == 0) return i;
        }
    return bv_menu_draw(&s->menu, random);
}

struct tally {
    int games, plies, commands, stalemates;
};

static void compare_game(struct session *s, bool own_fire, struct bv_random *random, bool bold,
                         struct tally *tally)
{
    struct reference r;
    reference_start(&r, own_fire);
    s->terms.game->start(&s->terms, &s->state);
    for (;;) {
        bv_seats expected = 0;
        int acting[3];
        int count = 0;
        for (int who = 0; who < 3; who++) {
            if (!reference_acts(&r, who)) continue;
            compare_menu(s, &r, who);
            expected |= bv_seat_bit(seat_of[who]);
            acting[count++] = who;
        }
        assert_int_equal(s->terms.game->to_act(&s->terms, &s->state), expected);
        if (!count) break;
        int who = acting[bv_random_below(random, (uint32_t)count)];
        bv_menu_make(&s->terms, &s->state, seat_of[who], &s->menu);
        uint32_t at = choose(s, random, bold);
        reference_play(&r, who, bv_menu_token(&s->menu, at));
        bv_apply(&s->terms, &s->state, seat_of[who], s->menu.item[at].action, NULL);
        tally->plies++;
        tally->commands += s->state.chars.commands != 0;
    }
    expect_over(s, reference_result(&r));
    tally->games++;
    tally->stalemates += r.quiet == 60;
}

static void compare_games(const char *settings, bool own_fire, int games)
{
    struct session *s = session("chars", settings);
    struct bv_random random = bv_random_seeded(2026);
    struct tally tally = {0};
    for (int i = 0; i < games; i++) compare_game(s, own_fire, &random, i % 2 != 0, &tally);
    assert_true(tally.plies > 100 * games && tally.commands > 0);
    session_end(s);
}

static void rules_and_sheet_agree(void **state)
{
    (void)state;
    compare_games("own-fire=off", false, 60);
    compare_games("own-fire=on", true, 60);
}

/* ---- Trees ----------------------------------------------------------------------------------- */

struct tree {
    const char *settings, *pieces, *fields;
    int depth;
    uint64_t leaves;
};

static const struct tree trees[] = {
    {"", "", "", 1, 80},
    {"", "", "", 2, 5360},
    {"", "1:V1 3:V2 5:V3 33:C 21:A 100:G1 98:G2 96:G3 73:C 62:A", "V move mines=41,42,55,56", 5,
     6246},
    {"", "1:V1 3:V2 33:C 100:G1 98:G2 73:C", "V move", 4, 38795},
    {"", "95:V1+ 3:V2 33:C 6:G1+ 98:G2 73:C", "G move", 4, 64211},
    {"", "45:V1 3:V2 5:V3 65:G1 98:G2 96:G3", "V plot", 2, 17681},
    {"own-fire=off", "45:V1 3:V2 5:V3 65:G1 98:G2 96:G3 77:A 88:B", "V plot", 2, 16937},
    {"own-fire=on", "45:V1 3:V2 5:V3 65:G1 98:G2 96:G3 77:A 88:B", "V plot", 2, 17681},
    {"", "65:V4 64:G3 66:o 75:o 63:V3 1:V1 100:G4", "V fight", 4, 1166},
};

static void trees_have_their_sizes(void **state)
{
    (void)state;
    for (size_t i = 0; i < BV_COUNT(trees); i++) {
        struct session *s = session("chars", trees[i].settings);
        if (trees[i].pieces[0]) put(s, trees[i].pieces, trees[i].fields);
        uint64_t leaves = perft(s, trees[i].depth);
        if (leaves != trees[i].leaves)
            fail_msg("tree %d has %llu leaves", (int)i, (unsigned long long)leaves);
        session_end(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_and_sheet_agree),
        cmocka_unit_test(trees_have_their_sizes),
    };
    int failed = chars_setup_suite();
    failed += chars_moves_suite();
    failed += chars_turn_suite();
    failed += chars_view_suite();
    failed += chars_text_suite();
    failed += cmocka_run_group_tests(tests, NULL, NULL);
    return failed != 0;
}
