/* The clubs API: founding, finding and joining a club, and the actions of officers. */
#include "server/accounts/account.h"
#include "server/tournaments/club.h"
#include "table/names.h"

enum { LISTED = 50 };

/* ---- Shared refusals ------------------------------------------------------------------------- */

static int bad_club(struct exchange *exchange, const char *why)
{
    bv_error_set(&exchange->refusal.detail, why);
    return api_refuse(exchange, REFUSE_BAD_CLUB);
}

/* The club of the path; NULL: refused with *status. */
static cJSON *club_of(struct exchange *exchange, char id[ID_SIZE], int *status)
{
    struct bv_error error = {""};
    api_path_id(exchange->id, id);
    cJSON *document = club_read(tournaments_of(exchange), id, &error);
    if (document) return document;
    *status = error.text[0] ? api_unreadable(exchange, &error)
                            : api_refuse(exchange, REFUSE_NO_SUCH_CLUB);
    return NULL;
}

/* The same for requests that need a role in it. */
static cJSON *club_for(struct exchange *exchange, enum club_role least, char id[ID_SIZE],
                       int *status)
{
    *status = account_needed(exchange) ? 200 : 403;
    cJSON *document = *status == 200 ? club_of(exchange, id, status) : NULL;
    if (!document || club_role_in(document, exchange->client->person) >= least) return document;
    cJSON_Delete(document);
    *status = api_refuse(exchange, REFUSE_NOT_OWNER_ROLE);
    return NULL;
}

/* ---- Writing clubs --------------------------------------------------------------------------- */

static int members_in(const cJSON *document)
{
    int count = 0;
    const cJSON *member = NULL;
    cJSON_ArrayForEach(member, cJSON_GetObjectItemCaseSensitive(document, "members"))
    {
        count += club_role_named(fields_text(member, "role", 16)) >= CLUB_MEMBER;
    }
    return count;
}

static void put_line(const char *id, const cJSON *document, struct bv_out *out)
{
    int64_t created = 0;
    fields_number(document, "created", 0, INT64_MAX, &created);
    bv_json_text(out, "id", id);
    bv_json_text(out, "name", fields_text(document, "name", CLUB_NAME_MAX));
    bv_json_text(out, "about", fields_text(document, "about", CLUB_ABOUT_MAX));
    bv_json_bool(out, "open", fields_true(document, "open"));
    bv_json_text(out, "owner", fields_text(document, "owner", ID_SIZE));
    bv_json_number(out, "created", created);
    bv_json_number(out, "size", members_in(document));
}

/* Requests to join are shown to the officers and to the person who asked. */
static void put_members(const cJSON *document, const char *reader, struct bv_out *out)
{
    bool officer = club_role_in(document, reader) >= CLUB_OFFICER;
    const cJSON *member = NULL;
    bv_json_open(out, "members", '[');
    cJSON_ArrayForEach(member, cJSON_GetObjectItemCaseSensitive(document, "members"))
    {
        int64_t since = 0;
        const char *person = fields_text(member, "person", ID_SIZE);
        const char *role = fields_text(member, "role", 16);
        bool asks = club_role_named(role) == CLUB_ASKING;
        if (asks && !officer && !bv_equal(person, reader)) continue;
        fields_number(member, "since", 0, INT64_MAX, &since);
        bv_json_open(out, NULL, '{');
        bv_json_text(out, "person", person);
        bv_json_text(out, "name", fields_text(member, "name", TABLE_NAME_MAX));
        bv_json_text(out, "role", role);
        bv_json_number(out, "since", since);
        bv_json_close(out, '}');
    }
    bv_json_close(out, ']');
}

static void put_club(struct exchange *exchange, const char *id, const cJSON *document)
{
    const char *reader = exchange->client->person;
    enum club_role role = club_role_in(document, reader);
    bv_json_open(exchange->out, "club", '{');
    put_line(id, document, exchange->out);
    if (role == CLUB_NO_MEMBER)
        bv_json_null(exchange->out, "role");
    else
        bv_json_text(exchange->out, "role", club_role_name(role));
    put_members(document, reader, exchange->out);
    bv_json_close(exchange->out, '}');
}

/* ---- Finding --------------------------------------------------------------------------------- */

