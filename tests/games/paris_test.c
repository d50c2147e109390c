#include "paris_tests.h"

#include "paris_reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Positions as lists of men --------------------------------------------------------------------------- */

static const char *const empty_rows[16] = {
    "............", "............", "............", "............", "............", "...##o###...",
    "...#o##o#...", "...######...", "...o####o...", "...#o##o#...", "...##o###...", "............",
    "............", "............", "............", "............",
};

static const struct {
    const char *name;
    int file, rank;
} circles[] = {{"S", 5, 5},  {"SW", 4, 6}, {"W", 3, 7}, {"NW", 4, 9},
               {"N", 5, 10}, {"NE", 7, 9}, {"E", 8, 7}, {"SE", 7, 6}};

static void put_man(char rows[16][13], const char *man)
{
    int file = man[1] - 'a';
    int rank = atoi(man + 2) - 1;
    for (size_t i = 0; i < BV_COUNT(circles); i++)
        if (!strcmp(man + 1, circles[i].name)) {
            file = circles[i].file;
            rank = circles[i].rank;
        }
    if (file < 0 || file > 11 || rank < 0 || rank > 15 || !strchr(".o", rows[15 - rank][file]))
        fail_msg("there is no room for %s", man);
    rows[15 - rank][file] = man[0];
}

static void fill_circles(char rows[16][13], char letter, int count)
{
    for (int i = 0; i < 16; i++)
        for (const char *c = rows[i]; *c; c++) count -= *c == letter;
    for (size_t i = 0; i < BV_COUNT(circles) && count > 0; i++) {
        char *cell = &rows[15 - circles[i].rank][circles[i].file];
        if (*cell != 'o') continue;
        *cell = letter;
        count--;
    }
}

const char *paris_position(const char *men, const char *fields)
{
    static char text[BV_POSITION_MAX];
    char rows[16][13];
    char man[8];
    int used;
    size_t length = 0;
    for (int i = 0; i < 16; i++) memcpy(rows[i], empty_rows[i], 13);
    for (; sscanf(men, " %7s%n", man, &used) == 1; men += used) put_man(rows, man);
    fill_circles(rows, '+', 6);
    fill_circles(rows, '@', 1);
    fill_circles(rows, '%', 1);
    for (int i = 0; i < 16; i++)
        length +=
            (size_t)snprintf(text + length, sizeof text - length, "%s%s", i ? "/" : "", rows[i]);
    snprintf(text + length, sizeof text - length, " %s", fields);
    return text;
}

void paris_at(struct session *session, const char *men, const char *fields)
{
    at(session, paris_position(men, fields));
}

struct session *paris_session(const char *settings)
{
    char all[256];
    snprintf(all, sizeof all,
             "board=classique diagonals=any impasse=draw protection=orthogonal return=free "
             "sortie=board summons=any %s",
             settings);
    return session("paris", all);
}

struct session *paris(const char *settings, const char *men, const char *fields)
{
    struct session *s = paris_session(settings);
    paris_at(s, men, fields);
    return s;
}

/* ---- Comparison with the reference ----------------------------------------------------------------------- */

static bool has(const struct session *session, int option, const char *value)
{
    return !strcmp(bv_terms_value(&session->terms, option), value);
}

static struct reference_options options_of(const struct session *session)
{
    const char *protection = bv_terms_value(&session->terms, PARIS_PROTECTION);
    bool either = !strcmp(protection, "either");
    return (struct reference_options){
        .board = bv_terms_value(&session->terms, PARIS_BOARD),
        .forward = has(session, PARIS_DIAGONALS, "forward"),
        .lifted = has(session, PARIS_IMPASSE, "lifted"),
        .orthogonal = either || !strcmp(protection, "orthogonal"),
        .adjacent = !strcmp(protection, "adjacent"),
        .reach = either || !strcmp(protection, "reach"),
        .never = has(session, PARIS_RETURN, "never"),
        .officers = has(session, PARIS_SORTIE, "officers"),
        .moved = has(session, PARIS_SUMMONING, "moved"),
    };
}

