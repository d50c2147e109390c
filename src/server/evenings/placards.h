/*
 * Placards: the pages of evenings as they were last written. Everybody who watches an evening asks for its page when it
 * changes; it is written for the first and shown to the others. The sixteen that were last asked for hang, and no more than
 * four megabytes of them. Nothing here is a truth: a placard that is missing is written from the papers.
 */
#ifndef BV_PLACARDS_H
#define BV_PLACARDS_H

#include "server/evenings/evening.h"

struct bv_placard {
    char id[BV_ID_SIZE];
    char *text; /* a JSON object, the same for every reader */
    size_t length;
    uint64_t losses; /* of the post when it was written: what is lost was never true */
    uint64_t asked;  /* the higher, the later it was last asked for */
    int players;
    struct bv_placard_player {
        char person[BV_ID_SIZE];
        bool left;
    } player[BV_TOURNEY_PLAYERS];
};

struct bv_placards;

struct bv_placards *bv_placards_new(void);
void bv_placards_free(struct bv_placards *placards);

/* Holds until one is hung or taken down. NULL: none hangs, or something was lost since. */
const struct bv_placard *bv_placard_find(struct bv_placards *placards, const char *evening,
                                         uint64_t losses);

/* Hangs one in place of any older one; the text becomes theirs. */
const struct bv_placard *bv_placard_hang(struct bv_placards *placards,
                                         const struct bv_evening *evening, char *text,
                                         size_t length, uint64_t losses);

/* The evening has changed. */
void bv_placard_take_down(struct bv_placards *placards, const char *evening);

#endif
