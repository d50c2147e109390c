#include "match/engine.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/menu.h"
#include "core/terms.h"
#include "games/storage.h"
#include "util/clock.h"

enum { LINE_SIZE = 8192, TIMEOUT_MS = 5000 };

struct engine {
    const char *command; /* for complaints */
    pid_t process;
    int to, from; /* its standard input and output */
    int seat;     /* the seat whose view it was told it gets; -1: not yet */
    size_t length;
    char buffer[LINE_SIZE]; /* read, not yet used */
    char line[LINE_SIZE];
    char complaint[256]; /* why it gave no answer; "" while it has answered */
    struct bv_menu menu;
};

static bool complain(struct engine *engine, const char *pattern, ...)
    __attribute__((format(printf, 2, 3)));

/* Begins with the command, of which the first words are enough. */
static bool complain(struct engine *engine, const char *pattern, ...)
{
    va_list arguments;
    va_start(arguments, pattern);
    int length = snprintf(engine->complaint, sizeof engine->complaint, "'%.80s' ", engine->command);
    vsnprintf(engine->complaint + length, sizeof engine->complaint - (size_t)length, pattern,
              arguments);
    va_end(arguments);
    return false;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

bool engine_send(void *mind, const char *text)
{
    struct engine *engine = mind;
    size_t length = strlen(text);
    while (length) {
        ssize_t sent = write(engine->to, text, length);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        text += sent;
        length -= (size_t)sent;
    }
    return true;
}

/* Its output has ended; a program that ends is given a moment to say with which code. */
static bool complain_of_end(struct engine *engine)
{
    int status = 0;
    for (int waited = 0; waited < 100; waited++) {
        if (waitpid(engine->process, &status, WNOHANG) == engine->process) {
            engine->process = 0;
            close(engine->to);
            close(engine->from);
            if (WIFSIGNALED(status))
                return complain(engine, "was ended by signal %d", WTERMSIG(status));
            /* What a shell says of a command that it does not find, or may not start. */
            if (WEXITSTATUS(status) == 127 || WEXITSTATUS(status) == 126)
                return complain(engine, "cannot be started");
            return complain(engine, "ended with code %d", WEXITSTATUS(status));
        }
        poll(NULL, 0, 2);
    }
    return complain(engine, "closed its output");
}

/* The next line into engine->line, waiting at most until `deadline` (of clock_microseconds). False:
 * none came in time, or, with a complaint, none will. */
static bool read_line(struct engine *engine, uint64_t deadline)
{
    if (!engine->process) return false;
    for (;;) {
        char *end = memchr(engine->buffer, '\n', engine->length);
        if (end) {
            size_t length = (size_t)(end - engine->buffer);
            memcpy(engine->line, engine->buffer, length);
            engine->line[length] = '\0';
            if (length && engine->line[length - 1] == '\r') engine->line[length - 1] = '\0';
            engine->length -= length + 1;
            memmove(engine->buffer, end + 1, engine->length);
            return true;
        }
        uint64_t now = clock_microseconds();
        if (engine->length == sizeof engine->buffer)
            return complain(engine, "sent a line of more than %d bytes", LINE_SIZE);
        if (now >= deadline) return false;
        struct pollfd wait = {.fd = engine->from, .events = POLLIN};
        int ready = poll(&wait, 1, (int)((deadline - now) / 1000) + 1);
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) return false;
        ssize_t got = read(engine->from, engine->buffer + engine->length,
                           sizeof engine->buffer - engine->length);
        if (got <= 0) return complain_of_end(engine);
        engine->length += (size_t)got;
    }
}

/* Reads lines until one begins with `word`. */
bool engine_await(void *mind, const char *word, uint64_t milliseconds)
{
    struct engine *engine = mind;
    uint64_t deadline = clock_microseconds() + milliseconds * 1000;
    size_t length = strlen(word);
    engine->complaint[0] = engine->line[0] = '\0';
    while (read_line(engine, deadline))
        if (strncmp(engine->line, word, length) == 0) return true;
    if (engine->complaint[0]) return false;
    return complain(engine, "sent no '%s' within %llu ms; its last line: '%.60s'", word,
                    (unsigned long long)milliseconds, engine->line);
}

/* ---- Opening and closing --------------------------------------------------------------------- */

