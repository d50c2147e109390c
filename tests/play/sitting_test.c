/* Games at one device: nobody acts for another, and whatever is tried, what is kept can be read again. */
#include "play/sitting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "play/keep.h"
#include "support.h"

static struct sitting *sit(const char *game, const char *against)
{
    struct bv_error error;
    struct sitting *sitting = malloc(sizeof *sitting);
    struct session *session = calloc(1, sizeof *session);
    assert_non_null(sitting);
    assert_non_null(session);
    struct bv_request request = bv_request_for(bv_game_named(game));
    assert_true(bv_terms_make(&request, &session->terms, &session->tables, &error));
    session->terms.game->start(&session->terms, &session->state);
    sitting_begin(sitting, session, 1);
    assert_true(sitting_seat(sitting, against, NULL, &error));
    return sitting;
}

static void stand_up(struct sitting *sitting)
{
    sitting_end(sitting);
    free(sitting);
}

/* Saves, reads it again and expects to find the same game. */
static struct saved_game *save_and_read(const struct sitting *sitting)
{
    char path[] = "/tmp/bivouac-sitting-XXXXXX";
    struct bv_error error = {0};
    close(mkstemp(path));
    assert_true(sitting_save(sitting, path, NULL, &error));
    struct saved_game *saved = read_saved_game(path, &error);
    unlink(path);
    if (!saved) fail_msg("%s", error.text);
    const struct bv_game *game = sitting->session->terms.game;
    assert_true(bv_state_same(game, &saved->session->state, &sitting->session->state));
    assert_int_equal(saved->history.count, sitting->history.count);
    return saved;
}

/* An action of the seat as somebody else sees its choices, or as it sees them itself. */
static bv_action draw_action(struct sitting *sitting, int seat, int eyes)
{
    union bv_state view;
    struct session *session = sitting->session;
    bv_view(&session->terms, &session->state, eyes, &view);
    bv_menu_make(&session->terms, &view, seat, &session->menu);
    if (!session->menu.count) return draw_action(sitting, seat, seat);
    return session->menu.item[bv_menu_draw(&session->menu, &sitting->random)].action;
}

static bool play_own(struct sitting *sitting, int seat)
{
    struct happening happening;
    struct bv_error error;
    return sitting_play(sitting, seat, draw_action(sitting, seat, seat), &happening, &error);
}

/* Chance and the computer act until people are to. */
static void let_others_act(struct sitting *sitting)
{
    struct session *session = sitting->session;
    for (;;) {
        struct happening happening;
        struct bv_error error;
        int seat = 0;
        bv_action action = 0;
        bv_seats acting = session->terms.game->to_act(&session->terms, &session->state);
        if (!(acting & ~sitting->people)) return;
        assert_true(sitting_ask_others(sitting, acting & ~sitting->people, &seat, &action));
        assert_true(sitting_play(sitting, seat, action, &happening, &error));
    }
}

/* ---- Turns ---------------------------------------------------------------------------------------------- */

static void a_secret_phase_is_played_one_after_the_other(void **state)
{
    (void)state;
    static const char *const games[] = {"belligerants", "chars"};
    for (size_t i = 0; i < BV_COUNT(games); i++) {
        struct sitting *sitting = sit(games[i], "person");
        const struct session *session = sitting->session;
        struct happening happening;
        struct bv_error error;
        assert_false(sitting_must_hand_over(sitting)); /* whoever opens the game sits before it */
        assert_int_equal(sitting_to_act(sitting), bv_seat_bit(0));
        sitting_hand_to(sitting, 0);
        /* Both are to act by the rules; here the second waits, whatever it tries. */
        assert_int_equal(session->terms.game->to_act(&session->terms, &session->state), 3);
        assert_false(sitting_play(sitting, 1, draw_action(sitting, 1, 1), &happening, &error));
        assert_string_equal(error.text, "that seat is not to act now");
        assert_int_equal(sitting->history.count, 0);
        while (sitting_to_act(sitting) == bv_seat_bit(0)) assert_true(play_own(sitting, 0));
        /* And it acts only when the screen is its own. */
        size_t placed = sitting->history.count;
        assert_int_equal(sitting_to_act(sitting), bv_seat_bit(1));
        assert_true(sitting_must_hand_over(sitting));
        assert_false(play_own(sitting, 1));
        sitting_hand_to(sitting, 1);
        assert_false(sitting_take_back(sitting));
        assert_true(play_own(sitting, 1));
        assert_true(sitting_take_back(sitting));
        assert_false(sitting_take_back(sitting));
        assert_int_equal(sitting->history.count, placed);
        close_saved_game(save_and_read(sitting));
        stand_up(sitting);
    }
}

static void who_comes_back_is_asked_first(void **state)
{
    (void)state;
    struct bv_error error;
    struct sitting *sitting = sit("chars", "person");
    sitting_hand_to(sitting, 0);
    assert_true(play_own(sitting, 0));
    struct saved_game *saved = save_and_read(sitting);
    stand_up(sitting);
    struct sitting again;
    sitting_resume(&again, saved, 1);
    assert_true(sitting_seat(&again, NULL, NULL, &error));
    assert_int_equal(sitting_to_act(&again), bv_seat_bit(0));
    assert_true(sitting_must_hand_over(&again));
    sitting_end(&again);
}

