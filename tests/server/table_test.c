/* Commands and what comes of them; a table that is folded again is the same table. */
#include <stdio.h>

#include "support.h"
#include "table_fixture.h"

#include "util/memory.h"

static const char *legal_token(const struct fixture *fixture, int seat, uint32_t which)
{
    static struct bv_menu menu;
    bv_menu_make(table_terms(fixture->table), &fixture->table->state, seat, &menu);
    return bv_menu_token(&menu, which % menu.count);
}

static void play_some(struct fixture *fixture, int count)
{
    while (count-- && fixture->table->stage == TABLE_PLAYING) {
        int seat = __builtin_ctz(table_to_act(fixture->table));
        plays(fixture, seat, legal_token(fixture, seat, (uint32_t)count * 7));
    }
}

static int acting(const struct fixture *fixture)
{
    return __builtin_ctz(table_to_act(fixture->table));
}

static const char *person_of(const struct fixture *fixture, int seat)
{
    return fixture->table->occupant[seat].holder[0].person;
}

static void only_ones_own_seat_acts(void **unused)
{
    (void)unused;
    struct fixture *table = fixture("{\"game\":\"chevaliers\"}");
    int seat = acting(table);
    const char *mine = person_of(table, seat);
    const char *other = person_of(table, !seat);
    char fields[128];
    snprintf(fields, sizeof fields, "{\"token\":\"%s\"}", legal_token(table, seat, 0));
    commands(table, "eve", "play", fields, "not-your-seat");
    commands(table, other, "play", fields, "not-your-turn");
    commands(table, mine, "play", "{\"token\":\"nonsense\"}", "illegal");
    commands(table, mine, "play", "{}", "bad-message");
    assert_int_equal(table->table->moves, 0);
    commands(table, mine, "play", fields, NULL);
    assert_int_equal(table->table->moves, 1);
    fixture_end(table);
}

static void a_token_sent_twice_is_played_once(void **unused)
{
    (void)unused;
    struct fixture *table = fixture("{\"game\":\"kriegspiel\"}");
    int seat = acting(table);
    char fields[128];
    snprintf(fields, sizeof fields, "{\"token\":\"%s\",\"key\":\"first\"}",
             legal_token(table, seat, 0));
    commands(table, person_of(table, seat), "play", fields, NULL);
    size_t moves = table->table->moves;
    commands(table, person_of(table, seat), "play", fields, NULL);
    assert_int_equal(table->table->moves, moves);
    fixture_end(table);
}

static void a_draw_takes_two(void **unused)
{
    (void)unused;
    struct fixture *table = fixture("{\"game\":\"paris\"}");
    commands(table, "ada", "accept", "{}", "no-offer");
    commands(table, "ada", "offer", "{}", NULL);
    commands(table, "ada", "accept", "{}", "no-offer");
    commands(table, "bob", "decline", "{}", NULL);
    commands(table, "bob", "accept", "{}", "no-offer");
    commands(table, "ada", "offer", "{}", NULL);
    commands(table, "bob", "accept", "{}", NULL);
    assert_int_equal(table->table->stage, TABLE_OVER);
    assert_string_equal(table->table->outcome, "G 1/2 BN 1/2 agreed");
    commands(table, "bob", "resign", "{}", "over");
    fixture_end(table);
}

static void an_offer_lapses_with_the_next_token(void **unused)
{
    (void)unused;
    struct fixture *table = fixture("{\"game\":\"chevaliers\"}");
    commands(table, "ada", "offer", "{}", NULL);
    play_some(table, 1);
    commands(table, "bob", "accept", "{}", "no-offer");
    fixture_end(table);
}

static void what_is_taken_back_is_as_if_it_had_not_been(void **unused)
{
    (void)unused;
    struct fixture *table = fixture("{\"game\":\"chevaliers\"}");
    play_some(table, 4);
    union bv_state before = table->table->state;
    play_some(table, 2);
    int seat = acting(table);
    const char *mine = person_of(table, seat);
    const char *other = person_of(table, !seat);
    commands(table, mine, "ask", "{}", NULL); /* one's last turn and the answer to it */
    commands(table, mine, "grant", "{}", "no-ask");
    commands(table, other, "refuse", "{}", NULL);
    commands(table, other, "grant", "{}", "no-ask");
    commands(table, mine, "ask", "{}", NULL);
    commands(table, other, "grant", "{}", NULL);
    assert_int_equal(table->table->moves, 4);
    assert_int_equal(acting(table), seat);
    assert_true(bv_state_same(table_terms(table->table)->game, &before, &table->table->state));
    play_some(table, 2);
    assert_int_equal(table->table->moves, 6);
    fixture_end(table);
}

