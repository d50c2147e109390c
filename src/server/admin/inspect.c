#include "server/admin/inspect.h"

#include <pthread.h>

#include "server/base/log.h"
#include "table/table.h"
#include "util/memory.h"

enum { PAGE = 100 };

struct looking {
    struct store *store;
    struct inspection *inspection;
    struct terms_cache *terms_cache; /* NULL: not by the rules */
    int64_t last;                    /* key of the last table that was examined */
    uint32_t seen;                   /* of this page */
    bool good;                       /* the store can be read */
    struct bv_error error;
};

/* ---- One table ------------------------------------------------------------------------------- */

struct folding {
    const struct looking *looking;
    const char *id;
    struct table *table; /* NULL: not by the rules */
    bool sound;
    struct bv_error reason;
};

static bool note_table(void *context, const struct stored_table *stored)
{
    struct folding *folding = context;
    struct table_setup setup;
    if (!folding->looking->terms_cache) return false;
    folding->sound =
        table_setup_restore(stored->setup, folding->looking->terms_cache, &setup, &folding->reason);
    if (folding->sound) folding->table = table_new(&setup, stored->id);
    return false;
}

static bool note_event(void *context, uint32_t number, int64_t at, struct bv_span line)
{
    struct folding *folding = context;
    struct table_event event;
    struct table_effect effect;
    struct bv_error error;
    if (!folding->table) return true;
    folding->sound = table_event_read(table_terms(folding->table), line, &event, &error);
    event.at = at;
    if (folding->sound) folding->sound = table_apply(folding->table, &event, &effect, &error);
    if (folding->sound) return true;
    struct bv_out out = bv_error_begin(&folding->reason);
    bv_put(&out, "event ");
    bv_put_number(&out, number);
    bv_put(&out, " does not go by the rules: ");
    bv_put(&out, error.text);
    return false;
}

/* Damage that the store reports counts as damage; any other error means that it cannot be read
 * now. */
static bool judge(struct looking *looking, struct folding *folding, bool read,
                  const struct bv_error *error)
{
    if (read) return true;
    if (store_was_damaged(looking->store)) {
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
    struct inspection *inspection = looking->inspection;
    bool read = store_table(looking->store, NULL, table, note_table, &folding, &error);
    if (judge(looking, &folding, read, &error) && folding.sound) {
        read = store_events(looking->store, table, 0, note_event, &folding, &error);
        judge(looking, &folding, read, &error);
    }
    if (folding.table) {
        const struct bv_terms *terms = table_terms(folding.table);
        table_free(folding.table);
        terms_cache_return(looking->terms_cache, terms);
    }
    if (!looking->good) return;
    inspection->tables++;
    if (folding.sound) return;
    inspection->damaged++;
    inspection->found(inspection->context, id, folding.reason.text);
}

/* ---- All tables ------------------------------------------------------------------------------ */

static bool note_listed(void *context, const struct stored_table *stored)
{
    struct looking *looking = context;
    const struct inspection *inspection = looking->inspection;
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
        if (!store_tables(looking->store, looking->last, PAGE, note_listed, looking, error))
            return false;
    } while (looking->seen == PAGE && looking->good);
    return true;
}

static bool list_unfinished(struct looking *looking, struct bv_error *error)
{
    struct store_cursor cursor = {0};
    do {
        if (!store_unfinished(looking->store, &cursor, note_listed, looking, error)) return false;
    } while (cursor.more && looking->good);
    return true;
}

bool inspect_tables(struct store *store, struct inspection *inspection, struct bv_error *error)
{
    struct looking looking = {.store = store, .inspection = inspection, .good = true};
    inspection->tables = inspection->damaged = 0;
    if (inspection->rules) looking.terms_cache = terms_cache_new();
    bool good = inspection->all ? list_all(&looking, error) : list_unfinished(&looking, error);
    if (looking.terms_cache) terms_cache_free(looking.terms_cache);
    if (good && !looking.good) *error = looking.error;
    return good && looking.good;
}

/* ---- While the server runs ------------------------------------------------------------------- */

struct inspector {
    pthread_t thread;
    atomic_bool stop;
    char *where;
};

static void log_damage(void *context, const char *id, const char *reason)
{
    struct log_line line;
    (void)context;
    log_begin(&line, LOGGED_ERROR, "table-is-damaged");
    log_text(&line, "table", id);
    log_text(&line, "reason", reason);
    log_end(&line);
}

static void log_summary(const struct inspection *inspection)
{
    struct log_line line;
    log_begin(&line, inspection->damaged ? LOGGED_ERROR : LOGGED_INFO, "tables-checked");
    log_number(&line, "unfinished", (int64_t)inspection->tables);
    log_number(&line, "damaged", (int64_t)inspection->damaged);
    log_end(&line);
}

static void *inspect(void *context)
{
    struct inspector *inspector = context;
    struct bv_error error;
    struct inspection inspection = {.stop = &inspector->stop, .found = log_damage};
    struct store *store = store_open(inspector->where, STORE_READ, &error);
    bool good = store && inspect_tables(store, &inspection, &error);
    store_close(store);
    if (!good)
        log_trouble("tables-not-checked", error.text);
    else if (!atomic_load(&inspector->stop))
        log_summary(&inspection);
    return NULL;
}

struct inspector *inspector_open(const char *where)
{
    struct inspector *inspector = memory_new(sizeof *inspector);
    inspector->where = memory_copy_text(where, strlen(where));
    if (pthread_create(&inspector->thread, NULL, inspect, inspector) != 0) abort();
    return inspector;
}

void inspector_close(struct inspector *inspector)
{
    if (!inspector) return;
    atomic_store(&inspector->stop, true);
    pthread_join(inspector->thread, NULL);
    free(inspector->where);
    free(inspector);
}
