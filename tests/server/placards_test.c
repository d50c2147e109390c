/* Placards: what hangs is what was hung last, for as long as it is true and there is room. */
#include "support.h"

#include <stdio.h>

#include "server/evenings/placards.h"

/* Hangs a page of that many bytes for an evening with one who takes part and one who has left. */
static void hang(struct bv_placards *placards, const char *id, size_t length, uint64_t losses)
{
    cJSON *paper = cJSON_Parse("{\"kind\":\"swiss\",\"stage\":\"running\",\"players\":["
                               "{\"person\":\"ada\"},{\"person\":\"bob\",\"left\":5}]}");
    struct bv_evening *evening = bv_evening_of(id, paper);
    char *text = bv_new(length);
    text[0] = id[0];
    bv_placard_hang(placards, evening, text, length, losses);
    bv_evening_free(evening);
}

static void a_placard_hangs_until_the_evening_changes(void **state)
{
    (void)state;
    struct bv_placards *placards = bv_placards_new();
    assert_null(bv_placard_find(placards, "a", 0));
    hang(placards, "a", 10, 0);
    hang(placards, "b", 20, 0);
    const struct bv_placard *placard = bv_placard_find(placards, "b", 0);
    assert_non_null(placard);
    assert_int_equal(placard->length, 20);
    assert_int_equal(placard->text[0], 'b');
    assert_int_equal(placard->players, 2);
    assert_string_equal(placard->player[1].person, "bob");
    assert_false(placard->player[0].left);
    assert_true(placard->player[1].left);
    bv_placard_take_down(placards, "b");
    bv_placard_take_down(placards, "c");
    assert_null(bv_placard_find(placards, "b", 0));
    assert_non_null(bv_placard_find(placards, "a", 0));
    hang(placards, "a", 30, 0);
    assert_int_equal(bv_placard_find(placards, "a", 0)->length, 30);
    bv_placards_free(placards);
}

static void what_was_written_before_a_loss_is_not_shown(void **state)
{
    (void)state;
    struct bv_placards *placards = bv_placards_new();
    hang(placards, "a", 10, 3);
    assert_null(bv_placard_find(placards, "a", 4));
    hang(placards, "a", 10, 4);
    assert_non_null(bv_placard_find(placards, "a", 4));
    bv_placards_free(placards);
}

static void the_one_that_nobody_asks_for_makes_room(void **state)
{
    (void)state;
    char id[BV_ID_SIZE];
    struct bv_placards *placards = bv_placards_new();
    for (int i = 0; i < 20; i++) {
        (void)snprintf(id, sizeof id, "e%d", i);
        hang(placards, id, 10, 0);
        assert_non_null(bv_placard_find(placards, "e0", 0)); /* asked for again and again */
    }
    for (int i = 1; i < 20; i++) {
        (void)snprintf(id, sizeof id, "e%d", i);
        assert_int_equal(bv_placard_find(placards, id, 0) != NULL, i >= 5);
    }
    bv_placards_free(placards);
}

static void long_pages_leave_room_for_few(void **state)
{
    (void)state;
    const size_t megabyte = (size_t)1024 * 1024;
    struct bv_placards *placards = bv_placards_new();
    hang(placards, "a", megabyte, 0);
    hang(placards, "b", megabyte, 0);
    hang(placards, "c", 2 * megabyte, 0);
    assert_non_null(bv_placard_find(placards, "a", 0));
    hang(placards, "d", 1, 0);
    assert_null(bv_placard_find(placards, "b", 0));
    assert_non_null(bv_placard_find(placards, "a", 0));
    assert_non_null(bv_placard_find(placards, "c", 0));
    bv_placards_free(placards);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_placard_hangs_until_the_evening_changes),
        cmocka_unit_test(what_was_written_before_a_loss_is_not_shown),
        cmocka_unit_test(the_one_that_nobody_asks_for_makes_room),
        cmocka_unit_test(long_pages_leave_room_for_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
