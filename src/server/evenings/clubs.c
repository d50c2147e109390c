/* Clubs over HTTP: founding, finding, joining, and what officers do. */
#include "server/evenings/club.h"
#include "server/people/accounts.h"
#include "server/people/names.h"

enum { LISTED = 50 };

/* ---- Refusals that several routes share ---------------------------------------------------------------------------- */

static int bad_club(struct bv_visit *visit, const char *why)
{
    bv_error_set(&visit->refusal.detail, why);
    return bv_api_refuse(
        visit, 400, "bad-club",
        (struct bv_text){"Un club ne peut pas être ainsi.", "A club cannot be like that."});
}

static int enough(struct bv_visit *visit, struct bv_text text)
{
    return bv_api_refuse(visit, 409, "enough", text);
}

/* The club of the path; NULL: refused with *status. */
static cJSON *club_of(struct bv_visit *visit, char id[BV_ID_SIZE], int *status)
{
    struct bv_error error = {""};
    bv_visit_id(visit->id, id);
    cJSON *paper = bv_club_read(visit->house, id, &error);
    if (paper) return paper;
    *status =
        error.text[0]
            ? bv_api_unreadable(visit, &error)
            : bv_api_refuse(visit, 404, "no-such-club",
                            (struct bv_text){"Ce club n'existe pas.", "There is no such club."});
    return NULL;
}

/* The same for what takes a role in it. */
static cJSON *club_for(struct bv_visit *visit, enum bv_club_role least, char id[BV_ID_SIZE],
                       int *status)
{
    *status = bv_needs_account(visit) ? 200 : 403;
    cJSON *paper = *status == 200 ? club_of(visit, id, status) : NULL;
    if (!paper || bv_club_role_in(paper, visit->client->person) >= least) return paper;
    cJSON_Delete(paper);
    *status = bv_api_refuse(visit, 403, "not-owner",
                            (struct bv_text){"Ce n'est pas à vous d'en décider dans ce club.",
                                             "That is not for you to decide in this club."});
    return NULL;
}

/* ---- Telling of clubs ---------------------------------------------------------------------------------------------- */

static int members_in(const cJSON *paper)
{
    int count = 0;
    const cJSON *member = NULL;
    cJSON_ArrayForEach(member, cJSON_GetObjectItemCaseSensitive(paper, "members"))
    {
        count += bv_club_role_named(bv_json_get_text(member, "role", 16)) >= BV_MEMBER;
    }
    return count;
}

static void put_line(const char *id, const cJSON *paper, struct bv_out *out)
{
    int64_t created = 0;
    bv_json_get_number(paper, "created", 0, INT64_MAX, &created);
    bv_json_text(out, "id", id);
    bv_json_text(out, "name", bv_json_get_text(paper, "name", BV_CLUB_NAME_MAX));
    bv_json_text(out, "about", bv_json_get_text(paper, "about", BV_CLUB_ABOUT_MAX));
    bv_json_bool(out, "open", bv_json_get_true(paper, "open"));
    bv_json_text(out, "owner", bv_json_get_text(paper, "owner", BV_ID_SIZE));
    bv_json_number(out, "created", created);
    bv_json_number(out, "size", members_in(paper));
}

/* Who asks to be let in is the officers' business, and their own. */
static void put_members(const cJSON *paper, const char *reader, struct bv_out *out)
{
    bool officer = bv_club_role_in(paper, reader) >= BV_OFFICER;
    const cJSON *member = NULL;
    bv_json_open(out, "members", '[');
    cJSON_ArrayForEach(member, cJSON_GetObjectItemCaseSensitive(paper, "members"))
    {
        int64_t since = 0;
        const char *person = bv_json_get_text(member, "person", BV_ID_SIZE);
        const char *role = bv_json_get_text(member, "role", 16);
        bool asks = bv_club_role_named(role) == BV_ASKING;
        if (asks && !officer && !bv_equal(person, reader)) continue;
        bv_json_get_number(member, "since", 0, INT64_MAX, &since);
        bv_json_open(out, NULL, '{');
        bv_json_text(out, "person", person);
        bv_json_text(out, "name", bv_json_get_text(member, "name", BV_TABLE_NAME_MAX));
        bv_json_text(out, "role", role);
        bv_json_number(out, "since", since);
        bv_json_close(out, '}');
    }
    bv_json_close(out, ']');
}

