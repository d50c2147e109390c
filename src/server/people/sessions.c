#include "server/people/sessions.h"

#include "server/people/devices.h"
#include "server/people/moving.h"

/* How late the moment somebody was last seen may be. */
#define SEEN_MS ((int64_t)60 * 60 * 1000)

enum { HUNG_UP = 4001 };

/* ---- Papers ----------------------------------------------------------------------------------------------------- */

static void seal_token(const struct bv_house *house, struct bv_span token,
                       char session[BV_SESSION_SIZE])
{
    bv_seal(house->secret, "session", token, session);
}

/* The sessions of somebody: all of them, since who ends them must miss none. */
struct listed {
    char id[BV_SESSION_SIZE];
    char device[BV_DEVICE_SIZE];
    int64_t created, seen;
};

struct list {
    struct listed *session;
    size_t count, room;
};

static bool note(void *context, const struct bv_paper *paper)
{
    struct list *list = context;
    BV_GROW(list->session, list->count, list->room);
    struct listed *session = &list->session[list->count++];
    *session = (struct listed){0};
    cJSON *fields = cJSON_ParseWithLength(paper->text.text, paper->text.length);
    const char *device = bv_json_get_text(fields, "device", BV_DEVICE_SIZE - 1);
    const char *slash = strchr(paper->key, '/');
    struct bv_out out = bv_out_into(session->id, sizeof session->id);
    if (slash) bv_put(&out, slash + 1);
    out = bv_out_into(session->device, sizeof session->device);
    if (device) bv_put(&out, device);
    bv_json_get_number(fields, "created", 0, INT64_MAX, &session->created);
    bv_json_get_number(fields, "seen", 0, INT64_MAX, &session->seen);
    cJSON_Delete(fields);
    return true;
}

static int newest_first(const void *a, const void *b)
{
    int64_t left = ((const struct listed *)a)->created;
    int64_t right = ((const struct listed *)b)->created;
    return (left < right) - (left > right);
}

/* Newest first; the caller frees list.session. */
static struct list read_list(struct bv_house *house, const char *person)
{
    char prefix[BV_PAPER_KEY_MAX + 1];
    struct bv_error ignored;
    struct list list = {0};
    bv_pair_key(person, "", prefix);
    bv_desk_list(house->desk, "session", prefix, note, &list, &ignored);
    if (list.count) qsort(list.session, list.count, sizeof list.session[0], newest_first);
    return list;
}

static bool write_paper(struct bv_house *house, const char *person, const char *session,
                        const char *kind, const char *device, int64_t created, int64_t seen)
{
    char key[BV_PAPER_KEY_MAX + 1];
    cJSON *paper = cJSON_CreateObject();
    cJSON_AddStringToObject(paper, "device", device);
    cJSON_AddNumberToObject(paper, "created", (double)created);
    cJSON_AddNumberToObject(paper, "seen", (double)seen);
    cJSON_AddStringToObject(paper, "kind", kind);
    bv_pair_key(person, session, key);
    bool good = bv_desk_write(house->desk, "session", key, seen, paper, NULL);
    cJSON_Delete(paper);
    return good;
}

/* ---- Beginning and entering --------------------------------------------------------------------------------------- */

bool bv_session_begin(struct bv_house *house, struct bv_client *client, const char *kind,
                      const char *device, char token[BV_TOKEN_SIZE])
{
    int64_t now = bv_now();
    struct list list = read_list(house, client->person);
    for (size_t i = BV_SESSIONS_MAX - 1; i < list.count; i++)
        bv_session_end(house, client->person, list.session[i].id);
    free(list.session);
    bv_random_id(token, BV_TOKEN_SIZE);
    seal_token(house, bv_span_of(token), client->session);
    return write_paper(house, client->person, client->session, kind, device, now, now);
}

bool bv_session_enter(struct bv_house *house, struct bv_client *client, const char *person,
                      struct bv_span token)
{
    char session[BV_SESSION_SIZE];
    char key[BV_PAPER_KEY_MAX + 1];
    int64_t created = 0;
    int64_t seen = 0;
    int64_t now = bv_now();
    seal_token(house, token, session);
    bv_pair_key(person, session, key);
    struct bv_error error;
    cJSON *paper = bv_desk_read(house->desk, "session", key, &error);
    client->unread = error.text[0] != '\0';
    if (!paper) return false;
    const char *device = bv_json_get_text(paper, "device", BV_DEVICE_SIZE - 1);
    const char *kind = bv_json_get_text(paper, "kind", 16);
    bv_json_get_number(paper, "created", 0, INT64_MAX, &created);
    bv_json_get_number(paper, "seen", 0, INT64_MAX, &seen);
    /* An answer that has nothing else to store must not fail for this. */
    if (now - seen > SEEN_MS && device && kind && !bv_post_trouble(house->post)[0])
        write_paper(house, person, session, kind, device, created, now);
    cJSON_Delete(paper);
    bv_become(house, client, person);
    bv_copy(client->session, session, sizeof session);
    return client->person[0] != '\0';
}

