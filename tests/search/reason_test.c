/* What hints say: how often something concrete, and each kind of sentence where it must and must not appear. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asking.h"
#include "core/lots.h"
#include "core/menu.h"
#include "search/levels.h"
#include "search/reason.h"

/* ---- How often ------------------------------------------------------------------------------- */

enum {
    POSITIONS = 300,
    CONCRETE = 240,
    EVERY = 3,
    RANDOM_EVERY = 5,
    NODES = 300,
    GAME_ACTIONS = 400
};

struct count {
    int positions;
    int kind[REASON_ASPECT + 1];
};

static void count_reason(struct count *count, const struct session *s,
                         const struct search_answer *answer)
{
    union bv_state view;
    struct reason reason;
    bv_view(&s->terms, &s->state, answer->choice[0].seat, &view);
    reason_find(&s->terms, &view, answer, &reason);
    count->kind[reason.kind]++;
    count->positions++;
}

/* A game in which both sides think a little, and now and then play at random, so that games differ. */
static void count_in_game(struct count *count, struct session *s, uint64_t seed)
{
    const struct bv_terms *terms = &s->terms;
    const struct search_player *player = level_opponent_of(terms->game)->player;
    struct asker asker[BV_SIDES_MAX];
    struct bv_random random = bv_random_seeded(seed);
    for (int side = 0; side < BV_SIDES_MAX; side++) asker[side] = asker_of(s, player, NODES, seed);
    terms->game->start(terms, &s->state);
    s->past.count = 0;
    bv_seats acting;
    for (int i = 1; i < GAME_ACTIONS && (acting = terms->game->to_act(terms, &s->state)); i++) {
        int seat = bv_draw_seat(acting, &random);
        bv_action action = 0;
        if (seat == BV_CHANCE || i % RANDOM_EVERY == 0) {
            action = bv_draw_action(terms, &s->state, seat, s->menu.list, &random);
        } else {
            struct search_answer answer =
                asked(&asker[bv_side_of(terms, seat)], s, bv_seat_bit(seat));
            action = answer.choice[0].action;
            if (i % EVERY == 0 && count->positions < POSITIONS) count_reason(count, s, &answer);
        }
        bv_apply(terms, &s->state, seat, action, &s->past);
    }
    for (int side = 0; side < BV_SIDES_MAX; side++) free(asker[side].mind);
}

static void most_reasons_are_concrete(void **state)
{
    (void)state;
    for (size_t g = 0; g < bv_game_count; g++) {
        struct count count = {0};
        struct session *s = session(bv_games[g]->id, "");
        for (uint64_t seed = 1; count.positions < POSITIONS; seed++) count_in_game(&count, s, seed);
        int concrete = count.positions - count.kind[REASON_PLAIN];
        print_message("%-13s %d of %d concrete; must %d %d, wins %d %d %d %d, action %d, saves %d, "
                      "threatens %d, aspect %d\n",
                      bv_games[g]->id, concrete, count.positions, count.kind[REASON_ONLY_CHOICE],
                      count.kind[REASON_ONLY_DEFENCE], count.kind[REASON_VICTORY],
                      count.kind[REASON_CAPTURE], count.kind[REASON_EXCHANGE],
                      count.kind[REASON_LATER_CAPTURE], count.kind[REASON_ACTION],
                      count.kind[REASON_SAVES], count.kind[REASON_THREATENS],
                      count.kind[REASON_ASPECT]);
        assert_true(concrete >= CONCRETE);
        session_end(s);
    }
}

/* ---- Which, where ---------------------------------------------------------------------------- */

#define EMPTY ". . . . . . .\n"
#define PONDS ". . ~ . ~ . .\n"
#define TOP EMPTY EMPTY EMPTY EMPTY PONDS
#define BOTTOM PONDS EMPTY EMPTY EMPTY

