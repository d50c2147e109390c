#include "server/delivery/thinkers.h"

#include <pthread.h>
#include <sodium/randombytes.h>

#include "core/random.h"
#include "search/levels.h"
#include "search/table_player.h"
#include "server/base/metrics.h"
#include "util/clock.h"
#include "util/memory.h"
#include "util/workers.h"

enum {
    MEMORY_MAX = 256 << 20, /* memory for the searches of all tables together */
    DRAIN_MICROSECONDS =
        4000000, /* when many questions wait, all are answered within about this time */
    LEAST_MICROSECONDS = 20000,
    NICENESS = 5, /* worker threads have a lower priority than the loop */
};

struct question {
    struct thinkers_answer answer;
    union bv_state start;
    struct table_move *move;
    bv_seats seats;
    uint8_t level;
    struct list_link link;
};

/* What the search remembers of one side of one table. */
struct mind {
    char id[ID_SIZE];
    int side;
    uint8_t level;
    uint32_t epoch;
    size_t seen; /* number of moves */
    bool busy;
    uint64_t used;
    size_t size;
    struct table_player seated;
    struct mind *next;
};

struct thinkers {
    struct workers *workers;
    uint32_t threads;
    pthread_mutex_t lock; /* protects all below */
    struct mind *mind;
    size_t bytes;
    uint64_t uses;
};

/* ---- Search memory: all under the lock ------------------------------------------------------- */

static void free_mind(struct thinkers *thinkers, struct mind *mind)
{
    struct mind **link = &thinkers->mind;
    while (*link != mind) link = &(*link)->next;
    *link = mind->next;
    thinkers->bytes -= mind->size;
    free(mind->seated.mind);
    free(mind);
}

static void make_capacity(struct thinkers *thinkers, size_t size)
{
    while (thinkers->bytes + size > MEMORY_MAX) {
        struct mind *oldest = NULL;
        for (struct mind *mind = thinkers->mind; mind; mind = mind->next)
            if (!mind->busy && (!oldest || mind->used < oldest->used)) oldest = mind;
        if (!oldest) return;
        free_mind(thinkers, oldest);
    }
}

static struct mind *new_mind(struct thinkers *thinkers, const struct question *question, int side)
{
    const struct bv_terms *terms = question->answer.terms;
    const struct level_opponent *opponent = level_opponent_of(terms->game);
    const struct level *level = &opponent->level[question->level - 1];
    uint64_t seed = 0;
    struct mind *mind = memory_new(sizeof *mind);
    randombytes_buf(&seed, sizeof seed);
    *mind = (struct mind){.side = side,
                          .level = question->level,
                          .epoch = question->answer.epoch,
                          .size = opponent->player->memory(terms)};
    bv_copy(mind->id, question->answer.id, sizeof mind->id);
    make_capacity(thinkers, mind->size);
    mind->seated = (struct table_player){
        .player = opponent->player,
        .mind = memory_new(mind->size),
        .seats = bv_seats_of_side(terms, side),
        .share = opponent->player->share,
        .turn = {.nodes = level->nodes, .depth = level->depth, .clock = clock_microseconds},
        .weakening = level->weakening,
        .random = bv_random_seeded(seed)};
    thinkers->bytes += mind->size;
    mind->next = thinkers->mind;
    thinkers->mind = mind;
    table_player_begin(&mind->seated, terms);
    return mind;
}

static bool remembers(const struct mind *mind, const struct question *question, int side)
{
    return !mind->busy && mind->side == side && mind->level == question->level &&
           mind->epoch == question->answer.epoch && mind->seen <= question->answer.moves &&
           bv_equal(mind->id, question->answer.id);
}

/* Less time for each question when many wait. */
static uint64_t time_for(const struct thinkers *thinkers, const struct question *question)
{
    const struct level_opponent *opponent = level_opponent_of(question->answer.terms->game);
    uint64_t own = (uint64_t)opponent->level[question->level - 1].milliseconds * 1000;
    uint64_t waiting = workers_waiting(thinkers->workers);
    uint64_t fair = (uint64_t)DRAIN_MICROSECONDS * thinkers->threads / (waiting + 1);
    if (fair < LEAST_MICROSECONDS) fair = LEAST_MICROSECONDS;
    return own < fair ? own : fair;
}

