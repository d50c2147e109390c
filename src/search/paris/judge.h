/* What alpha-beta must know of Siege de Paris. */
#pragma once

#include "search/alphabeta.h"

extern const struct alphabeta_judge paris_judge;