static void put_club(struct bv_visit *visit, const char *id, const cJSON *paper)
{
    const char *reader = visit->client->person;
    enum bv_club_role role = bv_club_role_in(paper, reader);
    bv_json_open(visit->out, "club", '{');
    put_line(id, paper, visit->out);
    if (role == BV_NO_MEMBER)
        bv_json_null(visit->out, "role");
    else
        bv_json_text(visit->out, "role", bv_club_role_name(role));
    put_members(paper, reader, visit->out);
    bv_json_close(visit->out, '}');
}

/* ---- Finding ------------------------------------------------------------------------------------------------------- */

struct listing {
    struct bv_out *out;
    uint32_t count;
    char last[BV_ID_SIZE];
};

static bool put_found(void *context, const struct bv_paper *found)
{
    struct listing *listing = context;
    cJSON *paper = cJSON_ParseWithLength(found->text.text, found->text.length);
    bv_json_open(listing->out, NULL, '{');
    put_line(found->key, paper, listing->out);
    bv_json_close(listing->out, '}');
    cJSON_Delete(paper);
    listing->count++;
    struct bv_out last = bv_out_into(listing->last, sizeof listing->last);
    bv_put(&last, found->key);
    return true;
}

static int get_all(struct bv_visit *visit, const char *before)
{
    struct bv_error error = {""};
    struct listing listing = {.out = visit->out};
    int64_t rank = INT64_MAX;
    cJSON *last = bv_club_read(visit->house, before, &error);
    if (*before && !last)
        return error.text[0] ? bv_api_unreadable(visit, &error)
                             : bv_api_refuse(visit, 400, "bad-query",
                                             (struct bv_text){"Il n'y a rien après ce club.",
                                                              "Nothing comes after that club."});
    bv_json_get_number(last, "created", 0, INT64_MAX, &rank);
    cJSON_Delete(last);
    bv_json_open(visit->out, "clubs", '[');
    bool good = bv_store_ranked(visit->house->reader, "club", rank, before, LISTED, put_found,
                                &listing, &error);
    bv_json_close(visit->out, ']');
    if (listing.count == LISTED)
        bv_json_text(visit->out, "before", listing.last);
    else
        bv_json_null(visit->out, "before");
    return good ? 200 : bv_api_unreadable(visit, &error);
}

static int get_mine(struct bv_visit *visit)
{
    struct bv_error error = {""};
    if (!bv_needs_person(visit)) return 401;
    cJSON *clubs = bv_clubs_of(visit->house, visit->client->person, &error);
    if (!clubs) return bv_api_unreadable(visit, &error);
    const cJSON *club = NULL;
    bv_json_open(visit->out, "clubs", '[');
    cJSON_ArrayForEach(club, clubs)
    {
        cJSON *paper = bv_club_read(visit->house, club->valuestring, &error);
        if (!paper) continue;
        bv_json_open(visit->out, NULL, '{');
        put_line(club->valuestring, paper, visit->out);
        bv_json_text(visit->out, "role",
                     bv_club_role_name(bv_club_role_in(paper, visit->client->person)));
        bv_json_close(visit->out, '}');
        cJSON_Delete(paper);
    }
    bv_json_close(visit->out, ']');
    bv_json_null(visit->out, "before");
    cJSON_Delete(clubs);
    return 200;
}

static int get_clubs(struct bv_visit *visit)
{
    char value[BV_ID_SIZE];
    if (bv_query_get(visit->request->query, "mine", value, sizeof value) && bv_equal(value, "1"))
        return get_mine(visit);
    bool goes_on = bv_query_get(visit->request->query, "before", value, sizeof value);
    return get_all(visit, goes_on ? value : "");
}

static int get_club(struct bv_visit *visit)
{
    char id[BV_ID_SIZE];
    int status = 200;
    cJSON *paper = club_of(visit, id, &status);
    if (!paper) return status;
    put_club(visit, id, paper);
    bv_json_open(visit->out, "tables", '[');
    bool all = bv_lobby_write(visit->house, (struct bv_lobby_filter){.club = id}, visit->out);
    bv_json_close(visit->out, ']');
    bv_json_bool(visit->out, "more", !all);
    cJSON_Delete(paper);
    return 200;
}

/* ---- Founding and changing ----------------------------------------------------------------------------------------- */

