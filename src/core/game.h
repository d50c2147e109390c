/*
 * The game interface: a game is one const struct of facts and functions.
 *
 *     board file ──load──▶ tables ─┐
 *     options, seats ─────────────┴▶ terms    agreed before play, never changed, shared by threads
 *                                      │
 *                   start ─────────────┴──▶ state ──apply──▶ state ──▶ … ──▶ result
 *
 * A state is flat, at most 1 KiB, points nowhere, and equal positions are equal bytes. The union of
 * all games' states (games/storage.h) is its storage; a copy copies the game's own size.
 *
 * At every moment exactly one of these holds: the game is over, chance is to act, or a non-empty
 * set of seats may act (to_act). An action is a number that encodes a whole choice, never an index
 * into a list; its text is its token. A turn of several steps is several actions, so sides need not
 * alternate.
 *
 * Functions of a game are pure: they allocate nothing, lock nothing, know no clock and draw no
 * random number but from the stream a caller hands to determinise.
 */
#pragma once

#include "core/base.h"
#include "core/random.h"
#include "core/text.h"

struct bv_thing;
struct bv_board;
struct bv_canvas;
struct bv_facts;
struct bv_terms;
struct bv_warning;
union bv_state;
union bv_tables;

typedef uint64_t bv_action;

enum {
    BV_STATE_MAX = 1024, /* bytes of any game's state */
    BV_SIDES_MAX = 2,
    BV_SEATS_MAX = 6,
    BV_OPTIONS_MAX = 8,
    BV_LIST_MAX = 32768, /* actions in any game's legal list */
    BV_CHANCE_MAX = 8,
    BV_EVENTS_MAX = 64,
    BV_SPECIAL_RULES_MAX = 8,
    BV_TOKEN_MAX = 80, /* bytes of any token with its NUL */
    BV_POSITION_MAX = 2048,
    BV_NAME_MAX = 32,
};

/* Who acts: a seat's number from 0 in the form's own order, or chance; a watcher only looks. */
enum { BV_CHANCE = 30, BV_WATCHER = 31 };

/* A set of seats, chance or watchers, one bit each. to_act gives none: the game is over. */
typedef uint32_t bv_seats;

static inline bv_seats bv_seat_bit(int seat)
{
    return (bv_seats)1 << seat;
}

#define BV_EVERYBODY UINT32_MAX /* as an audience: all seats and the watchers */

/* ---- Facts ----------------------------------------------------------------------------------- */

struct bv_side {
    const char *name; /* in transcripts: `F` */
    struct bv_text title;
};

struct bv_seat {
    const char *name; /* in transcripts: `A`, `A.left`: its side's, and a word of its own */
    uint8_t side;
    struct bv_text title;
    bool across; /* sits at the upper edge of the board as it is drawn */
};

/* A form of the game: `seats=K` of a transcript, and the seats the rules know in it. */
struct bv_form {
    uint8_t players;
    uint8_t seats;
    const struct bv_seat *seat;
};

struct bv_value {
    const char *name;
    struct bv_text what;
};

/* A rule that can be played in several ways. Its first value is the default. */
struct bv_option {
    const char *name;
    struct bv_text what;
    uint8_t count;
    const struct bv_value *value;
};

struct bv_reason {
    const char *word; /* in transcripts: `elimination` */
    struct bv_text title;
};

/* A sign of the drawing and what it means, for a legend. */
struct bv_sign {
    const char *rich;  /* as it is drawn in colour */
    const char *plain; /* and in ASCII */
    struct bv_text what;
};

enum bv_flag {
    BV_HAS_CHANCE = 1,
    BV_HAS_SECRETS = 2,
    BV_HAS_SIMULTANEOUS = 4,
    BV_HAS_PARTNERS = 8,
    BV_HAS_REPETITION = 16,
};

/* ---- What happens ---------------------------------------------------------------------------- */

struct bv_outcome {
    bv_action action;
    uint32_t weight; /* its odds are weight / the sum of all weights */
};

struct bv_result {
    uint8_t half_points[BV_SIDES_MAX]; /* 2 won, 1 drawn, 0 lost */
    uint8_t reason;                    /* index into the game's reasons */
    bool has_margin;
    int32_t margin; /* won by so much */
};

