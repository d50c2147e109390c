/*
 * What must never be lost: people, tables, what happened at each table, and papers. A table is a setup and an append-only
 * list of entries, keyed (table, number); an entry is one line of text that only src/server/ understands. A game that is
 * over also gets tags, by which it is found again. A paper is everything else that the house writes down (an account, a
 * rating, a club), a text keyed (kind, key).
 *
 * Whatever is more than a key carries a checksum, the entries of a table a chain of them (checksum.h): what has changed behind
 * the program's back is found when it is read.
 *
 * Writing: changes are collected in a batch, and a batch is committed whole or not at all. When bv_store_commit has
 * returned true the changes are on disk. A commit that fails leaves the store as it was, and can be tried again.
 *
 * A store handle belongs to one thread at a time; several handles may be open on the same data (one that writes, others
 * that read, in this process or in others). This header is the whole contract: each implementation passes the same tests.
 *
 * Where a store is (`where`): a folder or `sqlite:FOLDER` (SQLite, for one house alone), or `postgresql://…` (PostgreSQL,
 * which any number of houses share: see kind.h).
 */
#ifndef BV_STORE_H
#define BV_STORE_H

#include "core/text.h"

enum {
    BV_ID_SIZE = 24,     /* of a person or a table, with its NUL */
    BV_STORE_SCHEMA = 3, /* the schema this program writes */
    BV_PAPER_KIND_MAX = 31,
    BV_PAPER_KEY_MAX = 127,
    BV_PAPER_MAX = 256 * 1024, /* bytes of a paper's text */
};

struct bv_store;

/* Times are milliseconds since 1970. Keys of tables are positive and rise. */

enum bv_table_stage { BV_TABLE_OPEN, BV_TABLE_PLAYING, BV_TABLE_OVER };

/* ---- Changes ------------------------------------------------------------------------------------------- */

struct bv_batch; /* changes in order; grows as needed up to its asserted bound */

/* What a change speaks of (a person, a table) exists already or comes into being earlier in the batch. A change that
 * cannot be made (a person or table unknown, or made twice) fails the whole batch. */

struct bv_batch *bv_batch_new(void);
void bv_batch_clear(struct bv_batch *batch); /* empty again, memory kept */
void bv_batch_free(struct bv_batch *batch);
size_t bv_batch_count(const struct bv_batch *batch);

/* All texts are copied. */
void bv_batch_person(struct bv_batch *batch, const char *id, const char *name, int64_t created);
void bv_batch_rename(struct bv_batch *batch, const char *id, const char *name);
void bv_batch_table(struct bv_batch *batch, int64_t table, const char *id, const char *setup,
                    int64_t created);
/* Entries of a table are numbered 1, 2, 3 …; a number that exists already or leaves a gap fails the whole batch. */
void bv_batch_entry(struct bv_batch *batch, int64_t table, uint32_t number, int64_t at,
                    struct bv_span line);
/* `due`: when the table must be looked at although nobody comes (a deadline); 0: never. */
void bv_batch_stage(struct bv_batch *batch, int64_t table, enum bv_table_stage stage, int64_t due);
/* The person has something to do with the table and finds it in the list of own games. Adding twice is adding once. */
void bv_batch_joined(struct bv_batch *batch, const char *person, int64_t table);
/* The game is over: found by `tags`, each ended by a newline (`game=chars`, `player=ada`, `reading=own-fire=on`,
 * `result=V`), newest first. `summary` is one line that the list shows. Once a table; its stage becomes over. */
void bv_batch_finished(struct bv_batch *batch, int64_t table, int64_t ended, const char *summary,
                       const char *tags);
void bv_batch_setting(struct bv_batch *batch, const char *name, const char *value);

/* A paper in place of the one of that version (0: there is none yet, and this becomes version 1); the new one's version is
 * one higher. If somebody else was faster, and the version is another, the whole batch fails. `rank` orders papers of a
 * kind: a rating, a moment. */
void bv_batch_paper(struct bv_batch *batch, const char *kind, const char *key, uint32_t version,
                    int64_t rank, struct bv_span text);
void bv_batch_paper_gone(struct bv_batch *batch, const char *kind, const char *key,
                         uint32_t version);

/* The exceptions to "append-only", for somebody who becomes somebody else or asks to be forgotten: an entry is written
 * again under its number, so is a table's setup, a finished game is filed again under other tags, a person has no more to do
 * with a table, and is gone altogether. */
void bv_batch_rewrite(struct bv_batch *batch, int64_t table, uint32_t number, struct bv_span line);
void bv_batch_setup(struct bv_batch *batch, int64_t table, const char *setup);
void bv_batch_refile(struct bv_batch *batch, int64_t table, int64_t ended, const char *summary,
                     const char *old_tags, const char *tags);
