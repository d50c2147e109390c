/* Friends: one asks, the other accepts by asking too. And people one would have nothing to do with. */
#include "server/fellowship/fellowship.h"
#include "server/people/challenges.h"
#include "server/people/people.h"
#include "server/people/relations.h"
#include "server/people/visits.h"

enum { RELATIONS_MAX = 500 }; /* friends, and people blocked, of one person */

/* ---- Lists --------------------------------------------------------------------------------------------------------- */

struct listing {
    struct bv_visit *visit;
    const char *state; /* only papers with that one; NULL: all */
    size_t prefix;     /* bytes of `ME/` before the other's id */
};

/* Whether somebody is in is for their friends alone to know. */
static void put_person(struct bv_visit *visit, const char *person, bool friend)
{
    bv_person_put(visit->house, NULL, person, visit->out);
    if (!friend) return;
    visit->out->length--; /* its brace is closed below */
    bv_json_bool(visit->out, "online", bv_is_in(visit->house, person));
    bv_json_close(visit->out, '}');
}

static bool put_one(void *context, const struct bv_paper *paper)
{
    const struct listing *listing = context;
    cJSON *text = cJSON_ParseWithLength(paper->text.text, paper->text.length);
    const char *state = bv_json_get_text(text, "state", 16);
    const char *person = paper->key + listing->prefix;
    bool wanted = !listing->state || (state && bv_equal(state, listing->state));
    if (wanted && bv_is_somebody(listing->visit->house, person))
        put_person(listing->visit, person, state && bv_equal(state, "friend"));
    cJSON_Delete(text);
    return true;
}

static bool put_list(struct bv_visit *visit, const char *field, const char *kind, const char *state,
                     struct bv_error *error)
{
    char prefix[BV_PAPER_KEY_MAX + 1];
    bv_pair_key(visit->client->person, "", prefix);
    struct listing listing = {visit, state, bv_length(prefix)};
    bv_json_open(visit->out, field, '[');
    bool read = bv_store_papers(visit->house->reader, kind, prefix, "", RELATIONS_MAX, put_one,
                                &listing, error);
    bv_json_close(visit->out, ']');
    return read;
}

static int get_friends(struct bv_visit *visit)
{
    struct bv_error error;
    if (!bv_visit_is_known(visit)) return bv_status_of(visit->refusal.code);
    bool read = put_list(visit, "friends", "friend", "friend", &error) &&
                put_list(visit, "asked", "friend", "asked", &error) &&
                put_list(visit, "asking", "friend", "asking", &error) &&
                put_list(visit, "blocked", "block", NULL, &error);
    return read ? 200 : bv_api_unreadable(visit, &error);
}

/* ---- Changes ------------------------------------------------------------------------------------------------------- */

static bool count_one(void *context, const struct bv_paper *paper)
{
    uint32_t *count = context;
    (void)paper;
    return ++*count < RELATIONS_MAX;
}

static bool is_full(struct bv_visit *visit, const char *kind, const char *person)
{
    char prefix[BV_PAPER_KEY_MAX + 1];
    uint32_t count = 0;
    struct bv_error error;
    bv_pair_key(person, "", prefix);
    bv_desk_list(visit->house->desk, kind, prefix, count_one, &count, &error);
    return count >= RELATIONS_MAX;
}

static bool has_room(struct bv_visit *visit, const char *kind)
{
    if (!is_full(visit, kind, visit->client->person)) return true;
    return bv_refuse(&visit->refusal, "too-many",
                     (struct bv_text){"Votre liste est pleine : retirez-en quelqu'un d'abord.",
                                      "Your list is full: take somebody off it first."});
}

/* Whoever is asked has this on a list too, which strangers must not make longer and longer. */
static bool may_ask(struct bv_visit *visit, const char *other)
{
    if (!has_room(visit, "friend")) return false;
    if (!is_full(visit, "friend", other)) return true;
    return bv_refuse(&visit->refusal, "too-many",
                     (struct bv_text){"Trop de monde attend déjà une réponse de cette personne.",
                                      "Too many people wait for this person's answer already."});
}

/* A relation is written, or taken away (paper NULL), in the name of the first. */
static bool set_pair(struct bv_visit *visit, const char *kind, const char *first,
                     const char *second, const cJSON *paper)
{
    char key[BV_PAPER_KEY_MAX + 1];
    struct bv_error error;
    struct bv_desk *desk = visit->house->desk;
    bv_pair_key(first, second, key);
    bool good = paper ? bv_desk_write(desk, kind, key, bv_now(), paper, &error)
                      : bv_desk_remove(desk, kind, key, &error);
    if (!good) bv_api_unreadable(visit, &error);
    return good;
}

