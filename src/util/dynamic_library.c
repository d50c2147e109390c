#include "util/dynamic_library.h"

#include <dlfcn.h>

bool dynamic_library_open(const char *library, const char *const *names, size_t count,
                          void *functions)
{
    void *opened = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!opened) return false;
    for (size_t i = 0; i < count; i++) {
        void *function = dlsym(opened, names[i]);
        if (!function) return false;
        bv_copy((char *)functions + i * sizeof function, (const void *)&function, sizeof function);
    }
    return true;
}
