#include "load/proof.h"

#include <stdio.h>
#include <stdlib.h>

#include "server/tell.h"

enum { SHOWN_MAX = 600 }; /* bytes of a message that was told wrongly */

/* A message that a player was told, until the store has said the same. */
struct claim {
    const struct bv_told *told;
    int side; /* of the player */
    bool borne_out;
};

struct bv_retelling {
    const struct bv_ledger *ledger;
    struct bv_shelf *shelf;
    struct bv_table *table;
    struct bv_comparison moves;
    struct claim *claim; /* by channel and number */
    size_t claims;
    size_t first[BV_CHANNELS + 1]; /* where the claims of each channel begin, */
    size_t at[BV_CHANNELS]; /* and those that have the number which the channel has reached */
    uint64_t flags;
    char text[BV_MESSAGE_MAX];
};

/* ---- Claims ------------------------------------------------------------------------------------------------------ */

static int compare_claims(const void *first, const void *second)
{
    const struct bv_told *a = ((const struct claim *)first)->told;
    const struct bv_told *b = ((const struct claim *)second)->told;
    if (a->channel != b->channel) return a->channel < b->channel ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

static void gather_claims(struct bv_retelling *retelling)
{
    const struct bv_told_list *told = retelling->ledger->told;
    size_t count = 0;
    for (int side = 0; side < BV_SIDES_MAX; side++) count += told[side].count;
    retelling->claim = calloc(count + 1, sizeof *retelling->claim);
    if (!retelling->claim) abort();
    for (int side = 0; side < BV_SIDES_MAX; side++)
        for (size_t i = 0; i < told[side].count; i++)
            retelling->claim[retelling->claims++] =
                (struct claim){.told = &told[side].told[i], .side = side};
    qsort(retelling->claim, count, sizeof *retelling->claim, compare_claims);
    size_t at = 0;
    for (int channel = 0; channel < BV_CHANNELS; channel++) {
        while (at < count && retelling->claim[at].told->channel < channel) at++;
        retelling->first[channel] = retelling->at[channel] = at;
    }
    retelling->first[BV_CHANNELS] = count;
}

/* Goes on to the claims of the number that the channel has reached. */
static void advance(struct bv_retelling *retelling, int channel)
{
    size_t *at = &retelling->at[channel];
    while (*at < retelling->first[channel + 1] &&
           retelling->claim[*at].told->number < retelling->table->told[channel])
        ++*at;
}

/* The next claim of that number which is not borne out yet, from *at on; NULL: there is none. */
static struct claim *next_claim(struct bv_retelling *retelling, int channel, bool whole, size_t *at)
{
    for (; *at < retelling->first[channel + 1]; ++*at) {
        struct claim *claim = &retelling->claim[*at];
        if (claim->told->number != retelling->table->told[channel]) return NULL;
        if (claim->told->whole != whole || claim->borne_out) continue;
        ++*at;
        return claim;
    }
    return NULL;
}

/* ---- Telling again ---------------------------------------------------------------------------------------------------- */

static void retell_deed(struct bv_retelling *retelling, const struct bv_deed *deed,
                        const struct bv_effect *effect, int channel)
{
    size_t at = retelling->at[channel];
    struct claim *claim = NULL;
    struct bv_out out = bv_out_into(retelling->text, sizeof retelling->text);
    while ((claim = next_claim(retelling, channel, false, &at))) {
        if (!out.length) bv_tell_deed(retelling->table, deed, effect, channel, &out);
        claim->borne_out = bv_told_is(claim->told, (struct bv_span){retelling->text, out.length});
    }
}

/* A deed that a seat does not hear of must not change what it is shown, so each of the tables that bear its number may
 * be the one it saw. */
static void show_again(struct bv_retelling *retelling, int channel)
{
    size_t at = retelling->at[channel];
    struct claim *claim = NULL;
    while ((claim = next_claim(retelling, channel, true, &at))) {
        struct bv_out out = bv_out_into(retelling->text, sizeof retelling->text);
        bv_tell_table(retelling->table, channel, claim->told->clock, &out);
        claim->borne_out = bv_told_is(claim->told, (struct bv_span){retelling->text, out.length});
    }
}

struct bv_retelling *bv_retelling_new(const struct bv_ledger *ledger, const char *text,
                                      struct bv_shelf *shelf, struct bv_error *error)
{
    struct bv_setup setup;
    if (!bv_setup_restore(text, shelf, &setup, error)) return NULL;
    struct bv_retelling *retelling = calloc(1, sizeof *retelling);
    if (!retelling) abort();
    retelling->ledger = ledger;
    retelling->shelf = shelf;
    retelling->table = bv_table_new(&setup, ledger->table);
    retelling->moves = bv_comparison_of(ledger, BV_ALL_SIDES);
    gather_claims(retelling);
    for (int channel = 0; channel < BV_CHANNELS; channel++) show_again(retelling, channel);
    return retelling;
}

bool bv_retelling_take(struct bv_retelling *retelling, uint32_t number, int64_t at,
                       struct bv_span line, struct bv_error *error)
{
    struct bv_table *table = retelling->table;
    const struct bv_terms *terms = bv_table_terms(table);
    struct bv_deed deed;
    struct bv_effect effect;
    if (number != table->deeds + 1)
        return bv_error_set(error, "an entry is missing or there twice");
    if (!bv_deed_read(terms, line, &deed, error)) return false;
    deed.at = at;
    if (!bv_table_take(table, &deed, &effect, error)) return false;
    if (deed.verb == BV_PLAY)
        bv_compare_move(&retelling->moves, bv_span_of(bv_seat_name(terms, deed.seat)), deed.text);
    if (deed.verb == BV_FLAG) retelling->flags++;
    for (int channel = 0; channel < BV_CHANNELS; channel++) {
        advance(retelling, channel);
        if (effect.heard >> channel & 1) retell_deed(retelling, &deed, &effect, channel);
        show_again(retelling, channel);
    }
    return true;
}

/* The first messages that nothing bears out are shown. */
static uint64_t count_wrong(const struct bv_retelling *retelling)
{
    uint64_t wrong = 0;
    for (size_t i = 0; i < retelling->claims; i++) {
        const struct claim *claim = &retelling->claim[i];
        if (claim->borne_out) continue;
        if (!wrong++)
            fprintf(stderr, "table %s, told to side %d%s: %.*s\n", retelling->ledger->table,
                    claim->side, claim->told->whole ? " when it attended" : "", SHOWN_MAX,
                    claim->told->text ? claim->told->text : "(not kept)");
    }
    return wrong;
}

void bv_retelling_end(struct bv_retelling *retelling, struct bv_proof *proof)
{
    proof->messages += retelling->claims;
    proof->wrong += count_wrong(retelling);
    proof->flags += retelling->flags;
    bv_comparison_end(&retelling->moves, &proof->moves);
    const struct bv_terms *terms = retelling->table->setup.terms;
    bv_table_free(retelling->table);
    bv_shelf_return(retelling->shelf, terms);
    free(retelling->claim);
    free(retelling);
}

/* ---- Reading the store ---------------------------------------------------------------------------------------------- */

struct reading {
    const struct bv_ledger *ledger;
    struct bv_shelf *shelf;
    struct bv_retelling *retelling;
    int64_t key;
    bool senseless;
    struct bv_error error;
};

static bool found_table(void *context, const struct bv_stored_table *stored)
{
    struct reading *reading = context;
    reading->key = stored->table;
    reading->retelling =
        bv_retelling_new(reading->ledger, stored->setup, reading->shelf, &reading->error);
    reading->senseless = !reading->retelling;
    return false;
}

static bool found_entry(void *context, uint32_t number, int64_t at, struct bv_span line)
{
    struct reading *reading = context;
    reading->senseless = !bv_retelling_take(reading->retelling, number, at, line, &reading->error);
    return !reading->senseless;
}

/* Nothing of the table is there: everything is lost, and whatever was told of it is wrong. */
static void count_missing(const struct bv_ledger *ledger, struct bv_proof *proof)
{
    struct bv_comparison nothing = bv_comparison_of(ledger, BV_ALL_SIDES);
    bv_comparison_end(&nothing, &proof->moves);
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        proof->messages += ledger->told[side].count;
        proof->wrong += ledger->told[side].count;
    }
    proof->broken++;
}

bool bv_ledger_prove(const struct bv_ledger *ledger, struct bv_store *store, struct bv_shelf *shelf,
                     struct bv_proof *proof, struct bv_error *error)
{
    struct reading reading = {.ledger = ledger, .shelf = shelf, .error = {"it is not there"}};
    if (!ledger->table[0]) return true;
    proof->moves.tables++;
    if (!bv_store_table(store, ledger->table, 0, found_table, &reading, error)) return false;
    bool read =
        !reading.retelling || bv_store_entries(store, reading.key, 0, found_entry, &reading, error);
    if (!reading.retelling)
        count_missing(ledger, proof);
    else
        bv_retelling_end(reading.retelling, proof);
    if (reading.retelling && reading.senseless) proof->broken++;
    if (!reading.retelling || reading.senseless)
        fprintf(stderr, "table %s: %s\n", ledger->table, reading.error.text);
    return read;
}
