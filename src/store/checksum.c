#include "store/checksum.h"

void checksum_number(checksum_state *state, int64_t number)
{
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++) bytes[i] = (uint8_t)((uint64_t)number >> (56 - 8 * i));
    crypto_hash_sha256_update(state, bytes, sizeof bytes);
}

void checksum_begin(checksum_state *state, int64_t previous)
{
    crypto_hash_sha256_init(state);
    checksum_number(state, previous);
}

void checksum_text(checksum_state *state, struct bv_span text)
{
    checksum_number(state, (int64_t)text.length);
    if (text.length) crypto_hash_sha256_update(state, (const uint8_t *)text.text, text.length);
}

int64_t checksum_end(checksum_state *state)
{
    uint8_t digest[crypto_hash_sha256_BYTES];
    uint64_t checksum = 0;
    crypto_hash_sha256_final(state, digest);
    for (int i = 0; i < 8; i++) checksum = checksum << 8 | digest[i];
    return (int64_t)checksum;
}

static void add_field(checksum_state *state, char type, const struct store_value *field)
{
    if (type == 'n')
        checksum_number(state, field->number);
    else
        checksum_text(state, field->text);
}

int64_t checksum_of(int64_t previous, const char *types, const struct store_value *fields)
{
    checksum_state state;
    checksum_begin(&state, previous);
    for (int i = 0; types[i]; i++) add_field(&state, types[i], &fields[i]);
    return checksum_end(&state);
}

int64_t checksum_row(const struct store_part *part, int64_t previous, const struct store_row *row)
{
    checksum_state state;
    checksum_begin(&state, previous);
    for (int i = 0; part->types[i + 1]; i++) add_field(&state, part->types[i], &row->field[i]);
    return checksum_end(&state);
}

bool checksum_put_damaged(struct bv_out *out, const char *what, const char *key)
{
    bv_put_all(out, "is damaged: ", what);
    if (key) {
        bv_put(out, " ");
        bv_put_excerpt(out, bv_span_of(key), 40);
    }
    bv_put(out, " is not what was written; keep a copy, restore a backup");
    return false;
}

/* ---- The events of one table, as they are read ---------------------------------------------- */

struct checksum_chain checksum_chain_begin(int64_t table, uint32_t after)
{
    return (struct checksum_chain){.table = table, .last = after, .begun = after == 0};
}

bool checksum_chain_take(struct checksum_chain *chain, const struct checksum_chain_row *row,
                         bool *fresh)
{
    const struct store_value fields[] = {{.number = chain->table},
                                         {.number = row->number},
                                         {.number = row->at},
                                         {.text = row->line}};
    *fresh = chain->begun && row->has_event;
    chain->seen = true;
    chain->events = row->events;
    chain->end = row->end;
    if (!row->has_chain) return false;
    if (!row->has_event) return true;
    if (row->number != chain->last + chain->begun || row->number > row->events) return false;
    if (chain->begun && row->checksum != checksum_of(chain->checksum, "nnnt", fields)) return false;
    chain->begun = true;
    chain->last = row->number;
    chain->checksum = row->checksum;
    return true;
}

bool checksum_chain_is_whole(const struct checksum_chain *chain)
{
    if (!chain->seen) return true;
    /* Events after the last one were requested: there are none. */
    if (!chain->begun) return chain->events < chain->last;
    return chain->last == chain->events && chain->checksum == chain->end;
}

bool checksum_chain_is_broken(const struct checksum_chain *chain, struct bv_out *out)
{
    bv_put(out, "is damaged: what follows event ");
    bv_put_number(out, chain->last);
    bv_put(out, " of table ");
    bv_put_number(out, chain->table);
    bv_put(out, " is not what was written; keep a copy, restore a backup");
    return false;
}
