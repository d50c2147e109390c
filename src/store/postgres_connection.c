#include "store/postgres.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "store/node.h"
#include "util/clock.h"
#include "util/memory.h"

enum {
    CONNECT_MS = 2000, /* how long one host may take to answer */
    AGAIN_MS = 250,    /* between two attempts; meanwhile a call fails at once */
    GLANCE_MS = 60,    /* how long a read waits for a connection: it blocks the event loop */
    TEXT_TYPE = 25,
    NUMBER_TYPE = 20, /* PostgreSQL's own numbers for text and bigint */
};

/* ---- Errors ---------------------------------------------------------------------------------- */

/* The first line of the database's message; after a refused login, only the reason. */
static void put_message(struct bv_out *out, const char *message)
{
    static const char refusal[] = "FATAL:  ";
    const char *reason = strstr(message, refusal);
    if (reason) message = reason + strlen(refusal);
    size_t length = strcspn(message, "\n");
    bv_put(out, " (");
    bv_put_excerpt(out, (struct bv_span){message, length}, 120);
    bv_put(out, ")");
}

/* By the beginning of the error code (SQLSTATE). */
static const struct {
    const char *code;
    const char *words;
} reasons[] = {
    {"53100",
     "the database's disk is full; the change was not saved, all earlier ones were. Free space"},
    {"53300", "the database has no connection left; raise its max_connections"},
    {"53", "the database lacks memory or space"},
    {"25006", "the database may only be read: it is a replica; name the primary"},
    {"28", "the database refuses this user; check user, password and pg_hba.conf"},
    {"3D", "there is no such database; make it with createdb"},
    {"3F", "there is no such schema; make it, or leave out search_path"},
    {"42501", "the user may not do this; make it the owner of the database or schema"},
    {"42P07", "has other tables of the same names; give the server an empty database or schema"},
    {"57014", "the database took too long; check how busy it is"},
    {"57P", "the database is stopping or starting; try again"},
    {"XX", "the database is damaged; see its log, restore a backup"},
    {"58", "the database's disk could not be read or written; see its log"},
};

static bool fail(struct postgres *postgres, const char *code, const char *message,
                 struct bv_error *error)
{
    struct bv_out out = store_error(&postgres->store, error);
    for (size_t i = 0; code && i < BV_COUNT(reasons); i++) {
        if (strncmp(code, reasons[i].code, strlen(reasons[i].code)) != 0) continue;
        bv_put(&out, reasons[i].words);
        put_message(&out, message);
        return false;
    }
    bv_put(&out, "the database says");
    put_message(&out, message);
    return false;
}

static bool lose(struct postgres *postgres, const char *message, struct bv_error *error)
{
    struct bv_out out = store_error(&postgres->store, error);
    bv_put(&out,
           "the database cannot be reached; check that it runs and that its address is right");
    put_message(&out, message);
    postgres->lost = *error;
    postgres_drop(postgres);
    return false;
}

bool postgres_is_good(struct postgres *postgres, const PGresult *answer, struct bv_error *error)
{
    ExecStatusType status = PQresultStatus(answer);
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK || status == PGRES_PIPELINE_SYNC)
        return true;
    const char *code = PQresultErrorField(answer, PG_DIAG_SQLSTATE);
    const char *message = PQresultErrorField(answer, PG_DIAG_MESSAGE_PRIMARY);
    fail(postgres, code, message ? message : "no reason given", error);
    return false;
}

/* ---- Waiting --------------------------------------------------------------------------------- */

/* Waits until the socket can be read (or written), at most so long. */
static bool await_socket(PGconn *connection, short events, int64_t until)
{
    for (;;) {
        int64_t left = until - clock_milliseconds();
        struct pollfd awaited = {.fd = PQsocket(connection), .events = events};
        if (left < 0) return false;
        int count = poll(&awaited, 1, (int)left);
        if (count > 0) return true;
        if (count == 0 || errno != EINTR) return false;
    }
}

bool postgres_consume(struct postgres *postgres, struct bv_error *error)
{
    return PQconsumeInput(postgres->connection) ||
           lose(postgres, PQerrorMessage(postgres->connection), error);
}

