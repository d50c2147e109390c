/*
 * Events: everything that happens at a table. Each event is one line of the table's append-only
 * log.
 *
 *     sit F p7k2… Ada Lovelace          a player takes a seat
 *     play F p7k2… k81x e4>e5            a token, with the key that identifies it for its sender
 *     roll 5                             chance
 *     say table p7k2… good luck          a chat message to the table
 *
 * A line is a verb and its fields, as the table in event.c lists them. Applying all events in order
 * gives the state of the table (table.h); messages.h turns events into messages for the clients.
 */
#pragma once

#include "core/game.h"
#include "core/ids.h"

enum table_event_kind {
    TABLE_SIT,      /* a player takes a seat, or joins those who share it */
    TABLE_STAND,    /* and leaves it */
    TABLE_COMPUTER, /* the computer gets a seat, at a level */
    /* a seat is reserved: for the first players who bring the key, or for one player */
    TABLE_RESERVE,
    TABLE_FREE, /* a seat is open to all again */
    TABLE_WORD, /* a seat's word is mixed into the dice */
    TABLE_START,
    TABLE_PLAY,    /* a token */
    TABLE_ROLL,    /* a token of chance */
    TABLE_PROPOSE, /* a token that a partner must agree to */
    TABLE_AGREE,   /* to the proposal */
    TABLE_OBJECT,
    TABLE_OFFER, /* a draw */
    TABLE_DECLINE,
    TABLE_ACCEPT,
    TABLE_ASK, /* to take back, down to that many tokens */
    TABLE_REFUSE,
    TABLE_TAKE_BACK,
    TABLE_RESIGN,
    TABLE_FLAG,    /* a side's time ran out */
    TABLE_ABANDON, /* a side has left the game */
    TABLE_CANCEL,  /* the table is closed before the game began, or by an admin */
    TABLE_CREDIT,  /* a side gets back the time that a lost connection cost */
    TABLE_RESTART, /* the server was stopped: the time since the last event does not count */
    /* the wall clock jumped, or the server was suspended: that time does not count */
    TABLE_PAUSE,
    TABLE_VACATION, /* a side's days stop for a number of days */
    TABLE_PREPARE,  /* a side's replies to moves that are not played yet (replies.h); `-`: none */
    TABLE_SAY,      /* to the table or to one's side */
    TABLE_JOIN,     /* a player asks the holders of a seat to share it */
    TABLE_REJECT,   /* and is rejected */
    TABLE_REMATCH,  /* a side asks for a rematch */
    TABLE_NEXT,     /* the table of the rematch */
    TABLE_RATED,    /* the game was rated: the ratings of each side before and after */
    TABLE_VERBS,
};

/* The fields of a verb, in the order of the line. */
enum table_field {
    TABLE_FIELD_SEAT = 1,
    TABLE_FIELD_SIDE = 2,
    TABLE_FIELD_AUDIENCE = 4, /* `table` or a side */
    TABLE_FIELD_AMOUNT = 8,
    TABLE_FIELD_PERSON = 16, /* `-`: the computer, or no player */
    TABLE_FIELD_KEY = 32,    /* `-`: none */
    TABLE_FIELD_TEXT = 64,   /* the rest of the line */
    TABLE_FIELD_GAME =
        128, /* game time; left out where there is no clock or it goes by the calendar */
};

enum {
    TABLE_KEY_SIZE = ID_SIZE,
    TABLE_SAID_MAX = 500,
    TABLE_EVENT_MAX = 640,
    TABLE_AUDIENCE_ALL = -1
};

struct table_event {
    enum table_event_kind verb;
    int8_t seat; /* TABLE_FIELD_SEAT */
    int8_t side; /* TABLE_FIELD_SIDE, or TABLE_FIELD_AUDIENCE: TABLE_AUDIENCE_ALL */
    int64_t amount;
    char person[ID_SIZE];
    char key[TABLE_KEY_SIZE];
    struct bv_span text;
    int64_t at;   /* when, milliseconds since 1970; stored beside the line */
    int64_t game; /* TABLE_FIELD_GAME: game time at that moment; 0: left out */
    /* Not in the line: the action of the token, if it is legal at the table as it stands and need
     * not be looked up again. */
    bool has_action;
    bv_action action;
};

const char *table_verb_name(enum table_event_kind verb);
unsigned table_verb_fields(enum table_event_kind verb);

/* Whether the event relates wall time to game time for the events after it. */
static inline bool table_event_verb_marks_time(enum table_event_kind verb)
{
    return table_verb_fields(verb) & TABLE_FIELD_GAME;
}

/* The line of an event, without newline. */
void table_event_write(const struct bv_terms *terms, const struct table_event *event,
                       struct bv_out *out);

/* Parses a line of the log; the text points into it. The server wrote the line, so an error means a
 * damaged store. */
bool table_event_read(const struct bv_terms *terms, struct bv_span line, struct table_event *event,
                      struct bv_error *error);