static void where_nothing_is_secret_partners_act_as_they_like(void **state)
{
    (void)state;
    struct bv_error error;
    struct sitting sitting;
    struct session *session = calloc(1, sizeof *session);
    assert_non_null(session);
    struct bv_request request = bv_request_for(bv_game_named("chevaliers"));
    request.seats = 4;
    assert_true(bv_terms_make(&request, &session->terms, &session->tables, &error));
    session->terms.game->start(&session->terms, &session->state);
    sitting_begin(&sitting, session, 1);
    assert_true(sitting_seat(&sitting, "person", NULL, &error));
    assert_int_equal(sitting_to_act(&sitting), bv_seat_bit(0) | bv_seat_bit(1));
    assert_true(play_own(&sitting, 1));
    assert_false(sitting_must_hand_over(&sitting));
    sitting_end(&sitting);
}

/* ---- Taking back ---------------------------------------------------------------------------------------- */

static void a_set_up_is_fixed_once_the_other_is_shown(void **state)
{
    (void)state;
    struct sitting *sitting = sit("chars", "random");
    const struct chars_state *chars = &sitting->session->state.chars;
    let_others_act(sitting);
    sitting_hand_to(sitting, 0);
    assert_true(play_own(sitting, 0));
    assert_true(sitting_take_back(sitting));
    while (chars->phase == CHARS_SETUP) assert_true(play_own(sitting, 0));
    assert_false(sitting_take_back(sitting));
    stand_up(sitting);
}

static void a_record_from_a_position_goes_on_from_there(void **state)
{
    (void)state;
    struct bv_error error;
    struct sitting *sitting = sit("chevaliers", "person");
    char position[BV_POSITION_MAX];
    for (int i = 0; i < 3; i++)
        assert_true(play_own(sitting, __builtin_ctz(sitting_to_act(sitting))));
    /* The same game, as if it had begun here. */
    const struct session *session = sitting->session;
    struct bv_out out = bv_out_into(position, sizeof position);
    session->terms.game->write(&session->terms, &session->state, &out);
    memcpy(sitting->history.position, position, sizeof position);
    sitting->history.count = 0;
    struct saved_game *saved = save_and_read(sitting);
    stand_up(sitting);
    struct sitting again;
    sitting_resume(&again, saved, 1);
    assert_true(sitting_seat(&again, "person", NULL, &error));
    for (int i = 0; i < 3; i++)
        assert_true(play_own(&again, __builtin_ctz(sitting_to_act(&again))));
    assert_true(sitting_take_back(&again));
    saved = save_and_read(&again);
    assert_string_equal(saved->history.position, position);
    assert_int_equal(saved->history.count, 2);
    rewind_saved_game(saved, 0);
    out = bv_out_into(position, sizeof position);
    saved->session->terms.game->write(&saved->session->terms, &saved->session->state, &out);
    assert_string_equal(position, saved->history.position);
    close_saved_game(saved);
    sitting_end(&again);
}

/* ---- Whatever is tried ---------------------------------------------------------------------------------- */

/* Anybody tries what they or somebody else could do; the screen is handed on, and things are taken back. */
static void try_anything(struct sitting *sitting)
{
    const struct bv_terms *terms = &sitting->session->terms;
    bv_seats acting = terms->game->to_act(terms, &sitting->session->state);
    struct happening happening;
    struct bv_error error;
    uint32_t seats = terms->form->seats;
    int seat = (int)bv_random_below(&sitting->random, seats);
    switch (bv_random_below(&sitting->random, 8)) {
    case 0: sitting_take_back(sitting); return;
    case 1: sitting_hand_to(sitting, __builtin_ctz(sitting_to_act(sitting))); return;
    default: break;
    }
    if (!(acting & bv_seat_bit(seat))) seat = __builtin_ctz(acting);
    int eyes = (int)bv_random_below(&sitting->random, seats);
    sitting_play(sitting, seat, draw_action(sitting, seat, eyes), &happening, &error);
}

static void try_game(const char *game, const char *against)
{
    struct sitting *sitting = sit(game, against);
    const struct session *session = sitting->session;
    for (int i = 0; i < 1500; i++) {
        let_others_act(sitting);
        if (bv_is_over(&session->terms, &session->state)) break;
        try_anything(sitting);
        if (i % 50 == 0) close_saved_game(save_and_read(sitting));
    }
    assert_true(sitting->history.count > 10);
    close_saved_game(save_and_read(sitting));
    stand_up(sitting);
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

/* Whoever the computer was, it takes its seats again: else its secrets would be its opponent's. */
static void every_computer_is_known_again(void **state)
{
    (void)state;
    static const char *const opponents[] = {"level:3", "uct@20n", "random"};
    static struct kept_game list[KEPT_MAX];
    char folder[] = "/tmp/bivouac-kept-XXXXXX";
    char path[KEEP_PATH];
    struct bv_error error;
    assert_non_null(mkdtemp(folder));
    setenv("XDG_STATE_HOME", folder, 1);
    assert_true(keep_name_game("chars", path));
    for (size_t i = 0; i < BV_COUNT(opponents); i++) {
        struct sitting *sitting = sit("chars", opponents[i]);
        snprintf(sitting->player[1], sizeof sitting->player[1], "%s", sitting->entrant.name);
        assert_true(sitting_save(sitting, path, NULL, &error));
        stand_up(sitting);
        assert_int_equal(keep_list_games(NULL, list), 1);
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