static void nothing_is_taken_back_across_dice_or_secrets(void **unused)
{
    (void)unused;
    struct fixture *dice = fixture("{\"game\":\"belligerants\"}");
    play_some(dice, 60); /* past the secret set-up; every turn begins with a throw */
    assert_true(dice->table->dice.thrown > 0);
    for (size_t i = 0; i < dice->table->moves; i++)
        if (dice->table->move[i].seat == BV_CHANCE) assert_true(dice->table->move[i].fixed);
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        int64_t to = table_take_back_to(dice->table, side);
        for (size_t i = dice->table->moves; to >= 0 && i-- > (size_t)to;)
            assert_int_not_equal(dice->table->move[i].seat, BV_CHANCE);
    }
    fixture_end(dice);
    struct fixture *secrets = fixture("{\"game\":\"chars\"}");
    play_some(secrets, 80);
    commands(secrets, "ada", "ask", "{}", "cannot-take-back");
    commands(secrets, "bob", "ask", "{}", "cannot-take-back");
    fixture_end(secrets);
}

static void partners_agree_before_a_move_counts(void **unused)
{
    (void)unused;
    struct fixture *table = fixture("{\"game\":\"kriegspiel\",\"seats\":6,\"agreement\":true}");
    int seat = acting(table);
    const char *mine = person_of(table, seat);
    const char *other = bv_equal(mine, "ada") ? "bob" : "ada";
    /* A partner joins on another seat of the same side. */
    bv_seats side =
        bv_seats_of_side(table_terms(table->table), bv_side_of(table_terms(table->table), seat));
    int second = table_nth_seat(side & ~bv_seat_bit(seat), 0);
    struct table_event event = {
        .verb = TABLE_SIT, .seat = (int8_t)second, .person = "eve", .text = {"eve", 3}};
    happens(table, &event);
    char fields[128];
    snprintf(fields, sizeof fields, "{\"seat\":\"%s\",\"token\":\"%s\"}",
             bv_seat_name(table_terms(table->table), seat), legal_token(table, seat, 0));
    size_t moves = table->table->moves; /* lots were drawn */
    commands(table, mine, "play", fields, NULL);
    assert_int_equal(table->table->moves, moves);
    commands(table, mine, "agree", "{}", "own-proposal");
    commands(table, other, "agree", "{}", "no-proposal");
    commands(table, "eve", "object", "{}", NULL);
    commands(table, "eve", "agree", "{}", "no-proposal");
    commands(table, mine, "play", fields, NULL);
    commands(table, "eve", "agree", "{}", NULL);
    assert_true(table->table->moves > moves);
    fixture_end(table);
}

static void a_side_that_runs_out_of_time_loses(void **unused)
{
    (void)unused;
    struct fixture *table = fixture("{\"game\":\"chevaliers\",\"time\":{\"seconds\":60}}");
    const int64_t there[BV_SIDES_MAX] = {0, 0};
    const int64_t gone[BV_SIDES_MAX] = {30000, 30000};
    int side = bv_side_of(table_terms(table->table), acting(table));
    struct table_event event;
    int64_t due = table_look_again(table->table);
    assert_false(table_time_brings(table->table, due - 1, 3, 3, there, &event));
    assert_false(
        table_time_brings(table->table, due, 0, 0, gone, &event)); /* still within its grace */
    assert_true(table_time_brings(table->table, due, 3, 3, there, &event));
    assert_int_equal(event.verb, TABLE_FLAG);
    assert_int_equal(event.side, side);
    happens(table, &event);
    assert_int_equal(table->table->stage, TABLE_OVER);
    assert_non_null(strstr(table->table->outcome, "time"));
    fixture_end(table);
}

