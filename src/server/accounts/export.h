/*
 * Data export: everything the server stores about a person as one JSON text: the account,
 * documents, games, and every line of a log that the person wrote. It is built in the search
 * thread, from what is on disk.
 */
#ifndef SERVER_ACCOUNTS_EXPORT_H
#define SERVER_ACCOUNTS_EXPORT_H

#include "store/store.h"

/* Free the text. NULL: the store could not be read. */
char *export_person(struct store *store, const char *person);

#endif
