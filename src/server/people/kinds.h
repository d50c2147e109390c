/*
 * All papers that are somebody's: what is handed out when they ask for everything the house knows, and what is thrown away
 * when they ask to be forgotten. Whoever gives people a new kind of paper adds a row in kinds.c.
 */
#ifndef BV_KINDS_H
#define BV_KINDS_H

#include "store/store.h"

enum bv_kind_shape {
    BV_KIND_ONE,     /* key PERSON */
    BV_KIND_BY_GAME, /* key PERSON, and the kind goes on with the game: `rating.chars` */
    BV_KIND_MANY,    /* keys PERSON/… */
};

struct bv_kind {
    const char *kind;
    enum bv_kind_shape shape;
    const char *
        mirror; /* the kind of a paper with the key the other way round, OTHER/PERSON; NULL: there is none */
    bool
        exported; /* as it stands; else it is the house's alone, or is handed out in better words */
};

extern const struct bv_kind bv_kinds[];
extern const size_t bv_kinds_count;

/* Every paper of a person, kind by kind, as the store has them. */
typedef bool bv_kind_visitor(void *context, const struct bv_kind *row, const char *kind,
                             const struct bv_paper *paper);
bool bv_kinds_visit(struct bv_store *store, const char *person, uint32_t most_of_a_kind,
                    bv_kind_visitor *visit, void *context, struct bv_error *error);

#endif
