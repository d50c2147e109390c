/* Positions as text, the invariant checker, events and the drawing. */
#include "kriegspiel_tests.h"

#include <stdio.h>
#include <string.h>

#include "core/canvas.h"

/* The small field with one cell at c3 and the fields that follow. */
static const char *line(const char *cell, const char *fields)
{
    static char text[256];
    snprintf(text, sizeof text,
             "5s1............/............/......%s....../............/............5S7 %s", cell,
             fields);
    return text;
}

static void expect_bad(struct session *s, const char *position)
{
    struct bv_error error = {""};
    union bv_state read;
    if (bv_position_read(&s->terms, bv_span_of(position), &read, &error))
        fail_msg("accepted: %s", position);
    assert_true(error.text[0] != '\0');
}

static void a_wrong_position_is_refused(void **state)
{
    struct session *s = on_rows("");
    const char *const fields[] = {
        "",
        "F",
        "F ",
        "F move ",
        "F  move",
        "f move",
        "F walk",
        "- move",
        "F lots",
        "F move x",
        "F over",
        "F over quiet=39",
        "F move quiet=40",
        "F move quiet=0",
        "F move quiet=x",
        "F move quiet=1 quiet=1",
        "F move quiet=1 points=1,1,3",
        "F move points=4,5,3",
        "F move points=5,5,3",
        "F move points=4,5",
        "F move points=4,5,3,1",
        "F move points=4,5,2",
        "F fire points=0,0,0",
        "F move points=",
        "F move points",
        "F move moved=c3:1",
        "F move points=4,5,2 moved=c3:4",
        "F move points=4,5,2 moved=z9:1",
        "F move points=4,5,2 moved=a5:1",
        "F move points=4,5,2 moved=e1:1",
        "F move points=4,5,2 moved=c3",
        "F move given=c3=b2",
        "F move given=c3=c3",
        "F move given=c3=a5",
        "F move given=c3",
        "F move given=c3=e1,",
        "F move given=c3-e1",
        "F move given=e1=c3,e1=c3",
        "F fire given=c3=e1",
        "F move closed=soldiers",
        "F move fired=soldiers",
        "F fire fired=guns",
        "F fire fired=soldiers,soldiers",
        "F fire fired=cannons,soldiers",
        "F fire loss=1",
        "F fire fired=soldiers loss=2",
        "F fire fired=soldiers loss=1 quiet=1",
        "F fire shot=c3*a5",
        "F die",
        "F die fired=cannons shot=c3*a5",
        "F die fired=cannons shot=c3",
        "F die fired=cannons",
        "F die fired=cannons shot=b2*c3",
        "F move shot=c3*a5",
        "- lots quiet=1",
        "A lots",
        "- lots points=4,5,3",
        "F move  quiet=1",
    };
    (void)state;
    expect_bad(s, "");
    expect_bad(s, " ");
    for (size_t i = 0; i < BV_COUNT(fields); i++) expect_bad(s, line("4C9", fields[i]));
    at(s, line("4C9", "F move"));
    at(s, line("4C9", "F move points=4,5,2 moved=c3:1 given=e1=c3,c3=e1 quiet=3"));
    at(s, line("4C9", "- lots"));
    at(s, line("4C9", "F over quiet=40"));
    session_end(s);
}

