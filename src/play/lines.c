#include "play/lines.h"

#include <stdlib.h>
#include <sys/types.h>

bool read_each_line(FILE *file, line_reader *read, void *context, int *lines,
                    struct bv_error *error)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t length = 0;
    bool good = true;
    *lines = 0;
    while (good && (length = getline(&line, &size, file)) >= 0) {
        ++*lines;
        if (length && line[length - 1] == '\n') length--;
        good = read(context, (struct bv_span){line, (size_t)length}, error);
    }
    free(line);
    if (good && ferror(file)) good = bv_error_set(error, "cannot be read");
    return good;
}
