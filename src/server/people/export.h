/*
 * Everything the house keeps about somebody, as one JSON text: the account, papers, games, and every line of a log that
 * they wrote. It is put together in the archive's thread, from what is on disk.
 */
#ifndef BV_EXPORT_H
#define BV_EXPORT_H

#include "store/store.h"

/* Free the text. NULL: the store could not be read. */
char *bv_export(struct bv_store *store, const char *person);

#endif