static struct mind *mind_for(struct thinkers *thinkers, const struct question *question)
{
    int side = bv_side_of(question->answer.terms, __builtin_ctz(question->seats));
    struct mind *mind = thinkers->mind;
    while (mind && !remembers(mind, question, side)) mind = mind->next;
    if (!mind) mind = new_mind(thinkers, question, side);
    mind->busy = true;
    mind->used = ++thinkers->uses;
    mind->seated.turn.microseconds = time_for(thinkers, question);
    return mind;
}

/* ---- Searching: without the lock ------------------------------------------------------------- */

/* Replays the game; the search is shown the moves that it has not seen yet. */
static void replay(const struct question *question, struct mind *mind, union bv_state *state,
                   struct bv_past *past)
{
    const struct bv_terms *terms = question->answer.terms;
    bv_state_copy(terms->game, state, &question->start);
    past->count = 0;
    for (size_t i = 0; i < question->answer.moves; i++) {
        const struct table_move *move = &question->move[i];
        bv_apply(terms, state, move->seat, move->action, past);
        if (i < mind->seen) continue;
        table_player_observe(&mind->seated, terms, state);
        bool by_opponent = move->seat != BV_CHANCE && bv_side_of(terms, move->seat) != mind->side;
        if (by_opponent) table_player_turn_over(&mind->seated);
    }
    mind->seen = question->answer.moves;
}

static void search(struct question *question, struct mind *mind)
{
    union bv_state state;
    struct bv_past past;
    struct search_answer answer = {0};
    replay(question, mind, &state, &past);
    table_player_ask(&mind->seated, question->answer.terms, &state, &past, question->seats,
                     &answer);
    question->answer.seat = answer.choice[0].seat;
    question->answer.action = answer.choice[0].action;
}

static struct question *question_of(struct list_link *link)
{
    return LIST_HOLDER(link, struct question, link);
}

static void answer(void *context, struct list_link *job)
{
    struct thinkers *thinkers = context;
    struct question *question = question_of(job);
    pthread_mutex_lock(&thinkers->lock);
    struct mind *mind = mind_for(thinkers, question);
    pthread_mutex_unlock(&thinkers->lock);
    uint64_t begun = clock_microseconds();
    search(question, mind);
    question->answer.microseconds = clock_microseconds() - begun;
    pthread_mutex_lock(&thinkers->lock);
    mind->busy = false;
    pthread_mutex_unlock(&thinkers->lock);
}

/* ---- For the event loop ---------------------------------------------------------------------- */

struct thinkers *thinkers_open(uint32_t threads, void (*wake)(void *context), void *context)
{
    struct thinkers *thinkers = memory_new(sizeof *thinkers);
    pthread_mutex_init(&thinkers->lock, NULL);
    thinkers->threads = threads;
    thinkers->workers = workers_open(&(struct workers_deps){.threads = threads,
                                                            .niceness = NICENESS,
                                                            .work = answer,
                                                            .context = thinkers,
                                                            .wake = wake,
                                                            .wake_context = context});
    return thinkers;
}

bool thinkers_collect(struct thinkers *thinkers, struct thinkers_answer *answer)
{
    struct list_link *link = workers_collect(thinkers->workers);
    if (!link) return false;
    struct question *question = question_of(link);
    *answer = question->answer;
    free(question->move);
    free(question);
    return true;
}

void thinkers_close(struct thinkers *thinkers)
{
    struct thinkers_answer unwanted;
    workers_stop(thinkers->workers);
    while (thinkers_collect(thinkers, &unwanted)) {
    }
    workers_free(thinkers->workers);
    while (thinkers->mind) free_mind(thinkers, thinkers->mind);
    pthread_mutex_destroy(&thinkers->lock);
    free(thinkers);
}

void thinkers_ask(struct thinkers *thinkers, const struct table *table, bv_seats seats)
{
    struct question *question = memory_new(sizeof *question);
    size_t bytes = table->moves * sizeof *table->move;
    question->answer = (struct thinkers_answer){
        .terms = table_terms(table), .epoch = table->epoch, .moves = table->moves};
    bv_copy(question->answer.id, table->id, sizeof table->id);
    bv_state_copy(table_terms(table)->game, &question->start, &table->setup.start);
    question->move = memory_new(bytes + 1);
    if (bytes) memcpy(question->move, table->move, bytes);
    question->seats = seats;
    question->level = table->occupant[__builtin_ctz(seats)].level;
    workers_ask(thinkers->workers, &question->link);
}

size_t thinkers_waiting(struct thinkers *thinkers)
{
    return workers_waiting(thinkers->workers);
}

uint32_t thinkers_threads(const struct thinkers *thinkers)
{
    return thinkers->threads;
}
