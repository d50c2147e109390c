/* The opponent at Les Belligérants: what it must see, how it negotiates, how it sets up its camp. */
#include "asking.h"

#include <stdlib.h>
#include <string.h>

#include "search/belligerants/judge.h"
#include "search/belligerants/player.h"

#define EMPTY ". . . . . . . . . . . . .\n"
#define EMPTY3 EMPTY EMPTY EMPTY
#define EMPTY6 EMPTY3 EMPTY3

static struct asker asker(const struct session *s, uint64_t nodes, uint64_t seed)
{
    return asker_of(s, &belligerants_player, nodes, seed);
}

static struct search_answer answer_of(const struct session *s, uint64_t nodes)
{
    return answer_to(s, &belligerants_player, nodes, 3);
}

static void expect_answer(const struct session *s, const char *token)
{
    struct search_answer answer = answer_of(s, 5000);
    assert_string_equal(token_of(s, &answer), token);
}

/* ---- Moves ------------------------------------------------------------------------------------ */

static void takes_the_staff(void **state)
{
    struct session *s = session("belligerants", "");
    (void)state;
    drawn(s,
          "s . . . . . . . . . . . .\n" EMPTY3 EMPTY
          ". . X . . e . . . . . . .\n" EMPTY6 EMPTY EMPTY ". . . . . . . . . . . . S\n",
          "J move die=3");
    expect_answer(s, "c10xf10");
    assert_true(answer_of(s, 1).choice[0].score > 500);
    session_end(s);
}

/* On the Devil a cannon is worth more in use than in prison (B16). */
static void keeps_what_it_takes_in_use(void **state)
{
    struct session *s = session("belligerants", "");
    (void)state;
    drawn(s,
          "s d . . . . . . . . . . .\n"
          "e m . . . . . . . . . . .\n"
          ". . . . . . B . c . . . .\n" EMPTY3 EMPTY6 ". . . . . . . . . . . E .\n"
          ". . . . . . . . . . . O .\n"
          ". . . . . . . . . . . D .\n",
          "J move die=D");
    struct search_answer answer = answer_of(s, 5000);
    const char *token = token_of(s, &answer);
    assert_true(token[strlen(token) - 1] == '+');
    session_end(s);
}

static void ends_a_game_that_is_won(void **state)
{
    struct session *s = session("belligerants", "");
    (void)state;
    drawn(s,
          "E . . . . . . . . . . . .\n" EMPTY EMPTY ". . . T . . . . . . . . .\n" EMPTY3 EMPTY
          ". . . . . o . . . . . . .\n" EMPTY6,
          "J move die=1");
    struct search_answer answer = answer_of(s, 5000);
    assert_string_equal(token_of(s, &answer), "d12-c13");
    assert_int_equal(answer.choice[0].score, 1000);
    session_end(s);
}

/* With less inside than the enemy the last pawn had better stay out, and hope. */
static void does_not_end_a_game_that_is_lost(void **state)
{
    struct session *s = session("belligerants", "");
    (void)state;
    drawn(s,
          "S . . . . . . . . . . . .\n" EMPTY EMPTY ". . . S . . . . . . . . .\n" EMPTY EMPTY EMPTY6
          ". . . . . . . . . . . . .\n"
          ". . . o . . . . . . . . .\n"
          ". . . . . . . . . . . . e\n",
          "J move die=1");
    struct search_answer answer = answer_of(s, 5000);
    assert_string_not_equal(token_of(s, &answer), "d12-c13");
    session_end(s);
}

/* Compulsion (B15): the enemy picks the best of those that could have taken. */
static void picks_the_dearest_forfeit(void **state)
{
    struct session *s = session("belligerants", "");
    (void)state;
    drawn(s,
          "s . . . . . . . . . . . .\n" EMPTY3 EMPTY
          ". . S . . s . . T . . . .\n" EMPTY6 EMPTY EMPTY ". . . . . S . . . . . . .\n",
          "J move die=3");
    play(s, "f1-f4");
    expect_answer(s, "!i10");
    session_end(s);
}

static void answers_at_once_when_stopped(void **state)
{
    struct session *s = session("belligerants", "");
    struct asker one = asker(s, 0, 1);
    atomic_bool stop = true;
    (void)state;
    one.budget.stop = &stop;
    drawn(s,
          "s . . . . . . . . . . . .\n" EMPTY3 EMPTY
          ". . X . . e . . . . . . .\n" EMPTY6 EMPTY EMPTY ". . . . . . . . . . . . S\n",
          "J move die=D");
    struct search_answer answer = asked(&one, s, bv_seat_bit(0));
    assert_string_equal(token_of(s, &answer), "c10xf10");
    assert_true(answer.nodes < 1000);
    free(one.mind);
    session_end(s);
}

/* ---- Armistices -------------------------------------------------------------------------------- */

