/* Reads everything and checks it, at one moment, though others go on writing. */
#include "store/postgres.h"

enum { CHECK_MS = 3600 * 1000 }; /* a large house takes its time */

/* Each finds nothing in a sound store; a row names a table or a count. */
static const struct {
    const char *sql;
    const char *says;
} findings[] = {
    {"SELECT e.table_key FROM entries AS e LEFT JOIN tables AS t USING (table_key)"
     " WHERE t.table_key IS NULL LIMIT 1",
     "something refers to a table that is missing"},
    {"SELECT table_key FROM entries GROUP BY table_key"
     " HAVING min(number) <> 1 OR count(*) <> max(number) LIMIT 1",
     "entries are missing"},
    {"SELECT f.table_key FROM finished AS f JOIN tables AS t USING (table_key)"
     " WHERE t.stage <> 2 LIMIT 1",
     "a finished game is not over"},
    {"SELECT f.table_key FROM finished AS f WHERE NOT EXISTS"
     " (SELECT FROM tags AS t WHERE t.tag = '' AND t.ended = f.ended"
     " AND t.table_key = f.table_key) LIMIT 1",
     "a finished game is not found by searches"},
    {"SELECT t.table_key FROM tags AS t JOIN finished AS f USING (table_key)"
     " WHERE t.ended <> f.ended LIMIT 1",
     "a game is found under a wrong date"},
    {"SELECT count(*) FROM (SELECT tag, count(*) AS games FROM tags GROUP BY tag) AS t"
     " FULL JOIN tag_counts AS c USING (tag)"
     " WHERE coalesce(t.games, 0) <> coalesce(c.games, 0) HAVING count(*) > 0",
     "the counts of tags are wrong"},
};

static bool check(struct bv_postgres *postgres, int64_t *tables, int64_t *entries,
                  struct bv_error *error)
{
    static const char *const begin[] = {
        "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    };
    if (!bv_postgres_run(postgres, begin, BV_COUNT(begin), error)) return false;
    for (size_t i = 0; i < BV_COUNT(findings); i++) {
        int64_t found = -1;
        if (!bv_postgres_find(postgres, findings[i].sql, &found, error)) return false;
        if (found < 0) continue;
        struct bv_out out = bv_postgres_error(postgres, error);
        bv_put(&out, "is damaged: ");
        bv_put(&out, findings[i].says);
        bv_put(&out, " (");
        bv_put_number(&out, found);
        bv_put(&out, "); keep a copy, restore a backup");
        return false;
    }
    return bv_postgres_find(postgres, "SELECT count(*) FROM tables", tables, error) &&
           bv_postgres_find(postgres, "SELECT count(*) FROM entries", entries, error);
}

bool bv_postgres_check(const char *where, uint64_t *tables, uint64_t *entries,
                       struct bv_error *error)
{
    struct bv_postgres *postgres = bv_postgres_connect(where, BV_STORE_READ, error);
    if (!postgres) return false;
    int64_t count[2] = {0, 0};
    postgres->patience = CHECK_MS;
    bool good =
        bv_postgres_current(postgres, error) && check(postgres, &count[0], &count[1], error);
    bv_postgres_close(&postgres->store);
    *tables = (uint64_t)count[0];
    *entries = (uint64_t)count[1];
    return good;
}
