/* Draws the screen of a game. */
#include <stdio.h>
#include <string.h>

#include "core/facts.h"
#include "tui/game_screen.h"
#include "tui/wrap.h"

/* ---- Bars ------------------------------------------------------------------------------------ */

struct bar_key {
    int number;
    struct bv_text name;
};

static const struct bar_key local_keys[] = {
    {1, {"Aide", "Help"}},     {2, {"Reprendre", "Undo"}}, {3, {"Conseil", "Hint"}},
    {4, {"Coups", "Moves"}},   {8, {"Abandon", "Resign"}}, {9, {"Nulle", "Draw"}},
    {10, {"Sortir", "Leave"}},
};

static const struct bar_key remote_keys[] = {
    {1, {"Aide", "Help"}},   {2, {"Reprise", "Take back"}}, {4, {"Coups", "Moves"}},
    {5, {"Début", "Start"}}, {6, {"Dire", "Say"}},          {8, {"Abandon", "Resign"}},
    {9, {"Nulle", "Draw"}},  {10, {"Sortir", "Leave"}},
};

/* Walks over the bar; draws it if `show`, and returns the key at column `x`. */
static int walk_keys(const struct game_screen *screen, bool show, int x)
{
    bool remote = screen->game->is_remote;
    const struct bar_key *keys = remote ? remote_keys : local_keys;
    size_t count = remote ? BV_COUNT(remote_keys) : BV_COUNT(local_keys);
    const struct bv_box *box = &screen->layout.keys;
    int column = 1;
    for (size_t i = 0; i < count; i++) {
        char key[8];
        snprintf(key, sizeof key, "F%d", keys[i].number);
        const char *name = say(keys[i].name);
        int width = (int)strlen(key) + 1 + screen_width(name);
        if (x >= column && x < column + width) return keys[i].number;
        if (show) {
            screen_put(box->y, column, (int)strlen(key), key, LOOK_KEY);
            screen_put(box->y, column + (int)strlen(key) + 1, width, name, LOOK_TITLE);
        }
        column += width + (remote ? 1 : 2);
    }
    return 0;
}

int game_screen_key_at(const struct game_screen *screen, int x)
{
    return walk_keys(screen, false, x);
}

static void draw_title(const struct game_screen *screen)
{
    const struct tui_game *game = screen->game;
    const struct bv_box *box = &screen->layout.title;
    char right[TUI_GAME_TEXT];
    screen_put_line(box->y, 0, box->width, " Bivouac", LOOK_TITLE);
    int at = 10 + screen_put(box->y, 10, box->width - 12, game->heading, LOOK_TITLE);
    snprintf(right, sizeof right, "%s ", game->dice);
    int width = screen_width(right);
    if (at + width < box->width) screen_put(box->y, box->width - width, width, right, LOOK_KEY);
}

/* Choices that touch no point: those that end a phase, ask or answer. */
static void put_bare_choices(const struct game_screen *screen, struct bv_out *out)
{
    for (uint32_t i = 0; i < screen->choices.count; i++) {
        const char *token = choice_token(&screen->choices, i);
        if (screen->choices.list[i].points) continue;
        if (out->length + strlen(token) + 3 >= out->size) return;
        bv_put(out, "  ");
        bv_put(out, token);
    }
}

static void draw_message(const struct game_screen *screen)
{
    const struct tui_game *game = screen->game;
    const struct bv_box *box = &screen->layout.message;
    char text[TUI_GAME_TEXT + 64];
    if (game->notice[0]) {
        int taken = screen_put(box->y, 1, box->width - 2, game->notice,
                               game->alarm ? LOOK_ALARM : LOOK_STRONG);
        int width = screen_width(game->status);
        if (taken + width + 4 < box->width)
            screen_put(box->y, box->width - width - 1, width, game->status, LOOK_STRONG);
        return;
    }
    int at = 1 + screen_put(box->y, 1, box->width - 2, game->status, LOOK_STRONG);
    struct bv_out out = bv_out_into(text, sizeof text);
    if (screen->gesture.count) {
        bv_put(&out, SAY("   touchez une case marquée, ou la même pour finir",
                         "   touch a marked point, or the same one to finish"));
    } else if (game->acting) {
        char bare[128];
        struct bv_out tokens = bv_out_into(bare, sizeof bare);
        put_bare_choices(screen, &tokens);
        if (tokens.length) {
            bv_put(&out, SAY("   Espace :", "   Space:"));
            bv_put(&out, bare);
        }
    }
    screen_put(box->y, at, box->width - at, text, LOOK_DIM);
}

