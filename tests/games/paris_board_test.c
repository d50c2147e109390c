/* Board files and position texts, right and wrong; the drawing. */
#include "paris_tests.h"

#include "core/canvas.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Board files ----------------------------------------------------------------------------------------- */

static void spoilt(const char *from, const char *to, const char *message)
{
    char *board = board_with("paris", "classique", from, to);
    expect_bad_board("paris", board, message);
    free(board);
}

static void P1_a_bad_map_is_refused(void **state)
{
    (void)state;
    spoilt("a1 black", "a1 grey", "'a1' is white or black");
    spoilt("a1 black\n", "", "'a1' is missing");
    spoilt("    . g . k . l . l . k . c\n", "", "the map must have 16 rows");
    spoilt("    . g . k", "    . . . . . . . . . . . .\n    . g . k", "the map must have 16 rows");
    spoilt(". g . k . l . l . k . c", ". g . k . l . l . k . c .", "more than 12 squares");
    spoilt(". g . k . l . l . k . c", ". g . k . l . l . k .", "fewer than 12 squares");
    spoilt(". g . k . l . l . k . c", ". g . k . l . x . k . c", "h16 must be one of");
    spoilt(". g . k . l . l . k . c", ". g . k . l . @ . k . c", "h16 must be one of");
    spoilt(". g . k . l . l . k . c", ". g . k . l . 9 . k . c", "h16 must be one of");
    spoilt(". g . k . l . l . k . c", ". g . k . l . 0 . k . c", "h16 must be one of");
    spoilt("# # 5 #", "# # # #", "the map must show the circles 1 to 8");
    spoilt("# # 5 #", "# 6 5 #", "h10 draws a circle for the second time");
    spoilt("# # 5 #", "# . 5 #",
           "walls and circles take 35 places of the map and must take at least 36: the game has "
           "room for 156");
}

static void P5_wrong_armies_are_refused(void **state)
{
    (void)state;
    spoilt(". g . k", ". . . k", "must show 1 of g");
    spoilt(". g . k", ". c . k", "must show 1 of g");
    spoilt(". g . k", ". k . k", "must show 1 of g");
    spoilt(". C . K", ". . . K", "must show 1 of C");
    spoilt(". C . K", ". C . .", "must show 2 of K");
    spoilt("L . L . K . G", "L . . . K . G", "must show 2 of L");
    spoilt(". S . S", ". . . S", "must show 12 of S");
    spoilt("    s . s . s", "    s . s . .", "must show 12 of s");
    spoilt("    s . s", "    . s s", "b15 is not of the colour");
    spoilt(". G", "G .", "k1 is not of the colour");
}

static void P2_wrong_circles_and_lines_are_refused(void **state)
{
    (void)state;
    spoilt("S SW W NW N NE E SE\n", "S SW W NW N NE E\n", "8 names of one or two capital letters");
    spoilt("S SW W NW N NE E SE\n", "S SW W NW N NE E SE X\n", "8 names of one or two");
    spoilt("S SW W NW N NE E SE\n", "S SW W NW N NE E SEE\n", "8 names of one or two");
    spoilt("S SW W NW N NE E SE\n", "S SW W NW N NE E s\n", "8 names of one or two");
    spoilt("S SW W NW N NE E SE\n", "S SW W NW N NE E S1\n", "8 names of one or two");
    spoilt("S SW W NW N NE E SE\n", "S SW W NW N NE E S\n", "two circles have the same name");
    spoilt("    W E\n", "    W O\n", "a line goes from circle to circle or square");
    spoilt("    W E\n", "    W d6\n", "a line goes from circle to circle or square");
    spoilt("    W E\n", "    W c17\n", "a line goes from circle to circle or square");
    spoilt("    W E\n", "    W c5x\n", "a line goes from circle to circle or square");
    spoilt("    W E\n", "    W f6\n", "a line goes from circle to circle or square");
    spoilt("    W E\n", "    W W\n", "leads back to where it began");
    spoilt("    W E\n", "    a1 a2\n", "joins two squares");
    spoilt("    W E\n", "    W E W\n", "drawn twice");
    spoilt("    W E\n", "    S f5\n    W E\n", "drawn twice");
    spoilt("    W E\n", "    f5 S W E\n", "drawn twice");
    spoilt("    S SW W NW N NE E SE S\n    W E\n", "    S SW W\n    NW N NE E SE\n",
           "join all circles");
    spoilt("    W E\n", "    W E\n    NW S N\n    NE S E\n    S W\n", "more than 8 lines");
}

