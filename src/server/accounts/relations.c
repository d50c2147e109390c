#include "server/accounts/relations.h"

#include "server/accounts/challenges.h"
#include "server/accounts/persons.h"

enum { RELATIONS_MAX = 500 }; /* friends and blocked persons of one person */

/* ---- What others ask ------------------------------------------------------------------------- */

bool relation_has_blocked(struct accounts *accounts, const char *who, const char *whom)
{
    return who[0] && whom[0] &&
           documents_has(accounts->documents, "block", pair_key(who, whom).text);
}

static bool note_any(void *context, const struct document *document)
{
    (void)document;
    *(bool *)context = true;
    return false;
}

static bool has_any(struct accounts *accounts, const char *kind, const char *person)
{
    bool found = false;
    if (person[0])
        documents_stored(accounts->documents, kind, pair_key(person, "").text, "", 1, note_any,
                         &found);
    return found;
}

bool relation_has_blocked_anyone(struct accounts *accounts, const char *person)
{
    return has_any(accounts, "block", person);
}

bool relation_is_blocked_by_anyone(struct accounts *accounts, const char *person)
{
    return has_any(accounts, "blocker", person);
}

bool relation_is_unwelcome(struct accounts *accounts, const struct table *table, const char *person)
{
    if (bv_equal(table->setup.owner, person)) return false;
    if (!relation_is_blocked_by_anyone(accounts, person)) return false;
    if (relation_has_blocked(accounts, table->setup.owner, person)) return true;
    for (int seat = 0; seat < table_terms(table)->form->seats; seat++)
        for (int i = 0; i < table->occupant[seat].holders; i++)
            if (relation_has_blocked(accounts, table->occupant[seat].holder[i].person, person))
                return true;
    return false;
}

struct relation {
    bool friend, asked, asking, blocked;
};

static struct relation relation_of(struct accounts *accounts, const char *one, const char *other)
{
    cJSON *document = documents_read(accounts->documents, "friend", pair_key(one, other).text);
    struct relation relation = {.friend = fields_is(document, "state", "friend"),
                                .asked = fields_is(document, "state", "asked"),
                                .asking = fields_is(document, "state", "asking"),
                                .blocked = relation_has_blocked(accounts, one, other)};
    cJSON_Delete(document);
    return relation;
}

void relation_write(struct accounts *accounts, const char *one, const char *other,
                    struct bv_out *out)
{
    struct relation relation = relation_of(accounts, one, other);
    bv_json_open(out, "relation", '{');
    bv_json_bool(out, "friend", relation.friend);
    bv_json_bool(out, "asked", relation.asked);
    bv_json_bool(out, "asking", relation.asking);
    bv_json_bool(out, "blocked", relation.blocked);
    bv_json_close(out, '}');
}

/* ---- Lists ----------------------------------------------------------------------------------- */

struct listing {
    struct exchange *exchange;
    const char *state; /* only documents in that state; NULL: all */
    size_t prefix;     /* bytes of `ME/` before the other's id */
};

/* Only friends may see whether a person is online. */
static bool put_one(void *context, const struct document *document)
{
    const struct listing *listing = context;
    struct accounts *accounts = accounts_of(listing->exchange);
    struct bv_out *out = listing->exchange->out;
    const char *person = document->key + listing->prefix;
    bool wanted = !listing->state || fields_is(document->fields, "state", listing->state);
    if (!wanted || !person_exists(accounts, person)) return true;
    person_put(accounts, NULL, person, out);
    if (!fields_is(document->fields, "state", "friend")) return true;
    out->length--; /* its brace is closed below */
    bv_json_bool(out, "online", connections_has(accounts->connections, person));
    bv_json_close(out, '}');
    return true;
}

static void put_list(struct exchange *exchange, const char *field, const char *kind,
                     const char *state)
{
    struct pair_key prefix = pair_key(exchange->client->person, "");
    struct listing listing = {exchange, state, bv_length(prefix.text)};
    bv_json_open(exchange->out, field, '[');
    documents_stored(exchange->documents, kind, prefix.text, "", RELATIONS_MAX, put_one, &listing);
    bv_json_close(exchange->out, ']');
}

static int get_friends(struct exchange *exchange)
{
    put_list(exchange, "friends", "friend", "friend");
    put_list(exchange, "asked", "friend", "asked");
    put_list(exchange, "asking", "friend", "asking");
    put_list(exchange, "blocked", "block", NULL);
    return 200;
}

/* ---- Changes --------------------------------------------------------------------------------- */

static bool count_one(void *context, const struct document *document)
{
    uint32_t *count = context;
    (void)document;
    return ++*count < RELATIONS_MAX;
}

static bool is_full(struct exchange *exchange, const char *kind, const char *person)
{
    uint32_t count = 0;
    documents_list(exchange->documents, kind, pair_key(person, "").text, count_one, &count);
    return count >= RELATIONS_MAX;
}

