/* bivouac puzzles: makes puzzles from self-play, and checks those of a file. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "core/hash.h"
#include "match/puzzle_search.h"
#include "util/fields.h"

enum { GAMES_FOR_EACH = 5, FILE_MAX = 4 << 20, LINE_MAX_ = 16384 };

static int64_t count = 36;
static int64_t games; /* 0: so many for each puzzle */
static bool checks;
static int64_t sample = -1; /* all */
static int64_t nodes;

static const struct command_option own_options[] = {
    OPTION_NUMBER("--count", count, 1, 10000, "le nombre de problèmes (36)",
                  "the number of puzzles (36)"),
    OPTION_NUMBER("--games", games, 1, 1000000, "parties jouées (5 par problème)",
                  "games played (5 for each puzzle)"),
    OPTION_FLAG("--check", checks,
                "relit des fichiers : les coups sont légaux, et la recherche retrouve la solution",
                "reads files again: every token is legal, and search finds each solution"),
    OPTION_NUMBER("--sample", sample, 0, 10000,
                  "ne cherche que N problèmes par fichier (0 : les règles seules)",
                  "searches only N puzzles of each file (0: the rules alone)"),
    OPTION_NUMBER("--nodes", nodes, 1, 1000000000000, "nœuds par question, pour --check",
                  "nodes a question, for --check"),
    {0},
};

/* ---- Writing --------------------------------------------------------------------------------- */

static void put_token(struct bv_out *out, const char *name, const struct bv_terms *terms,
                      const struct search_option *option)
{
    char token[BV_TOKEN_MAX];
    struct bv_out text = bv_out_into(token, sizeof token);
    terms->game->token(terms, option->action, &text);
    bv_json_text(out, name, token);
}

/* What differs from the default terms. */
static void put_terms(struct bv_out *out, const struct bv_terms *terms)
{
    bool usual = true;
    for (int i = 0; i < terms->game->options; i++) usual &= terms->option[i] == 0;
    if (!usual) {
        bv_json_open(out, "options", '{');
        for (int i = 0; i < terms->game->options; i++)
            if (terms->option[i])
                bv_json_text(out, terms->game->option[i].name, bv_terms_value(terms, i));
        bv_json_close(out, '}');
    }
    if (terms->form != terms->game->form) bv_json_number(out, "seats", terms->form->players);
}

static void put_steps(struct bv_out *out, const struct bv_terms *terms, const struct puzzle *puzzle)
{
    bv_json_open(out, "solution", '[');
    for (uint32_t i = 0; i < puzzle->steps; i++) {
        bv_json_open(out, NULL, '[');
        for (uint32_t k = 0; k < puzzle->step[i].choices; k++)
            put_token(out, NULL, terms, &puzzle->step[i].choice[k]);
        bv_json_close(out, ']');
    }
    bv_json_close(out, ']');
    bv_json_open(out, "replies", '[');
    for (uint32_t i = 0; i < puzzle->steps; i++) {
        bv_json_open(out, NULL, '[');
        for (uint32_t k = 0; k < puzzle->step[i].replies; k++) {
            const struct search_option *reply = &puzzle->step[i].reply[k];
            bv_json_open(out, NULL, '{');
            bv_json_text(out, "seat", bv_seat_name(terms, reply->seat));
            put_token(out, "token", terms, reply);
            bv_json_close(out, '}');
        }
        bv_json_close(out, ']');
    }
    bv_json_close(out, ']');
}

/* The name of a puzzle is derived from its position: it stays the same in another set. */
static void put_puzzle(struct bv_out *out, const struct bv_terms *terms,
                       const struct puzzle *puzzle)
{
    char position[BV_POSITION_MAX];
    char id[16];
    struct bv_out text = bv_out_into(position, sizeof position);
    int solver = puzzle->step[0].choice[0].seat;
    const char *seat = bv_seat_name(terms, solver);
    uint64_t hash = 0;
    terms->game->write(terms, &puzzle->position, &text);
    for (const char *c = position; *c; c++) hash = bv_mix(hash, (uint64_t)(unsigned char)*c);
    snprintf(id, sizeof id, "%08" PRIx32, (uint32_t)(hash >> 32));
    bv_json_open(out, NULL, '{');
    bv_json_text(out, "id", id);
    bv_json_text(out, "kind", puzzle_kind_name[puzzle->kind]);
    bv_json_number(out, "grade", puzzle->grade);
    put_terms(out, terms);
    bv_json_text(out, "position", position);
    if (assess_hides(terms, &puzzle->position, solver)) bv_json_text(out, "as", seat);
    bv_json_text(out, "seat", seat);
    put_steps(out, terms, puzzle);
    bv_json_number(out, "score", puzzle->score);
    bv_json_number(out, "rest", puzzle->rest);
    bv_json_close(out, '}');
}