static bool start_process(struct engine *engine, const char *command)
{
    int down[2];
    int up[2];
    if (pipe(down) != 0) return false;
    if (pipe(up) != 0) {
        close(down[0]);
        close(down[1]);
        return false;
    }
    engine->process = fork();
    if (engine->process == 0) {
        dup2(down[0], STDIN_FILENO);
        dup2(up[1], STDOUT_FILENO);
        close(down[0]);
        close(down[1]);
        close(up[0]);
        close(up[1]);
        setpgid(0, 0);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    close(down[0]);
    close(up[1]);
    engine->to = down[1];
    engine->from = up[0];
    return engine->process > 0;
}

static bool send_board(struct engine *engine, const struct bv_terms *terms)
{
    const char *at = terms->board_text;
    bool good = true;
    while (good && at && *at) {
        size_t length = strcspn(at, "\n");
        char line[LINE_SIZE];
        snprintf(line, sizeof line, "board %.*s\n", (int)length, at);
        good = engine_send(engine, line);
        at += length + (at[length] == '\n');
    }
    return good;
}

bool engine_open(void *mind, const char *command)
{
    struct engine *engine = mind;
    signal(SIGPIPE, SIG_IGN);
    engine->command = command;
    if (!start_process(engine, command)) return complain(engine, "cannot be started");
    engine_send(engine, "bivouac 1\n"); /* a program that has ended is found when it is heard */
    return engine_await(engine, "bivouacok", TIMEOUT_MS);
}

bool engine_is_gone(void *mind, uint64_t milliseconds)
{
    struct engine *engine = mind;
    for (uint64_t waited = 0; waited <= milliseconds; waited += 2) {
        if (waitpid(engine->process, NULL, WNOHANG) != 0) {
            close(engine->to);
            close(engine->from);
            engine->process = 0;
            return true;
        }
        poll(NULL, 0, 2);
    }
    return false;
}

void engine_close(void *mind)
{
    struct engine *engine = mind;
    if (engine->process <= 0) return;
    engine_send(engine, "quit\n");
    if (engine_is_gone(engine, TIMEOUT_MS / 5)) return;
    kill(-engine->process, SIGKILL);
    engine_is_gone(engine, TIMEOUT_MS);
}

const char *engine_line(const void *mind)
{
    return ((const struct engine *)mind)->line;
}

const char *engine_complaint(const void *mind)
{
    return ((const struct engine *)mind)->complaint;
}

/* ---- The player ------------------------------------------------------------------------------ */

static size_t memory(const struct bv_terms *terms)
{
    (void)terms;
    return sizeof(struct engine);
}

static void begin(const struct bv_terms *terms, void *mind)
{
    struct engine *engine = mind;
    char settings[256];
    char line[512];
    struct bv_out out = bv_out_into(settings, sizeof settings);
    bv_terms_write(terms, &out);
    engine->seat = -1;
    snprintf(line, sizeof line, "newgame %s %s\n", terms->game->id, settings);
    if (engine->process && send_board(engine, terms) && engine_send(engine, line) &&
        engine_send(engine, "isready\n"))
        engine_await(engine, "readyok", TIMEOUT_MS);
}

static bool send_position(struct engine *engine, const struct bv_terms *terms,
                          const union bv_state *view, int seat)
{
    char line[BV_POSITION_MAX + 2 * BV_NAME_MAX + 32];
    struct bv_out out = bv_out_into(line, sizeof line);
    if (seat != engine->seat) {
        bv_putf(&out, "sit %s\n", bv_seat_name(terms, seat));
        engine->seat = seat;
    }
    bv_put(&out, "position text ");
    terms->game->write(terms, view, &out);
    bv_put(&out, "\n");
    return engine_send(engine, line);
}

static void observe(void *mind, const struct bv_terms *terms, const union bv_state *view, int seat)
{
    struct engine *engine = mind;
    if (engine->process) send_position(engine, terms, view, seat);
}

static void put_go(const struct search_question *q, char *line, size_t size)
{
    const char *before = "";
    int length = snprintf(line, size, "go seats ");
    for (bv_seats seats = q->seats; seats; seats &= seats - 1, before = ",")
        length += snprintf(line + length, size - (size_t)length, "%s%s", before,
                           bv_seat_name(q->terms, __builtin_ctz(seats)));
    const struct budget *budget = q->budget;
    if (budget->microseconds)
        length += snprintf(line + length, size - (size_t)length, " movetime %llu",
                           (unsigned long long)(budget->microseconds + 999) / 1000);
    if (budget->nodes)
        length += snprintf(line + length, size - (size_t)length, " nodes %llu",
                           (unsigned long long)budget->nodes);
    if (budget->depth)
        length += snprintf(line + length, size - (size_t)length, " depth %u", budget->depth);
    snprintf(line + length, size - (size_t)length, "\n");
}

/* `bestmove SEAT TOKEN`, checked like any input. */
static void take_move(struct engine *engine, const struct search_question *q,
                      struct search_answer *answer)
{
    struct bv_error error;
    struct bv_span rest = bv_span_of(engine->line);
    struct bv_span word = {0};
    struct bv_span name = {0};
    bv_take_word(&rest, &word);
    bv_take_word(&rest, &name);
    int seat = bv_seat_named(q->terms, name);
    struct search_choice choice = {.seat = (uint8_t)seat, .score = 500, .weight = 1};
    bool seated = seat >= 0 && seat < BV_SEATS_MAX && (q->seats & bv_seat_bit(seat));
    bool good = seated && bv_token_action(q->terms, q->view, seat, rest, &engine->menu,
                                          &choice.action, &error);
    if (good)
        search_answer_add(answer, &choice);
    else
        complain(engine, "answered '%.60s': %s", engine->line,
                 seated ? error.text : "expected 'bestmove SEAT TOKEN' of a seat to act");
}

static void choose(void *mind, const struct search_question *q, struct search_answer *answer)
{
    struct engine *engine = mind;
    char go[512];
    *answer = (struct search_answer){.line_length = 0};
    put_go(q, go, sizeof go);
    uint64_t timeout = q->budget->microseconds ? q->budget->microseconds / 1000 + TIMEOUT_MS
                                               : (uint64_t)120 * TIMEOUT_MS;
    if (engine->process) {
        send_position(engine, q->terms, q->view, search_question_seat(q));
        engine_send(engine, go);
        if (engine_await(engine, "bestmove ", timeout)) take_move(engine, q, answer);
    }
}

const struct search_player engine_player = {
    .id = "engine", .memory = memory, .begin = begin, .observe = observe, .choose = choose};
