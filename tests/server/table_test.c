/* Wishes and what comes of them; a table that is folded again is the same table. */
#include <stdio.h>

#include "parlour.h"
#include "support.h"

#include "server/memory.h"

static const char *legal_token(const struct parlour *parlour, int seat, uint32_t which)
{
    static struct bv_menu menu;
    bv_menu_make(bv_table_terms(parlour->table), &parlour->table->state, seat, &menu);
    return bv_menu_token(&menu, which % menu.count);
}

static void play_some(struct parlour *parlour, int count)
{
    while (count-- && parlour->table->stage == BV_TABLE_PLAYING) {
        int seat = __builtin_ctz(bv_table_to_act(parlour->table));
        plays(parlour, seat, legal_token(parlour, seat, (uint32_t)count * 7));
    }
}

static int acting(const struct parlour *parlour)
{
    return __builtin_ctz(bv_table_to_act(parlour->table));
}

static const char *person_of(const struct parlour *parlour, int seat)
{
    return parlour->table->chair[seat].holder[0].person;
}

static void only_ones_own_seat_acts(void **unused)
{
    (void)unused;
    struct parlour *table = parlour("{\"game\":\"chevaliers\"}");
    int seat = acting(table);
    const char *mine = person_of(table, seat);
    const char *other = person_of(table, !seat);
    char fields[128];
    snprintf(fields, sizeof fields, "{\"token\":\"%s\"}", legal_token(table, seat, 0));
    wishes(table, "eve", "play", fields, "not-your-seat");
    wishes(table, other, "play", fields, "not-your-turn");
    wishes(table, mine, "play", "{\"token\":\"nonsense\"}", "illegal");
    wishes(table, mine, "play", "{}", "bad-message");
    assert_int_equal(table->table->moves, 0);
    wishes(table, mine, "play", fields, NULL);
    assert_int_equal(table->table->moves, 1);
    parlour_end(table);
}

static void a_token_sent_twice_is_played_once(void **unused)
{
    (void)unused;
    struct parlour *table = parlour("{\"game\":\"kriegspiel\"}");
    int seat = acting(table);
    char fields[128];
    snprintf(fields, sizeof fields, "{\"token\":\"%s\",\"key\":\"first\"}",
             legal_token(table, seat, 0));
    wishes(table, person_of(table, seat), "play", fields, NULL);
    size_t moves = table->table->moves;
    wishes(table, person_of(table, seat), "play", fields, NULL);
    assert_int_equal(table->table->moves, moves);
    parlour_end(table);
}

static void a_draw_takes_two(void **unused)
{
    (void)unused;
    struct parlour *table = parlour("{\"game\":\"paris\"}");
    wishes(table, "ada", "accept", "{}", "no-offer");
    wishes(table, "ada", "offer", "{}", NULL);
    wishes(table, "ada", "accept", "{}", "no-offer");
    wishes(table, "bob", "decline", "{}", NULL);
    wishes(table, "bob", "accept", "{}", "no-offer");
    wishes(table, "ada", "offer", "{}", NULL);
    wishes(table, "bob", "accept", "{}", NULL);
    assert_int_equal(table->table->stage, BV_TABLE_OVER);
    assert_string_equal(table->table->outcome, "G 1/2 BN 1/2 agreed");
    wishes(table, "bob", "resign", "{}", "over");
    parlour_end(table);
}

static void an_offer_lapses_with_the_next_token(void **unused)
{
    (void)unused;
    struct parlour *table = parlour("{\"game\":\"chevaliers\"}");
    wishes(table, "ada", "offer", "{}", NULL);
    play_some(table, 1);
    wishes(table, "bob", "accept", "{}", "no-offer");
    parlour_end(table);
}

static void what_is_taken_back_is_as_if_it_had_not_been(void **unused)
{
    (void)unused;
    struct parlour *table = parlour("{\"game\":\"chevaliers\"}");
    play_some(table, 4);
    union bv_state before = table->table->state;
    play_some(table, 2);
    int seat = acting(table);
    const char *mine = person_of(table, seat);
    const char *other = person_of(table, !seat);
    wishes(table, mine, "ask", "{}", NULL); /* one's last turn and the answer to it */
    wishes(table, mine, "grant", "{}", "no-ask");
    wishes(table, other, "refuse", "{}", NULL);
    wishes(table, other, "grant", "{}", "no-ask");
    wishes(table, mine, "ask", "{}", NULL);
    wishes(table, other, "grant", "{}", NULL);
    assert_int_equal(table->table->moves, 4);
    assert_int_equal(acting(table), seat);
    assert_true(bv_state_same(bv_table_terms(table->table)->game, &before, &table->table->state));
    play_some(table, 2);
    assert_int_equal(table->table->moves, 6);
    parlour_end(table);
}

