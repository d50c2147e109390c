/*
 * bivouac analyse: annotates a finished game. A game is divided into runs: actions of one side with
 * no chance between them. The value of a position is what our best player expects there, averaged
 * over the die where chance is to act. What a run loses against the best choice at its beginning is
 * its mistake, so that bad luck is no mistake. In a game with secrets each side is judged by what
 * it knew.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "core/lots.h"
#include "match/player_spec.h"
#include "play/history.h"
#include "search/levels.h"
#include "search/reason.h"

enum { INACCURACY = 50, MISTAKE = 100, BLUNDER = 200 }; /* thousandths of a point */

static int64_t nodes = 400;

static const struct command_option own_options[] = {
    OPTION_NUMBER("--nodes", nodes, 1, 1000000000000,
                  "la précision de l'analyse, en nœuds par position (400)",
                  "how precise the analysis is, in nodes a position (400)"),
    {0},
};

struct analysis {
    struct session *session;
    struct player_spec spec;
    struct table_player *seated[BV_SIDES_MAX];
    struct search_answer answer; /* of the last value computed */
    /* The current run. */
    int side;     /* -1: none */
    int32_t hope; /* of its side at its beginning */
    bv_action better;
    int better_seat;
    char why[512];    /* the better is good */
    char played[512]; /* its tokens */
    bool differs;     /* the first token was another */
    int actions;
    int number;
    /* By side. */
    int mistakes[BV_SIDES_MAX][3];
    int64_t lost[BV_SIDES_MAX];
    int stretches[BV_SIDES_MAX];
};

/* ---- Values ---------------------------------------------------------------------------------- */

static int32_t ask(struct analysis *analysis, const union bv_state *state, bv_seats acting,
                   int side)
{
    int acting_side = bv_side_of(&analysis->session->terms, __builtin_ctz(acting));
    struct table_player *seated = analysis->seated[acting_side];
    table_player_turn_over(seated);
    seated->random = bv_random_seeded(1);
    table_player_ask(seated, &analysis->session->terms, state, &analysis->session->past,
                     acting & seated->seats, &analysis->answer);
    int32_t score = analysis->answer.choice[0].score;
    return acting_side == side ? score : 1000 - score;
}

/* The expected score of a side, in thousandths of a point. */
static int32_t value(struct analysis *analysis, const union bv_state *state, int side)
{
    const struct bv_terms *terms = &analysis->session->terms;
    bv_seats acting = terms->game->to_act(terms, state);
    if (!acting) return 500 * terms->game->result(terms, state).half_points[side];
    if (acting != bv_seat_bit(BV_CHANCE)) return ask(analysis, state, acting, side);
    struct bv_outcome outcome[BV_CHANCE_MAX];
    uint32_t weight = 0;
    uint32_t count = bv_outcomes(terms, state, outcome, &weight);
    int64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        union bv_state next;
        bv_apply_to_copy(terms, state, BV_CHANCE, outcome[i].action, &next);
        sum += (int64_t)outcome[i].weight * value(analysis, &next, side);
    }
    return (int32_t)(sum / weight);
}

/* ---- Runs ------------------------------------------------------------------------------------ */

static void put_token(const struct bv_terms *terms, bv_action action, struct bv_out *out)
{
    bv_put_char(out, ' ');
    terms->game->token(terms, action, out);
}

/* Why the best choice is good, by what its seat knows here. */
static void write_reason(struct analysis *analysis)
{
    const struct bv_terms *terms = &analysis->session->terms;
    struct bv_out out = bv_out_into(analysis->why, sizeof analysis->why);
    union bv_state view;
    struct reason reason;
    bv_view(terms, &analysis->session->state, analysis->better_seat, &view);
    reason_find(terms, &view, &analysis->answer, &reason);
    if (reason.kind != REASON_PLAIN) reason_put(terms, &reason, language_is_french(), &out);
}

static void begin_stretch(struct analysis *analysis, int side)
{
    const struct bv_terms *terms = &analysis->session->terms;
    analysis->side = side;
    analysis->hope = ask(analysis, &analysis->session->state,
                         terms->game->to_act(terms, &analysis->session->state), side);
    analysis->better = analysis->answer.choice[0].action;
    analysis->better_seat = analysis->answer.choice[0].seat;
    write_reason(analysis);
    analysis->actions = 0;
    analysis->differs = false;
    analysis->played[0] = '\0';
}

static const char *mark_of(int32_t loss)
{
    return loss >= BLUNDER ? "??" : loss >= MISTAKE ? "?" : loss >= INACCURACY ? "?!" : "";
}

static void print_stretch(const struct analysis *analysis, int32_t after, int32_t loss)
{
    const struct bv_terms *terms = &analysis->session->terms;
    char better[BV_TOKEN_MAX + 1];
    struct bv_out out = bv_out_into(better, sizeof better);
    terms->game->token(terms, analysis->better, &out);
    /* Shown from the first side's point of view, so that the column reads as one curve. */
    int32_t shown = analysis->side == 0 ? after : 1000 - after;
    const char *name = terms->game->side[analysis->side].name;
    if (common.json) {
        printf("{\"stretch\":%d,\"side\":\"%s\",\"tokens\":", analysis->number, name);
        print_json_string(analysis->played + (analysis->played[0] == ' '));
        printf(",\"value\":%d,\"loss\":%d,\"mark\":\"%s\",\"better\":", shown, loss, mark_of(loss));
        bool told = *mark_of(loss) && analysis->differs;
        if (told)
            print_json_string(better);
        else
            printf("null");
        if (told && analysis->why[0]) {
            printf(",\"why\":");
            print_json_string(analysis->why);
        }
        puts("}");
        return;
    }
    printf("%4d %-2s %5.1f%% %-2s %s", analysis->number, name, shown / 10.0, mark_of(loss),
           analysis->played);
    if (*mark_of(loss) && analysis->differs)
        printf(SAY("   (−%.1f ; mieux : %s) %s", "   (−%.1f; better: %s) %s"), loss / 10.0, better,
               analysis->why);
    putchar('\n');
}

