#include "server/keeping/bans.h"

#include <stdio.h>
#include <time.h>

#include "server/house.h"
#include "server/keeping/whence.h"
#include "server/people/people.h"

enum { WEBSOCKET_POLICY = 1008 };

struct bv_bans {
    struct bv_store *reader;
    uint64_t changed; /* the last flight that changes them; 0: none is under way */
    bool heard;       /* that another node has changed them */
    size_t underway;  /* new ones in such flights */
    size_t count;
    struct bv_ban ban[BV_BANS_MAX];
};

/* ---- Networks ----------------------------------------------------------------------------------------------------- */

/* `203.0.113.0_24`: what lies beyond the bits is nought. */
static bool read_network(const char *key, struct bv_address *network, int *bits)
{
    char text[BV_BAN_KEY_SIZE];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_ban_put_network(key, &out);
    if (out.cut || !bv_network_read(bv_span_of(text), network, bits)) return false;
    for (int bit = *bits; bit < BV_ADDRESS_BITS; bit++)
        network->byte[bit / 8] &= (uint8_t)~(0x80 >> bit % 8);
    return true;
}

static bool has_this_machine(const struct bv_address *network, int bits)
{
    static const char *const here[] = {"127.0.0.1", "::1"};
    for (size_t i = 0; i < BV_COUNT(here); i++) {
        struct bv_address address;
        if (bv_address_read(bv_span_of(here[i]), &address) &&
            bv_address_within(&address, network, bits))
            return true;
    }
    return false;
}

bool bv_ban_key_of_network(const char *text, char key[BV_BAN_KEY_SIZE])
{
    char address[BV_ADDRESS_TEXT];
    struct bv_address network;
    int bits = 0;
    if (!read_network(text, &network, &bits) || has_this_machine(&network, bits)) return false;
    bv_address_write(&network, address);
    struct bv_out out = bv_out_into(key, BV_BAN_KEY_SIZE);
    bv_put(&out, address);
    if (bits == BV_ADDRESS_BITS) return true;
    bv_put_char(&out, '_');
    bv_put_number(&out, strchr(address, ':') ? bits : bits - (BV_ADDRESS_BITS - 32));
    return true;
}

void bv_ban_put_network(const char *key, struct bv_out *out)
{
    for (; *key; key++) bv_put_char(out, (char)(*key == '_' ? '/' : *key));
}

/* ---- What is held ------------------------------------------------------------------------------------------------- */

static void keep_text(const cJSON *paper, const char *name, char *to, size_t size)
{
    const char *text = bv_json_get_text(paper, name, size - 1);
    struct bv_out out = bv_out_into(to, size);
    bv_put(&out, text ? text : "");
}

static bool hold(void *context, const struct bv_paper *paper)
{
    struct bv_bans *bans = context;
    struct bv_ban *ban = &bans->ban[bans->count];
    cJSON *fields = cJSON_ParseWithLength(paper->text.text, paper->text.length);
    *ban = (struct bv_ban){0};
    struct bv_out out = bv_out_into(ban->key, sizeof ban->key);
    bv_put(&out, paper->key);
    bv_json_get_number(fields, "until", 0, INT64_MAX / 1024, &ban->until);
    bv_json_get_number(fields, "at", 0, INT64_MAX / 1024, &ban->at);
    keep_text(fields, "reason", ban->reason, sizeof ban->reason);
    keep_text(fields, "by", ban->by, sizeof ban->by);
    ban->is_network = strpbrk(ban->key, ".:") != NULL; /* ids have neither */
    bool good = fields && !out.cut &&
                (!ban->is_network || read_network(ban->key, &ban->network, &ban->bits));
    if (good) bans->count++;
    cJSON_Delete(fields);
    return bans->count < BV_BANS_MAX;
}

static bool read_bans(struct bv_bans *bans, struct bv_error *error)
{
    bans->count = 0;
    return bv_store_papers(bans->reader, "ban", "", "", BV_BANS_MAX, hold, bans, error);
}

struct bv_bans *bv_bans_open(struct bv_store *reader, struct bv_error *error)
{
    struct bv_bans *bans = bv_new(sizeof *bans);
    bans->reader = reader;
    if (read_bans(bans, error)) return bans;
    free(bans);
    return NULL;
}

void bv_bans_close(struct bv_bans *bans)
{
    free(bans);
}

size_t bv_bans_count(const struct bv_bans *bans)
{
    return bans->count;
}

bool bv_bans_full(const struct bv_bans *bans)
{
    return bans->count + bans->underway >= BV_BANS_MAX;
}

const struct bv_ban *bv_ban_at(const struct bv_bans *bans, size_t number)
{
    return &bans->ban[number];
}

static bool holds(const struct bv_ban *ban, int64_t now)
{
    return !ban->until || now < ban->until;
}

static const struct bv_ban *ban_with_key(const struct bv_bans *bans, const char *key, int64_t now)
{
    for (size_t i = 0; key[0] && i < bans->count; i++)
        if (bv_equal(bans->ban[i].key, key) && holds(&bans->ban[i], now)) return &bans->ban[i];
    return NULL;
}

