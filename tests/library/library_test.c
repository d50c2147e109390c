/* The public library, as another program uses it. The inside is looked at only where both must agree. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bivouac.h"
#include "core/board.h"
#include "core/random.h"

enum { PLIES = 400 };

static void versions_agree(void **state)
{
    (void)state;
    char numbers[32];
    assert_string_equal(bivouac_version(), VERSION_FILE);
    assert_string_equal(BIVOUAC_VERSION, VERSION_FILE);
    snprintf(numbers, sizeof numbers, "%d.%d.%d", BIVOUAC_VERSION_MAJOR, BIVOUAC_VERSION_MINOR,
             BIVOUAC_VERSION_PATCH);
    assert_string_equal(numbers, VERSION_FILE);
    assert_int_equal(bivouac_abi(), BIVOUAC_ABI);
}

static bivouac_terms *opened(const bivouac_game *game, const char *settings)
{
    bivouac_error error;
    bivouac_terms *terms = bivouac_terms_open(game, settings, NULL, &error);
    if (!terms) fail_msg("%s %s: %s", bivouac_game_id(game), settings ? settings : "", error.text);
    return terms;
}

static const bivouac_game *named(const char *id)
{
    const bivouac_game *game = bivouac_game_named(id, NULL);
    assert_non_null(game);
    return game;
}

/* ---- Facts ------------------------------------------------------------------------------------------------------ */

static void said_in_both(bivouac_text text)
{
    assert_true(text.fr && *text.fr && text.en && *text.en);
}

static void facts_of(const bivouac_game *game)
{
    assert_ptr_equal(bivouac_game_named(bivouac_game_id(game), NULL), game);
    said_in_both(bivouac_game_name(game));
    said_in_both(bivouac_game_about(game));
    for (int i = 0; i < BIVOUAC_SIDES; i++) {
        assert_non_null(bivouac_side_name(game, i));
        said_in_both(bivouac_side_title(game, i));
    }
    assert_true(bivouac_piece_count(game) > 0);
    for (int i = 0; i < bivouac_piece_count(game); i++) said_in_both(bivouac_piece_title(game, i));
    assert_true(bivouac_form_count(game) > 0 && bivouac_form_players(game, 0) > 0);
    for (int r = 0; r < bivouac_option_count(game); r++) {
        said_in_both(bivouac_option_what(game, r));
        assert_true(bivouac_value_count(game, r) > 0);
        for (int v = 0; v < bivouac_value_count(game, r); v++) {
            char setting[96];
            said_in_both(bivouac_value_what(game, r, v));
            snprintf(setting, sizeof setting, "%s=%s", bivouac_option_name(game, r),
                     bivouac_value_name(game, r, v));
            bivouac_terms_close(opened(game, setting));
        }
    }
}

static void the_list_of_games_is_complete(void **state)
{
    (void)state;
    assert_int_equal(bivouac_game_count(), 5);
    for (int i = 0; i < bivouac_game_count(); i++) facts_of(bivouac_game_at(i));
}

static void beyond_the_last_there_is_nothing(void **state)
{
    (void)state;
    const bivouac_game *game = named("chars");
    assert_null(bivouac_game_at(-1));
    assert_null(bivouac_game_at(bivouac_game_count()));
    assert_null(bivouac_side_name(game, BIVOUAC_SIDES));
    assert_null(bivouac_side_title(game, -1).fr);
    assert_null(bivouac_piece_title(game, bivouac_piece_count(game)).en);
    assert_int_equal(bivouac_form_players(game, bivouac_form_count(game)), 0);
    assert_null(bivouac_option_name(game, bivouac_option_count(game)));
    assert_int_equal(bivouac_value_count(game, -1), 0);
    assert_null(bivouac_value_name(game, 0, bivouac_value_count(game, 0)));
    assert_null(bivouac_reason_word(game, -1));
    assert_null(bivouac_reason_title(game, 255).en);
}

/* ---- Terms ------------------------------------------------------------------------------------------------------ */

static void settings_come_in_any_order_and_go_back(void **state)
{
    (void)state;
    char text[BIVOUAC_SETTINGS_SIZE];
    char again[BIVOUAC_SETTINGS_SIZE];
    bivouac_terms *terms = opened(named("chars"), "  seats=2   own-fire=off ");
    size_t length = bivouac_terms_settings(terms, text, sizeof text);
    assert_int_equal(length, strlen(text));
    assert_non_null(strstr(text, "own-fire=off"));
    bivouac_terms *second = opened(bivouac_terms_game(terms), text);
    bivouac_terms_settings(second, again, sizeof again);
    assert_string_equal(text, again);
    /* As snprintf: the length of the whole text, however little fits. */
    assert_int_equal(bivouac_terms_settings(second, again, 5), length);
    assert_int_equal(strlen(again), 4);
    assert_int_equal(bivouac_terms_settings(second, NULL, 0), length);
    bivouac_terms_close(terms);
    bivouac_terms_close(second);
}

