#include "contest/council.h"

#include <pthread.h>
#include <stdlib.h>

struct member {
    void *mind;
    const struct bv_player *player;
    struct bv_question question;
    struct bv_random random;
    struct bv_answer answer;
};

struct council {
    const struct bv_player *player;
    uint32_t members;
    uint32_t leader; /* of this turn */
    struct member member[BV_COUNCIL_MAX];
};

/* ---- Opening and closing ------------------------------------------------------------------------------------- */

bool bv_council_open(void *mind, const struct bv_player *player, uint32_t members,
                     const struct bv_terms *terms)
{
    struct council *council = mind;
    council->player = player;
    for (uint32_t i = 0; i < members && i < BV_COUNCIL_MAX; i++) {
        struct member *member = &council->member[i];
        member->player = player;
        member->mind = calloc(1, player->memory(terms));
        if (!member->mind) return false;
        council->members++;
    }
    return true;
}

void bv_council_close(void *mind)
{
    struct council *council = mind;
    for (uint32_t i = 0; i < council->members; i++) free(council->member[i].mind);
}

/* ---- The player -------------------------------------------------------------------------------------------------- */

static size_t memory(const struct bv_terms *terms)
{
    (void)terms;
    return sizeof(struct council);
}

static void begin(const struct bv_terms *terms, void *mind)
{
    struct council *council = mind;
    council->leader = 0;
    for (uint32_t i = 0; i < council->members; i++) {
        void *own = council->member[i].mind;
        council->player->begin(terms, own);
        if (i && council->player->ally) council->player->ally(own, council->member[0].mind);
    }
}

static void observe(void *mind, const struct bv_terms *terms, const union bv_state *view, int seat)
{
    struct council *council = mind;
    if (!council->player->observe) return;
    for (uint32_t i = 0; i < council->members; i++)
        council->player->observe(council->member[i].mind, terms, view, seat);
}

static void *think(void *context)
{
    struct member *member = context;
    member->player->choose(member->mind, &member->question, &member->answer);
    return NULL;
}

/* What all members together think of a choice: the weight they give it, and the mean of its scores. */
static struct bv_choice opinion_of(const struct council *council, const struct bv_choice *choice)
{
    struct bv_choice opinion = *choice;
    int64_t sum = 0;
    opinion.weight = 0;
    for (uint32_t i = 0; i < council->members; i++) {
        const struct bv_answer *answer = &council->member[i].answer;
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

/* The member whose first choice has most support; of equals the one that looked deepest. */
static uint32_t elect(const struct council *council)
{
    uint32_t leader = 0;
    struct bv_choice best = opinion_of(council, &council->member[0].answer.choice[0]);
    for (uint32_t i = 1; i < council->members; i++) {
        const struct bv_answer *answer = &council->member[i].answer;
        struct bv_choice opinion = opinion_of(council, &answer->choice[0]);
        bool better = opinion.weight != best.weight ? opinion.weight > best.weight
                      : answer->depth != council->member[leader].answer.depth
                          ? answer->depth > council->member[leader].answer.depth
                          : opinion.score > best.score;
        if (!better) continue;
        leader = i;
        best = opinion;
    }
    return leader;
}

static void ask_all(struct council *council, const struct bv_question *q)
{
    pthread_t thread[BV_COUNCIL_MAX];
    bool started[BV_COUNCIL_MAX] = {false};
    for (uint32_t i = 0; i < council->members; i++) {
        struct member *member = &council->member[i];
        member->random = bv_random_seeded(bv_random_word(q->random));
        member->question = *q;
        member->question.random = &member->random;
    }
    for (uint32_t i = 1; i < council->members; i++)
        started[i] = pthread_create(&thread[i], NULL, think, &council->member[i]) == 0;
    think(&council->member[0]);
    for (uint32_t i = 1; i < council->members; i++) {
        if (started[i])
            pthread_join(thread[i], NULL);
        else
            council->member[i].answer = council->member[0].answer;
    }
}

static void choose(void *mind, const struct bv_question *q, struct bv_answer *answer)
{
    struct council *council = mind;
    if (q->step == 0) {
        ask_all(council, q);
        council->leader = elect(council);
        *answer = council->member[council->leader].answer;
        answer->nodes = 0;
        for (uint32_t i = 0; i < council->members; i++)
            answer->nodes += council->member[i].answer.nodes;
    } else {
        council->player->choose(council->member[council->leader].mind, q, answer);
    }
}

const struct bv_player bv_council_player = {
    .id = "council", .memory = memory, .begin = begin, .observe = observe, .choose = choose};