/* Waits for the next answer. */
static bool await_answer(struct postgres *postgres, struct bv_error *error)
{
    PGconn *connection = postgres->connection;
    for (;;) {
        int unsent = PQflush(connection);
        if (unsent < 0) return lose(postgres, PQerrorMessage(connection), error);
        if (!PQisBusy(connection)) return true;
        short events = (short)(unsent ? POLLIN | POLLOUT : POLLIN);
        if (!await_socket(connection, events, clock_milliseconds() + postgres->timeout))
            return lose(postgres, "no answer in time", error);
        if (!postgres_consume(postgres, error)) return false;
    }
}

PGresult *postgres_answer(struct postgres *postgres, struct bv_error *error)
{
    /* Between the answers of two statements there is an empty one. */
    for (int i = 0; i < 3; i++) {
        if (!postgres->connection || !await_answer(postgres, error)) return NULL;
        PGresult *answer = PQgetResult(postgres->connection);
        if (answer && PQstatus(postgres->connection) == CONNECTION_OK) return answer;
        if (PQstatus(postgres->connection) != CONNECTION_OK) {
            lose(postgres, PQerrorMessage(postgres->connection), error);
            PQclear(answer);
            return NULL;
        }
    }
    lose(postgres, "fewer answers than statements", error);
    return NULL;
}

bool postgres_finish(struct postgres *postgres, size_t count, struct bv_error *error)
{
    bool good = true;
    struct bv_error ignored;
    for (size_t i = 0; i <= count; i++) { /* and that of the end */
        PGresult *answer = postgres_answer(postgres, good ? error : &ignored);
        if (!answer) return false;
        if (good) good = postgres_is_good(postgres, answer, error);
        PQclear(answer);
    }
    return good;
}

/* ---- Sending --------------------------------------------------------------------------------- */

static bool sent(struct postgres *postgres, int good, struct bv_error *error)
{
    return good || lose(postgres, PQerrorMessage(postgres->connection), error);
}

/* A number as PostgreSQL sends it: eight bytes, big-endian. */
static void put_big_endian(char bytes[8], int64_t number)
{
    for (int i = 0; i < 8; i++) bytes[i] = (char)((uint64_t)number >> (56 - 8 * i));
}

bool postgres_send(struct postgres *postgres, const char *name, const struct store_value *values,
                   int count, struct bv_error *error)
{
    const char *value[STORE_PARAMETERS] = {NULL};
    char number[STORE_PARAMETERS][8];
    int length[STORE_PARAMETERS] = {0};
    int binary[STORE_PARAMETERS] = {0};
    BV_ASSERT(count <= STORE_PARAMETERS);
    for (int i = 0; i < count; i++) {
        bool is_number = values[i].type == 'n';
        put_big_endian(number[i], values[i].number);
        value[i] = is_number ? number[i] : values[i].text.text;
        if (values[i].type == 0) value[i] = NULL;
        length[i] = is_number ? 8 : (int)values[i].text.length;
        binary[i] = 1; /* so that a text has the length it announces, and backslashes are literal */
    }
    return postgres->connection &&
           sent(postgres,
                PQsendQueryPrepared(postgres->connection, name, count, value, length, binary, 0),
                error);
}

bool postgres_send_text(struct postgres *postgres, const char *sql, const char *const *values,
                        int count, struct bv_error *error)
{
    return postgres->connection &&
           sent(postgres,
                PQsendQueryParams(postgres->connection, sql, count, NULL, values, NULL, NULL, 0),
                error);
}

bool postgres_end(struct postgres *postgres, struct bv_error *error)
{
    return postgres->connection && sent(postgres, PQpipelineSync(postgres->connection), error);
}

/* ---- Preparing ------------------------------------------------------------------------------- */

/* A writer waits only briefly for locks of others, and its own locks are released soon when it
 * vanishes. A reader writes nothing that must survive a crash: a claim counts only while its node
 * is alive, a key only once a table that has it is durable, and that is written later. */
static const char writer_settings[] =
    "SELECT set_config('lock_timeout', '250', false),"
    " set_config('plan_cache_mode', 'force_generic_plan', false),"
    " set_config('idle_in_transaction_session_timeout', '1000', false),"
    " set_config('tcp_keepalives_idle', '1', false),"
    " set_config('tcp_keepalives_interval', '1', false),"
    " set_config('tcp_keepalives_count', '3', false),"
    " set_config('tcp_user_timeout', '3000', false),"
    " set_config('synchronous_commit', CASE current_setting('synchronous_commit')"
    " WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)";
