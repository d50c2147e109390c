/*
 * A plain generator of the legal tokens, written straight from the rule sheet. It knows a position
 * only by its line of text and shares nothing with the rules: no tables, no slots, no actions.
 */
#pragma once

#include <stdbool.h>

enum { REFERENCE_TOKENS = 128, REFERENCE_TOKEN = 64 };

struct reference_list {
    int count;
    char token[REFERENCE_TOKENS][REFERENCE_TOKEN];
};

/*
 * The tokens of a seat (`F`, `A.cannons`) in canonical order. `columns`: the field is `long`;
 * `both`: a plate may step backward.
 */
void reference_tokens(const char *position, bool columns, bool both, const char *seat,
                      struct reference_list *list);
