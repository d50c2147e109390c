#include "match/parallel.h"

#include <pthread.h>
#include <stdlib.h>

struct member {
    void *mind;
    const struct search_player *player;
    struct search_question question;
    struct budget budget;
    struct bv_random random;
    struct search_answer answer;
};

struct parallel {
    const struct search_player *player;
    uint32_t members;
    uint32_t leader;  /* of this turn */
    atomic_bool done; /* the first thread has answered: those that help it stop */
    struct member member[PARALLEL_MAX];
};

/* ---- Opening and closing --------------------------------------------------------------------- */

bool parallel_open(void *mind, const struct search_player *player, uint32_t members,
                   const struct bv_terms *terms)
{
    struct parallel *parallel = mind;
    parallel->player = player;
    for (uint32_t i = 0; i < members && i < PARALLEL_MAX; i++) {
        struct member *member = &parallel->member[i];
        member->player = player;
        member->mind = calloc(1, player->memory(terms));
        if (!member->mind) return false;
        parallel->members++;
    }
    return true;
}

void parallel_close(void *mind)
{
    struct parallel *parallel = mind;
    for (uint32_t i = 0; i < parallel->members; i++) free(parallel->member[i].mind);
}

/* ---- The player ------------------------------------------------------------------------------ */

static size_t memory(const struct bv_terms *terms)
{
    (void)terms;
    return sizeof(struct parallel);
}

static void begin(const struct bv_terms *terms, void *mind)
{
    struct parallel *parallel = mind;
    parallel->leader = 0;
    for (uint32_t i = 0; i < parallel->members; i++) {
        void *own = parallel->member[i].mind;
        parallel->player->begin(terms, own);
        if (i && parallel->player->ally)
            parallel->player->ally(own, parallel->member[0].mind, i, parallel->members);
    }
}

static void observe(void *mind, const struct bv_terms *terms, const union bv_state *view, int seat)
{
    struct parallel *parallel = mind;
    if (!parallel->player->observe) return;
    for (uint32_t i = 0; i < parallel->members; i++)
        parallel->player->observe(parallel->member[i].mind, terms, view, seat);
}

static void *think(void *context)
{
    struct member *member = context;
    member->player->choose(member->mind, &member->question, &member->answer);
    return NULL;
}

/* What all threads think of a choice: the sum of its weights, the mean of its scores. */
static struct search_choice opinion_of(const struct parallel *parallel,
                                       const struct search_choice *choice)
{
    struct search_choice opinion = *choice;
    int64_t sum = 0;
    opinion.weight = 0;
    for (uint32_t i = 0; i < parallel->members; i++) {
        const struct search_answer *answer = &parallel->member[i].answer;
        for (uint32_t c = 0; c < answer->choices; c++) {
            if (answer->choice[c].action != choice->action ||
                answer->choice[c].seat != choice->seat)
                continue;
            opinion.weight += answer->choice[c].weight;
            sum += (int64_t)answer->choice[c].weight * answer->choice[c].score;
        }
    }
    opinion.score = (int32_t)(sum / (opinion.weight ? opinion.weight : 1));
    return opinion;
}

/* Of threads that work together, the one that searched deepest; of equals the one that hopes most. */
static uint32_t deepest(const struct parallel *parallel)
{
    uint32_t leader = 0;
    for (uint32_t i = 1; i < parallel->members; i++) {
        const struct search_answer *one = &parallel->member[i].answer;
        const struct search_answer *best = &parallel->member[leader].answer;
        if (one->depth > best->depth ||
            (one->depth == best->depth && one->choice[0].score > best->choice[0].score))
            leader = i;
    }
    return leader;
}

/* The thread whose first choice has most support; of equals the one that searched deepest. */
static uint32_t elect(const struct parallel *parallel)
{
    uint32_t leader = 0;
    struct search_choice best = opinion_of(parallel, &parallel->member[0].answer.choice[0]);
    for (uint32_t i = 1; i < parallel->members; i++) {
        const struct search_answer *answer = &parallel->member[i].answer;
        struct search_choice opinion = opinion_of(parallel, &answer->choice[0]);
        bool better = opinion.weight != best.weight ? opinion.weight > best.weight
                      : answer->depth != parallel->member[leader].answer.depth
                          ? answer->depth > parallel->member[leader].answer.depth
                          : opinion.score > best.score;
        if (!better) continue;
        leader = i;
        best = opinion;
    }
    return leader;
}

static void ask_all(struct parallel *parallel, const struct search_question *q)
{
    pthread_t thread[PARALLEL_MAX];
    bool started[PARALLEL_MAX] = {false};
    bool together = parallel->player->ally;
    uint64_t common = together ? bv_random_word(q->random) : 0;
    atomic_store(&parallel->done, false);
    for (uint32_t i = 0; i < parallel->members; i++) {
        struct member *member = &parallel->member[i];
        member->random = bv_random_seeded(together ? common : bv_random_word(q->random));
        member->budget = *q->budget;
        member->question = *q;
        member->question.random = &member->random;
        member->question.budget = &member->budget;
        if (i == 0) continue;
        member->budget.listen = NULL;
        if (together && !q->budget->nodes) member->budget.stop = &parallel->done;
    }
    for (uint32_t i = 1; i < parallel->members; i++)
        started[i] = pthread_create(&thread[i], NULL, think, &parallel->member[i]) == 0;
    think(&parallel->member[0]);
    atomic_store(&parallel->done, true);
    for (uint32_t i = 1; i < parallel->members; i++) {
        if (started[i])
            pthread_join(thread[i], NULL);
        else
            parallel->member[i].answer = parallel->member[0].answer;
    }
}

static void choose(void *mind, const struct search_question *q, struct search_answer *answer)
{
    struct parallel *parallel = mind;
    bool together = parallel->player->ally;
    if (q->step == 0 || together) {
        ask_all(parallel, q);
        parallel->leader = together ? deepest(parallel) : elect(parallel);
        *answer = parallel->member[parallel->leader].answer;
        answer->nodes = 0;
        for (uint32_t i = 0; i < parallel->members; i++)
            answer->nodes += parallel->member[i].answer.nodes;
    } else {
        parallel->player->choose(parallel->member[parallel->leader].mind, q, answer);
    }
}

const struct search_player parallel_player = {
    .id = "parallel", .memory = memory, .begin = begin, .observe = observe, .choose = choose};
