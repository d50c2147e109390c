/* Batches and fixed indices of the public library, beside single states played with its other functions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bivouac.h"
#include "library/indices.h"

enum { GAMES = 5, LIST = 32768 };

static bivouac_terms *opened(const char *id)
{
    bivouac_terms *terms = bivouac_terms_open(bivouac_game_named(id, NULL), NULL, NULL, NULL);
    assert_non_null(terms);
    return terms;
}

static void *some(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    assert_non_null(memory);
    return memory;
}

/* Not the list of one position but those of many, no action twice: as long as that of a crowded board. */
static uint32_t a_long_list(const bivouac_terms *terms, bivouac_action *list)
{
    bivouac_state *state = bivouac_state_new(terms);
    bivouac_random random = bivouac_random_seeded(7);
    uint32_t count = 0;
    uint32_t room = bivouac_terms_legal_most(terms);
    bivouac_action *legal = some(room, sizeof *legal);
    for (int ply = 0; ply < 4000 && count < LIST / 4; ply++) {
        bivouac_seats acting = bivouac_state_to_act(terms, state);
        if (!acting) {
            bivouac_state_start(terms, state);
            continue;
        }
        int seat = bivouac_seats_have(acting, 0) ? 0 : 1;
        uint32_t found = bivouac_state_legal(terms, state, seat, legal);
        for (uint32_t i = 0; i < found && count < LIST / 4; i++) {
            bool known = false;
            for (uint32_t j = 0; j < count && !known; j++) known = list[j] == legal[i];
            if (!known) list[count++] = legal[i];
        }
        bivouac_state_apply(terms, state, seat, legal[bivouac_random_below(&random, found)], NULL);
    }
    free(legal);
    bivouac_state_free(state);
    return count;
}

static void many_actions_never_share_an_index(void **unused)
{
    (void)unused;
    bivouac_terms *terms = opened("chevaliers");
    bivouac_action *list = some(LIST, sizeof *list);
    uint32_t *indices = some(LIST, sizeof *indices);
    uint32_t all = bivouac_terms_index_count(terms);
    bool *taken = some(all, sizeof *taken);
    uint32_t count = a_long_list(terms, list);
    assert_true(count > 1000);
    assert_true(bivouac_action_indices(terms, list, count, indices));
    for (uint32_t i = 0; i < count; i++) {
        assert_true(indices[i] < all);
        assert_false(taken[indices[i]]);
        taken[indices[i]] = true;
    }
    /* The order of the list does not matter. */
    uint32_t *turned = some(LIST, sizeof *turned);
    for (uint32_t i = 0; i < count / 2; i++) {
        bivouac_action kept = list[i];
        list[i] = list[count - 1 - i];
        list[count - 1 - i] = kept;
    }
    assert_true(bivouac_action_indices(terms, list, count, turned));
    for (uint32_t i = 0; i < count; i++) assert_int_equal(turned[i], indices[count - 1 - i]);
    assert_true(bivouac_action_indices(terms, list, 0, turned));
    free(turned);
    free(taken);
    free(indices);
    free(list);
    bivouac_terms_close(terms);
}

