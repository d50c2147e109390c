/*
 * The load client: how many tables a server carries and how fast (load.c), and whether its players
 * go on without a gap when it is killed (kill.c).
 */
#pragma once

#include "load/clients.h"

struct load_plan {
    uint32_t tables;
    uint32_t idle;
    uint32_t sleeping;
    uint32_t rounds;
    const struct bv_game *game; /* NULL: each game in turn */
    double seconds;
    double rate;
    double kill_every;   /* seconds */
    const char *url;     /* one, or several separated by commas; NULL: a server of our own */
    const char *program; /* of our own server */
    const char *data;    /* its folder; NULL: a temporary one */
    bool anywhere;
    const struct load_observer *observer; /* NULL: none */
};

/* Kilobytes of the server; 0: not known. */
struct load_memory {
    uint64_t fresh;     /* just started, with an empty store */
    uint64_t slept;     /* after the sleeping tables are unloaded */
    uint64_t restarted; /* restarted with the sleeping tables */
    uint64_t idle;      /* with the idle connections */
    uint64_t before;    /* just before the idle connections */
    uint64_t loaded;    /* at the end */
};

struct load_report {
    double seconds;
    uint32_t connections; /* at the end, idle ones too */
    uint64_t bytes_in;
    uint64_t bytes_out;
    uint64_t losses;
    double client_cores; /* processors busy, on average */
    double server_cores; /* 0: not known */
    struct load_memory memory;
    double reopened; /* seconds from the request to stop until it was open again, with them */
    struct load_figures figures;
    char complaint[512];
};

bool load_run(const struct load_plan *plan, struct load_report *report, struct bv_error *error);

struct kill_report {
    uint32_t rounds;
    uint64_t moves; /* acknowledged */
    uint64_t lost;  /* acknowledged, but missing after the last restart */
    uint64_t astray;
    uint64_t refused;
    uint64_t late;          /* rounds in which not all players had returned before the next kill */
    struct histogram ready; /* from the start of the process until it prints its address */
    struct histogram playing; /* from the kill until the first move was acknowledged */
    struct histogram back;    /* from the kill until all players had returned to their tables */
    char complaint[512];
};

bool kill_run(const struct load_plan *plan, struct kill_report *report, struct bv_error *error);

/* Ctrl-C: the run is ended in an orderly way. */
void load_heed_signals(void);
bool load_stopped(void);

/* Waits until all clients are connected and seated; false and an error that gives the obstacle. */
bool load_fill(struct load_clients *clients, struct bv_error *error);
