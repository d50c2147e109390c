/*
 * The store: durable data of the server. It holds persons, tables, the log of each table, and
 * documents. A table is a setup and an append-only list of events, keyed (table, number); an event
 * is one line of text that the store does not interpret (table/event.h). A finished game also gets
 * tags, by which searches find it. A document is any other record of the server (an account, a
 * rating, a club), a text keyed (kind, key).
 *
 * Every row that is more than a key has a checksum, and the events of a table have a chain of
 * checksums (checksum.h): damage is found when a row is read.
 *
 * Writing: changes are collected in a batch, and a batch is committed whole or not at all. When
 * store_commit returns true, the changes are on disk. A commit that fails leaves the store
 * unchanged, and can be tried again.
 *
 * A store handle belongs to one thread at a time; several handles may be open on the same data (one
 * that writes, others that read, in this process or in others). This header is the whole contract:
 * every backend passes the same tests.
 *
 * The location of a store (`where`) is a folder or `sqlite:FOLDER` (SQLite, for a single server),
 * or `postgresql://…` (PostgreSQL, shared by any number of nodes): see backend.h.
 */
#pragma once

#include "core/ids.h"
#include "core/text.h"

enum {
    STORE_SCHEMA = 1, /* the schema that this program knows */
    DOCUMENT_KIND_MAX = 31,
    DOCUMENT_KEY_MAX = 127,
    DOCUMENT_MAX = 256 * 1024, /* bytes of a document's text */
    STORE_LIST_MAX = 10000,    /* rows that one call lists; more are read in pages */
};

struct store;

/* Times are milliseconds since 1970. Keys of tables are positive and rise. */

/* ---- Changes --------------------------------------------------------------------------------- */

struct batch; /* changes in order; grows as needed up to its asserted bound */

/* Whatever a change refers to (a person, a table) exists already or is created earlier in the
 * batch. A change that cannot be made (a person or table that is unknown or created twice) fails
 * the whole batch. */

struct batch *store_batch_new(void);
void store_batch_free(struct batch *batch);
size_t store_batch_count(const struct batch *batch);

/* All texts are copied. */
void store_batch_person(struct batch *batch, const char *id, const char *name, int64_t created);
void store_batch_rename(struct batch *batch, const char *id, const char *name);
void store_batch_table(struct batch *batch, int64_t table, const char *id, const char *setup,
                       int64_t created);
/* Events of a table are numbered 1, 2, 3 …; a number that exists already or leaves a gap fails the
 * whole batch. */
void store_batch_event(struct batch *batch, int64_t table, uint32_t number, int64_t at,
                       struct bv_span line);
/* `due`: when the server must check the table even without a request (a deadline); 0: never. */
void store_batch_stage(struct batch *batch, int64_t table, enum table_stage stage, int64_t due);
/* Adds the table to the person's list of own games. Adding twice is the same as once. */
void store_batch_join(struct batch *batch, const char *person, int64_t table);
/* The game is over. Searches find it by `tags`, each ended by a newline (`game=chars`,
 * `player=ada`, `option=own-fire=on`, `result=V`), newest first. `summary` is one line that lists
 * show. Once per table; its stage becomes over. */
void store_batch_finished(struct batch *batch, int64_t table, int64_t ended, const char *summary,
                          const char *tags);
void store_batch_setting(struct batch *batch, const char *name, const char *value);

/* Replaces the document of that version (0: there is none yet, and this becomes version 1); the new
 * version is one higher. If the stored version is another, because another writer was faster, the
 * whole batch fails. `rank` orders the documents of a kind: a rating, a time. */
void store_batch_document(struct batch *batch, const char *kind, const char *key, uint32_t version,
                          int64_t rank, struct bv_span text);
void store_batch_document_gone(struct batch *batch, const char *kind, const char *key,
                               uint32_t version);

/* The exceptions to "append-only", for an account merge or a deletion: rewrites an event under its
 * number, or a table's setup; replaces the tags of a finished game; removes a table from a person's
 * list; deletes a person. */
void store_batch_rewrite(struct batch *batch, int64_t table, uint32_t number, struct bv_span line);
void store_batch_setup(struct batch *batch, int64_t table, const char *setup);
void store_batch_retag(struct batch *batch, int64_t table, int64_t ended, const char *summary,
                       const char *old_tags, const char *tags);
void store_batch_leave(struct batch *batch, const char *person, int64_t table);
void store_batch_person_gone(struct batch *batch, const char *person);

