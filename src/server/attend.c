/* Attending: who is around a table, through which channels they hear of it, and what they missed. */
#include "server/people/relations.h"
#include "server/rooms.h"

enum { MISSED_MAX = 200 }; /* messages that surely fit a client's queue */

struct bv_attendance *bv_attendance_of(struct bv_client *client, const struct bv_room *room)
{
    for (uint32_t i = 0; i < client->attended; i++)
        if (client->attendance[i].room == room) return &client->attendance[i];
    return NULL;
}

/* The first seat held on each side; where there are no secrets, the first seat held at all; else that of watchers. */
static uint32_t channels_of(const struct bv_table *table, const char *person)
{
    uint32_t channels = 0;
    const struct bv_terms *terms = bv_table_terms(table);
    bv_seats held = *person ? bv_seats_held(table, person) : 0;
    if (!held) return 1u << BV_SEATS_MAX;
    if (!(terms->game->flags & BV_HAS_SECRETS)) return 1u << __builtin_ctz(held);
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        bv_seats seats = held & bv_seats_of_side(terms, side);
        if (seats) channels |= 1u << __builtin_ctz(seats);
    }
    return channels;
}

/* ---- Presence -------------------------------------------------------------------------------------------------- */

static uint8_t sides_of(const struct bv_table *table, const char *person)
{
    uint8_t sides = 0;
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if (person[0] && bv_holds_side(table, side, person)) sides |= (uint8_t)(1 << side);
    return sides;
}

uint8_t bv_sides_here(const struct bv_room *room)
{
    uint8_t sides = 0;
    for (size_t i = 0; room->table && i < room->clients; i++)
        sides |= sides_of(room->table, room->client[i]->person);
    return sides;
}

uint8_t bv_sides_present(const struct bv_room *room)
{
    return bv_sides_here(room) | bv_elsewhere_sides(room);
}

void bv_sides_absent(const struct bv_room *room, int64_t absent[BV_SIDES_MAX])
{
    int64_t now = bv_game_now();
    uint8_t present = bv_sides_present(room);
    for (int side = 0; side < BV_SIDES_MAX; side++)
        absent[side] = present & 1 << side ? 0 : now - room->absent_since[side];
}

/* ---- Telling --------------------------------------------------------------------------------------------------- */

static struct bv_span deed_message(struct bv_house *house, const struct bv_table *table,
                                   const struct bv_deed *deed, const struct bv_effect *effect,
                                   int channel, bool muted)
{
    struct bv_out out = bv_out_into(house->text, sizeof house->text);
    if (muted)
        bv_tell_muted(table, channel, &out);
    else
        bv_tell_deed(table, deed, effect, channel, &out);
    return (struct bv_span){house->text, out.length};
}

static void tell_channel(struct bv_house *house, struct bv_room *room, const struct bv_deed *deed,
                         const struct bv_effect *effect, int channel)
{
    struct bv_parcel *parcel[2] = {NULL, NULL}; /* whole, and without what was said */
    bool shunned = deed->verb == BV_SAY && bv_is_blocked_by_anybody(house, deed->person);
    for (size_t i = 0; i < room->clients; i++) {
        const struct bv_attendance *attendance = bv_attendance_of(room->client[i], room);
        if (!(attendance->channels >> channel & 1)) continue;
        bool muted = attendance->muted && deed->verb == BV_SAY;
        if (shunned && bv_has_blocked(house, room->client[i]->person, deed->person)) muted = true;
        if (!parcel[muted])
            parcel[muted] =
                bv_parcel_text(deed_message(house, room->table, deed, effect, channel, muted));
        bv_post_tell_since(house->post, room->client[i], parcel[muted], attendance->flight);
    }
    for (int i = 0; i < 2; i++)
        if (parcel[i]) bv_parcel_free(parcel[i]);
}

void bv_tell_room(struct bv_house *house, struct bv_room *room, const struct bv_deed *deed,
                  const struct bv_effect *effect)
{
    for (int channel = 0; channel < BV_CHANNELS; channel++)
        if (effect->heard >> channel & 1) tell_channel(house, room, deed, effect, channel);
}

