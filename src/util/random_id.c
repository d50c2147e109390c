#include "util/random_id.h"

#include <sodium/randombytes.h>

void random_id(char *id, size_t size)
{
    static const char letters[] =
        "0123456789abcdefghijkmnopqrstvwx"; /* thirty-two: five bits each */
    randombytes_buf(id, size);
    for (size_t i = 0; i + 1 < size; i++) id[i] = letters[(unsigned char)id[i] & 31];
    id[size - 1] = '\0';
}