/* For a store that several nodes share: the computer is to act at that table, whose last event has
 * that number. One job per table; a later one replaces it and is unclaimed again. A single server
 * asks its own computers, and SQLite stores no jobs. */
void store_batch_job(struct batch *batch, int64_t table, uint32_t number);
void store_batch_job_done(struct batch *batch, int64_t table);

/* ---- The store ------------------------------------------------------------------------------- */

enum store_mode { STORE_WRITE, STORE_READ, STORE_COPY /* for copy.c only */ };

/* Whether several nodes may write to it at the same time. */
bool store_is_shared(const char *where);
bool store_has_password(const char *where);
/* Writes the location for humans to read: without the password that it may contain. */
void store_put_where(struct bv_out *out, const char *where);

/*
 * Opens a store: that of a folder (`DIR/bivouac.db`) or a database. STORE_WRITE creates what is
 * missing. NULL and an error that says what to do: a folder that cannot be written, a damaged file,
 * a database that does not answer, a schema that this program does not know.
 */
struct store *store_open(const char *where, enum store_mode mode, struct bv_error *error);
void store_close(struct store *store);

/* A store contains secrets, and only its owner may read it. New files are created that way; this
 * function removes the access of others to existing ones, and `notice` names them. False and an
 * error: it cannot be done. */
bool store_protect(const char *where, struct bv_out *notice, struct bv_error *error);

/* Prevents another server from starting on the store until *lock is closed (-1: nothing to close).
 * A shared store has no such lock: it only has to have no running server. */
bool store_lock(const char *where, int *lock, struct bv_error *error);

/* Durable when it returns true. */
bool store_commit(struct store *store, const struct batch *batch, struct bv_error *error);
/* Several batches in order as if they were one: all or none. */
bool store_commit_all(struct store *store, const struct batch *const *batch, size_t count,
                      struct bv_error *error);
/* Whether the last commit failed with a conflict: a number that is taken or leaves a gap, a
 * document of another version, a table or person created twice, a lock that could not be taken. The
 * commit builds on outdated data: read again and decide again. Any other failure (the disk, the
 * network) is not a conflict. */
bool store_had_conflict(const struct store *store);
/* The index of the batch that had the conflict: those before it may be committed without it. */
size_t store_conflict_at(const struct store *store);

/* Claims up to `most` jobs for this node (node.h), oldest first: unclaimed ones, and those of a
 * node without a heartbeat for three seconds. A reading handle is enough. */
typedef bool store_job_visitor(void *context, int64_t table, uint32_t number);
bool store_claim(struct store *store, uint32_t most, store_job_visitor *visit, void *context,
                 struct bv_error *error);

struct stored_table {
    int64_t table;
    char id[ID_SIZE];
    const char *setup; /* valid during the call */
    int64_t created;
    enum table_stage stage;
    int64_t due;
    uint32_t events; /* how many there are */
};

/* Whether the last table, events, document, name or setting could not be read because it is
 * damaged. Any other failure (the network, the disk) may be temporary. */
bool store_was_damaged(const struct store *store);

/* Visitors return false to stop, and may read from the same store, but not with the function that
 * is visiting them. All readers return false and an error when the store could not be read. */
typedef bool store_table_visitor(void *context, const struct stored_table *table);
typedef bool store_event_visitor(void *context, uint32_t number, int64_t at, struct bv_span line);
typedef bool store_finished_visitor(void *context, int64_t table, const char *id, int64_t ended,
                                    const char *summary);

/* The table of that id or, if id is NULL, of that key: visited once or not at all. Damage is an
 * error here and for documents and settings; the lists of tables do not check for it. */
bool store_table(struct store *store, const char *id, int64_t table, store_table_visitor *visit,
                 void *context, struct bv_error *error);
/* Where a page begins; {0}: at the first row. Reading the page moves it to the next one, and says
 * whether there is more to read. */
struct store_cursor {
    int64_t table;
    char key[DOCUMENT_KEY_MAX + 1];
    bool more;
};
/* A page of all tables that are not over, oldest first. */
bool store_unfinished(struct store *store, struct store_cursor *cursor, store_table_visitor *visit,
                      void *context, struct bv_error *error);
/* The tables of a person, newest first, at most `most`, which is at most STORE_LIST_MAX here and
 * below. */
bool store_tables_of(struct store *store, const char *person, uint32_t most,
                     store_table_visitor *visit, void *context, struct bv_error *error);