static bool set_state(struct bv_visit *visit, const char *first, const char *second,
                      const char *state)
{
    cJSON *paper = cJSON_CreateObject();
    cJSON_AddStringToObject(paper, "state", state);
    cJSON_AddNumberToObject(paper, "at", (double)bv_now());
    bool good = set_pair(visit, "friend", first, second, paper);
    cJSON_Delete(paper);
    return good;
}

static bool unfriend(struct bv_visit *visit, const char *other)
{
    const char *me = visit->client->person;
    return set_pair(visit, "friend", me, other, NULL) && set_pair(visit, "friend", other, me, NULL);
}

static bool befriend(struct bv_visit *visit, const char *other)
{
    const char *me = visit->client->person;
    struct bv_relation relation = bv_relation_of(visit->house, me, other);
    if (relation.friend || relation.asked) return true; /* said twice */
    if (relation.asking)
        return set_state(visit, me, other, "friend") && set_state(visit, other, me, "friend");
    return may_ask(visit, other) && set_state(visit, me, other, "asked") &&
           set_state(visit, other, me, "asking");
}

static bool may_befriend(struct bv_visit *visit, const char *other)
{
    const char *me = visit->client->person;
    if (!bv_is_known(visit->house, other)) return bv_refuse_guest(&visit->refusal);
    if (bv_has_blocked(visit->house, other, me)) return bv_refuse_blocked(&visit->refusal);
    if (!bv_has_blocked(visit->house, me, other)) return true;
    return bv_refuse(
        &visit->refusal, "blocked",
        (struct bv_text){"Vous avez bloqué cette personne.", "You have blocked this person."});
}

/* What the two are to each other after a change. */
static int answer(struct bv_visit *visit, bool good, const char *other)
{
    if (!good) return bv_status_of(visit->refusal.code);
    bv_relation_write(visit->house, visit->client->person, other, visit->out);
    return 200;
}

static bool names_other(struct bv_visit *visit, char other[BV_ID_SIZE])
{
    return bv_visit_is_known(visit) && bv_visit_names_other(visit, other);
}

static int put_friend(struct bv_visit *visit)
{
    char other[BV_ID_SIZE];
    bool good = names_other(visit, other) && may_befriend(visit, other) && befriend(visit, other);
    return answer(visit, good, other);
}

static int delete_friend(struct bv_visit *visit)
{
    char other[BV_ID_SIZE];
    return answer(visit, names_other(visit, other) && unfriend(visit, other), other);
}

/* Whoever is blocked is no friend any more, and challenges between the two are over. */
static bool block(struct bv_visit *visit, const char *other)
{
    const char *me = visit->client->person;
    if (bv_has_blocked(visit->house, me, other)) return true; /* said twice */
    if (!has_room(visit, "block")) return false;
    cJSON *paper = cJSON_CreateObject();
    cJSON_AddNumberToObject(paper, "at", (double)bv_now());
    bool good = set_pair(visit, "block", me, other, paper) &&
                set_pair(visit, "blocker", other, me, paper) && unfriend(visit, other);
    cJSON_Delete(paper);
    if (good) bv_challenges_close(visit->house, me, other);
    return good;
}

static int put_block(struct bv_visit *visit)
{
    char other[BV_ID_SIZE];
    return answer(visit, names_other(visit, other) && block(visit, other), other);
}

static int delete_block(struct bv_visit *visit)
{
    char other[BV_ID_SIZE];
    const char *me = visit->client->person;
    bool good = names_other(visit, other) && set_pair(visit, "block", me, other, NULL) &&
                set_pair(visit, "blocker", other, me, NULL);
    return answer(visit, good, other);
}

static const struct bv_route_row rows[] = {
    {"GET", "/api/v1/friends", get_friends},        {"PUT", "/api/v1/friends/*", put_friend},
    {"DELETE", "/api/v1/friends/*", delete_friend}, {"PUT", "/api/v1/blocks/*", put_block},
    {"DELETE", "/api/v1/blocks/*", delete_block},
};

const struct bv_routes bv_friend_routes = {rows, BV_COUNT(rows)};