/* The fields of a request that are there must be good ones. */
static const char *wrong_with(const cJSON *fields)
{
    char folded[BV_FOLDED_SIZE];
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(fields, "name");
    const cJSON *about = cJSON_GetObjectItemCaseSensitive(fields, "about");
    const cJSON *open = cJSON_GetObjectItemCaseSensitive(fields, "open");
    if (name) {
        const char *text = bv_json_get_text(fields, "name", BV_CLUB_NAME_MAX);
        if (!text || !bv_is_presentable(text, BV_CLUB_NAME_MAX))
            return "name: 1 to 60 bytes that can be seen";
        bv_name_fold(text, folded);
        if (!*folded) return "name: at least one letter or digit";
    }
    if (about) {
        const char *text = bv_json_get_text(fields, "about", BV_CLUB_ABOUT_MAX);
        if (!text || (*text && !bv_is_presentable(text, BV_CLUB_ABOUT_MAX)))
            return "about: at most 500 bytes without control characters";
    }
    if (open && !cJSON_IsBool(open)) return "open: true or false";
    return NULL;
}

static int unreadable_or(struct bv_visit *visit, const struct bv_error *error, bool good,
                         int status)
{
    return good ? status : bv_api_unreadable(visit, error);
}

/* Whether a club may have that name: nobody's, or its own already. */
static bool is_free(struct bv_house *house, const char *folded, const char *club)
{
    cJSON *taken = bv_desk_read(house->desk, "club.name", folded, NULL);
    const char *by = taken ? bv_json_get_text(taken, "club", BV_ID_SIZE) : NULL;
    bool free = !taken || (by && bv_equal(by, club));
    cJSON_Delete(taken);
    return free;
}

static int taken(struct bv_visit *visit)
{
    return bv_api_refuse(visit, 409, "name-taken",
                         (struct bv_text){"Un club porte déjà ce nom, ou presque.",
                                          "A club has that name already, or nearly."});
}

static bool note_name(struct bv_house *house, const char *folded, const char *club,
                      struct bv_error *error)
{
    cJSON *paper = cJSON_CreateObject();
    cJSON_AddStringToObject(paper, "club", club);
    bool good = bv_desk_write(house->desk, "club.name", folded, 0, paper, error);
    cJSON_Delete(paper);
    return good;
}

/* How many clubs a person owns, and is in; false: refused with *status. */
static bool has_room(struct bv_visit *visit, bool founds, int *status)
{
    struct bv_error error = {""};
    int owned = 0;
    cJSON *clubs = bv_clubs_of(visit->house, visit->client->person, &error);
    *status = clubs ? 0 : bv_api_unreadable(visit, &error);
    const cJSON *club = NULL;
    if (founds) cJSON_ArrayForEach(club, clubs)
        {
            owned +=
                bv_club_role(visit->house, club->valuestring, visit->client->person) == BV_OWNER;
        }
    if (clubs && owned >= BV_CLUBS_OWNED)
        *status = enough(visit, (struct bv_text){"On dirige cinq clubs au plus.",
                                                 "One leads five clubs at most."});
    else if (clubs && cJSON_GetArraySize(clubs) >= BV_CLUBS_JOINED)
        *status = enough(visit, (struct bv_text){"On est membre de cinquante clubs au plus.",
                                                 "One is in fifty clubs at most."});
    cJSON_Delete(clubs);
    return *status == 0;
}

static int post_clubs(struct bv_visit *visit)
{
    struct bv_error error = {""};
    char id[BV_CLUB_ID_SIZE];
    char folded[BV_FOLDED_SIZE];
    int status = 0;
    if (!bv_needs_account(visit)) return 403;
    const char *name = bv_json_get_text(visit->body, "name", BV_CLUB_NAME_MAX);
    const char *about = bv_json_get_text(visit->body, "about", BV_CLUB_ABOUT_MAX);
    const char *wrong = wrong_with(visit->body);
    if (wrong || !name) return bad_club(visit, wrong ? wrong : "name: is missing");
    if (!has_room(visit, true, &status)) return status;
    bv_name_fold(name, folded);
    if (!is_free(visit->house, folded, "")) return taken(visit);
    bv_random_id(id, sizeof id);
    const char *founder = visit->client->person;
    cJSON *paper = cJSON_CreateObject();
    cJSON_AddStringToObject(paper, "name", name);
    cJSON_AddStringToObject(paper, "about", about ? about : "");
    cJSON_AddBoolToObject(paper, "open", bv_json_get_true(visit->body, "open"));
    cJSON_AddStringToObject(paper, "owner", founder);
    cJSON_AddNumberToObject(paper, "created", (double)bv_now());
    cJSON_AddArrayToObject(paper, "members");
    bv_club_add(paper, founder, visit->client->name, BV_OWNER);
    bool good = bv_club_write(visit->house, id, paper, &error) &&
                note_name(visit->house, folded, id, &error) &&
                bv_clubs_note(visit->house, founder, id, true, &error);
    put_club(visit, id, paper);
    cJSON_Delete(paper);
    return unreadable_or(visit, &error, good, 201);
}

