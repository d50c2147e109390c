/*
 * What every player must hold, in every game, every form and every combination of options: it answers a legal action of
 * a seat it was asked for, the same one for the same seed, whatever the budget; and it never sees more than a view.
 */
#include "asking.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/lots.h"
#include "search/levels.h"
#include "search/options.h"
#include "search/reason.h"
#include "search/table_player.h"
#include "search/uct.h"

static struct table_player *sit(const struct session *s, const struct search_player *player,
                                const struct level *level)
{
    struct table_player *seated = calloc(1, sizeof *seated);
    assert_non_null(seated);
    seated->player = player;
    seated->mind = calloc(1, player->memory(&s->terms));
    assert_non_null(seated->mind);
    seated->turn.nodes = level->nodes;
    seated->turn.depth = level->depth;
    seated->weakening = level->weakening;
    return seated;
}

static void stand_up(struct table_player *seated)
{
    free(seated->mind);
    free(seated);
}

static void begin(const struct session *s, struct table_player *seated, int side, uint64_t seed)
{
    seated->seats = bv_seats_of_side(&s->terms, side);
    seated->random = bv_random_seeded(seed);
    table_player_begin(seated, &s->terms);
}

static void expect_sound(const struct session *s, bv_seats asked,
                         const struct search_answer *answer)
{
    assert_true(answer->choices >= 1 && answer->choices <= SEARCH_CHOICES);
    for (uint32_t i = 0; i < answer->choices; i++) {
        const struct search_choice *choice = &answer->choice[i];
        assert_true(asked & bv_seat_bit(choice->seat));
        assert_true(is_legal(s, choice->seat, choice->action));
        assert_true(choice->score >= 0 && choice->score <= 1000);
        assert_true(choice->weight >= 1);
    }
    assert_true(answer->line_length <= SEARCH_LINE_LENGTH);
    if (answer->line_length) assert_true(answer->line[0] == answer->choice[0].action);
}

static void expect_same(const struct search_answer *a, const struct search_answer *b)
{
    assert_int_equal(a->choices, b->choices);
    for (uint32_t i = 0; i < a->choices; i++) {
        assert_true(a->choice[i].action == b->choice[i].action);
        assert_int_equal(a->choice[i].seat, b->choice[i].seat);
        assert_int_equal(a->choice[i].score, b->choice[i].score);
        assert_int_equal(a->choice[i].weight, b->choice[i].weight);
    }
    assert_int_equal(a->depth, b->depth);
    assert_true(a->nodes == b->nodes);
    assert_int_equal(a->line_length, b->line_length);
    for (uint32_t i = 0; i < a->line_length; i++) assert_true(a->line[i] == b->line[i]);
}

static void expect_a_sentence(const struct session *s, const struct search_answer *answer)
{
    for (int french = 0; french < 2; french++) {
        char text[512];
        union bv_state view;
        struct bv_out out = bv_out_into(text, sizeof text);
        bv_view(&s->terms, &s->state, answer->choice[0].seat, &view);
        reason_write(&s->terms, &view, answer, french, &out);
        assert_false(out.cut);
        assert_true(out.length > 20 && text[out.length - 1] == '.');
    }
}

/*
 * Two players of the same kind and seed are asked the same questions, one of them in another world that looks the same:
 * the secrets that the asked side does not know are drawn anew. Their answers never differ.
 */
static void walk(struct session *s, const struct search_player *player, const struct level *level,
                 uint64_t seed, uint32_t plies)
{
    const struct bv_terms *terms = &s->terms;
    struct table_player *seated = sit(s, player, level);
    struct table_player *twin = sit(s, player, level);
    struct bv_random random = bv_random_seeded(seed);
    int side = (int)(seed % 2);
    terms->game->start(terms, &s->state);
    s->past.count = 0;
    begin(s, seated, side, seed);
    begin(s, twin, side, seed);
    bv_seats acting;
    while (plies-- && (acting = terms->game->to_act(terms, &s->state))) {
        bv_seats own = acting == bv_seat_bit(BV_CHANCE) ? 0 : acting & seated->seats;
        int seat = bv_draw_seat(acting, &random);
        bv_action action = 0;
        if (own && (own & bv_seat_bit(seat))) {
            struct search_answer answer = {0};
            struct search_answer again = {0};
            union bv_state other;
            bv_state_copy(terms->game, &other, &s->state);
            if (terms->game->determinise) {
                union bv_state view;
                bv_view(terms, &s->state, __builtin_ctz(own), &view);
                terms->game->determinise(terms, &view, __builtin_ctz(own), &random, &other);
            }
            table_player_ask(seated, terms, &s->state, &s->past, own, &answer);
            table_player_ask(twin, terms, &other, &s->past, own, &again);
            expect_sound(s, own, &answer);
            expect_a_sentence(s, &answer);
            expect_same(&answer, &again);
            seat = answer.choice[0].seat;
            action = answer.choice[0].action;
        } else {
            action = bv_draw_action(terms, &s->state, seat, s->menu.list, &random);
        }
        bv_apply(terms, &s->state, seat, action, &s->past);
        table_player_observe(seated, terms, &s->state);
        table_player_observe(twin, terms, &s->state);
        if (seat == BV_CHANCE || bv_side_of(terms, seat) != side) {
            table_player_turn_over(seated);
            table_player_turn_over(twin);
        }
    }
    stand_up(seated);
    stand_up(twin);
}