static void show(struct bv_house *house, struct bv_room *room, struct bv_client *client)
{
    uint32_t channels = bv_attendance_of(client, room)->channels;
    for (int channel = 0; channel < BV_CHANNELS; channel++) {
        if (!(channels >> channel & 1)) continue;
        struct bv_out out = bv_out_into(house->text, sizeof house->text);
        bv_tell_table(room->table, channel, bv_room_now(room), &out);
        struct bv_parcel *parcel = bv_parcel_text((struct bv_span){house->text, out.length});
        bv_post_tell(house->post, client, parcel);
        bv_parcel_free(parcel);
    }
}

void bv_hear_as_seated(struct bv_room *room)
{
    for (size_t i = 0; i < room->clients; i++)
        bv_attendance_of(room->client[i], room)->channels =
            channels_of(room->table, room->client[i]->person);
}

void bv_show_room(struct bv_house *house, struct bv_room *room, const char *person)
{
    for (size_t i = 0; i < room->clients; i++) {
        struct bv_client *client = room->client[i];
        if (person && !bv_equal(client->person, person)) continue;
        bv_attendance_of(client, room)->channels = channels_of(room->table, client->person);
        show(house, room, client);
    }
}

/* ---- What was missed --------------------------------------------------------------------------------------------- */

/* What partners said to each other is not told to somebody who sat down there only later. */
static bool was_said_before(const struct bv_table *past, const struct bv_deed *said,
                            const char *hearer)
{
    return said->side != BV_ROOM_TABLE && !bv_holds_side(past, said->side, hearer);
}

/* The table as it was at some line before the first message that is wanted: where somebody stopped reading, or the
 * beginning. */
static struct bv_table *past_of(struct bv_room *room, int channel, uint32_t since)
{
    if (!room->retold || room->retold->told[channel] > since) {
        bv_room_forget_retold(room);
        room->retold = bv_table_new(&room->table->setup, room->id);
    }
    return room->retold;
}

static void take_line(struct bv_table *past, const struct bv_room *room, size_t line,
                      struct bv_deed *deed, struct bv_effect *effect)
{
    struct bv_error error;
    bool good = bv_deed_read(bv_table_terms(past), bv_span_of(room->line[line]), deed, &error);
    deed->at = room->line_at[line];
    good = good && bv_table_take(past, deed, effect, &error);
    BV_ASSERT(good); /* it was taken before */
    (void)good;
}

bool bv_retell(struct bv_house *house, struct bv_room *room, int channel, uint32_t since,
               const char *hearer, bv_retold *retold, void *context)
{
    struct bv_table *past = past_of(room, channel, since);
    bool shuns = bv_has_blocked_anybody(house, hearer);
    bool more = true;
    while (more && room->retold_lines < room->lines) {
        struct bv_deed deed;
        struct bv_effect effect = {.heard = 0};
        take_line(past, room, room->retold_lines++, &deed, &effect);
        if (!(effect.heard >> channel & 1) || past->told[channel] <= since) continue;
        bool muted =
            deed.verb == BV_SAY && ((shuns && bv_has_blocked(house, hearer, deed.person)) ||
                                    was_said_before(past, &deed, hearer));
        more = retold(context, &deed, deed_message(house, past, &deed, &effect, channel, muted));
    }
    bool all = past->told[channel] == room->table->told[channel];
    if (all) bv_room_forget_retold(room);
    return all;
}

struct mailing {
    struct bv_house *house;
    struct bv_client *client;
};

static bool mail(void *context, const struct bv_deed *deed, struct bv_span message)
{
    const struct mailing *mailing = context;
    (void)deed;
    struct bv_parcel *parcel = bv_parcel_text(message);
    bv_post_tell(mailing->house->post, mailing->client, parcel);
    bv_parcel_free(parcel);
    return true;
}

