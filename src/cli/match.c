/* bivouac match: many games between two players. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/match.h"
#include "play/history.h"

static const char *sprt_text;
static const char *shard_text;
static const char *folder;

static const struct command_option own_options[] = {
    OPTION_TEXT("--sprt", "P0:P1", "P0:P1", sprt_text, NULL,
                "s'arrête dès que le test séquentiel a tranché entre ces pourcentages (52:60)",
                "stops as soon as the sequential test of these percentages has decided (52:60)"),
    OPTION_TEXT("--save", "DOSSIER", "DIR", folder, offer_folders, "enregistre chaque partie",
                "saves a record of each game"),
    {0},
};

const struct command_option shard_options[] = {
    OPTION_TEXT("--shard", "I/N", "I/N", shard_text, NULL,
                "la part I de N (ou rang et taille de mpirun, de Slurm)",
                "part I of N (or rank and size of mpirun or Slurm)"),
    {0},
};

/* ---- The shard: from --shard, mpirun or Slurm ------------------------------------------------ */

enum { SHARDS_MAX = 1000000 };

/* A variable of the environment as a number from 0 to SHARDS_MAX. */
static bool number_of_environment(const char *name, int *number)
{
    const char *text = getenv(name);
    return text && bv_number_of(bv_span_of(text), 0, SHARDS_MAX, number);
}

static bool shard_of_environment(struct match *match)
{
    static const char *const pairs[][2] = {
        {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
        {"PMI_RANK", "PMI_SIZE"},
        {"SLURM_PROCID", "SLURM_NTASKS"},
    };
    for (size_t i = 0; i < BV_COUNT(pairs); i++) {
        int rank = 0;
        int size = 0;
        if (!number_of_environment(pairs[i][0], &rank) ||
            !number_of_environment(pairs[i][1], &size) || rank >= size)
            continue;
        match->shard = (uint32_t)rank;
        match->shards = (uint32_t)size;
        return true;
    }
    return false;
}

/* `1/4` to `4/4` */
static int choose_shard(struct match *match)
{
    int number = 0;
    int count = 0;
    if (!shard_text) {
        if (!shard_of_environment(match)) {
            match->shard = 0;
            match->shards = 1;
        }
        return EXIT_DONE;
    }
    struct bv_span rest = bv_span_of(shard_text);
    struct bv_span part = {0};
    bv_take_part(&rest, '/', &part);
    if (!bv_number_of(rest, 1, SHARDS_MAX, &count) || !bv_number_of(part, 1, count, &number))
        return complain(EXIT_MISUSED, "--shard is 1/N to N/N, not '%s'", shard_text);
    match->shard = (uint32_t)number - 1;
    match->shards = (uint32_t)count;
    return EXIT_DONE;
}

/* `52:60` */
static int choose_sprt(struct match *match)
{
    match->sprt = usual_sprt;
    if (!sprt_text) return EXIT_DONE;
    char *colon = NULL;
    char *end = NULL;
    double p0 = strtod(sprt_text, &colon);
    double p1 = *colon == ':' ? strtod(colon + 1, &end) : 0;
    if (!end || *end || p0 <= 0 || p1 <= p0 || p1 >= 100)
        return complain(EXIT_MISUSED, "--sprt is two percentages, as in 52:60, not '%s'",
                        sprt_text);
    match->sprt = (struct tally_sprt){p0 / 100, p1 / 100};
    match->stops_early = true;
    return EXIT_DONE;
}

int prepare_match(const struct bv_terms *terms, const struct player_spec *a,
                  const struct player_spec *b, uint32_t games, struct match *match)
{
    *match = (struct match){
        .terms = terms,
        .spec = {a, b},
        .games = common.games ? (uint32_t)common.games : games,
        .opening =
            common.opening >= 0 ? (uint32_t)common.opening : match_default_opening(terms->game),
        .threads = threads_wanted(),
        .seed = common.seed,
    };
    int code = choose_shard(match);
    return code == EXIT_DONE ? choose_sprt(match) : code;
}

/* ---- Records of the games -------------------------------------------------------------------- */

struct match_run {
    const struct match *match;
    struct history *history; /* one for each thread */
    bool failed;
};

static void *history_of(void *context, uint32_t worker, uint32_t number)
{
    const struct match_run *run = context;
    (void)number;
    run->history[worker].count = 0;
    run->history[worker].outside[0] = '\0';
    return &run->history[worker];
}

static void note_action(void *context, const struct match_game *match_game, int seat,
                        bv_action action, const struct search_answer *answer)
{
    (void)match_game;
    (void)answer;
    if (!remember(context, seat, action)) complain(EXIT_FAILED, "out of memory");
}

static void save_match_game(void *context, uint32_t worker, const struct match_pairing *game,
                            const struct match_game *match_game)
{
    struct match_run *run = context;
    const struct bv_terms *terms = match_game->terms;
    struct bv_error error;
    char path[4096];
    struct bv_record *head = calloc(1, sizeof *head);
    if (!head) return;
    snprintf(path, sizeof path, "%s/%06u.record", folder, game->number);
    if (match_game->failed_side >= 0)
        history_end(&run->history[worker], terms->game, match_game->failed_side);
    put_now(head->ended);
    for (int seat = 0; seat < terms->form->seats; seat++)
        snprintf(head->player[seat], sizeof head->player[seat], "%.*s", BV_PLAYER_MAX,
                 run->match->spec[bv_side_of(terms, seat) != game->side_of_a]->name);
    if (!write_history(&run->history[worker], terms, &match_game->state, head, path, &error)) {
        complain(EXIT_FAILED, "%s", error.text);
        run->failed = true;
    }
    free(head);
}

static bool make_folder(const char *path)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST) return true;
    complain(EXIT_FAILED, "%s: %s", path, strerror(errno));
    return false;
}

