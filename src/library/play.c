/* The library: who is to act, what they may do, and what happened. */
#include <stdlib.h>

#include "core/lots.h"
#include "core/menu.h"
#include "core/say.h"
#include "library/internal.h"

AGREE(BIVOUAC_CHANCE, BV_CHANCE);
AGREE(BIVOUAC_WATCHER, BV_WATCHER);
AGREE(BIVOUAC_NOWHERE, BV_NOWHERE);
AGREE(BIVOUAC_SIDES, BV_SIDES_MAX);
AGREE(BIVOUAC_CHANCE_MAX, BV_CHANCE_MAX);
AGREE(BIVOUAC_EVENTS_MAX, BV_EVENTS_MAX);
AGREE(BIVOUAC_TOKEN_SIZE, BV_TOKEN_MAX);
AGREE(BIVOUAC_POINT_SIZE, BV_NAME_MAX);
AGREE(BIVOUAC_PLACED, BV_EVENT_PLACED);
AGREE(BIVOUAC_TAKEN, BV_EVENT_TAKEN);
AGREE(BIVOUAC_OVER, BV_EVENT_OVER);
AGREE(BIVOUAC_OWN, BV_EVENT_OWN);

/* ---- Seats and actions ----------------------------------------------------------------------- */

bivouac_seats bivouac_state_to_act(const bivouac_terms *terms, const bivouac_state *state)
{
    return terms->game->to_act(terms, state);
}

static bool is_to_act(const struct bv_terms *terms, const union bv_state *state, int seat)
{
    return bivouac_seats_have(terms->game->to_act(terms, state), seat);
}

uint32_t bivouac_terms_legal_most(const bivouac_terms *terms)
{
    return terms->game->list_cap;
}

uint32_t bivouac_state_legal(const bivouac_terms *terms, const bivouac_state *state, int seat,
                             bivouac_action *list)
{
    if (seat == BV_CHANCE || !is_to_act(terms, state, seat)) return 0;
    return terms->game->legal(terms, state, seat, list);
}

uint32_t bivouac_state_chance(const bivouac_terms *terms, const bivouac_state *state,
                              bivouac_outcome *list)
{
    struct bv_outcome outcome[BV_CHANCE_MAX];
    if (!is_to_act(terms, state, BV_CHANCE)) return 0;
    uint32_t count = terms->game->chance(terms, state, outcome);
    for (uint32_t i = 0; i < count; i++)
        list[i] = (bivouac_outcome){.action = outcome[i].action, .weight = outcome[i].weight};
    return count;
}

bool bivouac_state_throw(const bivouac_terms *terms, const bivouac_state *state,
                         bivouac_random *random, bivouac_action *action)
{
    struct bv_random own;
    if (!is_to_act(terms, state, BV_CHANCE)) return false;
    bv_copy(&own, random, sizeof own);
    *action = bv_draw_outcome(terms, state, &own);
    bv_copy(random, &own, sizeof own);
    return true;
}

/* ---- Playing --------------------------------------------------------------------------------- */

void bivouac_state_apply(const bivouac_terms *terms, bivouac_state *state, int seat,
                         bivouac_action action, bivouac_past *past)
{
    bv_apply(terms, state, seat, action, past);
}

static bivouac_code refusal_of(const struct bv_terms *terms, const union bv_state *state, int seat)
{
    bool acts = bivouac_seats_have(terms->game->to_act(terms, state), seat);
    return acts ? BIVOUAC_ERROR_ILLEGAL : BIVOUAC_ERROR_SEAT;
}

bool bivouac_state_play(const bivouac_terms *terms, bivouac_state *state, int seat,
                        bivouac_action action, bivouac_past *past, bivouac_error *error)
{
    struct bv_error reason;
    struct bv_menu *menu = malloc(sizeof *menu);
    if (!menu) return refuse(BIVOUAC_ERROR_MEMORY, "out of memory", error);
    bool played = bv_try(terms, state, seat, action, past, menu, &reason);
    free(menu);
    return played || refuse(refusal_of(terms, state, seat), reason.text, error);
}

bool bivouac_action_read(const bivouac_terms *terms, const bivouac_state *state, int seat,
                         const char *token, bivouac_action *action, bivouac_error *error)
{
    struct bv_error reason;
    bv_action found = 0;
    struct bv_menu *menu = malloc(sizeof *menu);
    if (!menu) return refuse(BIVOUAC_ERROR_MEMORY, "out of memory", error);
    bool legal = bv_token_action(terms, state, seat, bv_span_of(token), menu, &found, &reason);
    free(menu);
    if (!legal) return refuse(refusal_of(terms, state, seat), reason.text, error);
    *action = found;
    return true;
}

bool bivouac_state_play_token(const bivouac_terms *terms, bivouac_state *state, int seat,
                              const char *token, bivouac_past *past, bivouac_error *error)
{
    bivouac_action action = 0;
    if (!bivouac_action_read(terms, state, seat, token, &action, error)) return false;
    bv_apply(terms, state, seat, action, past);
    return true;
}

size_t bivouac_action_write(const bivouac_terms *terms, bivouac_action action, char *buffer,
                            size_t size)
{
    char nowhere[1];
    struct bv_out out = text_into(buffer, size, nowhere);
    terms->game->token(terms, action, &out);
    return text_length(&out);
}

bool bivouac_state_result(const bivouac_terms *terms, const bivouac_state *state,
                          bivouac_result *result)
{
    if (!bv_is_over(terms, state)) return false;
    if (!result) return true;
    struct bv_result own = terms->game->result(terms, state);
    *result = (bivouac_result){
        .half_points = {own.half_points[0], own.half_points[1]},
        .reason = own.reason,
        .has_margin = own.has_margin,
        .margin = own.margin,
    };
    return true;
}

/* ---- Events ---------------------------------------------------------------------------------- */

uint32_t bivouac_state_events(const bivouac_terms *terms, const bivouac_state *before, int seat,
                              bivouac_action action, const bivouac_state *after,
                              bivouac_event *list)
{
    struct bv_event event[BV_EVENTS_MAX];
    uint32_t count = terms->game->events(terms, before, seat, action, after, event);
    for (uint32_t i = 0; i < count; i++)
        list[i] = (bivouac_event){
            .kind = event[i].kind,
            .side = event[i].side,
            .piece = event[i].piece,
            .from = event[i].from,
            .to = event[i].to,
            .amount = event[i].amount,
            .audience = event[i].audience,
        };
    return count;
}

const char *bivouac_event_name(const bivouac_terms *terms, int kind)
{
    const struct bv_event_words *words = bv_event_words(terms->game, kind);
    return words ? words->name : NULL;
}

size_t bivouac_event_say(const bivouac_terms *terms, const bivouac_event *event,
                         bivouac_language language, char *buffer, size_t size)
{
    char nowhere[1];
    struct bv_out out = text_into(buffer, size, nowhere);
    struct bv_event own = {
        .kind = (uint8_t)event->kind,
        .side = (uint8_t)event->side,
        .piece = (uint8_t)event->piece,
        .from = (int16_t)event->from,
        .to = (int16_t)event->to,
        .amount = event->amount,
        .audience = event->audience,
    };
    bv_say(terms, &own, language == BIVOUAC_FRENCH, &out);
    return text_length(&out);
}

size_t bivouac_point_write(const bivouac_terms *terms, int point, char *buffer, size_t size)
{
    char nowhere[1];
    struct bv_out out = text_into(buffer, size, nowhere);
    if (point == BV_NOWHERE)
        bv_put_char(&out, '-');
    else
        terms->game->point(terms, point, &out);
    return text_length(&out);
}
