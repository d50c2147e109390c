/* What clients say over a WebSocket: one row of the table for each verb, all others are wishes at a table. */
#include "net/utf8.h"
#include "server/evenings/hall.h"
#include "server/fellowship/fellowship.h"
#include "server/house.h"
#include "server/keeping/gate.h"

/* A message that is being answered. */
struct asked {
    struct bv_house *house;
    struct bv_client *client;
    const cJSON *fields;
    int64_t id; /* negative: it asks for no answer */
    struct bv_refusal refusal;
    struct bv_out *reply; /* fields of the answer */
    bool reads;           /* it changes nothing that is kept */
};

void bv_refusal_write(const struct bv_refusal *refusal, struct bv_out *out)
{
    bv_json_text(out, "code", refusal->code);
    bv_json_both(out, "text", refusal->text);
    if (refusal->detail.text[0])
        bv_json_span(out, "detail", bv_utf8_front(bv_span_of(refusal->detail.text)));
    if (refusal->wait) bv_json_number(out, "wait", refusal->wait);
}

static bool needs_person(struct asked *asked)
{
    if (asked->client->person[0]) return true;
    return bv_refuse_nameless(&asked->refusal);
}

typedef struct bv_room *entrance(struct bv_house *house, const char *id,
                                 struct bv_refusal *refusal);

static struct bv_room *room_by(struct asked *asked, entrance *enter)
{
    const char *id = bv_json_get_text(asked->fields, "table", BV_ID_SIZE - 1);
    if (id) return enter(asked->house, id, &asked->refusal);
    bv_refuse(&asked->refusal, "bad-message",
              (struct bv_text){"Il manque la table.", "The table is missing."});
    return NULL;
}

static struct bv_room *room_of(struct asked *asked)
{
    return room_by(asked, bv_room_enter);
}

static bool open_table(struct asked *asked)
{
    if (!needs_person(asked)) return false;
    struct bv_room *room =
        bv_room_open(asked->house, asked->client, asked->fields, &asked->refusal);
    if (room) bv_room_write_opened(room, asked->reply);
    return room != NULL;
}

static bool attend(struct asked *asked)
{
    struct bv_room *room = room_of(asked);
    if (!room) return false;
    return bv_attend(asked->house, asked->client, room,
                     cJSON_GetObjectItemCaseSensitive(asked->fields, "since"), &asked->refusal);
}

static bool leave(struct asked *asked)
{
    struct bv_room *room = room_of(asked);
    if (room) bv_leave(asked->house, asked->client, room);
    return room != NULL;
}

static bool mute(struct asked *asked)
{
    struct bv_room *room = room_of(asked);
    if (!room) return false;
    struct bv_attendance *attendance = bv_attendance_of(asked->client, room);
    if (!attendance)
        return bv_refuse(
            &asked->refusal, "not-attending",
            (struct bv_text){"Vous n'êtes pas à cette table.", "You are not at this table."});
    attendance->muted = bv_json_get_true(asked->fields, "on");
    return true;
}

/* For programs that cannot send a cookie with a WebSocket: a ticket says who they are. Whoever becomes somebody else leaves
 * the tables first: what was heard there was for who they were. */
static bool resume(struct asked *asked)
{
    struct bv_house *house = asked->house;
    struct bv_client *client = asked->client;
    struct bv_client newcomer = {.local = client->local};
    const char *ticket = bv_json_get_text(asked->fields, "ticket", BV_TICKET_SIZE);
    if (!ticket || !bv_ticket_redeem(house, &newcomer, bv_span_of(ticket), bv_now()))
        return bv_refuse_ticket(&asked->refusal);
    bv_porter_leave(house->porter, client); /* who is the same person is not counted twice */
    bool fits = bv_gate_person_fits(house->gate, &newcomer, house->porter, &asked->refusal);
    if (fits && !bv_ticket_spend(house, bv_span_of(ticket), &asked->refusal.detail))
        fits = bv_refuse_unreadable(&asked->refusal);
    if (fits) client->resumed = bv_post_flight(house->post);
    if (fits && !bv_equal(newcomer.person, client->person)) bv_leave_all(house, client);
    if (fits) bv_become(house, client, newcomer.person);
    bv_porter_enter(house->porter, client);
    if (fits) bv_person_write(client, asked->reply);
    return fits;
}

static bool lobby(struct asked *asked)
{
    bv_lobby_enter(asked->house, asked->client);
    return true;
}

static bool lobby_leave(struct asked *asked)
{
    bv_lobby_leave(asked->house, asked->client);
    return true;
}

static bool evening(struct asked *asked)
{
    const char *id = bv_json_get_text(asked->fields, "evening", BV_ID_SIZE - 1);
    cJSON *paper = id ? bv_desk_read(asked->house->desk, "evening", id, NULL) : NULL;
    cJSON_Delete(paper);
    if (!paper)
        return bv_refuse(
            &asked->refusal, "no-such-evening",
            (struct bv_text){"Cette soirée n'existe pas.", "There is no such evening."});
    bv_hall_watch(asked->house, asked->client, id);
    return true;
}

static bool evening_leave(struct asked *asked)
{
    bv_hall_watch(asked->house, asked->client, "");
    return true;
}

static bool legal(struct asked *asked)
{
    struct bv_room *room = room_of(asked);
    if (!room) return false;
    const struct bv_terms *terms = bv_table_terms(room->table);
    const char *name = bv_json_get_text(asked->fields, "seat", BV_NAME_MAX);
    bv_seats held =
        asked->client->person[0] ? bv_seats_held(room->table, asked->client->person) : 0;
    for (int seat = 0; seat < terms->form->seats; seat++) {
        if (!(held & bv_seat_bit(seat))) continue;
        if (name && !bv_equal(name, bv_seat_name(terms, seat))) continue;
        bv_json_text(asked->reply, "seat", bv_seat_name(terms, seat));
        bv_tell_legal(room->table, seat, asked->reply);
        return true;
    }
    return bv_refuse_others_seat(&asked->refusal);
}

