#include "server/records/opening_book.h"

#include <sodium/crypto_generichash.h>
#include <stdlib.h>
#include <string.h>

#include "server/records/records.h"
#include "util/memory.h"

enum { HASH_SHOWN = 8, MOVES_MAX = 64, TAGS_MAX = 8192, ANSWER_SIZE = 64 * 1024 };

/* ---- Sequences ------------------------------------------------------------------------------- */

static void add_text(crypto_generichash_state *hash, struct bv_span text)
{
    crypto_generichash_update(hash, (const uint8_t *)text.text, text.length);
    crypto_generichash_update(hash, (const uint8_t *)"\n", 1);
}

static void begin_line(crypto_generichash_state *hash, const struct bv_game *game)
{
    crypto_generichash_init(hash, NULL, 0, crypto_generichash_BYTES_MIN);
    add_text(hash, bv_span_of(game->id));
}

/* `next=0123456789abcdef `, the hash of what was added so far; more may be added afterwards. */
static void put_line(const crypto_generichash_state *hash, struct bv_out *out)
{
    crypto_generichash_state copy = *hash;
    uint8_t digest[crypto_generichash_BYTES_MIN];
    crypto_generichash_final(&copy, digest, sizeof digest);
    bv_put(out, "next=");
    bv_put_hex(out, digest, HASH_SHOWN);
    bv_put_char(out, ' ');
}

/* ---- Tags of a game -------------------------------------------------------------------------- */

void opening_book_tags(const struct table *table, struct bv_out *out)
{
    char result[96];
    crypto_generichash_state line;
    const struct bv_terms *terms = table_terms(table);
    if (!table->setup.listed || !table_setup_is_usual(&table->setup)) return;
    struct bv_out whole = bv_out_into(result, sizeof result);
    table_result(table, &whole);
    struct bv_span rest = {result, whole.length};
    struct bv_span winner = record_winner(&rest);
    begin_line(&line, terms->game);
    for (size_t i = 0; i < table->moves && i < OPENING_TOKENS; i++) {
        char text[BV_NAME_MAX + BV_TOKEN_MAX];
        struct bv_out step = bv_out_into(text, sizeof text);
        bv_put(&step, bv_seat_name(terms, table->move[i].seat));
        bv_put_char(&step, ' ');
        terms->game->token(terms, table->move[i].action, &step);
        put_line(&line, out);
        bv_put(out, text);
        bv_put_char(out, ' ');
        bv_put_span(out, winner);
        bv_put_char(out, '\n');
        add_text(&line, bv_span_of(text));
    }
}

/* ---- Counting -------------------------------------------------------------------------------- */

enum { RESULTS = BV_SIDES_MAX + 1 }; /* the last is a draw */

struct next_move {
    char step[BV_NAME_MAX + BV_TOKEN_MAX]; /* `SEAT TOKEN` */
    int64_t games;
    int64_t count[RESULTS];
    char result[RESULTS][BV_NAME_MAX];
};

struct count {
    int64_t games;
    uint32_t moves;
    struct next_move move[MOVES_MAX + 1]; /* the last is the one being read */
    bool reading;
};

static int by_games(const void *a, const void *b)
{
    const struct next_move *x = a;
    const struct next_move *y = b;
    if (x->games != y->games) return x->games < y->games ? 1 : -1;
    return strcmp(x->step, y->step);
}

/* Sorts the move that was read into the list of those played most often. */
static void settle(struct count *count)
{
    const struct next_move *read = &count->move[MOVES_MAX];
    if (!count->reading) return;
    count->reading = false;
    if (count->moves < MOVES_MAX) {
        count->move[count->moves++] = *read;
    } else {
        qsort(count->move, MOVES_MAX, sizeof count->move[0], by_games);
        if (count->move[MOVES_MAX - 1].games < read->games) count->move[MOVES_MAX - 1] = *read;
    }
}

static void add_result(struct next_move *move, struct bv_span result, int64_t games)
{
    int at = 0;
    while (at < RESULTS - 1 && move->count[at] && !bv_span_is(result, move->result[at])) at++;
    struct bv_out name = bv_out_into(move->result[at], sizeof move->result[at]);
    bv_put_span(&name, result);
    move->count[at] += games;
    move->games += games;
}

