/* The library: home indices of actions, kept from list to list. */
#include "library/action_index.h"

#include <stdlib.h>
#include <string.h>

/* At most a quarter of the slots is used, so that nearly every action is found at its first slot.
 * When the table has reached its largest size, it is cleared and filled again. */
enum { SLOTS_LEAST = 1 << 12, WORD = 64 };

/* An action in the cache. Of those with the same home the lower hash comes first; `rank` is its
 * upper half. */
struct resident {
    bv_action action;
    uint32_t home; /* plus one; 0: the slot is free */
    uint32_t rank;
};

struct homes {
    const struct bv_terms *terms;
    struct resident *slot;
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

static void make_room(struct homes *homes)
{
    if (homes->used < homes->slots / 4) return;
    uint32_t before = homes->slots;
    struct resident *old = homes->slot;
    struct resident *larger = before < homes->most ? calloc(2 * before, sizeof *larger) : NULL;
    if (!larger) {
        memset(old, 0, before * sizeof *old);
        homes->used = 0;
        return;
    }
    set_slots(homes, larger, 2 * before);
    for (uint32_t i = 0; i < before; i++)
        if (old[i].home) larger[slot_of(homes, old[i].action)] = old[i];
    free(old);
}

/* Not at its first slot: elsewhere, or not in the cache. A separate function, so that the calling
 * loop stays small. */
static __attribute__((noinline)) struct resident meet(struct homes *homes, bv_action action)
{
    uint32_t at = slot_of(homes, action);
    if (homes->slot[at].home) return homes->slot[at];
    make_room(homes);
    uint64_t hash = index_hash(homes->terms, action);
    uint32_t home = (uint32_t)hash & (homes->all - 1);
    homes->used++;
    return homes->slot[slot_of(homes, action)] =
               (struct resident){action, home + 1, (uint32_t)(hash >> 32)};
}

/* ---- Assigning ------------------------------------------------------------------------------- */

static uint8_t next_round(struct homes *homes)
{
    if (!++homes->round) {
        memset(homes->wanted, 0, homes->all);
        homes->round = 1;
    }
    return homes->round;
}

/* Finds the homes of all actions; true if all are different. */
static bool send_home(struct homes *homes, const bv_action *list, uint32_t count, uint32_t *indices)
{
    const struct resident *slot = homes->slot;
    uint8_t *wanted = homes->wanted;
    int shift = homes->shift;
    uint8_t round = next_round(homes);
    bool twice = false;
    for (uint32_t i = 0; i < count; i++) {
        const struct resident *resident = &slot[first_slot(list[i], shift)];
        uint32_t home = resident->home - 1;
        if (resident->action != list[i] || !resident->home) {
            home = meet(homes, list[i]).home - 1;
            slot = homes->slot;
            shift = homes->shift;
        }
        indices[i] = home;
        twice |= wanted[home] == round;
        wanted[home] = round;
    }
    return !twice;
}

/* The homes that several actions of the list ask for, in order. */
static uint32_t find_doubled(struct homes *homes, uint32_t count)
{
    uint8_t round = next_round(homes);
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t home = homes->home[i];
        if (homes->wanted[home] == round) {
            uint32_t at = found++;
            for (; at && homes->doubled[at - 1] > home; at--)
                homes->doubled[at] = homes->doubled[at - 1];
            homes->doubled[at] = home;
        }
        homes->wanted[home] = round;
    }
    return found;
}

/* The actions with that home join the queue, the lower rank first; false if two have the same rank.
 * */
static bool line_up(struct homes *homes, const bv_action *list, uint32_t count, uint32_t home,
                    struct claim *line, uint32_t *length)
{
    uint32_t begin = *length;
    for (uint32_t i = 0; i < count; i++) {
        if (homes->home[i] != home) continue;
        uint32_t rank = meet(homes, list[i]).rank;
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
static __attribute__((noinline)) bool settle(struct homes *homes, const bv_action *list,
                                             uint32_t count, struct claim *line, uint32_t *indices)
{
    uint32_t free_from = 0;
    bv_copy(homes->home, indices, count * sizeof *indices);
    uint32_t doubled = find_doubled(homes, count);
    for (uint32_t i = 0; i < doubled; i++) {
        uint32_t at = homes->doubled[i], length = 0, served = 0;
        if (at < free_from) continue;
        for (;; at++) {
            if (at == homes->all) return false;
            bool lived_in = homes->wanted[at] == homes->round;
            if (lived_in && !line_up(homes, list, count, at, line, &length)) return false;
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
    if (send_home(homes, list, count, indices)) return;
    if (!settle(homes, list, count, claim, indices))
        indices_assign(homes->terms, list, count, claim, indices);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

struct homes *homes_open(const struct bv_terms *terms, uint32_t most_slots)
{
    struct homes *homes = calloc(1, sizeof *homes);
    if (!homes) return NULL;
    homes->terms = terms;
    homes->all = bivouac_index_count(terms);
    homes->most = most_slots;
    set_slots(homes, calloc(SLOTS_LEAST, sizeof *homes->slot), SLOTS_LEAST);
    homes->wanted = calloc(homes->all, sizeof *homes->wanted);
    homes->home = calloc(terms->game->list_cap, sizeof *homes->home);
    homes->doubled = calloc(terms->game->list_cap, sizeof *homes->doubled);
    if (homes->slot && homes->wanted && homes->home && homes->doubled) return homes;
    homes_close(homes);
    return NULL;
}

void homes_close(struct homes *homes)
{
    if (!homes) return;
    free(homes->slot);
    free(homes->wanted);
    free(homes->home);
    free(homes->doubled);
    free(homes);
}