/*
 * What a screen animates and a log says. Fields that a kind does not mention are 0, points
 * BV_NOWHERE. These kinds are any game's; kinds of a game's own are BV_EVENT_OWN and the numbers
 * after it.
 */
enum bv_event_kind {
    BV_EVENT_PLACED,    /* piece placed at `to` */
    BV_EVENT_MOVED,     /* piece went from `from` to `to` */
    BV_EVENT_TURNED,    /* piece at `to` now faces direction `amount` */
    BV_EVENT_FIRED,     /* piece at `from` fires at `to` */
    BV_EVENT_ROLLED,    /* chance shows `amount` (the game's own coding) */
    BV_EVENT_LOST,      /* piece at `to` loses `amount` of what it consists of */
    BV_EVENT_MISSED,    /* shots had no effect */
    BV_EVENT_TAKEN,     /* piece at `to` is captured */
    BV_EVENT_DESTROYED, /* piece at `to` is destroyed */
    BV_EVENT_CHANGED,   /* piece at `to` became what `piece` now says */
    BV_EVENT_SHOWN,     /* a secret about `to` is shown: piece, amount */
    BV_EVENT_FOUGHT,    /* piece at `from` fights the piece at `to` */
    BV_EVENT_PASSED,    /* a turn or phase was passed */
    BV_EVENT_READY,     /* what a seat does in secret is complete */
    BV_EVENT_TURN,      /* the turn of `side` begins; amount: the game's phase */
    BV_EVENT_OVER,      /* the game is over; amount: index of the reason */
    BV_EVENT_OWN,
};

enum { BV_NOWHERE = -1 };

struct bv_event {
    uint8_t kind;
    uint8_t side;  /* whose piece or action it is */
    uint8_t piece; /* index into the game's pieces */
    int16_t from;
    int16_t to;
    int32_t amount;
    bv_seats audience; /* who may know; bit BV_WATCHER for watchers */
};

/* Events while they are listed, at most BV_EVENTS_MAX. */
struct bv_event_list {
    struct bv_event *event;
    uint32_t count;
};

/* Adds an event that all seats may know; the caller fills in what else there is to say. */
static inline struct bv_event *bv_add_event(struct bv_event_list *list, int kind, int side)
{
    struct bv_event *event = &list->event[list->count++];
    BV_ASSERT(list->count <= BV_EVENTS_MAX);
    *event = (struct bv_event){
        .kind = (uint8_t)kind,
        .side = (uint8_t)side,
        .from = BV_NOWHERE,
        .to = BV_NOWHERE,
        .audience = BV_EVERYBODY,
    };
    return event;
}

/* The same of a piece, with its points and an amount. */
static inline struct bv_event *bv_add_piece_event(struct bv_event_list *list, int kind, int side,
                                                  int piece, int from, int to, int amount)
{
    struct bv_event *event = bv_add_event(list, kind, side);
    event->piece = (uint8_t)piece;
    event->from = (int16_t)from;
    event->to = (int16_t)to;
    event->amount = amount;
    return event;
}

/*
 * The words for a kind of event. A sentence has no verb that would have to agree with a piece or a
 * side; in it %s is the side, %p the piece, %f and %t the points the event comes from and goes to,
 * %n its amount.
 */
struct bv_event_words {
    uint8_t kind;
    const char *name; /* in JSON: `moved` */
    struct bv_text sentence;
    struct bv_text with_amount; /* the sentence where the amount is not 0, if that is another */
};

/*
 * A special rule, so that studies can count how often it is used: by actions whose token has all
 * characters of `with`, each as often as given there, and none of `without`; or, where `with` is
 * NULL, by actions with an event of this kind.
 */
struct bv_special_rule {
    const char *clause;
    struct bv_text title;
    const char *with;
    const char *without; /* NULL: none */
    uint8_t event;
};

/*
 * The past that repetition rules look at. The rules themselves push the key of each new position,
 * and pop one when a move is taken back; how far back a position may recur is the state's own count
 * of moves since the last irreversible one, so nothing has to be cleared. The ring is longer than
 * any such count by more than any search is deep: a search undoes a move by restoring `count`.
 */
