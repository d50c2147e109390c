/* Prepared replies: what is played by itself, what may be prepared, and who learns of it. */
#include <stdio.h>
#include <string.h>

#include "support.h"
#include "table_fixture.h"

#include "table/replies.h"

static const char by_days[] = "{\"game\":\"chevaliers\",\"time\":{\"days\":3}}";

static void prepares(struct fixture *table, const char *person, const char *lines, const char *code)
{
    char fields[2000];
    snprintf(fields, sizeof fields, "{\"replies\":[%s]}", lines);
    commands(table, person, "prepare", fields, code);
}

static const char *prepared(const struct fixture *table, int side)
{
    const struct table_replies *replies = table->table->replies[side];
    return replies ? replies->text : "";
}

static void a_prepared_reply_is_played_at_once(void **unused)
{
    (void)unused;
    struct fixture *table = fixture(by_days);
    prepares(table, "bob", "\"a4-a5  a12-a13\",\"d2~f2 d13~f13 a4~a2 f13-f14\"", NULL);
    assert_string_equal(prepared(table, 1), "a4-a5 a12-a13 / d2~f2 d13~f13 a4~a2 f13-f14");
    assert_int_equal(table->table->moves, 0);
    plays(table, 0, "d2~f2");
    assert_int_equal(table->table->moves, 2);
    assert_string_equal(prepared(table, 1), "a4~a2 f13-f14");
    plays(table, 0, "a4~a2");
    assert_int_equal(table->table->moves, 4);
    assert_null(table->table->replies[1]);
    assert_non_null(strstr(table->told[1], "\"seat\":\"O\",\"person\":\"bob\""));
    fixture_end(table);
}

static void another_move_ends_what_was_prepared(void **unused)
{
    (void)unused;
    struct fixture *table = fixture(by_days);
    prepares(table, "bob", "\"d2~f2 d13~f13\"", NULL);
    plays(table, 0, "a4-a5");
    assert_int_equal(table->table->moves, 1);
    assert_null(table->table->replies[1]);
    fixture_end(table);
}

static void only_lines_that_can_be_played(void **unused)
{
    (void)unused;
    struct fixture *table = fixture(by_days);
    static const char *const bad[] = {
        "\"nonsense a12-a13\"",
        "\"a4-a5 nonsense\"",
        "\"a4-a5\"",                           /* no reply */
        "\"\"",                                /* nothing at all */
        "\"a4-a5 a12-a13 b4-b5\"",             /* the last is Ada's */
        "\"a4-a5 a12-a13\",\"a4-a5 a12-b13\"", /* which of the two? */
        "17",
    };
    for (size_t i = 0; i < BV_COUNT(bad); i++) prepares(table, "bob", bad[i], "bad-replies");
    char many[1000] = "\"a4-a5 a12-a13\"";
    for (int i = 0; i < REPLIES_LINES_MAX; i++) strcat(many, ",\"a4-a5 a12-a13\"");
    prepares(table, "bob", many, "bad-replies");
    prepares(table, "ada", "\"a4-a5 a12-a13\"", "bad-replies"); /* it is Ada's turn */
    prepares(table, "eve", "\"a4-a5 a12-a13\"", "not-your-seat");
    assert_null(table->table->replies[1]);
    fixture_end(table);
}

static void not_where_chance_secrets_or_a_clock_decide(void **unused)
{
    (void)unused;
    static const char *const setups[] = {
        "{\"game\":\"kriegspiel\",\"time\":{\"days\":3}}",
        "{\"game\":\"chars\",\"time\":{\"days\":3}}",
        "{\"game\":\"belligerants\"}",
        "{\"game\":\"chevaliers\",\"time\":{\"seconds\":600}}",
    };
    for (size_t i = 0; i < BV_COUNT(setups); i++) {
        struct fixture *table = fixture(setups[i]);
        prepares(table, "bob", "", "no-replies");
        fixture_end(table);
    }
}

static void a_take_back_and_a_partner_remove_it(void **unused)
{
    (void)unused;
    struct fixture *table = fixture(by_days);
    plays(table, 0, "d2~f2");
    plays(table, 1, "d13~f13");
    prepares(table, "bob", "\"a4-a5 a12-a13\"", NULL);
    commands(table, "bob", "ask", "{}", NULL);
    commands(table, "ada", "grant", "{}", NULL);
    assert_null(table->table->replies[1]);
    plays(table, 1, "d13~f13");
    prepares(table, "bob", "\"a4-a5 a12-a13\"", NULL);
    commands(table, "eve", "join", "{\"seat\":\"O\"}", NULL);
    commands(table, "bob", "admit", "{}", NULL);
    assert_null(table->table->replies[1]);
    prepares(table, "bob", "\"a4-a5 a12-a13\"", "no-replies");
    fixture_end(table);
}

static void nobody_else_learns_of_it(void **unused)
{
    (void)unused;
    struct fixture *table = fixture(by_days);
    prepares(table, "bob", "\"a4-a5 a12-a13\"", NULL);
    assert_non_null(strstr(table->told[1], "\"replies\":[\"a4-a5 a12-a13\"]"));
    assert_null(strstr(table->told[0], "replies"));
    assert_null(strstr(table->told[table_channel_of(BV_WATCHER)], "replies"));
    for (int channel = 0; channel < TABLE_CHANNELS; channel++) {
        char text[MESSAGE_MAX];
        struct bv_out out = bv_out_into(text, sizeof text);
        if (channel > 1 && channel < BV_SEATS_MAX) continue;
        messages_table(table->table, channel, table->now, &out);
        assert_int_equal(strstr(text, "a12-a13") != NULL, channel == 1);
    }
    fixture_end(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_prepared_reply_is_played_at_once),
        cmocka_unit_test(another_move_ends_what_was_prepared),
        cmocka_unit_test(only_lines_that_can_be_played),
        cmocka_unit_test(not_where_chance_secrets_or_a_clock_decide),
        cmocka_unit_test(a_take_back_and_a_partner_remove_it),
        cmocka_unit_test(nobody_else_learns_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
