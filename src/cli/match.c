/* bivouac match: many games between two players. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/archive.h"
#include "cli/contest.h"

uint32_t threads_wanted(const struct options *options)
{
    if (options->threads) return options->threads;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 ? (uint32_t)cores : 1;
}

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
static int choose_shard(const struct options *options, struct match *match)
{
    int number = 0;
    int count = 0;
    if (!options->shard) {
        if (!shard_of_environment(match)) {
            match->shard = 0;
            match->shards = 1;
        }
        return EXIT_DONE;
    }
    struct bv_span rest = bv_span_of(options->shard);
    struct bv_span part = {0};
    bv_take_part(&rest, '/', &part);
    if (!bv_number_of(rest, 1, SHARDS_MAX, &count) || !bv_number_of(part, 1, count, &number))
        return complain(EXIT_MISUSED, "--shard is 1/N to N/N, not '%s'", options->shard);
    match->shard = (uint32_t)number - 1;
    match->shards = (uint32_t)count;
    return EXIT_DONE;
}

/* `52:60` */
static int choose_sprt(const struct options *options, struct match *match)
{
    match->sprt = usual_sprt;
    if (!options->sprt) return EXIT_DONE;
    char *colon = NULL;
    char *end = NULL;
    double p0 = strtod(options->sprt, &colon);
    double p1 = *colon == ':' ? strtod(colon + 1, &end) : 0;
    if (!end || *end || p0 <= 0 || p1 <= p0 || p1 >= 100)
        return complain(EXIT_MISUSED, "--sprt is two percentages, as in 52:60, not '%s'",
                        options->sprt);
    match->sprt = (struct tally_sprt){p0 / 100, p1 / 100};
    match->stops_early = true;
    return EXIT_DONE;
}

int prepare_match(const struct options *options, const struct bv_terms *terms,
                  const struct player_spec *a, const struct player_spec *b, struct match *match)
{
    *match = (struct match){
        .terms = terms,
        .spec = {a, b},
        .games = options->games ? options->games : 40,
        .opening =
            options->opening >= 0 ? (uint32_t)options->opening : match_default_opening(terms->game),
        .threads = threads_wanted(options),
        .seed = options->has_seed ? options->seed : 1,
    };
    int code = choose_shard(options, match);
    return code == EXIT_DONE ? choose_sprt(options, match) : code;
}

/* ---- Records of the games -------------------------------------------------------------------- */

struct match_run {
    const struct options *options;
    const struct match *match;
    struct history *history; /* one for each thread */
    bool failed;
};

static void *history_of(void *context, uint32_t worker, uint32_t number)
{
    const struct match_run *run = context;
    (void)number;
    run->history[worker].count = 0;
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
    char path[4096];
    char outside[2 * BV_NAME_MAX + 32];
    struct bv_record *head = calloc(1, sizeof *head);
    if (!head) return;
    snprintf(path, sizeof path, "%s/%06u.record", run->options->save, game->number);
    snprintf(outside, sizeof outside, "%s %d %s %d resigned", terms->game->side[0].name,
             match_game->failed_side != 0, terms->game->side[1].name, match_game->failed_side != 1);
    put_now(head->ended);
    for (int seat = 0; seat < terms->form->seats; seat++)
        snprintf(head->player[seat], sizeof head->player[seat], "%.*s", BV_PLAYER_MAX,
                 run->match->spec[bv_side_of(terms, seat) != game->side_of_a]->name);
    if (!save_history(&run->history[worker], terms, &match_game->state, head,
                      match_game->failed_side >= 0 ? outside : NULL, path))
        run->failed = true;
    free(head);
}

static bool make_folder(const char *path)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST) return true;
    complain(EXIT_FAILED, "%s: %s", path, strerror(errno));
    return false;
}

/* ---- The command ----------------------------------------------------------------------------- */

