/*
 * A game at one device: who holds which seats, what was played, what may be taken back. It shows nothing: the terminal's
 * two faces, line by line and full screen, are built on it.
 */
#ifndef BIVOUAC_SITTING_H
#define BIVOUAC_SITTING_H

#include "contest/entrant.h"
#include "play/history.h"

struct sitting {
    struct session *session;
    struct saved_game
        *resumed; /* whose session this is; NULL: a new game, whose session it is to free */
    struct history history;
    struct bv_random random;
    bv_seats people;            /* seats that people hold */
    int viewer;                 /* the seat whose secrets the screen shows; -1: nobody's yet */
    struct bv_seated *computer; /* holds the others; NULL: nobody does */
    struct bv_entrant entrant;  /* the computer, as it was asked for */
    char begun[BV_DATE_SIZE];
    char player[BV_SEATS_MAX][BV_PLAYER_MAX + 1]; /* as a record names them */
    union bv_state *undo; /* states before each of the last tokens that may be taken back */
    size_t undo_count, undo_room;
};

/* What an action did. */
struct happening {
    int seat;
    bv_action action;
    uint32_t count;
    struct bv_event event[BV_EVENTS_MAX];
};

/* A game that begins, or goes on: the session or what was read becomes the sitting's own. */
void sitting_begin(struct sitting *sitting, struct session *session, uint64_t seed);
void sitting_resume(struct sitting *sitting, struct saved_game *saved, uint64_t seed);

/*
 * Seats people and the computer. `against`: NULL or `person`: people hold every seat; else an entrant, and people hold
 * the seats of `side` (NULL: the first) alone. An error says what was meant wrongly.
 */
bool sitting_seat(struct sitting *sitting, const char *against, const char *side,
                  struct bv_error *error);

/* Frees everything. */
void sitting_end(struct sitting *sitting);

/*
 * The people's seats that may act now. Where there are secrets they act one after the other: the viewer as long as it
 * may, then the next. So nobody acts for another, and nobody chooses from what another knows.
 */
bv_seats sitting_to_act(const struct sitting *sitting);

/* Whether the screen must be handed to the seat that is to act, before it shows anything. */
bool sitting_must_hand_over(const struct sitting *sitting);

/* The person of this seat looks at the screen now: nothing that was played before can be taken back. */
void sitting_hand_to(struct sitting *sitting, int seat);

/*
 * Plays an action and says what it did. Refused, with an error, is what the rules refuse, and what a person plays out of
 * turn: nothing else enters the history.
 */
bool sitting_play(struct sitting *sitting, int seat, bv_action action, struct happening *happening,
                  struct bv_error *error);

/* Draws for chance, or asks the computer, which waits for its answer; false if it has none. */
bool sitting_ask_others(struct sitting *sitting, bv_seats acting, int *seat, bv_action *action);

/*
 * Takes back what people played last: until chance has acted; in a game with secrets only one's own tokens, until
 * something came to light. In the others people at one screen may go back as far as they like, over the computer's
 * replies too. False: there is nothing to take back.
 */
bool sitting_take_back(struct sitting *sitting);

/* Writes the game so far as a record. */
bool sitting_save(const struct sitting *sitting, const char *path, const char *outside,
                  struct bv_error *error);

bool sitting_has_secrets(const struct sitting *sitting);

/* `Victory, the French: …`: how it ended, one or two sentences. Only when the game is over. */
void put_result(const struct bv_terms *terms, const union bv_state *state, bool french,
                struct bv_out *out);

#endif