static void nothing_is_taken_back_across_dice_or_secrets(void **unused)
{
    (void)unused;
    struct parlour *dice = parlour("{\"game\":\"belligerants\"}");
    play_some(dice, 60); /* past the secret set-up; every turn begins with a throw */
    assert_true(dice->table->dice.thrown > 0);
    for (size_t i = 0; i < dice->table->moves; i++)
        if (dice->table->move[i].seat == BV_CHANCE) assert_true(dice->table->move[i].fixed);
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        int64_t to = bv_take_back_to(dice->table, side);
        for (size_t i = dice->table->moves; to >= 0 && i-- > (size_t)to;)
            assert_int_not_equal(dice->table->move[i].seat, BV_CHANCE);
    }
    parlour_end(dice);
    struct parlour *secrets = parlour("{\"game\":\"chars\"}");
    play_some(secrets, 80);
    wishes(secrets, "ada", "ask", "{}", "fixed");
    wishes(secrets, "bob", "ask", "{}", "fixed");
    parlour_end(secrets);
}

static void partners_agree_before_a_move_counts(void **unused)
{
    (void)unused;
    struct parlour *table = parlour("{\"game\":\"kriegspiel\",\"seats\":6,\"agreement\":true}");
    int seat = acting(table);
    const char *mine = person_of(table, seat);
    const char *other = bv_equal(mine, "ada") ? "bob" : "ada";
    /* A partner joins on another seat of the same side. */
    bv_seats side = bv_seats_of_side(bv_table_terms(table->table),
                                     bv_side_of(bv_table_terms(table->table), seat));
    int second = bv_nth_seat(side & ~bv_seat_bit(seat), 0);
    struct bv_deed deed = {
        .verb = BV_SIT, .seat = (int8_t)second, .person = "eve", .text = {"eve", 3}};
    happens(table, &deed);
    char fields[128];
    snprintf(fields, sizeof fields, "{\"seat\":\"%s\",\"token\":\"%s\"}",
             bv_seat_name(bv_table_terms(table->table), seat), legal_token(table, seat, 0));
    size_t moves = table->table->moves; /* lots were drawn */
    wishes(table, mine, "play", fields, NULL);
    assert_int_equal(table->table->moves, moves);
    wishes(table, mine, "agree", "{}", "own-proposal");
    wishes(table, other, "agree", "{}", "no-proposal");
    wishes(table, "eve", "object", "{}", NULL);
    wishes(table, "eve", "agree", "{}", "no-proposal");
    wishes(table, mine, "play", fields, NULL);
    wishes(table, "eve", "agree", "{}", NULL);
    assert_true(table->table->moves > moves);
    parlour_end(table);
}

static void a_side_that_runs_out_of_time_loses(void **unused)
{
    (void)unused;
    struct parlour *table = parlour("{\"game\":\"chevaliers\",\"time\":{\"seconds\":60}}");
    const int64_t there[BV_SIDES_MAX] = {0, 0};
    const int64_t gone[BV_SIDES_MAX] = {30000, 30000};
    int side = bv_side_of(bv_table_terms(table->table), acting(table));
    struct bv_deed deed;
    int64_t due = bv_look_again(table->table);
    assert_false(bv_time_brings(table->table, due - 1, 3, 3, there, &deed));
    assert_false(bv_time_brings(table->table, due, 0, 0, gone, &deed)); /* still within its grace */
    assert_true(bv_time_brings(table->table, due, 3, 3, there, &deed));
    assert_int_equal(deed.verb, BV_FLAG);
    assert_int_equal(deed.side, side);
    happens(table, &deed);
    assert_int_equal(table->table->stage, BV_TABLE_OVER);
    assert_non_null(strstr(table->table->outcome, "time"));
    parlour_end(table);
}