struct listing {
    struct bv_out *out;
    uint32_t count;
    char last[ID_SIZE];
};

static bool put_found(void *context, const struct store_document *found)
{
    struct listing *listing = context;
    cJSON *document = cJSON_ParseWithLength(found->text.text, found->text.length);
    bv_json_open(listing->out, NULL, '{');
    put_line(found->key, document, listing->out);
    bv_json_close(listing->out, '}');
    cJSON_Delete(document);
    listing->count++;
    struct bv_out last = bv_out_into(listing->last, sizeof listing->last);
    bv_put(&last, found->key);
    return true;
}

static int get_all(struct exchange *exchange, const char *before)
{
    struct bv_error error = {""};
    struct listing listing = {.out = exchange->out};
    int64_t rank = INT64_MAX;
    cJSON *last = club_read(tournaments_of(exchange), before, &error);
    if (*before && !last)
        return error.text[0] ? api_unreadable(exchange, &error)
                             : api_refuse(exchange, REFUSE_BAD_QUERY_CLUB);
    fields_number(last, "created", 0, INT64_MAX, &rank);
    cJSON_Delete(last);
    bv_json_open(exchange->out, "clubs", '[');
    bool good = store_ranked(tournaments_of(exchange)->reader, "club", rank, before, LISTED,
                             put_found, &listing, &error);
    bv_json_close(exchange->out, ']');
    if (listing.count == LISTED)
        bv_json_text(exchange->out, "before", listing.last);
    else
        bv_json_null(exchange->out, "before");
    return good ? 200 : api_unreadable(exchange, &error);
}

static int get_mine(struct exchange *exchange)
{
    struct bv_error error = {""};
    if (!api_needs_person(exchange)) return 401;
    cJSON *clubs = clubs_of(tournaments_of(exchange), exchange->client->person, &error);
    if (!clubs) return api_unreadable(exchange, &error);
    const cJSON *club = NULL;
    bv_json_open(exchange->out, "clubs", '[');
    cJSON_ArrayForEach(club, clubs)
    {
        cJSON *document = club_read(tournaments_of(exchange), club->valuestring, &error);
        if (!document) continue;
        bv_json_open(exchange->out, NULL, '{');
        put_line(club->valuestring, document, exchange->out);
        bv_json_text(exchange->out, "role",
                     club_role_name(club_role_in(document, exchange->client->person)));
        bv_json_close(exchange->out, '}');
        cJSON_Delete(document);
    }
    bv_json_close(exchange->out, ']');
    bv_json_null(exchange->out, "before");
    cJSON_Delete(clubs);
    return 200;
}

static int get_clubs(struct exchange *exchange)
{
    char value[ID_SIZE];
    if (api_query_get(exchange->request->query, "mine", value, sizeof value) &&
        bv_equal(value, "1"))
        return get_mine(exchange);
    bool goes_on = api_query_get(exchange->request->query, "before", value, sizeof value);
    return get_all(exchange, goes_on ? value : "");
}

static int get_club(struct exchange *exchange)
{
    char id[ID_SIZE];
    int status = 200;
    cJSON *document = club_of(exchange, id, &status);
    if (!document) return status;
    put_club(exchange, id, document);
    bv_json_open(exchange->out, "tables", '[');
    bool all = lobby_write(tournaments_of(exchange)->tables, (struct lobby_filter){.club = id},
                           exchange->out);
    bv_json_close(exchange->out, ']');
    bv_json_bool(exchange->out, "more", !all);
    cJSON_Delete(document);
    return 200;
}

/* ---- Founding and changing ------------------------------------------------------------------- */

/* Fields are optional, but those that are present must be valid. */
static const char *wrong_with(const cJSON *fields)
{
    char folded[NAME_FOLDED_SIZE];
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(fields, "name");
    const cJSON *about = cJSON_GetObjectItemCaseSensitive(fields, "about");
    const cJSON *open = cJSON_GetObjectItemCaseSensitive(fields, "open");
    if (name) {
        const char *text = fields_text(fields, "name", CLUB_NAME_MAX);
        if (!text || !text_is_presentable(text, CLUB_NAME_MAX))
            return "name: 1 to 60 visible bytes";
        name_fold(text, folded);
        if (!*folded) return "name: at least one letter or digit";
    }
    if (about) {
        const char *text = fields_text(fields, "about", CLUB_ABOUT_MAX);
        if (!text || (*text && !text_is_presentable(text, CLUB_ABOUT_MAX)))
            return "about: at most 500 bytes without control characters";
    }
    if (open && !cJSON_IsBool(open)) return "open: true or false";
    return NULL;
}