static const char reader_settings[] = "SELECT set_config('lock_timeout', '250', false),"
                                      " set_config('plan_cache_mode', 'force_generic_plan', false),"
                                      " set_config('statement_timeout', '10000', false),"
                                      " set_config('synchronous_commit', 'off', false)";

bool postgres_prepare(struct postgres *postgres, const char *name, const char *types,
                      const char *sql, struct bv_error *error)
{
    Oid type[STORE_PARAMETERS];
    int count = (int)strlen(types);
    BV_ASSERT(count <= STORE_PARAMETERS);
    for (int i = 0; i < count; i++) type[i] = types[i] == 't' ? TEXT_TYPE : NUMBER_TYPE;
    return postgres->connection &&
           sent(postgres, PQsendPrepare(postgres->connection, name, sql, count, type), error);
}

static bool prepare_all(struct postgres *postgres, const struct store_statement *list,
                        size_t *count, struct bv_error *error)
{
    for (; list->name; list++, ++*count)
        if (!postgres_prepare(postgres, list->name, list->types, list->sql, error)) return false;
    return true;
}

static bool prepare_readers(struct postgres *postgres, size_t *count, struct bv_error *error)
{
    for (size_t i = 0; i < STORE_READERS; i++, ++*count)
        if (!postgres_prepare(postgres, store_readers[i].name, store_readers[i].types,
                              store_readers[i].sql, error))
            return false;
    return true;
}

static bool prepare_writers(struct postgres *postgres, size_t *count, struct bv_error *error)
{
    for (size_t i = 0; i < STORE_WRITERS; i++) {
        const struct store_writer *writer = &store_writers[i];
        if (!writer->postgres) continue;
        if (!postgres_prepare(postgres, writer->name, WRITE_TYPES, writer->postgres, error))
            return false;
        ++*count;
    }
    return prepare_all(postgres, postgres_commit_statements, count, error);
}

bool postgres_make_ready(struct postgres *postgres, struct bv_error *error)
{
    bool writes = postgres->store.mode != STORE_READ;
    size_t count = 1;
    bool good =
        postgres_send_text(postgres, writes ? writer_settings : reader_settings, NULL, 0, error) &&
        prepare_readers(postgres, &count, error) &&
        prepare_all(postgres, postgres_statements, &count, error) &&
        (!writes || prepare_writers(postgres, &count, error)) && postgres_end(postgres, error) &&
        postgres_finish(postgres, count, error);
    if (!good) postgres_drop(postgres);
    postgres->ready = good;
    return good;
}

/* ---- Connecting ------------------------------------------------------------------------------ */

static void ignore_notice(void *context, const PGresult *result)
{
    (void)context;
    (void)result;
}

void postgres_drop(struct postgres *postgres)
{
    if (postgres->connection) PQfinish(postgres->connection);
    postgres->connection = NULL;
    postgres->ready = false;
    postgres->on_replica = false;
    postgres->host++;
}

/* The part of a list `a,b,c` of that number, modulo their count; *parts is how many there are. */
static void pick(const char *list, unsigned number, char *part, size_t size, unsigned *parts)
{
    struct bv_span rest = bv_span_of(list);
    struct bv_span one = {0};
    *parts = 1;
    for (const char *at = list; *at; at++) *parts += *at == ',';
    for (unsigned i = 0; i <= number % *parts && bv_take_part(&rest, ',', &one); i++) {
    }
    struct bv_out out = bv_out_into(part, size);
    bv_put_span(&out, one);
}

/* Defaults, which the host's address can override. */
static const struct {
    const char *keyword, *value;
} commands[] = {
    {"client_encoding", "UTF8"},  {"tcp_user_timeout", "2000"}, {"keepalives_idle", "1"},
    {"keepalives_interval", "1"}, {"keepalives_count", "2"},
};

/* One attempt connects to one of the hosts in the address: libpq by itself would wait for a silent
 * one for ever. */