enum { BV_PAST_MAX = 4096 };

struct bv_past {
    uint32_t count;
    uint64_t key[BV_PAST_MAX];
};

static inline void bv_past_push(struct bv_past *past, uint64_t key)
{
    past->key[past->count++ % BV_PAST_MAX] = key;
}

/* A copy of the part that is in use. */
static inline void bv_past_copy(struct bv_past *to, const struct bv_past *from)
{
    size_t used = from->count < BV_PAST_MAX ? from->count : BV_PAST_MAX;
    to->count = from->count;
    bv_copy(to->key, from->key, used * sizeof to->key[0]);
}

/* How often `key` stands among the last `window` keys of the past. */
static inline uint32_t bv_past_occurrences(const struct bv_past *past, uint32_t window,
                                           uint64_t key)
{
    uint32_t found = 0;
    if (window > past->count) window = past->count;
    if (window > BV_PAST_MAX) window = BV_PAST_MAX;
    for (uint32_t back = 1; back <= window; back++)
        found += past->key[(past->count - back) % BV_PAST_MAX] == key;
    return found;
}

/*
 * Writes an action at the end of a list, which grows only if the action is kept. A CPU stores without asking, since a
 * branch that it guesses wrong costs more; on a GPU a store costs more than a branch.
 */
static inline bv_action *bv_list_put(bv_action *end, bv_action action, bool kept)
{
    if (kept || !BV_GPU) *end = action;
    return end + kept;
}

/* ---- The struct ------------------------------------------------------------------------------ */

struct bv_game {
    const char *id;
    struct bv_text name;
    struct bv_text about; /* one sentence for the list of games */
    uint8_t players;      /* bit n: n people can play it, sharing out the seats of a form */
    uint8_t forms;
    const struct bv_form *form; /* the first is the default */
    const struct bv_side *side; /* BV_SIDES_MAX of them */
    uint8_t options;
    const struct bv_option *option; /* in alphabetical order */
    uint8_t minor_options; /* bit n: a detail that changes few games; choosers fold it away */
    int board_option;      /* which rule option names the board; -1: none does */
    const char *default_board;
    uint8_t reasons;
    const struct bv_reason *reason;
    uint8_t pieces;
    const struct bv_text *piece;
    uint8_t kinds; /* of events: its own, and shared ones for which it has words of its own */
    const struct bv_event_words *kind;
    uint8_t special_rules;
    const struct bv_special_rule *special_rule;
    uint8_t flags;       /* of enum bv_flag */
    uint16_t points;     /* of any board: their numbers are below this */
    uint16_t state_size; /* bytes, a multiple of eight */
    uint32_t list_cap;   /* no legal list is longer; asserted */

    /*
     * Where the actions that seats can choose are few enough, each has a number of its own, in all
     * positions and all versions: how many numbers there are, the number of an action, and the
     * action of a number. 0 and NULL elsewhere.
     */
    uint32_t numbers;
    uint32_t (*number)(const struct bv_terms *terms, bv_action action);
    bv_action (*numbered)(const struct bv_terms *terms, uint32_t number);

    /* Makes the tables from a board file; false and a reason if it is wrong. */
    bool (*load)(const struct bv_board *board, union bv_tables *tables, struct bv_error *error);

    void (*start)(const struct bv_terms *terms, union bv_state *state);
    bv_seats (*to_act)(const struct bv_terms *terms, const union bv_state *state);

    /* The legal actions of a seat that is to act, in an order that depends on the state alone. */
    uint32_t (*legal)(const struct bv_terms *terms, const union bv_state *state, int seat,
                      bv_action *list);

    /* The outcomes when chance is to act; NULL in a game without chance. */
    uint32_t (*chance)(const struct bv_terms *terms, const union bv_state *state,
                       struct bv_outcome *list);

    /* Plays a legal action, trusting the caller. `past` may be NULL: repetition is not seen. */
    void (*apply)(const struct bv_terms *terms, union bv_state *state, int seat, bv_action action,
                  struct bv_past *past);