static bool note_owner(void *context, const struct bv_paper *paper)
{
    char *owner = context;
    cJSON *fields = cJSON_ParseWithLength(paper->text.text, paper->text.length);
    keep_text(fields, "owner", owner, BV_ID_SIZE);
    cJSON_Delete(fields);
    return false;
}

const struct bv_ban *bv_ban_of_person(const struct bv_bans *bans, const char *person, int64_t now)
{
    char owner[BV_ID_SIZE] = "";
    struct bv_error error;
    const struct bv_ban *ban = ban_with_key(bans, person, now);
    if (ban || !bans->count || !bv_is_bot(person)) return ban;
    bv_store_paper(bans->reader, "account", person, note_owner, owner, &error);
    return ban_with_key(bans, owner, now);
}

const struct bv_ban *bv_ban_of_address(const struct bv_bans *bans, const struct bv_address *address,
                                       int64_t now)
{
    for (size_t i = 0; i < bans->count; i++) {
        const struct bv_ban *ban = &bans->ban[i];
        if (ban->is_network && bv_address_within(address, &ban->network, ban->bits) &&
            holds(ban, now))
            return ban;
    }
    return NULL;
}

/* ---- Turning away --------------------------------------------------------------------------------------------------- */

bool bv_refuse_banned(struct bv_refusal *refusal, const struct bv_ban *ban)
{
    struct bv_out detail = bv_error_begin(&refusal->detail);
    char date[32] = "";
    if (ban->until) {
        time_t seconds = (time_t)(ban->until / 1000);
        struct tm parts;
        gmtime_r(&seconds, &parts);
        strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &parts);
    }
    bv_put(&detail, date);
    if (date[0] && ban->reason[0]) bv_put(&detail, ": ");
    bv_put(&detail, ban->reason);
    return bv_refuse(
        refusal, "banned",
        ban->until ? (struct bv_text){"La maison vous est fermée jusqu'à cette date.",
                                      "The house is closed to you until this date."}
                   : (struct bv_text){"La maison vous est fermée.", "The house is closed to you."});
}

bool bv_address_is_welcome(const struct bv_bans *bans, const struct bv_address *address,
                           struct bv_refusal *refusal)
{
    const struct bv_ban *ban = bv_ban_of_address(bans, address, bv_now());
    return !ban || bv_refuse_banned(refusal, ban);
}

static bool is_open_to_all(const struct bv_http_request *request)
{
    bool reads = bv_span_is(request->method, "GET") || bv_span_is(request->method, "HEAD");
    if (bv_span_is(request->path, "/api/v1/socket")) return false;
    return reads || bv_span_is(request->path, "/api/v1/logout") ||
           (bv_span_is(request->method, "DELETE") && bv_span_is(request->path, "/api/v1/account"));
}

bool bv_person_is_welcome(const struct bv_bans *bans, const char *person,
                          const struct bv_http_request *request, struct bv_refusal *refusal)
{
    const struct bv_ban *ban = bv_ban_of_person(bans, person, bv_now());
    return !ban || is_open_to_all(request) || bv_refuse_banned(refusal, ban);
}

/* ---- Changes -------------------------------------------------------------------------------------------------------- */

void bv_bans_change(struct bv_house *house)
{
    house->bans->changed = bv_post_flight(house->post);
}

bool bv_ban_write(struct bv_house *house, const struct bv_ban *ban, struct bv_error *trouble)
{
    cJSON *paper = cJSON_CreateObject();
    cJSON_AddNumberToObject(paper, "until", (double)ban->until);
    cJSON_AddNumberToObject(paper, "at", (double)ban->at);
    cJSON_AddStringToObject(paper, "reason", ban->reason);
    cJSON_AddStringToObject(paper, "by", ban->by);
    bool good = bv_desk_write(house->desk, "ban", ban->key, ban->at, paper, trouble);
    cJSON_Delete(paper);
    bv_bans_change(house);
    house->bans->underway++;
    return good;
}

bool bv_ban_lift(struct bv_house *house, const char *key, struct bv_error *trouble)
{
    bv_bans_change(house);
    return bv_desk_remove(house->desk, "ban", key, trouble);
}

void bv_bans_heard(struct bv_house *house)
{
    house->bans->heard = true;
}

static void show_out(void *context, struct bv_client *client)
{
    const struct bv_bans *bans = context;
    int64_t now = bv_now();
    if (!client->connection) return;
    if (!bv_ban_of_person(bans, client->person, now) &&
        !bv_ban_of_address(bans, &client->address, now))
        return;
    bv_net_goodbye(client->connection, WEBSOCKET_POLICY, "banned");
}

void bv_bans_look(struct bv_house *house)
{
    struct bv_error error;
    struct bv_bans *bans = house->bans;
    bool landed = bans->changed && bv_post_landed(house->post, bans->changed);
    if (!landed && !bans->heard) return;
    if (!read_bans(bans, &error)) return; /* and again when next woken */
    bans->heard = false;
    if (landed) bans->changed = bans->underway = 0;
    bv_porter_all(house->porter, show_out, bans);
}
