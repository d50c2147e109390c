/* Friends and blocks. One person asks, and the other accepts by asking too. */
#include "server/accounts/challenges.h"
#include "server/accounts/named_person.h"
#include "server/accounts/persons.h"
#include "server/accounts/relations.h"

enum { RELATIONS_MAX = 500 }; /* friends and blocked persons of one person */

/* ---- Lists ----------------------------------------------------------------------------------- */

struct listing {
    struct exchange *exchange;
    const char *state; /* only documents about that person; NULL: all */
    size_t prefix;     /* bytes of `ME/` before the other's id */
};

/* Only friends may see whether a person is online. */
static void put_person(struct exchange *exchange, const char *person, bool friend)
{
    person_put(accounts_of(exchange), NULL, person, exchange->out);
    if (!friend) return;
    exchange->out->length--; /* its brace is closed below */
    bv_json_bool(exchange->out, "online",
                 connections_has(accounts_of(exchange)->connections, person));
    bv_json_close(exchange->out, '}');
}

static bool put_one(void *context, const struct store_document *document)
{
    const struct listing *listing = context;
    cJSON *text = cJSON_ParseWithLength(document->text.text, document->text.length);
    const char *state = fields_text(text, "state", 16);
    const char *person = document->key + listing->prefix;
    bool wanted = !listing->state || (state && bv_equal(state, listing->state));
    if (wanted && person_exists(accounts_of(listing->exchange), person))
        put_person(listing->exchange, person, state && bv_equal(state, "friend"));
    cJSON_Delete(text);
    return true;
}

static bool put_list(struct exchange *exchange, const char *field, const char *kind,
                     const char *state, struct bv_error *error)
{
    char prefix[DOCUMENT_KEY_MAX + 1];
    documents_pair_key(exchange->client->person, "", prefix);
    struct listing listing = {exchange, state, bv_length(prefix)};
    bv_json_open(exchange->out, field, '[');
    bool read = store_documents(accounts_of(exchange)->reader, kind, prefix, "", RELATIONS_MAX,
                                put_one, &listing, error);
    bv_json_close(exchange->out, ']');
    return read;
}

static int get_friends(struct exchange *exchange)
{
    struct bv_error error;
    if (!named_person_visitor_is_known(exchange)) return exchange->refusal.status;
    bool read = put_list(exchange, "friends", "friend", "friend", &error) &&
                put_list(exchange, "asked", "friend", "asked", &error) &&
                put_list(exchange, "asking", "friend", "asking", &error) &&
                put_list(exchange, "blocked", "block", NULL, &error);
    return read ? 200 : api_unreadable(exchange, &error);
}

/* ---- Changes --------------------------------------------------------------------------------- */

static bool count_one(void *context, const struct store_document *document)
{
    uint32_t *count = context;
    (void)document;
    return ++*count < RELATIONS_MAX;
}

static bool is_full(struct exchange *exchange, const char *kind, const char *person)
{
    char prefix[DOCUMENT_KEY_MAX + 1];
    uint32_t count = 0;
    struct bv_error error;
    documents_pair_key(person, "", prefix);
    documents_list(accounts_of(exchange)->documents, kind, prefix, count_one, &count, &error);
    return count >= RELATIONS_MAX;
}

static bool has_capacity(struct exchange *exchange, const char *kind)
{
    if (!is_full(exchange, kind, exchange->client->person)) return true;
    return refusal_set(&exchange->refusal, REFUSE_TOO_MANY_RELATIONS);
}

/* The request also enters the list of the person who is asked, so strangers must not make it longer
 * without limit. */
static bool may_ask(struct exchange *exchange, const char *other)
{
    if (!has_capacity(exchange, "friend")) return false;
    if (!is_full(exchange, "friend", other)) return true;
    return refusal_set(&exchange->refusal, REFUSE_TOO_MANY_REQUESTS);
}

/* Writes a relation under the first person's key, or deletes it (document NULL). */
static bool set_pair(struct exchange *exchange, const char *kind, const char *first,
                     const char *second, const cJSON *document)
{
    char key[DOCUMENT_KEY_MAX + 1];
    struct bv_error error;
    struct documents *documents = accounts_of(exchange)->documents;
    documents_pair_key(first, second, key);
    bool good = document ? documents_write(documents, kind, key, server_now(), document, &error)
                         : documents_remove(documents, kind, key, &error);
    if (!good) api_unreadable(exchange, &error);
    return good;
}

