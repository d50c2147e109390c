#include "match/rule_counters.h"

#include <string.h>

#include "games/storage.h"

static const struct rule_counter kriegspiel[] = {
    {"K19", {"transferts", "transfers"}, "=", NULL, 0},
    {"K25", {"tirs", "shots"}, "*", NULL, 0},
    {"K31", {"canons détruits", "cannons destroyed"}, NULL, NULL, BV_EVENT_DESTROYED},
    {0},
};

static const struct rule_counter chevaliers[] = {
    {"E7", {"galops", "canters"}, "~", "x", 0},
    {"E9", {"prises", "captures"}, "x", NULL, 0},
    {"E9", {"prises multiples", "multiple captures"}, "xx", NULL, 0},
    {"E11", {"charges", "charges"}, "~x", NULL, 0},
    {"E15", {"fautes signalées", "faults called"}, "!", NULL, 0},
    {0},
};

static const struct rule_counter chars[] = {
    {"C12", {"tirs blancs", "white shots"}, "?", NULL, 0},
    {"C24", {"chars de commandement", "command tanks"}, NULL, NULL, BV_EVENT_CHANGED},
    {"C27", {"pièces détruites", "pieces destroyed"}, NULL, NULL, BV_EVENT_DESTROYED},
    {"C31", {"combats", "fights"}, "x", NULL, 0},
    {"C33", {"dés des canons", "gun rolls"}, "#", NULL, 0},
    {0},
};

static const struct rule_counter paris[] = {
    {"P14", {"prises", "captures"}, "x", NULL, 0},
    {"P19", {"sommations", "summonses"}, "!", NULL, 0},
    {0},
};

static const struct rule_counter belligerants[] = {
    {"B7", {"Diables", "Devils"}, "#D", NULL, 0},
    {"B11", {"tours perdus", "lost turns"}, ".", NULL, 0},
    {"B12", {"prises", "takes"}, "x", NULL, 0},
    {"B15", {"gages", "forfeits"}, "!", NULL, 0},
    {"B16", {"prises en bon état", "takes in good order"}, "+", "A", 0},
    {"B20", {"secours de l'ambulance", "ambulance rescues"}, "@", NULL, 0},
    {"B22", {"destructions", "destructions"}, NULL, NULL, BV_EVENT_DESTROYED},
    {"B28", {"armistices demandés", "armistices asked"}, NULL, NULL, BV_EVENT_ASKED},
    {0},
};

static const struct {
    const char *game;
    const struct rule_counter *counters;
} table[] = {
    {"kriegspiel", kriegspiel}, {"chevaliers", chevaliers},     {"chars", chars},
    {"paris", paris},           {"belligerants", belligerants},
};

const struct rule_counter *rule_counters_of(const struct bv_game *game)
{
    static const struct rule_counter none[] = {{0}};
    for (size_t i = 0; i < BV_COUNT(table); i++)
        if (bv_equal(table[i].game, game->id)) return table[i].counters;
    return none;
}

static bool token_fits(const char *token, const struct rule_counter *counter)
{
    char left[BV_TOKEN_MAX];
    if (counter->without && strpbrk(token, counter->without)) return false;
    bv_copy(left, token, strlen(token) + 1);
    for (const char *c = counter->with; *c; c++) {
        char *found = strchr(left, *c);
        if (!found) return false;
        *found = ' ';
    }
    return true;
}

static bool has_event(const struct bv_event *event, uint32_t count, int kind)
{
    for (uint32_t i = 0; i < count; i++)
        if (event[i].kind == kind) return true;
    return false;
}

uint32_t rule_counters_in(const struct bv_terms *terms, const union bv_state *before, int seat,
                          bv_action action)
{
    const struct rule_counter *counter = rule_counters_of(terms->game);
    struct bv_event event[BV_EVENTS_MAX];
    union bv_state after;
    char token[BV_TOKEN_MAX];
    struct bv_out out = bv_out_into(token, sizeof token);
    uint32_t found = 0;
    terms->game->token(terms, action, &out);
    bv_state_copy(terms->game, &after, before);
    bv_apply(terms, &after, seat, action, NULL);
    uint32_t events = terms->game->events(terms, before, seat, action, &after, event);
    for (uint32_t i = 0; counter[i].clause; i++)
        if (counter[i].with ? token_fits(token, &counter[i])
                            : has_event(event, events, counter[i].event))
            found |= (uint32_t)1 << i;
    return found;
}