static int unreadable_or(struct exchange *exchange, const struct bv_error *error, bool good,
                         int status)
{
    return good ? status : api_unreadable(exchange, error);
}

/* Whether a club may have that name: it is free, or its own already. */
static bool is_free(struct tournaments *tournaments, const char *folded, const char *club)
{
    cJSON *taken = documents_read(tournaments->documents, "club.name", folded, NULL);
    const char *by = taken ? fields_text(taken, "club", ID_SIZE) : NULL;
    bool free = !taken || (by && bv_equal(by, club));
    cJSON_Delete(taken);
    return free;
}

static int taken(struct exchange *exchange)
{
    return api_refuse(exchange, REFUSE_NAME_TAKEN_CLUB);
}

static bool note_name(struct tournaments *tournaments, const char *folded, const char *club,
                      struct bv_error *error)
{
    cJSON *document = cJSON_CreateObject();
    cJSON_AddStringToObject(document, "club", club);
    bool good = documents_write(tournaments->documents, "club.name", folded, 0, document, error);
    cJSON_Delete(document);
    return good;
}

/* Counts the clubs that a person owns and is in; false: refused with *status. */
static bool has_capacity(struct exchange *exchange, bool founds, int *status)
{
    struct bv_error error = {""};
    int owned = 0;
    cJSON *clubs = clubs_of(tournaments_of(exchange), exchange->client->person, &error);
    *status = clubs ? 0 : api_unreadable(exchange, &error);
    const cJSON *club = NULL;
    if (founds) cJSON_ArrayForEach(club, clubs)
        {
            owned += club_role(tournaments_of(exchange), club->valuestring,
                               exchange->client->person) == CLUB_OWNER;
        }
    if (clubs && owned >= CLUBS_OWNED)
        *status = api_refuse(exchange, REFUSE_ENOUGH_CLUBS);
    else if (clubs && cJSON_GetArraySize(clubs) >= CLUBS_JOINED)
        *status = api_refuse(exchange, REFUSE_ENOUGH_MEMBERSHIPS);
    cJSON_Delete(clubs);
    return *status == 0;
}

static int post_clubs(struct exchange *exchange)
{
    struct bv_error error = {""};
    char id[CLUB_ID_SIZE];
    char folded[NAME_FOLDED_SIZE];
    int status = 0;
    if (!account_needed(exchange)) return 403;
    const char *name = fields_text(exchange->body, "name", CLUB_NAME_MAX);
    const char *about = fields_text(exchange->body, "about", CLUB_ABOUT_MAX);
    const char *wrong = wrong_with(exchange->body);
    if (wrong || !name) return bad_club(exchange, wrong ? wrong : "name: is missing");
    if (!has_capacity(exchange, true, &status)) return status;
    name_fold(name, folded);
    if (!is_free(tournaments_of(exchange), folded, "")) return taken(exchange);
    random_id(id, sizeof id);
    const char *founder = exchange->client->person;
    cJSON *document = cJSON_CreateObject();
    cJSON_AddStringToObject(document, "name", name);
    cJSON_AddStringToObject(document, "about", about ? about : "");
    cJSON_AddBoolToObject(document, "open", fields_true(exchange->body, "open"));
    cJSON_AddStringToObject(document, "owner", founder);
    cJSON_AddNumberToObject(document, "created", (double)server_now());
    cJSON_AddArrayToObject(document, "members");
    club_add(document, founder, exchange->client->name, CLUB_OWNER);
    bool good = club_write(tournaments_of(exchange), id, document, &error) &&
                note_name(tournaments_of(exchange), folded, id, &error) &&
                clubs_note(tournaments_of(exchange), founder, id, true, &error);
    put_club(exchange, id, document);
    cJSON_Delete(document);
    return unreadable_or(exchange, &error, good, 201);
}

