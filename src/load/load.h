/*
 * The load client: how many tables a server carries and how fast (load.c), whether it keeps every
 * acknowledged move when it is killed (fault.c), what an attack costs other players (attack.c), and
 * whether a cluster stays consistent through faults (witness.h).
 */
#ifndef LOAD_LOAD_H
#define LOAD_LOAD_H

#include "load/attackers.h"
#include "load/audit.h"
#include "load/clients.h"

struct load_plan {
    uint32_t tables;
    uint32_t idle;
    uint32_t sleeping;
    uint32_t rounds;
    uint32_t finished;          /* games in the store before the server opens it */
    const struct bv_game *game; /* NULL: each game in turn */
    double seconds;
    double rate;
    double kill_every; /* seconds */
    const char *url;   /* one, or several separated by commas; NULL: a server of our own */
    const char *store; /* of that server, for a witness (witness.h); NULL: none */
    bool anywhere;
    bool keep; /* keep the folder of our own server */
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
    double
        /* seconds from the request to stop until it was open again, with the sleeping tables */
        reopened;
    struct load_figures figures;
    char folder[256]; /* of our own server, where it was kept */
    char complaint[512];
};

bool load_run(const struct load_plan *plan, struct load_report *report, struct bv_error *error);

struct fault_report {
    uint32_t rounds;
    struct audit audit;
    uint64_t astray;
    uint64_t refused;
    /* rounds in which not all players had returned before the next kill */
    uint64_t late;
    struct histogram ready;   /* from the start of the process until it prints its address */
    struct histogram playing; /* from the kill until the first move was acknowledged */
    struct histogram back;    /* from the kill until all players had returned to their tables */
    char folder[256];
    char complaint[512];
};

bool fault_run(const struct load_plan *plan, struct fault_report *report, struct bv_error *error);

/* What was measured without, or during, an attack. */
struct attack_part {
    struct load_figures figures;
    double seconds;
    double server; /* seconds of processor time of the server */
    uint64_t most; /* kilobytes of the server */
};

struct attack_report {
    struct attack_part calm;
    struct attack_part attackers;
    struct attackers_counts counts;
    double seconds; /* of all attacks together, with their start-up */
    uint64_t losses;
    uint64_t after; /* kilobytes of the server, a while after the attacks */
    char complaint[512];
};

bool attack_run(const struct load_plan *plan, struct attack_report *report, struct bv_error *error);

/* The 99th percentile of the move times during attacks divided by that without. */
double attack_ratio(const struct attack_report *report);

/* Ctrl-C: the run is ended in an orderly way. */
void load_heed_signals(void);
bool load_stopped(void);

/* Waits until all clients are connected and seated; false and an error that gives the obstacle. */
bool load_fill(struct load_clients *clients, struct bv_error *error);

#endif
