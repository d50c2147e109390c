/*
 * Lore: what a mind knows of a field and of fire before it thinks: how far hexagons are apart, what
 * figures are worth, and what a shot may be expected to put out.
 */
#pragma once

#include "games/storage.h"

enum { KRIEGSPIEL_FIGURES = 6 }; /* zero to five on a plate */

struct kriegspiel_lore {
    /* Worth put out on average: by kind and figures that fire, then that are fired at. */
    int16_t gain[KRIEGSPIEL_KINDS][KRIEGSPIEL_FIGURES][KRIEGSPIEL_KINDS][KRIEGSPIEL_FIGURES];
    uint8_t distance[KRIEGSPIEL_HEXAGONS][KRIEGSPIEL_HEXAGONS]; /* in steps on an empty field */
};

void kriegspiel_lore_make(struct kriegspiel_lore *lore, const struct kriegspiel_tables *tables);

/* What a plate with so many figures is worth; a soldier of a soldier plate is some hundred. */
int32_t kriegspiel_worth(unsigned kind, unsigned figures);

/* The seat that commands a plate. */
static inline int kriegspiel_seat_of(const struct bv_terms *terms, unsigned side, unsigned slot)
{
    if (terms->form->seats == 2) return (int)side;
    return (int)(side * KRIEGSPIEL_KINDS + kriegspiel_kind(slot)); /* K35 */
}
