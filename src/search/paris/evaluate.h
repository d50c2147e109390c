/* The evaluation by hand for the garrison. */
#pragma once

#include "search/paris/survey.h"

/* In hundredths of a Soldier; the opposite for the besiegers. The game must not be over. */
int32_t paris_standing(const struct survey *survey);