static void P3_wrong_exits_are_refused(void **state)
{
    (void)state;
    spoilt("f5 S g5", "f5 S", "two white and two black squares");
    spoilt("f5 S g5", "f5 S h5", "two white and two black squares");
    spoilt("f5 S g5", "e5 S g5", "two white and two black squares");
    spoilt("f5 S g5", "f5 S g5\n    e5 S", "two white and two black squares");
    spoilt("    f5 S g5\n", "", "two white and two black squares");
    spoilt("f5 S g5", "f5 S g5\n    c8 W c7", "two white and two black squares");
    spoilt("f5 S g5", "f4 S e5", "f4 has more than 8 squares and lines around it");
}

/* Any circles may have the exits, as many each as one likes. */
static void P3_exits_may_be_anywhere(void **state)
{
    static const char *const exits[][3] = {
        {"    f5 S h5\n    f12 N h12\n", "S", "S-SE S-SW S-f5 S-h5"},
        {"    e5 S f5\n    g5 S h5\n", "S", "S-SE S-SW S-e5 S-f5 S-g5 S-h5"},
        {"    f5 S\n    f12 N\n    c8 W\n    E j8\n", "S", "S-SE S-SW S-f5"},
        {"    f5 S\n    f12 N\n    c8 W\n    E j8\n", "E", "E-NE E-SE E-W E-j8"},
    };
    (void)state;
    for (size_t i = 0; i < BV_COUNT(exits); i++) {
        char *board = board_with("paris", "classique", "    f5 S g5\n    f12 N g12\n", exits[i][0]);
        struct session *s = session_on("paris", "", board);
        char men[80];
        snprintf(men, sizeof men, "+a13 +b14 +a15 +l13 +k14 +l15 @f16 %%%s Sl1", exits[i][1]);
        paris_at(s, men, "GB");
        char prefix[4];
        snprintf(prefix, sizeof prefix, "%s-", exits[i][1]);
        expect_menu_of(s, prefix, exits[i][2]);
        session_end(s);
        free(board);
    }
}

static void numbers_out_of_range_are_refused(void **state)
{
    (void)state;
    spoilt("soldiers-per-colour 3", "soldiers-per-colour 0", "a number from 1 to 6");
    spoilt("soldiers-per-colour 3", "soldiers-per-colour 7", "a number from 1 to 6");
    spoilt("storm-soldiers 2", "storm-soldiers 0", "a number from 1 to 8");
    spoilt("storm-officers 1", "storm-officers 9", "a number from 1 to 8");
    spoilt("\nofficers 6", "\nofficers 13", "a number from 1 to 12");
    spoilt("quiet-moves 200", "quiet-moves 0", "a number from 1 to 10000");
    spoilt("lift-moves 60", "lift-moves 0", "a number from 1 to 10000");
    spoilt("lift-moves 60\n", "", "'lift-moves' is missing");
    spoilt("all-moves 2000", "all-moves 10001", "a number from 1 to 10000");
    spoilt("all-moves 2000", "all-moves many", "a number from 1 to 10000");
}

/* A board with more lines than the built-in one, and other numbers. */
static void a_board_of_ones_own(void **state)
{
    char *board = board_with("paris", "classique", "    W E\n", "    W E S W\n    S N\n");
    struct session *s = session_on("paris", "", board);
    (void)state;
    paris_at(s, "+S @f16 %f15 +a13 +b14 +l13 +k14 +NE Sb1", "GB");
    expect_menu_of(s, "S-", "S-E S-N S-SE S-SW S-W S-f5 S-g5");
    paris_at(s, "%S @f16 +a13 +b14 +l13 +k14 +j15 +W KE Sb1", "GB");
    expect_menu_of(s, "S", "S-N S-SE S-SW S-f5 S-g5 SxE");
    paris_at(s, "@S %f16 +a13 +b14 +l13 +k14 +j15 +W KE Kf5 Sb1", "GB");
    expect_menu_of(s, "S", "S-N S-SE S-SW S-g5 SxE Sxf5");
    session_end(s);
    free(board);
    board = board_with("paris", "classique", "soldiers-per-colour 3", "soldiers-per-colour 1");
    s = session_on("paris", "", board);
    paris_at(s, "+S +a1 @SE %SW Sb1", "GB");
    expect_menu_of(s, "S-", "S-f5");
    session_end(s);
    free(board);
}