static bool has_capacity(struct exchange *exchange, const char *kind)
{
    return !is_full(exchange, kind, exchange->client->person) ||
           refusal_set(&exchange->refusal, REFUSE_TOO_MANY_RELATIONS);
}

/* The request also enters the list of the person who is asked, so strangers must not make it longer
 * without limit. */
static bool may_ask(struct exchange *exchange, const char *other)
{
    if (!has_capacity(exchange, "friend")) return false;
    return !is_full(exchange, "friend", other) ||
           refusal_set(&exchange->refusal, REFUSE_TOO_MANY_REQUESTS);
}

/* Writes a relation under the first person's key; `state` NULL: a block. */
static void set_pair(struct exchange *exchange, const char *kind, const char *first,
                     const char *second, const char *state)
{
    int64_t now = server_now();
    cJSON *document = cJSON_CreateObject();
    fields_set_text(document, "state", state);
    fields_set_number(document, "at", now);
    documents_write(exchange->documents, kind, pair_key(first, second).text, now, document);
}

static void remove_pair(struct exchange *exchange, const char *kind, const char *first,
                        const char *second)
{
    documents_remove(exchange->documents, kind, pair_key(first, second).text);
}

static void set_friends(struct exchange *exchange, const char *other, const char *mine,
                        const char *theirs)
{
    set_pair(exchange, "friend", exchange->client->person, other, mine);
    set_pair(exchange, "friend", other, exchange->client->person, theirs);
}

static bool unfriend(struct exchange *exchange, const char *other)
{
    remove_pair(exchange, "friend", exchange->client->person, other);
    remove_pair(exchange, "friend", other, exchange->client->person);
    return true;
}

static bool befriend(struct exchange *exchange, const char *other)
{
    struct accounts *accounts = accounts_of(exchange);
    const char *me = exchange->client->person;
    struct relation relation = relation_of(accounts, me, other);
    if (!person_is_known(accounts, other))
        return refusal_set(&exchange->refusal, REFUSE_NEEDS_ACCOUNT_BOTH);
    if (relation_has_blocked(accounts, other, me))
        return refusal_set(&exchange->refusal, REFUSE_BLOCKED);
    if (relation.blocked) return refusal_set(&exchange->refusal, REFUSE_BLOCKED_BY_YOU);
    if (relation.friend || relation.asked) return true; /* repeated request */
    if (!relation.asking && !may_ask(exchange, other)) return false;
    set_friends(exchange, other, relation.asking ? "friend" : "asked",
                relation.asking ? "friend" : "asking");
    return true;
}

/* A blocked person is no longer a friend, and challenges between the two end. */
static bool block(struct exchange *exchange, const char *other)
{
    const char *me = exchange->client->person;
    if (relation_has_blocked(accounts_of(exchange), me, other)) return true; /* repeated request */
    if (!has_capacity(exchange, "block")) return false;
    set_pair(exchange, "block", me, other, NULL);
    set_pair(exchange, "blocker", other, me, NULL);
    unfriend(exchange, other);
    challenges_close(accounts_of(exchange), me, other);
    return true;
}

static bool unblock(struct exchange *exchange, const char *other)
{
    remove_pair(exchange, "block", exchange->client->person, other);
    remove_pair(exchange, "blocker", other, exchange->client->person);
    return true;
}

/* Changes the relation to the person of the path, and answers with the new one. */
static int change(struct exchange *exchange, bool (*how)(struct exchange *, const char *other))
{
    char other[ID_SIZE];
    if (!person_other_of_path(exchange, other) || !how(exchange, other))
        return exchange->refusal.status;
    relation_write(accounts_of(exchange), exchange->client->person, other, exchange->out);
    return 200;
}

static int put_friend(struct exchange *exchange)
{
    return change(exchange, befriend);
}

static int delete_friend(struct exchange *exchange)
{
    return change(exchange, unfriend);
}

static int put_block(struct exchange *exchange)
{
    return change(exchange, block);
}

static int delete_block(struct exchange *exchange)
{
    return change(exchange, unblock);
}

static const struct api_route rows[] = {
    {"GET", "/api/v1/friends", get_friends, API_ACCOUNT_OR_BOT},
    {"PUT", "/api/v1/friends/*", put_friend, API_ACCOUNT_OR_BOT},
    {"DELETE", "/api/v1/friends/*", delete_friend, API_ACCOUNT_OR_BOT},
    {"PUT", "/api/v1/blocks/*", put_block, API_ACCOUNT_OR_BOT},
    {"DELETE", "/api/v1/blocks/*", delete_block, API_ACCOUNT_OR_BOT},
};

const struct api_routes relation_routes = {rows, BV_COUNT(rows)};