/* What game time it is then says how much of the time between two deeds counts. */
static void a_live_clock_runs_on_game_time(void **unused)
{
    (void)unused;
    static const int64_t jumps[] = {3600000, -3600000, 86400000, -7000};
    struct parlour *table = parlour("{\"game\":\"chevaliers\",\"time\":{\"seconds\":60}}");
    const struct bv_table *now = table->table;
    const int64_t there[BV_SIDES_MAX] = {0, 0};
    int side = bv_side_of(bv_table_terms(now), acting(table));
    int64_t began = now->begun;
    struct bv_effect effect;
    struct bv_error error;
    struct bv_deed deed;
    int64_t at = began;
    int64_t game = began;
    for (size_t i = 0; i < BV_COUNT(jumps); i++) {
        at += jumps[i] + 10000;
        game += 10000;
        struct bv_deed pause = {.verb = BV_PAUSE, .seat = -1, .at = at, .game = game};
        assert_true(bv_table_take(table->table, &pause, &effect, &error));
        assert_int_equal(bv_clock_left(&now->clock, side, bv_table_time(now, at)),
                         60000 - (game - began));
    }
    assert_int_equal(bv_look_again(now), at + 20000);
    assert_false(bv_time_brings(now, at + 19999, 3, 3, there, &deed));
    assert_true(bv_time_brings(now, at + 20000, 3, 3, there, &deed));
    assert_int_equal(deed.verb, BV_FLAG);
    parlour_end(table);
}

/* Whose turn it is does not matter: whoever has played has come. */
static void who_does_not_come_to_an_evening_loses(void **unused)
{
    (void)unused;
    struct bv_deed deed;
    struct parlour *table = parlour("{\"game\":\"chevaliers\",\"time\":{\"seconds\":600}}");
    int64_t moment = table->table->begun + 60000;
    const int64_t nearly[BV_SIDES_MAX] = {59999, 59999};
    int64_t gone[BV_SIDES_MAX] = {0, 0};
    int first = bv_side_of(bv_table_terms(table->table), acting(table));
    gone[!first] = 60000;
    assert_false(bv_time_brings(table->table, moment, 0, 0, gone, &deed)); /* at any other table */
    table->table->setup.patience = 60000;
    assert_int_equal(bv_look_again(table->table), moment);
    assert_false(bv_time_brings(table->table, moment, 0, 0, nearly, &deed));
    assert_true(bv_time_brings(table->table, moment, 0, 0, gone, &deed));
    assert_int_equal(deed.verb, BV_ABANDON);
    assert_int_equal(deed.side, !first);
    play_some(table, 1);
    assert_int_equal(bv_look_again(table->table), moment); /* the other has not played yet */
    play_some(table, 1);
    assert_true(bv_look_again(table->table) > moment);
    assert_false(bv_time_brings(table->table, moment, 0, 0, gone, &deed));
    parlour_end(table);
}

static void forgotten_games_are_settled(void **unused)
{
    (void)unused;
    struct bv_deed deed;
    const int64_t gone[BV_SIDES_MAX] = {0, 0};
    struct parlour *table = parlour("{\"game\":\"chevaliers\"}");
    int side = bv_side_of(bv_table_terms(table->table), acting(table));
    int64_t latest = table->table->latest;
    assert_false(bv_time_brings(table->table, latest + 29 * BV_DAY, 0, 0, gone, &deed));
    assert_true(bv_time_brings(table->table, latest + 30 * BV_DAY, 0, 0, gone, &deed));
    assert_int_equal(deed.verb, BV_ABANDON);
    assert_int_equal(deed.side, side);
    parlour_end(table);
}

