/*
 * libbivouac: the games of Bivouac and their opponents, for other programs. docs/library.md is a
 * tour.
 *
 *     bivouac_game ──open──▶ bivouac_terms    agreed before play, never changed, shared by threads
 *                                 │
 *                               start ──▶ bivouac_state ──play──▶ bivouac_state ──▶ … ──▶ result
 *                                 │
 *                                new ───▶ bivouac_player    an opponent, level 1 to 8; sees views
 *
 * The words.
 *     game         one of the five games: its facts in French and English
 *     rule option  a rule that can be played in several ways, `own-fire=off`; a setting chooses one
 *     form         a number of players with which a game can be played
 *     side         one of the two parties that win or lose; both sides exist in every form
 *     seat         a place to play from, 0, 1, 2…: one or several seats form a side
 *     terms        what is agreed before play: game, rule options, form and board
 *     state        a position of a game, as bytes; its text, one line, is called a position
 *     action       one choice of a seat, encoded as a number; a turn may be several actions, so
 *                  seats need not alternate
 *     token        an action as text: `d2~f2`
 *     chance       dice and shuffles: the one to act where neither side decides
 *     view         a state in which everything is blanked that one seat does not know
 *     determinise  to complete a view at random, so that it could be the true state
 *     past         the earlier positions of a game, for rules of repetition
 *     event        what an action did on the board: moved, taken, rolled
 *     record       a game as text: terms, players, tokens, result
 *     player       an opponent, level 1 (the weakest) to 8; its turn begins when it is to act after
 *                  another side, a question asks it for one action, a node is a position it looks at
 *     batch        many games that one call steps together
 *     ply          one action of a seat or of chance
 *
 * At every moment exactly one of these holds: the game is over, chance is to act, or some seats
 * are: several at once where both sides decide in secret, or where partners share a turn.
 *
 * Names. A function is called bivouac_OBJECT_VERB, after the object that it reads or changes. Those
 * that read or change a state take its terms first.
 *
 * Memory. Only functions named _open, _new and bivouac_record_read allocate memory that the caller
 * owns; _close or _free (which accept NULL) give it back. bivouac_state_play,
 * bivouac_state_play_token, bivouac_action_read, bivouac_action_indices and bivouac_record_play
 * allocate working memory while they run. All other functions allocate nothing. Returned strings
 * are valid as long as the library, or the terms or the record they were read from.
 *
 * Errors. A function that can fail returns false or NULL and writes to *error, which may be NULL: a
 * code for programs, and the reason in one line of English. Where it does not fail, it leaves
 * *error alone. Other pointers must not be NULL unless stated.
 *
 * Text is UTF-8 and ends in NUL. A function that writes text into `buffer` writes at most `size`
 * bytes, NUL included, and returns the length of the whole text without the NUL, as snprintf does:
 * if that is `size` or more, the text was cut. With a size of 0 the buffer may be NULL. The sizes
 * BIVOUAC_…_SIZE are always enough.
 *
 * Threads. Terms and games can be used by any number of threads at once. A state, a past, a random
 * stream, a record, a batch and a player belong to one thread at a time; only bivouac_player_stop may be called from
 * another.
 */
#ifndef BIVOUAC_H
#define BIVOUAC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define BIVOUAC_API __attribute__((visibility("default")))
#else
#define BIVOUAC_API
#endif

/* ---- Versions -------------------------------------------------------------------------------- */

/*
 * While BIVOUAC_ABI (the number in libbivouac.so.N) stays the same, a program runs with every later
 * library: functions and enumeration values are added at the end, nothing is changed or removed.
 */
#define BIVOUAC_VERSION_MAJOR 0
#define BIVOUAC_VERSION_MINOR 1
#define BIVOUAC_VERSION_PATCH 0
#define BIVOUAC_VERSION "0.1.0"
#define BIVOUAC_ABI 0

/* The version of the running library, which may be later than that of this header: "0.1.0". */
BIVOUAC_API const char *bivouac_version(void);
BIVOUAC_API int bivouac_abi(void);

