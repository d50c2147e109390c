/*
 * bivouac engine: our computer opponents for other programs, by the line protocol of
 * docs/engine-protocol.md. One thread reads the lines, another thinks, so that `stop` and `isready`
 * are answered at once.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"
#include "core/board.h"
#include "match/player_spec.h"
#include "search/levels.h"
#include "util/clock.h"

struct engine {
    int level;
    uint64_t seed;
    bool has_game;
    struct session session; /* the game as this program knows it */
    char board[BV_BOARD_TEXT_MAX + 1];
    size_t board_length;
    char own_board[BV_BOARD_TEXT_MAX + 1]; /* of the game in progress */
    struct player_spec spec;
    struct table_player *seated;
    /* Thinking. */
    pthread_t thinker;
    bool thinking; /* the thread is to be joined */
    bv_seats asked;
    struct budget limit;
    bool infinite;
    atomic_bool stop;
    uint64_t begun, told;      /* of the thinking, and of its last line: clock_microseconds */
    struct search_answer best; /* known so far; depth 0: nothing yet */
};

static void stop_thinking(struct engine *engine)
{
    if (!engine->thinking) return;
    atomic_store(&engine->stop, true);
    pthread_join(engine->thinker, NULL);
    engine->thinking = false;
}

/* ---- The game -------------------------------------------------------------------------------- */

static bool sit_down(struct engine *engine, struct bv_error *error)
{
    char name[16];
    player_spec_close(engine->seated);
    snprintf(name, sizeof name, "level:%d", engine->level);
    if (!player_spec_read(&engine->spec, engine->session.terms.game, name, error)) return false;
    engine->seated = player_spec_open(&engine->spec, &engine->session.terms, error);
    if (!engine->seated) return false;
    engine->seated->seats = 0;
    engine->seated->random = bv_random_seeded(engine->seed);
    table_player_begin(engine->seated, &engine->session.terms);
    return true;
}

/* `newgame GAME option=value seats=2`, after the lines of a custom board. */
static bool new_game(struct engine *engine, struct bv_span rest, struct bv_error *error)
{
    struct bv_span id = {0};
    struct session *session = &engine->session;
    engine->has_game = false;
    bv_take_word(&rest, &id);
    const struct bv_game *game = bv_game_find(id, error);
    if (!game) return false;
    struct bv_request request = bv_request_for(game);
    if (engine->board_length) {
        memcpy(engine->own_board, engine->board, engine->board_length + 1);
        request.board_text = engine->own_board;
        request.board_file = "board";
        engine->board_length = 0;
    }
    if (rest.length && !bv_terms_read(&request, rest, error)) return false;
    if (!bv_terms_make(&request, &session->terms, &session->tables, error)) return false;
    game->start(&session->terms, &session->state);
    session->past.count = 0;
    engine->has_game = sit_down(engine, error);
    return engine->has_game;
}

static bool add_board_line(struct engine *engine, struct bv_span line, struct bv_error *error)
{
    if (engine->board_length + line.length + 1 > BV_BOARD_TEXT_MAX)
        return bv_error_set(error, "the board is too long");
    memcpy(engine->board + engine->board_length, line.text, line.length);
    engine->board_length += line.length;
    engine->board[engine->board_length++] = '\n';
    engine->board[engine->board_length] = '\0';
    return true;
}

/*
 * A position that follows from the last one by one action is played, so that repetitions are known.
 * Only where they matter: in games without secrets.
 */
static bool follows(struct session *session, const union bv_state *next)
{
    const struct bv_terms *terms = &session->terms;
    const struct bv_game *game = terms->game;
    for (bv_seats acting = game->to_act(terms, &session->state); acting; acting &= acting - 1) {
        int seat = __builtin_ctz(acting);
        if (seat == BV_CHANCE) continue;
        uint32_t count = game->legal(terms, &session->state, seat, session->menu.list);
        for (uint32_t i = 0; i < count; i++) {
            union bv_state tried;
            bv_state_copy(game, &tried, &session->state);
            uint32_t past = session->past.count;
            bv_apply(terms, &tried, seat, session->menu.list[i], &session->past);
            if (bv_state_same(game, &tried, next)) return true;
            session->past.count = past;
        }
    }
    return false;
}

static bool take_position_text(struct engine *engine, struct bv_span text, struct bv_error *error)
{
    union bv_state next;
    struct session *session = &engine->session;
    const struct bv_game *game = session->terms.game;
    if (!bv_position_read(&session->terms, text, &next, error)) return false;
    bool same = bv_state_same(game, &next, &session->state);
    if (!same && (game->flags & BV_HAS_REPETITION) && !follows(session, &next))
        session->past.count = 0;
    bv_state_copy(game, &session->state, &next);
    if (engine->seated->seats)
        table_player_observe(engine->seated, &session->terms, &session->state);
    return true;
}

static bool take_position_tokens(struct engine *engine, struct bv_span rest, struct bv_error *error)
{
    struct session *session = &engine->session;
    struct bv_span word = {0};
    session->terms.game->start(&session->terms, &session->state);
    session->past.count = 0;
    while (bv_take_word(&rest, &word))
        if (!session_play(session, word, error)) return false;
    return true;
}

