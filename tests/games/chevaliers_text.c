/* Boards, positions, tokens, events, the drawing and the counts of the tree. */
#include "chevaliers_tests.h"

#include <stdlib.h>
#include <string.h>

#include "core/canvas.h"

/* ---- Boards ----------------------------------------------------------------------------------------- */

static void bad_board(const char *from, const char *to, const char *part)
{
    char *board = board_with("chevaliers", "1969", from, to);
    expect_bad_board("chevaliers", board, part);
    free(board);
}

static void bad_boards_are_told_what_is_wrong(void **state)
{
    (void)state;
    bad_board("quiet 100", "", "'quiet' is missing");
    bad_board("quiet 100", "quiet 0", "'quiet' must be a number from 1 to 250");
    bad_board("quiet 100", "quiet 251", "'quiet' must be a number from 1 to 250");
    bad_board("quiet 100", "quiet many", "'quiet' must be a number");
    bad_board("quiet 100", "quiet 100\nquiet 100", "'quiet' is given twice");
    bad_board("quiet 100", "quite 100", "unknown key 'quite'");
    bad_board("map:", "plan:", "unknown key 'plan'");
    bad_board(". . . c . . .\n", ". . . c . . x\n", "no letter 'x'");
    bad_board(". . . c . . .\n", ". . . c . . . .\n", "more than 7 squares");
    bad_board(". . . c . . .\n", ". . . c . .\n", "fewer than 7 squares");
    bad_board("    . . . c . . .\n", "", "14 rows");
    bad_board("    . . . c . . .\n", "    . . . c . . .\n    . . . . . . .\n", "14 rows");
    bad_board(". . ~ . ~ . .", ". . ~ . . . .", "needs 4 ponds (~) and has 3");
    bad_board(". . ~ . ~ . .", ". . ~ ~ ~ . .", "needs 4 ponds (~) and has 5");
    bad_board(". . . C . . .", ". . . . . . .", "needs 1 castle of Silver (C) and has 0");
    bad_board(". . . C . . .", ". . C C . . .", "needs 1 castle of Silver (C) and has 2");
    bad_board(". . . c . . .", ". . . . . . .", "needs 1 castle of Gold (c) and has 0");
    bad_board(". . M K M . .", ". . M . M . .", "needs 5 Knights of Silver (K) and has 4");
    bad_board(". . M K M . .", ". . . K M . .", "needs 12 Men-at-Arms of Silver (M) and has 11");
    bad_board(". . m k m . .", ". . m k m k .", "needs 5 Knights of Gold (k) and has 6");
    bad_board(". . m k m . .", ". . m k m m .", "needs 12 Men-at-Arms of Gold (m) and has 13");
}

static void E1_ponds_cut_no_square_off(void **state)
{
    static const char board[] = "game chevaliers\nname walled\nquiet 100\nmap:\n"
                                "    . ~ . c . . .\n"
                                "    ~ ~ m k m . .\n"
                                "    k m m m m m k\n"
                                "    k m m m m m k\n"
                                "    . . . . . . .\n"
                                "    . . . . . . .\n"
                                "    . . . . . . .\n"
                                "    . . . . . . .\n"
                                "    . . . . . . .\n"
                                "    . . . . ~ . .\n"
                                "    K M M M M M K\n"
                                "    K M M M M M K\n"
                                "    . . M K M . .\n"
                                "    . . . C . . .\n";
    (void)state;
    expect_bad_board("chevaliers", board,
                     "test.board:5: the ponds cut off a14 from the castle of Silver");
}

static void the_line_of_a_bad_row_is_named(void **state)
{
    (void)state;
    bad_board(". . . C . . .", ". . . C . . ?", "test.board:29: ");
}

static void a_corrected_board_is_played_on(void **state)
{
    char *board = board_with("chevaliers", "1969", "name 1969", "name mine");
    struct session *s = session_on("chevaliers", "", board);
    (void)state;
    assert_string_equal(s->terms.board, "mine");
    expect_legal(s, "d2-d1");
    session_end(s);
    free(board);
}

