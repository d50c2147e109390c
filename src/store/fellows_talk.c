#include "store/fellows_talk.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/libpq.h"
#include "store/postgres_checksum.h"

enum { PATIENCE = 2000, VALUES = 3 };

struct bv_talk {
    PGconn *connection;
    PGnotify *heard; /* the last that was given out */
    bool broken;     /* whose turn it is to speak is not known any more */
};

/* A statement of an exchange: what it asks, and who reads its rows. */
struct ask {
    const char *sql;
    const char *value[VALUES];
    int values;
    void (*read)(void *context, const PGresult *result);
    void *context;
};

int64_t bv_talk_microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t bv_talk_clock(void)
{
    return bv_talk_microseconds() / 1000;
}

static bool fail(struct bv_error *error, const char *reason)
{
    struct bv_out out = bv_error_begin(error);
    size_t length = 0;
    while (reason[length] && reason[length] != '\n') length++; /* the first line says it */
    bv_put(&out, "PostgreSQL: ");
    bv_put_excerpt(&out, (struct bv_span){reason, length}, 200);
    return false;
}

/* Waits until the socket has something, or until it is too late. */
static bool await(PGconn *connection, short events, int64_t deadline)
{
    int64_t left = deadline - bv_talk_clock();
    struct pollfd door = {.fd = PQsocket(connection), .events = events};
    return left > 0 && poll(&door, 1, (int)left) >= 0;
}

/* The next result, NULL between two statements; `late` if it did not come in time. */
static PGresult *next_result(PGconn *connection, int64_t deadline, bool *late)
{
    for (;;) {
        int unsent = PQflush(connection);
        if (!unsent && !PQisBusy(connection)) return PQgetResult(connection);
        short events = (short)(unsent ? POLLIN | POLLOUT : POLLIN);
        *late = unsent < 0 || !await(connection, events, deadline) || !PQconsumeInput(connection);
        if (*late) return NULL;
    }
}

static bool is_good(const PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);
    return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK || status == PGRES_PIPELINE_SYNC;
}

static bool break_off(struct bv_talk *talk, struct bv_error *error, const char *reason)
{
    talk->broken = true;
    return fail(error, reason);
}

/* Reads what comes until all has come; statements are answered in their order. */
static bool read_answers(struct bv_talk *talk, const struct ask *ask, size_t count,
                         struct bv_error *error)
{
    PGconn *connection = talk->connection;
    int64_t deadline = bv_talk_clock() + PATIENCE;
    bool good = true;
    bool late = false;
    for (size_t i = 0; i <= count;) {
        PGresult *result = next_result(connection, deadline, &late);
        if (PQstatus(connection) != CONNECTION_OK) {
            PQclear(result);
            return break_off(talk, error, PQerrorMessage(connection));
        }
        if (late) return break_off(talk, error, "no answer in time");
        if (!result) continue;
        if (good && !is_good(result)) good = fail(error, PQresultErrorMessage(result));
        if (good && i < count && ask[i].read) ask[i].read(ask[i].context, result);
        PQclear(result);
        i++;
    }
    return good;
}

/* Some statements as one transaction. */
static bool exchange(struct bv_talk *talk, const struct ask *ask, size_t count,
                     struct bv_error *error)
{
    PGconn *connection = talk->connection;
    for (size_t i = 0; i < count; i++)
        if (!PQsendQueryParams(connection, ask[i].sql, ask[i].values, NULL, ask[i].value, NULL,
                               NULL, 0))
            return break_off(talk, error, PQerrorMessage(connection));
    if (!PQpipelineSync(connection)) return break_off(talk, error, PQerrorMessage(connection));
    return read_answers(talk, ask, count, error);
}

/* ---- Coming and going ------------------------------------------------------------------------------------------ */

static void ignore_notice(void *context, const PGresult *result)
{
    (void)context;
    (void)result;
}

/* Nothing said here needs to outlive a crash. A node that vanished must not keep the lead for the hours that a silent
 * connection lives by default. */
static bool settle(struct bv_talk *talk, struct bv_error *error)
{
    static const struct ask asks[] = {
        {.sql = "SET synchronous_commit = off"},    {.sql = "SET tcp_keepalives_idle = 1"},
        {.sql = "SET tcp_keepalives_interval = 1"}, {.sql = "SET tcp_keepalives_count = 3"},
        {.sql = "SET tcp_user_timeout = 3000"},     {.sql = "SET lock_timeout = 1000"},
        {.sql = "SET statement_timeout = 1500"},    {.sql = "LISTEN bivouac"},
    };
    return exchange(talk, asks, BV_COUNT(asks), error);
}

