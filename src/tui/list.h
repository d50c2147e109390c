/* Windows that stand before the game until they are answered: a list to choose from, a text to read, a question. */
#ifndef BIVOUAC_LIST_H
#define BIVOUAC_LIST_H

#include "tui/screen.h"

struct list_item {
    const char *text;
    const char *about; /* shown below the list while it is chosen; NULL: nothing */
};

struct list {
    const char *title;
    const char *foot; /* what the keys do; NULL: the usual */
    const struct list_item *item;
    int count;
    int chosen;             /* at first */
    void (*behind)(void *); /* draws what stands behind the window; NULL: nothing does */
    void *context;
};

/* The number of the chosen item; -1: none, one has left. */
int list_choose(const struct list *list);

/* A text of lines to be read and scrolled. */
void list_read(const char *title, const char *text, void (*behind)(void *), void *context);

/* Yes or no. */
bool list_confirm(const char *question, void (*behind)(void *), void *context);

#endif
