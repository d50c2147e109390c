/*
 * Makes the terms of a game from settings: rule options as `name=value`, a number of seats, and a
 * built-in or a custom board.
 */
#pragma once

#include "core/game.h"

struct bv_request {
    const struct bv_game *game;
    int seats;                      /* 0: the default form */
    uint8_t option[BV_OPTIONS_MAX]; /* index of each value; all 0 is the default */
    const char *board_file;         /* the name of a custom board, for messages; NULL: built in */
    const char *board_text;         /* its text, NUL-terminated, which must outlive the terms */
};

struct bv_request bv_request_for(const struct bv_game *game);

/* `option=value`; the error lists what exists. */
bool bv_request_set(struct bv_request *request, struct bv_span setting, struct bv_error *error);

/* The board is loaded into `tables`, which must outlive the terms. */
bool bv_terms_make(const struct bv_request *request, struct bv_terms *terms,
                   union bv_tables *tables, struct bv_error *error);

/* `axis=forward field=standard quiet=count seats=2` */
void bv_terms_write(const struct bv_terms *terms, struct bv_out *out);

/* Reads them back: all rule options in alphabetical order, then the seats. */
bool bv_terms_read(struct bv_request *request, struct bv_span text, struct bv_error *error);

/* The value of a rule option as text: a custom board shows its name. */
const char *bv_terms_value(const struct bv_terms *terms, int option);
