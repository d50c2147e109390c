/* The opponent at Échec aux Chevaliers: what it must see, and what it must never do. */
#include "asking.h"

#include <stdlib.h>
#include <string.h>

#include "search/chevaliers/evaluation.h"
#include "search/chevaliers/player.h"
#include "search/levels.h"

#define EMPTY ". . . . . . .\n"
#define PONDS ". . ~ . ~ . .\n"

static struct asker asker(const struct session *s, uint64_t nodes)
{
    return asker_of(s, &chevaliers_player, nodes, 5);
}

static struct search_answer answer_of(const struct session *s, uint64_t nodes)
{
    return answer_to(s, &chevaliers_player, nodes, 5);
}

static void expect_answer(struct session *s, const char *token)
{
    struct search_answer answer = answer_of(s, 20000);
    assert_string_equal(token_of(s, &answer), token);
}

static void enters_an_open_castle(void **state)
{
    struct session *s = session("chevaliers", "");
    (void)state;
    drawn(s,
          EMPTY "k . . M . . .\n" EMPTY EMPTY PONDS EMPTY EMPTY EMPTY EMPTY PONDS EMPTY EMPTY EMPTY
                "m m m . m m m\n",
          "S 0");
    struct search_answer answer = answer_of(s, 20000);
    assert_string_equal(token_of(s, &answer), "d13-d14");
    assert_int_equal(answer.choice[0].score, 1000);
    assert_true(answer.line_length >= 2);
    session_end(s);
}

/* The Man on the castle must be captured at once (E16), and only one of two captures does that. */
static void captures_who_stands_on_the_castle(void **state)
{
    struct session *s = session("chevaliers", "");
    (void)state;
    drawn(s,
          EMPTY EMPTY EMPTY EMPTY PONDS EMPTY EMPTY "m m m . . . .\n" EMPTY PONDS ". . . . . . K\n"
                                                    ". . . . . . m\n" EMPTY ". . K m . . .\n",
          "S 0");
    expect_answer(s, "c1xe1");
    session_end(s);
}

/* Offers one Man to draw the last guard away from its castle (E14), and walks in. */
static void draws_a_guard_away(void **state)
{
    struct session *s = session("chevaliers", "");
    (void)state;
    drawn(s,
          EMPTY ". . M . k . .\n"
                ". . . . . . .\n"
                ". . . . . M .\n" PONDS EMPTY EMPTY EMPTY EMPTY PONDS EMPTY EMPTY EMPTY EMPTY,
          "S 0");
    struct search_answer answer = answer_of(s, 60000);
    assert_int_equal(answer.choice[0].score, 1000);
    session_end(s);
}

/* At the table a fault is called when that is better than letting it stand. */
static void calls_a_fault_that_pays(void **state)
{
    struct session *s = session("chevaliers", "oversight=table");
    (void)state;
    drawn(s,
          EMPTY ". . . M . . .\n" EMPTY EMPTY PONDS EMPTY EMPTY ". . . M . . .\n"
                ". . . m . . .\n" PONDS EMPTY ". . . m . . .\n" EMPTY EMPTY,
          "S 0");
    play(s, "d13-d14");
    /* Unless called, the Man on the castle wins; called back, it is not there yet. */
    expect_answer(s, "!");
    session_end(s);
}

static void same_question_same_answer(void **state)
{
    struct session *s = session("chevaliers", "");
    (void)state;
    struct search_answer first = answer_of(s, 30000);
    struct search_answer second = answer_of(s, 30000);
    assert_memory_equal(&first, &second, sizeof first);
    assert_true(first.nodes < 30100);
    assert_true(first.depth >= 3);
    assert_int_equal(first.choices, SEARCH_CHOICES);
    session_end(s);
}

static void answers_at_once_when_stopped(void **state)
{
    struct session *s = session("chevaliers", "");
    atomic_bool stop = true;
    (void)state;
    struct asker one = asker(s, 0);
    one.budget.stop = &stop;
    struct search_answer answer = asked(&one, s, s->terms.game->to_act(&s->terms, &s->state));
    assert_true(answer.choices >= 1);
    assert_true(answer.nodes <= 1000);
    free(one.mind);
    session_end(s);
}

