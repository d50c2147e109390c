#include "server/keeping/inspect.h"

#include <pthread.h>

#include "server/keeping/log.h"
#include "server/memory.h"
#include "server/table.h"

enum { PAGE = 100 };

struct looking {
    struct bv_store *store;
    struct bv_inspection *inspection;
    struct bv_shelf *shelf; /* NULL: not by the rules */
    int64_t last;           /* key of the table that was looked at last */
    uint32_t seen;          /* of this page */
    bool good;              /* the store can be read */
    struct bv_error error;
};

/* ---- One table ---------------------------------------------------------------------------------------------- */

struct folding {
    const struct looking *looking;
    const char *id;
    struct bv_table *table; /* NULL: not by the rules */
    bool sound;
    struct bv_error reason;
};

static bool see_table(void *context, const struct bv_stored_table *stored)
{
    struct folding *folding = context;
    struct bv_setup setup;
    if (!folding->looking->shelf) return false;
    folding->sound =
        bv_setup_restore(stored->setup, folding->looking->shelf, &setup, &folding->reason);
    if (folding->sound) folding->table = bv_table_new(&setup, stored->id);
    return false;
}

static bool see_entry(void *context, uint32_t number, int64_t at, struct bv_span line)
{
    struct folding *folding = context;
    struct bv_deed deed;
    struct bv_effect effect;
    struct bv_error error;
    if (!folding->table) return true;
    folding->sound = bv_deed_read(bv_table_terms(folding->table), line, &deed, &error);
    deed.at = at;
    if (folding->sound) folding->sound = bv_table_take(folding->table, &deed, &effect, &error);
    if (folding->sound) return true;
    struct bv_out out = bv_error_begin(&folding->reason);
    bv_put(&out, "entry ");
    bv_put_number(&out, number);
    bv_put(&out, " does not go by the rules: ");
    bv_put(&out, error.text);
    return false;
}

/* What the store calls damage is that; any other error says that it cannot be read now. */
static bool judge(struct looking *looking, struct folding *folding, bool read,
                  const struct bv_error *error)
{
    if (read) return true;
    if (bv_store_was_damaged(looking->store)) {
        folding->sound = false;
        folding->reason = *error;
    } else {
        looking->good = false;
        looking->error = *error;
    }
    return false;
}

static void inspect_table(struct looking *looking, int64_t table, const char *id)
{
    struct bv_error error = {""};
    struct folding folding = {.looking = looking, .id = id, .sound = true};
    struct bv_inspection *inspection = looking->inspection;
    bool read = bv_store_table(looking->store, NULL, table, see_table, &folding, &error);
    if (judge(looking, &folding, read, &error) && folding.sound) {
        read = bv_store_entries(looking->store, table, 0, see_entry, &folding, &error);
        judge(looking, &folding, read, &error);
    }
    if (folding.table) {
        const struct bv_terms *terms = bv_table_terms(folding.table);
        bv_table_free(folding.table);
        bv_shelf_return(looking->shelf, terms);
    }
    if (!looking->good) return;
    inspection->tables++;
    if (folding.sound) return;
    inspection->damaged++;
    inspection->found(inspection->context, id, folding.reason.text);
}

/* ---- All of them -------------------------------------------------------------------------------------------- */

static bool see_listed(void *context, const struct bv_stored_table *stored)
{
    struct looking *looking = context;
    const struct bv_inspection *inspection = looking->inspection;
    looking->seen++;
    looking->last = stored->table;
    if (inspection->stop && atomic_load(inspection->stop)) return false;
    inspect_table(looking, stored->table, stored->id);
    return looking->good;
}

static bool list_all(struct looking *looking, struct bv_error *error)
{
    do {
        looking->seen = 0;
        if (!bv_store_tables(looking->store, looking->last, PAGE, see_listed, looking, error))
            return false;
    } while (looking->seen == PAGE && looking->good);
    return true;
}

bool bv_inspect(struct bv_store *store, struct bv_inspection *inspection, struct bv_error *error)
{
    struct looking looking = {.store = store, .inspection = inspection, .good = true};
    inspection->tables = inspection->damaged = 0;
    if (inspection->rules) looking.shelf = bv_shelf_new();
    bool good = inspection->all ? list_all(&looking, error)
                                : bv_store_unfinished(store, see_listed, &looking, error);
    if (looking.shelf) bv_shelf_free(looking.shelf);
    if (good && !looking.good) *error = looking.error;
    return good && looking.good;
}

/* ---- While the house is open -------------------------------------------------------------------------------- */

struct bv_inspector {
    pthread_t thread;
    atomic_bool stop;
    char *where;
};

static void log_damage(void *context, const char *id, const char *reason)
{
    struct bv_log_line line;
    (void)context;
    bv_log_begin(&line, BV_LOG_ERROR, "table-is-damaged");
    bv_log_text(&line, "table", id);
    bv_log_text(&line, "reason", reason);
    bv_log_end(&line);
}

static void log_end(const struct bv_inspection *inspection)
{
    struct bv_log_line line;
    bv_log_begin(&line, inspection->damaged ? BV_LOG_ERROR : BV_LOG_INFO, "tables-checked");
    bv_log_number(&line, "unfinished", (int64_t)inspection->tables);
    bv_log_number(&line, "damaged", (int64_t)inspection->damaged);
    bv_log_end(&line);
}

static void *inspect(void *context)
{
    struct bv_inspector *inspector = context;
    struct bv_error error;
    struct bv_inspection inspection = {.stop = &inspector->stop, .found = log_damage};
    struct bv_store *store = bv_store_open(inspector->where, BV_STORE_READ, &error);
    bool good = store && bv_inspect(store, &inspection, &error);
    bv_store_close(store);
    if (!good)
        bv_log_trouble("tables-not-checked", error.text);
    else if (!atomic_load(&inspector->stop))
        log_end(&inspection);
    return NULL;
}

struct bv_inspector *bv_inspector_open(const char *where)
{
    struct bv_inspector *inspector = bv_new(sizeof *inspector);
    inspector->where = bv_text_copy(where, strlen(where));
    if (pthread_create(&inspector->thread, NULL, inspect, inspector) != 0) abort();
    return inspector;
}

void bv_inspector_close(struct bv_inspector *inspector)
{
    if (!inspector) return;
    atomic_store(&inspector->stop, true);
    pthread_join(inspector->thread, NULL);
    free(inspector->where);
    free(inspector);
}
