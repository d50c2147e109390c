/* What alpha-beta must know of Siege de Paris. */
#ifndef SEARCH_PARIS_JUDGE_H
#define SEARCH_PARIS_JUDGE_H

#include "search/alphabeta.h"

extern const struct alphabeta_judge paris_judge;

#endif