static void a_claim_needs_patience(void **unused)
{
    (void)unused;
    struct parlour *table = parlour("{\"game\":\"chevaliers\",\"time\":{\"seconds\":600}}");
    int seat = acting(table);
    const char *other = person_of(table, !seat);
    struct bv_deed deed[BV_DEEDS_OF_A_WISH];
    struct bv_refusal refusal;
    cJSON *none = cJSON_CreateObject();
    struct bv_wish wish = {
        .verb = "claim", .person = other, .name = other, .fields = none, .now = table->now};
    int side = bv_side_of(bv_table_terms(table->table), seat);
    wish.absent[side] = 119 * 1000;
    assert_int_equal(bv_decide(table->table, &wish, deed, &refusal), 0);
    assert_string_equal(refusal.code, "not-abandoned");
    wish.absent[side] = 120 * 1000;
    assert_int_equal(bv_decide(table->table, &wish, deed, &refusal), 1);
    assert_int_equal(deed[0].verb, BV_ABANDON);
    assert_int_equal(deed[0].side, side);
    wish.person = person_of(table, seat); /* who is to act cannot claim */
    assert_int_equal(bv_decide(table->table, &wish, deed, &refusal), 0);
    cJSON_Delete(none);
    parlour_end(table);
}

static void lines_are_read_as_they_were_written(void **unused)
{
    (void)unused;
    struct parlour *table = parlour("{\"game\":\"paris\",\"seats\":3}");
    const struct bv_terms *terms = bv_table_terms(table->table);
    for (int verb = 0; verb < BV_VERBS; verb++) {
        char line[BV_DEED_MAX];
        char again[BV_DEED_MAX];
        struct bv_deed read;
        struct bv_error error;
        struct bv_deed deed = {.verb = (enum bv_verb)verb,
                               .seat = 1,
                               .side = 1,
                               .amount = 1234567890123,
                               .person = "someone",
                               .key = "a-key",
                               .text = bv_span_of(" two  words"),
                               .game = 1700000000000};
        struct bv_out out = bv_out_into(line, sizeof line);
        bv_deed_write(terms, &deed, &out);
        assert_true(bv_deed_read(terms, bv_span_of(line), &read, &error));
        assert_int_equal(read.verb, verb);
        out = bv_out_into(again, sizeof again);
        bv_deed_write(terms, &read, &out);
        assert_string_equal(line, again);
    }
    parlour_end(table);
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
    struct parlour *table = parlour("{\"game\":\"chevaliers\"}");
    for (size_t i = 0; i < BV_COUNT(bad); i++) {
        struct bv_deed deed;
        struct bv_error error = {""};
        assert_false(bv_deed_read(bv_table_terms(table->table), bv_span_of(bad[i]), &deed, &error));
        assert_string_not_equal(error.text, "");
    }
    parlour_end(table);
}

/* ---- Invitations ------------------------------------------------------------------------------------------------- */

static const struct bv_invitation *invitation(const struct parlour *table)
{
    return &table->table->chair[1].invitation;
}

static void sits_with(struct parlour *table, const char *person, const char *key, const char *code)
{
    char fields[64];
    snprintf(fields, sizeof fields, "{\"key\":\"%s\"}", key);
    wishes(table, person, "sit", fields, code);
    snprintf(fields, sizeof fields, "{\"seat\":\"G\",\"key\":\"%s\"}", key);
    wishes(table, person, "sit", fields, code);
}

static void a_key_admits_one_person(void **unused)
{
    (void)unused;
    struct parlour *table = empty_parlour("{\"game\":\"chars\"}");
    char key[BV_KEY_SIZE];
    wishes(table, "ada", "sit", "{\"seat\":\"V\"}", NULL);
    wishes(table, "ada", "invite", "{\"seat\":\"G\"}", NULL);
    bv_copy(key, invitation(table)->key, sizeof key);
    wishes(table, "eve", "sit", "{\"seat\":\"G\"}", "kept");
    wishes(table, "eve", "sit", "{\"seat\":\"G\",\"key\":\"\"}", "kept");
    sits_with(table, "bob", key, NULL);
    assert_int_equal(invitation(table)->people, 0);
    assert_string_equal(invitation(table)->key, "");
    sits_with(table, "eve", key, "kept");
    wishes(table, "eve", "sit", "{\"key\":\"\"}", "kept");
    sits_with(table, "bob", key, NULL); /* said twice */
    wishes(table, "bob", "stand", "{\"seat\":\"G\"}", NULL);
    sits_with(table, "bob", key, "kept");
    sits_with(table, "eve", key, "kept");
    assert_int_equal(table->table->chair[1].holders, 0);
    parlour_end(table);
}

