/*
 * The setup of a table: what is chosen when it is opened and never changes. That is the game and
 * its terms, the visibility, the time control, and how partners decide. Clients send it as JSON
 * (docs/api.md); the store keeps the same JSON with the owner and the seed.
 */
#pragma once

#include "core/dice.h"
#include "core/ids.h"
#include "games/storage.h"
#include "table/clock.h"
#include "table/refusal.h"
#include "table/terms_cache.h"
#include "util/fields.h"

enum { TABLE_SETUP_TEXT_MAX = 2 * BV_STATE_MAX + 48 * 1024 };

struct table_setup {
    const struct bv_terms *terms; /* held in the terms cache */
    bool listed;                  /* in the lobby; else reached only by its link */
    bool chat;
    bool agreement; /* a move of partners counts once another partner has agreed to it */
    bool rated;     /* the game counts for the ratings of both sides */
    bool training;  /* the clients may give hints, although several people play */
    bool from_position;
    union bv_state start;
    struct table_time_control time;
    char owner[ID_SIZE];
    char club[ID_SIZE];       /* only members of this club may take a seat; "": no club */
    char tournament[ID_SIZE]; /* the tournament that the server opened the table for; "": none */
    int pairing;              /* the number of its game there */
    int64_t no_show;          /* ms within which both sides must come, or lose; 0: no limit */
    uint8_t seed[BV_SEED_SIZE];
};

/* Reads all but owner and seed, and takes the terms from the cache. */
bool table_setup_read(const cJSON *json, struct terms_cache *cache, struct table_setup *setup,
                      struct bv_error *error);

/* Whether a game with this setup can be rated: it must be the standard game. */
bool table_setup_is_common(const struct table_setup *setup, struct refusal *refusal);

/* Whether it is the game as its leaflet is usually played: from the start, on the standard board,
 * with the default rule options and seats. */
bool table_setup_is_usual(const struct table_setup *setup);

/* Reads what table_setup_store wrote. */
bool table_setup_restore(const char *text, struct terms_cache *cache, struct table_setup *setup,
                         struct bv_error *error);

/* Writes what all players may know into an open object: not the position, which may hold secrets. A
 * custom board is long and written separately. */
void table_setup_write(const struct table_setup *setup, struct bv_out *out);
void table_setup_write_board(const struct table_setup *setup, struct bv_out *out);

/* Writes all of it, for the store. */
void table_setup_store(const struct table_setup *setup, struct bv_out *out);
