/* The opponent of Assaut. */
#pragma once

#include "search/levels.h"

extern const struct level_opponent assaut_opponent;
