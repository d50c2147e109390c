#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/canvas.h"
#include "core/facts.h"
#include "core/help.h"
#include "search/perft.h"

static const struct bv_game *game_named(const char *id)
{
    const struct bv_game *game = bv_game_named(id);
    if (!game) fail_msg("no game %s", id);
    return game;
}

static struct session *session_for(struct bv_request *request)
{
    struct bv_error error;
    struct session *session = calloc(1, sizeof *session);
    assert_non_null(session);
    if (!bv_terms_make(request, &session->terms, &session->tables, &error))
        fail_msg("%s", error.text);
    request->game->start(&session->terms, &session->state);
    return session;
}

struct session *session_on(const char *game, const char *settings, const char *board)
{
    struct bv_error error;
    struct bv_request request = bv_request_for(game_named(game));
    struct bv_span rest = bv_span_of(settings);
    struct bv_span word;
    request.board_file = board ? "test.board" : NULL;
    request.board_text = board;
    while (bv_take_word(&rest, &word)) {
        struct bv_span value = word;
        struct bv_span name;
        bv_take_part(&value, '=', &name);
        if (bv_span_is(name, "seats"))
            assert_true(bv_number_of(value, 1, 9, &request.seats));
        else if (!bv_request_set(&request, word, &error))
            fail_msg("%s", error.text);
    }
    return session_for(&request);
}

struct session *session(const char *game, const char *settings)
{
    return session_on(game, settings, NULL);
}

void session_end(struct session *session)
{
    free(session);
}

static const char *position_of(struct session *session)
{
    static char text[BV_POSITION_MAX];
    struct bv_out out = bv_out_into(text, sizeof text);
    session->terms.game->write(&session->terms, &session->state, &out);
    assert_false(out.cut);
    return text;
}

void at(struct session *session, const char *position)
{
    struct bv_error error;
    session->past.count = 0;
    if (!bv_position_read(&session->terms, bv_span_of(position), &session->state, &error))
        fail_msg("%s\nin position %s", error.text, position);
    const char *wrong = session->terms.game->check(&session->terms, &session->state);
    if (wrong) fail_msg("unsound position %s: %s", position, wrong);
}

void drawn(struct session *session, const char *rows, const char *fields)
{
    char text[BV_POSITION_MAX];
    size_t length = 0;
    for (const char *c = rows; *c; c++) {
        if (*c == ' ' || (*c == '\n' && !c[1])) continue;
        assert_true(length + 2 < sizeof text);
        text[length++] = *c == '\n' ? '/' : *c;
    }
    int wanted = snprintf(text + length, sizeof text - length, " %s", fields);
    assert_true(length + (size_t)wanted < sizeof text);
    at(session, text);
}

static bv_seats acting(struct session *session)
{
    return session->terms.game->to_act(&session->terms, &session->state);
}

void play(struct session *session, const char *tokens)
{
    struct bv_error error;
    struct bv_span rest = bv_span_of(tokens);
    struct bv_span word;
    int chosen = -1;
    while (bv_take_word(&rest, &word)) {
        if (word.length > 1 && word.text[word.length - 1] == ':') {
            word.length--;
            chosen = bv_seat_named(&session->terms, word);
            if (chosen < 0) fail_msg("no seat %.*s", (int)word.length, word.text);
            continue;
        }
        bv_seats who = acting(session);
        int seat = chosen;
        if (who && !(who & (who - 1))) seat = __builtin_ctz(who);
        if (seat < 0) fail_msg("say who plays %.*s", (int)word.length, word.text);
        if (!bv_try_token(&session->terms, &session->state, seat, word, &session->past,
                          &session->menu, &error))
            fail_msg("%s\nin position %s", error.text, position_of(session));
        const char *wrong = session->terms.game->check(&session->terms, &session->state);
        if (wrong) fail_msg("unsound after %.*s: %s", (int)word.length, word.text, wrong);
    }
}

static bool is_legal(struct session *session, struct bv_span token)
{
    uint32_t place;
    for (bv_seats who = acting(session); who; who &= who - 1) {
        bv_menu_make(&session->terms, &session->state, __builtin_ctz(who), &session->menu);
        if (bv_menu_find(&session->menu, token, &place)) return true;
    }
    return false;
}

static void expect_all(struct session *session, const char *tokens, bool legal)
{
    struct bv_span rest = bv_span_of(tokens);
    struct bv_span word;
    while (bv_take_word(&rest, &word))
        if (is_legal(session, word) != legal)
            fail_msg("%.*s should%s be legal in position %s", (int)word.length, word.text,
                     legal ? "" : " not", position_of(session));
}

void expect_legal(struct session *session, const char *tokens)
{
    expect_all(session, tokens, true);
}

