#include "server/accounts/relations.h"

#include "server/accounts/persons.h"

bool person_is_known(struct accounts *accounts, const char *person)
{
    return person_is_bot(person) || person_has_account(accounts, person);
}

bool person_exists(struct accounts *accounts, const char *person)
{
    char name[TABLE_NAME_MAX + 1];
    bool found = false;
    struct bv_error error;
    return store_person(accounts->reader, person, name, sizeof name, &found, &error) && found;
}

static cJSON *read_pair(struct accounts *accounts, const char *kind, const char *first,
                        const char *second)
{
    char key[DOCUMENT_KEY_MAX + 1];
    documents_pair_key(first, second, key);
    return documents_read(accounts->documents, kind, key, NULL);
}

bool relation_has_blocked(struct accounts *accounts, const char *who, const char *whom)
{
    if (!who[0] || !whom[0]) return false;
    cJSON *document = read_pair(accounts, "block", who, whom);
    bool blocked = document != NULL;
    cJSON_Delete(document);
    return blocked;
}

static bool see(void *context, const struct store_document *document)
{
    bool *found = context;
    (void)document;
    *found = true;
    return false;
}

static bool has_any(struct accounts *accounts, const char *kind, const char *person)
{
    char prefix[DOCUMENT_KEY_MAX + 1];
    bool found = false;
    struct bv_error error;
    documents_pair_key(person, "", prefix);
    bool read = store_documents(accounts->reader, kind, prefix, "", 1, see, &found, &error);
    return person[0] && read && found;
}

bool relation_has_blocked_anyone(struct accounts *accounts, const char *person)
{
    return has_any(accounts, "block", person);
}

bool relation_is_blocked_by_anyone(struct accounts *accounts, const char *person)
{
    return has_any(accounts, "blocker", person);
}

bool relation_is_unwelcome(struct accounts *accounts, const struct table *table, const char *person)
{
    if (bv_equal(table->setup.owner, person)) return false;
    if (!relation_is_blocked_by_anyone(accounts, person)) return false;
    if (relation_has_blocked(accounts, table->setup.owner, person)) return true;
    for (int seat = 0; seat < table_terms(table)->form->seats; seat++)
        for (int i = 0; i < table->chair[seat].holders; i++)
            if (relation_has_blocked(accounts, table->chair[seat].holder[i].person, person))
                return true;
    return false;
}

struct relation relation_of(struct accounts *accounts, const char *one, const char *other)
{
    struct relation relation = {.blocked = relation_has_blocked(accounts, one, other)};
    cJSON *document = read_pair(accounts, "friend", one, other);
    const char *state = fields_text(document, "state", 16);
    if (state) {
        relation.friend = bv_equal(state, "friend");
        relation.asked = bv_equal(state, "asked");
        relation.asking = bv_equal(state, "asking");
    }
    cJSON_Delete(document);
    return relation;
}