static void set_text(cJSON *paper, const cJSON *fields, const char *name)
{
    const cJSON *text = cJSON_GetObjectItemCaseSensitive(fields, name);
    if (text)
        cJSON_ReplaceItemInObjectCaseSensitive(paper, name, cJSON_CreateString(text->valuestring));
}

/* The folded names before and after may be the same. */
static bool rename_club(struct bv_visit *visit, const char *id, const char *before,
                        const char *after, struct bv_error *error)
{
    if (bv_equal(before, after)) return true;
    return bv_desk_remove(visit->house->desk, "club.name", before, error) &&
           note_name(visit->house, after, id, error);
}

static int patch_club(struct bv_visit *visit)
{
    struct bv_error error = {""};
    char id[BV_ID_SIZE];
    char before[BV_FOLDED_SIZE];
    char after[BV_FOLDED_SIZE];
    int status = 200;
    cJSON *paper = club_for(visit, BV_OFFICER, id, &status);
    if (!paper) return status;
    const char *wrong = wrong_with(visit->body);
    bv_name_fold(bv_json_get_text(paper, "name", BV_CLUB_NAME_MAX), before);
    set_text(paper, wrong ? NULL : visit->body, "name");
    bv_name_fold(bv_json_get_text(paper, "name", BV_CLUB_NAME_MAX), after);
    if (wrong) {
        status = bad_club(visit, wrong);
    } else if (!is_free(visit->house, after, id)) {
        status = taken(visit);
    } else {
        const cJSON *open = cJSON_GetObjectItemCaseSensitive(visit->body, "open");
        set_text(paper, visit->body, "about");
        if (open)
            cJSON_ReplaceItemInObjectCaseSensitive(paper, "open",
                                                   cJSON_CreateBool(cJSON_IsTrue(open)));
        bool good = rename_club(visit, id, before, after, &error) &&
                    bv_club_write(visit->house, id, paper, &error);
        put_club(visit, id, paper);
        status = unreadable_or(visit, &error, good, 200);
    }
    cJSON_Delete(paper);
    return status;
}

static int delete_club(struct bv_visit *visit)
{
    struct bv_error error = {""};
    char id[BV_ID_SIZE];
    int status = 200;
    cJSON *paper = club_for(visit, BV_OWNER, id, &status);
    if (!paper) return status;
    bool good = bv_club_close(visit->house, id, paper, &error);
    cJSON_Delete(paper);
    return unreadable_or(visit, &error, good, 200);
}

/* ---- Coming and going ---------------------------------------------------------------------------------------------- */

static int post_join(struct bv_visit *visit)
{
    struct bv_error error = {""};
    char id[BV_ID_SIZE];
    const char *person = visit->client->person;
    int status = 200;
    cJSON *paper = club_for(visit, BV_NO_MEMBER, id, &status);
    if (!paper) return status;
    enum bv_club_role role = bv_club_role_in(paper, person);
    bool good = true;
    if (role == BV_NO_MEMBER && has_room(visit, false, &status)) {
        role = bv_json_get_true(paper, "open") ? BV_MEMBER : BV_ASKING;
        bool full = cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(paper, "members")) >=
                    BV_CLUB_MEMBERS;
        if (full) {
            status =
                enough(visit, (struct bv_text){"Ce club est au complet.", "This club is full."});
        } else {
            bv_club_add(paper, person, visit->client->name, role);
            good = bv_club_write(visit->house, id, paper, &error) &&
                   bv_clubs_note(visit->house, person, id, true, &error);
        }
    }
    bv_json_text(visit->out, "role", bv_club_role_name(role));
    cJSON_Delete(paper);
    if (visit->refusal.code) return status;
    return unreadable_or(visit, &error, good, 200);
}

static int take_out(struct bv_visit *visit, const char *id, cJSON *paper, cJSON *member)
{
    struct bv_error error = {""};
    cJSON *members = cJSON_GetObjectItemCaseSensitive(paper, "members");
    cJSON_DetachItemViaPointer(members, member);
    const char *person = bv_json_get_text(member, "person", BV_ID_SIZE);
    bool good = bv_club_write(visit->house, id, paper, &error) &&
                bv_clubs_note(visit->house, person, id, false, &error);
    cJSON_Delete(member);
    return unreadable_or(visit, &error, good, 200);
}

