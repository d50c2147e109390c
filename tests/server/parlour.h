/*
 * A parlour: a table with two people at it, driven by deeds alone, and everything that each channel was ever told. It
 * has no connection, no store and no clock, so the same deeds always give the same bytes.
 */
#ifndef TESTS_PARLOUR_H
#define TESTS_PARLOUR_H

#include "server/decide.h"
#include "server/tell.h"

enum { PARLOUR_BYTES = 4 << 20 };

struct parlour {
    struct bv_shelf *shelf;
    struct bv_table *table;
    int64_t now;
    char *told[BV_CHANNELS]; /* every message, one a line */
    size_t length[BV_CHANNELS];
};

/* `setup` as a client would send it. Ada has opened it, nobody sits there, and the game has not begun. */
struct parlour *empty_parlour(const char *setup);

/* The same, and it has begun: Ada holds the seats of the first side, Bob those of the second. */
struct parlour *parlour(const char *setup);
void parlour_end(struct parlour *parlour);

/* A deed happens, is told, and so is what follows from it. */
void happens(struct parlour *parlour, const struct bv_deed *deed);
void plays(struct parlour *parlour, int seat, const char *token);

/* A wish of `ada` or `bob`, with fields as JSON: granted, or refused with that code (NULL: it must be granted). */
void wishes(struct parlour *parlour, const char *person, const char *verb, const char *fields,
            const char *code);

#endif