/* Calls `try` with a session of every form and every combination of rule options of every game. */
static void everywhere(void (*try)(struct session *s, uint64_t number))
{
    uint64_t number = 0;
    for (size_t g = 0; g < bv_game_count; g++) {
        const struct bv_game *game = bv_games[g];
        uint32_t combinations = 1;
        for (int r = 0; r < game->options; r++) combinations *= game->option[r].count;
        for (int f = 0; f < game->forms; f++) {
            for (uint32_t c = 0; c < combinations; c++) {
                char settings[256] = "";
                uint32_t left = c;
                for (int r = 0; r < game->options; r++) {
                    const struct bv_option *option = &game->option[r];
                    size_t used = strlen(settings);
                    snprintf(settings + used, sizeof settings - used, "%s=%s ", option->name,
                             option->value[left % option->count].name);
                    left /= option->count;
                }
                size_t used = strlen(settings);
                snprintf(settings + used, sizeof settings - used, "seats=%d", game->form[f].seats);
                struct session *s = session(game->id, settings);
                try(s, number++);
                session_end(s);
            }
        }
    }
}

static void try_levels(struct session *s, uint64_t number)
{
    const struct level_opponent *opponent = level_opponent_of(s->terms.game);
    struct level level = opponent->level[number % LEVELS];
    if (!level.nodes || level.nodes > 40) level.nodes = 40;
    walk(s, opponent->player, &level, number, 32);
}

static void levels_answer_legally_and_only_from_what_they_see(void **state)
{
    (void)state;
    everywhere(try_levels);
}

static void try_uct(struct session *s, uint64_t number)
{
    walk(s, &uct_player, &(struct level){.nodes = 4}, number, 16);
    walk(s, &random_player, &(struct level){.nodes = 1}, number, 16);
}

static void the_yardstick_too(void **state)
{
    (void)state;
    everywhere(try_uct);
}

/* With one node, or told to stop before it began, a player still answers. */
static void players_answer_at_once_when_they_must(void **state)
{
    (void)state;
    for (size_t g = 0; g < bv_game_count; g++) {
        const struct level_opponent *opponent = level_opponent_of(bv_games[g]);
        struct session *s = session(bv_games[g]->id, "");
        walk(s, opponent->player, &(struct level){.nodes = 1}, g, 120);
        struct table_player *seated = sit(s, opponent->player, &opponent->level[LEVELS - 1]);
        atomic_bool stop = true;
        s->terms.game->start(&s->terms, &s->state);
        while (s->terms.game->to_act(&s->terms, &s->state) == bv_seat_bit(BV_CHANCE)) {
            struct bv_outcome outcome[BV_CHANCE_MAX];
            s->terms.game->chance(&s->terms, &s->state, outcome);
            bv_apply(&s->terms, &s->state, BV_CHANCE, outcome[0].action, NULL);
        }
        bv_seats acting = s->terms.game->to_act(&s->terms, &s->state);
        bv_seats own = search_seats_of_one_side(&s->terms, acting);
        begin(s, seated, bv_side_of(&s->terms, __builtin_ctz(own)), 1);
        seated->turn.nodes = 0;
        seated->turn.stop = &stop;
        struct search_answer answer = {0};
        s->past.count = 0;
        table_player_ask(seated, &s->terms, &s->state, &s->past, own, &answer);
        expect_sound(s, own, &answer);
        stand_up(seated);
        session_end(s);
    }
}

static void weakening_is_reproducible_and_bounded(void **state)
{
    (void)state;
    struct weakening weakening = {.overlook = 250, .misjudge = 40};
    int seen = 0;
    int64_t sum = 0;
    for (uint64_t i = 0; i < 4000; i++) {
        int32_t error = weakening_misjudgement(&weakening, 7, i);
        assert_true(error >= -40 && error <= 40);
        assert_int_equal(error, weakening_misjudgement(&weakening, 7, i));
        sum += error;
        seen += weakening_overlooks(&weakening, 7, i);
    }
    assert_true(seen > 800 && seen < 1200);
    assert_true(sum > -8000 && sum < 8000);
    assert_false(weakening_overlooks(&(struct weakening){0}, 7, 1));
    assert_int_equal(weakening_misjudgement(&(struct weakening){0}, 7, 1), 0);
}

static void levels_one_to_three_are_quick_and_the_last_is_unlimited(void **state)
{
    (void)state;
    for (size_t g = 0; g < bv_game_count; g++) {
        const struct level_opponent *opponent = level_opponent_of(bv_games[g]);
        for (int level = 0; level < LEVELS; level++)
            assert_true(opponent->level[level].milliseconds > 0);
        for (int level = 0; level < 3; level++)
            assert_true(opponent->level[level].milliseconds <= 100);
        assert_int_equal(opponent->level[LEVELS - 1].nodes, 0);
        assert_int_equal(opponent->level[LEVELS - 1].weakening.overlook, 0);
        assert_int_equal(opponent->level[LEVELS - 1].weakening.misjudge, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_answer_legally_and_only_from_what_they_see),
        cmocka_unit_test(the_yardstick_too),
        cmocka_unit_test(players_answer_at_once_when_they_must),
        cmocka_unit_test(weakening_is_reproducible_and_bounded),
        cmocka_unit_test(levels_one_to_three_are_quick_and_the_last_is_unlimited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
