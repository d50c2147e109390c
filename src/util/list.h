/*
 * Doubly linked circular lists. The links are members of the listed structures, so that adding and
 * removing takes constant time and allocates nothing:
 *
 *     list ⇄ a ⇄ b ⇄ c ⇄ list          a link in no list points to itself
 */
#pragma once

#include "core/base.h"

struct list_link {
    struct list_link *before;
    struct list_link *after;
};

/* The struct that holds a link as its member. */
#define LIST_HOLDER(link, type, member) ((type *)(void *)((char *)(link) - offsetof(type, member)))

/* Visits the links of a list that is not changed meanwhile. */
/* NOLINTBEGIN(bugprone-macro-parentheses): the name of a variable */
#define LIST_EACH(link, list)                                                                      \
    for (struct list_link *link = (list)->after; link != (list); link = link->after)
/* NOLINTEND(bugprone-macro-parentheses) */

static inline void list_init(struct list_link *link)
{
    link->before = link;
    link->after = link;
}

/* Whether a link is in no list, or a list is empty. */
static inline bool list_is_empty(const struct list_link *link)
{
    return link->after == link;
}

static inline void list_remove(struct list_link *link)
{
    link->before->after = link->after;
    link->after->before = link->before;
    list_init(link);
}

/* Removes a link from its list, if any, and appends it to another. */
static inline void list_append(struct list_link *link, struct list_link *list)
{
    list_remove(link);
    link->before = list->before;
    link->after = list;
    list->before->after = link;
    list->before = link;
}

/* Removes and returns the first link of a list that is not empty. */
static inline struct list_link *list_take(struct list_link *list)
{
    struct list_link *link = list->after;
    BV_ASSERT(link != list);
    list->after = link->after;
    link->after->before = list;
    list_init(link);
    return link;
}