static void set_text(cJSON *document, const cJSON *fields, const char *name)
{
    const cJSON *text = cJSON_GetObjectItemCaseSensitive(fields, name);
    if (text)
        cJSON_ReplaceItemInObjectCaseSensitive(document, name,
                                               cJSON_CreateString(text->valuestring));
}

/* The folded names before and after may be the same. */
static bool rename_club(struct exchange *exchange, const char *id, const char *before,
                        const char *after, struct bv_error *error)
{
    if (bv_equal(before, after)) return true;
    return documents_remove(tournaments_of(exchange)->documents, "club.name", before, error) &&
           note_name(tournaments_of(exchange), after, id, error);
}

static int patch_club(struct exchange *exchange)
{
    struct bv_error error = {""};
    char id[ID_SIZE];
    char before[NAME_FOLDED_SIZE];
    char after[NAME_FOLDED_SIZE];
    int status = 200;
    cJSON *document = club_for(exchange, CLUB_OFFICER, id, &status);
    if (!document) return status;
    const char *wrong = wrong_with(exchange->body);
    name_fold(fields_text(document, "name", CLUB_NAME_MAX), before);
    set_text(document, wrong ? NULL : exchange->body, "name");
    name_fold(fields_text(document, "name", CLUB_NAME_MAX), after);
    if (wrong) {
        status = bad_club(exchange, wrong);
    } else if (!is_free(tournaments_of(exchange), after, id)) {
        status = taken(exchange);
    } else {
        const cJSON *open = cJSON_GetObjectItemCaseSensitive(exchange->body, "open");
        set_text(document, exchange->body, "about");
        if (open)
            cJSON_ReplaceItemInObjectCaseSensitive(document, "open",
                                                   cJSON_CreateBool(cJSON_IsTrue(open)));
        bool good = rename_club(exchange, id, before, after, &error) &&
                    club_write(tournaments_of(exchange), id, document, &error);
        put_club(exchange, id, document);
        status = unreadable_or(exchange, &error, good, 200);
    }
    cJSON_Delete(document);
    return status;
}

static int delete_club(struct exchange *exchange)
{
    struct bv_error error = {""};
    char id[ID_SIZE];
    int status = 200;
    cJSON *document = club_for(exchange, CLUB_OWNER, id, &status);
    if (!document) return status;
    bool good = club_close(tournaments_of(exchange), id, document, &error);
    cJSON_Delete(document);
    return unreadable_or(exchange, &error, good, 200);
}

/* ---- Joining and leaving --------------------------------------------------------------------- */

static int post_join(struct exchange *exchange)
{
    struct bv_error error = {""};
    char id[ID_SIZE];
    const char *person = exchange->client->person;
    int status = 200;
    cJSON *document = club_for(exchange, CLUB_NO_MEMBER, id, &status);
    if (!document) return status;
    enum club_role role = club_role_in(document, person);
    bool good = true;
    if (role == CLUB_NO_MEMBER && has_capacity(exchange, false, &status)) {
        role = fields_true(document, "open") ? CLUB_MEMBER : CLUB_ASKING;
        bool full = cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(document, "members")) >=
                    CLUB_MEMBERS;
        if (full) {
            status = api_refuse(exchange, REFUSE_ENOUGH_MEMBERS);
        } else {
            club_add(document, person, exchange->client->name, role);
            good = club_write(tournaments_of(exchange), id, document, &error) &&
                   clubs_note(tournaments_of(exchange), person, id, true, &error);
        }
    }
    bv_json_text(exchange->out, "role", club_role_name(role));
    cJSON_Delete(document);
    if (exchange->refusal.code) return status;
    return unreadable_or(exchange, &error, good, 200);
}

static int take_out(struct exchange *exchange, const char *id, cJSON *document, cJSON *member)
{
    struct bv_error error = {""};
    cJSON *members = cJSON_GetObjectItemCaseSensitive(document, "members");
    cJSON_DetachItemViaPointer(members, member);
    const char *person = fields_text(member, "person", ID_SIZE);
    bool good = club_write(tournaments_of(exchange), id, document, &error) &&
                clubs_note(tournaments_of(exchange), person, id, false, &error);
    cJSON_Delete(member);
    return unreadable_or(exchange, &error, good, 200);
}

