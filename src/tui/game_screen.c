#include "tui/game_screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/list.h"

/* ---- Reading the table ----------------------------------------------------------------------- */

static void draw_behind(void *context)
{
    stage_draw(context);
}

/* The cursor begins on the first point that can be touched. */
static void find_first(struct stage *stage)
{
    gesture_marks(&stage->gesture, &stage->choices, stage->marks, stage->board.points);
    for (int point = 0; point < stage->board.points && stage->cursor == BV_NOWHERE; point++)
        if (stage->marks[point]) stage->cursor = point;
    stage->follow = true;
}

/* Takes over what has changed at the table since it was last shown. */
static void look(struct stage *stage)
{
    struct table *table = stage->table;
    if (!table->terms || (stage->drawn && stage->version == table->version)) return;
    stage->version = table->version;
    stage->gesture = (struct gesture){0};
    board_draw(&stage->board, table->terms, &table->view);
    if (!choices_make(&stage->choices, table->terms, &table->view,
                      table->curtain < 0 ? table->acting : 0, &stage->board))
        table_say(table, true, SAY("plus de mémoire", "out of memory"));
    if (stage->list_capacity < stage->choices.count) {
        free(stage->list);
        stage->list_capacity = 2 * stage->choices.count;
        stage->list = malloc(stage->list_capacity * sizeof *stage->list);
        if (!stage->list) stage->choices.count = stage->list_capacity = 0;
    }
    stage->drawn = true;
    if (stage->cursor == BV_NOWHERE && table->acting) find_first(stage);
}

void stage_show(struct stage *stage, bool whole)
{
    look(stage);
    screen_clear();
    stage_draw(stage);
    screen_show(whole);
}

/* ---- Choosing -------------------------------------------------------------------------------- */

static void play(struct stage *stage, uint32_t at)
{
    struct table *table = stage->table;
    const struct choice *choice = &stage->choices.list[at];
    entry_clear(&stage->entry);
    stage->gesture = (struct gesture){0};
    if (choice->points) stage->cursor = choice->point[choice->points - 1];
    table->ways->play(table, choice->seat, choice->action, choice_token(&stage->choices, at));
}

/* Lets the player choose among those in stage->list. */
static void choose(struct stage *stage, uint32_t count, const char *title)
{
    enum { MOST = 1000, ABOUT = 240 };
    const struct table *table = stage->table;
    if (count > MOST) count = MOST;
    struct list_item *item = calloc(count, sizeof *item);
    char(*about)[ABOUT] = calloc(count, sizeof *about);
    for (uint32_t i = 0; item && about && i < count; i++) {
        struct bv_out out = bv_out_into(about[i], ABOUT);
        item[i].text = choice_token(&stage->choices, stage->list[i]);
        choice_describe(&stage->choices, stage->list[i], table->terms, &table->view,
                        language_is_french(), &out);
        item[i].about = about[i];
    }
    struct list list = {.title = title,
                        .item = item,
                        .count = item && about ? (int)count : 0,
                        .behind = draw_behind,
                        .context = stage};
    uint64_t version = table->version;
    int chosen = list_choose(&list);
    free(item);
    free(about);
    /* Meanwhile the other side may have ended the game. */
    if (chosen >= 0 && table->version == version) play(stage, stage->list[chosen]);
}

/* Plays a single choice; offers several, one for each effect. */
static void settle(struct stage *stage, uint32_t count)
{
    const struct table *table = stage->table;
    count = choices_merge(&stage->choices, table->terms, &table->view, stage->list, count);
    if (count == 1)
        play(stage, stage->list[0]);
    else if (count)
        choose(stage, count, SAY("Lequel ?", "Which one?"));
}

static void touch(struct stage *stage, int point)
{
    if (point == BV_NOWHERE || !stage->table->acting) return;
    settle(stage, gesture_touch(&stage->gesture, &stage->choices, point, stage->list));
}

/* Collects those that fit what was touched so far (`bare`: and touch no point). */
static void offer(struct stage *stage, bool bare)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < stage->choices.count; i++) {
        const struct choice *choice = &stage->choices.list[i];
        if (bare ? !choice->points : gesture_fits(&stage->gesture, choice))
            stage->list[count++] = i;
    }
    if (count) choose(stage, count, SAY("Coups permis", "Legal tokens"));
}

