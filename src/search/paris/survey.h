/*
 * What an evaluation of Siege de Paris looks at: the besiegers one by one, and every move of the
 * garrison. It is made once for a position, for the evaluation by hand and for the net.
 */
#pragma once

#include "games/storage.h"

enum { BESIEGERS = 2 * (PARIS_OFFICERS + PARIS_SOLDIERS) };

/* Squares from which a besieger's way to the exits counts. */
enum { CLOSE_TO_EXITS = 10 };

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
    uint32_t moves;
    bv_action move[PARIS_MOVES_MAX];
};

void paris_survey(const struct bv_terms *terms, const union bv_state *state, struct survey *survey);

static inline int paris_distance(int file, int rank, int other_file, int other_rank)
{
    int across = file > other_file ? file - other_file : other_file - file;
    int along = rank > other_rank ? rank - other_rank : other_rank - rank;
    return across > along ? across : along;
}
