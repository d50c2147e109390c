#include "server/accounts/challenges.h"

#include "server/accounts/persons.h"
#include "server/accounts/relations.h"
#include "server/delivery/live_tables.h"
#include "table/messages.h"

enum {
    MESSAGE_SIZE = 16 * 1024,
    CHALLENGES_MAX = 50
}; /* that one person may have sent; and as many received */

/* ---- Documents ------------------------------------------------------------------------------- */

struct challenge {
    char from[ID_SIZE];
    char to[ID_SIZE];
    char table[ID_SIZE];
    int64_t at;
};

static void copy_id(char to[ID_SIZE], const char *id)
{
    bv_copy_text(to, ID_SIZE, id);
}

static struct challenge challenge_of(const cJSON *document, const char *table)
{
    struct challenge challenge = {.at = fields_integer(document, "at")};
    copy_id(challenge.from, fields_text(document, "from", ID_SIZE - 1));
    copy_id(challenge.to, fields_text(document, "to", ID_SIZE - 1));
    copy_id(challenge.table, table);
    return challenge;
}

/* The challenge at a table that involves the person. */
static bool find(struct accounts *accounts, const char *person, const char *table,
                 struct challenge *challenge)
{
    cJSON *document =
        documents_read(accounts->documents, "challenge", pair_key(person, table).text);
    *challenge = challenge_of(document, table);
    cJSON_Delete(document);
    return challenge->from[0] && challenge->to[0];
}

static void write_for(struct accounts *accounts, const struct challenge *challenge,
                      const char *person)
{
    cJSON *document = cJSON_CreateObject();
    cJSON_AddStringToObject(document, "from", challenge->from);
    cJSON_AddStringToObject(document, "to", challenge->to);
    cJSON_AddNumberToObject(document, "at", (double)challenge->at);
    documents_write(accounts->documents, "challenge", pair_key(person, challenge->table).text,
                    challenge->at, document);
}

/* The challenges of a person. */
struct challenges {
    size_t prefix; /* bytes of `PERSON/` before the table's id */
    uint32_t count;
    struct challenge list[2 * CHALLENGES_MAX];
};

static bool note(void *context, const struct document *document)
{
    struct challenges *challenges = context;
    challenges->list[challenges->count++] =
        challenge_of(document->fields, document->key + challenges->prefix);
    return challenges->count < BV_COUNT(challenges->list);
}

static void list(struct accounts *accounts, const char *person, struct challenges *challenges)
{
    struct pair_key prefix = pair_key(person, "");
    *challenges = (struct challenges){.prefix = bv_length(prefix.text)};
    documents_list(accounts->documents, "challenge", prefix.text, note, challenges);
}

/* ---- Notifying ------------------------------------------------------------------------------- */

/* Writes the line of its table, and who challenges whom, into an open object. */
static void put_challenge(struct accounts *accounts, const struct challenge *challenge,
                          const struct table *table, struct bv_out *out)
{
    messages_summary(table, out);
    person_put(accounts, "from", challenge->from, out);
    person_put(accounts, "to", challenge->to, out);
    bv_json_number(out, "at", challenge->at);
}

static void notify_challenge(struct accounts *accounts, const struct challenge *challenge,
                             const struct table *table)
{
    char text[MESSAGE_SIZE];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "type", "challenge");
    put_challenge(accounts, challenge, table, &out);
    bv_json_close(&out, '}');
    BV_ASSERT(!out.cut);
    struct bv_span message = {text, out.length};
    connections_send(accounts->connections, accounts->outbox, challenge->to, message);
    connections_send(accounts->connections, accounts->outbox, challenge->from, message);
}

void challenge_settle(struct accounts *accounts, const struct table *table)
{
    char text[128];
    struct challenge challenge;
    if (!find(accounts, table->setup.owner, table->id, &challenge)) return;
    const char *const both[] = {challenge.from, challenge.to};
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "type", "challenge-over");
    bv_json_text(&out, "table", table->id);
    bool accepted = table->stage == TABLE_PLAYING && table_seats_held(table, challenge.to);
    bv_json_bool(&out, "accepted", accepted);
    bv_json_close(&out, '}');
    for (size_t i = 0; i < BV_COUNT(both); i++) {
        documents_remove(accounts->documents, "challenge", pair_key(both[i], table->id).text);
        connections_send(accounts->connections, accounts->outbox, both[i],
                         (struct bv_span){text, out.length});
    }
}

/* ---- Challenging ----------------------------------------------------------------------------- */

static bool may_challenge(struct exchange *exchange, const char *to)
{
    const char *me = exchange->client->person;
    if (!to || !person_exists(accounts_of(exchange), to))
        return refusal_set(&exchange->refusal, REFUSE_NO_SUCH_PERSON);
    if (bv_equal(me, to)) return refusal_set(&exchange->refusal, REFUSE_YOURSELF);
    if (!person_is_known(accounts_of(exchange), to))
        return refusal_set(&exchange->refusal, REFUSE_NEEDS_ACCOUNT_BOTH);
    return !relation_has_blocked(accounts_of(exchange), to, me) ||
           refusal_set(&exchange->refusal, REFUSE_BLOCKED);
}

