#include "server/delivery/documents.h"

#include "core/hash.h"

enum { BUCKETS = 1024, READS_MAX = 1024, READ_BUCKETS = 512 };

/* A document that was written and is not on disk yet. */
struct unsaved {
    char kind[DOCUMENT_KIND_MAX + 1];
    char key[DOCUMENT_KEY_MAX + 1];
    uint32_t version; /* its version there; 0: it will be removed */
    int64_t rank;
    char *text; /* NULL: it will be removed */
    uint64_t transaction;
    struct unsaved *next;
};

/* The version of a document that was read in this transaction. */
struct read_version {
    char kind[DOCUMENT_KIND_MAX + 1];
    char key[DOCUMENT_KEY_MAX + 1];
    uint32_t version; /* 0: there was none */
    uint32_t next;    /* in its bucket, from 1; 0: none */
};

struct documents {
    struct store *reader;
    struct outbox *outbox;
    uint64_t transaction; /* the transaction of these reads */
    uint32_t reads;
    struct read_version read_version[READS_MAX];
    uint32_t read_bucket[READ_BUCKETS];
    size_t unsaved_count;
    struct unsaved *bucket[BUCKETS];
    struct bv_error trouble; /* the first failure to read the store; "": none */
};

struct documents *documents_open(struct store *reader, struct outbox *outbox)
{
    struct documents *documents = memory_new(sizeof *documents);
    documents->reader = reader;
    documents->outbox = outbox;
    return documents;
}

static void free_unsaved(struct unsaved *unsaved)
{
    free(unsaved->text);
    free(unsaved);
}

void documents_close(struct documents *documents)
{
    if (!documents) return;
    for (size_t i = 0; i < BUCKETS; i++)
        while (documents->bucket[i]) {
            struct unsaved *unsaved = documents->bucket[i];
            documents->bucket[i] = unsaved->next;
            free_unsaved(unsaved);
        }
    free(documents);
}

static struct unsaved **bucket_of(struct documents *documents, const char *kind, const char *key)
{
    return &documents->bucket[bv_hash_text(bv_hash_text(0, kind), key) % BUCKETS];
}

static struct unsaved *unsaved_of(struct documents *documents, const char *kind, const char *key)
{
    struct unsaved *unsaved = *bucket_of(documents, kind, key);
    while (unsaved && !(bv_equal(unsaved->kind, kind) && bv_equal(unsaved->key, key)))
        unsaved = unsaved->next;
    return unsaved;
}

/* What the store has. */
struct stored {
    uint32_t version;
    cJSON *document; /* parsed only if it is wanted */
    bool wanted;
};

static bool parse_stored(void *context, const struct store_document *document)
{
    struct stored *stored = context;
    stored->version = document->version;
    if (stored->wanted)
        stored->document = cJSON_ParseWithLength(document->text.text, document->text.length);
    return false;
}

static bool read_stored(struct documents *documents, const char *kind, const char *key,
                        struct stored *stored, struct bv_error *trouble)
{
    return store_document_read(documents->reader, kind, key, parse_stored, stored, trouble);
}

bool documents_failed(const struct documents *documents)
{
    return documents->trouble.text[0] != '\0';
}

void documents_fail(struct documents *documents, const char *why)
{
    if (!documents_failed(documents)) bv_error_set(&documents->trouble, why);
}

const struct bv_error *documents_trouble(const struct documents *documents)
{
    return &documents->trouble;
}

/* ---- Versions that were read, which writes are based on -------------------------------------- */

static void forget_reads(struct documents *documents)
{
    documents->transaction = outbox_transaction(documents->outbox);
    documents->reads = 0;
    memset(documents->read_bucket, 0, sizeof documents->read_bucket);
}

void documents_begin(struct documents *documents)
{
    forget_reads(documents);
    documents->trouble.text[0] = '\0';
}

static uint32_t *read_bucket_of(struct documents *documents, const char *kind, const char *key)
{
    return &documents->read_bucket[bv_hash_text(bv_hash_text(0, kind), key) % READ_BUCKETS];
}

