/*
 * Names, and when two of them look alike. A name is folded to what distinguishes it at a glance:
 * lower-case letters without accents, no spaces and no punctuation, and one letter for all letters
 * that look like it (the "skeleton" of UTS #39; lookalikes.h). Two names that fold to the same
 * text count as the same name:
 *
 *     Élodie-Anne,  elodie anne,  ELODIE_ANNE               ──▶  elodleanne
 *     Alice,  AIice,  A1ice,  𝐀lice,  Аlice (of Cyrillic)   ──▶  allce
 *
 * A folded name is a key in the store; it is never displayed.
 */
#pragma once

#include "core/text.h"

enum { NAME_FOLDED_SIZE = 96, ACCOUNT_NAME_LEAST = 2, ACCOUNT_NAME_MOST = 24 };

/* Folds any text; "" if nothing is left. The beginning of a name folds to the beginning of the
 * folded name. */
void name_fold(const char *name, char folded[NAME_FOLDED_SIZE]);

bool name_is_like(const char *one, const char *other);

/* Whether an account may have this name: 2 to 24 characters; Latin letters with or without accents,
 * digits, and, not at the ends, spaces - _ ' and full stops; at least one letter. */
bool name_is_proper(const char *name);

/* Adds a mark to the end of a name in a buffer for TABLE_NAME_MAX bytes; cuts a long name to make
 * space. */
void name_mark(char *name, const char *mark);
