#include "store/changes.h"

/* The tags of a text, one per line, always in the same order, so that two games that end at once
 * never deadlock. */
#define TAGS_OF(text)                                                                              \
    "(SELECT DISTINCT tag FROM unnest(string_to_array(" text ", E'\\n')) AS u (tag)"               \
    " WHERE tag <> '')"

/* The same statement in both databases. */
#define BOTH(sql) sql, sql

const struct store_writer store_writers[STORE_WRITERS] = {
    [BATCH_CHANGE_PERSON] = {"add person", "a new person", true,
                             BOTH("INSERT INTO people (id, name, created, checksum)"
                                  " VALUES ($1, $2, $4, row_checksum(0, $1, $2, $4))")},
    [BATCH_CHANGE_RENAME] = {"rename", "a new name", true,
                             BOTH("UPDATE people SET name = $2,"
                                  " checksum = row_checksum(0, id, $2, created) WHERE id = $1")},
    [BATCH_CHANGE_TABLE] = {"add table", "a new table", true,
                            BOTH(
                                "INSERT INTO tables (table_key, id, setup, created, checksum)"
                                " VALUES ($3, $1, $2, $4, row_checksum(0, $3, $1, $2, $4, 0, 0))")},
    [BATCH_CHANGE_EVENT] =
        {"add event", "an event", true,
         "INSERT INTO events (table_key, number, at, line, checksum)"
         " SELECT $3, $5, $4, $1, checksum FROM event_chains WHERE table_key = $3",
         "WITH chain AS (UPDATE event_chains SET events = $5,"
         " checksum = row_checksum(checksum, $3, $5, $4, $1)"
         " WHERE table_key = $3 AND events = $5 - 1 RETURNING checksum)"
         " INSERT INTO events (table_key, number, at, line, checksum)"
         " SELECT $3, $5, $4, $1, checksum FROM chain"},
    [BATCH_CHANGE_STAGE] = {"set stage", "a stage", true,
                            BOTH("UPDATE tables SET stage = $5, due = $4, checksum ="
                                 " row_checksum(0, table_key, id, setup, created, $5, $4)"
                                 " WHERE table_key = $3")},
    [BATCH_CHANGE_JOIN] = {"join", "a person at a table", false,
                           BOTH("INSERT INTO participants (person, table_key) VALUES ($1, $3)"
                                " ON CONFLICT DO NOTHING")},
    [BATCH_CHANGE_FINISHED] =
        {"finish", "the end of a game", true,
         BOTH("INSERT INTO finished_games (table_key, ended, summary, checksum)"
              " VALUES ($3, $4, $1, row_checksum(0, $3, $4, $1))")},
    [BATCH_CHANGE_SETTING] = {"set setting", "a setting", true,
                              BOTH("INSERT INTO settings (name, value, checksum)"
                                   " VALUES ($1, $2, row_checksum(0, $1, $2))"
                                   " ON CONFLICT (name) DO UPDATE"
                                   " SET value = excluded.value, checksum = excluded.checksum")},
    [BATCH_CHANGE_NEW_DOCUMENT] =
        {"add document", "a new document", true,
         BOTH("INSERT INTO documents (kind, key, version, rank, text, checksum)"
              " VALUES ($1, $2, 1, $4, $6, row_checksum(0, $1, $2, 1, $4, $6))")},
    [BATCH_CHANGE_DOCUMENT] =
        {"set document", "a document", true,
         BOTH("UPDATE documents SET version = version + 1, rank = $4, text = $6,"
              " checksum = row_checksum(0, kind, key, version + 1, $4, $6)"
              " WHERE kind = $1 AND key = $2 AND version = $5")},
    [BATCH_CHANGE_DOCUMENT_GONE] =
        {"remove document", "a document", true,
         BOTH("DELETE FROM documents WHERE kind = $1 AND key = $2 AND version = $5")},
    [BATCH_CHANGE_REWRITE] =
        {"rewrite", "an event", true,
         BOTH("UPDATE events SET line = $1 WHERE table_key = $3 AND number = $5")},
    [BATCH_CHANGE_SETUP] = {"set setup", "a setup", true,
                            BOTH("UPDATE tables SET setup = $1, checksum ="
                                 " row_checksum(0, table_key, id, $1, created, stage, due)"
                                 " WHERE table_key = $3")},
    [BATCH_CHANGE_RETAG] = {"retag", "a finished game", true,
                            BOTH("UPDATE finished_games SET summary = $1,"
                                 " checksum = row_checksum(0, table_key, ended, $1)"
                                 " WHERE table_key = $3 AND ended = $4")},
    [BATCH_CHANGE_LEAVE] = {"leave", "a person at a table", false,
                            BOTH("DELETE FROM participants WHERE person = $1 AND table_key = $3")},
    [BATCH_CHANGE_PERSON_GONE] = {"remove person", "a person", true,
                                  BOTH("DELETE FROM people WHERE id = $1")},
    /* A single server asks its own computers, without jobs. */
    [BATCH_CHANGE_JOB] = {"add job", "a job", false, NULL,
                          "INSERT INTO jobs AS j (table_key, number) VALUES ($3, $5)"
                          " ON CONFLICT (table_key) DO UPDATE SET number = excluded.number,"
                          " node = NULL, posted = excluded.posted"
                          " WHERE j.number <> excluded.number"},
    [BATCH_CHANGE_JOB_DONE] = {"remove job", "a job", false, NULL,
                               "DELETE FROM jobs WHERE table_key = $3"},
    [WRITE_OVER] = {"set over", "the end of a game", false,
                    BOTH("UPDATE tables SET stage = 2, due = 0,"
                         " checksum = row_checksum(0, table_key, id, setup, created, 2, 0)"
                         " WHERE table_key = $3 AND stage <> 2")},
    [WRITE_CHAIN_BEGIN] = {"begin chain", "a new table", true,
                           BOTH("INSERT INTO event_chains (table_key, events, checksum)"
                                " VALUES ($3, 0, 0)")},
    [WRITE_CHAIN_GROW] = {"grow chain", "an event", true,
                          "UPDATE event_chains SET events = $5,"
                          " checksum = row_checksum(checksum, $3, $5, $4, $1)"
                          " WHERE table_key = $3 AND events = $5 - 1",
                          NULL},
    /* Computes the checksums of a table anew from an event on; then the end of its chain. */
    [WRITE_CHAIN_ANEW] =
        {"chain anew", "an event", true,
         BOTH("WITH RECURSIVE chain (number, checksum) AS (SELECT $5 - 1, coalesce("
              "(SELECT checksum FROM events WHERE table_key = $3 AND number = $5 - 1), 0)"
              " UNION ALL"
              " SELECT e.number, row_checksum(c.checksum, e.table_key, e.number, e.at, e.line)"
              " FROM chain AS c CROSS JOIN events AS e"
              " WHERE e.table_key = $3 AND e.number = c.number + 1)"
              " UPDATE events SET checksum = c.checksum FROM chain AS c"
              " WHERE events.table_key = $3 AND events.number = c.number AND c.number >= $5")},
    [WRITE_CHAIN_END] = {"end chain", "an event", true,
                         BOTH("UPDATE event_chains SET checksum = coalesce((SELECT e.checksum"
                              " FROM events AS e WHERE e.table_key = event_chains.table_key"
                              " AND e.number = event_chains.events), 0) WHERE table_key = $3")},
    [WRITE_TAGS] = {"add tags", "a tag", false,
                    "INSERT INTO game_tags (tag, ended, table_key) VALUES ($2, $4, $3)"
                    " ON CONFLICT DO NOTHING",
                    "WITH added AS (INSERT INTO game_tags (tag, ended, table_key)"
                    " SELECT tag, $4, $3 FROM (SELECT '' AS tag UNION SELECT tag FROM " TAGS_OF(
                        "$2") " AS t) AS t ON CONFLICT DO NOTHING RETURNING tag)"
                              " INSERT INTO tag_counts AS c (tag, games)"
                              " SELECT tag, 1 FROM added ORDER BY tag"
                              " ON CONFLICT (tag) DO UPDATE SET games = c.games + 1"},
    [WRITE_UNTAG] = {"remove tags", "a tag", false,
                     "DELETE FROM game_tags WHERE tag = $2 AND ended = $4 AND table_key = $3",
                     "WITH removed AS (DELETE FROM game_tags WHERE ended = $4 AND table_key = $3"
                     " AND tag IN " TAGS_OF(
                         "$2") " RETURNING tag),"
                               " locked AS (SELECT c.tag FROM tag_counts AS c"
                               " JOIN removed USING (tag) ORDER BY c.tag FOR UPDATE OF c)"
                               " UPDATE tag_counts AS c SET games = c.games - 1 FROM locked"
                               " WHERE c.tag = locked.tag"},
    [WRITE_TAG_COUNT] = {"count tag", "a tag", true,
                         "INSERT INTO tag_counts (tag, games) VALUES ($2, 1)"
                         " ON CONFLICT DO UPDATE SET games = games + 1",
                         NULL},
    [WRITE_UNTAG_COUNT] = {"uncount tag", "a tag", true,
                           "UPDATE tag_counts SET games = games - 1 WHERE tag = $2", NULL},
    [WRITE_LEAVE_ALL] = {"leave all", "a person", false,
                         BOTH("DELETE FROM participants WHERE person = $1")},
};

