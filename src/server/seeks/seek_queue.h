/* The queue of seeks as this node knows it: a copy of the documents (seeks.h). */
#pragma once

#include "server/seeks/seeks.h"

struct seek {
    char person[ID_SIZE];
    char name[TABLE_NAME_MAX + 1];
    char node[NODE_SIZE];
    char with[ID_SIZE];  /* the player to meet if possible; "": anyone */
    char table[ID_SIZE]; /* "": it waits */
    bool account, rated;
    bool any; /* any game; else one */
    struct pairing_seek wanted;
    int64_t paired;       /* when it was paired */
    uint64_t transaction; /* the transaction that changes it; 0: it is as stored */
};

struct seek_queue {
    struct seek *seek;
    size_t count, capacity;
    bool to_pair;                 /* it has changed since the last pass, */
    bool to_show;                 /* and since clients were last told */
    int64_t passed, shown, swept; /* when */
    /* How long it took until now, in milliseconds, by game (the last: any) and pace; 0: unknown */
    int64_t usual[SEEK_GAMES + 1][SEEK_PACES];
};

/* Whether its player waits, connected to a node that is alive. */
bool seek_waits(const struct seeks *seeks, const struct seek *seek);

/* The open transaction changes the seek of that player: it is read again when that is stored. */
void seek_changes(struct seeks *seeks, const char *person);

/* The leader pairs those who wait. */
void seeks_pair(struct seeks *seeks, int64_t now);