/* ---- Positions -------------------------------------------------------------------------------------- */

#define NORTH_EMPTY "......./......./......./......./..~.~../......./......./"
#define LONE NORTH_EMPTY "......./......./..~.~../......./..K..../......./k......"
#define DUEL NORTH_EMPTY "......./......./..~.~../......./..Kk.../......./k......"

/* The same with a Man in the corner, and one that can capture. */
#define DUEL_AND_MEN NORTH_EMPTY "......./......./..~.~k./.....M./..Kk.../......./k.....M"

static void expect_bad(struct session *s, const char *text, const char *part)
{
    struct bv_error error = {""};
    union bv_state state;
    if (bv_position_read(&s->terms, bv_span_of(text), &state, &error))
        fail_msg("accepted: %s", text);
    if (!strstr(error.text, part)) fail_msg("expected '%s' in '%s' for %s", part, error.text, text);
}

static void bad_positions_are_refused(void **state)
{
    struct session *s = session("chevaliers", "");
    (void)state;
    at(s, LONE " S 0");
    expect_bad(s, "", "on a14");
    expect_bad(s, "......./.......", "ranks of 7 squares");
    expect_bad(s, "......../.......", "ranks of 7 squares");
    expect_bad(s, "...x...", "on d14");
    expect_bad(s, "...~...", "on d14");
    expect_bad(s,
               "......./......./......./......./..K.~../......./......./"
               "......./......./..~.~../......./..K..../......./k...... S 0",
               "on a pond");
    expect_bad(s, "......./......./......./......./....~..", "on c10");
    expect_bad(s, LONE, "followed by the side");
    expect_bad(s, LONE "/ S 0", "followed by the side");
    expect_bad(s, LONE " ", "S or O");
    expect_bad(s, LONE " G 0", "S or O");
    expect_bad(s, LONE " S", "quiet moves");
    expect_bad(s, LONE " S x", "quiet moves");
    expect_bad(s, LONE " S -1", "quiet moves");
    expect_bad(s, LONE " S 251", "quiet moves");
    expect_bad(s, LONE " S 0 more", "expected passed=yes");
    expect_bad(s, LONE " S 0 passed=no", "expected passed=yes");
    expect_bad(s, LONE " S 0 called=", "expected passed=yes");
    expect_bad(s, LONE " S 0 over=luck", "expected passed=yes");
    expect_bad(s, LONE " S 0 fault=c3", "expected passed=yes");
    expect_bad(s, LONE " S 0 fault=c3-c2x", "expected passed=yes");
    expect_bad(s, LONE " S 0 fault=h3-c2", "expected passed=yes");
    expect_bad(s, LONE " S 0 before=x", "expected passed=yes");
    expect_bad(s, LONE " S 0 ", "out of order");
    expect_bad(s, LONE "  S 0", "out of order");
    expect_bad(s, LONE " S  0", "out of order");
    session_end(s);
}

static void impossible_positions_are_refused(void **state)
{
    struct session *s = session("chevaliers", "");
    (void)state;
    expect_bad(s, NORTH_EMPTY "......./......./..~.~../......./......./......./....... S 0",
               "no piece at all");
    expect_bad(s, NORTH_EMPTY "......./......./..~.~../......./......./......./k...... S 0",
               "elimination");
    expect_bad(s, NORTH_EMPTY "......./......./..~.~../......./......./......./k...... O 0",
               "no piece left");
    expect_bad(s,
               NORTH_EMPTY "......./......./..~.~../......./......./......./k...... O 0"
                           " over=elimination",
               "no piece left");
    expect_bad(s, LONE " S 0 over=elimination", "elimination");
    expect_bad(s, LONE " S 0 over=castle", "castle");
    expect_bad(s, NORTH_EMPTY "......./......./..~.~../......./..K..../......./...k... O 0",
               "castle");
    expect_bad(s, LONE " S 0 over=blocked", "blocked");
    expect_bad(s, LONE " S 7 over=repetition", "so soon");
    expect_bad(s, LONE " S 99 over=stalemate", "too soon");
    expect_bad(s, LONE " S 100", "too long");
    expect_bad(s, LONE " S 101 over=stalemate", "more quiet moves");
    expect_bad(s, LONE " S 1 passed=yes", "passed that could move");
    expect_bad(s, LONE " S 0 called=yes", "called");
    expect_bad(s, LONE " S 0 before=1", "take back");
    expect_bad(s, NORTH_EMPTY "......./......./..~.~../KKKKKK./......./......./k...... S 0",
               "5 Knights");
    expect_bad(s, NORTH_EMPTY "......./......./..~.~../K....../mmmmmmm/mmmmmm./....... S 0",
               "12 Men");
    at(s, LONE " S 8 over=repetition");
    at(s, LONE " S 100 over=stalemate");
    at(s, LONE " S 99");
    at(s, NORTH_EMPTY "......./......./..~.~../KKKKK../mmmmmmm/mmmmm../....... S 0");
    session_end(s);
}

