#include "tui/game_screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/help.h"
#include "tui/after_end.h"
#include "tui/book.h"
#include "tui/list.h"

/* ---- Reading the game ------------------------------------------------------------------------ */

static void draw_behind(void *context)
{
    game_screen_draw(context);
}

/* The cursor begins on the first point that can be touched. */
static void find_first(struct game_screen *screen)
{
    gesture_marks(&screen->gesture, &screen->choices, screen->marks, screen->board.points);
    for (int point = 0; point < screen->board.points && screen->cursor == BV_NOWHERE; point++)
        if (screen->marks[point]) screen->cursor = point;
    screen->follow = true;
}

/* Takes over what has changed in the game since it was last shown. */
static void take_changes(struct game_screen *screen)
{
    struct tui_game *game = screen->game;
    if (!game->terms || (screen->drawn && screen->version == game->version)) return;
    screen->version = game->version;
    screen->gesture = (struct gesture){0};
    board_draw(&screen->board, game->terms, &game->view, game->across != screen->turned);
    bv_facts(game->terms, &game->view, game->acting ? __builtin_ctz(game->acting) : game->viewer,
             &screen->facts);
    if (!choices_make(&screen->choices, game->terms, &game->view,
                      game->hand_to < 0 ? game->acting : 0, &screen->board))
        tui_game_say(game, true, SAY("plus de mémoire", "out of memory"));
    if (screen->list_capacity < screen->choices.count) {
        free(screen->list);
        screen->list_capacity = 2 * screen->choices.count;
        screen->list = malloc(screen->list_capacity * sizeof *screen->list);
        if (!screen->list) screen->choices.count = screen->list_capacity = 0;
    }
    screen->drawn = true;
    if (screen->cursor == BV_NOWHERE && game->acting) find_first(screen);
}

void game_screen_show(struct game_screen *screen, bool whole)
{
    take_changes(screen);
    screen_clear();
    game_screen_draw(screen);
    screen_show(whole);
}

/* ---- Choosing -------------------------------------------------------------------------------- */

/* Asks again before a choice that costs something. */
static bool is_meant(struct game_screen *screen, const struct choice *choice)
{
    const struct tui_game *game = screen->game;
    const struct bv_warning *warning = bv_warning(game->terms, &game->view, choice->action);
    uint64_t version = game->version;
    return !warning || (list_confirm(say(warning->title), say(warning->text), say(warning->yes)) &&
                        game->version == version);
}

static void play(struct game_screen *screen, uint32_t at)
{
    struct tui_game *game = screen->game;
    const struct choice *choice = &screen->choices.list[at];
    if (!is_meant(screen, choice)) return;
    entry_clear(&screen->entry);
    screen->gesture = (struct gesture){0};
    if (choice->points) screen->cursor = choice->point[choice->points - 1];
    game->calls->play(game, choice->seat, choice->action, choice_token(&screen->choices, at));
}

/* Lets the player choose among those in screen->list. */
static void choose(struct game_screen *screen, uint32_t count, const char *title)
{
    enum { MOST = 1000, ABOUT = 240, TEXT = BV_TOKEN_MAX + ABOUT };
    const struct tui_game *game = screen->game;
    if (count > MOST) count = MOST;
    struct list_item *item = calloc(count, sizeof *item);
    char(*text)[TEXT] = calloc(count, sizeof *text);
    for (uint32_t i = 0; item && text && i < count; i++) {
        char about[ABOUT];
        struct bv_out out = bv_out_into(about, sizeof about);
        const char *token = choice_token(&screen->choices, screen->list[i]);
        choice_describe(&screen->choices, screen->list[i], game->terms, &game->view,
                        language_is_french(), &out);
        if (!*about && strcmp(token, ".") == 0) bv_put(&out, SAY("finir", "end"));
        snprintf(text[i], sizeof text[i], "%-8s %s", token, about);
        item[i].text = text[i];
    }
    struct list list = {.title = title,
                        .item = item,
                        .count = item && text ? (int)count : 0,
                        .behind = draw_behind,
                        .context = screen};
    uint64_t version = game->version;
    int chosen = list_choose(&list);
    free(item);
    free(text);
    /* Meanwhile the other side may have ended the game. */
    if (chosen >= 0 && game->version == version) play(screen, screen->list[chosen]);
}

/* Plays a single choice; offers several, one for each effect. */
static void settle(struct game_screen *screen, uint32_t count)
{
    const struct tui_game *game = screen->game;
    count = choices_merge(&screen->choices, game->terms, &game->view, screen->list, count);
    if (count == 1)
        play(screen, screen->list[0]);
    else if (count)
        choose(screen, count, SAY("Lequel ?", "Which one?"));
}