/* Lists of all lengths, in which many share a home: settled one by one as if the whole list were sorted. */
static void collisions_are_settled_as_sorting_does(void **unused)
{
    (void)unused;
    bivouac_terms *terms = opened("chevaliers");
    bivouac_action *all = some(LIST, sizeof *all);
    bivouac_action *list = some(LIST, sizeof *list);
    uint32_t *given = some(LIST, sizeof *given);
    uint32_t *wanted = some(LIST, sizeof *wanted);
    uint32_t count = a_long_list(terms, all);
    assert_true(count > 2048);
    struct indices *indices = indices_open(terms);
    assert_non_null(indices);
    bivouac_random random = bivouac_random_seeded(5);
    for (int round = 0; round < 600; round++) {
        uint32_t length = round < 3 ? count : 1 + bivouac_random_below(&random, 1000);
        for (uint32_t i = 0; i < length; i++) { /* drawn, none twice */
            uint32_t at = i + bivouac_random_below(&random, count - i);
            bivouac_action drawn = all[at];
            all[at] = all[i];
            list[i] = all[i] = drawn;
        }
        assert_true(bivouac_action_indices(terms, list, length, wanted));
        indices_assign(indices, list, length, given);
        assert_memory_equal(given, wanted, length * sizeof *given);
        for (uint32_t i = 0; i < length && round > 2; i++)
            assert_int_equal(indices_of_one(indices, list, length, i), wanted[i]);
    }
    /* Keys at the very end: there is no index after the last. */
    const bivouac_action inverse = 0xf1de83e19937733d; /* of the constant of keys, modulo 2^64 */
    for (uint32_t i = 0; i < 40; i++) list[i] = (0 - (bivouac_action)i - 1) * inverse;
    assert_true(bivouac_action_indices(terms, list, 40, wanted));
    indices_assign(indices, list, 40, given);
    for (uint32_t i = 0; i < 40; i++) {
        assert_int_equal(given[i], bivouac_terms_index_count(terms) - 1 - i);
        assert_int_equal(indices_of_one(indices, list, 40, i), given[i]);
    }
    assert_memory_equal(given, wanted, 40 * sizeof *given);
    indices_close(indices);
    indices_close(NULL);
    free(all);
    free(list);
    free(given);
    free(wanted);
    bivouac_terms_close(terms);
}

/* Two batches of the same seed, one stepped by places and one by indices: they are the same, and so are the indices. */
static void indices_step_as_places_do(const char *id)
{
    bivouac_terms *terms = opened(id);
    bivouac_batch *batch[2] = {bivouac_batch_new(terms, GAMES, 4, NULL),
                               bivouac_batch_new(terms, GAMES, 4, NULL)};
    bivouac_random random = bivouac_random_seeded(9);
    bivouac_action *list = some(bivouac_terms_legal_most(terms), sizeof *list);
    uint32_t *own = some(bivouac_terms_legal_most(terms), sizeof *own);
    uint32_t *copied = some((size_t)GAMES * bivouac_terms_legal_most(terms), sizeof *copied);
    int32_t seats[GAMES];
    uint32_t counts[GAMES], places[GAMES], chosen[GAMES], offsets[GAMES + 1];
    int8_t half_points[2][2 * GAMES];
    for (int step = 0; step < 300; step++) {
        const uint32_t *indices = bivouac_batch_look(batch[1], offsets);
        assert_non_null(indices);
        bivouac_batch_indices(batch[0], copied);
        assert_memory_equal(copied, indices, offsets[GAMES] * sizeof *indices);
        bivouac_batch_choices(batch[0], seats, counts);
        for (uint32_t i = 0; i < GAMES; i++) {
            const bivouac_state *state = bivouac_batch_state(batch[1], i);
            assert_true(bivouac_state_same(terms, state, bivouac_batch_state(batch[0], i)));
            assert_int_equal(bivouac_state_legal(terms, state, seats[i], list), counts[i]);
            assert_int_equal(offsets[i + 1] - offsets[i], counts[i]);
            assert_true(bivouac_action_indices(terms, list, counts[i], own));
            assert_memory_equal(own, indices + offsets[i], counts[i] * sizeof *own);
            places[i] = bivouac_random_below(&random, counts[i]);
            chosen[i] = own[places[i]];
        }
        assert_true(bivouac_batch_indices_at(batch[0], places, own, NULL));
        assert_memory_equal(own, chosen, sizeof chosen);
        if (step % 2) {
            assert_true(bivouac_batch_step_indices(batch[0], chosen, half_points[0], NULL));
        } else {
            assert_true(bivouac_batch_step(batch[0], places, half_points[0], NULL));
        }
        assert_true(bivouac_batch_step_indices(batch[1], chosen, half_points[1], NULL));
        assert_memory_equal(half_points[0], half_points[1], sizeof half_points[0]);
    }
    bivouac_batch_begin(batch[0], 6);
    bivouac_batch_begin(batch[1], 6);
    assert_non_null(bivouac_batch_look(batch[1], offsets));
    bivouac_batch_choices(batch[0], seats, counts);
    assert_int_equal(offsets[1], counts[0]);
    for (int i = 0; i < 2; i++) bivouac_batch_free(batch[i]);
    free(list);
    free(own);
    free(copied);
    bivouac_terms_close(terms);
}

