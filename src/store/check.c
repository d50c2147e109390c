/* Checks the content of a store: the queries below find nothing in a sound one, and every row has
 * the checksum with which it was written. */
#include <string.h>

#include "store/backend.h"
#include "store/checksum.h"

/* Each row is a table or a count. */
static const struct {
    const char *sql;
    const char *says;
} queries[] = {
    {"SELECT e.table_key FROM events AS e LEFT JOIN tables AS t USING (table_key)"
     " WHERE t.table_key IS NULL LIMIT 1",
     "something refers to a table that is missing"},
    {"SELECT table_key FROM events GROUP BY table_key"
     " HAVING min(number) <> 1 OR count(*) <> max(number) LIMIT 1",
     "events are missing"},
    {"SELECT f.table_key FROM finished_games AS f JOIN tables AS t USING (table_key)"
     " WHERE t.stage <> 2 LIMIT 1",
     "a finished game is not over"},
    {"SELECT f.table_key FROM finished_games AS f WHERE NOT EXISTS"
     " (SELECT 1 FROM game_tags AS t WHERE t.tag = '' AND t.ended = f.ended"
     " AND t.table_key = f.table_key) LIMIT 1",
     "a finished game is not found by searches"},
    {"SELECT t.table_key FROM game_tags AS t JOIN finished_games AS f USING (table_key)"
     " WHERE t.ended <> f.ended LIMIT 1",
     "a game is found under a wrong date"},
    {"SELECT count(*) FROM (SELECT tag, count(*) AS games FROM game_tags GROUP BY tag) AS t"
     " FULL JOIN tag_counts AS c USING (tag)"
     " WHERE coalesce(t.games, 0) <> coalesce(c.games, 0) HAVING count(*) > 0",
     "the counts of tags are wrong"},
    {"SELECT t.table_key FROM tables AS t LEFT JOIN event_chains AS c USING (table_key)"
     " WHERE c.events IS NULL OR c.events <> coalesce((SELECT max(e.number) FROM events AS e"
     " WHERE e.table_key = t.table_key), 0)"
     " OR c.checksum <> coalesce((SELECT e.checksum FROM events AS e"
     " WHERE e.table_key = t.table_key AND e.number = c.events), 0) LIMIT 1",
     "the last events are missing"},
    {"SELECT c.table_key FROM event_chains AS c LEFT JOIN tables AS t USING (table_key)"
     " WHERE t.table_key IS NULL LIMIT 1",
     "events of a table that is missing"},
};

bool store_is_damaged(const struct store *store, const char *what, int64_t where,
                      struct bv_error *error)
{
    struct bv_out out = store_error(store, error);
    bv_put(&out, "is damaged: ");
    bv_put_excerpt(&out, bv_span_of(what), 70);
    if (where > 0) {
        bv_put(&out, " (");
        bv_put_number(&out, where);
        bv_put(&out, ")");
    }
    bv_put(&out, "; keep a copy, restore a backup");
    return false;
}

static bool run_queries(struct store *store, struct bv_error *error)
{
    for (size_t i = 0; i < BV_COUNT(queries); i++) {
        int64_t found = -1;
        if (!store->kind->find(store, queries[i].sql, &found, error)) return false;
        if (found >= 0) return store_is_damaged(store, queries[i].says, found, error);
    }
    return true;
}

/* ---- Checksums ------------------------------------------------------------------------------- */

/* The last row of a chain: its checksum, and the table it belongs to. */
struct link {
    int64_t table, checksum;
};

static bool is_sound(const struct store_part *part, const struct store_row *row, struct link *last)
{
    int64_t stored = row->field[strlen(part->types) - 1].number;
    bool chained = part->checksum == STORE_PART_CHAINED && row->field[0].number == last->table;
    int64_t previous = chained ? last->checksum : 0;
    *last = (struct link){row->field[0].number, stored};
    /* No valid row has such a key; reading cannot continue after it. */
    for (int i = 0; i < part->keys; i++)
        if (part->types[i] == 't' && row->field[i].text.length > STORE_KEY_MAX) return false;
    return checksum_row(part, previous, row) == stored;
}

static bool report_row(const struct store *store, const struct store_part *part,
                       const struct store_row *row, struct bv_error *error)
{
    struct bv_error what;
    struct bv_out out = bv_error_begin(&what);
    store_put_row(&out, part, row);
    bv_put(&out, " is not what was written");
    return store_is_damaged(store, what.text, 0, error);
}

static bool check_rows(struct store *store, const struct store_part *part, struct bv_error *error)
{
    struct link last = {0};
    struct store_place place;
    bool sound = true;
    store_place_begin(&place);
    for (bool more = true; more && sound;) {
        struct store_place here = place;
        struct store_rows rows = store_part_query(store, part, &here, error);
        more = false;
        while (sound && store_rows_next(&rows)) {
            sound = is_sound(part, &rows.row, &last) || report_row(store, part, &rows.row, error);
            if (sound) store_place_go_behind(&place, part, &rows.row);
            more = true;
        }
        if (!store_rows_end(&rows)) return false;
    }
    return sound;
}

bool store_check_content(struct store *store, uint64_t *tables, uint64_t *events,
                         struct bv_error *error)
{
    int64_t count[2] = {0, 0};
    if (!run_queries(store, error)) return false;
    for (size_t i = 0; i < STORE_COPY_PARTS; i++)
        if (store_parts[i].checksum != STORE_PART_OF_KEYS &&
            !check_rows(store, &store_parts[i], error))
            return false;
    bool good = store->kind->find(store, "SELECT count(*) FROM tables", &count[0], error) &&
                store->kind->find(store, "SELECT count(*) FROM events", &count[1], error);
    *tables = (uint64_t)count[0];
    *events = (uint64_t)count[1];
    return good;
}
