#include "core/record.h"

#include "core/transcript.h"

const char *const bv_table_reasons[] = {"resigned", "agreed", "time", "abandoned"};
const size_t bv_table_reason_count = BV_COUNT(bv_table_reasons);

static const char first_line[] = "bivouac record 1";

/* ---- Writing --------------------------------------------------------------------------------- */

static void put_board(const struct bv_terms *terms, struct bv_out *out)
{
    bv_putf(out, "board %s\n", terms->board);
    if (!terms->board_text) return;
    struct bv_span rest = bv_span_of(terms->board_text);
    struct bv_span line;
    while (bv_take_part(&rest, '\n', &line)) {
        bv_putf(out, "| %.*s\n", BV_SPAN(line));
    }
}

static void put_field(struct bv_out *out, const char *key, const char *value)
{
    if (!*value) return;
    bv_putf(out, "%s %s\n", key, value);
}

static void put_bytes(struct bv_out *out, const char *key, const uint8_t *bytes, size_t size)
{
    bv_putf(out, "%s ", key);
    bv_put_hex(out, bytes, size);
    bv_put_char(out, '\n');
}

static void put_dice(const struct bv_terms *terms, const struct bv_record *record,
                     struct bv_out *out)
{
    if (!record->has_dice) return;
    put_bytes(out, "dice", record->commitment, BV_COMMITMENT_SIZE);
    bv_dice_words(terms, &record->dice, out);
    if (record->has_seed) put_bytes(out, "seed", record->dice.seed, BV_SEED_SIZE);
}

void bv_record_head(const struct bv_terms *terms, const struct bv_record *record,
                    struct bv_out *out)
{
    bv_putf(out, "%s\n", first_line);
    bv_transcript_header(terms, out);
    bv_put_char(out, '\n');
    put_board(terms, out);
    put_field(out, "position", record->position);
    for (int seat = 0; seat < terms->form->seats; seat++) {
        if (!*record->player[seat]) continue;
        bv_put(out, "player ");
        put_field(out, terms->form->seat[seat].name, record->player[seat]);
    }
    put_field(out, "begun", record->begun);
    put_field(out, "ended", record->ended);
    put_dice(terms, record, out);
    bv_putf(out, "tokens %d\n", record->tokens);
}

void bv_record_token(const struct bv_terms *terms, int seat, bv_action action, struct bv_out *out)
{
    bv_putf(out, "%s ", bv_seat_name(terms, seat));
    terms->game->token(terms, action, out);
    bv_put_char(out, '\n');
}

/* The result as the rules give it, without the transcript's `= `. */
static void put_rules_result(const struct bv_terms *terms, const union bv_state *state,
                             struct bv_out *out)
{
    char line[64];
    struct bv_out whole = bv_out_into(line, sizeof line);
    bv_transcript_result(terms, state, &whole);
    bv_put(out, line + 2);
}

void bv_record_result(const struct bv_terms *terms, const union bv_state *state,
                      const char *outside, struct bv_out *out)
{
    bv_put(out, "result ");
    if (bv_is_over(terms, state))
        put_rules_result(terms, state, out);
    else
        bv_put(out, outside ? outside : "*");
    bv_put_char(out, '\n');
}

/* ---- Reading --------------------------------------------------------------------------------- */

enum stage {
    FIRST_LINE,
    GAME,
    BOARD,
    BOARD_TEXT,
    POSITION,
    PLAYERS,
    BEGUN,
    ENDED,
    DICE,
    WORDS,
    TOKENS,
    RESULT,
    DONE
};

void bv_record_begin(struct bv_record_reader *reader, struct bv_terms *terms,
                     union bv_tables *tables, union bv_state *state)
{
    bv_clear(&reader->record, sizeof reader->record);
    reader->terms = terms;
    reader->tables = tables;
    reader->state = state;
    reader->stage = FIRST_LINE;
    reader->left = 0;
    reader->words = 0;
    reader->board_length = 0;
    reader->past.count = 0;
}

static bool is_digit_at(struct bv_span text, size_t at)
{
    return text.text[at] >= '0' && text.text[at] <= '9';
}

static int digits(struct bv_span text, size_t from, size_t count)
{
    int number = 0;
    for (size_t i = from; i < from + count; i++) number = number * 10 + (text.text[i] - '0');
    return number;
}

static int days_in(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month - 1] + (month == 2 && leap);
}

