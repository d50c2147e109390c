/* bivouac study: how each rule option of a game plays, by strong self-play. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "match/study.h"
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

enum { VARIANTS_MAX = 64, SETTINGS_MAX = 160 };

struct variant {
    char settings[SETTINGS_MAX]; /* `option=value,option=value`; "": the default */
    struct study_findings findings;
    double seconds;
};

struct inquiry {
    struct player_spec player;
    uint32_t games, threads;
    uint64_t seed;
    uint32_t count;
    struct variant variant[VARIANTS_MAX];
};

static const char *settings_of(const struct variant *variant)
{
    return *variant->settings ? variant->settings : "default";
}

static double per_game(uint64_t sum, const struct study_findings *findings)
{
    return findings->games ? (double)sum / findings->games : 0;
}

static double percent(uint32_t part, const struct study_findings *findings)
{
    return 100 * per_game(part, findings);
}

/* ---- As a table ----------------------------------------------------------------------------------- */

static void print_study_head(FILE *file, const struct inquiry *inquiry)
{
    const struct bv_game *game = common.request.game;
    fprintf(file, "bivouac study %s", game->id);
    for (int i = 0; i < common.operands; i++) fprintf(file, " %s", common.operand[i]);
    fprintf(file, " --games %u --level %d --nodes %llu --seed %llu\n\n", inquiry->games,
            inquiry->player.level, (unsigned long long)inquiry->player.budget.nodes,
            (unsigned long long)inquiry->seed);
    fprintf(file, "%-48s %6s %6s %6s %8s %7s %7s %7s\n", "option", game->side[0].name, "draw",
            game->side[1].name, "decided", "turns", "plies", "leads");
}

static void print_study_row(FILE *file, const struct variant *variant)
{
    const struct study_findings *f = &variant->findings;
    fprintf(file, "%-48s %5.1f%% %5.1f%% %5.1f%% %7.1f%% %7.1f %7.1f %7.2f\n", settings_of(variant),
            percent(f->won[0], f), percent(f->drawn, f), percent(f->won[1], f),
            100 - percent(f->drawn, f), per_game(f->turns, f), per_game(f->plies, f),
            per_game(f->lead_changes, f));
}

static void print_study_details(FILE *file, const struct inquiry *inquiry)
{
    const struct bv_game *game = common.request.game;
    const struct bv_special_rule *rule = game->special_rule;
    fputs("\nhow games end, per cent\n", file);
    for (uint32_t i = 0; i < inquiry->count; i++) {
        const struct study_findings *f = &inquiry->variant[i].findings;
        fprintf(file, "%-48s", settings_of(&inquiry->variant[i]));
        for (int reason = 0; reason < game->reasons; reason++)
            if (f->reason[reason])
                fprintf(file, " %s %.1f", game->reason[reason].word, percent(f->reason[reason], f));
        fputc('\n', file);
    }
    fprintf(file, "\n%-48s", "special rules: times a game");
    for (int o = 0; o < game->special_rules; o++)
        fprintf(file, "  %4s %-18s", rule[o].clause, rule[o].title.en);
    fputc('\n', file);
    for (uint32_t i = 0; i < inquiry->count; i++) {
        const struct study_findings *f = &inquiry->variant[i].findings;
        fprintf(file, "%-48s", settings_of(&inquiry->variant[i]));
        for (int o = 0; o < game->special_rules; o++)
            fprintf(file, "  %8.2f (%3.0f%% have)", per_game(f->special_rules[o], f),
                    percent(f->games_with[o], f));
        fputc('\n', file);
    }
}

static void write_study_table(FILE *file, const struct inquiry *inquiry)
{
    print_study_head(file, inquiry);
    for (uint32_t i = 0; i < inquiry->count; i++) print_study_row(file, &inquiry->variant[i]);
    print_study_details(file, inquiry);
}

/* ---- CSV ------------------------------------------------------------------------------------- */