struct bv_talk *bv_talk_open(const char *where, struct bv_error *error)
{
    char name[32];
    if (!bv_libpq_open(error)) return NULL;
    snprintf(name, sizeof name, "bivouac %s", bv_node());
    const char *keyword[] = {"dbname",
                             "application_name",
                             "connect_timeout",
                             "client_encoding",
                             "tcp_user_timeout",
                             "keepalives_idle",
                             "keepalives_interval",
                             "keepalives_count",
                             NULL};
    const char *value[] = {where, name, "2", "UTF8", "2000", "1", "1", "2", NULL};
    struct bv_talk *talk = calloc(1, sizeof *talk);
    if (!talk) abort();
    talk->connection = PQconnectdbParams(keyword, value, 1);
    PQsetNoticeReceiver(talk->connection, ignore_notice, NULL);
    bool good = PQstatus(talk->connection) == CONNECTION_OK &&
                PQsetnonblocking(talk->connection, 1) == 0 &&
                PQenterPipelineMode(talk->connection) == 1;
    if (!good)
        fail(error, PQerrorMessage(talk->connection));
    else
        good = settle(talk, error);
    if (good) return talk;
    bv_talk_close(talk);
    return NULL;
}

void bv_talk_close(struct bv_talk *talk)
{
    if (!talk) return;
    if (talk->heard) PQfreemem(talk->heard);
    PQfinish(talk->connection);
    free(talk);
}

void bv_talk_leave(struct bv_talk *talk)
{
    struct bv_error error;
    const struct ask ask = {
        .sql = "UPDATE nodes SET beat = beat - interval '1 minute' WHERE node = $1",
        .value = {bv_node()},
        .values = 1};
    exchange(talk, &ask, 1, &error);
}

/* ---- Beats ------------------------------------------------------------------------------------------------------- */

static void read_nodes(void *context, const PGresult *result)
{
    struct bv_beat *beat = context;
    int count = PQntuples(result) < BV_TALK_NODES ? PQntuples(result) : BV_TALK_NODES;
    beat->nodes = (uint32_t)count;
    for (int i = 0; i < count; i++) {
        struct bv_out out = bv_out_into(beat->node[i], BV_NODE_SIZE);
        bv_put(&out, PQgetvalue(result, i, 0));
    }
}

static void read_lead(void *context, const PGresult *result)
{
    struct bv_beat *beat = context;
    beat->leads = PQntuples(result) && PQgetvalue(result, 0, 0)[0] == 't';
}

/* One lock for the house, whichever schema of the database it lives in. */
#define LEAD "hashtext('bivouac leads ' || current_schema())"

#define NOW "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

/* The database's clock, and the game time that is stored ("": none). */
struct clocks {
    int64_t wall;
    char stored[BV_GAME_TIME_TEXT];
};

static void read_clocks(void *context, const PGresult *result)
{
    struct clocks *clocks = context;
    if (!PQntuples(result)) return;
    struct bv_out out = bv_out_into(clocks->stored, sizeof clocks->stored);
    clocks->wall = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    bv_put(&out, PQgetvalue(result, 0, 1));
}

static bool look_at_clocks(struct bv_talk *talk, struct clocks *clocks, struct bv_beat *beat,
                           struct bv_error *error)
{
    const struct ask ask = {
        .sql =
            "SELECT " NOW ", (SELECT value FROM settings WHERE name = '" BV_GAME_TIME_SETTING "')",
        .read = read_clocks,
        .context = clocks};
    int64_t before = bv_talk_microseconds();
    if (!exchange(talk, &ask, 1, error)) return false;
    beat->trip = bv_talk_microseconds() - before;
    beat->shift = clocks->wall - (before + beat->trip / 2) / 1000;
    return true;
}

/* What passed since the last beat of any node cannot be longer than what passed since this node's own last: if the
 * database's clock says so, or has gone back, it was set, and what passed is known from where it stood before that. */
static int64_t time_between_beats(int64_t wall, int64_t now, const struct bv_last_beat *last,
                                  const struct bv_beat *beat)
{
    enum { SLACK = 250 };
    int64_t most = bv_talk_clock() - last->at + SLACK + beat->trip / 1000;
    int64_t lapse = now - wall;
    if (lapse >= 0 && lapse <= most) return lapse;
    int64_t unset = bv_talk_clock() + last->shift - wall;
    return unset >= 0 && unset <= most ? unset : 0;
}

/* Advances game time, and writes what is to be stored. A node that has just come to others, as it seems, believes them, and
 * leaves what is stored as it is: should nobody live, its next beat finds that too much time has passed. */
static bool advance_time(const struct clocks *clocks, const struct bv_last_beat *last,
                         struct bv_beat *beat, char text[BV_GAME_TIME_TEXT], struct bv_error *error)
{
    struct bv_game_time *time = &beat->time;
    if (!clocks->stored[0]) {
        bv_game_time_begin(time, clocks->wall);
        bv_game_time_write(time, text);
        return true;
    }
    if (!bv_game_time_read(time, clocks->stored))
        return bv_error_set(error, "PostgreSQL: the game time that is stored is damaged");
    int64_t lapse = clocks->wall - time->wall;
    bool has_come = !last->at && lapse >= 0 && lapse <= BV_TALK_LONGEST;
    if (has_come) bv_game_time_write(time, text);
    int64_t elapsed = last->at ? time_between_beats(time->wall, clocks->wall, last, beat) : lapse;
    bv_game_time_advance(time, elapsed, BV_TALK_LONGEST, clocks->wall);
    if (!has_come) bv_game_time_write(time, text);
    return true;
}

