#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE 700
#include "tui/screen.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "tui/terminal_restore.h"
#include "tui/text_width.h"

enum { LINE_SIZE = 512 };

static struct {
    SCREEN *terminal;
    FILE *output;
    bool ascii, colour;
    int pairs; /* made so far */
    struct {
        short ink, paper;
    } pair[256];
    struct event_source source;
    int caret_x, caret_y;
} screen;

/* ---- Opening and closing --------------------------------------------------------------------- */

/* A locale that is named but not installed still says which encoding the terminal has. */
static bool speaks_unicode(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    if (setlocale(LC_CTYPE, "")) return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    for (size_t i = 0; i < BV_COUNT(names); i++) {
        const char *value = getenv(names[i]);
        if (!value || !*value) continue;
        bool unicode = strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "utf-8");
        return unicode && setlocale(LC_CTYPE, "C.UTF-8");
    }
    return false;
}

static SCREEN *open_terminal(const struct screen_looks *looks)
{
    screen.output = looks->output ? fopen(looks->output, "w") : stdout;
    if (!screen.output) return NULL;
    return newterm(looks->type, screen.output, stdin);
}

bool screen_open(const struct screen_looks *looks, struct bv_error *error)
{
    bool unicode = speaks_unicode();
    const char *type = looks->type ? looks->type : getenv("TERM");
    screen.ascii = looks->ascii || !unicode;
    screen.pairs = 0;
    screen.caret_y = -1;
    if (!type || !restore_knows(type)) {
        snprintf(error->text, sizeof error->text,
                 SAY("le terminal « %.60s » ne permet pas le plein écran",
                     "the terminal '%.60s' cannot show a full screen"),
                 type ? type : "");
        return false;
    }
    if (!looks->output) restore_prepare();
    screen.terminal = open_terminal(looks);
    if (!screen.terminal) return bv_error_set(error, "the terminal cannot be opened");
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(25);
    screen.colour = looks->colour && has_colors() && start_color() == OK;
    if (screen.colour) use_default_colors();
    if (!looks->output)
        mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
    return true;
}

void screen_close(void)
{
    if (!screen.terminal) return;
    mousemask(0, NULL);
    endwin();
    delscreen(screen.terminal);
    if (screen.output != stdout) fclose(screen.output);
    screen.terminal = NULL;
    screen.source = (struct event_source){0};
    restore_done();
}

bool screen_is_leaving(void)
{
    return restore_asked();
}

bool screen_is_ascii(void)
{
    return screen.ascii;
}

bool screen_is_rich(void)
{
    return !screen.ascii && screen.colour;
}

/* ---- Colours --------------------------------------------------------------------------------- */

/* A colour for terminals with 256, with sixteen and with eight colours; -1: the default. */
struct tint {
    short many, sixteen, eight;
};

static short tint_of(struct tint tint)
{
    return COLORS >= 256 ? tint.many : COLORS >= 16 ? tint.sixteen : tint.eight;
}

static attr_t pair_of(short ink, short paper)
{
    int at = 0;
    if (ink < 0 && paper < 0) return 0;
    while (at < screen.pairs && (screen.pair[at].ink != ink || screen.pair[at].paper != paper))
        at++;
    if (at == screen.pairs) {
        bool capacity = at + 1 < COLOR_PAIRS && at < (int)BV_COUNT(screen.pair);
        if (!capacity || init_pair((short)(at + 1), ink, paper) != OK) return 0;
        screen.pair[at].ink = ink;
        screen.pair[at].paper = paper;
        screen.pairs++;
    }
    return (attr_t)COLOR_PAIR(at + 1);
}