static void write_study_csv(FILE *file, const struct inquiry *inquiry)
{
    const struct bv_game *game = common.request.game;
    const struct bv_special_rule *rule = game->special_rule;
    fprintf(file, "game,option,player,games,%s,draw,%s,turns,plies,lead_changes",
            game->side[0].name, game->side[1].name);
    for (int reason = 0; reason < game->reasons; reason++)
        fprintf(file, ",end:%s", game->reason[reason].word);
    for (int o = 0; o < game->special_rules; o++)
        fprintf(file, ",%s %s", rule[o].clause, rule[o].title.en);
    fputc('\n', file);
    for (uint32_t i = 0; i < inquiry->count; i++) {
        const struct study_findings *f = &inquiry->variant[i].findings;
        fprintf(file, "%s,\"%s\",%s,%u,%u,%u,%u,%.2f,%.2f,%.3f", game->id,
                settings_of(&inquiry->variant[i]), inquiry->player.name, f->games, f->won[0],
                f->drawn, f->won[1], per_game(f->turns, f), per_game(f->plies, f),
                per_game(f->lead_changes, f));
        for (int reason = 0; reason < game->reasons; reason++)
            fprintf(file, ",%u", f->reason[reason]);
        for (int o = 0; o < game->special_rules; o++)
            fprintf(file, ",%.3f", per_game(f->special_rules[o], f));
        fputc('\n', file);
    }
}

/* ---- Picture: a bar for each variant, the share of games that each side won ------------------ */

enum { LABEL = 330, BAR = 400, ROW = 26, TOP = 58, MARGIN = 16, NOTE = 110 };

static double draw_part(FILE *file, double x, int y, double width, const char *colour,
                        const char *title)
{
    if (width <= 0) return x;
    fprintf(file,
            "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"><title>%s "
            "%.1f%%</title></rect>\n",
            x, y, width, ROW - 8, colour, title, 100 * width / BAR);
    return x + width;
}

static void draw_row(FILE *file, const struct bv_game *game, const struct variant *variant, int y)
{
    const struct study_findings *f = &variant->findings;
    double unit = f->games ? (double)BAR / f->games : 0;
    fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", LABEL - 8, y + 13,
            settings_of(variant));
    double x = draw_part(file, LABEL, y, unit * f->won[0], "#2f5d8a", game->side[0].name);
    x = draw_part(file, x, y, unit * f->drawn, "#c9c4b8", "=");
    draw_part(file, x, y, unit * f->won[1], "#b5532f", game->side[1].name);
    fprintf(file, "<text x=\"%d\" y=\"%d\">%.0f turns</text>\n", LABEL + BAR + 8, y + 13,
            per_game(f->turns, f));
}

static void write_study_svg(FILE *file, const struct inquiry *inquiry)
{
    const struct bv_game *game = common.request.game;
    int height = TOP + (int)inquiry->count * ROW + MARGIN;
    int width = LABEL + BAR + NOTE;
    int middle = LABEL + BAR / 2;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
            "font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"%d\" height=\"%d\" "
            "fill=\"#fbf8f1\"/>\n",
            width, height, width, height);
    fprintf(file,
            "<text x=\"%d\" y=\"24\" font-size=\"17\">%s: %s wins, draws, %s wins in %u games "
            "each</text>\n<text x=\"%d\" y=\"44\" fill=\"#555\">self-play of %s</text>\n",
            MARGIN, game->name.en, game->side[0].title.en, game->side[1].title.en, inquiry->games,
            MARGIN, inquiry->player.name);
    for (uint32_t i = 0; i < inquiry->count; i++)
        draw_row(file, game, &inquiry->variant[i], TOP + (int)i * ROW);
    fprintf(file,
            "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#222\" "
            "stroke-dasharray=\"3 3\"/>\n</svg>\n",
            middle, TOP - 6, middle, height - MARGIN);
}

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

/* Whether a variant plays clearly differently from the default. */
static bool matters(const struct inquiry *inquiry, const struct variant *variant)
{
    const struct study_findings *a = &inquiry->variant[0].findings;
    const struct study_findings *b = &variant->findings;
    double change[] = {percent(a->won[0], a) - percent(b->won[0], b),
                       percent(a->won[1], a) - percent(b->won[1], b),
                       percent(a->drawn, a) - percent(b->drawn, b)};
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
    for (int i = 0; code == EXIT_DONE && i < common.operands; i++) {
        const char *word = common.operand[i];
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

static int run(void)
{
    struct bv_error error;
    static struct inquiry inquiry;
    const struct bv_game *game = common.request.game;
    char name[PLAYER_SPEC_MAX];
    inquiry = (struct inquiry){
        .games = common.games ? (uint32_t)common.games : 200,
        .threads = threads_wanted(),
        .seed = common.seed,
    };
    name_player(name);
    if (!player_spec_read(&inquiry.player, game, name, &error))
        return complain(EXIT_FAILED, "%s", error.text);
    print_study_head(stdout, &inquiry);
    int code = common.operands ? examine_operands(&inquiry) : examine_each_option(&inquiry);
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
    .options = {own_options, match_options, seed_options, game_options},
    .run = run,
};
