/* What commands share: files, games opened from options, positions and texts that are printed. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "core/canvas.h"
#include "core/facts.h"

/* ---- Files ----------------------------------------------------------------------------------- */

static bool is_standard(const char *path)
{
    return strcmp(path, "-") == 0;
}

static FILE *open_file(const char *path, bool standard)
{
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (!file) complain(EXIT_FAILED, "%s: %s", path, strerror(errno));
    return file;
}

char *read_whole_file(const char *path, size_t most)
{
    bool standard = is_standard(path);
    FILE *file = open_file(path, standard);
    if (!file) return NULL;
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
    return text;
}

bool read_lines(const char *path, line_reader *read, void *context, int *lines)
{
    struct bv_error error = {""};
    bool standard = is_standard(path);
    FILE *file = open_file(path, standard);
    if (!file) return false;
    bool good = read_each_line(file, read, context, lines, &error);
    if (!good)
        complain(EXIT_FAILED, "%s:%d: %s", standard ? "standard input" : path, *lines, error.text);
    if (!standard) fclose(file);
    return good;
}

/* ---- Games ----------------------------------------------------------------------------------- */

struct session *open_game(const struct bv_request *request)
{
    struct bv_error error;
    struct session *session = session_open(request, common.position, &error);
    if (!session) complain(EXIT_FAILED, "%s", error.text);
    return session;
}

static bool play_line(void *session, struct bv_span line, struct bv_error *error)
{
    return !line.length || session_play(session, line, error);
}

struct session *open_played_game(int first)
{
    struct session *session = open_game(&common.request);
    bool good = session;
    for (int i = first; good && i < common.operands; i++) {
        const char *token = common.operand[i];
        struct bv_error error;
        int lines = 0;
        if (is_standard(token)) {
            good = read_lines("-", play_line, session, &lines);
            continue;
        }
        good = play_line(session, bv_span_of(token), &error);
        if (!good) complain(EXIT_FAILED, "token %d: %s", i - first + 1, error.text);
    }
    if (good) return session;
    free(session);
    return NULL;
}

/* ---- Printing -------------------------------------------------------------------------------- */

bool wants_colour(void)
{
    const char *terminal = getenv("TERM");
    const char *refusal = getenv("NO_COLOR");
    if (common.ascii || common.no_colour || common.colour)
        return common.colour && !common.ascii && !common.no_colour;
    return isatty(STDOUT_FILENO) && terminal && strcmp(terminal, "dumb") != 0 &&
           !(refusal && *refusal);
}

void print_position(const struct bv_terms *terms, const union bv_state *view, int seat)
{
    static struct bv_canvas canvas;
    struct bv_facts facts;
    static char text[BV_CANVAS_WIDTH * BV_CANVAS_HEIGHT * 24];
    struct bv_out out = bv_out_into(text, sizeof text);
    terms->game->draw(terms, view, &canvas);
    bv_canvas_print(&canvas, wants_colour(), &out);
    bv_facts(terms, view, seat, &facts);
    bv_put_facts(terms, &facts, false, language_is_french(), &out);
    fputs(text, stdout);
}

void print_json_string(const char *text)
{
    putchar('"');
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            printf("\\%c", c);
        else if (c < ' ')
            printf("\\u%04x", c);
        else
            putchar(c);
    }
    putchar('"');
}

int text_columns(const char *text)
{
    int columns = 0;
    for (; *text; text++) columns += ((unsigned char)*text & 0xC0) != 0x80;
    return columns;
}
