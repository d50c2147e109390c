/*
 * bivouac bench: how fast the rules are. Random play with the full legal list made at every ply; a
 * ply is one token, chance and forced ones included. With --plies, or for the search with --nodes,
 * the amount of work is fixed, for counting instructions, and the fingerprint shows whether two
 * programs did the same.
 */
#include <stdlib.h>

#include "cli/cli.h"
#include "core/hash.h"
#include "core/lots.h"
#include "match/game.h"
#include "match/player_spec.h"
#include "util/clock.h"

static double seconds = 2;
static int64_t plies; /* 0: as many as fit into the time */
static int64_t nodes; /* 0: as many as fit into the time */

static const struct command_option own_options[] = {
    OPTION_READ("--game", "JEU", "GAME", name_game, offer_games, "un jeu (tous)",
                "one game (all of them)"),
    OPTION_SECONDS("--seconds", seconds, "la durée de chaque mesure (2)",
                   "how long each measurement takes (2)"),
    OPTION_NUMBER("--plies", plies, 1, 1000000000000,
                  "un travail fixe et son empreinte, pour compter des instructions",
                  "a fixed amount of work and its fingerprint, to count instructions"),
    OPTION_NUMBER("--nodes", nodes, 1, 1000000000000, "de même, pour la recherche du niveau 8",
                  "the same, for the search of level 8"),
    {0},
};

/* ---- Searches: a player against itself, on one thread ---------------------------------------- */

/* The speed of a player, `level:8@100ms`. */
struct pace {
    uint64_t nodes;
    uint64_t fingerprint; /* of all that was chosen */
    double nodes_per_second;
    double longest_turn; /* seconds */
};

struct count {
    uint64_t nodes;
    uint64_t fingerprint;
    uint64_t begun;
    uint64_t enough;       /* microseconds */
    uint64_t enough_nodes; /* 0: however many */
    uint64_t last;         /* when the last action was chosen */
    uint64_t turn;         /* microseconds of this turn */
    uint64_t longest_turn;
    int side; /* whose turn it is */
    atomic_bool stop;
};

static void note_action(void *context, const struct match_game *match_game, int seat,
                        bv_action action, const struct search_answer *answer)
{
    struct count *count = context;
    uint64_t now = clock_microseconds();
    if (answer) {
        int side = bv_side_of(match_game->terms, seat);
        if (side != count->side) count->turn = 0;
        count->side = side;
        count->turn += now - count->last;
        count->nodes += answer->nodes;
        count->fingerprint = count->fingerprint * 31 + bv_mix(action, answer->nodes);
        if (count->turn > count->longest_turn) count->longest_turn = count->turn;
    }
    count->last = now;
    if (count->enough_nodes ? count->nodes >= count->enough_nodes
                            : now - count->begun >= count->enough)
        atomic_store(&count->stop, true);
}

/* For a time, or until there were so many nodes. */
static struct pace measure_pace(const struct bv_terms *terms, const char *player, double time,
                                uint64_t enough_nodes)
{
    static struct player_spec spec;
    struct bv_error error;
    struct match_game *match_game = calloc(1, sizeof *match_game);
    struct table_player *seated[BV_SIDES_MAX] = {NULL};
    struct count count = {.enough = (uint64_t)(time * 1e6), .enough_nodes = enough_nodes};
    bool good = match_game && player_spec_read(&spec, terms->game, player, &error);
    for (int side = 0; good && side < BV_SIDES_MAX; side++) {
        seated[side] = player_spec_open(&spec, terms, &error);
        good = seated[side] != NULL;
    }
    count.begun = count.last = clock_microseconds();
    for (uint64_t seed = 1; good && !atomic_load(&count.stop); seed++) {
        struct bv_result result;
        for (int side = 0; side < BV_SIDES_MAX; side++) {
            match_game->side[side] = *seated[side];
            match_game->side[side].random = bv_random_seeded(2 * seed + (uint64_t)side);
        }
        match_game->terms = terms;
        match_game->dice = bv_random_seeded(seed);
        match_game->opening = 4;
        match_game->listen = note_action;
        match_game->context = &count;
        match_game->stop = &count.stop;
        match_game_play(match_game, &result);
    }
    double used = (double)(clock_microseconds() - count.begun) / 1e6;
    for (int side = 0; side < BV_SIDES_MAX; side++) player_spec_close(seated[side]);
    free(match_game);
    return (struct pace){
        .nodes = count.nodes,
        .fingerprint = count.fingerprint,
        .nodes_per_second = used > 0 ? (double)count.nodes / used : 0,
        .longest_turn = (double)count.longest_turn / 1e6,
    };
}

