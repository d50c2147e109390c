/* `bivouac admin` in parts: reaching the server (admin_reach.c), printing its responses
 * (admin_show.c), and the subcommands (admin.c). */
#pragma once

#include <cjson/cJSON.h>

#include "cli/cli.h"
#include "client/http.h"
#include "server/base/signature.h"

/* The server of a data folder. */
struct reach {
    struct server_address address;
    uint8_t secret[SECRET_SIZE];
};

/* Finds the server; returns 0, or an exit code after printing an error. */
int reach_server(struct reach *reach);

/* Sends a request and returns the response, to be freed with cJSON_Delete; NULL after printing an
 * error. */
cJSON *ask_server(const struct reach *reach, const char *method, const char *path,
                  const char *body);

/* All pages of a list, as one array of that name in an object; NULL after printing an error. */
cJSON *ask_list(const struct reach *reach, const char *path, const char *name);

/* Escapes a text for a path or a query. */
void put_escaped(struct bv_out *out, const char *text);

/* ---- admin_show.c ---------------------------------------------------------------------------- */

enum cell { CELL_TEXT, CELL_DATE, CELL_OCCUPANTS };

struct column {
    struct bv_text title;
    const char *field; /* `person.name` */
    enum cell cell;
};

/* Prints an array as a table, one line for each element, or as JSON with --json. The last column has
 * no field. */
void show_list(const cJSON *answer, const char *name, const struct column *column);

/* An object, one line for each field. */
void show_fields(const cJSON *answer);
