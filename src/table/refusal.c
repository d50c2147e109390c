#include "table/refusal.h"

bool refusal_set(struct refusal *refusal, const char *code, struct bv_text text)
{
    refusal->code = code;
    refusal->text = text;
    return false;
}

bool refusal_nameless(struct refusal *refusal)
{
    return refusal_set(refusal, "nobody",
                       (struct bv_text){"Dites d'abord votre nom.", "Say your name first."});
}

bool refusal_ticket(struct refusal *refusal)
{
    return refusal_set(refusal, "bad-ticket",
                       (struct bv_text){"Ce lien n'est plus valable : demandez-en un autre.",
                                        "This link is no longer good: ask for another."});
}

bool refusal_no_seat(struct refusal *refusal)
{
    return refusal_set(refusal, "no-such-seat",
                       (struct bv_text){"Cette place n'existe pas à cette table.",
                                        "There is no such seat at this table."});
}

bool refusal_others_seat(struct refusal *refusal)
{
    return refusal_set(
        refusal, "not-your-seat",
        (struct bv_text){"Cette place n'est pas la vôtre.", "That seat is not yours."});
}

bool refusal_empty_seat(struct refusal *refusal)
{
    return refusal_set(refusal, "empty-seat",
                       (struct bv_text){"Il reste une place libre.", "A seat is still empty."});
}

bool refusal_word(struct refusal *refusal)
{
    return refusal_set(refusal, "bad-word",
                       (struct bv_text){"Un mot pour les dés a de 1 à 64 octets.",
                                        "A word for the dice has 1 to 64 bytes."});
}
