#include "server/tournaments/club.h"

#include "table/names.h"

static const char *const role_names[] = {"", "asking", "member", "officer", "owner"};

const char *club_role_name(enum club_role role)
{
    return role_names[role];
}

enum club_role club_role_named(const char *name)
{
    for (int role = CLUB_ASKING; name && role <= CLUB_OWNER; role++)
        if (bv_equal(role_names[role], name)) return (enum club_role)role;
    return CLUB_NO_MEMBER;
}

/* ---- The document ---------------------------------------------------------------------------- */

cJSON *club_read(struct tournaments *tournaments, const char *club, struct bv_error *trouble)
{
    if (!*club) {
        if (trouble) trouble->text[0] = '\0';
        return NULL;
    }
    return documents_read(tournaments->documents, "club", club, trouble);
}

bool club_write(struct tournaments *tournaments, const char *club, const cJSON *document,
                struct bv_error *trouble)
{
    int64_t created = 0;
    fields_number(document, "created", 0, INT64_MAX, &created);
    return documents_write(tournaments->documents, "club", club, created, document, trouble);
}

cJSON *club_member(const cJSON *document, const char *person)
{
    cJSON *member = NULL;
    cJSON_ArrayForEach(member, cJSON_GetObjectItemCaseSensitive(document, "members"))
    {
        if (bv_equal(fields_text(member, "person", ID_SIZE), person)) return member;
    }
    return NULL;
}

enum club_role club_role_in(const cJSON *document, const char *person)
{
    const cJSON *member = *person ? club_member(document, person) : NULL;
    return member ? club_role_named(fields_text(member, "role", 16)) : CLUB_NO_MEMBER;
}

void club_add(cJSON *document, const char *person, const char *name, enum club_role role)
{
    cJSON *member = cJSON_CreateObject();
    cJSON_AddStringToObject(member, "person", person);
    cJSON_AddStringToObject(member, "name", name);
    cJSON_AddStringToObject(member, "role", club_role_name(role));
    cJSON_AddNumberToObject(member, "since", (double)server_now());
    cJSON_AddItemToArray(cJSON_GetObjectItemCaseSensitive(document, "members"), member);
}

void club_set_role(cJSON *member, enum club_role role)
{
    cJSON_ReplaceItemInObjectCaseSensitive(member, "role",
                                           cJSON_CreateString(club_role_name(role)));
}

/* ---- The clubs of a person ------------------------------------------------------------------- */

cJSON *clubs_of(struct tournaments *tournaments, const char *person, struct bv_error *trouble)
{
    cJSON *document = documents_read(tournaments->documents, "member", person, trouble);
    if (!document && trouble->text[0]) return NULL;
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

bool clubs_note(struct tournaments *tournaments, const char *person, const char *club, bool joined,
                struct bv_error *trouble)
{
    cJSON *clubs = clubs_of(tournaments, person, trouble);
    if (!clubs) return false;
    int at = place_of(clubs, club);
    if (joined && at < 0) cJSON_AddItemToArray(clubs, cJSON_CreateString(club));
    if (!joined && at >= 0) cJSON_DeleteItemFromArray(clubs, at);
    bool any = cJSON_GetArraySize(clubs) > 0;
    cJSON *document = cJSON_CreateObject();
    cJSON_AddItemToObject(document, "clubs", clubs);
    bool good =
        any ? documents_write(tournaments->documents, "member", person, 0, document, trouble)
            : documents_remove(tournaments->documents, "member", person, trouble);
    cJSON_Delete(document);
    return good;
}

bool club_close(struct tournaments *tournaments, const char *club, const cJSON *document,
                struct bv_error *trouble)
{
    char folded[NAME_FOLDED_SIZE];
    const cJSON *member = NULL;
    cJSON_ArrayForEach(member, cJSON_GetObjectItemCaseSensitive(document, "members"))
    {
        const char *person = fields_text(member, "person", ID_SIZE);
        if (!clubs_note(tournaments, person, club, false, trouble)) return false;
    }
    name_fold(fields_text(document, "name", CLUB_NAME_MAX), folded);
    return documents_remove(tournaments->documents, "club.name", folded, trouble) &&
           documents_remove(tournaments->documents, "club", club, trouble);
}

/* ---- For other modules ----------------------------------------------------------------------- */

enum club_role club_role(struct tournaments *tournaments, const char *club, const char *person)
{
    cJSON *document = club_read(tournaments, club, NULL);
    enum club_role role = club_role_in(document, person);
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
    cJSON_ArrayForEach(member, cJSON_GetObjectItemCaseSensitive(document, "members"))
    {
        enum club_role role = club_role_named(fields_text(member, "role", 16));
        if (role <= best) continue;
        best = role;
        heir = member;
    }
    return heir;
}

static bool forget_in(struct tournaments *tournaments, const char *club, cJSON *document,
                      const char *person, struct bv_error *trouble)
{
    cJSON *members = cJSON_GetObjectItemCaseSensitive(document, "members");
    bool owned = club_role_in(document, person) == CLUB_OWNER;
    cJSON_Delete(cJSON_DetachItemViaPointer(members, club_member(document, person)));
    cJSON *heir = owned ? heir_of(document) : NULL;
    if (owned && !heir) return club_close(tournaments, club, document, trouble);
    if (heir) {
        club_set_role(heir, CLUB_OWNER);
        const char *owner = fields_text(heir, "person", ID_SIZE);
        cJSON_ReplaceItemInObjectCaseSensitive(document, "owner", cJSON_CreateString(owner));
    }
    return club_write(tournaments, club, document, trouble);
}

bool clubs_forget(struct tournaments *tournaments, const char *person, struct bv_error *trouble)
{
    cJSON *clubs = clubs_of(tournaments, person, trouble);
    bool good = clubs != NULL;
    const cJSON *club = NULL;
    cJSON_ArrayForEach(club, clubs)
    {
        cJSON *document = club_read(tournaments, club->valuestring, trouble);
        good = good && (document || !trouble->text[0]);
        bool there = good && document && club_member(document, person);
        if (there) good = forget_in(tournaments, club->valuestring, document, person, trouble);
        cJSON_Delete(document);
    }
    cJSON_Delete(clubs);
    return good && documents_remove(tournaments->documents, "member", person, trouble);
}
