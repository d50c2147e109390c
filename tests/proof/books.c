#include "proof/books.h"

#include <stdlib.h>
#include <string.h>

#include "core/menu.h"
#include "util/fields.h"

enum { NUMBER_MAX = 1 << 30 };

struct books books_new(uint32_t tables, bool keeps_messages)
{
    struct books books = {.tables = tables, .keeps_messages = keeps_messages};
    books.open = (struct ledger **)calloc(tables + 1, sizeof(struct ledger *));
    if (!books.open) abort();
    return books;
}

void books_free(struct books *books)
{
    for (uint32_t i = 0; i < books->tables; i++) ledger_free(books->open[i]);
    while (books->past) {
        struct ledger *ledger = books->past;
        books->past = ledger->next;
        ledger_free(ledger);
    }
    free((void *)books->open);
}

static struct ledger **place_of(struct books *books, const struct load_table *table)
{
    return &books->open[(table->player[0].connection.number - 1) / BV_SIDES_MAX];
}

struct ledger *books_ledger(struct books *books, const struct load_table *table)
{
    struct ledger **place = place_of(books, table);
    if (*place) return *place;
    *place = ledger_new(&table->session->terms);
    memcpy((*place)->table, table->id, sizeof table->id);
    for (int side = 0; side < BV_SIDES_MAX; side++)
        (*place)->cookie[side] = table->player[side].connection.cookie;
    return *place;
}

/* ---- What happens ---------------------------------------------------------------------------- */

void books_moved(struct books *books, const struct load_player *player)
{
    ledger_send(books_ledger(books, player->table), player->last.seat,
                bv_span_of(player->last.token));
}

void books_answered(struct books *books, const struct load_player *player, uint32_t request,
                    struct bv_span code)
{
    if (request != player->playing) return;
    struct ledger *ledger = books_ledger(books, player->table);
    if (code.length)
        ledger_take_back(ledger, player->side);
    else
        ledger_acknowledge(ledger, player->side);
}

static bool receive_move(struct books *books, const struct load_player *player,
                         const cJSON *message)
{
    struct ledger *ledger = books_ledger(books, player->table);
    const struct ledger_sent *sent = &ledger->side[player->side];
    struct bv_span seat = fields_span(message, "seat");
    int number = bv_seat_named(ledger->terms, seat);
    if (number < 0 || number >= ledger->terms->form->seats) return false; /* dice */
    if (bv_side_of(ledger->terms, number) != player->side) return false;
    if (!ledger_receive(ledger, player->side, seat, fields_span(message, "token"))) books->astray++;
    return sent->received_count == sent->count;
}

bool books_receive(struct books *books, const struct load_player *player, int seat,
                   const cJSON *message, struct bv_span text)
{
    struct bv_span type = fields_span(message, "type");
    struct ledger *ledger = books_ledger(books, player->table);
    int64_t number = 0;
    bool numbered = fields_number(message, "n", 0, NUMBER_MAX, &number);
    if (books->keeps_messages && numbered) {
        struct received received = {.number = (uint32_t)number,
                                    .channel = (uint8_t)(seat < 0 ? BV_SEATS_MAX : seat),
                                    .whole = bv_span_is(type, "table")};
        const cJSON *clock = cJSON_GetObjectItemCaseSensitive(message, "clock");
        if (received.whole) fields_number(clock, "at", 0, INT64_MAX / 2, &received.clock);
        received_keep(&ledger->received[player->side], received, text, &books->texts);
    }
    /* What is sent again after a reconnection was received before. */
    bool news = numbered && seat >= 0 && number > player->received;
    return news && bv_span_is(type, "play") && receive_move(books, player, message);
}

void books_leave(struct books *books, const struct load_table *table)
{
    struct ledger *ledger = books_ledger(books, table);
    for (int side = 0; side < BV_SIDES_MAX; side++) ledger->over |= table->player[side].over;
    ledger->next = books->past;
    books->past = ledger;
    *place_of(books, table) = NULL;
}

bool books_check(const struct books *books,
                 bool (*check)(void *context, const struct ledger *ledger), void *context)
{
    for (uint32_t i = 0; i < books->tables; i++)
        if (books->open[i] && !check(context, books->open[i])) return false;
    for (const struct ledger *past = books->past; past; past = past->next)
        if (!check(context, past)) return false;
    return true;
}
