/*
 * Names, and when two of them look alike. A name is folded to what is left of it at a glance: letters in lower case without
 * their accents, no blanks and no marks, and one letter for all that look like it, as the standard for that has it (UTS #39:
 * its "skeleton"; lookalikes.inc). Two names that fold to the same are the same name:
 *
 *     Élodie-Anne,  elodie anne,  ELODIE_ANNE               ──▶  elodleanne
 *     Alice,  AIice,  A1ice,  𝐀lice,  Аlice (of Cyrillic)   ──▶  allce
 *
 * A folded name is a key in the store, for nobody to read.
 */
#ifndef BV_NAMES_H
#define BV_NAMES_H

#include "core/text.h"

enum { BV_FOLDED_SIZE = 96, BV_NAME_LEAST = 2, BV_NAME_MOST = 24 };

/* Any text may be folded. "" if nothing is left. What the beginning of a name folds to is the beginning of what it folds
 * to. */
void bv_name_fold(const char *name, char folded[BV_FOLDED_SIZE]);

bool bv_names_are_alike(const char *one, const char *other);

/* Whether an account may be called that: 2 to 24 characters, Latin letters with or without accents, digits, and inside of
 * it blanks - _ ' and full stops; at least one letter. */
bool bv_name_is_proper(const char *name);

/* Puts a mark at the end of a name, which has room for BV_TABLE_NAME_MAX bytes; a long name is cut for it. */
void bv_name_mark(char *name, const char *mark);

#endif
