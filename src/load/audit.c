#include "load/audit.h"

#include <stdio.h>
#include <stdlib.h>

#include "call/fields.h"
#include "core/menu.h"

enum { PATH_SIZE = 160, STATUS_GOOD = 200, MESSAGES_MAX = 1 << 30 };

/* ---- Comparing ----------------------------------------------------------------------------------------------- */

/* Goes on to the next place where this move was sent; false if there is none. */
static bool skip_to(struct bv_cursor *cursor, struct bv_span seat, struct bv_span token)
{
    size_t at = cursor->at;
    for (uint32_t skipped = 0;; skipped++) {
        struct bv_span line = bv_sent_line(cursor->sent, at);
        if (!line.length) return false;
        if (bv_is_move(line, seat, token)) {
            cursor->count += skipped;
            cursor->at = at;
            return true;
        }
        at += line.length + 1;
    }
}

void bv_compare_move(struct bv_comparison *comparison, struct bv_span seat, struct bv_span token)
{
    const struct bv_terms *terms = comparison->ledger->terms;
    int number = bv_seat_named(terms, seat);
    if (number < 0 || number >= terms->form->seats) return; /* dice are the server's own */
    int side = bv_side_of(terms, number);
    struct bv_cursor *cursor = &comparison->cursor[side];
    if (!(comparison->sides >> side & 1)) return;
    if (!skip_to(cursor, seat, token)) {
        cursor->doubled++;
        return;
    }
    cursor->at += bv_sent_line(cursor->sent, cursor->at).length + 1;
    if (cursor->count < cursor->sent->acknowledged) cursor->found++;
    cursor->count++;
}

struct bv_comparison bv_comparison_of(const struct bv_ledger *ledger, unsigned sides)
{
    struct bv_comparison comparison = {.ledger = ledger, .sides = sides};
    for (int side = 0; side < BV_SIDES_MAX; side++)
        comparison.cursor[side] = (struct bv_cursor){.sent = &ledger->side[side]};
    return comparison;
}

void bv_compare_record(struct bv_comparison *comparison, struct bv_span record)
{
    struct bv_span line;
    struct bv_span word;
    struct bv_span token;
    bool moves = false;
    while (bv_take_part(&record, '\n', &line)) {
        if (!bv_take_word(&line, &word)) continue;
        if (bv_span_is(word, "result")) break;
        if (moves && bv_take_word(&line, &token)) bv_compare_move(comparison, word, token);
        if (bv_span_is(word, "tokens")) moves = true;
    }
}

bool bv_compare_history(struct bv_comparison *comparison, struct bv_span page)
{
    struct bv_field whole[] = {{.name = "messages"}, {.name = "more"}};
    struct bv_span message;
    if (!bv_fields_find(page, whole, BV_COUNT(whole))) return false;
    while (bv_element_next(&whole[0].value, &message)) {
        struct bv_field field[] = {
            {.name = "type"}, {.name = "seat"}, {.name = "token"}, {.name = "n"}};
        if (!bv_fields_find(message, field, BV_COUNT(field))) return false;
        if (bv_span_is(field[0].value, "play"))
            bv_compare_move(comparison, field[1].value, field[2].value);
        bv_field_number(&field[3], MESSAGES_MAX, &comparison->last);
    }
    return bv_span_is(whole[1].value, "true");
}

void bv_comparison_end(const struct bv_comparison *comparison, struct bv_audit *audit)
{
    uint64_t lost = 0;
    uint64_t doubled = 0;
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        const struct bv_cursor *cursor = &comparison->cursor[side];
        if (!(comparison->sides >> side & 1)) continue;
        audit->acknowledged += cursor->sent->acknowledged;
        audit->found += cursor->found;
        lost += cursor->sent->acknowledged - cursor->found;
        doubled += cursor->doubled;
    }
    audit->lost += lost;
    audit->doubled += doubled;
    if (lost || doubled)
        fprintf(stderr, "table %s: %llu lost, %llu doubled\n", comparison->ledger->table,
                (unsigned long long)lost, (unsigned long long)doubled);
}

/* ---- Asking the server ----------------------------------------------------------------------------------------- */

static bool ask(const struct bv_door *door, const char *path, const char *cookie, char **text,
                struct bv_span *body, struct bv_error *error)
{
    int status = 0;
    size_t length = 0;
    if (!bv_door_ask(door, path, cookie, &status, text, &length, error)) return false;
    *body = (struct bv_span){*text, length};
    if (status == STATUS_GOOD) return true;
    struct bv_out out = bv_error_begin(error);
    bv_put(&out, path);
    bv_put(&out, ": ");
    bv_put_excerpt(&out, *body, 120);
    free(*text);
    return false;
}

/* The history as one seat may know it, page by page. */
static bool audit_playing(const struct bv_ledger *ledger, const struct bv_door *door, int seat,
                          unsigned sides, struct bv_audit *audit, struct bv_error *error)
{
    char path[PATH_SIZE];
    bool more = true;
    struct bv_comparison comparison = bv_comparison_of(ledger, sides);
    while (more) {
        char *text = NULL;
        struct bv_span body;
        int64_t since = comparison.last;
        snprintf(path, sizeof path, "/api/v1/tables/%s/history?as=%s&since=%lld", ledger->table,
                 bv_seat_name(ledger->terms, seat), (long long)since);
        int side = bv_side_of(ledger->terms, seat);
        if (!ask(door, path, ledger->cookie[side], &text, &body, error)) return false;
        more = bv_compare_history(&comparison, body);
        free(text);
        if (more && comparison.last == since)
            return bv_error_set(error, "the history says that there is more, and does not go on");
    }
    bv_comparison_end(&comparison, audit);
    return true;
}

static bool audit_over(const struct bv_ledger *ledger, const struct bv_door *door,
                       struct bv_audit *audit, struct bv_error *error)
{
    char path[PATH_SIZE];
    char *text = NULL;
    struct bv_span body;
    struct bv_comparison comparison = bv_comparison_of(ledger, BV_ALL_SIDES);
    snprintf(path, sizeof path, "/api/v1/records/%s.record", ledger->table);
    if (!ask(door, path, "", &text, &body, error)) return false;
    bv_compare_record(&comparison, body);
    bv_comparison_end(&comparison, audit);
    free(text);
    return true;
}

bool bv_ledger_audit(const struct bv_ledger *ledger, const struct bv_door *door,
                     struct bv_audit *audit, struct bv_error *error)
{
    const struct bv_terms *terms = ledger->terms;
    if (!ledger->table[0]) return true;
    audit->tables++;
    if (ledger->over) return audit_over(ledger, door, audit, error);
    if (!(terms->game->flags & BV_HAS_SECRETS))
        return audit_playing(ledger, door, 0, BV_ALL_SIDES, audit, error);
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        int seat = __builtin_ctz(bv_seats_of_side(terms, side));
        if (!ledger->side[side].count) continue; /* perhaps not even seated */
        if (!audit_playing(ledger, door, seat, 1u << side, audit, error)) return false;
    }
    return true;
}
