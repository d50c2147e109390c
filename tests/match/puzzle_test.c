/* Puzzles: what stands out is found and holds, what does not is neither. */
#include "support.h"

#include <stdlib.h>

#include "match/puzzle_search.h"

/* A charge of Silver's wins; no other move does. */
static const char charge[] = "....k../....M../...k.../......./..~M~../KM...../..M..../.K....M/"
                             "....M../..~.~../......./......./"
                             "......./....... S 0";

static struct search_option option_named(struct session *s, const char *token)
{
    struct bv_error error;
    struct search_option option = {0};
    int seat = __builtin_ctz(s->terms.game->to_act(&s->terms, &s->state));
    option.seat = (uint8_t)seat;
    if (!bv_token_action(&s->terms, &s->state, seat, bv_span_of(token), &s->menu, &option.action,
                         &error))
        fail_msg("%s: %s", token, error.text);
    return option;
}

static void a_puzzle_is_found_and_holds(void **state)
{
    (void)state;
    struct session *s = session("chevaliers", "");
    struct puzzle_setter *setter = puzzle_setter_open(&s->terms);
    struct puzzle puzzle;
    at(s, charge);
    assert_true(puzzle_find(setter, &s->state, &puzzle));
    assert_int_equal(puzzle.kind, PUZZLE_WIN);
    assert_int_equal(puzzle.score, 1000);
    assert_int_equal(puzzle.step[0].choices, 1);
    assert_true(puzzle.step[0].choice[0].action == option_named(s, "b7~d11xd13").action);
    assert_true(puzzle_holds(setter, &puzzle, 0));
    assert_in_range(puzzle.grade, 1, PUZZLE_GRADES);
    puzzle_setter_close(setter);
    session_end(s);
}

static void another_move_is_no_solution(void **state)
{
    (void)state;
    struct session *s = session("chevaliers", "");
    struct puzzle_setter *setter = puzzle_setter_open(&s->terms);
    struct puzzle puzzle = {.steps = 1};
    at(s, charge);
    bv_state_copy(s->terms.game, &puzzle.position, &s->state);
    puzzle.step[0].choices = 1;
    puzzle.step[0].choice[0] = option_named(s, "g7-g8");
    assert_false(puzzle_holds(setter, &puzzle, 0));
    /* Nor is it as good as the one that is. */
    puzzle.step[0].choices = 2;
    puzzle.step[0].choice[1] = puzzle.step[0].choice[0];
    puzzle.step[0].choice[0] = option_named(s, "b7~d11xd13");
    assert_false(puzzle_holds(setter, &puzzle, 0));
    puzzle_setter_close(setter);
    session_end(s);
}

static void nothing_stands_out_at_the_start(void **state)
{
    (void)state;
    struct session *s = session("chevaliers", "");
    struct puzzle_setter *setter = puzzle_setter_open(&s->terms);
    struct puzzle puzzle;
    assert_false(puzzle_find(setter, &s->state, &puzzle));
    puzzle_setter_close(setter);
    session_end(s);
}

static void mirrored_positions_are_alike(void **state)
{
    (void)state;
    struct session *s = session("chevaliers", "");
    at(s, charge);
    uint64_t likeness = puzzle_likeness(&s->terms, &s->state);
    /* Left and right exchanged. */
    at(s, "..k..../..M..../...k.../......./..~M~../.....MK/....M../M....K./..M..../..~.~../......./"
          "......./......./....... S 0");
    assert_true(puzzle_likeness(&s->terms, &s->state) == likeness);
    /* The sides exchanged. */
    at(s, "......./......./......./......./..~.~../..m..../m....k./....m../.....mk/..~m~../......./"
          "...K.../..m..../..K.... O 0");
    assert_true(puzzle_likeness(&s->terms, &s->state) == likeness);
    /* A man on another row. */
    at(s, "....k../....M../...k.../......./..~M~../KM...../..M..../.K...../....M.M/..~.~../......./"
          "......./......./....... S 0");
    assert_true(puzzle_likeness(&s->terms, &s->state) != likeness);
    session_end(s);
}

static void only_secrets_are_hidden(void **state)
{
    (void)state;
    struct session *s = session("chevaliers", "");
    assert_false(assess_hides(&s->terms, &s->state, 0));
    session_end(s);
    s = session("chars", "");
    play(s, "V: A=28");
    assert_true(assess_hides(&s->terms, &s->state, 1));
    session_end(s);
}

static void a_search_puzzles_is_mixed_and_always_the_same(void **state)
{
    (void)state;
    struct session *s = session("kriegspiel", "");
    struct puzzle_search first = {.terms = &s->terms, .games = 4, .seed = 7};
    struct puzzle_search second = first;
    assert_true(puzzle_search_run(&first));
    assert_true(puzzle_search_run(&second));
    assert_int_equal(first.puzzles, second.puzzles);
    assert_true(first.puzzles > 0);
    uint32_t chosen = puzzle_search_choose(&first, 100);
    assert_int_equal(chosen, first.puzzles);
    assert_int_equal(puzzle_search_choose(&second, 100), chosen);
    for (uint32_t i = 0; i < chosen; i++) {
        assert_true(
            bv_state_same(s->terms.game, &first.puzzle[i].position, &second.puzzle[i].position));
        assert_int_equal(first.puzzle[i].grade, second.puzzle[i].grade);
        if (i) assert_true(first.puzzle[i - 1].grade <= first.puzzle[i].grade);
    }
    free(first.puzzle);
    free(second.puzzle);
    session_end(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_puzzle_is_found_and_holds),
        cmocka_unit_test(another_move_is_no_solution),
        cmocka_unit_test(nothing_stands_out_at_the_start),
        cmocka_unit_test(mirrored_positions_are_alike),
        cmocka_unit_test(only_secrets_are_hidden),
        cmocka_unit_test(a_search_puzzles_is_mixed_and_always_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
