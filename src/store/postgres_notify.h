/*
 * The notifications of a commit for the other nodes, collected while it is sent:
 *
 *     NODE tables 12:40 13:2! 14:0*      tables that have new events, with the highest number (0:
 *                                        none), are new or changed otherwise (!), or were
 *                                        rewritten (*)
 *     NODE documents name/ada rating/x   documents that changed; a space in a key is %20, a percent
 *                                        sign %25
 *
 * They are split into as many messages as the size limit of the database requires.
 */
#pragma once

#include "store/batch.h"

enum { POSTGRES_NOTIFY_MESSAGE = 7900 }; /* the payload of NOTIFY must be below 8000 bytes */

struct postgres_notify {
    bool (*send)(void *context, struct bv_span message);
    void *context;
    bool good; /* all messages were sent so far */
    struct bv_out tables, documents;
    char tables_text[POSTGRES_NOTIFY_MESSAGE + 1];
    char documents_text[POSTGRES_NOTIFY_MESSAGE + 1];
    /* The table of the last changes; it is written when a change of another table follows, because
     * only then its highest number is known. */
    int64_t table;
    uint32_t number;
    bool changed, rewritten;
};

void postgres_notify_begin(struct postgres_notify *notify,
                           bool (*send)(void *context, struct bv_span message), void *context);
void postgres_notify_add(struct postgres_notify *notify, const struct batch *batch,
                         const struct batch_change *change);
/* Sends the rest; returns whether all was sent. */
bool postgres_notify_end(struct postgres_notify *notify);
