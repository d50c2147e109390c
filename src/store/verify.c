#include "store/verify.h"

#include <string.h>

#include "store/checksum.h"

struct verifying {
    const struct bv_part *part;
    struct bv_place place;
    int64_t previous; /* of a chain: the checksum before, */
    int64_t chain;    /* and whose it was */
    uint32_t rows;    /* of this page */
    bool good;
    struct bv_error *what;
};

static void put_row(struct bv_out *out, const struct bv_part *part, const struct bv_row *row)
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

static bool verify_row(void *context, const struct bv_row *row)
{
    struct verifying *verifying = context;
    const struct bv_part *part = verifying->part;
    int64_t stored = row->field[strlen(part->types) - 1].number;
    bool chained = part->checksum == BV_PART_CHAINED && row->field[0].number == verifying->chain;
    int64_t previous = chained ? verifying->previous : 0;
    /* A key that no row of ours has cannot be gone behind. */
    for (int i = 0; i < part->keys; i++)
        if (part->types[i] == 't' && row->field[i].text.length >= sizeof verifying->place.text[i])
            verifying->good = false;
    verifying->good = verifying->good && bv_row_checksum(part, previous, row) == stored;
    if (!verifying->good) {
        struct bv_out out = bv_error_begin(verifying->what);
        put_row(&out, part, row);
        bv_put(&out, " is not what was written");
        return false;
    }
    verifying->chain = row->field[0].number;
    verifying->previous = stored;
    verifying->rows++;
    bv_place_go_behind(&verifying->place, part, row);
    return true;
}

static bool verify_part(struct bv_store *store, const struct bv_part *part, struct bv_error *what,
                        struct bv_error *error)
{
    struct verifying verifying = {.part = part, .good = true, .what = what, .rows = 1};
    bv_place_begin(&verifying.place);
    while (verifying.rows && verifying.good) {
        /* While the rows are visited, the place must not change under the statement that reads them. */
        struct bv_place here = verifying.place;
        for (int i = 0; i < BV_ROW_KEYS; i++) here.after.field[i].text.text = here.text[i];
        verifying.rows = 0;
        if (!store->kind->move->walk(store, part, &here.after, verify_row, &verifying, error))
            return false;
    }
    return verifying.good;
}

bool bv_store_verify(struct bv_store *store, struct bv_error *what, struct bv_error *error)
{
    what->text[0] = '\0';
    for (size_t i = 0; i < BV_PARTS; i++) {
        if (bv_parts[i].checksum == BV_PART_OF_KEYS) continue;
        if (!verify_part(store, &bv_parts[i], what, error)) return false;
    }
    return true;
}
