/*
 * Rooms: the tables of the house. A table that is not over always has its room, a small thing; the table itself is woken
 * from the store when somebody needs it and put to sleep when nobody has for a while.
 */
#include "server/rooms.h"
#include "core/hash.h"
#include <malloc.h>

#include "server/archive.h"
#include "server/evenings/club.h"
#include "server/evenings/hall.h"
#include "server/house.h"
#include "server/people/challenges.h"
#include "server/people/ratings.h"
#include "server/people/relations.h"

#define SLEEP_AFTER ((int64_t)15 * 1000)

/* ---- The list ------------------------------------------------------------------------------------------------- */

static size_t bucket_of(const char *id)
{
    return bv_hash_text(0, id) % BV_ROOM_BUCKETS;
}

static struct bv_room *find_room(struct bv_house *house, const char *id)
{
    struct bv_room *room = house->bucket[bucket_of(id)];
    while (room && !bv_equal(room->id, id)) room = room->next;
    return room;
}

static struct bv_room *find_key(struct bv_house *house, int64_t key)
{
    for (size_t i = 0; i < BV_ROOM_BUCKETS; i++)
        for (struct bv_room *room = house->bucket[i]; room; room = room->next)
            if (room->key == key) return room;
    return NULL;
}

static struct bv_room *add_room(struct bv_house *house, int64_t key, const char *id)
{
    struct bv_room *room = bv_new(sizeof *room);
    room->key = key;
    struct bv_out out = bv_out_into(room->id, sizeof room->id);
    bv_put(&out, id);
    struct bv_room **bucket = &house->bucket[bucket_of(id)];
    room->next = *bucket;
    *bucket = room;
    house->rooms++;
    return room;
}

static void forget_log(struct bv_room *room)
{
    for (size_t i = 0; i < room->lines; i++) free(room->line[i]);
    free((void *)room->line);
    free(room->line_at);
    room->line = NULL;
    room->line_at = NULL;
    room->lines = room->line_room = room->line_at_room = 0;
}

static void put_to_sleep(struct bv_house *house, struct bv_room *room)
{
    if (!room->table) return;
    const struct bv_terms *terms = room->table->setup.terms;
    bv_table_free(room->table);
    bv_shelf_return(house->shelf, terms);
    forget_log(room);
    room->table = NULL;
    house->awake--;
    house->fallen_asleep++;
}

static void remove_room(struct bv_house *house, struct bv_room *room)
{
    struct bv_room **link = &house->bucket[bucket_of(room->id)];
    while (*link != room) link = &(*link)->next;
    *link = room->next;
    put_to_sleep(house, room);
    free(room->summary);
    free((void *)room->client);
    free(room);
    house->rooms--;
}

void bv_rooms_clear(struct bv_house *house)
{
    for (size_t i = 0; i < BV_ROOM_BUCKETS; i++)
        while (house->bucket[i]) remove_room(house, house->bucket[i]);
}

/* ---- Waking ------------------------------------------------------------------------------------------------------ */

static void keep_line(struct bv_room *room, struct bv_span line, int64_t at)
{
    BV_GROW(room->line, room->lines, room->line_room);
    BV_GROW(room->line_at, room->lines, room->line_at_room);
    room->line[room->lines] = bv_text_copy(line.text, line.length);
    room->line_at[room->lines++] = at;
}

struct waking {
    struct bv_house *house;
    struct bv_room *room;
    bool good;
    struct bv_error error;
};

static bool wake_setup(void *context, const struct bv_stored_table *stored)
{
    struct waking *waking = context;
    struct bv_setup setup;
    if (!bv_setup_restore(stored->setup, waking->house->shelf, &setup, &waking->error))
        return false;
    struct bv_room *room = waking->room;
    room->key = stored->table;
    room->stage = stored->stage;
    room->listed = setup.listed;
    bv_copy(room->club, setup.club, sizeof room->club);
    room->stored_look = stored->due;
    room->table = bv_table_new(&setup, room->id);
    waking->house->awake++;
    /* Until its first deed a table is as old as its setup. */
    room->table->latest = stored->created;
    waking->good = true;
    return false;
}

