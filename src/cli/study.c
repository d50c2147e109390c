/* bivouac study: how each rule option of a game plays, by strong self-play. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/study.h"
#include "search/levels.h"
#include "util/clock.h"

/* per cent of the games that an option must change to be paired with others */
enum { CLEARLY = 7 };

static int64_t level = LEVELS;
static int64_t nodes; /* 0: those of the level */
static const char *folder;

static const struct command_option own_options[] = {
    OPTION_NUMBER("--level", level, 1, LEVELS, "le niveau qui joue (8)",
                  "the level that plays (8)"),
    OPTION_NUMBER("--nodes", nodes, 1, 1000000000000, "nœuds par question (ceux du niveau 7)",
                  "nodes a question (those of level 7)"),
    OPTION_TEXT("--save", "DOSSIER", "DIR", folder, offer_folders,
                "écrit JEU.txt, JEU.csv et JEU.svg", "writes GAME.txt, GAME.csv and GAME.svg"),
    {0},
};

/* ---- Which variants -------------------------------------------------------------------------- */

static struct variant *add_variant(struct inquiry *inquiry, const char *settings)
{
    size_t length = strlen(settings);
    if (inquiry->count == VARIANTS_MAX || length >= SETTINGS_MAX) return NULL;
    struct variant *variant = &inquiry->variant[inquiry->count++];
    *variant = (struct variant){0};
    memcpy(variant->settings, settings, length);
    return variant;
}

/* `option=value,option=value`: every part set on top of the request. */
static int apply_settings(const struct variant *variant, struct bv_request *request)
{
    struct bv_error error;
    struct bv_span rest = bv_span_of(variant->settings);
    struct bv_span part = {0};
    while (rest.length && bv_take_part(&rest, ',', &part))
        if (!bv_request_set(request, part, &error)) return complain(EXIT_MISUSED, "%s", error.text);
    return EXIT_DONE;
}

static int examine(struct inquiry *inquiry, struct variant *variant)
{
    struct bv_request request = common.request;
    int code = apply_settings(variant, &request);
    if (code != EXIT_DONE) return code;
    struct session *session = open_game(&request);
    if (!session) return EXIT_FAILED;
    uint64_t begun = clock_microseconds();
    if (!study(&session->terms, &inquiry->player, inquiry->games, inquiry->threads, inquiry->seed,
               &variant->findings))
        code = complain(EXIT_FAILED, "out of memory");
    variant->seconds = (double)(clock_microseconds() - begun) / 1e6;
    free(session);
    if (code == EXIT_DONE) print_study_row(stdout, variant);
    fflush(stdout);
    return code;
}

static double share(uint32_t part, uint32_t whole)
{
    return whole ? 100.0 * part / whole : 0;
}

/* Whether a variant plays clearly differently from the default. */
static bool matters(const struct inquiry *inquiry, const struct variant *variant)
{
    const struct study_findings *a = &inquiry->variant[0].findings;
    const struct study_findings *b = &variant->findings;
    double change[] = {share(a->won[0], a->games) - share(b->won[0], b->games),
                       share(a->won[1], a->games) - share(b->won[1], b->games),
                       share(a->drawn, a->games) - share(b->drawn, b->games)};
    for (size_t i = 0; i < BV_COUNT(change); i++)
        if (change[i] > CLEARLY || change[i] < -CLEARLY) return true;
    return false;
}

/* The part of `option=value` before the sign. */
static size_t option_length(const struct variant *variant)
{
    return strcspn(variant->settings, "=");
}

static bool same_option(const struct variant *a, const struct variant *b)
{
    return option_length(a) == option_length(b) &&
           strncmp(a->settings, b->settings, option_length(a)) == 0;
}

/* Every pair of single settings that both matter. */
static int examine_pairs(struct inquiry *inquiry)
{
    int code = EXIT_DONE;
    uint32_t singles = inquiry->count;
    for (uint32_t i = 1; code == EXIT_DONE && i < singles; i++) {
        for (uint32_t j = i + 1; code == EXIT_DONE && j < singles; j++) {
            char both[2 * SETTINGS_MAX];
            const struct variant *a = &inquiry->variant[i];
            const struct variant *b = &inquiry->variant[j];
            if (same_option(a, b) || !matters(inquiry, a) || !matters(inquiry, b)) continue;
            snprintf(both, sizeof both, "%s,%s", a->settings, b->settings);
            struct variant *variant = add_variant(inquiry, both);
            if (variant) code = examine(inquiry, variant);
        }
    }
    return code;
}