static void read_counted(void *context, const PGresult *result)
{
    struct bv_beat *beat = context;
    beat->counted = PQntuples(result) > 0;
}

static bool ask_for_lead(struct bv_talk *talk, struct bv_beat *beat, struct bv_error *error)
{
    const struct ask ask = {
        .sql = "SELECT pg_try_advisory_lock(" LEAD ")", .read = read_lead, .context = beat};
    return exchange(talk, &ask, 1, error);
}

/* Beats bear game time: a clock that is set makes nobody look dead, and nobody alive. */
#define BEAT(value) "to_timestamp((" value "::bigint) / 1000.0)"

/* Who holds the lead and has shown no life for three seconds is frozen: it loses its connection, and with it the lead. */
static bool wrest_lead(struct bv_talk *talk, const char *game, struct bv_error *error)
{
    const struct ask ask = {
        .sql = "SELECT pg_terminate_backend(l.pid)"
               " FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid"
               " JOIN nodes n ON a.application_name = 'bivouac ' || n.node"
               " WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1"
               " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
               " AND ((l.classid::bigint << 32) | l.objid::bigint) = " LEAD
               " AND n.beat < " BEAT("$1") " - interval '3 seconds'",
        .value = {game},
        .values = 1};
    return exchange(talk, &ask, 1, error);
}

static bool keep_lead(struct bv_talk *talk, const char *game, struct bv_error *error)
{
    const struct ask sweep = {
        .sql = "DELETE FROM nodes WHERE beat < " BEAT("$1") " - interval '1 day'",
        .value = {game},
        .values = 1};
    return exchange(talk, &sweep, 1, error);
}

bool bv_talk_beat(struct bv_talk *talk, const char *address, const struct bv_last_beat *last,
                  struct bv_beat *beat, struct bv_error *error)
{
    struct clocks clocks = {0};
    char time[BV_GAME_TIME_TEXT];
    char game[24];
    beat->leads = last->leads;
    if (!look_at_clocks(talk, &clocks, beat, error) ||
        !advance_time(&clocks, last, beat, time, error))
        return false;
    snprintf(game, sizeof game, "%lld", (long long)beat->time.game);
    const struct ask asks[] = {
        /* Of nodes that beat at once one advances it; the others read that with their next beat. */
        {.sql = "INSERT INTO settings (name, value, checksum) SELECT name, value,"
                " " BV_POSTGRES_SUM_SETTING(
                    "name",
                    "value") " FROM (SELECT"
                             " '" BV_GAME_TIME_SETTING "'::text AS name, $1::text AS value) AS n"
                             " ON CONFLICT (name) DO UPDATE SET value = excluded.value,"
                             " checksum = excluded.checksum WHERE settings.value = $2 RETURNING 1",
         .value = {time, clocks.stored},
         .values = 2,
         .read = read_counted,
         .context = beat},
        {.sql = "INSERT INTO nodes (node, beat, address) VALUES ($1, " BEAT(
             "$3") ", $2)"
                   " ON CONFLICT (node) DO UPDATE SET beat = excluded.beat,"
                   " address = excluded.address",
         .value = {bv_node(), address, game},
         .values = 3},
        {.sql = "SELECT node FROM nodes WHERE beat > " BEAT("$1") " - interval '3 seconds'"
                                                                  " ORDER BY node",
         .value = {game},
         .values = 1,
         .read = read_nodes,
         .context = beat},
    };
    if (!exchange(talk, asks, BV_COUNT(asks), error)) return false;
    if (last->leads) return keep_lead(talk, game, error);
    return ask_for_lead(talk, beat, error) && (beat->leads || wrest_lead(talk, game, error));
}

/* ---- Saying and hearing --------------------------------------------------------------------------------------------- */

bool bv_talk_notify(struct bv_talk *talk, const char *const *payload, size_t count,
                    struct bv_error *error)
{
    struct ask asks[BV_TALK_GROUP];
    BV_ASSERT(count <= BV_TALK_GROUP);
    for (size_t i = 0; i < count; i++)
        asks[i] = (struct ask){
            .sql = "SELECT pg_notify('bivouac', $1)", .value = {payload[i]}, .values = 1};
    /* Words that the database will not carry are dropped; the connection is as good as before. */
    exchange(talk, asks, count, error);
    return !talk->broken;
}

int bv_talk_socket(const struct bv_talk *talk)
{
    return PQsocket(talk->connection);
}

bool bv_talk_read(struct bv_talk *talk, struct bv_error *error)
{
    if (PQconsumeInput(talk->connection)) return true;
    return fail(error, PQerrorMessage(talk->connection));
}

const char *bv_talk_next(struct bv_talk *talk)
{
    if (talk->heard) PQfreemem(talk->heard);
    talk->heard = PQnotifies(talk->connection);
    return talk->heard ? talk->heard->extra : NULL;
}
