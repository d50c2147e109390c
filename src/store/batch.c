#include "store/batch.h"

#include <stdlib.h>

/* The one place where memory is asked for. A batch beyond its bound is an error of ours, and no memory is an end. */
static void *grown(void *memory, size_t size, size_t *room, size_t needed, size_t bound)
{
    BV_ASSERT(needed <= bound);
    if (needed <= *room) return memory;
    size_t more = *room ? *room * 2 : 64;
    while (more < needed) more *= 2;
    void *bigger = needed <= bound ? realloc(memory, more * size) : NULL;
    if (!bigger) abort();
    *room = more;
    return bigger;
}

struct bv_batch *bv_batch_new(void)
{
    struct bv_batch *batch = calloc(1, sizeof *batch);
    if (!batch) abort();
    return batch;
}

void bv_batch_clear(struct bv_batch *batch)
{
    batch->changes = 0;
    batch->length = 0;
    batch->failed = false;
}

void bv_batch_free(struct bv_batch *batch)
{
    if (!batch) return;
    free(batch->change);
    free(batch->bytes);
    free(batch);
}

size_t bv_batch_count(const struct bv_batch *batch)
{
    return batch->changes;
}

static struct bv_piece keep(struct bv_batch *batch, struct bv_span text)
{
    size_t needed = batch->length + text.length + 1;
    batch->bytes = grown(batch->bytes, 1, &batch->bytes_room, needed, BV_BATCH_BYTES);
    struct bv_piece piece = {(uint32_t)batch->length, (uint32_t)text.length};
    if (text.length > 0) bv_copy(batch->bytes + piece.at, text.text, text.length);
    batch->bytes[piece.at + piece.length] = '\0';
    batch->length = needed;
    return piece;
}

/* The next change, with its texts; the caller fills in the rest. */
static struct bv_change *add(struct bv_batch *batch, enum bv_change_kind kind, struct bv_span first,
                             struct bv_span second)
{
    batch->change = grown(batch->change, sizeof *batch->change, &batch->changes_room,
                          batch->changes + 1, BV_BATCH_CHANGES);
    struct bv_change *change = &batch->change[batch->changes++];
    *change = (struct bv_change){.kind = kind};
    change->text[0] = keep(batch, first);
    change->text[1] = keep(batch, second);
    return change;
}

static const struct bv_span no_text = {"", 0};

static struct bv_span id_of(const char *id)
{
    struct bv_span span = bv_span_of(id);
    BV_ASSERT(span.length > 0 && span.length < BV_ID_SIZE);
    return span;
}

void bv_batch_person(struct bv_batch *batch, const char *id, const char *name, int64_t created)
{
    add(batch, BV_CHANGE_PERSON, id_of(id), bv_span_of(name))->time = created;
}

void bv_batch_rename(struct bv_batch *batch, const char *id, const char *name)
{
    add(batch, BV_CHANGE_RENAME, id_of(id), bv_span_of(name));
}

void bv_batch_table(struct bv_batch *batch, int64_t table, const char *id, const char *setup,
                    int64_t created)
{
    BV_ASSERT(table > 0);
    struct bv_change *change = add(batch, BV_CHANGE_TABLE, id_of(id), bv_span_of(setup));
    change->table = table;
    change->time = created;
}

void bv_batch_entry(struct bv_batch *batch, int64_t table, uint32_t number, int64_t at,
                    struct bv_span line)
{
    BV_ASSERT(table > 0 && number > 0);
    struct bv_change *change = add(batch, BV_CHANGE_ENTRY, line, no_text);
    change->table = table;
    change->number = number;
    change->time = at;
}

void bv_batch_stage(struct bv_batch *batch, int64_t table, enum bv_table_stage stage, int64_t due)
{
    struct bv_change *change = add(batch, BV_CHANGE_STAGE, no_text, no_text);
    change->table = table;
    change->number = (uint32_t)stage;
    change->time = due;
}

void bv_batch_joined(struct bv_batch *batch, const char *person, int64_t table)
{
    add(batch, BV_CHANGE_JOINED, id_of(person), no_text)->table = table;
}

