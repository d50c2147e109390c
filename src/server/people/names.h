/*
 * Names of accounts, and when two of them look alike. A name is folded to what is left of it at a glance: letters in
 * lower case without their accents, no blanks and no marks. Two names that fold to the same are the same name:
 *
 *     Élodie-Anne,  elodie anne,  ELODIE_ANNE   ──▶  elodieanne
 */
#ifndef BV_NAMES_H
#define BV_NAMES_H

#include "core/text.h"

enum { BV_FOLDED_SIZE = 96, BV_NAME_LEAST = 2, BV_NAME_MOST = 24 };

/* Any text may be folded. Letters of other scripts that look like Latin ones become these; all others stay. "" if nothing
 * is left. */
void bv_name_fold(const char *name, char folded[BV_FOLDED_SIZE]);

/* Whether an account may be called that: 2 to 24 characters, Latin letters with or without accents, digits, and inside of
 * it blanks - _ ' and full stops; at least one letter. */
bool bv_name_is_proper(const char *name);

#endif