/* Says why a touch did nothing; `from`: the piece that was held. */
static void explain(struct game_screen *screen, int from, int point)
{
    struct tui_game *game = screen->game;
    char name[BV_NAME_MAX];
    struct bv_out out = bv_out_into(name, sizeof name);
    struct bv_text why =
        bv_why_not(game->terms, &game->view, __builtin_ctz(game->acting), from, point);
    game->terms->game->point(game->terms, point, &out);
    tui_game_notice(game, true, SAY("%s : %s.", "%s: %s."), name, say(why));
}

static void touch(struct game_screen *screen, int point)
{
    if (point == BV_NOWHERE || !screen->game->acting) return;
    struct gesture before = screen->gesture;
    uint32_t count = gesture_touch(&screen->gesture, &screen->choices, point, screen->list);
    bool lets_go = before.count && before.point[before.count - 1] == point;
    if (!count && !screen->gesture.count && !lets_go)
        explain(screen, before.count ? before.point[before.count - 1] : BV_NOWHERE, point);
    settle(screen, count);
}

/* Collects those that fit what was touched so far (`bare`: and touch no point). */
static void offer(struct game_screen *screen, bool bare)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < screen->choices.count; i++) {
        const struct choice *choice = &screen->choices.list[i];
        if (bare ? !choice->points : gesture_fits(&screen->gesture, choice))
            screen->list[count++] = i;
    }
    if (count) choose(screen, count, SAY("Coups permis", "Legal moves"));
}

/* ---- Commands -------------------------------------------------------------------------------- */

enum order {
    ORDER_COMMAND,
    ORDER_LEGEND,
    ORDER_RULES,
    ORDER_LIST,
    ORDER_LOG,
    ORDER_TURN,
    ORDER_QUIT,
};

static const struct word {
    const char *fr, *en;
    enum order order;
    enum command command;
    bool has_text;
} words[] = {
    {"aide", "help", ORDER_LEGEND, 0, false},
    {"?", "h", ORDER_LEGEND, 0, false},
    {"règles", "rules", ORDER_RULES, 0, false},
    {"journal", "log", ORDER_LOG, 0, false},
    {"tourner", "turn", ORDER_TURN, 0, false},
    {"coups", "list", ORDER_LIST, 0, false},
    {"quitter", "quit", ORDER_QUIT, 0, false},
    {"sortir", "q", ORDER_QUIT, 0, false},
    {"reprendre", "undo", ORDER_COMMAND, COMMAND_UNDO, false},
    {"conseil", "hint", ORDER_COMMAND, COMMAND_HINT, false},
    {"abandonner", "resign", ORDER_COMMAND, COMMAND_RESIGN, false},
    {"nulle", "draw", ORDER_COMMAND, COMMAND_DRAW, false},
    {"refuser", "decline", ORDER_COMMAND, COMMAND_DECLINE, false},
    {"reprise", "takeback", ORDER_COMMAND, COMMAND_ASK, false},
    {"rejoindre", "join", ORDER_COMMAND, COMMAND_JOIN, true},
    {"admettre", "admit", ORDER_COMMAND, COMMAND_ADMIT, false},
    {"commencer", "start", ORDER_COMMAND, COMMAND_START, false},
    {"revanche", "rematch", ORDER_COMMAND, COMMAND_REMATCH, false},
    {"sauver", "save", ORDER_COMMAND, COMMAND_SAVE, true},
    {"dire", "say", ORDER_COMMAND, COMMAND_SAY, true},
};

static void command(struct game_screen *screen, enum command wanted, const char *text)
{
    struct tui_game *game = screen->game;
    if (game->calls->command(game, wanted, text)) return;
    tui_game_say(game, true, SAY("Ce n'est pas possible ici.", "That is not possible here."));
}

/* The command that a line begins with, in either language; NULL: none. */
static const struct word *word_of(const char *line, const char **rest)
{
    for (size_t i = 0; i < BV_COUNT(words); i++)
        for (int english = 0; english <= 1; english++) {
            const char *name = english ? words[i].en : words[i].fr;
            size_t length = strlen(name);
            if (strncmp(line, name, length) != 0) continue;
            *rest = line + length;
            if (words[i].has_text ? **rest == ' ' && (*rest)[1] : !**rest) {
                if (words[i].has_text) ++*rest;
                return &words[i];
            }
        }
    return NULL;
}

