/* The way in for tokens: found, refused with help, and never half played. */
#include "support.h"

#include <string.h>

#include "core/canvas.h"

static struct bv_error refuse(struct session *s, int seat, const char *token)
{
    struct bv_error error = {""};
    union bv_state before = s->state;
    assert_false(
        bv_try_token(&s->terms, &s->state, seat, bv_span_of(token), &s->past, &s->menu, &error));
    assert_memory_equal(&before, &s->state, sizeof before);
    return error;
}

static void a_wrong_token_gets_the_nearest_legal_ones(void **state)
{
    (void)state;
    struct session *s = session("chevaliers", "");
    struct bv_error error = refuse(s, 0, "d2-d9");
    assert_non_null(strstr(error.text, "'d2-d9' is not legal for S; nearest legal tokens: d2-d1"));
    error = refuse(s, 0, "\x07\x1b[2Jxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
    assert_non_null(strstr(error.text, "'??[2Jxxxxxx"));
    assert_non_null(strstr(error.text, "...'"));
    session_end(s);
}

static void a_seat_that_is_not_to_act_is_told_who_is(void **state)
{
    (void)state;
    struct session *s = session("chevaliers", "");
    assert_string_equal(refuse(s, 1, "d13-d14").text, "O is not to act now; to act: S");
    assert_string_equal(refuse(s, BV_CHANCE, "#1").text, "# is not to act now; to act: S");
    assert_string_equal(refuse(s, -1, "d13-d14").text, "there is no such seat");
    assert_string_equal(refuse(s, 2, "d13-d14").text, "there is no such seat");
    session_end(s);
}

static void an_action_of_a_program_is_checked_too(void **state)
{
    (void)state;
    struct bv_error error;
    struct session *s = session("chevaliers", "");
    bv_menu_make(&s->terms, &s->state, 0, &s->menu);
    bv_action good = s->menu.item[3].action;
    union bv_state before = s->state;
    assert_false(bv_try(&s->terms, &s->state, 0, ~good, &s->past, &s->menu, &error));
    assert_string_equal(error.text, "that action is not legal here");
    assert_false(bv_try(&s->terms, &s->state, 1, good, &s->past, &s->menu, &error));
    assert_memory_equal(&before, &s->state, sizeof before);
    assert_true(bv_try(&s->terms, &s->state, 0, good, &s->past, &s->menu, &error));
    assert_false(bv_state_same(s->terms.game, &before, &s->state));
    session_end(s);
}

static void chance_is_drawn_by_its_odds(void **state)
{
    (void)state;
    struct session *s = session("kriegspiel", "");
    struct bv_random random = bv_random_seeded(5);
    int first = 0;
    expect_to_act(s, "#");
    bv_menu_make(&s->terms, &s->state, BV_CHANCE, &s->menu);
    for (int i = 0; i < 10000; i++) first += bv_menu_draw(&s->menu, &random) == 0;
    assert_in_range(first, 4700, 5300);
    session_end(s);
}

static void options_that_do_not_exist_are_listed(void **state)
{
    (void)state;
    struct bv_error error;
    struct bv_request request = bv_request_for(bv_game_named("kriegspiel"));
    assert_false(bv_request_set(&request, bv_span_of("axis=up"), &error));
    assert_string_equal(error.text, "axis cannot be 'up'; its values are: forward both");
    assert_false(bv_request_set(&request, bv_span_of("gravity=on"), &error));
    assert_string_equal(error.text,
                        "kriegspiel has no rule option 'gravity'; its rule options are: "
                        "axis=forward|both field=standard|long quiet=count|draw");
    assert_false(bv_request_set(&request, bv_span_of(""), &error));
    static union bv_tables tables;
    struct bv_terms terms;
    request.seats = 4;
    assert_false(bv_terms_make(&request, &terms, &tables, &error));
    assert_string_equal(error.text, "kriegspiel is not played with seats=4; seats may be: 2 6");
}

static void a_canvas_prints_plain_and_in_colour(void **state)
{
    (void)state;
    static struct bv_canvas canvas;
    char text[256];
    bv_canvas_clear(&canvas, 4, 2);
    bv_draw(&canvas, 0, 0, "ab", (struct bv_style){BV_INK_RED, BV_INK_PLAIN, true});
    bv_draw(&canvas, 3, 1, "cd", (struct bv_style){0});
    bv_draw_rune(&canvas, 0, 1, 0x265e, 'N', (struct bv_style){0});
    bv_draw_rune(&canvas, 1, 1, 0xe9, 'e', (struct bv_style){0});
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_canvas_print(&canvas, false, &out);
    assert_string_equal(text, "ab\nNe c\n");
    out = bv_out_into(text, sizeof text);
    bv_canvas_print(&canvas, true, &out);
    assert_string_equal(text, "\x1b[0;1;31;49mab\x1b[0;39;49m  \x1b[0m\n"
                              "\x1b[0;39;49m\xe2\x99\x9e\xc3\xa9 c\x1b[0m\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrong_token_gets_the_nearest_legal_ones),
        cmocka_unit_test(a_seat_that_is_not_to_act_is_told_who_is),
        cmocka_unit_test(an_action_of_a_program_is_checked_too),
        cmocka_unit_test(chance_is_drawn_by_its_odds),
        cmocka_unit_test(options_that_do_not_exist_are_listed),
        cmocka_unit_test(a_canvas_prints_plain_and_in_colour),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
