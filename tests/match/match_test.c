/* Matches: the same games for any players, sides exchanged, players as people write them. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "match/match.h"
#include "match/study.h"

enum { GAMES = 12 };

struct seen {
    struct match_pairing game[GAMES];
    bool played[GAMES];
};

static void note(void *context, const struct match *match, const struct match_pairing *game)
{
    struct seen *seen = context;
    (void)match;
    assert_true(game->number < GAMES);
    assert_false(seen->played[game->number]);
    seen->played[game->number] = true;
    seen->game[game->number] = *game;
}

static struct player_spec spec(const struct session *s, const char *text)
{
    struct player_spec spec;
    struct bv_error error;
    if (!player_spec_read(&spec, s->terms.game, text, &error)) fail_msg("%s", error.text);
    return spec;
}

static struct match match_of(const struct session *s, const struct player_spec *a,
                             const struct player_spec *b, struct seen *seen)
{
    *seen = (struct seen){0};
    return (struct match){
        .terms = &s->terms,
        .spec = {a, b},
        .games = GAMES,
        .shards = 1,
        .opening = match_default_opening(s->terms.game),
        .threads = 1,
        .seed = 3,
        .sprt = {0.52, 0.60},
        .listener = {.game_over = note, .context = seen},
    };
}

static void shards_and_threads_play_the_same_games(void **state)
{
    (void)state;
    static const char *const ids[] = {"belligerants", "chars", "kriegspiel"};
    for (size_t i = 0; i < BV_COUNT(ids); i++) {
        struct session *s = session(ids[i], "");
        struct player_spec a = spec(s, "level:2@6n");
        struct player_spec b = spec(s, "random");
        struct seen alone;
        struct seen shared;
        struct match match = match_of(s, &a, &b, &alone);
        assert_true(match_play(&match));
        match = match_of(s, &a, &b, &shared);
        match.threads = 2;
        match.shards = 3;
        for (match.shard = 0; match.shard < 3; match.shard++) assert_true(match_play(&match));
        for (int n = 0; n < GAMES; n++) {
            assert_true(alone.played[n] && shared.played[n]);
            assert_int_equal(alone.game[n].plies, shared.game[n].plies);
            assert_int_equal(alone.game[n].reason, shared.game[n].reason);
            assert_int_equal(alone.game[n].half_points_of_a, shared.game[n].half_points_of_a);
            assert_int_equal(alone.game[n].side_of_a, n % 2);
        }
        session_end(s);
    }
}

static void a_decided_match_stops_early(void **state)
{
    (void)state;
    struct session *s = session("belligerants", "armistice=off");
    struct player_spec a = spec(s, "level:7@40n");
    struct player_spec b = spec(s, "random");
    struct seen seen;
    struct match match = match_of(s, &a, &b, &seen);
    match.games = GAMES + 200;
    match.listener.game_over = NULL;
    match.stops_early = true;
    assert_true(match_play(&match));
    assert_true(match.was_stopped);
    assert_int_equal(tally_verdict(&match.tally, match.sprt), TALLY_BETTER);
    assert_true(tally_games(&match.tally) < 60);
    session_end(s);
}

static void players_are_read_as_people_write_them(void **state)
{
    (void)state;
    struct session *s = session("paris", "");
    struct player_spec e = spec(s, "level:8@100ms");
    assert_int_equal(e.budget.microseconds, 100000);
    assert_int_equal(e.budget.nodes, 0);
    assert_int_equal(e.level, 8);
    e = spec(s, "level:3@2000n");
    assert_int_equal(e.budget.nodes, 2000);
    assert_int_equal(e.budget.microseconds, 0);
    e = spec(s, "uct@1.5s");
    assert_int_equal(e.budget.microseconds, 1500000);
    e = spec(s, "engine:some program --with a@b@20n");
    assert_string_equal(e.command, "some program --with a@b");
    assert_int_equal(e.budget.nodes, 20);
    static const char *const wrong[] = {"level:9", "level:0", "level:",  "uct",     "uct@0n",
                                        "uct@5",   "human",   "engine:", "random@x"};
    for (size_t i = 0; i < BV_COUNT(wrong); i++) {
        struct bv_error error = {""};
        assert_false(player_spec_read(&e, s->terms.game, wrong[i], &error));
        assert_true(*error.text);
    }
    session_end(s);
}

static void an_engine_that_fails_loses(void **state)
{
    (void)state;
    static const char *const programs[] = {
        /* Greets, then says something illegal; greets, then goes away. */
        "engine:while read -r w rest; do case $w in bivouac) echo bivouacok;; isready) echo "
        "readyok;; "
        "go) echo bestmove J nonsense;; esac; done",
        "engine:read -r w; echo bivouacok; read -r w; echo readyok; exit 0",
    };
    for (size_t i = 0; i < BV_COUNT(programs); i++) {
        struct session *s = session("belligerants", "");
        struct player_spec a = spec(s, programs[i]);
        struct player_spec b = spec(s, "random");
        struct seen seen;
        struct match match = match_of(s, &a, &b, &seen);
        match.games = 2;
        assert_true(match_play(&match));
        assert_int_equal(match.tally.lost[0] + match.tally.lost[1], 2);
        assert_true(seen.game[0].failed && seen.game[1].failed);
        session_end(s);
    }
}

static void a_study_counts_what_happens(void **state)
{
    (void)state;
    struct session *s = session("belligerants", "armistice=off");
    struct player_spec player = spec(s, "level:4@1n");
    struct study_findings f;
    assert_true(study(&s->terms, &player, 30, 2, 1, &f));
    assert_int_equal(f.games, 30);
    assert_int_equal(f.won[0] + f.won[1] + f.drawn, 30);
    assert_true(f.plies > f.turns && f.turns > 30);
    uint32_t ended = 0;
    for (int i = 0; i < s->terms.game->reasons; i++) ended += f.reason[i];
    assert_int_equal(ended, 30);
    const struct bv_special_rule *rule = s->terms.game->special_rule;
    for (int i = 0; i < s->terms.game->special_rules; i++) {
        const char *clause = rule[i].clause;
        bool usual = strcmp(clause, "B7") == 0 || strcmp(clause, "B12") == 0 ||
                     strcmp(clause, "B16") == 0 || strcmp(clause, "B22") == 0;
        bool impossible = strcmp(clause, "B28") == 0; /* armistice=off */
        if ((usual && !f.special_rules[i]) || (impossible && f.special_rules[i]))
            fail_msg("%s happened %d times", clause, (int)f.special_rules[i]);
        assert_true(f.games_with[i] <= f.games && f.games_with[i] <= f.special_rules[i]);
    }
    session_end(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shards_and_threads_play_the_same_games),
        cmocka_unit_test(a_decided_match_stops_early),
        cmocka_unit_test(players_are_read_as_people_write_them),
        cmocka_unit_test(an_engine_that_fails_loses),
        cmocka_unit_test(a_study_counts_what_happens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
