#include "store/batch.h"

#include "util/memory.h"

/* The only place that allocates. A batch over its limit is a programming error; a lack of memory
 * ends the program. */
static void *grown(void *memory, size_t size, size_t *capacity, size_t needed, size_t bound)
{
    BV_ASSERT(needed <= bound);
    if (needed <= *capacity) return memory;
    size_t more = *capacity ? *capacity * 2 : 64;
    while (more < needed) more *= 2;
    void *bigger = needed <= bound ? realloc(memory, more * size) : NULL;
    if (!bigger) abort();
    *capacity = more;
    return bigger;
}

struct batch *store_batch_new(void)
{
    struct batch *batch = memory_new(sizeof *batch);
    list_init(&batch->link);
    return batch;
}

void store_batch_free(struct batch *batch)
{
    if (!batch) return;
    free(batch->change);
    free(batch->bytes);
    free(batch);
}

size_t store_batch_count(const struct batch *batch)
{
    return batch->changes;
}

static struct batch_piece keep(struct batch *batch, struct bv_span text)
{
    size_t needed = batch->length + text.length + 1;
    batch->bytes = grown(batch->bytes, 1, &batch->bytes_capacity, needed, BATCH_BYTES);
    struct batch_piece piece = {(uint32_t)batch->length, (uint32_t)text.length};
    if (text.length > 0) bv_copy(batch->bytes + piece.at, text.text, text.length);
    batch->bytes[piece.at + piece.length] = '\0';
    batch->length = needed;
    return piece;
}

/* Adds a change with its texts; the caller fills in the rest. */
static struct batch_change *add(struct batch *batch, enum batch_change_kind kind,
                                struct bv_span first, struct bv_span second)
{
    batch->change = grown(batch->change, sizeof *batch->change, &batch->changes_capacity,
                          batch->changes + 1, BATCH_CHANGES);
    struct batch_change *change = &batch->change[batch->changes++];
    *change = (struct batch_change){.kind = kind};
    change->text[0] = keep(batch, first);
    change->text[1] = keep(batch, second);
    return change;
}

static const struct bv_span no_text = {"", 0};

static struct bv_span id_of(const char *id)
{
    struct bv_span span = bv_span_of(id);
    BV_ASSERT(span.length > 0 && span.length < ID_SIZE);
    return span;
}

void store_batch_person(struct batch *batch, const char *id, const char *name, int64_t created)
{
    add(batch, BATCH_CHANGE_PERSON, id_of(id), bv_span_of(name))->time = created;
}

void store_batch_rename(struct batch *batch, const char *id, const char *name)
{
    add(batch, BATCH_CHANGE_RENAME, id_of(id), bv_span_of(name));
}

void store_batch_table(struct batch *batch, int64_t table, const char *id, const char *setup,
                       int64_t created)
{
    BV_ASSERT(table > 0);
    struct batch_change *change = add(batch, BATCH_CHANGE_TABLE, id_of(id), bv_span_of(setup));
    change->table = table;
    change->time = created;
}

void store_batch_event(struct batch *batch, int64_t table, uint32_t number, int64_t at,
                       struct bv_span line)
{
    BV_ASSERT(table > 0 && number > 0);
    struct batch_change *change = add(batch, BATCH_CHANGE_EVENT, line, no_text);
    change->table = table;
    change->number = number;
    change->time = at;
}

void store_batch_stage(struct batch *batch, int64_t table, enum table_stage stage, int64_t due)
{
    struct batch_change *change = add(batch, BATCH_CHANGE_STAGE, no_text, no_text);
    change->table = table;
    change->number = (uint32_t)stage;
    change->time = due;
}

void store_batch_join(struct batch *batch, const char *person, int64_t table)
{
    add(batch, BATCH_CHANGE_JOIN, id_of(person), no_text)->table = table;
}

void store_batch_finished(struct batch *batch, int64_t table, int64_t ended, const char *summary,
                          const char *tags)
{
    struct batch_change *change =
        add(batch, BATCH_CHANGE_FINISHED, bv_span_of(summary), bv_span_of(tags));
    change->table = table;
    change->time = ended;
}