static void a_wrong_field_is_refused(void **state)
{
    struct session *s = on_rows("");
    const char *const bad[] = {
        "5s1............/............/.............../............ F move",
        "5s1............/............/.............../............/............5S7/ F move",
        "5s1............/............/.............../............/............5S7/... F move",
        "5s1............/............/............../............/............5S7 F move",
        "5s1............/............/................/............/............5S7 F move",
        "5s1............/............/..................../............/............5S7 F move",
        "5s1............/............/............/............/............5S7 F move",
        "-s-............/............/.............../............/5s1.........5S7 F move",
        "-c............./............/.............../............/5s1.........5S7 F move",
        "-c-............/-c-........./.............../-c-........./5s1.........5S7 F move",
        "1c1............/-c-........./.............../-c-........./5s1.........5S7 F move",
        "1C1............/1C1........./.............../1C1........./5s1.........5S7 F move",
        "1C1............/............/.............../............/............5S7 F move",
        "5s1............/............/.............../............/............1C7 - lots",
        "5s1............/............/.............../............/............0C7 F move",
        "5s1............/............/.............../............/............-C- F move",
        "5s1............/............/.............../............/............1C7 A move",
        "5s1............/............/1C64c1........./............/............... F die "
        "fired=soldiers,cannons shot=a3*b3",
        "5s1............/............/1C64c1........./............/............... F fire "
        "fired=cannons",
        "5s1............/............/1C64c1........./............/............5S7 F over",
        "5s1............/............/1C6............/............/............... F over quiet=40",
    };
    (void)state;
    for (size_t i = 0; i < BV_COUNT(bad); i++) expect_bad(s, bad[i]);
    at(s, "5s1............/............/1C64c1........./............/............... F die "
          "fired=cannons shot=a3*b3");
    at(s, "5s1............/............/1C64c1........./............/............... F over");
    at(s, "5s1............/............/1C64c1........./............/............... F fire");
    session_end(s);
    s = on_rows("seats=6");
    expect_bad(s, line("4C9", "F move closed=cavalry"));
    expect_bad(s, line("4C9", "F move closed=soldiers,cannons"));
    expect_bad(s, line("4C9", "F over closed=soldiers quiet=40"));
    at(s, line("4C9", "F move closed=soldiers"));
    expect_to_act(s, "F.cannons");
    session_end(s);
}

/* A few bytes of a text changed at random. */
static void damage(char *text, struct bv_random *random)
{
    static const char bytes[] = "0123456789./ =,:-^*SRCsrcFAabcde\n";
    uint32_t length = (uint32_t)strlen(text);
    for (uint32_t i = 0; i <= bv_random_below(random, 4); i++)
        text[bv_random_below(random, length)] = bytes[bv_random_below(random, sizeof bytes - 1)];
}

/* What is read of a damaged text is refused, or sound and written just so again. */
static void damaged_texts_do_no_harm(void **state)
{
    struct session *s = on_rows("seats=6");
    struct bv_random random = bv_random_seeded(5);
    struct bv_error error;
    (void)state;
    for (int i = 0; i < 20000; i++) {
        char text[512];
        snprintf(text, sizeof text, "%s",
                 i % 2 ? line("4C9", "F move points=4,5,2 moved=c3:1 given=c3=e1 closed=cannons")
                       : line("5s9", "F die closed=soldiers fired=soldiers shot=c3*e5 quiet=3"));
        damage(text, &random);
        if (bv_position_read(&s->terms, bv_span_of(text), &s->state, &error)) at(s, text);
    }
    session_end(s);
}

static void damaged_boards_do_no_harm(void **state)
{
    static union bv_tables tables;
    struct bv_random random = bv_random_seeded(6);
    struct bv_request request = bv_request_for(bv_game_named("kriegspiel"));
    struct bv_terms terms;
    struct bv_error error;
    (void)state;
    for (int i = 0; i < 5000; i++) {
        char text[512];
        snprintf(text, sizeof text, "%s", i % 2 ? kriegspiel_small_rows : kriegspiel_small_columns);
        damage(text, &random);
        request.board_file = "test.board";
        request.board_text = text;
        if (!bv_terms_make(&request, &terms, &tables, &error))
            assert_int_equal(strncmp(error.text, "test.board:", 11), 0);
    }
}

