/*
 * Live tables: the tables that this node knows. A table that is not over is always listed, which
 * takes little memory. It is loaded from the store when it is needed, and unloaded when it has not
 * been used for a while.
 */
#include "server/delivery/live_tables.h"
#include "core/hash.h"
#include "server/base/unreadable.h"
#include <malloc.h>

#include "server/accounts/challenges.h"
#include "server/accounts/ratings.h"
#include "server/accounts/relations.h"
#include "server/delivery/server.h"
#include "server/records/record_search.h"
#include "server/tournaments/club.h"
#include "server/tournaments/schedule.h"

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

struct live_table *live_table_find(struct server *server, const char *id)
{
    struct live_table *live = server->bucket[bucket_of(id)];
    while (live && !bv_equal(live->id, id)) live = live->next;
    return live;
}

struct live_table *live_table_of_key(struct server *server, int64_t key)
{
    struct live_table *live = server->by_key[key_bucket_of(key)];
    while (live && live->key != key) live = live->next_by_key;
    return live;
}

void live_table_set_key(struct server *server, struct live_table *live, int64_t key)
{
    struct live_table **bucket = &server->by_key[key_bucket_of(key)];
    if (live->key == key) return;
    BV_ASSERT(!live->key);
    live->key = key;
    live->next_by_key = *bucket;
    *bucket = live;
}

struct live_table *live_table_list(struct server *server, int64_t key, const char *id)
{
    struct live_table *live = memory_new(sizeof *live);
    struct bv_out out = bv_out_into(live->id, sizeof live->id);
    bv_put(&out, id);
    struct live_table **bucket = &server->bucket[bucket_of(id)];
    live->next = *bucket;
    *bucket = live;
    server->tables++;
    if (key) live_table_set_key(server, live, key);
    return live;
}

void live_table_remove(struct server *server, struct live_table *live)
{
    struct live_table **link = &server->bucket[bucket_of(live->id)];
    while (*link != live) link = &(*link)->next;
    *link = live->next;
    if (live->key) {
        link = &server->by_key[key_bucket_of(live->key)];
        while (*link != live) link = &(*link)->next_by_key;
        *link = live->next_by_key;
    }
    live_table_unload(server, live);
    remote_presence_forget(live);
    free(live->summary);
    free((void *)live->client);
    free(live);
    server->tables--;
}

void live_tables_clear(struct server *server)
{
    for (size_t i = 0; i < LIVE_BUCKETS; i++)
        while (server->bucket[i]) live_table_remove(server, server->bucket[i]);
}

/* ---- Events ---------------------------------------------------------------------------------- */

static void store_end(struct server *server, struct live_table *live)
{
    /* six groups of six players with two tags each, and the tags of the game and its opening */
    char tags[8192];
    struct batch *changes = outbox_changes(server->outbox);
    const struct table *table = live->table;
    struct bv_out summary = bv_out_into(server->text, sizeof server->text);
    struct bv_out list = bv_out_into(tags, sizeof tags);
    store_batch_stage(changes, live->key, TABLE_OVER, 0);
    tournament_note_result(server, live);
    /* A table that was closed before the game began, or by an admin, has no game to record. */
    if (!table->begun || table->outcome[0] == '*') return;
    metrics_count_finished(&server->metrics, table_terms(table)->game);
    record_summary(table, &summary);
    record_tags(table, &list);
    opening_book_tags(table, &list);
    store_batch_finished(changes, live->key, table->ended, server->text, tags);
}

static void put_stage(struct server *server, const struct live_table *live)
{
    store_batch_stage(outbox_changes(server->outbox), live->key, live->stage,
                      live->look == INT64_MAX ? 0 : live->look);
}

/* The store knows the earliest time to check the table; a later one is stored when that time has
 * come. */
static void store_stage(struct server *server, struct live_table *live)
{
    const struct table *table = live->table;
    live->look = table_look_again(table);
    if (live->stage == TABLE_OVER) return; /* events after the end do not change it */
    if (live->stage == table->stage && live->stored_look && live->stored_look <= live->look) return;
    live->stage = table->stage;
    live->stored_look = live->look;
    if (table->stage == TABLE_OVER)
        store_end(server, live);
    else
        put_stage(server, live);
}

/* The line shows the players and whether they play. */
bool live_table_changes_summary(const struct table_event *event, enum table_stage before,
                                enum table_stage after)
{
    return event->verb <= TABLE_START || before != after;
}

void live_table_announce(struct server *server, struct live_table *live,
                         const struct table_event *event, const struct table_effect *effect)
{
    live_table_send(server, live, event, effect);
    if (event->verb == TABLE_SIT || event->verb == TABLE_STAND)
        live_table_show(server, live, event->person);
    if (event->verb == TABLE_FREE)
        live_table_show(server, live, NULL); /* the players who sat there lose its channel */
    bool seats =
        event->verb == TABLE_SIT || event->verb == TABLE_STAND || event->verb == TABLE_FREE;
    if (seats) presence_send(server, live);
}