void store_batch_setting(struct batch *batch, const char *name, const char *value)
{
    add(batch, BATCH_CHANGE_SETTING, bv_span_of(name), bv_span_of(value));
}

static struct batch_change *add_document(struct batch *batch, enum batch_change_kind what,
                                         const char *kind, const char *key, uint32_t version)
{
    struct bv_span kind_text = bv_span_of(kind);
    struct bv_span key_text = bv_span_of(key);
    BV_ASSERT(kind_text.length > 0 && kind_text.length <= DOCUMENT_KIND_MAX);
    BV_ASSERT(key_text.length > 0 && key_text.length <= DOCUMENT_KEY_MAX);
    struct batch_change *change = add(batch, what, kind_text, key_text);
    change->number = version;
    return change;
}

void store_batch_document(struct batch *batch, const char *kind, const char *key, uint32_t version,
                          int64_t rank, struct bv_span text)
{
    BV_ASSERT(text.length <= DOCUMENT_MAX);
    struct batch_piece kept = keep(batch, text);
    struct batch_change *change = add_document(
        batch, version ? BATCH_CHANGE_DOCUMENT : BATCH_CHANGE_NEW_DOCUMENT, kind, key, version);
    change->text[2] = kept;
    change->time = rank;
}

void store_batch_document_gone(struct batch *batch, const char *kind, const char *key,
                               uint32_t version)
{
    add_document(batch, BATCH_CHANGE_DOCUMENT_GONE, kind, key, version);
}

void store_batch_rewrite(struct batch *batch, int64_t table, uint32_t number, struct bv_span line)
{
    struct batch_change *change = add(batch, BATCH_CHANGE_REWRITE, line, no_text);
    change->table = table;
    change->number = number;
}

void store_batch_setup(struct batch *batch, int64_t table, const char *setup)
{
    add(batch, BATCH_CHANGE_SETUP, bv_span_of(setup), no_text)->table = table;
}

void store_batch_retag(struct batch *batch, int64_t table, int64_t ended, const char *summary,
                       const char *old_tags, const char *tags)
{
    struct batch_piece kept = keep(batch, bv_span_of(tags));
    struct batch_change *change =
        add(batch, BATCH_CHANGE_RETAG, bv_span_of(summary), bv_span_of(old_tags));
    change->text[2] = kept;
    change->table = table;
    change->time = ended;
}

void store_batch_leave(struct batch *batch, const char *person, int64_t table)
{
    add(batch, BATCH_CHANGE_LEAVE, id_of(person), no_text)->table = table;
}

void store_batch_person_gone(struct batch *batch, const char *person)
{
    add(batch, BATCH_CHANGE_PERSON_GONE, id_of(person), no_text);
}

void store_batch_job(struct batch *batch, int64_t table, uint32_t number)
{
    struct batch_change *change = add(batch, BATCH_CHANGE_JOB, no_text, no_text);
    change->table = table;
    change->number = number;
}

void store_batch_job_done(struct batch *batch, int64_t table)
{
    add(batch, BATCH_CHANGE_JOB_DONE, no_text, no_text)->table = table;
}

static bool rewrites_same(const struct batch_change *one, const struct batch_change *two)
{
    return one->kind == BATCH_CHANGE_REWRITE && two->kind == BATCH_CHANGE_REWRITE &&
           one->table == two->table;
}

uint32_t batch_rewritten_from(const struct batch *batch, size_t place)
{
    const struct batch_change *last = &batch->change[place];
    if (last->kind != BATCH_CHANGE_REWRITE) return 0;
    if (place + 1 < batch->changes && rewrites_same(last, last + 1)) return 0;
    uint32_t lowest = last->number;
    for (const struct batch_change *at = last; rewrites_same(at, last); at--) {
        if (at->number < lowest) lowest = at->number;
        if (at == batch->change) break;
    }
    return lowest;
}
