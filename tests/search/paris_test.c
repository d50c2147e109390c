/* The opponent at Siege de Paris: what it must see, and what it must never do. */
#include "asking.h"

#include "search/paris/judge.h"
#include "search/paris/player.h"

/* Two Soldiers inside and a Captain before the open gate S. */
static const char open_gate[] =
    ".....@....../+....%.....+/.+........+./+..........+/............/...##o###.../...#o##o#.../"
    "...######.../...o####S.../...#S##o#.../...##o###.../.....K....../............/............/"
    "............/...........S B";

/* The options that the positions below with exits on g5 and g12 were played under. */
static const char classic[] = "board=classique diagonals=any impasse=draw return=free";

/* Two Soldiers inside, a Lieutenant before the gate N: three summonses in a row leave nobody to stop him. */
static const char chain[] =
    "....+......./............/.....+....../.....Ssk..../.....lgc..../...##s###.../...#%##o#.../"
    "...######.../...s####o.../...#o##o#.../...##+###.@./......+...../..+........./.....+...S../"
    "....S...SK../...SK....... B";

/* The last Soldier stands alone next to the garrison's General, and officers enough are captured. */
static const char last_soldier[] =
    "............/............/............/............/............/...##+###.../...#+##+#.../"
    "...######.../...+####+.../...#%##o#.../...##+###.../............/.......@..../.......S..../"
    "............/.G..K..L.... GB";

static struct search_answer answer_with(struct session *s, uint64_t nodes, uint64_t seed)
{
    return answer_to(s, &paris_player, nodes, seed);
}

static void expect_answer(struct session *s, const char *token)
{
    struct search_answer answer = answer_with(s, 20000, 1);
    assert_string_equal(token_of(s, &answer), token);
}

static void storms_through_an_open_gate(void **state)
{
    struct session *s = session("paris", "");
    (void)state;
    at(s, open_gate);
    expect_answer(s, "f5-S");
    session_end(s);
}

static void reads_summonses_to_their_end(void **state)
{
    struct session *s = session("paris", classic);
    (void)state;
    at(s, chain);
    struct search_answer answer = answer_with(s, 200000, 1);
    assert_int_equal(answer.choice[0].score, 1000);
    assert_true(answer.line_length >= 8);
    session_end(s);
}

/* One quiet move before the siege is lifted, the besiegers advance; the garrison waits. */
static void knows_that_the_siege_is_lifted(void **state)
{
    static const char late[] = "............/............/.s........../............/............/"
                               "...##%###.../...#+##+#.../...######.../...+####+.../...#+##+#.../"
                               "...##@###.../............/............/.S...K....../............/"
                               "............ B moves=201 quiet=59 since=59";
    struct session *s = session("paris", "");
    struct search_answer answer;
    (void)state;
    at(s, late);
    answer = answer_with(s, 2000, 1);
    play(s, token_of(s, &answer));
    expect_running(s);
    session_end(s);
}

static void captures_the_last_soldier(void **state)
{
    struct session *s = session("paris", "");
    (void)state;
    at(s, last_soldier);
    expect_answer(s, "h4xh3");
    session_end(s);
}

static void same_question_same_answer(void **state)
{
    struct session *s = session("paris", classic);
    (void)state;
    at(s, chain);
    struct search_answer first = answer_with(s, 3000, 7);
    struct search_answer second = answer_with(s, 3000, 7);
    assert_memory_equal(&first, &second, sizeof first);
    session_end(s);
}

static void answers_even_without_time(void **state)
{
    struct session *s = session("paris", "");
    (void)state;
    struct search_answer answer = answer_with(s, 1, 1);
    assert_true(answer.choices > 0);
    at(s, open_gate);
    expect_legal(s, "f5-S");
    answer = answer_with(s, 1, 1);
    assert_int_equal(answer.choice[0].score, 1000);
    session_end(s);
}

/* The garrison does not always take the same places. */
static void places_with_variety(void **state)
{
    struct session *s = session("paris", "");
    uint64_t places = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++)
        places |= (uint64_t)1 << paris_from(answer_with(s, 500, seed).choice[0].action);
    assert_true((places & (places - 1)) != 0);
    session_end(s);
}

/* What one side hopes for the other fears. */
static void looks_at(struct session *s, void *context)
{
    (void)context;
    if (bv_is_over(&s->terms, &s->state)) return;
    for (int thinker = 0; thinker < BV_SIDES_MAX; thinker++) {
        const struct alphabeta_judge *judge = &paris_judge;
        struct net_evaluator evaluator;
        net_evaluator_open(&evaluator);
        net_evaluator_use(&evaluator, net_of(s->terms.game, NULL));
        int32_t garrison = judge->evaluate(&s->terms, &s->state, 0, thinker, &evaluator);
        assert_int_equal(garrison, -judge->evaluate(&s->terms, &s->state, 1, thinker, &evaluator));
        assert_in_range(garrison + ALPHABETA_WON_SOON, 1, 2 * ALPHABETA_WON_SOON - 1);
    }
}

static void both_sides_agree(void **state)
{
    (void)state;
    random_games("paris", 1, 11, looks_at, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(storms_through_an_open_gate),
        cmocka_unit_test(reads_summonses_to_their_end),
        cmocka_unit_test(knows_that_the_siege_is_lifted),
        cmocka_unit_test(captures_the_last_soldier),
        cmocka_unit_test(same_question_same_answer),
        cmocka_unit_test(answers_even_without_time),
        cmocka_unit_test(places_with_variety),
        cmocka_unit_test(both_sides_agree),
    };
    return cmocka_run_group_tests_name("paris opponent", tests, NULL, NULL);
}
