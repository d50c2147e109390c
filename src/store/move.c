#include "store/move.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/blake2b.h"
#include "store/kind.h"

/* ---- A page: some rows of a part, with their texts ------------------------------------------------------ */

struct page {
    struct bv_row row[BV_PART_PAGE];
    size_t rows;
    char *bytes;
    size_t length, room;
};

/* Texts are named by their place until the page is whole, since the bytes move when they grow. */
static void keep_text(struct page *page, struct bv_span *text)
{
    if (page->length + text->length > page->room) {
        size_t room = 2 * (page->length + text->length);
        char *bytes = realloc(page->bytes, room);
        if (!bytes) abort();
        page->bytes = bytes;
        page->room = room;
    }
    memcpy(page->bytes + page->length, text->text, text->length);
    text->text = NULL;
    page->length += text->length;
}

struct loading {
    struct page *page;
    const struct bv_part *part;
};

static bool load_row(void *context, const struct bv_row *row)
{
    struct loading *loading = context;
    struct page *page = loading->page;
    if (page->rows == BV_PART_PAGE) return false;
    struct bv_row *kept = &page->row[page->rows++];
    *kept = *row;
    for (int i = 0; loading->part->types[i]; i++)
        if (loading->part->types[i] == 't') keep_text(page, &kept->field[i].text);
    return true;
}

static void place_texts(struct page *page, const struct bv_part *part)
{
    char *at = page->bytes;
    for (size_t i = 0; i < page->rows; i++) {
        for (int j = 0; part->types[j]; j++) {
            struct bv_span *text = &page->row[i].field[j].text;
            if (part->types[j] != 't') continue;
            text->text = text->length ? at : "";
            at += text->length;
        }
    }
}

/* The next page of a part; with no rows when all have come. */
static bool load(struct bv_store *store, const struct bv_part *part, struct bv_place *place,
                 struct page *page, struct bv_error *error)
{
    struct loading loading = {page, part};
    page->rows = 0;
    page->length = 0;
    if (!store->kind->move->walk(store, part, &place->after, load_row, &loading, error))
        return false;
    place_texts(page, part);
    if (page->rows) bv_place_go_behind(place, part, &page->row[page->rows - 1]);
    return true;
}

/* ---- Copying ------------------------------------------------------------------------------------------- */

struct mover {
    struct bv_store *from, *to;
    struct page *page, *other;
    void (*progress)(const char *what);
    struct bv_moved *moved;
};

static void tell(const struct mover *mover, const char *what)
{
    if (mover->progress) mover->progress(what);
}

static bool copy_part(struct mover *mover, const struct bv_part *part, struct bv_error *error)
{
    struct bv_place place;
    bv_place_begin(&place);
    tell(mover, part->name);
    for (;;) {
        if (!load(mover->from, part, &place, mover->page, error)) return false;
        if (!mover->page->rows) return true;
        if (!mover->to->kind->move->pour(mover->to, part, mover->page->row, mover->page->rows,
                                         error))
            return false;
    }
}

static bool copy_all(struct mover *mover, struct bv_error *error)
{
    for (size_t i = 0; i < BV_PARTS; i++)
        if (!copy_part(mover, &bv_parts[i], error)) return false;
    return true;
}

/* ---- Comparing ----------------------------------------------------------------------------------------- */

static bool are_equal(const struct bv_part *part, const struct bv_row *a, const struct bv_row *b)
{
    for (int i = 0; part->types[i]; i++) {
        const struct bv_field *one = &a->field[i];
        const struct bv_field *two = &b->field[i];
        if (part->types[i] == 'n'
                ? one->number != two->number
                : one->text.length != two->text.length ||
                      memcmp(one->text.text, two->text.text, one->text.length) != 0)
            return false;
    }
    return true;
}

/* Each field with its length, so that no two stores are alike that are not. */
static void digest_row(struct bv_blake2b *hash, const struct bv_part *part,
                       const struct bv_row *row)
{
    for (int i = 0; part->types[i]; i++) {
        const struct bv_field *field = &row->field[i];
        bool number = part->types[i] == 'n';
        uint64_t value = number ? (uint64_t)field->number : field->text.length;
        uint8_t bytes[8];
        for (int j = 0; j < 8; j++) bytes[j] = (uint8_t)(value >> (8 * j));
        bv_blake2b_add(hash, bytes, sizeof bytes);
        if (!number) bv_blake2b_add(hash, field->text.text, field->text.length);
    }
}

static bool differ(const struct bv_part *part, const struct bv_row *row, struct bv_error *error)
{
    struct bv_out out = bv_error_begin(error);
    bv_put(&out, "the copy is not like what was copied: ");
    bv_put(&out, part->name);
    for (int i = 0; i < part->keys && row; i++) {
        bv_put(&out, " ");
        if (part->types[i] == 'n')
            bv_put_number(&out, row->field[i].number);
        else
            bv_put_excerpt(&out, row->field[i].text, 40);
    }
    bv_put(&out, "; was anybody else writing? The copy is not used; begin again");
    return false;
}

