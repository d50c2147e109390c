#include "kriegspiel_reference.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * A hexagon: its name, and its place on a grid where neighbours differ by one of six fixed steps.
 */
struct hexagon {
    char name[16];
    int x, y;
    int figures;
    char kind;   /* S, R or C; '.' for none, 'X' for a destroyed cannon */
    char side;   /* F or A */
    char facing; /* a key of the numeric keypad, or ^ */
    int moved;
};

struct field {
    bool columns;
    bool both;
    char side;
    char phase[8];
    int points[3]; /* soldiers, cavalry, cannons */
    bool fired[3];
    char given[256]; /* `,c3=d3,d3=c3,` */
    int count;
    struct hexagon hexagon[200];
};

static const char kinds[] = "SRC";
static const char *const commands[] = {"soldiers", "cavalry", "cannons"};

/* ---- Reading the line ------------------------------------------------------------------------ */

static struct hexagon *named(struct field *field, const char *name)
{
    for (int i = 0; i < field->count; i++)
        if (strcmp(field->hexagon[i].name, name) == 0) return &field->hexagon[i];
    return NULL;
}

/*
 * K5: in rows, even rows are set half a hexagon right; in columns, even columns half a hexagon up.
 */
static void add_hexagon(struct field *field, int file, int rank, const char *cell)
{
    struct hexagon *at = &field->hexagon[field->count++];
    snprintf(at->name, sizeof at->name, "%c%d", 'a' + file, rank);
    at->x = field->columns ? file : 2 * file + (rank % 2 == 0);
    at->y = field->columns ? 2 * rank + file % 2 : rank;
    at->kind = (char)toupper((unsigned char)cell[1]);
    at->side = isupper((unsigned char)cell[1]) ? 'F' : 'A';
    at->figures = cell[0] - '0';
    at->facing = cell[2];
    at->moved = 0;
    if (cell[0] == '-') at->kind = 'X';
}

static void read_rows(struct field *field, const char *text)
{
    int lines = 1;
    for (const char *c = text; *c && *c != ' '; c++) lines += *c == '/';
    int rank = lines;
    int file = 0;
    while (*text && *text != ' ') {
        if (*text == '/') {
            rank--;
            file = 0;
            text++;
            continue;
        }
        if (strncmp(text, "---", 3) != 0) add_hexagon(field, file, rank, text);
        file += field->columns && rank == lines ? 2 : 1;
        text += 3;
    }
}

static bool value_of(const char *position, const char *key, char *value, size_t size)
{
    char wanted[16];
    snprintf(wanted, sizeof wanted, " %s=", key);
    const char *at = strstr(position, wanted);
    if (!at) return false;
    snprintf(value, size, "%.*s", (int)strcspn(at + strlen(wanted), " "), at + strlen(wanted));
    return true;
}

static void read_position(struct field *field, const char *position)
{
    char value[256];
    read_rows(field, position);
    sscanf(strchr(position, ' '), " %c %7s", &field->side, field->phase);
    field->points[0] = 4; /* K12 */
    field->points[1] = 5;
    field->points[2] = 3;
    if (value_of(position, "points", value, sizeof value))
        sscanf(value, "%d,%d,%d", &field->points[0], &field->points[1], &field->points[2]);
    if (value_of(position, "moved", value, sizeof value))
        for (char *part = strtok(value, ","); part; part = strtok(NULL, ",")) {
            char *colon = strchr(part, ':');
            *colon = '\0';
            named(field, part)->moved = atoi(colon + 1);
        }
    if (value_of(position, "given", value, sizeof value - 2))
        snprintf(field->given, sizeof field->given, ",%.250s,", value);
    if (value_of(position, "fired", value, sizeof value))
        for (int kind = 0; kind < 3; kind++)
            field->fired[kind] = strstr(value, commands[kind]) != NULL;
}

/* ---- Directions ------------------------------------------------------------------------------ */

/* The keys of the numeric keypad, clockwise. */
static const char *clockwise(const struct field *field)
{
    return field->columns ? "893217" : "963147";
}

static const char *compass(char key)
{
    switch (key) {
    case '1': return "SW";
    case '2': return "S";
    case '3': return "SE";
    case '7': return "NW";
    case '8': return "N";
    case '9': return "NE";
    default: return "";
    }
}

/* The hexagon so many steps from another (negative: behind it) in a direction; NULL outside. */
static struct hexagon *from(struct field *field, const struct hexagon *at, char key, int steps)
{
    int dx = key == '1' || key == '4' || key == '7'   ? -1
             : key == '3' || key == '6' || key == '9' ? 1
                                                      : 0;
    int dy = key <= '3' ? -1 : key >= '7' ? 1 : 0;
    if (!strchr(clockwise(field), key)) return NULL;
    if (dx == 0) dy *= 2;
    if (dy == 0) dx *= 2;
    for (int i = 0; i < field->count; i++)
        if (field->hexagon[i].x == at->x + steps * dx && field->hexagon[i].y == at->y + steps * dy)
            return &field->hexagon[i];
    return NULL;
}