static void refused(bivouac_code code, const char *settings, const char *board, const char *reason)
{
    bivouac_error error = {0};
    assert_null(bivouac_terms_open(named("chars"), settings, board, &error));
    if (!strstr(error.text, reason)) fail_msg("'%s' does not say '%s'", error.text, reason);
    assert_int_equal(error.code, code);
    assert_null(bivouac_terms_open(named("chars"), settings, board, NULL));
}

static void wrong_terms_are_refused_with_a_reason(void **state)
{
    (void)state;
    bivouac_error error = {0};
    assert_null(bivouac_game_named("bridge", &error));
    assert_non_null(strstr(error.text, "chevaliers"));
    assert_int_equal(error.code, BIVOUAC_ERROR_NAME);
    refused(BIVOUAC_ERROR_SETTINGS, "own-fire=perhaps", NULL, "its values are");
    refused(BIVOUAC_ERROR_SETTINGS, "seats=9", NULL, "seats may be");
    refused(BIVOUAC_ERROR_SETTINGS, "seats=two", NULL, "seats is a number");
    refused(BIVOUAC_ERROR_SETTINGS, "weather=fine", NULL, "its rule options are");
    refused(BIVOUAC_ERROR_BOARD, NULL, "game paris\nname x\n", "not of chars");
    char *board = calloc(1, 20001);
    assert_non_null(board);
    memset(board, '#', 20000);
    refused(BIVOUAC_ERROR_BOARD, NULL, board, "too long");
    free(board);
}

/* A board of one's own is copied, and names the rule option that is about boards. */
static void a_board_of_ones_own_is_kept(void **state)
{
    (void)state;
    char text[BV_BOARD_TEXT_MAX];
    char settings[BIVOUAC_SETTINGS_SIZE];
    for (size_t i = 0; i < bv_builtin_board_count; i++) {
        const struct bv_builtin_board *built_in = &bv_builtin_boards[i];
        bivouac_error error = {0};
        snprintf(text, sizeof text, "%s", built_in->text);
        bivouac_terms *terms = bivouac_terms_open(named(built_in->game), NULL, text, &error);
        if (!terms) fail_msg("%s", error.text);
        memset(text, 0, sizeof text);
        bivouac_terms_settings(terms, settings, sizeof settings);
        snprintf(text, sizeof text, "%s", built_in->text);
        bivouac_terms *again = bivouac_terms_open(named(built_in->game), settings, text, &error);
        if (!again) fail_msg("%s: %s", settings, error.text);
        bivouac_state *position = bivouac_state_new(terms);
        bivouac_state *other = bivouac_state_new(again);
        assert_true(bivouac_state_same(terms, position, other));
        bivouac_state_free(position);
        bivouac_state_free(other);
        bivouac_terms_close(again);
        bivouac_terms_close(terms);
    }
}

static void seats_have_names_and_sides(void **state)
{
    (void)state;
    bivouac_terms *terms = opened(named("chevaliers"), "seats=4");
    assert_int_equal(bivouac_seat_count(terms), 4);
    bivouac_seats all = 0;
    for (int side = 0; side < BIVOUAC_SIDES; side++) all |= bivouac_side_seats(terms, side);
    assert_int_equal(all, 15);
    for (int seat = 0; seat < 4; seat++) {
        assert_int_equal(bivouac_seat_named(terms, bivouac_seat_name(terms, seat)), seat);
        said_in_both(bivouac_seat_title(terms, seat));
        int side = bivouac_seat_side(terms, seat);
        assert_true(bivouac_seats_have(bivouac_side_seats(terms, side), seat));
    }
    assert_int_equal(bivouac_seat_named(terms, "#"), BIVOUAC_CHANCE);
    assert_string_equal(bivouac_seat_name(terms, BIVOUAC_CHANCE), "#");
    assert_int_equal(bivouac_seat_named(terms, "nobody"), -1);
    assert_int_equal(bivouac_seat_side(terms, 4), -1);
    assert_int_equal(bivouac_seat_side(terms, -1), -1);
    assert_null(bivouac_seat_name(terms, 4));
    assert_null(bivouac_seat_title(terms, BIVOUAC_CHANCE).fr);
    assert_false(bivouac_seats_have(all, -1));
    assert_false(bivouac_seats_have(all, 32));
    bivouac_terms_close(terms);
}

