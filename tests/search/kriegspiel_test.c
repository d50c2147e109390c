/* The opponent at Kriegspiel: what it must see, and what it must never do. */
#include "asking.h"

#include <stdlib.h>

#include "core/lots.h"
#include "search/kriegspiel/lore.h"
#include "search/kriegspiel/player.h"
#include "search/kriegspiel/reach.h"
#include "search/table_player.h"
#include "search/uct.h"

/* ---- Positions --------------------------------------------------------------------------------------------------- */

/* An empty field, the French to play. */
static void clear_field(struct session *s, enum kriegspiel_phase phase)
{
    struct kriegspiel_state *state = &s->state.kriegspiel;
    bv_clear(state, sizeof *state);
    state->field[KRIEGSPIEL_OUTSIDE] = KRIEGSPIEL_NO_HEX;
    for (unsigned hex = s->tables.kriegspiel.hexagons; hex < KRIEGSPIEL_HEXAGONS; hex++)
        state->field[hex] = s->tables.kriegspiel.start.field[hex];
    state->phase = (uint8_t)phase;
    state->acting = 1;
    if (phase == KRIEGSPIEL_MOVE)
        bv_copy(state->points, s->tables.kriegspiel.points, sizeof state->points);
}

static unsigned hexagon(const struct session *s, unsigned file, unsigned rank)
{
    return s->tables.kriegspiel.hexagon[rank - 1][file];
}

static void put(struct session *s, unsigned side, unsigned kind, unsigned figures, unsigned hex,
                unsigned facing)
{
    unsigned plate = figures | facing << KRIEGSPIEL_FACING_AT | hex << KRIEGSPIEL_HEX_AT;
    assert_true(kriegspiel_place(&s->state.kriegspiel, side, kind, plate));
}

enum { NE, E, SE, SW, W, NW };

/* ---- Questions --------------------------------------------------------------------------------------------------- */

static struct asker asker(const struct session *s, uint64_t nodes)
{
    return asker_of(s, &kriegspiel_player, nodes, 5);
}

static struct search_answer answer_of(const struct session *s, uint64_t nodes)
{
    return answer_to(s, &kriegspiel_player, nodes, 5);
}

/* Plays the answers of the army to play until its movement phase is over; returns how many. */
static unsigned play_movements(struct session *s, struct asker *asker)
{
    unsigned count = 0;
    for (; s->state.kriegspiel.phase == KRIEGSPIEL_MOVE; count++) {
        struct search_answer answer = asked(asker, s, s->terms.game->to_act(&s->terms, &s->state));
        bv_apply(&s->terms, &s->state, answer.choice[0].seat, answer.choice[0].action, &s->past);
    }
    return count;
}

/* ---- What it knows ----------------------------------------------------------------------------------------------- */

/* The worth that a shot of the rules puts out, over all faces of the die. */
static int32_t gain_by_the_rules(struct session *s, unsigned kind, unsigned figures,
                                 unsigned target, unsigned there)
{
    int32_t sum = 0;
    unsigned from = hexagon(s, 3, 3);
    unsigned to = hexagon(s, 4, 3);
    for (unsigned die = 0; die < 6; die++) {
        clear_field(s, KRIEGSPIEL_FIRE);
        put(s, KRIEGSPIEL_FRENCH, kind, figures, from, E);
        put(s, KRIEGSPIEL_ENGLISH, target, there, to, W);
        put(s, KRIEGSPIEL_ENGLISH, KRIEGSPIEL_SOLDIERS, 1, hexagon(s, 8, 11), SW);
        struct kriegspiel_state *state = &s->state.kriegspiel;
        bv_apply(&s->terms, &s->state, 0, kriegspiel_action(KRIEGSPIEL_SHOOT, from, to, 0), NULL);
        bv_apply(&s->terms, &s->state, BV_CHANCE, kriegspiel_action(KRIEGSPIEL_ROLL, 0, 0, die),
                 NULL);
        unsigned met = state->field[to];
        unsigned slot = met & KRIEGSPIEL_SLOT_MASK;
        int32_t left = kriegspiel_is_plate(met)
                           ? kriegspiel_worth(target, kriegspiel_figures(state->plate[1][slot]))
                           : 0;
        sum += kriegspiel_worth(target, there) - left;
    }
    return sum / 6;
}

