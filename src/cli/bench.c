/*
 * bivouac bench: how fast the rules are. Random play with the full legal list made at every ply; a
 * ply is one token, chance and forced ones included. With --plies the amount of work is fixed, for
 * counting instructions, and the fingerprint shows whether two programs did the same.
 */
#include <stdlib.h>

#include "cli/bench.h"
#include "cli/cli.h"
#include "core/lots.h"
#include "util/clock.h"

struct figures {
    uint64_t plies;
    uint64_t games;
    uint64_t fingerprint; /* of all final positions */
    uint32_t longest;
    double seconds;
    double legal_ns;
    struct pace best; /* our strongest player, with 100 ms for a turn */
    double playouts;  /* a second, of UCT */
};

static double now(void)
{
    return (double)clock_microseconds() * 1e-6;
}

static uint64_t play_game(struct session *session, struct bv_random *random, bv_action *list,
                          struct figures *figures)
{
    const struct bv_terms *terms = &session->terms;
    const struct bv_game *game = terms->game;
    union bv_state *state = &session->state;
    uint64_t plies = 0;
    session->past.count = 0;
    game->start(terms, state);
    for (bv_seats acting; (acting = game->to_act(terms, state)); plies++) {
        int seat = bv_draw_seat(acting, random);
        bv_action action;
        if (seat == BV_CHANCE) {
            action = bv_draw_outcome(terms, state, random);
        } else {
            uint32_t count = game->legal(terms, state, seat, list);
            if (count > figures->longest) figures->longest = count;
            action = list[bv_random_below(random, count)];
        }
        bv_apply(terms, state, seat, action, &session->past);
    }
    figures->fingerprint = figures->fingerprint * 31 + bv_state_hash(game, state);
    return plies;
}

/* The time of one legal list: those of a whole game's positions, made repeatedly. */
static double time_lists(struct session *session, struct bv_random *random, bv_action *list)
{
    enum { KEPT = 256, ROUNDS = 64 };
    static union bv_state kept[KEPT];
    static int seat[KEPT];
    const struct bv_terms *terms = &session->terms;
    const struct bv_game *game = terms->game;
    int count = 0;
    volatile uint32_t sink = 0;
    while (count < KEPT) {
        game->start(terms, &session->state);
        session->past.count = 0;
        for (bv_seats acting; (acting = game->to_act(terms, &session->state)) && count < KEPT;) {
            int who = bv_draw_seat(acting, random);
            if (who == BV_CHANCE) {
                bv_apply(terms, &session->state, who,
                         bv_draw_outcome(terms, &session->state, random), &session->past);
                continue;
            }
            uint32_t number = game->legal(terms, &session->state, who, list);
            if (bv_random_below(random, 8) == 0) {
                bv_state_copy(game, &kept[count], &session->state);
                seat[count++] = who;
            }
            bv_apply(terms, &session->state, who, list[bv_random_below(random, number)],
                     &session->past);
        }
    }
    double begun = now();
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < KEPT; i++) sink += game->legal(terms, &kept[i], seat[i], list);
    return (now() - begun) * 1e9 / (KEPT * ROUNDS);
}

static struct figures measure(struct session *session, const struct options *options)
{
    static bv_action list[BV_LIST_MAX];
    struct figures figures = {0};
    struct bv_random random = bv_random_seeded(options->has_seed ? options->seed : 1);
    double begun = now();
    do {
        figures.plies += play_game(session, &random, list, &figures);
        figures.games++;
        figures.seconds = now() - begun;
    } while (options->plies ? figures.plies < options->plies : figures.seconds < options->seconds);
    if (options->plies) return figures;
    figures.legal_ns = time_lists(session, &random, list);
    figures.best = measure_pace(&session->terms, "level:8@100ms", options->seconds);
    figures.playouts =
        measure_pace(&session->terms, "uct@20ms", options->seconds / 4).nodes_per_second;
    return figures;
}

static void print_figures(const struct bv_game *game, const struct figures *f,
                          const struct options *options)
{
    double per_second = (double)f->plies / f->seconds;
    if (options->json) {
        printf("{\"game\":\"%s\",\"plies_per_s\":%.0f,\"games_per_s\":%.1f,\"ns_per_list\":%.1f,"
               "\"nodes_per_s\":%.0f,\"longest_100ms_turn_ms\":%.1f,\"playouts_per_s\":%.0f,"
               "\"state_bytes\":%u,\"list_cap\":%u,"
               "\"longest_list\":%u,\"plies\":%llu,"
               "\"fingerprint\":\"%016llx\"}\n",
               game->id, per_second, (double)f->games / f->seconds, f->legal_ns,
               f->best.nodes_per_second, 1e3 * f->best.longest_turn, f->playouts, game->state_size,
               (unsigned)game->list_cap, (unsigned)f->longest, (unsigned long long)f->plies,
               (unsigned long long)f->fingerprint);
        return;
    }
    if (options->plies) {
        printf("%-13s %llu plies, fingerprint %016llx\n", game->id, (unsigned long long)f->plies,
               (unsigned long long)f->fingerprint);
        return;
    }
    printf("%-13s %7.2f %9.0f %8.0f %8u %8u %8u %8.0f %8.0f %8.1f\n", game->id, per_second / 1e6,
           (double)f->games / f->seconds, f->legal_ns, game->state_size, (unsigned)game->list_cap,
           (unsigned)f->longest, f->best.nodes_per_second / 1e3, f->playouts,
           1e3 * f->best.longest_turn);
}

static int run(const struct options *options)
{
    if (options->operands)
        return complain(EXIT_MISUSED, "bench takes no '%s'; see 'bivouac bench --help'",
                        options->operand[0]);
    if (options->redraw) return bench_redraw(options);
    if (!options->json && !options->plies)
        puts("game          Mplies/s   games/s  ns/list  B state list cap  longest knodes/s    "
             "uct/s  longest turn");
    for (size_t i = 0; i < bv_game_count; i++) {
        if (options->has_game && options->request.game != bv_games[i]) continue;
        struct options one = *options;
        one.request = bv_request_for(bv_games[i]);
        struct session *session = open_session(&one);
        if (!session) return EXIT_FAILED;
        struct figures figures = measure(session, options);
        print_figures(bv_games[i], &figures, options);
        fflush(stdout);
        close_session(session);
    }
    return EXIT_DONE;
}

const struct command command_bench = {
    .name = "bench",
    .usage = "[--game GAME] [--seconds S | --plies N | --redraw] [--seed N] [--json]",
    .summary = {"Mesure la vitesse des règles et des recherches, sur un fil.",
                "Measures the speed of the rules and of the searches, on one thread."},
    .help = {"Parties au hasard, la liste complète des coups faite à chaque pas ; puis le niveau 8 "
             "et UCT\n"
             "contre eux-mêmes : milliers de nœuds, et parties tirées au sort, par seconde, et le "
             "plus\n"
             "long tour d'un niveau 8 qui dispose de 100 ms.\n"
             "  --plies N   un travail fixe et son empreinte, pour compter des instructions\n"
             "  --redraw    le temps d'une image de « bivouac play » en plein écran",
             "Random play, the full legal list made at every ply; then level 8 and UCT against\n"
             "themselves: thousands of nodes, and random playouts, a second, and the longest turn\n"
             "of a level 8 that has 100 ms.\n"
             "  --plies N   a fixed amount of work and its fingerprint, to count instructions\n"
             "  --redraw    how long a frame of a full-screen 'bivouac play' takes"},
    .takes = TAKES_BENCH | TAKES_SEED | TAKES_JSON,
    .run = run,
};