static void refuse(struct game_screen *screen, const char *line)
{
    struct tui_game *game = screen->game;
    char nearest[128] = "";
    struct bv_out out = bv_out_into(nearest, sizeof nearest);
    if (!game->acting) {
        tui_game_say(game, true, SAY("Ce n'est pas à vous de jouer.", "It is not your turn."));
        return;
    }
    bv_put_nearest(screen->choices.menu, bv_span_of(line), &out);
    tui_game_notice(game, true,
                    SAY("« %.40s » n'est pas permis ici. Au plus près :%s",
                        "'%.40s' is not legal here. Nearest:%s"),
                    line, nearest);
}

static void open_rules(const struct game_screen *screen)
{
    if (screen->game->terms) book_open(screen->game->terms->game);
}

static void turn_board(struct game_screen *screen)
{
    screen->turned = !screen->turned;
    screen->drawn = false;
    screen->follow = true;
}

static void obey(struct game_screen *screen)
{
    char line[ENTRY_SIZE];
    const char *rest = NULL;
    memcpy(line, screen->entry.text, screen->entry.length + 1);
    size_t length = screen->entry.length;
    while (length && line[length - 1] == ' ') line[--length] = '\0';
    uint32_t at = screen->game->terms
                      ? choices_find(&screen->choices, screen->game->terms, bv_span_of(line))
                      : UINT32_MAX;
    if (at != UINT32_MAX) {
        play(screen, at);
        return;
    }
    const struct word *word = word_of(line, &rest);
    if (!word) {
        refuse(screen, line);
        return;
    }
    entry_clear(&screen->entry);
    switch (word->order) {
    case ORDER_LEGEND: legend_show(screen, draw_behind, screen); break;
    case ORDER_RULES: open_rules(screen); break;
    case ORDER_LIST: offer(screen, false); break;
    case ORDER_LOG: log_page_show(screen, draw_behind, screen); break;
    case ORDER_TURN: turn_board(screen); break;
    case ORDER_QUIT: screen->leaving = true; break;
    case ORDER_COMMAND: command(screen, word->command, rest); break;
    }
}

/* ---- Keys ------------------------------------------------------------------------------------ */

static void press_function(struct game_screen *screen, int number)
{
    switch (number) {
    case 1: open_rules(screen); break;
    case 2: command(screen, screen->game->is_remote ? COMMAND_ASK : COMMAND_UNDO, ""); break;
    case 3: command(screen, COMMAND_HINT, ""); break;
    case 4: offer(screen, false); break;
    case 5: command(screen, COMMAND_START, ""); break;
    case 6:
        if (!screen->game->is_remote) {
            log_page_show(screen, draw_behind, screen);
            break;
        }
        entry_clear(&screen->entry);
        entry_add(&screen->entry, SAY("dire ", "say "));
        break;
    case 7: legend_show(screen, draw_behind, screen); break;
    case 8: command(screen, COMMAND_RESIGN, ""); break;
    case 9: command(screen, COMMAND_DRAW, ""); break;
    case 10: screen->leaving = true; break;
    default: break;
    }
}

static void move_cursor(struct game_screen *screen, int across, int down)
{
    /* After the end the arrows go through the game. */
    if (screen->game->over && screen->game->calls->step && across) {
        screen->game->calls->step(screen->game, across);
        return;
    }
    screen->cursor = board_step(&screen->board, screen->cursor, across, down);
    board_follow(&screen->board, screen->layout.board, screen->cursor);
}

/* After the end: to the first move, or to the last. */
static void step_far(struct game_screen *screen, int towards)
{
    enum { FAR = 1 << 20 };
    if (screen->game->over && screen->game->calls->step)
        screen->game->calls->step(screen->game, towards * FAR);
}

/* The next (or previous) point that can be touched now. */
static void tour(struct game_screen *screen, int by)
{
    int points = screen->board.points;
    unsigned wanted = screen->gesture.count ? MARK_NEXT | MARK_END : MARK_NEXT | MARK_MOVABLE;
    int point = screen->cursor;
    for (int i = 0; i < points; i++) {
        point = point == BV_NOWHERE ? (by > 0 ? 0 : points - 1) : (point + by + points) % points;
        if (!(screen->marks[point] & wanted)) continue;
        screen->cursor = point;
        board_follow(&screen->board, screen->layout.board, point);
        return;
    }
}

static void press_return(struct game_screen *screen)
{
    if (screen->entry.length)
        obey(screen);
    else if (screen->game->over)
        after_end_offer(screen, draw_behind, screen);
    else if (screen->choices.count == 1 && screen->game->acting)
        play(screen, 0);
    else
        touch(screen, screen->cursor);
}

