#include "server/accounts/persons.h"

#include "server/accounts/account_merge.h"
#include "table/names.h"

bool person_has_account(struct accounts *accounts, const char *person)
{
    if (!person[0] || person_is_bot(person)) return false;
    cJSON *account = documents_read(accounts->documents, "account", person, NULL);
    bool there = account != NULL;
    cJSON_Delete(account);
    return there;
}

bool person_name_is_taken(struct accounts *accounts, const char *name)
{
    char folded[NAME_FOLDED_SIZE];
    name_fold(name, folded);
    cJSON *taken = folded[0] ? documents_read(accounts->documents, "name", folded, NULL) : NULL;
    cJSON_Delete(taken);
    return taken != NULL;
}

bool person_name_is_free(struct accounts *accounts, const char *name, struct refusal *refusal)
{
    if (!person_name_is_taken(accounts, name)) return true;
    return refusal_set(refusal, REFUSE_NAME_TAKEN);
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
    cJSON *account = documents_read(accounts->documents, "account", person, &error);
    client->unread =
        error.text[0] || !store_person(accounts->reader, person, name, sizeof name, &found, &error);
    if (!client->unread) person_clear(client);
    if (client->unread || !found || merge_is_running(accounts, person)) {
        cJSON_Delete(account);
        return;
    }
    bv_copy(client->name, name, sizeof name);
    struct bv_out out = bv_out_into(client->person, sizeof client->person);
    bv_put(&out, person);
    const char *role = fields_text(account, "role", 16);
    client->account = account && !person_is_bot(person);
    client->admin = client->account && role && bv_equal(role, "admin");
    cJSON_Delete(account);
    if (!account && person_name_is_taken(accounts, client->name)) name_mark(client->name, " (?)");
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

/* ---- Writing -------------------------------------------------------------------------------- */

void person_put_client(const char *field, const struct client *client, struct bv_out *out)
{
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
    if (client->person[0])
        person_put_client("person", client, out);
    else
        bv_json_null(out, "person");
}

void person_put(struct accounts *accounts, const char *field, const char *person,
                struct bv_out *out)
{
    struct client client = {0};
    person_become(accounts, &client, person);
    if (client.person[0])
        person_put_client(field, &client, out);
    else
        bv_json_null(out, field);
}

/* ---- Accounts -------------------------------------------------------------------------------- */

bool account_needed(struct exchange *exchange)
{
    if (exchange->client->account) return true;
    return refusal_set(&exchange->refusal, REFUSE_NEEDS_ACCOUNT);
}

void account_find(struct accounts *accounts, const char *name, char person[ID_SIZE])
{
    char folded[NAME_FOLDED_SIZE];
    struct bv_out out = bv_out_into(person, ID_SIZE);
    name_fold(name, folded);
    cJSON *document = folded[0] ? documents_read(accounts->documents, "name", folded, NULL) : NULL;
    const char *id = fields_text(document, "person", ID_SIZE - 1);
    if (id) bv_put(&out, id);
    cJSON_Delete(document);
}

int account_name(struct accounts *accounts, struct exchange *exchange, const char *name)
{
    if (!name || !name_is_proper(name)) return api_refuse(exchange, REFUSE_BAD_NAME_ACCOUNT);
    return person_name_is_free(accounts, name, &exchange->refusal) ? 0 : 409;
}

void account_write(struct accounts *accounts, const char *person, const cJSON *account)
{
    int64_t created = 0;
    cJSON *name = cJSON_CreateObject();
    fields_number(account, "created", 0, INT64_MAX, &created);
    cJSON_AddStringToObject(name, "person", person);
    documents_write(accounts->documents, "account", person, created, account, NULL);
    documents_write(accounts->documents, "name", fields_text(account, "folded", NAME_FOLDED_SIZE),
                    0, name, NULL);
    cJSON_Delete(name);
}