static int owner_stays(struct exchange *exchange)
{
    return api_refuse(exchange, REFUSE_OWNER_STAYS);
}

static int post_leave(struct exchange *exchange)
{
    char id[ID_SIZE];
    int status = 200;
    cJSON *document = club_for(exchange, CLUB_NO_MEMBER, id, &status);
    if (!document) return status;
    cJSON *member = club_member(document, exchange->client->person);
    if (club_role_in(document, exchange->client->person) == CLUB_OWNER)
        status = owner_stays(exchange);
    else
        status = member ? take_out(exchange, id, document, member) : 200;
    cJSON_Delete(document);
    return status;
}

/* ---- Actions of officers --------------------------------------------------------------------- */

static cJSON *member_of(struct exchange *exchange, const cJSON *document, int *status)
{
    char person[ID_SIZE];
    api_path_id(exchange->second, person);
    cJSON *member = club_member(document, person);
    if (!member) *status = api_refuse(exchange, REFUSE_NO_SUCH_MEMBER);
    return member;
}

/* Officers accept and remove members; only the owner appoints and dismisses officers. */
static bool may_change(enum club_role own, enum club_role from, enum club_role to)
{
    if (from == CLUB_OWNER) return false;
    return own == CLUB_OWNER || (from < CLUB_OFFICER && to < CLUB_OFFICER);
}

static int not_yours(struct exchange *exchange)
{
    return api_refuse(exchange, REFUSE_NOT_OWNER_CLUB);
}

static int give_role(struct exchange *exchange, const char *id, cJSON *document, cJSON *member,
                     enum club_role to)
{
    struct bv_error error = {""};
    if (to == CLUB_OWNER) {
        const char *person = fields_text(member, "person", ID_SIZE);
        club_set_role(club_member(document, exchange->client->person), CLUB_OFFICER);
        cJSON_ReplaceItemInObjectCaseSensitive(document, "owner", cJSON_CreateString(person));
    }
    club_set_role(member, to);
    bool good = club_write(tournaments_of(exchange), id, document, &error);
    put_club(exchange, id, document);
    return unreadable_or(exchange, &error, good, 200);
}

static int put_member(struct exchange *exchange)
{
    char id[ID_SIZE];
    int status = 200;
    cJSON *document = club_for(exchange, CLUB_OFFICER, id, &status);
    cJSON *member = document ? member_of(exchange, document, &status) : NULL;
    if (member) {
        enum club_role own = club_role_in(document, exchange->client->person);
        enum club_role from = club_role_named(fields_text(member, "role", 16));
        enum club_role to = club_role_named(fields_text(exchange->body, "role", 16));
        if (to < CLUB_MEMBER)
            status = bad_club(exchange, "role: 'member', 'officer' or 'owner'");
        else if (!may_change(own, from, to))
            status = not_yours(exchange);
        else
            status = give_role(exchange, id, document, member, to);
    }
    cJSON_Delete(document);
    return status;
}

static int delete_member(struct exchange *exchange)
{
    char id[ID_SIZE];
    int status = 200;
    cJSON *document = club_for(exchange, CLUB_OFFICER, id, &status);
    cJSON *member = document ? member_of(exchange, document, &status) : NULL;
    if (member) {
        enum club_role own = club_role_in(document, exchange->client->person);
        enum club_role from = club_role_named(fields_text(member, "role", 16));
        status = may_change(own, from, CLUB_NO_MEMBER) ? take_out(exchange, id, document, member)
                                                       : not_yours(exchange);
    }
    cJSON_Delete(document);
    return status;
}

static const struct api_route rows[] = {
    {"POST", "/api/v1/clubs", post_clubs},
    {"GET", "/api/v1/clubs", get_clubs},
    {"GET", "/api/v1/clubs/*", get_club},
    {"PATCH", "/api/v1/clubs/*", patch_club},
    {"DELETE", "/api/v1/clubs/*", delete_club},
    {"POST", "/api/v1/clubs/*/join", post_join},
    {"POST", "/api/v1/clubs/*/leave", post_leave},
    {"PUT", "/api/v1/clubs/*/members/*", put_member},
    {"DELETE", "/api/v1/clubs/*/members/*", delete_member},
};

const struct api_routes club_routes = {rows, BV_COUNT(rows)};