/* ---- Playing ---------------------------------------------------------------------------------------------------- */

struct playing {
    bivouac_terms *terms;
    bivouac_state *now;
    bivouac_state *before;
    bivouac_state *spare;
    bivouac_past *past;
    bivouac_action *list;
    bivouac_random random;
};

static struct playing begun(const bivouac_game *game)
{
    bivouac_terms *terms = opened(game, NULL);
    struct playing p = {
        .terms = terms,
        .now = bivouac_state_new(terms),
        .before = bivouac_state_new(terms),
        .spare = bivouac_state_new(terms),
        .past = bivouac_past_new(),
        .list = calloc(bivouac_terms_legal_most(terms), sizeof(bivouac_action)),
        .random = bivouac_random_seeded(7),
    };
    assert_true(p.now && p.before && p.spare && p.past && p.list);
    return p;
}

static void ended(struct playing *p)
{
    free(p->list);
    bivouac_past_free(p->past);
    bivouac_state_free(p->spare);
    bivouac_state_free(p->before);
    bivouac_state_free(p->now);
    bivouac_terms_close(p->terms);
}

static int first_of(bivouac_seats seats)
{
    int seat = 0;
    while (!bivouac_seats_have(seats, seat)) seat++;
    return seat;
}

static bivouac_action drawn(struct playing *p, int seat)
{
    bivouac_action action = 0;
    if (seat == BIVOUAC_CHANCE) {
        bivouac_outcome outcome[BIVOUAC_CHANCE_MAX];
        uint32_t count = bivouac_state_chance(p->terms, p->now, outcome);
        assert_true(count > 0 && outcome[0].weight > 0);
        assert_true(bivouac_state_throw(p->terms, p->now, &p->random, &action));
        bool found = false;
        for (uint32_t i = 0; i < count; i++) found = found || outcome[i].action == action;
        assert_true(found);
        return action;
    }
    uint32_t count = bivouac_state_legal(p->terms, p->now, seat, p->list);
    assert_true(count > 0 && count <= bivouac_terms_legal_most(p->terms));
    return p->list[bivouac_random_below(&p->random, count)];
}

static void text_goes_both_ways(struct playing *p, int seat, bivouac_action action)
{
    char text[BIVOUAC_POSITION_SIZE];
    char token[BIVOUAC_TOKEN_SIZE];
    bivouac_error error = {0};
    bivouac_action back = 0;
    assert_true(bivouac_state_write(p->terms, p->now, text, sizeof text) + 1 < sizeof text);
    if (!bivouac_state_read(p->terms, text, p->spare, &error)) fail_msg("%s", error.text);
    assert_true(bivouac_state_same(p->terms, p->spare, p->now));
    assert_true(bivouac_state_hash(p->terms, p->spare) == bivouac_state_hash(p->terms, p->now));
    bivouac_action_write(p->terms, action, token, sizeof token);
    if (!bivouac_action_read(p->terms, p->now, seat, token, &back, &error))
        fail_msg("%s", error.text);
    assert_true(back == action);
}

static void events_are_said(struct playing *p, int seat, bivouac_action action)
{
    bivouac_event event[BIVOUAC_EVENTS_MAX];
    uint32_t count = bivouac_state_events(p->terms, p->before, seat, action, p->now, event);
    assert_true(count <= BIVOUAC_EVENTS_MAX);
    for (uint32_t i = 0; i < count; i++) {
        char french[BIVOUAC_SENTENCE_SIZE];
        char english[BIVOUAC_SENTENCE_SIZE];
        char point[BIVOUAC_POINT_SIZE];
        assert_non_null(bivouac_event_name(p->terms, event[i].kind));
        assert_true(bivouac_event_say(p->terms, &event[i], BIVOUAC_FRENCH, french, sizeof french) >
                    0);
        assert_true(
            bivouac_event_say(p->terms, &event[i], BIVOUAC_ENGLISH, english, sizeof english) > 0);
        assert_true(bivouac_point_write(p->terms, event[i].to, point, sizeof point) > 0);
        assert_true((strcmp(point, "-") == 0) == (event[i].to == BIVOUAC_NOWHERE));
    }
}