static void begin_attempt(struct postgres *postgres, PQconninfoOption *options)
{
    enum { KEYWORDS = 80 };
    const char *keyword[KEYWORDS];
    const char *value[KEYWORDS];
    char host[256];
    char port[16];
    char name[32];
    unsigned hosts = 1;
    unsigned ports = 1;
    size_t count = 0;
    for (PQconninfoOption *option = options; option->keyword && count < KEYWORDS - 2; option++) {
        const char *chosen = option->val;
        for (size_t i = 0; i < BV_COUNT(commands); i++)
            if (!chosen && strcmp(option->keyword, commands[i].keyword) == 0)
                chosen = commands[i].value;
        if (!chosen) continue;
        if (strcmp(option->keyword, "application_name") == 0) continue;
        if (strcmp(option->keyword, "host") == 0) {
            pick(chosen, postgres->host, host, sizeof host, &hosts);
            chosen = host;
        } else if (strcmp(option->keyword, "port") == 0) {
            pick(chosen, postgres->host, port, sizeof port, &ports);
            chosen = port;
        }
        keyword[count] = option->keyword;
        value[count++] = chosen;
    }
    snprintf(name, sizeof name, "bivouac %s", node_name());
    keyword[count] = "application_name";
    value[count++] = name;
    keyword[count] = NULL;
    value[count] = NULL;
    postgres->connection = PQconnectStartParams(keyword, value, 0);
}

static bool start(struct postgres *postgres, struct bv_error *error)
{
    char *trouble = NULL;
    postgres->begun = clock_milliseconds();
    PQconninfoOption *options = PQconninfoParse(postgres->where, &trouble);
    if (!options) {
        struct bv_out out = store_error(&postgres->store, error);
        bv_put(&out, "is not the address of a database");
        put_message(&out, trouble ? trouble : "no memory");
        PQfreemem(trouble);
        return false;
    }
    begin_attempt(postgres, options);
    PQconninfoFree(options);
    if (!postgres->connection) abort();
    PQsetNoticeReceiver(postgres->connection, ignore_notice, NULL);
    return true;
}

enum progress { REACHED, UNDER_WAY, FAILED };

static enum progress go_on(struct postgres *postgres, int64_t until, struct bv_error *error)
{
    PGconn *connection = postgres->connection;
    int64_t end = postgres->begun + CONNECT_MS;
    PostgresPollingStatusType state = PGRES_POLLING_WRITING;
    if (PQstatus(connection) == CONNECTION_BAD) state = PGRES_POLLING_FAILED;
    while (state == PGRES_POLLING_READING || state == PGRES_POLLING_WRITING) {
        short events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT;
        if (!await_socket(connection, events, until < end ? until : end)) {
            if (clock_milliseconds() < end) return UNDER_WAY;
            lose(postgres, "no answer in time", error);
            return FAILED;
        }
        state = PQconnectPoll(connection);
    }
    bool good = state == PGRES_POLLING_OK && PQsetnonblocking(connection, 1) == 0 &&
                PQenterPipelineMode(connection) == 1;
    if (good) return REACHED;
    lose(postgres, PQerrorMessage(connection), error);
    return FAILED;
}

static unsigned count_hosts(const struct postgres *postgres)
{
    unsigned count = 1;
    for (const char *at = postgres->where; *at; at++) count += *at == ',';
    return count;
}

/* Tries one host after the other while the caller has time; a reader continues next time where it
 * stopped. */
static bool reach(struct postgres *postgres, int64_t until, struct bv_error *error)
{
    for (unsigned i = 0; i < 2 * count_hosts(postgres); i++) {
        if (!postgres->connection && !start(postgres, error)) return false;
        switch (go_on(postgres, until, error)) {
        case REACHED: return true;
        case UNDER_WAY: {
            struct bv_out out = store_error(&postgres->store, error);
            bv_put(&out, "the database cannot be reached: it has not answered yet");
            postgres->lost = *error;
            return false;
        }
        default:
            if (clock_milliseconds() >= until || i + 1 >= count_hosts(postgres)) return false;
        }
    }
    return false;
}

bool postgres_reach(struct postgres *postgres, struct bv_error *error)
{
    if (postgres->connection && postgres->ready) return true;
    int64_t now = clock_milliseconds();
    if (!postgres->connection && now < postgres->begun + AGAIN_MS) {
        *error = postgres->lost;
        return false;
    }
    int wait = postgres->store.mode == STORE_READ ? GLANCE_MS : CONNECT_MS;
    /* Frequent callers must not wait each time. */
    if (postgres->store.mode == STORE_READ && now < postgres->last_wait + AGAIN_MS) wait = 0;
    if (wait) postgres->last_wait = now;
    if (!reach(postgres, now + wait, error)) return false;
    return postgres_make_ready(postgres, error);
}

