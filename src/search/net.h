/*
 * Nets: evaluations that were learned from self-play (docs/nets.md). A position is a short list of
 * features that hold of it, out of some thousands; the net is
 *
 *     features ─ NET_HIDDEN sums, each clipped to 0 … NET_ONE ─ NET_SECOND sums, clipped ─ one number
 *
 * All of it is integers, so that every compiler and machine gives the same numbers, whatever vectors
 * it has. The bytes of a file nets/GAME.net are a struct net as they lie: nothing is unpacked,
 * nothing allocated.
 */
#pragma once

#include "core/bits.h"
#include "core/game.h"

enum { NET_HIDDEN = 64, NET_SECOND = 16, NET_ACTIVE_MAX = 256, NET_VERSION = 1, NET_TOLD = 256 };

/* Fixed point: of the clipped sums, of the second layer's weights, of the last layer's. */
enum { NET_ONE = 127, NET_UNIT_BITS = 7, NET_SECOND_BITS = 6, NET_LAST_BITS = 8 };

struct net {
    char magic[8]; /* "BVNET\0\0\0" */
    uint32_t version;
    uint32_t features;
    uint32_t size;       /* of the whole file, in bytes */
    uint32_t checksum;   /* Adler-32 of all bytes after this field */
    char told[NET_TOLD]; /* from which commit, data and command it came */
    int32_t last_bias;
    int32_t guess_weight; /* of the evaluation by hand that it corrects, in 256ths; 0: none */
    int32_t second_bias[NET_SECOND];
    int16_t last[NET_SECOND];
    int16_t first_bias[NET_HIDDEN];
    int16_t second[NET_SECOND][NET_HIDDEN];
    int16_t first[][NET_HIDDEN];
};

/* What a game tells a net of a position. */
struct net_input {
    uint32_t features; /* so many there are */

    /* Those that hold of a position, each once; returns how many, at most NET_ACTIVE_MAX. */
    uint32_t (*list)(const struct bv_terms *terms, const union bv_state *state, uint16_t *list);

    /* The evaluation by hand, for the side the net speaks for. */
    int32_t (*guess)(const struct bv_terms *terms, const union bv_state *state);

    /* The side the net speaks for. */
    int (*side)(const union bv_state *state);

    /* Whether a net is asked about such a position; others teach nothing. */
    bool (*asked)(const struct bv_terms *terms, const union bv_state *state);
};

/* What the net says of a position with these features: the logarithm of the odds of winning, a
 * unit being 1 << (NET_UNIT_BITS + NET_LAST_BITS). */
int32_t net_value(const struct net *net, const uint16_t *feature, uint32_t count);

/* The same in hundredths of the smallest piece, for a search to which `winning` of them win three
 * games in four; corrects `guess`. */
int32_t net_score(const struct net *net, const uint16_t *feature, uint32_t count, int32_t guess,
                  int32_t winning);

/* ---- One position after the other ------------------------------------------------------------- */

enum { NET_WORDS = 16 };

/* The features that hold of a position, as bits; for games with at most 64 * NET_WORDS of them. */
struct net_set {
    uint64_t word[NET_WORDS];
};

static inline void net_set_add(struct net_set *set, unsigned feature)
{
    set->word[feature / 64] |= (uint64_t)1 << feature % 64;
}

/* Adds the features first, first + 1 … whose bits are set; at most 127 follow the first. */
static inline void net_set_add_all(struct net_set *set, unsigned first, bv_bits128 bits)
{
    uint64_t *word = &set->word[first / 64];
    unsigned shift = first % 64;
    uint64_t low = (uint64_t)bits;
    uint64_t high = (uint64_t)(bits >> 64);
    word[0] |= low << shift;
    word[1] |= high << shift | (shift ? low >> (64 - shift) : 0);
    if (shift) word[2] |= high >> (64 - shift);
}

/* They as a list, the lowest first; returns how many. */
uint32_t net_set_list(const struct net_set *set, uint16_t *list);

/* The sums of the first layer for a set of features. */
struct net_sums {
    struct net_set set;
    int16_t sum[NET_HIDDEN];
};

/*
 * Evaluates the positions of one search. They are much alike, so the sums of the last one are kept,
 * and of the next only the features that differ are counted. Seen from the two sides positions have
 * little in common: each side has its own sums.
 */
struct net_evaluator {
    const struct net *net; /* NULL: there is none */
    bool wide;             /* the machine has vectors of 32 bytes */
    struct net_sums sums[BV_SIDES_MAX];
};

/* Looks at the machine. Slow, so it is done once. */
void net_evaluator_open(struct net_evaluator *evaluator);

/* From now on positions are evaluated with this net; NULL: with none. */
void net_evaluator_use(struct net_evaluator *evaluator, const struct net *net);

/* As net_value and net_score, of the position as a side sees it. */
int32_t net_evaluator_value(struct net_evaluator *evaluator, int side, const struct net_set *set);
int32_t net_evaluator_score(struct net_evaluator *evaluator, int side, const struct net_set *set,
                            int32_t guess, int32_t winning);

/* ---- Which net -------------------------------------------------------------------------------- */

/* The nets that are part of the program, by the game's id; one without an id ends the list. */
struct net_builtin {
    const char *game;
    const void *bytes;
};
extern const struct net_builtin net_builtin[];

/* The bytes of a file as a net, for a budget; NULL if they are none. They are not copied. */
const struct net *net_in(const void *bytes, size_t size, uint32_t features);

/* In a budget: evaluate by hand, even where a net is built in. */
extern const struct net net_none;

/* The net of a game: the one of the budget, or the one built in; NULL: there is none. */
const struct net *net_of(const struct bv_game *game, const struct net *instead);
