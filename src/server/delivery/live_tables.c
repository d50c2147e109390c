#include "server/delivery/live_tables.h"

#include <malloc.h>
#include <sodium/randombytes.h>

#include "core/hash.h"
#include "server/base/unreadable.h"
#include "server/delivery/live_tables_private.h"
#include "util/random_id.h"

/* Milliseconds between two checks of all live tables, and between two moves where computers play
 * each other. */
enum { LIVE_LOOK = 500, LIVE_PACE = 50 };

#define UNLOAD_AFTER ((int64_t)15 * 1000)

/* ---- The list -------------------------------------------------------------------------------- */

static size_t bucket_of(const char *id)
{
    return bv_hash_text(0, id) % LIVE_BUCKETS;
}

static size_t key_bucket_of(int64_t key)
{
    return (uint64_t)key % LIVE_BUCKETS;
}

struct live_table *live_table_find(struct live_tables *tables, const char *id)
{
    struct live_table *live = tables->bucket[bucket_of(id)];
    while (live && !bv_equal(live->id, id)) live = live->own->next;
    return live;
}

struct live_table *live_table_of_key(struct live_tables *tables, int64_t key)
{
    struct live_table *live = tables->by_key[key_bucket_of(key)];
    while (live && live->key != key) live = live->own->next_by_key;
    return live;
}

void live_table_set_key(struct live_tables *tables, struct live_table *live, int64_t key)
{
    struct live_table **bucket = &tables->by_key[key_bucket_of(key)];
    if (live->key == key) return;
    BV_ASSERT(!live->key);
    live->key = key;
    live->own->next_by_key = *bucket;
    *bucket = live;
}

struct live_table *live_table_list(struct live_tables *tables, int64_t key, const char *id)
{
    struct live_table *live = memory_new(sizeof *live);
    live->own = memory_new(sizeof *live->own);
    bv_copy_text(live->id, sizeof live->id, id);
    struct live_table **bucket = &tables->bucket[bucket_of(id)];
    live->own->next = *bucket;
    *bucket = live;
    tables->count++;
    if (key) live_table_set_key(tables, live, key);
    return live;
}

void live_table_remove(struct live_tables *tables, struct live_table *live)
{
    struct live_table **link = &tables->bucket[bucket_of(live->id)];
    while (*link != live) link = &(*link)->own->next;
    *link = live->own->next;
    if (live->key) {
        link = &tables->by_key[key_bucket_of(live->key)];
        while (*link != live) link = &(*link)->own->next_by_key;
        *link = live->own->next_by_key;
    }
    live_table_unload(tables, live);
    remote_presence_forget(live);
    free(live->own->summary);
    free((void *)live->own->client);
    free(live->own);
    free(live);
    tables->count--;
}

void live_tables_count_stages(const struct live_tables *tables, size_t count[TABLE_OVER + 1])
{
    for (size_t i = 0; i < LIVE_BUCKETS; i++)
        for (const struct live_table *live = tables->bucket[i]; live; live = live->own->next)
            count[live->stage]++;
}

size_t live_tables_count(const struct live_tables *tables)
{
    return tables->count;
}

static int newest_first(const void *a, const void *b)
{
    const struct live_table *const *one = (const struct live_table *const *)a;
    const struct live_table *const *other = (const struct live_table *const *)b;
    return ((*one)->key < (*other)->key) - ((*one)->key > (*other)->key);
}

struct live_table **live_tables_newest(const struct live_tables *tables, live_table_choice *wanted,
                                       const void *context, size_t *count)
{
    struct live_table **list = (struct live_table **)memory_new((tables->count + 1) * sizeof *list);
    *count = 0;
    for (size_t i = 0; i < LIVE_BUCKETS; i++)
        for (struct live_table *live = tables->bucket[i]; live; live = live->own->next)
            if (wanted(context, live)) list[(*count)++] = live;
    qsort((void *)list, *count, sizeof *list, newest_first);
    return list;
}

size_t live_tables_loaded(const struct live_tables *tables)
{
    return tables->loaded;
}

struct terms_cache *live_tables_terms(struct live_tables *tables)
{
    return tables->terms_cache;
}

