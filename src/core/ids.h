/* Ids of people and tables, and the stage of a table: shared by the store and the tables. */
#pragma once

#include <stdbool.h>

enum { ID_SIZE = 24 }; /* of a person or a table, with its NUL */

enum table_stage { TABLE_OPEN, TABLE_PLAYING, TABLE_OVER };

static inline const char *table_stage_name(enum table_stage stage)
{
    static const char *const names[] = {"open", "playing", "over"};
    return names[stage];
}

/* Whether a person is a program. */
static inline bool person_is_bot(const char *person)
{
    return person[0] == 'b' && person[1] == 'o' && person[2] == 't' && person[3] == '_';
}
