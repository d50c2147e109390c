/* Draws the screen of a game. */
#include <stdio.h>
#include <string.h>

#include "tui/game_screen.h"

/* ---- Bars ------------------------------------------------------------------------------------ */

/* The rank says which keys give way first where the bar is too short: the highest. */
struct bar_key {
    int number;
    int rank;
    struct bv_text name;
};

static const struct bar_key local_keys[] = {
    {1, 0, {"Règles", "Rules"}},   {2, 3, {"Reprendre", "Undo"}}, {3, 4, {"Conseil", "Hint"}},
    {4, 5, {"Coups", "Moves"}},    {6, 6, {"Journal", "Log"}},    {7, 1, {"Légende", "Legend"}},
    {8, 7, {"Abandon", "Resign"}}, {9, 8, {"Nulle", "Draw"}},     {10, 2, {"Sortir", "Leave"}},
};

static const struct bar_key remote_keys[] = {
    {1, 0, {"Règles", "Rules"}},   {2, 5, {"Reprise", "Take back"}}, {4, 6, {"Coups", "Moves"}},
    {5, 3, {"Début", "Start"}},    {6, 4, {"Dire", "Say"}},          {7, 1, {"Légende", "Legend"}},
    {8, 7, {"Abandon", "Resign"}}, {9, 8, {"Nulle", "Draw"}},        {10, 2, {"Sortir", "Leave"}},
};

static int key_width(const struct bar_key *key)
{
    return 3 + (key->number > 9) + screen_width(say(key->name)) + 1;
}

/* The highest rank up to which all keys fit into a width. */
static int fitting_rank(const struct bar_key *keys, size_t count, int width)
{
    int rank = -1;
    int taken = 1;
    for (int next = 0; next < (int)count; next++)
        for (size_t i = 0; i < count; i++) {
            if (keys[i].rank != next) continue;
            taken += key_width(&keys[i]);
            if (taken > width + 1) return rank;
            rank = next;
        }
    return rank;
}

/* Walks over the bar; draws it if `show`, and returns the key at column `x`. */
static int walk_keys(const struct game_screen *screen, bool show, int x)
{
    bool remote = screen->game->is_remote;
    const struct bar_key *keys = remote ? remote_keys : local_keys;
    size_t count = remote ? BV_COUNT(remote_keys) : BV_COUNT(local_keys);
    const struct bv_box *box = &screen->layout.keys;
    int most = fitting_rank(keys, count, box->width);
    int column = 1;
    for (size_t i = 0; i < count; i++) {
        char key[8];
        if (keys[i].rank > most) continue;
        snprintf(key, sizeof key, "F%d", keys[i].number);
        int width = key_width(&keys[i]);
        if (x >= column && x < column + width) return keys[i].number;
        if (show) {
            int taken = screen_put(box->y, column, width, key, LOOK_KEY) + 1;
            screen_put(box->y, column + taken, width, say(keys[i].name), LOOK_TITLE);
        }
        column += width;
    }
    return 0;
}

int game_screen_key_at(const struct game_screen *screen, int x)
{
    return walk_keys(screen, false, x);
}

/* `die: 3`, or whom the lots have chosen. */
static void put_chance(const char *token, char *text, size_t size)
{
    bool die = token[0] && token[1] >= '0' && token[1] <= '9';
    text[0] = '\0';
    if (*token)
        snprintf(text, size, "%s%s ", die ? SAY("dé : ", "die: ") : SAY("sort : ", "lot: "),
                 token + 1);
}

static void draw_title(const struct game_screen *screen)
{
    const struct tui_game *game = screen->game;
    const struct bv_box *box = &screen->layout.title;
    char right[TUI_GAME_TEXT];
    screen_put_line(box->y, 0, box->width, "", LOOK_TITLE);
    /* Where not all of it fits, the game's name must do; the page of the log has the rest. */
    char heading[TUI_GAME_TEXT];
    memcpy(heading, game->heading, sizeof heading);
    char *rest = strstr(heading, " · ");
    if (rest && screen_width(heading) > box->width - 2) *rest = '\0';
    int at = 1 + screen_put(box->y, 1, box->width - 2, heading, LOOK_TITLE);
    put_chance(game->dice, right, sizeof right);
    int width = screen_width(right);
    if (at + width < box->width) screen_put(box->y, box->width - width, width, right, LOOK_KEY);
}

