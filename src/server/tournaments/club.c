#include "server/tournaments/club.h"

#include "table/names.h"

enum {
    MEMBERS_MAX = 500,
    NAME_MAX_BYTES = 60,
    ABOUT_MAX_BYTES = 500,
    OWNED_MAX = 5,
    JOINED_MAX = 50,
    LISTED = 50,
};

/* ---- The document ---------------------------------------------------------------------------- */

static const char *const role_names[] = {"", "asking", "member", "officer", "owner"};

/* The role in the field `role`; CLUB_NO_MEMBER: there is none, or no such role. */
static enum club_role role_of(const cJSON *fields)
{
    for (int role = CLUB_ASKING; role <= CLUB_OWNER; role++)
        if (fields_is(fields, "role", role_names[role])) return (enum club_role)role;
    return CLUB_NO_MEMBER;
}

static cJSON *read_club(struct documents *documents, const char *club)
{
    return *club ? documents_read(documents, "club", club) : NULL;
}

/* Frees the document. */
static void write_club(struct documents *documents, const char *club, cJSON *document)
{
    documents_write(documents, "club", club, fields_integer(document, "created"), document);
}

static cJSON *members_of(const cJSON *document)
{
    return cJSON_GetObjectItemCaseSensitive(document, "members");
}

/* The member's entry; NULL: the person is neither a member nor asking. */
static cJSON *find_member(const cJSON *document, const char *person)
{
    cJSON *member = NULL;
    cJSON_ArrayForEach(member, members_of(document))
    {
        if (fields_is(member, "person", person)) return member;
    }
    return NULL;
}

static enum club_role role_in(const cJSON *document, const char *person)
{
    return *person ? role_of(find_member(document, person)) : CLUB_NO_MEMBER;
}

static void add_member(cJSON *document, const struct client *client, enum club_role role)
{
    cJSON *member = cJSON_CreateObject();
    cJSON_AddStringToObject(member, "person", client->person);
    cJSON_AddStringToObject(member, "name", client->name);
    cJSON_AddStringToObject(member, "role", role_names[role]);
    cJSON_AddNumberToObject(member, "since", (double)server_now());
    cJSON_AddItemToArray(members_of(document), member);
}

static void make_owner(cJSON *document, cJSON *member)
{
    fields_set_text(member, "role", role_names[CLUB_OWNER]);
    fields_set_text(document, "owner", fields_text(member, "person", ID_SIZE));
}

/* ---- The clubs of a person ------------------------------------------------------------------- */

/* An array. */
static cJSON *clubs_of(struct documents *documents, const char *person)
{
    cJSON *document = documents_read(documents, "member", person);
    cJSON *clubs = cJSON_DetachItemFromObjectCaseSensitive(document, "clubs");
    cJSON_Delete(document);
    return clubs ? clubs : cJSON_CreateArray();
}

static int place_of(const cJSON *clubs, const char *club)
{
    for (int i = 0; i < cJSON_GetArraySize(clubs); i++)
        if (bv_equal(cJSON_GetArrayItem(clubs, i)->valuestring, club)) return i;
    return -1;
}

/* Adds a club to the list of a person's clubs, or removes it. */
static void note_club(struct documents *documents, const char *person, const char *club,
                      bool joined)
{
    cJSON *clubs = clubs_of(documents, person);
    int at = place_of(clubs, club);
    if (joined && at < 0) cJSON_AddItemToArray(clubs, cJSON_CreateString(club));
    if (!joined && at >= 0) cJSON_DeleteItemFromArray(clubs, at);
    bool any = cJSON_GetArraySize(clubs) > 0;
    cJSON *document = cJSON_CreateObject();
    cJSON_AddItemToObject(document, "clubs", clubs);
    if (any) {
        documents_write(documents, "member", person, 0, document);
    } else {
        documents_remove(documents, "member", person);
        cJSON_Delete(document);
    }
}

/* Deletes the club; its games stay. Frees the document. */
static void close_club(struct documents *documents, const char *club, cJSON *document)
{
    char folded[NAME_FOLDED_SIZE];
    const cJSON *member = NULL;
    cJSON_ArrayForEach(member, members_of(document))
    {
        note_club(documents, fields_text(member, "person", ID_SIZE), club, false);
    }
    name_fold(fields_text(document, "name", NAME_MAX_BYTES), folded);
    documents_remove(documents, "club.name", folded);
    documents_remove(documents, "club", club);
    cJSON_Delete(document);
}