    /*
     * Which positions a GPU plays first: those of 0, then 1, then 2 (src/gpu/play.c). The plies that take much
     * time come last, those of a kind together. NULL: all alike.
     */
    int (*order)(const union bv_state *state);

    /* Only when the game is over. */
    struct bv_result (*result)(const struct bv_terms *terms, const union bv_state *state);

    /* What a seat or a watcher knows: everything else blanked. NULL in a game without secrets. */
    void (*view)(const struct bv_terms *terms, const union bv_state *state, int seat,
                 union bv_state *view);

    /* A whole state, drawn at random, that agrees with a view. NULL without secrets. */
    void (*determinise)(const struct bv_terms *terms, const union bv_state *view, int seat,
                        struct bv_random *random, union bv_state *state);

    /* What happened when `action` led from `before` to `after`: at most BV_EVENTS_MAX events. */
    uint32_t (*events)(const struct bv_terms *terms, const union bv_state *before, int seat,
                       bv_action action, const union bv_state *after, struct bv_event *list);

    void (*token)(const struct bv_terms *terms, bv_action action, struct bv_out *out);
    void (*point)(const struct bv_terms *terms, int point, struct bv_out *out);

    /*
     * A position (or a view) as one line of text, and back. `read` checks that all fields of the
     * state are within their ranges; bv_position_read, through which all texts come in, checks that
     * the state is sound and the text canonical.
     */
    void (*write)(const struct bv_terms *terms, const union bv_state *state, struct bv_out *out);
    bool (*read)(const struct bv_terms *terms, struct bv_span text, union bv_state *state,
                 struct bv_error *error);

    /* The board alone; what there is to say besides it are facts. Its signs, up to one of NULLs. */
    const struct bv_sign *sign;
    void (*draw)(const struct bv_terms *terms, const union bv_state *state,
                 struct bv_canvas *canvas);

    /* What there is to say of a view to a seat or a watcher (core/facts.h; call bv_facts). */
    void (*facts)(const struct bv_terms *terms, const union bv_state *view, int seat,
                  struct bv_facts *facts);

    /*
     * Help for a player (core/help.h). What each kind of piece, ground and mark is: how many there
     * are, one of them, and which of them a point of a view shows (at most BV_THINGS_AT_MAX).
     */
    uint8_t things;
    void (*thing)(const struct bv_terms *terms, int entry, struct bv_thing *thing);
    uint32_t (*things_at)(const struct bv_terms *terms, const union bv_state *view, int point,
                          uint8_t *entry);

    /* Why a seat that is to act can do nothing with `to`, or cannot go there with what stands on
     * `from`; NULL, or a text of NULLs, where there is nothing particular to say. */
    struct bv_text (*why_not)(const struct bv_terms *terms, const union bv_state *view, int seat,
                              int from, int to);

    /* What a player is asked before a legal action that costs something; may be NULL. */
    const struct bv_warning *(*warning)(const struct bv_terms *terms, const union bv_state *view,
                                        bv_action action);

    /* Tests every invariant, recomputing what is derived: NULL if sound, else what is wrong. */
    const char *(*check)(const struct bv_terms *terms, const union bv_state *state);
};

/*
 * A function of a game is named after the game and its place in the struct: chars_load. These
 * declare one, and those that every game has; the last puts the latter into the struct.
 */
#define BV_DECLARE(id, function) __typeof__(*((struct bv_game *)NULL)->function) id##_##function
#define BV_DECLARE_GAME(id)                                                                        \
    extern const struct bv_game id##_game;                                                         \
    extern const struct bv_sign id##_sign[];                                                       \
    BV_DECLARE(id, load);                                                                          \
    BV_DECLARE(id, start);                                                                         \
    BV_DECLARE(id, to_act);                                                                        \
    BV_DECLARE(id, legal);                                                                         \
    BV_DECLARE(id, apply);                                                                         \
    BV_DECLARE(id, result);                                                                        \
    BV_DECLARE(id, events);                                                                        \
    BV_DECLARE(id, token);                                                                         \
    BV_DECLARE(id, point);                                                                         \
    BV_DECLARE(id, write);                                                                         \
    BV_DECLARE(id, read);                                                                          \
    BV_DECLARE(id, draw);                                                                          \
    BV_DECLARE(id, facts);                                                                         \
    BV_DECLARE(id, check)
