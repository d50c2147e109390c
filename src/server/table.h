/*
 * A table: the fold of its deeds. bv_table_take is the only way it changes, for a deed that has just been decided
 * (decide.h) and for one that is read back from the store alike; so a table that is woken is the table that fell asleep.
 *
 *     setup ──▶ chairs are filled ──▶ start ──▶ moves ──▶ over ──▶ rematch
 *
 * It knows no connection, no store and no clock but the times of the deeds. These are wall times. A live clock runs on game
 * time (store/gametime.h), a clock of days by the calendar; at a live table `start`, `restart` and `pause` say what game
 * time it was then.
 */
#ifndef BV_TABLE_H
#define BV_TABLE_H

#include "server/deed.h"
#include "server/setup.h"

enum {
    BV_GROUP_MAX = 6,       /* people who share one seat */
    BV_TABLE_NAME_MAX = 40, /* bytes of a person's name */
    BV_MOVES_MAX = 200000,
    BV_CHANNELS = BV_SEATS_MAX + 1, /* one for each seat, and the last for watchers */
    BV_PROPOSAL_MAX = 200,
    BV_JOINING_MAX = 6, /* people who wait for an answer whether they may share a seat */
};

struct bv_holder {
    char person[BV_ID_SIZE];
    char name[BV_TABLE_NAME_MAX + 1];
};

/* An invitation to a seat admits the first so many who bring its key, or one person who is named. Everybody who sits down
 * there uses a place of it. When it is used up, and when the game begins, it is gone: its key opens nothing any more. */
struct bv_invitation {
    uint8_t people; /* whom it still admits; 0: there is none */
    char key[BV_KEY_SIZE];
    char person[BV_ID_SIZE]; /* "": whoever has the key */
};

/* A seat: open to anybody, kept for who is invited, held by people, or by the computer. */
struct bv_chair {
    uint8_t level; /* of the computer; 0: not the computer */
    uint8_t holders;
    bool
        kept; /* nobody but the owner sits down there without an invitation, also when that is used up */
    struct bv_holder holder[BV_GROUP_MAX];
    struct bv_invitation invitation;
};

/* Somebody who asks those who hold a seat to share it. */
struct bv_joining {
    int8_t seat;
    struct bv_holder who;
};

struct bv_move {
    bv_action action;
    uint8_t seat;
    bool fixed; /* chance, or something was revealed: nothing before its end can be taken back */
};

/* The partner's move that waits for agreement. */
struct bv_proposal {
    int8_t seat; /* -1: none */
    char person[BV_ID_SIZE];
    char key[BV_KEY_SIZE];
    char token[BV_TOKEN_MAX];
};

/* What a rated game was worth to a side; both nought: it has not counted. */
struct bv_rating_change {
    int before, after;
};

struct bv_table {
    struct bv_setup setup;
    char id[BV_ID_SIZE];
    enum bv_table_stage stage;
    uint32_t deeds;
    struct bv_chair chair[BV_SEATS_MAX];
    struct bv_dice dice;
    struct bv_clock clock;
    int64_t begun;
    int64_t begun_time; /* the same as its clock counts */
    int64_t ended;
    int64_t latest;              /* the time of the last deed, */
    int64_t heard_by_all;        /* and of the last that everybody heard of */
    int64_t offset;              /* wall time less what the clock runs on, as the log has it */
    int64_t grace[BV_SIDES_MAX]; /* ms that lost connections may still cost for nothing */

    union bv_state state;
    struct bv_past *past; /* NULL in games that know no repetition */
    struct bv_move *move;
    size_t moves;
    size_t room;
    uint32_t epoch; /* rises when moves are taken back */
    uint64_t *key;  /* prints of the keys of all tokens, those taken back too, */
    size_t keys;    /* by which they are known when they come again, however late */
    size_t key_room;

    struct bv_proposal proposal[BV_SIDES_MAX];
    struct bv_joining joining[BV_JOINING_MAX];
    uint8_t joinings;
    uint64_t *rejected; /* prints of who asked to share which seat and was not admitted */
    size_t rejections, rejected_room;
    int8_t offering;   /* the side that offers a draw; -1: none */
    int8_t asking;     /* the side that asks to take back; -1: none */
    uint32_t asked_to; /* down to so many moves */
    uint8_t again;     /* sides that would play again */
    char next[BV_ID_SIZE];
    struct bv_rating_change rating[BV_SIDES_MAX];
    char outcome[64]; /* the result that the table, not the rules, gave: `F 0 A 1 resigned` */

