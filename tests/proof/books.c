#include "proof/books.h"

#include <stdlib.h>
#include <string.h>

#include "client/json_scan.h"
#include "core/menu.h"

enum { NUMBER_MAX = 1 << 30 };

struct books books_new(uint32_t tables, bool keeps_told)
{
    struct books books = {.tables = tables, .keeps_told = keeps_told};
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

static bool hear_move(struct books *books, const struct load_player *player,
                      const struct json_scan_field *seat, const struct json_scan_field *token)
{
    struct ledger *ledger = books_ledger(books, player->table);
    const struct ledger_sent *sent = &ledger->side[player->side];
    int number = bv_seat_named(ledger->terms, seat->value);
    if (number < 0 || number >= ledger->terms->form->seats) return false; /* dice */
    if (bv_side_of(ledger->terms, number) != player->side) return false;
    if (!ledger_hear(ledger, player->side, seat->value, token->value)) books->astray++;
    return sent->heard_count == sent->count;
}

bool books_told(struct books *books, const struct load_player *player, int seat,
                struct bv_span text)
{
    enum { TYPE, N, SEAT, TOKEN, CLOCK, FIELDS };
    struct json_scan_field field[FIELDS] = {
        {.name = "type"}, {.name = "n"}, {.name = "seat"}, {.name = "token"}, {.name = "clock"}};
    struct json_scan_field at = {.name = "at"};
    struct ledger *ledger = books_ledger(books, player->table);
    int64_t number = 0;
    json_scan_find(text, field, FIELDS);
    bool numbered = json_scan_number(&field[N], NUMBER_MAX, &number);
    if (books->keeps_told && numbered) {
        struct heard told = {.number = (uint32_t)number,
                             .channel = (uint8_t)(seat < 0 ? BV_SEATS_MAX : seat),
                             .whole = bv_span_is(field[TYPE].value, "table")};
        if (told.whole && json_scan_find(field[CLOCK].value, &at, 1))
            json_scan_number(&at, INT64_MAX, &told.clock);
        heard_keep(&ledger->told[player->side], told, text, &books->texts);
    }
    /* What is sent again after a reconnection was heard before. */
    bool news = numbered && seat >= 0 && number > player->heard;
    return news && bv_span_is(field[TYPE].value, "play") &&
           hear_move(books, player, &field[SEAT], &field[TOKEN]);
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
