#include "core/board.h"

struct bv_out bv_board_error(const struct bv_board *board, int line, struct bv_error *error)
{
    struct bv_out out = bv_error_begin(error);
    bv_putf(&out, "%s:%d: ", board->file, line);
    return out;
}

static struct bv_span trimmed(struct bv_span span)
{
    while (span.length && span.text[0] == ' ') {
        span.text++;
        span.length--;
    }
    while (span.length && span.text[span.length - 1] == ' ') span.length--;
    return span;
}

/* `game` and `name`, each once and with a word. */
static bool set_head(const struct bv_board *board, struct bv_span *head, struct bv_entry entry,
                     struct bv_error *error)
{
    if (!entry.value.length)
        return bv_board_fail(board, entry.line, "'game' and 'name' need a word", error);
    if (!head->length) {
        *head = entry.value;
        return true;
    }
    struct bv_out out = bv_board_error(board, entry.line, error);
    bv_putf(&out, "'%.*s' is given twice", BV_SPAN(entry.key));
    return false;
}

static bool add_entry(struct bv_board *board, struct bv_entry entry, struct bv_error *error)
{
    if (bv_span_is(entry.key, "game")) return set_head(board, &board->game, entry, error);
    if (bv_span_is(entry.key, "name")) return set_head(board, &board->name, entry, error);
    if (board->count == BV_BOARD_ENTRIES)
        return bv_board_fail(board, entry.line, "too many lines for a board", error);
    board->entry[board->count++] = entry;
    return true;
}

static bool bad_byte(struct bv_span line)
{
    for (size_t i = 0; i < line.length; i++)
        if ((unsigned char)line.text[i] < ' ' || (unsigned char)line.text[i] > '~') return true;
    return false;
}

/* `key value`, or `key:` which opens a block: *block is its key, or nothing. */
static bool split_line(struct bv_board *board, struct bv_span line, struct bv_span *block,
                       struct bv_error *error)
{
    struct bv_span value = trimmed(line);
    if (line.text[0] == ' ') {
        if (!block->length)
            return bv_board_fail(board, board->lines,
                                 "an indented line belongs under a 'key:' line", error);
        return add_entry(board, (struct bv_entry){*block, value, board->lines}, error);
    }
    struct bv_span key = {0};
    bv_take_word(&value, &key);
    *block = (struct bv_span){0};
    if (key.text[key.length - 1] == ':') {
        if (value.length)
            return bv_board_fail(board, board->lines, "nothing may follow 'key:' on its line",
                                 error);
        key.length--;
        if (!key.length)
            return bv_board_fail(board, board->lines, "a key is missing before ':'", error);
        *block = key;
        return true;
    }
    return add_entry(board, (struct bv_entry){key, trimmed(value), board->lines}, error);
}

bool bv_board_split(const char *file, struct bv_span text, struct bv_board *board,
                    struct bv_error *error)
{
    struct bv_span line;
    struct bv_span block = {0};
    *board = (struct bv_board){.file = file};
    if (text.length > BV_BOARD_TEXT_MAX)
        return bv_board_fail(board, 1, "longer than 16 KiB", error);
    while (bv_take_part(&text, '\n', &line)) {
        board->lines++;
        if (bad_byte(line))
            return bv_board_fail(board, board->lines,
                                 "a board file holds plain ASCII, without tabs or carriage returns",
                                 error);
        if (!trimmed(line).length || line.text[0] == '#') continue;
        if (!split_line(board, line, &block, error)) return false;
    }
    if (!board->game.length) return bv_board_fail(board, board->lines, "'game' is missing", error);
    if (!board->name.length) return bv_board_fail(board, board->lines, "'name' is missing", error);
    if (board->name.length > 24)
        return bv_board_fail(board, 1, "the name is longer than 24 characters", error);
    return true;
}

static const struct bv_key *known(const struct bv_key *keys, size_t count, struct bv_span name)
{
    for (size_t i = 0; i < count; i++)
        if (bv_span_is(name, keys[i].name)) return &keys[i];
    return NULL;
}

static bool same_key(const struct bv_entry *a, const struct bv_entry *b)
{
    return a->key.length == b->key.length && bv_same(a->key.text, b->key.text, a->key.length);
}

static bool key_fails(const struct bv_board *board, int line, struct bv_span key,
                      const char *reason, struct bv_error *error)
{
    struct bv_out out = bv_board_error(board, line, error);
    bv_putf(&out, "'%.*s%s", BV_SPAN(key), reason);
    return false;
}

static bool entry_fits(const struct bv_board *board, int at, const struct bv_key *keys,
                       size_t count, struct bv_error *error)
{
    const struct bv_entry *entry = &board->entry[at];
    const struct bv_key *key = known(keys, count, entry->key);
    if (!key) {
        struct bv_out out = bv_board_error(board, entry->line, error);
        bv_putf(&out, "unknown key '%.*s'; this game knows game name", BV_SPAN(entry->key));
        for (size_t i = 0; i < count; i++) {
            bv_putf(&out, " %s", keys[i].name);
        }
        return false;
    }
    /* The rows of a block share one span of key text: a second block of that key has another. */
    for (int i = 0; i < at; i++)
        if (same_key(&board->entry[i], entry) &&
            !(key->block && board->entry[i].key.text == entry->key.text))
            return key_fails(board, entry->line, entry->key, "' is given twice", error);
    return true;
}

bool bv_board_keys(const struct bv_board *board, const struct bv_key *keys, size_t count,
                   struct bv_error *error)
{
    for (int i = 0; i < board->count; i++)
        if (!entry_fits(board, i, keys, count, error)) return false;
    for (size_t i = 0; i < count; i++)
        if (!keys[i].may_be_left_out && !bv_board_entry(board, keys[i].name, NULL))
            return key_fails(board, board->lines, bv_span_of(keys[i].name), "' is missing", error);
    return true;
}

const struct bv_entry *bv_board_entry(const struct bv_board *board, const char *key, int *rows)
{
    const struct bv_entry *first = NULL;
    int found = 0;
    for (int i = 0; i < board->count; i++) {
        if (!bv_span_is(board->entry[i].key, key)) continue;
        if (!first) first = &board->entry[i];
        found++;
    }
    if (rows) *rows = found;
    return first;
}

bool bv_board_number(const struct bv_board *board, const char *key, int least, int most,
                     int *number, struct bv_error *error)
{
    const struct bv_entry *entry = bv_board_entry(board, key, NULL);
    if (!entry || bv_number_of(entry->value, least, most, number)) return true;
    struct bv_out out = bv_board_error(board, entry->line, error);
    bv_putf(&out, "'%s' must be a number from %d to %d", key, least, most);
    return false;
}