static void batches_are_stepped_by_indices(void **unused)
{
    (void)unused;
    for (int i = 0; i < bivouac_game_count(); i++)
        indices_step_as_places_do(bivouac_game_id(bivouac_game_at(i)));
}

static void the_table_is_wide_enough(void **unused)
{
    (void)unused;
    for (int i = 0; i < bivouac_game_count(); i++) {
        bivouac_terms *terms = opened(bivouac_game_id(bivouac_game_at(i)));
        uint32_t all = bivouac_terms_index_count(terms);
        bool is_power_of_two = (all & (all - 1)) == 0;
        assert_true(all >= 2 * bivouac_terms_legal_most(terms));
        assert_true(is_power_of_two || terms->game->numbers);
        bivouac_terms_close(terms);
    }
}

/* Every step of a batch against its own state before and after it. */
static void steps_play_what_they_say(const char *id)
{
    bivouac_terms *terms = opened(id);
    bivouac_batch *batch = bivouac_batch_new(terms, GAMES, 11, NULL);
    bivouac_state *before = bivouac_state_new(terms);
    bivouac_random random = bivouac_random_seeded(3);
    bivouac_action *list = some(bivouac_terms_legal_most(terms), sizeof *list);
    int32_t seats[GAMES];
    uint32_t counts[GAMES];
    uint32_t places[GAMES];
    int8_t half_points[2 * GAMES];
    int ended = 0;
    uint64_t plies = bivouac_batch_plies(batch);
    assert_null(bivouac_batch_state(batch, GAMES));
    for (int step = 0; step < 1500; step++) {
        bivouac_batch_choices(batch, seats, counts);
        for (uint32_t i = 0; i < GAMES; i++) places[i] = bivouac_random_below(&random, counts[i]);
        const bivouac_state *first = bivouac_batch_state(batch, 0);
        assert_int_equal(bivouac_state_legal(terms, first, seats[0], list), counts[0]);
        bivouac_state_copy(terms, before, first);
        bivouac_state_apply(terms, before, seats[0], list[places[0]], NULL);
        bool goes_on = bivouac_state_to_act(terms, before) != 0;
        bool chance = bivouac_seats_have(bivouac_state_to_act(terms, before), BIVOUAC_CHANCE);
        assert_true(bivouac_batch_step(batch, places, half_points, NULL));
        if (goes_on && !chance && half_points[0] == BIVOUAC_GOES_ON)
            assert_true(bivouac_state_same(terms, before, bivouac_batch_state(batch, 0)));
        if (!goes_on) assert_int_equal(half_points[0] + half_points[1], 2);
        for (int i = 0; i < GAMES; i++) ended += half_points[2 * i] != BIVOUAC_GOES_ON;
    }
    assert_true(bivouac_batch_plies(batch) >= plies + (uint64_t)1500 * GAMES);
    assert_true(ended > 0);
    free(list);
    bivouac_state_free(before);
    bivouac_batch_free(batch);
    bivouac_terms_close(terms);
}

static void batches_follow_the_rules(void **unused)
{
    (void)unused;
    for (int i = 0; i < bivouac_game_count(); i++)
        steps_play_what_they_say(bivouac_game_id(bivouac_game_at(i)));
}