/* Tables with keys after that one, in order, at most `most`. */
bool store_tables(struct store *store, int64_t after, uint32_t most, store_table_visitor *visit,
                  void *context, struct bv_error *error);
/* Each event is visited after its checksum was verified. Events missing at the end are an error
 * too: those visited before were good, but not the whole table. */
bool store_events(struct store *store, int64_t table, uint32_t after, store_event_visitor *visit,
                  void *context, struct bv_error *error);
bool store_last_key(struct store *store, int64_t *table, struct bv_error *error);

/* How many persons have an id that begins with `prefix`. */
bool store_people(struct store *store, const char *prefix, int64_t *count, struct bv_error *error);
/* *found says whether there is one; `name` has room for `size` bytes, and a text that does not fit
 * is an error. */
bool store_person(struct store *store, const char *id, char *name, size_t size, bool *found,
                  struct bv_error *error);
bool store_setting(struct store *store, const char *name, char *value, size_t size, bool *found,
                   struct bv_error *error);

struct store_document {
    const char *key; /* this and the text are valid during the call */
    uint32_t version;
    int64_t rank;
    struct bv_span text;
};
typedef bool store_document_visitor(void *context, const struct store_document *document);
typedef bool store_person_visitor(void *context, const char *id);

/* The document of that kind and key: visited once or not at all. */
bool store_document_read(struct store *store, const char *kind, const char *key,
                         store_document_visitor *visit, void *context, struct bv_error *error);
/* Documents of a kind whose key begins with `prefix` and comes after `after` ("": from the first),
 * in the order of keys. */
bool store_documents(struct store *store, const char *kind, const char *prefix, const char *after,
                     uint32_t most, store_document_visitor *visit, void *context,
                     struct bv_error *error);
/* A page of all documents of a kind, in the order of keys. */
bool store_documents_page(struct store *store, const char *kind, struct store_cursor *cursor,
                          store_document_visitor *visit, void *context, struct bv_error *error);
/* Documents of a kind, the highest rank first (then the last key), that come after (`rank`, `key`)
 * in this order; INT64_MAX and "": from the first. */
bool store_ranked(struct store *store, const char *kind, int64_t rank, const char *key,
                  uint32_t most, store_document_visitor *visit, void *context,
                  struct bv_error *error);
/* How many documents of a kind have a rank above that one; INT64_MIN: all but those of exactly that
 * rank. */
bool store_above(struct store *store, const char *kind, int64_t rank, int64_t *count,
                 struct bv_error *error);
/* Persons with ids after `after` and, if `until` is not "", not after it, in this order, who were
 * created before the time `before`, have no document of that kind (with their id as its key), no
 * unfinished table and none that was opened since. */
struct store_idle_query {
    const char *kind;
    int64_t before;
    const char *after, *until;
    uint32_t most;
};
bool store_idle(struct store *store, const struct store_idle_query *idle,
                store_person_visitor *visit, void *context, struct bv_error *error);

/* Finished games that have all of the tags, newest first: ended in [from, to) (to 0: no end), and
 * before the game (`before_ended`, `before_table`) when a page continues (0, 0: from the newest).
 * With a million games any search answers within milliseconds if one of its tags is rare or all are
 * common. */
struct store_search_query {
    const char *tag[8];
    uint32_t tags;
    int64_t from, to;
    int64_t before_ended, before_table;
    uint32_t most;
};
bool store_search(struct store *store, const struct store_search_query *search,
                  store_finished_visitor *visit, void *context, struct bv_error *error);

/* The tags that begin with `prefix`, in order, and how many finished games have each; at most
 * `most`. */
typedef bool store_tag_visitor(void *context, const char *tag, int64_t games);
bool store_tags(struct store *store, const char *prefix, uint32_t most, store_tag_visitor *visit,
                void *context, struct bv_error *error);

/* How many bytes it takes on disk. */
bool store_size(struct store *store, int64_t *bytes, struct bv_error *error);

/* Copies the whole store into a new file while others go on writing; the copy is complete and
 * consistent. PostgreSQL has tools of its own for this, and the error names them. */
bool store_backup(const char *where, const char *file, struct bv_error *error);
/* Restores a backup into a folder that has no store yet, after checking it. */
bool store_restore(const char *file, const char *where, struct bv_error *error);
/* Reads everything and checks it: pages, keys, numbers of events without a gap, and the checksum
 * of every row. */
bool store_check(const char *where, uint64_t *tables, uint64_t *events, struct bv_error *error);
