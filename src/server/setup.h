/*
 * What was chosen when a table was opened, and never changes: the game and its terms, who may see it, time, and how
 * partners decide. People send it as JSON (docs/api.md), and the store keeps it as the same JSON with owner and seed.
 */
#ifndef BV_SETUP_H
#define BV_SETUP_H

#include "core/dice.h"
#include "games/storage.h"
#include "server/clock.h"
#include "server/json.h"
#include "server/shelf.h"
#include "store/store.h"

enum { BV_SETUP_TEXT_MAX = 2 * BV_STATE_MAX + 48 * 1024 };

struct bv_setup {
    const struct bv_terms *terms; /* held on the shelf */
    bool listed;                  /* in the lobby; else found by its link alone */
    bool chat;
    bool agreement; /* a move of partners counts when one of them has agreed to another's */
    bool rated;     /* the game counts for the ratings of both */
    bool from_position;
    union bv_state start;
    struct bv_time_control time;
    char owner[BV_ID_SIZE];
    char club[BV_ID_SIZE];    /* whose members may sit here; "": anybody */
    char evening[BV_ID_SIZE]; /* that the house opened the table for; "": none */
    int pairing;              /* and which of its games this is */
    int64_t patience;         /* ms within which both sides must come, or lose; 0: they need not */
    uint8_t seed[BV_SEED_SIZE];
};

/* Reads all but owner and seed, and takes the terms from the shelf. */
bool bv_setup_read(const cJSON *json, struct bv_shelf *shelf, struct bv_setup *setup,
                   struct bv_error *error);

/* Why a game is not rated, or not for somebody. */
extern const struct bv_text bv_rated_for_two;
extern const struct bv_text bv_rated_for_accounts;

/* Whether a game that is set up like this can be rated: it must be the same game for everybody. *why says why not. */
bool bv_setup_is_common(const struct bv_setup *setup, struct bv_text *why);

/* Whether it is the game as its leaflet is usually read: from the start, on our board, with the usual readings and seats. */
bool bv_setup_is_usual(const struct bv_setup *setup);

/* What the store kept. */
bool bv_setup_restore(const char *text, struct bv_shelf *shelf, struct bv_setup *setup,
                      struct bv_error *error);

/* What everybody may know, into an object that is open: not the position, which may hold secrets. A board of one's own
 * is long, and comes apart. */
void bv_setup_write(const struct bv_setup *setup, struct bv_out *out);
void bv_setup_write_board(const struct bv_setup *setup, struct bv_out *out);

/* All of it, for the store. */
void bv_setup_keep(const struct bv_setup *setup, struct bv_out *out);

#endif
