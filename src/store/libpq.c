#define LIBPQ_AS_IT_IS
#include "store/libpq.h"

#include <pthread.h>

struct libpq libpq;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool opened;

bool libpq_open(struct bv_error *error)
{
    static const char *const names[] = {LIBPQ(DYNAMIC_LIBRARY_NAME)};
    pthread_mutex_lock(&lock);
    if (!opened) opened = dynamic_library_open("libpq.so.5", names, BV_COUNT(names), &libpq);
    bool good = opened;
    pthread_mutex_unlock(&lock);
    return good || bv_error_set(error, "PostgreSQL's library (libpq.so.5) is missing or too old; "
                                       "on Debian it is in the package libpq5");
}
