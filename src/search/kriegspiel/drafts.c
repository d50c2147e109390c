#include "search/kriegspiel/drafts.h"

#include "search/kriegspiel/reach.h"

/* A manoeuvre or a transfer that might improve a draft. */
struct idea {
    int32_t promise; /* worth gained, by a quick estimate */
    uint8_t slot;
    uint16_t spot; /* of the slot's reach; 0: the transfer `give` */
    uint32_t give;
};

struct ideas {
    uint32_t count;
    uint32_t most;
    struct idea idea[KRIEGSPIEL_IDEAS]; /* the most promising first */
};

static void note_idea(struct ideas *ideas, const struct idea *idea)
{
    uint32_t at = ideas->count;
    if (at == ideas->most && ideas->idea[at - 1].promise >= idea->promise) return;
    if (at == ideas->most)
        at--;
    else
        ideas->count++;
    for (; at > 0 && ideas->idea[at - 1].promise < idea->promise; at--)
        ideas->idea[at] = ideas->idea[at - 1];
    ideas->idea[at] = *idea;
}

/* ---- The quick estimate ---------------------------------------------------------------------- */

/* The greatest of some amounts, and what remains the greatest without the plate it came from. */
struct greatest {
    int32_t first, second;
    unsigned slot;
};

static inline void note_amount(struct greatest *greatest, unsigned slot, int32_t amount)
{
    if (amount > greatest->first) {
        greatest->second = greatest->first;
        greatest->first = amount;
        greatest->slot = slot;
    } else if (amount > greatest->second) {
        greatest->second = amount;
    }
}

/* The greatest if this plate's amount were another. */
static inline int32_t with_amount(const struct greatest *greatest, unsigned slot, int32_t amount)
{
    int32_t others = greatest->slot == slot ? greatest->second : greatest->first;
    return amount > others ? amount : others;
}

/* What a draft is made of, plate by plate. */
struct survey {
    const struct kriegspiel_lore *lore;
    const struct kriegspiel_tables *tables;
    const struct kriegspiel_state *state;
    const struct kriegspiel_temper *temper;
    struct kriegspiel_danger danger;
    struct greatest shot[KRIEGSPIEL_KINDS]; /* of each of our arms */
    struct greatest loss[KRIEGSPIEL_KINDS]; /* by each of theirs */
    int32_t eagerness;
};

static void survey_plate(struct survey *survey, unsigned slot)
{
    const struct kriegspiel_state *state = survey->state;
    unsigned plate = state->plate[state->side][slot];
    unsigned hex = kriegspiel_hex(plate);
    note_amount(&survey->shot[kriegspiel_kind(slot)], slot,
                kriegspiel_shot(survey->lore, survey->tables, state, state->side, slot, hex,
                                kriegspiel_facing(plate)));
    for (unsigned arm = 0; arm < KRIEGSPIEL_KINDS; arm++)
        note_amount(
            &survey->loss[arm], slot,
            kriegspiel_loss(survey->lore, arm, survey->danger.figures[arm][hex], slot, plate));
}

static void survey_make(struct survey *survey, const struct kriegspiel_thinker *thinker,
                        const struct kriegspiel_state *state)
{
    *survey = (struct survey){
        .lore = thinker->lore,
        .tables = &thinker->terms->tables->kriegspiel,
        .state = state,
        .temper = &thinker->temper,
        .eagerness = kriegspiel_eagerness(thinker->terms, state, state->side),
    };
    if (survey->temper->fear)
        kriegspiel_danger_make(&survey->danger, thinker->lore, thinker->terms, state,
                               state->side ^ 1U, KRIEGSPIEL_DIRECTIONS);
    for (unsigned kind = 0; kind < KRIEGSPIEL_KINDS; kind++) {
        unsigned slot = kriegspiel_first_slot(kind);
        unsigned end = slot + state->plates[state->side][kind];
        for (; slot < end; slot++) survey_plate(survey, slot);
    }
}

