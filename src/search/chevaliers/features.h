/* What a net is told of a position of Échec aux Chevaliers. It speaks for the side to move. */
#pragma once

#include "search/net.h"

uint32_t chevaliers_features(const struct bv_terms *terms, const union bv_state *state,
                             uint16_t *list);

extern const struct net_input chevaliers_input;