/* Whether terms can be made on that text; if so, the first turns of a game are sound. */
static void try_board(const char *text, union bv_tables *tables)
{
    struct bv_request request = bv_request_for(bv_game_named("paris"));
    struct bv_random random = bv_random_seeded(1871);
    struct bv_terms terms;
    struct bv_error error;
    union bv_state state;
    bv_action list[256];
    request.board_file = "test.board";
    request.board_text = text;
    if (!bv_terms_make(&request, &terms, tables, &error)) return;
    request.game->start(&terms, &state);
    for (int i = 0; i < 12 && !bv_is_over(&terms, &state); i++) {
        int seat = __builtin_ctz(request.game->to_act(&terms, &state));
        uint32_t count = request.game->legal(&terms, &state, seat, list);
        request.game->apply(&terms, &state, seat, list[bv_random_below(&random, count)], NULL);
        assert_null(request.game->check(&terms, &state));
    }
}

/* Changed anywhere, a board is refused or playable. */
static void no_board_does_harm(void **state)
{
    char *text = board_with("paris", "classique", "game paris", "game paris");
    union bv_tables *tables = calloc(1, sizeof *tables);
    (void)state;
    assert_non_null(tables);
    for (char *c = strstr(text, "a1 black"); *c; c++) {
        char kept = *c;
        for (const char *other = " .#8S"; *other; other++) {
            *c = *other;
            try_board(text, tables);
        }
        *c = '\0';
        try_board(text, tables);
        *c = kept;
    }
    free(tables);
    free(text);
}

/* ---- Position texts -------------------------------------------------------------------------------------- */

static void refused(const char *settings, const char *position, const char *message)
{
    struct session *s = paris_session(settings);
    struct bv_error error = {""};
    if (bv_position_read(&s->terms, bv_span_of(position), &s->state, &error))
        fail_msg("accepted: %s", position);
    if (!strstr(error.text, message)) fail_msg("'%s' instead of '%s'", error.text, message);
    session_end(s);
}

static void refused_men(const char *men, const char *fields, const char *message)
{
    refused("", paris_position(men, fields), message);
}

static void malformed_positions_are_refused(void **state)
{
    (void)state;
    refused("", "", "16 rows of 12");
    refused("", "garbage", "16 rows of 12");
    refused("", "............/............", "16 rows of 12");
    refused_men("Sb1 Gc3 Gc4", "GB", "16 rows of 12");
    refused_men("Sb1 +a1 +a2 +a3 +a4 +a5 +a6 +a7", "GB", "16 rows of 12");
    refused_men("Sb1 xc3", "GB", "16 rows of 12");
    refused_men("Sb1 oc3", "GB", "16 rows of 12");
    refused_men("Sb1 #c3", "GB", "16 rows of 12");
    refused_men("Sb1", "", "the turn is missing");
    refused_men("Sb1", "G", "the turn is missing");
    refused_men("Sb1", "W", "the turn is missing");
    refused_men("Sb1", "GB quiet", "after 'quiet'");
    refused_men("Sb1", "GB quiet=x", "wrong or unknown field");
    refused_men("Sb1", "GB quiet=99999", "wrong or unknown field");
    refused_men("Sb1", "GB phase=dance", "wrong or unknown field");
    refused_men("Sb1", "GB summoned=z9", "wrong or unknown field");
    refused_men("Sb1", "GB summoned=d6", "wrong or unknown field");
    refused_men("Sb1", "GB summoned=f6", "wrong or unknown field");
    refused_men("Sb1", "GB moves=5", "wrong or unknown field");
    refused_men("Sb1", "GB mood=5", "wrong or unknown field");
    refused_men("Sb1", "GB quiet=0", "needless or out of order");
    refused_men("Sb1", "GB moves=0", "needless or out of order");
    refused_men("Sb1", "GB phase=", "needless or out of order");
    refused_men("Sb1", "GB since=4 moves=8", "needless or out of order");
    refused_men("Sb1", "GB moves=8 since=4 since=4", "needless or out of order");
    refused_men("Sb1", "GB  moves=8", "wrong or unknown field");
    refused_men("Sb1", "GB moves=8 ", "needless or out of order");
}

