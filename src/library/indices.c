/* The library: fixed indices of actions. */
#include "library/indices.h"

#include <stdlib.h>
#include <string.h>

enum { INDICES_LEAST = 16384, WORD = 64 };

/* An action whose home is taken. */
struct claim {
    uint64_t key;
    uint32_t place;
};

struct indices {
    const struct bv_terms *terms;
    uint32_t all;    /* number of indices */
    uint8_t *wanted; /* by home: the round in which it was last asked for */
    uint8_t round;   /* one for each list, and another where two actions collide */
    /* scratch as long as any list: */
    uint32_t *home;    /* the homes of all actions, while indices are changed */
    uint32_t *doubled; /* homes that several actions ask for */
    struct claim *claim;
    uint32_t *one; /* the indices of all, of which one was asked for */
};

/* Where indices are hashed: at least twice the most legal actions, and a power of two. */
uint32_t bivouac_terms_index_count(const bivouac_terms *terms)
{
    uint32_t count = INDICES_LEAST;
    if (terms->game->numbers) return terms->game->numbers;
    while (count < 2 * terms->game->list_cap) count *= 2;
    return count;
}

/* By how much a key is shifted to be a home. */
static int shift_to(uint32_t all)
{
    return WORD - __builtin_ctz(all);
}

static uint64_t key_of(bv_action action)
{
    return action * 0x9e3779b97f4a7c15U;
}

/* ---- Assigning ------------------------------------------------------------------------------- */

static uint8_t next_round(struct indices *indices)
{
    if (!++indices->round) {
        memset(indices->wanted, 0, indices->all);
        indices->round = 1;
    }
    return indices->round;
}

/* Every action gets its home; true if all are different. */
static bool give_homes(struct indices *indices, const bv_action *list, uint32_t count, uint32_t *to)
{
    uint8_t *wanted = indices->wanted;
    const int shift = shift_to(indices->all);
    const uint8_t round = next_round(indices);
    bool twice = false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t home = (uint32_t)(key_of(list[i]) >> shift);
        to[i] = home;
        twice |= wanted[home] == round;
        wanted[home] = round;
    }
    return !twice;
}

/* The homes that several actions of the list ask for, in order. */
static uint32_t find_doubled(struct indices *indices, uint32_t count)
{
    uint8_t round = next_round(indices);
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t home = indices->home[i];
        if (indices->wanted[home] == round) {
            uint32_t at = found++;
            for (; at && indices->doubled[at - 1] > home; at--)
                indices->doubled[at] = indices->doubled[at - 1];
            indices->doubled[at] = home;
        }
        indices->wanted[home] = round;
    }
    return found;
}

/* The actions of that home queue up, the lower key first. */
static uint32_t line_up(struct indices *indices, const bv_action *list, uint32_t count,
                        uint32_t home, uint32_t length)
{
    struct claim *line = indices->claim;
    uint32_t begin = length;
    for (uint32_t i = 0; i < count; i++) {
        if (indices->home[i] != home) continue;
        uint64_t key = key_of(list[i]);
        uint32_t at = length++;
        for (; at > begin && line[at - 1].key > key; at--) line[at] = line[at - 1];
        line[at] = (struct claim){key, i};
    }
    return length;
}

/*
 * From the first home that is asked for twice, each action gets the next index in turn, until the
 * queue is empty; the same as sorting the whole list. False where that would go beyond the last
 * index.
 */
static bool settle(struct indices *indices, const bv_action *list, uint32_t count, uint32_t *to)
{
    uint32_t free_from = 0;
    bv_copy(indices->home, to, count * sizeof *to);
    uint32_t doubled = find_doubled(indices, count);
    for (uint32_t i = 0; i < doubled; i++) {
        uint32_t at = indices->doubled[i], length = 0, served = 0;
        if (at < free_from) continue;
        for (;; at++) {
            if (at == indices->all) return false;
            if (indices->wanted[at] == indices->round)
                length = line_up(indices, list, count, at, length);
            if (served == length) break;
            to[indices->claim[served++].place] = at;
        }
        free_from = at;
    }
    return true;
}