/* ---- Commands -------------------------------------------------------------------------------- */

enum order { ORDER_COMMAND, ORDER_HELP, ORDER_LIST, ORDER_QUIT };

static const struct word {
    const char *fr, *en;
    enum order order;
    enum command command;
    bool has_text;
} words[] = {
    {"aide", "help", ORDER_HELP, 0, false},
    {"?", "h", ORDER_HELP, 0, false},
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
    {"sauver", "save", ORDER_COMMAND, COMMAND_SAVE, true},
    {"dire", "say", ORDER_COMMAND, COMMAND_SAY, true},
};

static void command(struct stage *stage, enum command wanted, const char *text)
{
    struct table *table = stage->table;
    if (table->ways->grant(table, wanted, text)) return;
    table_say(table, true, SAY("Ce n'est pas possible ici.", "That is not possible here."));
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

static void refuse(struct stage *stage, const char *line)
{
    struct table *table = stage->table;
    char nearest[128] = "";
    struct bv_out out = bv_out_into(nearest, sizeof nearest);
    if (!table->acting) {
        table_say(table, true, SAY("Ce n'est pas à vous de jouer.", "It is not your turn."));
        return;
    }
    bv_put_nearest(stage->choices.menu, bv_span_of(line), &out);
    table_notice(table, true,
                 SAY("« %.40s » n'est pas permis ici. Au plus près :%s",
                     "'%.40s' is not legal here. Nearest:%s"),
                 line, nearest);
}

static void obey(struct stage *stage)
{
    char line[ENTRY_SIZE];
    const char *rest = NULL;
    memcpy(line, stage->entry.text, stage->entry.length + 1);
    size_t length = stage->entry.length;
    while (length && line[length - 1] == ' ') line[--length] = '\0';
    uint32_t at = stage->table->terms
                      ? choices_find(&stage->choices, stage->table->terms, bv_span_of(line))
                      : UINT32_MAX;
    if (at != UINT32_MAX) {
        play(stage, at);
        return;
    }
    const struct word *word = word_of(line, &rest);
    if (!word) {
        refuse(stage, line);
        return;
    }
    entry_clear(&stage->entry);
    switch (word->order) {
    case ORDER_HELP: help_show(stage->table, draw_behind, stage); break;
    case ORDER_LIST: offer(stage, false); break;
    case ORDER_QUIT: stage->leaving = true; break;
    case ORDER_COMMAND: command(stage, word->command, rest); break;
    }
}

/* ---- Keys ------------------------------------------------------------------------------------ */

static void press_function(struct stage *stage, int number)
{
    switch (number) {
    case 1: help_show(stage->table, draw_behind, stage); break;
    case 2: command(stage, stage->table->is_remote ? COMMAND_ASK : COMMAND_UNDO, ""); break;
    case 3: command(stage, COMMAND_HINT, ""); break;
    case 4: offer(stage, false); break;
    case 5: command(stage, COMMAND_START, ""); break;
    case 6:
        entry_clear(&stage->entry);
        entry_add(&stage->entry, SAY("dire ", "say "));
        break;
    case 8: command(stage, COMMAND_RESIGN, ""); break;
    case 9: command(stage, COMMAND_DRAW, ""); break;
    case 10: stage->leaving = true; break;
    default: break;
    }
}

static void move_cursor(struct stage *stage, int across, int down)
{
    stage->cursor = board_step(&stage->board, stage->cursor, across, down);
    board_follow(&stage->board, stage->layout.board, stage->cursor);
}

/* The next (or previous) point that can be touched now. */
static void tour(struct stage *stage, int by)
{
    int points = stage->board.points;
    unsigned wanted = stage->gesture.count ? MARK_NEXT | MARK_END : MARK_NEXT | MARK_MOVABLE;
    int point = stage->cursor;
    for (int i = 0; i < points; i++) {
        point = point == BV_NOWHERE ? (by > 0 ? 0 : points - 1) : (point + by + points) % points;
        if (!(stage->marks[point] & wanted)) continue;
        stage->cursor = point;
        board_follow(&stage->board, stage->layout.board, point);
        return;
    }
}

static void press_return(struct stage *stage)
{
    if (stage->entry.length)
        obey(stage);
    else if (stage->choices.count == 1 && stage->table->acting)
        play(stage, 0);
    else
        touch(stage, stage->cursor);
}

static void press_mouse(struct stage *stage, const struct press *press)
{
    const struct layout *layout = &stage->layout;
    if (press->key == PRESS_WHEEL) {
        if (box_has(&layout->board, press->x, press->y))
            board_scroll(&stage->board, layout->board, 2 * press->number);
        else
            logbook_scroll(&stage->table->log, -2 * press->number);
        return;
    }
    if (box_has(&layout->keys, press->x, press->y)) {
        press_function(stage, stage_key_at(stage, press->x));
        return;
    }
    int point = board_point_at(&stage->board, layout->board, press->x, press->y);
    if (point == BV_NOWHERE) return;
    stage->cursor = point;
    touch(stage, point);
}

/* The next player must not see where the previous one's cursor was: it moves to where they acted
 * last. */
static void forget_person(struct stage *stage)
{
    entry_clear(&stage->entry);
    stage->gesture = (struct gesture){0};
    stage->cursor = BV_NOWHERE;
    stage->board.scroll_x = stage->board.scroll_y = 0;
    stage->table->log.back = 0;
}

/* The screen waits to be handed over: no other key is accepted. */
static void press_curtain(struct stage *stage, const struct press *press)
{
    if (press->key == PRESS_RETURN) {
        forget_person(stage);
        stage->table->ways->lift(stage->table);
    } else if (press->key == PRESS_FUNCTION && press->number == 10)
        stage->leaving = true;
}

static void press_letter(struct stage *stage, const char *letter)
{
    if (!stage->entry.length && strcmp(letter, " ") == 0)
        offer(stage, true);
    else
        entry_add(&stage->entry, letter);
}

void stage_press(struct stage *stage, const struct press *press)
{
    if (press->key == PRESS_NEWS || press->key == PRESS_RESIZED) return;
    if (stage->table->curtain >= 0) {
        press_curtain(stage, press);
        return;
    }
    stage->table->notice[0] = '\0';
    switch (press->key) {
    case PRESS_LETTER: press_letter(stage, press->letter); break;
    case PRESS_ERASE: entry_erase(&stage->entry); break;
    case PRESS_RETURN: press_return(stage); break;
    case PRESS_LEAVE:
        if (stage->entry.length)
            entry_clear(&stage->entry);
        else
            stage->gesture = (struct gesture){0};
        break;
    case PRESS_NEXT:
        if (stage->entry.length)
            entry_complete(&stage->entry, &stage->choices);
        else
            tour(stage, 1);
        break;
    case PRESS_PREVIOUS: tour(stage, -1); break;
    case PRESS_ABOVE: move_cursor(stage, 0, -1); break;
    case PRESS_BELOW: move_cursor(stage, 0, 1); break;
    case PRESS_BEFORE: move_cursor(stage, -1, 0); break;
    case PRESS_AFTER: move_cursor(stage, 1, 0); break;
    case PRESS_BACK_PAGE: logbook_scroll(&stage->table->log, 5); break;
    case PRESS_FORWARD_PAGE: logbook_scroll(&stage->table->log, -5); break;
    case PRESS_FUNCTION: press_function(stage, press->number); break;
    case PRESS_CLICKED:
    case PRESS_WHEEL: press_mouse(stage, press); break;
    default: break;
    }
}

/* ---- The main loop --------------------------------------------------------------------------- */

void stage_open(struct stage *stage, struct table *table)
{
    *stage = (struct stage){.table = table, .cursor = BV_NOWHERE};
}

void stage_close(struct stage *stage)
{
    choices_free(&stage->choices);
    free(stage->list);
}

void stage_run(struct table *table)
{
    struct stage *stage = malloc(sizeof *stage);
    if (!stage) return;
    stage_open(stage, table);
    struct guest guest = table->ways->guest(table);
    screen_receive(&guest);
    bool whole = true;
    while (!stage->leaving && !screen_is_leaving()) {
        stage_show(stage, whole);
        struct press press = screen_wait();
        whole = press.key == PRESS_RESIZED;
        look(stage);
        stage_press(stage, &press);
    }
    screen_receive(NULL);
    stage_close(stage);
    free(stage);
}