static void views_can_be_completed(struct playing *p)
{
    bivouac_state *world = bivouac_state_new(p->terms);
    bivouac_state *again = bivouac_state_new(p->terms);
    for (int seat = 0; seat < bivouac_seat_count(p->terms); seat++) {
        assert_true(bivouac_state_view(p->terms, p->now, seat, p->spare));
        assert_true(bivouac_state_determinise(p->terms, p->spare, seat, &p->random, world));
        assert_true(bivouac_state_view(p->terms, world, seat, again));
        assert_true(bivouac_state_same(p->terms, p->spare, again));
    }
    assert_true(bivouac_state_view(p->terms, p->now, BIVOUAC_WATCHER, p->spare));
    assert_false(bivouac_state_view(p->terms, p->now, bivouac_seat_count(p->terms), p->spare));
    assert_false(bivouac_state_view(p->terms, p->now, -1, p->spare));
    assert_false(bivouac_state_determinise(p->terms, p->now, BIVOUAC_WATCHER, &p->random, world));
    bivouac_state_free(world);
    bivouac_state_free(again);
}

static void a_random_game(const bivouac_game *game)
{
    struct playing p = begun(game);
    for (int ply = 0; ply < PLIES && !bivouac_state_result(p.terms, p.now, NULL); ply++) {
        int seat = first_of(bivouac_state_to_act(p.terms, p.now));
        bivouac_action action = drawn(&p, seat);
        text_goes_both_ways(&p, seat, action);
        bivouac_state_copy(p.terms, p.before, p.now);
        /* Checked and unchecked come to the same. */
        bivouac_state_copy(p.terms, p.spare, p.now);
        bivouac_error error = {0};
        bivouac_past *then = bivouac_past_new();
        bivouac_past_copy(then, p.past);
        bivouac_state_apply(p.terms, p.spare, seat, action, then);
        bivouac_past_free(then);
        if (!bivouac_state_play(p.terms, p.now, seat, action, p.past, &error))
            fail_msg("%s", error.text);
        assert_true(bivouac_state_same(p.terms, p.spare, p.now));
        events_are_said(&p, seat, action);
        if (ply % 8 == 0) views_can_be_completed(&p);
    }
    ended(&p);
}

static void games_are_played_at_random(void **state)
{
    (void)state;
    for (int i = 0; i < bivouac_game_count(); i++) a_random_game(bivouac_game_at(i));
}

static void a_finished_game_has_a_result(void **state)
{
    (void)state;
    struct playing p = begun(named("belligerants"));
    bivouac_result result;
    assert_false(bivouac_state_result(p.terms, p.now, &result));
    while (!bivouac_state_result(p.terms, p.now, &result)) {
        int seat = first_of(bivouac_state_to_act(p.terms, p.now));
        bivouac_state_apply(p.terms, p.now, seat, drawn(&p, seat), p.past);
    }
    assert_int_equal(result.half_points[0] + result.half_points[1], 2);
    const bivouac_game *game = bivouac_terms_game(p.terms);
    assert_non_null(bivouac_reason_word(game, result.reason));
    said_in_both(bivouac_reason_title(game, result.reason));
    bivouac_error error = {0};
    assert_false(bivouac_state_play(p.terms, p.now, 0, 0, p.past, &error));
    assert_string_equal(error.text, "the game is over");
    bivouac_state_start(p.terms, p.now);
    assert_false(bivouac_state_result(p.terms, p.now, NULL));
    ended(&p);
}

static void what_is_not_legal_is_refused_and_changes_nothing(void **state)
{
    (void)state;
    struct playing p = begun(named("chevaliers"));
    bivouac_error error = {0};
    bivouac_action action = 77;
    int seat = first_of(bivouac_state_to_act(p.terms, p.now));
    assert_false(bivouac_state_play_token(p.terms, p.now, seat, "d2-z99", p.past, &error));
    assert_non_null(strstr(error.text, "nearest legal tokens: "));
    assert_false(bivouac_state_play(p.terms, p.now, seat, UINT64_MAX, p.past, &error));
    assert_false(bivouac_state_play(p.terms, p.now, !seat, 0, p.past, &error));
    assert_non_null(strstr(error.text, "is not to act now"));
    assert_false(bivouac_state_play(p.terms, p.now, -3, 0, p.past, &error));
    assert_false(bivouac_action_read(p.terms, p.now, seat, "", &action, NULL));
    assert_true(action == 77);
    assert_int_equal(bivouac_state_legal(p.terms, p.now, !seat, p.list), 0);
    assert_int_equal(bivouac_state_legal(p.terms, p.now, BIVOUAC_CHANCE, p.list), 0);
    assert_int_equal(bivouac_state_legal(p.terms, p.now, -1, p.list), 0);
    bivouac_outcome outcome[BIVOUAC_CHANCE_MAX];
    assert_int_equal(bivouac_state_chance(p.terms, p.now, outcome), 0);
    assert_false(bivouac_state_throw(p.terms, p.now, &p.random, &action));
    assert_false(bivouac_state_read(p.terms, "nonsense", p.now, &error));
    assert_true(bivouac_state_same(p.terms, p.now, p.before));
    ended(&p);
}