/* The number of the last message that the client has of a channel: one for all, or one for each. */
static bool last_heard(const cJSON *since, const struct bv_terms *terms, int channel,
                       uint32_t *number)
{
    int64_t value = 0;
    const char *name = channel == BV_SEATS_MAX ? "watcher" : bv_seat_name(terms, channel);
    const cJSON *item =
        cJSON_IsObject(since) ? cJSON_GetObjectItemCaseSensitive(since, name) : since;
    if (!cJSON_IsNumber(item) || item->valuedouble < 0 || item->valuedouble > UINT32_MAX)
        return false;
    value = (int64_t)item->valuedouble;
    *number = (uint32_t)value;
    return true;
}

static void tell_missed(struct bv_house *house, struct bv_client *client, struct bv_room *room,
                        const cJSON *since)
{
    struct mailing mailing = {house, client};
    uint32_t channels = bv_attendance_of(client, room)->channels;
    for (int channel = 0; channel < BV_CHANNELS; channel++) {
        uint32_t number = 0;
        if (!(channels >> channel & 1)) continue;
        if (!last_heard(since, bv_table_terms(room->table), channel, &number)) continue;
        uint32_t told = room->table->told[channel];
        /* Who missed more than that reads the history. */
        if (number < told && told - number <= MISSED_MAX)
            bv_retell(house, room, channel, number, client->person, mail, &mailing);
    }
}

/* ---- Presence told ------------------------------------------------------------------------------------------- */

static bool is_first_of_person(const struct bv_room *room, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (bv_equal(room->client[i]->person, room->client[at]->person)) return false;
    return true;
}

static bool is_seated(const struct bv_room *room, const char *person)
{
    return person[0] && bv_seats_held(room->table, person);
}

int64_t bv_watchers_here(const struct bv_room *room)
{
    int64_t watchers = 0;
    for (size_t i = 0; i < room->clients; i++)
        watchers += !is_seated(room, room->client[i]->person);
    return watchers;
}

static bool attends_here(const struct bv_room *room, const char *person)
{
    for (size_t i = 0; i < room->clients; i++)
        if (bv_equal(room->client[i]->person, person)) return true;
    return false;
}

struct presence {
    const struct bv_room *room;
    struct bv_out *out;
};

static bool put_other(void *context, const char *person)
{
    struct presence *presence = context;
    if (is_seated(presence->room, person) && !attends_here(presence->room, person))
        bv_json_text(presence->out, NULL, person);
    return true;
}

/* Who is seated and there, since when a side is away, and how many watch. */
static void put_presence(const struct bv_room *room, struct bv_out *out)
{
    const struct bv_terms *terms = bv_table_terms(room->table);
    uint8_t present = bv_sides_present(room);
    bv_json_open(out, NULL, '{');
    bv_json_text(out, "type", "presence");
    bv_json_text(out, "table", room->id);
    bv_json_open(out, "people", '[');
    for (size_t i = 0; i < room->clients; i++) {
        const char *person = room->client[i]->person;
        if (is_seated(room, person) && is_first_of_person(room, i)) bv_json_text(out, NULL, person);
    }
    bv_elsewhere_visit(room, put_other, &(struct presence){room, out});
    bv_json_close(out, ']');
    bv_json_number(out, "watchers", bv_watchers_here(room) + bv_elsewhere_watchers(room));
    bv_json_open(out, "awaySince", '{');
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if (!(present & 1 << side) && !bv_side_is_computer(room->table, side))
            bv_json_number(out, terms->game->side[side].name,
                           room->absent_since[side] + bv_now() - bv_game_now());
    bv_json_close(out, '}');
    bv_json_close(out, '}');
}

void bv_tell_presence(struct bv_house *house, struct bv_room *room)
{
    enum { PRESENCE_MAX = 4096 };
    char text[PRESENCE_MAX];
    struct bv_out out = bv_out_into(text, sizeof text);
    if (!room->table || !room->clients) return;
    put_presence(room, &out);
    if (out.cut) return; /* more people than seats can hold: nobody needs to know */
    struct bv_parcel *parcel = bv_parcel_text((struct bv_span){text, out.length});
    bool facts = bv_post_facts(house->post, true); /* who is there is there, stored or not */
    for (size_t i = 0; i < room->clients; i++) bv_post_tell(house->post, room->client[i], parcel);
    bv_post_facts(house->post, facts);
    bv_parcel_free(parcel);
}