static void a_capture_and_an_exchange(void **state)
{
    struct session *s = session("chevaliers", "");
    (void)state;
    drawn(s,
          EMPTY EMPTY EMPTY EMPTY ". . ~ m ~ . .\n"
                                  ". . . m . . .\n"
                                  ". . . . . . .\n"
                                  ". . . m . m .\n"
                                  ". . . M . M .\n" PONDS EMPTY EMPTY EMPTY ". K . . . . .\n",
          "S 0");
    expect_reason(s, "d6xd8", "It captures a piece: Man-at-Arms on d7.");
    expect_reason(s, "d6xd8 d9xd7", "It is an exchange: Man-at-Arms on d7, for Man-at-Arms.");
    expect_reason_without(s, "d6xd8", "exchange");
    session_end(s);
}

static void a_piece_brought_to_safety(void **state)
{
    struct session *s = session("chevaliers", "");
    (void)state;
    drawn(s,
          TOP EMPTY ". . . m . . .\n"
                    ". . . m . . .\n"
                    ". . . M . . .\n" BOTTOM ". . . . K . .\n",
          "S 0");
    expect_reason(s, "d6-c6", "It brings to safety: Man-at-Arms on d6.");
    expect_reason_without(s, "e1-f1", "safety"); /* it is still in danger */
    session_end(s);
}

/* The Man behind the Knight keeps it from being captured first. */
static void a_threat_that_cannot_be_answered_by_capture(void **state)
{
    struct session *s = session("chevaliers", "");
    (void)state;
    drawn(s,
          TOP EMPTY EMPTY EMPTY ". m . . . . .\n"
                                ". . ~ . ~ . .\n"
                                "K M . . . . .\n" EMPTY EMPTY EMPTY,
          "S 0");
    expect_reason(s, "a4-b5", "It threatens a capture: Man-at-Arms on b6.");
    drawn(s,
          TOP EMPTY EMPTY EMPTY ". m . . . . .\n"
                                ". . ~ . ~ . .\n"
                                "K . . . M . .\n" EMPTY EMPTY EMPTY,
          "S 0");
    expect_reason_without(s, "a4-b5", "threatens");
    drawn(s,
          ". . . . . . k\n" EMPTY EMPTY EMPTY PONDS EMPTY EMPTY EMPTY ". m . . . . .\n"
          ". . ~ . ~ . .\n"
          "K M . . . . .\n" EMPTY EMPTY EMPTY,
          "S 0");
    expect_reason(s, "a4-b5 g14-g13 b5xb7", "It prepares a capture: Man-at-Arms on b6.");
    expect_reason_without(s, "a4-b5 g14-g13", "prepares");
    session_end(s);
}

static void castles(void **state)
{
    struct session *s = session("chevaliers", "");
    (void)state;
    drawn(s,
          ". . . . . . k\n" EMPTY
          ". K . . . . .\n" EMPTY PONDS EMPTY EMPTY EMPTY EMPTY BOTTOM EMPTY,
          "S 0");
    expect_reason(s, "b12-c13", "It threatens to enter the enemy castle: Knight on c13.");
    drawn(s,
          ". . . k . . .\n" EMPTY
          ". K . . . . .\n" EMPTY PONDS EMPTY EMPTY EMPTY EMPTY BOTTOM EMPTY,
          "S 0");
    expect_reason_without(s, "b12-c13", "threatens to enter");
    drawn(s,
          TOP EMPTY EMPTY EMPTY EMPTY PONDS EMPTY EMPTY ". . k . K . .\n"
                                                        ". . . . . . .\n",
          "S 0");
    expect_reason(s, "e2-d1", "It keeps the enemy out of the castle");
    expect_reason_without(s, "e2-f3", "out of the castle");
    drawn(s,
          ". . . . . . .\n"
          "k . . M . . .\n" EMPTY EMPTY PONDS EMPTY EMPTY EMPTY EMPTY PONDS EMPTY EMPTY EMPTY EMPTY,
          "S 0");
    expect_reason(s, "d13-d14 a13-a12", "Victory follows within 2 actions: castle held.");
    expect_reason_without(s, "d13-d14", "Victory");
    session_end(s);
}