/* ---- JSON, a line each, which match-merge reads ---------------------------------------------- */

static void print_json_game(const struct bv_terms *terms, const struct match_pairing *game)
{
    printf("{\"number\":%u,\"side_of_a\":\"%s\",\"half_points_of_a\":%u,\"reason\":\"%s\","
           "\"plies\":%u}\n",
           game->number, terms->game->side[game->side_of_a].name, game->half_points_of_a,
           game->failed ? "failed" : terms->game->reason[game->reason].word, game->plies);
    fflush(stdout);
}

static void print_json_head(const struct match *match)
{
    char settings[256];
    struct bv_out out = bv_out_into(settings, sizeof settings);
    bv_terms_write(match->terms, &out);
    printf("{\"match\":1,\"game\":\"%s\",\"terms\":", match->terms->game->id);
    print_json_string(settings);
    for (int who = 0; who < 2; who++) {
        printf(",\"%s\":", who ? "b" : "a");
        print_json_string(match->spec[who]->name);
    }
    printf(",\"seed\":%llu,\"opening\":%u,\"games\":%u,\"shards\":%u,\"early\":%d,\"p0\":%.4f,"
           "\"p1\":%.4f}\n",
           (unsigned long long)match->seed, match->opening, match->games, match->shards,
           match->stops_early, match->sprt.p0, match->sprt.p1);
}

/* ---- The command ----------------------------------------------------------------------------- */

static void show_progress(void *context, const struct match *match,
                          const struct match_pairing *game)
{
    (void)context;
    if (common.json) print_json_game(match->terms, game);
    if (!isatty(STDERR_FILENO)) return;
    uint32_t done = tally_games(&match->tally);
    fprintf(stderr, "\r%u/%u  %.1f%%  Elo %+.0f ± %.0f  LLR %+.2f  ", done,
            (match->games + match->shards - 1) / match->shards, 100 * tally_score(&match->tally),
            tally_elo(&match->tally), tally_elo_error(&match->tally),
            tally_llr(&match->tally, match->sprt));
}

static int play_match(struct match *match)
{
    struct match_run run = {.match = match};
    run.history = calloc(match->threads, sizeof *run.history);
    if (!run.history) return complain(EXIT_FAILED, "out of memory");
    match->listener = (struct match_listener){.game_over = show_progress, .context = &run};
    if (folder) {
        match->listener.action = note_action;
        match->listener.action_context = history_of;
        match->listener.match_game_over = save_match_game;
    }
    if (common.json) print_json_head(match);
    bool good = match_play(match);
    if (isatty(STDERR_FILENO)) fputs("\r\x1b[K", stderr);
    if (good)
        print_tally(match->terms, match->spec[0]->name, match->spec[1]->name, &match->tally,
                    match->sprt);
    if (good && match->was_stopped && !common.json)
        printf(SAY("arrêté avant les %u parties : le test a tranché\n",
                   "stopped before all %u games: the test has decided\n"),
               match->games);
    for (uint32_t i = 0; i < match->threads; i++) free(run.history[i].played);
    free(run.history);
    if (!good) return complain(EXIT_FAILED, "%s", match->error.text);
    for (int who = 0; who < 2; who++)
        if (match->failures[who].games)
            complain(EXIT_DONE, "%s lost %u games without an answer; the first time: %s",
                     match->spec[who]->name, match->failures[who].games,
                     match->failures[who].reason.text);
    return run.failed ? EXIT_FAILED : EXIT_DONE;
}

static void offer_opponents(const struct completion *line)
{
    if (line->operands == 0 || line->operands > 2) return;
    offer_levels(line);
    offer_words("uct random engine:");
}

static int run(void)
{
    struct bv_error error;
    static struct player_spec a;
    static struct player_spec b;
    struct match match;
    if (!player_spec_read(&a, common.request.game, common.operand[0], &error) ||
        !player_spec_read(&b, common.request.game, common.operand[1], &error))
        return complain(EXIT_MISUSED, "%s", error.text);
    if (folder && !make_folder(folder)) return EXIT_FAILED;
    struct session *session = open_game(&common.request);
    if (!session) return EXIT_FAILED;
    int code = prepare_match(&session->terms, &a, &b, 40, &match);
    if (code == EXIT_DONE) code = take_net(&a.budget.net);
    b.budget.net = a.budget.net;
    if (code == EXIT_DONE) code = play_match(&match);
    free(session);
    return code;
}

const struct command command_match = {
    .name = "match",
    .operands = {"JEU A B", "GAME A B"},
    .summary = {"Fait jouer deux joueurs l'un contre l'autre, et compte.",
                "Plays two players against each other, and counts."},
    .help =
        {"Un joueur : level:8, level:8@100ms, level:8@20000n, uct@1s, uct@2000n, random,\n"
         "engine:COMMANDE (après @ : ms ou s par tour, n nœuds par question, d demi-coups de\n"
         "profondeur). 40 parties par défaut, qui vont par deux : même ouverture, mêmes dés, "
         "camps\n"
         "échangés. --json écrit une ligne par partie, puis le bilan.",
         "A player: level:8, level:8@100ms, level:8@20000n, uct@1s, uct@2000n, random,\n"
         "engine:COMMAND (after @: ms or s a turn, n nodes a question, d plies deep). 40 games by\n"
         "default, which come in pairs: the same opening, the same dice, sides exchanged. --json\n"
         "prints a line a game, then the summary."},
    .game = GAME_FIRST,
    .least = 2,
    .most = 2,
    .offer = offer_opponents,
    .options = {own_options, shard_options, net_options, match_options, opening_options,
                seed_options, json_options, game_options},
    .run = run,
};