/* ---- Types ----------------------------------------------------------------------------------- */

typedef struct bv_game bivouac_game;   /* one of the games; never freed */
typedef struct bv_terms bivouac_terms; /* a game with its rule options, form and board */
typedef union bv_state bivouac_state;  /* a position: flat bytes without pointers */
typedef struct bv_past bivouac_past;   /* earlier positions, for rules of repetition */
typedef struct bivouac_record bivouac_record;
typedef struct bivouac_player bivouac_player;

typedef uint64_t bivouac_action;

/* A set of seats, one bit each: bit 0 is the first seat of the form. */
typedef uint32_t bivouac_seats;

enum {
    BIVOUAC_CHANCE = 30,  /* the "seat" of dice and shuffles */
    BIVOUAC_WATCHER = 31, /* a spectator */
    BIVOUAC_NOWHERE = -1, /* as a point of the board: none */
};

enum {
    BIVOUAC_SIDES = 2,
    BIVOUAC_CHANCE_MAX = 8,  /* outcomes of one throw */
    BIVOUAC_EVENTS_MAX = 64, /* events of one action */
    BIVOUAC_LEVELS = 8,
    BIVOUAC_CHOICES_MAX = 16, /* choices in an answer */
    BIVOUAC_LINE_MAX = 24,    /* actions of an expected line */
    BIVOUAC_STATE_ALIGN = 16, /* alignment of a state in the caller's memory */
};

enum {
    BIVOUAC_TOKEN_SIZE = 80,
    BIVOUAC_POINT_SIZE = 32,
    BIVOUAC_SETTINGS_SIZE = 256,
    BIVOUAC_SENTENCE_SIZE = 512,
    BIVOUAC_POSITION_SIZE = 2048,
    BIVOUAC_PICTURE_SIZE = 98304,
    BIVOUAC_PAST_SIZE = 69632,
};

typedef enum bivouac_language { BIVOUAC_FRENCH, BIVOUAC_ENGLISH } bivouac_language;

typedef struct bivouac_text {
    const char *fr;
    const char *en;
} bivouac_text;

/* New codes may follow; programs treat one that they do not know like any error. */
typedef enum bivouac_code {
    BIVOUAC_OK,             /* no error */
    BIVOUAC_ERROR_MEMORY,   /* out of memory */
    BIVOUAC_ERROR_NAME,     /* there is no game of that name */
    BIVOUAC_ERROR_SETTINGS, /* an unknown rule option, value or number of seats */
    BIVOUAC_ERROR_BOARD,    /* the text of a board is wrong */
    BIVOUAC_ERROR_POSITION, /* the text of a position or of a past is wrong */
    BIVOUAC_ERROR_RECORD,   /* the text of a record is wrong */
    BIVOUAC_ERROR_SEAT,     /* there is no such seat, or it is not to act */
    BIVOUAC_ERROR_ILLEGAL,  /* the rules do not allow this action, or nothing has this token */
    BIVOUAC_ERROR_RANGE,    /* a number is too small or too large: a level, a place, a size */
} bivouac_code;

typedef struct bivouac_error {
    int32_t code; /* of bivouac_code */
    char text[256];
} bivouac_error;

/* What a code means, in English: "the action is not legal". */
BIVOUAC_API const char *bivouac_code_text(int code);

/* Random numbers that are the same on every platform (docs/random.md). */
typedef struct bivouac_random {
    uint64_t word[4];
} bivouac_random;

BIVOUAC_API bivouac_random bivouac_random_seeded(uint64_t seed);

/* A number from 0 to bound - 1, each equally likely; 0 for a bound of 0. */
BIVOUAC_API uint32_t bivouac_random_below(bivouac_random *random, uint32_t bound);

/* ---- Games ----------------------------------------------------------------------------------- */

/* All indices here count from 0. Beyond the last item, the result is NULL, 0, or a text of two
 * NULLs. */