struct live_tables *live_tables_open(const struct live_tables_deps *given, struct bv_error *error)
{
    struct live_tables *tables = memory_new(sizeof *tables);
    tables->config = given->config;
    tables->reader = given->reader;
    tables->outbox = given->outbox;
    tables->limiter = given->limiter;
    tables->thinkers = given->thinkers;
    tables->metrics = given->metrics;
    tables->peers = given->peers;
    tables->hooks = given->hooks;
    tables->terms_cache = terms_cache_new();
    if (live_tables_restore(tables, error)) return tables;
    live_tables_close(tables);
    return NULL;
}

void live_tables_close(struct live_tables *tables)
{
    if (!tables) return;
    for (size_t i = 0; i < LIVE_BUCKETS; i++)
        while (tables->bucket[i]) live_table_remove(tables, tables->bucket[i]);
    terms_cache_free(tables->terms_cache);
    free((void *)tables->lobby);
    free(tables->behind);
    free(tables->lost);
    free(tables);
}

/* ---- Events ---------------------------------------------------------------------------------- */

static void put_stage(struct live_tables *tables, const struct live_table *live)
{
    bool none = live->stage == TABLE_OVER || live->own->look == INT64_MAX;
    store_batch_stage(outbox_changes(tables->outbox), live->key, live->stage,
                      none ? 0 : live->own->look);
}

/* The store knows the earliest time to check the table; a later one is stored when that time has
 * come. */
static void store_stage(struct live_tables *tables, struct live_table *live)
{
    const struct table *table = live->table;
    live->own->look = table_look_again(table);
    if (live->stage == TABLE_OVER) return; /* events after the end do not change it */
    if (live->stage == table->stage && live->own->stored_look &&
        live->own->stored_look <= live->own->look)
        return;
    live->stage = table->stage;
    live->own->stored_look = live->own->look;
    put_stage(tables, live);
}

/* The line shows the players and whether they play. */
bool live_table_changes_summary(const struct table_event *event, enum table_stage before,
                                enum table_stage after)
{
    switch (event->verb) {
    case TABLE_SIT:
    case TABLE_STAND:
    case TABLE_COMPUTER:
    case TABLE_RESERVE:
    case TABLE_FREE:
    case TABLE_WORD: return true;
    default: return before != after;
    }
}

void live_table_announce(struct live_tables *tables, struct live_table *live,
                         const struct table_event *event, const struct table_effect *effect,
                         enum outbox_when when)
{
    live_table_send(tables, live, event, effect, when);
    if (event->verb == TABLE_SIT || event->verb == TABLE_STAND)
        live_table_show(tables, live, event->person, when);
    if (event->verb == TABLE_FREE)
        live_table_show(tables, live, NULL, when); /* the players who sat there lose its channel */
    bool seats =
        event->verb == TABLE_SIT || event->verb == TABLE_STAND || event->verb == TABLE_FREE;
    if (seats) presence_send(tables, live);
}