static bool rewrite_chain(const struct batch *batch, size_t place, store_write_function *write,
                          void *context)
{
    uint32_t from = batch_rewritten_from(batch, place);
    const struct store_value values[WRITE_VALUES] = {
        store_text(""),  store_text(""),     store_number(batch->change[place].table),
        store_number(0), store_number(from), store_text("")};
    return !from ||
           (write(context, WRITE_CHAIN_ANEW, values) && write(context, WRITE_CHAIN_END, values));
}

bool store_write(const struct batch *batch, size_t place, store_write_function *write,
                 void *context)
{
    const struct batch_change *change = &batch->change[place];
    int kind = (int)change->kind;
    struct store_value values[WRITE_VALUES] = {store_span(batch_change_text(batch, change, 0)),
                                               store_span(batch_change_text(batch, change, 1)),
                                               store_number(change->table),
                                               store_number(change->time),
                                               store_number(change->number),
                                               store_span(batch_change_text(batch, change, 2))};
    switch (change->kind) {
    case BATCH_CHANGE_TABLE:
        return write(context, kind, values) && write(context, WRITE_CHAIN_BEGIN, values);
    case BATCH_CHANGE_EVENT:
        return write(context, WRITE_CHAIN_GROW, values) && write(context, kind, values);
    case BATCH_CHANGE_FINISHED:
        return write(context, kind, values) && write(context, WRITE_OVER, values) &&
               write(context, WRITE_TAGS, values);
    case BATCH_CHANGE_RETAG:
        if (!write(context, kind, values) || !write(context, WRITE_UNTAG, values)) return false;
        values[WRITE_TEXT_1] = values[WRITE_TEXT_2];
        return write(context, WRITE_TAGS, values);
    case BATCH_CHANGE_PERSON_GONE:
        return write(context, WRITE_LEAVE_ALL, values) && write(context, kind, values);
    case BATCH_CHANGE_REWRITE:
        return write(context, kind, values) && rewrite_chain(batch, place, write, context);
    default: return write(context, kind, values);
    }
}

bool store_refuse_change(struct store *store, int which, int64_t table, int64_t number,
                         const char *reason, struct bv_error *error)
{
    struct bv_out out = store_error(store, error);
    store->conflict = true;
    bv_put(&out, store_writers[which].what);
    if (table) {
        bv_put(&out, " (table ");
        bv_put_number(&out, table);
        bv_put(&out, ", number ");
        bv_put_number(&out, number);
        bv_put(&out, ")");
    }
    bv_put(&out, " does not fit what is stored: ");
    bv_put_excerpt(&out, bv_span_of(reason), 80);
    bv_put(&out, "; nothing of the batch was kept");
    return false;
}