/* What would be gained if a plate stood on a spot. */
static int32_t promise_of(const struct survey *survey, unsigned slot,
                          const struct kriegspiel_spot *spot, unsigned distance)
{
    const struct kriegspiel_state *state = survey->state;
    unsigned plate = state->plate[state->side][slot];
    const struct greatest *shot = &survey->shot[kriegspiel_kind(slot)];
    int32_t gain = kriegspiel_shot(survey->lore, survey->tables, state, state->side, slot,
                                   spot->hex, spot->facing);
    int32_t promise = with_amount(shot, slot, gain) - shot->first;
    int32_t losses = 0;
    for (unsigned arm = 0; arm < KRIEGSPIEL_KINDS; arm++) {
        unsigned figures = survey->danger.figures[arm][spot->hex];
        int32_t loss = kriegspiel_loss(survey->lore, arm, figures, slot, plate);
        losses += with_amount(&survey->loss[arm], slot, loss) - survey->loss[arm].first;
    }
    unsigned nearest = kriegspiel_nearest(survey->lore, state, spot->hex, state->side ^ 1U);
    promise -= losses * survey->temper->fear / 16;
    promise += survey->eagerness * ((int32_t)distance - (int32_t)nearest);
    return promise - spot->cost;
}

/* ---- Ideas ----------------------------------------------------------------------------------- */

static void plate_ideas(struct ideas *ideas, const struct survey *survey,
                        const struct kriegspiel_thinker *thinker, unsigned slot)
{
    struct kriegspiel_reach reach;
    const struct kriegspiel_state *state = survey->state;
    unsigned plate = state->plate[state->side][slot];
    unsigned distance =
        kriegspiel_nearest(survey->lore, state, kriegspiel_hex(plate), state->side ^ 1U);
    unsigned points = state->points[kriegspiel_kind(slot)];
    kriegspiel_reach_make(&reach, thinker->terms, state, state->side, slot,
                          kriegspiel_movements_left(slot, plate, points));
    for (unsigned i = 1; i < reach.count; i++) {
        const struct kriegspiel_spot *spot = &reach.spot[i];
        bv_action sight =
            kriegspiel_action(KRIEGSPIEL_STEP, kriegspiel_hex(plate), spot->hex, spot->facing);
        if (weakening_overlooks(&thinker->temper.weakening, thinker->temper.salt, sight)) continue;
        struct idea idea = {
            .promise = promise_of(survey, slot, spot, distance),
            .slot = (uint8_t)slot,
            .spot = (uint16_t)i,
        };
        note_idea(ideas, &idea);
    }
}

/* Transfers: all that fits, or all but one man. */
static void transfer_ideas(struct ideas *ideas, const struct survey *survey, unsigned slot)
{
    const struct kriegspiel_state *state = survey->state;
    const uint16_t *plates = state->plate[state->side];
    unsigned ahead = kriegspiel_ahead(survey->tables, plates[slot]);
    unsigned met = state->field[ahead];
    if (!(met & (unsigned)KRIEGSPIEL_PLATE << state->side)) return;
    unsigned to = met & KRIEGSPIEL_SLOT_MASK;
    if ((slot ^ to) & KRIEGSPIEL_MOUNTED) return;   /* K19 */
    if (state->given[slot] >> (to & 7) & 1) return; /* K23 */
    unsigned room = kriegspiel_most_figures(kriegspiel_kind(to)) - kriegspiel_figures(plates[to]);
    unsigned figures = kriegspiel_figures(plates[slot]);
    for (unsigned amount = figures; amount && amount + 1 >= figures; amount--) {
        unsigned given = amount < room ? amount : room; /* K21 */
        if (!given) return;
        struct idea idea = {
            .slot = (uint8_t)slot,
            .give = (uint32_t)kriegspiel_action(KRIEGSPIEL_GIVE, kriegspiel_hex(plates[slot]),
                                                ahead, given),
        };
        note_idea(ideas, &idea);
        if (given < amount) return;
    }
}

static void find_ideas(struct ideas *ideas, const struct kriegspiel_thinker *thinker,
                       const struct kriegspiel_state *state, unsigned kinds)
{
    struct survey survey;
    survey_make(&survey, thinker, state);
    for (unsigned kind = 0; kind < KRIEGSPIEL_KINDS; kind++) {
        unsigned slot = kriegspiel_first_slot(kind);
        unsigned end = slot + state->plates[state->side][kind];
        if (!(kinds >> kind & 1)) continue; /* K35 */
        for (; slot < end; slot++) {
            plate_ideas(ideas, &survey, thinker, slot);
            transfer_ideas(ideas, &survey, slot);
        }
    }
}

/* ---- Drafts ---------------------------------------------------------------------------------- */