static void impossible_faults_are_refused(void **state)
{
    struct session *s = session("chevaliers", "");
    (void)state;
    expect_bad(s, DUEL " O 1 fault=c2-c3 before=0", "with this rule option");
    expect_bad(s, DUEL " S 0 called=yes", "called");
    session_end(s);

    s = session("chevaliers", "oversight=table");
    at(s, DUEL " S 0 called=yes");
    expect_bad(s, LONE " S 0 called=yes", "called");
    expect_bad(s, DUEL " S 8 called=yes over=repetition", "called");
    at(s, NORTH_EMPTY "......./......./..~.~../..K..../...k.../......./k...... O 1"
                      " fault=c3-c4 before=0");
    expect_bad(s,
               NORTH_EMPTY "......./......./..~.~../..K..../...k.../......./k...... O 1"
                           " fault=a5-c4 before=0",
               "not possible");
    expect_bad(s,
               NORTH_EMPTY "......./......./..~.~../..K..../...k.../......./k...... O 1"
                           " fault=a2-c4 before=0",
               "not possible");
    expect_bad(s,
               NORTH_EMPTY "......./......./..~.~../..K..../...k.../......./k...... O 1"
                           " fault=b5-c4 before=0",
               "no obligation");
    expect_bad(s,
               NORTH_EMPTY "......./......./..~.~../..K..../...k.../......./k...... O 1"
                           " fault=c3-b4 before=0",
               "no piece made");
    expect_bad(s,
               NORTH_EMPTY "......./......./..~.~../..K..../...k.../......./k...... O 1"
                           " fault=c5-c4 before=0",
               "from nowhere");
    expect_bad(s,
               NORTH_EMPTY "......./......./..~.~../..K..../...k.../......./k...... O 1"
                           " fault=d3-c4 before=0",
               "from nowhere");
    expect_bad(s,
               NORTH_EMPTY "......./......./..~.~../..K..../...k.../......./k...... O 2"
                           " fault=c3-c4 before=0",
               "miscounted");
    expect_bad(s,
               NORTH_EMPTY "......./......./..~.~../..M..../...k.../......./k...... O 1"
                           " fault=c3-c4 before=0",
               "miscounted");
    at(s, NORTH_EMPTY "......./......./..~.~../..M..../...k.../......./k...... O 0"
                      " fault=c3-c4 before=99");
    expect_bad(s,
               NORTH_EMPTY "......./......./..~.~../..M..../...k.../......./k...... O 0"
                           " fault=c3-c4 before=100",
               "miscounted");
    expect_bad(s,
               NORTH_EMPTY "......./......./..~.~../..K..../...k.../......./k...... O 8"
                           " fault=c3-c4 before=7 over=repetition",
               "excludes");
    expect_bad(s,
               NORTH_EMPTY "......./......./..~.~../..K..../...k.../......./k...... O 1"
                           " before=0 fault=c3-c4",
               "order");
    session_end(s);
}

