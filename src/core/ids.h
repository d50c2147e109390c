/* Ids of people and tables, and the stage of a table: shared by the store and the tables. */
#ifndef BV_IDS_H
#define BV_IDS_H

#include <stdbool.h>

enum { ID_SIZE = 24 }; /* of a person or a table, with its NUL */

enum table_stage { TABLE_OPEN, TABLE_PLAYING, TABLE_OVER };

/* Whether a person is a program. */
static inline bool person_is_bot(const char *person)
{
    return person[0] == 'b' && person[1] == 'o' && person[2] == 't' && person[3] == '_';
}

#endif
