#include "search/turns.h"

/* Keeps the state at place `count` if it is a new one; slots hold node numbers + 1. */
static void keep_if_new(struct turns *turns, const struct bv_terms *terms, bv_seats own,
                        struct turns_node node)
{
    const union bv_state *state = &turns->state[turns->count];
    node.hash = bv_state_hash(terms->game, state);
    uint32_t at = (uint32_t)node.hash & (turns->slots - 1);
    for (; turns->slot[at]; at = (at + 1) & (turns->slots - 1)) {
        uint32_t other = turns->slot[at] - 1;
        if (turns->node[other].hash == node.hash &&
            bv_state_same(terms->game, &turns->state[other], state))
            return;
    }
    bv_seats acting = terms->game->to_act(terms, state);
    node.complete = !(acting & own);
    turns->slot[at] = turns->count + 1;
    turns->node[turns->count++] = node;
}

static void expand(struct turns *turns, const struct bv_terms *terms, bv_seats own, uint32_t from)
{
    const struct bv_game *game = terms->game;
    bv_seats acting = game->to_act(terms, &turns->state[from]) & own;
    for (; acting; acting &= acting - 1) {
        int seat = __builtin_ctz(acting);
        uint32_t count = game->legal(terms, &turns->state[from], seat, turns->list);
        for (uint32_t i = 0; i < count; i++) {
            if (turns->count == turns->capacity) {
                turns->all = false;
                return;
            }
            union bv_state *next = &turns->state[turns->count];
            bv_state_copy(game, next, &turns->state[from]);
            bv_apply(terms, next, seat, turns->list[i], NULL);
            keep_if_new(turns, terms, own,
                        (struct turns_node){
                            .action = turns->list[i], .parent = from, .seat = (uint8_t)seat});
        }
    }
}

void turns_make(struct turns *turns, const struct bv_terms *terms, const union bv_state *state)
{
    bv_seats acting = terms->game->to_act(terms, state);
    BV_ASSERT(acting && !(acting & bv_seat_bit(BV_CHANCE)));
    BV_ASSERT(turns->capacity > 0 && turns->slots >= 2 * turns->capacity);
    bv_seats own = bv_seats_of_side(terms, bv_side_of(terms, __builtin_ctz(acting)));
    bv_clear(turns->slot, turns->slots * sizeof turns->slot[0]);
    turns->count = 0;
    turns->all = true;
    bv_state_copy(terms->game, &turns->state[0], state);
    keep_if_new(turns, terms, own, (struct turns_node){0});
    for (uint32_t at = 0; at < turns->count && turns->all; at++)
        if (!turns->node[at].complete) expand(turns, terms, own, at);
}
