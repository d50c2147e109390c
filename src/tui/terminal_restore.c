#define _XOPEN_SOURCE 700
#include "tui/terminal_restore.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <curses.h>
#include <term.h>

static const int asking[] = {SIGTERM, SIGHUP, SIGINT};
static const int failing[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
enum { ASKING = sizeof asking / sizeof asking[0], FAILING = sizeof failing / sizeof failing[0] };

static struct {
    struct termios modes;
    char farewell[256]; /* mouse and colours off, cursor shown, the other screen left */
    size_t farewell_length;
    int pipe[2];
    struct sigaction before[ASKING + FAILING];
    volatile sig_atomic_t asked;
    bool prepared;
} terminal = {.pipe = {-1, -1}};

static void note(int signal_number)
{
    static const char mark = '!';
    (void)signal_number;
    terminal.asked = 1;
    ssize_t ignored = write(terminal.pipe[1], &mark, 1);
    (void)ignored;
}

static void restore_and_die(int signal_number)
{
    ssize_t ignored = write(STDOUT_FILENO, terminal.farewell, terminal.farewell_length);
    (void)ignored;
    tcsetattr(STDIN_FILENO, TCSANOW, &terminal.modes);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void add(const char *sequence)
{
    if (!sequence || sequence == (const char *)(intptr_t)-1) return;
    size_t length = strlen(sequence);
    if (terminal.farewell_length + length > sizeof terminal.farewell) return;
    memcpy(terminal.farewell + terminal.farewell_length, sequence, length);
    terminal.farewell_length += length;
}

static void handle(int number, void (*handler)(int), struct sigaction *before)
{
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, before);
}

/* What must be written to leave a screen of the kind that is loaded. */
static void learn_farewell(void)
{
    terminal.farewell_length = 0;
    add("\x1b[?1006l\x1b[?1000l"); /* the mouse, as ncurses asks for it */
    add(exit_attribute_mode);
    add(orig_pair);
    add(cursor_normal);
    add(keypad_local);
    add(exit_ca_mode);
}

static bool is_described(const char *type)
{
    int found = 0;
    if (setupterm(type, STDOUT_FILENO, &found) != OK) return false;
    bool good = cursor_address && clear_screen;
    learn_farewell();
    del_curterm(cur_term);
    return good;
}

/* Gives ncurses the built-in description of a terminal; false if there is none. */
static bool lend_description(const char *type)
{
#ifdef BIVOUAC_STATIC
    for (int i = 0; terminal_descriptions[i].name; i++)
        if (strcmp(terminal_descriptions[i].name, type) == 0)
            return setenv("TERMINFO", terminal_descriptions[i].text, 1) == 0;
#else
    (void)type;
#endif
    return false;
}

bool restore_knows(const char *type)
{
    return *type && (is_described(type) || (lend_description(type) && is_described(type)));
}

void restore_prepare(void)
{
    if (terminal.prepared || tcgetattr(STDIN_FILENO, &terminal.modes) != 0 ||
        pipe(terminal.pipe) != 0)
        return;
    for (int i = 0; i < 2; i++) {
        fcntl(terminal.pipe[i], F_SETFD, FD_CLOEXEC);
        fcntl(terminal.pipe[i], F_SETFL, O_NONBLOCK);
    }
    terminal.prepared = true;
    terminal.asked = 0;
    for (int i = 0; i < ASKING; i++) handle(asking[i], note, &terminal.before[i]);
    for (int i = 0; i < FAILING; i++)
        handle(failing[i], restore_and_die, &terminal.before[ASKING + i]);
}

void restore_done(void)
{
    if (!terminal.prepared) return;
    for (int i = 0; i < ASKING; i++) sigaction(asking[i], &terminal.before[i], NULL);
    for (int i = 0; i < FAILING; i++) sigaction(failing[i], &terminal.before[ASKING + i], NULL);
    for (int i = 0; i < 2; i++) {
        close(terminal.pipe[i]);
        terminal.pipe[i] = -1;
    }
    terminal.prepared = false;
}

bool restore_asked(void)
{
    return terminal.asked;
}

int restore_descriptor(void)
{
    return terminal.asked ? -1 : terminal.pipe[0];
}

bool restore_terminal_gone(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    if (poll(&input, 1, 0) > 0 && input.revents & (POLLHUP | POLLERR | POLLNVAL))
        terminal.asked = 1;
    return terminal.asked;
}