static void draw_entry(const struct game_screen *screen)
{
    const struct tui_game *game = screen->game;
    const struct bv_box *box = &screen->layout.entry;
    char prompt[BV_NAME_MAX + 4] = "> ";
    char offers[TUI_GAME_TEXT];
    if (game->acting && game->terms)
        snprintf(prompt, sizeof prompt, "%s> ",
                 bv_seat_name(game->terms, __builtin_ctz(game->acting)));
    int at = 1 + screen_put(box->y, 1, box->width - 2, prompt, LOOK_STRONG);
    at += screen_put(box->y, at, box->width - at - 1, screen->entry.text, LOOK_PLAIN);
    screen_caret(box->y, at);
    struct bv_out out = bv_out_into(offers, sizeof offers);
    if (screen->entry.length) {
        if (game->acting) entry_offers(&screen->entry, &screen->choices, &out);
        screen_put(box->y, at + 2, box->width - at - 2, offers, LOOK_DIM);
    } else if (game->acting) {
        screen_put(box->y, at + 1, box->width - at - 2,
                   SAY("un coup, ou flèches et Entrée ; F1 : aide",
                       "a token, or arrows and Enter; F1: help"),
                   LOOK_FRAME);
    }
}

/* ---- The die --------------------------------------------------------------------------------- */

enum { DIE_WIDTH = 9, DIE_HEIGHT = 5 };

static void draw_die(const char *token, int y, int x)
{
    /* Pips of the faces 1 to 6 on a 3×3 grid, from the upper left. */
    static const char *const pips[] = {"....x....", "x.......x", "x...x...x",
                                       "x.x...x.x", "x.x.x.x.x", "x.xx.xx.x"};
    bool face = token[1] >= '1' && token[1] <= '6' && !token[2];
    screen_frame((struct bv_box){x, y, DIE_WIDTH, DIE_HEIGHT}, "");
    if (!face) {
        screen_put(y + 2, x + 3, DIE_WIDTH - 4, token, LOOK_STRONG);
        return;
    }
    for (int i = 0; i < 9; i++)
        if (pips[token[1] - '1'][i] == 'x')
            screen_put(y + 1 + i / 3, x + 2 + 2 * (i % 3), 1, "●", LOOK_STRONG);
}

/* ---- Panes ----------------------------------------------------------------------------------- */

static unsigned marks_of(const void *context, int point)
{
    const struct game_screen *screen = context;
    unsigned marks = screen->marks[point];
    if (point == screen->cursor) marks |= MARK_CURSOR;
    for (int i = 0; i < screen->game->trail_count; i++)
        if (screen->game->trail[i] == point) marks |= MARK_TRAIL;
    return marks;
}

/* While a token is being typed, the points where it may end are marked. */
static void mark_written(struct game_screen *screen)
{
    for (uint32_t i = 0; i < screen->choices.count; i++) {
        const struct choice *choice = &screen->choices.list[i];
        if (!choice->points || strncmp(choice_token(&screen->choices, i), screen->entry.text,
                                       screen->entry.length) != 0)
            continue;
        int last = choice->point[choice->points - 1];
        if (last < screen->board.points) screen->marks[last] |= MARK_NEXT;
    }
}

/* What the game says of the position, wrapped to a width; returns the number of lines. */
static int put_facts(const struct game_screen *screen, struct bv_box place, bool show)
{
    const struct tui_game *game = screen->game;
    struct bv_facts facts;
    char text[BV_FACTS_TEXT_MAX];
    struct bv_out out = bv_out_into(text, sizeof text);
    int line = 0;
    bv_facts(game->terms, &game->view, game->acting ? __builtin_ctz(game->acting) : game->viewer,
             &facts);
    bv_put_facts(game->terms, &facts, true, language_is_french(), &out);
    for (char *at = text; *at;) {
        char *end = strchr(at, '\n');
        *end = '\0';
        for (; *at; line++) {
            size_t length = wrap_at(at, place.width);
            struct bv_box one = {place.x, place.y + line, place.width, 1};
            if (show && line < place.height) wrap_put(one, at, LOOK_PLAIN);
            for (at += length; *at == ' ';) at++;
        }
        at = end + 1;
    }
    return line;
}

