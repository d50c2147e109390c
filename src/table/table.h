/*
 * A table: the result of applying its events in order. table_apply is the only way to change it,
 * both for a new event that command.h has decided and for one read back from the store. So loading
 * a table gives the same table that was unloaded.
 *
 *     setup ──▶ seats are taken ──▶ start ──▶ moves ──▶ over ──▶ rematch
 *
 * A table knows no connection, no store and no clock except the times of its events, which are wall
 * times. A live clock runs on game time (store/game_time.h), a clock of days by the calendar. At a
 * table with a live clock the events `start`, `restart` and `pause` say what game time it was.
 */
#pragma once

#include "table/event.h"
#include "table/setup.h"

enum {
    TABLE_GROUP_MAX = 6,               /* people who share one seat */
    TABLE_NAME_MAX = 40,               /* bytes of a person's name */
    TABLE_CHANNELS = BV_SEATS_MAX + 1, /* one for each seat, and the last for watchers */
    TABLE_JOINING_MAX = 6, /* people who wait for an answer whether they may share a seat */
};

struct table_holder {
    char person[ID_SIZE];
    char name[TABLE_NAME_MAX + 1];
};

/* An invitation to a seat admits the first players who bring its key, or one named player. Each
 * player who takes the seat uses one place of it. When all places are used, or the game begins, its
 * key is no longer valid. */
struct table_invitation {
    uint8_t people; /* how many it still admits; 0: there is no invitation */
    char key[TABLE_KEY_SIZE];
    char person[ID_SIZE]; /* "": any person with the key */
};

/* Who holds a seat: no player yet (open or reserved), players, or the computer. */
struct table_occupant {
    uint8_t level; /* of the computer; 0: not the computer */
    uint8_t holders;
    bool
        reserved; /* only the owner may sit here without an invitation, even when that is used up */
    struct table_holder holder[TABLE_GROUP_MAX];
    struct table_invitation invitation;
};

/* A player who asks the holders of a seat to share it. */
struct table_joining {
    int8_t seat;
    struct table_holder who;
};

struct table_move {
    bv_action action;
    uint8_t seat;
    bool fixed; /* chance, or something was revealed: nothing before its end can be taken back */
};

/* A partner's move that waits for agreement. */
struct table_proposal {
    int8_t seat; /* -1: none */
    char person[ID_SIZE];
    char key[TABLE_KEY_SIZE];
    char token[BV_TOKEN_MAX];
    bool has_action; /* of the token, as in the event that proposed it */
    bv_action action;
};

/* A side's ratings before and after a rated game; both 0: the game was not rated. */
struct table_rating_change {
    int before, after;
};

struct table {
    struct table_setup setup;
    char id[ID_SIZE];
    enum table_stage stage;
    uint32_t events;
    struct table_occupant occupant[BV_SEATS_MAX];
    struct bv_dice dice;
    struct table_clock clock;
    int64_t begun;
    int64_t begun_time; /* the same on the time scale of its clock */
    int64_t ended;
    int64_t latest;              /* the time of the last event, */
    int64_t last_public;         /* and of the last that was sent to all channels */
    int64_t offset;              /* wall time minus the time that the clock runs on, from the log */
    int64_t grace[BV_SIDES_MAX]; /* ms that lost connections may still cost without loss of time */

    union bv_state state;
    struct bv_past *past; /* NULL in games without a rule about repetition */
    struct table_move *move;
    size_t moves;
    size_t capacity;
    uint32_t epoch; /* incremented when moves are taken back */
    uint64_t *key;  /* hashes of the keys of all tokens, including those taken back: */
    size_t keys;    /* a token that is sent again is recognised, however late */
    size_t key_capacity;

    struct table_proposal proposal[BV_SIDES_MAX];
    struct table_replies *replies[BV_SIDES_MAX]; /* replies.h; NULL: none */
    struct table_joining joining[TABLE_JOINING_MAX];
    uint8_t joinings;
    uint64_t *rejected; /* hashes of player and seat where a request to share was rejected */
    size_t rejections, rejected_capacity;
    int8_t offering;   /* the side that offers a draw; -1: none */
    int8_t asking;     /* the side that asks to take back; -1: none */
    uint32_t asked_to; /* down to that many moves */
    uint8_t again;     /* sides that ask for a rematch */
    char next[ID_SIZE];
    struct table_rating_change rating[BV_SIDES_MAX];
    char outcome[64]; /* the result if the table, not the rules, decided it: `F 0 A 1 resigned` */

