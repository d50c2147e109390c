/*
 * Records: a game as text, to be saved, sent and replayed. docs/records.md defines the format; in
 * short
 *
 *     bivouac record 1
 *     game NAME option=value seats=2
 *     board 1975                          a custom board is followed by its text, lines after `| `
 *     player V Ada
 *     begun 2026-11-15T20:30:00Z
 *     ended 2026-11-15T21:10:00Z
 *     dice 8a4f...                        the commitment of dice that can be checked (core/dice.h)
 *     word V tally-ho
 *     seed 0b1c...                        once the game is over
 *     tokens 2
 *     V A=45
 *     G A=78
 *     result *                            or V 1 G 0 elimination, or V 0 G 1 resigned
 *
 * The reader is strict: it checks every line as it comes and plays every token. It does not check
 * the throws, so that a record with false dice can be viewed; `bivouac verify` does.
 */
#pragma once

#include "core/board.h"
#include "core/dice.h"
#include "core/menu.h"
#include "core/terms.h"

enum { BV_PLAYER_MAX = 255, BV_DATE_SIZE = 21, BV_RECORD_TOKENS_MAX = 1000000 };

/* All of a record but its tokens. */
struct bv_record {
    struct bv_request request;
    char game[256]; /* the line `game ...` */
    bool own_board; /* board_text holds a custom board */
    char board[BV_NAME_MAX];
    char board_text[BV_BOARD_TEXT_MAX + 1];
    char position[BV_POSITION_MAX];               /* where the game begins; "": at its start */
    char player[BV_SEATS_MAX][BV_PLAYER_MAX + 1]; /* "" where no player is named */
    char begun[BV_DATE_SIZE];                     /* "" where no date is given */
    char ended[BV_DATE_SIZE];
    bool has_dice; /* `commitment` and the words of `dice` are known */
    bool has_seed; /* so is the seed of `dice` */
    uint8_t commitment[BV_COMMITMENT_SIZE];
    struct bv_dice dice;
    int tokens;
    char result[64]; /* as in the file, after `result ` */
};

/* Results that a table, not the rules, gives a game: the words after the points. */
extern const char *const bv_table_reasons[];
extern const size_t bv_table_reason_count;

/* Whether a text has the form 2026-11-15T20:30:00Z and names a date that exists. */
bool bv_is_date(struct bv_span text);

/* ---- Writing: head, then each token, then the result ----------------------------------------- */

/* `record` gives players, dates, dice and the number of tokens; the game comes from the terms. */
void bv_record_head(const struct bv_terms *terms, const struct bv_record *record,
                    struct bv_out *out);
void bv_record_token(const struct bv_terms *terms, int seat, bv_action action, struct bv_out *out);

/* The rules' result if the game is over, else `outside` (`F 0 A 1 resigned`), else `*`. */
void bv_record_result(const struct bv_terms *terms, const union bv_state *state,
                      const char *outside, struct bv_out *out);

/* ---- Reading --------------------------------------------------------------------------------- */

struct bv_record_reader {
    struct bv_record record;
    struct bv_terms *terms; /* the caller's, filled when the head is complete */
    union bv_tables *tables;
    union bv_state *state;
    int stage;
    int left;  /* tokens still to come */
    int words; /* the seat after the last that gave a word */
    size_t board_length;
    int last_seat; /* of the token just played */
    bv_action last_action;
    struct bv_past past;
    struct bv_menu menu;
};

enum bv_record_step {
    BV_RECORD_BAD,
    BV_RECORD_HEAD,
    BV_RECORD_READY,
    BV_RECORD_PLAYED,
    BV_RECORD_DONE
};

void bv_record_begin(struct bv_record_reader *reader, struct bv_terms *terms,
                     union bv_tables *tables, union bv_state *state);

/*
 * Reads one line, without its newline. READY: the head is complete, the state is the start
 * position. PLAYED: last_seat and last_action were played. DONE: the result was read; no line may
 * follow.
 */
enum bv_record_step bv_record_line(struct bv_record_reader *reader, struct bv_span line,
                                   struct bv_error *error);

/* Whether the record may end here. */
bool bv_record_complete(const struct bv_record_reader *reader, struct bv_error *error);
