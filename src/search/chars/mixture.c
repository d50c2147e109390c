#include "search/chars/mixture.h"

#include "search/chars/worth.h"

enum { FIRST_COUNTED = CHARS_ROUNDS / 4 };

static const float step = 1.0F / 220; /* of the weights, per hundredth of a tank and round */
static const float slight = 0.6F;     /* of the greatest weight: not worth playing */

bv_bits128 chars_best_squares(const float promise[CHARS_SQUARES], bv_bits128 squares, int count)
{
    bv_bits128 best = 0;
    while (count-- > 0 && squares) {
        int top = bv_low128(squares);
        for (bv_bits128 left = squares; left;) {
            int square = bv_take128(&left);
            if (promise[square] > promise[top]) top = square;
        }
        best |= bv_bit128(top);
        squares &= ~bv_bit128(top);
    }
    return best;
}

/* The weights of this round, each world summing to 1 / the number of worlds. */
static void weigh(struct chars_mixture *m)
{
    int worlds = 1 + m->strategy[m->count - 1].world;
    for (int begin = 0; begin < m->count;) {
        int end = begin;
        float best = m->hope[begin];
        float sum = 0;
        for (; end < m->count && m->strategy[end].world == m->strategy[begin].world; end++)
            if (m->hope[end] > best) best = m->hope[end];
        for (int i = begin; i < end; i++) {
            m->now[i] = (float)chars_exp((m->hope[i] - best) * step);
            sum += m->now[i];
        }
        for (int i = begin; i < end; i++) m->now[i] /= sum * (float)worlds;
        begin = end;
    }
}

/* What a shot at each square promises against these weights. */
static void look_for_targets(struct chars_mixture *m, const float *weight)
{
    for (int square = 0; square < CHARS_SQUARES; square++)
        m->promise[square] = m->habit * m->habits[square];
    for (int i = 0; i < m->count; i++) {
        const struct chars_strategy *s = &m->strategy[i];
        float share = (1 - m->habit) * weight[i];
        for (int j = 0; j < s->landings; j++) m->promise[s->square[j]] += share * s->prize[j];
    }
}

static void answer(struct chars_mixture *m, int round)
{
    bv_bits128 plot = chars_best_squares(m->promise, m->squares, m->shots);
    bool counted = round >= FIRST_COUNTED;
    m->plot[round] = plot;
    for (int i = 0; i < m->count; i++) {
        const struct chars_strategy *s = &m->strategy[i];
        float value = s->value;
        for (int j = 0; j < s->landings; j++)
            if (bv_has128(plot, s->square[j])) value -= s->loss[j];
        m->hope[i] += value;
        if (!counted) continue;
        m->weight[i] += m->now[i] / (CHARS_ROUNDS - FIRST_COUNTED);
        m->value += m->now[i] * value / (CHARS_ROUNDS - FIRST_COUNTED);
    }
}

void chars_mixture_solve(struct chars_mixture *m)
{
    m->value = 0;
    for (int i = 0; i < m->count; i++) m->hope[i] = m->weight[i] = 0;
    for (int round = 0; round < CHARS_ROUNDS && m->count; round++) {
        weigh(m);
        look_for_targets(m, m->now);
        answer(m, round);
    }
    look_for_targets(m, m->weight);
}

bv_bits128 chars_mixture_plot(const struct chars_mixture *m, struct bv_random *random)
{
    uint32_t later = CHARS_ROUNDS - CHARS_ROUNDS / 2;
    return m->plot[CHARS_ROUNDS / 2 + (int)bv_random_below(random, later)];
}

int chars_mixture_move(const struct chars_mixture *m, struct bv_random *random)
{
    float top = 0;
    float sum = 0;
    for (int i = 0; i < m->count; i++)
        if (m->weight[i] > top) top = m->weight[i];
    for (int i = 0; i < m->count; i++)
        if (m->weight[i] >= slight * top) sum += m->weight[i];
    float drawn = chars_random_part(sum, random);
    int chosen = -1;
    for (int i = 0; i < m->count; i++) {
        if (m->weight[i] < slight * top) continue;
        if (chosen >= 0 && drawn < 0) break;
        chosen = i;
        drawn -= m->weight[i];
    }
    return chosen;
}
