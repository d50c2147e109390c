#include "server/people/visits.h"

#include "server/people/relations.h"

bool bv_refuse_nobody(struct bv_refusal *refusal)
{
    return bv_refuse(
        refusal, "no-such-person",
        (struct bv_text){"Cette personne n'est pas connue ici.", "This person is not known here."});
}

bool bv_refuse_oneself(struct bv_refusal *refusal)
{
    return bv_refuse(refusal, "yourself",
                     (struct bv_text){"Il y faut quelqu'un d'autre que vous.",
                                      "It takes somebody other than yourself."});
}

bool bv_refuse_guest(struct bv_refusal *refusal)
{
    return bv_refuse(refusal, "needs-account",
                     (struct bv_text){"Il y faut un compte, de part et d'autre.",
                                      "It takes an account, on either side."});
}

bool bv_refuse_blocked(struct bv_refusal *refusal)
{
    return bv_refuse(refusal, "blocked",
                     (struct bv_text){"Cette personne ne le souhaite pas pour le moment.",
                                      "This person would rather not at the moment."});
}

bool bv_visit_is_known(struct bv_visit *visit)
{
    if (!bv_needs_person(visit)) return false;
    return bv_is_known(visit->house, visit->client->person) || bv_refuse_guest(&visit->refusal);
}

bool bv_visit_names(struct bv_visit *visit, char person[BV_ID_SIZE])
{
    bv_visit_id(visit->id, person);
    if (bv_is_somebody(visit->house, person)) return true;
    return bv_refuse_nobody(&visit->refusal);
}

bool bv_visit_names_other(struct bv_visit *visit, char person[BV_ID_SIZE])
{
    if (!bv_visit_names(visit, person)) return false;
    return !bv_equal(person, visit->client->person) || bv_refuse_oneself(&visit->refusal);
}

void bv_relation_write(struct bv_house *house, const char *one, const char *other,
                       struct bv_out *out)
{
    struct bv_relation relation = bv_relation_of(house, one, other);
    bv_json_open(out, "relation", '{');
    bv_json_bool(out, "friend", relation.friend);
    bv_json_bool(out, "asked", relation.asked);
    bv_json_bool(out, "asking", relation.asking);
    bv_json_bool(out, "blocked", relation.blocked);
    bv_json_close(out, '}');
}