void bv_batch_left(struct bv_batch *batch, const char *person, int64_t table);
void bv_batch_forget(struct bv_batch *batch, const char *person);

/* For a store that several houses share: the computer is to act at that table, whose last entry has that number. One job a
 * table; a later one replaces it, and is nobody's again. A house that is alone asks its own computers, and SQLite keeps no
 * jobs. */
void bv_batch_job(struct bv_batch *batch, int64_t table, uint32_t number);
void bv_batch_job_done(struct bv_batch *batch, int64_t table);

/* ---- The store ----------------------------------------------------------------------------------------- */

enum bv_store_mode { BV_STORE_WRITE, BV_STORE_READ, BV_STORE_MOVE /* by move.c alone */ };

/* Whether others may write to it at the same time. */
bool bv_store_is_shared(const char *where);
bool bv_store_has_password(const char *where);
/* Where a store is, for people: without the password that may stand in it. */
void bv_store_put_where(struct bv_out *out, const char *where);

/*
 * Opens a store: that of a folder (`DIR/bivouac.db`) or a database. To write creates what is missing and brings an older
 * schema up to date. NULL and an error that says what to do: a folder that cannot be written, a file that is damaged, a
 * database that does not answer, a schema newer than this program.
 */
struct bv_store *bv_store_open(const char *where, enum bv_store_mode mode, struct bv_error *error);
void bv_store_close(struct bv_store *store);

/* A store holds what is secret, and is for its owner alone. What a house makes is made so; this closes what was there before
 * to others, and `notice` names it. False and an error: it cannot be closed. */
bool bv_store_protect(const char *where, struct bv_out *notice, struct bv_error *error);

/* Keeps others from opening a house on it, until *lock is closed (-1: nothing to close). A store that is made to be shared
 * knows no such lock: there it is enough that no house is open. */
bool bv_store_lock(const char *where, int *lock, struct bv_error *error);

/* Durable when it returns true. */
bool bv_store_commit(struct bv_store *store, const struct bv_batch *batch, struct bv_error *error);
/* Several batches in order as if they were one: all or none. */
bool bv_store_commit_all(struct bv_store *store, const struct bv_batch *const *batch, size_t count,
                         struct bv_error *error);
/* Whether the last commit failed because somebody else was faster: a number that is taken or leaves a gap, a paper of
 * another version, a table or person made twice, a lock that was not to be had. What was to be committed builds on
 * something that is no longer so: read again and decide again. Any other failure (the disk, the network) is not that. */
bool bv_store_was_overtaken(const struct bv_store *store);
/* Of several batches, the place of the one to which that happened: those before it may be committed without it. */
size_t bv_store_overtaken_at(const struct bv_store *store);

/* Claims up to `most` jobs for this node (node.h), oldest first: those that are nobody's, and those of a node that has not
 * been heard of for three seconds. A handle for reading will do. */
typedef bool bv_job_visitor(void *context, int64_t table, uint32_t number);
bool bv_store_claim(struct bv_store *store, uint32_t most, bv_job_visitor *visit, void *context,
                    struct bv_error *error);

struct bv_stored_table {
    int64_t table;
    char id[BV_ID_SIZE];
    const char *setup; /* holds during the call */
    int64_t created;
    enum bv_table_stage stage;
    int64_t due;
    uint32_t entries; /* how many there are */
};

/* Whether the last table, its entries, a paper, a name or a setting could not be read because it is not what was written. Any
 * other failure (the network, the disk) may pass. */
bool bv_store_was_damaged(const struct bv_store *store);

/* Visitors return false to stop, and may read from the same store, but not by the function that is visiting them. All
 * readers return false and an error when the store could not be read. */
typedef bool bv_table_visitor(void *context, const struct bv_stored_table *table);
typedef bool bv_entry_visitor(void *context, uint32_t number, int64_t at, struct bv_span line);
typedef bool bv_line_visitor(void *context, int64_t table, const char *id, int64_t ended,
                             const char *summary);

/* The table of that id, or, where id is NULL, of that key: visited once or not at all. What is damaged is an error here and
 * for papers and settings; the lists of tables show what they find. */
bool bv_store_table(struct bv_store *store, const char *id, int64_t table, bv_table_visitor *visit,
                    void *context, struct bv_error *error);
/* All tables that are not over, oldest first. */
bool bv_store_unfinished(struct bv_store *store, bv_table_visitor *visit, void *context,
                         struct bv_error *error);
/* The tables of a person, newest first, at most `most`. */
bool bv_store_joined(struct bv_store *store, const char *person, uint32_t most,
                     bv_table_visitor *visit, void *context, struct bv_error *error);
