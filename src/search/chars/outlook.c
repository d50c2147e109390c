#include "search/chars/outlook.h"

#include "search/chars/mind.h"

#include "search/chars/reach.h"
#include "search/chars/worth.h"

/* The ranks that an unannounced tank of a side, alive or destroyed, may have. */
static unsigned unannounced(const struct chars_state *s, int side)
{
    return ~(unsigned)s->announced[side] & ((1U << CHARS_TANKS) - 1);
}

static void guess_ranks(const struct chars_state *s, int enemy, int foe, float chance[CHARS_TANKS])
{
    int known = chars_announced_rank_at(s, enemy, foe);
    unsigned possible = known >= 0 ? 1U << known : unannounced(s, enemy);
    float each = 1 / (float)__builtin_popcount(possible);
    for (int rank = 0; rank < CHARS_TANKS; rank++) chance[rank] = possible >> rank & 1 ? each : 0;
}

/* The ranks of the enemy that may live. */
static unsigned possible_foes(const struct chars_outlook *outlook)
{
    unsigned ranks = 0;
    for (int i = 0; i < outlook->foes; i++)
        for (int rank = 0; rank < CHARS_TANKS; rank++)
            if (outlook->chance[i][rank] > 0) ranks |= 1U << rank;
    return ranks;
}

/* Works out what follows from `chance`, which the caller has changed. */
static void derive(const struct chars_state *s, struct chars_outlook *outlook)
{
    unsigned foes = possible_foes(outlook);
    unsigned own = chars_ranks_alive(s, outlook->side);
    float by_rank[CHARS_TANKS];
    for (int rank = 0; rank < CHARS_TANKS; rank++) {
        outlook->worth[rank] = chars_worth_of_rank(rank, foes);
        by_rank[rank] = chars_worth_of_rank(rank, own);
    }
    for (int i = 0; i < outlook->foes; i++) {
        float below = 0;
        float worth = bv_has128(s->commands, outlook->foe[i]) ? (float)CHARS_WORTH_COMMAND : 0;
        for (int rank = 0; rank < CHARS_TANKS; rank++) {
            float chance = outlook->chance[i][rank];
            outlook->beats[i][rank] = below; /* C32 */
            outlook->ties[i][rank] = chance; /* C32 */
            below += chance;
            worth += chance * by_rank[rank];
        }
        outlook->foe_worth[i] = worth;
    }
}

void chars_outlook_make(const struct chars_tables *t, const struct chars_state *s, int side,
                        struct chars_outlook *outlook)
{
    int enemy = chars_other(side);
    outlook->side = side;
    outlook->foes = 0;
    for (bv_bits128 left = s->tanks[enemy]; left;) {
        int square = bv_take128(&left);
        guess_ranks(s, enemy, square, outlook->chance[outlook->foes]);
        outlook->foe[outlook->foes++] = (uint8_t)square;
    }
    for (int i = 0; i < CHARS_DEPOTS; i++) outlook->depot[i] = chars_worth_of_depot(t, s, enemy, i);
    outlook->gun_wins = (float)t->die_red / (float)(t->die_red + t->die_black);
    outlook->may_be_mined = s->mines_left[enemy] ? t->camp[enemy] & ~s->swept : 0;
    int squares = bv_count128(outlook->may_be_mined);
    outlook->mine = squares ? (float)s->mines_left[enemy] / (float)squares : 0;
    outlook->mine_at = NULL;
    derive(s, outlook);
}

float chars_outlook_mine(const struct chars_outlook *outlook, int square)
{
    if (!bv_has128(outlook->may_be_mined, square)) return 0;
    return outlook->mine_at ? outlook->mine_at[square] : outlook->mine;
}

/* A gun's fall costs a white shot (C33), and may lay open the tank behind it. */
static float gun_prize(const struct chars_state *s, int enemy, int gun)
{
    bool shields = (chars_next_to(gun) & s->tanks[enemy]) != 0;
    int prize = CHARS_WORTH_GUN + (s->whites[enemy] ? CHARS_WORTH_WHITE : 0);
    return (float)(prize + (shields ? CHARS_WORTH_SHIELD / s->live[enemy] : 0));
}

float chars_outlook_fights(const struct chars_tables *t, const struct chars_state *s,
                           const struct chars_outlook *outlook, int rank, float own, int square)
{
    int enemy = chars_other(outlook->side);
    bv_bits128 near = chars_next_to(square);
    float alive = 1;
    float sum = 0;
    if (near & s->tanks[enemy])
        for (int i = 0; i < outlook->foes; i++) {
            if (!bv_has128(near, outlook->foe[i])) continue;
            float wins = outlook->beats[i][rank];
            float ties = outlook->ties[i][rank];
            sum += alive * ((wins + ties) * outlook->foe_worth[i] - (1 - wins) * own);
            alive *= wins;
        }
    for (bv_bits128 left = near & s->guns & t->camp[enemy]; left;) {
        float prize = gun_prize(s, enemy, bv_take128(&left));
        sum += alive * ((1 - outlook->gun_wins) * prize - outlook->gun_wins * own);
        alive *= 1 - outlook->gun_wins;
    }
    return sum;
}

void chars_sharpen(const struct chars_mind *mind, const struct chars_tables *t,
                   const struct chars_state *view, struct chars_outlook *outlook)
{
    const struct chars_belief *belief = &mind->belief;
    chars_outlook_make(t, view, belief->side, outlook);
    for (int i = 0; i < outlook->foes; i++) {
        int tank = chars_belief_tank(belief, outlook->foe[i]);
        if (tank >= 0) bv_copy(outlook->chance[i], belief->chance[tank], sizeof outlook->chance[i]);
    }
    outlook->mine_at = belief->mine;
    derive(view, outlook);
}