enum {
    BIVOUAC_HAS_CHANCE = 1,
    BIVOUAC_HAS_SECRETS = 2,
    BIVOUAC_HAS_SIMULTANEOUS = 4, /* several sides may act at once */
    BIVOUAC_HAS_PARTNERS = 8,     /* a form has several seats on one side */
    BIVOUAC_HAS_REPETITION = 16,  /* repeated positions matter: play with a past */
};

BIVOUAC_API int bivouac_game_count(void);
BIVOUAC_API const bivouac_game *bivouac_game_at(int at);

/* NULL, and an error that lists the games, if there is no game of that name. */
BIVOUAC_API const bivouac_game *bivouac_game_named(const char *id, bivouac_error *error);

BIVOUAC_API const char *bivouac_game_id(const bivouac_game *game);
BIVOUAC_API bivouac_text bivouac_game_name(const bivouac_game *game);
BIVOUAC_API bivouac_text bivouac_game_about(const bivouac_game *game);
BIVOUAC_API unsigned bivouac_game_flags(const bivouac_game *game);

/* The two sides: `F`, and its title. */
BIVOUAC_API const char *bivouac_side_name(const bivouac_game *game, int side);
BIVOUAC_API bivouac_text bivouac_side_title(const bivouac_game *game, int side);

/* The kinds of pieces that events name. */
BIVOUAC_API int bivouac_piece_count(const bivouac_game *game);
BIVOUAC_API bivouac_text bivouac_piece_title(const bivouac_game *game, int piece);

/* Forms: the possible numbers of seats (`seats=K`). The first is the default. */
BIVOUAC_API int bivouac_form_count(const bivouac_game *game);
BIVOUAC_API int bivouac_form_players(const bivouac_game *game, int form);

/* Rule options. The first value of each is the default. */
BIVOUAC_API int bivouac_option_count(const bivouac_game *game);
BIVOUAC_API const char *bivouac_option_name(const bivouac_game *game, int option);
BIVOUAC_API bivouac_text bivouac_option_what(const bivouac_game *game, int option);
BIVOUAC_API int bivouac_value_count(const bivouac_game *game, int option);
BIVOUAC_API const char *bivouac_value_name(const bivouac_game *game, int option, int value);
BIVOUAC_API bivouac_text bivouac_value_what(const bivouac_game *game, int option, int value);

/* Why a game ended: `elimination`, and its title. */
BIVOUAC_API const char *bivouac_reason_word(const bivouac_game *game, int reason);
BIVOUAC_API bivouac_text bivouac_reason_title(const bivouac_game *game, int reason);

/* ---- Terms ----------------------------------------------------------------------------------- */

/*
 * `settings` are words in any order, `own-fire=off seats=2`; the rest has its default, and NULL
 * means all defaults. `board` is the text of a custom board (docs/boards.md), which is copied;
 * NULL: the built-in one.
 */
BIVOUAC_API bivouac_terms *bivouac_terms_open(const bivouac_game *game, const char *settings,
                                              const char *board, bivouac_error *error);

/* Players and everything else made for these terms must be freed before. */
BIVOUAC_API void bivouac_terms_close(bivouac_terms *terms);

BIVOUAC_API const bivouac_game *bivouac_terms_game(const bivouac_terms *terms);

/* All settings, as bivouac_terms_open reads them. */
BIVOUAC_API size_t bivouac_terms_settings(const bivouac_terms *terms, char *buffer, size_t size);

/*
 * The terms as the kernels of a GPU read them (docs/gpu.md), valid only for kernels of the same version. Returns their
 * size, and writes them if `size` is at least that.
 */
BIVOUAC_API size_t bivouac_terms_pack(const bivouac_terms *terms, void *buffer, size_t size);

BIVOUAC_API int bivouac_seat_count(const bivouac_terms *terms);

/* `F.soldiers`; `#` for chance. */
BIVOUAC_API const char *bivouac_seat_name(const bivouac_terms *terms, int seat);
BIVOUAC_API bivouac_text bivouac_seat_title(const bivouac_terms *terms, int seat);

