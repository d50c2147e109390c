/* Random bytes from the system. */
#ifndef UTIL_RANDOM_BYTES_H
#define UTIL_RANDOM_BYTES_H

#include <stddef.h>

void random_bytes(void *bytes, size_t size);

/* `size - 1` random letters and digits. */
void random_id(char *id, size_t size);

#endif