static void what_must_be_and_what_is_merely_best(void **state)
{
    struct session *s = session("chevaliers", "");
    (void)state;
    drawn(s,
          TOP EMPTY EMPTY ". . . m . . .\n"
                          ". . . M . . .\n" BOTTOM "K . . . . . k\n",
          "S 0");
    expect_reason(s, "d6xd8", "It is the only legal choice.");
    drawn(s, TOP EMPTY EMPTY "K . . . . . .\n" EMPTY BOTTOM ". . . . . . k\n", "S 0");
    expect_reason_without(s, "a7-b7", "only legal");
    expect_reason(s, "a7-b7", "It leads to the best position I see. Winning chance: 50%.");
    struct search_answer answer = line_of(s, "a7-b7", 500);
    search_answer_add(&answer, &(struct search_choice){.score = 50, .weight = 1});
    assert_non_null(strstr(reason_in(s, &answer, false), "Every other choice loses the game."));
    answer = line_of(s, "a7-b7", 50);
    assert_non_null(strstr(reason_in(s, &answer, true), "presque perdue"));
    session_end(s);
}

static void aspects_of_a_move(void **state)
{
    struct session *s = session("chevaliers", "");
    (void)state;
    drawn(s,
          TOP EMPTY EMPTY EMPTY "M . . . . . .\n" PONDS EMPTY ". K . . . . .\n" EMPTY
                                ". . . . . . k\n",
          "S 0");
    expect_reason(s, "a6-a7", "It gains ground: Man-at-Arms on a7.");
    expect_reason_without(s, "a6-b6", "gains ground");
    expect_reason(s, "b3-c2", "It guards the castle: Knight on c2.");
    expect_reason_without(s, "b3-b4", "guards");
    expect_reason(s, "a6-b6 g1-f1 b6-b7",
                  "It gains ground: Man-at-Arms on b7, as the game is expected to go on.");
    session_end(s);
}

static void a_fault_to_be_called(void **state)
{
    struct session *s = session("chevaliers", "oversight=table");
    (void)state;
    drawn(s,
          TOP EMPTY EMPTY ". . . m . . .\n"
                          ". . . M . . .\n" BOTTOM "K . . . . . k\n",
          "S 0");
    play(s, "a1-b1");
    expect_reason(s, "!", "The capture was compulsory");
    expect_reason_without(s, "g1-f1", "compulsory");
    session_end(s);
}

static void the_reply_to_fear(void **state)
{
    struct session *s = session("chevaliers", "");
    static struct reason_reply reply;
    char text[512];
    struct bv_out out = bv_out_into(text, sizeof text);
    (void)state;
    drawn(s,
          EMPTY EMPTY EMPTY EMPTY ". . ~ m ~ . .\n"
                                  ". . . m . . .\n"
                                  ". . . . . . .\n"
                                  ". . . m . . .\n"
                                  ". . . M . . .\n" PONDS EMPTY EMPTY EMPTY ". K . . . . .\n",
          "S 0");
    struct search_answer answer = line_of(s, "d6xd8", 500);
    assert_false(reason_reply(&s->terms, &s->state, &answer, &reply));
    answer = line_of(s, "d6xd8 d9xd7", 500);
    assert_true(reason_reply(&s->terms, &s->state, &answer, &reply));
    assert_int_equal(reply.seat, 1);
    reason_put_reply(&s->terms, &reply, false, &out);
    assert_non_null(strstr(text, "The reply to fear: "));
    assert_non_null(strstr(text, "d7"));
    assert_null(strstr(text, "d9xd7"));
    session_end(s);
}

static void a_siege(void **state)
{
    static const char gate[] =
        ".....@....../+....%.....+/.+........+./+..........+/............/...##o###.../"
        "...#o##o#.../...######.../...o####S.../...#o##o#.../...##o###.../............/"
        ".....K....../............/............/...........S B";
    static const char shut[] =
        ".....@....../+....%.....+/.+........+./+.........../............/...##o###.../"
        "...#o##o#.../...######.../...o####S.../...#o##o#.../...##+###.../............/"
        ".....K....../............/............/...........S B";
    static const char last[] =
        "............/............/............/............/............/...##+###.../"
        "...#+##+#.../...######.../...+####+.../...#%##o#.../...##+###.../............/"
        ".......@..../.......S..../............/.G..K..L.... GB";
    struct session *s = session("paris", "");
    (void)state;
    at(s, gate);
    expect_reason(s, "f4-f5", "It threatens to enter the fortress: white Captain, by S.");
    expect_reason_without(s, "f4-e4", "threatens to enter");
    at(s, shut);
    expect_reason_without(s, "f4-f5", "threatens to enter");
    at(s, last);
    expect_reason(s, "h4xh3", "It wins the game: The besiegers are annihilated.");
    expect_reason_without(s, "h4-h5", "wins");
    session_end(s);
}