void bv_batch_finished(struct bv_batch *batch, int64_t table, int64_t ended, const char *summary,
                       const char *tags)
{
    struct bv_change *change =
        add(batch, BV_CHANGE_FINISHED, bv_span_of(summary), bv_span_of(tags));
    change->table = table;
    change->time = ended;
}

void bv_batch_setting(struct bv_batch *batch, const char *name, const char *value)
{
    add(batch, BV_CHANGE_SETTING, bv_span_of(name), bv_span_of(value));
}

static struct bv_change *add_paper(struct bv_batch *batch, enum bv_change_kind what,
                                   const char *kind, const char *key, uint32_t version)
{
    struct bv_span kind_text = bv_span_of(kind);
    struct bv_span key_text = bv_span_of(key);
    BV_ASSERT(kind_text.length > 0 && kind_text.length <= BV_PAPER_KIND_MAX);
    BV_ASSERT(key_text.length > 0 && key_text.length <= BV_PAPER_KEY_MAX);
    struct bv_change *change = add(batch, what, kind_text, key_text);
    change->number = version;
    return change;
}

void bv_batch_paper(struct bv_batch *batch, const char *kind, const char *key, uint32_t version,
                    int64_t rank, struct bv_span text)
{
    BV_ASSERT(text.length <= BV_PAPER_MAX);
    struct bv_piece kept = keep(batch, text);
    struct bv_change *change =
        add_paper(batch, version ? BV_CHANGE_PAPER : BV_CHANGE_NEW_PAPER, kind, key, version);
    change->text[2] = kept;
    change->time = rank;
}

void bv_batch_paper_gone(struct bv_batch *batch, const char *kind, const char *key,
                         uint32_t version)
{
    add_paper(batch, BV_CHANGE_PAPER_GONE, kind, key, version);
}

void bv_batch_rewrite(struct bv_batch *batch, int64_t table, uint32_t number, struct bv_span line)
{
    struct bv_change *change = add(batch, BV_CHANGE_REWRITE, line, no_text);
    change->table = table;
    change->number = number;
}

void bv_batch_setup(struct bv_batch *batch, int64_t table, const char *setup)
{
    add(batch, BV_CHANGE_SETUP, bv_span_of(setup), no_text)->table = table;
}

void bv_batch_refile(struct bv_batch *batch, int64_t table, int64_t ended, const char *summary,
                     const char *old_tags, const char *tags)
{
    struct bv_piece kept = keep(batch, bv_span_of(tags));
    struct bv_change *change =
        add(batch, BV_CHANGE_REFILE, bv_span_of(summary), bv_span_of(old_tags));
    change->text[2] = kept;
    change->table = table;
    change->time = ended;
}

void bv_batch_left(struct bv_batch *batch, const char *person, int64_t table)
{
    add(batch, BV_CHANGE_LEFT, id_of(person), no_text)->table = table;
}

void bv_batch_forget(struct bv_batch *batch, const char *person)
{
    add(batch, BV_CHANGE_FORGET, id_of(person), no_text);
}

void bv_batch_job(struct bv_batch *batch, int64_t table, uint32_t number)
{
    struct bv_change *change = add(batch, BV_CHANGE_JOB, no_text, no_text);
    change->table = table;
    change->number = number;
}

void bv_batch_job_done(struct bv_batch *batch, int64_t table)
{
    add(batch, BV_CHANGE_JOB_DONE, no_text, no_text)->table = table;
}

static bool rewrites_same(const struct bv_change *one, const struct bv_change *two)
{
    return one->kind == BV_CHANGE_REWRITE && two->kind == BV_CHANGE_REWRITE &&
           one->table == two->table;
}

uint32_t bv_batch_rewritten_from(const struct bv_batch *batch, size_t place)
{
    const struct bv_change *last = &batch->change[place];
    if (last->kind != BV_CHANGE_REWRITE) return 0;
    if (place + 1 < batch->changes && rewrites_same(last, last + 1)) return 0;
    uint32_t lowest = last->number;
    for (const struct bv_change *at = last; rewrites_same(at, last); at--) {
        if (at->number < lowest) lowest = at->number;
        if (at == batch->change) break;
    }
    return lowest;
}
