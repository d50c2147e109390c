/*
 * The order of fights (C31–C34). Every fight must be fought, but those of a destroyed tank lapse:
 * so the order matters, and a few fights ahead it is worked out what each order promises.
 */
#include "search/chars/mind.h"
#include "search/chars/worth.h"

enum { FIGHTS_AHEAD = 4 };

struct brawl {
    const struct chars_tables *t;
    const struct chars_outlook *outlook;
    float own[CHARS_SQUARES]; /* what the own tank on a square is worth */
    uint8_t rank[CHARS_SQUARES];
};

/* Removes a tank or gun; only the fields that fights use are changed. */
static struct chars_state without(const struct chars_state *s, int square)
{
    struct chars_state after = *s;
    bv_bits128 others = ~bv_bit128(square);
    after.tanks[0] &= others;
    after.tanks[1] &= others;
    after.guns &= others;
    return after;
}

static float best_order(const struct brawl *b, const struct chars_state *s, int ahead);

static float after_loss(const struct brawl *b, const struct chars_state *s, int square, int ahead)
{
    struct chars_state after = without(s, square);
    return best_order(b, &after, ahead);
}

static int foe_at(const struct chars_outlook *outlook, int square)
{
    int i = 0;
    while (i < outlook->foes - 1 && outlook->foe[i] != square) i++;
    return i;
}

static float promise(const struct brawl *b, const struct chars_state *s, bv_action fight, int ahead)
{
    int from = chars_from(fight);
    int to = chars_to(fight);
    float own = b->own[from];
    const struct chars_outlook *o = b->outlook;
    if (bv_has128(s->guns, to)) { /* C33 */
        float prize = CHARS_WORTH_GUN + CHARS_WORTH_WHITE;
        return o->gun_wins * (after_loss(b, s, from, ahead) - own) +
               (1 - o->gun_wins) * (after_loss(b, s, to, ahead) + prize);
    }
    int foe = foe_at(o, to);
    float prize = o->foe_worth[foe];
    float wins = o->beats[foe][b->rank[from]];
    float ties = o->ties[foe][b->rank[from]];
    struct chars_state neither = without(s, from);
    float sum = wins * (after_loss(b, s, to, ahead) + prize); /* C32 */
    sum += (1 - wins - ties) * (after_loss(b, s, from, ahead) - own);
    return sum + ties * (after_loss(b, &neither, to, ahead) + prize - own);
}

static float best_order(const struct brawl *b, const struct chars_state *s, int ahead)
{
    bv_action list[CHARS_LIST_CAP];
    uint32_t count = ahead ? chars_list_fights(b->t, s, list) : 0;
    float best = 0;
    for (uint32_t i = 0; i < count; i++) {
        float value = promise(b, s, list[i], ahead - 1);
        if (!i || value > best) best = value;
    }
    return best;
}

bv_action chars_think_fight(struct chars_mind *mind, const struct search_question *q,
                            int32_t *score)
{
    const struct chars_tables *t = &q->terms->tables->chars;
    const struct chars_state *view = &q->view->chars;
    bv_action list[CHARS_LIST_CAP];
    uint32_t count = chars_list_fights(t, view, list);
    uint64_t salt = bv_random_word(q->random);
    struct chars_outlook outlook;
    struct chars_state world;
    struct brawl brawl = {.t = t, .outlook = &outlook};
    chars_sharpen(mind, t, view, &outlook);
    for (int rank = 0; rank < CHARS_TANKS; rank++) {
        int square = view->where[view->side][rank];
        if (square >= CHARS_SQUARES) continue;
        bool command = bv_has128(view->commands, square);
        brawl.rank[square] = (uint8_t)rank;
        brawl.own[square] = outlook.worth[rank] + (float)(command ? CHARS_WORTH_COMMAND : 0);
    }
    uint32_t best = 0;
    float best_value = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (i && weakening_overlooks(&q->weakening, salt, list[i])) continue;
        float value = count > 1 ? promise(&brawl, view, list[i], FIGHTS_AHEAD - 1) : 0;
        if (i && value <= best_value) continue;
        best = i;
        best_value = value;
    }
    chars_belief_draw(t, &mind->belief, view, q->random, &world);
    *score = chars_thousandths(chars_expectation(t, &world, view->side) +
                               chars_slope(t, view) * (double)best_value);
    return list[best];
}
