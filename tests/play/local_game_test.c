/* Games at one device: nobody acts for another, and whatever is tried, what is kept can be read again. */
#include "play/local_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "play/saved_games.h"
#include "support.h"

static struct local_game *sit(const char *game, const char *against)
{
    struct bv_error error;
    struct local_game *local_game = malloc(sizeof *local_game);
    struct session *session = calloc(1, sizeof *session);
    assert_non_null(local_game);
    assert_non_null(session);
    struct bv_request request = bv_request_for(bv_game_named(game));
    assert_true(bv_terms_make(&request, &session->terms, &session->tables, &error));
    session->terms.game->start(&session->terms, &session->state);
    local_game_begin(local_game, session, 1);
    assert_true(local_game_seat(local_game, against, NULL, &error));
    return local_game;
}

static void stand_up(struct local_game *local_game)
{
    local_game_end(local_game);
    free(local_game);
}

/* Saves, reads it again and expects to find the same game. */
static struct saved_game *save_and_read(const struct local_game *local_game)
{
    char path[] = "/tmp/bivouac-sitting-XXXXXX";
    struct bv_error error = {0};
    close(mkstemp(path));
    assert_true(local_game_save(local_game, path, &error));
    struct saved_game *saved = read_saved_game(path, &error);
    unlink(path);
    if (!saved) fail_msg("%s", error.text);
    const struct bv_game *game = local_game->session->terms.game;
    assert_true(bv_state_same(game, &saved->session->state, &local_game->session->state));
    assert_int_equal(saved->history.count, local_game->history.count);
    return saved;
}

/* An action of the seat as another seat sees its choices, or as it sees them itself. */
static bv_action draw_action(struct local_game *local_game, int seat, int eyes)
{
    union bv_state view;
    struct session *session = local_game->session;
    bv_view(&session->terms, &session->state, eyes, &view);
    bv_menu_make(&session->terms, &view, seat, &session->menu);
    if (!session->menu.count) return draw_action(local_game, seat, seat);
    return session->menu.item[bv_menu_draw(&session->menu, &local_game->random)].action;
}

static bool play_own(struct local_game *local_game, int seat)
{
    struct local_game_effects effects;
    struct bv_error error;
    return local_game_play(local_game, seat, draw_action(local_game, seat, seat), &effects, &error);
}

/* Chance and the computer act until people are to. */
static void let_others_act(struct local_game *local_game)
{
    struct session *session = local_game->session;
    for (;;) {
        struct local_game_effects effects;
        struct bv_error error;
        int seat = 0;
        bv_action action = 0;
        bv_seats acting = session->terms.game->to_act(&session->terms, &session->state);
        if (!(acting & ~local_game->people)) return;
        assert_true(
            local_game_ask_others(local_game, acting & ~local_game->people, &seat, &action));
        assert_true(local_game_play(local_game, seat, action, &effects, &error));
    }
}

/* ---- Turns ---------------------------------------------------------------------------------------------- */

static void a_secret_phase_is_played_one_after_the_other(void **state)
{
    (void)state;
    static const char *const games[] = {"belligerants", "chars"};
    for (size_t i = 0; i < BV_COUNT(games); i++) {
        struct local_game *local_game = sit(games[i], "person");
        const struct session *session = local_game->session;
        struct local_game_effects effects;
        struct bv_error error;
        assert_false(local_game_must_hand_over(
            local_game)); /* the player who opens the game sits before it */
        assert_int_equal(local_game_to_act(local_game), bv_seat_bit(0));
        local_game_hand_to(local_game, 0);
        /* Both are to act by the rules; here the second waits, whatever it tries. */
        assert_int_equal(session->terms.game->to_act(&session->terms, &session->state), 3);
        assert_false(
            local_game_play(local_game, 1, draw_action(local_game, 1, 1), &effects, &error));
        assert_string_equal(error.text, "that seat is not to act now");
        assert_int_equal(local_game->history.count, 0);
        while (local_game_to_act(local_game) == bv_seat_bit(0))
            assert_true(play_own(local_game, 0));
        /* And it acts only when the screen is its own. */
        size_t placed = local_game->history.count;
        assert_int_equal(local_game_to_act(local_game), bv_seat_bit(1));
        assert_true(local_game_must_hand_over(local_game));
        assert_false(play_own(local_game, 1));
        local_game_hand_to(local_game, 1);
        assert_false(local_game_take_back(local_game));
        assert_true(play_own(local_game, 1));
        assert_true(local_game_take_back(local_game));
        assert_false(local_game_take_back(local_game));
        assert_int_equal(local_game->history.count, placed);
        close_saved_game(save_and_read(local_game));
        stand_up(local_game);
    }
}

