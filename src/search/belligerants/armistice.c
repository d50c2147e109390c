#include "search/belligerants/armistice.h"

static const float HOPELESS = 0.02F; /* as a chance to win */
static const float SURE = 0.9F;

static int32_t clamp(int32_t number, int32_t least, int32_t most)
{
    return number < least ? least : number > most ? most : number;
}

/*
 * The expected lead, and a tenth more when the game is as good as won. While it is not, less: the
 * side that accepts gives the game away. In units.
 */
static int32_t price(int32_t lead, float chance)
{
    int32_t percent = chance > SURE ? 110 : (int32_t)(chance * 100);
    return clamp(lead / BELL_PRICE_UNIT * percent / 100, 1, BELL_PRICE_MOST);
}

void belligerants_negotiate(const struct belligerants_march *march, const struct search_question *q,
                            struct search_answer *answer)
{
    const struct belligerants_state *s = &q->view->belligerants;
    int side = search_question_side(q);
    struct belligerants_outlook outlook =
        belligerants_judge(march, &q->terms->tables->belligerants, s);
    int32_t lead = side == BELL_J ? outlook.lead : -outlook.lead;
    float chance = side == BELL_J ? outlook.chance : 1 - outlook.chance;
    enum belligerants_action_kind kind = BELL_DO_ROLL;
    int32_t number = 0;
    bool hopeless = chance < HOPELESS;
    if (s->phase == BELL_ASK) {
        kind = hopeless ? BELL_DO_ASK : BELL_DO_ROLL;
    } else if (s->phase == BELL_PRICE) {
        kind = BELL_DO_PRICE;
        number = price(lead, chance);
    } else {
        bool cheap = s->price * BELL_PRICE_UNIT <= -lead;
        kind = hopeless && cheap ? BELL_DO_ACCEPT : BELL_DO_REFUSE;
    }
    bv_action action = belligerants_action(kind, 0, number);
    *answer = search_answer_of(action, side, (int32_t)(chance * 1000));
}
