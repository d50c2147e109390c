/*
 * Prepared replies: "if you play this, I answer that". While the other side is to act, a player
 * prepares lines. A line is tokens from the position as it stands: a move of the other side, the
 * answer, perhaps more of both. Lines are separated by a slash:
 *
 *     a12-a13 b4-b5 / a12~a10 c4-d5 d11-d10 d2-d1
 *
 * Every token that is played shortens the lines that begin with it and removes the others. When it
 * is the player's turn, the table plays the next token of the line that is left.
 *
 * Only in games without chance and secrets, where a line that is legal now stays legal; not with a
 * live clock; and only for a side that one player plays alone.
 */
#pragma once

#include "core/menu.h"
#include "table/table.h"

enum { REPLIES_LINES_MAX = 8, REPLIES_TEXT_MAX = 480 };

/* What one side has prepared. */
struct table_replies {
    char person[ID_SIZE];
    char text[REPLIES_TEXT_MAX + 1];
};

bool replies_are_allowed(const struct table *table, int side);

/* Reads a list of lines as a player sends it, and writes it as the text above; "": the list is
 * empty. False: the error says what is wrong. The menu is the caller's scratch. */
bool replies_read(const struct table *table, const char *person, const cJSON *list,
                  struct bv_menu *menu, char text[REPLIES_TEXT_MAX + 1], struct bv_error *error);

/* Replaces what a side has prepared; "": by nothing. */
void replies_set(struct table *table, int side, const char *person, struct bv_span text);
void replies_clear(struct table *table);

/* A token was played. */
void replies_advance(struct table *table, struct bv_span token);

/* The event of the reply that is due now, if there is one. `token` is the buffer for its text. */
bool replies_follow(const struct table *table, struct bv_menu *menu, struct table_event *event,
                    char token[BV_TOKEN_MAX]);

/* `replies`: the lines that a side has prepared, as JSON. */
void replies_write(const struct table *table, int side, struct bv_out *out);