/* Yellow has one soldier and no hope; Pink is as good as through. */
static void lose_hope(struct session *s, const char *fields)
{
    drawn(s,
          ". . . . . . . . . . . . .\n" EMPTY3 EMPTY EMPTY ". S . . . . . . . . . . .\n" EMPTY6
          ". . . . . . . . . a o b t\n"
          ". . . . . . . h . . . . e\n",
          fields);
}

static void asks_when_there_is_no_hope(void **state)
{
    struct session *s = session("belligerants", "");
    (void)state;
    lose_hope(s, "J ask");
    expect_answer(s, "A?");
    lose_hope(s, "R ask");
    expect_answer(s, "roll");
    session_end(s);
}

static void names_what_the_game_is_worth(void **state)
{
    struct session *s = session("belligerants", "");
    (void)state;
    lose_hope(s, "J ask");
    play(s, "A?");
    struct search_answer answer = answer_of(s, 1);
    int price = belligerants_number_of(answer.choice[0].action) * BELL_PRICE_UNIT;
    assert_in_range(price, 5000, 8000); /* 2 × 3100 for what is inside, and a little */
    session_end(s);
}

static void accepts_only_what_is_cheap(void **state)
{
    struct session *s = session("belligerants", "");
    (void)state;
    lose_hope(s, "J ask");
    play(s, "A? A=3000");
    expect_answer(s, "A+");
    lose_hope(s, "J ask");
    play(s, "A? A=15000");
    expect_answer(s, "A-");
    lose_hope(s, "R ask");
    play(s, "A? A=100");
    expect_answer(s, "A-");
    session_end(s);
}

/* ---- The set-up --------------------------------------------------------------------------------- */

static void set_up(struct session *s, uint64_t seed)
{
    struct asker one = asker(s, 1, seed);
    s->terms.game->start(&s->terms, &s->state);
    for (int i = 0; i < BELL_ARMY; i++) {
        struct search_answer answer = asked(&one, s, bv_seat_bit(0));
        bv_apply(&s->terms, &s->state, answer.choice[0].seat, answer.choice[0].action, NULL);
    }
    free(one.mind);
}

static void no_two_camps_are_alike(void **state)
{
    struct session *s = session("belligerants", "");
    (void)state;
    set_up(s, 1);
    struct belligerants_state one = s->state.belligerants;
    set_up(s, 2);
    assert_memory_not_equal(one.place, s->state.belligerants.place, sizeof one.place);
    assert_int_equal(s->state.belligerants.placed[BELL_J], BELL_ARMY);
    session_end(s);
}

/* Where others have put the soldiers' comrades already, it still goes on. */
static void goes_on_with_a_camp_begun_by_others(void **state)
{
    struct session *s = session("belligerants", "");
    (void)state;
    play(s, "J: EM=i1 BO=j1 AC=j2 DC=k1 MI=k2 CN=k3 TK=l1 OF=l2 AM=l3 ES=l4 PA=m1 SE=m2 SO=m3");
    expect_answer(s, "SO=m4");
    session_end(s);
}

/* ---- Judgement ----------------------------------------------------------------------------------- */

static void both_sides_are_judged_alike(void **state)
{
    struct session *s = session("belligerants", "board=plaine");
    struct belligerants_march *march = malloc(sizeof *march);
    const struct belligerants_tables *t = &s->tables.belligerants;
    (void)state;
    assert_non_null(march);
    belligerants_march_make(march, &s->terms);
    int last = (t->files - 1) * BELL_STRIDE + t->ranks - 1;
    for (int gait = 0; gait < BELL_GAITS; gait++) {
        for (int square = 0; square <= last; square++) {
            if (!t->ground[square]) continue;
            assert_in_range(march->inside[gait][BELL_R][last - square] + 20 -
                                march->inside[gait][BELL_J][square],
                            0, 40);
            assert_true(march->inside[BELL_UNHURT][BELL_J][square] <=
                        march->inside[BELL_ON_FOOT][BELL_J][square]);
        }
    }
    free(march);
    session_end(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_the_staff),
        cmocka_unit_test(keeps_what_it_takes_in_use),
        cmocka_unit_test(ends_a_game_that_is_won),
        cmocka_unit_test(does_not_end_a_game_that_is_lost),
        cmocka_unit_test(picks_the_dearest_forfeit),
        cmocka_unit_test(answers_at_once_when_stopped),
        cmocka_unit_test(asks_when_there_is_no_hope),
        cmocka_unit_test(names_what_the_game_is_worth),
        cmocka_unit_test(accepts_only_what_is_cheap),
        cmocka_unit_test(no_two_camps_are_alike),
        cmocka_unit_test(goes_on_with_a_camp_begun_by_others),
        cmocka_unit_test(both_sides_are_judged_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