static bool wake_deed(void *context, uint32_t number, int64_t at, struct bv_span line)
{
    struct waking *waking = context;
    struct bv_deed deed;
    struct bv_effect effect;
    (void)number;
    keep_line(waking->room, line, at);
    struct bv_span kept = bv_span_of(waking->room->line[waking->room->lines - 1]);
    waking->good = bv_deed_read(waking->room->table->setup.terms, kept, &deed, &waking->error);
    deed.at = at;
    if (waking->good)
        waking->good = bv_table_take(waking->room->table, &deed, &effect, &waking->error);
    return waking->good;
}

/* While the house was closed, or could not store anything, nobody's live clock runs: nobody could have moved. */
static void restart_clock(struct bv_house *house, struct bv_room *room)
{
    if (!room->stopped) return;
    room->stopped = false;
    bv_room_take(house, room, &(struct bv_deed){.verb = BV_RESTART, .seat = -1, .at = bv_now()});
}

static void resume(struct bv_house *house, struct bv_room *room)
{
    int64_t now = bv_now();
    room->stirred = now;
    for (int side = 0; side < BV_SIDES_MAX; side++) room->absent_since[side] = now;
    bool live = room->table->setup.time.mode == BV_TIME_CLOCK;
    room->stopped = live && room->stage == BV_TABLE_PLAYING;
    if (!bv_post_trouble(house->post)[0]) restart_clock(house, room);
    bv_room_follow(house, room);
}

static bool wake(struct bv_house *house, struct bv_room *room, struct bv_error *error)
{
    if (room->table) return true;
    struct waking waking = {.house = house, .room = room};
    const char *id = room->id;
    bool read = bv_store_table(house->reader, id, 0, wake_setup, &waking, error);
    if (read && waking.good)
        read = bv_store_entries(house->reader, room->key, 0, wake_deed, &waking, error);
    if (read && waking.good) {
        resume(house, room);
        return true;
    }
    if (read) *error = waking.error;
    put_to_sleep(house, room);
    return false;
}

static bool unreadable(struct bv_refusal *refusal, const struct bv_error *error)
{
    refusal->detail = *error;
    return bv_refuse(refusal, "unreadable",
                     (struct bv_text){"La maison ne peut pas lire cette table pour le moment.",
                                      "The house cannot read this table at the moment."});
}

struct bv_room *bv_room_enter(struct bv_house *house, const char *id, struct bv_refusal *refusal)
{
    struct bv_error error = {""};
    struct bv_room *room = find_room(house, id);
    if (!room) room = add_room(house, 0, id);
    if (wake(house, room, &error)) {
        room->stirred = bv_now();
        return room;
    }
    bool missing = !error.text[0];
    if (!room->key) remove_room(house, room);
    if (missing)
        bv_refuse(refusal, "no-such-table",
                  (struct bv_text){"Cette table n'existe pas.", "There is no such table."});
    else
        unreadable(refusal, &error);
    return NULL;
}

static bool restore(void *context, const struct bv_stored_table *stored)
{
    struct bv_house *house = context;
    struct bv_room *room = add_room(house, stored->table, stored->id);
    cJSON *setup = cJSON_Parse(stored->setup);
    room->stage = stored->stage;
    room->listed = setup && bv_json_get_true(setup, "public");
    const char *club = setup ? bv_json_get_text(setup, "club", BV_ID_SIZE - 1) : NULL;
    struct bv_out out = bv_out_into(room->club, sizeof room->club);
    if (club) bv_put(&out, club);
    room->look = room->stored_look = stored->due;
    cJSON_Delete(setup);
    return true;
}

bool bv_rooms_restore(struct bv_house *house, struct bv_error *error)
{
    return bv_store_last_key(house->reader, &house->last_key, error) &&
           bv_store_unfinished(house->reader, restore, house, error);
}

/* ---- Deeds ---------------------------------------------------------------------------------------------------------- */

