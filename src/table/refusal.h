/* Refusals: the server's answer to a request that it does not carry out. protocol/protocol.def
 * lists them, with their sentences. */
#pragma once

#include "core/json.h"
#include "protocol/refusals.h"

struct refusal {
    const char *code; /* for programs; NULL: nothing is refused */
    int status;       /* of HTTP */
    struct bv_text text;
    struct bv_error detail; /* what the rules say about a token; "" if the sentence is enough */
    uint32_t wait; /* seconds after which the client may try again; 0: waiting does not help */
};

/* Returns false. */
bool refusal_set(struct refusal *refusal, enum refusal_reason reason);

/* As JSON fields, without the braces. */
void refusal_write(const struct refusal *refusal, struct bv_out *out);