static void who_comes_back_is_asked_first(void **state)
{
    (void)state;
    struct bv_error error;
    struct local_game *local_game = sit("chars", "person");
    local_game_hand_to(local_game, 0);
    assert_true(play_own(local_game, 0));
    struct saved_game *saved = save_and_read(local_game);
    stand_up(local_game);
    struct local_game again;
    local_game_resume(&again, saved, 1);
    assert_true(local_game_seat(&again, NULL, NULL, &error));
    assert_int_equal(local_game_to_act(&again), bv_seat_bit(0));
    assert_true(local_game_must_hand_over(&again));
    local_game_end(&again);
}

static void where_nothing_is_secret_partners_act_as_they_like(void **state)
{
    (void)state;
    struct bv_error error;
    struct local_game local_game;
    struct session *session = calloc(1, sizeof *session);
    assert_non_null(session);
    struct bv_request request = bv_request_for(bv_game_named("chevaliers"));
    request.seats = 4;
    assert_true(bv_terms_make(&request, &session->terms, &session->tables, &error));
    session->terms.game->start(&session->terms, &session->state);
    local_game_begin(&local_game, session, 1);
    assert_true(local_game_seat(&local_game, "person", NULL, &error));
    assert_int_equal(local_game_to_act(&local_game), bv_seat_bit(0) | bv_seat_bit(1));
    assert_true(play_own(&local_game, 1));
    assert_false(local_game_must_hand_over(&local_game));
    local_game_end(&local_game);
}

/* ---- Taking back ---------------------------------------------------------------------------------------- */

static void a_set_up_is_fixed_once_the_other_is_shown(void **state)
{
    (void)state;
    struct local_game *local_game = sit("chars", "random");
    const struct chars_state *chars = &local_game->session->state.chars;
    let_others_act(local_game);
    local_game_hand_to(local_game, 0);
    assert_true(play_own(local_game, 0));
    assert_true(local_game_take_back(local_game));
    while (chars->phase == CHARS_SETUP) assert_true(play_own(local_game, 0));
    assert_false(local_game_take_back(local_game));
    stand_up(local_game);
}

static void a_record_from_a_position_goes_on_from_there(void **state)
{
    (void)state;
    struct bv_error error;
    struct local_game *local_game = sit("chevaliers", "person");
    char position[BV_POSITION_MAX];
    for (int i = 0; i < 3; i++)
        assert_true(play_own(local_game, __builtin_ctz(local_game_to_act(local_game))));
    /* The same game, as if it had begun here. */
    const struct session *session = local_game->session;
    struct bv_out out = bv_out_into(position, sizeof position);
    session->terms.game->write(&session->terms, &session->state, &out);
    memcpy(local_game->history.position, position, sizeof position);
    local_game->history.count = 0;
    struct saved_game *saved = save_and_read(local_game);
    stand_up(local_game);
    struct local_game again;
    local_game_resume(&again, saved, 1);
    assert_true(local_game_seat(&again, "person", NULL, &error));
    for (int i = 0; i < 3; i++)
        assert_true(play_own(&again, __builtin_ctz(local_game_to_act(&again))));
    assert_true(local_game_take_back(&again));
    saved = save_and_read(&again);
    assert_string_equal(saved->history.position, position);
    assert_int_equal(saved->history.count, 2);
    rewind_saved_game(saved, 0);
    out = bv_out_into(position, sizeof position);
    saved->session->terms.game->write(&saved->session->terms, &saved->session->state, &out);
    assert_string_equal(position, saved->history.position);
    close_saved_game(saved);
    local_game_end(&again);
}

