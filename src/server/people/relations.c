#include "server/people/relations.h"

#include "server/people/people.h"

bool bv_is_known(struct bv_house *house, const char *person)
{
    return bv_is_bot(person) || bv_has_account(house, person);
}

bool bv_is_somebody(struct bv_house *house, const char *person)
{
    char name[BV_TABLE_NAME_MAX + 1];
    bool found = false;
    struct bv_error error;
    return bv_store_person(house->reader, person, name, sizeof name, &found, &error) && found;
}

static cJSON *read_pair(struct bv_house *house, const char *kind, const char *first,
                        const char *second)
{
    char key[BV_PAPER_KEY_MAX + 1];
    bv_pair_key(first, second, key);
    return bv_desk_read(house->desk, kind, key, NULL);
}

bool bv_has_blocked(struct bv_house *house, const char *who, const char *whom)
{
    if (!who[0] || !whom[0]) return false;
    cJSON *paper = read_pair(house, "block", who, whom);
    bool blocked = paper != NULL;
    cJSON_Delete(paper);
    return blocked;
}

static bool see(void *context, const struct bv_paper *paper)
{
    bool *found = context;
    (void)paper;
    *found = true;
    return false;
}

static bool has_any(struct bv_house *house, const char *kind, const char *person)
{
    char prefix[BV_PAPER_KEY_MAX + 1];
    bool found = false;
    struct bv_error error;
    bv_pair_key(person, "", prefix);
    bool read = bv_store_papers(house->reader, kind, prefix, "", 1, see, &found, &error);
    return person[0] && read && found;
}

bool bv_has_blocked_anybody(struct bv_house *house, const char *person)
{
    return has_any(house, "block", person);
}

bool bv_is_blocked_by_anybody(struct bv_house *house, const char *person)
{
    return has_any(house, "blocker", person);
}

bool bv_is_unwelcome(struct bv_house *house, const struct bv_table *table, const char *person)
{
    if (bv_equal(table->setup.owner, person)) return false;
    if (!bv_is_blocked_by_anybody(house, person)) return false;
    if (bv_has_blocked(house, table->setup.owner, person)) return true;
    for (int seat = 0; seat < bv_table_terms(table)->form->seats; seat++)
        for (int i = 0; i < table->chair[seat].holders; i++)
            if (bv_has_blocked(house, table->chair[seat].holder[i].person, person)) return true;
    return false;
}

struct bv_relation bv_relation_of(struct bv_house *house, const char *one, const char *other)
{
    struct bv_relation relation = {.blocked = bv_has_blocked(house, one, other)};
    cJSON *paper = read_pair(house, "friend", one, other);
    const char *state = bv_json_get_text(paper, "state", 16);
    if (state) {
        relation.friend = bv_equal(state, "friend");
        relation.asked = bv_equal(state, "asked");
        relation.asking = bv_equal(state, "asking");
    }
    cJSON_Delete(paper);
    return relation;
}
