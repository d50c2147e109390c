/* The library: home indices of actions, kept from list to list. */
#include "library/action_index.h"

#include <stdlib.h>
#include <string.h>

/* At most a quarter of the slots is used, so that nearly every action is found at its first slot.
 * When the table has reached its largest size, it is cleared and filled again. */
enum { SLOTS_LEAST = 1 << 12, WORD = 64 };

/* An action in the cache. In one home the lower hash is first; `rank` is its upper half. */
struct action_entry {
    bv_action action;
    uint32_t home; /* plus one; 0: the slot is free */
    uint32_t rank;
};

struct action_index {
    const struct bv_terms *terms;
    struct action_entry *slot;
    uint32_t slots, most, used;
    int shift;       /* of a product of 64 bits to a slot */
    uint32_t all;    /* number of indices */
    uint8_t *wanted; /* by home: the round in which it was last asked for */
    uint8_t round;   /* one for each list, and another where two actions collide */
    /* scratch as long as any list: the homes of all actions, while indices are changed */
    uint32_t *home;
    uint32_t *doubled; /* scratch: homes that several actions ask for */
};

/* ---- Looking up ------------------------------------------------------------------------------ */

static uint32_t first_slot(bv_action action, int shift)
{
    return (uint32_t)((action * 0x9e3779b97f4a7c15U) >> shift);
}

/* Its slot, or the free one where it would go. */
static uint32_t slot_of(const struct action_index *cache, bv_action action)
{
    uint32_t at = first_slot(action, cache->shift);
    while (cache->slot[at].home && cache->slot[at].action != action)
        at = (at + 1) & (cache->slots - 1);
    return at;
}

static void set_slots(struct action_index *cache, struct action_entry *slot, uint32_t slots)
{
    cache->slot = slot;
    cache->slots = slots;
    cache->shift = WORD - __builtin_ctz(slots);
}

static void grow(struct action_index *cache)
{
    if (cache->used < cache->slots / 4) return;
    uint32_t before = cache->slots;
    struct action_entry *old = cache->slot;
    struct action_entry *larger = before < cache->most ? calloc(2 * before, sizeof *larger) : NULL;
    if (!larger) {
        memset(old, 0, before * sizeof *old);
        cache->used = 0;
        return;
    }
    set_slots(cache, larger, 2 * before);
    for (uint32_t i = 0; i < before; i++)
        if (old[i].home) larger[slot_of(cache, old[i].action)] = old[i];
    free(old);
}

/* Not at its first slot. A separate function, so that the calling loop stays small. */
static __attribute__((noinline)) struct action_entry look_up(struct action_index *cache,
                                                             bv_action action)
{
    uint32_t at = slot_of(cache, action);
    if (cache->slot[at].home) return cache->slot[at];
    grow(cache);
    uint64_t hash = index_hash(cache->terms, action);
    uint32_t home = (uint32_t)hash & (cache->all - 1);
    cache->used++;
    return cache->slot[slot_of(cache, action)] =
               (struct action_entry){action, home + 1, (uint32_t)(hash >> 32)};
}

/* ---- Assigning ------------------------------------------------------------------------------- */

static uint8_t next_round(struct action_index *cache)
{
    if (!++cache->round) {
        memset(cache->wanted, 0, cache->all);
        cache->round = 1;
    }
    return cache->round;
}

/* Finds the homes of all actions; true if all are different. */
static bool find_indices(struct action_index *cache, const bv_action *list, uint32_t count,
                         uint32_t *indices)
{
    const struct action_entry *slot = cache->slot;
    uint8_t *wanted = cache->wanted;
    int shift = cache->shift;
    uint8_t round = next_round(cache);
    bool twice = false;
    for (uint32_t i = 0; i < count; i++) {
        const struct action_entry *entry = &slot[first_slot(list[i], shift)];
        uint32_t home = entry->home - 1;
        if (entry->action != list[i] || !entry->home) {
            home = look_up(cache, list[i]).home - 1;
            slot = cache->slot;
            shift = cache->shift;
        }
        indices[i] = home;
        twice |= wanted[home] == round;
        wanted[home] = round;
    }
    return !twice;
}

/* The homes that several actions of the list ask for, in order. */
static uint32_t find_doubled(struct action_index *cache, uint32_t count)
{
    uint8_t round = next_round(cache);
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t home = cache->home[i];
        if (cache->wanted[home] == round) {
            uint32_t at = found++;
            for (; at && cache->doubled[at - 1] > home; at--)
                cache->doubled[at] = cache->doubled[at - 1];
            cache->doubled[at] = home;
        }
        cache->wanted[home] = round;
    }
    return found;
}

/* The actions of that home queue up, the lower rank first; false if two are the same. */
static bool line_up(struct action_index *cache, const bv_action *list, uint32_t count,
                    uint32_t home, struct claim *line, uint32_t *length)
{
    uint32_t begin = *length;
    for (uint32_t i = 0; i < count; i++) {
        if (cache->home[i] != home) continue;
        uint32_t rank = look_up(cache, list[i]).rank;
        uint32_t at = (*length)++;
        for (; at > begin && line[at - 1].hash > rank; at--) line[at] = line[at - 1];
        if (at > begin && line[at - 1].hash == rank) return false;
        line[at] = (struct claim){.hash = rank, .home = home, .place = i};
    }
    return true;
}

/*
 * From the first home that is asked for twice, each action gets the next index in turn, until the
 * queue is empty; the same as sorting the whole list. False where that would go beyond the last
 * index.
 */
static __attribute__((noinline)) bool settle(struct action_index *cache, const bv_action *list,
                                             uint32_t count, struct claim *line, uint32_t *indices)
{
    uint32_t free_from = 0;
    bv_copy(cache->home, indices, count * sizeof *indices);
    uint32_t doubled = find_doubled(cache, count);
    for (uint32_t i = 0; i < doubled; i++) {
        uint32_t at = cache->doubled[i], length = 0, served = 0;
        if (at < free_from) continue;
        for (;; at++) {
            if (at == cache->all) return false;
            bool is_asked_for = cache->wanted[at] == cache->round;
            if (is_asked_for && !line_up(cache, list, count, at, line, &length)) return false;
            if (served == length) break;
            indices[line[served++].place] = at;
        }
        free_from = at;
    }
    return true;
}

void action_index_assign(struct action_index *cache, const bv_action *list, uint32_t count,
                         struct claim *claim, uint32_t *indices)
{
    if (find_indices(cache, list, count, indices)) return;
    if (!settle(cache, list, count, claim, indices))
        indices_assign(cache->terms, list, count, claim, indices);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

struct action_index *action_index_open(const struct bv_terms *terms, uint32_t most_slots)
{
    struct action_index *cache = calloc(1, sizeof *cache);
    if (!cache) return NULL;
    cache->terms = terms;
    cache->all = bivouac_terms_index_count(terms);
    cache->most = most_slots;
    set_slots(cache, calloc(SLOTS_LEAST, sizeof *cache->slot), SLOTS_LEAST);
    cache->wanted = calloc(cache->all, sizeof *cache->wanted);
    cache->home = calloc(terms->game->list_cap, sizeof *cache->home);
    cache->doubled = calloc(terms->game->list_cap, sizeof *cache->doubled);
    if (cache->slot && cache->wanted && cache->home && cache->doubled) return cache;
    action_index_close(cache);
    return NULL;
}

void action_index_close(struct action_index *cache)
{
    if (!cache) return;
    free(cache->slot);
    free(cache->wanted);
    free(cache->home);
    free(cache->doubled);
    free(cache);
}