/* Browsers draw boards themselves: their module has no drawing. */
#ifdef BV_WITHOUT_DRAWING
#define BV_DRAWN_BY(function) NULL
#else
#define BV_DRAWN_BY(function) function
#endif
#define BV_GAME_FUNCTIONS(id)                                                                      \
    .load = id##_load, .start = id##_start, .to_act = id##_to_act, .legal = id##_legal,            \
    .apply = id##_apply, .result = id##_result, .events = id##_events, .token = id##_token,        \
    .point = id##_point, .write = id##_write, .read = id##_read, .draw = BV_DRAWN_BY(id##_draw),   \
    .facts = id##_facts, .check = id##_check, .sign = BV_DRAWN_BY(id##_sign)

/* What the players agree on before the game. */
struct bv_terms {
    const struct bv_game *game;
    const struct bv_form *form;
    const union bv_tables *tables;
    uint8_t option[BV_OPTIONS_MAX]; /* index of each rule option's value */
    char board[BV_NAME_MAX];        /* the board's name */
    const char *board_text;         /* the text of a custom board; NULL: built in */
};

/* The games (games/games.c). */
extern const struct bv_game *const bv_games[];
extern const size_t bv_game_count;

const struct bv_game *bv_game_named(const char *id);

/* The same for an untrusted name: NULL and an error that lists the games. */
const struct bv_game *bv_game_find(struct bv_span id, struct bv_error *error);

/* The side, and the reason of a result, of that name; -1: there is none. */
int bv_side_named(const struct bv_game *game, struct bv_span name);
int bv_reason_named(const struct bv_game *game, struct bv_span word);

static inline bool bv_is_over(const struct bv_terms *terms, const union bv_state *state)
{
    return terms->game->to_act(terms, state) == 0;
}

static inline void bv_state_copy(const struct bv_game *game, union bv_state *to,
                                 const union bv_state *from)
{
    bv_copy(to, from, game->state_size);
}

static inline bool bv_state_same(const struct bv_game *game, const union bv_state *a,
                                 const union bv_state *b)
{
    return bv_same(a, b, game->state_size);
}

/* Plays a legal action. Debug builds check the new state: use this, not game->apply. */
static inline void bv_apply(const struct bv_terms *terms, union bv_state *state, int seat,
                            bv_action action, struct bv_past *past)
{
    terms->game->apply(terms, state, seat, action, past);
    BV_ASSERT(terms->game->check(terms, state) == NULL);
}

/* The state after a legal action, where repetition is not to be seen. */
static inline void bv_apply_to_copy(const struct bv_terms *terms, const union bv_state *state,
                                    int seat, bv_action action, union bv_state *after)
{
    bv_state_copy(terms->game, after, state);
    bv_apply(terms, after, seat, action, NULL);
}

/* Of everything in the state, counters included: not the key of repetition. */
uint64_t bv_state_hash(const struct bv_game *game, const union bv_state *state);

/* The view, in games with and without secrets alike. */
void bv_view(const struct bv_terms *terms, const union bv_state *state, int seat,
             union bv_state *view);

/* A whole state that agrees with a view, in games with and without secrets alike. */
void bv_determinise(const struct bv_terms *terms, const union bv_state *view, int seat,
                    struct bv_random *random, union bv_state *state);

/* Reads an untrusted position. On error the state is unchanged. */
bool bv_position_read(const struct bv_terms *terms, struct bv_span text, union bv_state *state,
                      struct bv_error *error);

/* The side that a seat belongs to. */
static inline int bv_side_of(const struct bv_terms *terms, int seat)
{
    return terms->form->seat[seat].side;
}

/* All seats of a side. */
static inline bv_seats bv_seats_of_side(const struct bv_terms *terms, int side)
{
    bv_seats seats = 0;
    for (int seat = 0; seat < terms->form->seats; seat++)
        if (bv_side_of(terms, seat) == side) seats |= bv_seat_bit(seat);
    return seats;
}

/* As in transcripts, or `#` for chance. */
const char *bv_seat_name(const struct bv_terms *terms, int seat);
