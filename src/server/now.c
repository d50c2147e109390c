#include "server/now.h"

#include <stdatomic.h>
#include <time.h>

#include "server/evenings/hall.h"
#include "server/keeping/log.h"
#include "server/rooms.h"

/* ---- What time it is ----------------------------------------------------------------------------------------------- */

static atomic_int_fast64_t wall, game, confirmed; /* nought: nobody has set them */

int64_t bv_machine_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int64_t look_at(atomic_int_fast64_t *scale)
{
    int64_t moment = atomic_load(scale);
    return moment ? moment : bv_machine_now();
}

int64_t bv_now(void)
{
    return look_at(&wall);
}

int64_t bv_game_now(void)
{
    return look_at(&game);
}

int64_t bv_confirmed_now(void)
{
    return look_at(&confirmed);
}

static void set(const struct bv_game_time *time)
{
    atomic_store(&wall, time->wall);
    atomic_store(&game, time->game);
    atomic_store(&confirmed, time->wall - time->held);
}

/* ---- Jumps --------------------------------------------------------------------------------------------------------- */

/* That a house was closed is no trouble. */
static void log_jump(const struct bv_game_time *time, int64_t jump, enum bv_log_level level,
                     const char *cause)
{
    struct bv_log_line line;
    bv_log_begin(&line, level, "clock-jump");
    bv_log_number(&line, "milliseconds", jump);
    bv_log_text(&line, "cause", cause);
    if (time->held) bv_log_number(&line, "held", time->held);
    bv_log_end(&line);
}

static void log_confirmed(const struct bv_game_time *before)
{
    struct bv_log_line line;
    bv_log_begin(&line, BV_LOG_INFO, "clock-confirmed");
    bv_log_number(&line, "milliseconds", before->held);
    bv_log_end(&line);
}

/* Whoever shows a running clock must know that ours has been set. */
static void tell_now(void *context, struct bv_client *client)
{
    struct bv_house *house = context;
    char text[64];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "type", "now");
    bv_json_number(&out, "now", bv_now());
    bv_json_close(&out, '}');
    struct bv_parcel *parcel = bv_parcel_text((struct bv_span){text, out.length});
    bv_post_tell(house->post, client, parcel);
    bv_parcel_free(parcel);
}

static void note_jump(struct bv_house *house, const struct bv_game_time *before)
{
    const struct bv_game_time *time = &house->time;
    int64_t jump = (time->wall - time->game) - (before->wall - before->game);
    if (jump >= BV_JUMP_LEAST || jump <= -BV_JUMP_LEAST) {
        log_jump(time, jump, BV_LOG_WARNING,
                 time->opened == before->opened ? "step" : "standstill");
        bool facts = bv_post_facts(house->post, true); /* whatever becomes of the flight */
        bv_porter_all(house->porter, tell_now, house);
        bv_post_facts(house->post, facts);
        bv_rooms_jumped(house, jump);
        bv_hall_jumped(house);
        bv_time_keep(house, true);
    } else if (before->held && !time->held) {
        log_confirmed(before);
        bv_time_keep(house, true);
    }
}

/* ---- Going on ------------------------------------------------------------------------------------------------------- */

/* A gap between two turns of the loop that is longer than this is a standstill: nobody could have moved. */
enum { LONGEST_TURN = 1000 };

static bool read_time(struct bv_game_time *time, struct bv_store *store, int64_t now, bool *found,
                      struct bv_error *error)
{
    char text[BV_GAME_TIME_TEXT];
    bv_game_time_begin(time, now);
    if (!bv_store_setting(store, BV_GAME_TIME_SETTING, text, sizeof text, found, error))
        return false;
    if (!*found) return true;
    struct bv_game_time kept;
    if (!bv_game_time_read(&kept, text))
        return bv_error_set(error, "the game time that the store keeps is damaged");
    *time = kept;
    return true;
}

bool bv_time_open(struct bv_house *house, struct bv_store *store, struct bv_error *error)
{
    bool found = false;
    int64_t now = bv_machine_now();
    if (house->fellows)
        bv_fellows_time(house->fellows, &house->time);
    else if (!read_time(&house->time, store, now, &found, error))
        return false;
    int64_t jump = found ? bv_game_time_advance(&house->time, INT64_MAX, LONGEST_TURN, now) : 0;
    if (jump) log_jump(&house->time, jump, BV_LOG_INFO, "closed");
    house->time_kept = house->time.game;
    set(&house->time);
    return true;
}

/* A node that has not heard from the database for too long does not know how game time goes on there: it stands still. It
 * never goes back. */
static void follow_database(struct bv_house *house)
{
    int64_t game_before = house->time.game;
    bool known = bv_fellows_time(house->fellows, &house->time);
    if (!known || house->time.game < game_before) house->time.game = game_before;
}

void bv_time_turn(struct bv_house *house, int64_t monotonic)
{
    if (!house->fellows && !house->turned)
        house->time.wall = bv_machine_now(); /* the opening took its time */
    struct bv_game_time before = house->time;
    int64_t elapsed = house->turned ? monotonic - house->turned : 0;
    if (house->fellows)
        follow_database(house);
    else
        bv_game_time_advance(&house->time, elapsed, LONGEST_TURN, bv_machine_now());
    house->turned = monotonic;
    set(&house->time);
    note_jump(house, &before);
}

void bv_time_keep(struct bv_house *house, bool now)
{
    enum { INTERVAL = 60 * 1000 };
    char text[BV_GAME_TIME_TEXT];
    if (house->fellows || bv_post_trouble(house->post)[0]) return;
    struct bv_batch *changes = bv_post_changes(house->post);
    bool due = now || house->time.game - house->time_kept >= INTERVAL;
    if (!due && !bv_batch_count(changes)) return;
    house->time_kept = house->time.game;
    bv_game_time_write(&house->time, text);
    bv_batch_setting(changes, BV_GAME_TIME_SETTING, text);
}
