#include "table/terms_cache.h"

#include "games/storage.h"
#include "util/memory.h"

struct set {
    struct bv_terms terms; /* first, so that a set is found from its terms */
    struct bv_request request;
    union bv_tables tables;
    char *board_text;
    size_t holders;
    struct set *next;
};

/* Sets of built-in boards stay when they are not held: there are few, and they will be used
 * again. */
struct terms_cache {
    struct set *first;
};

struct terms_cache *terms_cache_new(void)
{
    return memory_new(sizeof(struct terms_cache));
}

static void free_set(struct set *set)
{
    free(set->board_text);
    free(set);
}

void terms_cache_free(struct terms_cache *cache)
{
    while (cache->first) {
        struct set *set = cache->first;
        cache->first = set->next;
        free_set(set);
    }
    free(cache);
}

static bool same_request(const struct bv_request *a, const struct bv_request *b)
{
    bool same_board = a->board_text && b->board_text ? bv_equal(a->board_text, b->board_text)
                                                     : a->board_text == b->board_text;
    return same_board && a->game == b->game && a->seats == b->seats &&
           bv_same(a->option, b->option, sizeof a->option);
}

const struct bv_terms *terms_cache_take(struct terms_cache *cache, const struct bv_request *request,
                                        struct bv_error *error)
{
    for (struct set *set = cache->first; set; set = set->next) {
        if (!same_request(&set->request, request)) continue;
        set->holders++;
        return &set->terms;
    }
    struct set *set = memory_new(sizeof *set);
    set->request = *request;
    if (request->board_text) {
        set->board_text = memory_copy_text(request->board_text, bv_length(request->board_text));
        set->request.board_text = set->board_text;
        set->request.board_file = "board";
    }
    if (!bv_terms_make(&set->request, &set->terms, &set->tables, error)) {
        free_set(set);
        return NULL;
    }
    set->holders = 1;
    set->next = cache->first;
    cache->first = set;
    return &set->terms;
}

static struct set *set_of(struct terms_cache *cache, const struct bv_terms *terms)
{
    struct set *set = cache->first;
    while (&set->terms != terms) set = set->next;
    return set;
}

void terms_cache_hold(struct terms_cache *cache, const struct bv_terms *terms)
{
    set_of(cache, terms)->holders++;
}

void terms_cache_return(struct terms_cache *cache, const struct bv_terms *terms)
{
    struct set *set = set_of(cache, terms);
    if (--set->holders || !set->board_text) return;
    struct set **link = &cache->first;
    while (*link != set) link = &(*link)->next;
    *link = set->next;
    free_set(set);
}
