/*
 * The desk: where the house reads and writes its papers (store.h). What is written goes with the flight that stands ready
 * (post.h), so nobody is told of it before it is on disk; but whoever reads sees it at once, since what happens next must
 * build on it. When the flight fails, the desk forgets what it carried.
 *
 *     write ──▶ the flight's batch ──▶ disk
 *        └────▶ the tray: read from here until the flight has landed
 *
 * Lists that are shown are read from the store (bv_store_papers, bv_store_ranked with house->reader): they show what is on
 * disk. That is enough, because an answer is told after what it speaks of has landed. What is counted or ended is listed
 * here (bv_desk_list): somebody who asks for a hundred things at once must find those that are still under way.
 */
#ifndef BV_DESK_H
#define BV_DESK_H

#include <cjson/cJSON.h>

#include "server/post.h"

struct bv_desk;

struct bv_desk *bv_desk_open(struct bv_store *reader, struct bv_post *post);
void bv_desk_close(struct bv_desk *desk);

/* Something new begins: what is read from now on is what is built on. Who reads a paper, and then writes it with the same
 * flight, puts it in place of the one that was read; if another node was faster meanwhile, the flight is overtaken. */
void bv_desk_begin(struct bv_desk *desk);

/* The paper as it stands; free it with cJSON_Delete. NULL: there is none, or the store cannot be read (*trouble, where it
 * is not NULL, says so). */
cJSON *bv_desk_read(struct bv_desk *desk, const char *kind, const char *key,
                    struct bv_error *trouble);

/* In place of what stood there. False only if the store cannot be read. */
bool bv_desk_write(struct bv_desk *desk, const char *kind, const char *key, int64_t rank,
                   const cJSON *paper, struct bv_error *trouble);
bool bv_desk_remove(struct bv_desk *desk, const char *kind, const char *key,
                    struct bv_error *trouble);

/* Visits all papers of a kind whose key begins with `prefix`, as they stand, in no order, until the visitor has seen enough.
 * It must not write. False if the store cannot be read. */
bool bv_desk_list(struct bv_desk *desk, const char *kind, const char *prefix,
                  bv_paper_visitor *visit, void *context, struct bv_error *trouble);

/* The key of a paper about two, or about one and a thing: A/B. All those of A begin with the key of A and "". */
void bv_pair_key(const char *first, const char *second, char key[BV_PAPER_KEY_MAX + 1]);

/* Flights have landed or are lost: what they carried is read from the store again. */
void bv_desk_clear(struct bv_desk *desk);

#endif
