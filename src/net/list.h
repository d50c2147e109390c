/*
 * Rings of links that live inside what they link, so that joining and leaving cost nothing and need no memory:
 *
 *     list ⇄ a ⇄ b ⇄ c ⇄ list          a lone link points at itself
 */
#ifndef BV_NET_LIST_H
#define BV_NET_LIST_H

#include "core/base.h"

struct bv_link {
    struct bv_link *before;
    struct bv_link *after;
};

/* The struct that holds a link as its member. */
#define BV_HOLDER(link, type, member) ((type *)(void *)((char *)(link) - offsetof(type, member)))

static inline void bv_link_init(struct bv_link *link)
{
    link->before = link;
    link->after = link;
}

/* Whether a link is alone, or a list empty. */
static inline bool bv_link_alone(const struct bv_link *link)
{
    return link->after == link;
}

static inline void bv_link_leave(struct bv_link *link)
{
    link->before->after = link->after;
    link->after->before = link->before;
    bv_link_init(link);
}

/* Leaves its list, if any, and joins the end of another. */
static inline void bv_link_join(struct bv_link *link, struct bv_link *list)
{
    bv_link_leave(link);
    link->before = list->before;
    link->after = list;
    list->before->after = link;
    list->before = link;
}

/* Takes the first link off a list that is not empty. */
static inline struct bv_link *bv_link_take(struct bv_link *list)
{
    struct bv_link *link = list->after;
    BV_ASSERT(link != list);
    list->after = link->after;
    link->after->before = list;
    bv_link_init(link);
    return link;
}

#endif