static attr_t look_attributes(enum look look)
{
    static const struct {
        struct tint ink, paper;
        attr_t coloured, plain;
    } table[LOOKS] = {
        [LOOK_PLAIN] = {{-1, -1, -1}, {-1, -1, -1}, 0, 0},
        [LOOK_TITLE] = {{223, 15, COLOR_WHITE}, {237, 4, COLOR_BLUE}, 0, A_REVERSE},
        [LOOK_KEY] = {{215, 11, COLOR_YELLOW}, {237, 4, COLOR_BLUE}, A_BOLD, A_REVERSE | A_BOLD},
        [LOOK_STRONG] = {{222, 11, COLOR_YELLOW}, {-1, -1, -1}, A_BOLD, A_BOLD},
        [LOOK_DIM] = {{245, 7, -1}, {-1, -1, -1}, 0, 0},
        [LOOK_FRAME] = {{240, 8, -1}, {-1, -1, -1}, 0, 0},
        [LOOK_ALARM] = {{210, 9, COLOR_RED}, {-1, -1, -1}, A_BOLD, A_BOLD},
        [LOOK_CHOSEN] = {{16, 0, COLOR_BLACK}, {180, 11, COLOR_YELLOW}, 0, A_REVERSE},
        [LOOK_FIRST] = {{117, 14, COLOR_CYAN}, {-1, -1, -1}, A_BOLD, A_BOLD},
        [LOOK_SECOND] = {{216, 13, COLOR_MAGENTA}, {-1, -1, -1}, A_BOLD, A_BOLD},
    };
    if (!screen.colour) return table[look].plain;
    return table[look].coloured | pair_of(tint_of(table[look].ink), tint_of(table[look].paper));
}

static const struct tint inks[] = {
    [BV_INK_PLAIN] = {-1, -1, -1},
    [BV_INK_BLACK] = {16, 0, COLOR_BLACK},
    [BV_INK_RED] = {203, 9, COLOR_RED},
    [BV_INK_GREEN] = {114, 10, COLOR_GREEN},
    [BV_INK_YELLOW] = {221, 11, COLOR_YELLOW},
    [BV_INK_BLUE] = {75, 12, COLOR_BLUE},
    [BV_INK_MAGENTA] = {176, 13, COLOR_MAGENTA},
    [BV_INK_CYAN] = {80, 14, COLOR_CYAN},
    [BV_INK_WHITE] = {231, 15, COLOR_WHITE},
    [BV_INK_GREY] = {244, 8, -1},
};

static const struct tint papers[] = {
    [BV_INK_PLAIN] = {-1, -1, -1},
    [BV_INK_BLACK] = {16, 0, COLOR_BLACK},
    [BV_INK_RED] = {124, 1, COLOR_RED},
    [BV_INK_GREEN] = {107, 2, COLOR_GREEN},
    [BV_INK_YELLOW] = {179, 3, COLOR_YELLOW},
    [BV_INK_BLUE] = {25, 4, COLOR_BLUE},
    [BV_INK_MAGENTA] = {175, 5, COLOR_MAGENTA},
    [BV_INK_CYAN] = {73, 6, COLOR_CYAN},
    [BV_INK_WHITE] = {253, 7, COLOR_WHITE},
    [BV_INK_GREY] = {246, 8, COLOR_CYAN},
};

/* Dark letters on a light background: the bright colours above would be invisible there. */
static const struct tint dark_inks[] = {
    [BV_INK_RED] = {124, 1, COLOR_RED},
    [BV_INK_BLUE] = {19, 4, COLOR_BLUE},
};

static bool is_light(uint8_t paper)
{
    return paper == BV_INK_WHITE || paper == BV_INK_GREY || paper == BV_INK_YELLOW ||
           paper == BV_INK_GREEN || paper == BV_INK_MAGENTA;
}

