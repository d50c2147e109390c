/* Opening a game from options, playing tokens into it, and reading files. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "core/canvas.h"
#include "core/facts.h"

char *read_whole_file(const char *path, size_t most, size_t *length)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (!file) {
        complain(EXIT_FAILED, "%s: %s", path, strerror(errno));
        return NULL;
    }
    char *text = malloc(most + 2);
    size_t read = text ? fread(text, 1, most + 1, file) : 0;
    bool failed = !text || ferror(file);
    if (!standard) fclose(file);
    if (failed || read > most || memchr(text, '\0', read)) {
        complain(EXIT_FAILED, "%s: %s", path,
                 failed        ? "cannot be read"
                 : read > most ? "is too long"
                               : "is not a text file");
        free(text);
        return NULL;
    }
    text[read] = '\0';
    if (length) *length = read;
    return text;
}

bool read_lines(const char *path, line_reader *read, void *context, int *lines)
{
    struct bv_error error = {""};
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (!file) {
        complain(EXIT_FAILED, "%s: %s", path, strerror(errno));
        return false;
    }
    bool good = read_each_line(file, read, context, lines, &error);
    if (!good)
        complain(EXIT_FAILED, "%s:%d: %s", standard ? "standard input" : path, *lines, error.text);
    if (!standard) fclose(file);
    return good;
}

struct session *open_session(const struct options *options)
{
    struct bv_error error;
    struct session *session = calloc(1, sizeof *session);
    if (!session) {
        complain(EXIT_FAILED, "out of memory");
        return NULL;
    }
    const struct bv_game *game = options->request.game;
    bool good = bv_terms_make(&options->request, &session->terms, &session->tables, &error);
    if (good && options->position)
        good = bv_position_read(&session->terms, bv_span_of(options->position), &session->state,
                                &error);
    else if (good)
        game->start(&session->terms, &session->state);
    if (good) return session;
    complain(EXIT_FAILED, "%s", error.text);
    close_session(session);
    return NULL;
}

void close_session(struct session *session)
{
    free(session);
}

/* Splits `SEAT:TOKEN` or `SEAT TOKEN` if it begins with a seat's name; otherwise the seat is -1. */
static int split_seat(const struct bv_terms *terms, struct bv_span *word)
{
    for (size_t at = 0; at < word->length; at++) {
        if (word->text[at] != ':' && word->text[at] != ' ') continue;
        int seat = bv_seat_named(terms, (struct bv_span){word->text, at});
        if (seat < 0) return -1;
        word->text += at + 1;
        word->length -= at + 1;
        return seat;
    }
    return -1;
}

static bool play_word(void *context, struct bv_span word, struct bv_error *error)
{
    struct session *session = context;
    if (!word.length) return true;
    int seat = split_seat(&session->terms, &word);
    if (seat < 0) {
        bv_seats acting = session->terms.game->to_act(&session->terms, &session->state);
        if (!acting) return bv_error_set(error, "the game is over");
        if (acting & (acting - 1))
            return bv_error_set(error, "several seats are to act: write SEAT:TOKEN");
        seat = __builtin_ctz(acting);
    }
    return bv_try_token(&session->terms, &session->state, seat, word, &session->past,
                        &session->menu, error);
}

struct session *open_played_session(const struct options *options)
{
    struct session *session = open_session(options);
    if (!session) return NULL;
    bool good = true;
    for (int i = 0; good && i < options->operands; i++) {
        struct bv_error error;
        int lines = 0;
        if (strcmp(options->operand[i], "-") == 0) {
            good = read_lines("-", play_word, session, &lines);
            continue;
        }
        good = play_word(session, bv_span_of(options->operand[i]), &error);
        if (!good) complain(EXIT_FAILED, "token %d: %s", i + 1, error.text);
    }
    if (good) return session;
    close_session(session);
    return NULL;
}

void print_position_line(const struct session *session, const union bv_state *state)
{
    char text[BV_POSITION_MAX];
    struct bv_out out = bv_out_into(text, sizeof text);
    session->terms.game->write(&session->terms, state, &out);
    puts(text);
}

void print_position(const struct session *session, const union bv_state *view, int seat,
                    const struct options *options)
{
    static struct bv_canvas canvas;
    struct bv_facts facts;
    static char text[BV_CANVAS_WIDTH * BV_CANVAS_HEIGHT * 24];
    struct bv_out out = bv_out_into(text, sizeof text);
    session->terms.game->draw(&session->terms, view, &canvas);
    bv_canvas_print(&canvas, wants_colour(options), &out);
    bv_facts(&session->terms, view, seat, &facts);
    bv_put_facts(&session->terms, &facts, false, options->language == FRENCH, &out);
    fputs(text, stdout);
}