static void expects_of_fire_what_the_rules_give(void **state)
{
    struct session *s = session("kriegspiel", "");
    struct kriegspiel_lore *lore = malloc(sizeof *lore);
    (void)state;
    assert_non_null(lore);
    kriegspiel_lore_make(lore, &s->tables.kriegspiel);
    for (unsigned kind = 0; kind < KRIEGSPIEL_KINDS; kind++)
        for (unsigned figures = 1; figures <= kriegspiel_most_figures(kind); figures++)
            for (unsigned target = 0; target < KRIEGSPIEL_KINDS; target++)
                for (unsigned there = 1; there <= kriegspiel_most_figures(target); there++)
                    assert_int_equal(lore->gain[kind][figures][target][there],
                                     gain_by_the_rules(s, kind, figures, target, there));
    free(lore);
    session_end(s);
}

/* Every way to a spot is legal, token by token, and leads there. */
static void look_at_reach(struct session *s, void *context)
{
    struct kriegspiel_reach *reach = context;
    const struct kriegspiel_state *state = &s->state.kriegspiel;
    if (state->phase != KRIEGSPIEL_MOVE || s->terms.form->seats != 2) return;
    uint64_t lot = bv_state_hash(s->terms.game, &s->state);
    unsigned slot = (unsigned)(lot >> 32) % KRIEGSPIEL_SLOTS;
    unsigned plate = state->plate[state->side][slot];
    if (!plate) return;
    kriegspiel_reach_make(
        reach, &s->terms, state, state->side, slot,
        kriegspiel_movements_left(slot, plate, state->points[kriegspiel_kind(slot)]));
    unsigned spot = (unsigned)(lot % reach->count);
    uint32_t way[64];
    unsigned length = kriegspiel_reach_way(reach, spot, way);
    union bv_state after;
    bv_state_copy(s->terms.game, &after, &s->state);
    for (unsigned i = 0; i < length; i++) {
        bv_action list[KRIEGSPIEL_LIST_CAP];
        uint32_t count = kriegspiel_legal(&s->terms, &after, state->side, list);
        bool legal = false;
        for (uint32_t j = 0; j < count; j++) legal |= list[j] == way[i];
        assert_true(legal);
        bv_apply(&s->terms, &after, state->side, way[i], NULL);
    }
    unsigned there = after.kriegspiel.field[reach->spot[spot].hex];
    unsigned moved = after.kriegspiel.plate[state->side][there & KRIEGSPIEL_SLOT_MASK];
    assert_int_equal(kriegspiel_facing(moved), reach->spot[spot].facing);
    assert_int_equal(kriegspiel_figures(moved), kriegspiel_figures(plate));
}

static void finds_ways_that_the_rules_allow(void **state)
{
    struct kriegspiel_reach *reach = malloc(sizeof *reach);
    (void)state;
    assert_non_null(reach);
    random_games("kriegspiel", 1, 11, look_at_reach, reach);
    free(reach);
}

/* ---- What it must see -------------------------------------------------------------------------------------------- */

/* Five soldiers in line of fire are worth more than two riders. */
static void fires_at_what_pays_most(void **state)
{
    struct session *s = session("kriegspiel", "");
    (void)state;
    clear_field(s, KRIEGSPIEL_FIRE);
    put(s, KRIEGSPIEL_FRENCH, KRIEGSPIEL_SOLDIERS, 5, hexagon(s, 1, 3), E);
    put(s, KRIEGSPIEL_FRENCH, KRIEGSPIEL_SOLDIERS, 5, hexagon(s, 4, 5), E);
    put(s, KRIEGSPIEL_ENGLISH, KRIEGSPIEL_CAVALRY, 2, hexagon(s, 2, 3), W);
    put(s, KRIEGSPIEL_ENGLISH, KRIEGSPIEL_SOLDIERS, 5, hexagon(s, 6, 5), W);
    struct search_answer answer = answer_of(s, 2000);
    assert_int_equal(answer.choices, 2);
    assert_int_equal(kriegspiel_at(answer.choice[0].action), hexagon(s, 4, 5));
    assert_true(answer.choice[0].score > answer.choice[1].score);
    session_end(s);
}

/* The last plate of the enemy stands two manoeuvres away from being fired at. */
static void goes_where_it_can_fire(void **state)
{
    struct session *s = session("kriegspiel", "");
    (void)state;
    clear_field(s, KRIEGSPIEL_MOVE);
    put(s, KRIEGSPIEL_FRENCH, KRIEGSPIEL_SOLDIERS, 5, hexagon(s, 1, 3), NE);
    put(s, KRIEGSPIEL_ENGLISH, KRIEGSPIEL_SOLDIERS, 1, hexagon(s, 6, 3), SW);
    struct asker one = asker(s, 3000);
    assert_in_range(play_movements(s, &one), 2, 5);
    struct search_answer answer = asked(&one, s, 1);
    assert_int_equal(kriegspiel_action_kind(answer.choice[0].action), KRIEGSPIEL_SHOOT);
    assert_true(answer.choice[0].score > 800); /* five throws of six win */
    free(one.mind);
    session_end(s);
}