void live_table_apply(struct server *server, struct live_table *live,
                      const struct table_event *decided)
{
    char line[TABLE_EVENT_MAX + BV_TOKEN_MAX];
    struct bv_error error;
    struct table_effect effect;
    struct table *table = live->table;
    enum table_stage stage = table->stage;
    struct table_event event = *decided;
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
    store_batch_entry(outbox_changes(server->outbox), live->key, table->events, event.at, whole);
    live->transaction = outbox_touches(server->outbox, live->key, table->events);
    server->metrics.events++;
    live_table_keep_line(live, whole, event.at);
    live->last_active = server_game_now();
    /* the log names the player: account merge and deletion find the table */
    if (event.verb == TABLE_SIT || event.verb == TABLE_JOIN)
        store_batch_joined(outbox_changes(server->outbox), event.person, live->key);
    live_table_announce(server, live, &event, &effect);
    if (stage != TABLE_OVER && table->stage == TABLE_OVER) rating_count_game(server, live);
    if (stage == TABLE_OPEN && table->stage != stage) challenge_settle(server, table);
    store_stage(server, live);
    if (!live_table_changes_summary(&event, stage, table->stage)) return;
    lobby_changed(server, live);
    /* Stored again even if it has not changed, so that other nodes update the line too. */
    if (server->peers && table->stage != TABLE_OVER) put_stage(server, live);
}

void live_table_credit(struct server *server, struct live_table *live, int side,
                       int64_t milliseconds)
{
    live_table_apply(server, live,
                     &(struct table_event){.verb = TABLE_CREDIT,
                                           .seat = -1,
                                           .side = (int8_t)side,
                                           .amount = milliseconds,
                                           .at = server_now()});
}

/* ---- New tables ------------------------------------------------------------------------------ */

/* Keys increase. Where nodes share the store, each node makes keys from the time and random bits;
 * in the rare case of a collision the second table is not stored, and its request runs again. */
static int64_t new_key(struct server *server, int64_t now)
{
    enum { RANDOM_BITS = 12 };
    uint16_t random = 0;
    random_bytes(&random, sizeof random);
    int64_t key = now << RANDOM_BITS | (random & ((1 << RANDOM_BITS) - 1));
    if (!server->peers || key <= server->last_key) key = server->last_key + 1;
    server->last_key = key;
    return key;
}

struct live_table *live_table_add(struct server *server, const struct table_setup *setup,
                                  int64_t now)
{
    char id[17];
    random_id(id, sizeof id);
    struct live_table *live = live_table_list(server, new_key(server, now), id);
    live->listed = setup->listed;
    live->timed = setup->time.mode == TABLE_TIME_CLOCK;
    bv_copy(live->club, setup->club, sizeof live->club);
    live->table = table_new(setup, id);
    live->table->latest = now;
    live->last_active = server_game_now();
    server->tables_loaded++;
    for (int side = 0; side < BV_SIDES_MAX; side++) live->absent_since[side] = server_game_now();
    struct bv_out out = bv_out_into(server->text, sizeof server->text);
    table_setup_store(setup, &out);
    store_batch_table(outbox_changes(server->outbox), live->key, id, server->text, now);
    live->transaction = outbox_touches(server->outbox, live->key, 0);
    store_batch_joined(outbox_changes(server->outbox), setup->owner, live->key);
    metrics_count_opened(&server->metrics, setup->terms->game);
    store_stage(server, live);
    lobby_changed(server, live);
    return live;
}

/* ---- What follows ---------------------------------------------------------------------------- */

void live_table_follow(struct server *server, struct live_table *live)
{
    struct table_event event;
    char token[BV_TOKEN_MAX];
    while (table_follows(live->table, &event, token)) live_table_apply(server, live, &event);
    live_table_rematch(server, live);
    computer_jobs_ask(server, live);
}

/* A jump of the wall clock ends no game before it is confirmed; a live clock does not depend on
 * it. */
static int64_t time_of(const struct live_table *live)
{
    bool timed = live->timed && live->stage == TABLE_PLAYING;
    return timed ? live_table_now(live) : server_confirmed_now();
}

