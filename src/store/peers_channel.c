#include "store/peers_channel.h"

#include <stdio.h>
#include <stdlib.h>

#include "store/postgres.h"
#include "util/clock.h"
#include "util/memory.h"

enum { VALUES = 3 };

struct peers_channel {
    struct postgres *postgres;
    PGnotify *notice; /* the last one returned */
};

/* A statement of an exchange, and the function that reads its rows. */
struct ask {
    const char *sql;
    const char *value[VALUES];
    int values;
    void (*read)(void *context, const PGresult *result);
    void *context;
};

/* Runs some statements as one transaction; they are answered in order. */
static bool exchange(struct peers_channel *channel, const struct ask *ask, size_t count,
                     struct bv_error *error)
{
    struct postgres *postgres = channel->postgres;
    struct bv_error ignored;
    bool good = true;
    for (size_t i = 0; i < count; i++)
        if (!postgres_send_text(postgres, ask[i].sql, ask[i].value, ask[i].values, error))
            return false;
    if (!postgres_end(postgres, error)) return false;
    for (size_t i = 0; i <= count; i++) { /* and that of the end */
        PGresult *answer = postgres_answer(postgres, good ? error : &ignored);
        if (!answer) return false;
        good = good && postgres_is_good(postgres, answer, error);
        if (good && i < count && ask[i].read) ask[i].read(ask[i].context, answer);
        PQclear(answer);
    }
    return good;
}

/* ---- Connecting and leaving ------------------------------------------------------------------ */

/* Nothing written here needs to survive a crash. A node that has vanished must not keep the lead
 * for the hours that a silent connection lives by default. */
static bool settle(struct peers_channel *channel, struct bv_error *error)
{
    static const struct ask asks[] = {
        {.sql = "SET synchronous_commit = off"},
        {.sql = "SET tcp_keepalives_idle = 1"},
        {.sql = "SET tcp_keepalives_interval = 1"},
        {.sql = "SET tcp_keepalives_count = 3"},
        {.sql = "SET tcp_user_timeout = 3000"},
        {.sql = "SET lock_timeout = 1000"},
        {.sql = "SET statement_timeout = 1500"},
        {.sql = "LISTEN bivouac"},
        {.sql = "SELECT pg_advisory_lock_shared(" POSTGRES_OPEN ")"},
    };
    return exchange(channel, asks, BV_COUNT(asks), error);
}

struct peers_channel *peers_channel_open(const char *where, struct bv_error *error)
{
    struct postgres *postgres = postgres_connect(where, STORE_READ, error);
    if (!postgres) return NULL;
    struct peers_channel *channel = memory_new(sizeof *channel);
    channel->postgres = postgres;
    postgres->timeout = POSTGRES_TIMEOUT;
    if (settle(channel, error)) return channel;
    peers_channel_close(channel);
    return NULL;
}

void peers_channel_close(struct peers_channel *channel)
{
    if (!channel) return;
    if (channel->notice) PQfreemem(channel->notice);
    postgres_close(&channel->postgres->store);
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
        bv_copy_text(beat->node[i], NODE_SIZE, PQgetvalue(result, i, 0));
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
    return channel->postgres->connection;
}

int peers_channel_socket(const struct peers_channel *channel)
{
    return PQsocket(channel->postgres->connection);
}

bool peers_channel_read(struct peers_channel *channel, struct bv_error *error)
{
    return postgres_consume(channel->postgres, error);
}

const char *peers_channel_next(struct peers_channel *channel)
{
    PGconn *connection = channel->postgres->connection;
    if (channel->notice) PQfreemem(channel->notice);
    channel->notice = connection ? PQnotifies(connection) : NULL;
    return channel->notice ? channel->notice->extra : NULL;
}
