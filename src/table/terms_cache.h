/*
 * The terms cache: the terms (rules and board) of all tables, shared. Loading a board computes half
 * a megabyte of lookup tables; all tables with the same game, rule options, seats and board share
 * them. Terms are reference-counted. Worker threads may read terms that are held.
 */
#pragma once

#include "core/terms.h"

struct terms_cache;

struct terms_cache *terms_cache_new(void);
void terms_cache_free(struct terms_cache *cache);

/* The terms of a request, whose board text is copied; NULL and an error if they are not valid. */
const struct bv_terms *terms_cache_take(struct terms_cache *cache, const struct bv_request *request,
                                        struct bv_error *error);
/* One more reference to terms that were taken; and one less. */
void terms_cache_hold(struct terms_cache *cache, const struct bv_terms *terms);
void terms_cache_return(struct terms_cache *cache, const struct bv_terms *terms);
