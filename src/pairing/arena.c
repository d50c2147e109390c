#include "pairing/rounds.h"

/*
 * Waiting players are matched at the lowest cost, as in swiss.c; ordinary costs of a pair stay
 * below 2^27, of all pairs below 2^34. If the number is odd, the player who has just finished a
 * game waits.
 */
static const int64_t JUST_PLAYED = INT64_C(1) << 50;
static const int64_t SAME_OPPONENT = INT64_C(1) << 42;
static const int64_t WAITS = INT64_C(1) << 34;
static const int64_t POINT = INT64_C(1) << 10; /* of distance, squared */
enum { FARTHEST_SCORE = 255, FARTHEST_RATING = 1023 };

struct waiting {
    int count;
    int player[PAIRING_PLAYERS];   /* from the latest game to players who had none yet */
    int score[PAIRING_PLAYERS];    /* these by player: */
    int opponent[PAIRING_PLAYERS]; /* the last one, or PAIRING_NONE */
    bool game_is_open;
};

static void find_waiting(struct waiting *waiting, const struct pairing *t)
{
    bool seen[PAIRING_PLAYERS] = {0};
    bool waits[PAIRING_PLAYERS] = {0};
    waiting->count = 0;
    waiting->game_is_open = false;
    pairing_points(t, waiting->score);
    for (int player = 0; player < t->players; player++) {
        waits[player] = !t->player[player].away;
        waiting->opponent[player] = PAIRING_NONE;
    }
    for (int i = 0; i < t->games; i++)
        if (t->game[i].result == PAIRING_GAME_OPEN) {
            waits[t->game[i].player[0]] = waits[t->game[i].player[1]] = false;
            waiting->game_is_open = true;
        }
    for (int i = t->games - 1; i >= 0; i--)
        for (int side = 0; side < 2; side++) {
            int player = t->game[i].player[side];
            if (seen[player]) continue;
            seen[player] = true;
            waiting->opponent[player] = t->game[i].player[1 - side];
            if (waits[player]) waiting->player[waiting->count++] = player;
        }
    for (int player = t->players - 1; player >= 0; player--)
        if (waits[player] && !seen[player]) waiting->player[waiting->count++] = player;
}

static bool just_played(const struct waiting *waiting, int a, int b)
{
    return waiting->opponent[a] == b && waiting->opponent[b] == a;
}

static int64_t distance(int a, int b, int farthest)
{
    int apart = a > b ? a - b : b - a;
    return apart < farthest ? apart : farthest;
}

static int64_t cost_of_pair(const struct pairing *t, const struct waiting *waiting, int a, int b)
{
    int64_t apart = distance(waiting->score[a], waiting->score[b], FARTHEST_SCORE);
    int64_t cost =
        apart * apart * POINT + distance(t->player[a].rating, t->player[b].rating, FARTHEST_RATING);
    if (just_played(waiting, a, b)) return cost + JUST_PLAYED;
    bool again = waiting->opponent[a] == b || waiting->opponent[b] == a;
    return again ? cost + SAME_OPPONENT : cost;
}

static void set_costs(const struct pairing *t, const struct waiting *waiting, struct matching *m)
{
    m->count = waiting->count + waiting->count % 2;
    for (int b = 0; b < m->count; b++)
        for (int a = 0; a < b; a++)
            m->cost[a][b] = m->cost[b][a] =
                b < waiting->count
                    ? cost_of_pair(t, waiting, waiting->player[a], waiting->player[b])
                    : a * WAITS; /* the list begins with players who have just finished a game */
}

void rounds_arena(struct pairing *t, struct matching *matching, struct bv_random *random)
{
    struct waiting waiting;
    int claim[PAIRING_PLAYERS];
    rounds_side_claims(t, claim);
    find_waiting(&waiting, t);
    set_costs(t, &waiting, matching);
    matching_solve(matching);
    for (int i = 0; i < waiting.count && t->games < PAIRING_GAMES; i++) {
        int j = matching->partner[i];
        if (j < i || j >= waiting.count) continue;
        int a = waiting.player[i];
        int b = waiting.player[j];
        /* Two players meet again at once only if no other player is there; a third who is playing
         * may soon be free. */
        if (just_played(&waiting, a, b) && waiting.game_is_open) continue;
        rounds_seat_pair(t, 0, a, b, claim, random);
    }
}
