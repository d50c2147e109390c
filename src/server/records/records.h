/*
 * Records of finished games: how they are filed and found, written, drawn and shown in previews of
 * links.
 *
 *     records.c        a finished game as a summary, as tags for searches, and as a record
 *     records_api.c    requests: searches, records, pictures
 *     opening_book.c   how public games began
 *     link_preview.c   a title and a picture for a link to a game
 */
#pragma once

#include "server/delivery/live_tables.h"
#include "server/delivery/slow_answers.h"

/* What records are given; all of it outlives them. */
struct records {
    struct live_tables *tables;
    struct slow_answers *slow;
    const struct base_url *base;
};

static inline struct records *records_of(const struct exchange *exchange)
{
    return exchange->context;
}

enum { RECORD_SUMMARY_SIZE = 16 * 1024, RECORD_TAGS_SIZE = 8 * 1024 };

/* The summary line of a finished table for lists, and its tags for searches. */
void record_summary(const struct table *table, struct bv_out *out);
void record_tags(const struct table *table, struct bv_out *out);

/* Takes the sides and their points off the front of a result; the side that won, or `draw`. */
struct bv_span record_winner(struct bv_span *result);

/* A table is over: files its game with the changes. False: there is no game to file, because the
 * table was closed before it began, or by an admin. */
bool record_file(struct batch *changes, int64_t key, const struct table *table);

/* Writes the holder of a seat as a record names it: players who shared it joined with `+`, the
 * computer by its level. */
void record_player(const struct table *table, int seat, struct bv_out *out);

/* The record of a table, with the seed when it is over. Free the text. */
char *record_text(const struct table *table, size_t *length);

/* A name in its search form: letters in lower case (including those of French), blanks
 * unchanged. */
void record_fold_name(const char *name, struct bv_out *out);

extern const struct api_routes records_routes;      /* records_api.c */
extern const struct api_routes opening_book_routes; /* opening_book.c */