/* ---- For other modules ----------------------------------------------------------------------- */

enum club_role club_role(struct tournaments *tournaments, const char *club, const char *person)
{
    cJSON *document = read_club(tournaments->documents, club);
    enum club_role role = role_in(document, person);
    cJSON_Delete(document);
    return role;
}

bool club_lets_in(struct tournaments *tournaments, const char *club, const char *person,
                  struct refusal *refusal)
{
    if (!*club || club_role(tournaments, club, person) >= CLUB_MEMBER) return true;
    return refusal_set(refusal, REFUSE_MEMBERS_ONLY);
}

/* The first officer, else the first member; NULL: only persons who have asked to join are left. */
static cJSON *heir_of(const cJSON *document)
{
    cJSON *heir = NULL;
    enum club_role best = CLUB_ASKING;
    cJSON *member = NULL;
    cJSON_ArrayForEach(member, members_of(document))
    {
        if (role_of(member) <= best) continue;
        best = role_of(member);
        heir = member;
    }
    return heir;
}

static void forget_in(struct documents *documents, const char *club, const char *person)
{
    cJSON *document = read_club(documents, club);
    cJSON *member = find_member(document, person);
    if (!member) {
        cJSON_Delete(document);
        return;
    }
    bool owned = role_of(member) == CLUB_OWNER;
    cJSON_Delete(cJSON_DetachItemViaPointer(members_of(document), member));
    cJSON *heir = owned ? heir_of(document) : NULL;
    if (heir) make_owner(document, heir);
    if (owned && !heir)
        close_club(documents, club, document);
    else
        write_club(documents, club, document);
}

void clubs_forget(struct tournaments *tournaments, const char *person)
{
    cJSON *clubs = clubs_of(tournaments->documents, person);
    const cJSON *club = NULL;
    cJSON_ArrayForEach(club, clubs)
    {
        forget_in(tournaments->documents, club->valuestring, person);
    }
    cJSON_Delete(clubs);
    documents_remove(tournaments->documents, "member", person);
}

/* ---- The club of a request ------------------------------------------------------------------- */

static int bad_club(struct exchange *exchange, const char *why)
{
    bv_error_set(&exchange->refusal.detail, why);
    return api_refuse(exchange, REFUSE_BAD_CLUB);
}

/* The club of the path, for a client with at least that role in it; NULL and a refusal if there is
 * none. */
static cJSON *club_for(struct exchange *exchange, enum club_role least, char id[ID_SIZE])
{
    api_path_id(exchange->id, id);
    cJSON *document = read_club(exchange->documents, id);
    if (document && role_in(document, exchange->client->person) >= least) return document;
    api_refuse(exchange, document ? REFUSE_NOT_OWNER_ROLE : REFUSE_NO_SUCH_CLUB);
    cJSON_Delete(document);
    return NULL;
}

/* ---- Writing clubs --------------------------------------------------------------------------- */

static int count_members(const cJSON *document)
{
    int count = 0;
    const cJSON *member = NULL;
    cJSON_ArrayForEach(member, members_of(document))
    {
        count += role_of(member) >= CLUB_MEMBER;
    }
    return count;
}

static void put_line(const char *id, const cJSON *document, struct bv_out *out)
{
    bv_json_text(out, "id", id);
    fields_put_text(document, "name", out);
    fields_put_text(document, "about", out);
    bv_json_bool(out, "open", fields_true(document, "open"));
    fields_put_text(document, "owner", out);
    fields_put_number(document, "created", out);
    bv_json_number(out, "size", count_members(document));
}

/* Requests to join are shown to the officers and to the person who asked. */
static void put_members(const cJSON *document, const char *reader, struct bv_out *out)
{
    bool officer = role_in(document, reader) >= CLUB_OFFICER;
    const cJSON *member = NULL;
    bv_json_open(out, "members", '[');
    cJSON_ArrayForEach(member, members_of(document))
    {
        bool asks = role_of(member) == CLUB_ASKING;
        if (asks && !officer && !fields_is(member, "person", reader)) continue;
        bv_json_open(out, NULL, '{');
        fields_put_text(member, "person", out);
        fields_put_text(member, "name", out);
        fields_put_text(member, "role", out);
        fields_put_number(member, "since", out);
        bv_json_close(out, '}');
    }
    bv_json_close(out, ']');
}