static void store_end(struct bv_house *house, struct bv_room *room)
{
    char tags
        [8192]; /* six groups of six people, each with two tags, those of the game and of its beginning */
    struct bv_batch *changes = bv_post_changes(house->post);
    const struct bv_table *table = room->table;
    struct bv_out summary = bv_out_into(house->text, sizeof house->text);
    struct bv_out list = bv_out_into(tags, sizeof tags);
    bv_batch_stage(changes, room->key, BV_TABLE_OVER, 0);
    bv_evening_note(house, room);
    /* A table that was closed before the game began, or by a keeper, has no game that is found again. */
    if (!table->begun || table->outcome[0] == '*') return;
    bv_count_finished(&house->metrics, bv_table_terms(table)->game);
    bv_archive_summary(table, &summary);
    bv_archive_tags(table, &list);
    bv_opening_tags(table, &list);
    bv_batch_finished(changes, room->key, table->ended, house->text, tags);
}

/* The store knows the earliest moment to look; a later one is set when that has come. */
static void store_stage(struct bv_house *house, struct bv_room *room)
{
    const struct bv_table *table = room->table;
    room->look = bv_look_again(table);
    if (room->stage == table->stage && room->stored_look && room->stored_look <= room->look) return;
    room->stage = table->stage;
    room->stored_look = room->look;
    if (table->stage == BV_TABLE_OVER)
        store_end(house, room);
    else
        bv_batch_stage(bv_post_changes(house->post), room->key, table->stage,
                       room->look == INT64_MAX ? 0 : room->look);
}

void bv_room_take(struct bv_house *house, struct bv_room *room, const struct bv_deed *decided)
{
    char line[BV_DEED_MAX + BV_TOKEN_MAX];
    struct bv_error error;
    struct bv_effect effect;
    struct bv_table *table = room->table;
    enum bv_table_stage stage = table->stage;
    struct bv_deed deed = *decided;
    if (deed.at < table->latest)
        deed.at = table->latest; /* the clock of the machine was set back */
    struct bv_out out = bv_out_into(line, sizeof line);
    bv_deed_write(table->setup.terms, &deed, &out);
    bool good = bv_table_take(table, &deed, &effect, &error);
    BV_ASSERT(good && !out.cut);
    (void)good;
    struct bv_span whole = {line, out.length};
    bv_batch_entry(bv_post_changes(house->post), room->key, table->deeds, deed.at, whole);
    room->flight = bv_post_touches(house->post, room->key);
    house->metrics.deeds++;
    keep_line(room, whole, deed.at);
    room->stirred = deed.at;
    if (deed.verb == BV_SIT) bv_batch_joined(bv_post_changes(house->post), deed.person, room->key);
    bv_tell_room(house, room, &deed, &effect);
    if (deed.verb == BV_SIT || deed.verb == BV_STAND) bv_show_room(house, room, deed.person);
    if (deed.verb == BV_FREE) bv_show_room(house, room, NULL); /* who sat there hears it no more */
    bool seats = deed.verb == BV_SIT || deed.verb == BV_STAND || deed.verb == BV_FREE;
    if (seats) bv_tell_presence(house, room);
    if (stage != BV_TABLE_OVER && table->stage == BV_TABLE_OVER) bv_count_game(house, room);
    if (stage == BV_TABLE_OPEN && table->stage != stage) bv_challenge_settle(house, table);
    store_stage(house, room);
    /* Its line shows who sits there and whether they play. */
    if (deed.verb <= BV_START || table->stage != stage) bv_lobby_changed(house, room);
}

void bv_room_credit(struct bv_house *house, struct bv_room *room, int side, int64_t milliseconds)
{
    bv_room_take(house, room,
                 &(struct bv_deed){.verb = BV_CREDIT,
                                   .seat = -1,
                                   .side = (int8_t)side,
                                   .amount = milliseconds,
                                   .at = bv_now()});
}

/* ---- A new one ---------------------------------------------------------------------------------------------------- */

