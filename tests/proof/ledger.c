#include "proof/ledger.h"

#include <stdlib.h>
#include <string.h>

struct ledger *ledger_new(const struct bv_terms *terms)
{
    struct ledger *ledger = calloc(1, sizeof *ledger);
    if (!ledger) abort(); /* a load client cannot go on without memory */
    ledger->terms = terms;
    return ledger;
}

void ledger_free(struct ledger *ledger)
{
    if (!ledger) return;
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        free(ledger->side[side].lines.text);
        received_free(&ledger->received[side]);
    }
    free(ledger);
}

/* ---- Writing --------------------------------------------------------------------------------- */

void ledger_send(struct ledger *ledger, int seat, struct bv_span token)
{
    char line[BV_NAME_MAX + BV_TOKEN_MAX + 2];
    struct ledger_sent *sent = &ledger->side[bv_side_of(ledger->terms, seat)];
    struct bv_out out = bv_out_into(line, sizeof line);
    bv_put(&out, bv_seat_name(ledger->terms, seat));
    bv_put_char(&out, ' ');
    bv_put_span(&out, token);
    bv_put_char(&out, '\n');
    sent->last = sent->lines.length;
    if (!client_bytes_add(&sent->lines, line, out.length)) abort();
    sent->count++;
}

void ledger_acknowledge(struct ledger *ledger, int side)
{
    struct ledger_sent *sent = &ledger->side[side];
    sent->acknowledged = sent->count;
}

void ledger_take_back(struct ledger *ledger, int side)
{
    struct ledger_sent *sent = &ledger->side[side];
    BV_ASSERT(sent->count > sent->acknowledged);
    sent->lines.length = sent->last;
    sent->count--;
}

/* ---- Comparing ------------------------------------------------------------------------------- */

struct bv_span ledger_sent_line(const struct ledger_sent *sent, size_t from)
{
    if (from >= sent->lines.length) return (struct bv_span){NULL, 0};
    const char *text = sent->lines.text + from;
    const char *end = memchr(text, '\n', sent->lines.length - from);
    return (struct bv_span){text, (size_t)(end - text)};
}

struct bv_span ledger_open_move(const struct ledger *ledger, int side)
{
    const struct ledger_sent *sent = &ledger->side[side];
    if (sent->count == sent->acknowledged) return (struct bv_span){NULL, 0};
    return ledger_sent_line(sent, sent->last);
}

bool ledger_is_move(struct bv_span line, struct bv_span seat, struct bv_span token)
{
    return line.length == seat.length + 1 + token.length &&
           memcmp(line.text, seat.text, seat.length) == 0 && line.text[seat.length] == ' ' &&
           memcmp(line.text + seat.length + 1, token.text, token.length) == 0;
}

bool ledger_receive(struct ledger *ledger, int side, struct bv_span seat, struct bv_span token)
{
    struct ledger_sent *sent = &ledger->side[side];
    struct bv_span line = ledger_sent_line(sent, sent->received);
    if (!line.length || !ledger_is_move(line, seat, token)) return false;
    sent->received += line.length + 1;
    sent->received_count++;
    return true;
}