static bool set_state(struct exchange *exchange, const char *first, const char *second,
                      const char *state)
{
    cJSON *document = cJSON_CreateObject();
    cJSON_AddStringToObject(document, "state", state);
    cJSON_AddNumberToObject(document, "at", (double)server_now());
    bool good = set_pair(exchange, "friend", first, second, document);
    cJSON_Delete(document);
    return good;
}

static bool unfriend(struct exchange *exchange, const char *other)
{
    const char *me = exchange->client->person;
    return set_pair(exchange, "friend", me, other, NULL) &&
           set_pair(exchange, "friend", other, me, NULL);
}

static bool befriend(struct exchange *exchange, const char *other)
{
    const char *me = exchange->client->person;
    struct relation relation = relation_of(accounts_of(exchange), me, other);
    if (relation.friend || relation.asked) return true; /* repeated request */
    if (relation.asking)
        return set_state(exchange, me, other, "friend") && set_state(exchange, other, me, "friend");
    return may_ask(exchange, other) && set_state(exchange, me, other, "asked") &&
           set_state(exchange, other, me, "asking");
}

static bool may_befriend(struct exchange *exchange, const char *other)
{
    const char *me = exchange->client->person;
    if (!person_is_known(accounts_of(exchange), other))
        return refusal_set(&exchange->refusal, REFUSE_NEEDS_ACCOUNT_BOTH);
    if (relation_has_blocked(accounts_of(exchange), other, me))
        return refusal_set(&exchange->refusal, REFUSE_BLOCKED);
    if (!relation_has_blocked(accounts_of(exchange), me, other)) return true;
    return refusal_set(&exchange->refusal, REFUSE_BLOCKED_BY_YOU);
}

/* Writes the relation between the two after a change. */
static int answer(struct exchange *exchange, bool good, const char *other)
{
    if (!good) return exchange->refusal.status;
    relation_write(accounts_of(exchange), exchange->client->person, other, exchange->out);
    return 200;
}

static bool names_other(struct exchange *exchange, char other[ID_SIZE])
{
    return named_person_visitor_is_known(exchange) && named_person_of_other(exchange, other);
}

static int put_friend(struct exchange *exchange)
{
    char other[ID_SIZE];
    bool good =
        names_other(exchange, other) && may_befriend(exchange, other) && befriend(exchange, other);
    return answer(exchange, good, other);
}

static int delete_friend(struct exchange *exchange)
{
    char other[ID_SIZE];
    return answer(exchange, names_other(exchange, other) && unfriend(exchange, other), other);
}

/* A blocked person is no longer a friend, and challenges between the two end. */
static bool block(struct exchange *exchange, const char *other)
{
    const char *me = exchange->client->person;
    if (relation_has_blocked(accounts_of(exchange), me, other)) return true; /* repeated request */
    if (!has_capacity(exchange, "block")) return false;
    cJSON *document = cJSON_CreateObject();
    cJSON_AddNumberToObject(document, "at", (double)server_now());
    bool good = set_pair(exchange, "block", me, other, document) &&
                set_pair(exchange, "blocker", other, me, document) && unfriend(exchange, other);
    cJSON_Delete(document);
    if (good) challenges_close(accounts_of(exchange), me, other);
    return good;
}

static int put_block(struct exchange *exchange)
{
    char other[ID_SIZE];
    return answer(exchange, names_other(exchange, other) && block(exchange, other), other);
}

static int delete_block(struct exchange *exchange)
{
    char other[ID_SIZE];
    const char *me = exchange->client->person;
    bool good = names_other(exchange, other) && set_pair(exchange, "block", me, other, NULL) &&
                set_pair(exchange, "blocker", other, me, NULL);
    return answer(exchange, good, other);
}

static const struct api_route rows[] = {
    {"GET", "/api/v1/friends", get_friends},        {"PUT", "/api/v1/friends/*", put_friend},
    {"DELETE", "/api/v1/friends/*", delete_friend}, {"PUT", "/api/v1/blocks/*", put_block},
    {"DELETE", "/api/v1/blocks/*", delete_block},
};

const struct api_routes friend_routes = {rows, BV_COUNT(rows)};