void live_table_apply(struct live_tables *tables, struct live_table *live,
                      const struct table_event *decided)
{
    char line[TABLE_EVENT_MAX + BV_TOKEN_MAX];
    struct bv_error error;
    struct table_effect effect;
    struct table *table = live->table;
    enum table_stage stage = table->stage;
    bv_seats acting = table_to_act(table);
    struct table_event event = *decided;
    bool sets_clock = event.verb == TABLE_RESTART || event.verb == TABLE_PAUSE;
    if (!sets_clock) live_table_set_clock_right(tables, live);
    /* The clocks of nodes differ by milliseconds. A larger difference is a jump, and the log keeps
     * what the clock said. */
    if (event.at < table->latest && table->latest - event.at < GAME_TIME_JUMP_LEAST)
        event.at = table->latest;
    bool timed = table->setup.time.mode == TABLE_TIME_CLOCK;
    if (timed && table_event_verb_marks_time(event.verb)) event.game = server_game_now();
    struct bv_out out = bv_out_into(line, sizeof line);
    table_event_write(table->setup.terms, &event, &out);
    bool good = table_apply(table, &event, &effect, &error);
    BV_ASSERT(good && !out.cut);
    (void)good;
    struct bv_span whole = {line, out.length};
    store_batch_event(outbox_changes(tables->outbox), live->key, table->events, event.at, whole);
    live->own->transaction = outbox_touches(tables->outbox, live->key, table->events);
    tables->metrics->events++;
    live_table_keep_line(live, whole, event.at);
    live->own->idle = false;
    live->own->last_active = server_game_now();
    /* the log names the player: account merge and deletion find the table */
    if (event.verb == TABLE_SIT || event.verb == TABLE_JOIN)
        store_batch_join(outbox_changes(tables->outbox), event.person, live->key);
    live_table_announce(tables, live, &event, &effect, OUTBOX_WHEN_STORED);
    bv_seats turned = table_to_act(table) & ~acting;
    if (turned) tables->hooks.turned(tables->hooks.context, live, turned);
    if (stage != TABLE_OVER && table->stage == TABLE_OVER)
        tables->hooks.ended(tables->hooks.context, live);
    if (stage == TABLE_OPEN && table->stage != stage)
        tables->hooks.begun(tables->hooks.context, table);
    store_stage(tables, live);
    if (!live_table_changes_summary(&event, stage, table->stage)) return;
    lobby_changed(tables, live, OUTBOX_WHEN_STORED);
    /* Stored again even if it has not changed, so that other nodes update the line too. */
    if (tables->peers && table->stage != TABLE_OVER) put_stage(tables, live);
}

/* ---- New tables ------------------------------------------------------------------------------ */

/* Keys increase. Where nodes share the store, each node makes keys from the time and random bits;
 * in the rare case of a collision the second table is not stored, and its request runs again. */
static int64_t new_key(struct live_tables *tables, int64_t now)
{
    enum { RANDOM_BITS = 12 };
    uint16_t random = 0;
    randombytes_buf(&random, sizeof random);
    int64_t key = now << RANDOM_BITS | (random & ((1 << RANDOM_BITS) - 1));
    if (!tables->peers || key <= tables->last_key) key = tables->last_key + 1;
    tables->last_key = key;
    return key;
}

void live_table_describe(struct live_table *live, const struct table_setup *setup)
{
    live->game = setup->terms->game;
    live->own->listed = setup->listed;
    live->own->timed = setup->time.mode == TABLE_TIME_CLOCK;
    bv_copy(live->own->club, setup->club, sizeof live->own->club);
}

struct live_table *live_table_add(struct live_tables *tables, const struct table_setup *setup,
                                  int64_t now)
{
    char id[17];
    random_id(id, sizeof id);
    struct live_table *live = live_table_list(tables, new_key(tables, now), id);
    live->own->swept = tables->sweep;
    live_table_describe(live, setup);
    live->table = table_new(setup, id);
    live->table->latest = now;
    live->own->last_active = server_game_now();
    tables->loaded++;
    for (int side = 0; side < BV_SIDES_MAX; side++)
        live->own->absent_since[side] = server_game_now();
    struct bv_out out = bv_out_into(tables->text, sizeof tables->text);
    table_setup_store(setup, &out);
    store_batch_table(outbox_changes(tables->outbox), live->key, id, tables->text, now);
    live->own->transaction = outbox_touches(tables->outbox, live->key, 0);
    store_batch_join(outbox_changes(tables->outbox), setup->owner, live->key);
    metrics_count_opened(tables->metrics, setup->terms->game);
    store_stage(tables, live);
    lobby_changed(tables, live, OUTBOX_WHEN_STORED);
    return live;
}

/* ---- The computer ---------------------------------------------------------------------------- */

/* Which node computes a move: a server that runs alone asks its own threads at once. Nodes that
 * share a store write a job with the event that causes it; any node with a free thread claims it,
 * and another node takes it over if that node dies (store.h). Two answers to one job do no harm:
 * only one of them gets the next event number.
 *
 *     event ──▶ job stored ──▶ claimed by a node ──▶ computed ──▶ stored as an event */

