#include "server/accounts/named_person.h"

#include "server/accounts/relations.h"

bool refusal_no_such_person(struct refusal *refusal)
{
    return refusal_set(
        refusal, "no-such-person",
        (struct bv_text){"Cette personne n'est pas connue ici.", "This person is not known here."});
}

bool refusal_oneself(struct refusal *refusal)
{
    return refusal_set(refusal, "yourself",
                       (struct bv_text){"Vous ne pouvez pas vous choisir vous-même.",
                                        "You cannot choose yourself."});
}

bool refusal_guest(struct refusal *refusal)
{
    return refusal_set(refusal, "needs-account",
                       (struct bv_text){"Les deux personnes doivent avoir un compte.",
                                        "Both persons need an account."});
}

bool refusal_blocked(struct refusal *refusal)
{
    return refusal_set(refusal, "blocked",
                       (struct bv_text){"Cette personne ne l'accepte pas pour le moment.",
                                        "This person does not accept this at the moment."});
}

bool named_person_visitor_is_known(struct exchange *exchange)
{
    if (!api_needs_person(exchange)) return false;
    return person_is_known(accounts_of(exchange), exchange->client->person) ||
           refusal_guest(&exchange->refusal);
}

bool named_person_of(struct exchange *exchange, char person[ID_SIZE])
{
    api_path_id(exchange->id, person);
    if (person_exists(accounts_of(exchange), person)) return true;
    return refusal_no_such_person(&exchange->refusal);
}

bool named_person_of_other(struct exchange *exchange, char person[ID_SIZE])
{
    if (!named_person_of(exchange, person)) return false;
    return !bv_equal(person, exchange->client->person) || refusal_oneself(&exchange->refusal);
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
