/* Ids that cannot be guessed. */
#pragma once

#include <stddef.h>

/* `size - 1` random letters and digits. */
void random_id(char *id, size_t size);