/* ---- Whatever is tried ---------------------------------------------------------------------------------- */

/* Each player tries what any player could do; the screen is handed on, and things are taken back. */
static void try_anything(struct local_game *local_game)
{
    const struct bv_terms *terms = &local_game->session->terms;
    bv_seats acting = terms->game->to_act(terms, &local_game->session->state);
    struct local_game_effects effects;
    struct bv_error error;
    uint32_t seats = terms->form->seats;
    int seat = (int)bv_random_below(&local_game->random, seats);
    switch (bv_random_below(&local_game->random, 8)) {
    case 0: local_game_take_back(local_game); return;
    case 1: local_game_hand_to(local_game, __builtin_ctz(local_game_to_act(local_game))); return;
    default: break;
    }
    if (!(acting & bv_seat_bit(seat))) seat = __builtin_ctz(acting);
    int eyes = (int)bv_random_below(&local_game->random, seats);
    local_game_play(local_game, seat, draw_action(local_game, seat, eyes), &effects, &error);
}

static void try_game(const char *game, const char *against)
{
    struct local_game *local_game = sit(game, against);
    const struct session *session = local_game->session;
    for (int i = 0; i < 1500; i++) {
        let_others_act(local_game);
        if (bv_is_over(&session->terms, &session->state)) break;
        try_anything(local_game);
        if (i % 50 == 0) close_saved_game(save_and_read(local_game));
    }
    assert_true(local_game->history.count > 10);
    close_saved_game(save_and_read(local_game));
    stand_up(local_game);
}

static void whatever_is_tried_is_refused_or_can_be_read_again(void **state)
{
    (void)state;
    for (size_t i = 0; i < bv_game_count; i++) {
        try_game(bv_games[i]->id, "person");
        try_game(bv_games[i]->id, "random");
    }
}

/* ---- Coming back ---------------------------------------------------------------------------------------- */

/* The computer takes its seats again, whichever they were: else its secrets would be its opponent's. */
static void every_computer_is_known_again(void **state)
{
    (void)state;
    static const char *const opponents[] = {"level:3", "uct@20n", "random"};
    static struct saved_game_entry list[SAVED_MAX];
    char folder[] = "/tmp/bivouac-kept-XXXXXX";
    char path[SAVED_PATH];
    struct bv_error error;
    assert_non_null(mkdtemp(folder));
    setenv("XDG_STATE_HOME", folder, 1);
    assert_true(saved_games_new_path("chars", path));
    for (size_t i = 0; i < BV_COUNT(opponents); i++) {
        struct local_game *local_game = sit("chars", opponents[i]);
        snprintf(local_game->player[1], sizeof local_game->player[1], "%s", local_game->spec.name);
        assert_true(local_game_save(local_game, path, &error));
        stand_up(local_game);
        assert_int_equal(saved_games_list(NULL, list), 1);
        assert_string_equal(list[0].opponent, opponents[i]);
        assert_string_equal(list[0].side, "V");
    }
    unlink(path);
    unsetenv("XDG_STATE_HOME");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_secret_phase_is_played_one_after_the_other),
        cmocka_unit_test(who_comes_back_is_asked_first),
        cmocka_unit_test(where_nothing_is_secret_partners_act_as_they_like),
        cmocka_unit_test(a_set_up_is_fixed_once_the_other_is_shown),
        cmocka_unit_test(a_record_from_a_position_goes_on_from_there),
        cmocka_unit_test(whatever_is_tried_is_refused_or_can_be_read_again),
        cmocka_unit_test(every_computer_is_known_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