static void menus_differ(struct session *session, const struct reference_list *list,
                         const char *text)
{
    for (int i = 0; i < list->count; i++) print_message("%s ", list->token[i]);
    print_message("by the reference,\n");
    for (uint32_t i = 0; i < session->menu.count; i++)
        print_message("%s ", bv_menu_token(&session->menu, i));
    fail_msg("by the rules, in %s", text);
}

static void agrees_with_reference(struct session *session, void *context)
{
    static struct reference_list list;
    struct reference_options options = options_of(session);
    struct reference_position position;
    char text[BV_POSITION_MAX];
    struct bv_out out = bv_out_into(text, sizeof text);
    session->terms.game->write(&session->terms, &session->state, &out);
    assert_true(reference_parse(text, &position));
    const char *phase = reference_judge(context, &options, &position);
    if (strcmp(phase, position.phase) != 0) fail_msg("the phase should be '%s' in %s", phase, text);
    bv_seats who = session->terms.game->to_act(&session->terms, &session->state);
    if (!who) return;
    reference_tokens(&position, &options, &list);
    bv_menu_make(&session->terms, &session->state, __builtin_ctz(who), &session->menu);
    if (session->menu.count != (uint32_t)list.count) menus_differ(session, &list, text);
    for (uint32_t i = 0; i < session->menu.count; i++)
        if (strcmp(bv_menu_token(&session->menu, i), list.token[i]) != 0)
            menus_differ(session, &list, text);
}

static void random_games_agree_with_the_reference(void **state)
{
    struct reference_game *game = calloc(1, sizeof *game);
    (void)state;
    assert_non_null(game);
    random_games("paris", 1, 1870, agrees_with_reference, game);
    free(game);
}

/* ---- Perft ----------------------------------------------------------------------------------------------- */

static void perft_counts(void **state)
{
    static const char *const positions[][2] = {
        {NULL, NULL},
        {"Gf4 Kf5 Sg4 Sh3 Le4 gd13 kf12 sc13 cj12 lg13 +f13 @g14 +e5 %d5 Sb1", "B"},
        {"SSW gN Kf5 lE Sg12 sf12 Gd3 +e2 +c4 @e4 %k14 +k13 +j15 Sb1 sb2", "GN"},
    };
    static const struct {
        int position;
        const char *settings;
        uint64_t edges[5];
    } table[] = {
        {0, "", {8, 56, 224, 4928, 35700}},
        {0, "protection=adjacent", {8, 56, 224, 4928, 36736}},
        {1, "", {13, 26, 234}},
        {1, "diagonals=forward", {6, 12, 108}},
        {1, "protection=adjacent", {13, 208, 4927}},
        {1, "protection=reach", {13, 38, 258}},
        {1, "protection=either", {13, 26, 234}},
        {1, "summons=moved", {13, 221, 5174}},
        {2, "", {30, 297, 1076}},
        {2, "diagonals=forward", {30, 177, 666}},
        {2, "protection=reach", {30, 297, 1083}},
        {2, "protection=either sortie=officers", {30, 297, 1056}},
        {2, "diagonals=forward protection=reach summons=moved", {30, 177, 3556}},
    };
    (void)state;
    for (size_t i = 0; i < BV_COUNT(table); i++) {
        const char *const *position = positions[table[i].position];
        struct session *s = paris_session(table[i].settings);
        if (position[0]) paris_at(s, position[0], position[1]);
        for (int depth = 1; depth <= 5 && table[i].edges[depth - 1]; depth++)
            assert_int_equal(perft(s, depth), table[i].edges[depth - 1]);
        session_end(s);
    }
}

/* ---- Events ---------------------------------------------------------------------------------------------- */

