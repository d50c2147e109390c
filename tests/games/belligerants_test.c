/*
 * Les Belligérants: the fast rules against the plain ones, numbers of positions, texts and boards.
 * The clauses have tests of their own, in belligerants_clauses.c.
 */
#include "belligerants_reference.h"
#include "belligerants_session.h"

#include <stdlib.h>
#include <string.h>

/* ---- Both rules side by side ----------------------------------------------------------------- */

static void expect_same_lists(struct session *s, struct reference *r, bv_seats acting)
{
    for (bv_seats left = acting; left; left &= left - 1) {
        int seat = __builtin_ctz(left);
        bv_menu_make(&s->terms, &s->state, seat, &s->menu);
        reference_list(r, seat);
        for (uint32_t i = 0; i < s->menu.count && i < (uint32_t)r->count; i++)
            if (strcmp(bv_menu_token(&s->menu, i), r->token[i]) != 0)
                fail_msg("%s, but %s by the sheet", bv_menu_token(&s->menu, i), r->token[i]);
        assert_int_equal(s->menu.count, r->count);
    }
}

static bool is_eager(const char *token)
{
    return strpbrk(token, "x+@!") && token[0] != 'A';
}

/* A token of the menu; half of the time one that takes, carries or forfeits, if there is any. */
static uint32_t choose(const struct bv_menu *menu, struct bv_random *random)
{
    uint32_t at = bv_menu_draw(menu, random);
    if (bv_random_below(random, 2)) return at;
    for (uint32_t i = 0; i < menu->count; i++) {
        uint32_t next = (at + i) % menu->count;
        if (is_eager(bv_menu_token(menu, next))) return next;
    }
    return at;
}

static void play_side_by_side(struct session *s, struct reference *r, struct bv_random *random)
{
    char result[64];
    s->terms.game->start(&s->terms, &s->state);
    reference_begin(r, s);
    for (;;) {
        bv_seats acting = s->terms.game->to_act(&s->terms, &s->state);
        assert_int_equal(acting, reference_to_act(r));
        if (!acting) break;
        expect_same_lists(s, r, acting);
        int seat = acting == 3 ? (int)bv_random_below(random, 2) : __builtin_ctz(acting);
        bv_menu_make(&s->terms, &s->state, seat, &s->menu);
        uint32_t at = choose(&s->menu, random);
        reference_play(r, seat, bv_menu_token(&s->menu, at));
        bv_apply(&s->terms, &s->state, seat, s->menu.item[at].action, NULL);
    }
    reference_result(r, result, sizeof result);
    expect_over(s, result);
}

static void rules_agree_with_the_sheet(void **state)
{
    static const char *const settings[] = {
        "armistice=on board=riviere compulsion=forfeit",
        "armistice=off board=riviere compulsion=forfeit",
        "armistice=on board=riviere compulsion=forced",
        "armistice=off board=riviere compulsion=forced",
        "armistice=on board=plaine compulsion=forfeit",
        "armistice=off board=plaine compulsion=forfeit",
        "armistice=on board=plaine compulsion=forced",
        "armistice=off board=plaine compulsion=forced",
        "armistice=off board=riviere camp=open compulsion=forfeit",
        "armistice=off board=plaine camp=open compulsion=forced",
        "armistice=on board=plaine camp=open compulsion=forfeit",
    };
    struct bv_random random = bv_random_seeded(20);
    struct reference *r = malloc(sizeof *r);
    (void)state;
    assert_non_null(r);
    for (size_t i = 0; i < BV_COUNT(settings); i++) {
        struct session *s = session("belligerants", settings[i]);
        int games = strstr(settings[i], "armistice=on") ? 20 : 6;
        for (int game = 0; game < games; game++) play_side_by_side(s, r, &random);
        session_end(s);
    }
    char *board = corrected_board("belligerants");
    static const char *const own[] = {"", "armistice=off camp=open compulsion=forced"};
    for (size_t i = 0; i < BV_COUNT(own); i++) {
        struct session *s = session_on("belligerants", own[i], board);
        for (int game = 0; game < 6; game++) play_side_by_side(s, r, &random);
        session_end(s);
    }
    free(board);
    free(r);
}

/* ---- Numbers of positions -------------------------------------------------------------------- */

static void the_tree_has_as_many_branches_as_counted_before(void **state)
{
    static const char melee[] = "EMk3 BOf10 AMf9 ESg8 PAe10 TKg11 SOe7 SOl9 SEf13 DC'h9 "
                                "boh12 tkd10 dc'i9 cne9 aml7 sed11 soa15 soj10 som6";
    static const char inside[] = "PAf12 ACa12 SOc11 SOb13 ESd9 emd12 tka9 soa13 pab12 amc10 sog7";
    static const struct {
        const char *settings;
        const char *pawns;
        const char *fields;
        int depth;
        uint64_t branches;
    } cases[] = {
        {"", NULL, NULL, 1, 30},
        {"", NULL, NULL, 2, 870},
        {"", melee, "J ask wait=0/3", 2, 206},
        {"armistice=off", melee, "J roll", 2, 688},
        {"armistice=off", melee, "J roll", 3, 3418},
        {"armistice=off", melee, "R move die=D", 1, 228},
        {"armistice=off", melee, "R move die=3", 3, 914},
        {"armistice=off compulsion=forced", melee, "J roll", 3, 966},
        {"armistice=off compulsion=forced", melee, "R move die=4", 3, 7285},
        {"armistice=off board=plaine", inside, "J roll", 3, 1066},
        {"armistice=off board=plaine", inside, "R move die=2", 3, 9738},
    };
    (void)state;
    for (size_t i = 0; i < BV_COUNT(cases); i++) {
        struct session *s = session("belligerants", cases[i].settings);
        if (cases[i].pawns) stand(s, cases[i].pawns, cases[i].fields);
        assert_int_equal(perft(s, cases[i].depth), cases[i].branches);
        session_end(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_agree_with_the_sheet),
        cmocka_unit_test(the_tree_has_as_many_branches_as_counted_before),
    };
    int failures = belligerants_marching();
    failures += belligerants_taking();
    failures += belligerants_ending();
    failures += belligerants_boards();
    failures += cmocka_run_group_tests_name("belligerants", tests, NULL, NULL);
    return failures;
}