struct bv_room *bv_room_add(struct bv_house *house, const struct bv_setup *setup, int64_t now)
{
    char id[17];
    bv_random_id(id, sizeof id);
    struct bv_room *room = add_room(house, ++house->last_key, id);
    room->listed = setup->listed;
    bv_copy(room->club, setup->club, sizeof room->club);
    room->table = bv_table_new(setup, id);
    room->table->latest = room->stirred = now;
    house->awake++;
    for (int side = 0; side < BV_SIDES_MAX; side++) room->absent_since[side] = now;
    struct bv_out out = bv_out_into(house->text, sizeof house->text);
    bv_setup_keep(setup, &out);
    bv_batch_table(bv_post_changes(house->post), room->key, id, house->text, now);
    room->flight = bv_post_touches(house->post, room->key);
    bv_batch_joined(bv_post_changes(house->post), setup->owner, room->key);
    bv_count_opened(&house->metrics, setup->terms->game);
    store_stage(house, room);
    bv_lobby_changed(house, room);
    return room;
}

/* ---- What follows ------------------------------------------------------------------------------------------------------ */

static bool has_people(const struct bv_table *table)
{
    for (int seat = 0; seat < bv_table_terms(table)->form->seats; seat++)
        if (table->chair[seat].holders) return true;
    return false;
}

/* Computers among themselves play so that people can watch. */
static bool keeps_pace(struct bv_house *house, struct bv_room *room)
{
    int64_t now = bv_now();
    if (has_people(room->table)) return true;
    if (now < room->pace) {
        room->paced = house->pacing = true;
        return false;
    }
    room->pace = now + BV_PACE;
    return true;
}

static void ask_computer(struct bv_house *house, struct bv_room *room)
{
    bv_seats seats = bv_computer_to_act(room->table);
    if (!seats || room->thinking || !keeps_pace(house, room)) return;
    const struct bv_terms *terms = room->table->setup.terms;
    int side = bv_side_of(terms, __builtin_ctz(seats));
    room->thinking = true;
    bv_shelf_hold(house->shelf, terms);
    bv_bots_ask(house->bots, room->table, seats & bv_seats_of_side(terms, side));
}

void bv_room_follow(struct bv_house *house, struct bv_room *room)
{
    struct bv_deed deed;
    char token[BV_TOKEN_MAX];
    while (bv_follows(room->table, &deed, token)) bv_room_take(house, room, &deed);
    bv_play_again(house, room);
    ask_computer(house, room);
}

static bool time_passes(struct bv_house *house, struct bv_room *room, int64_t now)
{
    struct bv_deed deed;
    int64_t absent[BV_SIDES_MAX];
    if (room->stopped) return false;
    bv_sides_absent(room, now, absent);
    if (!bv_time_brings(room->table, now, bv_sides_present(room), absent, &deed)) return false;
    bv_room_take(house, room, &deed);
    return true;
}

/* Words, offers and seats changed to and fro could go on for ever; moves have a limit of their own, and the game can
 * always be brought to its end. */
static bool is_one_too_many(const struct bv_table *table, const struct bv_deed *deed)
{
    enum { BESIDES_MOVES = 5000 };
    bool ends = deed->verb == BV_RESIGN || deed->verb == BV_CANCEL || deed->verb == BV_ACCEPT ||
                deed->verb == BV_ABANDON;
    return !ends && deed->verb != BV_PLAY && table->deeds - table->moves >= BESIDES_MOVES;
}

bool bv_room_wish(struct bv_house *house, struct bv_room *room, struct bv_client *client,
                  const char *verb, const cJSON *fields, char key[BV_KEY_SIZE],
                  struct bv_refusal *refusal)
{
    char new_key[BV_KEY_SIZE];
    struct bv_deed deed[BV_DEEDS_OF_A_WISH];
    int64_t now = bv_now();
    struct bv_wish wish = {.verb = verb,
                           .person = client->person,
                           .name = client->name,
                           .fields = fields,
                           .now = now,
                           .new_key = new_key};
    key[0] = '\0';
    *refusal = (struct bv_refusal){0};
    if (bv_equal(verb, "sit") && !bv_club_lets_in(house, room->club, client->person, refusal))
        return false;
    bv_random_id(new_key, 17);
    if (bv_equal(verb, "sit")) {
        wish.has_account = bv_is_known(house, client->person);
        wish.unwelcome = bv_is_unwelcome(house, room->table, client->person);
    }
    bv_sides_absent(room, now, wish.absent);
    restart_clock(house, room);
    time_passes(house, room, now);
    int deeds = bv_decide(room->table, &wish, deed, refusal);
    if (deeds && is_one_too_many(room->table, &deed[0])) {
        deeds = 0;
        bv_refuse(refusal, "too-many",
                  (struct bv_text){"Trop de choses se sont passées à cette table : on peut "
                                   "encore y jouer ou abandonner.",
                                   "Too much has happened at this table: one can still play or "
                                   "resign there."});
    }
    for (int i = 0; i < deeds; i++) {
        bv_room_take(house, room, &deed[i]);
        if (deed[i].verb == BV_KEEP) bv_copy(key, deed[i].key, BV_KEY_SIZE);
    }
    bv_room_follow(house, room);
    return deeds || !refusal->code;
}

