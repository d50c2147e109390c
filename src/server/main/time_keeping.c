/* The loop's time: it advances with each turn, is stored, and who must know of a jump is told. */
#include "server/base/log.h"
#include "server/main/server.h"
#include "server/tournaments/schedule.h"
#include "util/clock.h"

/* ---- Jumps ----------------------------------------------------------------------------------- */

/* A jump because the server was stopped is logged as information only. */
static void log_jump(const struct game_time *time, int64_t jump, enum log_level level,
                     const char *cause)
{
    struct log_line line;
    log_begin(&line, level, "clock-jump");
    log_number(&line, "milliseconds", jump);
    log_text(&line, "cause", cause);
    if (time->held) log_number(&line, "held", time->held);
    log_end(&line);
}

static void log_confirmed(const struct game_time *before)
{
    struct log_line line;
    log_begin(&line, LOGGED_INFO, "clock-confirmed");
    log_number(&line, "milliseconds", before->held);
    log_end(&line);
}

/* Clients that show a running clock must know that the server's clock was set. */
static void send_now(void *context, struct client *client)
{
    struct server *server = context;
    char text[64];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "type", "now");
    bv_json_number(&out, "now", server_now());
    bv_json_close(&out, '}');
    struct net_buffer *buffer = net_buffer_text((struct bv_span){text, out.length});
    outbox_send(server->outbox, client, buffer, OUTBOX_ANYWAY);
    net_buffer_free(buffer);
}

static void note_jump(struct server *server, const struct game_time *before)
{
    const struct game_time *time = &server->time;
    int64_t jump = (time->wall - time->game) - (before->wall - before->game);
    if (jump >= GAME_TIME_JUMP_LEAST || jump <= -GAME_TIME_JUMP_LEAST) {
        log_jump(time, jump, LOGGED_WARNING,
                 time->opened == before->opened ? "step" : "standstill");
        connections_all(server->connections, send_now, server);
        live_tables_jumped(server->tables, jump);
        schedule_jumped(&server->tournaments);
        server_time_store(server, true);
    } else if (before->held && !time->held) {
        log_confirmed(before);
        server_time_store(server, true);
    }
}

/* ---- Turns of the loop ----------------------------------------------------------------------- */

/* A longer gap between two turns of the loop is a standstill: no player could have moved. */
enum { LONGEST_TURN = 1000 };

static bool read_time(struct game_time *time, struct store *store, int64_t now, bool *found,
                      struct bv_error *error)
{
    char text[GAME_TIME_TEXT];
    game_time_begin(time, now);
    if (!store_setting(store, GAME_TIME_SETTING, text, sizeof text, found, error)) return false;
    if (!*found) return true;
    struct game_time kept;
    if (!game_time_read(&kept, text))
        return bv_error_set(error, "the game time that the store keeps is damaged");
    *time = kept;
    return true;
}

bool server_time_open(struct server *server, struct store *store, struct bv_error *error)
{
    bool found = false;
    int64_t now = clock_wall_milliseconds();
    if (server->peers)
        peers_time(server->peers, &server->time);
    else if (!read_time(&server->time, store, now, &found, error))
        return false;
    int64_t jump = found ? game_time_advance(&server->time, INT64_MAX, LONGEST_TURN, now) : 0;
    if (jump) log_jump(&server->time, jump, LOGGED_INFO, "stopped");
    server->time_kept = server->time.game;
    server_time_set(&server->time);
    return true;
}

/* A node that has not reached the database for too long does not know its game time: the node's
 * game time then stands still. It never goes back. */
static void follow_database(struct server *server)
{
    int64_t game_before = server->time.game;
    bool known = peers_time(server->peers, &server->time);
    if (!known || server->time.game < game_before) server->time.game = game_before;
}

void server_time_turn(struct server *server, int64_t monotonic)
{
    if (!server->peers && !server->turned)
        server->time.wall = clock_wall_milliseconds(); /* starting the server took some time */
    struct game_time before = server->time;
    int64_t elapsed = server->turned ? monotonic - server->turned : 0;
    if (server->peers)
        follow_database(server);
    else
        game_time_advance(&server->time, elapsed, LONGEST_TURN, clock_wall_milliseconds());
    server->turned = monotonic;
    server_time_set(&server->time);
    note_jump(server, &before);
}

void server_time_store(struct server *server, bool now)
{
    enum { INTERVAL = 60 * 1000 };
    char text[GAME_TIME_TEXT];
    if (server->peers || outbox_trouble(server->outbox)[0]) return;
    struct batch *changes = outbox_changes(server->outbox);
    bool due = now || server->time.game - server->time_kept >= INTERVAL;
    if (!due && !store_batch_count(changes)) return;
    server->time_kept = server->time.game;
    game_time_write(&server->time, text);
    store_batch_setting(changes, GAME_TIME_SETTING, text);
}