static void unsound_positions_are_refused(void **state)
{
    (void)state;
    refused_men("Sa1", "GB", "wrong colour");
    refused_men("Lc1 Sb1", "GB", "wrong colour");
    refused_men("sb1", "GB", "wrong colour");
    refused_men("Sb1 GSE GE gN", "GB", "16 rows of 12");
    refused_men("Sb1 GSE", "GB", "the garrison is not complete");
    refused_men("Sb1 +a1 +b2 +c3 +d4", "GB", "too many garrison Soldiers on one colour");
    refused_men("Sb1", "GB phase=general", "not complete");
    refused_men("Sb1", "GB moves=8 quiet=4 since=2", "quiet for longer");
    refused_men("Sb1", "GB moves=8 since=9", "more moves since");
    refused_men("Sb1", "GB moves=400 quiet=200 since=200", "play beyond the limits");
    refused_men("Sb1", "GB moves=2000", "play beyond the limits");
    refused_men("Sb1", "B phase=summons", "nobody can be summoned");
    refused_men("Sb1 kc2 +d3", "GB phase=summons", "nobody can be summoned");
    refused_men("Sb1 kc4 +d3", "B phase=summons moved=c4", "not asked for");
    refused_men("Sb1 kc4 +d3", "B summoned=c4", "nobody can answer it");
    refused_men("Sb1 kc4 +d3", "GB summoned=b1", "that nobody can answer");
    refused_men("Kf5 Kg5 kf12 kg12 Sb1", "GB", "although it is decided");
    refused_men("Gc3", "GB", "although it is decided");
    refused_men("Sb1", "GB phase=stormed", "do not bear out");
    refused_men("Sb1", "GB phase=immobilised", "the garrison can move");
    refused_men("Sb1", "GB phase=stalemate", "the limits are not reached");
    refused_men("Gc3", "B phase=annihilated", "captured by no garrison");
    refused_men("Gc3", "GB phase=repetition", "decided before");
    refused("impasse=lifted", paris_position("Sb1", "GB moves=80 quiet=60 since=60"),
            "play beyond the limits");
    refused("impasse=lifted", paris_position("Sb1", "GB phase=lifted moves=80 quiet=59 since=60"),
            "the siege is not lifted");
    refused("summons=moved", paris_position("Sb1 kc4 +d3", "N phase=summons"), "nobody can");
    refused("summons=moved", paris_position("Sb1 kc4 +d3", "B phase=summons moved=c4"),
            "another army");
}

static void placing_is_checked(void **state)
{
    struct session *s = paris_session("");
    struct bv_error error = {""};
    char start[BV_POSITION_MAX], wrong[BV_POSITION_MAX + 32];
    struct bv_out out = bv_out_into(start, sizeof start);
    (void)state;
    s->terms.game->write(&s->terms, &s->state, &out);
    at(s, start);
    snprintf(wrong, sizeof wrong, "%s quiet=1 since=1", start);
    assert_false(bv_position_read(&s->terms, bv_span_of(wrong), &s->state, &error));
    snprintf(wrong, sizeof wrong, "%s", start);
    memcpy(strstr(wrong, ".S.S"), "..SS", 4);
    assert_false(bv_position_read(&s->terms, bv_span_of(wrong), &s->state, &error));
    snprintf(wrong, sizeof wrong, "%s", start);
    memcpy(strstr(wrong, ".G "), ".. ", 2);
    memcpy(strstr(wrong, "#o#"), "#G#", 3);
    assert_false(bv_position_read(&s->terms, bv_span_of(wrong), &s->state, &error));
    session_end(s);
}

