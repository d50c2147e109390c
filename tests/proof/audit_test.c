/* What was sent against what is remembered: a move that is missing or there twice must be seen. */
#include "proof/audit.h"

#include <stdlib.h>
#include <string.h>

#include "support.h"

static struct session *game;
static struct ledger *ledger;

/* V sent a b b c and G sent x y; the last of each was not answered. */
static int send_some(void **state)
{
    static const char *const moves[] = {"a", "b", "b", "c"};
    (void)state;
    game = session("chars", "seats=2");
    ledger = ledger_new(&game->terms);
    for (int i = 0; i < 4; i++) {
        ledger_acknowledge(ledger, 0);
        ledger_send(ledger, 0, bv_span_of(moves[i]));
    }
    ledger_send(ledger, 1, bv_span_of("x"));
    ledger_acknowledge(ledger, 1);
    ledger_send(ledger, 1, bv_span_of("y"));
    return 0;
}

static int forget(void **state)
{
    (void)state;
    ledger_free(ledger);
    session_end(game);
    return 0;
}

static struct audit audit_of(const char *record)
{
    struct audit audit = {0};
    struct comparison comparison = comparison_of(ledger, AUDIT_ALL_SIDES);
    compare_record(&comparison, bv_span_of(record));
    comparison_end(&comparison, &audit);
    return audit;
}

static void assert_audit(struct audit audit, uint64_t found, uint64_t lost, uint64_t doubled)
{
    assert_int_equal(audit.acknowledged, 4);
    assert_int_equal(audit.found, found);
    assert_int_equal(audit.lost, lost);
    assert_int_equal(audit.doubled, doubled);
}

static void what_was_acknowledged_is_enough(void **state)
{
    (void)state;
    assert_audit(audit_of("V a 1\ntokens 4\nV a\nG x\nV b\nV b\nresult *\nV a\n"), 4, 0, 0);
}

static void what_was_on_its_way_may_be_there(void **state)
{
    (void)state;
    assert_audit(audit_of("tokens 7\nV a\n# 6\nV b\nG x\nV b\nV c\nG y\nresult *\n"), 4, 0, 0);
}

static void a_missing_move_is_lost(void **state)
{
    (void)state;
    assert_audit(audit_of("tokens 2\nV a\nV b\nG x\nresult *\n"), 3, 1, 0);
    assert_audit(audit_of("tokens 3\nV b\nV b\nG x\nresult *\n"), 3, 1, 0);
    assert_audit(audit_of("tokens 3\nV a\nV b\nV b\nresult *\n"), 3, 1, 0);
    assert_audit(audit_of("tokens 0\nresult *\n"), 0, 4, 0);
}

static void a_move_that_is_there_twice_is_doubled(void **state)
{
    (void)state;
    assert_audit(audit_of("tokens 5\nV a\nV b\nV b\nV b\nG x\nresult *\n"), 4, 0, 1);
    assert_audit(audit_of("tokens 5\nV a\nV a\nV b\nV b\nG x\nresult *\n"), 4, 0, 1);
    assert_audit(audit_of("tokens 7\nV a\nV b\nV b\nV c\nV c\nG x\nG y\nresult *\n"), 4, 0, 1);
}

static void moves_in_another_order_are_wrong(void **state)
{
    (void)state;
    struct audit audit = audit_of("tokens 4\nV b\nV b\nV a\nG x\nresult *\n");
    assert_true(audit.lost > 0 && audit.doubled > 0);
}

/* The messages come in pages, and of the other side's moves a seat may not know all. */
static void history_is_compared_page_by_page(void **state)
{
    (void)state;
    struct audit audit = {0};
    struct comparison comparison = comparison_of(ledger, 1u << 0);
    assert_true(compare_history(
        &comparison, bv_span_of("{\"messages\":[{\"type\":\"sit\",\"n\":1,\"seat\":\"V\"},"
                                "{\"type\":\"play\",\"n\":2,\"seat\":\"V\",\"token\":\"a\"},"
                                "{\"type\":\"play\",\"n\":3,\"seat\":\"G\"}],\"more\":true}")));
    assert_int_equal(comparison.last, 3);
    assert_false(compare_history(
        &comparison, bv_span_of("{\"messages\":[{\"type\":\"play\",\"n\":4,\"seat\":\"V\","
                                "\"token\":\"b\"},{\"type\":\"roll\",\"n\":5,\"token\":\"b\"},"
                                "{\"type\":\"play\",\"n\":6,\"seat\":\"V\",\"token\":\"b\"}],"
                                "\"more\":false}")));
    comparison_end(&comparison, &audit);
    assert_int_equal(audit.acknowledged, 3);
    assert_int_equal(audit.found, 3);
    assert_int_equal(audit.lost, 0);
    assert_int_equal(audit.doubled, 0);
}

/* What is received as it happens must be the next that was sent. */
static void moves_are_received_in_the_order_they_were_sent(void **state)
{
    (void)state;
    assert_true(ledger_receive(ledger, 0, bv_span_of("V"), bv_span_of("a")));
    assert_false(ledger_receive(ledger, 0, bv_span_of("V"), bv_span_of("a")));
    assert_true(ledger_receive(ledger, 0, bv_span_of("V"), bv_span_of("b")));
    assert_false(ledger_receive(ledger, 0, bv_span_of("V"), bv_span_of("c")));
}

static void a_refused_move_is_taken_back(void **state)
{
    (void)state;
    assert_int_equal(ledger_open_move(ledger, 0).length, strlen("V c"));
    ledger_take_back(ledger, 0);
    assert_int_equal(ledger_open_move(ledger, 0).length, 0);
    assert_audit(audit_of("tokens 5\nV a\nV b\nV b\nV c\nG x\nresult *\n"), 4, 0, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_was_acknowledged_is_enough, send_some, forget),
        cmocka_unit_test_setup_teardown(what_was_on_its_way_may_be_there, send_some, forget),
        cmocka_unit_test_setup_teardown(a_missing_move_is_lost, send_some, forget),
        cmocka_unit_test_setup_teardown(a_move_that_is_there_twice_is_doubled, send_some, forget),
        cmocka_unit_test_setup_teardown(moves_in_another_order_are_wrong, send_some, forget),
        cmocka_unit_test_setup_teardown(history_is_compared_page_by_page, send_some, forget),
        cmocka_unit_test_setup_teardown(moves_are_received_in_the_order_they_were_sent, send_some,
                                        forget),
        cmocka_unit_test_setup_teardown(a_refused_move_is_taken_back, send_some, forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
