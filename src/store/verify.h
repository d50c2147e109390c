/* The checksums of everything that a store keeps, computed again. */
#ifndef BV_STORE_VERIFY_H
#define BV_STORE_VERIFY_H

#include "store/kind.h"

/* Reads all rows. False where one is not what was written (`what` says which), or where the store could not be read (`error`
 * says why, and `what` is empty). */
bool bv_store_verify(struct bv_store *store, struct bv_error *what, struct bv_error *error);

#endif