static void broken_states_are_found(void **state)
{
    struct session *s = session("chevaliers", "");
    const struct bv_game *game = s->terms.game;
    struct chevaliers_state *c = &s->state.chevaliers;
    struct chevaliers_state sound = *c;
    (void)state;
    c->side = 2;
    assert_string_equal(game->check(&s->terms, &s->state), "no such side");
    *c = sound;
    c->standing = 6;
    assert_string_equal(game->check(&s->terms, &s->state), "no such end");
    *c = sound;
    c->unused[6] = 1;
    assert_string_equal(game->check(&s->terms, &s->state), "bytes without use are not nought");
    *c = sound;
    c->pieces[0] |= c->pieces[1];
    assert_string_equal(game->check(&s->terms, &s->state), "two pieces stand on one square");
    *c = sound;
    c->pieces[0] |= 128;
    assert_string_equal(game->check(&s->terms, &s->state),
                        "a piece stands on a pond or off the board");
    *c = sound;
    c->knights |= 1;
    assert_string_equal(game->check(&s->terms, &s->state), "a Knight belongs to no side");
    session_end(s);
}

/* ---- Mangled text ------------------------------------------------------------------------------------- */

/* Changes, drops or doubles a few letters; there must be room for three more. */
static void mangle(char *text, struct bv_random *random)
{
    static const char letters[] = ".~KMkm/ SO0123456789=!-abcdefgpassedyes";
    for (uint32_t times = 1 + bv_random_below(random, 3); times; times--) {
        size_t length = strlen(text);
        char *place = text + bv_random_below(random, (uint32_t)length);
        switch (bv_random_below(random, 3)) {
        case 0: *place = letters[bv_random_below(random, sizeof letters - 1)]; break;
        case 1: memmove(place, place + 1, strlen(place)); break;
        default: memmove(place + 1, place, strlen(place) + 1);
        }
    }
}

/* A mangled position is refused, or it is a sound one with a seat that can move. */
static void look_at_mangled(struct session *s, void *context)
{
    char text[BV_POSITION_MAX];
    char again[BV_POSITION_MAX];
    struct bv_error error;
    struct bv_out out = bv_out_into(text, sizeof text / 2);
    union bv_state state;
    static bv_action list[BV_LIST_MAX];
    const struct bv_game *game = s->terms.game;
    game->write(&s->terms, &s->state, &out);
    mangle(text, context);
    if (!bv_position_read(&s->terms, bv_span_of(text), &state, &error)) return;
    out = bv_out_into(again, sizeof again);
    game->write(&s->terms, &state, &out);
    assert_string_equal(again, text);
    assert_null(game->check(&s->terms, &state));
    for (bv_seats who = game->to_act(&s->terms, &state); who; who &= who - 1)
        assert_true(game->legal(&s->terms, &state, __builtin_ctz(who), list) > 0);
}

static void mangled_positions_are_refused_or_sound(void **state)
{
    struct bv_random random = bv_random_seeded(5);
    (void)state;
    random_games("chevaliers", 1, 7, look_at_mangled, &random);
}

static void mangled_boards_are_refused_or_sound(void **state)
{
    struct bv_random random = bv_random_seeded(6);
    static union bv_tables tables;
    (void)state;
    char *board = board_with("chevaliers", "1969", "name 1969", "name mangled");
    int sound = 0;
    for (int i = 0; i < 3000; i++) {
        char text[4096];
        struct bv_request request = bv_request_for(bv_game_named("chevaliers"));
        struct bv_terms terms;
        struct bv_error error = {""};
        union bv_state start;
        strcpy(text, board);
        mangle(strstr(text, "game"), &random);
        request.board_file = "test.board";
        request.board_text = text;
        if (bv_terms_make(&request, &terms, &tables, &error)) {
            terms.game->start(&terms, &start);
            assert_null(terms.game->check(&terms, &start));
            sound++;
        } else {
            assert_int_equal(strncmp(error.text, "test.board:", 11), 0);
        }
    }
    assert_in_range(sound, 1, 2000);
    free(board);
}

/* ---- Tokens and lists ------------------------------------------------------------------------------- */

