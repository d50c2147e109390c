/*
 * Seeks: who meets whom among the players who look for an opponent. Pure: the caller supplies the
 * time, the random numbers, and whether two players may meet at all.
 *
 * The player who has waited longest chooses first, and meets the one with the nearest rating. Two
 * players who both have a rating meet if the distance is at most 200 points, 20 more for each
 * second that the longer wait lasts, and any distance after a minute. A player without a rating
 * meets any player. Sides, and the game where several fit equally well, are drawn by lot.
 */
#pragma once

#include "core/random.h"

enum {
    SEEKS_MAX = 1024, /* players who wait at the same time */
    SEEK_GAMES = 16,
    SEEK_ANYONE = -1,
};

enum seek_pace { SEEK_LIVE, SEEK_CORRESPONDENCE, SEEK_PACES };

struct pairing_seek {
    uint32_t games; /* a bit for each game that the player would play */
    enum seek_pace pace;
    int rating[SEEK_GAMES]; /* by game; 0: none */
    int64_t since;          /* in milliseconds */
    int with; /* the player to meet if possible, whatever the ratings; or SEEK_ANYONE */
};

struct seek_match {
    int player[2]; /* by side */
    int game;
};

/* Whether two players may meet; asked only of those who would. */
typedef bool seeks_may_meet(void *context, int one, int other);

/* Matches the seeks, which are in the order of waiting, the longest first. Returns how many matches
 * there are, at most `most`. */
int seeks_match(const struct pairing_seek *seek, int count, int64_t now, seeks_may_meet *may_meet,
                void *context, struct bv_random *random, struct seek_match *match, int most);
