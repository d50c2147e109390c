/* Cached pages: what hangs is what was hung last, for as long as it is true and there is room. */
#include "support.h"

#include <stdio.h>

#include "server/tournaments/page_cache.h"

/* Hangs a page of that many bytes for a tournament with one who takes part and one who has left. */
static void hang(struct page_cache *page_cache, const char *id, size_t length, uint64_t losses)
{
    cJSON *document = cJSON_Parse("{\"kind\":\"swiss\",\"stage\":\"running\",\"players\":["
                                  "{\"person\":\"ada\"},{\"person\":\"bob\",\"left\":5}]}");
    struct tournament *tournament = tournament_of(id, document);
    char *text = memory_new(length);
    text[0] = id[0];
    page_cache_put(page_cache, tournament, text, length, losses);
    tournament_free(tournament);
}

static void a_cached_page_hangs_until_the_tournament_changes(void **state)
{
    (void)state;
    struct page_cache *page_cache = page_cache_new();
    assert_null(page_cache_find(page_cache, "a", 0));
    hang(page_cache, "a", 10, 0);
    hang(page_cache, "b", 20, 0);
    const struct cached_page *cached_page = page_cache_find(page_cache, "b", 0);
    assert_non_null(cached_page);
    assert_int_equal(cached_page->length, 20);
    assert_int_equal(cached_page->text[0], 'b');
    assert_int_equal(cached_page->players, 2);
    assert_string_equal(cached_page->player[1].person, "bob");
    assert_false(cached_page->player[0].left);
    assert_true(cached_page->player[1].left);
    page_cache_drop(page_cache, "b");
    page_cache_drop(page_cache, "c");
    assert_null(page_cache_find(page_cache, "b", 0));
    assert_non_null(page_cache_find(page_cache, "a", 0));
    hang(page_cache, "a", 30, 0);
    assert_int_equal(page_cache_find(page_cache, "a", 0)->length, 30);
    page_cache_free(page_cache);
}

static void what_was_written_before_a_loss_is_not_shown(void **state)
{
    (void)state;
    struct page_cache *page_cache = page_cache_new();
    hang(page_cache, "a", 10, 3);
    assert_null(page_cache_find(page_cache, "a", 4));
    hang(page_cache, "a", 10, 4);
    assert_non_null(page_cache_find(page_cache, "a", 4));
    page_cache_free(page_cache);
}

static void the_one_that_nobody_asks_for_makes_room(void **state)
{
    (void)state;
    char id[ID_SIZE];
    struct page_cache *page_cache = page_cache_new();
    for (int i = 0; i < 20; i++) {
        (void)snprintf(id, sizeof id, "e%d", i);
        hang(page_cache, id, 10, 0);
        assert_non_null(page_cache_find(page_cache, "e0", 0)); /* asked for again and again */
    }
    for (int i = 1; i < 20; i++) {
        (void)snprintf(id, sizeof id, "e%d", i);
        assert_int_equal(page_cache_find(page_cache, id, 0) != NULL, i >= 5);
    }
    page_cache_free(page_cache);
}

static void long_pages_leave_room_for_few(void **state)
{
    (void)state;
    const size_t megabyte = (size_t)1024 * 1024;
    struct page_cache *page_cache = page_cache_new();
    hang(page_cache, "a", megabyte, 0);
    hang(page_cache, "b", megabyte, 0);
    hang(page_cache, "c", 2 * megabyte, 0);
    assert_non_null(page_cache_find(page_cache, "a", 0));
    hang(page_cache, "d", 1, 0);
    assert_null(page_cache_find(page_cache, "b", 0));
    assert_non_null(page_cache_find(page_cache, "a", 0));
    assert_non_null(page_cache_find(page_cache, "c", 0));
    page_cache_free(page_cache);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cached_page_hangs_until_the_tournament_changes),
        cmocka_unit_test(what_was_written_before_a_loss_is_not_shown),
        cmocka_unit_test(the_one_that_nobody_asks_for_makes_room),
        cmocka_unit_test(long_pages_leave_room_for_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
