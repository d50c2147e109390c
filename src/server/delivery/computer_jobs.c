/*
 * Jobs of the computer: when it is to act, and which node computes its move. A server that runs
 * alone asks its own threads at once. Nodes that share a store write a job with the event that
 * causes it; any node with a free thread claims it, and another node takes it over if that node
 * dies (store.h). Two answers to one job do no harm: only one of them gets the next event number.
 *
 *     event ──▶ job stored ──▶ claimed by a node ──▶ computed ──▶ stored as an event
 */
#include "server/delivery/live_tables.h"
#include "server/delivery/server.h"

static bool has_people(const struct table *table)
{
    for (int seat = 0; seat < table_terms(table)->form->seats; seat++)
        if (table->chair[seat].holders) return true;
    return false;
}

/* Games of computers against each other run at a pace that people can follow. */
static bool keeps_pace(struct server *server, struct live_table *live)
{
    int64_t now = server_game_now();
    if (has_people(live->table)) return true;
    if (now < live->pace) {
        live->paced = server->pacing = true;
        return false;
    }
    live->pace = now + LIVE_PACE;
    return true;
}

static void think(struct server *server, struct live_table *live, bv_seats seats)
{
    if (live->thinking || !keeps_pace(server, live)) return;
    const struct bv_terms *terms = live->table->setup.terms;
    int side = bv_side_of(terms, __builtin_ctz(seats));
    live->thinking = true;
    terms_cache_hold(server->terms_cache, terms);
    thinkers_ask(server->thinkers, live->table, seats & bv_seats_of_side(terms, side));
}

/* If the event that ends the job is not stored, the job is still this node's. */
static void release_job(struct live_table *live)
{
    if (live->held) live->released = live->held;
    live->held = 0;
}

static void post_job(struct server *server, struct live_table *live)
{
    uint32_t number = live->table->events;
    release_job(live); /* any node may claim the new one */
    if (live->posted == number) return;
    store_batch_job(outbox_changes(server->outbox), live->key, number);
    live->posted = number;
    server->job_transaction = outbox_transaction(server->outbox);
}

static void end_job(struct server *server, struct live_table *live)
{
    if (live->posted || live->held) store_batch_job_done(outbox_changes(server->outbox), live->key);
    live->posted = 0;
    release_job(live);
}

void computer_jobs_ask(struct server *server, struct live_table *live)
{
    bv_seats seats = table_computer_to_act(live->table);
    if (!seats && server->peers)
        end_job(server, live);
    else if (seats && server->peers && live->held != live->table->events)
        post_job(server, live);
    else if (seats)
        think(server, live, seats);
}

void live_table_answered(struct server *server, const struct thinkers_answer *answer)
{
    struct live_table *live = live_table_find(server, answer->id);
    if (live && live->table) {
        struct table *table = live->table;
        char token[BV_TOKEN_MAX];
        struct bv_out out = bv_out_into(token, sizeof token);
        live->thinking = false;
        bool current = answer->epoch == table->epoch && answer->moves == table->moves &&
                       table_to_act(table) & bv_seat_bit(answer->seat);
        if (current) {
            table->setup.terms->game->token(table->setup.terms, answer->action, &out);
            live_table_set_clock_right(server, live);
            live_table_time_passes(server, live);
        }
        if (current && table->stage == TABLE_PLAYING)
            live_table_apply(server, live,
                             &(struct table_event){.verb = TABLE_PLAY,
                                                   .seat = (int8_t)answer->seat,
                                                   .text = {token, out.length},
                                                   .at = server_now()});
        live_table_follow(server, live);
    }
    terms_cache_return(server->terms_cache, answer->terms);
}

/* ---- Claiming -------------------------------------------------------------------------------- */

static bool claimed(void *context, int64_t table, uint32_t number)
{
    struct server *server = context;
    (void)number; /* the table has the current number */
    server->claim[server->claims++] = table;
    return server->claims < COMPUTER_JOBS_MAX;
}

/* False: the store cannot be read. */
static bool begin(struct server *server, int64_t key)
{
    struct refusal refusal;
    struct live_table *live = live_table_of_key(server, key);
    /* A table that is not listed is over, or so new that it is not listed yet. */
    if (!live && !live_table_look_up(server, key)) return false;
    if (!live) live = live_table_of_key(server, key);
    if (live) live = live_table_enter(server, live->id, &refusal);
    if (!live) {
        /* It is over, or its log is damaged, unless the whole store is unreadable. */
        if (!live_table_look_up(server, key)) return false;
        store_batch_job_done(outbox_changes(server->outbox), key);
        return true;
    }
    live->held = live->table->events;
    computer_jobs_ask(server, live);
    return true;
}

/* A claimed job is this node's while it lives: a job that cannot begin now begins later. */
static void begin_all(struct server *server)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < server->claims; i++)
        if (!begin(server, server->claim[i])) server->claim[kept++] = server->claim[i];
    server->claims = kept;
}

void computer_jobs_look(struct server *server, int64_t now)
{
    enum { INTERVAL = 250 };
    struct bv_error error;
    bool posted =
        server->job_transaction && outbox_is_settled(server->outbox, server->job_transaction);
    if (!server->peers || (!posted && now - server->claimed < INTERVAL)) return;
    if (posted) server->job_transaction = 0;
    server->claimed = now;
    size_t waiting = thinkers_waiting(server->thinkers) + server->claims;
    size_t most = (size_t)2 * server->threads;
    size_t space = COMPUTER_JOBS_MAX - server->claims;
    if (waiting < most && space) {
        most = most - waiting < space ? most - waiting : space;
        store_claim(server->reader, (uint32_t)most, claimed, server, &error);
    }
    begin_all(server);
}
