#include "store/peers_channel.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/libpq.h"
#include "util/clock.h"

enum { PATIENCE = 2000, VALUES = 3 };

struct peers_channel {
    PGconn *connection;
    PGnotify *heard; /* the last one returned */
    bool broken;     /* the protocol state is unknown: the connection cannot be used any more */
};

/* A statement of an exchange, and the function that reads its rows. */
struct ask {
    const char *sql;
    const char *value[VALUES];
    int values;
    void (*read)(void *context, const PGresult *result);
    void *context;
};

static bool fail(struct bv_error *error, const char *reason)
{
    struct bv_out out = bv_error_begin(error);
    size_t length = 0;
    while (reason[length] && reason[length] != '\n') length++; /* the first line is enough */
    bv_put(&out, "PostgreSQL: ");
    bv_put_excerpt(&out, (struct bv_span){reason, length}, 200);
    return false;
}

/* Waits until the socket has input, or the deadline has passed. */
static bool await(PGconn *connection, short events, int64_t deadline)
{
    int64_t left = deadline - clock_milliseconds();
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

static bool break_off(struct peers_channel *channel, struct bv_error *error, const char *reason)
{
    channel->broken = true;
    return fail(error, reason);
}

/* Reads all answers; statements are answered in order. */
static bool read_answers(struct peers_channel *channel, const struct ask *ask, size_t count,
                         struct bv_error *error)
{
    PGconn *connection = channel->connection;
    int64_t deadline = clock_milliseconds() + PATIENCE;
    bool good = true;
    bool late = false;
    for (size_t i = 0; i <= count;) {
        PGresult *result = next_result(connection, deadline, &late);
        if (PQstatus(connection) != CONNECTION_OK) {
            PQclear(result);
            return break_off(channel, error, PQerrorMessage(connection));
        }
        if (late) return break_off(channel, error, "no answer in time");
        if (!result) continue;
        if (good && !is_good(result)) good = fail(error, PQresultErrorMessage(result));
        if (good && i < count && ask[i].read) ask[i].read(ask[i].context, result);
        PQclear(result);
        i++;
    }
    return good;
}

/* Runs some statements as one transaction. */
static bool exchange(struct peers_channel *channel, const struct ask *ask, size_t count,
                     struct bv_error *error)
{
    PGconn *connection = channel->connection;
    for (size_t i = 0; i < count; i++)
        if (!PQsendQueryParams(connection, ask[i].sql, ask[i].values, NULL, ask[i].value, NULL,
                               NULL, 0))
            return break_off(channel, error, PQerrorMessage(connection));
    if (!PQpipelineSync(connection)) return break_off(channel, error, PQerrorMessage(connection));
    return read_answers(channel, ask, count, error);
}

/* ---- Connecting and leaving ------------------------------------------------------------------ */

static void ignore_notice(void *context, const PGresult *result)
{
    (void)context;
    (void)result;
}

/* Nothing written here needs to survive a crash. A node that has vanished must not keep the lead
 * for the hours that a silent connection lives by default. */
static bool settle(struct peers_channel *channel, struct bv_error *error)
{
    static const struct ask asks[] = {
        {.sql = "SET synchronous_commit = off"},    {.sql = "SET tcp_keepalives_idle = 1"},
        {.sql = "SET tcp_keepalives_interval = 1"}, {.sql = "SET tcp_keepalives_count = 3"},
        {.sql = "SET tcp_user_timeout = 3000"},     {.sql = "SET lock_timeout = 1000"},
        {.sql = "SET statement_timeout = 1500"},    {.sql = "LISTEN bivouac"},
    };
    return exchange(channel, asks, BV_COUNT(asks), error);
}

struct peers_channel *peers_channel_open(const char *where, struct bv_error *error)
{
    char name[32];
    if (!libpq_open(error)) return NULL;
    snprintf(name, sizeof name, "bivouac %s", node_name());
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
    struct peers_channel *channel = calloc(1, sizeof *channel);
    if (!channel) abort();
    channel->connection = PQconnectdbParams(keyword, value, 1);
    PQsetNoticeReceiver(channel->connection, ignore_notice, NULL);
    bool good = PQstatus(channel->connection) == CONNECTION_OK &&
                PQsetnonblocking(channel->connection, 1) == 0 &&
                PQenterPipelineMode(channel->connection) == 1;
    if (!good)
        fail(error, PQerrorMessage(channel->connection));
    else
        good = settle(channel, error);
    if (good) return channel;
    peers_channel_close(channel);
    return NULL;
}

void peers_channel_close(struct peers_channel *channel)
{
    if (!channel) return;
    if (channel->heard) PQfreemem(channel->heard);
    PQfinish(channel->connection);
    free(channel);
}

void peers_channel_leave(struct peers_channel *channel)
{
    struct bv_error error;
    const struct ask ask = {
        .sql = "UPDATE nodes SET heartbeat = heartbeat - interval '1 minute' WHERE node = $1",
        .value = {node_name()},
        .values = 1};
    exchange(channel, &ask, 1, &error);
}

/* ---- Heartbeats ------------------------------------------------------------------------------ */

static void read_nodes(void *context, const PGresult *result)
{
    struct peers_heartbeat *beat = context;
    int count = PQntuples(result) < PEERS_CHANNEL_NODES ? PQntuples(result) : PEERS_CHANNEL_NODES;
    beat->nodes = (uint32_t)count;
    for (int i = 0; i < count; i++) {
        struct bv_out out = bv_out_into(beat->node[i], NODE_SIZE);
        bv_put(&out, PQgetvalue(result, i, 0));
    }
}

static void read_lead(void *context, const PGresult *result)
{
    struct peers_heartbeat *beat = context;
    beat->leads = PQntuples(result) && PQgetvalue(result, 0, 0)[0] == 't';
}

/* One lock per server: the schema is part of its key. */
#define LEAD "hashtext('bivouac leads ' || current_schema())"

#define NOW "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

/* The database's clock, and the stored game time ("": none). */
struct clocks {
    int64_t wall;
    char stored[GAME_TIME_TEXT];
};

static void read_clocks(void *context, const PGresult *result)
{
    struct clocks *clocks = context;
    if (!PQntuples(result)) return;
    struct bv_out out = bv_out_into(clocks->stored, sizeof clocks->stored);
    clocks->wall = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    bv_put(&out, PQgetvalue(result, 0, 1));
}

static bool look_at_clocks(struct peers_channel *channel, struct clocks *clocks,
                           struct peers_heartbeat *beat, struct bv_error *error)
{
    const struct ask ask = {
        .sql = "SELECT " NOW ", (SELECT value FROM settings WHERE name = '" GAME_TIME_SETTING "')",
        .read = read_clocks,
        .context = clocks};
    int64_t before = clock_microseconds();
    if (!exchange(channel, &ask, 1, error)) return false;
    beat->trip = clock_microseconds() - before;
    beat->shift = clocks->wall - (before + beat->trip / 2) / 1000;
    return true;
}

/* The time since the last heartbeat of any node cannot be longer than the time since this node's
 * own last one. If the database's clock says so, or has gone back, it was set, and the elapsed time
 * is computed from where it stood before that. */
static int64_t time_between_beats(int64_t wall, int64_t now,
                                  const struct peers_channel_last_beat *last,
                                  const struct peers_heartbeat *beat)
{
    enum { SLACK = 250 };
    int64_t most = clock_milliseconds() - last->at + SLACK + beat->trip / 1000;
    int64_t lapse = now - wall;
    if (lapse >= 0 && lapse <= most) return lapse;
    int64_t unset = clock_milliseconds() + last->shift - wall;
    return unset >= 0 && unset <= most ? unset : 0;
}

/* Advances game time, and writes the value to be stored. A node that has just joined others, as it
 * seems, accepts their value and does not change it: if no other node is alive, its next heartbeat
 * finds that too much time has passed. */
static bool advance_time(const struct clocks *clocks, const struct peers_channel_last_beat *last,
                         struct peers_heartbeat *beat, char text[GAME_TIME_TEXT],
                         struct bv_error *error)
{
    struct game_time *time = &beat->time;
    if (!clocks->stored[0]) {
        game_time_begin(time, clocks->wall);
        game_time_write(time, text);
        return true;
    }
    if (!game_time_read(time, clocks->stored))
        return bv_error_set(error, "PostgreSQL: the stored game time is damaged");
    int64_t lapse = clocks->wall - time->wall;
    bool has_come = !last->at && lapse >= 0 && lapse <= PEERS_CHANNEL_BEAT_LONGEST;
    if (has_come) game_time_write(time, text);
    int64_t elapsed = last->at ? time_between_beats(time->wall, clocks->wall, last, beat) : lapse;
    game_time_advance(time, elapsed, PEERS_CHANNEL_BEAT_LONGEST, clocks->wall);
    if (!has_come) game_time_write(time, text);
    return true;
}

static void read_counted(void *context, const PGresult *result)
{
    struct peers_heartbeat *beat = context;
    beat->counted = PQntuples(result) > 0;
}

static bool ask_for_lead(struct peers_channel *channel, struct peers_heartbeat *beat,
                         struct bv_error *error)
{
    const struct ask ask = {
        .sql = "SELECT pg_try_advisory_lock(" LEAD ")", .read = read_lead, .context = beat};
    return exchange(channel, &ask, 1, error);
}

/* Heartbeats are dated in game time: setting a clock makes no node look dead or alive. */
#define BEAT(value) "to_timestamp((" value "::bigint) / 1000.0)"

/* A leader without a heartbeat for three seconds is frozen: its connection is terminated, and with
 * it the lead ends. */
static bool wrest_lead(struct peers_channel *channel, const char *game, struct bv_error *error)
{
    const struct ask ask = {
        .sql = "SELECT pg_terminate_backend(l.pid)"
               " FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid"
               " JOIN nodes n ON a.application_name = 'bivouac ' || n.node"
               " WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1"
               " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
               " AND ((l.classid::bigint << 32) | l.objid::bigint) = " LEAD
               " AND n.heartbeat < " BEAT("$1") " - interval '3 seconds'",
        .value = {game},
        .values = 1};
    return exchange(channel, &ask, 1, error);
}

static bool keep_lead(struct peers_channel *channel, const char *game, struct bv_error *error)
{
    const struct ask sweep = {
        .sql = "DELETE FROM nodes WHERE heartbeat < " BEAT("$1") " - interval '1 day'",
        .value = {game},
        .values = 1};
    return exchange(channel, &sweep, 1, error);
}

bool peers_channel_heartbeat(struct peers_channel *channel, const char *address,
                             const struct peers_channel_last_beat *last,
                             struct peers_heartbeat *beat, struct bv_error *error)
{
    struct clocks clocks = {0};
    char time[GAME_TIME_TEXT];
    char game[24];
    beat->leads = last->leads;
    if (!look_at_clocks(channel, &clocks, beat, error) ||
        !advance_time(&clocks, last, beat, time, error))
        return false;
    snprintf(game, sizeof game, "%lld", (long long)beat->time.game);
    const struct ask asks[] = {
        /* Of nodes that send a heartbeat at once one advances it; the others read the new value
         * with their next heartbeat. */
        {.sql = "INSERT INTO settings (name, value, checksum) SELECT name, value,"
                " row_checksum(0, name, value) FROM (SELECT"
                " '" GAME_TIME_SETTING "'::text AS name, $1::text AS value) AS n"
                " ON CONFLICT (name) DO UPDATE SET value = excluded.value,"
                " checksum = excluded.checksum WHERE settings.value = $2 RETURNING 1",
         .value = {time, clocks.stored},
         .values = 2,
         .read = read_counted,
         .context = beat},
        {.sql = "INSERT INTO nodes (node, heartbeat, address) VALUES ($1, " BEAT(
             "$3") ", $2)"
                   " ON CONFLICT (node) DO UPDATE SET heartbeat = excluded.heartbeat,"
                   " address = excluded.address",
         .value = {node_name(), address, game},
         .values = 3},
        {.sql = "SELECT node FROM nodes WHERE heartbeat > " BEAT("$1") " - interval '3 seconds'"
                                                                       " ORDER BY node",
         .value = {game},
         .values = 1,
         .read = read_nodes,
         .context = beat},
    };
    if (!exchange(channel, asks, BV_COUNT(asks), error)) return false;
    if (last->leads) return keep_lead(channel, game, error);
    return ask_for_lead(channel, beat, error) && (beat->leads || wrest_lead(channel, game, error));
}

/* ---- Sending and receiving ------------------------------------------------------------------- */

bool peers_channel_notify(struct peers_channel *channel, const char *const *payload, size_t count,
                          struct bv_error *error)
{
    struct ask asks[PEERS_CHANNEL_GROUP];
    BV_ASSERT(count <= PEERS_CHANNEL_GROUP);
    for (size_t i = 0; i < count; i++)
        asks[i] = (struct ask){
            .sql = "SELECT pg_notify('bivouac', $1)", .value = {payload[i]}, .values = 1};
    /* Messages that the database rejects are dropped; the connection stays usable. */
    exchange(channel, asks, count, error);
    return !channel->broken;
}

int peers_channel_socket(const struct peers_channel *channel)
{
    return PQsocket(channel->connection);
}

bool peers_channel_read(struct peers_channel *channel, struct bv_error *error)
{
    if (PQconsumeInput(channel->connection)) return true;
    return fail(error, PQerrorMessage(channel->connection));
}

const char *peers_channel_next(struct peers_channel *channel)
{
    if (channel->heard) PQfreemem(channel->heard);
    channel->heard = PQnotifies(channel->connection);
    return channel->heard ? channel->heard->extra : NULL;
}
