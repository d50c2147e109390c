/* Ids that cannot be guessed. */
#ifndef UTIL_RANDOM_ID_H
#define UTIL_RANDOM_ID_H

#include <stddef.h>

/* `size - 1` random letters and digits. */
void random_id(char *id, size_t size);

#endif