static bool take_position(struct engine *engine, struct bv_span rest, struct bv_error *error)
{
    struct bv_span word = {0};
    if (!engine->has_game) return bv_error_set(error, "newgame comes first");
    bv_take_word(&rest, &word);
    if (bv_span_is(word, "text")) return take_position_text(engine, rest, error);
    if (bv_span_is(word, "tokens") || bv_span_is(word, "start"))
        return take_position_tokens(engine, rest, error);
    return bv_error_set(error, "position text POSITION, or position tokens SEAT:TOKEN ...");
}

/* ---- Thinking -------------------------------------------------------------------------------- */

static void print_token(const struct bv_terms *terms, bv_action action)
{
    char token[BV_TOKEN_MAX];
    struct bv_out out = bv_out_into(token, sizeof token);
    terms->game->token(terms, action, &out);
    printf(" %s", token);
}

static void print_info(struct engine *engine, uint64_t nodes)
{
    const struct search_answer *best = &engine->best;
    engine->told = clock_microseconds();
    uint64_t used = engine->told - engine->begun;
    flockfile(stdout);
    printf("info depth %u", best->depth);
    if (best->choices) printf(" score %d", best->choice[0].score);
    printf(" nodes %llu time %llu nps %llu", (unsigned long long)nodes,
           (unsigned long long)(used / 1000), (unsigned long long)(nodes * 1000000 / (used + 1)));
    if (best->line_length) printf(" pv");
    for (uint32_t i = 0; i < best->line_length; i++)
        print_token(&engine->session.terms, best->line[i]);
    putchar('\n');
    fflush(stdout);
    funlockfile(stdout);
}

/* While it thinks: a line whenever it sees deeper, and otherwise several in a second. */
static void report_progress(void *context, uint64_t nodes, const struct search_answer *best)
{
    enum { TELL_EVERY = 400000 };
    struct engine *engine = context;
    bool deeper = best && best->depth > engine->best.depth;
    if (best) engine->best = *best;
    if (deeper || clock_microseconds() - engine->told >= TELL_EVERY) print_info(engine, nodes);
}

static void *think(void *context)
{
    struct engine *engine = context;
    const struct session *session = &engine->session;
    struct search_answer answer;
    struct table_player *seated = engine->seated;
    engine->begun = engine->told = clock_microseconds();
    engine->best = (struct search_answer){0};
    engine->limit.listen = report_progress;
    engine->limit.context = engine;
    seated->turn = engine->limit;
    seated->left = engine->limit.microseconds;
    seated->actions = 0;
    table_player_ask(seated, &session->terms, &session->state, &session->past, engine->asked,
                     &answer);
    engine->best = answer;
    print_info(engine, answer.nodes);
    /* With `go infinite`, it answers only after `stop`. */
    while (engine->infinite && !atomic_load(&engine->stop)) {
        struct timespec nap = {.tv_nsec = 1000000};
        nanosleep(&nap, NULL);
    }
    flockfile(stdout);
    printf("bestmove %s", bv_seat_name(&session->terms, answer.choice[0].seat));
    print_token(&session->terms, answer.choice[0].action);
    putchar('\n');
    fflush(stdout);
    funlockfile(stdout);
    return NULL;
}

/* One seat, or several with commas: `SIDE.one,SIDE.two` */
static bool read_seats(const struct engine *engine, struct bv_span names, bv_seats *seats)
{
    struct bv_span name = {0};
    *seats = 0;
    while (bv_take_part(&names, ',', &name)) {
        int seat = bv_seat_named(&engine->session.terms, name);
        if (seat < 0 || seat >= BV_SEATS_MAX) return false;
        *seats |= bv_seat_bit(seat);
    }
    return true;
}

/* The seats whose view the following positions are. */
static bool sit_at(struct engine *engine, struct bv_span names, struct bv_error *error)
{
    bv_seats seats = 0;
    if (!engine->has_game) return bv_error_set(error, "newgame comes first");
    if (!read_seats(engine, names, &seats) || !seats)
        return bv_error_set(error, "sit: no such seat");
    engine->seated->seats = seats;
    return true;
}

static bool read_limits(struct engine *engine, struct bv_span rest, bv_seats *seats,
                        struct bv_error *error)
{
    struct bv_span word = {0};
    struct bv_span value = {0};
    bool limited = false;
    /* How deep a level searches is part of its style. */
    engine->limit = (struct budget){
        .clock = clock_microseconds, .stop = &engine->stop, .depth = engine->spec.budget.depth};
    engine->infinite = false;
    while (bv_take_word(&rest, &word)) {
        if (bv_span_is(word, "infinite")) {
            engine->infinite = limited = true;
            continue;
        }
        if (!bv_take_word(&rest, &value)) return bv_error_set(error, "go: a number is missing");
        int number = 0;
        if (bv_span_is(word, "seat") || bv_span_is(word, "seats")) {
            if (!read_seats(engine, value, seats)) return bv_error_set(error, "go: no such seat");
            continue;
        }
        if (!bv_number_of(value, 1, INT_MAX, &number))
            return bv_error_set(error, "go: limits are whole numbers above 0");
        limited = true;
        if (bv_span_is(word, "movetime"))
            engine->limit.microseconds = (uint64_t)number * 1000;
        else if (bv_span_is(word, "nodes"))
            engine->limit.nodes = (uint64_t)number;
        else if (bv_span_is(word, "depth"))
            engine->limit.depth = (uint32_t)number;
        else
            return bv_error_set(error, "go knows seats, movetime, nodes, depth and infinite");
    }
    if (limited) return true;
    engine->limit = engine->spec.budget;
    engine->limit.stop = &engine->stop;
    return true;
}

