/* The language in which the program speaks to its user, chosen once at the start. */
#pragma once

#include "core/text.h"

/* As LC_ALL, LC_MESSAGES or LANG says; English where none of them is set. */
void language_of_environment(void);

void language_choose(bool french);
bool language_is_french(void);

const char *say(struct bv_text text);
#define SAY(french, english) say((struct bv_text){french, english})

/* An error, which is in English (bv_error), in the language of the user. */
void put_error(struct bv_out *out, const char *english);

/* English and French in turn; NULL at the end. */
extern const char *const errors_in_french[];