static void end_stretch(struct analysis *analysis)
{
    if (analysis->side < 0) return;
    int side = analysis->side;
    int32_t after = value(analysis, &analysis->session->state, side);
    int32_t loss = analysis->differs && analysis->hope > after ? analysis->hope - after : 0;
    analysis->number++;
    analysis->stretches[side]++;
    analysis->lost[side] += loss;
    if (loss >= INACCURACY)
        analysis->mistakes[side][loss >= BLUNDER ? 2 : loss >= MISTAKE ? 1 : 0]++;
    print_stretch(analysis, after, loss);
    analysis->side = -1;
}

/* ---- The record ------------------------------------------------------------------------------ */

static bool sit_down(struct analysis *analysis, struct bv_error *error)
{
    char name[48];
    const struct bv_terms *terms = &analysis->session->terms;
    snprintf(name, sizeof name, "level:%d@%llun", LEVELS, (unsigned long long)nodes);
    if (!player_spec_read(&analysis->spec, terms->game, name, error)) return false;
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        analysis->seated[side] = player_spec_open(&analysis->spec, terms, error);
        if (!analysis->seated[side]) return false;
        analysis->seated[side]->seats = bv_seats_of_side(terms, side);
        table_player_begin(analysis->seated[side], terms);
    }
    return true;
}

static void follow(struct analysis *analysis, const struct played *played)
{
    struct session *session = analysis->session;
    const struct bv_terms *terms = &session->terms;
    int side = played->seat == BV_CHANCE ? -1 : bv_side_of(terms, played->seat);
    if (side != analysis->side) end_stretch(analysis);
    if (side >= 0 && analysis->side < 0) begin_stretch(analysis, side);
    if (side >= 0) {
        size_t used = strlen(analysis->played);
        struct bv_out out = bv_out_into(analysis->played + used, sizeof analysis->played - used);
        put_token(terms, played->action, &out);
        analysis->differs |= analysis->actions > 0 || played->action != analysis->better ||
                             played->seat != analysis->better_seat;
        analysis->actions++;
    }
    bv_apply(terms, &session->state, played->seat, played->action, &session->past);
    for (int i = 0; i < BV_SIDES_MAX; i++)
        table_player_observe(analysis->seated[i], terms, &session->state);
}

static void print_summary(const struct analysis *analysis)
{
    const struct bv_game *game = analysis->session->terms.game;
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        int stretches = analysis->stretches[side] ? analysis->stretches[side] : 1;
        const int *mistakes = analysis->mistakes[side];
        double mean = (double)analysis->lost[side] / stretches / 10;
        if (common.json)
            printf("{\"summary\":\"%s\",\"inaccuracies\":%d,\"mistakes\":%d,\"blunders\":%d,"
                   "\"mean_loss\":%.2f}\n",
                   game->side[side].name, mistakes[0], mistakes[1], mistakes[2], mean);
        else
            printf(SAY("%s : %d imprécisions, %d fautes, %d bourdes ; "
                       "%.1f %% perdus en moyenne\n",
                       "%s: %d inaccuracies, %d mistakes, %d blunders; "
                       "%.1f%% lost on average\n"),
                   say(game->side[side].title), mistakes[0], mistakes[1], mistakes[2], mean);
    }
}

static int annotate(struct analysis *analysis, struct saved_game *saved)
{
    struct bv_error error;
    int code = EXIT_DONE;
    if (sit_down(analysis, &error)) {
        rewind_saved_game(saved, 0);
        for (size_t i = 0; i < saved->history.count; i++)
            follow(analysis, &saved->history.played[i]);
        end_stretch(analysis);
        print_summary(analysis);
    } else {
        code = complain(EXIT_FAILED, "%s", error.text);
    }
    for (int side = 0; side < BV_SIDES_MAX; side++) player_spec_close(analysis->seated[side]);
    return code;
}

static int run(void)
{
    static struct analysis analysis;
    struct bv_error error;
    struct saved_game *saved = read_saved_game(common.operand[0], &error);
    if (!saved) return complain(EXIT_FAILED, "%s", error.text);
    analysis = (struct analysis){.session = saved->session, .side = -1};
    int code = annotate(&analysis, saved);
    close_saved_game(saved);
    return code;
}

const struct command command_analyse = {
    .name = "analyse",
    .operands = {"PARTIE", "RECORD"},
    .summary = {"Annote une partie enregistrée : évaluation, fautes, meilleurs coups.",
                "Annotates a recorded game: evaluation, mistakes, better moves."},
    .help =
        {"Une ligne par suite de coups d'un même camp : l'espérance du premier camp après elle,\n"
         "?! ? ?? selon la taille de la faute (5, 10, 20 %), et le meilleur coup. La malchance\n"
         "aux dés n'est pas une faute ; dans un jeu à secrets chaque camp est jugé sur ce qu'il\n"
         "savait.",
         "One line for each run of actions of one side: the first side's expected score after it,\n"
         "?! ? ?? by the size of the mistake (5, 10, 20%), and the better move. Bad luck with the\n"
         "die is no mistake; in a game with secrets each side is judged by what it knew."},
    .least = 1,
    .most = 1,
    .offer = offer_files,
    .options = {own_options, json_options},
    .run = run,
};