static void put_club(struct exchange *exchange, const char *id, const cJSON *document)
{
    const char *reader = exchange->client->person;
    enum club_role role = role_in(document, reader);
    bv_json_open(exchange->out, "club", '{');
    put_line(id, document, exchange->out);
    bv_json_text_or_null(exchange->out, "role", role ? role_names[role] : NULL);
    put_members(document, reader, exchange->out);
    bv_json_close(exchange->out, '}');
}

/* ---- Finding --------------------------------------------------------------------------------- */

struct listing {
    struct bv_out *out;
    uint32_t count;
    char last[ID_SIZE];
};

static bool put_found(void *context, const struct document *found)
{
    struct listing *listing = context;
    bv_json_open(listing->out, NULL, '{');
    put_line(found->key, found->fields, listing->out);
    bv_json_close(listing->out, '}');
    listing->count++;
    bv_copy_text(listing->last, sizeof listing->last, found->key);
    return true;
}

static int get_all(struct exchange *exchange, const char *before)
{
    struct listing listing = {.out = exchange->out};
    cJSON *last = read_club(exchange->documents, before);
    if (*before && !last) return api_refuse(exchange, REFUSE_BAD_QUERY_CLUB);
    int64_t rank = last ? fields_integer(last, "created") : INT64_MAX;
    cJSON_Delete(last);
    bv_json_open(exchange->out, "clubs", '[');
    documents_ranked(exchange->documents, "club", rank, before, LISTED, put_found, &listing);
    bv_json_close(exchange->out, ']');
    bv_json_text_or_null(exchange->out, "before", listing.count == LISTED ? listing.last : NULL);
    return 200;
}

static int get_mine(struct exchange *exchange)
{
    const char *person = exchange->client->person;
    if (!api_needs_person(exchange)) return exchange->refusal.status;
    cJSON *clubs = clubs_of(exchange->documents, person);
    const cJSON *club = NULL;
    bv_json_open(exchange->out, "clubs", '[');
    cJSON_ArrayForEach(club, clubs)
    {
        cJSON *document = read_club(exchange->documents, club->valuestring);
        if (!document) continue;
        bv_json_open(exchange->out, NULL, '{');
        put_line(club->valuestring, document, exchange->out);
        bv_json_text(exchange->out, "role", role_names[role_in(document, person)]);
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
    cJSON *document = club_for(exchange, CLUB_NO_MEMBER, id);
    if (!document) return exchange->refusal.status;
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
    const cJSON *open = cJSON_GetObjectItemCaseSensitive(fields, "open");
    if (fields_has(fields, "name")) {
        const char *text = fields_text(fields, "name", NAME_MAX_BYTES);
        if (!text || !text_is_presentable(text, NAME_MAX_BYTES))
            return "name: 1 to 60 visible bytes";
        name_fold(text, folded);
        if (!*folded) return "name: at least one letter or digit";
    }
    if (fields_has(fields, "about")) {
        const char *text = fields_text(fields, "about", ABOUT_MAX_BYTES);
        if (!text || (*text && !text_is_presentable(text, ABOUT_MAX_BYTES)))
            return "about: at most 500 bytes without control characters";
    }
    if (open && !cJSON_IsBool(open)) return "open: true or false";
    return NULL;
}

/* Gives a club that name, unless another club has it; `before`: its folded name so far, or "". */
static bool take_name(struct exchange *exchange, const char *club, const char *before,
                      const char *name)
{
    char folded[NAME_FOLDED_SIZE];
    name_fold(name, folded);
    if (bv_equal(folded, before)) return true;
    if (documents_has(exchange->documents, "club.name", folded))
        return refusal_set(&exchange->refusal, REFUSE_NAME_TAKEN_CLUB);
    cJSON *document = cJSON_CreateObject();
    cJSON_AddStringToObject(document, "club", club);
    if (*before) documents_remove(exchange->documents, "club.name", before);
    documents_write(exchange->documents, "club.name", folded, 0, document);
    return true;
}

/* Whether the client may be in one club more, or own one more. */
static bool has_capacity(struct exchange *exchange, bool founds)
{
    int owned = 0;
    const char *person = exchange->client->person;
    cJSON *clubs = clubs_of(exchange->documents, person);
    int joined = cJSON_GetArraySize(clubs);
    const cJSON *club = NULL;
    if (founds) cJSON_ArrayForEach(club, clubs)
        {
            owned += club_role(tournaments_of(exchange), club->valuestring, person) == CLUB_OWNER;
        }
    cJSON_Delete(clubs);
    if (owned >= OWNED_MAX) return refusal_set(&exchange->refusal, REFUSE_LIMIT_REACHED_CLUBS);
    return joined < JOINED_MAX || refusal_set(&exchange->refusal, REFUSE_LIMIT_REACHED_MEMBERSHIPS);
}

static int post_clubs(struct exchange *exchange)
{
    char id[CLUB_ID_SIZE];
    const char *founder = exchange->client->person;
    const char *name = fields_text(exchange->body, "name", NAME_MAX_BYTES);
    const char *about = fields_text(exchange->body, "about", ABOUT_MAX_BYTES);
    const char *wrong = wrong_with(exchange->body);
    if (wrong || !name) return bad_club(exchange, wrong ? wrong : "name: is missing");
    random_id(id, sizeof id);
    if (!has_capacity(exchange, true) || !take_name(exchange, id, "", name))
        return exchange->refusal.status;
    cJSON *document = cJSON_CreateObject();
    cJSON_AddStringToObject(document, "name", name);
    cJSON_AddStringToObject(document, "about", about ? about : "");
    cJSON_AddBoolToObject(document, "open", fields_true(exchange->body, "open"));
    cJSON_AddStringToObject(document, "owner", founder);
    cJSON_AddNumberToObject(document, "created", (double)server_now());
    cJSON_AddArrayToObject(document, "members");
    add_member(document, exchange->client, CLUB_OWNER);
    put_club(exchange, id, document);
    write_club(exchange->documents, id, document);
    note_club(exchange->documents, founder, id, true);
    return 201;
}

static void take_over(cJSON *document, const cJSON *fields, const char *name)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(fields, name);
    if (value)
        cJSON_ReplaceItemInObjectCaseSensitive(document, name, cJSON_Duplicate(value, false));
}

