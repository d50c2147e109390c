/* Writes puzzles, and reads them back by the rules. */
#include "cli/puzzles.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "util/fields.h"

enum { FILE_MAX = 4 << 20, LINE_MAX_ = 16384 };

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

static void print_head(const struct bv_terms *terms, const struct puzzle_search *search,
                       uint32_t count)
{
    printf("{\"game\":\"%s\",\"made\":\"bivouac puzzles %s --count %u --games %u --seed %" PRIu64,
           terms->game->id, terms->game->id, count, search->games, search->seed);
    for (int i = 0; i < terms->game->options; i++)
        if (terms->option[i])
            printf(" --set %s=%s", terms->game->option[i].name, bv_terms_value(terms, i));
    if (terms->form != terms->game->form) printf(" --seats %d", terms->form->players);
    printf("\",\"puzzles\":[");
}

void print_puzzles(const struct bv_terms *terms, const struct puzzle_search *search,
                   uint32_t chosen, uint32_t count)
{
    static char line[LINE_MAX_];
    print_head(terms, search, count);
    for (uint32_t i = 0; i < chosen; i++) {
        struct bv_out out = bv_out_into(line, sizeof line);
        put_puzzle(&out, terms, &search->puzzle[i]);
        BV_ASSERT(!out.cut);
        printf("%s\n%s", i ? "," : "", line);
    }
    puts("\n]}");
}

/* ---- Reading --------------------------------------------------------------------------------- */

struct puzzle_file *open_puzzle_file(const char *path)
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

void close_puzzle_file(struct puzzle_file *file)
{
    free(file->session);
    cJSON_Delete(file->json);
    free(file);
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

bool read_puzzle(struct puzzle_file *file, uint32_t at, const struct bv_terms **terms,
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