static bool has_people(const struct table *table)
{
    for (int seat = 0; seat < table_terms(table)->form->seats; seat++)
        if (table->occupant[seat].holders) return true;
    return false;
}

/* Games of computers against each other run at a pace that people can follow. */
static bool keeps_pace(struct live_tables *tables, struct live_table *live)
{
    int64_t now = server_game_now();
    if (has_people(live->table)) return true;
    if (now < live->own->pace) {
        live->own->unfollowed = tables->pacing = true;
        return false;
    }
    live->own->pace = now + LIVE_PACE;
    return true;
}

static void think(struct live_tables *tables, struct live_table *live, bv_seats seats)
{
    if (live->own->thinking || !keeps_pace(tables, live)) return;
    const struct bv_terms *terms = live->table->setup.terms;
    int side = bv_side_of(terms, __builtin_ctz(seats));
    live->own->thinking = true;
    terms_cache_hold(tables->terms_cache, terms);
    thinkers_ask(tables->thinkers, live->table, seats & bv_seats_of_side(terms, side));
}

/* If the event that ends the job is not stored, the job is still this node's. */
static void release_job(struct live_table *live)
{
    if (live->own->held) live->own->released = live->own->held;
    live->own->held = 0;
}

static void post_job(struct live_tables *tables, struct live_table *live)
{
    uint32_t number = live->table->events;
    release_job(live); /* any node may claim the new one */
    if (live->own->posted == number) return;
    store_batch_job(outbox_changes(tables->outbox), live->key, number);
    live->own->posted = number;
    tables->job_transaction = outbox_transaction(tables->outbox);
}

static void end_job(struct live_tables *tables, struct live_table *live)
{
    if (live->own->posted || live->own->held)
        store_batch_job_done(outbox_changes(tables->outbox), live->key);
    live->own->posted = 0;
    release_job(live);
}

/* Asks the computer for a move, if it is to act. */
static void computer_jobs_ask(struct live_tables *tables, struct live_table *live)
{
    bv_seats seats = table_computer_to_act(live->table);
    if (!seats && tables->peers)
        end_job(tables, live);
    else if (seats && tables->peers && live->own->held != live->table->events)
        post_job(tables, live);
    else if (seats)
        think(tables, live, seats);
}

/* ---- What follows ---------------------------------------------------------------------------- */

/* Sides are exchanged. Where the other side has fewer seats, partners share one; where it has
 * more, each holds several. */
static void swap_side(struct live_tables *tables, struct live_table *to, const struct table *from,
                      int side)
{
    const struct bv_terms *terms = from->setup.terms;
    bv_seats old = bv_seats_of_side(terms, side);
    bv_seats new = bv_seats_of_side(terms, !side);
    int count = __builtin_popcount(old);
    int wanted = __builtin_popcount(new);
    int most = count > wanted ? count : wanted;
    for (int i = 0; i < most; i++) {
        int source = table_nth_seat(old, i % count);
        int target = table_nth_seat(new, i % wanted);
        const struct table_occupant *occupant = &from->occupant[source];
        struct table_event event = {.verb = TABLE_COMPUTER,
                                    .seat = (int8_t)target,
                                    .amount = occupant->level,
                                    .at = server_now()};
        /* a player is not replaced by the computer */
        bool person = to->table->occupant[target].holders;
        if (occupant->level && !person) live_table_apply(tables, to, &event);
        event.verb = TABLE_SIT;
        for (int j = 0; j < occupant->holders; j++) {
            bv_copy(event.person, occupant->holder[j].person, sizeof event.person);
            event.text = bv_span_of(occupant->holder[j].name);
            live_table_apply(tables, to, &event);
        }
    }
}