/* What is shown is the view of the seat that is to choose, to the byte. */
static void batches_show_views(void **unused)
{
    (void)unused;
    bivouac_terms *terms = opened("chars");
    bivouac_batch *batch = bivouac_batch_new(terms, GAMES, 2, NULL);
    bivouac_state *view = bivouac_state_new(terms);
    char *texts = some(GAMES, BIVOUAC_POSITION_SIZE);
    char own[BIVOUAC_POSITION_SIZE];
    int32_t seats[GAMES];
    uint32_t counts[GAMES];
    uint32_t places[GAMES] = {0};
    int8_t half_points[2 * GAMES];
    int secrets = 0;
    for (int step = 0; step < 60; step++) {
        assert_true(bivouac_batch_step(batch, places, half_points, NULL));
        bivouac_batch_choices(batch, seats, counts);
        bivouac_batch_views(batch, texts, BIVOUAC_POSITION_SIZE);
        for (uint32_t i = 0; i < GAMES; i++) {
            const bivouac_state *state = bivouac_batch_state(batch, i);
            assert_true(bivouac_state_view(terms, state, seats[i], view));
            bivouac_state_write(terms, view, own, sizeof own);
            assert_string_equal(texts + (size_t)i * BIVOUAC_POSITION_SIZE, own);
            bivouac_state_write(terms, state, own, sizeof own);
            secrets += strcmp(texts + (size_t)i * BIVOUAC_POSITION_SIZE, own) != 0;
        }
    }
    assert_true(secrets > 0);
    free(texts);
    bivouac_state_free(view);
    bivouac_batch_free(batch);
    bivouac_terms_close(terms);
}

static void wrong_batches_and_places_are_refused(void **unused)
{
    (void)unused;
    bivouac_terms *terms = opened("chevaliers");
    bivouac_error error = {0};
    int8_t half_points[2 * GAMES];
    uint32_t places[GAMES] = {0, 0, 0, 40000, 0};
    assert_null(bivouac_batch_new(terms, 0, 1, &error));
    assert_non_null(strstr(error.text, "1 to 65536"));
    assert_null(bivouac_batch_new(terms, 65537, 1, NULL));
    bivouac_batch *batch = bivouac_batch_new(terms, GAMES, 1, &error);
    uint64_t hash = bivouac_state_hash(terms, bivouac_batch_state(batch, 0));
    assert_false(bivouac_batch_step(batch, places, half_points, &error));
    assert_non_null(strstr(error.text, "game 3 of the batch"));
    assert_true(bivouac_state_hash(terms, bivouac_batch_state(batch, 0)) == hash);
    assert_false(bivouac_batch_step_indices(batch, places, half_points, &error));
    assert_non_null(strstr(error.text, "has no legal action of index"));
    assert_true(bivouac_state_hash(terms, bivouac_batch_state(batch, 0)) == hash);
    bivouac_batch_free(batch);
    bivouac_batch_free(NULL);
    bivouac_terms_close(terms);
}

/* Steps all these batches alike, by places drawn from the first. */
static void step_alike(bivouac_batch *const *batch, int batches, bivouac_random *random, int steps)
{
    int32_t seats[2][GAMES];
    uint32_t counts[2][GAMES], places[GAMES];
    int8_t half_points[2][2 * GAMES];
    for (int step = 0; step < steps; step++) {
        for (int i = 0; i < batches; i++) {
            bivouac_batch_choices(batch[i], seats[i], counts[i]);
            assert_memory_equal(seats[i], seats[0], sizeof seats[0]);
            assert_memory_equal(counts[i], counts[0], sizeof counts[0]);
        }
        for (uint32_t i = 0; i < GAMES; i++) places[i] = bivouac_random_below(random, counts[0][i]);
        for (int i = 0; i < batches; i++) {
            assert_true(bivouac_batch_step(batch[i], places, half_points[i], NULL));
            assert_memory_equal(half_points[i], half_points[0], sizeof half_points[0]);
        }
    }
}

