#include "contest/match.h"

#include <pthread.h>
#include <stdlib.h>

#include "core/hash.h"

struct hall {
    struct bv_match *match;
    pthread_mutex_t lock;
    uint32_t next; /* the next game of this shard to begin */
    uint32_t workers;
    atomic_bool stop;
    bool failed;
};

uint32_t bv_match_default_opening(const struct bv_game *game)
{
    return game->flags & (BV_HAS_CHANCE | BV_HAS_SECRETS) ? 0 : 4;
}

/* The number of the shard's game `at`: pairs are dealt out in turn. */
static uint32_t game_number(const struct bv_match *match, uint32_t at)
{
    return (at / 2 * match->shards + match->shard) * 2 + at % 2;
}

static bool take_game(struct hall *hall, uint32_t *number)
{
    pthread_mutex_lock(&hall->lock);
    *number = game_number(hall->match, hall->next);
    bool there_is = *number < hall->match->games && !atomic_load(&hall->stop);
    if (there_is) hall->next++;
    pthread_mutex_unlock(&hall->lock);
    return there_is;
}

static void hand_in(struct hall *hall, const struct bv_match_game *game)
{
    struct bv_match *match = hall->match;
    pthread_mutex_lock(&hall->lock);
    if (!atomic_load(&hall->stop)) {
        bv_tally_add(&match->tally, game->side_of_a, game->half_points_of_a);
        if (match->stops_early && bv_tally_verdict(&match->tally, match->sprt) != BV_UNDECIDED) {
            atomic_store(&hall->stop, true);
            match->was_stopped = bv_tally_games(&match->tally) < match->games;
        }
        if (match->listener.game_over)
            match->listener.game_over(match->listener.context, match, game);
    }
    pthread_mutex_unlock(&hall->lock);
}

/* Streams of their own for the dice of a pair and for each player of each game. */
static struct bv_random stream(const struct bv_match *match, uint64_t kind, uint64_t number)
{
    return bv_random_seeded(bv_mix(match->seed, bv_mix(kind, number)));
}

static void play_game(struct hall *hall, uint32_t worker, struct bv_seated *const player[2],
                      struct bv_duel *duel, uint32_t number)
{
    struct bv_match *match = hall->match;
    const struct bv_match_listener *listener = &match->listener;
    int side_of_a = (int)(number % 2);
    struct bv_result result;
    duel->dice = stream(match, 0, match->unpaired ? number : number / 2);
    for (int who = 0; who < 2; who++) {
        int side = who == 0 ? side_of_a : !side_of_a;
        duel->side[side] = *player[who];
        duel->side[side].random = stream(match, 1 + (uint64_t)side, number);
        duel->side[side].turn.stop = &hall->stop;
    }
    duel->listen = listener->action;
    if (listener->action)
        duel->context = listener->action_context(listener->context, worker, number);
    if (!bv_duel_play(duel, &result)) return;
    struct bv_match_game game = {
        .number = number,
        .side_of_a = (uint8_t)side_of_a,
        .half_points_of_a = result.half_points[side_of_a],
        .reason = result.reason,
        .failed = duel->failed_side >= 0,
        .plies = duel->plies,
    };
    if (listener->duel_over) listener->duel_over(listener->context, worker, &game, duel);
    hand_in(hall, &game);
}

static void *work(void *context)
{
    struct hall *hall = context;
    struct bv_match *match = hall->match;
    struct bv_duel *duel = calloc(1, sizeof *duel);
    struct bv_seated *player[2] = {bv_entrant_sit(match->entrant[0], match->terms),
                                   bv_entrant_sit(match->entrant[1], match->terms)};
    pthread_mutex_lock(&hall->lock);
    uint32_t worker = hall->workers++;
    bool good = duel && player[0] && player[1];
    if (!good) hall->failed = true;
    pthread_mutex_unlock(&hall->lock);
    if (good) {
        duel->terms = match->terms;
        duel->opening = match->opening;
        duel->stop = &hall->stop;
    }
    for (uint32_t number = 0; good && take_game(hall, &number);)
        play_game(hall, worker, player, duel, number);
    bv_entrant_leave(player[0]);
    bv_entrant_leave(player[1]);
    free(duel);
    return NULL;
}

bool bv_match_play(struct bv_match *match)
{
    enum { THREADS_MAX = 256 };
    struct hall hall = {.match = match, .lock = PTHREAD_MUTEX_INITIALIZER};
    pthread_t thread[THREADS_MAX];
    uint32_t threads = match->threads < THREADS_MAX ? match->threads : THREADS_MAX;
    uint32_t started = 0;
    match->tally = (struct bv_tally){0};
    match->was_stopped = false;
    while (started < threads && pthread_create(&thread[started], NULL, work, &hall) == 0) started++;
    for (uint32_t i = 0; i < started; i++) pthread_join(thread[i], NULL);
    return started > 0 && !hall.failed;
}