/* Opens the next table when both sides have asked for a rematch. */
static void open_rematch(struct live_tables *tables, struct live_table *live)
{
    const struct table *table = live->table;
    if (table->again != 3 || table->next[0]) return;
    struct table_setup setup = table->setup;
    terms_cache_hold(tables->terms_cache, setup.terms);
    randombytes_buf(setup.seed, sizeof setup.seed);
    struct live_table *next = live_table_add(tables, &setup, server_now());
    for (int side = 0; side < BV_SIDES_MAX; side++) swap_side(tables, next, table, side);
    /* Where dice are rolled the new table waits: its players may give their words, which must come
     * after the commitment to its seed. Any seated player starts it. */
    bool dice = setup.terms->game->flags & BV_HAS_CHANCE;
    if (!dice)
        live_table_apply(
            tables, next,
            &(struct table_event){.verb = TABLE_START, .seat = -1, .at = server_now()});
    live_table_apply(
        tables, live,
        &(struct table_event){
            .verb = TABLE_NEXT, .seat = -1, .text = bv_span_of(next->id), .at = server_now()});
    live_table_follow(tables, next);
}

void live_table_follow(struct live_tables *tables, struct live_table *live)
{
    struct table_event event;
    char token[BV_TOKEN_MAX];
    live->own->unfollowed = false;
    while (table_follows(live->table, &event, token)) live_table_apply(tables, live, &event);
    open_rematch(tables, live);
    computer_jobs_ask(tables, live);
}

/* A jump of the wall clock ends no game before it is confirmed; a live clock does not depend on
 * it. */
static int64_t time_of(const struct live_table *live)
{
    bool timed = live->own->timed && live->stage == TABLE_PLAYING;
    return timed ? live_table_now(live) : server_confirmed_now();
}

/* Applies what is due by time at a loaded table. */
static bool live_table_time_passes(struct live_tables *tables, struct live_table *live)
{
    struct table_event event;
    int64_t absent[BV_SIDES_MAX];
    if (live->own->stopped) return false;
    presence_absent(live, absent);
    if (!table_time_brings(live->table, time_of(live), presence_sides(live), live->own->came,
                           absent, &event))
        return false;
    event.at = server_now();
    live_table_apply(tables, live, &event);
    return true;
}

void live_table_answered(struct live_tables *tables, const struct thinkers_answer *answer)
{
    struct live_table *live = live_table_find(tables, answer->id);
    if (live && live->table) {
        struct table *table = live->table;
        char token[BV_TOKEN_MAX];
        struct bv_out out = bv_out_into(token, sizeof token);
        live->own->thinking = false;
        bool current = answer->epoch == table->epoch && answer->moves == table->moves &&
                       table_to_act(table) & bv_seat_bit(answer->seat);
        if (current) {
            table->setup.terms->game->token(table->setup.terms, answer->action, &out);
            live_table_time_passes(tables, live);
        }
        if (current && table->stage == TABLE_PLAYING)
            live_table_apply(tables, live,
                             &(struct table_event){.verb = TABLE_PLAY,
                                                   .seat = (int8_t)answer->seat,
                                                   .text = {token, out.length},
                                                   .has_action = true,
                                                   .action = answer->action,
                                                   .at = server_now()});
        live_table_follow(tables, live);
    }
    terms_cache_return(tables->terms_cache, answer->terms);
}

/* Chat, offers and seat changes could go on for ever, so they are limited. Moves have a limit of
 * their own, and the players can always end the game. An event that a seat may not know of does not
 * count for it: the limit must not reveal it. */
static bool is_over_limit(const struct table *table, const struct table_event *event)
{
    enum { OTHER_EVENTS_MAX = 5000 };
    int channel = event->seat < 0 ? table_channel_of(BV_WATCHER) : event->seat;
    bool ends = event->verb == TABLE_RESIGN || event->verb == TABLE_CANCEL ||
                event->verb == TABLE_ACCEPT || event->verb == TABLE_ABANDON;
    return !ends && event->verb != TABLE_PLAY && table->other_messages[channel] >= OTHER_EVENTS_MAX;
}

/* What follows from a command at the table as it stands now. */
static int decide(struct live_tables *tables, const struct live_table *live,
                  struct table_command *command,
                  struct table_event event[TABLE_EVENTS_OF_A_COMMAND], struct refusal *refusal)
{
    if (request_flags(command->request->verb) & REQUEST_SITS) {
        command->has_account = tables->hooks.has_account(tables->hooks.context, command->person);
        command->unwelcome =
            tables->hooks.is_unwelcome(tables->hooks.context, live->table, command->person);
    }
    presence_absent(live, command->absent);
    return table_decide(live->table, command, event, refusal);
}

