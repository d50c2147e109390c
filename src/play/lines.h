/* Files of lines: records, transcripts, tokens. */
#pragma once

#include <stdio.h>

#include "core/text.h"

/* Handles one line; if false, `error` is set. */
typedef bool line_reader(void *context, struct bv_span line, struct bv_error *error);

/* Calls `read` for each line, without its newline, until one is wrong; *lines counts them. */
bool read_each_line(FILE *file, line_reader *read, void *context, int *lines,
                    struct bv_error *error);
