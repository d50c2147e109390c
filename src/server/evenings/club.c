#include "server/evenings/club.h"

#include "server/people/names.h"

static const char *const role_names[] = {"", "asking", "member", "officer", "owner"};

const char *bv_club_role_name(enum bv_club_role role)
{
    return role_names[role];
}

enum bv_club_role bv_club_role_named(const char *name)
{
    for (int role = BV_ASKING; name && role <= BV_OWNER; role++)
        if (bv_equal(role_names[role], name)) return (enum bv_club_role)role;
    return BV_NO_MEMBER;
}

/* ---- The paper --------------------------------------------------------------------------------------------------- */

cJSON *bv_club_read(struct bv_house *house, const char *club, struct bv_error *trouble)
{
    if (!*club) {
        if (trouble) trouble->text[0] = '\0';
        return NULL;
    }
    return bv_desk_read(house->desk, "club", club, trouble);
}

bool bv_club_write(struct bv_house *house, const char *club, const cJSON *paper,
                   struct bv_error *trouble)
{
    int64_t created = 0;
    bv_json_get_number(paper, "created", 0, INT64_MAX, &created);
    return bv_desk_write(house->desk, "club", club, created, paper, trouble);
}

cJSON *bv_club_member(const cJSON *paper, const char *person)
{
    cJSON *member = NULL;
    cJSON_ArrayForEach(member, cJSON_GetObjectItemCaseSensitive(paper, "members"))
    {
        if (bv_equal(bv_json_get_text(member, "person", BV_ID_SIZE), person)) return member;
    }
    return NULL;
}

enum bv_club_role bv_club_role_in(const cJSON *paper, const char *person)
{
    const cJSON *member = *person ? bv_club_member(paper, person) : NULL;
    return member ? bv_club_role_named(bv_json_get_text(member, "role", 16)) : BV_NO_MEMBER;
}

void bv_club_add(cJSON *paper, const char *person, const char *name, enum bv_club_role role)
{
    cJSON *member = cJSON_CreateObject();
    cJSON_AddStringToObject(member, "person", person);
    cJSON_AddStringToObject(member, "name", name);
    cJSON_AddStringToObject(member, "role", bv_club_role_name(role));
    cJSON_AddNumberToObject(member, "since", (double)bv_now());
    cJSON_AddItemToArray(cJSON_GetObjectItemCaseSensitive(paper, "members"), member);
}

void bv_club_set_role(cJSON *member, enum bv_club_role role)
{
    cJSON_ReplaceItemInObjectCaseSensitive(member, "role",
                                           cJSON_CreateString(bv_club_role_name(role)));
}

/* ---- The clubs of a person --------------------------------------------------------------------------------------- */

cJSON *bv_clubs_of(struct bv_house *house, const char *person, struct bv_error *trouble)
{
    cJSON *paper = bv_desk_read(house->desk, "member", person, trouble);
    if (!paper && trouble->text[0]) return NULL;
    cJSON *clubs = cJSON_DetachItemFromObjectCaseSensitive(paper, "clubs");
    cJSON_Delete(paper);
    return clubs ? clubs : cJSON_CreateArray();
}

static int place_of(const cJSON *clubs, const char *club)
{
    for (int i = 0; i < cJSON_GetArraySize(clubs); i++)
        if (bv_equal(cJSON_GetArrayItem(clubs, i)->valuestring, club)) return i;
    return -1;
}

bool bv_clubs_note(struct bv_house *house, const char *person, const char *club, bool joined,
                   struct bv_error *trouble)
{
    cJSON *clubs = bv_clubs_of(house, person, trouble);
    if (!clubs) return false;
    int at = place_of(clubs, club);
    if (joined && at < 0) cJSON_AddItemToArray(clubs, cJSON_CreateString(club));
    if (!joined && at >= 0) cJSON_DeleteItemFromArray(clubs, at);
    bool any = cJSON_GetArraySize(clubs) > 0;
    cJSON *paper = cJSON_CreateObject();
    cJSON_AddItemToObject(paper, "clubs", clubs);
    bool good = any ? bv_desk_write(house->desk, "member", person, 0, paper, trouble)
                    : bv_desk_remove(house->desk, "member", person, trouble);
    cJSON_Delete(paper);
    return good;
}