bool live_table_command(struct live_tables *tables, struct live_table *live, struct client *client,
                        const struct request *request, char key[TABLE_KEY_SIZE],
                        struct refusal *refusal)
{
    char new_key[TABLE_KEY_SIZE];
    struct table_event event[TABLE_EVENTS_OF_A_COMMAND];
    int64_t now = server_now();
    struct table_command command = {.request = request,
                                    .person = client->person,
                                    .name = client->name,
                                    .now = now,
                                    .new_key = new_key};
    key[0] = '\0';
    *refusal = (struct refusal){0};
    if (request_flags(request->verb) & REQUEST_SITS &&
        !tables->hooks.club_lets_in(tables->hooks.context, live->own->club, client->person,
                                    refusal))
        return false;
    random_id(new_key, 17);
    live_table_time_passes(tables, live);
    int events = decide(tables, live, &command, event, refusal);
    /* The refusal may come from something that another node has changed since. */
    if (!events && refusal->code && live_table_catch_up(tables, live)) {
        *refusal = (struct refusal){0};
        events = decide(tables, live, &command, event, refusal);
    }
    if (!live->table)
        return refusal_unreadable(refusal); /* the events of other nodes are inconsistent */
    if (events && is_over_limit(live->table, &event[0])) {
        events = 0;
        refusal_set(refusal, REFUSE_TOO_MANY_EVENTS);
    }
    for (int i = 0; i < events; i++) {
        live_table_apply(tables, live, &event[i]);
        if (event[i].verb == TABLE_RESERVE) bv_copy(key, event[i].key, TABLE_KEY_SIZE);
    }
    live_table_follow(tables, live);
    return events || !refusal->code;
}

/* ---- Claiming jobs --------------------------------------------------------------------------- */

static bool claimed(void *context, int64_t table, uint32_t number)
{
    struct live_tables *tables = context;
    (void)number; /* the table has the current number */
    tables->claim[tables->claims++] = table;
    return tables->claims < COMPUTER_JOBS_MAX;
}

/* False: the store cannot be read. */
static bool begin(struct live_tables *tables, int64_t key)
{
    struct refusal refusal;
    struct live_table *live = live_table_of_key(tables, key);
    /* A table that is not listed is over, or so new that it is not listed yet. */
    if (!live && !live_table_look_up(tables, key)) return false;
    if (!live) live = live_table_of_key(tables, key);
    if (live) live = live_table_enter(tables, live->id, &refusal);
    if (!live) {
        /* It is over, or its log is damaged, unless the whole store is unreadable. */
        if (!live_table_look_up(tables, key)) return false;
        store_batch_job_done(outbox_changes(tables->outbox), key);
        return true;
    }
    live->own->held = live->table->events;
    computer_jobs_ask(tables, live);
    return true;
}

/* A claimed job is this node's while it lives: a job that cannot begin now begins later. */
static void begin_all(struct live_tables *tables)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < tables->claims; i++)
        if (!begin(tables, tables->claim[i])) tables->claim[kept++] = tables->claim[i];
    tables->claims = kept;
}

void computer_jobs_tick(struct live_tables *tables, int64_t now)
{
    enum { INTERVAL = 250 };
    struct bv_error error;
    bool posted =
        tables->job_transaction && outbox_is_settled(tables->outbox, tables->job_transaction);
    if (!tables->peers || (!posted && now - tables->claimed < INTERVAL)) return;
    if (posted) tables->job_transaction = 0;
    tables->claimed = now;
    size_t waiting = thinkers_waiting(tables->thinkers) + tables->claims;
    size_t most = (size_t)2 * thinkers_threads(tables->thinkers);
    size_t space = COMPUTER_JOBS_MAX - tables->claims;
    if (waiting < most && space) {
        most = most - waiting < space ? most - waiting : space;
        store_claim(tables->reader, (uint32_t)most, claimed, tables, &error);
    }
    begin_all(tables);
}

/* ---- Periodic checks ------------------------------------------------------------------------- */

