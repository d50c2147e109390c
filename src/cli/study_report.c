/* A study as a table, as CSV and as a picture. */
#include "cli/study.h"

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

/* ---- Table ----------------------------------------------------------------------------------- */

void print_study_head(FILE *file, const struct inquiry *inquiry)
{
    const struct bv_game *game = common.request.game;
    fprintf(file, "bivouac study %s", game->id);
    for (int i = 0; i < inquiry->operands; i++) fprintf(file, " %s", inquiry->operand[i]);
    fprintf(file, " --games %u --level %d --nodes %llu --seed %llu\n\n", inquiry->games,
            inquiry->player.level, (unsigned long long)inquiry->player.budget.nodes,
            (unsigned long long)inquiry->seed);
    fprintf(file, "%-48s %6s %6s %6s %8s %7s %7s %7s\n", "option", game->side[0].name, "draw",
            game->side[1].name, "decided", "turns", "plies", "leads");
}

void print_study_row(FILE *file, const struct variant *variant)
{
    const struct study_findings *f = &variant->findings;
    fprintf(file, "%-48s %5.1f%% %5.1f%% %5.1f%% %7.1f%% %7.1f %7.1f %7.2f\n", settings_of(variant),
            percent(f->won[0], f), percent(f->drawn, f), percent(f->won[1], f),
            100 - percent(f->drawn, f), per_game(f->turns, f), per_game(f->plies, f),
            per_game(f->lead_changes, f));
}

void print_study_details(FILE *file, const struct inquiry *inquiry)
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

void write_study_table(FILE *file, const struct inquiry *inquiry)
{
    print_study_head(file, inquiry);
    for (uint32_t i = 0; i < inquiry->count; i++) print_study_row(file, &inquiry->variant[i]);
    print_study_details(file, inquiry);
}

/* ---- CSV ------------------------------------------------------------------------------------- */

void write_study_csv(FILE *file, const struct inquiry *inquiry)
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

void write_study_svg(FILE *file, const struct inquiry *inquiry)
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
