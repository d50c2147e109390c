/* Standings: what a rated game does to both, what time does to one, and which games count at all. */
#include "support.h"
#include "table_fixture.h"

#include "server/accounts/ratings.h"

#define WEEK ((int64_t)GLICKO_PERIOD_SECONDS * 1000)

static void close_to(double a, double b)
{
    double difference = a - b;
    assert_true(difference < 1e-6 && difference > -1e-6);
}

static struct rating_standing standing_from(const char *text, int64_t now)
{
    cJSON *document = cJSON_Parse(text);
    struct rating_standing standing = rating_standing_of(document, now);
    cJSON_Delete(document);
    return standing;
}

static void a_new_player_is_unknown(void **unused)
{
    (void)unused;
    struct rating_standing fresh = rating_standing_of(NULL, 5 * WEEK);
    close_to(fresh.glicko.rating, 1500);
    close_to(fresh.glicko.deviation, 350);
    assert_int_equal(fresh.games, 0);
    assert_true(rating_is_provisional(&fresh));
    assert_false(rating_is_listed(&fresh, 5 * WEEK));
}

static void both_are_reckoned_by_what_they_were_before(void **unused)
{
    (void)unused;
    for (int half_points = 0; half_points <= 2; half_points++) {
        struct rating_standing pair[2] = {rating_standing_of(NULL, 0), rating_standing_of(NULL, 0)};
        struct glicko alone[2] = {pair[0].glicko, pair[1].glicko};
        glicko_game(alone, half_points / 2.0);
        rating_standing_play(pair, half_points, 3 * WEEK);
        for (int i = 0; i < 2; i++) {
            close_to(pair[i].glicko.rating, alone[i].rating);
            assert_int_equal(pair[i].games, 1);
            assert_int_equal(pair[i].won + pair[i].drawn + pair[i].lost, 1);
            assert_int_equal(pair[i].last, 3 * WEEK);
            close_to(pair[i].best, alone[i].rating);
        }
        /* Equals gain what the other loses. */
        close_to(pair[0].glicko.rating + pair[1].glicko.rating, 3000);
        assert_int_equal(pair[0].won, half_points == 2);
        assert_int_equal(pair[0].drawn, half_points == 1);
        assert_int_equal(pair[1].won, half_points == 0);
    }
}

static void the_best_is_kept(void **unused)
{
    (void)unused;
    struct rating_standing pair[2] = {rating_standing_of(NULL, 0), rating_standing_of(NULL, 0)};
    rating_standing_play(pair, 2, 1);
    double best = pair[0].best;
    rating_standing_play(pair, 0, 2);
    assert_true(pair[0].glicko.rating < best);
    close_to(pair[0].best, best);
    assert_int_equal(pair[0].games, 2);
}

static void the_rating_of_a_player_who_rests_becomes_less_sure(void **unused)
{
    (void)unused;
    static const char document[] = "{\"rating\":1700,\"deviation\":60,\"volatility\":0.06,"
                                   "\"games\":30,\"won\":20,\"drawn\":0,\"lost\":10,\"last\":1000,"
                                   "\"best\":1710}";
    struct rating_standing then = standing_from(document, 1000);
    struct rating_standing later = standing_from(document, 1000 + 20 * WEEK);
    struct rating_standing long_after = standing_from(document, 1000 + 53 * WEEK);
    close_to(then.glicko.deviation, 60);
    assert_true(later.glicko.deviation > then.glicko.deviation);
    close_to(later.glicko.rating, 1700);
    assert_true(rating_is_listed(&then, 1000));
    assert_false(rating_is_listed(&long_after, 1000 + 53 * WEEK));
    /* A clock that was set back makes nobody surer than the document says. */
    close_to(standing_from(document, 0).glicko.deviation, 60);
}

/* ---- Which games count ---- */

static void play_one(struct fixture *table, int side)
{
    static struct bv_menu menu;
    const struct bv_terms *terms = table_terms(table->table);
    for (int tokens = 0; tokens < 100; tokens++) {
        int seat = __builtin_ctz(table_to_act(table->table));
        bv_menu_make(terms, &table->table->state, seat, &menu);
        plays(table, seat, bv_menu_token(&menu, 0));
        if (bv_side_of(terms, seat) == side) return;
    }
    fail();
}

static void a_game_counts_once_both_have_played(void **unused)
{
    (void)unused;
    struct fixture *table = fixture("{\"game\":\"chevaliers\"}");
    assert_false(table_both_have_played(table->table));
    play_one(table, 0);
    assert_false(table_both_have_played(table->table));
    play_one(table, 1);
    assert_true(table_both_have_played(table->table));
    assert_int_equal(table_half_points(table->table, 0), -1);
    commands(table, "ada", "resign", "{}", NULL);
    assert_int_equal(table_half_points(table->table, 0), 0);
    assert_int_equal(table_half_points(table->table, 1), 2);
    fixture_end(table);
}

static void a_draw_is_half_a_point_each(void **unused)
{
    (void)unused;
    struct fixture *table = fixture("{\"game\":\"chevaliers\"}");
    commands(table, "ada", "offer", "{}", NULL);
    commands(table, "bob", "accept", "{}", NULL);
    assert_int_equal(table_half_points(table->table, 0), 1);
    assert_int_equal(table_half_points(table->table, 1), 1);
    fixture_end(table);
}

static void a_rated_game_is_told_what_it_was_worth(void **unused)
{
    (void)unused;
    struct fixture *table =
        fixture("{\"game\":\"chevaliers\",\"rated\":true,\"time\":{\"seconds\":600}}");
    play_one(table, 0);
    commands(table, "ada", "ask", "{}", "rated");
    commands(table, "ada", "resign", "{}", NULL);
    happens(table, &(struct table_event){.verb = TABLE_RATED,
                                         .seat = -1,
                                         .text = bv_span_of("1500 1488 1500 1512"),
                                         .at = table->now});
    assert_int_equal(table->table->rating[0].after, 1488);
    assert_int_equal(table->table->rating[1].before, 1500);
    assert_non_null(strstr(table->told[BV_SEATS_MAX],
                           "\"ratings\":{\"S\":{\"before\":1500,\"after\":1488},"
                           "\"O\":{\"before\":1500,\"after\":1512}}"));
    fixture_end(table);
}

static void a_damaged_rating_is_refused(void **unused)
{
    (void)unused;
    static const char *const bad[] = {"1500", "1500 1488 1500", "1500 1488 1500 x", "a b c d"};
    struct fixture *table = fixture("{\"game\":\"chevaliers\"}");
    for (size_t i = 0; i < BV_COUNT(bad); i++) {
        struct table_effect effect;
        struct bv_error error = {""};
        struct table_event event = {
            .verb = TABLE_RATED, .seat = -1, .text = bv_span_of(bad[i]), .at = table->now};
        assert_false(table_apply(table->table, &event, &effect, &error));
        assert_true(error.text[0] != '\0');
    }
    fixture_end(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_player_is_unknown),
        cmocka_unit_test(both_are_reckoned_by_what_they_were_before),
        cmocka_unit_test(the_best_is_kept),
        cmocka_unit_test(the_rating_of_a_player_who_rests_becomes_less_sure),
        cmocka_unit_test(a_game_counts_once_both_have_played),
        cmocka_unit_test(a_draw_is_half_a_point_each),
        cmocka_unit_test(a_rated_game_is_told_what_it_was_worth),
        cmocka_unit_test(a_damaged_rating_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
