/* Tokens as points to touch: whatever is legal can be reached by hand, in every game. */
#include "tui/gesture.h"

#include <stdlib.h>
#include <string.h>

#include "support.h"

static struct board board;
static struct choices choices;

static void look_at(struct session *s, int seat)
{
    union bv_state view;
    bv_view(&s->terms, &s->state, seat, &view);
    board_draw(&board, &s->terms, &view, false);
    assert_true(choices_make(&choices, &s->terms, &view, bv_seat_bit(seat), &board));
}

static const struct choice *choice_of(const struct session *s, const char *token)
{
    uint32_t found = choices_find(&choices, &s->terms, bv_span_of(token));
    assert_true(found != UINT32_MAX);
    return &choices.list[found];
}

static void expect_points(const struct session *s, const char *token, const char *names)
{
    const struct choice *choice = choice_of(s, token);
    char text[128];
    struct bv_out out = bv_out_into(text, sizeof text);
    for (int i = 0; i < choice->points; i++) {
        if (i) bv_put_char(&out, ' ');
        s->terms.game->point(&s->terms, choice->point[i], &out);
    }
    assert_string_equal(text, names);
}

static void a_token_names_its_points(void **state)
{
    (void)state;
    struct session *s = session("chevaliers", "");
    look_at(s, 0);
    expect_points(s, "d2~f2", "d2 f2");
    expect_points(s, "a4-b5", "a4 b5");
    session_end(s);
    s = session("kriegspiel", "");
    play(s, "#F");
    look_at(s, 0);
    expect_points(s, "b2^NW", "b2");
    expect_points(s, ".", "");
    session_end(s);
    s = session("paris", "");
    look_at(s, 0);
    expect_points(s, "G=SE", "SE");
    session_end(s);
}

static void what_is_set_down_is_no_point(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    look_at(s, 0);
    expect_points(s, "A=11", "11");
    play(s, "V: A=11 B=23 C=35");
    look_at(s, 0);
    expect_points(s, "1=10", "10"); /* rank 1, not square 1 */
    session_end(s);
}

static bool holds(const uint32_t *list, uint32_t count, uint32_t wanted)
{
    for (uint32_t i = 0; i < count; i++)
        if (list[i] == wanted) return true;
    return false;
}

/* Touches the points of a choice one after the other, and the last again if it could go on. */
static bool is_reached(uint32_t wanted, uint32_t *list)
{
    struct gesture gesture = {0};
    const struct choice *choice = &choices.list[wanted];
    for (int i = 0; i < choice->points; i++)
        if (holds(list, gesture_touch(&gesture, &choices, choice->point[i], list), wanted))
            return true;
    int last = choice->point[choice->points - 1];
    return holds(list, gesture_touch(&gesture, &choices, last, list), wanted);
}

static void every_choice_is_reached(void **state)
{
    enum { PLIES = 250, SAMPLE = 40 };
    (void)state;
    for (size_t game = 0; game < bv_game_count; game++) {
        struct session *s = session(bv_games[game]->id, "");
        struct bv_random random = bv_random_seeded(game + 1);
        for (int ply = 0; ply < PLIES && !bv_is_over(&s->terms, &s->state); ply++) {
            bv_seats acting = s->terms.game->to_act(&s->terms, &s->state);
            int seat = __builtin_ctz(acting);
            if (seat != BV_CHANCE) {
                look_at(s, seat);
                uint32_t *list = malloc(choices.count * sizeof *list);
                for (int i = 0; i < SAMPLE; i++) {
                    uint32_t wanted = bv_random_below(&random, choices.count);
                    if (choices.list[wanted].points) assert_true(is_reached(wanted, list));
                }
                free(list);
            }
            bv_menu_make(&s->terms, &s->state, seat, &s->menu);
            uint32_t drawn = bv_menu_draw(&s->menu, &random);
            bv_apply(&s->terms, &s->state, seat, s->menu.item[drawn].action, &s->past);
        }
        session_end(s);
    }
}

static void the_arrows_lead_everywhere(void **state)
{
    (void)state;
    for (size_t game = 0; game < bv_game_count; game++) {
        static const int ways[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
        struct session *s = session(bv_games[game]->id, "");
        bool reached[BOARD_POINTS_MAX] = {false};
        bool more = true;
        board_draw(&board, &s->terms, &s->state, false);
        int begin = board_step(&board, BV_NOWHERE, 0, 0);
        assert_true(begin >= 0);
        reached[begin] = true;
        while (more) {
            more = false;
            for (int point = 0; point < board.points; point++)
                for (int way = 0; reached[point] && way < 4; way++) {
                    int next = board_step(&board, point, ways[way][0], ways[way][1]);
                    if (!reached[next]) more = true;
                    reached[next] = true;
                }
        }
        for (int point = 0; point < board.points; point++)
            assert_int_equal(reached[point], board.point[point].drawn);
        session_end(s);
    }
}

static void marks_show_what_a_touch_does(void **state)
{
    (void)state;
    struct session *s = session("chevaliers", "");
    unsigned marks[BOARD_POINTS_MAX];
    struct gesture gesture = {0};
    look_at(s, 0);
    uint32_t *list = malloc(choices.count * sizeof *list);
    int d2 = choice_of(s, "d2~f2")->point[0];
    int f2 = choice_of(s, "d2~f2")->point[1];
    gesture_marks(&gesture, &choices, marks, board.points);
    assert_true(marks[d2] & MARK_MOVABLE);
    assert_false(marks[f2] & (MARK_MOVABLE | MARK_NEXT));
    assert_int_equal(gesture_touch(&gesture, &choices, d2, list), 0);
    gesture_marks(&gesture, &choices, marks, board.points);
    assert_true(marks[d2] & MARK_HELD);
    assert_true(marks[f2] & MARK_NEXT);
    /* Touched where nothing can be meant, it is let go. */
    assert_int_equal(gesture_touch(&gesture, &choices, board.points - 1, list), 0);
    assert_int_equal(gesture.count, 0);
    free(list);
    session_end(s);
}

/* Paths to one square that differ in nothing else are one choice; a secret is never looked into for that. */
static void ways_of_one_effect_are_one(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    look_at(s, 0);
    uint32_t list[2] = {0, 1};
    assert_int_equal(choices_merge(&choices, &s->terms, &s->state, list, 2), 2);
    session_end(s);
    s = session("chevaliers", "");
    look_at(s, 0);
    list[0] = list[1] = 3;
    assert_int_equal(choices_merge(&choices, &s->terms, &s->state, list, 2), 1);
    session_end(s);
}

static int leave(void **state)
{
    (void)state;
    choices_free(&choices);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_token_names_its_points),
        cmocka_unit_test(what_is_set_down_is_no_point),
        cmocka_unit_test(every_choice_is_reached),
        cmocka_unit_test(the_arrows_lead_everywhere),
        cmocka_unit_test(marks_show_what_a_touch_does),
        cmocka_unit_test(ways_of_one_effect_are_one),
    };
    return cmocka_run_group_tests(tests, NULL, leave);
}