static void points_are_named(void **state)
{
    struct session *s = session("chevaliers", "");
    char text[8];
    struct bv_out out = bv_out_into(text, sizeof text);
    (void)state;
    s->terms.game->point(&s->terms, 13 * 8 + 3, &out);
    assert_string_equal(text, "d14");
    session_end(s);
}

/* Seventeen enemies in a lattice, five Knights that canter into it: the longest list we know of is whole. */
static void the_longest_list_is_whole(void **state)
{
    struct session *s = session("chevaliers", "");
    static bv_action list[BV_LIST_MAX];
    (void)state;
    drawn(s,
          ". . . . . . .\n"
          ". . m . m . .\n"
          ". m M m M m .\n"
          ". . m . m . .\n"
          ". m ~ m ~ m .\n"
          ". . m . m . .\n"
          ". k M k M k .\n"
          ". . k . k . .\n"
          ". . M M M . .\n"
          ". K ~ . ~ K .\n"
          ". . M M M . .\n"
          ". K . K . K .\n"
          ". . . . . . .\n"
          ". . . . . . .\n",
          "S 0");
    uint32_t count = s->terms.game->legal(&s->terms, &s->state, 0, list);
    assert_int_equal(count, 14176);
    bv_menu_make(&s->terms, &s->state, 0, &s->menu);
    assert_int_equal(s->menu.count, count);
    session_end(s);
}

/* ---- Events ----------------------------------------------------------------------------------------- */

static struct bv_event event_list[BV_EVENTS_MAX];

/* Plays a token of the only seat to act and returns its events. */
static uint32_t events_of(struct session *s, const char *token)
{
    struct bv_error error;
    bv_action action;
    union bv_state before = s->state;
    int seat = __builtin_ctz(s->terms.game->to_act(&s->terms, &s->state));
    if (!bv_token_action(&s->terms, &s->state, seat, bv_span_of(token), &s->menu, &action, &error))
        fail_msg("%s", error.text);
    bv_apply(&s->terms, &s->state, seat, action, &s->past);
    return s->terms.game->events(&s->terms, &before, seat, action, &s->state, event_list);
}

static void expect_event(uint32_t at, int kind, int side, int piece, int from, int to, int amount)
{
    const struct bv_event *e = &event_list[at];
    assert_int_equal(e->kind, kind);
    assert_int_equal(e->side, side);
    assert_int_equal(e->piece, piece);
    assert_int_equal(e->from, from);
    assert_int_equal(e->to, to);
    assert_int_equal(e->amount, amount);
    assert_true(e->audience == BV_EVERYBODY);
}

static int square(const char *name)
{
    return (name[1] - '1') * 8 + name[0] - 'a';
}

static void events_of_a_charge_that_wins(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . m . .\n"
                              ". . ~ k ~ . .\n"
                              ". . . . . . .\n"
                              ". . . M . . .\n"
                              ". . . K . . .\n"
                              ". . . . . . .\n",
                              "S 0");
    (void)state;
    assert_int_equal(events_of(s, "d2~d4xd6xf6"), 6);
    expect_event(0, BV_EVENT_MOVED, 0, 0, square("d2"), square("d4"), 0);
    expect_event(1, BV_EVENT_MOVED, 0, 0, square("d4"), square("d6"), 0);
    expect_event(2, BV_EVENT_TAKEN, 1, 0, BV_NOWHERE, square("d5"), 0);
    expect_event(3, BV_EVENT_MOVED, 0, 0, square("d6"), square("f6"), 0);
    expect_event(4, BV_EVENT_TAKEN, 1, 1, BV_NOWHERE, square("e6"), 0);
    expect_event(5, BV_EVENT_OVER, 1, 0, BV_NOWHERE, BV_NOWHERE, 1);
    session_end(s);
}