static bool compare_pages(const struct mover *mover, const struct bv_part *part,
                          struct bv_blake2b *hash, struct bv_error *error)
{
    const struct page *one = mover->page;
    const struct page *two = mover->other;
    for (size_t i = 0; i < one->rows; i++) {
        if (i >= two->rows || !are_equal(part, &one->row[i], &two->row[i]))
            return differ(part, &one->row[i], error);
        digest_row(hash, part, &one->row[i]);
    }
    return one->rows == two->rows || differ(part, &two->row[one->rows], error);
}

static bool compare_part(struct mover *mover, const struct bv_part *part, uint64_t *rows,
                         struct bv_blake2b *hash, struct bv_error *error)
{
    struct bv_place here;
    struct bv_place there;
    bv_place_begin(&here);
    bv_place_begin(&there);
    bv_blake2b_add(hash, part->name, bv_length(part->name) + 1);
    for (;;) {
        if (!load(mover->from, part, &here, mover->page, error) ||
            !load(mover->to, part, &there, mover->other, error) ||
            !compare_pages(mover, part, hash, error))
            return false;
        *rows += mover->page->rows;
        if (!mover->page->rows) return true;
    }
}

static bool compare_all(struct mover *mover, struct bv_error *error)
{
    struct bv_blake2b hash;
    tell(mover, "comparing");
    bv_blake2b_begin(&hash, BV_MOVE_DIGEST, NULL, 0);
    for (size_t i = 0; i < BV_PARTS; i++)
        if (!compare_part(mover, &bv_parts[i], &mover->moved->rows[i], &hash, error)) return false;
    bv_blake2b_end(&hash, mover->moved->digest);
    return true;
}

/* ---- The move ------------------------------------------------------------------------------------------ */

static bool is_empty(struct mover *mover, struct bv_error *error)
{
    for (size_t i = 0; i < BV_PARTS; i++) {
        struct bv_place place;
        bv_place_begin(&place);
        if (!load(mover->to, &bv_parts[i], &place, mover->page, error)) return false;
        if (mover->page->rows)
            return bv_error_set(error, "there is a store already where everything is to go; move "
                                       "it away, or name another place");
    }
    return true;
}

static bool move(struct mover *mover, struct bv_error *error)
{
    const struct bv_store_moving *to = mover->to->kind->move;
    bool unfinished = false;
    return to->is_unfinished(mover->to, &unfinished, error) &&
           (unfinished || is_empty(mover, error)) && to->begin(mover->to, error) &&
           copy_all(mover, error) && compare_all(mover, error) && to->end(mover->to, error);
}

static bool move_between(const char *from, const char *to, struct mover *mover,
                         struct bv_error *error)
{
    mover->from = bv_store_open(from, BV_STORE_READ, error);
    mover->to = mover->from ? bv_store_open(to, BV_STORE_MOVE, error) : NULL;
    mover->page = calloc(1, sizeof *mover->page);
    mover->other = calloc(1, sizeof *mover->other);
    if (!mover->page || !mover->other) abort();
    bool good = mover->to && move(mover, error);
    free(mover->page->bytes);
    free(mover->page);
    free(mover->other->bytes);
    free(mover->other);
    bv_store_close(mover->to);
    bv_store_close(mover->from);
    return good;
}

/* Before anything is touched: a name that was mistyped leaves nothing behind. */
static bool look_at_source(const char *from, struct mover *mover, struct bv_error *error)
{
    mover->from = bv_store_open(from, BV_STORE_READ, error);
    bv_store_close(mover->from);
    return mover->from;
}

/* Damage is not moved. */
static bool check_source(const char *from, const struct mover *mover, struct bv_error *error)
{
    uint64_t tables = 0;
    uint64_t entries = 0;
    tell(mover, "checking");
    return bv_store_check(from, &tables, &entries, error);
}

bool bv_store_move(const char *from, const char *to, void (*progress)(const char *what),
                   struct bv_moved *moved, struct bv_error *error)
{
    struct mover mover = {.progress = progress, .moved = moved};
    int lock[2] = {-1, -1};
    *moved = (struct bv_moved){0};
    bool good = look_at_source(from, &mover, error) && bv_store_lock(from, &lock[0], error) &&
                check_source(from, &mover, error) && bv_store_lock(to, &lock[1], error) &&
                move_between(from, to, &mover, error);
    for (int i = 0; i < 2; i++)
        if (lock[i] >= 0) close(lock[i]);
    return good;
}