/* -1 if there is no such seat. */
BIVOUAC_API int bivouac_seat_side(const bivouac_terms *terms, int seat);
BIVOUAC_API int bivouac_seat_named(const bivouac_terms *terms, const char *name);
BIVOUAC_API bivouac_seats bivouac_side_seats(const bivouac_terms *terms, int side);

/* ---- States ---------------------------------------------------------------------------------- */

/*
 * A state can be allocated by the library, or be in the caller's memory: so many bytes, aligned to
 * BIVOUAC_STATE_ALIGN, filled by bivouac_state_start, _copy, _view, _determinise or _read.
 * Functions that read one state and write another need two different ones.
 */
BIVOUAC_API size_t bivouac_state_size(const bivouac_terms *terms);

/* At the start of the game; NULL when out of memory. */
BIVOUAC_API bivouac_state *bivouac_state_new(const bivouac_terms *terms);
BIVOUAC_API void bivouac_state_free(bivouac_state *state);

BIVOUAC_API void bivouac_state_start(const bivouac_terms *terms, bivouac_state *state);
BIVOUAC_API void bivouac_state_copy(const bivouac_terms *terms, bivouac_state *to,
                                    const bivouac_state *from);
BIVOUAC_API bool bivouac_state_same(const bivouac_terms *terms, const bivouac_state *a,
                                    const bivouac_state *b);

/* A hash of everything in the state, the same on every machine. */
BIVOUAC_API uint64_t bivouac_state_hash(const bivouac_terms *terms, const bivouac_state *state);

/* A position (or a view) as one line (docs/positions.md), and back. On error the state is
 * unchanged. */
BIVOUAC_API size_t bivouac_state_write(const bivouac_terms *terms, const bivouac_state *state,
                                       char *buffer, size_t size);
BIVOUAC_API bool bivouac_state_read(const bivouac_terms *terms, const char *text,
                                    bivouac_state *state, bivouac_error *error);

/* The position drawn for a terminal: in colour with Unicode, or plain ASCII. */
BIVOUAC_API size_t bivouac_state_picture(const bivouac_terms *terms, const bivouac_state *state,
                                         bool colour, char *buffer, size_t size);

/* An empty past; NULL when out of memory. A game without repetition needs none: pass NULL. */
BIVOUAC_API bivouac_past *bivouac_past_new(void);
BIVOUAC_API void bivouac_past_free(bivouac_past *past);
BIVOUAC_API void bivouac_past_clear(bivouac_past *past);
BIVOUAC_API void bivouac_past_copy(bivouac_past *to, const bivouac_past *from);

/*
 * A past as one line, and back: keys of positions, which only the same version of the library can
 * read. On error the past is unchanged.
 */
BIVOUAC_API size_t bivouac_past_write(const bivouac_past *past, char *buffer, size_t size);
BIVOUAC_API bool bivouac_past_read(bivouac_past *past, const char *text, bivouac_error *error);

/* ---- Playing --------------------------------------------------------------------------------- */

/* The seats to act. Empty: the game is over. Chance is the bit of BIVOUAC_CHANCE, then the only
 * one. */
BIVOUAC_API bivouac_seats bivouac_state_to_act(const bivouac_terms *terms,
                                               const bivouac_state *state);

static inline bool bivouac_seats_have(bivouac_seats seats, int seat)
{
    return seat >= 0 && seat < 32 && ((seats >> seat) & 1) != 0;
}

/* The most actions that a seat can ever have: the size of the list that bivouac_state_legal needs. */
BIVOUAC_API uint32_t bivouac_terms_legal_most(const bivouac_terms *terms);

/* The legal actions of a seat, in an order that depends on the state alone; none if it is not to
 * act. */
BIVOUAC_API uint32_t bivouac_state_legal(const bivouac_terms *terms, const bivouac_state *state,
                                         int seat, bivouac_action *list);

typedef struct bivouac_outcome {
    bivouac_action action;
    uint32_t weight; /* its odds are weight / the sum of all weights */
} bivouac_outcome;

