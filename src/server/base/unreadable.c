#include "server/base/unreadable.h"

#include "server/base/log.h"

/* The reason is only for the admin: it may name a folder, or something hidden from players. */
static void log_reason(struct refusal *refusal)
{
    if (refusal->detail.text[0]) log_trouble("unreadable", refusal->detail.text);
    refusal->detail.text[0] = '\0';
}

bool refusal_unreadable(struct refusal *refusal)
{
    log_reason(refusal);
    return refusal_set(refusal, REFUSE_UNREADABLE);
}

bool refusal_unreadable_table(struct refusal *refusal, const struct bv_error *error)
{
    refusal->detail = *error;
    log_reason(refusal);
    return refusal_set(refusal, REFUSE_UNREADABLE_TABLE);
}