/* ---- Queries --------------------------------------------------------------------------------- */

static bool send_query(struct postgres *postgres, const struct store_statement *statement,
                       const struct store_value *values, bool once, struct bv_error *error)
{
    return (!once || postgres_prepare(postgres, "", statement->types, statement->sql, error)) &&
           postgres_send(postgres, statement->name, values, (int)strlen(statement->types), error) &&
           postgres_end(postgres, error);
}

PGresult *postgres_ask(struct postgres *postgres, const struct store_statement *statement,
                       const struct store_value *values, struct bv_error *error)
{
    bool once = !statement->name[0];
    for (int attempt = 0; attempt < (once ? 1 : 2); attempt++) {
        if (!postgres_reach(postgres, error)) return NULL;
        if (!send_query(postgres, statement, values, once, error)) continue;
        PGresult *prepared = once ? postgres_answer(postgres, error) : NULL;
        bool good = !once || (prepared && postgres_is_good(postgres, prepared, error));
        PQclear(prepared);
        PGresult *answer = postgres->connection ? postgres_answer(postgres, error) : NULL;
        good = good && answer && postgres_is_good(postgres, answer, error);
        struct bv_error ignored;
        if (answer) PQclear(postgres_answer(postgres, &ignored)); /* that of the end */
        if (good) return answer;
        PQclear(answer);
        if (postgres->connection) return NULL;
        /* It was just lost, and may be back at once. */
        postgres->begun = 0;
        postgres->last_wait = 0;
    }
    return NULL;
}

bool postgres_find(struct postgres *postgres, const char *sql, int64_t *number,
                   struct bv_error *error)
{
    if (!postgres_send_text(postgres, sql, NULL, 0, error) || !postgres_end(postgres, error))
        return false;
    PGresult *answer = postgres_answer(postgres, error);
    if (!answer) return false;
    bool good = postgres_is_good(postgres, answer, error);
    if (good && PQntuples(answer) > 0) *number = postgres_number_at(answer, 0, 0);
    PQclear(answer);
    struct bv_error ignored;
    PQclear(postgres_answer(postgres, &ignored));
    return good;
}

bool postgres_run(struct postgres *postgres, const char *const *sql, size_t count,
                  struct bv_error *error)
{
    /* All statements before one end are one transaction. */
    for (size_t i = 0; i < count; i++)
        if (!postgres_send_text(postgres, sql[i], NULL, 0, error)) return false;
    return postgres_end(postgres, error) && postgres_finish(postgres, count, error);
}

int64_t postgres_number_at(const PGresult *answer, int row, int column)
{
    return strtoll(PQgetvalue(answer, row, column), NULL, 10);
}

struct bv_span postgres_text_at(const PGresult *answer, int row, int column)
{
    return (struct bv_span){PQgetvalue(answer, row, column),
                            (size_t)PQgetlength(answer, row, column)};
}

/* ---- Opening --------------------------------------------------------------------------------- */

/* Each of several writers of one process has its own transactions. */
static void name_writer(struct postgres *postgres)
{
    uint32_t random = 0;
    if (getrandom(&random, sizeof random, 0) != (ssize_t)sizeof random) abort();
    snprintf(postgres->writer, sizeof postgres->writer, "%s.%08x", node_name(), (unsigned)random);
}

struct postgres *postgres_connect(const char *where, enum store_mode mode, struct bv_error *error)
{
    if (!libpq_open(error)) return NULL;
    struct postgres *postgres = memory_new(sizeof *postgres);
    postgres->store.kind = &postgres_backend;
    postgres->store.mode = mode;
    struct bv_out name = bv_out_into(postgres->store.name, sizeof postgres->store.name);
    store_put_where(&name, where);
    postgres->where = memory_copy_text(where, strlen(where));
    postgres->timeout = POSTGRES_OPENING_TIMEOUT;
    name_writer(postgres);
    unsigned hosts = count_hosts(postgres);
    if (reach(postgres, clock_milliseconds() + (int64_t)hosts * CONNECT_MS, error)) return postgres;
    postgres_close(&postgres->store);
    return NULL;
}

void postgres_close(struct store *store)
{
    struct postgres *postgres = postgres_of(store);
    if (postgres->connection) PQfinish(postgres->connection);
    free(postgres->step);
    free(postgres->where);
    free(postgres);
}
