#define BV_LIBPQ_AS_IT_IS
#include "store/libpq.h"

#include <pthread.h>

struct bv_libpq bv_libpq;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool opened;

bool bv_libpq_open(struct bv_error *error)
{
    static const char *const names[] = {BV_LIBPQ(BV_BORROWED_NAME)};
    pthread_mutex_lock(&lock);
    if (!opened) opened = bv_borrow("libpq.so.5", names, BV_COUNT(names), &bv_libpq);
    bool good = opened;
    pthread_mutex_unlock(&lock);
    return good || bv_error_set(error, "PostgreSQL's library (libpq.so.5) is missing or too old; "
                                       "on Debian it is in the package libpq5");
}
