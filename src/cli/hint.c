/* bivouac hint: suggests a good move, and explains it. */
#include <stdlib.h>

#include "cli/cli.h"
#include "match/player_spec.h"
#include "search/levels.h"
#include "search/reason.h"

/* The seat to advise: --seat, or the first to act; -1 after printing an error. */
static int seat_to_advise(const struct session *session)
{
    const struct bv_terms *terms = &session->terms;
    bv_seats acting = terms->game->to_act(terms, &session->state);
    if (!acting || acting == bv_seat_bit(BV_CHANCE)) {
        complain(EXIT_FAILED, acting ? "chance is to act here" : "the game is over");
        return -1;
    }
    if (!common.seat) return __builtin_ctz(acting);
    int seat = bv_seat_named(terms, bv_span_of(common.seat));
    if (seat >= 0 && (acting & bv_seat_bit(seat))) return seat;
    complain(EXIT_FAILED, "%s is not to act here", common.seat);
    return -1;
}

/* The reply to be feared, in words or as JSON; nothing where none is known. */
static void print_reply(const struct bv_terms *terms, const union bv_state *view,
                        const struct search_answer *answer)
{
    static struct reason_reply reply;
    char text[1024];
    struct bv_out out = bv_out_into(text, sizeof text);
    if (!reason_reply(terms, view, answer, &reply)) return;
    if (!common.json) {
        reason_put_reply(terms, &reply, language_is_french(), &out);
        puts(text);
        return;
    }
    terms->game->token(terms, reply.action, &out);
    printf(",\"reply\":{\"seat\":\"%s\",\"token\":\"%s\"}", bv_seat_name(terms, reply.seat), text);
}

static void print_hint(const struct session *session, int seat, const struct search_answer *answer)
{
    const struct bv_terms *terms = &session->terms;
    char token[BV_TOKEN_MAX];
    char reason[512];
    union bv_state view;
    struct bv_out out = bv_out_into(token, sizeof token);
    terms->game->token(terms, answer->choice[0].action, &out);
    bv_view(terms, &session->state, seat, &view);
    out = bv_out_into(reason, sizeof reason);
    reason_write(terms, &view, answer, language_is_french(), &out);
    const char *name = bv_seat_name(terms, answer->choice[0].seat);
    if (!common.json) {
        printf("%s %s\n%s\n", name, token, reason);
        print_reply(terms, &view, answer);
        return;
    }
    printf("{\"seat\":\"%s\",\"token\":\"%s\",\"score\":%d,\"depth\":%u,\"nodes\":%llu,\"reason\":",
           name, token, answer->choice[0].score, answer->depth, (unsigned long long)answer->nodes);
    print_json_string(reason);
    print_reply(terms, &view, answer);
    puts("}");
}

int advise(const struct session *session, int seat, double seconds)
{
    char name[32];
    struct bv_error error;
    static struct player_spec spec;
    static struct search_answer answer;
    snprintf(name, sizeof name, "level:%d@%.0fms", LEVELS, 1000 * seconds);
    if (!player_spec_read(&spec, session->terms.game, name, &error))
        return complain(EXIT_FAILED, "%s", error.text);
    struct table_player *seated = player_spec_open(&spec, &session->terms, &error);
    if (!seated) return complain(EXIT_FAILED, "%s", error.text);
    seated->seats = bv_seat_bit(seat);
    seated->random = bv_random_seeded(common.seed);
    table_player_begin(seated, &session->terms);
    table_player_ask(seated, &session->terms, &session->state, &session->past, seated->seats,
                     &answer);
    print_hint(session, seat, &answer);
    player_spec_close(seated);
    return EXIT_DONE;
}

static double think_seconds = 2;

static const struct command_option own_options[] = {
    OPTION_SECONDS("--seconds", think_seconds, "le temps de réflexion (2)",
                   "how long to think (2)"),
    {0},
};

static int run(void)
{
    struct session *session = open_played_game(0);
    if (!session) return EXIT_FAILED;
    int seat = seat_to_advise(session);
    int code = seat < 0 ? EXIT_FAILED : advise(session, seat, think_seconds);
    free(session);
    return code;
}

const struct command command_hint = {
    .name = "hint",
    .operands = {"JEU [COUP...]", "GAME [TOKEN...]"},
    .summary = {"Conseille un bon coup, et dit pourquoi.", "Suggests a good move, and says why."},
    .help = {"Joue d'abord les COUPS (« - » : lus sur l'entrée), puis conseille la place qui doit\n"
             "jouer.",
             "Plays the TOKENs first ('-': from standard input), then advises the seat to act."},
    .game = GAME_FIRST,
    .most = OPERANDS_MANY,
    .options = {own_options, position_options, seat_options, seed_options, json_options,
                game_options},
    .run = run,
};
