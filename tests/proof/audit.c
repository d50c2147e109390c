#include "proof/audit.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/menu.h"
#include "util/fields.h"

enum { PATH_SIZE = 160, STATUS_GOOD = 200, MESSAGES_MAX = 1 << 30 };

/* ---- Comparing ------------------------------------------------------------------------------- */

/* Moves on to the next place where this move was sent; false if there is none. */
static bool skip_to(struct audit_cursor *cursor, struct bv_span seat, struct bv_span token)
{
    size_t at = cursor->at;
    for (uint32_t skipped = 0;; skipped++) {
        struct bv_span line = ledger_sent_line(cursor->sent, at);
        if (!line.length) return false;
        if (ledger_is_move(line, seat, token)) {
            cursor->count += skipped;
            cursor->at = at;
            return true;
        }
        at += line.length + 1;
    }
}

void compare_move(struct comparison *comparison, struct bv_span seat, struct bv_span token)
{
    const struct bv_terms *terms = comparison->ledger->terms;
    int number = bv_seat_named(terms, seat);
    if (number < 0 || number >= terms->form->seats) return; /* dice are the server's own moves */
    int side = bv_side_of(terms, number);
    struct audit_cursor *cursor = &comparison->cursor[side];
    if (!(comparison->sides >> side & 1)) return;
    if (!skip_to(cursor, seat, token)) {
        cursor->doubled++;
        return;
    }
    cursor->at += ledger_sent_line(cursor->sent, cursor->at).length + 1;
    if (cursor->count < cursor->sent->acknowledged) cursor->found++;
    cursor->count++;
}

struct comparison comparison_of(const struct ledger *ledger, unsigned sides)
{
    struct comparison comparison = {.ledger = ledger, .sides = sides};
    for (int side = 0; side < BV_SIDES_MAX; side++)
        comparison.cursor[side] = (struct audit_cursor){.sent = &ledger->side[side]};
    return comparison;
}

void compare_record(struct comparison *comparison, struct bv_span record)
{
    struct bv_span line;
    struct bv_span word;
    struct bv_span token;
    bool moves = false;
    while (bv_take_part(&record, '\n', &line)) {
        if (!bv_take_word(&line, &word)) continue;
        if (bv_span_is(word, "result")) break;
        if (moves && bv_take_word(&line, &token)) compare_move(comparison, word, token);
        if (bv_span_is(word, "tokens")) moves = true;
    }
}

bool compare_history(struct comparison *comparison, struct bv_span page)
{
    cJSON *whole = fields_json_parse(page);
    const cJSON *message;
    cJSON_ArrayForEach(message, cJSON_GetObjectItemCaseSensitive(whole, "messages"))
    {
        if (bv_span_is(fields_span(message, "type"), "play"))
            compare_move(comparison, fields_span(message, "seat"), fields_span(message, "token"));
        fields_number(message, "n", 0, MESSAGES_MAX, &comparison->last);
    }
    bool more = fields_true(whole, "more");
    cJSON_Delete(whole);
    return more;
}

void comparison_end(const struct comparison *comparison, struct audit *audit)
{
    uint64_t lost = 0;
    uint64_t doubled = 0;
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        const struct audit_cursor *cursor = &comparison->cursor[side];
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

/* ---- Reading from the server ----------------------------------------------------------------- */

static bool ask(const struct server_address *address, const char *path, const char *cookie,
                char **text, struct bv_span *body, struct bv_error *error)
{
    int status = 0;
    size_t length = 0;
    if (!http_client_ask(address, path, cookie, &status, text, &length, error)) return false;
    *body = (struct bv_span){*text, length};
    if (status == STATUS_GOOD) return true;
    struct bv_out out = bv_error_begin(error);
    bv_put(&out, path);
    bv_put(&out, ": ");
    bv_put_excerpt(&out, *body, 120);
    free(*text);
    return false;
}

/* The history that one seat may see, page by page. */
static bool audit_playing(const struct ledger *ledger, const struct server_address *address,
                          int seat, unsigned sides, struct audit *audit, struct bv_error *error)
{
    char path[PATH_SIZE];
    bool more = true;
    struct comparison comparison = comparison_of(ledger, sides);
    while (more) {
        char *text = NULL;
        struct bv_span body;
        int64_t since = comparison.last;
        snprintf(path, sizeof path, "/api/v1/tables/%s/history?as=%s&since=%lld", ledger->table,
                 bv_seat_name(ledger->terms, seat), (long long)since);
        int side = bv_side_of(ledger->terms, seat);
        if (!ask(address, path, ledger->cookie[side], &text, &body, error)) return false;
        more = compare_history(&comparison, body);
        free(text);
        if (more && comparison.last == since)
            return bv_error_set(error,
                                "the history says that there is more, but the next page is empty");
    }
    comparison_end(&comparison, audit);
    return true;
}

static bool audit_over(const struct ledger *ledger, const struct server_address *address,
                       struct audit *audit, struct bv_error *error)
{
    char path[PATH_SIZE];
    char *text = NULL;
    struct bv_span body;
    struct comparison comparison = comparison_of(ledger, AUDIT_ALL_SIDES);
    snprintf(path, sizeof path, "/api/v1/records/%s.record", ledger->table);
    if (!ask(address, path, "", &text, &body, error)) return false;
    compare_record(&comparison, body);
    comparison_end(&comparison, audit);
    free(text);
    return true;
}

bool ledger_audit(const struct ledger *ledger, const struct server_address *address,
                  struct audit *audit, struct bv_error *error)
{
    const struct bv_terms *terms = ledger->terms;
    if (!ledger->table[0]) return true;
    audit->tables++;
    if (ledger->over) return audit_over(ledger, address, audit, error);
    if (!(terms->game->flags & BV_HAS_SECRETS))
        return audit_playing(ledger, address, 0, AUDIT_ALL_SIDES, audit, error);
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        int seat = __builtin_ctz(bv_seats_of_side(terms, side));
        if (!ledger->side[side].count) continue; /* the player may not even be seated */
        if (!audit_playing(ledger, address, seat, 1u << side, audit, error)) return false;
    }
    return true;
}