static const char *const kinds[] = {
    [BV_EVENT_PLACED] = "placed", [BV_EVENT_MOVED] = "moved",
    [BV_EVENT_TAKEN] = "taken",   [PARIS_EVENT_SUMMONED] = "summoned",
    [BV_EVENT_PASSED] = "passed", [BV_EVENT_TURN] = "turn",
    [BV_EVENT_OVER] = "over",
};

static void put_event(const struct session *session, const struct bv_event *event,
                      struct bv_out *out)
{
    const struct bv_game *game = session->terms.game;
    assert_true(event->audience == BV_EVERYBODY);
    bv_put(out, kinds[event->kind]);
    bv_put_char(out, ' ');
    bv_put(out, game->side[event->side].name);
    if (event->kind < BV_EVENT_PASSED || event->kind == PARIS_EVENT_SUMMONED) {
        bv_put_char(out, ' ');
        bv_put(out, game->piece[event->piece].en);
    }
    for (int end = 0; end < 2; end++) {
        int point = end ? event->to : event->from;
        if (point == BV_NOWHERE) continue;
        bv_put_char(out, ' ');
        game->point(&session->terms, point, out);
    }
    if (event->kind == BV_EVENT_OVER) {
        bv_put_char(out, ' ');
        bv_put(out, game->reason[event->amount].word);
    }
    bv_put(out, "; ");
}

/* Plays one token and says what happened. */
static void expect_events(struct session *session, const char *token, const char *expected)
{
    const struct bv_game *game = session->terms.game;
    struct bv_event list[BV_EVENTS_MAX];
    struct bv_error error;
    union bv_state before = session->state;
    bv_action action;
    char text[1024];
    struct bv_out out = bv_out_into(text, sizeof text);
    int seat = __builtin_ctz(game->to_act(&session->terms, &session->state));
    if (!bv_token_action(&session->terms, &session->state, seat, bv_span_of(token), &session->menu,
                         &action, &error))
        fail_msg("%s", error.text);
    bv_apply(&session->terms, &session->state, seat, action, &session->past);
    uint32_t count = game->events(&session->terms, &before, seat, action, &session->state, list);
    for (uint32_t i = 0; i < count; i++) put_event(session, &list[i], &out);
    assert_string_equal(text, expected);
}

static void events_tell_what_happened(void **state)
{
    struct session *s = paris_session("");
    (void)state;
    expect_events(s, "G=SW", "placed G garrison General SW; turn G; ");
    expect_events(s, "C=N",
                  "placed G garrison Colonel N; placed G garrison Soldier S; "
                  "placed G garrison Soldier W; placed G garrison Soldier NW; "
                  "placed G garrison Soldier NE; placed G garrison Soldier E; "
                  "placed G garrison Soldier SE; turn G; ");
    expect_events(s, "S-f5", "moved G garrison Soldier S f5; turn BN; ");
    paris_at(s, "Sb1 Kl1 kc4 +d3 sa1", "B");
    expect_events(s, "l1-l2", "moved BN white Captain l1 l2; turn BN; ");
    expect_events(s, "!c4", "summoned BN black Captain c4; turn G; ");
    expect_events(s, "d3xc4",
                  "taken BN black Captain c4; moved G garrison Soldier d3 c4; turn BN; ");
    expect_events(s, "a1-b2", "moved BN black Soldier a1 b2; turn G; ");
    paris_at(s, "Sb1 Kl1 kc4 +d3 sa1", "B");
    play(s, "l1-l2");
    expect_events(s, ".", "passed BN; turn G; ");
    paris_at(s, "Kf5 Kg5 kf12 kg12 Sl1", "B");
    expect_events(s, "l1-k2", "moved BN white Soldier l1 k2; over G immobilised; ");
    session_end(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_counts),
        cmocka_unit_test(events_tell_what_happened),
        cmocka_unit_test(random_games_agree_with_the_reference),
    };
    int failed = paris_board_tests() + paris_moves_tests() + paris_capture_tests() +
                 paris_turn_tests() + paris_end_tests();
    return failed + cmocka_run_group_tests_name("paris: whole games", tests, NULL, NULL);
}
