#include "server/people/challenges.h"

#include "server/people/people.h"
#include "server/people/relations.h"
#include "server/people/visits.h"
#include "server/rooms.h"

enum { CHALLENGES_MAX = 50 }; /* that one person may have made; and as many received */

/* ---- Papers --------------------------------------------------------------------------------------------------------- */

struct challenge {
    char from[BV_ID_SIZE];
    char to[BV_ID_SIZE];
    char table[BV_ID_SIZE];
    int64_t at;
};

static void keep_text(char to[BV_ID_SIZE], const char *text)
{
    struct bv_out out = bv_out_into(to, BV_ID_SIZE);
    if (text) bv_put(&out, text);
}

static struct challenge challenge_of(const cJSON *paper, const char *table)
{
    struct challenge challenge = {0};
    keep_text(challenge.from, bv_json_get_text(paper, "from", BV_ID_SIZE - 1));
    keep_text(challenge.to, bv_json_get_text(paper, "to", BV_ID_SIZE - 1));
    keep_text(challenge.table, table);
    bv_json_get_number(paper, "at", 0, INT64_MAX, &challenge.at);
    return challenge;
}

/* The challenge at a table with which the person has to do. */
static bool find(struct bv_house *house, const char *person, const char *table,
                 struct challenge *challenge)
{
    char key[BV_PAPER_KEY_MAX + 1];
    bv_pair_key(person, table, key);
    cJSON *paper = bv_desk_read(house->desk, "challenge", key, NULL);
    *challenge = challenge_of(paper, table);
    cJSON_Delete(paper);
    return challenge->from[0] && challenge->to[0];
}

static bool keep(struct bv_house *house, const struct challenge *challenge, struct bv_error *error)
{
    char key[BV_PAPER_KEY_MAX + 1];
    cJSON *paper = cJSON_CreateObject();
    cJSON_AddStringToObject(paper, "from", challenge->from);
    cJSON_AddStringToObject(paper, "to", challenge->to);
    cJSON_AddNumberToObject(paper, "at", (double)challenge->at);
    bv_pair_key(challenge->from, challenge->table, key);
    bool good = bv_desk_write(house->desk, "challenge", key, challenge->at, paper, error);
    bv_pair_key(challenge->to, challenge->table, key);
    good = good && bv_desk_write(house->desk, "challenge", key, challenge->at, paper, error);
    cJSON_Delete(paper);
    return good;
}

/* The challenges of a person. */
struct challenges {
    size_t prefix; /* bytes of `PERSON/` before the table's id */
    uint32_t count;
    struct challenge list[2 * CHALLENGES_MAX];
};

static bool note(void *context, const struct bv_paper *paper)
{
    struct challenges *challenges = context;
    cJSON *text = cJSON_ParseWithLength(paper->text.text, paper->text.length);
    challenges->list[challenges->count++] = challenge_of(text, paper->key + challenges->prefix);
    cJSON_Delete(text);
    return challenges->count < BV_COUNT(challenges->list);
}

static bool list(struct bv_house *house, const char *person, struct challenges *challenges,
                 struct bv_error *error)
{
    char prefix[BV_PAPER_KEY_MAX + 1];
    bv_pair_key(person, "", prefix);
    *challenges = (struct challenges){.prefix = bv_length(prefix)};
    return bv_desk_list(house->desk, "challenge", prefix, note, challenges, error);
}

/* ---- Telling --------------------------------------------------------------------------------------------------------- */

/* The line of its table, and who challenges whom; into an object that is open. */
static void put_challenge(struct bv_house *house, const struct challenge *challenge,
                          const struct bv_table *table, struct bv_out *out)
{
    bv_tell_summary(table, out);
    bv_person_put(house, "from", challenge->from, out);
    bv_person_put(house, "to", challenge->to, out);
    bv_json_number(out, "at", challenge->at);
}