/* Carries out an idea; false if the draft is full. */
static bool carry_out(struct kriegspiel_draft *draft, const struct bv_terms *terms,
                      const struct idea *idea)
{
    union bv_state state;
    struct kriegspiel_reach reach;
    unsigned side = draft->state.side;
    uint32_t way[KRIEGSPIEL_TOKENS];
    uint32_t length = 1;
    way[0] = idea->give;
    if (idea->spot) {
        unsigned kind = kriegspiel_kind(idea->slot);
        unsigned movements = kriegspiel_movements_left(
            idea->slot, draft->state.plate[side][idea->slot], draft->state.points[kind]);
        kriegspiel_reach_make(&reach, terms, &draft->state, side, idea->slot, movements);
        length = kriegspiel_reach_way(&reach, idea->spot, way);
    }
    if (draft->length + length > KRIEGSPIEL_TOKENS) return false;
    int seat = kriegspiel_seat_of(terms, side, idea->slot);
    state.kriegspiel = draft->state;
    for (uint32_t i = 0; i < length; i++) {
        draft->action[draft->length++] = way[i];
        bv_apply(terms, &state, seat, way[i], NULL);
    }
    draft->state = state.kriegspiel;
    draft->key = bv_hash_bytes(draft->state.plate[side], sizeof draft->state.plate[side]);
    return true;
}

/* Puts a draft in its place among so many at most, the best first; false if it is too bad. */
static bool keep(struct kriegspiel_draft *list, uint32_t *count, uint32_t most,
                 const struct kriegspiel_draft *draft)
{
    uint32_t at = *count;
    if (!most || (at == most && list[at - 1].value >= draft->value)) return false;
    if (at == most)
        at--;
    else
        ++*count;
    for (; at > 0 && list[at - 1].value < draft->value; at--) list[at] = list[at - 1];
    list[at] = *draft;
    return true;
}

static bool is_known(const struct kriegspiel_drafts *drafts, uint64_t key)
{
    for (uint32_t i = 0; i < drafts->count; i++)
        if (drafts->draft[i].key == key) return true;
    return false;
}

/* The drafts that the next round improves. */
struct round {
    uint32_t count;
    struct kriegspiel_draft draft[KRIEGSPIEL_WIDTH];
};

static void judge_draft(struct kriegspiel_draft *draft, struct kriegspiel_thinker *thinker)
{
    draft->value = kriegspiel_judge(&thinker->temper, thinker->lore, thinker->terms, &draft->state,
                                    draft->state.side, true);
}

static void improve(const struct kriegspiel_draft *draft, struct kriegspiel_drafts *drafts,
                    struct kriegspiel_thinker *thinker, unsigned kinds,
                    const struct kriegspiel_care *care, struct round *next)
{
    struct ideas ideas = {.most = care->ideas};
    find_ideas(&ideas, thinker, &draft->state, kinds);
    for (uint32_t i = 0; i < ideas.count && !thinker->meter.spent; i++) {
        struct kriegspiel_draft better = *draft;
        if (!carry_out(&better, thinker->terms, &ideas.idea[i])) continue;
        if (better.state.phase != KRIEGSPIEL_MOVE) continue; /* K35: gave the last plate away */
        if (is_known(drafts, better.key)) continue;
        judge_draft(&better, thinker);
        budget_meter_tick(&thinker->meter);
        if (keep(drafts->draft, &drafts->count, care->kept, &better))
            keep(next->draft, &next->count, care->width, &better);
    }
}

void kriegspiel_drafts_make(struct kriegspiel_drafts *drafts, struct kriegspiel_thinker *thinker,
                            const struct kriegspiel_state *state, unsigned kinds,
                            const struct kriegspiel_care *care)
{
    struct round round[2];
    struct kriegspiel_draft *stand = &round[0].draft[0];
    stand->state = *state;
    stand->length = 0;
    stand->key = bv_hash_bytes(state->plate[state->side], sizeof state->plate[state->side]);
    judge_draft(stand, thinker);
    budget_meter_tick(&thinker->meter);
    drafts->count = 0;
    keep(drafts->draft, &drafts->count, care->kept, stand);
    round[0].count = 1;
    for (uint32_t i = 0; i < care->rounds && round[i % 2].count && !thinker->meter.spent; i++) {
        struct round *next = &round[(i + 1) % 2];
        next->count = 0;
        for (uint32_t j = 0; j < round[i % 2].count && !thinker->meter.spent; j++)
            improve(&round[i % 2].draft[j], drafts, thinker, kinds, care, next);
    }
}