static void positions_are_drawn(void **state)
{
    (void)state;
    char *picture = malloc(BIVOUAC_PICTURE_SIZE);
    assert_non_null(picture);
    for (int i = 0; i < bivouac_game_count(); i++) {
        struct playing p = begun(bivouac_game_at(i));
        size_t plain = bivouac_state_picture(p.terms, p.now, false, picture, BIVOUAC_PICTURE_SIZE);
        assert_true(plain > 0 && !strchr(picture, '\x1b'));
        size_t colour = bivouac_state_picture(p.terms, p.now, true, picture, BIVOUAC_PICTURE_SIZE);
        assert_true(colour > plain && colour + 1 < BIVOUAC_PICTURE_SIZE);
        assert_non_null(strchr(picture, '\x1b'));
        ended(&p);
    }
    free(picture);
}

/* Repetition is seen with a past, and not without. */
static void a_past_remembers(void **state)
{
    (void)state;
    struct playing p = begun(named("chevaliers"));
    static const char *const there_and_back[] = {"a3-a2", "a12-a13", "a2-a3", "a13-a12"};
    bivouac_error error = {0};
    for (int ply = 0; ply < 40 && !bivouac_state_result(p.terms, p.now, NULL); ply++) {
        int seat = first_of(bivouac_state_to_act(p.terms, p.now));
        if (!bivouac_state_play_token(p.terms, p.now, seat, there_and_back[ply % 4], p.past,
                                      &error))
            fail_msg("%s", error.text);
        if (bivouac_state_result(p.terms, p.before, NULL)) continue;
        assert_true(bivouac_state_play_token(p.terms, p.before, seat, there_and_back[ply % 4], NULL,
                                             &error));
    }
    assert_true(bivouac_state_result(p.terms, p.now, NULL));
    assert_false(bivouac_state_result(p.terms, p.before, NULL));
    ended(&p);
}

static void streams_are_the_documented_ones(void **state)
{
    (void)state;
    bivouac_random ours = bivouac_random_seeded(42);
    struct bv_random theirs = bv_random_seeded(42);
    for (uint32_t bound = 1; bound < 100; bound++)
        assert_int_equal(bivouac_random_below(&ours, bound), bv_random_below(&theirs, bound));
    assert_int_equal(bivouac_random_below(&ours, 0), 0);
}

/* ---- Opponents -------------------------------------------------------------------------------------------------- */

/* Somewhere in a game, at random, where a seat (the one returned) is to act. */
static int somewhere(struct playing *p, int plies)
{
    int seat = first_of(bivouac_state_to_act(p->terms, p->now));
    for (int ply = 0; ply < plies || seat == BIVOUAC_CHANCE; ply++) {
        bivouac_state_apply(p->terms, p->now, seat, drawn(p, seat), p->past);
        seat = first_of(bivouac_state_to_act(p->terms, p->now));
    }
    return seat;
}

static void choice_is_legal(struct playing *p, const bivouac_answer *answer)
{
    assert_true(answer->choices > 0);
    const bivouac_choice *best = &answer->choice[0];
    uint32_t count = bivouac_state_legal(p->terms, p->now, best->seat, p->list);
    bool found = false;
    for (uint32_t i = 0; i < count; i++) found = found || p->list[i] == best->action;
    assert_true(found);
    assert_in_range(best->score, 0, 1000);
}

