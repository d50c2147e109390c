/*
 * A kind of store, for those who write one: what store.h promises, as a table of functions. store.c finds the kind by how
 * `where` begins and hands every call on; a kind's own handle begins with a struct bv_store.
 *
 *     store.h ──▶ store.c ──▶ bv_sqlite_kind     sqlite*.c     a folder, `sqlite:FOLDER`
 *                         └─▶ bv_postgres_kind   postgres*.c   `postgresql://…`, `postgres://…`
 */
#ifndef BV_STORE_KIND_H
#define BV_STORE_KIND_H

#include "store/parts.h"
#include "store/store.h"

/* Reading; each as the function of that name in store.h. */
struct bv_store_reading {
    bool (*table)(struct bv_store *store, const char *id, int64_t table, bv_table_visitor *visit,
                  void *context, struct bv_error *error);
    bool (*unfinished)(struct bv_store *store, bv_table_visitor *visit, void *context,
                       struct bv_error *error);
    bool (*joined)(struct bv_store *store, const char *person, uint32_t most,
                   bv_table_visitor *visit, void *context, struct bv_error *error);
    bool (*tables)(struct bv_store *store, int64_t after, uint32_t most, bv_table_visitor *visit,
                   void *context, struct bv_error *error);
    bool (*entries)(struct bv_store *store, int64_t table, uint32_t after, bv_entry_visitor *visit,
                    void *context, struct bv_error *error);
    bool (*last_key)(struct bv_store *store, int64_t *table, struct bv_error *error);
    bool (*people)(struct bv_store *store, const char *prefix, int64_t *count,
                   struct bv_error *error);
    bool (*person)(struct bv_store *store, const char *id, char *name, size_t size, bool *found,
                   struct bv_error *error);
    bool (*setting)(struct bv_store *store, const char *name, char *value, size_t size, bool *found,
                    struct bv_error *error);
    bool (*paper)(struct bv_store *store, const char *kind, const char *key,
                  bv_paper_visitor *visit, void *context, struct bv_error *error);
    bool (*papers)(struct bv_store *store, const char *kind, const char *prefix, const char *after,
                   uint32_t most, bv_paper_visitor *visit, void *context, struct bv_error *error);
    bool (*ranked)(struct bv_store *store, const char *kind, int64_t rank, const char *key,
                   uint32_t most, bv_paper_visitor *visit, void *context, struct bv_error *error);
    bool (*above)(struct bv_store *store, const char *kind, int64_t rank, int64_t *count,
                  struct bv_error *error);
    bool (*idle)(struct bv_store *store, const struct bv_idle *idle, bv_person_visitor *visit,
                 void *context, struct bv_error *error);
    bool (*search)(struct bv_store *store, const struct bv_search *search, bv_line_visitor *visit,
                   void *context, struct bv_error *error);
    bool (*tags)(struct bv_store *store, const char *prefix, uint32_t most, bv_tag_visitor *visit,
                 void *context, struct bv_error *error);
};

/* Moving house (move.h). */
struct bv_store_moving {
    /* Rows of a part that come after those keys. */
    bool (*walk)(struct bv_store *store, const struct bv_part *part, const struct bv_row *after,
                 bv_row_visitor *visit, void *context, struct bv_error *error);
    /* All of them, or none. */
    bool (*pour)(struct bv_store *store, const struct bv_part *part, const struct bv_row *rows,
                 size_t count, struct bv_error *error);
    bool (*is_unfinished)(struct bv_store *store, bool *unfinished, struct bv_error *error);
    bool (*begin)(struct bv_store *store, struct bv_error *error); /* emptied and marked */
    bool (*end)(struct bv_store *store, struct bv_error *error);   /* counted and unmarked */
};

/* The rest; `where` comes without the `sqlite:` in front. */
struct bv_store_kind {
    bool shared;
    struct bv_store *(*open)(const char *where, enum bv_store_mode mode, struct bv_error *error);
    void (*close)(struct bv_store *store);
    bool (*commit_all)(struct bv_store *store, const struct bv_batch *const *batch, size_t count,
                       struct bv_error *error);
    const struct bv_store_reading *read;
    bool (*claim)(struct bv_store *store, uint32_t most, bv_job_visitor *visit, void *context,
                  struct bv_error *error);
    const struct bv_store_moving *move;
    bool (*protect)(const char *where, struct bv_out *notice, struct bv_error *error);
    bool (*lock)(const char *where, int *lock, struct bv_error *error);
    bool (*size)(struct bv_store *store, int64_t *bytes, struct bv_error *error);
    bool (*backup)(const char *where, const char *file, struct bv_error *error);
    bool (*restore)(const char *file, const char *where, struct bv_error *error);
    bool (*check)(const char *where, uint64_t *tables, uint64_t *entries, struct bv_error *error);
};

struct bv_store {
    const struct bv_store_kind *kind;
    bool overtaken; /* the last commit failed for that reason, */
    size_t at;      /* with the batch in this place */
    bool damaged;   /* the last thing that was read is not what was written */
};

extern const struct bv_store_kind bv_sqlite_kind, bv_postgres_kind;

#endif