static void events_of_a_step_and_of_a_call(void **state)
{
    struct session *s = south("oversight=table",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". . . k M . .\n"
                              ". . . . . . .\n"
                              "m . . . . . K\n",
                              "O 5");
    (void)state;
    assert_int_equal(events_of(s, "a1-b1"), 2);
    expect_event(0, BV_EVENT_MOVED, 1, 1, square("a1"), square("b1"), 0);
    expect_event(1, BV_EVENT_TURN, 0, 0, BV_NOWHERE, BV_NOWHERE, 0);
    assert_int_equal(events_of(s, "!"), 3);
    expect_event(0, CHEVALIERS_EVENT_CALLED, 0, 0, BV_NOWHERE, BV_NOWHERE, 0);
    expect_event(1, BV_EVENT_MOVED, 1, 1, square("b1"), square("a1"), 0);
    expect_event(2, BV_EVENT_TURN, 1, 0, BV_NOWHERE, BV_NOWHERE, 0);
    assert_int_equal(events_of(s, "d3xf3"), 3);
    expect_event(1, BV_EVENT_TAKEN, 0, 1, BV_NOWHERE, square("e3"), 0);
    session_end(s);
}

static void events_of_a_pass(void **state)
{
    struct session *s = south("",
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . ~ . ~ . .\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              ". . . . . . .\n"
                              "m M M . . . .\n",
                              "O 0");
    (void)state;
    assert_int_equal(events_of(s, "."), 2);
    expect_event(0, BV_EVENT_PASSED, 1, 0, BV_NOWHERE, BV_NOWHERE, 0);
    expect_event(1, BV_EVENT_TURN, 0, 0, BV_NOWHERE, BV_NOWHERE, 0);
    session_end(s);
}

/* ---- The drawing ------------------------------------------------------------------------------------ */

static void the_board_is_drawn(void **state)
{
    struct session *s = session("chevaliers", "");
    (void)state;
    expect_drawn(s, "     a  b  c  d  e  f  g\n"
                    " 14  .  .  . [#] .  .  .  14\n"
                    " 13  .  .  m  k  m  .  .  13\n"
                    " 12  k  m  m  m  m  m  k  12\n"
                    " 11  k  m  m  m  m  m  k  11\n"
                    " 10  .  .  ~  .  ~  .  .  10\n"
                    "  9  .  .  .  .  .  .  .   9\n"
                    "  8  .  .  .  .  .  .  .   8\n"
                    "  7  .  .  .  .  .  .  .   7\n"
                    "  6  .  .  .  .  .  .  .   6\n"
                    "  5  .  .  ~  .  ~  .  .   5\n"
                    "  4  K  M  M  M  M  M  K   4\n"
                    "  3  K  M  M  M  M  M  K   3\n"
                    "  2  .  .  M  K  M  .  .   2\n"
                    "  1  .  .  . [#] .  .  .   1\n"
                    "     a  b  c  d  e  f  g\n");
    play(s, "d2-d1");
    expect_drawn(s, "  1  .  .  . [K] .  .  .   1\n");
    session_end(s);
}

static void what_the_rules_remember_is_said(void **state)
{
    struct session *s = session("chevaliers", "");
    (void)state;
    expect_fact(s, "S",
                "Move a Knight or a Man-at-Arms.\n"
                "Silver: 5 Knights, 12 Men-at-Arms\n"
                "Gold: 5 Knights, 12 Men-at-Arms\n"
                "0/100 moves without progress\n");
    session_end(s);

    s = session("chevaliers", "oversight=table");
    at(s, DUEL " S 0");
    expect_fact(s, "S", "Move a Knight or a Man-at-Arms.\nSilver: "); /* E15: nobody tells */
    play(s, "c3-c4");
    expect_fact(s, "O", "1/100 moves without progress\n");
    expect_fact(s, "O",
                "Move a Knight or a Man-at-Arms, or call the fault.\n"
                "The opponent overlooked a capture.\n");
    play(s, "!");
    expect_fact(s, "S", "The fault was called, you must capture: Knight c3.\n");
    session_end(s);
}

