/*
 * Why a choice is good, in a sentence: for hints and for the analysis of mistakes.
 *
 * All that could be said of a choice is a candidate, with what it is worth in the game's own
 * measure (100: a plain piece); the one worth most is told:
 *
 *     must       nothing else is allowed, or everything else loses
 *     wins       the game, or a piece: at once, in exchange, or by the expected line
 *     saves      the enemy could have captured it, and no longer can
 *     threatens  a capture in the next turn that was not possible before
 *     improves   something that the game counts in every position: an aspect
 *
 * What the action itself does is looked at first, then what the next own actions of the expected
 * line do. Each game says in its folder of search/ what can be threatened and what counts.
 */
#pragma once

#include "search/player.h"

enum reason_kind {
    REASON_PLAIN, /* nothing in particular; every other kind is concrete */
    REASON_ONLY_CHOICE,
    REASON_ONLY_DEFENCE,
    REASON_VICTORY,
    REASON_CAPTURE,
    REASON_EXCHANGE,
    REASON_LATER_CAPTURE,
    REASON_ACTION, /* what the game says of the action itself */
    REASON_SAVES,
    REASON_THREATENS,
    REASON_ASPECT,
};

/* When it comes true: with the action, with a later one of the same turn, or later on the line. */
enum reason_time { REASON_NOW, REASON_THIS_TURN, REASON_THIS_LINE };

/* A sentence: its words have the blanks of bv_put_filled, and no full stop. */
struct reason {
    enum reason_kind kind;
    int32_t worth;
    struct bv_text words;
    struct bv_text word; /* %w */
    uint8_t piece;       /* %p */
    int16_t from;        /* %f */
    int16_t to;          /* %t */
    int32_t number;      /* %n */
    int32_t more;        /* %m */
    enum reason_time when;
};

/* What a side could do in its next turn, if it were its turn. */
struct reason_threat {
    uint8_t kind;   /* index into the source's words */
    uint8_t piece;  /* what is threatened */
    int16_t from;   /* by what stands there; BV_NOWHERE: by several, or from afar */
    int16_t to;     /* where it stands */
    int32_t worth;  /* of what is threatened, by how likely the threat is */
    int32_t number; /* for the words */
};

enum { REASON_THREATS_MAX = 64, REASON_ASPECTS_MAX = 12 };

struct reason_threat_list {
    uint32_t count;
    struct reason_threat threat[REASON_THREATS_MAX];
};

/* Adds a threat; of several to the same point the one worth most is kept. */
void reason_add_threat(struct reason_threat_list *list, const struct reason_threat *threat);

struct reason_threat_words {
    struct bv_text made;
    struct bv_text averted;
};

/* For captures without a die. */
#define REASON_CAPTURE_WORDS                                                                       \
    {                                                                                              \
        {"Ce coup menace une prise : %p en %t", "It threatens a capture: %p on %t"},               \
        {"Ce coup met à l'abri : %p en %t", "It brings to safety: %p on %t"},                      \
    }

/* In its words %n is the value after the choice, %m the one before. */
struct reason_aspect {
    int32_t weight; /* of one more; below nought: the fewer the better */
    struct bv_text words;
};

/* What a game says of itself; what it leaves out is not told. Positions are whole, drawn at random where there are secrets: what the
 * side does not know must not be looked at. */
struct reason_source {
    const int16_t *piece_worth; /* by piece; NULL: all alike */
    const struct reason_threat_words *threat;
    void (*threats)(const struct bv_terms *terms, const union bv_state *state, int side,
                    struct reason_threat_list *list);
    uint8_t aspects;
    const struct reason_aspect *aspect;
    void (*measure)(const struct bv_terms *terms, const union bv_state *state, int side,
                    int32_t *value);

    /* The action itself, where there is something to say of it: sets words, blanks and worth. */
    void (*action)(const struct bv_terms *terms, const union bv_state *before, int seat,
                   bv_action action, struct reason *reason);
};

/* `view` is what the seat knew when it was asked; the reason tells nothing else. */
void reason_find(const struct bv_terms *terms, const union bv_state *view,
                 const struct search_answer *answer, struct reason *reason);

/* The sentence of a reason, with its full stop. */
void reason_put(const struct bv_terms *terms, const struct reason *reason, bool french,
                struct bv_out *out);

/* Why the first choice of an answer is good, and how good it is. */
void reason_write(const struct bv_terms *terms, const union bv_state *view,
                  const struct search_answer *answer, bool french, struct bv_out *out);

/* The reply that is feared: the next action of the expected line, where the other side acts then and
 * nothing is secret. False if none is known. */
struct reason_reply {
    int seat;
    bv_action action;
    uint32_t events; /* what it would do on the board */
    struct bv_event event[BV_EVENTS_MAX];
};
bool reason_reply(const struct bv_terms *terms, const union bv_state *view,
                  const struct search_answer *answer, struct reason_reply *reply);

/* The reply in words. */
void reason_put_reply(const struct bv_terms *terms, const struct reason_reply *reply, bool french,
                      struct bv_out *out);