static void tell_challenge(struct bv_house *house, const struct challenge *challenge,
                           const struct bv_table *table)
{
    struct bv_out out = bv_out_into(house->text, sizeof house->text);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "type", "challenge");
    put_challenge(house, challenge, table, &out);
    bv_json_close(&out, '}');
    struct bv_span message = {house->text, out.length};
    bv_tell_person(house, challenge->to, message);
    bv_tell_person(house, challenge->from, message);
}

void bv_challenge_settle(struct bv_house *house, const struct bv_table *table)
{
    char key[BV_PAPER_KEY_MAX + 1];
    char text[128];
    struct challenge challenge;
    struct bv_error error;
    if (!find(house, table->setup.owner, table->id, &challenge)) return;
    const char *const both[] = {challenge.from, challenge.to};
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "type", "challenge-over");
    bv_json_text(&out, "table", table->id);
    bool accepted = table->stage == BV_TABLE_PLAYING && bv_seats_held(table, challenge.to);
    bv_json_bool(&out, "accepted", accepted);
    bv_json_close(&out, '}');
    for (size_t i = 0; i < BV_COUNT(both); i++) {
        bv_pair_key(both[i], table->id, key);
        bv_desk_remove(house->desk, "challenge", key, &error);
        bv_tell_person(house, both[i], (struct bv_span){text, out.length});
    }
}

/* ---- Challenging ------------------------------------------------------------------------------------------------------ */

static bool may_challenge(struct bv_visit *visit, const char *to)
{
    const char *me = visit->client->person;
    if (!to || !bv_is_somebody(visit->house, to)) return bv_refuse_nobody(&visit->refusal);
    if (bv_equal(me, to)) return bv_refuse_oneself(&visit->refusal);
    if (!bv_is_known(visit->house, to)) return bv_refuse_guest(&visit->refusal);
    return !bv_has_blocked(visit->house, to, me) || bv_refuse_blocked(&visit->refusal);
}

/* How many challenges of a person wait that they made, or that were made to them; false: the store cannot be read. */
static bool count_waiting(struct bv_visit *visit, const char *person, uint32_t *made,
                          uint32_t *received)
{
    struct bv_error error;
    struct challenges challenges;
    *made = *received = 0;
    if (!list(visit->house, person, &challenges, &error)) {
        bv_api_unreadable(visit, &error);
        return false;
    }
    for (uint32_t i = 0; i < challenges.count; i++)
        ++*(bv_equal(challenges.list[i].from, person) ? made : received);
    return true;
}

static bool has_room(struct bv_visit *visit, const char *to)
{
    uint32_t made = 0;
    uint32_t received = 0;
    uint32_t other = 0;
    if (!count_waiting(visit, visit->client->person, &made, &other) ||
        !count_waiting(visit, to, &other, &received))
        return false;
    if (made >= CHALLENGES_MAX)
        return bv_refuse(
            &visit->refusal, "too-many",
            (struct bv_text){"Trop de vos défis attendent déjà une réponse.",
                             "Too many of your challenges wait for an answer already."});
    return received < CHALLENGES_MAX ||
           bv_refuse(&visit->refusal, "too-many",
                     (struct bv_text){"Trop de défis attendent déjà une réponse de cette personne.",
                                      "Too many challenges wait for this person already."});
}

/* The form of the game that is asked for; NULL where the setup itself will be refused. */
static const struct bv_form *form_of(const cJSON *fields)
{
    struct bv_error ignored;
    int64_t seats = 0;
    const char *id = bv_json_get_text(fields, "game", 32);
    const struct bv_game *game = id ? bv_game_find(bv_span_of(id), &ignored) : NULL;
    if (!game) return NULL;
    if (!bv_json_get_number(fields, "seats", 1, BV_SEATS_MAX, &seats)) return &game->form[0];
    for (int i = 0; i < game->forms; i++)
        if (game->form[i].players == seats) return &game->form[i];
    return NULL;
}

/* The challenger takes the whole side of one seat, the first unless told. A seat that there is not is left for the opening to
 * refuse. */