bool live_table_time_passes(struct server *server, struct live_table *live)
{
    struct table_event event;
    int64_t absent[BV_SIDES_MAX];
    if (live->stopped) return false;
    presence_absent(live, absent);
    if (!table_time_brings(live->table, time_of(live), presence_sides(live), live->came, absent,
                           &event))
        return false;
    event.at = server_now();
    live_table_apply(server, live, &event);
    return true;
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
static int decide(struct server *server, const struct live_table *live,
                  struct table_command *command,
                  struct table_event event[TABLE_EVENTS_OF_A_COMMAND], struct refusal *refusal)
{
    if (request_flags(command->request->verb) & REQUEST_SITS) {
        command->has_account = person_is_known(server, command->person);
        command->unwelcome = relation_is_unwelcome(server, live->table, command->person);
    }
    presence_absent(live, command->absent);
    return table_decide(live->table, command, event, refusal);
}

bool live_table_command(struct server *server, struct live_table *live, struct client *client,
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
        !club_lets_in(server, live->club, client->person, refusal))
        return false;
    random_id(new_key, 17);
    live_table_set_clock_right(server, live);
    live_table_time_passes(server, live);
    int events = decide(server, live, &command, event, refusal);
    /* The refusal may come from something that another node has changed since. */
    if (!events && refusal->code && live_table_catch_up(server, live)) {
        *refusal = (struct refusal){0};
        events = decide(server, live, &command, event, refusal);
    }
    if (!live->table)
        return refusal_unreadable(refusal); /* the entries of other nodes are inconsistent */
    if (events && is_over_limit(live->table, &event[0])) {
        events = 0;
        refusal_set(refusal, REFUSE_TOO_MANY_EVENTS);
    }
    for (int i = 0; i < events; i++) {
        live_table_apply(server, live, &event[i]);
        if (event[i].verb == TABLE_KEEP) bv_copy(key, event[i].key, TABLE_KEY_SIZE);
    }
    live_table_follow(server, live);
    return events || !refusal->code;
}

/* ---- Periodic checks ------------------------------------------------------------------------- */

/* A table with a live clock stays loaded: unloaded, its clock would stop, and a game that both
 * sides have left would never end. Where nodes share the store it may be unloaded, because another
 * node may have it loaded. */
static bool may_unload(const struct server *server, const struct live_table *live, int64_t now)
{
    bool timed = !server->peers && live->stage == TABLE_PLAYING &&
                 live->table->setup.time.mode == TABLE_TIME_CLOCK;
    return !timed && !live->clients && !live->thinking && now - live->last_active > UNLOAD_AFTER &&
           outbox_is_settled(server->outbox, live->transaction);
}

/* Which node checks the time limits of a table: a node with subscribers; for other tables the
 * leading node, a little later, so that two nodes seldom do the same. */
static bool is_check_due(const struct server *server, const struct live_table *live)
{
    enum { LATER = 2000 };
    int64_t now = time_of(live);
    if (!live->look) return false;
    if (!server->peers || live->clients) return live->look <= now;
    return peers_leads(server->peers) && live->look <= now - LATER;
}

static void check_table(struct server *server, struct live_table *live, int64_t now)
{
    enum { CHECK_INTERVAL = 5000 };
    struct bv_error error;
    if (live->paced && live->table) {
        live->paced = false;
        computer_jobs_ask(server, live);
    }
    /* Its events were lost (live_table_lost); subscribers, or the computer's job on this node, need
     * it. */
    if (!live->table && (live->clients || live->held)) live_table_load(server, live, &error);
    if (live->table && now - live->checked > CHECK_INTERVAL) live_table_catch_up(server, live);
    if (live->table && !outbox_trouble(server->outbox)[0]) live_table_set_clock_right(server, live);
    if (is_check_due(server, live) && live_table_load(server, live, &error)) {
        if (live_table_time_passes(server, live)) live_table_follow(server, live);
        store_stage(server, live);
    }
    remote_presence_look(server, live, now);
    if (!live->table || !may_unload(server, live, now)) return;
    if (live->stage == TABLE_OVER)
        live_table_remove(server, live);
    else
        live_table_unload(server, live);
}

/* malloc keeps freed memory; a server that had a full tournament should return it to the system. */
static void give_memory_back(struct server *server)
{
    enum { UNLOADED_LEAST = 200 };
    if (server->tables_unloaded < UNLOADED_LEAST) return;
    server->tables_unloaded = 0;
    malloc_trim(0);
}

void live_tables_look(struct server *server, int64_t now)
{
    int64_t interval = server->pacing ? LIVE_PACE : LIVE_LOOK;
    if (now - server->looked < interval && now >= server->looked) return;
    server->looked = now;
    server->pacing = false;
    if (server->missed) live_tables_missed(server);
    for (size_t i = 0; i < LIVE_BUCKETS; i++) {
        struct live_table *live = server->bucket[i];
        while (live) {
            struct live_table *next = live->next;
            check_table(server, live, now);
            live = next;
        }
    }
    give_memory_back(server);
}

/* Corrects live clocks before they are read; that of an unloaded table when it is loaded. */
static void note_jump(struct server *server, struct live_table *live, int64_t jump)
{
    if (!live->timed) return;
    if (live->table && !outbox_trouble(server->outbox)[0])
        live_table_set_clock_right(server, live);
    else if (live->look && live->look != INT64_MAX)
        live->look += jump;
}

void live_tables_jumped(struct server *server, int64_t jump)
{
    for (size_t i = 0; i < LIVE_BUCKETS; i++)
        for (struct live_table *live = server->bucket[i]; live; live = live->next)
            note_jump(server, live, jump);
}