/* What chance can do, into a list of BIVOUAC_CHANCE_MAX; none if it is not to act. */
BIVOUAC_API uint32_t bivouac_state_chance(const bivouac_terms *terms, const bivouac_state *state,
                                          bivouac_outcome *list);

/* Draws one of them by their odds; false if chance is not to act. */
BIVOUAC_API bool bivouac_state_throw(const bivouac_terms *terms, const bivouac_state *state,
                                     bivouac_random *random, bivouac_action *action);

/* Plays an action if it is legal. `seat` may be BIVOUAC_CHANCE, `past` NULL. On error nothing is
 * changed. */
BIVOUAC_API bool bivouac_state_play(const bivouac_terms *terms, bivouac_state *state, int seat,
                                    bivouac_action action, bivouac_past *past,
                                    bivouac_error *error);
BIVOUAC_API bool bivouac_state_play_token(const bivouac_terms *terms, bivouac_state *state,
                                          int seat, const char *token, bivouac_past *past,
                                          bivouac_error *error);

/* The same without the check, for an action that came from bivouac_state_legal or bivouac_state_chance: fast.
 * */
BIVOUAC_API void bivouac_state_apply(const bivouac_terms *terms, bivouac_state *state, int seat,
                                     bivouac_action action, bivouac_past *past);

/* The text of a legal action, and back: the error names the nearest legal tokens. */
BIVOUAC_API size_t bivouac_action_write(const bivouac_terms *terms, bivouac_action action,
                                        char *buffer, size_t size);
BIVOUAC_API bool bivouac_action_read(const bivouac_terms *terms, const bivouac_state *state,
                                     int seat, const char *token, bivouac_action *action,
                                     bivouac_error *error);

typedef struct bivouac_result {
    int32_t half_points[BIVOUAC_SIDES]; /* 2 won, 1 drawn, 0 lost */
    int32_t reason;
    int32_t has_margin;
    int32_t margin; /* won by so much */
} bivouac_result;

/* False while the game goes on. `result` may be NULL. */
BIVOUAC_API bool bivouac_state_result(const bivouac_terms *terms, const bivouac_state *state,
                                      bivouac_result *result);

/* ---- Records --------------------------------------------------------------------------------- */

/*
 * A game as text (docs/records.md), with everything that is needed to play it again. A record holds
 * the game as far as it was played: actions are added with bivouac_record_play, or come from a text.
 */

/* An empty record. `start` is the state in which the game begins; NULL: the usual one. The terms
 * must outlive it. */
BIVOUAC_API bivouac_record *bivouac_record_new(const bivouac_terms *terms,
                                               const bivouac_state *start, bivouac_error *error);

/* Reads a whole record and plays it again; the error names the line. It has terms of its own. */
BIVOUAC_API bivouac_record *bivouac_record_read(const char *text, bivouac_error *error);
BIVOUAC_API void bivouac_record_free(bivouac_record *record);

/* The record as text. Its length can be anything: ask for it with a size of 0. */
BIVOUAC_API size_t bivouac_record_write(const bivouac_record *record, char *buffer, size_t size);

BIVOUAC_API const bivouac_terms *bivouac_record_terms(const bivouac_record *record);

/* The name of the player of a seat, "" if it has none; NULL: there is no such seat. A name has at
 * most 255 bytes and no control characters. */
BIVOUAC_API const char *bivouac_record_player(const bivouac_record *record, int seat);
BIVOUAC_API bool bivouac_record_name(bivouac_record *record, int seat, const char *name,
                                     bivouac_error *error);

/* Plays an action, if it is legal after those before, and notes it. On error nothing is changed. */
BIVOUAC_API bool bivouac_record_play(bivouac_record *record, int seat, bivouac_action action,
                                     bivouac_error *error);

/* How many actions it has, chance included; and one of them, counted from 0; false beyond the last. */
BIVOUAC_API uint32_t bivouac_record_length(const bivouac_record *record);
BIVOUAC_API bool bivouac_record_action(const bivouac_record *record, uint32_t at, int *seat,
                                       bivouac_action *action);

