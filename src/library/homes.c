/* The library: homes of actions, kept from list to list. */
#include "library/homes.h"

#include <stdlib.h>
#include <string.h>

/* A quarter of the slots is used at most, so that nearly every action is found where it is looked for first. When the
 * table has grown as large as it may, everything is forgotten and met anew; a list that is met in three passes is met. */
enum { SLOTS_LEAST = 1 << 12, PASSES = 3, WORD = 64 };

#define SHARED 0x80000000U /* others that were met are at home there too */

/* Somebody who was met. Of those with the same home the lower hash comes first; `rank` is the upper half of it. */
struct resident {
    bv_action action;
    uint32_t home; /* plus one, and SHARED; 0: the slot is free */
    uint32_t rank;
};

struct homes {
    const struct bv_terms *terms;
    struct resident *slot;
    uint32_t slots, most, used;
    int shift;         /* of a product of 64 bits to a slot */
    uint64_t meetings; /* ever */
    uint32_t all;      /* indices */
    bv_action *first;  /* by home: who was met first */
    uint8_t *met;      /* by home: nobody, one, or more */
    uint64_t *taken;   /* by home, a bit each: in the list at hand; all clear in between */
    uint32_t *shared;  /* scratch as long as any list: homes that may be wanted twice */
    uint32_t *doubled; /* the same: homes that are */
    uint32_t *home;    /* the same: everybody's, while indices are changed */
};

/* ---- Meeting ---------------------------------------------------------------------------------------------------- */

static uint32_t first_slot(bv_action action, int shift)
{
    return (uint32_t)((action * 0x9e3779b97f4a7c15U) >> shift);
}

/* Its slot, or the free one where it would go. */
static uint32_t slot_of(const struct homes *homes, bv_action action)
{
    uint32_t at = first_slot(action, homes->shift);
    while (homes->slot[at].home && homes->slot[at].action != action)
        at = (at + 1) & (homes->slots - 1);
    return at;
}

static void set_slots(struct homes *homes, struct resident *slot, uint32_t slots)
{
    homes->slot = slot;
    homes->slots = slots;
    homes->shift = WORD - __builtin_ctz(slots);
}

static void forget(struct homes *homes)
{
    memset(homes->slot, 0, homes->slots * sizeof *homes->slot);
    memset(homes->met, 0, homes->all);
    homes->used = 0;
}

static void make_room(struct homes *homes)
{
    if (homes->used < homes->slots / 4) return;
    uint32_t before = homes->slots;
    struct resident *old = homes->slot;
    struct resident *larger = before < homes->most ? calloc(2 * before, sizeof *larger) : NULL;
    if (!larger) {
        forget(homes);
        return;
    }
    set_slots(homes, larger, 2 * before);
    for (uint32_t i = 0; i < before; i++)
        if (old[i].home) larger[slot_of(homes, old[i].action)] = old[i];
    free(old);
}

static const struct resident *meet(struct homes *homes, bv_action action)
{
    uint32_t at = slot_of(homes, action);
    if (homes->slot[at].home) return &homes->slot[at];
    make_room(homes);
    at = slot_of(homes, action);
    uint64_t hash = index_hash(homes->terms, action);
    uint32_t home = (uint32_t)hash & (homes->all - 1);
    struct resident *resident = &homes->slot[at];
    *resident = (struct resident){action, home + 1, (uint32_t)(hash >> 32)};
    homes->used++;
    homes->meetings++;
    if (!homes->met[home]) {
        homes->first[home] = action;
        homes->met[home] = 1;
        return resident;
    }
    homes->slot[slot_of(homes, homes->first[home])].home |= SHARED;
    resident->home |= SHARED;
    return resident;
}

/* ---- Assigning -------------------------------------------------------------------------------------------------- */

/* Everybody's home, and which of these are shared. Once more if somebody new came, with whom one before may share; false if
 * that does not end. */
static bool send_home(struct homes *homes, const bv_action *list, uint32_t count, uint32_t *shared,
                      uint32_t *indices)
{
    for (int pass = 0; pass < PASSES; pass++) {
        const struct resident *slot = homes->slot;
        uint32_t *sharing = homes->shared;
        uint64_t meetings = homes->meetings;
        int shift = homes->shift;
        for (uint32_t i = 0; i < count; i++) {
            const struct resident *resident = &slot[first_slot(list[i], shift)];
            if (resident->action != list[i] || !resident->home) {
                resident = meet(homes, list[i]);
                slot = homes->slot;
                shift = homes->shift;
            }
            uint32_t home = resident->home;
            indices[i] = *sharing = (home & ~SHARED) - 1;
            sharing += home / SHARED;
        }
        *shared = (uint32_t)(sharing - homes->shared);
        if (homes->meetings == meetings) return true;
    }
    return false;
}

