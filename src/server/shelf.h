/*
 * The terms that tables play by, shared: loading a board makes half a megabyte of tables, which every table with the
 * same game, readings, seats and board uses together. Worker threads may read them while somebody holds them.
 */
#ifndef BV_SHELF_H
#define BV_SHELF_H

#include "core/terms.h"

struct bv_shelf;

struct bv_shelf *bv_shelf_new(void);
void bv_shelf_free(struct bv_shelf *shelf);

/* The terms of a request, whose board text is copied; NULL and an error if they do not make sense. */
const struct bv_terms *bv_shelf_take(struct bv_shelf *shelf, const struct bv_request *request,
                                     struct bv_error *error);
/* One more holder of terms that were taken. */
void bv_shelf_hold(struct bv_shelf *shelf, const struct bv_terms *terms);
void bv_shelf_return(struct bv_shelf *shelf, const struct bv_terms *terms);

#endif