/* `next=HASH SEAT TOKEN RESULT`: tags of one token are adjacent. */
static bool add_tag(void *context, const char *tag, int64_t games)
{
    struct count *count = context;
    struct next_move *move = &count->move[MOVES_MAX];
    struct bv_span rest = bv_span_of(tag);
    struct bv_span word = {0};
    char text[sizeof move->step];
    struct bv_out step = bv_out_into(text, sizeof text);
    bv_take_word(&rest, &word);
    bv_take_word(&rest, &word);
    bv_put_span(&step, word);
    bv_put_char(&step, ' ');
    bv_take_word(&rest, &word);
    bv_put_span(&step, word);
    if (!count->reading || !bv_equal(move->step, text)) {
        settle(count);
        *move = (struct next_move){0};
        bv_copy_text(move->step, sizeof move->step, text);
        count->reading = true;
    }
    add_result(move, rest, games);
    count->games += games;
    return true;
}

static void put_move(const struct next_move *move, struct bv_out *out)
{
    char seat[BV_NAME_MAX];
    struct bv_span token = bv_span_of(move->step);
    struct bv_span word = {0};
    int64_t drawn = 0;
    bv_take_word(&token, &word);
    struct bv_out name = bv_out_into(seat, sizeof seat);
    bv_put_span(&name, word);
    bv_json_open(out, NULL, '{');
    bv_json_text(out, "seat", seat);
    bv_json_text(out, "token", token.text);
    bv_json_number(out, "games", move->games);
    bv_json_open(out, "won", '{');
    for (int i = 0; i < RESULTS && move->count[i]; i++) {
        if (bv_equal(move->result[i], "draw"))
            drawn = move->count[i];
        else
            bv_json_number(out, move->result[i], move->count[i]);
    }
    bv_json_close(out, '}');
    bv_json_number(out, "drawn", drawn);
    bv_json_close(out, '}');
}

/* The JSON {"games":…,"moves":[…]} of a sequence, given by the prefix of its tags; NULL if the store
 * could not be read. Free it. */
static char *count_next(struct store *store, const char *line)
{
    struct bv_error error;
    struct count *count = memory_new(sizeof *count);
    char *json = NULL;
    if (store_tags(store, line, TAGS_MAX, add_tag, count, &error)) {
        settle(count);
        qsort(count->move, count->moves, sizeof count->move[0], by_games);
        json = memory_new(ANSWER_SIZE);
        struct bv_out out = bv_out_into(json, ANSWER_SIZE);
        bv_json_open(&out, NULL, '{');
        bv_json_number(&out, "games", count->games);
        bv_json_open(&out, "moves", '[');
        for (uint32_t i = 0; i < count->moves; i++) put_move(&count->move[i], &out);
        bv_json_close(&out, ']');
        bv_json_close(&out, '}');
    }
    free(count);
    return json;
}

/* ---- The request ----------------------------------------------------------------------------- */

static int bad_line(struct exchange *exchange, const char *reason)
{
    bv_error_set(&exchange->refusal.detail, reason);
    return api_refuse(exchange, REFUSE_BAD_QUERY);
}

/* `S:d4-d5,O:d11-d10`, at most as many as have tags; legality is not checked, illegal moves were
 * never played. */
static bool read_line(struct bv_span text, crypto_generichash_state *line)
{
    struct bv_span step = {0};
    for (int i = 0; text.length; i++) {
        struct bv_span seat = {0};
        bv_take_part(&text, ',', &step);
        if (i == OPENING_TOKENS || !bv_take_part(&step, ':', &seat) || !step.length) return false;
        crypto_generichash_update(line, (const uint8_t *)seat.text, seat.length);
        crypto_generichash_update(line, (const uint8_t *)" ", 1);
        add_text(line, step);
    }
    return true;
}

static struct slow_answer count_line(struct store *store, const void *prefix)
{
    char *text = count_next(store, prefix);
    return (struct slow_answer){.text = text, .length = text ? bv_length(text) : 0};
}

static int get_openings(struct exchange *exchange)
{
    char prefix[OPENING_LINE_SIZE];
    char game[BV_NAME_MAX] = "";
    char text[OPENING_TOKENS * (BV_NAME_MAX + BV_TOKEN_MAX)] = "";
    crypto_generichash_state line;
    struct bv_error error;
    api_query_get(exchange->request->query, "game", game, sizeof game);
    const struct bv_game *found = bv_game_find(bv_span_of(game), &error);
    if (!found) return bad_line(exchange, "game is the id of a game");
    begin_line(&line, found);
    api_query_get(exchange->request->query, "line", text, sizeof text);
    if (!read_line(bv_span_of(text), &line))
        return bad_line(exchange, "line is SEAT:TOKEN, separated by commas, at most 16");
    struct bv_out name = bv_out_into(prefix, sizeof prefix);
    put_line(&line, &name);
    return slow_answer_later(records_of(exchange)->slow, exchange, count_line, prefix,
                             sizeof prefix);
}

static const struct api_route rows[] = {
    {"GET", "/api/v1/openings", get_openings, API_ANYONE},
};

const struct api_routes opening_book_routes = {rows, BV_COUNT(rows)};