static int examine_each_option(struct inquiry *inquiry)
{
    const struct bv_game *game = common.request.game;
    struct variant *usual = add_variant(inquiry, "");
    int code = usual ? examine(inquiry, usual) : EXIT_FAILED;
    for (int r = 0; code == EXIT_DONE && r < game->options; r++) {
        for (int v = 1; code == EXIT_DONE && v < game->option[r].count; v++) {
            char setting[SETTINGS_MAX];
            snprintf(setting, sizeof setting, "%s=%s", game->option[r].name,
                     game->option[r].value[v].name);
            struct variant *variant = add_variant(inquiry, setting);
            if (variant) code = examine(inquiry, variant);
        }
    }
    return code == EXIT_DONE ? examine_pairs(inquiry) : code;
}

static int examine_operands(struct inquiry *inquiry)
{
    int code = EXIT_DONE;
    for (int i = 0; code == EXIT_DONE && i < inquiry->operands; i++) {
        const char *word = inquiry->operand[i];
        struct variant *variant = add_variant(inquiry, strcmp(word, "default") == 0 ? "" : word);
        if (!variant)
            return complain(EXIT_MISUSED, "'%s' is too long, or more than %d variants", word,
                            VARIANTS_MAX);
        code = examine(inquiry, variant);
    }
    return code;
}

/* ---- The command ----------------------------------------------------------------------------- */

static int save_as(const struct inquiry *inquiry, const char *ending,
                   void (*write)(FILE *file, const struct inquiry *inquiry))
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.%s", folder, common.request.game->id, ending);
    FILE *file = fopen(path, "wb");
    if (!file) return complain(EXIT_FAILED, "%s: %s", path, strerror(errno));
    write(file, inquiry);
    return fclose(file) == 0 ? EXIT_DONE : complain(EXIT_FAILED, "%s: %s", path, strerror(errno));
}

/* Limited by nodes alone, so that it is the same on every machine: a level's own number, and for
 * the last level that of the one below. */
static void name_player(char *name)
{
    const struct level *levels = level_opponent_of(common.request.game)->level;
    int64_t limit = nodes;
    if (!limit) limit = levels[level - 1].nodes;
    if (!limit) limit = levels[level - 2].nodes;
    snprintf(name, PLAYER_SPEC_MAX, "level:%d@%lldn", (int)level, (long long)limit);
}

static int run(int operands, char **operand)
{
    struct bv_error error;
    static struct inquiry inquiry;
    const struct bv_game *game = common.request.game;
    char name[PLAYER_SPEC_MAX];
    inquiry = (struct inquiry){
        .operands = operands,
        .operand = operand,
        .games = common.games ? (uint32_t)common.games : 200,
        .threads = threads_wanted(),
        .seed = common.seed,
    };
    name_player(name);
    if (!player_spec_read(&inquiry.player, game, name, &error))
        return complain(EXIT_FAILED, "%s", error.text);
    print_study_head(stdout, &inquiry);
    int code = operands ? examine_operands(&inquiry) : examine_each_option(&inquiry);
    if (code == EXIT_DONE) print_study_details(stdout, &inquiry);
    if (code == EXIT_DONE && folder) {
        code = save_as(&inquiry, "txt", write_study_table);
        if (code == EXIT_DONE) code = save_as(&inquiry, "csv", write_study_csv);
        if (code == EXIT_DONE) code = save_as(&inquiry, "svg", write_study_svg);
    }
    return code;
}

const struct command command_study = {
    .name = "study",
    .operands = {"JEU [RÉGLAGES...]", "GAME [SETTINGS...]"},
    .summary = {"Étudie comment se joue chaque option de règle.",
                "Studies how each rule option plays."},
    .help =
        {"Chaque option seule contre les règles par défaut, puis les paires qui comptent (plus de\n"
         "7 % des parties changées par l'une et par l'autre) ; ou les RÉGLAGES nommés, tels que\n"
         "« default option=value,option=value ». 200 parties par réglage.",
         "Each option alone against the default rules, then the pairs that matter (each alone\n"
         "changes more than 7% of the games); or the SETTINGS named, such as\n"
         "'default option=value,option=value'. 200 games for each."},
    .game = GAME_FIRST,
    .most = OPERANDS_MANY,
    .options = {own_options, match_options, seed_options, language_options, game_options},
    .run = run,
};
