/*
 * The page cache keeps the JSON pages of tournaments. All clients that watch a tournament request
 * its page when it changes; the page is written once and sent to all of them. The cache holds the
 * sixteen pages that were requested last, and at most four megabytes. It is only a cache: a missing
 * page is written from the documents.
 */
#pragma once

#include "server/tournaments/tournament.h"

struct cached_page {
    char id[ID_SIZE];
    char *text; /* a JSON object, the same for every reader */
    size_t length;
    /* the outbox's count of lost commits when the page was written: a later loss makes the page
     * invalid */
    uint64_t losses;
    uint64_t asked; /* higher: requested later */
    int players;
    struct cached_page_player {
        char person[ID_SIZE];
        bool left;
    } player[PAIRING_PLAYERS];
};

struct page_cache;

struct page_cache *page_cache_new(void);
void page_cache_free(struct page_cache *page_cache);

/* Valid until the next put or drop. NULL: not cached, or a commit was lost since. */
const struct cached_page *page_cache_find(struct page_cache *page_cache, const char *tournament,
                                          uint64_t losses);

/* Replaces an older page; the cache takes ownership of the text. */
const struct cached_page *page_cache_put(struct page_cache *page_cache,
                                         const struct tournament *tournament, char *text,
                                         size_t length, uint64_t losses);

/* The tournament has changed. */
void page_cache_drop(struct page_cache *page_cache, const char *tournament);
