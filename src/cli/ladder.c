/* bivouac ladder: every level of a game against the one below, and the ratings that follow. */
#include <stdlib.h>
#include <unistd.h>

#include "cli/match.h"
#include "search/levels.h"
#include "util/clock.h"

struct rung {
    char name[PLAYER_SPEC_MAX];
    struct tally tally; /* against the rung below */
    double rating;
    double seconds;
};

/*
 * The top level is limited only by time; here it gets four times the nodes of the one below, so
 * that the ladder is the same on every machine.
 */
static void name_rung(const struct bv_game *game, int level, char *name)
{
    const struct level_opponent *opponent = level_opponent_of(game);
    if (opponent->level[level - 1].nodes)
        snprintf(name, PLAYER_SPEC_MAX, "level:%d@%un", level, opponent->level[level - 1].nodes);
    else
        snprintf(name, PLAYER_SPEC_MAX, "level:%d@%un", level,
                 4 * opponent->level[level - 2].nodes);
}

static void print_rung(const struct rung *rung)
{
    const struct tally *tally = &rung->tally;
    bool first = tally_games(tally) == 0;
    if (common.json) {
        printf("{\"player\":\"%s\",\"rating\":%.0f,\"games\":%u,\"score\":%.4f,\"elo\":%.1f,"
               "\"elo_error\":%.1f,\"llr\":%.2f,\"verdict\":\"%s\",\"seconds\":%.0f}\n",
               rung->name, rung->rating, tally_games(tally), tally_score(tally), tally_elo(tally),
               tally_elo_error(tally), tally_llr(tally, usual_sprt),
               verdict_word(tally_verdict(tally, usual_sprt)), rung->seconds);
    } else if (first) {
        printf("%-20s %6.0f\n", rung->name, rung->rating);
    } else {
        printf("%-20s %6.0f %6u %6.1f%% %+6.0f ± %-4.0f %+6.2f  %-10s %5.0f\n", rung->name,
               rung->rating, tally_games(tally), 100 * tally_score(tally), tally_elo(tally),
               tally_elo_error(tally), tally_llr(tally, usual_sprt),
               verdict_word(tally_verdict(tally, usual_sprt)), rung->seconds);
    }
    fflush(stdout);
}

static int climb(const struct bv_terms *terms)
{
    static struct player_spec spec[2];
    struct rung rung = {.rating = 1000};
    struct bv_error error;
    int code = EXIT_DONE;
    for (int level = 1; code == EXIT_DONE && level <= LEVELS; level++) {
        struct match match;
        name_rung(terms->game, level, rung.name);
        spec[1] = spec[0];
        if (!player_spec_read(&spec[0], terms->game, rung.name, &error))
            return complain(EXIT_FAILED, "%s", error.text);
        if (level > 1) {
            uint64_t begun = clock_microseconds();
            code = prepare_match(terms, &spec[0], &spec[1], 400, &match);
            if (code != EXIT_DONE) return code;
            match.stops_early = true;
            if (!match_play(&match)) return complain(EXIT_FAILED, "%s", match.error.text);
            rung.tally = match.tally;
            rung.rating += tally_elo(&match.tally);
            rung.seconds = (double)(clock_microseconds() - begun) / 1e6;
        }
        print_rung(&rung);
    }
    return code;
}

static int run(void)
{
    struct session *session = open_game(&common.request);
    if (!session) return EXIT_FAILED;
    if (!common.json)
        printf("%s\n%-20s %6s %6s %7s %13s %6s  %-10s %5s\n", session->terms.game->id, "player",
               "rating", "games", "score", "Elo", "LLR", "SPRT 52:60", "s");
    int code = climb(&session->terms);
    free(session);
    return code;
}

const struct command command_ladder = {
    .name = "ladder",
    .operands = {"JEU", "GAME"},
    .summary = {"Oppose chaque niveau au précédent, et en tire un classement.",
                "Plays every level against the one below, and rates them."},
    .help = {"Chaque rencontre s'arrête dès que le test séquentiel (52 % contre 60 %) a tranché,\n"
             "au plus tard après --games parties (400).",
             "Each pairing stops as soon as the sequential test (52% against 60%) has decided,\n"
             "at the latest after --games games (400)."},
    .game = GAME_FIRST,
    .options = {match_options, opening_options, seed_options, json_options, game_options},
    .run = run,
};
