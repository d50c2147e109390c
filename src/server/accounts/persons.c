#include "server/accounts/persons.h"

#include "server/accounts/accounts.h"
#include "server/accounts/authentication.h"
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
    auth_become(accounts, &client, person);
    if (client.person[0])
        person_put_client(field, &client, out);
    else
        bv_json_null(out, field);
}