static cJSON *chairs_for(const struct bv_form *form, const char *seat)
{
    cJSON *chairs = cJSON_CreateObject();
    int side = form->seat[0].side;
    bool known = !seat;
    for (int i = 0; seat && i < form->seats; i++)
        if (bv_equal(form->seat[i].name, seat)) {
            side = form->seat[i].side;
            known = true;
        }
    if (!known) cJSON_AddStringToObject(chairs, seat, "me");
    for (int i = 0; known && i < form->seats; i++)
        if (form->seat[i].side == side) cJSON_AddStringToObject(chairs, form->seat[i].name, "me");
    return chairs;
}

/* The body of a challenge as that of an opening. */
static cJSON *opening_of(const cJSON *body)
{
    static const char *const others[] = {"to", "seat", "public", "start", "chairs"};
    const struct bv_form *form = form_of(body);
    cJSON *fields = cJSON_Duplicate(body, true);
    for (size_t i = 0; i < BV_COUNT(others); i++)
        cJSON_DeleteItemFromObjectCaseSensitive(fields, others[i]);
    if (form)
        cJSON_AddItemToObject(fields, "chairs",
                              chairs_for(form, bv_json_get_text(body, "seat", BV_NAME_MAX)));
    return fields;
}

/* The other side is kept for who is challenged, and for nobody else: no key opens it. */
static void keep_seats(struct bv_house *house, struct bv_room *room, const char *person)
{
    for (int seat = 0; seat < bv_table_terms(room->table)->form->seats; seat++) {
        struct bv_deed deed = {
            .verb = BV_KEEP, .seat = (int8_t)seat, .amount = 1, .at = room->table->latest};
        keep_text(deed.person, person);
        if (!room->table->chair[seat].holders) bv_room_take(house, room, &deed);
    }
}

static int post_challenge(struct bv_visit *visit)
{
    struct bv_error error;
    const char *to = bv_json_get_text(visit->body, "to", BV_ID_SIZE - 1);
    if (!bv_visit_is_known(visit) || !may_challenge(visit, to) || !has_room(visit, to))
        return bv_status_of(visit->refusal.code);
    cJSON *fields = opening_of(visit->body);
    struct bv_room *room = bv_room_open(visit->house, visit->client, fields, &visit->refusal);
    cJSON_Delete(fields);
    if (!room) return bv_status_of(visit->refusal.code);
    keep_seats(visit->house, room, to);
    struct challenge challenge = {.at = bv_now()};
    keep_text(challenge.from, visit->client->person);
    keep_text(challenge.to, to);
    keep_text(challenge.table, room->id);
    if (!keep(visit->house, &challenge, &error)) return bv_api_unreadable(visit, &error);
    tell_challenge(visit->house, &challenge, room->table);
    bv_json_text(visit->out, "table", room->id);
    return 201;
}

static void put_list(struct bv_visit *visit, const char *field, const struct challenges *challenges,
                     bool sent)
{
    bv_json_open(visit->out, field, '[');
    for (uint32_t i = 0; i < challenges->count; i++) {
        enum { LINE_ROOM = 8192 };
        struct bv_refusal ignored;
        const struct challenge *challenge = &challenges->list[i];
        if (bv_equal(challenge->from, visit->client->person) != sent) continue;
        if (!bv_is_somebody(visit->house, sent ? challenge->to : challenge->from)) continue;
        if (visit->out->length + LINE_ROOM > visit->out->size) break;
        struct bv_room *room = bv_room_enter(visit->house, challenge->table, &ignored);
        if (!room || room->table->stage != BV_TABLE_OPEN) continue;
        bv_json_open(visit->out, NULL, '{');
        put_challenge(visit->house, challenge, room->table, visit->out);
        bv_json_close(visit->out, '}');
    }
    bv_json_close(visit->out, ']');
}

static int get_challenges(struct bv_visit *visit)
{
    struct bv_error error;
    struct challenges challenges;
    if (!bv_visit_is_known(visit)) return bv_status_of(visit->refusal.code);
    if (!list(visit->house, visit->client->person, &challenges, &error))
        return bv_api_unreadable(visit, &error);
    put_list(visit, "received", &challenges, false);
    put_list(visit, "sent", &challenges, true);
    return 200;
}