/* ---- What is asked --------------------------------------------------------------------------- */

/* Choices that touch no point: the one that ends a phase, or several to choose from. */
static void put_bare_choices(const struct game_screen *screen, struct bv_out *out)
{
    uint32_t count = 0;
    bool ends = true;
    for (uint32_t i = 0; i < screen->choices.count; i++) {
        if (screen->choices.list[i].points) continue;
        ends = !count++ && strcmp(choice_token(&screen->choices, i), ".") == 0;
    }
    if (!count) return;
    bv_put(out, SAY("   Espace : ", "   Space: "));
    bv_put(out, ends ? SAY("finir", "end") : SAY("choisir", "choose"));
}

static void put_sentence(const struct bv_prompt *prompt, struct bv_out *out)
{
    const char *text = language_is_french() ? prompt->fr : prompt->en;
    size_t length = strlen(text);
    if (!length) return;
    bv_put_all(out, out->length ? " " : "", text, strchr("?!.", text[length - 1]) ? "" : ".");
}

/* Who is to act, what is asked and, if wanted, what binds the player, and how it is done. */
static void put_asked(const struct game_screen *screen, bool binds, struct bv_out *out)
{
    const struct tui_game *game = screen->game;
    bv_put(out, game->status);
    if (!game->acting) return;
    if (out->length && !strchr(".!…", out->text[out->length - 1])) bv_put_char(out, '.');
    put_sentence(&screen->facts.asked, out);
    if (screen->gesture.count) {
        bv_put(out, SAY("   Touchez une case marquée, ou la même pour finir.",
                        "   Touch a marked point, or the same one to finish."));
        return;
    }
    if (binds) put_sentence(&screen->facts.bound, out);
    put_bare_choices(screen, out);
}

static int message_lines(const struct game_screen *screen, const char *asked, int columns)
{
    int lines = screen_lines(asked, columns - 2) + screen_lines(screen->game->notice, columns - 2);
    int most = layout_message_most(screen_rows());
    return lines < 1 ? 1 : lines > most ? most : lines;
}

static void draw_message(const struct game_screen *screen, const char *asked)
{
    const struct tui_game *game = screen->game;
    struct bv_box box = screen->layout.message;
    int notice = screen_lines(game->notice, box.width);
    screen_put_wrapped(box, game->notice, game->alarm ? LOOK_ALARM : LOOK_STRONG);
    box.y += notice;
    box.height -= notice;
    if (box.height > 0) screen_put_wrapped(box, asked, LOOK_STRONG);
}