/* Writes the club and answers with it. */
static int written(struct exchange *exchange, const char *id, cJSON *document)
{
    put_club(exchange, id, document);
    write_club(exchange->documents, id, document);
    return 200;
}

static int patch_club(struct exchange *exchange)
{
    char id[ID_SIZE];
    char before[NAME_FOLDED_SIZE];
    cJSON *document = club_for(exchange, CLUB_OFFICER, id);
    if (!document) return exchange->refusal.status;
    const char *wrong = wrong_with(exchange->body);
    const char *name = fields_text(exchange->body, "name", NAME_MAX_BYTES);
    name_fold(fields_text(document, "name", NAME_MAX_BYTES), before);
    if (wrong) bad_club(exchange, wrong);
    if (wrong || (name && !take_name(exchange, id, before, name))) {
        cJSON_Delete(document);
        return exchange->refusal.status;
    }
    take_over(document, exchange->body, "name");
    take_over(document, exchange->body, "about");
    take_over(document, exchange->body, "open");
    return written(exchange, id, document);
}

static int delete_club(struct exchange *exchange)
{
    char id[ID_SIZE];
    cJSON *document = club_for(exchange, CLUB_OWNER, id);
    if (!document) return exchange->refusal.status;
    close_club(exchange->documents, id, document);
    return 200;
}

/* ---- Joining and leaving --------------------------------------------------------------------- */

/* The role after asking to join; CLUB_NO_MEMBER and a refusal if there is no place. */
static enum club_role join(struct exchange *exchange, const char *id, cJSON *document)
{
    const char *person = exchange->client->person;
    enum club_role role = fields_true(document, "open") ? CLUB_MEMBER : CLUB_ASKING;
    bool fits = has_capacity(exchange, false) &&
                (cJSON_GetArraySize(members_of(document)) < MEMBERS_MAX ||
                 refusal_set(&exchange->refusal, REFUSE_LIMIT_REACHED_MEMBERS));
    if (!fits) {
        cJSON_Delete(document);
        return CLUB_NO_MEMBER;
    }
    add_member(document, exchange->client, role);
    write_club(exchange->documents, id, document);
    note_club(exchange->documents, person, id, true);
    return role;
}

