/*
 * Small Swiss fields against every pairing there is. What a pairing does wrong is counted from the list of games
 * alone, in the order of weight that tourney.h promises; no pairing may do less wrong than the one chosen.
 */
#include <stdlib.h>

#include "players.h"

enum wrong {
    MEETINGS,
    BYES,
    SIDES_REFUSED,
    POINTS_APART,
    FLOATS_AGAIN,
    SIDES_DISLIKED,
    DISORDER,
    WRONGS
};

enum { MOST = 8 };

struct person {
    int points, byes, floated, ahead, run;
    int above, below; /* how many of the same points are before and after */
    int met[MOST];
};

static struct tournament e;
static struct person people[MOST];
static int lowest;

struct verdict {
    int wrong[WRONGS];
};

static bool is_worse(const struct verdict *a, const struct verdict *b)
{
    for (int i = 0; i < WRONGS; i++)
        if (a->wrong[i] != b->wrong[i]) return a->wrong[i] > b->wrong[i];
    return false;
}

/* Round by round, so that points before a round are known. */
static void study_people(void)
{
    bv_clear(people, sizeof people);
    for (int round = 0; round < e.tourney.round; round++) {
        int before[MOST];
        for (int i = 0; i < MOST; i++) {
            before[i] = people[i].points;
            people[i].floated = 0;
        }
        for (int i = 0; i < e.tourney.games; i++) {
            const struct pairing_game *game = &e.tourney.game[i];
            if (game->round != round) continue;
            struct person *first = &people[game->player[0]];
            first->points += pairing_half_points(game->result, 0);
            if (game->result == PAIRING_GAME_BYE) {
                first->byes++;
                first->floated = 1;
                continue;
            }
            struct person *second = &people[game->player[1]];
            second->points += pairing_half_points(game->result, 1);
            first->met[game->player[1]]++;
            second->met[game->player[0]]++;
            int apart = before[game->player[0]] - before[game->player[1]];
            first->floated = apart > 0 ? 1 : apart < 0 ? -1 : 0;
            second->floated = -first->floated;
            if (game->result > PAIRING_GAME_DRAWN) continue;
            first->ahead++;
            second->ahead--;
            first->run = first->run > 0 ? first->run + 1 : 1;
            second->run = second->run < 0 ? second->run - 1 : -1;
        }
    }
}

static void rank_people(void)
{
    for (int a = 0; a < e.tourney.players; a++)
        for (int b = 0; b < e.tourney.players; b++) {
            if (a == b || e.tourney.player[b].away || people[a].points != people[b].points)
                continue;
            int ahead = e.tourney.player[b].rating - e.tourney.player[a].rating;
            if (ahead > 0 || (ahead == 0 && b < a))
                people[a].above++;
            else
                people[a].below++;
        }
}

/* The side a player should have next as a sign, and how much: 3 must, 2 should, 1 would like to. */
static int command(const struct person *person)
{
    if (person->ahead > 1) return -3;
    if (person->ahead < -1) return 3;
    if (person->run > 1) return -3;
    if (person->run < -1) return 3;
    return person->ahead != 0 ? -2 * person->ahead : -person->run;
}

static void judge_pair(struct verdict *verdict, int a, int b)
{
    const struct person *upper = people[a].points >= people[b].points ? &people[a] : &people[b];
    const struct person *lower = upper == &people[a] ? &people[b] : &people[a];
    int apart = upper->points - lower->points;
    verdict->wrong[MEETINGS] += people[a].met[b];
    verdict->wrong[POINTS_APART] += apart * apart;
    if (apart > 0) verdict->wrong[FLOATS_AGAIN] += (upper->floated > 0) + (lower->floated < 0);
    int ideal = (lower->above + lower->below + 1) / 2;
    verdict->wrong[DISORDER] += apart > 0 ? (upper->below + lower->above) / 2
                                          : abs(abs(upper->above - lower->above) - ideal);
    int commands[] = {command(upper), command(lower)};
    if (commands[0] * commands[1] <= 0) return;
    int weaker = abs(commands[0]) < abs(commands[1]) ? abs(commands[0]) : abs(commands[1]);
    if (weaker == 3)
        verdict->wrong[SIDES_REFUSED]++;
    else
        verdict->wrong[SIDES_DISLIKED] += weaker;
}

static void judge_bye(struct verdict *verdict, int a)
{
    int apart = people[a].points - lowest;
    verdict->wrong[BYES] += people[a].byes;
    verdict->wrong[POINTS_APART] += apart * apart;
    verdict->wrong[FLOATS_AGAIN] += people[a].floated > 0;
    verdict->wrong[DISORDER] += people[a].below;
}

/* Tries every way to pair those left over. */
static void try_all(uint32_t free, struct verdict so_far, struct verdict *best)
{
    if (free == 0) {
        if (is_worse(best, &so_far)) *best = so_far;
        return;
    }
    int first = __builtin_ctz(free);
    bool odd = __builtin_popcount(free) % 2 == 1;
    free &= free - 1;
    if (odd) {
        struct verdict with_bye = so_far;
        judge_bye(&with_bye, first);
        try_all(free, with_bye, best);
    }
    for (uint32_t rest = free; rest != 0; rest &= rest - 1) {
        int second = __builtin_ctz(rest);
        struct verdict with_pair = so_far;
        judge_pair(&with_pair, first, second);
        try_all(free & ~(1U << second), with_pair, best);
    }
}

static void assert_next_round_is_best(void)
{
    uint32_t free = 0;
    struct verdict best = {{INT_MAX}};
    struct verdict chosen = {0};
    study_people();
    rank_people();
    lowest = INT_MAX;
    for (int i = 0; i < e.tourney.players; i++) {
        if (e.tourney.player[i].away) continue;
        free |= 1U << i;
        if (people[i].points < lowest) lowest = people[i].points;
    }
    try_all(free, (struct verdict){0}, &best);
    int first = e.tourney.games;
    assert_true(pair(&e) > 0);
    for (int i = first; i < e.tourney.games; i++) {
        const struct pairing_game *game = &e.tourney.game[i];
        if (game->result == PAIRING_GAME_BYE)
            judge_bye(&chosen, game->player[0]);
        else
            judge_pair(&chosen, game->player[0], game->player[1]);
    }
    for (int i = 0; i < WRONGS; i++) assert_int_equal(chosen.wrong[i], best.wrong[i]);
    for (int i = first; i < e.tourney.games; i++) { /* the stronger command has its side */
        const struct pairing_game *game = &e.tourney.game[i];
        if (game->result == PAIRING_GAME_BYE) continue;
        assert_true(command(&people[game->player[0]]) >= command(&people[game->player[1]]));
    }
}

static void no_pairing_does_less_wrong(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 400; seed++) {
        begin(&e, (struct pairing_rules){.kind = PAIRING_SWISS, .rounds = 8}, 2 + (int)(seed % 7),
              seed);
        while (!pairing_over(&e.tourney)) {
            assert_next_round_is_best();
            end_round(&e);
            uint32_t lot = bv_random_below(&e.random, 6);
            if (lot == 0 && e.tourney.players < MOST) pairing_join(&e.tourney, 1500);
            int player = (int)bv_random_below(&e.random, (uint32_t)e.tourney.players);
            pairing_set_away(&e.tourney, player, lot == 1);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_pairing_does_less_wrong)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