static bool wish(struct asked *asked, const char *verb)
{
    char key[BV_KEY_SIZE];
    if (!needs_person(asked)) return false;
    struct bv_room *room = room_by(asked, bv_room_at_hand);
    if (!room) return false;
    if (bv_equal(verb, "say") &&
        !bv_gate_may(asked->house->gate, asked->client, BV_LIMIT_CHATS, &asked->refusal))
        return false;
    if (bv_is_for_a_seat(verb)) bv_refresh_person(asked->house, asked->client);
    if (!bv_room_wish(asked->house, room, asked->client, verb, asked->fields, key, &asked->refusal))
        return false;
    if (key[0]) bv_json_text(asked->reply, "key", key);
    return true;
}

static const struct {
    const char *verb;
    bool (*answer)(struct asked *asked);
    bool reads;
} verbs[] = {
    {"open", open_table, false}, {"resume", resume, false},
    {"attend", attend, true},    {"leave", leave, true},
    {"mute", mute, true},        {"legal", legal, true},
    {"lobby", lobby, true},      {"lobby-leave", lobby_leave, true},
    {"evening", evening, true},  {"evening-leave", evening_leave, true},
};

static bool answer(struct asked *asked)
{
    const char *verb = bv_json_get_text(asked->fields, "do", 32);
    if (!verb)
        return bv_refuse(&asked->refusal, "bad-message",
                         (struct bv_text){"Il manque « do » : la demande elle-même.",
                                          "'do' is missing: the request itself."});
    for (size_t i = 0; i < BV_COUNT(verbs); i++) {
        if (!bv_equal(verbs[i].verb, verb)) continue;
        asked->reads = verbs[i].reads;
        return verbs[i].answer(asked);
    }
    if (bv_is_wish(verb)) return wish(asked, verb);
    return bv_refuse(&asked->refusal, "unknown",
                     (struct bv_text){"Le serveur ne connaît pas cette demande.",
                                      "The server does not know this request."});
}

/* A refusal changes nothing, but what was told before it must still come first: it goes by the same post. */
static void refuse(struct asked *asked)
{
    bv_door_refused(asked->house, asked->client, asked->refusal.code);
    struct bv_out out = bv_out_into(asked->house->text, sizeof asked->house->text);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "type", "refused");
    if (asked->id >= 0) bv_json_number(&out, "re", asked->id);
    bv_refusal_write(&asked->refusal, &out);
    bv_json_close(&out, '}');
    struct bv_parcel *parcel = bv_parcel_text((struct bv_span){asked->house->text, out.length});
    bv_post_refuse(asked->house->post, asked->client, asked->id, parcel);
    bv_parcel_free(parcel);
}

/* Reads the number by which the sender knows its request. */
static bool read_id(struct asked *asked)
{
    if (!cJSON_IsObject(asked->fields))
        return bv_refuse(&asked->refusal, "bad-message",
                         (struct bv_text){"Ce message n'est pas un objet JSON.",
                                          "This message is not a JSON object."});
    bool numbered = cJSON_GetObjectItemCaseSensitive(asked->fields, "id");
    if (!numbered || bv_json_get_number(asked->fields, "id", 0, INT32_MAX, &asked->id)) return true;
    return bv_refuse(&asked->refusal, "bad-message",
                     (struct bv_text){"« id » est un nombre entier.", "'id' is a whole number."});
}

bool bv_socket_message(struct bv_house *house, struct bv_client *client, struct bv_span text)
{
    static char reply[BV_LEGAL_TOLD * (BV_TOKEN_MAX + 4)];
    struct bv_out out = bv_out_into(reply, sizeof reply);
    cJSON *fields = bv_json_parse(text);
    struct asked asked = {
        .house = house, .client = client, .fields = fields, .id = -1, .reply = &out};
    bool readable = read_id(&asked);
    bool may = bv_gate_message(house->gate, client, &asked.refusal);
    if (may && readable && answer(&asked))
        bv_post_reply(house->post, client, asked.id, (struct bv_span){reply, out.length});
    else
        refuse(&asked);
    cJSON_Delete(fields);
    return asked.reads;
}

void bv_tell_person(struct bv_house *house, const char *person, struct bv_span message)
{
    bv_tell_person_here(house, person, message);
    bv_fellowship_tell(house, person, message);
}

void bv_tell_person_here(struct bv_house *house, const char *person, struct bv_span message)
{
    struct bv_client *client = bv_porter_first(house->porter, person);
    if (!client) return;
    struct bv_parcel *parcel = bv_parcel_text(message);
    for (; client; client = bv_porter_next(client)) bv_post_tell(house->post, client, parcel);
    bv_parcel_free(parcel);
}

void bv_socket_opened(struct bv_house *house, struct bv_client *client)
{
    char text[512];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_porter_enter(house->porter, client);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "type", "hello");
    bv_json_number(&out, "version", BV_PROTOCOL);
    bv_person_write(client, &out);
    bv_json_number(&out, "now", bv_now());
    bv_json_close(&out, '}');
    struct bv_parcel *parcel = bv_parcel_text((struct bv_span){text, out.length});
    bool facts =
        bv_post_facts(house->post, true); /* whatever becomes of what others do meanwhile */
    bv_post_tell(house->post, client, parcel);
    bv_post_facts(house->post, facts);
    bv_parcel_free(parcel);
}