/* How many of the open challenges of a person the person has sent, or received. */
static uint32_t count_waiting(struct accounts *accounts, const char *person, bool sent)
{
    uint32_t count = 0;
    struct challenges challenges;
    list(accounts, person, &challenges);
    for (uint32_t i = 0; i < challenges.count; i++)
        count += bv_equal(challenges.list[i].from, person) == sent;
    return count;
}

static bool has_capacity(struct exchange *exchange, const char *to)
{
    struct accounts *accounts = accounts_of(exchange);
    if (count_waiting(accounts, exchange->client->person, true) >= CHALLENGES_MAX)
        return refusal_set(&exchange->refusal, REFUSE_TOO_MANY_CHALLENGES);
    return count_waiting(accounts, to, false) < CHALLENGES_MAX ||
           refusal_set(&exchange->refusal, REFUSE_TOO_MANY_CHALLENGED);
}

/* The requested game variant; NULL if the setup itself will be refused. */
static const struct bv_form *form_of(const cJSON *fields)
{
    struct bv_error ignored;
    int64_t seats = 0;
    const char *id = fields_text(fields, "game", 32);
    const struct bv_game *game = id ? bv_game_find(bv_span_of(id), &ignored) : NULL;
    if (!game) return NULL;
    if (!fields_number(fields, "seats", 1, BV_SEATS_MAX, &seats)) return &game->form[0];
    for (int i = 0; i < game->forms; i++)
        if (game->form[i].players == seats) return &game->form[i];
    return NULL;
}

/* The challenger takes the whole side of one seat, by default the first. An invalid seat is left
 * for the creation of the table to refuse. */
static cJSON *seats_for(const struct bv_form *form, const char *seat)
{
    cJSON *occupants = cJSON_CreateObject();
    int side = form->seat[0].side;
    bool known = !seat;
    for (int i = 0; seat && i < form->seats; i++)
        if (bv_equal(form->seat[i].name, seat)) {
            side = form->seat[i].side;
            known = true;
        }
    if (!known) cJSON_AddStringToObject(occupants, seat, "me");
    for (int i = 0; known && i < form->seats; i++)
        if (form->seat[i].side == side)
            cJSON_AddStringToObject(occupants, form->seat[i].name, "me");
    return occupants;
}

/* Turns the body of a challenge into that of a new table. */
static cJSON *table_request_of(const cJSON *body)
{
    static const char *const others[] = {"to", "seat", "public", "start", "occupants"};
    const struct bv_form *form = form_of(body);
    cJSON *fields = cJSON_Duplicate(body, true);
    for (size_t i = 0; i < BV_COUNT(others); i++)
        cJSON_DeleteItemFromObjectCaseSensitive(fields, others[i]);
    if (form)
        cJSON_AddItemToObject(fields, "occupants",
                              seats_for(form, fields_text(body, "seat", BV_NAME_MAX)));
    return fields;
}

/* Reserves the other side for the challenged person: no key opens it. */
static void reserve_seats(struct accounts *accounts, struct live_table *live, const char *person)
{
    for (int seat = 0; seat < table_terms(live->table)->form->seats; seat++) {
        struct table_event event = {
            .verb = TABLE_RESERVE, .seat = (int8_t)seat, .amount = 1, .at = live->table->latest};
        copy_id(event.person, person);
        if (!live->table->occupant[seat].holders) live_table_apply(accounts->tables, live, &event);
    }
}

static int post_challenge(struct exchange *exchange)
{
    struct accounts *accounts = accounts_of(exchange);
    const char *to = fields_text(exchange->body, "to", ID_SIZE - 1);
    if (!may_challenge(exchange, to) || !has_capacity(exchange, to))
        return exchange->refusal.status;
    cJSON *fields = table_request_of(exchange->body);
    struct live_table *live =
        live_table_open(accounts->tables, exchange->client, fields, &exchange->refusal);
    cJSON_Delete(fields);
    if (!live) return exchange->refusal.status;
    reserve_seats(accounts, live, to);
    struct challenge challenge = {.at = server_now()};
    copy_id(challenge.from, exchange->client->person);
    copy_id(challenge.to, to);
    copy_id(challenge.table, live->id);
    write_for(accounts, &challenge, challenge.from);
    write_for(accounts, &challenge, challenge.to);
    notify_challenge(accounts, &challenge, live->table);
    accounts->challenged(accounts->context, challenge.to, challenge.table);
    bv_json_text(exchange->out, "table", live->id);
    return 201;
}