/* Every damage to a sound state is seen. */
static void the_checker_sees_what_is_wrong(void **state)
{
    struct session *s = on_rows("seats=6");
    struct kriegspiel_state *k = &s->state.kriegspiel;
    union bv_state sound;
    (void)state;
    at(s, "5s14s1........./............/4C64C1........./............/2R9.........5S7 F move "
          "points=4,5,2 moved=a3:1 given=a3=b3 quiet=2");
    sound = s->state;
#define SEEN(damage)                                                                               \
    do {                                                                                           \
        s->state = sound;                                                                          \
        damage;                                                                                    \
        if (!s->terms.game->check(&s->terms, &s->state)) fail_msg("not seen: %s", #damage);        \
    } while (0)
    SEEN(k->side = 2);
    SEEN(k->phase = KRIEGSPIEL_PHASES);
    SEEN(k->zero[2] = 1);
    SEEN(k->plates[0][KRIEGSPIEL_SOLDIERS] = 7);
    SEEN(k->plates[0][KRIEGSPIEL_SOLDIERS] = 0);
    SEEN(k->plates[0][KRIEGSPIEL_CAVALRY] = 2);
    SEEN(k->plate[0][5] = 1);
    SEEN(k->plate[1][0] = k->plate[1][1]);
    SEEN(k->plate[0][0] += 1);
    SEEN(k->plate[0][0] &= 0xfff8);
    SEEN(k->plate[0][0] |= KRIEGSPIEL_FACING_MASK);
    SEEN(k->plate[0][0] |= 1 << KRIEGSPIEL_MOVED_AT);
    SEEN(k->plate[1][0] |= 1 << KRIEGSPIEL_MOVED_AT);
    SEEN(k->plate[0][0] |= 0xff00);
    SEEN(k->field[7] = KRIEGSPIEL_PLATE);
    SEEN(k->field[7] = KRIEGSPIEL_PLATE | 3);
    SEEN(k->field[7] = 0x0f);
    SEEN(k->field[7] = KRIEGSPIEL_NO_HEX);
    SEEN(k->field[7] = KRIEGSPIEL_WRECK);
    SEEN(k->field[142] = KRIEGSPIEL_WRECK | 1);
    SEEN(k->field[KRIEGSPIEL_OUTSIDE] = KRIEGSPIEL_EMPTY);
    SEEN(k->points[0] = 5);
    SEEN(k->points[2] = 1);
    SEEN(k->given[0] = 1);
    SEEN(k->given[0] = 2);
    SEEN(k->given[3] = 1);
    SEEN(k->given[8] = 2);
    SEEN(k->fired = 1);
    SEEN(k->fired = 8);
    SEEN(k->loss = 1);
    SEEN(k->quiet = 40);
    SEEN(k->shot_to = 1);
    SEEN(k->shot_at = 1);
    SEEN(k->acting = 0);
    SEEN(k->acting = 8);
    SEEN(k->phase = KRIEGSPIEL_FIRE);
    SEEN(k->phase = KRIEGSPIEL_DIE);
    SEEN(k->phase = KRIEGSPIEL_OVER);
    SEEN((k->phase = KRIEGSPIEL_DIE, k->shot_at = 200));
    SEEN(k->phase = KRIEGSPIEL_LOTS);
#undef SEEN
    session_end(s);
}

/* ---- Events ---------------------------------------------------------------------------------- */

/* Plays a token and says what happened: `kind(from,to,amount)` for each event. */
static void expect_events(struct session *s, const char *token, const char *wanted)
{
    static const char *const names[] = {
        [BV_EVENT_MOVED] = "moved",   [BV_EVENT_TURNED] = "turned",
        [BV_EVENT_FIRED] = "fired",   [KRIEGSPIEL_EVENT_TRANSFERRED] = "gave",
        [BV_EVENT_ROLLED] = "rolled", [BV_EVENT_LOST] = "lost",
        [BV_EVENT_MISSED] = "missed", [BV_EVENT_DESTROYED] = "destroyed",
        [BV_EVENT_PASSED] = "passed", [BV_EVENT_TURN] = "turn",
        [BV_EVENT_OVER] = "over",
    };
    struct bv_event list[BV_EVENTS_MAX];
    struct bv_error error;
    union bv_state before = s->state;
    bv_action action;
    char text[256] = "";
    bv_seats who = s->terms.game->to_act(&s->terms, &s->state);
    int seat = __builtin_ctz(who);
    if (!bv_token_action(&s->terms, &s->state, seat, bv_span_of(token), &s->menu, &action, &error))
        fail_msg("%s", error.text);
    play(s, token);
    uint32_t count = s->terms.game->events(&s->terms, &before, seat, action, &s->state, list);
    for (uint32_t i = 0; i < count; i++) {
        size_t length = strlen(text);
        assert_int_equal(list[i].audience, BV_EVERYBODY);
        assert_non_null(names[list[i].kind]);
        snprintf(text + length, sizeof text - length, "%s%s(%d,%d,%d,%d,%d)", i ? " " : "",
                 names[list[i].kind], list[i].side, list[i].piece, list[i].from, list[i].to,
                 list[i].amount);
    }
    assert_string_equal(text, wanted);
}

static void events_say_what_happened(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    expect_events(s, "#F", "rolled(0,0,-1,-1,0) turn(0,0,-1,-1,1)");
    expect_events(s, "c1^NE", "turned(0,0,-1,2,0)");
    expect_events(s, "c1>", "turned(0,0,-1,2,1)");
    expect_events(s, ".", "passed(0,0,-1,-1,0) turn(0,0,-1,-1,2)");
    expect_events(s, ".", "passed(0,0,-1,-1,0) turn(1,0,-1,-1,1)");
    drawn(s,
          "... ... ... ... ...\n"
          "  ... ... ... ...\n"
          "2S6 2C6 ... 5S6 1s1\n"
          "  2R6 4c9 ... ...\n"
          "4C6 1c4 ... ... ...\n",
          "F move");
    expect_events(s, "a3=b3:2", "gave(0,0,9,10,2)");
    expect_events(s, "b3-c3", "moved(0,2,10,11,0)");
    expect_events(s, ".", "passed(0,0,-1,-1,0) turn(0,0,-1,-1,2)");
    expect_events(s, "a2*b2", "fired(0,1,5,6,0)");
    expect_events(s, "#4", "rolled(0,0,-1,-1,4) lost(1,2,-1,6,1)");
    expect_events(s, "a1*b1", "fired(0,2,0,1,0)");
    expect_events(s, "#5", "rolled(0,0,-1,-1,5) lost(1,2,-1,1,1) destroyed(1,2,-1,1,0)");
    expect_events(s, "d3*e3", "fired(0,0,12,13,0)");
    expect_events(s, "#0", "rolled(0,0,-1,-1,0) missed(1,0,-1,13,0)");
    expect_events(s, ".", "passed(0,0,-1,-1,0) turn(1,0,-1,-1,1)");
    drawn(s,
          "... ... ... ... ...\n"
          "  ... ... ... ...\n"
          "... ... ... 5S6 1s1\n"
          "  ... ... ... ...\n"
          "... ... ... ... ...\n",
          "F fire");
    expect_events(s, "d3*e3", "fired(0,0,12,13,0)");
    expect_events(s, "#2", "rolled(0,0,-1,-1,2) lost(1,0,-1,13,1) over(0,0,-1,-1,0)");
    session_end(s);
}

/* ---- Drawing --------------------------------------------------------------------------------- */

static void expect_drawing(struct session *s, const char *wanted)
{
    static struct bv_canvas canvas;
    static char text[1 << 14];
    struct bv_out out = bv_out_into(text, sizeof text);
    s->terms.game->draw(&s->terms, &s->state, &canvas);
    bv_canvas_print(&canvas, false, &out);
    assert_false(out.cut);
    assert_string_equal(text, wanted);
}

static void the_field_is_drawn(void **state)
{
    struct session *s = on_rows("");
    (void)state;
    drawn(s,
          "5s1 ... ... ... ...\n"
          "  ... ... -c- ...\n"
          "... ... 4C6 ... ...\n"
          "  ... 2R^ ... ...\n"
          "-C- ... ... ... ...\n",
          "F move points=4,5,2 moved=c3:1 quiet=3");
    expect_fact(s, "F",
                "Movements left: soldiers 4, cavalry 5, cannons 2.\n"
                "Each plate first turns left or right, free of cost.\n");
    expect_why(s, "F", "", "a1", "a destroyed cannon");
    expect_why(s, "F", "", "a5", "the opponent's piece");
    expect_why(s, "F", "b2", "b3", "give it a facing first");
    expect_why(s, "F", "c3", "c4", "occupied");
    expect_why(s, "F", "c3", "b3", "one step, straight ahead");
    expect_about(s, "F", "b2", "5 movements a turn for all cavalry");
    expect_fact(s, "F", "the English: 5 figures, 1 plate of soldiers,");
    expect_fact(s, "F", "3/40 turns without a loss\n");
    expect_drawing(s, " .--'--.--'--.--'--.--'--.--'--.\n"
                      " |5s SW|     |     |     |     |\n"
                      " | a5  | b5  | c5  | d5  | e5  |\n"
                      " '--.--'--.--'--.--'--.--'--.--'\n"
                      "    |     |     |xc x |     |\n"
                      "    | a4  | b4  | c4  | d4  |\n"
                      " .--'--.--'--.--'--.--'--.--'--.\n"
                      " |     |     |4C E |     |     |\n"
                      " | a3  | b3  | c3  | d3  | e3  |\n"
                      " '--.--'--.--'--.--'--.--'--.--'\n"
                      "    |     |2R ^ |     |     |\n"
                      "    | a2  | b2  | c2  | d2  |\n"
                      " .--'--.--'--.--'--.--'--.--'--.\n"
                      " |xC x |     |     |     |     |\n"
                      " | a1  | b1  | c1  | d1  | e1  |\n"
                      " '--.--'--.--'--.--'--.--'--.--'\n");
    session_end(s);
    s = on_columns("");
    drawn(s,
          "5s2     ...     ...\n"
          "... 1r3 ... ... ...\n"
          "... ... 4C8 ... ...\n"
          "... ... ... ... ...\n"
          "... ... ... ... ...\n",
          "A fire fired=cavalry");
    expect_fact(s, "A", "No shot possible: end the phase.\n");
    expect_why(s, "A", "", "b4", "this arm has fired");
    expect_why(s, "A", "", "a5", "no target ahead");
    expect_why(s, "A", "", "c3", "the opponent's piece");
    expect_fact(s, "A", "1/1 shot of soldiers, 0/1 shot of cavalry, 1/1 shot of cannons\n");
    expect_drawing(s, "  _____       _____       _____\n"
                      " /5s S \\_____/     \\_____/     \\\n"
                      " \\_a5__/1r SE\\_c5__/     \\_e5__/\n"
                      " /     \\_b4__/     \\_d4__/     \\\n"
                      " \\_a4__/     \\_c4__/     \\_e4__/\n"
                      " /     \\_b3__/4C N \\_d3__/     \\\n"
                      " \\_a3__/     \\_c3__/     \\_e3__/\n"
                      " /     \\_b2__/     \\_d2__/     \\\n"
                      " \\_a2__/     \\_c2__/     \\_e2__/\n"
                      " /     \\_b1__/     \\_d1__/     \\\n"
                      " \\_a1__/     \\_c1__/     \\_e1__/\n");
    s->terms.game->start(&s->terms, &s->state);
    expect_to_act(s, "#");
    session_end(s);
}

int kriegspiel_text_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrong_position_is_refused),
        cmocka_unit_test(a_wrong_field_is_refused),
        cmocka_unit_test(damaged_texts_do_no_harm),
        cmocka_unit_test(damaged_boards_do_no_harm),
        cmocka_unit_test(the_checker_sees_what_is_wrong),
        cmocka_unit_test(events_say_what_happened),
        cmocka_unit_test(the_field_is_drawn),
    };
    return cmocka_run_group_tests_name("kriegspiel: text", tests, NULL, NULL);
}
