#include "store/kind.h"

static const char missing[] = "this program was built without PostgreSQL; choose a folder";

static struct bv_store *open_database(const char *where, enum bv_store_mode mode,
                                      struct bv_error *error)
{
    (void)where;
    (void)mode;
    bv_error_set(error, missing);
    return NULL;
}

static bool copy_nothing(const char *from, const char *to, struct bv_error *error)
{
    (void)from;
    (void)to;
    return bv_error_set(error, missing);
}

static bool check_nothing(const char *where, uint64_t *tables, uint64_t *entries,
                          struct bv_error *error)
{
    (void)where;
    (void)tables;
    (void)entries;
    return bv_error_set(error, missing);
}

const struct bv_store_kind bv_postgres_kind = {
    .shared = true,
    .open = open_database,
    .backup = copy_nothing,
    .restore = copy_nothing,
    .check = check_nothing,
};