/* The same answer from the whole state and from the view, and why it is good. */
static void opponents_answer_from_views(void **state)
{
    (void)state;
    for (int i = 0; i < bivouac_game_count(); i++) {
        struct playing p = begun(bivouac_game_at(i));
        int seat = somewhere(&p, 12);
        bivouac_seats seats = bivouac_side_seats(p.terms, bivouac_seat_side(p.terms, seat));
        bivouac_answer answer[2];
        for (int from_view = 0; from_view < 2; from_view++) {
            bivouac_error error = {0};
            char reason[BIVOUAC_SENTENCE_SIZE];
            bivouac_player *player = bivouac_player_new(p.terms, seats, 5, 3, &error);
            if (!player) fail_msg("%s", error.text);
            assert_int_equal(bivouac_player_reason(player, BIVOUAC_FRENCH, reason, sizeof reason),
                             0);
            bivouac_player_limit(player, 30, 0);
            assert_true(bivouac_state_view(p.terms, p.now, seat, p.spare));
            if (!bivouac_player_think(player, from_view ? p.spare : p.now, NULL, &answer[from_view],
                                      &error))
                fail_msg("%s", error.text);
            choice_is_legal(&p, &answer[from_view]);
            assert_true(bivouac_player_reason(player, BIVOUAC_FRENCH, reason, sizeof reason) > 0);
            bivouac_player_watch(player, p.now, !seat);
            bivouac_player_free(player);
        }
        assert_memory_equal(&answer[0], &answer[1], sizeof answer[0]);
        ended(&p);
    }
}

static void opponents_sit_on_seats_of_one_side(void **state)
{
    (void)state;
    bivouac_terms *terms = opened(named("chevaliers"), "seats=4");
    bivouac_error error = {0};
    bivouac_seats side = bivouac_side_seats(terms, 0);
    assert_null(bivouac_player_new(terms, 15, 5, 1, &error));
    assert_null(bivouac_player_new(terms, 0, 5, 1, &error));
    assert_null(bivouac_player_new(terms, (bivouac_seats)1 << BIVOUAC_CHANCE, 5, 1, NULL));
    assert_non_null(strstr(error.text, "of one side"));
    assert_null(bivouac_player_new(terms, side, 0, 1, &error));
    assert_null(bivouac_player_new(terms, side, BIVOUAC_LEVELS + 1, 1, &error));
    assert_string_equal(error.text, "levels are 1 to 8");
    bivouac_player *waiting = bivouac_player_new(terms, bivouac_side_seats(terms, 1), 1, 1, NULL);
    bivouac_state *start = bivouac_state_new(terms);
    bivouac_answer answer;
    assert_false(bivouac_player_think(waiting, start, NULL, &answer, &error));
    assert_non_null(strstr(error.text, "is to act"));
    bivouac_state_free(start);
    bivouac_player_free(waiting);
    bivouac_player_free(NULL);
    bivouac_terms_close(terms);
}

static void *stop_it(void *player)
{
    bivouac_player_stop(player);
    return NULL;
}

/* Thinking without an end in sight ends when another thread says so, with a legal action. */
static void opponents_are_stopped_from_another_thread(void **state)
{
    (void)state;
    enum { AN_HOUR = 3600000 };
    for (int i = 0; i < bivouac_game_count(); i++) {
        struct playing p = begun(bivouac_game_at(i));
        int seat = somewhere(&p, 12);
        bivouac_error error = {0};
        bivouac_seats seats = bivouac_side_seats(p.terms, bivouac_seat_side(p.terms, seat));
        bivouac_player *player = bivouac_player_new(p.terms, seats, 8, 1, &error);
        assert_non_null(player);
        bivouac_player_limit(player, 0, AN_HOUR);
        bivouac_answer answer;
        pthread_t other;
        assert_int_equal(pthread_create(&other, NULL, stop_it, player), 0);
        assert_true(bivouac_player_think(player, p.now, p.past, &answer, &error));
        pthread_join(other, NULL);
        choice_is_legal(&p, &answer);
        bivouac_player_free(player);
        ended(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(versions_agree),
        cmocka_unit_test(the_list_of_games_is_complete),
        cmocka_unit_test(beyond_the_last_there_is_nothing),
        cmocka_unit_test(settings_come_in_any_order_and_go_back),
        cmocka_unit_test(wrong_terms_are_refused_with_a_reason),
        cmocka_unit_test(a_board_of_ones_own_is_kept),
        cmocka_unit_test(seats_have_names_and_sides),
        cmocka_unit_test(games_are_played_at_random),
        cmocka_unit_test(a_finished_game_has_a_result),
        cmocka_unit_test(what_is_not_legal_is_refused_and_changes_nothing),
        cmocka_unit_test(positions_are_drawn),
        cmocka_unit_test(a_past_remembers),
        cmocka_unit_test(streams_are_the_documented_ones),
        cmocka_unit_test(opponents_answer_from_views),
        cmocka_unit_test(opponents_sit_on_seats_of_one_side),
        cmocka_unit_test(opponents_are_stopped_from_another_thread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
