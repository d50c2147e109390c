/* Reads everything and checks it, in one snapshot, while others go on writing. */
#include "store/damage.h"
#include "store/postgres.h"
#include "store/verify.h"

enum { CHECK_MS = 3600 * 1000 }; /* a large store takes long */

static const struct store_damage_query referring = {
    "SELECT e.table_key FROM entries AS e LEFT JOIN tables AS t USING (table_key)"
    " WHERE t.table_key IS NULL LIMIT 1",
    "something refers to a table that is missing"};

static bool damaged(const struct postgres *postgres, const char *what, int64_t where,
                    struct bv_error *error)
{
    struct bv_out out = postgres_error(postgres, error);
    bv_put(&out, "is damaged: ");
    bv_put_excerpt(&out, bv_span_of(what), 100);
    if (where > 0) {
        bv_put(&out, " (");
        bv_put_number(&out, where);
        bv_put(&out, ")");
    }
    bv_put(&out, "; keep a copy, restore a backup");
    return false;
}

static bool look_for(struct postgres *postgres, const struct store_damage_query *finding,
                     struct bv_error *error)
{
    int64_t found = -1;
    if (!postgres_find(postgres, finding->sql, &found, error)) return false;
    return found < 0 || damaged(postgres, finding->says, found, error);
}

static bool check_checksums(struct postgres *postgres, struct bv_error *error)
{
    struct bv_error what;
    if (store_verify(&postgres->store, &what, error)) return true;
    return what.text[0] ? damaged(postgres, what.text, 0, error) : false;
}

static bool check(struct postgres *postgres, int64_t *tables, int64_t *entries,
                  struct bv_error *error)
{
    static const char *const begin[] = {
        "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    };
    if (!postgres_run(postgres, begin, BV_COUNT(begin), error)) return false;
    if (!look_for(postgres, &referring, error)) return false;
    for (size_t i = 0; i < STORE_DAMAGE_QUERIES; i++)
        if (!look_for(postgres, &store_damage_queries[i], error)) return false;
    postgres->ready = true; /* for queries that are not prepared */
    return check_checksums(postgres, error) &&
           postgres_find(postgres, "SELECT count(*) FROM tables", tables, error) &&
           postgres_find(postgres, "SELECT count(*) FROM entries", entries, error);
}

bool postgres_check(const char *where, uint64_t *tables, uint64_t *entries, struct bv_error *error)
{
    struct postgres *postgres = postgres_connect(where, STORE_READ, error);
    if (!postgres) return false;
    int64_t count[2] = {0, 0};
    postgres->patience = CHECK_MS;
    bool good = postgres_current(postgres, error) && check(postgres, &count[0], &count[1], error);
    postgres_close(&postgres->store);
    *tables = (uint64_t)count[0];
    *entries = (uint64_t)count[1];
    return good;
}
