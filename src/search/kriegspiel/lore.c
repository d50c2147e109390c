#include "search/kriegspiel/lore.h"

enum { DIE = 6 };

/*
 * Riders are hard to hit and therefore last; a cannon without crew can be manned again, and one
 * with a crew of two or more is an arm of its own.
 */
int32_t kriegspiel_worth(unsigned kind, unsigned figures)
{
    static const int16_t worth[KRIEGSPIEL_KINDS][KRIEGSPIEL_FIGURES] = {
        [KRIEGSPIEL_SOLDIERS] = {0, 130, 235, 335, 435, 535},
        [KRIEGSPIEL_CAVALRY] = {0, 120, 225},
        [KRIEGSPIEL_CANNONS] = {90, 260, 400, 510, 620},
    };
    return worth[kind][figures];
}

static int32_t expected_gain(unsigned kind, unsigned figures, unsigned target, unsigned there)
{
    int32_t sum = 0;
    if (!figures) return 0; /* K30 */
    if (kriegspiel_is_duel(kind, target)) return kriegspiel_worth(target, there) / DIE;
    for (unsigned die = 0; die < DIE; die++) {
        unsigned hits = kriegspiel_hits(kind, figures, target, die);
        unsigned left = hits < there ? there - hits : 0; /* K31 */
        sum += kriegspiel_worth(target, there) - kriegspiel_worth(target, left);
    }
    return sum / DIE;
}

static void make_gains(struct kriegspiel_lore *lore)
{
    for (unsigned kind = 0; kind < KRIEGSPIEL_KINDS; kind++)
        for (unsigned figures = 0; figures <= kriegspiel_most_figures(kind); figures++)
            for (unsigned target = 0; target < KRIEGSPIEL_KINDS; target++)
                for (unsigned there = 0; there <= kriegspiel_most_figures(target); there++)
                    lore->gain[kind][figures][target][there] =
                        (int16_t)expected_gain(kind, figures, target, there);
}

/* Wave by wave from one hexagon. */
static void make_distances(struct kriegspiel_lore *lore, const struct kriegspiel_tables *tables,
                           unsigned from)
{
    uint8_t queue[KRIEGSPIEL_HEXAGONS];
    uint8_t *distance = lore->distance[from];
    unsigned count = 0;
    for (unsigned i = 0; i < KRIEGSPIEL_HEXAGONS; i++) distance[i] = UINT8_MAX;
    distance[from] = 0;
    queue[count++] = (uint8_t)from;
    for (unsigned done = 0; done < count; done++) {
        for (unsigned direction = 0; direction < KRIEGSPIEL_DIRECTIONS; direction++) {
            unsigned next = kriegspiel_next(tables, queue[done], direction);
            if (next >= tables->hexagons || distance[next] != UINT8_MAX) continue;
            distance[next] = (uint8_t)(distance[queue[done]] + 1);
            queue[count++] = (uint8_t)next;
        }
    }
}

void kriegspiel_lore_make(struct kriegspiel_lore *lore, const struct kriegspiel_tables *tables)
{
    bv_clear(lore, sizeof *lore);
    make_gains(lore);
    for (unsigned from = 0; from < tables->hexagons; from++) make_distances(lore, tables, from);
}