/* The army that leads when the quiet ends has won: one turn before that, a leader out of reach stays there. */
static void counts_on_the_quiet_when_it_leads(void **state)
{
    struct session *s = session("kriegspiel", "");
    (void)state;
    clear_field(s, KRIEGSPIEL_MOVE);
    put(s, KRIEGSPIEL_FRENCH, KRIEGSPIEL_SOLDIERS, 5, hexagon(s, 1, 1), NE);
    put(s, KRIEGSPIEL_ENGLISH, KRIEGSPIEL_SOLDIERS, 4, hexagon(s, 7, 11), SW);
    s->state.kriegspiel.quiet = (uint8_t)(s->tables.kriegspiel.quiet - 1);
    assert_true(answer_of(s, 2000).choice[0].score > 900);
    session_end(s);
}

/* ---- What it must never do --------------------------------------------------------------------------------------- */

static void answers_at_once_when_told_to_stop(void **state)
{
    struct session *s = session("kriegspiel", "");
    atomic_bool stop = true;
    (void)state;
    play(s, "#F");
    struct asker one = asker(s, 0);
    one.budget.stop = &stop;
    assert_true(asked(&one, s, 1).nodes < 64);
    free(one.mind);
    session_end(s);
}

/* One player of three moves its own plates alone, and the plan outlives nothing that it did not foresee. */
static void leaves_its_partners_plates_alone(void **state)
{
    struct session *s = session("kriegspiel", "seats=6");
    (void)state;
    play(s, "#F");
    struct asker one = asker(s, 600);
    for (int i = 0; i < 2; i++) {
        struct search_answer answer = asked(&one, s, bv_seat_bit(KRIEGSPIEL_CAVALRY));
        assert_int_equal(answer.choice[0].seat, KRIEGSPIEL_CAVALRY);
        play(s, i ? "F.soldiers: b2-c3" : "F.soldiers: b2^NE");
    }
    struct search_answer answer = asked(&one, s, bv_seat_bit(KRIEGSPIEL_CANNONS));
    assert_int_equal(answer.choice[0].seat, KRIEGSPIEL_CANNONS);
    free(one.mind);
    session_end(s);
}

static struct table_player seated(const struct session *s, const struct search_player *which,
                                  uint64_t nodes, uint32_t depth, int side)
{
    struct table_player seated = {
        .player = which,
        .mind = malloc(which->memory(&s->terms)),
        .seats = bv_seat_bit(side),
        .turn = {.nodes = nodes, .depth = depth},
        .random = bv_random_seeded(9),
    };
    assert_non_null(seated.mind);
    table_player_begin(&seated, &s->terms);
    return seated;
}

/* Even without looking a turn ahead it beats those who only pass by. */
static void beats_players_without_thought(void **state)
{
    struct session *s = session("kriegspiel", "");
    struct bv_random dice = bv_random_seeded(3);
    struct table_player one = seated(s, &kriegspiel_player, 60, 2, KRIEGSPIEL_FRENCH);
    struct table_player other = seated(s, &random_player, 1, 0, KRIEGSPIEL_ENGLISH);
    bv_seats acting;
    (void)state;
    while ((acting = s->terms.game->to_act(&s->terms, &s->state))) {
        struct search_answer answer = {.choice = {{.seat = BV_CHANCE}}};
        if (acting == bv_seat_bit(BV_CHANCE))
            answer.choice[0].action = bv_draw_outcome(&s->terms, &s->state, &dice);
        else
            table_player_ask(acting & one.seats ? &one : &other, &s->terms, &s->state, &s->past,
                             acting, &answer);
        bv_apply(&s->terms, &s->state, answer.choice[0].seat, answer.choice[0].action, &s->past);
    }
    assert_int_equal(s->terms.game->result(&s->terms, &s->state).half_points[0], 2);
    free(one.mind);
    free(other.mind);
    session_end(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expects_of_fire_what_the_rules_give),
        cmocka_unit_test(finds_ways_that_the_rules_allow),
        cmocka_unit_test(fires_at_what_pays_most),
        cmocka_unit_test(goes_where_it_can_fire),
        cmocka_unit_test(counts_on_the_quiet_when_it_leads),
        cmocka_unit_test(answers_at_once_when_told_to_stop),
        cmocka_unit_test(leaves_its_partners_plates_alone),
        cmocka_unit_test(beats_players_without_thought),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
