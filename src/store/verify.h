/* Verifies the checksums of everything in a store. */
#ifndef STORE_VERIFY_H
#define STORE_VERIFY_H

#include "store/backend.h"

/* Reads all rows. False if one is damaged (`what` says which), or if the store could not be read
 * (`error` says why, and `what` is empty). */
bool store_verify(struct store *store, struct bv_error *what, struct bv_error *error);

#endif