/* ---- Coming and going -------------------------------------------------------------------------------------------- */

/* A side that comes back gets the time that its lost connection cost it, as far as its grace goes. */
static void give_time_back(struct bv_house *house, struct bv_room *room, uint8_t back, int64_t now)
{
    if (room->stopped) return;
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        if (!(back & 1 << side)) continue;
        int64_t lost = bv_lost_time(room->table, side, room->absent_since[side], now);
        if (lost > 0) bv_room_credit(house, room, side, lost);
    }
}

void bv_presence_changed(struct bv_house *house, struct bv_room *room, uint8_t before)
{
    int64_t now = bv_game_now();
    uint8_t sides = bv_sides_present(room);
    room->came |= sides;
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if (before & ~sides & 1 << side) room->absent_since[side] = now;
    bv_tell_presence(house, room);
}

/* Who comes to a table that everybody has left waits for the others from now on, not from when they left. When that is must
 * follow from who attends alone: when a table sleeps and wakes may follow from secret tokens. */
static void wait_from_now(const struct bv_house *house, struct bv_room *room, int64_t now)
{
    enum { FORSAKEN = 15000 };
    if (house->fellows || room->clients || room->table->setup.time.mode == BV_TIME_CLOCK) return;
    if (now - room->empty_since <= FORSAKEN) return;
    for (int side = 0; side < BV_SIDES_MAX; side++) room->absent_since[side] = now;
}

bool bv_attend(struct bv_house *house, struct bv_client *client, struct bv_room *room,
               const cJSON *since, struct bv_refusal *refusal)
{
    struct bv_attendance *attendance = bv_attendance_of(client, room);
    uint8_t before = bv_sides_present(room);
    if (!attendance) {
        wait_from_now(house, room, bv_game_now());
        if (client->attended == BV_ATTENDED_MAX)
            return bv_refuse(refusal, "too-many",
                             (struct bv_text){"Vous suivez déjà trop de tables : quittez-en une.",
                                              "You attend too many tables already: leave one."});
        BV_GROW(room->client, room->clients, room->client_room);
        room->client[room->clients++] = client;
        attendance = &client->attendance[client->attended++];
        *attendance = (struct bv_attendance){.room = room, .flight = bv_post_flight(house->post)};
    }
    attendance->channels = channels_of(room->table, client->person);
    room->came |= bv_sides_present(room);
    tell_missed(house, client, room, since);
    show(house, room, client);
    /* Last, so that its number follows those that were missed. */
    give_time_back(house, room, (uint8_t)(bv_sides_present(room) & ~before), bv_game_now());
    bv_tell_presence(house, room);
    bv_elsewhere_say(house, room);
    return true;
}

void bv_leave(struct bv_house *house, struct bv_client *client, struct bv_room *room)
{
    struct bv_attendance *attendance = bv_attendance_of(client, room);
    if (!attendance) return;
    uint8_t before = bv_sides_present(room);
    *attendance = client->attendance[--client->attended];
    size_t at = 0;
    while (room->client[at] != client) at++;
    room->client[at] = room->client[--room->clients];
    if (!room->clients) room->empty_since = bv_game_now();
    if (!room->table) return;
    room->stirred = bv_game_now();
    bv_presence_changed(house, room, before);
    bv_elsewhere_say(house, room);
}

void bv_unattend(struct bv_house *house, struct bv_client *client, uint64_t flight)
{
    for (uint32_t i = client->attended; i-- > 0;)
        if (client->attendance[i].flight == flight)
            bv_leave(house, client, client->attendance[i].room);
}

void bv_leave_all(struct bv_house *house, struct bv_client *client)
{
    while (client->attended) bv_leave(house, client, client->attendance[0].room);
}