static void put_list(struct exchange *exchange, const char *field,
                     const struct challenges *challenges, bool sent)
{
    bv_json_open(exchange->out, field, '[');
    for (uint32_t i = 0; i < challenges->count; i++) {
        enum { LINE_SIZE = 8192 };
        struct refusal ignored;
        const struct challenge *challenge = &challenges->list[i];
        if (bv_equal(challenge->from, exchange->client->person) != sent) continue;
        if (!person_exists(accounts_of(exchange), sent ? challenge->to : challenge->from)) continue;
        if (exchange->out->length + LINE_SIZE > exchange->out->size) break;
        struct live_table *live =
            live_table_enter(accounts_of(exchange)->tables, challenge->table, &ignored);
        if (!live || live->table->stage != TABLE_OPEN) continue;
        bv_json_open(exchange->out, NULL, '{');
        put_challenge(accounts_of(exchange), challenge, live->table, exchange->out);
        bv_json_close(exchange->out, '}');
    }
    bv_json_close(exchange->out, ']');
}

static int get_challenges(struct exchange *exchange)
{
    struct challenges challenges;
    list(accounts_of(exchange), exchange->client->person, &challenges);
    put_list(exchange, "received", &challenges, false);
    put_list(exchange, "sent", &challenges, true);
    return 200;
}

/* ---- Answering ------------------------------------------------------------------------------- */

/* The challenge that the path names, and its table. */
static struct live_table *enter(struct exchange *exchange, struct challenge *challenge)
{
    char id[ID_SIZE];
    api_path_id(exchange->id, id);
    if (find(accounts_of(exchange), exchange->client->person, id, challenge))
        return live_table_enter(accounts_of(exchange)->tables, id, &exchange->refusal);
    refusal_set(&exchange->refusal, REFUSE_NO_SUCH_CHALLENGE);
    return NULL;
}

static bool take_seats(struct exchange *exchange, struct live_table *live, int seat)
{
    char key[TABLE_KEY_SIZE];
    struct request request = {.verb = VERB_SIT,
                              .seat = bv_seat_name(table_terms(live->table), seat),
                              .word = fields_text(exchange->body, "word", BV_WORD_MAX)};
    if (!request.word && fields_has(exchange->body, "word"))
        return refusal_set(&exchange->refusal, REFUSE_BAD_WORD);
    return live_table_command(accounts_of(exchange)->tables, live, exchange->client, &request, key,
                              &exchange->refusal);
}

/* The challenged person takes every reserved seat, and the game begins. */
static int post_accept(struct exchange *exchange)
{
    char key[TABLE_KEY_SIZE];
    struct challenge challenge;
    struct live_table *live = enter(exchange, &challenge);
    if (!live) return exchange->refusal.status;
    if (!bv_equal(challenge.to, exchange->client->person))
        return api_refuse(exchange, REFUSE_YOURSELF);
    for (int seat = 0; seat < table_terms(live->table)->form->seats; seat++)
        if (bv_equal(live->table->occupant[seat].invitation.person, challenge.to) &&
            !take_seats(exchange, live, seat))
            return exchange->refusal.status;
    if (!live_table_command(accounts_of(exchange)->tables, live, exchange->client,
                            &(struct request){.verb = VERB_START}, key, &exchange->refusal))
        return exchange->refusal.status;
    bv_json_text(exchange->out, "table", live->id);
    return 200;
}

static void close_table(struct accounts *accounts, struct live_table *live)
{
    if (live->table->stage != TABLE_OPEN) return;
    live_table_apply(accounts->tables, live,
                     &(struct table_event){.verb = TABLE_CANCEL, .seat = -1, .at = server_now()});
}

/* The challenger withdraws the challenge or the challenged person declines it: either way the table
 * is closed. */
static int delete_challenge(struct exchange *exchange)
{
    struct challenge challenge;
    struct live_table *live = enter(exchange, &challenge);
    if (!live) return exchange->refusal.status;
    close_table(accounts_of(exchange), live);
    return 200;
}

void challenges_close(struct accounts *accounts, const char *person, const char *other)
{
    struct challenges challenges;
    list(accounts, person, &challenges);
    for (uint32_t i = 0; i < challenges.count; i++) {
        struct refusal ignored;
        const struct challenge *challenge = &challenges.list[i];
        if (other && !bv_equal(challenge->from, other) && !bv_equal(challenge->to, other)) continue;
        struct live_table *live = live_table_enter(accounts->tables, challenge->table, &ignored);
        if (live) close_table(accounts, live);
    }
}

static const struct api_route rows[] = {
    {"GET", "/api/v1/challenges", get_challenges, API_ACCOUNT_OR_BOT},
    {"POST", "/api/v1/challenges", post_challenge, API_ACCOUNT_OR_BOT},
    {"POST", "/api/v1/challenges/*/accept", post_accept, API_ACCOUNT_OR_BOT},
    {"DELETE", "/api/v1/challenges/*", delete_challenge, API_ACCOUNT_OR_BOT},
};

const struct api_routes challenge_routes = {rows, BV_COUNT(rows)};