static int owner_stays(struct bv_visit *visit)
{
    return bv_api_refuse(visit, 409, "owner-stays",
                         (struct bv_text){"Confiez d'abord le club à quelqu'un d'autre.",
                                          "Hand the club over to somebody first."});
}

static int post_leave(struct bv_visit *visit)
{
    char id[BV_ID_SIZE];
    int status = 200;
    cJSON *paper = club_for(visit, BV_NO_MEMBER, id, &status);
    if (!paper) return status;
    cJSON *member = bv_club_member(paper, visit->client->person);
    if (bv_club_role_in(paper, visit->client->person) == BV_OWNER)
        status = owner_stays(visit);
    else
        status = member ? take_out(visit, id, paper, member) : 200;
    cJSON_Delete(paper);
    return status;
}

/* ---- What officers do ---------------------------------------------------------------------------------------------- */

static cJSON *member_of(struct bv_visit *visit, const cJSON *paper, int *status)
{
    char person[BV_ID_SIZE];
    bv_visit_id(visit->second, person);
    cJSON *member = bv_club_member(paper, person);
    if (!member)
        *status = bv_api_refuse(visit, 404, "no-such-member",
                                (struct bv_text){"Cette personne n'est pas du club.",
                                                 "This person is not of the club."});
    return member;
}

/* Officers let people in and send them away; only the owner makes and unmakes officers. */
static bool may_change(enum bv_club_role own, enum bv_club_role from, enum bv_club_role to)
{
    if (from == BV_OWNER) return false;
    return own == BV_OWNER || (from < BV_OFFICER && to < BV_OFFICER);
}

static int not_yours(struct bv_visit *visit)
{
    return bv_api_refuse(visit, 403, "not-owner",
                         (struct bv_text){"Cela revient à qui dirige le club.",
                                          "That is for whoever leads the club."});
}

static int give_role(struct bv_visit *visit, const char *id, cJSON *paper, cJSON *member,
                     enum bv_club_role to)
{
    struct bv_error error = {""};
    if (to == BV_OWNER) {
        const char *person = bv_json_get_text(member, "person", BV_ID_SIZE);
        bv_club_set_role(bv_club_member(paper, visit->client->person), BV_OFFICER);
        cJSON_ReplaceItemInObjectCaseSensitive(paper, "owner", cJSON_CreateString(person));
    }
    bv_club_set_role(member, to);
    bool good = bv_club_write(visit->house, id, paper, &error);
    put_club(visit, id, paper);
    return unreadable_or(visit, &error, good, 200);
}

static int put_member(struct bv_visit *visit)
{
    char id[BV_ID_SIZE];
    int status = 200;
    cJSON *paper = club_for(visit, BV_OFFICER, id, &status);
    cJSON *member = paper ? member_of(visit, paper, &status) : NULL;
    if (member) {
        enum bv_club_role own = bv_club_role_in(paper, visit->client->person);
        enum bv_club_role from = bv_club_role_named(bv_json_get_text(member, "role", 16));
        enum bv_club_role to = bv_club_role_named(bv_json_get_text(visit->body, "role", 16));
        if (to < BV_MEMBER)
            status = bad_club(visit, "role: 'member', 'officer' or 'owner'");
        else if (!may_change(own, from, to))
            status = not_yours(visit);
        else
            status = give_role(visit, id, paper, member, to);
    }
    cJSON_Delete(paper);
    return status;
}

static int delete_member(struct bv_visit *visit)
{
    char id[BV_ID_SIZE];
    int status = 200;
    cJSON *paper = club_for(visit, BV_OFFICER, id, &status);
    cJSON *member = paper ? member_of(visit, paper, &status) : NULL;
    if (member) {
        enum bv_club_role own = bv_club_role_in(paper, visit->client->person);
        enum bv_club_role from = bv_club_role_named(bv_json_get_text(member, "role", 16));
        status = may_change(own, from, BV_NO_MEMBER) ? take_out(visit, id, paper, member)
                                                     : not_yours(visit);
    }
    cJSON_Delete(paper);
    return status;
}

static const struct bv_route_row rows[] = {
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

const struct bv_routes bv_club_routes = {rows, BV_COUNT(rows)};