bool bv_club_close(struct bv_house *house, const char *club, const cJSON *paper,
                   struct bv_error *trouble)
{
    char folded[BV_FOLDED_SIZE];
    const cJSON *member = NULL;
    cJSON_ArrayForEach(member, cJSON_GetObjectItemCaseSensitive(paper, "members"))
    {
        const char *person = bv_json_get_text(member, "person", BV_ID_SIZE);
        if (!bv_clubs_note(house, person, club, false, trouble)) return false;
    }
    bv_name_fold(bv_json_get_text(paper, "name", BV_CLUB_NAME_MAX), folded);
    return bv_desk_remove(house->desk, "club.name", folded, trouble) &&
           bv_desk_remove(house->desk, "club", club, trouble);
}

/* ---- For others -------------------------------------------------------------------------------------------------- */

enum bv_club_role bv_club_role(struct bv_house *house, const char *club, const char *person)
{
    cJSON *paper = bv_club_read(house, club, NULL);
    enum bv_club_role role = bv_club_role_in(paper, person);
    cJSON_Delete(paper);
    return role;
}

bool bv_club_lets_in(struct bv_house *house, const char *club, const char *person,
                     struct bv_refusal *refusal)
{
    if (!*club || bv_club_role(house, club, person) >= BV_MEMBER) return true;
    return bv_refuse(refusal, "members-only",
                     (struct bv_text){"Cette table est réservée aux membres du club.",
                                      "This table is for the members of the club alone."});
}

/* The first officer, else the first member; NULL: only people who ask are left. */
static cJSON *heir_of(const cJSON *paper)
{
    cJSON *heir = NULL;
    enum bv_club_role best = BV_ASKING;
    cJSON *member = NULL;
    cJSON_ArrayForEach(member, cJSON_GetObjectItemCaseSensitive(paper, "members"))
    {
        enum bv_club_role role = bv_club_role_named(bv_json_get_text(member, "role", 16));
        if (role <= best) continue;
        best = role;
        heir = member;
    }
    return heir;
}

static bool forget_in(struct bv_house *house, const char *club, cJSON *paper, const char *person,
                      struct bv_error *trouble)
{
    cJSON *members = cJSON_GetObjectItemCaseSensitive(paper, "members");
    bool owned = bv_club_role_in(paper, person) == BV_OWNER;
    cJSON_Delete(cJSON_DetachItemViaPointer(members, bv_club_member(paper, person)));
    cJSON *heir = owned ? heir_of(paper) : NULL;
    if (owned && !heir) return bv_club_close(house, club, paper, trouble);
    if (heir) {
        bv_club_set_role(heir, BV_OWNER);
        const char *owner = bv_json_get_text(heir, "person", BV_ID_SIZE);
        cJSON_ReplaceItemInObjectCaseSensitive(paper, "owner", cJSON_CreateString(owner));
    }
    return bv_club_write(house, club, paper, trouble);
}

bool bv_clubs_forget(struct bv_house *house, const char *person, struct bv_error *trouble)
{
    cJSON *clubs = bv_clubs_of(house, person, trouble);
    bool good = clubs != NULL;
    const cJSON *club = NULL;
    cJSON_ArrayForEach(club, clubs)
    {
        cJSON *paper = bv_club_read(house, club->valuestring, trouble);
        good = good && (paper || !trouble->text[0]);
        bool there = good && paper && bv_club_member(paper, person);
        if (there) good = forget_in(house, club->valuestring, paper, person, trouble);
        cJSON_Delete(paper);
    }
    cJSON_Delete(clubs);
    return good && bv_desk_remove(house->desk, "member", person, trouble);
}
