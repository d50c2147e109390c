/*
 * The load client: how many tables a server carries and how fast (load.c), whether it keeps what it has said is kept when
 * it is killed (fault.c), what an attack costs the honest (attack.c), and whether many nodes keep their word through
 * faults (witness.h).
 */
#ifndef BV_LOAD_LOAD_H
#define BV_LOAD_LOAD_H

#include "load/audit.h"
#include "load/crowd.h"
#include "load/siege.h"

struct bv_load_plan {
    uint32_t tables;
    uint32_t idle;
    uint32_t sleeping;
    uint32_t rounds;
    uint32_t finished;          /* games in the store before it opens */
    const struct bv_game *game; /* NULL: all in turn */
    double seconds;
    double rate;
    double kill_every; /* seconds */
    const char *url;   /* one, or several with commas; NULL: a server of our own */
    const char *store; /* of that server, for a witness (witness.h); NULL: none */
    bool anywhere;
    bool keep; /* the folder of our own server */
};

/* Kilobytes of the server; 0: not known. */
struct bv_load_memory {
    uint64_t fresh;     /* just started, with nothing in it */
    uint64_t slept;     /* all sleeping tables are asleep */
    uint64_t restarted; /* started again with the sleeping tables */
    uint64_t idle;      /* with the idle connections */
    uint64_t before;    /* just before them */
    uint64_t loaded;    /* at the end */
};

struct bv_load_report {
    double seconds;
    uint32_t connections; /* at the end, idle ones too */
    uint64_t bytes_in;
    uint64_t bytes_out;
    uint64_t losses;
    double client_cores; /* how many processors were busy, on the average */
    double server_cores; /* 0: not known */
    struct bv_load_memory memory;
    double
        reopened; /* seconds from asking it to stop until it was open again, with the sleeping tables */
    struct bv_crowd_figures figures;
    char folder[256]; /* of our own server, where it was kept */
    char complaint[512];
};

bool bv_load_run(const struct bv_load_plan *plan, struct bv_load_report *report,
                 struct bv_error *error);

struct bv_fault_report {
    uint32_t rounds;
    struct bv_audit audit;
    uint64_t astray;
    uint64_t refused;
    uint64_t late;               /* rounds in which not everybody was back before the next */
    struct bv_histogram ready;   /* from the start of the process until it says its address */
    struct bv_histogram playing; /* from the kill until the first move was acknowledged, */
    struct bv_histogram back;    /* and until everybody was back at the table */
    char folder[256];
    char complaint[512];
};

bool bv_fault_run(const struct bv_load_plan *plan, struct bv_fault_report *report,
                  struct bv_error *error);

/* What was measured while it was calm, or while it was attacked. */
struct bv_attack_part {
    struct bv_crowd_figures figures;
    double seconds;
    double server; /* seconds of processor time of the server */
    uint64_t most; /* kilobytes of the server */
};

struct bv_attack_report {
    struct bv_attack_part calm;
    struct bv_attack_part siege;
    struct bv_siege_counts counts;
    double seconds; /* of all sieges together, their beginnings too */
    uint64_t losses;
    uint64_t after; /* kilobytes of the server, a while after that */
    char complaint[512];
};

bool bv_attack_run(const struct bv_load_plan *plan, struct bv_attack_report *report,
                   struct bv_error *error);

/* How many times longer than without it ninety-nine in a hundred moves take. */
double bv_attack_ratio(const struct bv_attack_report *report);

/* Ctrl-C: what is under way is ended in order. */
void bv_load_heed_signals(void);
bool bv_load_stopped(void);

/* Lets the crowd come in and sit down; false and an error that says what stands in the way. */
bool bv_load_fill(struct bv_crowd *crowd, struct bv_error *error);

#endif
