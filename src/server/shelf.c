#include "server/shelf.h"

#include "games/storage.h"
#include "server/memory.h"

struct set {
    struct bv_terms terms; /* first, so that a set is found from its terms */
    struct bv_request request;
    union bv_tables tables;
    char *board_text;
    size_t holders;
    struct set *next;
};

/* Sets of built-in boards stay when nobody holds them: there are few, and they will be wanted again. */
struct bv_shelf {
    struct set *first;
};

struct bv_shelf *bv_shelf_new(void)
{
    return bv_new(sizeof(struct bv_shelf));
}

static void free_set(struct set *set)
{
    free(set->board_text);
    free(set);
}

void bv_shelf_free(struct bv_shelf *shelf)
{
    while (shelf->first) {
        struct set *set = shelf->first;
        shelf->first = set->next;
        free_set(set);
    }
    free(shelf);
}

static bool same_request(const struct bv_request *a, const struct bv_request *b)
{
    bool same_board = a->board_text && b->board_text ? bv_equal(a->board_text, b->board_text)
                                                     : a->board_text == b->board_text;
    return same_board && a->game == b->game && a->seats == b->seats &&
           bv_same(a->reading, b->reading, sizeof a->reading);
}

const struct bv_terms *bv_shelf_take(struct bv_shelf *shelf, const struct bv_request *request,
                                     struct bv_error *error)
{
    for (struct set *set = shelf->first; set; set = set->next) {
        if (!same_request(&set->request, request)) continue;
        set->holders++;
        return &set->terms;
    }
    struct set *set = bv_new(sizeof *set);
    set->request = *request;
    if (request->board_text) {
        set->board_text = bv_text_copy(request->board_text, bv_length(request->board_text));
        set->request.board_text = set->board_text;
        set->request.board_file = "board";
    }
    if (!bv_terms_make(&set->request, &set->terms, &set->tables, error)) {
        free_set(set);
        return NULL;
    }
    set->holders = 1;
    set->next = shelf->first;
    shelf->first = set;
    return &set->terms;
}

static struct set *set_of(struct bv_shelf *shelf, const struct bv_terms *terms)
{
    struct set *set = shelf->first;
    while (&set->terms != terms) set = set->next;
    return set;
}

void bv_shelf_hold(struct bv_shelf *shelf, const struct bv_terms *terms)
{
    set_of(shelf, terms)->holders++;
}

void bv_shelf_return(struct bv_shelf *shelf, const struct bv_terms *terms)
{
    struct set *set = set_of(shelf, terms);
    if (--set->holders || !set->board_text) return;
    struct set **link = &shelf->first;
    while (*link != set) link = &(*link)->next;
    *link = set->next;
    free_set(set);
}
