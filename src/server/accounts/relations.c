#include "server/accounts/relations.h"

#include "server/accounts/persons.h"

bool person_is_known(struct server *server, const char *person)
{
    return person_is_bot(person) || person_has_account(server, person);
}

bool person_exists(struct server *server, const char *person)
{
    char name[TABLE_NAME_MAX + 1];
    bool found = false;
    struct bv_error error;
    return store_person(server->reader, person, name, sizeof name, &found, &error) && found;
}

static cJSON *read_pair(struct server *server, const char *kind, const char *first,
                        const char *second)
{
    char key[DOCUMENT_KEY_MAX + 1];
    documents_pair_key(first, second, key);
    return documents_read(server->documents, kind, key, NULL);
}

bool relation_has_blocked(struct server *server, const char *who, const char *whom)
{
    if (!who[0] || !whom[0]) return false;
    cJSON *document = read_pair(server, "block", who, whom);
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

static bool has_any(struct server *server, const char *kind, const char *person)
{
    char prefix[DOCUMENT_KEY_MAX + 1];
    bool found = false;
    struct bv_error error;
    documents_pair_key(person, "", prefix);
    bool read = store_documents(server->reader, kind, prefix, "", 1, see, &found, &error);
    return person[0] && read && found;
}

bool relation_has_blocked_anyone(struct server *server, const char *person)
{
    return has_any(server, "block", person);
}

bool relation_is_blocked_by_anyone(struct server *server, const char *person)
{
    return has_any(server, "blocker", person);
}

bool relation_is_unwelcome(struct server *server, const struct table *table, const char *person)
{
    if (bv_equal(table->setup.owner, person)) return false;
    if (!relation_is_blocked_by_anyone(server, person)) return false;
    if (relation_has_blocked(server, table->setup.owner, person)) return true;
    for (int seat = 0; seat < table_terms(table)->form->seats; seat++)
        for (int i = 0; i < table->chair[seat].holders; i++)
            if (relation_has_blocked(server, table->chair[seat].holder[i].person, person))
                return true;
    return false;
}

struct relation relation_of(struct server *server, const char *one, const char *other)
{
    struct relation relation = {.blocked = relation_has_blocked(server, one, other)};
    cJSON *document = read_pair(server, "friend", one, other);
    const char *state = fields_text(document, "state", 16);
    if (state) {
        relation.friend = bv_equal(state, "friend");
        relation.asked = bv_equal(state, "asked");
        relation.asking = bv_equal(state, "asking");
    }
    cJSON_Delete(document);
    return relation;
}