static int post_join(struct exchange *exchange)
{
    char id[ID_SIZE];
    cJSON *document = club_for(exchange, CLUB_NO_MEMBER, id);
    if (!document) return exchange->refusal.status;
    enum club_role role = role_in(document, exchange->client->person);
    if (role == CLUB_NO_MEMBER)
        role = join(exchange, id, document);
    else
        cJSON_Delete(document);
    if (role == CLUB_NO_MEMBER) return exchange->refusal.status;
    bv_json_text(exchange->out, "role", role_names[role]);
    return 200;
}

static int take_out(struct exchange *exchange, const char *id, cJSON *document, cJSON *member)
{
    cJSON_DetachItemViaPointer(members_of(document), member);
    write_club(exchange->documents, id, document);
    note_club(exchange->documents, fields_text(member, "person", ID_SIZE), id, false);
    cJSON_Delete(member);
    return 200;
}

static int post_leave(struct exchange *exchange)
{
    char id[ID_SIZE];
    cJSON *document = club_for(exchange, CLUB_NO_MEMBER, id);
    cJSON *member = find_member(document, exchange->client->person);
    if (!document) return exchange->refusal.status;
    if (member && role_of(member) != CLUB_OWNER) return take_out(exchange, id, document, member);
    cJSON_Delete(document);
    return member ? api_refuse(exchange, REFUSE_OWNER_STAYS) : 200;
}

/* ---- Actions of officers --------------------------------------------------------------------- */

/* Officers accept and remove members; only the owner appoints and dismisses officers. */
static bool may_change(enum club_role own, enum club_role from, enum club_role to)
{
    if (from == CLUB_OWNER) return false;
    return own == CLUB_OWNER || (from < CLUB_OFFICER && to < CLUB_OFFICER);
}

/* The club of the path and the member of the path in it, whom the client may give that role; NULL
 * and a refusal if not. */
static cJSON *club_to_change(struct exchange *exchange, enum club_role to, char id[ID_SIZE],
                             cJSON **member)
{
    char person[ID_SIZE];
    cJSON *document = club_for(exchange, CLUB_OFFICER, id);
    if (!document) return NULL;
    enum club_role own = role_in(document, exchange->client->person);
    api_path_id(exchange->second, person);
    *member = find_member(document, person);
    if (*member && may_change(own, role_of(*member), to)) return document;
    api_refuse(exchange, *member ? REFUSE_NOT_OWNER_CLUB : REFUSE_NO_SUCH_MEMBER);
    cJSON_Delete(document);
    return NULL;
}

static int put_member(struct exchange *exchange)
{
    char id[ID_SIZE];
    cJSON *member = NULL;
    enum club_role to = role_of(exchange->body);
    cJSON *document = club_to_change(exchange, to, id, &member);
    if (!document) return exchange->refusal.status;
    if (to < CLUB_MEMBER) {
        cJSON_Delete(document);
        return bad_club(exchange, "role: 'member', 'officer' or 'owner'");
    }
    if (to == CLUB_OWNER) {
        cJSON *owner = find_member(document, exchange->client->person);
        fields_set_text(owner, "role", role_names[CLUB_OFFICER]);
        make_owner(document, member);
    }
    fields_set_text(member, "role", role_names[to]);
    return written(exchange, id, document);
}

static int delete_member(struct exchange *exchange)
{
    char id[ID_SIZE];
    cJSON *member = NULL;
    cJSON *document = club_to_change(exchange, CLUB_NO_MEMBER, id, &member);
    return document ? take_out(exchange, id, document, member) : exchange->refusal.status;
}

static const struct api_route rows[] = {
    {"POST", "/api/v1/clubs", post_clubs, API_ACCOUNT},
    {"GET", "/api/v1/clubs", get_clubs, API_ANYONE},
    {"GET", "/api/v1/clubs/*", get_club, API_ANYONE},
    {"PATCH", "/api/v1/clubs/*", patch_club, API_ACCOUNT},
    {"DELETE", "/api/v1/clubs/*", delete_club, API_ACCOUNT},
    {"POST", "/api/v1/clubs/*/join", post_join, API_ACCOUNT},
    {"POST", "/api/v1/clubs/*/leave", post_leave, API_ACCOUNT},
    {"PUT", "/api/v1/clubs/*/members/*", put_member, API_ACCOUNT},
    {"DELETE", "/api/v1/clubs/*/members/*", delete_member, API_ACCOUNT},
};

const struct api_routes club_routes = {rows, BV_COUNT(rows)};