/* A table with a live clock stays loaded: unloaded, its clock would stop, and a game that both
 * sides have left would never end. Where nodes share the store it may be unloaded, because another
 * node may have it loaded. */
static bool may_unload(const struct live_tables *tables, const struct live_table *live, int64_t now)
{
    bool timed = !tables->peers && live->stage == TABLE_PLAYING &&
                 live->table->setup.time.mode == TABLE_TIME_CLOCK;
    return !timed && !live->own->clients && !live->own->thinking &&
           now - live->own->last_active > UNLOAD_AFTER &&
           outbox_is_settled(tables->outbox, live->own->transaction);
}

/* Which node checks the time limits of a table: a node with subscribers; for other tables the
 * leading node, a little later, so that two nodes seldom do the same. */
static bool is_check_due(const struct live_tables *tables, const struct live_table *live)
{
    enum { LATER = 2000 };
    int64_t now = time_of(live);
    if (!live->own->look) return false;
    if (!tables->peers || live->own->clients) return live->own->look <= now;
    return peers_leads(tables->peers) && live->own->look <= now - LATER;
}

static void check_table(struct live_tables *tables, struct live_table *live, int64_t now)
{
    enum { CHECK_INTERVAL = 5000 };
    struct bv_error error;
    /* Its events were lost (live_table_lost); subscribers, or the computer's job on this node, need
     * it. */
    if (!live->table && (live->own->clients || live->own->held))
        live_table_load(tables, live, &error);
    if (live->table && now - live->own->checked > CHECK_INTERVAL) live_table_catch_up(tables, live);
    bool due = is_check_due(tables, live) && live_table_load(tables, live, &error);
    if (due || live->own->clients || live->own->held) live->own->idle = false;
    bool in_use = live->table && !live->own->idle;
    if (in_use && !outbox_trouble(tables->outbox)[0]) live_table_set_clock_right(tables, live);
    bool changed = due && live_table_time_passes(tables, live);
    if (in_use && (changed || live->own->unfollowed)) live_table_follow(tables, live);
    if (due) store_stage(tables, live);
    remote_presence_tick(tables, live, now);
    if (!live->table || !may_unload(tables, live, now)) return;
    if (live->stage == TABLE_OVER)
        live_table_remove(tables, live);
    else
        live_table_unload(tables, live);
}

/* malloc keeps freed memory; a server that had a full tournament should return it to the system. */
static void give_memory_back(struct live_tables *tables)
{
    enum { UNLOADED_LEAST = 200 };
    if (tables->unloaded < UNLOADED_LEAST) return;
    tables->unloaded = 0;
    malloc_trim(0);
}

void live_tables_tick(struct live_tables *tables, int64_t now)
{
    int64_t interval = tables->pacing ? LIVE_PACE : LIVE_LOOK;
    if (now - tables->looked < interval && now >= tables->looked) return;
    tables->looked = now;
    tables->pacing = false;
    if (tables->sweeping) live_tables_sweep(tables);
    for (size_t i = 0; i < LIVE_BUCKETS; i++) {
        struct live_table *live = tables->bucket[i];
        while (live) {
            struct live_table *next = live->own->next;
            check_table(tables, live, now);
            live = next;
        }
    }
    give_memory_back(tables);
}

int live_tables_wait(const struct live_tables *tables, int most)
{
    return tables->pacing && most > LIVE_PACE ? LIVE_PACE : most;
}

/* Corrects live clocks before they are read; that of an unloaded table when it is loaded. */
static void note_jump(struct live_tables *tables, struct live_table *live, int64_t jump)
{
    if (!live->own->timed) return;
    if (live->table && !outbox_trouble(tables->outbox)[0])
        live_table_set_clock_right(tables, live);
    else if (live->own->look && live->own->look != INT64_MAX)
        live->own->look += jump;
}

void live_tables_jumped(struct live_tables *tables, int64_t jump)
{
    for (size_t i = 0; i < LIVE_BUCKETS; i++)
        for (struct live_table *live = tables->bucket[i]; live; live = live->own->next)
            note_jump(tables, live, jump);
}