/* Cut or changed anywhere, a position is refused or sound, never worse. */
static void no_text_does_harm(void **state)
{
    struct session *s =
        paris("summons=moved", "Sb1 kc4 +d3 @f5", "N phase=summons moved=c4 moves=7");
    struct bv_error error;
    char text[BV_POSITION_MAX];
    struct bv_out out = bv_out_into(text, sizeof text);
    (void)state;
    s->terms.game->write(&s->terms, &s->state, &out);
    for (size_t i = 0; i < out.length; i++)
        for (const char *c = "\x01 .#o/=G+@9\xff"; *c; c++) {
            char kept = text[i];
            union bv_state read;
            bv_position_read(&s->terms, (struct bv_span){text, i}, &read, &error);
            text[i] = *c;
            if (bv_position_read(&s->terms, bv_span_of(text), &read, &error))
                assert_null(s->terms.game->check(&s->terms, &read));
            text[i] = kept;
        }
    session_end(s);
}

/* ---- The drawing ----------------------------------------------------------------------------------------- */

static void the_drawing_shows_what_matters(void **state)
{
    struct session *s = paris_session("");
    (void)state;
    expect_drawn(s, "16  .  g  .  k  .  l  .  l  .  k  .  c  16\n");
    expect_fact(s, "G", "Place the General in the fortress.\n");
    play(s, "G=S");
    expect_fact(s, "G", "Place the Colonel in the fortress.\n");
    expect_drawn(s, "(@)S");
    paris_at(s, "Sb1 Kl1 kc4 +d3", "B moves=17 quiet=3 since=5");
    expect_fact(s, "B", "Besiegers: 2 white, 1 black, 1 Soldier, 2 officers,");
    expect_fact(s, "B", "17/2000 moves, 3/200 moves without progress\n");
    play(s, "l1-l2");
    expect_fact(s, "B",
                "You may summon the garrison to capture.\nIt could capture: black Captain c4.\n");
    expect_why(s, "B", "", "b1", "the garrison cannot capture it");
    expect_why(s, "B", "", "a1", "choose a piece that the garrison must capture");
    play(s, "!c4");
    expect_drawn(s, "!k!");
    expect_fact(s, "G",
                "Move a piece of the garrison.\nYou must capture the black Captain on c4 (summons) "
                "with: garrison Soldier d3.\n");
    expect_why(s, "G", "", "S", "must capture first (summons)");
    expect_why(s, "G", "d3", "e4", "must capture first (summons)");
    expect_why(s, "G", "d3", "d4", "out of reach");
    expect_why(s, "G", "", "b1", "the opponent's piece");
    expect_about(s, "G", "c4", "\"id\":\"summoned\"");
    expect_about(s, "G", "S", "2 Soldiers and 1 officer");
    paris_at(s, "Sb1 Kl1 kc4 +d3", "B");
    expect_fact(s, "B", "Move a white piece.\n");
    expect_why(s, "B", "", "c4", "the other army moves");
    expect_why(s, "B", "b1", "d3", "besiegers do not capture");
    paris_at(s, "Sc4 sc5 +d3 Kl1", "GB");
    expect_why(s, "G", "d3", "c4", "a protected piece");
    paris_at(s, "Kf5 Kg5 kf12 kg12 Sb1", "GB phase=immobilised");
    expect_drawn(s, "[K][K]");
    session_end(s);
}

int paris_board_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(P1_a_bad_map_is_refused),
        cmocka_unit_test(P2_wrong_circles_and_lines_are_refused),
        cmocka_unit_test(P3_wrong_exits_are_refused),
        cmocka_unit_test(P3_exits_may_be_anywhere),
        cmocka_unit_test(P5_wrong_armies_are_refused),
        cmocka_unit_test(numbers_out_of_range_are_refused),
        cmocka_unit_test(a_board_of_ones_own),
        cmocka_unit_test(no_board_does_harm),
        cmocka_unit_test(malformed_positions_are_refused),
        cmocka_unit_test(unsound_positions_are_refused),
        cmocka_unit_test(placing_is_checked),
        cmocka_unit_test(no_text_does_harm),
        cmocka_unit_test(the_drawing_shows_what_matters),
    };
    return cmocka_run_group_tests_name("paris: boards and texts", tests, NULL, NULL);
}