bool bv_is_date(struct bv_span text)
{
    static const char form[] = "dddd-dd-ddTdd:dd:ddZ";
    if (text.length != sizeof form - 1) return false;
    for (size_t i = 0; i < text.length; i++)
        if (form[i] == 'd' ? !is_digit_at(text, i) : text.text[i] != form[i]) return false;
    int month = digits(text, 5, 2);
    int day = digits(text, 8, 2);
    if (month < 1 || month > 12 || day < 1 || day > days_in(digits(text, 0, 4), month))
        return false;
    return digits(text, 11, 2) < 24 && digits(text, 14, 2) < 60 && digits(text, 17, 2) < 60;
}

/* Splits `key rest` off; false if the line has another key. */
static bool has_key(struct bv_span *line, const char *key)
{
    struct bv_span rest = *line;
    struct bv_span word = {0};
    if (!bv_take_part(&rest, ' ', &word) || !bv_span_is(word, key)) return false;
    *line = rest;
    return true;
}

static bool read_game(struct bv_record_reader *reader, struct bv_span line, struct bv_error *error)
{
    /* Whether it is a custom board is not known yet, so its name is not checked until BOARD. */
    struct bv_request *request = &reader->record.request;
    request->board_text = "";
    if (!bv_keep(reader->record.game, sizeof reader->record.game, line))
        return bv_error_set(error, "the line is too long");
    return bv_replay_header(line, request, error);
}

static bool read_board(struct bv_record_reader *reader, struct bv_span line, struct bv_error *error)
{
    if (!has_key(&line, "board") || !line.length)
        return bv_error_set(error, "expected 'board NAME'");
    return bv_keep(reader->record.board, sizeof reader->record.board, line) ||
           bv_error_set(error, "the board's name is too long");
}

static bool read_board_line(struct bv_record_reader *reader, struct bv_span line,
                            struct bv_error *error)
{
    struct bv_record *record = &reader->record;
    if (line.length < 2 || line.text[1] != ' ')
        return bv_error_set(error, "a line of a board begins with '| '");
    struct bv_out out = {.text = record->board_text,
                         .size = sizeof record->board_text,
                         .length = reader->board_length};
    bv_put_span(&out, (struct bv_span){line.text + 2, line.length - 2});
    bv_put_char(&out, '\n');
    if (out.cut) return bv_error_set(error, "the board is longer than 16 KiB");
    reader->board_length = out.length;
    record->own_board = true;
    return true;
}

/* The game is known: a built-in board's name must now be one that exists. */
static bool make_terms(struct bv_record_reader *reader, struct bv_error *error)
{
    struct bv_record *record = &reader->record;
    struct bv_request *request = &record->request;
    request->board_file = record->own_board ? "board" : NULL;
    request->board_text = record->own_board ? record->board_text : NULL;
    int option = request->game->board_option;
    if (!record->own_board && option >= 0) {
        char setting[2 * BV_NAME_MAX + 2];
        struct bv_out out = bv_out_into(setting, sizeof setting);
        bv_putf(&out, "%s=%s", request->game->option[option].name, record->board);
        if (!bv_request_set(request, bv_span_of(setting), error)) return false;
    }
    if (!bv_terms_make(request, reader->terms, reader->tables, error)) return false;
    if (!bv_equal(reader->terms->board, record->board))
        return bv_error_set(
            error, "the board's name is not the one in its text, nor that of a built-in board");
    char game[sizeof record->game];
    struct bv_out out = bv_out_into(game, sizeof game);
    bv_transcript_header(reader->terms, &out);
    return bv_equal(game, record->game) ||
           bv_error_set(error, "the game's line names another board");
}

/* Splits `SEAT rest` off a line of the head, before there are terms; -1 and an error. */
static int take_seat(const struct bv_record_reader *reader, struct bv_span *line,
                     const char *expected, struct bv_error *error)
{
    const struct bv_request *request = &reader->record.request;
    struct bv_span name = {0};
    const struct bv_form *form = NULL;
    for (int i = 0; i < request->game->forms; i++)
        if (request->game->form[i].players == request->seats) form = &request->game->form[i];
    if (!form) {
        bv_error_set(error, "the number of seats is not one of this game's");
    } else if (!bv_take_part(line, ' ', &name) || !line->length) {
        bv_error_set(error, expected);
    } else {
        for (int seat = 0; seat < form->seats; seat++)
            if (bv_span_is(name, form->seat[seat].name)) return seat;
        bv_error_set(error, "there is no such seat in this game");
    }
    return -1;
}

