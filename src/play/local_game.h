/*
 * A game on one device: who holds which seats, what was played, what may be taken back. It shows
 * nothing itself; line-by-line play and the full screen are built on it.
 */
#pragma once

#include "match/player_spec.h"
#include "play/history.h"

struct local_game {
    struct session *session;
    struct saved_game *resumed; /* owns the session; NULL: a new game, which owns its session */
    struct history history;
    struct bv_random random;
    bv_seats people;               /* seats that people hold */
    int viewer;                    /* the seat whose secrets the screen shows; -1: none yet */
    struct table_player *computer; /* holds the other seats; NULL: none */
    struct player_spec spec;       /* the computer, as it was requested */
    char begun[BV_DATE_SIZE];
    char player[BV_SEATS_MAX][BV_PLAYER_MAX + 1]; /* as a record names them */
    union bv_state *undo; /* states before each of the last tokens that may be taken back */
    size_t undo_count, undo_capacity;
};

/* What an action did. */
struct local_game_effects {
    int seat;
    bv_action action;
    uint32_t count;
    struct bv_event event[BV_EVENTS_MAX];
};

/* Starts a new game, or continues one: takes ownership of the session or of the saved game. */
void local_game_begin(struct local_game *local, struct session *session, uint64_t seed);
void local_game_resume(struct local_game *local, struct saved_game *saved, uint64_t seed);

/* Resumes the record at `path`; NULL: starts the game of the request. */
bool local_game_open(struct local_game *local, const struct bv_request *request, const char *path,
                     uint64_t seed, struct bv_error *error);

/* The seats of a list of sides and seats: `BN`, `S.knights,O.men`. */
bool seats_named(const struct bv_terms *terms, const char *names, bv_seats *seats,
                 struct bv_error *error);

/* A list of seats, as seats_named reads it. */
void put_seats(const struct bv_terms *terms, bv_seats seats, struct bv_out *out);

/*
 * Assigns seats to people and the computer. `against` NULL or `person`: people hold every seat;
 * else a player, and people hold only the side that `side` names, by itself or by all its seats
 * (NULL: the first). The error names the wrong argument.
 */
bool local_game_seat(struct local_game *local, const char *against, const char *side,
                     struct bv_error *error);

/* Frees everything. */
void local_game_end(struct local_game *local);

/*
 * The people's seats that may act now. Where there are secrets they act one after the other: the
 * viewer as long as it may, then the next. So no person acts for another, or with another's
 * knowledge.
 */
bv_seats local_game_to_act(const struct local_game *local);

/* Whether the screen must be handed to the seat that is to act before it shows anything. */
bool local_game_must_hand_over(const struct local_game *local);

/* The person of this seat looks at the screen now: nothing played before can be taken back. */
void local_game_hand_to(struct local_game *local, int seat);

/*
 * Plays an action and reports what it did. Refuses, with an error, what the rules refuse and what a
 * person plays out of turn: nothing else enters the history.
 */
bool local_game_play(struct local_game *local, int seat, bv_action action,
                     struct local_game_effects *effects, struct bv_error *error);

/* Draws for chance, or asks the computer and waits for its answer; false if it has none. */
bool local_game_ask_others(struct local_game *local, bv_seats acting, int *seat, bv_action *action);

/*
 * Takes back what people played last, but never past an action of chance. In a game with secrets, a
 * person takes back only its own tokens, and only until something was revealed. In other games
 * people may go back as far as they like, past the computer's replies too. False: there is nothing
 * to take back.
 */
bool local_game_take_back(struct local_game *local);

/* Writes the game so far as a record. */
bool local_game_save(const struct local_game *local, const char *path, struct bv_error *error);

bool local_game_has_secrets(const struct local_game *local);

/* The side that has won; -1: drawn, or not over. */
int local_game_winner(const struct local_game *local);

/* How a game ended otherwise than by the rules, from `V 0 G 1 resigned`. */
void put_outside_result(const struct bv_game *game, struct bv_span result, bool french,
                        struct bv_out *out);

/* How the game ended, in one or two sentences (`Victory, the French: …`). Only once over. */
void put_result(const struct bv_terms *terms, const union bv_state *state, bool french,
                struct bv_out *out);
