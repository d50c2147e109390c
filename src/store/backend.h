/*
 * A store backend: the functions of store.h as a table of function pointers, for those who
 * implement one. store.c chooses the backend by the prefix of `where` and forwards every call; the
 * handle of a backend begins with a struct store.
 *
 *     store.h ──▶ store.c ──▶ sqlite_backend     sqlite*.c     a folder, `sqlite:FOLDER`
 *                         └─▶ postgres_backend   postgres*.c   `postgresql://…`, `postgres://…`
 */
#ifndef STORE_BACKEND_H
#define STORE_BACKEND_H

#include "store/copy_parts.h"
#include "store/store.h"

/* Reading; each is the function of that name in store.h. */
struct store_reading {
    bool (*table)(struct store *store, const char *id, int64_t table, store_table_visitor *visit,
                  void *context, struct bv_error *error);
    bool (*unfinished)(struct store *store, store_table_visitor *visit, void *context,
                       struct bv_error *error);
    bool (*joined)(struct store *store, const char *person, uint32_t most,
                   store_table_visitor *visit, void *context, struct bv_error *error);
    bool (*tables)(struct store *store, int64_t after, uint32_t most, store_table_visitor *visit,
                   void *context, struct bv_error *error);
    bool (*entries)(struct store *store, int64_t table, uint32_t after, store_entry_visitor *visit,
                    void *context, struct bv_error *error);
    bool (*last_key)(struct store *store, int64_t *table, struct bv_error *error);
    bool (*people)(struct store *store, const char *prefix, int64_t *count, struct bv_error *error);
    bool (*person)(struct store *store, const char *id, char *name, size_t size, bool *found,
                   struct bv_error *error);
    bool (*setting)(struct store *store, const char *name, char *value, size_t size, bool *found,
                    struct bv_error *error);
    bool (*document)(struct store *store, const char *kind, const char *key,
                     store_document_visitor *visit, void *context, struct bv_error *error);
    bool (*documents)(struct store *store, const char *kind, const char *prefix, const char *after,
                      uint32_t most, store_document_visitor *visit, void *context,
                      struct bv_error *error);
    bool (*ranked)(struct store *store, const char *kind, int64_t rank, const char *key,
                   uint32_t most, store_document_visitor *visit, void *context,
                   struct bv_error *error);
    bool (*above)(struct store *store, const char *kind, int64_t rank, int64_t *count,
                  struct bv_error *error);
    bool (*idle)(struct store *store, const struct store_idle_query *idle,
                 store_person_visitor *visit, void *context, struct bv_error *error);
    bool (*search)(struct store *store, const struct store_search_query *search,
                   store_line_visitor *visit, void *context, struct bv_error *error);
    bool (*tags)(struct store *store, const char *prefix, uint32_t most, store_tag_visitor *visit,
                 void *context, struct bv_error *error);
};

/* Copying a store to another one (copy.h). */
struct store_copying {
    /* Visits the rows of a part that come after those keys. */
    bool (*read_rows)(struct store *store, const struct store_part *part,
                      const struct store_row *after, store_row_visitor *visit, void *context,
                      struct bv_error *error);
    /* Writes all of the rows, or none. */
    bool (*write_rows)(struct store *store, const struct store_part *part,
                       const struct store_row *rows, size_t count, struct bv_error *error);
    bool (*is_unfinished)(struct store *store, bool *unfinished, struct bv_error *error);
    bool (*begin)(struct store *store, struct bv_error *error); /* empties and marks it */
    bool (*end)(struct store *store, struct bv_error *error);   /* recounts and unmarks it */
};

/* The backend; `where` comes without the prefix `sqlite:`. */
struct store_backend {
    bool shared;
    struct store *(*open)(const char *where, enum store_mode mode, struct bv_error *error);
    void (*close)(struct store *store);
    bool (*commit_all)(struct store *store, const struct batch *const *batch, size_t count,
                       struct bv_error *error);
    const struct store_reading *read;
    bool (*claim)(struct store *store, uint32_t most, store_job_visitor *visit, void *context,
                  struct bv_error *error);
    const struct store_copying *copy;
    bool (*protect)(const char *where, struct bv_out *notice, struct bv_error *error);
    bool (*lock)(const char *where, int *lock, struct bv_error *error);
    bool (*size)(struct store *store, int64_t *bytes, struct bv_error *error);
    bool (*backup)(const char *where, const char *file, struct bv_error *error);
    bool (*restore)(const char *file, const char *where, struct bv_error *error);
    bool (*check)(const char *where, uint64_t *tables, uint64_t *entries, struct bv_error *error);
};

struct store {
    const struct store_backend *kind;
    bool overtaken; /* the last commit failed with a conflict, */
    size_t at;      /* in the batch of this index */
    bool damaged;   /* the last thing that was read is not what was written */
};

extern const struct store_backend sqlite_backend, postgres_backend;

#endif