static void tell_game(void *context, const struct match *match, const struct match_pairing *game)
{
    const struct match_run *run = context;
    if (run->options->json) {
        print_json_game(match->terms, game);
        fflush(stdout);
    }
    if (!isatty(STDERR_FILENO)) return;
    uint32_t done = tally_games(&match->tally);
    fprintf(stderr, "\r%u/%u  %.1f%%  Elo %+.0f ± %.0f  LLR %+.2f  ", done,
            (match->games + match->shards - 1) / match->shards, 100 * tally_score(&match->tally),
            tally_elo(&match->tally), tally_elo_error(&match->tally),
            tally_llr(&match->tally, match->sprt));
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

static int play_match(const struct options *options, struct match *match)
{
    struct match_run run = {.options = options, .match = match};
    run.history = calloc(match->threads, sizeof *run.history);
    if (!run.history) return complain(EXIT_FAILED, "out of memory");
    match->listener = (struct match_listener){.game_over = tell_game, .context = &run};
    if (options->save) {
        match->listener.action = note_action;
        match->listener.action_context = history_of;
        match->listener.match_game_over = save_match_game;
    }
    if (options->json) print_json_head(match);
    bool good = match_play(match);
    if (isatty(STDERR_FILENO)) fputs("\r\x1b[K", stderr);
    if (good && options->json)
        print_json_summary(&match->tally, match->sprt);
    else if (good)
        print_tally(options, match->terms, match->spec[0]->name, match->spec[1]->name,
                    &match->tally, match->sprt);
    if (good && match->was_stopped && !options->json)
        printf(
            say(options, (struct bv_text){"arrêté avant les %u parties : le test a tranché\n",
                                          "stopped before all %u games: the test has decided\n"}),
            match->games);
    for (uint32_t i = 0; i < match->threads; i++) free(run.history[i].played);
    free(run.history);
    if (!good) return complain(EXIT_FAILED, "a player did not start");
    return run.failed ? EXIT_FAILED : EXIT_DONE;
}

static int run(const struct options *options)
{
    struct bv_error error;
    static struct player_spec a;
    static struct player_spec b;
    struct match match;
    if (options->operands != 2)
        return complain(EXIT_MISUSED, "match needs two players; see 'bivouac match --help'");
    if (!player_spec_read(&a, options->request.game, options->operand[0], &error) ||
        !player_spec_read(&b, options->request.game, options->operand[1], &error))
        return complain(EXIT_MISUSED, "%s", error.text);
    if (options->save && !make_folder(options->save)) return EXIT_FAILED;
    struct session *session = open_session(options);
    if (!session) return EXIT_FAILED;
    int code = prepare_match(options, &session->terms, &a, &b, &match);
    if (code == EXIT_DONE) code = play_match(options, &match);
    close_session(session);
    return code;
}

const struct command command_match = {
    .name = "match",
    .usage =
        "GAME A B [--games N] [--threads N] [--sprt P0:P1] [--shard I/N] [--save DIR] [--json]",
    .summary = {"Fait jouer deux joueurs l'un contre l'autre, et compte.",
                "Plays two players against each other, and counts."},
    .help =
        {"Un joueur : level:8, level:8@100ms, level:8@20000n, uct@1s, uct@2000n, random, "
         "engine:COMMANDE\n"
         "(après @ : ms ou s par tour, n nœuds par question, d demi-coups de profondeur).\n"
         "Les parties vont par deux : même ouverture, mêmes dés, camps échangés.\n"
         "  --games N        40 par défaut          --threads N   tous les cœurs par défaut\n"
         "  --sprt 52:60     s'arrête dès que le test séquentiel a tranché\n"
         "  --opening N      coups tirés au sort avant que les joueurs ne commencent\n"
         "  --shard I/N      la part I de N (ou rang et taille de mpirun, de Slurm) ; voir "
         "match-merge\n"
         "  --save DOSSIER   enregistre chaque partie  --json   une ligne par partie, puis le "
         "bilan\n"
         "  --seed N, --set option=valeur, --seats K, --board FICHIER",
         "A player: level:8, level:8@100ms, level:8@20000n, uct@1s, uct@2000n, random, "
         "engine:COMMAND\n"
         "(after @: ms or s a turn, n nodes a question, d plies deep).\n"
         "Games come in pairs: the same opening, the same dice, sides exchanged.\n"
         "  --games N        40 by default          --threads N   all cores by default\n"
         "  --sprt 52:60     stops as soon as the sequential test has decided\n"
         "  --opening N      random actions before the players begin\n"
         "  --shard I/N      part I of N (or rank and size of mpirun or Slurm); see match-merge\n"
         "  --save DIR       saves a record of each game  --json   a line a game, then the "
         "summary\n"
         "  --seed N, --set option=value, --seats K, --board FILE"},
    .takes = TAKES_GAME | TAKES_SEED | TAKES_CONTEST | TAKES_SHARD | TAKES_SAVE | TAKES_JSON |
             TAKES_LANGUAGE,
    .run = run,
};
