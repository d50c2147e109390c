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

static size_t key_bucket_of(int64_t key)
{
    return (uint64_t)key % BV_ROOM_BUCKETS;
}

struct bv_room *bv_room_find(struct bv_house *house, const char *id)
{
    struct bv_room *room = house->bucket[bucket_of(id)];
    while (room && !bv_equal(room->id, id)) room = room->next;
    return room;
}

struct bv_room *bv_room_of_key(struct bv_house *house, int64_t key)
{
    struct bv_room *room = house->by_key[key_bucket_of(key)];
    while (room && room->key != key) room = room->next_by_key;
    return room;
}

void bv_room_set_key(struct bv_house *house, struct bv_room *room, int64_t key)
{
    struct bv_room **bucket = &house->by_key[key_bucket_of(key)];
    if (room->key == key) return;
    BV_ASSERT(!room->key);
    room->key = key;
    room->next_by_key = *bucket;
    *bucket = room;
}

struct bv_room *bv_room_list(struct bv_house *house, int64_t key, const char *id)
{
    struct bv_room *room = bv_new(sizeof *room);
    struct bv_out out = bv_out_into(room->id, sizeof room->id);
    bv_put(&out, id);
    struct bv_room **bucket = &house->bucket[bucket_of(id)];
    room->next = *bucket;
    *bucket = room;
    house->rooms++;
    if (key) bv_room_set_key(house, room, key);
    return room;
}

void bv_room_remove(struct bv_house *house, struct bv_room *room)
{
    struct bv_room **link = &house->bucket[bucket_of(room->id)];
    while (*link != room) link = &(*link)->next;
    *link = room->next;
    if (room->key) {
        link = &house->by_key[key_bucket_of(room->key)];
        while (*link != room) link = &(*link)->next_by_key;
        *link = room->next_by_key;
    }
    bv_room_sleep(house, room);
    bv_elsewhere_forget(room);
    free(room->summary);
    free((void *)room->client);
    free(room);
    house->rooms--;
}