static void press_mouse(struct game_screen *screen, const struct press *press)
{
    const struct layout *layout = &screen->layout;
    if (press->key == PRESS_WHEEL) {
        if (box_has(&layout->board, press->x, press->y))
            board_scroll(&screen->board, layout->board, 2 * press->number);
        else
            game_log_scroll(&screen->game->log, -2 * press->number);
        return;
    }
    if (box_has(&layout->keys, press->x, press->y)) {
        press_function(screen, game_screen_key_at(screen, press->x));
        return;
    }
    int point = board_point_at(&screen->board, layout->board, press->x, press->y);
    if (point == BV_NOWHERE) return;
    screen->cursor = point;
    touch(screen, point);
}

/* The next player must not see where the previous one's cursor was: it moves to where they acted
 * last. */
static void forget_person(struct game_screen *screen)
{
    entry_clear(&screen->entry);
    screen->gesture = (struct gesture){0};
    screen->cursor = BV_NOWHERE;
    screen->board.scroll_x = screen->board.scroll_y = 0;
    screen->game->log.back = 0;
}

/* The screen waits to be handed over: no other key is accepted. */
static void press_handover(struct game_screen *screen, const struct press *press)
{
    if (press->key == PRESS_RETURN) {
        forget_person(screen);
        screen->game->calls->handed_over(screen->game);
    } else if (press->key == PRESS_FUNCTION && press->number == 10)
        screen->leaving = true;
}

static void press_letter(struct game_screen *screen, const char *letter)
{
    if (!screen->entry.length && strcmp(letter, " ") == 0)
        offer(screen, true);
    else
        entry_add(&screen->entry, letter);
}

void game_screen_press(struct game_screen *screen, const struct press *press)
{
    if (press->key == PRESS_NEWS || press->key == PRESS_RESIZED) return;
    if (screen->game->hand_to >= 0) {
        press_handover(screen, press);
        return;
    }
    screen->game->notice[0] = '\0';
    switch (press->key) {
    case PRESS_LETTER: press_letter(screen, press->letter); break;
    case PRESS_ERASE: entry_erase(&screen->entry); break;
    case PRESS_RETURN: press_return(screen); break;
    case PRESS_LEAVE:
        if (screen->entry.length)
            entry_clear(&screen->entry);
        else
            screen->gesture = (struct gesture){0};
        break;
    case PRESS_NEXT:
        if (screen->entry.length)
            entry_complete(&screen->entry, &screen->choices);
        else
            tour(screen, 1);
        break;
    case PRESS_PREVIOUS: tour(screen, -1); break;
    case PRESS_ABOVE: move_cursor(screen, 0, -1); break;
    case PRESS_BELOW: move_cursor(screen, 0, 1); break;
    case PRESS_BEFORE: move_cursor(screen, -1, 0); break;
    case PRESS_AFTER: move_cursor(screen, 1, 0); break;
    case PRESS_BACK_PAGE:
        if (screen->layout.folded)
            log_page_show(screen, draw_behind, screen);
        else
            game_log_scroll(&screen->game->log, 5);
        break;
    case PRESS_FORWARD_PAGE: game_log_scroll(&screen->game->log, -5); break;
    case PRESS_FIRST: step_far(screen, -1); break;
    case PRESS_LAST: step_far(screen, 1); break;
    case PRESS_TURN: turn_board(screen); break;
    case PRESS_FUNCTION: press_function(screen, press->number); break;
    case PRESS_CLICKED:
    case PRESS_WHEEL: press_mouse(screen, press); break;
    default: break;
    }
}

/* ---- The main loop --------------------------------------------------------------------------- */

void game_screen_open(struct game_screen *screen, struct tui_game *game)
{
    *screen = (struct game_screen){.game = game, .cursor = BV_NOWHERE};
}

void game_screen_close(struct game_screen *screen)
{
    choices_free(&screen->choices);
    free(screen->list);
}

void game_screen_run(struct tui_game *game)
{
    struct game_screen *screen = malloc(sizeof *screen);
    if (!screen) return;
    game_screen_open(screen, game);
    struct event_source source = game->calls->source(game);
    screen_watch(&source);
    bool whole = true;
    while (!screen->leaving && !game->closes && !screen_is_leaving()) {
        game_screen_show(screen, whole);
        if (game->over && !screen->end_seen) {
            screen->end_seen = true;
            after_end_offer(screen, draw_behind, screen);
            whole = false;
            continue;
        }
        struct press press = screen_wait();
        whole = press.key == PRESS_RESIZED;
        take_changes(screen);
        game_screen_press(screen, &press);
    }
    screen_watch(NULL);
    game_screen_close(screen);
    free(screen);
}