static const struct read_version *find_read(struct documents *documents, const char *kind,
                                            const char *key)
{
    if (documents->transaction != outbox_transaction(documents->outbox)) forget_reads(documents);
    for (uint32_t at = *read_bucket_of(documents, kind, key); at;
         at = documents->read_version[at - 1].next) {
        const struct read_version *read_version = &documents->read_version[at - 1];
        if (bv_equal(read_version->kind, kind) && bv_equal(read_version->key, key))
            return read_version;
    }
    return NULL;
}

/* The first read counts: the request may have decided something by it. */
static void note_read(struct documents *documents, const char *kind, const char *key,
                      uint32_t version)
{
    if (find_read(documents, kind, key) || documents->reads == READS_MAX) return;
    uint32_t *bucket = read_bucket_of(documents, kind, key);
    struct read_version *read_version = &documents->read_version[documents->reads++];
    *read_version = (struct read_version){.version = version, .next = *bucket};
    bv_copy_text(read_version->kind, sizeof read_version->kind, kind);
    bv_copy_text(read_version->key, sizeof read_version->key, key);
    *bucket = documents->reads;
}

/* ---- Reading and writing --------------------------------------------------------------------- */

cJSON *documents_try(struct documents *documents, const char *kind, const char *key,
                     struct bv_error *trouble)
{
    trouble->text[0] = '\0';
    const struct unsaved *unsaved = unsaved_of(documents, kind, key);
    if (unsaved) return unsaved->text ? cJSON_Parse(unsaved->text) : NULL;
    struct stored stored = {.wanted = true};
    if (read_stored(documents, kind, key, &stored, trouble))
        note_read(documents, kind, key, stored.version);
    return stored.document;
}

cJSON *documents_read(struct documents *documents, const char *kind, const char *key)
{
    struct bv_error trouble;
    cJSON *document = documents_try(documents, kind, key, &trouble);
    if (trouble.text[0]) documents_fail(documents, trouble.text);
    return document;
}

bool documents_has(struct documents *documents, const char *kind, const char *key)
{
    cJSON *document = documents_read(documents, kind, key);
    cJSON_Delete(document);
    return document != NULL;
}

static struct unsaved *new_unsaved(struct documents *documents, const char *kind, const char *key,
                                   uint32_t version)
{
    struct unsaved **bucket = bucket_of(documents, kind, key);
    struct unsaved *unsaved = memory_new(sizeof *unsaved);
    bv_copy_text(unsaved->kind, sizeof unsaved->kind, kind);
    bv_copy_text(unsaved->key, sizeof unsaved->key, key);
    unsaved->version = version;
    unsaved->next = *bucket;
    *bucket = unsaved;
    documents->unsaved_count++;
    return unsaved;
}

/* The entry of a document in the open transaction, ready to be changed; NULL after a failure. */
static struct unsaved *unsaved_for_change(struct documents *documents, const char *kind,
                                          const char *key)
{
    struct bv_error trouble;
    if (documents_failed(documents)) return NULL;
    struct unsaved *unsaved = unsaved_of(documents, kind, key);
    if (unsaved) return unsaved;
    const struct read_version *read_version = find_read(documents, kind, key);
    if (read_version) return new_unsaved(documents, kind, key, read_version->version);
    struct stored stored = {0};
    if (!read_stored(documents, kind, key, &stored, &trouble)) {
        documents_fail(documents, trouble.text);
        return NULL;
    }
    return new_unsaved(documents, kind, key, stored.version);
}

void documents_write(struct documents *documents, const char *kind, const char *key, int64_t rank,
                     cJSON *document)
{
    struct unsaved *unsaved = unsaved_for_change(documents, kind, key);
    char *text = unsaved ? cJSON_PrintUnformatted(document) : NULL;
    cJSON_Delete(document);
    if (!unsaved) return;
    if (!text) abort();
    free(unsaved->text);
    unsaved->text = text;
    store_batch_document(outbox_changes(documents->outbox), kind, key, unsaved->version, rank,
                         bv_span_of(unsaved->text));
    unsaved->version++;
    unsaved->rank = rank;
    unsaved->transaction = outbox_transaction(documents->outbox);
}

