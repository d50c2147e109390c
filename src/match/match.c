#include "match/match.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash.h"

struct match_run {
    struct match *match;
    pthread_mutex_t lock;
    uint32_t next; /* the next game of this shard to begin */
    uint32_t workers;
    atomic_bool stop;
    bool failed;
};

uint32_t match_default_opening(const struct bv_game *game)
{
    return game->flags & (BV_HAS_CHANCE | BV_HAS_SECRETS) ? 0 : 4;
}

/* The number of the shard's game `at`: pairs are dealt out in turn. */
static uint32_t game_number(const struct match *match, uint32_t at)
{
    return (at / 2 * match->shards + match->shard) * 2 + at % 2;
}

static bool take_game(struct match_run *run, uint32_t *number)
{
    pthread_mutex_lock(&run->lock);
    *number = game_number(run->match, run->next);
    bool there_is = *number < run->match->games && !atomic_load(&run->stop);
    if (there_is) run->next++;
    pthread_mutex_unlock(&run->lock);
    return there_is;
}

static void count_game(struct match_run *run, const struct match_pairing *game)
{
    struct match *match = run->match;
    pthread_mutex_lock(&run->lock);
    if (!atomic_load(&run->stop)) {
        tally_add(&match->tally, game->side_of_a, game->half_points_of_a);
        if (match->stops_early && tally_verdict(&match->tally, match->sprt) != TALLY_UNDECIDED) {
            atomic_store(&run->stop, true);
            match->was_stopped = tally_games(&match->tally) < match->games;
        }
        if (match->listener.game_over)
            match->listener.game_over(match->listener.context, match, game);
    }
    pthread_mutex_unlock(&run->lock);
}

/* Streams of their own for the dice of a pair and for each player of each game. */
static struct bv_random stream(const struct match *match, uint64_t kind, uint64_t number)
{
    return bv_random_seeded(bv_mix(match->seed, bv_mix(kind, number)));
}

static void note_failure(struct match_run *run, int who, const char *reason)
{
    struct match_failures *failures = &run->match->failures[who];
    pthread_mutex_lock(&run->lock);
    if (!failures->games++) bv_error_set(&failures->reason, reason);
    pthread_mutex_unlock(&run->lock);
}

static void play_game(struct match_run *run, uint32_t worker, struct table_player *const player[2],
                      struct match_game *game, uint32_t number)
{
    struct match *match = run->match;
    const struct match_listener *listener = &match->listener;
    int side_of_a = (int)(number % 2);
    struct bv_result result;
    game->dice = stream(match, 0, match->unpaired ? number : number / 2);
    for (int who = 0; who < 2; who++) {
        int side = who == 0 ? side_of_a : !side_of_a;
        game->side[side] = *player[who];
        game->side[side].random = stream(match, 1 + (uint64_t)side, number);
        game->side[side].turn.stop = &run->stop;
    }
    game->listen = listener->action;
    if (listener->action)
        game->context = listener->action_context(listener->context, worker, number);
    if (!match_game_play(game, &result)) return;
    struct match_pairing pairing = {
        .number = number,
        .side_of_a = (uint8_t)side_of_a,
        .half_points_of_a = result.half_points[side_of_a],
        .reason = result.reason,
        .failed = game->failed_side >= 0,
        .plies = game->plies,
    };
    if (pairing.failed) {
        int who = game->failed_side != side_of_a;
        note_failure(run, who, player_spec_complaint(player[who]));
    }
    if (listener->match_game_over)
        listener->match_game_over(listener->context, worker, &pairing, game);
    count_game(run, &pairing);
}

static void *work(void *context)
{
    struct match_run *run = context;
    struct match *match = run->match;
    struct match_game *game = calloc(1, sizeof *game);
    struct bv_error error;
    bv_error_set(&error, "out of memory");
    struct table_player *player[2] = {player_spec_open(match->spec[0], match->terms, &error), NULL};
    if (player[0]) player[1] = player_spec_open(match->spec[1], match->terms, &error);
    pthread_mutex_lock(&run->lock);
    uint32_t worker = run->workers++;
    bool good = game && player[0] && player[1];
    if (!good) {
        run->failed = true;
        match->error = error;
    }
    pthread_mutex_unlock(&run->lock);
    if (good) {
        game->terms = match->terms;
        game->opening = match->opening;
        game->stop = &run->stop;
    }
    for (uint32_t number = 0; good && take_game(run, &number);)
        play_game(run, worker, player, game, number);
    player_spec_close(player[0]);
    player_spec_close(player[1]);
    free(game);
    return NULL;
}

bool match_play(struct match *match)
{
    enum { THREADS_MAX = 256 };
    struct match_run run = {.match = match, .lock = PTHREAD_MUTEX_INITIALIZER};
    pthread_t thread[THREADS_MAX];
    uint32_t threads = match->threads < THREADS_MAX ? match->threads : THREADS_MAX;
    uint32_t started = 0;
    match->tally = (struct tally){0};
    memset(match->failures, 0, sizeof match->failures);
    bv_error_set(&match->error, "no thread can be started");
    match->was_stopped = false;
    while (started < threads && pthread_create(&thread[started], NULL, work, &run) == 0) started++;
    for (uint32_t i = 0; i < started; i++) pthread_join(thread[i], NULL);
    return started > 0 && !run.failed;
}
