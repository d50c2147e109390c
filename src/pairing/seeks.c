#include "pairing/seeks.h"

enum {
    NEAR = 200,            /* points between two players who meet at once */
    NEARER_A_SECOND = 20,  /* and how many more after each second */
    LONG_WAIT = 60 * 1000, /* after which any distance will do */
    UNKNOWN = 150,         /* the distance to a player without a rating */
    REFUSED_MAX = 16,      /* players who may not meet, before the next pass goes on */
    FAR = 1 << 30,
};

static int farthest(int64_t waited)
{
    if (waited >= LONG_WAIT) return FAR;
    return NEAR + (int)(waited / 1000) * NEARER_A_SECOND;
}

static int distance(const struct pairing_seek *one, const struct pairing_seek *other, int game)
{
    int rating[] = {one->rating[game], other->rating[game]};
    if (!rating[0] || !rating[1]) return UNKNOWN;
    return rating[0] > rating[1] ? rating[0] - rating[1] : rating[1] - rating[0];
}

/* The games in which the two are nearest to each other, and how near: FAR if they do not fit. */
static uint32_t best_games(const struct pairing_seek *one, const struct pairing_seek *other,
                           int most, int *nearest)
{
    uint32_t games = 0;
    *nearest = FAR;
    if (one->pace != other->pace) return 0;
    for (int game = 0; game < SEEK_GAMES; game++) {
        uint32_t bit = UINT32_C(1) << game;
        if (!(one->games & other->games & bit)) continue;
        int apart = distance(one, other, game);
        if (apart > most || apart > *nearest) continue;
        if (apart < *nearest) games = 0;
        *nearest = apart;
        games |= bit;
    }
    return games;
}

struct pass {
    const struct pairing_seek *seek;
    int count;
    int64_t now;
    bool matched[SEEKS_MAX];
};

static uint32_t games_of(const struct pass *pass, int one, int other, int *nearest)
{
    const struct pairing_seek *seek = pass->seek;
    bool wanted = seek[one].with == other || seek[other].with == one;
    int most = wanted ? FAR : farthest(pass->now - seek[one].since);
    uint32_t games = best_games(&seek[one], &seek[other], most, nearest);
    if (wanted && games) *nearest = -1;
    return games;
}

/* The best opponent for a player among those who have waited less; -1: none. */
static int opponent_of(const struct pass *pass, int one, const int *refused, int refusals)
{
    int best = -1;
    int best_distance = FAR;
    for (int other = one + 1; other < pass->count; other++) {
        int nearest = 0;
        bool open = !pass->matched[other];
        for (int i = 0; open && i < refusals; i++) open = refused[i] != other;
        if (!open || !games_of(pass, one, other, &nearest) || nearest >= best_distance) continue;
        best = other;
        best_distance = nearest;
    }
    return best;
}

static int draw_game(uint32_t games, struct bv_random *random)
{
    for (uint32_t skip = bv_random_below(random, (uint32_t)__builtin_popcount(games)); skip; skip--)
        games &= games - 1;
    return __builtin_ctz(games);
}

int seeks_match(const struct pairing_seek *seek, int count, int64_t now, seeks_may_meet *may_meet,
                void *context, struct bv_random *random, struct seek_match *match, int most)
{
    BV_ASSERT(count <= SEEKS_MAX);
    int matches = 0;
    struct pass pass = {.seek = seek, .count = count, .now = now};
    for (int one = 0; one < count && matches < most; one++) {
        int refused[REFUSED_MAX];
        int refusals = 0;
        int other = -1;
        while (!pass.matched[one] && refusals < REFUSED_MAX) {
            other = opponent_of(&pass, one, refused, refusals);
            if (other < 0 || may_meet(context, one, other)) break;
            refused[refusals++] = other;
            other = -1;
        }
        if (other < 0) continue;
        int nearest = 0;
        int game = draw_game(games_of(&pass, one, other, &nearest), random);
        bool first = bv_random_below(random, 2) == 0;
        pass.matched[other] = true;
        match[matches++] =
            (struct seek_match){.player = {first ? one : other, first ? other : one}, .game = game};
    }
    return matches;
}