static void a_group_is_complete_when_the_game_begins(void **unused)
{
    (void)unused;
    struct parlour *table = empty_parlour("{\"game\":\"chars\"}");
    char key[BV_KEY_SIZE];
    wishes(table, "ada", "sit", "{\"seat\":\"V\"}", NULL);
    wishes(table, "ada", "invite", "{\"seat\":\"G\",\"people\":7}", "bad-group");
    wishes(table, "ada", "invite", "{\"seat\":\"G\",\"people\":3}", NULL);
    bv_copy(key, invitation(table)->key, sizeof key);
    sits_with(table, "bob", key, NULL);
    sits_with(table, "cleo", key, NULL);
    assert_int_equal(invitation(table)->people, 1);
    wishes(table, "ada", "start", "{}", NULL);
    assert_int_equal(invitation(table)->people, 0);
    sits_with(table, "eve", key, "kept");
    wishes(table, "bob", "invite", "{\"seat\":\"G\"}", "begun");
    wishes(table, "eve", "resign", "{\"seat\":\"G\"}", "not-your-seat");
    parlour_end(table);
}

static void who_joins_later_is_admitted(void **unused)
{
    (void)unused;
    struct parlour *table = parlour("{\"game\":\"chars\"}");
    wishes(table, "ada", "join", "{\"seat\":\"G\"}", "other-side");
    wishes(table, "bob", "admit", "{\"seat\":\"G\"}", "no-join");
    wishes(table, "eve", "join", "{\"seat\":\"G\"}", NULL);
    assert_int_equal(table->table->joinings, 1);
    wishes(table, "eve", "admit", "{\"seat\":\"G\"}", "not-your-seat");
    wishes(table, "ada", "admit", "{\"seat\":\"G\"}", "not-your-seat");
    wishes(table, "bob", "reject", "{\"seat\":\"G\"}", NULL);
    wishes(table, "eve", "join", "{\"seat\":\"G\"}", "rejected");
    wishes(table, "dan", "join", "{\"seat\":\"G\"}", NULL);
    wishes(table, "bob", "admit", "{\"seat\":\"G\",\"person\":\"eve\"}", "no-join");
    wishes(table, "bob", "admit", "{\"seat\":\"G\",\"person\":\"dan\"}", NULL);
    assert_int_equal(table->table->joinings, 0);
    assert_true(bv_holds(table->table, 1, "dan"));
    assert_false(bv_holds(table->table, 1, "eve"));
    wishes(table, "cleo", "join", "{\"seat\":\"G\"}", NULL);
    wishes(table, "dan", "resign", "{}", NULL);
    assert_int_equal(table->table->joinings, 0);
    parlour_end(table);
}

/* As the seat of who is challenged. */
static void a_seat_is_kept_for_one_person_without_a_key(void **unused)
{
    (void)unused;
    struct parlour *table = empty_parlour("{\"game\":\"chars\"}");
    happens(table, &(struct bv_deed){.verb = BV_KEEP, .seat = 1, .amount = 1, .person = "bob"});
    wishes(table, "eve", "sit", "{\"seat\":\"G\"}", "kept");
    sits_with(table, "eve", "", "kept");
    sits_with(table, "eve", "-", "kept");
    wishes(table, "ada", "sit", "{\"seat\":\"G\"}", "kept");
    wishes(table, "ada", "invite", "{\"seat\":\"G\"}", "kept");
    wishes(table, "ada", "free", "{\"seat\":\"G\"}", "kept");
    wishes(table, "ada", "computer", "{\"seat\":\"G\",\"level\":1}", "kept");
    wishes(table, "bob", "sit", "{\"seat\":\"G\"}", NULL);
    wishes(table, "eve", "sit", "{\"seat\":\"G\"}", "kept");
    assert_int_equal(table->table->chair[1].holders, 1);
    parlour_end(table);
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
        cmocka_unit_test(who_does_not_come_to_an_evening_loses),
        cmocka_unit_test(forgotten_games_are_settled),
        cmocka_unit_test(a_claim_needs_patience),
        cmocka_unit_test(lines_are_read_as_they_were_written),
        cmocka_unit_test(damaged_lines_are_refused),
        cmocka_unit_test(a_key_admits_one_person),
        cmocka_unit_test(a_group_is_complete_when_the_game_begins),
        cmocka_unit_test(who_joins_later_is_admitted),
        cmocka_unit_test(a_seat_is_kept_for_one_person_without_a_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
