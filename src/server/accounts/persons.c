#include "server/accounts/persons.h"

#include "server/accounts/account_merge.h"
#include "table/names.h"

bool person_exists(struct accounts *accounts, const char *person)
{
    char name[TABLE_NAME_MAX + 1];
    bool found = false;
    struct bv_error error;
    return store_person(accounts->reader, person, name, sizeof name, &found, &error) && found;
}

bool person_has_account(struct accounts *accounts, const char *person)
{
    return person[0] && !person_is_bot(person) &&
           documents_has(accounts->documents, "account", person);
}

bool person_is_known(struct accounts *accounts, const char *person)
{
    return person_is_bot(person) || person_has_account(accounts, person);
}

static bool name_is_taken(struct accounts *accounts, const char *name)
{
    char folded[NAME_FOLDED_SIZE];
    name_fold(name, folded);
    return folded[0] && documents_has(accounts->documents, "name", folded);
}

bool person_name_is_free(struct accounts *accounts, const char *name, struct refusal *refusal)
{
    return !name_is_taken(accounts, name) || refusal_set(refusal, REFUSE_NAME_TAKEN);
}

void person_clear(struct client *client)
{
    client->person[0] = client->session[0] = '\0';
    client->account = client->admin = false;
}

void person_become(struct accounts *accounts, struct client *client, const char *person)
{
    char name[TABLE_NAME_MAX + 1];
    bool found = false;
    struct bv_error error;
    cJSON *account = documents_try(accounts->documents, "account", person, &error);
    client->unread =
        error.text[0] || !store_person(accounts->reader, person, name, sizeof name, &found, &error);
    if (!client->unread) person_clear(client);
    if (!client->unread && found && !merge_is_running(accounts, person)) {
        bv_copy(client->name, name, sizeof name);
        bv_copy_text(client->person, sizeof client->person, person);
        client->account = account && !person_is_bot(person);
        client->admin = client->account && fields_is(account, "role", "admin");
        if (!account && name_is_taken(accounts, client->name)) name_mark(client->name, " (?)");
    }
    cJSON_Delete(account);
}

void person_refresh(struct accounts *accounts, struct client *client)
{
    char person[ID_SIZE];
    char session[CLIENT_SESSION_SIZE];
    bv_copy(person, client->person, sizeof person);
    bv_copy(session, client->session, sizeof session);
    person_become(accounts, client, person);
    bv_copy(client->session, session, sizeof session);
}

/* ---- Persons in requests and answers --------------------------------------------------------- */

bool person_of_path(struct exchange *exchange, char person[ID_SIZE])
{
    api_path_id(exchange->id, person);
    return person_exists(accounts_of(exchange), person) ||
           refusal_set(&exchange->refusal, REFUSE_NO_SUCH_PERSON);
}

bool person_other_of_path(struct exchange *exchange, char person[ID_SIZE])
{
    if (!person_of_path(exchange, person)) return false;
    return !bv_equal(person, exchange->client->person) ||
           refusal_set(&exchange->refusal, REFUSE_YOURSELF);
}

void person_put_client(const char *field, const struct client *client, struct bv_out *out)
{
    if (!client->person[0]) {
        bv_json_null(out, field);
        return;
    }
    bv_json_open(out, field, '{');
    bv_json_text(out, "id", client->person);
    bv_json_text(out, "name", client->name);
    bv_json_bool(out, "account", client->account);
    if (client->admin) bv_json_text(out, "role", "admin");
    if (person_is_bot(client->person)) bv_json_bool(out, "bot", true);
    bv_json_close(out, '}');
}

void person_write(const struct client *client, struct bv_out *out)
{
    person_put_client("person", client, out);
}

void person_put(struct accounts *accounts, const char *field, const char *person,
                struct bv_out *out)
{
    struct client client = {0};
    person_become(accounts, &client, person);
    person_put_client(field, &client, out);
}

/* ---- Accounts -------------------------------------------------------------------------------- */

void account_find(struct accounts *accounts, const char *name, char person[ID_SIZE])
{
    char folded[NAME_FOLDED_SIZE];
    name_fold(name, folded);
    cJSON *document = folded[0] ? documents_read(accounts->documents, "name", folded) : NULL;
    bv_copy_text(person, ID_SIZE, fields_text(document, "person", ID_SIZE - 1));
    cJSON_Delete(document);
}

bool account_may_take_name(struct accounts *accounts, const char *name, struct refusal *refusal)
{
    if (!name || !name_is_proper(name)) return refusal_set(refusal, REFUSE_BAD_NAME_ACCOUNT);
    return person_name_is_free(accounts, name, refusal);
}

void account_write(struct accounts *accounts, const char *person, cJSON *account)
{
    cJSON *name = cJSON_CreateObject();
    cJSON_AddStringToObject(name, "person", person);
    documents_write(accounts->documents, "name", fields_text(account, "folded", NAME_FOLDED_SIZE),
                    0, name);
    documents_write(accounts->documents, "account", person, fields_integer(account, "created"),
                    account);
}