static void what_is_asked_and_forced_is_said(void **state)
{
    struct session *s = session("chevaliers", "");
    (void)state;
    at(s, DUEL_AND_MEN " S 0");
    expect_fact(s, "S", "You must capture: Knight c3 or Man-at-Arms f4.\n");
    expect_why(s, "S", "", "g1", "must take first");
    expect_why(s, "S", "c3", "c4", "must take first");
    expect_why(s, "S", "c3", "d3", "captures leap over it, onto an empty square");
    expect_why(s, "S", "c3", "g1", "occupied");
    expect_why(s, "S", "", "a1", "the opponent's piece");
    expect_why(s, "S", "", "b2", "choose a piece first");
    expect_why(s, "S", "", "c5", "a pond");
    expect_why(s, "O", "", "a1", "not your turn");
    session_end(s);
    s = session("chevaliers", "");
    expect_why(s, "S", "", "c3", "no move for this piece");
    expect_why(s, "S", "b4", "b7", "out of reach");
    expect_about(s, "S", "d1", "\"id\":\"castle\"");
    expect_about(s, "O", "b3", "Man-at-Arms");
    at(s, NORTH_EMPTY "......./......./..~.~../...M.../......./......./k......"
                      " S 0");
    expect_why(s, "S", "d4", "d3", "a Man-at-Arms never goes back");
    session_end(s);
    s = session("chevaliers", "seats=4");
    expect_fact(s, "S.men", "Move a Man-at-Arms.\n");
    expect_why(s, "S.men", "", "d2", "your partner's piece");
    at(s, NORTH_EMPTY "......./......./..~.~../......./......./MM...../Mk....."
                      " O 0");
    expect_fact(s, "O.knights", "Move a Knight.\n");
    session_end(s);
}

/* ---- The tree --------------------------------------------------------------------------------------- */

#define MIDDLE                                                                                     \
    "......./..mkm../k.m.m.k/.m..m../..~m~../.k.M.m./...m.../"                                     \
    "..M.K.M/.M...../K.~M~../..M..MK/KM..M../..MK.../......."

static void the_tree_has_its_known_size(void **state)
{
    static const struct {
        const char *settings;
        const char *position;
        uint64_t count[3];
    } tree[] = {
        {"", NULL, {28, 784, 24612}},
        {"seats=4", NULL, {28, 784, 24612}},
        {"", MIDDLE " S 0", {6, 191, 7458}},
        {"men-capture=no-retreat", MIDDLE " S 0", {5, 137, 3592}},
        {"obligation=any", MIDDLE " S 0", {6, 142, 300}},
        {"oversight=table", MIDDLE " S 0", {80, 4439, 330542}},
        {"oversight=table obligation=any seats=4", MIDDLE " O 0", {55, 4348, 247025}},
    };
    (void)state;
    for (size_t i = 0; i < BV_COUNT(tree); i++) {
        struct session *s = session("chevaliers", tree[i].settings);
        if (tree[i].position) at(s, tree[i].position);
        for (int depth = 1; depth <= 3; depth++)
            assert_int_equal(perft(s, depth), tree[i].count[depth - 1]);
        session_end(s);
    }
}

int chevaliers_text_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_boards_are_told_what_is_wrong),
        cmocka_unit_test(E1_ponds_cut_no_square_off),
        cmocka_unit_test(the_line_of_a_bad_row_is_named),
        cmocka_unit_test(a_corrected_board_is_played_on),
        cmocka_unit_test(bad_positions_are_refused),
        cmocka_unit_test(impossible_positions_are_refused),
        cmocka_unit_test(impossible_faults_are_refused),
        cmocka_unit_test(broken_states_are_found),
        cmocka_unit_test(mangled_positions_are_refused_or_sound),
        cmocka_unit_test(mangled_boards_are_refused_or_sound),
        cmocka_unit_test(points_are_named),
        cmocka_unit_test(the_longest_list_is_whole),
        cmocka_unit_test(events_of_a_charge_that_wins),
        cmocka_unit_test(events_of_a_step_and_of_a_call),
        cmocka_unit_test(events_of_a_pass),
        cmocka_unit_test(the_board_is_drawn),
        cmocka_unit_test(what_the_rules_remember_is_said),
        cmocka_unit_test(what_is_asked_and_forced_is_said),
        cmocka_unit_test(the_tree_has_its_known_size),
    };
    return cmocka_run_group_tests_name("chevaliers: text", tests, NULL, NULL);
}