/* ---- The movement phase ---------------------------------------------------------------------- */

static void add(struct reference_list *list, const char *format, const char *a, const char *b)
{
    snprintf(list->token[list->count++], REFERENCE_TOKEN, format, a, b);
}

static bool may_move(const struct field *field, const struct hexagon *at, bool step)
{
    if (field->points[strchr(kinds, at->kind) - kinds] == 0) return false; /* K12 */
    if (at->kind != 'C') return true;
    switch (at->figures) { /* K16, K17 */
    case 2: return !step && at->moved == 0;
    case 3: return !step && at->moved <= 1;
    case 4: return at->moved <= 2;
    default: return false;
    }
}

static void add_step(struct field *field, struct hexagon *at, int steps,
                     struct reference_list *list)
{
    struct hexagon *to = from(field, at, at->facing, steps);
    if (to && to->kind == '.' && may_move(field, at, true)) add(list, "%s-%s", at->name, to->name);
}

static int capacity(char kind)
{
    return kind == 'S' ? 5 : kind == 'R' ? 2 : 4; /* K21 */
}

static void add_transfers(struct field *field, struct hexagon *at, struct reference_list *list)
{
    struct hexagon *to = from(field, at, at->facing, 1); /* K20 */
    char pair[40];
    if (!to || to->kind == '.' || to->kind == 'X' || to->side != at->side) return; /* K19 */
    if ((to->kind == 'R') != (at->kind == 'R')) return;                            /* K19 */
    snprintf(pair, sizeof pair, ",%s=%s,", at->name, to->name);
    if (strstr(field->given, pair)) return; /* K23 */
    for (int n = 1; n <= at->figures && to->figures + n <= capacity(to->kind); n++) {
        snprintf(pair, sizeof pair, "%s:%d", to->name, n);
        add(list, "%s=%s", at->name, pair);
    }
}

static void add_moves(struct field *field, struct hexagon *at, struct reference_list *list)
{
    if (at->facing == '^') { /* K8 */
        bool inert = at->kind == 'C' && at->figures == 0;
        if (!inert) add(list, "%s^%s", at->name, at->side == 'F' ? "NW" : "SW");
        if (!inert) add(list, "%s^%s", at->name, at->side == 'F' ? "NE" : "SE");
        return;
    }
    if (may_move(field, at, false)) {
        add(list, "%s<%s", at->name, ""); /* K13 */
        add(list, "%s>%s", at->name, "");
    }
    add_step(field, at, 1, list);                   /* K14 */
    if (field->both) add_step(field, at, -1, list); /* K15 */
    add_transfers(field, at, list);
}

/* ---- The firing phase ------------------------------------------------------------------------ */

static void add_shot(struct field *field, struct hexagon *at, struct reference_list *list)
{
    int range = at->kind == 'S' ? 2 : at->kind == 'R' ? 1 : 3;           /* K27 */
    if (field->fired[strchr(kinds, at->kind) - kinds]) return;           /* K25 */
    if (at->facing == '^') return;                                       /* K8 */
    if (compass(at->facing)[0] == (at->side == 'F' ? 'S' : 'N')) return; /* K26 */
    if (at->kind == 'C' && at->figures == 0) return;                     /* K30 */
    for (int distance = 1; distance <= range; distance++) {
        struct hexagon *to = from(field, at, at->facing, distance);
        if (!to) return;
        if (to->kind == '.' || to->kind == 'X') continue;                   /* K28 */
        if (to->side == at->side) return;                                   /* K28 */
        if (to->kind == 'C' && to->figures == 0 && at->kind != 'C') return; /* K29 */
        add(list, "%s*%s", at->name, to->name);
        return;
    }
}

/* ---- The list -------------------------------------------------------------------------------- */

static int by_bytes(const void *a, const void *b)
{
    return strcmp(a, b);
}

void reference_tokens(const char *position, bool columns, bool both, const char *seat,
                      struct reference_list *list)
{
    struct field field = {.columns = columns, .both = both};
    const char *command = strchr(seat, '.');
    list->count = 0;
    read_position(&field, position);
    add(list, ".%s%s", "", ""); /* K11 */
    for (int i = 0; i < field.count; i++) {
        struct hexagon *at = &field.hexagon[i];
        if (at->kind == '.' || at->kind == 'X' || at->side != seat[0]) continue;
        const char *own = commands[strchr(kinds, at->kind) - kinds];
        if (command && strcmp(command + 1, own) != 0) continue; /* K35 */
        if (strcmp(field.phase, "move") == 0)
            add_moves(&field, at, list);
        else
            add_shot(&field, at, list); /* K24 */
    }
    qsort(list->token, (size_t)list->count, REFERENCE_TOKEN, by_bytes);
}
