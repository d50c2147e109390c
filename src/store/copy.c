#include "store/copy.h"

#include <sodium/crypto_generichash.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/backend.h"
#include "util/memory.h"

/* ---- A page: some rows of a part, with their texts ------------------------------------------- */

struct page {
    struct store_row row[STORE_PART_PAGE];
    size_t rows;
    char *bytes;
    size_t length, capacity;
};

/* Texts are referred to by offset until the page is complete, because the bytes move when they
 * grow. */
static void keep_text(struct page *page, struct bv_span *text)
{
    if (page->length + text->length > page->capacity) {
        size_t capacity = 2 * (page->length + text->length);
        char *bytes = realloc(page->bytes, capacity);
        if (!bytes) abort();
        page->bytes = bytes;
        page->capacity = capacity;
    }
    memcpy(page->bytes + page->length, text->text, text->length);
    text->text = NULL;
    page->length += text->length;
}

static void keep_row(struct page *page, const struct store_part *part, const struct store_row *row)
{
    struct store_row *kept = &page->row[page->rows++];
    *kept = *row;
    for (int i = 0; part->types[i]; i++)
        if (part->types[i] == 't') keep_text(page, &kept->field[i].text);
}

static void place_texts(struct page *page, const struct store_part *part)
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

/* Reads the next page of a part; without rows when all were read. */
static bool load(struct store *store, const struct store_part *part, struct store_place *place,
                 struct page *page, struct bv_error *error)
{
    struct store_rows rows = store_part_query(store, part, place, error);
    page->rows = 0;
    page->length = 0;
    while (page->rows < STORE_PART_PAGE && store_rows_next(&rows)) keep_row(page, part, &rows.row);
    if (!store_rows_end(&rows)) return false;
    place_texts(page, part);
    if (page->rows) store_place_go_behind(place, part, &page->row[page->rows - 1]);
    return true;
}

/* ---- Copying --------------------------------------------------------------------------------- */

struct mover {
    struct store *from, *to;
    struct page *page, *other;
    void (*progress)(const char *what);
    struct store_copied *moved;
};

static void report_progress(const struct mover *mover, const char *what)
{
    if (mover->progress) mover->progress(what);
}

static bool copy_part(struct mover *mover, const struct store_part *part, struct bv_error *error)
{
    struct store_place place;
    store_place_begin(&place);
    report_progress(mover, part->name);
    for (;;) {
        if (!load(mover->from, part, &place, mover->page, error)) return false;
        if (!mover->page->rows) return true;
        if (!mover->to->kind->copy->write_rows(mover->to, part, mover->page->row, mover->page->rows,
                                               error))
            return false;
    }
}

static bool copy_all(struct mover *mover, struct bv_error *error)
{
    for (size_t i = 0; i < STORE_COPY_PARTS; i++)
        if (!copy_part(mover, &store_parts[i], error)) return false;
    return true;
}

/* ---- Comparing ------------------------------------------------------------------------------- */

static bool are_equal(const struct store_part *part, const struct store_row *a,
                      const struct store_row *b)
{
    for (int i = 0; part->types[i]; i++) {
        const struct store_value *one = &a->field[i];
        const struct store_value *two = &b->field[i];
        if (part->types[i] == 'n'
                ? one->number != two->number
                : one->text.length != two->text.length ||
                      memcmp(one->text.text, two->text.text, one->text.length) != 0)
            return false;
    }
    return true;
}

/* Each field with its length, so that different stores never have the same digest. */
static void digest_row(crypto_generichash_state *hash, const struct store_part *part,
                       const struct store_row *row)
{
    for (int i = 0; part->types[i]; i++) {
        const struct store_value *field = &row->field[i];
        bool number = part->types[i] == 'n';
        uint64_t value = number ? (uint64_t)field->number : field->text.length;
        uint8_t bytes[8];
        for (int j = 0; j < 8; j++) bytes[j] = (uint8_t)(value >> (8 * j));
        crypto_generichash_update(hash, bytes, sizeof bytes);
        if (!number)
            crypto_generichash_update(hash, (const uint8_t *)field->text.text, field->text.length);
    }
}

