/*
 * A server of our own: `bivouac serve` in a child process. It ends when the parent ends, in
 * whatever way.
 */
#pragma once

#include <sys/types.h>

#include "client/http.h"

struct child {
    const char *program;
    pid_t process; /* 0: none */
    int output;    /* its standard output */
    int port;      /* 0 until it is known */
    char folder[256];
    bool temporary; /* the folder */
    char line[256]; /* its first output: its address, and the address of its metrics */
    size_t length;
    struct server_address metrics;
};

/* A server on this folder, or on an empty temporary one (in $TMPDIR, else /tmp) if it is NULL. */
bool child_prepare(struct child *child, const char *program, const char *folder,
                   struct bv_error *error);

/* Chooses a port that stays free while the server restarts: outside the range of ephemeral ports,
 * or a client might be given the server's port and connect to itself. */
bool child_choose_port(struct child *child, struct bv_error *error);

bool child_start(struct child *child, struct bv_error *error);

/* 1: it has printed its address, which `address` now holds; 0: not yet; -1: it has ended without
 * printing it. */
int child_ready(struct child *child, struct server_address *address);

/* The same, but waits at most 30 seconds. */
bool child_await(struct child *child, struct server_address *address, struct bv_error *error);

/* Ends it with a signal and waits for its exit. */
void child_end(struct child *child, int signal);

/* Removes the folder if it is temporary. */
void child_clear(struct child *child);

/* Kilobytes of memory and seconds of processor time it uses; 0 if not known. */
uint64_t child_memory(const struct child *child);
double child_seconds(const struct child *child);
