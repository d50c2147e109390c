/*
 * Games that are over: their records, and finding them again. Searching may take a while in a house with a million
 * games, so it goes on in a thread of its own with its own handle on the store, and so do other answers that would keep
 * everybody waiting.
 */
#ifndef BV_ARCHIVE_H
#define BV_ARCHIVE_H

#include "server/openings.h"

/* What the store shall know a finished table by: the line of lists, and the tags of searches. */
void bv_archive_summary(const struct bv_table *table, struct bv_out *out);
void bv_archive_tags(const struct bv_table *table, struct bv_out *out);

/* Who held a seat, as a record names them: people who shared it with `+`, the computer by its level. */
void bv_archive_player(const struct bv_table *table, int seat, struct bv_out *out);

/* The record of a table, with the seed when it is over. Free the text. */
char *bv_archive_record(const struct bv_table *table, size_t *length);

/* A name as it is searched: letters in lower case (those of French), blanks as they are. */
void bv_archive_fold(const char *name, struct bv_out *out);

struct bv_archive;
struct bv_canvas;

/* A search under way: the caller's pointer comes back with the lines found, as JSON array elements. */
struct bv_archive *bv_archive_open(const char *where, void (*wake)(void *context), void *context,
                                   struct bv_error *error);
void bv_archive_close(struct bv_archive *archive);

/* A search; or, with a person, everything that is kept about them (people/export.h); or, with a line, how games went on
 * from there (openings.h); or, with a canvas, that as a picture (picture/picture.h). */
struct bv_archive_question {
    char person[BV_ID_SIZE];
    char line[BV_LINE_NAME_SIZE];
    char tag[8][96];
    uint32_t tags;
    int64_t from, to;
    int64_t before_ended, before_table;
    uint32_t most;
    struct bv_canvas *canvas; /* the archive frees it */
};

/* False: too many wait. */
bool bv_archive_ask(struct bv_archive *archive, const struct bv_archive_question *question,
                    void *asker);

struct bv_archive_answer {
    void *asker;
    char *text; /* to be freed; NULL where the store could not be read */
    size_t length;
    bool picture;          /* it is a PNG; else JSON */
    const char *headers;   /* further ones, of an HTTP answer; NULL: none */
    uint64_t microseconds; /* that the archive worked for it */
};

/* The next question that is answered. */
bool bv_archive_collect(struct bv_archive *archive, struct bv_archive_answer *answer);

#endif