/* Puts every game of a batch into another, its state and its past written and read again. */
static void put_all(const bivouac_terms *terms, const bivouac_batch *from, bivouac_batch *to)
{
    static char text[BIVOUAC_PAST_SIZE];
    int32_t seats[GAMES];
    uint32_t counts[GAMES];
    bivouac_state *state = bivouac_state_new(terms);
    bivouac_past *past = bivouac_past_new();
    bivouac_batch_choices(from, seats, counts);
    for (uint32_t i = 0; i < GAMES; i++) {
        bivouac_random random = bivouac_batch_random(from, i);
        const bivouac_past *kept = bivouac_batch_past(from, i);
        bivouac_state_write(terms, bivouac_batch_state(from, i), text, sizeof text);
        assert_true(bivouac_state_read(terms, text, state, NULL));
        assert_true(bivouac_state_same(terms, state, bivouac_batch_state(from, i)));
        if (kept) {
            bivouac_past_write(kept, text, sizeof text);
            assert_true(bivouac_past_read(past, text, NULL));
        }
        assert_true(bivouac_batch_put(to, i, state, seats[i], &random, kept ? past : NULL, NULL));
    }
    bivouac_past_free(past);
    bivouac_state_free(state);
}

static void a_batch_goes_on_in_another(void **unused)
{
    (void)unused;
    for (int game = 0; game < bivouac_game_count(); game++) {
        bivouac_terms *terms = opened(bivouac_game_id(bivouac_game_at(game)));
        bivouac_batch *batch[2] = {bivouac_batch_new(terms, GAMES, 3, NULL),
                                   bivouac_batch_new(terms, GAMES, 8, NULL)};
        bivouac_random random = bivouac_random_seeded(2);
        uint32_t offsets[GAMES + 1];
        step_alike(batch, 1, &random, 150);
        assert_non_null(bivouac_batch_look(batch[1], offsets));
        put_all(terms, batch[0], batch[1]);
        step_alike(batch, 2, &random, 400);
        for (uint32_t i = 0; i < GAMES; i++)
            assert_true(bivouac_state_same(terms, bivouac_batch_state(batch[0], i),
                                           bivouac_batch_state(batch[1], i)));
        bivouac_batch_free(batch[0]);
        bivouac_batch_free(batch[1]);
        bivouac_terms_close(terms);
    }
}

static void what_cannot_go_on_is_refused(void **unused)
{
    (void)unused;
    bivouac_error error;
    bivouac_terms *terms = opened("chevaliers");
    bivouac_batch *batch = bivouac_batch_new(terms, GAMES, 1, NULL);
    bivouac_state *state = bivouac_state_new(terms);
    bivouac_past *past = bivouac_past_new();
    bivouac_random random = bivouac_batch_random(batch, 0);
    assert_false(bivouac_batch_put(batch, GAMES, state, 0, &random, NULL, &error));
    assert_non_null(strstr(error.text, "no such game"));
    for (int seat = -1; seat <= BIVOUAC_WATCHER; seat++)
        if (seat) assert_false(bivouac_batch_put(batch, 0, state, seat, &random, NULL, &error));
    assert_non_null(strstr(error.text, "not to act"));
    assert_true(bivouac_batch_put(batch, 0, state, 0, &random, NULL, &error));
    assert_null(bivouac_batch_past(batch, GAMES));
    assert_true(bivouac_past_read(past, "", &error));
    assert_false(bivouac_past_read(past, "0123456789abcdef 0123", &error));
    assert_non_null(strstr(error.text, "sixteen digits"));
    bivouac_past_free(past);
    bivouac_state_free(state);
    bivouac_batch_free(batch);
    bivouac_terms_close(terms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_actions_never_share_an_index),
        cmocka_unit_test(collisions_are_settled_as_sorting_does),
        cmocka_unit_test(batches_are_stepped_by_indices),
        cmocka_unit_test(the_table_is_wide_enough),
        cmocka_unit_test(batches_follow_the_rules),
        cmocka_unit_test(batches_show_views),
        cmocka_unit_test(wrong_batches_and_places_are_refused),
        cmocka_unit_test(a_batch_goes_on_in_another),
        cmocka_unit_test(what_cannot_go_on_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
