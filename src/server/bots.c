#include "server/bots.h"

#include <pthread.h>
#include <sys/resource.h>

#include "core/random.h"
#include "search/levels.h"
#include "search/seated.h"
#include "server/house.h"
#include "server/memory.h"

enum {
    MINDS_BYTES = 256 << 20, /* what all minds may take together */
    DRAIN_MICROSECONDS =
        4000000, /* when many wait, all of them are answered within about so long */
    LEAST_MICROSECONDS = 20000,
    POLITENESS = 5, /* threads that think give way to the loop */
};

struct question {
    struct bv_bot_answer answer;
    union bv_state start;
    struct bv_move *move;
    bv_seats seats;
    uint8_t level;
    struct question *next;
};

/* What the computer remembers of one side of one table. */
struct mind {
    char id[BV_ID_SIZE];
    int side;
    uint8_t level;
    uint32_t epoch;
    size_t seen; /* moves */
    bool busy;
    uint64_t used;
    size_t size;
    struct bv_seated seated;
    struct mind *next;
};

struct bv_bots {
    pthread_mutex_t lock;
    pthread_cond_t come;
    struct question *first, *last; /* that wait */
    struct question *answered;     /* newest first */
    size_t waiting;
    struct mind *mind;
    size_t bytes;
    uint64_t uses;
    bool closing;
    uint32_t threads;
    pthread_t *thread;
    void (*wake)(void *context);
    void *context;
};

/* ---- Minds: all under the lock --------------------------------------------------------------------------------- */

static void forget(struct bv_bots *bots, struct mind *mind)
{
    struct mind **link = &bots->mind;
    while (*link != mind) link = &(*link)->next;
    *link = mind->next;
    bots->bytes -= mind->size;
    free(mind->seated.mind);
    free(mind);
}

static void make_room(struct bv_bots *bots, size_t size)
{
    while (bots->bytes + size > MINDS_BYTES) {
        struct mind *oldest = NULL;
        for (struct mind *mind = bots->mind; mind; mind = mind->next)
            if (!mind->busy && (!oldest || mind->used < oldest->used)) oldest = mind;
        if (!oldest) return;
        forget(bots, oldest);
    }
}

static struct mind *new_mind(struct bv_bots *bots, const struct question *question, int side)
{
    const struct bv_terms *terms = question->answer.terms;
    const struct bv_opponent *opponent = bv_opponent_of(terms->game);
    const struct bv_level *level = &opponent->level[question->level - 1];
    uint64_t seed = 0;
    struct mind *mind = bv_new(sizeof *mind);
    bv_random_bytes(&seed, sizeof seed);
    *mind = (struct mind){.side = side,
                          .level = question->level,
                          .epoch = question->answer.epoch,
                          .size = opponent->player->memory(terms)};
    bv_copy(mind->id, question->answer.id, sizeof mind->id);
    make_room(bots, mind->size);
    mind->seated = (struct bv_seated){
        .player = opponent->player,
        .mind = bv_new(mind->size),
        .seats = bv_seats_of_side(terms, side),
        .share = opponent->player->share,
        .turn = {.nodes = level->nodes, .depth = level->depth, .clock = bv_microseconds},
        .frailty = level->frailty,
        .random = bv_random_seeded(seed)};
    bots->bytes += mind->size;
    mind->next = bots->mind;
    bots->mind = mind;
    bv_seated_begin(&mind->seated, terms);
    return mind;
}

static bool remembers(const struct mind *mind, const struct question *question, int side)
{
    return !mind->busy && mind->side == side && mind->level == question->level &&
           mind->epoch == question->answer.epoch && mind->seen <= question->answer.moves &&
           bv_equal(mind->id, question->answer.id);
}

/* Less time for each when many wait. */
static uint64_t time_for(const struct bv_bots *bots, const struct question *question)
{
    const struct bv_opponent *opponent = bv_opponent_of(question->answer.terms->game);
    uint64_t own = (uint64_t)opponent->level[question->level - 1].milliseconds * 1000;
    uint64_t fair = (uint64_t)DRAIN_MICROSECONDS * bots->threads / (bots->waiting + 1);
    if (fair < LEAST_MICROSECONDS) fair = LEAST_MICROSECONDS;
    return own < fair ? own : fair;
}

static struct mind *mind_for(struct bv_bots *bots, const struct question *question)
{
    int side = bv_side_of(question->answer.terms, __builtin_ctz(question->seats));
    struct mind *mind = bots->mind;
    while (mind && !remembers(mind, question, side)) mind = mind->next;
    if (!mind) mind = new_mind(bots, question, side);
    mind->busy = true;
    mind->used = ++bots->uses;
    mind->seated.turn.microseconds = time_for(bots, question);
    return mind;
}

/* ---- Thinking: without the lock ------------------------------------------------------------------------------------ */