static void dice(void **state)
{
#define ROW ". . . . . . . . . . . . .\n"
    struct session *s = session("belligerants", "");
    (void)state;
    drawn(s,
          "s . . . . . . . . . . . .\n" ROW ROW ROW ROW
          ". . X . . e . . . . . . .\n" ROW ROW ROW ROW ROW ROW ROW ROW
          ". . . . . . . . . . . . S\n",
          "J move die=3");
    expect_reason(s, "c10xf10", "It captures a piece: Staff on f10.");
    expect_reason_without(s, "m1-m4", "captures");
    drawn(s,
          "s . . . . . . . . . . . .\n" ROW ROW ROW ROW ". . . . . e . . . . . . .\n" ROW ROW
          "X . . . . . . . . . . . .\n" ROW ROW ROW ROW ROW ". . . . . . . . . . . . S\n",
          "J move die=1");
    expect_reason(s, "a7-a8", "It threatens a capture: Staff on f10 (2 chances in 6).");
    expect_reason_without(s, "a7-a6", "threatens");
    expect_reason_without(s, "m1-m2", "threatens");
    session_end(s);
}

static void shots(void **state)
{
#define NINE "... ... ... ... ... ... ... ... ...\n"
#define EIGHT "... ... ... ... ... ... ... ...\n"
    static const char rows[] =
        NINE EIGHT NINE EIGHT "... ... ... 5s1 ... ... ... ... ...\n"
                              "... ... 5S6 ... ... ... ... ...\n" NINE EIGHT NINE EIGHT
                              "2R9 ... ... ... ... ... ... ... ...\n";
    struct session *s = session("kriegspiel", "");
    (void)state;
    drawn(s, rows, "F move");
    expect_reason(s, "c6<", "It allows a shot at: soldiers on d7.");
    expect_reason_without(s, "c6>", "allows a shot");
    expect_reason_without(s, "a1-a2", "allows a shot");
    play(s, "c6< .");
    expect_reason(s, "c6*d7", "This shot tells 5 times in 6: soldiers on d7.");
    session_end(s);
}

/* Only what both sides see, and the own rank, is told. */
static void secrets(void **state)
{
#define TEN ". . . . . . . . . .\n"
    static const char rows[] = "G1 . G2 . G3 . . . . .\n" TEN TEN TEN TEN TEN TEN
                               ". . . . . . . V5 G4 .\n" TEN ". . . . V1 . V2 . . .\n";
    struct session *s = session("chars", "");
    (void)state;
    drawn(s, rows, "V fight");
    expect_reason(s, "23x22", "It is the only legal choice.");
    drawn(s, rows, "G plot");
    expect_reason(s, "!87", "2 enemy tanks may stop on 87.");
    expect_reason_without(s, "!45", "may stop");
    session_end(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(most_reasons_are_concrete),
        cmocka_unit_test(a_capture_and_an_exchange),
        cmocka_unit_test(a_piece_brought_to_safety),
        cmocka_unit_test(a_threat_that_cannot_be_answered_by_capture),
        cmocka_unit_test(castles),
        cmocka_unit_test(what_must_be_and_what_is_merely_best),
        cmocka_unit_test(aspects_of_a_move),
        cmocka_unit_test(a_fault_to_be_called),
        cmocka_unit_test(the_reply_to_fear),
        cmocka_unit_test(a_siege),
        cmocka_unit_test(dice),
        cmocka_unit_test(shots),
        cmocka_unit_test(secrets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
