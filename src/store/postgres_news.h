/*
 * What a commit tells the other nodes, put together while it is sent:
 *
 *     NODE tables 12:40 13:2! 14:0*     tables that have new entries, with the highest number (0: none), are new or changed
 *                                       otherwise (!), or were written again (*)
 *     NODE papers name/ada rating/x     papers that changed; a space in a key is %20, a percent sign %25
 *
 * in messages that the database can carry, as many as it takes.
 */
#ifndef BV_POSTGRES_NEWS_H
#define BV_POSTGRES_NEWS_H

#include "store/batch.h"

enum { BV_NEWS_MESSAGE = 7900 }; /* PostgreSQL carries less than 8000 bytes at once */

struct bv_postgres_news {
    bool (*send)(void *context, struct bv_span message);
    void *context;
    bool good; /* all could be sent so far */
    struct bv_out tables, papers;
    char tables_text[BV_NEWS_MESSAGE + 1];
    char papers_text[BV_NEWS_MESSAGE + 1];
    /* The table of the last changes, whose highest number is not known before another's turn comes. */
    int64_t table;
    uint32_t number;
    bool changed, rewritten;
};

void bv_postgres_news_begin(struct bv_postgres_news *news,
                            bool (*send)(void *context, struct bv_span message), void *context);
void bv_postgres_news_add(struct bv_postgres_news *news, const struct bv_batch *batch,
                          const struct bv_change *change);
/* Sends the rest; whether all was sent. */
bool bv_postgres_news_end(struct bv_postgres_news *news);

#endif
