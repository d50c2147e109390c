#define BV_LIBPQ_AS_IT_IS
#include "store/libpq.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

struct bv_libpq bv_libpq;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool opened;

static const struct {
    const char *name;
    size_t place;
} functions[] = {
#define BV_LIBPQ_FUNCTION(name) {#name, offsetof(struct bv_libpq, name##_)},
    BV_LIBPQ(BV_LIBPQ_FUNCTION)
#undef BV_LIBPQ_FUNCTION
};

static bool open_library(void)
{
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library) return false;
    for (size_t i = 0; i < BV_COUNT(functions); i++) {
        void *function = dlsym(library, functions[i].name);
        if (!function) return false;
        bv_copy((char *)&bv_libpq + functions[i].place, (const void *)&function, sizeof function);
    }
    return true;
}

bool bv_libpq_open(struct bv_error *error)
{
    pthread_mutex_lock(&lock);
    if (!opened) opened = open_library();
    bool good = opened;
    pthread_mutex_unlock(&lock);
    return good || bv_error_set(error, "PostgreSQL's library (libpq.so.5) is missing or too old; "
                                       "on Debian it is in the package libpq5");
}