void documents_remove(struct documents *documents, const char *kind, const char *key)
{
    struct unsaved *unsaved = unsaved_for_change(documents, kind, key);
    if (!unsaved) return;
    if (unsaved->version)
        store_batch_document_gone(outbox_changes(documents->outbox), kind, key, unsaved->version);
    free(unsaved->text);
    unsaved->text = NULL;
    unsaved->version = 0;
    unsaved->transaction = outbox_transaction(documents->outbox);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

struct listing {
    struct documents *documents;
    const char *kind;
    document_visitor *visit;
    void *context;
    bool current; /* unsaved documents replace those of the store */
    bool enough;
};

static void visit_text(struct listing *listing, const char *key, int64_t rank, struct bv_span text)
{
    cJSON *fields = cJSON_ParseWithLength(text.text, text.length);
    struct document document = {key, rank, fields};
    listing->enough = !listing->visit(listing->context, &document);
    cJSON_Delete(fields);
}

static bool list_stored(void *context, const struct store_document *document)
{
    struct listing *listing = context;
    if (listing->current && unsaved_of(listing->documents, listing->kind, document->key))
        return true;
    visit_text(listing, document->key, document->rank, document->text);
    return !listing->enough;
}

static void list_unsaved(struct listing *listing, const struct unsaved *unsaved, const char *prefix)
{
    if (!unsaved->text || !bv_equal(unsaved->kind, listing->kind) ||
        strncmp(unsaved->key, prefix, bv_length(prefix)) != 0)
        return;
    visit_text(listing, unsaved->key, unsaved->rank, bv_span_of(unsaved->text));
}

void documents_list(struct documents *documents, const char *kind, const char *prefix,
                    document_visitor *visit, void *context)
{
    struct bv_error trouble;
    struct listing listing = {documents, kind, visit, context, .current = true};
    if (!store_documents(documents->reader, kind, prefix, "", STORE_LIST_MAX, list_stored, &listing,
                         &trouble)) {
        documents_fail(documents, trouble.text);
        return;
    }
    for (size_t i = 0; documents->unsaved_count && i < BUCKETS; i++)
        for (const struct unsaved *unsaved = documents->bucket[i]; unsaved && !listing.enough;
             unsaved = unsaved->next)
            list_unsaved(&listing, unsaved, prefix);
}

void documents_stored(struct documents *documents, const char *kind, const char *prefix,
                      const char *after, uint32_t most, document_visitor *visit, void *context)
{
    struct bv_error trouble;
    struct listing listing = {documents, kind, visit, context, .current = false};
    if (!store_documents(documents->reader, kind, prefix, after, most, list_stored, &listing,
                         &trouble))
        documents_fail(documents, trouble.text);
}

void documents_ranked(struct documents *documents, const char *kind, int64_t rank, const char *key,
                      uint32_t most, document_visitor *visit, void *context)
{
    struct bv_error trouble;
    struct listing listing = {documents, kind, visit, context, .current = false};
    if (!store_ranked(documents->reader, kind, rank, key, most, list_stored, &listing, &trouble))
        documents_fail(documents, trouble.text);
}

void documents_page(struct documents *documents, const char *kind, struct store_cursor *cursor,
                    document_visitor *visit, void *context)
{
    struct bv_error trouble;
    struct listing listing = {documents, kind, visit, context, .current = false};
    if (store_documents_page(documents->reader, kind, cursor, list_stored, &listing, &trouble))
        return;
    documents_fail(documents, trouble.text);
    cursor->more = false;
}

struct pair_key pair_key(const char *first, const char *second)
{
    struct pair_key key;
    struct bv_out out = bv_out_into(key.text, sizeof key.text);
    bv_put_all(&out, first, "/", second);
    return key;
}

void documents_clear(struct documents *documents)
{
    for (size_t i = 0; documents->unsaved_count && i < BUCKETS; i++) {
        struct unsaved **place = &documents->bucket[i];
        while (*place) {
            struct unsaved *unsaved = *place;
            if (!outbox_is_settled(documents->outbox, unsaved->transaction)) {
                place = &unsaved->next;
                continue;
            }
            *place = unsaved->next;
            documents->unsaved_count--;
            free_unsaved(unsaved);
        }
    }
}