/* ---- Answering -------------------------------------------------------------------------------------------------------- */

/* The challenge that the path names, and its table. */
static struct bv_room *enter(struct bv_visit *visit, struct challenge *challenge)
{
    char id[BV_ID_SIZE];
    bv_visit_id(visit->id, id);
    if (!bv_visit_is_known(visit)) return NULL;
    if (find(visit->house, visit->client->person, id, challenge))
        return bv_room_enter(visit->house, id, &visit->refusal);
    bv_refuse(&visit->refusal, "no-such-challenge",
              (struct bv_text){"Ce défi n'existe pas, ou n'existe plus.",
                               "There is no such challenge, or no longer."});
    return NULL;
}

static bool sit(struct bv_visit *visit, struct bv_room *room, int seat)
{
    char key[BV_KEY_SIZE];
    const cJSON *word = cJSON_GetObjectItemCaseSensitive(visit->body, "word");
    cJSON *fields = cJSON_CreateObject();
    cJSON_AddStringToObject(fields, "seat", bv_seat_name(bv_table_terms(room->table), seat));
    if (word) cJSON_AddItemToObject(fields, "word", cJSON_Duplicate(word, true));
    bool good =
        bv_room_wish(visit->house, room, visit->client, "sit", fields, key, &visit->refusal);
    cJSON_Delete(fields);
    return good;
}

/* Who is challenged sits down on every seat that is kept, and the game begins. */
static int post_accept(struct bv_visit *visit)
{
    char key[BV_KEY_SIZE];
    struct challenge challenge;
    struct bv_room *room = enter(visit, &challenge);
    if (!room) return bv_status_of(visit->refusal.code);
    if (!bv_equal(challenge.to, visit->client->person)) {
        bv_refuse_oneself(&visit->refusal);
        return 400;
    }
    for (int seat = 0; seat < bv_table_terms(room->table)->form->seats; seat++)
        if (bv_equal(room->table->chair[seat].invitation.person, challenge.to) &&
            !sit(visit, room, seat))
            return bv_status_of(visit->refusal.code);
    if (!bv_room_wish(visit->house, room, visit->client, "start", visit->body, key,
                      &visit->refusal))
        return bv_status_of(visit->refusal.code);
    bv_json_text(visit->out, "table", room->id);
    return 200;
}

static void close_table(struct bv_house *house, struct bv_room *room)
{
    if (room->table->stage != BV_TABLE_OPEN) return;
    bv_room_take(house, room, &(struct bv_deed){.verb = BV_CANCEL, .seat = -1, .at = bv_now()});
}

/* The challenger withdraws it, the challenged declines it: either way the table is closed. */
static int delete_challenge(struct bv_visit *visit)
{
    struct challenge challenge;
    struct bv_room *room = enter(visit, &challenge);
    if (!room) return bv_status_of(visit->refusal.code);
    close_table(visit->house, room);
    return 200;
}

void bv_challenges_close(struct bv_house *house, const char *person, const char *other)
{
    struct bv_error error;
    struct challenges challenges;
    if (!list(house, person, &challenges, &error)) return;
    for (uint32_t i = 0; i < challenges.count; i++) {
        struct bv_refusal ignored;
        const struct challenge *challenge = &challenges.list[i];
        if (other && !bv_equal(challenge->from, other) && !bv_equal(challenge->to, other)) continue;
        struct bv_room *room = bv_room_enter(house, challenge->table, &ignored);
        if (room) close_table(house, room);
    }
}

static const struct bv_route_row rows[] = {
    {"GET", "/api/v1/challenges", get_challenges},
    {"POST", "/api/v1/challenges", post_challenge},
    {"POST", "/api/v1/challenges/*/accept", post_accept},
    {"DELETE", "/api/v1/challenges/*", delete_challenge},
};

const struct bv_routes bv_challenge_routes = {rows, BV_COUNT(rows)};