/* The position can only be read with the terms: after the head. */
static bool read_position(struct bv_record_reader *reader, struct bv_span line,
                          struct bv_error *error)
{
    return bv_keep(reader->record.position, sizeof reader->record.position, line) ||
           bv_error_set(error, "the position is too long");
}

static bool read_player(struct bv_record_reader *reader, struct bv_span line,
                        struct bv_error *error)
{
    int seat = take_seat(reader, &line, "expected 'player SEAT NAME'", error);
    if (seat < 0) return false;
    for (size_t i = 0; i < line.length; i++)
        if ((unsigned char)line.text[i] < ' ' || line.text[i] == 0x7f)
            return bv_error_set(error, "a player's name has no control characters");
    if (*reader->record.player[seat]) return bv_error_set(error, "this seat has a player already");
    return bv_keep(reader->record.player[seat], BV_PLAYER_MAX + 1, line) ||
           bv_error_set(error, "a player's name has at most 255 bytes");
}

static bool read_date(char *to, struct bv_span line, struct bv_error *error)
{
    if (!bv_is_date(line))
        return bv_error_set(error, "expected a date such as 2026-11-15T20:30:00Z");
    return bv_keep(to, BV_DATE_SIZE, line);
}

static bool read_begun(struct bv_record_reader *reader, struct bv_span line, struct bv_error *error)
{
    return read_date(reader->record.begun, line, error);
}

static bool read_ended(struct bv_record_reader *reader, struct bv_span line, struct bv_error *error)
{
    return read_date(reader->record.ended, line, error);
}

static bool read_commitment(struct bv_record_reader *reader, struct bv_span line,
                            struct bv_error *error)
{
    reader->record.has_dice = true;
    return bv_hex_of(line, reader->record.commitment, BV_COMMITMENT_SIZE) ||
           bv_error_set(error, "expected 'dice HASH', 64 digits from 0 to 9 and a to f");
}

static bool read_word(struct bv_record_reader *reader, struct bv_span line, struct bv_error *error)
{
    if (!reader->record.has_dice)
        return bv_error_set(error, "a word comes after a line 'dice HASH'");
    int seat = take_seat(reader, &line, "expected 'word SEAT TEXT'", error);
    if (seat < 0 || !bv_is_word(line, error)) return false;
    if (seat < reader->words)
        return bv_error_set(error, "the words stand in the order of the seats, at most one each");
    reader->words = seat + 1;
    return bv_keep(reader->record.dice.word[seat], BV_WORD_MAX + 1, line);
}

static bool read_seed(struct bv_record_reader *reader, struct bv_span line, struct bv_error *error)
{
    if (!reader->record.has_dice)
        return bv_error_set(error, "a seed comes after a line 'dice HASH'");
    reader->record.has_seed = true;
    return bv_hex_of(line, reader->record.dice.seed, BV_SEED_SIZE) ||
           bv_error_set(error, "expected 'seed HEX', 64 digits from 0 to 9 and a to f");
}

static bool read_count(struct bv_record_reader *reader, struct bv_span line, struct bv_error *error)
{
    if (!has_key(&line, "tokens") ||
        !bv_number_of(line, 0, BV_RECORD_TOKENS_MAX, &reader->record.tokens))
        return bv_error_set(error, "expected 'tokens N'");
    reader->left = reader->record.tokens;
    if (!make_terms(reader, error)) return false;
    reader->terms->game->start(reader->terms, reader->state);
    struct bv_span position = bv_span_of(reader->record.position);
    return !position.length || bv_position_read(reader->terms, position, reader->state, error);
}

static bool read_token(struct bv_record_reader *reader, struct bv_span line, struct bv_error *error)
{
    struct bv_span name = {0};
    if (!bv_take_part(&line, ' ', &name) || !line.length)
        return bv_error_set(error, "expected 'SEAT TOKEN'");
    int seat = bv_seat_named(reader->terms, name);
    if (seat < 0) return bv_error_set(error, "there is no such seat in this game");
    if (!bv_token_action(reader->terms, reader->state, seat, line, &reader->menu,
                         &reader->last_action, error))
        return false;
    bv_apply(reader->terms, reader->state, seat, reader->last_action, &reader->past);
    reader->last_seat = seat;
    reader->left--;
    return true;
}