static attr_t coloured_cell(const struct bv_cell *cell, unsigned marks)
{
    static const struct tint black = {16, 0, COLOR_BLACK};
    static const struct {
        unsigned mark;
        struct tint paper;
    } grounds[] = {
        {MARK_CURSOR, {220, 11, COLOR_YELLOW}}, {MARK_HELD, {209, 13, COLOR_MAGENTA}},
        {MARK_NEXT, {113, 10, COLOR_GREEN}},    {MARK_END, {73, 14, COLOR_CYAN}},
        {MARK_REPLY, {203, 9, COLOR_RED}},
    };
    attr_t attributes = cell->bold ? A_BOLD : 0;
    if (marks & MARK_MOVABLE && !(marks & (MARK_HELD | MARK_CURSOR))) attributes |= A_UNDERLINE;
    for (size_t i = 0; i < BV_COUNT(grounds); i++)
        if (marks & grounds[i].mark)
            return attributes | pair_of(tint_of(black), tint_of(grounds[i].paper));
    bool dark = is_light(cell->paper) && (cell->ink == BV_INK_RED || cell->ink == BV_INK_BLUE);
    struct tint paper = papers[cell->paper];
    if (marks & MARK_TRAIL && cell->paper == BV_INK_PLAIN) paper = (struct tint){238, 8, -1};
    return attributes |
           pair_of(tint_of(dark ? dark_inks[cell->ink] : inks[cell->ink]), tint_of(paper));
}

static attr_t plain_cell(const struct bv_cell *cell, unsigned marks)
{
    attr_t attributes = cell->bold ? A_BOLD : 0;
    if (marks & MARK_CURSOR) attributes |= A_REVERSE;
    if (marks & (MARK_HELD | MARK_NEXT | MARK_END | MARK_REPLY)) attributes |= A_BOLD;
    if (marks & (MARK_HELD | MARK_MOVABLE)) attributes |= A_UNDERLINE;
    return attributes;
}

/* ---- Showing --------------------------------------------------------------------------------- */

int screen_rows(void)
{
    return LINES;
}

int screen_columns(void)
{
    return COLS;
}

void screen_clear(void)
{
    erase();
    screen.caret_y = -1;
}

int screen_width(const char *text)
{
    int width = 0;
    wchar_t letters[WIDTH_MAX];
    for (struct width_left left = {text}; width_take(&left, screen.ascii, letters);)
        width += width_columns(letters);
    return width;
}

int screen_put(int y, int x, int width, const char *text, enum look look)
{
    wchar_t letters[WIDTH_MAX];
    int taken = 0;
    if (y < 0 || y >= LINES || x < 0) return 0;
    if (x + width > COLS) width = COLS - x;
    attrset(look_attributes(look));
    for (struct width_left left = {text}; width_take(&left, screen.ascii, letters);) {
        int columns = width_columns(letters);
        if (taken + columns > width) break;
        mvaddwstr(y, x + taken, letters);
        taken += columns;
    }
    attrset(0);
    return taken;
}

void screen_put_line(int y, int x, int width, const char *text, enum look look)
{
    int taken = screen_put(y, x, width, text, look);
    attrset(look_attributes(look));
    if (y >= 0 && y < LINES)
        for (; taken < width && x + taken < COLS; taken++) mvaddch(y, x + taken, ' ');
    attrset(0);
}

/* Whether a line may end at a blank: not before a sign that French sets off by one, nor after the
 * sign that opens a quotation. */
static bool may_end(const char *text, size_t blank)
{
    static const char *const stay[] = {":", ";", "!", "?", "%", "»"};
    for (size_t i = 0; i < BV_COUNT(stay); i++)
        if (strncmp(text + blank + 1, stay[i], strlen(stay[i])) == 0) return false;
    return blank < 2 || memcmp(text + blank - 2, "«", 2) != 0;
}

size_t screen_wrap(const char *text, int width)
{
    char line[LINE_SIZE];
    size_t blank = 0;
    size_t gap = 0;  /* what stands three blanks apart stays together, such as a key and its word */
    size_t last = 0; /* the last character that fits ends here */
    for (size_t end = 1; end < sizeof line && text[end - 1]; end++) {
        if ((text[end] & 0xc0) == 0x80) continue; /* inside a character */
        memcpy(line, text, end);
        line[end] = '\0';
        if (screen_width(line) > width) break;
        last = end;
        if (!text[end] || (text[end] == ' ' && may_end(text, end))) blank = end;
        if (strspn(text + end, " ") == 3 && text[end - 1] != ' ') gap = end;
    }
    if (!last) last = *text ? 1 : 0; /* narrower than any character: go on all the same */
    if (gap && text[blank]) return gap;
    return blank ? blank : last;
}

