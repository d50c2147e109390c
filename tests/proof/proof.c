#include "proof/proof.h"

#include <stdio.h>
#include <stdlib.h>

#include "table/messages.h"

enum { SHOWN_MAX = 600 }; /* bytes shown of a wrong message */

/* A message that a player received; it is confirmed once the store yields the same. */
struct claim {
    const struct received *message;
    int side; /* of the player */
    bool confirmed;
};

struct replay {
    const struct ledger *ledger;
    struct terms_cache *cache;
    struct table *table;
    struct comparison moves;
    struct claim *claim; /* by channel and number */
    size_t claims;
    size_t first[TABLE_CHANNELS + 1]; /* where the claims of each channel begin */
    size_t at[TABLE_CHANNELS];        /* where the claims with the channel's current number begin */
    uint64_t flags;
    char text[MESSAGE_MAX];
};

/* ---- Claims ---------------------------------------------------------------------------------- */

static int compare_claims(const void *first, const void *second)
{
    const struct received *a = ((const struct claim *)first)->message;
    const struct received *b = ((const struct claim *)second)->message;
    if (a->channel != b->channel) return a->channel < b->channel ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

static void gather_claims(struct replay *replay)
{
    const struct received_list *received = replay->ledger->received;
    size_t count = 0;
    for (int side = 0; side < BV_SIDES_MAX; side++) count += received[side].count;
    replay->claim = calloc(count + 1, sizeof *replay->claim);
    if (!replay->claim) abort();
    for (int side = 0; side < BV_SIDES_MAX; side++)
        for (size_t i = 0; i < received[side].count; i++)
            replay->claim[replay->claims++] =
                (struct claim){.message = &received[side].message[i], .side = side};
    qsort(replay->claim, count, sizeof *replay->claim, compare_claims);
    size_t at = 0;
    for (int channel = 0; channel < TABLE_CHANNELS; channel++) {
        while (at < count && replay->claim[at].message->channel < channel) at++;
        replay->first[channel] = replay->at[channel] = at;
    }
    replay->first[TABLE_CHANNELS] = count;
}

/* Moves on to the claims of the channel's current number. */
static void advance(struct replay *replay, int channel)
{
    size_t *at = &replay->at[channel];
    while (*at < replay->first[channel + 1] &&
           replay->claim[*at].message->number < replay->table->messages[channel])
        ++*at;
}

/* The next unconfirmed claim of that number, from *at on; NULL: there is none. */
static struct claim *next_claim(struct replay *replay, int channel, bool whole, size_t *at)
{
    for (; *at < replay->first[channel + 1]; ++*at) {
        struct claim *claim = &replay->claim[*at];
        if (claim->message->number != replay->table->messages[channel]) return NULL;
        if (claim->message->whole != whole || claim->confirmed) continue;
        ++*at;
        return claim;
    }
    return NULL;
}

/* ---- Replaying ------------------------------------------------------------------------------- */

static void confirm_event(struct replay *replay, const struct table_event *event,
                          const struct table_effect *effect, int channel)
{
    size_t at = replay->at[channel];
    struct claim *claim = NULL;
    struct bv_out out = bv_out_into(replay->text, sizeof replay->text);
    while ((claim = next_claim(replay, channel, false, &at))) {
        if (!out.length) messages_event(replay->table, event, effect, channel, &out);
        claim->confirmed = received_is(claim->message, (struct bv_span){replay->text, out.length});
    }
}

/* An event that a seat does not receive must not change what the seat is shown, so each state of
 * the table under its number may be the one it saw. */
static void show_again(struct replay *replay, int channel)
{
    size_t at = replay->at[channel];
    struct claim *claim = NULL;
    while ((claim = next_claim(replay, channel, true, &at))) {
        struct bv_out out = bv_out_into(replay->text, sizeof replay->text);
        messages_table(replay->table, channel, claim->message->clock, &out);
        claim->confirmed = received_is(claim->message, (struct bv_span){replay->text, out.length});
    }
}

struct replay *replay_new(const struct ledger *ledger, const char *text, struct terms_cache *cache,
                          struct bv_error *error)
{
    struct table_setup setup;
    if (!table_setup_restore(text, cache, &setup, error)) return NULL;
    struct replay *replay = calloc(1, sizeof *replay);
    if (!replay) abort();
    replay->ledger = ledger;
    replay->cache = cache;
    replay->table = table_new(&setup, ledger->table);
    replay->moves = comparison_of(ledger, AUDIT_ALL_SIDES);
    gather_claims(replay);
    for (int channel = 0; channel < TABLE_CHANNELS; channel++) show_again(replay, channel);
    return replay;
}

bool replay_take(struct replay *replay, uint32_t number, int64_t at, struct bv_span line,
                 struct bv_error *error)
{
    struct table *table = replay->table;
    const struct bv_terms *terms = table_terms(table);
    struct table_event event;
    struct table_effect effect;
    if (number != table->events + 1)
        return bv_error_set(error, "an event is missing or stored twice");
    if (!table_event_read(terms, line, &event, error)) return false;
    event.at = at;
    if (!table_apply(table, &event, &effect, error)) return false;
    if (event.verb == TABLE_PLAY)
        compare_move(&replay->moves, bv_span_of(bv_seat_name(terms, event.seat)), event.text);
    if (event.verb == TABLE_FLAG) replay->flags++;
    for (int channel = 0; channel < TABLE_CHANNELS; channel++) {
        advance(replay, channel);
        if (effect.channels >> channel & 1) confirm_event(replay, &event, &effect, channel);
        show_again(replay, channel);
    }
    return true;
}

/* Shows the first unconfirmed message. */
static uint64_t count_wrong(const struct replay *replay)
{
    uint64_t wrong = 0;
    for (size_t i = 0; i < replay->claims; i++) {
        const struct claim *claim = &replay->claim[i];
        if (claim->confirmed) continue;
        if (!wrong++)
            fprintf(stderr, "table %s, sent to side %d%s: %.*s\n", replay->ledger->table,
                    claim->side, claim->message->whole ? " when it subscribed" : "", SHOWN_MAX,
                    claim->message->text ? claim->message->text : "(not kept)");
    }
    return wrong;
}

void replay_end(struct replay *replay, struct proof *proof)
{
    proof->messages += replay->claims;
    proof->wrong += count_wrong(replay);
    proof->flags += replay->flags;
    comparison_end(&replay->moves, &proof->moves);
    const struct bv_terms *terms = replay->table->setup.terms;
    table_free(replay->table);
    terms_cache_return(replay->cache, terms);
    free(replay->claim);
    free(replay);
}

/* ---- Reading the store ----------------------------------------------------------------------- */

struct reading {
    const struct ledger *ledger;
    struct terms_cache *cache;
    struct replay *replay;
    int64_t key;
    bool senseless;
    struct bv_error error;
};

static bool found_table(void *context, const struct stored_table *stored)
{
    struct reading *reading = context;
    reading->key = stored->table;
    reading->replay = replay_new(reading->ledger, stored->setup, reading->cache, &reading->error);
    reading->senseless = !reading->replay;
    return false;
}

static bool found_event(void *context, uint32_t number, int64_t at, struct bv_span line)
{
    struct reading *reading = context;
    reading->senseless = !replay_take(reading->replay, number, at, line, &reading->error);
    return !reading->senseless;
}

/* Nothing of the table is stored: every move is lost, and every message about it is wrong. */
static void count_missing(const struct ledger *ledger, struct proof *proof)
{
    struct comparison nothing = comparison_of(ledger, AUDIT_ALL_SIDES);
    comparison_end(&nothing, &proof->moves);
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        proof->messages += ledger->received[side].count;
        proof->wrong += ledger->received[side].count;
    }
    proof->broken++;
}

bool ledger_prove(const struct ledger *ledger, struct store *store, struct terms_cache *cache,
                  struct proof *proof, struct bv_error *error)
{
    struct reading reading = {.ledger = ledger, .cache = cache, .error = {"it is not stored"}};
    if (!ledger->table[0]) return true;
    proof->moves.tables++;
    if (!store_table(store, ledger->table, 0, found_table, &reading, error)) return false;
    bool read =
        !reading.replay || store_events(store, reading.key, 0, found_event, &reading, error);
    if (!reading.replay)
        count_missing(ledger, proof);
    else
        replay_end(reading.replay, proof);
    if (reading.replay && reading.senseless) proof->broken++;
    if (!reading.replay || reading.senseless)
        fprintf(stderr, "table %s: %s\n", ledger->table, reading.error.text);
    return read;
}