/* All tables whose keys come after that one, in their order, at most `most`. */
bool bv_store_tables(struct bv_store *store, int64_t after, uint32_t most, bv_table_visitor *visit,
                     void *context, struct bv_error *error);
/* Each entry is visited once its checksum has been seen to be right. An error too where one is missing at the end: what was
 * visited before was good, but it is not the whole table. */
bool bv_store_entries(struct bv_store *store, int64_t table, uint32_t after,
                      bv_entry_visitor *visit, void *context, struct bv_error *error);
bool bv_store_last_key(struct bv_store *store, int64_t *table, struct bv_error *error);

/* How many people there are whose id begins with `prefix`. */
bool bv_store_people(struct bv_store *store, const char *prefix, int64_t *count,
                     struct bv_error *error);
/* *found says whether there is one; `name` has room for `size` bytes, and a text that does not fit is an error. */
bool bv_store_person(struct bv_store *store, const char *id, char *name, size_t size, bool *found,
                     struct bv_error *error);
bool bv_store_setting(struct bv_store *store, const char *name, char *value, size_t size,
                      bool *found, struct bv_error *error);

struct bv_paper {
    const char *key; /* this and the text hold during the call */
    uint32_t version;
    int64_t rank;
    struct bv_span text;
};
typedef bool bv_paper_visitor(void *context, const struct bv_paper *paper);
typedef bool bv_person_visitor(void *context, const char *id);

/* The paper of that kind and key: visited once or not at all. */
bool bv_store_paper(struct bv_store *store, const char *kind, const char *key,
                    bv_paper_visitor *visit, void *context, struct bv_error *error);
/* Papers of a kind whose key begins with `prefix` and comes after `after` ("": from the first), in the order of keys. */
bool bv_store_papers(struct bv_store *store, const char *kind, const char *prefix,
                     const char *after, uint32_t most, bv_paper_visitor *visit, void *context,
                     struct bv_error *error);
/* Papers of a kind, the highest rank first (then the last key), that come after (`rank`, `key`) in this order; INT64_MAX
 * and "": from the first. */
bool bv_store_ranked(struct bv_store *store, const char *kind, int64_t rank, const char *key,
                     uint32_t most, bv_paper_visitor *visit, void *context, struct bv_error *error);
/* How many papers of a kind have a rank above that one; INT64_MIN: all but those of that very rank. */
bool bv_store_above(struct bv_store *store, const char *kind, int64_t rank, int64_t *count,
                    struct bv_error *error);
/* People whose ids come after `after` and, where that is not "", not after `until`, in this order, who were there before
 * the moment `before`, have no paper of that kind (with their id as its key), no table that is not over and none that was
 * opened since. */
struct bv_idle {
    const char *kind;
    int64_t before;
    const char *after, *until;
    uint32_t most;
};
bool bv_store_idle(struct bv_store *store, const struct bv_idle *idle, bv_person_visitor *visit,
                   void *context, struct bv_error *error);

/* Finished games that have all of the tags, newest first: ended in [from, to) (to 0: no end), and before the game (`before_ended`,
 * `before_table`) where a page goes on (0, 0: from the newest). With a million games any search answers within
 * milliseconds where one of its tags is rare or all are common. */
struct bv_search {
    const char *tag[8];
    uint32_t tags;
    int64_t from, to;
    int64_t before_ended, before_table;
    uint32_t most;
};
bool bv_store_search(struct bv_store *store, const struct bv_search *search, bv_line_visitor *visit,
                     void *context, struct bv_error *error);

/* The tags that begin with `prefix`, in their order, and how many finished games have each; at most `most`. */
typedef bool bv_tag_visitor(void *context, const char *tag, int64_t games);
bool bv_store_tags(struct bv_store *store, const char *prefix, uint32_t most, bv_tag_visitor *visit,
                   void *context, struct bv_error *error);

/* How many bytes it takes on its disk. */
bool bv_store_size(struct bv_store *store, int64_t *bytes, struct bv_error *error);

/* A copy of the whole store into a new file while others go on writing; the copy is complete and consistent. PostgreSQL
 * has tools of its own for this, and the error names them. */
bool bv_store_backup(const char *where, const char *file, struct bv_error *error);
/* Puts a backup into a folder that has no store yet, after checking it. */
bool bv_store_restore(const char *file, const char *where, struct bv_error *error);
/* Reads everything and checks it: pages, keys, numbers of entries without a gap, and the checksum of every row. */
bool bv_store_check(const char *where, uint64_t *tables, uint64_t *entries, struct bv_error *error);

#endif
