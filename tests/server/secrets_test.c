/*
 * Nothing leaks: a player sits at each end of hundreds of games, and every byte that each seat (and a watcher) is sent
 * is kept. Then the same game is played in another world, one that differs in what that seat does not know: until
 * something of the difference is revealed, the bytes must be the same.
 */
#include "support.h"
#include "table_fixture.h"

#include "core/lots.h"
#include "core/random.h"
#include "util/memory.h"

enum { GAMES = 120, STEPS = 4000 };

/* Plays an action, if it is legal in that world too. */
static bool plays_there(struct fixture *fixture, int seat, const char *token)
{
    static struct bv_menu menu;
    bv_action action = 0;
    struct bv_error error;
    const struct table *table = fixture->table;
    if (!(table_to_act(table) & bv_seat_bit(seat))) return false;
    if (!bv_token_action(table_terms(table), &table->state, seat, bv_span_of(token), &menu, &action,
                         &error))
        return false;
    plays(fixture, seat, token);
    return true;
}

static void draw_token(const struct fixture *fixture, struct bv_random *random, int *seat,
                       char token[BV_TOKEN_MAX])
{
    static bv_action list[BV_LIST_MAX];
    const struct bv_terms *terms = table_terms(fixture->table);
    const union bv_state *state = &fixture->table->state;
    struct bv_out out = bv_out_into(token, BV_TOKEN_MAX);
    *seat = bv_draw_seat(table_to_act(fixture->table), random);
    terms->game->token(terms, bv_draw_action(terms, state, *seat, list, random), &out);
}

static void same_bytes(const struct fixture *a, const struct fixture *b, int channel)
{
    size_t length = a->length[channel];
    if (length == b->length[channel] && memcmp(a->told[channel], b->told[channel], length) == 0)
        return;
    size_t at = 0;
    while (a->told[channel][at] == b->told[channel][at]) at++;
    while (at > 0 && a->told[channel][at - 1] != '\n') at--;
    fail_msg("channel %d was told\n%.900s\nand in the other world\n%.900s", channel,
             a->told[channel] + at, b->told[channel] + at);
}

/* A world in which a token is played: what it was played on. */
struct world {
    struct fixture *fixture;
    union bv_state before;
    size_t moves;
};

static void remember(struct world *world)
{
    world->before = world->fixture->table->state;
    world->moves = world->fixture->table->moves;
}

/* What the rules themselves reveal to a seat as a token is played, and the dice after it: what is shown, hit or missed.
 * Two worlds may part here, and nowhere else. */
static uint32_t revelations(const struct world *world, int seat, struct bv_event *revealed)
{
    static const bool reveals[UINT8_MAX + 1] = {[BV_EVENT_SHOWN] = true,
                                                [BV_EVENT_MISSED] = true,
                                                [BV_EVENT_DESTROYED] = true,
                                                [BV_EVENT_FOUGHT] = true,
                                                [BV_EVENT_CHANGED] = true};
    const struct table *table = world->fixture->table;
    const struct bv_terms *terms = table_terms(table);
    union bv_state before = world->before;
    uint32_t found = 0;
    for (size_t i = world->moves; i < table->moves; i++) {
        struct bv_event event[BV_EVENTS_MAX];
        const struct table_move *move = &table->move[i];
        union bv_state after = before;
        bv_apply(terms, &after, move->seat, move->action, NULL);
        uint32_t count =
            terms->game->events(terms, &before, move->seat, move->action, &after, event);
        for (uint32_t j = 0; j < count && found < BV_EVENTS_MAX; j++)
            if (reveals[event[j].kind] && event[j].audience & bv_seat_bit(seat))
                revealed[found++] = event[j];
        before = after;
    }
    return found;
}

static bool same_revelations(const struct world *a, const struct world *b, int seat)
{
    struct bv_event one[BV_EVENTS_MAX];
    struct bv_event other[BV_EVENTS_MAX];
    uint32_t count = revelations(a, seat, one);
    if (revelations(b, seat, other) != count) return false;
    for (uint32_t i = 0; i < count; i++)
        if (one[i].kind != other[i].kind || one[i].to != other[i].to ||
            one[i].amount != other[i].amount || one[i].piece != other[i].piece)
            return false;
    return true;
}

static bool same_view(const struct fixture *a, const struct fixture *b, int seat)
{
    union bv_state one;
    union bv_state other;
    const struct bv_terms *terms = table_terms(a->table);
    bv_view(terms, &a->table->state, seat, &one);
    bv_view(table_terms(b->table), &b->table->state, seat, &other);
    return bv_state_same(terms->game, &one, &other);
}

/* A table that begins where this one stands, in the world that `state` says. */
static struct fixture *fixture_at(const char *game, const struct bv_terms *terms,
                                  const union bv_state *state)
{
    char position[BV_POSITION_MAX];
    char setup[BV_POSITION_MAX + 256];
    struct bv_out text = bv_out_into(position, sizeof position);
    struct bv_out out = bv_out_into(setup, sizeof setup);
    terms->game->write(terms, state, &text);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "game", game);
    bv_json_text(&out, "position", position);
    bv_put(&out, ",\"time\":{\"seconds\":600,\"increment\":5}");
    bv_json_close(&out, '}');
    return fixture(setup);
}

/*
 * Two worlds, one watcher of both: `seat` cannot tell them apart at first. The same tokens are played in both until one
 * is not possible there, or the view of the seat differs: that is the moment of revelation. Returns how many tokens.
 */
