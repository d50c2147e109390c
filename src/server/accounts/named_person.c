#include "server/accounts/named_person.h"

#include "server/accounts/relations.h"

bool named_person_visitor_is_known(struct exchange *exchange)
{
    if (!api_needs_person(exchange)) return false;
    return person_is_known(accounts_of(exchange), exchange->client->person) ||
           refusal_set(&exchange->refusal, REFUSE_NEEDS_ACCOUNT_BOTH);
}

bool named_person_of(struct exchange *exchange, char person[ID_SIZE])
{
    api_path_id(exchange->id, person);
    if (person_exists(accounts_of(exchange), person)) return true;
    return refusal_set(&exchange->refusal, REFUSE_NO_SUCH_PERSON);
}

bool named_person_of_other(struct exchange *exchange, char person[ID_SIZE])
{
    if (!named_person_of(exchange, person)) return false;
    return !bv_equal(person, exchange->client->person) ||
           refusal_set(&exchange->refusal, REFUSE_YOURSELF);
}

void relation_write(struct accounts *accounts, const char *one, const char *other,
                    struct bv_out *out)
{
    struct relation relation = relation_of(accounts, one, other);
    bv_json_open(out, "relation", '{');
    bv_json_bool(out, "friend", relation.friend);
    bv_json_bool(out, "asked", relation.asked);
    bv_json_bool(out, "asking", relation.asking);
    bv_json_bool(out, "blocked", relation.blocked);
    bv_json_close(out, '}');
}