int screen_lines(const char *text, int width)
{
    int lines = 0;
    while (*text) {
        text += screen_wrap(text, width);
        while (*text == ' ') text++;
        lines++;
    }
    return lines;
}

void screen_put_wrapped(struct bv_box place, const char *text, enum look look)
{
    for (int y = 0; y < place.height && *text; y++) {
        char line[LINE_SIZE];
        size_t length = screen_wrap(text, place.width);
        memcpy(line, text, length);
        line[length] = '\0';
        screen_put(place.y + y, place.x, place.width, line, look);
        text += length;
        while (*text == ' ') text++;
    }
}

void screen_fill(struct bv_box box, enum look look)
{
    for (int y = 0; y < box.height; y++) screen_put_line(box.y + y, box.x, box.width, "", look);
}

void screen_frame(struct bv_box box, const char *title)
{
    const char *across = screen.ascii ? "-" : "─";
    const char *down = screen.ascii ? "|" : "│";
    int right = box.x + box.width - 1;
    int bottom = box.y + box.height - 1;
    screen_fill(box, LOOK_PLAIN);
    for (int x = box.x + 1; x < right; x++) {
        screen_put(box.y, x, 1, across, LOOK_FRAME);
        screen_put(bottom, x, 1, across, LOOK_FRAME);
    }
    for (int y = box.y + 1; y < bottom; y++) {
        screen_put(y, box.x, 1, down, LOOK_FRAME);
        screen_put(y, right, 1, down, LOOK_FRAME);
    }
    screen_put(box.y, box.x, 1, screen.ascii ? "+" : "╭", LOOK_FRAME);
    screen_put(box.y, right, 1, screen.ascii ? "+" : "╮", LOOK_FRAME);
    screen_put(bottom, box.x, 1, screen.ascii ? "+" : "╰", LOOK_FRAME);
    screen_put(bottom, right, 1, screen.ascii ? "+" : "╯", LOOK_FRAME);
    if (!*title) return;
    int taken = screen_put(box.y, box.x + 3, box.width - 6, title, LOOK_STRONG);
    screen_put(box.y, box.x + 2, 1, " ", LOOK_FRAME);
    screen_put(box.y, box.x + 3 + taken, 1, " ", LOOK_FRAME);
}

void screen_cell(int y, int x, const struct bv_cell *cell, unsigned marks, enum badge badge)
{
    static const wchar_t rich[] = {0, L'▸', L'•', L'◦', L'!'};
    static const wchar_t poor[] = {0, L'>', L'*', L'+', L'!'};
    wchar_t text[2] = {
        !screen_is_rich() ? (wchar_t)(unsigned char)cell->plain : (wchar_t)cell->rune, 0};
    cchar_t one;
    if (badge) text[0] = (screen.ascii ? poor : rich)[badge];
    attr_t attributes = screen.colour ? coloured_cell(cell, marks) : plain_cell(cell, marks);
    setcchar(&one, text, attributes & ~A_COLOR, (short)PAIR_NUMBER(attributes), NULL);
    mvadd_wch(y, x, &one);
}

void screen_caret(int y, int x)
{
    screen.caret_y = y;
    screen.caret_x = x;
}

void screen_show(bool whole)
{
    if (whole) clearok(curscr, TRUE);
    curs_set(screen.caret_y >= 0);
    if (screen.caret_y >= 0) move(screen.caret_y, screen.caret_x);
    refresh();
}

/* ---- Keys ------------------------------------------------------------------------------------ */

static struct press press_of_mouse(void)
{
    MEVENT event;
    struct press press = {.key = PRESS_NEWS};
    if (getmouse(&event) != OK) return press;
    press.x = event.x;
    press.y = event.y;
    if (event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)) press.key = PRESS_CLICKED;
    if (event.bstate & (BUTTON4_PRESSED | BUTTON5_PRESSED)) {
        press.key = PRESS_WHEEL;
        press.number = event.bstate & BUTTON4_PRESSED ? -1 : 1;
    }
    return press;
}

