/* The library: terms opened from settings, and their seats. */
#include <stdlib.h>

#include "core/board.h"
#include "core/menu.h"
#include "core/terms.h"
#include "gpu/batch.h"
#include "library/internal.h"

/* Terms with all they point to. They come first in the struct, so that they are freed as one. */
struct opened {
    struct bv_terms terms;
    union bv_tables tables;
    char board[BV_BOARD_TEXT_MAX + 1];
};

/* Whether a setting names the board, which a custom board does itself. */
static bool names_board(const struct bv_request *request, struct bv_span setting)
{
    struct bv_span name = {0};
    int option = request->game->board_option;
    bv_take_part(&setting, '=', &name);
    return request->board_text && option >= 0 &&
           bv_span_is(name, request->game->option[option].name);
}

static bool read_setting(struct bv_request *request, struct bv_span word, struct bv_error *error)
{
    struct bv_span value = word;
    struct bv_span name = {0};
    bv_take_part(&value, '=', &name);
    if (bv_span_is(name, "seats"))
        return bv_number_of(value, 1, 99, &request->seats) ||
               bv_error_set(error, "seats is a number, as in seats=2");
    return names_board(request, word) || bv_request_set(request, word, error);
}

static bool read_settings(struct bv_request *request, const char *settings, struct bv_error *error)
{
    struct bv_span rest = bv_span_of(settings);
    struct bv_span word = {0};
    while (bv_take_word(&rest, &word))
        if (!read_setting(request, word, error)) return false;
    return true;
}

#define BOARD_FILE "board"

static bool keep_board(struct bv_request *request, const char *board, char *kept,
                       struct bv_error *error)
{
    request->board_text = kept;
    request->board_file = BOARD_FILE;
    return bv_keep(kept, BV_BOARD_TEXT_MAX + 1, bv_span_of(board)) ||
           bv_error_set(error, "the board is too long");
}

bivouac_terms *bivouac_terms_open(const bivouac_game *game, const char *settings, const char *board,
                                  bivouac_error *error)
{
    struct bv_error reason;
    bivouac_code code = BIVOUAC_ERROR_BOARD;
    struct bv_request request = bv_request_for(game);
    struct opened *opened = calloc(1, sizeof *opened);
    if (!opened) {
        refuse(BIVOUAC_ERROR_MEMORY, "out of memory", error);
        return NULL;
    }
    if (!board || keep_board(&request, board, opened->board, &reason)) {
        code = BIVOUAC_ERROR_SETTINGS;
        if ((!settings || read_settings(&request, settings, &reason)) &&
            bv_terms_make(&request, &opened->terms, &opened->tables, &reason))
            return &opened->terms;
        /* An error of a board begins with its name, `board`, and the line. */
        struct bv_span rest = bv_span_of(reason.text);
        struct bv_span file = {0};
        if (bv_take_part(&rest, ':', &file) && bv_span_is(file, BOARD_FILE))
            code = BIVOUAC_ERROR_BOARD;
    }
    refuse(code, reason.text, error);
    free(opened);
    return NULL;
}

void bivouac_terms_close(bivouac_terms *terms)
{
    free(terms);
}

const bivouac_game *bivouac_terms_game(const bivouac_terms *terms)
{
    return terms->game;
}

size_t bivouac_terms_settings(const bivouac_terms *terms, char *buffer, size_t size)
{
    char nowhere[1];
    struct bv_out out = text_into(buffer, size, nowhere);
    bv_terms_write(terms, &out);
    return text_length(&out);
}

size_t bivouac_terms_pack(const bivouac_terms *terms, void *buffer, size_t size)
{
    struct gpu_terms *packed = buffer;
    if (size < sizeof *packed) return sizeof *packed;
    bv_clear(packed, sizeof *packed);
    packed->form = (uint32_t)(terms->form - terms->game->form);
    bv_copy(packed->option, terms->option, sizeof packed->option);
    bv_copy(&packed->tables, terms->tables, sizeof packed->tables);
    return sizeof *packed;
}

int bivouac_seat_count(const bivouac_terms *terms)
{
    return terms->form->seats;
}

static bool is_seat(const struct bv_terms *terms, int seat)
{
    return seat >= 0 && seat < terms->form->seats;
}

const char *bivouac_seat_name(const bivouac_terms *terms, int seat)
{
    return is_seat(terms, seat) || seat == BV_CHANCE ? bv_seat_name(terms, seat) : NULL;
}

bivouac_text bivouac_seat_title(const bivouac_terms *terms, int seat)
{
    if (!is_seat(terms, seat)) return (bivouac_text){NULL, NULL};
    struct bv_text title = terms->form->seat[seat].title;
    return (bivouac_text){title.fr, title.en};
}

int bivouac_seat_side(const bivouac_terms *terms, int seat)
{
    return is_seat(terms, seat) ? bv_side_of(terms, seat) : -1;
}

int bivouac_seat_named(const bivouac_terms *terms, const char *name)
{
    return bv_seat_named(terms, bv_span_of(name));
}

bivouac_seats bivouac_side_seats(const bivouac_terms *terms, int side)
{
    return bv_seats_of_side(terms, side);
}
