#include "server/people/people.h"

#include "server/house.h"
#include "server/people/names.h"

bool bv_is_bot(const char *person)
{
    return strncmp(person, "bot_", 4) == 0;
}

bool bv_has_account(struct bv_house *house, const char *person)
{
    if (!person[0] || bv_is_bot(person)) return false;
    cJSON *account = bv_desk_read(house->desk, "account", person, NULL);
    bool there = account != NULL;
    cJSON_Delete(account);
    return there;
}

bool bv_is_name_of_account(struct bv_house *house, const char *name)
{
    char folded[BV_FOLDED_SIZE];
    bv_name_fold(name, folded);
    cJSON *taken = folded[0] ? bv_desk_read(house->desk, "name", folded, NULL) : NULL;
    cJSON_Delete(taken);
    return taken != NULL;
}

bool bv_name_is_free(struct bv_house *house, const char *name, struct bv_refusal *refusal)
{
    if (!bv_is_name_of_account(house, name)) return true;
    return bv_refuse(refusal, "name-taken",
                     (struct bv_text){"Quelqu'un porte déjà ce nom, ou un nom trop semblable.",
                                      "Somebody has this name already, or one too much like it."});
}

void bv_person_put_client(const char *field, const struct bv_client *client, struct bv_out *out)
{
    bv_json_open(out, field, '{');
    bv_json_text(out, "id", client->person);
    bv_json_text(out, "name", client->name);
    bv_json_bool(out, "account", client->account);
    if (client->keeper) bv_json_text(out, "role", "keeper");
    if (bv_is_bot(client->person)) bv_json_bool(out, "bot", true);
    bv_json_close(out, '}');
}

void bv_person_write(const struct bv_client *client, struct bv_out *out)
{
    if (client->person[0])
        bv_person_put_client("person", client, out);
    else
        bv_json_null(out, "person");
}

void bv_person_put(struct bv_house *house, const char *field, const char *person,
                   struct bv_out *out)
{
    struct bv_client somebody = {0};
    bv_become(house, &somebody, person);
    if (somebody.person[0])
        bv_person_put_client(field, &somebody, out);
    else
        bv_json_null(out, field);
}
