/* What a net is told of a position of Siege de Paris. It speaks for the garrison. */
#pragma once

#include "search/net.h"
#include "search/paris/survey.h"

/* The features that hold, at most NET_ACTIVE_MAX; returns how many. */
uint32_t paris_features(const struct survey *survey, uint16_t *list);

extern const struct net_input paris_input;
