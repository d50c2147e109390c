#include "server/refusal.h"

#include "server/keeping/log.h"

bool bv_refuse(struct bv_refusal *refusal, const char *code, struct bv_text text)
{
    refusal->code = code;
    refusal->text = text;
    return false;
}

bool bv_refuse_nameless(struct bv_refusal *refusal)
{
    return bv_refuse(refusal, "nobody",
                     (struct bv_text){"Dites d'abord votre nom.", "Say your name first."});
}

bool bv_refuse_ticket(struct bv_refusal *refusal)
{
    return bv_refuse(refusal, "bad-ticket",
                     (struct bv_text){"Ce lien n'est plus valable : demandez-en un autre.",
                                      "This link is no longer good: ask for another."});
}

/* Why is for whoever keeps the house: it may name a folder, or what is hidden from players. */
static void keep_reason(struct bv_refusal *refusal)
{
    if (refusal->detail.text[0]) bv_log_trouble("unreadable", refusal->detail.text);
    refusal->detail.text[0] = '\0';
}

bool bv_refuse_unreadable(struct bv_refusal *refusal)
{
    keep_reason(refusal);
    return bv_refuse(refusal, "unreadable",
                     (struct bv_text){"La maison ne peut pas lire ses livres.",
                                      "The house cannot read its books."});
}

bool bv_refuse_unreadable_table(struct bv_refusal *refusal, const struct bv_error *error)
{
    refusal->detail = *error;
    keep_reason(refusal);
    return bv_refuse(refusal, "unreadable",
                     (struct bv_text){"La maison ne peut pas lire cette table pour le moment.",
                                      "The house cannot read this table at the moment."});
}

bool bv_refuse_no_seat(struct bv_refusal *refusal)
{
    return bv_refuse(refusal, "no-such-seat",
                     (struct bv_text){"Cette place n'existe pas à cette table.",
                                      "There is no such seat at this table."});
}

bool bv_refuse_others_seat(struct bv_refusal *refusal)
{
    return bv_refuse(
        refusal, "not-your-seat",
        (struct bv_text){"Cette place n'est pas la vôtre.", "That seat is not yours."});
}

bool bv_refuse_empty_seat(struct bv_refusal *refusal)
{
    return bv_refuse(refusal, "empty-seat",
                     (struct bv_text){"Il reste une place libre.", "A seat is still empty."});
}

bool bv_refuse_word(struct bv_refusal *refusal)
{
    return bv_refuse(refusal, "bad-word",
                     (struct bv_text){"Un mot pour les dés a de 1 à 64 octets.",
                                      "A word for the dice has 1 to 64 bytes."});
}
