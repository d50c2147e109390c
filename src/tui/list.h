/* Modal windows: a list to choose from, a text to read, a question, a line to fill in. */
#pragma once

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
    const char *letters;    /* keys that close the window too; `?` stands for F1; NULL: none */
    void (*behind)(void *); /* draws what is behind the window; NULL: nothing */
    void *context;
};

/* The number of the chosen item; -1: the player left the window. */
int list_choose(const struct list *list);

/* The same; *letter is the key of list->letters that chose it, or 0. */
int list_choose_by(const struct list *list, char *letter);

/* A text that can be scrolled, shown from its first line on, or (`at_end`) up to its last. A line that
 * begins with a blank is an explanation, any other a heading. */
void list_read(const char *title, const char *text, bool at_end, void (*behind)(void *),
               void *context);

/* Yes or no; `about` explains, NULL: nothing. `yes` names that answer, NULL: Yes. */
bool list_confirm(const char *question, const char *about, const char *yes);

/* Lets the player edit a line of at most `size` bytes; false: the player left the window. */
bool list_ask(const char *title, char *text, size_t size);
