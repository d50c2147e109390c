/* What alpha-beta must know of Siege de Paris. */
#ifndef BV_PARIS_JUDGE_H
#define BV_PARIS_JUDGE_H

#include "search/alphabeta.h"

extern const struct bv_judge bv_paris_judge;

#endif
