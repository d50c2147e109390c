/* Modal windows: a list to choose from, a text to read, a question. */
#ifndef TUI_LIST_H
#define TUI_LIST_H

#include "tui/screen.h"

struct list_item {
    const char *text;
    const char *about; /* shown below the list while the item is selected; NULL: nothing */
};

struct list {
    const char *title;
    const char *foot; /* what the keys do; NULL: the default */
    const struct list_item *item;
    int count;
    int chosen;             /* selected at first */
    void (*behind)(void *); /* draws what is behind the window; NULL: nothing */
    void *context;
};

/* The number of the chosen item; -1: the player left the window. */
int list_choose(const struct list *list);

/* A text that can be scrolled. */
void list_read(const char *title, const char *text, void (*behind)(void *), void *context);

/* Yes or no. */
bool list_confirm(const char *question, void (*behind)(void *), void *context);

#endif