void bv_rooms_clear(struct bv_house *house)
{
    for (size_t i = 0; i < BV_ROOM_BUCKETS; i++)
        while (house->bucket[i]) bv_room_remove(house, house->bucket[i]);
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

static void put_stage(struct bv_house *house, const struct bv_room *room)
{
    bv_batch_stage(bv_post_changes(house->post), room->key, room->stage,
                   room->look == INT64_MAX ? 0 : room->look);
}

/* The store knows the earliest moment to look; a later one is set when that has come. */
static void store_stage(struct bv_house *house, struct bv_room *room)
{
    const struct bv_table *table = room->table;
    room->look = bv_look_again(table);
    if (room->stage == BV_TABLE_OVER) return; /* what comes after the end leaves it as it was */
    if (room->stage == table->stage && room->stored_look && room->stored_look <= room->look) return;
    room->stage = table->stage;
    room->stored_look = room->look;
    if (table->stage == BV_TABLE_OVER)
        store_end(house, room);
    else
        put_stage(house, room);
}

/* Its line shows who sits there and whether they play. */
bool bv_changes_line(const struct bv_deed *deed, enum bv_table_stage before,
                     enum bv_table_stage after)
{
    return deed->verb <= BV_START || before != after;
}

void bv_room_announce(struct bv_house *house, struct bv_room *room, const struct bv_deed *deed,
                      const struct bv_effect *effect)
{
    bv_tell_room(house, room, deed, effect);
    if (deed->verb == BV_SIT || deed->verb == BV_STAND) bv_show_room(house, room, deed->person);
    if (deed->verb == BV_FREE) bv_show_room(house, room, NULL); /* who sat there hears it no more */
    bool seats = deed->verb == BV_SIT || deed->verb == BV_STAND || deed->verb == BV_FREE;
    if (seats) bv_tell_presence(house, room);
}

void bv_room_take(struct bv_house *house, struct bv_room *room, const struct bv_deed *decided)
{
    char line[BV_DEED_MAX + BV_TOKEN_MAX];
    struct bv_error error;
    struct bv_effect effect;
    struct bv_table *table = room->table;
    enum bv_table_stage stage = table->stage;
    struct bv_deed deed = *decided;
    /* Nodes do not agree to the millisecond. What is more was a jump, and people shall read what the clock said. */
    if (deed.at < table->latest && table->latest - deed.at < BV_JUMP_LEAST) deed.at = table->latest;
    bool live = table->setup.time.mode == BV_TIME_CLOCK;
    if (live && bv_verb_marks_time(deed.verb)) deed.game = bv_game_now();
    struct bv_out out = bv_out_into(line, sizeof line);
    bv_deed_write(table->setup.terms, &deed, &out);
    bool good = bv_table_take(table, &deed, &effect, &error);
    BV_ASSERT(good && !out.cut);
    (void)good;
    struct bv_span whole = {line, out.length};
    bv_batch_entry(bv_post_changes(house->post), room->key, table->deeds, deed.at, whole);
    room->flight = bv_post_touches(house->post, room->key, table->deeds);
    house->metrics.deeds++;
    bv_room_keep_line(room, whole, deed.at);
    room->stirred = bv_game_now();
    if (deed.verb == BV_SIT ||
        deed.verb == BV_JOIN) /* its log names them: who moves or goes is found */
        bv_batch_joined(bv_post_changes(house->post), deed.person, room->key);
    bv_room_announce(house, room, &deed, &effect);
    if (stage != BV_TABLE_OVER && table->stage == BV_TABLE_OVER) bv_count_game(house, room);
    if (stage == BV_TABLE_OPEN && table->stage != stage) bv_challenge_settle(house, table);
    store_stage(house, room);
    if (!bv_changes_line(&deed, stage, table->stage)) return;
    bv_lobby_changed(house, room);
    /* Said again where it has not changed, so that other nodes look at the line too. */
    if (house->fellows && table->stage != BV_TABLE_OVER) put_stage(house, room);
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

/* Keys rise. Where nodes share the store each makes its own, from the moment and by lot; in the rare case that two are the
 * same the second table is not stored, and asked for again. */
static int64_t new_key(struct bv_house *house, int64_t now)
{
    enum { LOT_BITS = 12 };
    uint16_t lot = 0;
    bv_random_bytes(&lot, sizeof lot);
    int64_t key = now << LOT_BITS | (lot & ((1 << LOT_BITS) - 1));
    if (!house->fellows || key <= house->last_key) key = house->last_key + 1;
    house->last_key = key;
    return key;
}

struct bv_room *bv_room_add(struct bv_house *house, const struct bv_setup *setup, int64_t now)
{
    char id[17];
    bv_random_id(id, sizeof id);
    struct bv_room *room = bv_room_list(house, new_key(house, now), id);
    room->listed = setup->listed;
    room->live = setup->time.mode == BV_TIME_CLOCK;
    bv_copy(room->club, setup->club, sizeof room->club);
    room->table = bv_table_new(setup, id);
    room->table->latest = now;
    room->stirred = bv_game_now();
    house->awake++;
    for (int side = 0; side < BV_SIDES_MAX; side++) room->absent_since[side] = bv_game_now();
    struct bv_out out = bv_out_into(house->text, sizeof house->text);
    bv_setup_keep(setup, &out);
    bv_batch_table(bv_post_changes(house->post), room->key, id, house->text, now);
    room->flight = bv_post_touches(house->post, room->key, 0);
    bv_batch_joined(bv_post_changes(house->post), setup->owner, room->key);
    bv_count_opened(&house->metrics, setup->terms->game);
    store_stage(house, room);
    bv_lobby_changed(house, room);
    return room;
}

/* ---- What follows ------------------------------------------------------------------------------------------------------ */

void bv_room_follow(struct bv_house *house, struct bv_room *room)
{
    struct bv_deed deed;
    char token[BV_TOKEN_MAX];
    while (bv_follows(room->table, &deed, token)) bv_room_take(house, room, &deed);
    bv_play_again(house, room);
    bv_ask_computer(house, room);
}

/* A jump of the wall clock ends nothing before it is confirmed; a live clock does not go by it at all. */
static int64_t time_of(const struct bv_room *room)
{
    bool live = room->live && room->stage == BV_TABLE_PLAYING;
    return live ? bv_room_now(room) : bv_confirmed_now();
}

bool bv_time_passes(struct bv_house *house, struct bv_room *room)
{
    struct bv_deed deed;
    int64_t absent[BV_SIDES_MAX];
    if (room->stopped) return false;
    bv_sides_absent(room, absent);
    if (!bv_time_brings(room->table, time_of(room), bv_sides_present(room), room->came, absent,
                        &deed))
        return false;
    deed.at = bv_now();
    bv_room_take(house, room, &deed);
    return true;
}

/* Words, offers and seats changed to and fro could go on for ever; moves have a limit of their own, and the game can
 * always be brought to its end. What a seat does not hear of does not count for it: a limit must not tell of it either. */
static bool is_one_too_many(const struct bv_table *table, const struct bv_deed *deed)
{
    enum { BESIDES_MOVES = 5000 };
    int channel = deed->seat < 0 ? bv_channel_of(BV_WATCHER) : deed->seat;
    bool ends = deed->verb == BV_RESIGN || deed->verb == BV_CANCEL || deed->verb == BV_ACCEPT ||
                deed->verb == BV_ABANDON;
    return !ends && deed->verb != BV_PLAY && table->beside[channel] >= BESIDES_MOVES;
}

/* What comes of a wish at the table as it stands now. */
static int decide(struct bv_house *house, const struct bv_room *room, struct bv_wish *wish,
                  struct bv_deed deed[BV_DEEDS_OF_A_WISH], struct bv_refusal *refusal)
{
    if (bv_is_for_a_seat(wish->verb)) {
        wish->has_account = bv_is_known(house, wish->person);
        wish->unwelcome = bv_is_unwelcome(house, room->table, wish->person);
    }
    bv_sides_absent(room, wish->absent);
    return bv_decide(room->table, wish, deed, refusal);
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
    if (bv_is_for_a_seat(verb) && !bv_club_lets_in(house, room->club, client->person, refusal))
        return false;
    bv_random_id(new_key, 17);
    bv_set_clock_right(house, room);
    bv_time_passes(house, room);
    int deeds = decide(house, room, &wish, deed, refusal);
    /* Perhaps it is refused because of something that another node has changed meanwhile. */
    if (!deeds && refusal->code && bv_room_catch_up(house, room)) {
        *refusal = (struct bv_refusal){0};
        deeds = decide(house, room, &wish, deed, refusal);
    }
    if (!room->table)
        return bv_refuse_unreadable(refusal); /* what others have done there makes no sense */
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

/* ---- Looking over -------------------------------------------------------------------------------------------------------- */

/* A live clock keeps its table awake: in sleep it would stand still, and a game that both have left would never end. Where
 * nodes share the store it goes on, because another node may keep it. */
static bool may_sleep(const struct bv_house *house, const struct bv_room *room, int64_t now)
{
    bool live = !house->fellows && room->stage == BV_TABLE_PLAYING &&
                room->table->setup.time.mode == BV_TIME_CLOCK;
    return !live && !room->clients && !room->thinking && now - room->stirred > SLEEP_AFTER &&
           bv_post_landed(house->post, room->flight);
}

/* Whose business it is to see what time brings: of a table that somebody attends here, this node's; of the others, the
 * leading node's, a little later, so that nodes seldom do the same. */
static bool is_time_to_look(const struct bv_house *house, const struct bv_room *room)
{
    enum { LATER = 2000 };
    int64_t now = time_of(room);
    if (!room->look) return false;
    if (!house->fellows || room->clients) return room->look <= now;
    return bv_fellows_leads(house->fellows) && room->look <= now - LATER;
}

static void look_at(struct bv_house *house, struct bv_room *room, int64_t now)
{
    enum { RELY_ON_NEWS = 5000 };
    struct bv_error error;
    if (room->paced && room->table) {
        room->paced = false;
        bv_ask_computer(house, room);
    }
    /* It was lost, see bv_room_lost; who attends, or waits for the computer of this node, waits for it. */
    if (!room->table && (room->clients || room->held)) bv_room_wake(house, room, &error);
    if (room->table && now - room->checked > RELY_ON_NEWS) bv_room_catch_up(house, room);
    if (room->table && !bv_post_trouble(house->post)[0]) bv_set_clock_right(house, room);
    if (is_time_to_look(house, room) && bv_room_wake(house, room, &error)) {
        if (bv_time_passes(house, room)) bv_room_follow(house, room);
        store_stage(house, room);
    }
    bv_elsewhere_look(house, room, now);
    if (!room->table || !may_sleep(house, room, now)) return;
    if (room->stage == BV_TABLE_OVER)
        bv_room_remove(house, room);
    else
        bv_room_sleep(house, room);
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
    if (house->missed) bv_rooms_missed(house);
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

/* Clocks are set right before anybody looks at them; that of a table that sleeps, when it wakes. */
static void note_jump(struct bv_house *house, struct bv_room *room, int64_t jump)
{
    if (!room->live) return;
    if (room->table && !bv_post_trouble(house->post)[0])
        bv_set_clock_right(house, room);
    else if (room->look && room->look != INT64_MAX)
        room->look += jump;
}

void bv_rooms_jumped(struct bv_house *house, int64_t jump)
{
    for (size_t i = 0; i < BV_ROOM_BUCKETS; i++)
        for (struct bv_room *room = house->bucket[i]; room; room = room->next)
            note_jump(house, room, jump);
}
