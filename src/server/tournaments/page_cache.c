#include "server/tournaments/page_cache.h"

enum { PAGES_MAX = 16, BYTES_MAX = 4 * 1024 * 1024 };

struct page_cache {
    struct cached_page *page[PAGES_MAX];
    int count;
    size_t bytes; /* of their texts */
    uint64_t asked;
};

struct page_cache *page_cache_new(void)
{
    return memory_new(sizeof(struct page_cache));
}

static void drop_page(struct page_cache *page_cache, int which)
{
    struct cached_page *cached_page = page_cache->page[which];
    page_cache->bytes -= cached_page->length;
    page_cache->page[which] = page_cache->page[--page_cache->count];
    free(cached_page->text);
    free(cached_page);
}

void page_cache_free(struct page_cache *page_cache)
{
    while (page_cache->count) drop_page(page_cache, 0);
    free(page_cache);
}

static int place_of(const struct page_cache *page_cache, const char *tournament)
{
    for (int i = 0; i < page_cache->count; i++)
        if (bv_equal(page_cache->page[i]->id, tournament)) return i;
    return -1;
}

const struct cached_page *page_cache_find(struct page_cache *page_cache, const char *tournament,
                                          uint64_t losses)
{
    int place = place_of(page_cache, tournament);
    if (place < 0 || page_cache->page[place]->losses != losses) return NULL;
    page_cache->page[place]->asked = ++page_cache->asked;
    return page_cache->page[place];
}

void page_cache_drop(struct page_cache *page_cache, const char *tournament)
{
    int place = place_of(page_cache, tournament);
    if (place >= 0) drop_page(page_cache, place);
}

/* Drops the page that was not requested for the longest time. */
static void make_capacity(struct page_cache *page_cache, size_t length)
{
    while (page_cache->count == PAGES_MAX ||
           (page_cache->count && page_cache->bytes + length > BYTES_MAX)) {
        int oldest = 0;
        for (int i = 1; i < page_cache->count; i++)
            if (page_cache->page[i]->asked < page_cache->page[oldest]->asked) oldest = i;
        drop_page(page_cache, oldest);
    }
}

const struct cached_page *page_cache_put(struct page_cache *page_cache,
                                         const struct tournament *tournament, char *text,
                                         size_t length, uint64_t losses)
{
    page_cache_drop(page_cache, tournament->id);
    make_capacity(page_cache, length);
    struct cached_page *cached_page = memory_new(sizeof *cached_page);
    bv_copy(cached_page->id, tournament->id, sizeof cached_page->id);
    cached_page->text = text;
    cached_page->length = length;
    cached_page->losses = losses;
    cached_page->asked = ++page_cache->asked;
    const cJSON *entry = NULL;
    cJSON_ArrayForEach(entry, tournament->players)
    {
        struct cached_page_player *player = &cached_page->player[cached_page->players++];
        bv_copy_text(player->person, ID_SIZE, fields_text(entry, "person", ID_SIZE - 1));
        player->left = tournament_player_left(tournament, cached_page->players - 1);
    }
    page_cache->page[page_cache->count++] = cached_page;
    page_cache->bytes += length;
    return cached_page;
}