static int tell_worlds_apart(const char *game, struct fixture *truth, int seat,
                             struct bv_random *random)
{
    const struct bv_terms *terms = table_terms(truth->table);
    union bv_state view;
    union bv_state other;
    int steps = 0;
    bv_view(terms, &truth->table->state, seat, &view);
    terms->game->determinise(terms, &view, seat, random, &other);
    struct world here = {.fixture = fixture_at(game, terms, &truth->table->state)};
    struct world there = {.fixture = fixture_at(game, terms, &other)};
    int channel = table_channel_of(seat);
    same_bytes(here.fixture, there.fixture, channel);
    while (here.fixture->table->stage == TABLE_PLAYING && steps < STEPS) {
        char token[BV_TOKEN_MAX];
        int who = 0;
        remember(&here);
        remember(&there);
        draw_token(here.fixture, random, &who, token);
        plays(here.fixture, who, token);
        if (!plays_there(there.fixture, who, token)) break;
        if (!same_view(here.fixture, there.fixture, seat)) break;
        if (!same_revelations(&here, &there, seat)) break;
        if (there.fixture->table->stage != here.fixture->table->stage) break;
        if (here.fixture->table->stage != TABLE_PLAYING) break; /* now everything is shown */
        same_bytes(here.fixture, there.fixture, channel);
        same_bytes(here.fixture, there.fixture,
                   BV_SEATS_MAX); /* a watcher knows no more than a seat */
        steps++;
    }
    fixture_end(here.fixture);
    fixture_end(there.fixture);
    return steps;
}

static void play_on(struct fixture *fixture, struct bv_random *random, uint32_t actions)
{
    while (actions-- && fixture->table->stage == TABLE_PLAYING) {
        char token[BV_TOKEN_MAX];
        int seat = 0;
        draw_token(fixture, random, &seat, token);
        plays(fixture, seat, token);
    }
}

static void worlds_of(const char *game, uint32_t longest)
{
    char setup[64];
    int steps = 0;
    struct bv_random random = bv_random_seeded(7);
    struct bv_out out = bv_out_into(setup, sizeof setup);
    bv_put(&out, "{\"game\":\"");
    bv_put(&out, game);
    bv_put(&out, "\"}");
    for (int i = 0; i < GAMES; i++) {
        struct fixture *truth = fixture(setup);
        play_on(truth, &random, bv_random_below(&random, longest));
        if (truth->table->stage == TABLE_PLAYING)
            steps += tell_worlds_apart(game, truth, i % 2, &random);
        fixture_end(truth);
    }
    /* A test that never gets anywhere shows nothing. */
    assert_true(steps > 3 * GAMES);
    print_message("%s: %d tokens in two worlds\n", game, steps);
}

static void chars_leaks_nothing(void **unused)
{
    (void)unused;
    worlds_of("chars", 150);
}

static void belligerants_leaks_nothing(void **unused)
{
    (void)unused;
    worlds_of("belligerants", 40);
}

/* The whole set-up of the other side, in any order and number of steps, is not heard of at all. */
static void a_secret_set_up_makes_no_sound(const char *game)
{
    char setup[64];
    struct bv_random random = bv_random_seeded(11);
    struct bv_out out = bv_out_into(setup, sizeof setup);
    bv_put(&out, "{\"game\":\"");
    bv_put(&out, game);
    bv_put(&out, "\"}");
    for (int round = 0; round < 50; round++) {
        struct fixture *table = fixture(setup);
        int quiet = 0;
        bv_seats other = bv_seats_of_side(table_terms(table->table), 1);
        while (table_to_act(table->table) & other && table_to_act(table->table) & ~other) {
            static bv_action list[BV_LIST_MAX];
            char token[BV_TOKEN_MAX];
            const struct bv_terms *terms = table_terms(table->table);
            int seat = __builtin_ctz(table_to_act(table->table) & other);
            size_t heard = table->length[0];
            size_t watched = table->length[BV_SEATS_MAX];
            struct bv_out text = bv_out_into(token, sizeof token);
            terms->game->token(
                terms, bv_draw_action(terms, &table->table->state, seat, list, &random), &text);
            plays(table, seat, token);
            /* Not the last token either: the first side is still to act. */
            assert_int_equal(table->length[0], heard);
            assert_int_equal(table->length[BV_SEATS_MAX], watched);
            quiet++;
        }
        assert_true(quiet > 3);
        fixture_end(table);
    }
}

static void set_ups_make_no_sound(void **unused)
{
    (void)unused;
    a_secret_set_up_makes_no_sound("chars");
    a_secret_set_up_makes_no_sound("belligerants");
}

/* Numbers of messages rise by one, so a gap would tell of something that was kept back. */
static void numbers_have_no_gaps(void **unused)
{
    (void)unused;
    struct bv_random random = bv_random_seeded(3);
    struct fixture *table = fixture("{\"game\":\"chars\"}");
    play_on(table, &random, STEPS);
    for (int channel = 0; channel < TABLE_CHANNELS; channel++) {
        if (channel >= 2 && channel < BV_SEATS_MAX) continue;
        uint32_t number = 0;
        char *rest = table->told[channel];
        for (char *line = strtok_r(rest, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
            char wanted[32];
            struct bv_out out = bv_out_into(wanted, sizeof wanted);
            bv_put(&out, "\"n\":");
            bv_put_number(&out, ++number);
            bv_put_char(&out, ',');
            assert_non_null(strstr(line, wanted));
        }
        assert_int_equal(number, table->table->messages[channel]);
    }
    fixture_end(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chars_leaks_nothing),
        cmocka_unit_test(belligerants_leaks_nothing),
        cmocka_unit_test(set_ups_make_no_sound),
        cmocka_unit_test(numbers_have_no_gaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
