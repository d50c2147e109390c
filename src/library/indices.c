/* The library: fixed indices of actions, made of their tokens. */
#include <stdlib.h>

#include "library/action_number.h"
#include "library/indices.h"

enum { INDICES_LEAST = 16384 };

/* Where indices are hashed: at least twice the most legal actions, and a power of two. */
uint32_t bivouac_terms_index_count(const bivouac_terms *terms)
{
    if (actions_are_numbered(terms->game)) return action_number_count(terms->game);
    uint32_t count = INDICES_LEAST;
    while (count < 2 * terms->game->list_cap) count *= 2;
    return count;
}

/* FNV-1a, its halves folded together: the same in every version, since tokens are. */
uint64_t index_hash(const struct bv_terms *terms, bv_action action)
{
    char text[BV_TOKEN_MAX];
    uint64_t hash = 0xcbf29ce484222325U;
    bivouac_action_write(terms, action, text, sizeof text);
    for (const char *token = text; *token; token++)
        hash = (hash ^ (unsigned char)*token) * 0x100000001b3U;
    return hash ^ hash >> 32;
}

static int by_home_then_hash(const void *left, const void *right)
{
    const struct claim *a = left;
    const struct claim *b = right;
    if (a->home != b->home) return a->home < b->home ? -1 : 1;
    if (a->hash != b->hash) return a->hash < b->hash ? -1 : 1;
    return a->place < b->place ? -1 : 1;
}

/*
 * Each action gets its home index, or the next free one. In the order of homes this needs no table
 * of taken indices; those pushed beyond the end push back from there.
 */
void indices_assign(const struct bv_terms *terms, const bv_action *list, uint32_t count,
                    struct claim *claim, uint32_t *indices)
{
    const uint32_t all = bivouac_terms_index_count(terms);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t hash = index_hash(terms, list[i]);
        claim[i] = (struct claim){.hash = hash, .home = (uint32_t)hash & (all - 1), .place = i};
    }
    qsort(claim, count, sizeof *claim, by_home_then_hash);
    for (uint32_t i = 1; i < count; i++)
        if (claim[i].home <= claim[i - 1].home) claim[i].home = claim[i - 1].home + 1;
    uint32_t end = all;
    for (uint32_t i = count; i-- && claim[i].home >= end;) claim[i].home = --end;
    for (uint32_t i = 0; i < count; i++) indices[claim[i].place] = claim[i].home;
}

bool bivouac_action_indices(const bivouac_terms *terms, const bivouac_action *list, uint32_t count,
                            uint32_t *indices)
{
    if (actions_are_numbered(terms->game)) {
        action_numbers(terms->game, list, count, indices);
        return true;
    }
    if (!count) return true;
    struct claim *claim = malloc(count * sizeof *claim);
    if (!claim) return false;
    indices_assign(terms, list, count, claim, indices);
    free(claim);
    return true;
}
