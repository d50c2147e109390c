/* The language in which the program speaks to its user, chosen once at the start. */
#ifndef PLAY_LANGUAGE_H
#define PLAY_LANGUAGE_H

#include "core/text.h"

/* As LC_ALL, LC_MESSAGES or LANG says; English where none of them is set. */
void language_of_environment(void);

void language_choose(bool french);
bool language_is_french(void);

const char *say(struct bv_text text);
#define SAY(french, english) say((struct bv_text){french, english})

#endif
