/*
 * A server of our own: this very program as `bivouac serve`, in another process, on a folder that is thrown away. It
 * ends when we do, however we end.
 */
#ifndef BV_LOAD_CHILD_H
#define BV_LOAD_CHILD_H

#include <sys/types.h>

#include "call/door.h"

struct bv_child {
    pid_t process; /* 0: none */
    int output;    /* its standard output */
    int port;      /* 0 until it is known */
    char folder[256];
    char line[256]; /* what it printed first: its address, and where its figures are */
    size_t length;
    struct bv_door metrics;
};

/* Makes an empty folder where temporary files go ($TMPDIR, else /tmp). */
bool bv_child_prepare(struct bv_child *child, struct bv_error *error);

/* Chooses a port that stays ours while the server is away: outside the range from which callers get theirs, or one of
 * them might be given the server's own and talk to itself. */
bool bv_child_choose_port(struct bv_child *child, struct bv_error *error);

bool bv_child_start(struct bv_child *child, struct bv_error *error);

/* 1: it has said its address and the door leads there; 0: not yet; -1: it has ended without saying anything. */
int bv_child_ready(struct bv_child *child, struct bv_door *door);

/* The same, waiting for at most half a minute. */
bool bv_child_await(struct bv_child *child, struct bv_door *door, struct bv_error *error);

/* Ends it with a signal and waits until it is gone. */
void bv_child_end(struct bv_child *child, int signal);

/* Removes the folder. */
void bv_child_clear(struct bv_child *child);

/* Kilobytes it holds in memory, and seconds of processor time it has used; 0 if that cannot be known. */
uint64_t bv_child_memory(const struct bv_child *child);
double bv_child_seconds(const struct bv_child *child);

#endif
