/* How characters fold in names (names.h): made from data/lookalikes.txt by tools/embed-lookalikes. */
#pragma once

#include "core/base.h"

/* What the characters fold to, one after the other, each ended by 0. */
extern const uint32_t lookalike_texts[];

struct lookalike {
    uint32_t code, text; /* where in lookalike_texts what it folds to begins */
};

/* In ascending order of the codes; a character that is not here folds to itself. */
extern const struct lookalike lookalikes[];
extern const size_t lookalike_count;