static void draw_entry(const struct game_screen *screen)
{
    const struct tui_game *game = screen->game;
    const struct bv_box *box = &screen->layout.entry;
    char prompt[BV_NAME_MAX + 4] = "> ";
    char offers[TUI_GAME_TEXT];
    const char *hint = SAY("un coup, ou flèches et Entrée", "a move, or arrows and Enter");
    if (game->acting && game->terms)
        snprintf(prompt, sizeof prompt, "%s> ",
                 bv_seat_name(game->terms, __builtin_ctz(game->acting)));
    int at = 1 + screen_put(box->y, 1, box->width - 2, prompt, LOOK_STRONG);
    /* Of a long line the end is seen, where one writes. */
    const char *text = screen->entry.text;
    while (screen_width(text) > box->width - at - 1) text++;
    at += screen_put(box->y, at, box->width - at - 1, text, LOOK_PLAIN);
    screen_caret(box->y, at);
    struct bv_out out = bv_out_into(offers, sizeof offers);
    if (screen->entry.length) {
        if (game->acting) entry_offers(&screen->entry, &screen->choices, &out);
        screen_put(box->y, at + 2, box->width - at - 2, offers, LOOK_DIM);
    } else if (game->acting && at + 2 + screen_width(hint) <= box->width) {
        screen_put(box->y, at + 1, box->width - at - 1, hint, LOOK_FRAME);
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
    for (int i = 0; i < screen->game->reply_count; i++)
        if (screen->game->reply[i] == point) marks |= MARK_REPLY;
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
    struct bv_facts facts = screen->facts;
    char text[BV_FACTS_TEXT_MAX];
    struct bv_out out = bv_out_into(text, sizeof text);
    int line = 0;
    facts.asked = (struct bv_prompt){0};                                 /* the message has it, */
    if (screen->layout.binds_below) facts.bound = (struct bv_prompt){0}; /* and this too */
    bv_put_facts(screen->game->terms, &facts, true, language_is_french(), &out);
    for (char *at = text; *at;) {
        char *end = strchr(at, '\n');
        *end = '\0';
        for (; *at; line++) {
            size_t length = screen_wrap(at, place.width);
            struct bv_box one = {place.x, place.y + line, place.width, 1};
            if (show && line < place.height) screen_put_wrapped(one, at, LOOK_PLAIN);
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
    if (log.height > 0) game_log_show(&screen->game->log, log, game->viewer);
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
             SAY("La fenêtre est trop petite : il faut %d×%d. Agrandissez-la, la partie attend.",
                 "The window is too small: %d×%d are needed. Enlarge it, the game waits."),
             LEAST_COLUMNS, LEAST_ROWS);
    screen_put_wrapped((struct bv_box){0, 0, screen_columns(), screen_rows()}, text, LOOK_STRONG);
}

static void draw_handover(const struct game_screen *screen)
{
    const struct tui_game *game = screen->game;
    char text[TUI_GAME_TEXT];
    int width = screen_columns() < 60 ? screen_columns() : 60;
    int middle = screen_rows() / 2;
    struct bv_box box = {(screen_columns() - width) / 2, middle - 4, width, 8};
    snprintf(text, sizeof text, SAY("À jouer : %s", "%s to play"),
             say(game->terms->form->seat[game->hand_to].title));
    screen_frame(box, "Bivouac");
    draw_centred(middle - 3, text, LOOK_STRONG);
    screen_put_wrapped((struct bv_box){box.x + 3, middle - 1, width - 6, 2},
                       SAY("Que les autres joueurs se détournent, puis Entrée.",
                           "Other players look away, then press Enter."),
                       LOOK_PLAIN);
    draw_centred(middle + 2, SAY("F10 : sortir", "F10: leave"), LOOK_DIM);
}

static void draw_waiting(const struct game_screen *screen)
{
    const struct tui_game *game = screen->game;
    int middle = screen_rows() / 2;
    struct bv_box below = {2, middle, screen_columns() - 4, screen_rows() - middle - 2};
    draw_centred(middle - 2, game->heading, LOOK_STRONG);
    draw_centred(middle - 1, game->status, LOOK_PLAIN);
    screen_put_wrapped(below, game->notice, game->alarm ? LOOK_ALARM : LOOK_DIM);
    draw_centred(screen_rows() - 1, SAY("F10 : sortir", "F10: leave"), LOOK_DIM);
}

void game_screen_draw(struct game_screen *screen)
{
    struct tui_game *game = screen->game;
    int rows = screen_rows();
    int columns = screen_columns();
    char asked[1024];
    screen_caret(-1, -1);
    if (rows < LEAST_ROWS || columns < LEAST_COLUMNS) {
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
    const struct bv_box before = screen->layout.board;
    struct bv_box place = {.width = layout_facts_width(columns, board.width)};
    /* What binds the player goes into the message where the facts are folded or too long; whether
     * they are may depend on the lines that the message takes. */
    for (int below = 0; below <= 1; below++) {
        struct bv_out out = bv_out_into(asked, sizeof asked);
        screen->layout.binds_below = below;
        int facts = put_facts(screen, place, false);
        put_asked(screen, below, &out);
        screen->layout =
            layout_make(rows, columns, board, facts, message_lines(screen, asked, columns));
        screen->layout.binds_below = below;
        if (!screen->layout.folded && facts <= screen->layout.facts.height) break;
    }
    /* A message of more lines takes some of the board: what the player looks at stays in view. */
    if (before.height != screen->layout.board.height || before.width != screen->layout.board.width)
        screen->follow = true;
    board_follow(&screen->board, screen->layout.board,
                 screen->follow ? screen->cursor : BV_NOWHERE);
    screen->follow = false;
    draw_title(screen);
    draw_panes(screen);
    draw_message(screen, asked);
    screen_fill(screen->layout.keys, LOOK_TITLE);
    walk_keys(screen, true, -1);
    draw_entry(screen);
}
