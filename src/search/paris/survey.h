/*
 * What an evaluation of Siege de Paris looks at: the besiegers one by one, and what the garrison can
 * do. It is made once for a position, for the evaluation by hand and for the net.
 */
#pragma once

#include "games/storage.h"

enum { BESIEGERS = 2 * (PARIS_OFFICERS + PARIS_SOLDIERS) };

/* Squares from which a besieger's way to the exits counts, and a hunter's to its prey. */
enum { CLOSE_TO_EXITS = 10, HUNT_FROM = 7 };

struct man {
    uint8_t point;
    uint8_t file;
    uint8_t rank;
    bool prey;   /* unprotected, by a quick check */
    uint8_t way; /* squares to the nearest exit that he can still come to; of a man on squares */
};

struct survey {
    const struct bv_terms *terms;
    const struct paris_tables *tables;
    const struct paris_state *state;
    int men;
    struct man man[BESIEGERS];
    int moves_over_squares;           /* of the garrison */
    uint64_t free[PARIS_WORDS];       /* its men that can move */
    uint64_t capturable[PARIS_WORDS]; /* besiegers it could capture now */
    uint8_t hunt[PARIS_SLOTS];        /* squares from each of its men outside to the nearest prey */
};

void paris_survey(const struct bv_terms *terms, const union bv_state *state, struct survey *survey);

static inline bool paris_is_among(const uint64_t set[PARIS_WORDS], int point)
{
    return set[point / 64] >> point % 64 & 1;
}

static inline int paris_distance(int file, int rank, int other_file, int other_rank)
{
    int across = file > other_file ? file - other_file : other_file - file;
    int along = rank > other_rank ? rank - other_rank : other_rank - rank;
    return across > along ? across : along;
}
