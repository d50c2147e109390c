/*
 * Deeds: everything that happens at a table, each one line of the table's append-only log.
 *
 *     sit F p7k2… Ada Lovelace          somebody takes a seat
 *     play F p7k2… k81x e4>e5            a token, with the key by which its sender knows it again
 *     roll 5                             chance
 *     say table p7k2… good luck          a word to the table
 *
 * A line is a verb and its fields, as the one table in deed.c lists them. The table's state is the fold of its deeds
 * (table.h), what people are told of them is told in tell.h.
 */
#ifndef BV_DEED_H
#define BV_DEED_H

#include "core/game.h"
#include "store/store.h"

enum bv_verb {
    BV_SIT,      /* a person takes a seat, or joins those who share it */
    BV_STAND,    /* and leaves it */
    BV_COMPUTER, /* a seat is given to the computer at a level */
    BV_KEEP,     /* a seat is kept: for the first so many who bring the key, or for one person */
    BV_FREE,     /* a seat is open to anybody again */
    BV_WORD,     /* a seat's word is mixed into the dice */
    BV_START,
    BV_PLAY,    /* a token */
    BV_ROLL,    /* a token of chance */
    BV_PROPOSE, /* a token that a partner must agree to */
    BV_AGREE,   /* to the proposal */
    BV_OBJECT,
    BV_OFFER, /* a draw */
    BV_DECLINE,
    BV_ACCEPT,
    BV_ASK, /* to take back down to so many tokens */
    BV_REFUSE,
    BV_TAKE_BACK,
    BV_RESIGN,
    BV_FLAG,     /* a side's time is over */
    BV_ABANDON,  /* a side has left the game */
    BV_CANCEL,   /* the table is closed before the game began, or by a keeper */
    BV_CREDIT,   /* a side gets time back that a lost connection cost */
    BV_RESTART,  /* the house was closed: the time since the last deed does not count */
    BV_PAUSE,    /* the wall clock has jumped, or the house stood still: that does not count */
    BV_VACATION, /* a side's days stand still for so many days */
    BV_SAY,      /* to the table or to one's side */
    BV_JOIN,     /* a person asks those who hold a seat to share it */
    BV_REJECT,   /* and is not admitted */
    BV_REMATCH,  /* a side would play again */
    BV_NEXT,     /* the table where it goes on */
    BV_RATED,    /* the game has counted: the ratings of each side before and after */
    BV_VERBS,
};

/* Which fields a verb has, in the order of the line. */
enum bv_field {
    BV_FIELD_SEAT = 1,
    BV_FIELD_SIDE = 2,
    BV_FIELD_ROOM = 4, /* `table` or a side */
    BV_FIELD_AMOUNT = 8,
    BV_FIELD_PERSON = 16, /* `-`: the computer, or nobody in particular */
    BV_FIELD_KEY = 32,    /* `-`: none */
    BV_FIELD_TEXT = 64,   /* the rest of the line */
    BV_FIELD_GAME =
        128, /* game time; left out where the clock, if there is one, goes by the calendar */
};

enum { BV_KEY_SIZE = BV_ID_SIZE, BV_SAID_MAX = 500, BV_DEED_MAX = 640, BV_ROOM_TABLE = -1 };

struct bv_deed {
    enum bv_verb verb;
    int8_t seat; /* BV_FIELD_SEAT */
    int8_t side; /* BV_FIELD_SIDE, or BV_FIELD_ROOM: BV_ROOM_TABLE */
    int64_t amount;
    char person[BV_ID_SIZE];
    char key[BV_KEY_SIZE];
    struct bv_span text;
    int64_t at;   /* when, milliseconds since 1970; kept beside the line */
    int64_t game; /* BV_FIELD_GAME: what game time it was then; 0: left out */
};

const char *bv_verb_name(enum bv_verb verb);
unsigned bv_verb_fields(enum bv_verb verb);

/* Whether it says how the times of the deeds from there on and game time go together. */
static inline bool bv_verb_marks_time(enum bv_verb verb)
{
    return bv_verb_fields(verb) & BV_FIELD_GAME;
}

/* The line of a deed, without newline. */
void bv_deed_write(const struct bv_terms *terms, const struct bv_deed *deed, struct bv_out *out);

/* A line of the log; the text points into it. Our own writing, so an error means a damaged store. */
bool bv_deed_read(const struct bv_terms *terms, struct bv_span line, struct bv_deed *deed,
                  struct bv_error *error);

#endif
