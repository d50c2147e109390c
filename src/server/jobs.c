/*
 * When the computer is to act. A house alone asks its own threads at once. Nodes that share a store write the job down
 * with the deed that gives it; whichever node has a thread to spare claims it, and another one takes it over when that
 * node dies (store.h). Two answers to one question do no harm: only one of them finds its number free.
 *
 *     deed ──▶ job posted ──▶ claimed by a node ──▶ held while it thinks ──▶ the answer is a deed, the job is done
 */
#include "server/house.h"
#include "server/rooms.h"

static bool has_people(const struct bv_table *table)
{
    for (int seat = 0; seat < bv_table_terms(table)->form->seats; seat++)
        if (table->chair[seat].holders) return true;
    return false;
}

/* Computers among themselves play so that people can watch. */
static bool keeps_pace(struct bv_house *house, struct bv_room *room)
{
    int64_t now = bv_game_now();
    if (has_people(room->table)) return true;
    if (now < room->pace) {
        room->paced = house->pacing = true;
        return false;
    }
    room->pace = now + BV_PACE;
    return true;
}

static void think(struct bv_house *house, struct bv_room *room, bv_seats seats)
{
    if (room->thinking || !keeps_pace(house, room)) return;
    const struct bv_terms *terms = room->table->setup.terms;
    int side = bv_side_of(terms, __builtin_ctz(seats));
    room->thinking = true;
    bv_shelf_hold(house->shelf, terms);
    bv_bots_ask(house->bots, room->table, seats & bv_seats_of_side(terms, side));
}

/* Should what ends the job not be stored, it is still this node's. */
static void let_go(struct bv_room *room)
{
    if (room->held) room->let_go = room->held;
    room->held = 0;
}

static void post_job(struct bv_house *house, struct bv_room *room)
{
    uint32_t number = room->table->deeds;
    let_go(room); /* it is nobody's again */
    if (room->posted == number) return;
    bv_batch_job(bv_post_changes(house->post), room->key, number);
    room->posted = number;
    house->job_flight = bv_post_flight(house->post);
}

static void end_job(struct bv_house *house, struct bv_room *room)
{
    if (room->posted || room->held) bv_batch_job_done(bv_post_changes(house->post), room->key);
    room->posted = 0;
    let_go(room);
}

void bv_ask_computer(struct bv_house *house, struct bv_room *room)
{
    bv_seats seats = bv_computer_to_act(room->table);
    if (!seats && house->fellows)
        end_job(house, room);
    else if (seats && house->fellows && room->held != room->table->deeds)
        post_job(house, room);
    else if (seats)
        think(house, room, seats);
}

void bv_room_answered(struct bv_house *house, const struct bv_bot_answer *answer)
{
    struct bv_room *room = bv_room_find(house, answer->id);
    if (room && room->table) {
        struct bv_table *table = room->table;
        char token[BV_TOKEN_MAX];
        struct bv_out out = bv_out_into(token, sizeof token);
        room->thinking = false;
        bool current = answer->epoch == table->epoch && answer->moves == table->moves &&
                       bv_table_to_act(table) & bv_seat_bit(answer->seat);
        if (current) {
            table->setup.terms->game->token(table->setup.terms, answer->action, &out);
            bv_set_clock_right(house, room);
            bv_time_passes(house, room);
        }
        if (current && table->stage == BV_TABLE_PLAYING)
            bv_room_take(house, room,
                         &(struct bv_deed){.verb = BV_PLAY,
                                           .seat = (int8_t)answer->seat,
                                           .text = {token, out.length},
                                           .at = bv_now()});
        bv_room_follow(house, room);
    }
    bv_shelf_return(house->shelf, answer->terms);
}

/* ---- Claiming ------------------------------------------------------------------------------------------------------ */

static bool claimed(void *context, int64_t table, uint32_t number)
{
    struct bv_house *house = context;
    (void)number; /* the table itself knows best */
    house->claim[house->claims++] = table;
    return house->claims < BV_CLAIMS;
}

/* False: the store cannot say what there is to do. */
static bool begin(struct bv_house *house, int64_t key)
{
    struct bv_refusal refusal;
    struct bv_room *room = bv_room_of_key(house, key);
    /* One that is not on the list is over, or so new that it will be. */
    if (!room && !bv_room_look_up(house, key)) return false;
    if (!room) room = bv_room_of_key(house, key);
    if (room) room = bv_room_enter(house, room->id, &refusal);
    if (!room) {
        /* It is over, or cannot be read by anybody, unless nothing can. */
        if (!bv_room_look_up(house, key)) return false;
        bv_batch_job_done(bv_post_changes(house->post), key);
        return true;
    }
    room->held = room->table->deeds;
    bv_ask_computer(house, room);
    return true;
}

/* What was claimed is this node's as long as it lives: what cannot be begun now is begun later. */
static void begin_all(struct bv_house *house)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < house->claims; i++)
        if (!begin(house, house->claim[i])) house->claim[kept++] = house->claim[i];
    house->claims = kept;
}

void bv_jobs_look(struct bv_house *house, int64_t now)
{
    enum { INTERVAL = 250 };
    struct bv_error error;
    bool posted = house->job_flight && bv_post_landed(house->post, house->job_flight);
    if (!house->fellows || (!posted && now - house->claimed < INTERVAL)) return;
    if (posted) house->job_flight = 0;
    house->claimed = now;
    size_t waiting = bv_bots_waiting(house->bots) + house->claims;
    size_t most = (size_t)2 * house->threads;
    size_t room = BV_CLAIMS - house->claims;
    if (waiting < most && room) {
        most = most - waiting < room ? most - waiting : room;
        bv_store_claim(house->reader, (uint32_t)most, claimed, house, &error);
    }
    begin_all(house);
}
