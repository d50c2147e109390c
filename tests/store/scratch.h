/*
 * What the tests of the store share: a store's place that comes and goes, plays in a child process, and short ways to
 * write and to count. The tests run twice, with SQLite in a folder and with PostgreSQL in a schema of its own.
 */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <libpq-fe.h>

#include "store/batch.h"
#include "store/store.h"

enum { SCRATCH_PATH = 512 };

struct path {
    char text[SCRATCH_PATH];
};

static inline struct path inside(const char *folder, const char *name)
{
    struct path path;
    struct bv_out out = bv_out_into(path.text, sizeof path.text);
    bv_put(&out, folder);
    bv_put(&out, name[0] ? "/" : "");
    bv_put(&out, name);
    assert_false(out.cut);
    return path;
}

static inline void remove_all(const char *path)
{
    DIR *folder = opendir(path);
    struct dirent *file = NULL;
    while (folder && (file = readdir(folder))) {
        if (strcmp(file->d_name, ".") == 0 || strcmp(file->d_name, "..") == 0) continue;
        remove_all(inside(path, file->d_name).text);
    }
    if (folder) closedir(folder);
    (void)remove(path);
}

static inline int make_folder(void **state)
{
    char *folder = strdup("/tmp/bivouac-store-XXXXXX");
    *state = folder;
    return folder && mkdtemp(folder) ? 0 : -1;
}

static inline int remove_folder(void **state)
{
    if (!*state) return -1;
    (void)chmod(*state, 0700);
    remove_all(*state);
    free(*state);
    return 0;
}

/* ---- Where a store is: a folder, or a schema of the database that BIVOUAC_POSTGRES names ---------------- */

static inline const char *database(void)
{
    const char *where = getenv("BIVOUAC_POSTGRES");
    return where && where[0] ? where : NULL;
}

/* Statements that a test says behind the store's back; `%s` is a name. */
static inline bool say_to(const char *where, const char *format, const char *name)
{
    char sql[512];
    (void)snprintf(sql, sizeof sql, format, name);
    PGconn *connection = PQconnectdb(where);
    PGresult *result = PQexec(connection, "SET client_min_messages = error");
    PQclear(result);
    result = PQexec(connection, sql);
    ExecStatusType status = PQresultStatus(result);
    bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    if (!good) print_error("%s: %s\n", sql, PQerrorMessage(connection));
    PQclear(result);
    PQfinish(connection);
    return good;
}

static inline int make_scratch(void **state)
{
    static int count;
    char name[32];
    char *where = malloc(SCRATCH_PATH);
    if (!database() || !where) {
        free(where);
        return make_folder(state);
    }
    (void)snprintf(name, sizeof name, "s%d_%d", (int)getpid(), ++count);
    (void)snprintf(where, SCRATCH_PATH, "%s&options=-csearch_path%%3D%s", database(), name);
    *state = where;
    return say_to(database(), "CREATE SCHEMA %s", name) ? 0 : -1;
}

static inline int remove_scratch(void **state)
{
    if (!database()) return remove_folder(state);
    const char *name = strrchr(*state, 'D') + 1;
    bool good = say_to(database(), "DROP SCHEMA %s CASCADE", name);
    free(*state);
    return good ? 0 : -1;
}

static inline void skip_it(void **state)
{
    (void)state;
    skip();
}

#define scratch_test(test) cmocka_unit_test_setup_teardown(test, make_scratch, remove_scratch)
/* Of files and their disk: SQLite's alone. */
#define folder_test(test) {#test, database() ? skip_it : (test), make_folder, remove_folder, NULL}

/* ---- In a child process, where cmocka's asserts would return to the wrong place ------------------------ */

static inline void must(bool good, const char *what)
{
    if (good) return;
    (void)fprintf(stderr, "in the child: %s\n", what);
    _exit(1);
}

static inline void in_child(void (*play)(const char *folder), const char *folder)
{
    pid_t child = fork();
    if (child == 0) {
        play(folder);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

static inline struct store *open_store(const char *folder)
{
    struct bv_error error = {""};
    struct store *store = store_open(folder, STORE_WRITE, &error);
    if (!store) print_error("%s\n", error.text);
    assert_non_null(store);
    return store;
}

/* Empties a batch, so that it can be filled again. */
static inline void batch_clear(struct batch *batch)
{
    batch->changes = 0;
    batch->length = 0;
    batch->failed = false;
}

/* Commits and clears. */
static inline void commit(struct store *store, struct batch *batch)
{
    struct bv_error error = {""};
    if (!store_commit(store, batch, &error)) fail_msg("%s", error.text);
    batch_clear(batch);
}

static inline void add_table(struct batch *batch, int64_t table)
{
    char id[ID_SIZE];
    (void)snprintf(id, sizeof id, "t%lld", (long long)table);
    store_batch_table(batch, table, id, "game=chars", 1000 + table);
}

static inline void add_events(struct batch *batch, int64_t table, uint32_t first, uint32_t last)
{
    char line[200];
    for (uint32_t number = first; number <= last; number++) {
        int length = snprintf(line, sizeof line, "event %u of table %lld ..................",
                              (unsigned)number, (long long)table);
        store_batch_event(batch, table, number, 5000 + number,
                          (struct bv_span){line, (size_t)length});
    }
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

/* Counts events and sees that they come 1, 2, 3. */
static inline bool count_event(void *context, uint32_t number, int64_t at, struct bv_span line)
{
    uint32_t *count = context;
    (*count)++;
    return number == *count && at == 5000 + number && line.length > 0;
}

static inline bool events_of(struct store *store, int64_t table, uint32_t *count)
{
    struct bv_error error;
    *count = 0;
    return store_events(store, table, 0, count_event, count, &error);
}
