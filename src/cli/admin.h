/* `bivouac admin` in parts: reaching the house (admin_reach.c), showing what it says (admin_show.c), and the words of the
 * command (admin.c). */
#ifndef BIVOUAC_CLI_ADMIN_H
#define BIVOUAC_CLI_ADMIN_H

#include <cjson/cJSON.h>

#include "call/door.h"
#include "cli/cli.h"
#include "server/seal.h"

/* The house that keeps a folder. */
struct reach {
    const struct options *options;
    struct bv_door door;
    uint8_t secret[BV_SECRET_SIZE];
};

/* Finds the house; 0, or an exit code after complaining. */
int reach_house(struct reach *reach, const struct options *options);

/* Asks and gives the answer, to be freed with cJSON_Delete; NULL after complaining. `body` is freed; NULL: none. */
cJSON *ask_house(const struct reach *reach, const char *method, const char *path, cJSON *body);

/* All pages of a list, as one array of that name in an object; NULL after complaining. */
cJSON *ask_list(const struct reach *reach, const char *path, const char *name);

/* Puts somebody's text into a path or a query. */
void put_escaped(struct bv_out *out, const char *text);

/* ---- admin_show.c ---- */

enum cell { CELL_TEXT, CELL_DATE, CELL_CHAIRS };

struct column {
    struct bv_text title;
    const char *field; /* `person.name` */
    enum cell cell;
};

/* A table with a line for each element of an array; or the JSON itself where that is wanted. */
void show_list(const struct options *options, const cJSON *answer, const char *name,
               const struct column *column, size_t columns);

/* An object, one line for each field. */
void show_fields(const struct options *options, const cJSON *answer);

#endif