/* The state before its first action, and after its last. */
BIVOUAC_API void bivouac_record_start(const bivouac_record *record, bivouac_state *state);
BIVOUAC_API const bivouac_state *bivouac_record_state(const bivouac_record *record);

/* `V 1 G 0 elimination`: the points of both sides and the reason; a table gives further reasons,
 * such as `resigned`. `*` while the game goes on. */
BIVOUAC_API const char *bivouac_record_result(const bivouac_record *record);

/* ---- What a seat knows ----------------------------------------------------------------------- */

/*
 * The position without what a seat (or BIVOUAC_WATCHER) does not know. A view can be written, drawn
 * and asked for the legal actions of that seat; to play on from it, make a whole state of it first.
 * False: there is no such seat.
 */
BIVOUAC_API bool bivouac_state_view(const bivouac_terms *terms, const bivouac_state *state,
                                    int seat, bivouac_state *view);

/* A random whole state that agrees with the view of a seat. */
BIVOUAC_API bool bivouac_state_determinise(const bivouac_terms *terms, const bivouac_state *view,
                                           int seat, bivouac_random *random, bivouac_state *state);

/* ---- What happened --------------------------------------------------------------------------- */

/* The kinds of events that games share; kinds of a game's own follow (bivouac_event_name). */
typedef enum bivouac_event_kind {
    BIVOUAC_PLACED,    /* piece placed at `to` */
    BIVOUAC_MOVED,     /* piece went from `from` to `to` */
    BIVOUAC_TURNED,    /* piece at `to` now faces direction `amount` */
    BIVOUAC_FIRED,     /* piece at `from` fires at `to` */
    BIVOUAC_ROLLED,    /* chance shows `amount` */
    BIVOUAC_LOST,      /* piece at `to` loses `amount` of what it consists of */
    BIVOUAC_MISSED,    /* a shot had no effect */
    BIVOUAC_TAKEN,     /* piece at `to` is captured */
    BIVOUAC_DESTROYED, /* piece at `to` is destroyed */
    BIVOUAC_CHANGED,   /* piece at `to` became what `piece` says */
    BIVOUAC_SHOWN,     /* a secret about `to` is shown */
    BIVOUAC_FOUGHT,    /* piece at `from` fights the piece at `to` */
    BIVOUAC_PASSED,
    BIVOUAC_READY, /* what a seat does in secret is complete */
    BIVOUAC_TURN,  /* the turn of `side` begins */
    BIVOUAC_OVER,  /* the game is over; amount: the reason */
    BIVOUAC_OWN,   /* the first kind of a game's own */
} bivouac_event_kind;

typedef struct bivouac_event {
    int32_t kind; /* of bivouac_event_kind, or of the game's own */
    int32_t side;
    int32_t piece;
    int32_t from; /* points, or BIVOUAC_NOWHERE */
    int32_t to;
    int32_t amount;
    bivouac_seats audience; /* who may know; the bit of BIVOUAC_WATCHER for watchers */
} bivouac_event;

/* What happened when a legal action led from one state to the other, into a list of
 * BIVOUAC_EVENTS_MAX. */
BIVOUAC_API uint32_t bivouac_state_events(const bivouac_terms *terms, const bivouac_state *before,
                                          int seat, bivouac_action action,
                                          const bivouac_state *after, bivouac_event *list);

/* The name of a kind of event, as in docs/api.md: `moved`; NULL: the game has no such kind. */
BIVOUAC_API const char *bivouac_event_name(const bivouac_terms *terms, int kind);

/* An event of these terms as a sentence. */
BIVOUAC_API size_t bivouac_event_say(const bivouac_terms *terms, const bivouac_event *event,
                                     bivouac_language language, char *buffer, size_t size);

/* The name of a point of an event: `d5`; `-` for BIVOUAC_NOWHERE. */
BIVOUAC_API size_t bivouac_point_write(const bivouac_terms *terms, int point, char *buffer,
                                       size_t size);