static bool differ(const struct store_part *part, const struct store_row *row,
                   struct bv_error *error)
{
    struct bv_out out = bv_error_begin(error);
    bv_put(&out, "the copy is not like what was copied: ");
    store_put_row(&out, part, row);
    bv_put(&out, "; was another program writing? The copy is not used; start again");
    return false;
}

static bool compare_pages(const struct mover *mover, const struct store_part *part,
                          crypto_generichash_state *hash, struct bv_error *error)
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

static bool compare_part(struct mover *mover, const struct store_part *part, uint64_t *rows,
                         crypto_generichash_state *hash, struct bv_error *error)
{
    struct store_place here;
    struct store_place there;
    store_place_begin(&here);
    store_place_begin(&there);
    crypto_generichash_update(hash, (const uint8_t *)part->name, bv_length(part->name) + 1);
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
    crypto_generichash_state hash;
    report_progress(mover, "comparing");
    crypto_generichash_init(&hash, NULL, 0, STORE_COPY_DIGEST);
    for (size_t i = 0; i < STORE_COPY_PARTS; i++)
        if (!compare_part(mover, &store_parts[i], &mover->moved->rows[i], &hash, error))
            return false;
    crypto_generichash_final(&hash, mover->moved->digest, STORE_COPY_DIGEST);
    return true;
}

/* ---- The whole copy -------------------------------------------------------------------------- */

static bool is_empty(struct mover *mover, struct bv_error *error)
{
    for (size_t i = 0; i < STORE_COPY_PARTS; i++) {
        struct store_place place;
        store_place_begin(&place);
        if (!load(mover->to, &store_parts[i], &place, mover->page, error)) return false;
        if (mover->page->rows)
            return bv_error_set(error, "there is a store already in the target; move "
                                       "it away, or name another place");
    }
    return true;
}

static bool move(struct mover *mover, struct bv_error *error)
{
    const struct store_copying *to = mover->to->kind->copy;
    bool unfinished = false;
    return to->is_unfinished(mover->to, &unfinished, error) &&
           (unfinished || is_empty(mover, error)) && to->begin(mover->to, error) &&
           copy_all(mover, error) && compare_all(mover, error) && to->end(mover->to, error);
}

static bool move_between(const char *from, const char *to, struct mover *mover,
                         struct bv_error *error)
{
    mover->from = store_open(from, STORE_READ, error);
    mover->to = mover->from ? store_open(to, STORE_COPY, error) : NULL;
    mover->page = memory_new(sizeof *mover->page);
    mover->other = memory_new(sizeof *mover->other);
    bool good = mover->to && move(mover, error);
    free(mover->page->bytes);
    free(mover->page);
    free(mover->other->bytes);
    free(mover->other);
    store_close(mover->to);
    store_close(mover->from);
    return good;
}

/* Checked before anything is changed: a mistyped name leaves nothing behind. */
static bool look_at_source(const char *from, struct mover *mover, struct bv_error *error)
{
    mover->from = store_open(from, STORE_READ, error);
    store_close(mover->from);
    return mover->from;
}

/* Damage is not copied. */
static bool check_source(const char *from, const struct mover *mover, struct bv_error *error)
{
    uint64_t tables = 0;
    uint64_t events = 0;
    report_progress(mover, "checking");
    return store_check(from, &tables, &events, error);
}

bool store_copy(const char *from, const char *to, void (*progress)(const char *what),
                struct store_copied *moved, struct bv_error *error)
{
    struct mover mover = {.progress = progress, .moved = moved};
    int lock[2] = {-1, -1};
    *moved = (struct store_copied){0};
    bool good = look_at_source(from, &mover, error) && store_lock(from, &lock[0], error) &&
                check_source(from, &mover, error) && store_lock(to, &lock[1], error) &&
                move_between(from, to, &mover, error);
    for (int i = 0; i < 2; i++)
        if (lock[i] >= 0) close(lock[i]);
    return good;
}