/* ---- Rules ----------------------------------------------------------------------------------- */

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
    uint64_t played = 0;
    session->past.count = 0;
    game->start(terms, state);
    for (bv_seats acting; (acting = game->to_act(terms, state)); played++) {
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
    return played;
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

static struct figures measure(struct session *session)
{
    static bv_action list[BV_LIST_MAX];
    struct figures figures = {0};
    struct bv_random random = bv_random_seeded(common.seed);
    double begun = now();
    do {
        figures.plies += play_game(session, &random, list, &figures);
        figures.games++;
        figures.seconds = now() - begun;
    } while (plies ? figures.plies < (uint64_t)plies : figures.seconds < seconds);
    if (plies) return figures;
    figures.legal_ns = time_lists(session, &random, list);
    figures.best = measure_pace(&session->terms, "level:8@100ms", seconds, 0);
    figures.playouts = measure_pace(&session->terms, "uct@20ms", seconds / 4, 0).nodes_per_second;
    return figures;
}

/* A fixed number of nodes of the search, some hundreds for each question. */
static void search_nodes(const struct session *session)
{
    struct pace pace = measure_pace(&session->terms, "level:8@500n", 0, (uint64_t)nodes);
    printf("%-13s %llu nodes, fingerprint %016llx\n", session->terms.game->id,
           (unsigned long long)pace.nodes, (unsigned long long)pace.fingerprint);
}

static void print_figures(const struct bv_game *game, const struct figures *f)
{
    double per_second = (double)f->plies / f->seconds;
    if (common.json) {
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
    if (plies) {
        printf("%-13s %llu plies, fingerprint %016llx\n", game->id, (unsigned long long)f->plies,
               (unsigned long long)f->fingerprint);
        return;
    }
    printf("%-13s %7.2f %9.0f %8.0f %8u %8u %8u %8.0f %8.0f %8.1f\n", game->id, per_second / 1e6,
           (double)f->games / f->seconds, f->legal_ns, game->state_size, (unsigned)game->list_cap,
           (unsigned)f->longest, f->best.nodes_per_second / 1e3, f->playouts,
           1e3 * f->best.longest_turn);
}

static int run(void)
{
    if (!common.json && !plies && !nodes)
        puts("game          Mplies/s   games/s  ns/list  B state list cap  longest knodes/s    "
             "uct/s  longest turn");
    for (size_t i = 0; i < bv_game_count; i++) {
        if (common.request.game && common.request.game != bv_games[i]) continue;
        struct bv_request request = bv_request_for(bv_games[i]);
        struct session *session = open_game(&request);
        if (!session) return EXIT_FAILED;
        if (nodes) {
            search_nodes(session);
        } else {
            struct figures figures = measure(session);
            print_figures(bv_games[i], &figures);
        }
        fflush(stdout);
        free(session);
    }
    return EXIT_DONE;
}

const struct command command_bench = {
    .name = "bench",
    .operands = {"", ""},
    .summary = {"Mesure la vitesse des règles et des recherches, sur un fil.",
                "Measures the speed of the rules and of the searches, on one thread."},
    .help =
        {"Parties au hasard, la liste complète des coups faite à chaque pas ; puis le niveau 8 et\n"
         "UCT contre eux-mêmes : milliers de nœuds, et parties tirées au sort, par seconde, et le\n"
         "plus long tour d'un niveau 8 qui dispose de 100 ms.",
         "Random play, the full legal list made at every ply; then level 8 and UCT against\n"
         "themselves: thousands of nodes, and random playouts, a second, and the longest turn\n"
         "of a level 8 that has 100 ms."},
    .options = {own_options, seed_options, json_options},
    .run = run,
};