    uint32_t told[BV_CHANNELS];   /* how many messages each channel has had, */
    uint32_t beside[BV_CHANNELS]; /* and of those, how many that were not about tokens */
    struct bv_menu *menu; /* where tokens are read; NULL: in that of the house's own thread */
};

struct bv_table *bv_table_new(const struct bv_setup *setup, const char *id);
void bv_table_free(struct bv_table *table); /* the setup's terms are the caller's to return */

/* What a deed changed, for those who tell it. */
struct bv_effect {
    union bv_state before; /* of a token: what it was played on */
    int seat;              /* of a token: who acted, BV_CHANCE for dice */
    bv_action action;
    size_t undone;  /* of a take-back: how many tokens */
    uint32_t heard; /* a bit for each channel that is told */
};

/* Applies a deed. False and an error only for a log that does not make sense; the table is then of no use. */
bool bv_table_take(struct bv_table *table, const struct bv_deed *deed, struct bv_effect *effect,
                   struct bv_error *error);

/* ---- Questions -------------------------------------------------------------------------------------------- */

static inline const struct bv_terms *bv_table_terms(const struct bv_table *table)
{
    return table->setup.terms;
}

/* Whether a clock runs here that does not go by the calendar. */
static inline bool bv_table_is_live(const struct bv_table *table)
{
    return table->setup.time.mode == BV_TIME_CLOCK && table->stage == BV_TABLE_PLAYING;
}

/* A wall time as the table's clock counts. */
static inline int64_t bv_table_time(const struct bv_table *table, int64_t at)
{
    return at - table->offset;
}

/* The channel of a seat or of BV_WATCHER. */
static inline int bv_channel_of(int seat)
{
    return seat == BV_WATCHER ? BV_SEATS_MAX : seat;
}

static inline int bv_seat_of_channel(int channel)
{
    return channel == BV_SEATS_MAX ? BV_WATCHER : channel;
}

/* The place of a person among those who hold a seat, or -1. */
int bv_holder_at(const struct bv_table *table, int seat, const char *person);
bool bv_holds(const struct bv_table *table, int seat, const char *person);

/* The seats a person holds, and whether one of them is on a side. */
bv_seats bv_seats_held(const struct bv_table *table, const char *person);
bool bv_holds_side(const struct bv_table *table, int side, const char *person);

/* The place of somebody among those who ask to share a seat, or -1; and whether they have asked in vain. */
int bv_joining_at(const struct bv_table *table, int seat, const char *person);
bool bv_is_rejected(const struct bv_table *table, int seat, const char *person);

/* The n-th of a set of seats, from nought. */
static inline int bv_nth_seat(bv_seats seats, int n)
{
    while (n-- > 0) seats &= seats - 1;
    return __builtin_ctz(seats);
}

/* Whether all seats of a side are the computer's. */
bool bv_side_is_computer(const struct bv_table *table, int side);

/* Whether a side has played a token that stands. */
bool bv_has_played(const struct bv_table *table, int side);

/* Whether a token with this key was ever played from that seat. */
bool bv_has_key(const struct bv_table *table, int seat, const char *key);

/* How many different people hold seats of a side. */
int bv_people_of_side(const struct bv_table *table, int side);

/* Whether everybody sees everything here: no take-back can reveal a secret. */
bool bv_nothing_secret(const struct bv_terms *terms, const union bv_state *state);

/* Who is to act; nobody while the game has not begun or is over. */
bv_seats bv_table_to_act(const struct bv_table *table);

/*
 * Who is to act as far as a seat knows, or everybody (BV_WATCHER). Where both sides act in secret, whether the other has done
 * so is known to nobody until both have. Whatever others can see or bring about follows from this and never from
 * bv_table_to_act: clocks, credits, claims, no-shows.
 */
bv_seats bv_seen_to_act(const struct bv_table *table, int seat);

/* Whether it is a secret who has acted: both sides are to act, as far as everybody knows. */
bool bv_acts_in_secret(const struct bv_table *table);

/* A bit for each side that has one of these seats. */
uint8_t bv_sides_among(const struct bv_terms *terms, bv_seats seats);

/* The first move to be taken back when a side asks now, or -1 where dice or a secret stand in the way. */
int64_t bv_take_back_to(const struct bv_table *table, int side);

/* Whether both sides have played a token: a game that was given up before is none, and counts nowhere. */
bool bv_both_have_played(const struct bv_table *table);

/* What a side got of a game that is over: 2 won, 1 drawn, 0 lost; -1: the table was closed before. */
int bv_table_half_points(const struct bv_table *table, int side);

/* `F 1 A 0 elimination`, or "" while nothing is decided, `*` when the table was closed before. */
void bv_table_result(const struct bv_table *table, struct bv_out *out);

#endif