    uint32_t messages[TABLE_CHANNELS];       /* how many messages each channel has had, */
    uint32_t other_messages[TABLE_CHANNELS]; /* and how many of them were not about tokens */
    struct bv_menu *menu; /* buffer for parsing tokens; NULL: that of the event loop's thread */
};

struct table *table_new(const struct table_setup *setup, const char *id);
void table_free(struct table *table); /* the caller returns the setup's terms */

/* What an event changed, for the messages about it. */
struct table_effect {
    union bv_state before; /* of a token: the state before it */
    int seat;              /* of a token: the seat that acted, BV_CHANCE for dice */
    bv_action action;
    size_t undone;     /* of a take-back: how many tokens */
    uint32_t channels; /* a bit for each channel that gets a message */
};

/* Applies an event. False and an error only if the log is inconsistent; the table is then
 * unusable. */
bool table_apply(struct table *table, const struct table_event *event, struct table_effect *effect,
                 struct bv_error *error);

/* ---- Queries --------------------------------------------------------------------------------- */

static inline const struct bv_terms *table_terms(const struct table *table)
{
    return table->setup.terms;
}

/* Whether a live clock runs here, not one by the calendar. */
static inline bool table_is_live(const struct table *table)
{
    return table->setup.time.mode == TABLE_TIME_CLOCK && table->stage == TABLE_PLAYING;
}

/* Converts wall time to the time scale of the table's clock. */
static inline int64_t table_time(const struct table *table, int64_t at)
{
    return at - table->offset;
}

/* The channel of a seat or of BV_WATCHER. */
static inline int table_channel_of(int seat)
{
    return seat == BV_WATCHER ? BV_SEATS_MAX : seat;
}

static inline int table_seat_of_channel(int channel)
{
    return channel == BV_SEATS_MAX ? BV_WATCHER : channel;
}

/* The index of a player among the holders of a seat, or -1. */
int table_holder_at(const struct table *table, int seat, const char *person);
bool table_holds(const struct table *table, int seat, const char *person);

/* The seats a player holds, and whether one of them is on a side. */
bv_seats table_seats_held(const struct table *table, const char *person);
bool table_holds_side(const struct table *table, int side, const char *person);

/* The index of a player among those who ask to share a seat, or -1; and whether the player was
 * rejected there. */
int table_joining_at(const struct table *table, int seat, const char *person);
bool table_is_rejected(const struct table *table, int seat, const char *person);

/* The n-th of a set of seats, counted from 0. */
static inline int table_nth_seat(bv_seats seats, int n)
{
    while (n-- > 0) seats &= seats - 1;
    return __builtin_ctz(seats);
}

/* Whether the computer holds all seats of a side. */
bool table_side_is_computer(const struct table *table, int side);

/* Whether a side has played a token that was not taken back. */
bool table_has_played(const struct table *table, int side);

/* Whether a token with this key was ever played from that seat. */
bool table_has_key(const struct table *table, int seat, const char *key);

/* How many different people hold seats of a side. */
int table_people_of_side(const struct table *table, int side);

/* The seats that are to act; none before the game begins or when it is over. */
bv_seats table_to_act(const struct table *table);

/*
 * The seats that are to act as a seat, or a watcher (BV_WATCHER), knows it. Where both sides act in
 * secret, neither learns whether the other has acted until both have. Everything that other players
 * can see or cause follows from this and never from table_to_act: clocks, credits, claims,
 * no-shows.
 */
bv_seats table_seen_to_act(const struct table *table, int seat);

/* Whether it is secret which side has acted: as far as all players know, both sides are to act. */
bool table_acts_in_secret(const struct table *table);

/* A bit for each side that has one of these seats. */
uint8_t table_sides_among(const struct bv_terms *terms, bv_seats seats);

/* The first move that is taken back when a side asks now; -1 if dice or a secret prevent it. */
int64_t table_take_back_to(const struct table *table, int side);

/* Whether both sides have played a token: a game abandoned before that does not count. */
bool table_both_have_played(const struct table *table);

/* A side's result of a game that is over: 2 won, 1 drawn, 0 lost; -1: the table was closed
 * before. */
int table_half_points(const struct table *table, int side);

/* `F 1 A 0 elimination`, or "" while the game goes on, `*` when the table was closed before its
 * end. */
void table_result(const struct table *table, struct bv_out *out);