/* What game time it is then says how much of the time between two events counts. */
static void a_live_clock_runs_on_game_time(void **unused)
{
    (void)unused;
    static const int64_t jumps[] = {3600000, -3600000, 86400000, -7000};
    struct fixture *table = fixture("{\"game\":\"chevaliers\",\"time\":{\"seconds\":60}}");
    const struct table *now = table->table;
    const int64_t there[BV_SIDES_MAX] = {0, 0};
    int side = bv_side_of(table_terms(now), acting(table));
    int64_t began = now->begun;
    struct table_effect effect;
    struct bv_error error;
    struct table_event event;
    int64_t at = began;
    int64_t game = began;
    for (size_t i = 0; i < BV_COUNT(jumps); i++) {
        at += jumps[i] + 10000;
        game += 10000;
        struct table_event pause = {.verb = TABLE_PAUSE, .seat = -1, .at = at, .game = game};
        assert_true(table_apply(table->table, &pause, &effect, &error));
        assert_int_equal(table_clock_left(&now->clock, side, table_time(now, at)),
                         60000 - (game - began));
    }
    assert_int_equal(table_look_again(now), at + 20000);
    assert_false(table_time_brings(now, at + 19999, 3, 3, there, &event));
    assert_true(table_time_brings(now, at + 20000, 3, 3, there, &event));
    assert_int_equal(event.verb, TABLE_FLAG);
    fixture_end(table);
}

/* Whose turn it is does not matter: a player who has played is present. */
static void who_does_not_come_to_an_tournament_loses(void **unused)
{
    (void)unused;
    struct table_event event;
    struct fixture *table = fixture("{\"game\":\"chevaliers\",\"time\":{\"seconds\":600}}");
    int64_t moment = table->table->begun + 60000;
    const int64_t nearly[BV_SIDES_MAX] = {59999, 59999};
    int64_t gone[BV_SIDES_MAX] = {0, 0};
    int first = bv_side_of(table_terms(table->table), acting(table));
    gone[!first] = 60000;
    assert_false(
        table_time_brings(table->table, moment, 0, 0, gone, &event)); /* at any other table */
    table->table->setup.no_show = 60000;
    assert_int_equal(table_look_again(table->table), moment);
    assert_false(table_time_brings(table->table, moment, 0, 0, nearly, &event));
    assert_true(table_time_brings(table->table, moment, 0, 0, gone, &event));
    assert_int_equal(event.verb, TABLE_ABANDON);
    assert_int_equal(event.side, !first);
    play_some(table, 1);
    assert_int_equal(table_look_again(table->table), moment); /* the other has not played yet */
    play_some(table, 1);
    assert_true(table_look_again(table->table) > moment);
    assert_false(table_time_brings(table->table, moment, 0, 0, gone, &event));
    fixture_end(table);
}

static void forgotten_games_are_settled(void **unused)
{
    (void)unused;
    struct table_event event;
    const int64_t gone[BV_SIDES_MAX] = {0, 0};
    struct fixture *table = fixture("{\"game\":\"chevaliers\"}");
    int side = bv_side_of(table_terms(table->table), acting(table));
    int64_t latest = table->table->latest;
    assert_false(table_time_brings(table->table, latest + 29 * TABLE_DAY, 0, 0, gone, &event));
    assert_true(table_time_brings(table->table, latest + 30 * TABLE_DAY, 0, 0, gone, &event));
    assert_int_equal(event.verb, TABLE_ABANDON);
    assert_int_equal(event.side, side);
    fixture_end(table);
}

static void a_claim_needs_two_minutes_of_absence(void **unused)
{
    (void)unused;
    struct fixture *table = fixture("{\"game\":\"chevaliers\",\"time\":{\"seconds\":600}}");
    int seat = acting(table);
    const char *other = person_of(table, !seat);
    struct table_event event[TABLE_EVENTS_OF_A_COMMAND];
    struct refusal refusal;
    struct request claim = {.verb = VERB_CLAIM};
    struct table_command command = {
        .request = &claim, .person = other, .name = other, .now = table->now};
    int side = bv_side_of(table_terms(table->table), seat);
    command.absent[side] = 119 * 1000;
    assert_int_equal(table_decide(table->table, &command, event, &refusal), 0);
    assert_string_equal(refusal.code, "not-abandoned");
    command.absent[side] = 120 * 1000;
    assert_int_equal(table_decide(table->table, &command, event, &refusal), 1);
    assert_int_equal(event[0].verb, TABLE_ABANDON);
    assert_int_equal(event[0].side, side);
    command.person = person_of(table, seat); /* who is to act cannot claim */
    assert_int_equal(table_decide(table->table, &command, event, &refusal), 0);
    fixture_end(table);
}