void expect_illegal(struct session *session, const char *tokens)
{
    expect_all(session, tokens, false);
}

static void expect_text(struct session *session, const char *found, const char *wanted)
{
    if (strcmp(found, wanted) != 0)
        fail_msg("\nexpected %s\n but found %s\nin position %s", wanted, found,
                 position_of(session));
}

static void join_menu(struct session *session, const char *prefix, struct bv_out *out)
{
    for (uint32_t i = 0; i < session->menu.count; i++) {
        const char *token = bv_menu_token(&session->menu, i);
        if (strncmp(token, prefix, strlen(prefix)) != 0) continue;
        if (out->length) bv_put_char(out, ' ');
        bv_put(out, token);
    }
    assert_false(out->cut);
}

void expect_menu(struct session *session, const char *seat, const char *tokens)
{
    static char text[1 << 16];
    struct bv_out out = bv_out_into(text, sizeof text);
    int who = bv_seat_named(&session->terms, bv_span_of(seat));
    if (who < 0 || !(acting(session) & bv_seat_bit(who)))
        fail_msg("%s is not to act in position %s", seat, position_of(session));
    bv_menu_make(&session->terms, &session->state, who, &session->menu);
    join_menu(session, "", &out);
    expect_text(session, text, tokens);
}

void expect_menu_of(struct session *session, const char *prefix, const char *tokens)
{
    static char text[1 << 16];
    struct bv_out out = bv_out_into(text, sizeof text);
    for (bv_seats who = acting(session); who; who &= who - 1) {
        bv_menu_make(&session->terms, &session->state, __builtin_ctz(who), &session->menu);
        join_menu(session, prefix, &out);
    }
    expect_text(session, text, tokens);
}

void expect_to_act(struct session *session, const char *seats)
{
    char text[256];
    struct bv_out out = bv_out_into(text, sizeof text);
    for (bv_seats who = acting(session); who; who &= who - 1) {
        if (out.length) bv_put_char(&out, ' ');
        bv_put(&out, bv_seat_name(&session->terms, __builtin_ctz(who)));
    }
    expect_text(session, text, seats);
}

void expect_running(struct session *session)
{
    if (!acting(session)) fail_msg("the game is over in position %s", position_of(session));
}

void expect_over(struct session *session, const char *result)
{
    char text[256];
    struct bv_out out = bv_out_into(text, sizeof text);
    if (acting(session)) fail_msg("the game is not over in position %s", position_of(session));
    bv_transcript_result(&session->terms, &session->state, &out);
    expect_text(session, text + 2, result);
}

void expect_position(struct session *session, const char *position)
{
    expect_text(session, position_of(session), position);
}

void expect_position_has(struct session *session, const char *part)
{
    if (!strstr(position_of(session), part))
        fail_msg("\nexpected to find %s\nin position %s", part, position_of(session));
}

void expect_drawn(struct session *session, const char *part)
{
    static struct bv_canvas canvas;
    static char text[1 << 14];
    struct bv_out out = bv_out_into(text, sizeof text);
    session->terms.game->draw(&session->terms, &session->state, &canvas);
    bv_canvas_print(&canvas, false, &out);
    assert_false(out.cut);
    if (!strstr(text, part)) fail_msg("expected to find\n%s\nin\n%s", part, text);
}

void expect_fact(struct session *session, const char *seat, const char *part)
{
    union bv_state view;
    struct bv_facts facts;
    char text[BV_FACTS_TEXT_MAX];
    struct bv_out out = bv_out_into(text, sizeof text);
    int number = bv_seat_named(&session->terms, bv_span_of(seat));
    bv_view(&session->terms, &session->state, number, &view);
    bv_facts(&session->terms, &view, number, &facts);
    bv_put_facts(&session->terms, &facts, false, false, &out);
    if (!strstr(text, part)) fail_msg("expected to find\n%s\nin\n%s", part, text);
}

void expect_why(struct session *session, const char *seat, const char *from, const char *to,
                const char *reason)
{
    union bv_state view;
    int number = bv_seat_named(&session->terms, bv_span_of(seat));
    bv_view(&session->terms, &session->state, number, &view);
    struct bv_text why = bv_why_not(&session->terms, &view, number,
                                    bv_point_named(&session->terms, bv_span_of(from)),
                                    bv_point_named(&session->terms, bv_span_of(to)));
    assert_string_equal(why.en, reason);
}

void expect_about(struct session *session, const char *seat, const char *point, const char *part)
{
    union bv_state view;
    char text[1 << 13];
    struct bv_out out = bv_out_into(text, sizeof text);
    int number = bv_seat_named(&session->terms, bv_span_of(seat));
    bv_view(&session->terms, &session->state, number, &view);
    bv_json_about(&session->terms, &view, bv_point_named(&session->terms, bv_span_of(point)), &out);
    if (!strstr(text, part)) fail_msg("expected to find\n%s\nin\n%s", part, text);
}