static void print_head(const struct bv_terms *terms, const struct puzzle_search *search)
{
    printf("{\"game\":\"%s\",\"made\":\"bivouac puzzles %s --count %u --games %u --seed %" PRIu64,
           terms->game->id, terms->game->id, (unsigned)count, search->games, search->seed);
    for (int i = 0; i < terms->game->options; i++)
        if (terms->option[i])
            printf(" --set %s=%s", terms->game->option[i].name, bv_terms_value(terms, i));
    if (terms->form != terms->game->form) printf(" --seats %d", terms->form->players);
    printf("\",\"puzzles\":[");
}

static void print_puzzles(const struct bv_terms *terms, const struct puzzle_search *search,
                          uint32_t chosen)
{
    static char line[LINE_MAX_];
    print_head(terms, search);
    for (uint32_t i = 0; i < chosen; i++) {
        struct bv_out out = bv_out_into(line, sizeof line);
        put_puzzle(&out, terms, &search->puzzle[i]);
        BV_ASSERT(!out.cut);
        printf("%s\n%s", i ? "," : "", line);
    }
    puts("\n]}");
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* A file of puzzles: web/books/GAME/puzzles.json. */
struct puzzle_file {
    const char *path;
    const struct bv_game *game;
    cJSON *json;
    const cJSON *list;
    uint32_t count;
    struct session *session; /* of the puzzle read last */
};

static void close_puzzle_file(struct puzzle_file *file)
{
    free(file->session);
    cJSON_Delete(file->json);
    free(file);
}

/* NULL after printing an error. */
static struct puzzle_file *open_puzzle_file(const char *path)
{
    struct bv_error error;
    char *text = read_whole_file(path, FILE_MAX);
    struct puzzle_file *file = text ? calloc(1, sizeof *file) : NULL;
    if (!file) {
        free(text);
        return NULL;
    }
    file->path = path;
    file->json = fields_json_parse(bv_span_of(text));
    free(text);
    file->list = cJSON_GetObjectItemCaseSensitive(file->json, "puzzles");
    const char *game = fields_text(file->json, "game", BV_NAME_MAX);
    if (game && cJSON_IsArray(file->list)) {
        file->count = (uint32_t)cJSON_GetArraySize(file->list);
        file->game = bv_game_find(bv_span_of(game), &error);
        if (file->game) return file;
        complain(EXIT_FAILED, "%s: %s", path, error.text);
    } else {
        complain(EXIT_FAILED, "%s: is not a file of puzzles", path);
    }
    close_puzzle_file(file);
    return NULL;
}

static bool read_terms(struct puzzle_file *file, const cJSON *json, struct bv_error *error)
{
    struct bv_request request = bv_request_for(file->game);
    const cJSON *option = NULL;
    int64_t seats = 0;
    cJSON_ArrayForEach(option, cJSON_GetObjectItemCaseSensitive(json, "options"))
    {
        char setting[2 * BV_NAME_MAX];
        if (!cJSON_IsString(option)) return bv_error_set(error, "a rule option is not a string");
        snprintf(setting, sizeof setting, "%s=%s", option->string, option->valuestring);
        if (!bv_request_set(&request, bv_span_of(setting), error)) return false;
    }
    if (fields_number(json, "seats", 1, BV_SEATS_MAX, &seats)) request.seats = (int)seats;
    free(file->session);
    file->session = calloc(1, sizeof *file->session);
    if (!file->session) return bv_error_set(error, "out of memory");
    return bv_terms_make(&request, &file->session->terms, &file->session->tables, error);
}

/* An action of any seat of the side that may play this token now. */
static bool find_choice(struct session *session, int side, const cJSON *json,
                        struct search_option *option, struct bv_error *error)
{
    const struct bv_terms *terms = &session->terms;
    bv_seats acting = terms->game->to_act(terms, &session->state) & bv_seats_of_side(terms, side);
    bv_error_set(error, "the solver is not to act");
    if (!cJSON_IsString(json)) return bv_error_set(error, "a token is not a string");
    for (; acting; acting &= acting - 1) {
        option->seat = (uint8_t)__builtin_ctz(acting);
        if (bv_token_action(terms, &session->state, option->seat, bv_span_of(json->valuestring),
                            &session->menu, &option->action, error))
            return true;
    }
    return false;
}

static bool read_choices(struct session *session, int side, const cJSON *json,
                         struct puzzle_step *step, struct bv_error *error)
{
    const cJSON *token = NULL;
    cJSON_ArrayForEach(token, json)
    {
        if (step->choices == PUZZLE_CHOICES) return bv_error_set(error, "too many choices");
        if (!find_choice(session, side, token, &step->choice[step->choices++], error)) return false;
    }
    if (!step->choices) return bv_error_set(error, "a step without a choice");
    bv_apply(&session->terms, &session->state, step->choice[0].seat, step->choice[0].action,
             &session->past);
    return true;
}

static bool read_replies(struct session *session, const cJSON *json, struct puzzle_step *step,
                         struct bv_error *error)
{
    const cJSON *reply = NULL;
    cJSON_ArrayForEach(reply, json)
    {
        if (step->replies == PUZZLE_REPLIES) return bv_error_set(error, "too many replies");
        struct search_option *option = &step->reply[step->replies++];
        const char *name = fields_text(reply, "seat", BV_NAME_MAX);
        const char *token = fields_text(reply, "token", BV_TOKEN_MAX);
        int seat = name ? bv_seat_named(&session->terms, bv_span_of(name)) : -1;
        if (seat < 0 || !token) return bv_error_set(error, "a reply needs a seat and a token");
        option->seat = (uint8_t)seat;
        if (!bv_token_action(&session->terms, &session->state, seat, bv_span_of(token),
                             &session->menu, &option->action, error))
            return false;
        bv_apply(&session->terms, &session->state, seat, option->action, &session->past);
    }
    return true;
}

static bool read_steps(struct session *session, int side, const cJSON *json, struct puzzle *puzzle,
                       struct bv_error *error)
{
    const cJSON *solution = cJSON_GetObjectItemCaseSensitive(json, "solution");
    const cJSON *replies = cJSON_GetObjectItemCaseSensitive(json, "replies");
    int steps = cJSON_GetArraySize(solution);
    if (steps < 1 || steps > PUZZLE_STEPS || cJSON_GetArraySize(replies) != steps)
        return bv_error_set(error, "needs one to five steps, with replies for each");
    for (int i = 0; i < steps; i++) {
        struct puzzle_step *step = &puzzle->step[puzzle->steps++];
        if (!read_choices(session, side, cJSON_GetArrayItem(solution, i), step, error) ||
            !read_replies(session, cJSON_GetArrayItem(replies, i), step, error))
            return false;
    }
    return true;
}

/* Reads a puzzle and plays it through, so that it follows the rules. The terms last until the next
 * is read. */
static bool read_puzzle(struct puzzle_file *file, uint32_t at, const struct bv_terms **terms,
                        struct puzzle *puzzle, struct bv_error *error)
{
    const cJSON *json = cJSON_GetArrayItem(file->list, (int)at);
    int64_t grade = 0;
    *puzzle = (struct puzzle){0};
    if (!read_terms(file, json, error)) return false;
    struct session *session = file->session;
    *terms = &session->terms;
    const char *position = fields_text(json, "position", BV_POSITION_MAX);
    const char *kind = fields_text(json, "kind", BV_NAME_MAX);
    const char *name = fields_text(json, "seat", BV_NAME_MAX);
    int seat = name ? bv_seat_named(*terms, bv_span_of(name)) : -1;
    if (!position || !kind || seat < 0 || seat == BV_CHANCE)
        return bv_error_set(error, "needs a position, a kind and a seat");
    while (puzzle->kind < PUZZLE_KINDS && strcmp(kind, puzzle_kind_name[puzzle->kind]) != 0)
        puzzle->kind++;
    if (puzzle->kind == PUZZLE_KINDS) return bv_error_set(error, "its kind is unknown");
    if (!fields_number(json, "grade", 1, PUZZLE_GRADES, &grade))
        return bv_error_set(error, "its grade is not from 1 to 5");
    puzzle->grade = (int)grade;
    if (!bv_position_read(*terms, bv_span_of(position), &session->state, error)) return false;
    bv_state_copy(file->game, &puzzle->position, &session->state);
    return read_steps(session, bv_side_of(*terms, seat), json, puzzle, error);
}

/* ---- Making ---------------------------------------------------------------------------------- */

static void show_progress(uint32_t played, uint32_t found)
{
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\r%u games, %u puzzles ", played, found);
}

static int make(void)
{
    struct session *session = open_game(&common.request);
    if (!session) return EXIT_FAILED;
    struct puzzle_search search = {
        .terms = &session->terms,
        .games = (uint32_t)(games ? games : GAMES_FOR_EACH * count),
        .seed = common.seed,
        .report = show_progress,
    };
    int code = EXIT_DONE;
    if (!puzzle_search_run(&search)) {
        code = complain(EXIT_FAILED, "out of memory");
    } else {
        uint32_t chosen = puzzle_search_choose(&search, (uint32_t)count);
        if (isatty(STDERR_FILENO)) fputs("\r\x1b[K", stderr);
        if (chosen < count)
            code = complain(EXIT_FAILED, "%u games gave %u puzzles; --games N plays more",
                            search.games, chosen);
        print_puzzles(&session->terms, &search, chosen);
    }
    free(search.puzzle);
    free(session);
    return code;
}

/* ---- Checking -------------------------------------------------------------------------------- */

struct checking {
    uint32_t count, good, searched;
};

/* Only a sample, spread evenly over the file, is searched; the rest only has to follow the rules.
 * */
static bool is_in_sample(int64_t at, int64_t all)
{
    return sample < 0 || sample >= all || at * sample / all != (at + 1) * sample / all;
}

static void check_one(struct checking *checking, struct puzzle_file *file, uint32_t at)
{
    struct bv_error error;
    struct puzzle puzzle;
    const struct bv_terms *terms = NULL;
    checking->count++;
    if (!read_puzzle(file, at, &terms, &puzzle, &error)) {
        complain(EXIT_FAILED, "%s: puzzle %u: %s", file->path, at + 1, error.text);
        return;
    }
    if (is_in_sample(at, file->count)) {
        struct puzzle_setter *setter = puzzle_setter_open(terms);
        bool holds = setter && puzzle_holds(setter, &puzzle, (uint32_t)nodes);
        puzzle_setter_close(setter);
        checking->searched++;
        if (!holds) {
            complain(EXIT_FAILED, "%s: puzzle %u: its solution does not stand out", file->path,
                     at + 1);
            return;
        }
    }
    checking->good++;
}

static int check(void)
{
    struct checking checking = {0};
    if (!common.operands)
        return complain(EXIT_MISUSED, "--check needs a file; see 'bivouac help puzzles'");
    for (int i = 0; i < common.operands; i++) {
        struct puzzle_file *file = open_puzzle_file(common.operand[i]);
        if (!file) return EXIT_FAILED;
        for (uint32_t at = 0; at < file->count; at++) check_one(&checking, file, at);
        close_puzzle_file(file);
    }
    printf(SAY("%u problèmes, %u bons (%u par la recherche)\n",
               "%u puzzles, %u good (%u by search)\n"),
           checking.count, checking.good, checking.searched);
    return checking.good == checking.count ? EXIT_DONE : EXIT_FAILED;
}

static int run(void)
{
    if (checks) return check();
    if (!common.request.game)
        return complain(EXIT_MISUSED, "name a game, or --check FILE; see 'bivouac help "
                                      "puzzles'");
    if (common.operands)
        return complain(EXIT_MISUSED, "'%s' is one argument too many; see 'bivouac help %s'",
                        common.operand[0], "puzzles");
    return make();
}

const struct command command_puzzles = {
    .name = "puzzles",
    .operands = {"JEU | --check FICHIER...", "GAME | --check FILE..."},
    .summary = {"Crée des problèmes tirés de parties de l'ordinateur, ou en vérifie.",
                "Makes puzzles from self-play, or checks them."},
    .help =
        {"Écrit en JSON des positions où un coup se détache : gagner, sauver, le meilleur coup, "
         "le\n"
         "meilleur tir. Tous les coups légaux sont examinés ; les autres sont nettement moins\n"
         "bons. La même commande écrit toujours les mêmes octets.",
         "Writes as JSON positions in which one choice stands out: win, save, best move, best\n"
         "shot. Every legal choice is examined; the others are clearly worse. The same command\n"
         "always writes the same bytes."},
    .game = GAME_OPTIONAL,
    .most = OPERANDS_MANY,
    .offer = offer_files,
    .options = {own_options, seed_options, game_options},
    .run = run,
};