/* `F 0 A 1 resigned`: points that add up to one, and a reason that a table may give. */
static bool is_table_result(const struct bv_game *game, struct bv_span line)
{
    struct bv_span word = {0};
    int half_points = 0;
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        if (!bv_take_part(&line, ' ', &word) || !bv_span_is(word, game->side[side].name))
            return false;
        if (!bv_take_part(&line, ' ', &word)) return false;
        if (bv_span_is(word, "1"))
            half_points += 2;
        else if (bv_span_is(word, "1/2"))
            half_points += 1;
        else if (!bv_span_is(word, "0"))
            return false;
    }
    if (half_points != 2) return false;
    for (size_t i = 0; i < bv_table_reason_count; i++)
        if (bv_span_is(line, bv_table_reasons[i])) return true;
    return false;
}

static bool read_result(struct bv_record_reader *reader, struct bv_span line,
                        struct bv_error *error)
{
    if (!has_key(&line, "result") || !line.length)
        return bv_error_set(error, "expected 'result ...'");
    if (!bv_keep(reader->record.result, sizeof reader->record.result, line))
        return bv_error_set(error, "the result is too long");
    if (bv_is_over(reader->terms, reader->state)) {
        char expected[64];
        struct bv_out out = bv_out_into(expected, sizeof expected);
        put_rules_result(reader->terms, reader->state, &out);
        return bv_span_is(line, expected) ||
               bv_error_setf(error, "the rules give the result '%s'", expected);
    }
    if (bv_span_is(line, "*") && reader->record.has_seed)
        return bv_error_set(error, "a game that goes on does not show its seed");
    if (bv_span_is(line, "*") || is_table_result(reader->terms->game, line)) return true;
    struct bv_out out = bv_error_begin(error);
    bv_put(&out, "the game is not over: its result is '*', or points that add up to 1 and one of");
    for (size_t i = 0; i < bv_table_reason_count; i++) {
        bv_putf(&out, " %s", bv_table_reasons[i]);
    }
    return false;
}

static enum bv_record_step step(bool good, enum bv_record_step next)
{
    return good ? next : BV_RECORD_BAD;
}

/* The lines between `board` and `tokens`: each may be missing, but their order is fixed. */
static const struct head_line {
    const char *key;
    enum stage latest; /* it may appear while the reader is not past this stage */
    enum stage then;
    bool (*read)(struct bv_record_reader *reader, struct bv_span line, struct bv_error *error);
} head_lines[] = {
    {"position", POSITION, PLAYERS, read_position},
    {"player", PLAYERS, PLAYERS, read_player},
    {"begun", BEGUN, ENDED, read_begun},
    {"ended", ENDED, DICE, read_ended},
    {"dice", DICE, WORDS, read_commitment},
    {"word", WORDS, WORDS, read_word},
    {"seed", WORDS, TOKENS, read_seed},
};

static enum bv_record_step read_head(struct bv_record_reader *reader, struct bv_span line,
                                     struct bv_error *error)
{
    if (reader->stage == BOARD_TEXT && line.length && line.text[0] == '|')
        return step(read_board_line(reader, line, error), BV_RECORD_HEAD);
    for (size_t i = 0; i < BV_COUNT(head_lines); i++) {
        const struct head_line *known = &head_lines[i];
        if (reader->stage > (int)known->latest || !has_key(&line, known->key)) continue;
        reader->stage = known->then;
        return step(known->read(reader, line, error), BV_RECORD_HEAD);
    }
    reader->stage = RESULT;
    return step(read_count(reader, line, error), BV_RECORD_READY);
}

enum bv_record_step bv_record_line(struct bv_record_reader *reader, struct bv_span line,
                                   struct bv_error *error)
{
    switch (reader->stage) {
    case FIRST_LINE:
        reader->stage = GAME;
        return step(bv_span_is(line, first_line) ||
                        bv_error_set(error, "a record begins with 'bivouac record 1'"),
                    BV_RECORD_HEAD);
    case GAME: reader->stage = BOARD; return step(read_game(reader, line, error), BV_RECORD_HEAD);
    case BOARD:
        reader->stage = BOARD_TEXT;
        return step(read_board(reader, line, error), BV_RECORD_HEAD);
    case RESULT:
        if (reader->left) return step(read_token(reader, line, error), BV_RECORD_PLAYED);
        reader->stage = DONE;
        return step(read_result(reader, line, error), BV_RECORD_DONE);
    case DONE: return step(bv_error_set(error, "nothing may follow the result"), BV_RECORD_DONE);
    default: return read_head(reader, line, error);
    }
}

bool bv_record_complete(const struct bv_record_reader *reader, struct bv_error *error)
{
    return reader->stage == DONE || bv_error_set(error, "the record ends before its result");
}