static void lines_are_read_as_they_were_written(void **unused)
{
    (void)unused;
    struct fixture *table = fixture("{\"game\":\"paris\",\"seats\":3}");
    const struct bv_terms *terms = table_terms(table->table);
    for (int verb = 0; verb < TABLE_VERBS; verb++) {
        char line[TABLE_EVENT_MAX];
        char again[TABLE_EVENT_MAX];
        struct table_event read;
        struct bv_error error;
        struct table_event event = {.verb = (enum table_event_kind)verb,
                                    .seat = 1,
                                    .side = 1,
                                    .amount = 1234567890123,
                                    .person = "someone",
                                    .key = "a-key",
                                    .text = bv_span_of(" two  words"),
                                    .game = 1700000000000};
        struct bv_out out = bv_out_into(line, sizeof line);
        table_event_write(terms, &event, &out);
        assert_true(table_event_read(terms, bv_span_of(line), &read, &error));
        assert_int_equal(read.verb, verb);
        out = bv_out_into(again, sizeof again);
        table_event_write(terms, &read, &out);
        assert_string_equal(line, again);
    }
    fixture_end(table);
}

static void damaged_lines_are_refused(void **unused)
{
    (void)unused;
    static const char *const bad[] = {"",
                                      "dance",
                                      "sit",
                                      "sit Z p name",
                                      "sit # p name",
                                      "propose # p - d2-d3",
                                      "play S",
                                      "computer S x",
                                      "start now",
                                      "pause -5",
                                      "restart 5 6",
                                      "flag nobody",
                                      "ask S -1",
                                      "roll",
                                      "say elsewhere p text"};
    struct fixture *table = fixture("{\"game\":\"chevaliers\"}");
    for (size_t i = 0; i < BV_COUNT(bad); i++) {
        struct table_event event;
        struct bv_error error = {""};
        assert_false(
            table_event_read(table_terms(table->table), bv_span_of(bad[i]), &event, &error));
        assert_string_not_equal(error.text, "");
    }
    fixture_end(table);
}

/* ---- Invitations ------------------------------------------------------------------------------------------------- */

static const struct table_invitation *invitation(const struct fixture *table)
{
    return &table->table->occupant[1].invitation;
}

static void sits_with(struct fixture *table, const char *person, const char *key, const char *code)
{
    char fields[64];
    snprintf(fields, sizeof fields, "{\"key\":\"%s\"}", key);
    commands(table, person, "sit", fields, code);
    snprintf(fields, sizeof fields, "{\"seat\":\"G\",\"key\":\"%s\"}", key);
    commands(table, person, "sit", fields, code);
}

static void a_key_admits_one_person(void **unused)
{
    (void)unused;
    struct fixture *table = empty_fixture("{\"game\":\"chars\"}");
    char key[TABLE_KEY_SIZE];
    commands(table, "ada", "sit", "{\"seat\":\"V\"}", NULL);
    commands(table, "ada", "invite", "{\"seat\":\"G\"}", NULL);
    bv_copy(key, invitation(table)->key, sizeof key);
    commands(table, "eve", "sit", "{\"seat\":\"G\"}", "seat-reserved");
    commands(table, "eve", "sit", "{\"seat\":\"G\",\"key\":\"\"}", "seat-reserved");
    sits_with(table, "bob", key, NULL);
    assert_int_equal(invitation(table)->people, 0);
    assert_string_equal(invitation(table)->key, "");
    sits_with(table, "eve", key, "seat-reserved");
    commands(table, "eve", "sit", "{\"key\":\"\"}", "seat-reserved");
    sits_with(table, "bob", key, NULL); /* said twice */
    commands(table, "bob", "stand", "{\"seat\":\"G\"}", NULL);
    sits_with(table, "bob", key, "seat-reserved");
    sits_with(table, "eve", key, "seat-reserved");
    assert_int_equal(table->table->occupant[1].holders, 0);
    fixture_end(table);
}

static void a_group_is_complete_when_the_game_begins(void **unused)
{
    (void)unused;
    struct fixture *table = empty_fixture("{\"game\":\"chars\"}");
    char key[TABLE_KEY_SIZE];
    commands(table, "ada", "sit", "{\"seat\":\"V\"}", NULL);
    commands(table, "ada", "invite", "{\"seat\":\"G\",\"people\":7}", "bad-group");
    commands(table, "ada", "invite", "{\"seat\":\"G\",\"people\":3}", NULL);
    bv_copy(key, invitation(table)->key, sizeof key);
    sits_with(table, "bob", key, NULL);
    sits_with(table, "cleo", key, NULL);
    assert_int_equal(invitation(table)->people, 1);
    commands(table, "ada", "start", "{}", NULL);
    assert_int_equal(invitation(table)->people, 0);
    sits_with(table, "eve", key, "seat-reserved");
    commands(table, "bob", "invite", "{\"seat\":\"G\"}", "begun");
    commands(table, "eve", "resign", "{\"seat\":\"G\"}", "not-your-seat");
    fixture_end(table);
}