/* ---- Opponents ------------------------------------------------------------------------------- */

/*
 * An opponent of a level, 1 to 8, on some seats, all of one side, for one game. The terms must
 * outlive it. Its memory, some tens of megabytes in most games, is allocated here, and nothing more
 * later.
 */
BIVOUAC_API bivouac_player *bivouac_player_new(const bivouac_terms *terms, bivouac_seats seats,
                                               int level, uint64_t seed, bivouac_error *error);
BIVOUAC_API void bivouac_player_free(bivouac_player *player);

/*
 * How long it may think, in place of its level's limits: nodes a question, milliseconds a turn,
 * whichever is reached first; 0 is no limit of that kind, and 0 of both restores those of the
 * level. With nodes alone its answers depend only on its seed and what it is shown. Its turn, and
 * the time for it, begins here.
 */
BIVOUAC_API void bivouac_player_limit(bivouac_player *player, uint64_t nodes,
                                      uint64_t milliseconds);

typedef struct bivouac_choice {
    bivouac_action action;
    int32_t seat;
    int32_t score;   /* expected score of its side, in thousandths: 0 lost, 500 drawn, 1000 won */
    uint32_t weight; /* how certain it is: visits, samples; 1 where it is only a score */
    uint32_t reserved;
} bivouac_choice;

typedef struct bivouac_answer {
    bivouac_choice
        choice[BIVOUAC_CHOICES_MAX]; /* the first is what it plays, the others in falling order */
    uint32_t choices;
    uint32_t depth;
    uint64_t nodes;
    bivouac_action
        line[BIVOUAC_LINE_MAX]; /* the line it expects, from its own action on; without chance */
    uint32_t line_length;
    uint32_t reserved;
} bivouac_answer;

/*
 * Asks it for an action of those of its seats that are to act. `state` may be the whole state or
 * their view: it uses only the view. `past` may be NULL. The action is not played.
 */
BIVOUAC_API bool bivouac_player_think(bivouac_player *player, const bivouac_state *state,
                                      const bivouac_past *past, bivouac_answer *answer,
                                      bivouac_error *error);

/*
 * Shows it the state (or its view) after an action of any seat, its own and chance included. It
 * learns, and once another seat has acted, its next question begins a turn.
 */
BIVOUAC_API void bivouac_player_watch(bivouac_player *player, const bivouac_state *state, int seat);

/* Stops its thinking, from any thread: it answers at once. If it is not thinking, its next question
 * is answered at once. */
BIVOUAC_API void bivouac_player_stop(bivouac_player *player);

/* Why its last answer is good, in a sentence that reveals nothing its seat does not know. */
BIVOUAC_API size_t bivouac_player_reason(const bivouac_player *player, bivouac_language language,
                                         char *buffer, size_t size);

/* ---- Fixed indices --------------------------------------------------------------------------- */

/*
 * Machine learning needs actions as one of a fixed number of outputs. Where a game's actions are
 * few enough, they are numbered, and each has an index of its own: Kriegspiel, Tank Battle, Siege
 * of Paris. In the other games an action, multiplied by 0x9e3779b97f4a7c15 modulo 2^64, has its
 * index in the upper bits; bivouac_terms_index_count is a power of two of at least 16384. Where
 * legal actions of one position collide, one of them gets the index and the others the next free
 * ones (docs/python.md gives the order), and actions that are never legal together may share one.
 * In every game two legal actions of a position never share an index, and a token has the same index
 * in all versions and nearly all positions.
 */
BIVOUAC_API uint32_t bivouac_terms_index_count(const bivouac_terms *terms);

/* The indices of all actions of a legal list, in its order. Allocates working memory; false if
 * there is none. */
BIVOUAC_API bool bivouac_action_indices(const bivouac_terms *terms, const bivouac_action *list,
                                        uint32_t count, uint32_t *indices);

/* ---- Batches --------------------------------------------------------------------------------- */

