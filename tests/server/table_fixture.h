/*
 * A parlour: a table with two people at it, driven by events alone, and everything that each channel was ever told. It
 * has no connection, no store and no clock, so the same events always give the same bytes.
 */
#pragma once

#include "table/command.h"
#include "table/messages.h"

enum { FIXTURE_BYTES = 4 << 20 };

struct fixture {
    struct terms_cache *terms_cache;
    struct table *table;
    int64_t now;
    char *told[TABLE_CHANNELS]; /* every message, one a line */
    size_t length[TABLE_CHANNELS];
};

/* `setup` as a client would send it. Ada has opened it, nobody sits there, and the game has not begun. */
struct fixture *empty_fixture(const char *setup);

/* The same, and it has begun: Ada holds the seats of the first side, Bob those of the second. */
struct fixture *fixture(const char *setup);
void fixture_end(struct fixture *fixture);

/* An event happens, is told, and so is what follows from it. */
void happens(struct fixture *fixture, const struct table_event *event);
void plays(struct fixture *fixture, int seat, const char *token);

/* A command of `ada` or `bob`, with fields as JSON: granted, or refused with that code (NULL: it must be granted). */
void commands(struct fixture *fixture, const char *person, const char *verb, const char *fields,
              const char *code);