static bool go(struct engine *engine, struct bv_span rest, struct bv_error *error)
{
    const struct bv_terms *terms = &engine->session.terms;
    if (!engine->has_game) return bv_error_set(error, "newgame comes first");
    bv_seats acting = terms->game->to_act(terms, &engine->session.state);
    bv_seats seats = acting & ~bv_seat_bit(BV_CHANCE);
    if (!read_limits(engine, rest, &seats, error)) return false;
    seats &= acting;
    if (!seats) return bv_error_set(error, "no such seat is to act");
    engine->asked = seats;
    if (!engine->seated->seats) engine->seated->seats = seats;
    atomic_store(&engine->stop, false);
    engine->thinking = pthread_create(&engine->thinker, NULL, think, engine) == 0;
    return engine->thinking || bv_error_set(error, "no thread could be started");
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static void greet(void)
{
    printf("id name Bivouac %s\nid author Bivouac\nprotocol 1\ngames", BIVOUAC_VERSION);
    for (size_t i = 0; i < bv_game_count; i++) printf(" %s", bv_games[i]->id);
    puts("\noption name Level type spin default 8 min 1 max 8");
    puts("option name Seed type spin default 1 min 0 max 2147483647");
    puts("bivouacok");
    fflush(stdout);
}

static bool set_option(struct engine *engine, struct bv_span rest, struct bv_error *error)
{
    struct bv_span word[4] = {{0}};
    int number = 0;
    for (int i = 0; i < 4; i++) bv_take_word(&rest, &word[i]);
    if (!bv_span_is(word[0], "name") || !bv_span_is(word[2], "value") ||
        !bv_number_of(word[3], 0, INT_MAX, &number))
        return bv_error_set(error, "setoption name NAME value NUMBER");
    if (bv_span_is(word[1], "Level") && number >= 1 && number <= LEVELS)
        engine->level = number;
    else if (bv_span_is(word[1], "Seed"))
        engine->seed = (uint64_t)number;
    else
        return bv_error_set(error, "options are Level, 1 to 8, and Seed");
    return !engine->has_game || sit_down(engine, error);
}

/* False when the program should end. */
static bool obey(struct engine *engine, struct bv_span line)
{
    struct bv_error error = {""};
    struct bv_span rest = line;
    struct bv_span word = {0};
    bool good = true;
    if (!bv_take_word(&rest, &word)) return true;
    if (bv_span_is(word, "isready")) {
        puts("readyok");
        fflush(stdout);
        return true;
    }
    stop_thinking(engine);
    if (bv_span_is(word, "quit")) return false;
    if (bv_span_is(word, "bivouac"))
        greet();
    else if (bv_span_is(word, "board"))
        good = add_board_line(engine, rest, &error);
    else if (bv_span_is(word, "newgame"))
        good = new_game(engine, rest, &error);
    else if (bv_span_is(word, "position"))
        good = take_position(engine, rest, &error);
    else if (bv_span_is(word, "sit"))
        good = sit_at(engine, rest, &error);
    else if (bv_span_is(word, "setoption"))
        good = set_option(engine, rest, &error);
    else if (bv_span_is(word, "go"))
        good = go(engine, rest, &error);
    else if (!bv_span_is(word, "stop"))
        good = bv_error_set(&error, "an unknown line is ignored");
    if (!good) {
        printf("error %s\n", error.text);
        fflush(stdout);
    }
    return true;
}

static int run(void)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t length = 0;
    struct engine *engine = calloc(1, sizeof *engine);
    if (!engine) return complain(EXIT_FAILED, "out of memory");
    engine->level = LEVELS;
    engine->seed = common.seed;
    bool go_on = true;
    while (go_on && (length = getline(&line, &size, stdin)) >= 0) {
        while (length && (line[length - 1] == '\n' || line[length - 1] == '\r')) length--;
        go_on = obey(engine, (struct bv_span){line, (size_t)length});
    }
    stop_thinking(engine);
    player_spec_close(engine->seated);
    free(engine);
    free(line);
    return EXIT_DONE;
}

const struct command command_engine = {
    .name = "engine",
    .operands = {"", ""},
    .summary = {"Met nos adversaires à la disposition d'un autre programme, ligne par ligne.",
                "Provides our computer opponents to another program, line by line."},
    .help = {"Le protocole, semblable à UCI, est décrit dans docs/engine-protocol.md.",
             "The protocol, similar to UCI, is described in docs/engine-protocol.md."},
    .options = {seed_options},
    .run = run,
};
