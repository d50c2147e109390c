/* bivouac selfplay, bivouac features: what a net learns from. */
#include <stdlib.h>

#include "cli/match.h"
#include "match/lesson.h"
#include "match/selfplay.h"
#include "search/levels.h"

static const char *path;
static int64_t slips = 20;
static int64_t asides;
static int64_t varied;
static int64_t seconds;
static int64_t every = 4;

static const struct command_option file_options[] = {
    OPTION_TEXT("--save", "FICHIER", "FILE", path, offer_files, "où écrire (obligatoire)",
                "where to write (required)"),
    {0},
};

static const struct command_option selfplay_options[] = {
    OPTION_NUMBER("--slips", slips, 0, 1000, "coups tirés au sort, sur mille (20)",
                  "actions drawn by lot, of a thousand (20)"),
    OPTION_NUMBER("--asides", asides, 0, 1000,
                  "positions, sur mille, d'où quelques coups au sort sont essayés à part (0)",
                  "positions of a thousand from which a few actions by lot are tried aside (0)"),
    OPTION_NUMBER("--varied", varied, 0, 100,
                  "parties aux options de règle tirées au sort, sur cent (0)",
                  "games with rule options drawn by lot, of a hundred (0)"),
    OPTION_NUMBER("--seconds", seconds, 1, 1000000, "ne commence plus de partie après ce temps",
                  "begins no game after this time"),
    {0},
};

static const struct command_option features_options[] = {
    OPTION_NUMBER("--every", every, 1, 1000, "en moyenne, une position sur tant (4)",
                  "on average, one position of so many (4)"),
    {0},
};

/* ---- bivouac selfplay ------------------------------------------------------------------------- */

static int run_selfplay(void)
{
    static struct player_spec player;
    struct bv_error error;
    struct match match;
    struct selfplay_report report;
    if (!path) return complain(EXIT_MISUSED, "--save FILE says where to write");
    if (!player_spec_read(&player, common.request.game, common.operand[0], &error))
        return complain(EXIT_MISUSED, "%s", error.text);
    struct session *session = open_game(&common.request);
    if (!session) return EXIT_FAILED;
    int code = prepare_match(&session->terms, &player, &player, 1000, &match);
    free(session);
    if (code == EXIT_DONE) code = take_net(&player.budget.net);
    if (code != EXIT_DONE) return code;
    struct selfplay selfplay = {
        .request = common.request,
        .player = &player,
        .games = match.games,
        .shard = match.shard,
        .shards = match.shards,
        .opening = match.opening,
        .slips = (uint32_t)slips,
        .asides = (uint32_t)asides,
        .varied = (uint32_t)varied,
        .threads = match.threads,
        .seed = common.seed,
        .seconds = (uint32_t)seconds,
    };
    if (!selfplay_play(&selfplay, path, &report, &error))
        return complain(EXIT_FAILED, "%s: %s", path, error.text);
    printf(SAY("%u parties ajoutées à %u, %llu coups\n", "%u games added to %u, %llu plies\n"),
           report.played, report.found, (unsigned long long)report.plies);
    return EXIT_DONE;
}

static void offer_player(const struct completion *line)
{
    if (line->operands == 1) offer_levels(line);
}

const struct command command_selfplay = {
    .name = "selfplay",
    .operands = {"JEU JOUEUR", "GAME PLAYER"},
    .summary = {"Fait jouer un joueur contre lui-même, pour qu'un réseau en apprenne.",
                "Plays a player against itself, for a net to learn from."},
    .help =
        {"1000 parties par défaut, d'ouvertures variées, avec l'avis de la recherche sur chaque\n"
         "position. Un fichier commencé est continué. Voir docs/nets.md.",
         "1000 games by default, from varied openings, with what the search thought of each\n"
         "position. A file that was begun is continued. See docs/nets.md."},
    .game = GAME_FIRST,
    .least = 1,
    .most = 1,
    .offer = offer_player,
    .options = {file_options, selfplay_options, shard_options, match_options, opening_options,
                seed_options, net_options},
    .run = run_selfplay,
};

/* ---- bivouac features ------------------------------------------------------------------------- */

static int run_features(void)
{
    struct bv_error error;
    if (!path) return complain(EXIT_MISUSED, "--save FILE says where to write");
    if (!level_opponent_of(common.request.game)->input)
        return complain(EXIT_FAILED, "%s has no net", common.request.game->id);
    struct lesson *lesson = lesson_begin(common.request.game, (uint32_t)every, common.seed);
    int code = EXIT_DONE;
    for (int i = 0; i < common.operands && code == EXIT_DONE; i++)
        if (!lesson_add_file(lesson, common.operand[i], &error))
            code = complain(EXIT_FAILED, "%s: %s", common.operand[i], error.text);
    if (code == EXIT_DONE && !lesson_write(lesson, path, &error))
        code = complain(EXIT_FAILED, "%s: %s", path, error.text);
    if (code == EXIT_DONE)
        printf(SAY("%u positions\n", "%u positions\n"), lesson_positions(lesson));
    lesson_end(lesson);
    return code;
}

static void offer_games_files(const struct completion *line)
{
    if (line->operands > 0) offer_files(line);
}

const struct command command_features = {
    .name = "features",
    .operands = {"JEU FICHIER...", "GAME FILE..."},
    .summary = {"Tire de parties de selfplay ce dont un réseau apprend.",
                "Takes what a net learns from out of games of selfplay."},
    .help = {"Des positions prises çà et là, par leurs caractéristiques. Voir docs/nets.md.",
             "Positions taken here and there, by their features. See docs/nets.md."},
    .game = GAME_FIRST,
    .least = 1,
    .most = OPERANDS_MANY,
    .offer = offer_games_files,
    .options = {file_options, features_options, seed_options},
    .run = run_features,
};
