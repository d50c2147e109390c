/* What a net is told of a position of Échec aux Chevaliers. It speaks for the side to move. */
#pragma once

#include "search/net.h"

void chevaliers_features(const struct bv_terms *terms, const union bv_state *state,
                         struct net_set *set);

extern const struct net_input chevaliers_input;