static void draw_panes(struct game_screen *screen)
{
    const struct tui_game *game = screen->game;
    struct layout *layout = &screen->layout;
    gesture_marks(&screen->gesture, &screen->choices, screen->marks, screen->board.points);
    if (screen->entry.length) mark_written(screen);
    board_show(&screen->board, layout->board, marks_of, screen);
    put_facts(screen, layout->facts, true);
    if (layout->wall >= 0)
        for (int y = 1; y < layout->message.y; y++) screen_put(y, layout->wall, 1, "│", LOOK_FRAME);
    struct bv_box log = layout->log;
    if (layout->wall >= 0)
        for (int x = log.x; x < log.x + log.width; x++)
            screen_put(log.y - 1, x, 1, "─", LOOK_FRAME);
    if (game->dice[0] == '#' && log.height >= 3 * DIE_HEIGHT) {
        draw_die(game->dice, log.y, log.x + (log.width - DIE_WIDTH) / 2);
        log.y += DIE_HEIGHT;
        log.height -= DIE_HEIGHT;
    }
    game_log_show(&screen->game->log, log, game->viewer);
}

/* ---- Whole screens --------------------------------------------------------------------------- */

static void draw_centred(int y, const char *text, enum look look)
{
    int width = screen_width(text);
    int x = (screen_columns() - width) / 2;
    screen_put(y, x < 0 ? 0 : x, screen_columns(), text, look);
}

static void draw_too_small(void)
{
    char text[128];
    snprintf(text, sizeof text,
             SAY("Il faut %d×%d ; la fenêtre a %d×%d.", "%d×%d are needed; the window has %d×%d."),
             LEAST_COLUMNS, LEAST_ROWS, screen_columns(), screen_rows());
    int middle = screen_rows() / 2;
    draw_centred(middle - 1, SAY("La fenêtre est trop petite.", "The window is too small."),
                 LOOK_STRONG);
    draw_centred(middle, text, LOOK_PLAIN);
    draw_centred(middle + 1,
                 SAY("Agrandissez-la : la partie attend.", "Enlarge it: the game waits."),
                 LOOK_DIM);
}

static void draw_handover(const struct game_screen *screen)
{
    const struct tui_game *game = screen->game;
    char text[TUI_GAME_TEXT];
    int middle = screen_rows() / 2;
    struct bv_box box = {screen_columns() / 2 - 30, middle - 4, 60, 9};
    snprintf(text, sizeof text, SAY("À %s de jouer", "%s to play"),
             say(game->terms->form->seat[game->hand_to].title));
    screen_frame(box, "Bivouac");
    draw_centred(middle - 1, text, LOOK_STRONG);
    draw_centred(middle + 1,
                 SAY("Que les autres joueurs se détournent, puis Entrée.",
                     "Other players look away, then press Enter."),
                 LOOK_PLAIN);
    draw_centred(middle + 3, SAY("F10 : sortir", "F10: leave"), LOOK_DIM);
}

static void draw_waiting(const struct game_screen *screen)
{
    const struct tui_game *game = screen->game;
    int middle = screen_rows() / 2;
    draw_centred(middle - 1, game->heading, LOOK_STRONG);
    draw_centred(middle, game->status, LOOK_PLAIN);
    draw_centred(middle + 1, game->notice, game->alarm ? LOOK_ALARM : LOOK_DIM);
    draw_centred(middle + 3, SAY("F10 : sortir", "F10: leave"), LOOK_DIM);
}

void game_screen_draw(struct game_screen *screen)
{
    struct tui_game *game = screen->game;
    screen_caret(-1, -1);
    if (screen_rows() < LEAST_ROWS || screen_columns() < LEAST_COLUMNS) {
        draw_too_small();
        return;
    }
    if (!game->terms) {
        draw_waiting(screen);
        return;
    }
    if (game->hand_to >= 0) {
        draw_handover(screen);
        return;
    }
    const struct bv_box board = {0, 0, screen->board.canvas.width, screen->board.canvas.height};
    struct bv_box beside = {.width = layout_beside(screen_columns(), board)};
    screen->layout =
        layout_make(screen_rows(), screen_columns(), board, put_facts(screen, beside, false));
    board_follow(&screen->board, screen->layout.board,
                 screen->follow ? screen->cursor : BV_NOWHERE);
    screen->follow = false;
    draw_title(screen);
    draw_panes(screen);
    draw_message(screen);
    screen_fill(screen->layout.keys, LOOK_TITLE);
    walk_keys(screen, true, -1);
    draw_entry(screen);
}