/* Turning the board by 180 degrees and exchanging the sides turns the score. */
static void judges_both_sides_alike(void **state)
{
    struct session *s = session("chevaliers", "");
    (void)state;
    drawn(s,
          ". . k . . . .\n" EMPTY ". m . . . . .\n" EMPTY PONDS EMPTY ". M . . . . .\n" EMPTY EMPTY
          ". . ~ . ~ K .\n" EMPTY ". M . . . . .\n" EMPTY EMPTY,
          "S 0");
    int32_t silver = chevaliers_evaluate(&s->terms, &s->state, CHEVALIERS_SILVER);
    assert_int_equal(chevaliers_evaluate(&s->terms, &s->state, CHEVALIERS_GOLD), -silver);
    drawn(s,
          EMPTY EMPTY ". . . . . m .\n" EMPTY ". k ~ . ~ . .\n" EMPTY EMPTY
                      ". . . . . m .\n" EMPTY PONDS EMPTY ". . . . . M .\n" EMPTY ". . . . K . .\n",
          "O 0");
    assert_int_equal(chevaliers_evaluate(&s->terms, &s->state, CHEVALIERS_GOLD), silver);
    session_end(s);
}

/* ---- Whole games ------------------------------------------------------------------------------------------------ */

/* Partners are asked one at a time as well as together. */
static bv_seats some_of(bv_seats acting, struct bv_random *random)
{
    bv_seats some = acting & (bv_seats)bv_random_word(random);
    return some ? some : acting;
}

static void play_game(const char *settings, const struct level *level, uint64_t seed)
{
    struct session *s = session("chevaliers", settings);
    struct asker side[2] = {asker(s, level->nodes), asker(s, level->nodes)};
    struct bv_random random = bv_random_seeded(seed);
    bv_seats acting = 0;
    for (int ply = 0; (acting = s->terms.game->to_act(&s->terms, &s->state)) && ply < 80; ply++) {
        bv_seats seats = some_of(acting, &random);
        struct asker *one = &side[bv_side_of(&s->terms, __builtin_ctz(seats))];
        one->weakening = level->weakening;
        struct search_answer answer = asked(one, s, seats);
        for (uint32_t i = 0; i < answer.choices; i++) {
            assert_true(seats & bv_seat_bit(answer.choice[i].seat));
            assert_true(is_legal(s, answer.choice[i].seat, answer.choice[i].action));
            assert_in_range(answer.choice[i].score, 0, 1000);
        }
        assert_true(answer.line[0] == answer.choice[0].action);
        bv_apply(&s->terms, &s->state, answer.choice[0].seat, answer.choice[0].action, &s->past);
    }
    free(side[0].mind);
    free(side[1].mind);
    session_end(s);
}

static void always_answers_legally(void **state)
{
    static const char *const settings[] = {
        "",
        "men-capture=no-retreat",
        "obligation=any",
        "oversight=table",
        "oversight=table obligation=any seats=4",
        "men-capture=no-retreat seats=4",
    };
    const struct level *level = level_opponent_of(bv_game_named("chevaliers"))->level;
    struct level hasty = {.nodes = 1};
    (void)state;
    for (size_t i = 0; i < BV_COUNT(settings); i++) {
        play_game(settings[i], &hasty, i);
        play_game(settings[i], &level[i % 3], i);
        play_game(settings[i], &(struct level){.nodes = 300}, i);
    }
}

/* With a great advantage it neither dawdles nor repeats itself. */
static void wins_what_is_won(void **state)
{
    struct session *s = session("chevaliers", "");
    (void)state;
    drawn(s,
          EMPTY EMPTY EMPTY ". . . . . m .\n" PONDS EMPTY ". . . m . . .\n" EMPTY EMPTY PONDS
                            ". . K K . . .\n"
                            ". . M M M . .\n"
                            ". . . M . . .\n" EMPTY,
          "S 0");
    struct asker side[2] = {asker(s, 3000), asker(s, 3000)};
    bv_seats acting = 0;
    for (int ply = 0; (acting = s->terms.game->to_act(&s->terms, &s->state)) && ply < 80; ply++) {
        struct search_answer answer = asked(&side[s->state.chevaliers.side], s, acting);
        bv_apply(&s->terms, &s->state, answer.choice[0].seat, answer.choice[0].action, &s->past);
    }
    assert_int_equal(acting, 0);
    assert_int_equal(s->terms.game->result(&s->terms, &s->state).half_points[CHEVALIERS_SILVER], 2);
    free(side[0].mind);
    free(side[1].mind);
    session_end(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(enters_an_open_castle),
        cmocka_unit_test(captures_who_stands_on_the_castle),
        cmocka_unit_test(draws_a_guard_away),
        cmocka_unit_test(calls_a_fault_that_pays),
        cmocka_unit_test(same_question_same_answer),
        cmocka_unit_test(answers_at_once_when_stopped),
        cmocka_unit_test(judges_both_sides_alike),
        cmocka_unit_test(always_answers_legally),
        cmocka_unit_test(wins_what_is_won),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