/*
 * Many games of the same terms, stepped together by one thread, for callers where each call is
 * expensive. Chance acts by itself; where several seats may act, one is drawn at random; and a game
 * that ends starts again: so in each game some seat is always to choose. Everything random follows
 * from the seed. The terms must outlive the batch.
 */
typedef struct bivouac_batch bivouac_batch;

enum { BIVOUAC_GOES_ON = -1 };

/* 1 to 65536 games, at their start. */
BIVOUAC_API bivouac_batch *bivouac_batch_new(const bivouac_terms *terms, uint32_t games,
                                             uint64_t seed, bivouac_error *error);
BIVOUAC_API void bivouac_batch_free(bivouac_batch *batch);

/* Starts all games again. */
BIVOUAC_API void bivouac_batch_begin(bivouac_batch *batch, uint64_t seed);

/* For each game: the seat to choose, and the number of its legal actions. */
BIVOUAC_API void bivouac_batch_choices(const bivouac_batch *batch, int32_t *seats,
                                       uint32_t *counts);

/* A place in the list of each game, each equally likely; they follow from the seed. */
BIVOUAC_API void bivouac_batch_draw(const bivouac_batch *batch, uint64_t seed, uint32_t *places);

/* The fixed indices of these actions, game after game: as many as the counts say. */
BIVOUAC_API void bivouac_batch_indices(const bivouac_batch *batch, uint32_t *indices);

/* The same without a copy, and in `offsets` (one more than games) where those of each game begin.
 * They belong to the batch and are valid until it is stepped or freed. NULL when out of memory. */
BIVOUAC_API const uint32_t *bivouac_batch_look(bivouac_batch *batch, uint32_t *offsets);

/* The fixed indices of the actions at these places, one for each game; where actions are numbered,
 * those of the others are not computed. Fails if a place does not exist. */
BIVOUAC_API bool bivouac_batch_indices_at(bivouac_batch *batch, const uint32_t *places,
                                          uint32_t *indices, bivouac_error *error);

/* The position of each game as the seat to choose sees it, as text, every `size` bytes. */
BIVOUAC_API void bivouac_batch_views(const bivouac_batch *batch, char *texts, size_t size);

/*
 * Plays in each game the action at that place of its legal list. Writes two numbers for each game:
 * the half points of both sides if it ended (it has started again), BIVOUAC_GOES_ON twice if not.
 * If a place does not exist, the call fails and nothing is played.
 */
BIVOUAC_API bool bivouac_batch_step(bivouac_batch *batch, const uint32_t *places,
                                    int8_t *half_points, bivouac_error *error);

/* The same by fixed indices. */
BIVOUAC_API bool bivouac_batch_step_indices(bivouac_batch *batch, const uint32_t *indices,
                                            int8_t *half_points, bivouac_error *error);

/* The state of one game, until the next step; NULL beyond the last. */
BIVOUAC_API const bivouac_state *bivouac_batch_state(const bivouac_batch *batch, uint32_t at);

/* Its past, likewise; NULL in a game without repetition. */
BIVOUAC_API const bivouac_past *bivouac_batch_past(const bivouac_batch *batch, uint32_t at);

/* Its random stream as it is now; all zeros beyond the last. */
BIVOUAC_API bivouac_random bivouac_batch_random(const bivouac_batch *batch, uint32_t at);

/*
 * Sets one game: its state, the seat to choose, its random stream, and its past (NULL: none). This
 * way a batch can be copied, or saved and restored. Fails, and changes nothing, if that seat is not
 * to act.
 */
BIVOUAC_API bool bivouac_batch_put(bivouac_batch *batch, uint32_t at, const bivouac_state *state,
                                   int seat, const bivouac_random *random, const bivouac_past *past,
                                   bivouac_error *error);

/* Actions played since the beginning, those of chance included. */
BIVOUAC_API uint64_t bivouac_batch_plies(const bivouac_batch *batch);

#ifdef __cplusplus
}
#endif

#endif
