/* Self-play: a file that can be continued, games that can be played again, and what is learned from them. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "match/lesson.h"

static char games_path[] = "/tmp/bivouac-selfplay-XXXXXX";
static char lessons_path[] = "/tmp/bivouac-lessons-XXXXXX";

static struct selfplay_report play_games(uint32_t games, uint32_t shard, uint32_t shards)
{
    static struct player_spec player;
    struct bv_error error = {0};
    const struct bv_game *game = bv_game_find(bv_span_of("paris"), &error);
    struct selfplay_report report;
    assert_true(player_spec_read(&player, game, "level:8@20n", &error));
    struct selfplay selfplay = {
        .request = bv_request_for(game),
        .player = &player,
        .games = games,
        .shard = shard,
        .shards = shards,
        .opening = 6,
        .slips = 50,
        .asides = 300,
        .varied = 50,
        .threads = 2,
        .seed = 5,
    };
    assert_true(selfplay_play(&selfplay, games_path, &report, &error));
    return report;
}

struct seen {
    uint32_t games, positions, scored, asides;
};

static void see(void *context, const struct selfplay_position *position)
{
    struct seen *seen = context;
    if (position->ply == 0) seen->games++;
    if (position->aside) {
        seen->asides += position->score >= 0;
        if (position->score >= 0) assert_int_equal(position->later, position->score);
        return;
    }
    seen->positions++;
    seen->scored += position->score >= 0;
    assert_in_range(position->later, 0, 1000);
    assert_true(position->score <= 1000);
    assert_int_equal(position->half_points[0] + position->half_points[1], 2);
    assert_false(bv_is_over(position->terms, position->state));
}

static void a_file_is_continued_and_played_again(void **state)
{
    struct bv_error error = {0};
    const struct bv_game *game = bv_game_find(bv_span_of("paris"), &error);
    struct seen seen = {0};
    (void)state;
    struct selfplay_report first = play_games(2, 0, 1);
    assert_int_equal(first.found, 0);
    assert_int_equal(first.played, 2);
    /* The file was cut off in the middle of a game: that one is played again. */
    FILE *file = fopen(games_path, "r+b");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    assert_int_equal(ftruncate(fileno(file), ftell(file) - 5), 0);
    fclose(file);
    struct selfplay_report again = play_games(3, 0, 1);
    assert_int_equal(again.found, 1);
    assert_int_equal(again.played, 2);
    assert_true(selfplay_read(games_path, game, see, &seen, &error));
    assert_int_equal(seen.games, 3);
    assert_true(seen.scored > seen.positions / 2 && seen.scored < seen.positions);
    assert_in_range(seen.asides, seen.positions / 5, seen.positions / 2);
    /* The other half of another shard. */
    assert_int_equal(play_games(6, 1, 2).played, 2);
}

static void lessons_are_taken_out(void **state)
{
    struct bv_error error = {0};
    const struct bv_game *game = bv_game_find(bv_span_of("paris"), &error);
    uint32_t head[6];
    (void)state;
    struct lesson *lesson = lesson_begin(game, 3, 1);
    assert_true(lesson_add_file(lesson, games_path, &error));
    uint32_t positions = lesson_positions(lesson);
    assert_true(positions > 20);
    assert_true(lesson_write(lesson, lessons_path, &error));
    lesson_end(lesson);
    FILE *file = fopen(lessons_path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(head, sizeof head, 1, file), 1);
    assert_memory_equal(head, "BVLESSN1", 8);
    assert_int_equal(head[3], positions);
    fseek(file, 0, SEEK_END);
    assert_int_equal(ftell(file), (long)(sizeof head + positions * 14 + head[4] * 2));
    fclose(file);
}

static void another_game_is_refused(void **state)
{
    struct bv_error error = {0};
    const struct bv_game *game = bv_game_find(bv_span_of("chevaliers"), &error);
    (void)state;
    assert_false(selfplay_read(games_path, game, see, &(struct seen){0}, &error));
    assert_string_equal(error.text, "the file has no self-play of this game");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_continued_and_played_again),
        cmocka_unit_test(lessons_are_taken_out),
        cmocka_unit_test(another_game_is_refused),
    };
    int games = mkstemp(games_path);
    int lessons = mkstemp(lessons_path);
    if (games < 0 || lessons < 0 || unlink(games_path) != 0) return 1;
    close(games);
    close(lessons);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(games_path);
    unlink(lessons_path);
    return failed;
}
