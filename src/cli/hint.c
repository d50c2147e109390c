/* bivouac hint: suggests a good move, and explains it. */
#include <stdlib.h>

#include "cli/contest.h"
#include "search/levels.h"
#include "search/reason.h"

/* The seat to advise: --seat, or the first to act; -1 after printing an error. */
static int seat_to_advise(const struct options *options, const struct session *session)
{
    const struct bv_terms *terms = &session->terms;
    bv_seats acting = terms->game->to_act(terms, &session->state);
    if (!acting || acting == bv_seat_bit(BV_CHANCE)) {
        complain(EXIT_FAILED, acting ? "chance is to act here" : "the game is over");
        return -1;
    }
    if (!options->seat) return __builtin_ctz(acting);
    int seat = bv_seat_named(terms, bv_span_of(options->seat));
    if (seat >= 0 && (acting & bv_seat_bit(seat))) return seat;
    complain(EXIT_FAILED, "%s is not to act here", options->seat);
    return -1;
}

static void print_hint(const struct options *options, const struct session *session, int seat,
                       const struct search_answer *answer)
{
    const struct bv_terms *terms = &session->terms;
    char token[BV_TOKEN_MAX];
    char reason[512];
    union bv_state view;
    struct bv_out out = bv_out_into(token, sizeof token);
    terms->game->token(terms, answer->choice[0].action, &out);
    bv_view(terms, &session->state, seat, &view);
    out = bv_out_into(reason, sizeof reason);
    reason_write(terms, &view, answer, options->language == FRENCH, &out);
    if (!options->json) {
        printf("%s %s\n%s\n", bv_seat_name(terms, answer->choice[0].seat), token, reason);
        return;
    }
    printf("{\"seat\":\"%s\",\"token\":\"%s\",\"score\":%d,\"depth\":%u,\"nodes\":%llu,\"reason\":",
           bv_seat_name(terms, answer->choice[0].seat), token, answer->choice[0].score,
           answer->depth, (unsigned long long)answer->nodes);
    print_json_string(reason);
    puts("}");
}

int advise(const struct options *options, const struct session *session, int seat)
{
    char name[32];
    struct bv_error error;
    static struct player_spec spec;
    static struct search_answer answer;
    snprintf(name, sizeof name, "level:%d@%.0fms", LEVELS, 1000 * options->seconds);
    if (!player_spec_read(&spec, session->terms.game, name, &error))
        return complain(EXIT_FAILED, "%s", error.text);
    struct table_player *seated = player_spec_open(&spec, &session->terms);
    if (!seated) return complain(EXIT_FAILED, "out of memory");
    seated->seats = bv_seat_bit(seat);
    seated->random = bv_random_seeded(options->has_seed ? options->seed : 1);
    table_player_begin(seated, &session->terms);
    table_player_ask(seated, &session->terms, &session->state, &session->past, seated->seats,
                     &answer);
    print_hint(options, session, seat, &answer);
    player_spec_close(seated);
    return EXIT_DONE;
}

static int run(const struct options *options)
{
    struct session *session = open_played_session(options);
    if (!session) return EXIT_FAILED;
    int seat = seat_to_advise(options, session);
    int code = seat < 0 ? EXIT_FAILED : advise(options, session, seat);
    close_session(session);
    return code;
}

const struct command command_hint = {
    .name = "hint",
    .usage = "GAME [TOKEN...] [--position TEXT] [--seat SEAT] [--seconds S] [--json]",
    .summary = {"Conseille un bon coup, et dit pourquoi.", "Suggests a good move, and says why."},
    .help = {"Joue d'abord les COUPS (« - » : lus sur l'entrée), puis conseille la place qui doit "
             "jouer.\n"
             "  --seconds S   le temps de réflexion (2 s)",
             "Plays the TOKENs first ('-': from standard input), then advises the seat to act.\n"
             "  --seconds S   how long to think (2 s)"},
    .takes = TAKES_GAME | TAKES_POSITION | TAKES_SEAT | TAKES_SEED | TAKES_SECONDS | TAKES_JSON |
             TAKES_LANGUAGE,
    .run = run,
};