void bv_room_answered(struct bv_house *house, const struct bv_bot_answer *answer)
{
    struct bv_room *room = find_room(house, answer->id);
    if (room && room->table) {
        struct bv_table *table = room->table;
        char token[BV_TOKEN_MAX];
        struct bv_out out = bv_out_into(token, sizeof token);
        room->thinking = false;
        bool current = answer->epoch == table->epoch && answer->moves == table->moves &&
                       bv_table_to_act(table) & bv_seat_bit(answer->seat);
        if (current) {
            table->setup.terms->game->token(table->setup.terms, answer->action, &out);
            restart_clock(house, room);
            time_passes(house, room, bv_now());
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

static bool is_stored(void *context, const struct bv_stored_table *stored)
{
    bool *found = context;
    (void)stored;
    *found = true;
    return false;
}

/* Nobody was told of what is lost, so everybody's picture is still right: the table is read anew when it is needed. One
 * that was never stored is gone. */
void bv_room_lost(struct bv_house *house, int64_t key)
{
    struct bv_error error;
    bool found = false;
    struct bv_room *room = find_key(house, key);
    if (!room) return;
    put_to_sleep(house, room);
    room->thinking = false;
    if (!bv_store_table(house->reader, room->id, 0, is_stored, &found, &error) || found) return;
    while (room->clients) bv_leave(house, room->client[0], room);
    remove_room(house, room);
}

/* ---- Looking over -------------------------------------------------------------------------------------------------------- */

/* A live clock keeps its table awake: in sleep it would stand still, and a game that both have left would never end. */
static bool may_sleep(const struct bv_house *house, const struct bv_room *room, int64_t now)
{
    bool live = room->stage == BV_TABLE_PLAYING && room->table->setup.time.mode == BV_TIME_CLOCK;
    return !live && !room->clients && !room->thinking && now - room->stirred > SLEEP_AFTER &&
           bv_post_landed(house->post, room->flight);
}

static void look_at(struct bv_house *house, struct bv_room *room, int64_t now)
{
    struct bv_error error;
    if (room->paced && room->table) {
        room->paced = false;
        ask_computer(house, room);
    }
    if (!room->table && room->clients)
        wake(house, room, &error); /* it was lost, see bv_room_lost */
    if (room->table && !bv_post_trouble(house->post)[0]) restart_clock(house, room);
    if (room->look && room->look <= now && wake(house, room, &error)) {
        if (time_passes(house, room, now)) bv_room_follow(house, room);
        store_stage(house, room);
    }
    if (!room->table || !may_sleep(house, room, now)) return;
    if (room->stage == BV_TABLE_OVER)
        remove_room(house, room);
    else
        put_to_sleep(house, room);
}

/* The library keeps what was freed for later; a house that had a full evening need not hold it all night. */
static void give_memory_back(struct bv_house *house)
{
    enum { WORTHWHILE = 200 };
    if (house->fallen_asleep < WORTHWHILE) return;
    house->fallen_asleep = 0;
    malloc_trim(0);
}

void bv_rooms_look(struct bv_house *house, int64_t now)
{
    int64_t interval = house->pacing ? BV_PACE : BV_LOOK;
    if (now - house->looked < interval && now >= house->looked) return;
    house->looked = now;
    house->pacing = false;
    for (size_t i = 0; i < BV_ROOM_BUCKETS; i++) {
        struct bv_room *room = house->bucket[i];
        while (room) {
            struct bv_room *next = room->next;
            look_at(house, room, now);
            room = next;
        }
    }
    give_memory_back(house);
}
