/*
 * Random games of every rule option and form, from the start and from scattered positions, in which the reference
 * must agree with the game on everything at every ply.
 */
#include "chevaliers_tests.h"

#include <stdlib.h>
#include <string.h>

#include "chevaliers_reference.h"

static struct reference reference;

static int by_bytes(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void expect_same_menu(struct session *session, int seat, struct reference_list *list)
{
    qsort(list->token, (size_t)list->count, sizeof list->token[0], by_bytes);
    bv_menu_make(&session->terms, &session->state, seat, &session->menu);
    for (uint32_t i = 0; i < session->menu.count && (int)i < list->count; i++)
        assert_string_equal(bv_menu_token(&session->menu, i), list->token[i]);
    assert_int_equal(session->menu.count, list->count);
}

/* Compares who is to act and what each may play; returns those to act. */
static bv_seats expect_same_turn(struct session *session)
{
    static struct reference_list list;
    bv_seats acting = session->terms.game->to_act(&session->terms, &session->state);
    for (int seat = 0; seat < session->terms.form->seats; seat++) {
        reference_legal(&reference, bv_seat_name(&session->terms, seat), &list);
        assert_int_equal(acting >> seat & 1, list.count > 0);
        if (list.count) expect_same_menu(session, seat, &list);
    }
    return acting;
}

static uint32_t draw(struct session *session, struct bv_random *random)
{
    for (int tries = 0; tries < 6; tries++) { /* rather something rare */
        uint32_t at = bv_menu_draw(&session->menu, random);
        if (strpbrk(bv_menu_token(&session->menu, at), "x!~")) return at;
        if (tries >= 3 && bv_random_below(random, 2)) return at;
    }
    return bv_menu_draw(&session->menu, random);
}

static void play_out(struct session *session, struct bv_random *random)
{
    char text[BV_POSITION_MAX];
    reference_begin(&reference, session);
    for (;;) {
        reference_text(&reference, text, sizeof text);
        expect_position(session, text);
        bv_seats acting = expect_same_turn(session);
        if (!acting) break;
        uint32_t skip = bv_random_below(random, (uint32_t)__builtin_popcount(acting));
        while (skip--) acting &= acting - 1;
        int seat = __builtin_ctz(acting);
        bv_menu_make(&session->terms, &session->state, seat, &session->menu);
        uint32_t at = draw(session, random);
        reference_play(&reference, bv_menu_token(&session->menu, at));
        bv_apply(&session->terms, &session->state, seat, session->menu.item[at].action,
                 &session->past);
    }
    expect_over(session, reference_result(&reference));
}

static const char *settings_of(int number)
{
    static char text[128];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_put(&out, number & 1 ? "seats=4" : "seats=2");
    bv_put(&out, number & 2 ? " men-capture=no-retreat" : "");
    bv_put(&out, number & 4 ? " obligation=any" : "");
    bv_put(&out, number & 8 ? " oversight=table" : "");
    return text;
}

static void random_games_agree_with_the_reference(void **state)
{
    struct bv_random random = bv_random_seeded(1969);
    (void)state;
    for (int number = 0; number < 16; number++) {
        struct session *s = session("chevaliers", settings_of(number));
        for (int game = 0; game < 4; game++) {
            s->terms.game->start(&s->terms, &s->state);
            s->past.count = 0;
            play_out(s, &random);
        }
        session_end(s);
    }
}

static void games_on_a_corrected_board_agree(void **state)
{
    char *board = corrected_board("chevaliers");
    struct bv_random random = bv_random_seeded(98);
    (void)state;
    for (int number = 0; number < 16; number++) {
        struct session *s = session_on("chevaliers", settings_of(number), board);
        for (int game = 0; game < 2; game++) {
            s->terms.game->start(&s->terms, &s->state);
            s->past.count = 0;
            play_out(s, &random);
        }
        session_end(s);
    }
    free(board);
}

/* Puts some pieces of a kind on free squares of a few ranks, so that they meet. */
static void scatter(char board[14][8], char letter, uint32_t count, uint32_t ranks,
                    struct bv_random *random)
{
    while (count > 0) {
        uint32_t rank = bv_random_below(random, ranks);
        uint32_t file = bv_random_below(random, 7);
        if (board[rank][file] != '.') continue;
        board[rank][file] = letter;
        count--;
    }
}

/* A position with few ranks in use, at one end of the board or the other, that the game accepts. */
static void scatter_all(struct session *session, struct bv_random *random)
{
    struct bv_error error;
    char text[256];
    do {
        char board[14][8];
        struct bv_out out = bv_out_into(text, sizeof text);
        for (int i = 0; i < 14; i++) strcpy(board[i], i == 4 || i == 9 ? "..~.~.." : ".......");
        uint32_t ranks = 3 + bv_random_below(random, 12);
        scatter(board, 'K', bv_random_below(random, 6), ranks, random);
        scatter(board, 'M', bv_random_below(random, ranks < 6 ? 6 : 13), ranks, random);
        scatter(board, 'k', bv_random_below(random, 6), ranks, random);
        scatter(board, 'm', bv_random_below(random, ranks < 6 ? 6 : 13), ranks, random);
        bool turned = bv_random_below(random, 2);
        for (int i = 0; i < 14; i++) {
            bv_put(&out, board[turned ? 13 - i : i]);
            bv_put_char(&out, i < 13 ? '/' : ' ');
        }
        bv_put(&out, bv_random_below(random, 2) ? "S " : "O ");
        bv_put_number(&out, bv_random_below(random, 100));
    } while (!bv_position_read(&session->terms, bv_span_of(text), &session->state, &error));
}

static void scattered_games_agree_with_the_reference(void **state)
{
    struct bv_random random = bv_random_seeded(14);
    (void)state;
    for (int number = 0; number < 16; number++) {
        struct session *s = session("chevaliers", settings_of(number));
        for (int game = 0; game < 40; game++) {
            scatter_all(s, &random);
            s->past.count = 0;
            play_out(s, &random);
        }
        session_end(s);
    }
}

int chevaliers_random_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_agree_with_the_reference),
        cmocka_unit_test(games_on_a_corrected_board_agree),
        cmocka_unit_test(scattered_games_agree_with_the_reference),
    };
    return cmocka_run_group_tests_name("chevaliers: random games", tests, NULL, NULL);
}
