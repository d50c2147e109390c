/* What keepers do about bans: GET, POST and DELETE /api/v1/admin/bans. */
#include "server/keeping/admin.h"
#include "server/people/people.h"

static void put_ban(struct bv_visit *visit, const struct bv_ban *ban)
{
    char network[BV_BAN_KEY_SIZE];
    struct bv_out text = bv_out_into(network, sizeof network);
    struct bv_out *out = visit->out;
    bv_json_open(out, NULL, '{');
    bv_json_text(out, "id", ban->key);
    bv_ban_put_network(ban->key, &text);
    if (ban->is_network)
        bv_json_text(out, "address", network);
    else
        bv_person_put(visit->house, "person", ban->key, out);
    if (ban->until)
        bv_json_number(out, "until", ban->until);
    else
        bv_json_null(out, "until");
    bv_json_text(out, "reason", ban->reason);
    bv_json_text(out, "by", ban->by);
    bv_json_number(out, "at", ban->at);
    bv_json_close(out, '}');
}

/* They are held in the order of their keys. */
static int get_bans(struct bv_visit *visit)
{
    enum { PAGE = 100 };
    char after[BV_BAN_KEY_SIZE] = "";
    const struct bv_bans *bans = visit->house->bans;
    size_t first = 0;
    bv_query_get(visit->request->query, "after", after, sizeof after);
    while (first < bv_bans_count(bans) && bv_compare(bv_ban_at(bans, first)->key, after) <= 0)
        first++;
    size_t end = bv_bans_count(bans) - first > PAGE ? first + PAGE : bv_bans_count(bans);
    bv_json_open(visit->out, "bans", '[');
    for (size_t i = first; i < end; i++) put_ban(visit, bv_ban_at(bans, i));
    bv_json_close(visit->out, ']');
    if (end < bv_bans_count(bans))
        bv_json_text(visit->out, "next", bv_ban_at(bans, end - 1)->key);
    else
        bv_json_null(visit->out, "next");
    return 200;
}

static int bad_ban(struct bv_visit *visit)
{
    return bv_api_refuse(
        visit, 400, "bad-ban",
        (struct bv_text){
            "Il faut une personne, ou une adresse ou un réseau (203.0.113.0/24) qui ne "
            "soit pas cette machine, un motif d'au plus 200 octets, et une date à venir "
            "ou aucune.",
            "It takes a person, or an address or network (203.0.113.0/24) other than "
            "this machine, a reason of at most 200 bytes, and a date to come or none."});
}

bool bv_ban_read(struct bv_visit *visit, const cJSON *fields, struct bv_ban *ban)
{
    const cJSON *until = cJSON_GetObjectItemCaseSensitive(fields, "until");
    const char *reason = bv_json_get_text(fields, "reason", BV_BAN_REASON_MAX);
    ban->at = bv_now();
    if (until && !cJSON_IsNull(until) &&
        !bv_json_get_number(fields, "until", ban->at, INT64_MAX / 1024, &ban->until))
        return bad_ban(visit) == 0;
    if (!bv_is_presentable(reason, BV_BAN_REASON_MAX)) return bad_ban(visit) == 0;
    struct bv_out out = bv_out_into(ban->reason, sizeof ban->reason);
    bv_put(&out, reason);
    out = bv_out_into(ban->by, sizeof ban->by);
    bv_put(&out, bv_keeper_of(visit));
    return true;
}

int bv_ban_put(struct bv_visit *visit, const struct bv_ban *ban)
{
    struct bv_error trouble;
    if (bv_bans_full(visit->house->bans))
        return bv_api_refuse(visit, 409, "too-many-bans",
                             (struct bv_text){"La liste est pleine : levez d'abord une exclusion.",
                                              "The list is full: lift a ban first."});
    if (!bv_ban_write(visit->house, ban, &trouble)) return bv_api_unreadable(visit, &trouble);
    bv_audit(visit, "ban", ban->key, ban->reason);
    return 200;
}

static bool read_target(struct bv_visit *visit, struct bv_ban *ban)
{
    const char *address = bv_json_get_text(visit->body, "address", BV_BAN_KEY_SIZE - 1);
    const char *person = bv_json_get_text(visit->body, "person", BV_ID_SIZE - 1);
    char name[BV_TABLE_NAME_MAX + 1];
    struct bv_error error;
    bool found = false;
    if (!address == !person) return false;
    if (address) return bv_ban_key_of_network(address, ban->key);
    struct bv_out out = bv_out_into(ban->key, sizeof ban->key);
    bv_put(&out, person);
    return bv_store_person(visit->house->reader, person, name, sizeof name, &found, &error) &&
           found && !bv_equal(person, visit->client->person); /* oneself: by mistake */
}

static int post_ban(struct bv_visit *visit)
{
    struct bv_ban ban = {0};
    if (!read_target(visit, &ban)) return bad_ban(visit);
    if (!bv_ban_read(visit, visit->body, &ban)) return 400;
    int status = bv_ban_put(visit, &ban);
    bv_json_text(visit->out, "id", ban.key);
    return status == 200 ? 201 : status;
}

int bv_ban_remove(struct bv_visit *visit, const char *key)
{
    struct bv_error trouble;
    cJSON *paper = bv_desk_read(visit->house->desk, "ban", key, NULL);
    bool there = paper != NULL;
    cJSON_Delete(paper);
    if (!there)
        return bv_api_refuse(
            visit, 404, "no-such-ban",
            (struct bv_text){"Il n'y a pas d'exclusion de ce nom.", "There is no such ban."});
    if (!bv_ban_lift(visit->house, key, &trouble)) return bv_api_unreadable(visit, &trouble);
    bv_audit(visit, "unban", key, "");
    return 200;
}

static int delete_ban(struct bv_visit *visit)
{
    char key[BV_BAN_KEY_SIZE];
    if (!bv_unescape(visit->id, key, sizeof key)) key[0] = '\0';
    return bv_ban_remove(visit, key);
}

static const struct bv_route_row rows[] = {
    {"GET", "/api/v1/admin/bans", get_bans},
    {"POST", "/api/v1/admin/bans", post_ban},
    {"DELETE", "/api/v1/admin/bans/*", delete_ban},
};

const struct bv_routes bv_admin_ban_routes = {rows, BV_COUNT(rows)};
