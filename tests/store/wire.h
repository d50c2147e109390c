/*
 * A wire between a store and PostgreSQL, for tests: passes everything on until COMMIT comes by, and then breaks, before it
 * or after it; or stands still, and nothing passes any more.
 */
#pragma once

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "scratch.h"

enum breaks {
    WIRE_WHOLE,
    BREAKS_BEFORE_COMMIT,
    BREAKS_AFTER_COMMIT,
    BREAKS_AFTER_GROUND, /* when the store has asked what became of a commit */
    WIRE_STILL,
};

struct wire {
    char folder[64]; /* where its socket is */
    char database[SCRATCH_PATH];
    int listener;
    pthread_t thread;
    atomic_int breaks; /* enum breaks; once */
    atomic_int then;   /* what it does after that */
    atomic_bool over;
};

/* One connection of the store's, and that to the database behind it. */
struct strand {
    struct wire *wire;
    int store, database;
};

/* Binding the prepared statement of a name is how a store says it: names of seven bytes, with a NUL on either side. */
static inline bool says(const char word[8], const char *bytes, size_t length)
{
    for (size_t i = 0; i + 8 <= length; i++)
        if (memcmp(bytes + i, word, 8) == 0) return true;
    return false;
}

/* It breaks, and what it is to do next is next. */
static inline bool break_off(struct wire *wire)
{
    atomic_store(&wire->breaks, atomic_exchange(&wire->then, WIRE_WHOLE));
    return false;
}

static inline bool pass_on(struct strand *strand, int from, int to)
{
    char bytes[65536];
    struct wire *wire = strand->wire;
    ssize_t length = read(from, bytes, sizeof bytes);
    if (length <= 0) return false;
    int breaks = atomic_load(&wire->breaks);
    bool asks = from == strand->store;
    bool commits = asks && says("\0commit", bytes, (size_t)length);
    bool grounds = asks && says("\0cancel transaction", bytes, (size_t)length);
    if (commits && breaks == BREAKS_BEFORE_COMMIT) return break_off(wire);
    if (send(to, bytes, (size_t)length, MSG_NOSIGNAL) != length) return false;
    if (!(commits && breaks == BREAKS_AFTER_COMMIT) && !(grounds && breaks == BREAKS_AFTER_GROUND))
        return true;
    /* The answer is awaited and kept. */
    (void)!read(strand->database, bytes, sizeof bytes);
    return break_off(wire);
}

static inline void *run_strand(void *argument)
{
    struct strand *strand = argument;
    bool whole = true;
    while (whole && !atomic_load(&strand->wire->over)) {
        struct pollfd end[2] = {{.fd = strand->store, .events = POLLIN},
                                {.fd = strand->database, .events = POLLIN}};
        bool still = atomic_load(&strand->wire->breaks) == WIRE_STILL;
        if (poll(end, still ? 0 : 2, 20) <= 0) continue;
        if (end[0].revents) whole = pass_on(strand, strand->store, strand->database);
        if (whole && end[1].revents) whole = pass_on(strand, strand->database, strand->store);
    }
    close(strand->store);
    close(strand->database);
    free(strand);
    return NULL;
}

static inline struct sockaddr_un socket_in(const char *folder)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct bv_out out = bv_out_into(address.sun_path, sizeof address.sun_path);
    bv_put(&out, folder);
    bv_put(&out, "/.s.PGSQL.5432");
    assert_false(out.cut);
    return address;
}

static inline void *accept_all(void *argument)
{
    struct wire *wire = argument;
    for (;;) {
        struct pollfd poll_listener = {.fd = wire->listener, .events = POLLIN};
        if (atomic_load(&wire->over)) return NULL;
        if (poll(&poll_listener, 1, 20) <= 0) continue;
        struct strand *strand = calloc(1, sizeof *strand);
        if (!strand) abort();
        strand->wire = wire;
        strand->store = accept(wire->listener, NULL, NULL);
        strand->database = socket(AF_UNIX, SOCK_STREAM, 0);
        struct sockaddr_un address = socket_in(wire->database);
        pthread_t thread;
        if (connect(strand->database, (struct sockaddr *)&address, sizeof address) != 0 ||
            pthread_create(&thread, NULL, run_strand, strand) != 0)
            abort();
        pthread_detach(thread);
    }
}

/* The folder of the socket in `…?host=FOLDER&…`. */
static inline void copy_host(const char *where, char *folder, size_t size)
{
    const char *host = strstr(where, "host=") + strlen("host=");
    (void)snprintf(folder, size, "%.*s", (int)strcspn(host, "&"), host);
}

/* Writes into `through` where the store is when it is reached through the wire. */
static inline void begin_wire(struct wire *wire, const char *where, char through[SCRATCH_PATH])
{
    memset(wire, 0, sizeof *wire);
    (void)snprintf(wire->folder, sizeof wire->folder, "/tmp/bivouac-wire-XXXXXX");
    assert_non_null(mkdtemp(wire->folder));
    copy_host(where, wire->database, sizeof wire->database);
    struct sockaddr_un address = socket_in(wire->folder);
    wire->listener = socket(AF_UNIX, SOCK_STREAM, 0);
    if (wire->listener < 0 ||
        bind(wire->listener, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(wire->listener, 8) != 0)
        fail_msg("no wire in %s", wire->folder);
    assert_int_equal(pthread_create(&wire->thread, NULL, accept_all, wire), 0);
    const char *host = strstr(where, "host=") + strlen("host=");
    (void)snprintf(through, SCRATCH_PATH, "%.*s%s%s", (int)(host - where), where, wire->folder,
                   host + strcspn(host, "&"));
}

static inline void end_wire(struct wire *wire)
{
    struct timespec moment = {0, 60 * 1000 * 1000};
    atomic_store(&wire->over, true);
    pthread_join(wire->thread, NULL);
    nanosleep(&moment, NULL); /* the strands end by themselves */
    close(wire->listener);
    remove_all(wire->folder);
}
