/* bivouac engine-check: checks whether a program follows the engine protocol, test by test. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "core/lots.h"
#include "match/engine.h"
#include "util/clock.h"

enum {
    READY_MS = 5000,
    STOP_MS = 1000,
    MOVE_MS = 200,
    LATE_MS = 1800,
    POSITIONS = 12
}; /* a busy machine may be late */

struct check {
    const char *command;
    void *engine;
    char games[1024]; /* that the program says it plays; "" if it does not say */
    int passed, failed;
};

static bool report(struct check *check, bool good, const char *what, const char *why)
{
    printf("%-7s %s%s%s\n", good ? "ok" : "FAILED", what, good || !*why ? "" : ": ",
           good ? "" : why);
    fflush(stdout);
    *(good ? &check->passed : &check->failed) += 1;
    return good;
}

static const char *why(const struct check *check)
{
    return engine_complaint(check->engine);
}

/* ---- Greeting -------------------------------------------------------------------------------- */

/* Sends the greeting again and notes the program's answer. */
static void check_greeting(struct check *check)
{
    bool named = engine_send(check->engine, "bivouac 1\n") &&
                 engine_await(check->engine, "id name ", READY_MS);
    report(check, named, "it tells its name", why(check));
    /* `games` is optional: a program that does not list its games is tried on all. */
    while (engine_await(check->engine, "", READY_MS)) {
        const char *line = engine_line(check->engine);
        if (strncmp(line, "games ", 6) == 0)
            snprintf(check->games, sizeof check->games, "%s ", line + 5);
        if (strcmp(line, "bivouacok") == 0) break;
    }
    report(check, strcmp(engine_line(check->engine), "bivouacok") == 0,
           "it ends its greeting with bivouacok", why(check));
}

static void check_ready(struct check *check)
{
    report(check,
           engine_send(check->engine, "isready\n") &&
               engine_await(check->engine, "readyok", READY_MS),
           "isready is answered", why(check));
    report(check,
           engine_send(check->engine, "a line that means nothing\nisready\n") &&
               engine_await(check->engine, "readyok", READY_MS),
           "an unknown line does no harm", why(check));
}

/* ---- A game ---------------------------------------------------------------------------------- */

static bool plays(const struct check *check, const struct bv_game *game)
{
    char word[BV_NAME_MAX + 2];
    snprintf(word, sizeof word, " %s ", game->id);
    return !*check->games || strstr(check->games, word);
}

/* A random game; a few times the program is asked for a move. */
static bool ask_along(struct check *check, struct session *session, struct bv_random *random)
{
    const struct bv_terms *terms = &session->terms;
    const struct budget budget = {.microseconds = (uint64_t)MOVE_MS * 1000,
                                  .clock = clock_microseconds};
    int asked = 0;
    bv_seats acting;
    while (asked < POSITIONS && (acting = terms->game->to_act(terms, &session->state))) {
        int seat = bv_draw_seat(acting, random);
        bv_action action = bv_draw_action(terms, &session->state, seat, session->menu.list, random);
        if (seat != BV_CHANCE && bv_random_below(random, 6) == 0) {
            union bv_state view;
            struct search_answer answer;
            bv_view(terms, &session->state, seat, &view);
            struct search_question question = {.terms = terms,
                                               .view = &view,
                                               .past = &session->past,
                                               .seats = bv_seat_bit(seat),
                                               .budget = &budget,
                                               .random = random};
            uint64_t begun = clock_microseconds();
            engine_player.choose(check->engine, &question, &answer);
            if (!answer.choices) return false;
            if (clock_microseconds() - begun > (uint64_t)(MOVE_MS + LATE_MS) * 1000)
                return report(check, false, "a move in time", terms->game->id);
            asked++;
        }
        bv_apply(terms, &session->state, seat, action, &session->past);
    }
    return true;
}

static void check_stop(struct check *check, struct session *session, struct bv_random *random)
{
    const struct bv_terms *terms = &session->terms;
    const char *id = terms->game->id;
    char what[96];
    union bv_state view;
    terms->game->start(terms, &session->state);
    while (terms->game->to_act(terms, &session->state) == bv_seat_bit(BV_CHANCE))
        bv_apply(terms, &session->state, BV_CHANCE, bv_draw_outcome(terms, &session->state, random),
                 NULL);
    int seat = __builtin_ctz(terms->game->to_act(terms, &session->state));
    bv_view(terms, &session->state, seat, &view);
    engine_player.begin(terms, check->engine);
    engine_player.observe(check->engine, terms, &view, seat);
    engine_send(check->engine, "go infinite\nisready\n");
    bool ready = engine_await(check->engine, "readyok", STOP_MS);
    snprintf(what, sizeof what, "%s: isready is answered while it thinks", id);
    report(check, ready, what, why(check));
    engine_send(check->engine, "stop\n");
    snprintf(what, sizeof what, "%s: stop brings a bestmove at once", id);
    report(check, engine_await(check->engine, "bestmove ", STOP_MS), what, why(check));
}

static int check_game(struct check *check, const struct bv_game *game)
{
    char what[96];
    struct bv_request request = bv_request_for(game);
    struct session *session = open_game(&request);
    if (!session) return EXIT_FAILED;
    struct bv_random random = bv_random_seeded(1);
    engine_player.begin(&session->terms, check->engine);
    snprintf(what, sizeof what, "%s: %d answers, all legal, each within %d ms", game->id, POSITIONS,
             MOVE_MS + LATE_MS);
    report(check, ask_along(check, session, &random), what, why(check));
    check_stop(check, session, &random);
    free(session);
    return EXIT_DONE;
}

static int run(void)
{
    struct check check = {0};
    int code = EXIT_DONE;
    check.command = common.operand[0];
    check.engine = calloc(1, engine_player.memory(NULL));
    if (!check.engine) return complain(EXIT_FAILED, "out of memory");
    if (report(&check, engine_open(check.engine, check.command), "it starts and greets",
               why(&check))) {
        check_greeting(&check);
        check_ready(&check);
        for (size_t i = 0; code == EXIT_DONE && i < bv_game_count; i++)
            if (plays(&check, bv_games[i])) code = check_game(&check, bv_games[i]);
        engine_send(check.engine, "quit\n");
        report(&check, engine_is_gone(check.engine, STOP_MS), "quit ends it", why(&check));
    }
    engine_close(check.engine);
    free(check.engine);
    printf("%d passed, %d failed\n", check.passed, check.failed);
    return code == EXIT_DONE && check.failed ? EXIT_FAILED : code;
}

const struct command command_engine_check = {
    .name = "engine-check",
    .operands = {"COMMANDE", "COMMAND"},
    .summary = {"Vérifie un programme qui parle le protocole des moteurs.",
                "Tests a program that speaks the engine protocol."},
    .help = {"COMMANDE est lancée par le shell ; entre guillemets si elle a des blancs. Dernière "
             "ligne : « N passed, N failed ».",
             "COMMAND is started by the shell; in quotes if it has blanks. The last line is 'N "
             "passed, N failed'."},
    .least = 1,
    .most = 1,
    .run = run,
};