static int by_key(const void *left, const void *right)
{
    const struct claim *a = left;
    const struct claim *b = right;
    return a->key < b->key ? -1 : a->key > b->key;
}

/* The whole list in order; those that would come beyond the end push back from there. */
static void sort_all(const bv_action *list, uint32_t count, uint32_t all, struct claim *claim,
                     uint32_t *to)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < count; i++) claim[i] = (struct claim){key_of(list[i]), i};
    qsort(claim, count, sizeof *claim, by_key);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t home = (uint32_t)(claim[i].key >> shift_to(all));
        if (home < next) home = next;
        to[claim[i].place] = home;
        next = home + 1;
    }
    for (uint32_t i = count, end = all; i-- && to[claim[i].place] >= end;)
        to[claim[i].place] = --end;
}

static void number_all(const struct bv_terms *terms, const bv_action *list, uint32_t count,
                       uint32_t *to)
{
    for (uint32_t i = 0; i < count; i++) to[i] = terms->game->number(terms, list[i]);
}

void indices_assign(struct indices *indices, const bv_action *list, uint32_t count, uint32_t *to)
{
    if (indices->terms->game->numbers)
        number_all(indices->terms, list, count, to);
    else if (!give_homes(indices, list, count, to) && !settle(indices, list, count, to))
        sort_all(list, count, indices->all, indices->claim, to);
}

/* How many have a key at most so far below one, itself included. */
static uint32_t neighbours(const bv_action *list, uint32_t count, uint64_t key, uint64_t near)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) found += key - key_of(list[i]) <= near;
    return found;
}

uint32_t indices_of_one(struct indices *indices, const bv_action *list, uint32_t count,
                        uint32_t place)
{
    const struct bv_terms *terms = indices->terms;
    if (terms->game->numbers) return terms->game->number(terms, list[place]);
    /*
     * It is pushed from its home only by a row of others that begins below and reaches up to it. As
     * many as lie within a distance can fill no longer row: the next to look at is that.
     */
    const int shift = shift_to(indices->all);
    const uint64_t key = key_of(list[place]);
    uint32_t near =
        key >> shift >= indices->all - count ? 0 : count; /* at the end it may go down */
    while (near) {
        uint32_t others = neighbours(list, count, key, ((uint64_t)near + 1) << shift) - 1;
        if (!others) return (uint32_t)(key >> shift);
        near = others < near ? others : 0;
    }
    indices_assign(indices, list, count, indices->one);
    return indices->one[place];
}

/* ---- Memory ---------------------------------------------------------------------------------- */

struct indices *indices_open(const struct bv_terms *terms)
{
    struct indices *indices = calloc(1, sizeof *indices);
    if (!indices) return NULL;
    indices->terms = terms;
    indices->all = bivouac_terms_index_count(terms);
    if (terms->game->numbers) return indices;
    indices->wanted = calloc(indices->all, sizeof *indices->wanted);
    indices->home = calloc(terms->game->list_cap, sizeof *indices->home);
    indices->doubled = calloc(terms->game->list_cap, sizeof *indices->doubled);
    indices->claim = calloc(terms->game->list_cap, sizeof *indices->claim);
    indices->one = calloc(terms->game->list_cap, sizeof *indices->one);
    if (indices->wanted && indices->home && indices->doubled && indices->claim && indices->one)
        return indices;
    indices_close(indices);
    return NULL;
}

void indices_close(struct indices *indices)
{
    if (!indices) return;
    free(indices->wanted);
    free(indices->home);
    free(indices->doubled);
    free(indices->claim);
    free(indices->one);
    free(indices);
}

bool bivouac_action_indices(const bivouac_terms *terms, const bivouac_action *list, uint32_t count,
                            uint32_t *indices)
{
    if (terms->game->numbers) {
        number_all(terms, list, count, indices);
        return true;
    }
    if (!count) return true;
    struct claim *claim = malloc(count * sizeof *claim);
    if (!claim) return false;
    sort_all(list, count, bivouac_terms_index_count(terms), claim, indices);
    free(claim);
    return true;
}