static void who_joins_later_is_admitted(void **unused)
{
    (void)unused;
    struct fixture *table = fixture("{\"game\":\"chars\"}");
    commands(table, "ada", "join", "{\"seat\":\"G\"}", "other-side");
    commands(table, "bob", "admit", "{\"seat\":\"G\"}", "no-join");
    commands(table, "eve", "join", "{\"seat\":\"G\"}", NULL);
    assert_int_equal(table->table->joinings, 1);
    commands(table, "eve", "admit", "{\"seat\":\"G\"}", "not-your-seat");
    commands(table, "ada", "admit", "{\"seat\":\"G\"}", "not-your-seat");
    commands(table, "bob", "reject", "{\"seat\":\"G\"}", NULL);
    commands(table, "eve", "join", "{\"seat\":\"G\"}", "rejected");
    commands(table, "dan", "join", "{\"seat\":\"G\"}", NULL);
    commands(table, "bob", "admit", "{\"seat\":\"G\",\"person\":\"eve\"}", "no-join");
    commands(table, "bob", "admit", "{\"seat\":\"G\",\"person\":\"dan\"}", NULL);
    assert_int_equal(table->table->joinings, 0);
    assert_true(table_holds(table->table, 1, "dan"));
    assert_false(table_holds(table->table, 1, "eve"));
    commands(table, "cleo", "join", "{\"seat\":\"G\"}", NULL);
    commands(table, "dan", "resign", "{}", NULL);
    assert_int_equal(table->table->joinings, 0);
    fixture_end(table);
}

/* As the seat of who is challenged. */
static void a_seat_is_kept_for_one_person_without_a_key(void **unused)
{
    (void)unused;
    struct fixture *table = empty_fixture("{\"game\":\"chars\"}");
    happens(table,
            &(struct table_event){.verb = TABLE_RESERVE, .seat = 1, .amount = 1, .person = "bob"});
    commands(table, "eve", "sit", "{\"seat\":\"G\"}", "seat-reserved");
    sits_with(table, "eve", "", "seat-reserved");
    sits_with(table, "eve", "-", "seat-reserved");
    commands(table, "ada", "sit", "{\"seat\":\"G\"}", "seat-reserved");
    commands(table, "ada", "invite", "{\"seat\":\"G\"}", "seat-reserved");
    commands(table, "ada", "free", "{\"seat\":\"G\"}", "seat-reserved");
    commands(table, "ada", "computer", "{\"seat\":\"G\",\"level\":1}", "seat-reserved");
    commands(table, "bob", "sit", "{\"seat\":\"G\"}", NULL);
    commands(table, "eve", "sit", "{\"seat\":\"G\"}", "seat-reserved");
    assert_int_equal(table->table->occupant[1].holders, 1);
    fixture_end(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_ones_own_seat_acts),
        cmocka_unit_test(a_token_sent_twice_is_played_once),
        cmocka_unit_test(a_draw_takes_two),
        cmocka_unit_test(an_offer_lapses_with_the_next_token),
        cmocka_unit_test(what_is_taken_back_is_as_if_it_had_not_been),
        cmocka_unit_test(nothing_is_taken_back_across_dice_or_secrets),
        cmocka_unit_test(partners_agree_before_a_move_counts),
        cmocka_unit_test(a_side_that_runs_out_of_time_loses),
        cmocka_unit_test(a_live_clock_runs_on_game_time),
        cmocka_unit_test(who_does_not_come_to_an_tournament_loses),
        cmocka_unit_test(forgotten_games_are_settled),
        cmocka_unit_test(a_claim_needs_two_minutes_of_absence),
        cmocka_unit_test(lines_are_read_as_they_were_written),
        cmocka_unit_test(damaged_lines_are_refused),
        cmocka_unit_test(a_key_admits_one_person),
        cmocka_unit_test(a_group_is_complete_when_the_game_begins),
        cmocka_unit_test(who_joins_later_is_admitted),
        cmocka_unit_test(a_seat_is_kept_for_one_person_without_a_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
