#include "store/verify.h"

#include <string.h>

#include "store/checksum.h"

struct verifying {
    const struct store_part *part;
    struct store_place place;
    int64_t previous; /* of a chain: the checksum before, */
    int64_t chain;    /* and of which table it was */
    uint32_t rows;    /* of this page */
    bool good;
    struct bv_error *what;
};

static void put_row(struct bv_out *out, const struct store_part *part, const struct store_row *row)
{
    bv_put(out, part->name);
    for (int i = 0; i < part->keys; i++) {
        bv_put(out, " ");
        if (part->types[i] == 'n')
            bv_put_number(out, row->field[i].number);
        else
            bv_put_excerpt(out, row->field[i].text, 40);
    }
}

static bool verify_row(void *context, const struct store_row *row)
{
    struct verifying *verifying = context;
    const struct store_part *part = verifying->part;
    int64_t stored = row->field[strlen(part->types) - 1].number;
    bool chained = part->checksum == STORE_PART_CHAINED && row->field[0].number == verifying->chain;
    int64_t previous = chained ? verifying->previous : 0;
    /* No valid row has such a key; reading cannot continue after it. */
    for (int i = 0; i < part->keys; i++)
        if (part->types[i] == 't' && row->field[i].text.length >= sizeof verifying->place.text[i])
            verifying->good = false;
    verifying->good = verifying->good && checksum_row(part, previous, row) == stored;
    if (!verifying->good) {
        struct bv_out out = bv_error_begin(verifying->what);
        put_row(&out, part, row);
        bv_put(&out, " is not what was written");
        return false;
    }
    verifying->chain = row->field[0].number;
    verifying->previous = stored;
    verifying->rows++;
    store_place_go_behind(&verifying->place, part, row);
    return true;
}

static bool verify_part(struct store *store, const struct store_part *part, struct bv_error *what,
                        struct bv_error *error)
{
    struct verifying verifying = {.part = part, .good = true, .what = what, .rows = 1};
    store_place_begin(&verifying.place);
    while (verifying.rows && verifying.good) {
        /* The place must not change while the statement that reads the rows still uses it. */
        struct store_place here = verifying.place;
        for (int i = 0; i < STORE_ROW_KEYS; i++) here.after.field[i].text.text = here.text[i];
        verifying.rows = 0;
        if (!store->kind->copy->read_rows(store, part, &here.after, verify_row, &verifying, error))
            return false;
    }
    return verifying.good;
}

bool store_verify(struct store *store, struct bv_error *what, struct bv_error *error)
{
    what->text[0] = '\0';
    for (size_t i = 0; i < STORE_COPY_PARTS; i++) {
        if (store_parts[i].checksum == STORE_PART_OF_KEYS) continue;
        if (!verify_part(store, &store_parts[i], what, error)) return false;
    }
    return true;
}