void expect_bad_board(const char *game, const char *board, const char *part)
{
    static union bv_tables tables;
    struct bv_terms terms;
    struct bv_error error = {""};
    struct bv_request request = bv_request_for(game_named(game));
    request.board_file = "test.board";
    request.board_text = board;
    if (bv_terms_make(&request, &terms, &tables, &error))
        fail_msg("a board that should fail with '%s' is accepted", part);
    if (!strstr(error.text, part)) fail_msg("expected '%s' in '%s'", part, error.text);
    if (strncmp(error.text, "test.board:", 11) != 0)
        fail_msg("no file and line in '%s'", error.text);
}

char *board_with(const char *game, const char *name, const char *from, const char *to)
{
    for (size_t i = 0; i < bv_builtin_board_count; i++) {
        const struct bv_builtin_board *board = &bv_builtin_boards[i];
        if (strcmp(board->game, game) != 0 || strcmp(board->name, name) != 0) continue;
        const char *place = strstr(board->text, from);
        if (!place) fail_msg("'%s' is not in board %s", from, name);
        size_t size = strlen(board->text) + strlen(to) + 1;
        char *text = malloc(size);
        assert_non_null(text);
        snprintf(text, size, "%.*s%s%s", (int)(place - board->text), board->text, to,
                 place + strlen(from));
        return text;
    }
    fail_msg("no board %s of %s", name, game);
    return NULL;
}

char *corrected_board(const char *game)
{
    char path[512];
    snprintf(path, sizeof path, BIVOUAC_SOURCE "/tests/boards/%s.board", game);
    FILE *file = fopen(path, "r");
    char *text = calloc(1, BV_BOARD_TEXT_MAX + 1);
    if (!file || !text) fail_msg("cannot read %s", path);
    assert_true(fread(text, 1, BV_BOARD_TEXT_MAX, file) > 0);
    fclose(file);
    return text;
}

enum { COMBINATIONS = 32 }; /* of options, at most so many of each form */

static unsigned count_combinations(const struct bv_game *game)
{
    unsigned count = 1;
    for (int i = 0; i < game->options; i++) count *= game->option[i].count;
    return count;
}

/* Counts through all combinations of values like an odometer. */
static void next_options(struct bv_request *request)
{
    for (int i = 0; i < request->game->options; i++) {
        if (++request->option[i] < request->game->option[i].count) return;
        request->option[i] = 0;
    }
}

static void draw_options(struct bv_request *request, struct bv_random *random)
{
    for (int i = 0; i < request->game->options; i++)
        request->option[i] = (uint8_t)bv_random_below(random, request->game->option[i].count);
}

static void random_game(struct session *session, struct bv_random *random, session_look *look,
                        void *context)
{
    session->past.count = 0;
    session->terms.game->start(&session->terms, &session->state);
    for (;;) {
        look(session, context);
        bv_seats who = acting(session);
        if (!who) return;
        uint32_t skip = bv_random_below(random, (uint32_t)__builtin_popcount(who));
        while (skip--) who &= who - 1;
        int seat = __builtin_ctz(who);
        bv_menu_make(&session->terms, &session->state, seat, &session->menu);
        uint32_t drawn = bv_menu_draw(&session->menu, random);
        bv_apply(&session->terms, &session->state, seat, session->menu.item[drawn].action,
                 &session->past);
    }
}

void random_games_of(struct session *session, int games, uint64_t seed, session_look *look,
                     void *context)
{
    struct bv_random random = bv_random_seeded(seed);
    for (int i = 0; i < games; i++) random_game(session, &random, look, context);
}

void random_games(const char *game, int games, uint64_t seed, session_look *look, void *context)
{
    struct bv_request request = bv_request_for(game_named(game));
    struct bv_random random = bv_random_seeded(seed);
    unsigned combinations = count_combinations(request.game);
    bool sample = combinations > COMBINATIONS;
    for (int form = 0; form < request.game->forms; form++) {
        request.seats = request.game->form[form].players;
        for (unsigned n = 0; n < (sample ? COMBINATIONS : combinations); n++) {
            struct session *s = session_for(&request);
            for (int i = 0; i < games; i++) random_game(s, &random, look, context);
            session_end(s);
            if (sample)
                draw_options(&request, &random);
            else
                next_options(&request);
        }
    }
}

uint64_t perft(struct session *session, int depth)
{
    struct perft *scratch = malloc(sizeof *scratch);
    assert_non_null(scratch);
    uint64_t leaves = perft_count(scratch, &session->terms, &session->state, &session->past, depth);
    free(scratch);
    return leaves;
}
