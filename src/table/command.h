/*
 * Commands: a player asks for something at a table (`play`, `sit`, `resign`). table_decide checks
 * the command against the table and returns the events that follow from it, or a refusal. It
 * changes nothing; the server stores and applies the events.
 */
#pragma once

#include "table/request.h"
#include "table/table.h"

struct table_command {
    const struct request *request; /* of a verb with REQUEST_TABLE */
    const char *person;            /* the player who sends it */
    const char *name;
    int64_t now;
    int64_t absent[BV_SIDES_MAX]; /* for how long no player of a side has been connected, ms */
    const char *new_key;          /* a new random key, for invitations */
    /* the player who would take the seat has an account, or is a bot */
    bool has_account;
    bool unwelcome; /* a player at the table has blocked this player */
};

enum { TABLE_EVENTS_OF_A_COMMAND = 2 };

/* Returns how many events follow, 1 or 2; 0 with a code: refused; 0 without a code: granted, but
 * there is nothing to do (a repeated command). */
int table_decide(const struct table *table, const struct table_command *command,
                 struct table_event event[TABLE_EVENTS_OF_A_COMMAND], struct refusal *refusal);

/* What follows by itself: dice are rolled, a prepared reply is played, the computer answers an offer. `token` is the buffer for
 * the event's text. */
bool table_follows(const struct table *table, struct table_event *event, char token[BV_TOKEN_MAX]);

/* What is due at `now`: a side's time ran out, a game was abandoned, a table expired. `present`: a
 * bit for each side with a connected player; `came`: for each that has had one. */
bool table_time_brings(const struct table *table, int64_t now, uint8_t present, uint8_t came,
                       const int64_t absent[BV_SIDES_MAX], struct table_event *event);

/* When to call table_time_brings again; INT64_MAX: never. */
int64_t table_look_again(const struct table *table);

/* The time that a lost connection cost a side, which is given back when a player of it returns: at
 * most the rest of its grace. */
int64_t table_lost_time(const struct table *table, int side, int64_t absent_since, int64_t now);

/* The seats where the computer is to act now. */
bv_seats table_computer_to_act(const struct table *table);