bool bv_session_stands(struct bv_house *house, const char *person, const char *session)
{
    char key[BV_PAPER_KEY_MAX + 1];
    bv_pair_key(person, session, key);
    cJSON *paper = bv_desk_read(house->desk, "session", key, NULL);
    cJSON_Delete(paper);
    return paper != NULL;
}

/* ---- Ending --------------------------------------------------------------------------------------------------------- */

void bv_hang_up(struct bv_house *house, struct bv_client *client)
{
    bv_leave_all(house, client);
    bv_lobby_leave(house, client);
    bv_porter_leave(house->porter, client);
    client->person[0] = '\0';
    if (client->connection) bv_net_goodbye(client->connection, HUNG_UP, "logged out");
}

/* Who is in no session (they came as a guest before there was an account, or with a ticket) goes with any. */
static void hang_up_on(struct bv_house *house, const char *person, const char *session)
{
    struct bv_client *client = bv_porter_first(house->porter, person);
    while (client) {
        struct bv_client *next = bv_porter_next(client);
        if (!client->session[0] || bv_equal(client->session, session)) bv_hang_up(house, client);
        client = next;
    }
}

bool bv_session_end(struct bv_house *house, const char *person, const char *session)
{
    char key[BV_PAPER_KEY_MAX + 1];
    if (!bv_session_stands(house, person, session)) return false;
    bv_pair_key(person, session, key);
    bv_desk_remove(house->desk, "session", key, NULL);
    hang_up_on(house, person, session);
    return true;
}

void bv_sessions_end(struct bv_house *house, const char *person, const char *but)
{
    struct list list = read_list(house, person);
    for (size_t i = 0; i < list.count; i++)
        if (!bv_equal(list.session[i].id, but)) bv_session_end(house, person, list.session[i].id);
    free(list.session);
    bv_devices_forget(house, person);
    hang_up_on(house, person, "");
}

/* ---- Ended elsewhere ------------------------------------------------------------------------------------------------ */

static void doubt(void *context, struct bv_client *client)
{
    struct bv_house *house = context;
    if (client->doubted || !client->person[0]) return;
    client->doubted = true;
    house->doubtful++;
}

void bv_person_doubt(struct bv_house *house, const char *person)
{
    if (!person[0]) {
        bv_porter_all(house->porter, doubt, house);
        return;
    }
    struct bv_client *client = bv_porter_first(house->porter, person);
    for (; client; client = bv_porter_next(client)) doubt(house, client);
}

void bv_session_heard(struct bv_house *house, const char *person, const char *session)
{
    char key[BV_PAPER_KEY_MAX + 1];
    struct bv_error error;
    if (!bv_porter_first(house->porter, person)) return;
    bv_pair_key(person, session, key);
    cJSON *paper = bv_desk_read(house->desk, "session", key, &error);
    cJSON_Delete(paper);
    if (error.text[0])
        bv_person_doubt(house, person);
    else if (!paper)
        hang_up_on(house, person, session);
}

struct doubts {
    struct bv_client *client[16];
    size_t count;
};

static void gather(void *context, struct bv_client *client)
{
    struct doubts *doubts = context;
    if (client->doubted && doubts->count < BV_COUNT(doubts->client))
        doubts->client[doubts->count++] = client;
}

/* False: the store cannot be read now. */
static bool look_at(struct bv_house *house, struct bv_client *client)
{
    char key[BV_PAPER_KEY_MAX + 1];
    struct bv_error error;
    bv_pair_key(client->person, client->session, key);
    char name[BV_TABLE_NAME_MAX + 1];
    bool found = false;
    cJSON *session = bv_desk_read(house->desk, "session", key, &error);
    cJSON_Delete(session);
    if (error.text[0] ||
        !bv_store_person(house->reader, client->person, name, sizeof name, &found, &error))
        return false;
    client->doubted = false;
    if (found && (!client->session[0] || session) && !bv_is_moving(house, client->person))
        bv_refresh_person(house, client);
    else
        bv_hang_up(house, client);
    return true;
}

/* A few at a time: somebody may have asked for something meanwhile. Those who have gone are not among them. */
void bv_doubts_look(struct bv_house *house)
{
    struct doubts doubts = {0};
    if (!house->doubtful) return;
    bv_porter_all(house->porter, gather, &doubts);
    for (size_t i = 0; i < doubts.count; i++)
        if (!look_at(house, doubts.client[i])) return;
    if (doubts.count < BV_COUNT(doubts.client))
        house->doubtful = 0;
    else
        bv_net_wake(house->net); /* others first, then more of them */
}

/* ---- The list --------------------------------------------------------------------------------------------------------- */

void bv_sessions_write(struct bv_house *house, const char *person, const char *current,
                       struct bv_out *out)
{
    struct list list = read_list(house, person);
    for (size_t i = 0; i < list.count; i++) {
        const struct listed *session = &list.session[i];
        bv_json_open(out, NULL, '{');
        bv_json_text(out, "id", session->id);
        bv_json_text(out, "device", session->device);
        bv_json_number(out, "created", session->created);
        bv_json_number(out, "seen", session->seen);
        bv_json_bool(out, "current", bv_equal(session->id, current));
        bv_json_close(out, '}');
    }
    free(list.session);
}
