#include "pairing/rounds.h"

int pairing_half_points(enum pairing_result result, int side)
{
    static const int worth[PAIRING_GAME_RESULTS][2] = {
        [PAIRING_GAME_WON_0] = {2, 0},     [PAIRING_GAME_WON_1] = {0, 2},
        [PAIRING_GAME_DRAWN] = {1, 1},     [PAIRING_GAME_FORFEIT_0] = {0, 2},
        [PAIRING_GAME_FORFEIT_1] = {2, 0}, [PAIRING_GAME_BYE] = {2, 0},
    };
    return worth[result][side];
}

void pairing_points(const struct pairing *t, int points[PAIRING_PLAYERS])
{
    enum { FIRE = 2 }; /* consecutive wins after which an arena counts double */
    int streak[PAIRING_PLAYERS] = {0};
    for (int i = 0; i < t->players; i++) points[i] = 0;
    for (int i = 0; i < t->games; i++) {
        const struct pairing_game *game = &t->game[i];
        if (game->result == PAIRING_GAME_OPEN) continue;
        for (int side = 0; side < 2; side++) {
            int player = game->player[side];
            if (player == PAIRING_NONE) continue;
            int half_points = pairing_half_points(game->result, side);
            bool doubled = t->rules.kind == PAIRING_ARENA && streak[player] >= FIRE;
            points[player] += doubled ? 2 * half_points : half_points;
            streak[player] = half_points == 2 ? streak[player] + 1 : 0;
        }
    }
}

const struct pairing_measure *pairing_measures(enum pairing_kind kind)
{
    static const struct pairing_measure measures[][PAIRING_MEASURES] = {
        [PAIRING_ROUND_ROBIN] = {{"points", {"Points", "Points"}, 2},
                                 {"sonneborn-berger", {"Sonneborn-Berger", "Sonneborn–Berger"}, 4},
                                 {"direct", {"Confrontation directe", "Direct encounter"}, 2},
                                 {"wins", {"Victoires", "Wins"}, 1}},
        [PAIRING_SWISS] = {{"points", {"Points", "Points"}, 2},
                           {"buchholz-cut", {"Buchholz tronqué", "Buchholz cut 1"}, 2},
                           {"buchholz", {"Buchholz", "Buchholz"}, 2},
                           {"sonneborn-berger", {"Sonneborn-Berger", "Sonneborn–Berger"}, 4}},
        [PAIRING_ARENA] = {{"score", {"Score", "Score"}, 1},
                           {"wins", {"Victoires", "Wins"}, 1},
                           {"performance", {"Performance", "Performance"}, 1}},
    };
    return measures[kind];
}

/* One player's results while they are added up. */
struct sums {
    int points;
    int games; /* open ones included */
    int ended;
    int opposition; /* Buchholz */
    int weakest;    /* its lowest part */
    int beaten;     /* Sonneborn-Berger */
    int direct;     /* points against players who are equal so far */
    int played;
    /* the opponents' ratings, and 500 more for each game won, 500 less for each lost */
    int performed;
};

/* The points of the opponent, or their substitute for a bye or forfeit. */
static int strength(const struct pairing *t, const struct sums *sums,
                    const struct pairing_game *game, int side)
{
    if (rounds_was_played(game) || t->rules.kind == PAIRING_ROUND_ROBIN)
        return sums[game->player[1 - side]].points;
    return pairing_half_points(game->result, side) == 2 ? sums[game->player[side]].points : 0;
}

static void add_game(const struct pairing *t, const struct pairing_game *game, int side,
                     struct sums *sums, struct pairing_standing *standing)
{
    struct sums *own = &sums[game->player[side]];
    own->games++;
    if (game->result == PAIRING_GAME_OPEN) return;
    int half_points = pairing_half_points(game->result, side);
    int against = strength(t, sums, game, side);
    own->opposition += against;
    own->beaten += half_points * against;
    if (own->ended++ == 0 || against < own->weakest) own->weakest = against;
    if (rounds_was_played(game)) {
        own->played++;
        own->performed += t->player[game->player[1 - side]].rating + 500 * (half_points - 1);
    }
    if (game->result == PAIRING_GAME_BYE) return;
    standing->won += half_points == 2;
    standing->drawn += half_points == 1;
    standing->lost += half_points == 0;
}

/* Points against players with the same points and the same Sonneborn-Berger. */
static void add_direct(const struct pairing *t, struct sums *sums)
{
    for (int i = 0; i < t->games; i++) {
        const struct pairing_game *game = &t->game[i];
        struct sums *pair[] = {&sums[game->player[0]], &sums[game->player[1]]};
        if (game->result == PAIRING_GAME_OPEN || pair[0]->points != pair[1]->points ||
            pair[0]->beaten != pair[1]->beaten)
            continue;
        for (int side = 0; side < 2; side++)
            pair[side]->direct += pairing_half_points(game->result, side);
    }
}

static void measure(const struct pairing *t, const struct sums *sums,
                    struct pairing_standing *standing)
{
    int missed = t->round - sums->games;
    int weakest = missed > 0 ? 0 : sums->weakest;
    int half = sums->played / 2; /* for rounding */
    int *to = standing->measure;
    to[0] = sums->points;
    switch (t->rules.kind) {
    case PAIRING_ROUND_ROBIN:
        to[1] = sums->beaten;
        to[2] = sums->direct;
        to[3] = standing->won;
        break;
    case PAIRING_SWISS:
        to[1] = sums->opposition - weakest;
        to[2] = sums->opposition;
        to[3] = sums->beaten;
        break;
    case PAIRING_ARENA:
        to[1] = standing->won;
        to[2] = sums->played == 0 ? 0 : (sums->performed + half) / sums->played;
        break;
    }
}

/* Negative when a is before b. */
static int compare(const struct pairing_standing *a, const struct pairing_standing *b)
{
    for (int i = 0; i < PAIRING_MEASURES; i++)
        if (a->measure[i] != b->measure[i]) return a->measure[i] > b->measure[i] ? -1 : 1;
    return 0;
}

static void sort(struct pairing_standing *standing, int count)
{
    for (int i = 1; i < count; i++) {
        struct pairing_standing moved = standing[i];
        int at = i;
        for (; at > 0 && compare(&moved, &standing[at - 1]) < 0; at--)
            standing[at] = standing[at - 1];
        standing[at] = moved;
    }
    for (int i = 0; i < count; i++)
        standing[i].place = i > 0 && compare(&standing[i - 1], &standing[i]) == 0
                                ? standing[i - 1].place
                                : (uint16_t)(i + 1);
}

int pairing_standings(const struct pairing *t, struct pairing_standing standing[PAIRING_PLAYERS])
{
    struct sums sums[PAIRING_PLAYERS] = {0};
    int points[PAIRING_PLAYERS];
    pairing_points(t, points);
    for (int i = 0; i < t->players; i++) {
        sums[i].points = points[i];
        standing[i] = (struct pairing_standing){.player = (uint16_t)i};
    }
    for (int i = 0; i < t->games; i++)
        for (int side = 0; side < 2; side++) {
            int player = t->game[i].player[side];
            if (player != PAIRING_NONE) add_game(t, &t->game[i], side, sums, &standing[player]);
        }
    if (t->rules.kind == PAIRING_ROUND_ROBIN) add_direct(t, sums);
    for (int i = 0; i < t->players; i++) measure(t, &sums[i], &standing[i]);
    sort(standing, t->players);
    return t->players;
}