static bool is_taken(const struct homes *homes, uint32_t home)
{
    return homes->taken[home / WORD] >> home % WORD & 1;
}

static void take(struct homes *homes, uint32_t home)
{
    homes->taken[home / WORD] |= (uint64_t)1 << home % WORD;
}

/* Homes that two or more of the list want, in their order. */
static uint32_t find_doubled(struct homes *homes, uint32_t shared)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < shared; i++) {
        uint32_t home = homes->shared[i];
        if (is_taken(homes, home)) {
            uint32_t at = found++;
            for (; at && homes->doubled[at - 1] > home; at--)
                homes->doubled[at] = homes->doubled[at - 1];
            homes->doubled[at] = home;
        }
        take(homes, home);
    }
    return found;
}

/* Those who are at home there join the line, the lower rank first; false if two have the same. */
static bool line_up(struct homes *homes, const bv_action *list, uint32_t count, uint32_t home,
                    struct claim *line, uint32_t *length)
{
    uint32_t begin = *length;
    for (uint32_t i = 0; i < count; i++) {
        if (homes->home[i] != home) continue;
        const struct resident *resident = &homes->slot[slot_of(homes, list[i])];
        uint32_t at = (*length)++;
        for (; at > begin && line[at - 1].hash > resident->rank; at--) line[at] = line[at - 1];
        if (at > begin && line[at - 1].hash == resident->rank) return false;
        line[at] = (struct claim){.hash = resident->rank, .home = home, .place = i};
    }
    return true;
}

/*
 * From the first home that is wanted twice everybody gets the next index in turn, until nobody waits; the same as sorting the
 * whole list. False where that would lead beyond the last index.
 */
static bool settle(struct homes *homes, const bv_action *list, uint32_t count, uint32_t doubled,
                   struct claim *line, uint32_t *indices)
{
    uint32_t free_from = 0;
    for (uint32_t i = 0; i < count; i++) take(homes, homes->home[i] = indices[i]);
    for (uint32_t i = 0; i < doubled; i++) {
        uint32_t at = homes->doubled[i], length = 0, served = 0;
        if (at < free_from) continue;
        for (;; at++) {
            if (at == homes->all) return false;
            if (is_taken(homes, at) && !line_up(homes, list, count, at, line, &length))
                return false;
            if (served == length) break;
            indices[line[served++].place] = at;
        }
        free_from = at;
    }
    return true;
}

void homes_assign(struct homes *homes, const bv_action *list, uint32_t count, struct claim *claim,
                  uint32_t *indices)
{
    uint32_t shared;
    if (!send_home(homes, list, count, &shared, indices)) {
        indices_assign(homes->terms, list, count, claim, indices);
        return;
    }
    uint32_t doubled = find_doubled(homes, shared);
    if (!doubled) {
        for (uint32_t i = 0; i < shared; i++) homes->taken[homes->shared[i] / WORD] = 0;
        return;
    }
    bool settled = settle(homes, list, count, doubled, claim, indices);
    memset(homes->taken, 0, homes->all / WORD * sizeof *homes->taken);
    if (!settled) indices_assign(homes->terms, list, count, claim, indices);
}

/* ---- Memory ----------------------------------------------------------------------------------------------------- */

struct homes *homes_open(const struct bv_terms *terms, uint32_t most_slots)
{
    struct homes *homes = calloc(1, sizeof *homes);
    if (!homes) return NULL;
    uint32_t all = bivouac_index_count(terms), longest = terms->game->list_cap;
    homes->terms = terms;
    homes->all = all;
    homes->most = most_slots;
    set_slots(homes, calloc(SLOTS_LEAST, sizeof *homes->slot), SLOTS_LEAST);
    homes->first = calloc(all, sizeof *homes->first);
    homes->met = calloc(all, sizeof *homes->met);
    homes->taken = calloc(all / WORD, sizeof *homes->taken);
    homes->shared = calloc(longest + 1, sizeof *homes->shared);
    homes->doubled = calloc(longest, sizeof *homes->doubled);
    homes->home = calloc(longest, sizeof *homes->home);
    if (homes->slot && homes->first && homes->met && homes->taken && homes->shared &&
        homes->doubled && homes->home)
        return homes;
    homes_close(homes);
    return NULL;
}

void homes_close(struct homes *homes)
{
    if (!homes) return;
    free(homes->slot);
    free(homes->first);
    free(homes->met);
    free(homes->taken);
    free(homes->shared);
    free(homes->doubled);
    free(homes->home);
    free(homes);
}