/* Plays the game over; the mind is shown what it has not seen yet. */
static void play_over(const struct question *question, struct mind *mind, union bv_state *state,
                      struct bv_past *past)
{
    const struct bv_terms *terms = question->answer.terms;
    bv_state_copy(terms->game, state, &question->start);
    past->count = 0;
    for (size_t i = 0; i < question->answer.moves; i++) {
        const struct bv_move *move = &question->move[i];
        bv_apply(terms, state, move->seat, move->action, past);
        if (i < mind->seen) continue;
        bv_seated_observe(&mind->seated, terms, state);
        bool theirs = move->seat != BV_CHANCE && bv_side_of(terms, move->seat) != mind->side;
        if (theirs) bv_seated_turn_over(&mind->seated);
    }
    mind->seen = question->answer.moves;
}

static void think(struct question *question, struct mind *mind)
{
    union bv_state state;
    struct bv_past past;
    struct bv_answer answer = {0};
    play_over(question, mind, &state, &past);
    bv_seated_ask(&mind->seated, question->answer.terms, &state, &past, question->seats, &answer);
    question->answer.seat = answer.choice[0].seat;
    question->answer.action = answer.choice[0].action;
}

static void answer_first(struct bv_bots *bots)
{
    struct question *question = bots->first;
    bots->first = question->next;
    struct mind *mind = mind_for(bots, question);
    pthread_mutex_unlock(&bots->lock);
    uint64_t begun = bv_microseconds();
    think(question, mind);
    question->answer.microseconds = bv_microseconds() - begun;
    pthread_mutex_lock(&bots->lock);
    mind->busy = false;
    question->next = bots->answered;
    bots->answered = question;
    bots->wake(bots->context);
}

static void *work(void *context)
{
    struct bv_bots *bots = context;
    setpriority(PRIO_PROCESS, 0, POLITENESS); /* on Linux, of this thread */
    pthread_mutex_lock(&bots->lock);
    while (!bots->closing) {
        if (bots->first)
            answer_first(bots);
        else
            pthread_cond_wait(&bots->come, &bots->lock);
    }
    pthread_mutex_unlock(&bots->lock);
    return NULL;
}

/* ---- For the loop ---------------------------------------------------------------------------------------------------- */

struct bv_bots *bv_bots_open(uint32_t threads, void (*wake)(void *context), void *context)
{
    struct bv_bots *bots = bv_new(sizeof *bots);
    pthread_mutex_init(&bots->lock, NULL);
    pthread_cond_init(&bots->come, NULL);
    bots->threads = threads;
    bots->wake = wake;
    bots->context = context;
    bots->thread = bv_new(threads * sizeof *bots->thread);
    for (uint32_t i = 0; i < threads; i++)
        if (pthread_create(&bots->thread[i], NULL, work, bots) != 0) abort();
    return bots;
}

static void free_questions(struct question *question)
{
    while (question) {
        struct question *next = question->next;
        free(question->move);
        free(question);
        question = next;
    }
}

void bv_bots_close(struct bv_bots *bots)
{
    pthread_mutex_lock(&bots->lock);
    bots->closing = true;
    pthread_cond_broadcast(&bots->come);
    pthread_mutex_unlock(&bots->lock);
    for (uint32_t i = 0; i < bots->threads; i++) pthread_join(bots->thread[i], NULL);
    while (bots->mind) forget(bots, bots->mind);
    free_questions(bots->first);
    free_questions(bots->answered);
    pthread_mutex_destroy(&bots->lock);
    pthread_cond_destroy(&bots->come);
    free(bots->thread);
    free(bots);
}

void bv_bots_ask(struct bv_bots *bots, const struct bv_table *table, bv_seats seats)
{
    struct question *question = bv_new(sizeof *question);
    size_t bytes = table->moves * sizeof *table->move;
    question->answer = (struct bv_bot_answer){
        .terms = bv_table_terms(table), .epoch = table->epoch, .moves = table->moves};
    bv_copy(question->answer.id, table->id, sizeof table->id);
    bv_state_copy(bv_table_terms(table)->game, &question->start, &table->setup.start);
    question->move = bv_new(bytes + 1);
    if (bytes) memcpy(question->move, table->move, bytes);
    question->seats = seats;
    question->level = table->chair[__builtin_ctz(seats)].level;
    pthread_mutex_lock(&bots->lock);
    if (bots->first)
        bots->last->next = question;
    else
        bots->first = question;
    bots->last = question;
    bots->waiting++;
    pthread_cond_signal(&bots->come);
    pthread_mutex_unlock(&bots->lock);
}

bool bv_bots_collect(struct bv_bots *bots, struct bv_bot_answer *answer)
{
    pthread_mutex_lock(&bots->lock);
    struct question *question = bots->answered;
    if (question) {
        bots->answered = question->next;
        bots->waiting--;
    }
    pthread_mutex_unlock(&bots->lock);
    if (!question) return false;
    *answer = question->answer;
    free(question->move);
    free(question);
    return true;
}

size_t bv_bots_waiting(struct bv_bots *bots)
{
    pthread_mutex_lock(&bots->lock);
    size_t waiting = bots->waiting;
    pthread_mutex_unlock(&bots->lock);
    return waiting;
}