static struct press press_of_code(wint_t code)
{
    static const struct {
        wint_t code;
        enum key key;
    } table[] = {
        {KEY_ENTER, PRESS_RETURN},       {KEY_BACKSPACE, PRESS_ERASE}, {KEY_DC, PRESS_ERASE},
        {KEY_BTAB, PRESS_PREVIOUS},      {KEY_UP, PRESS_ABOVE},        {KEY_DOWN, PRESS_BELOW},
        {KEY_LEFT, PRESS_BEFORE},        {KEY_RIGHT, PRESS_AFTER},     {KEY_PPAGE, PRESS_BACK_PAGE},
        {KEY_NPAGE, PRESS_FORWARD_PAGE}, {KEY_HOME, PRESS_FIRST},      {KEY_END, PRESS_LAST},
        {KEY_RESIZE, PRESS_RESIZED},
    };
    if (code == KEY_MOUSE) return press_of_mouse();
    if (code > KEY_F0 && code <= KEY_F(12))
        return (struct press){.key = PRESS_FUNCTION, .number = (int)(code - KEY_F0)};
    for (size_t i = 0; i < BV_COUNT(table); i++)
        if (table[i].code == code) return (struct press){.key = table[i].key};
    return (struct press){.key = PRESS_NEWS};
}

static struct press press_of_letter(wint_t letter)
{
    struct press press = {.key = PRESS_LETTER};
    switch (letter) {
    case '\r':
    case '\n': press.key = PRESS_RETURN; return press;
    case '\t': press.key = PRESS_NEXT; return press;
    case 27: press.key = PRESS_LEAVE; return press;
    case 8:
    case 127: press.key = PRESS_ERASE; return press;
    case 12: press.key = PRESS_RESIZED; return press; /* Ctrl-L: draw everything again */
    case 20: press.key = PRESS_TURN; return press;    /* Ctrl-T */
    default: break;
    }
    if (letter < ' ' || !width_write((wchar_t)letter, press.letter)) press.key = PRESS_NEWS;
    return press;
}

void screen_watch(const struct event_source *source)
{
    screen.source = source ? *source : (struct event_source){0};
}

/* Waits until something can be read; returns whether it is the event source's. False: nothing came
 * in time, or a signal did. */
static bool wait_for_any(bool *keys, bool *news)
{
    const struct event_source *source = &screen.source;
    struct pollfd wait[3] = {
        {.fd = STDIN_FILENO, .events = POLLIN},
        {.fd = restore_descriptor(), .events = POLLIN},
        {.fd = source->descriptor ? source->descriptor(source->context) : -1, .events = POLLIN},
    };
    int most = source->milliseconds ? source->milliseconds(source->context) : -1;
    int ready = poll(wait, 3, most);
    *keys = ready > 0 && wait[0].revents;
    *news = ready == 0 || (ready > 0 && wait[2].revents);
    return ready >= 0;
}

struct press screen_wait(void)
{
    const struct press news = {.key = PRESS_NEWS};
    for (;;) {
        wint_t code = 0;
        bool keys = false;
        bool is_ready = false;
        int kind = get_wch(&code);
        if (kind == KEY_CODE_YES) return press_of_code(code);
        if (kind == OK) return press_of_letter(code);
        if (screen_is_leaving()) return news;
        wait_for_any(&keys, &is_ready);
        if (is_ready && screen.source.handle && screen.source.handle(screen.source.context))
            return news;
        if (keys && (kind = get_wch(&code)) != ERR)
            return kind == KEY_CODE_YES ? press_of_code(code) : press_of_letter(code);
        /* Readable, but nothing to read: the terminal is gone. A resize looks like that once. */
        if (keys && restore_terminal_gone()) return news;
    }
}
