#define _GNU_SOURCE
#include "proof/attackers.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client/connection.h"
#include "util/clock.h"

enum { PLACES_MAX = 4000, TICK = 2 /* milliseconds */, LOCALS = 8, ELSEWHERE = 2 };

struct foe {
    int socket; /* -1: none */
    uint32_t number;
    bool deaf;    /* does not read */
    bool proxied; /* claims to come from another address through a proxy at 127.0.0.1 */
};

struct attack {
    struct server_address address;
    struct attackers_counts *counts;
    int epoll;
};

/* ---- Connections ----------------------------------------------------------------------------- */

static void hang_up(struct foe *foe)
{
    struct linger none = {.l_onoff = 1}; /* a reset: no port stays in TIME_WAIT */
    if (foe->socket < 0) return;
    setsockopt(foe->socket, SOL_SOCKET, SO_LINGER, &none, sizeof none);
    close(foe->socket);
    foe->socket = -1;
}

/* Connects from one of a few addresses of this machine, or from 127.0.0.1, where a proxy would be.
 * */
static bool connect_from(const struct attack *attack, const struct foe *foe)
{
    struct sockaddr_in from = {.sin_family = AF_INET,
                               .sin_addr.s_addr =
                                   htonl(INADDR_LOOPBACK + 1 + foe->number % LOCALS)};
    if (!foe->proxied && bind(foe->socket, (const struct sockaddr *)&from, sizeof from) != 0)
        return false;
    const struct sockaddr *to = (const struct sockaddr *)&attack->address.address;
    return connect(foe->socket, to, attack->address.length) == 0 || errno == EINPROGRESS;
}

static bool call(struct attack *attack, struct foe *foe)
{
    hang_up(foe);
    foe->socket = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (foe->socket < 0) return false;
    if (!connect_from(attack, foe)) {
        hang_up(foe);
        return false;
    }
    struct epoll_event event = {.events = foe->deaf ? 0 : EPOLLIN, .data.ptr = foe};
    epoll_ctl(attack->epoll, EPOLL_CTL_ADD, foe->socket, &event);
    return true;
}

static bool say(struct foe *foe, const char *bytes, size_t length)
{
    if (foe->socket < 0) return false;
    ssize_t sent = send(foe->socket, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EAGAIN && errno != ENOTCONN) hang_up(foe);
    return sent == (ssize_t)length;
}

/* All requests share a few forwarded addresses. */
static bool say_head(struct foe *foe, const char *first, const char *more)
{
    char head[512];
    int length = snprintf(head, sizeof head,
                          "GET %s HTTP/1.1\r\nHost: here\r\nX-Forwarded-For: 203.0.113.%u\r\n"
                          "%s\r\n",
                          first, 1 + foe->number % ELSEWHERE, more);
    return say(foe, head, (size_t)length);
}

static bool say_handshake(struct foe *foe)
{
    return say_head(foe, "/api/v1/socket",
                    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
}

static bool say_text(struct foe *foe, const char *text)
{
    static const uint8_t mask[4] = {1, 2, 3, 4};
    char frame[128];
    size_t length = ws_put_frame(frame, WS_TEXT, true, bv_span_of(text), mask);
    return say(foe, frame, length);
}

/* ---- The kinds of attack --------------------------------------------------------------------- */

static bool open_half(struct attack *attack, struct foe *foe)
{
    static const char half[] = "POST /api/v1/guest HTTP/1.1\r\nHost: here\r\nX-Slow: ";
    return call(attack, foe) && say(foe, half, sizeof half - 1);
}

static bool reset(struct attack *attack, struct foe *foe)
{
    bool called = call(attack, foe);
    hang_up(foe);
    return called;
}

static bool ask(struct attack *attack, struct foe *foe)
{
    return (foe->socket >= 0 || call(attack, foe)) && say_head(foe, "/api/v1/tables", "");
}

static bool talk(struct attack *attack, struct foe *foe)
{
    if (foe->socket >= 0) return say_text(foe, "{\"do\":\"lobby-leave\",\"id\":1}");
    return call(attack, foe) && say_handshake(foe);
}

static bool ask_and_not_read(struct attack *attack, struct foe *foe)
{
    if (foe->socket >= 0) return say_text(foe, "{\"do\":\"lobby\",\"id\":1}");
    return call(attack, foe) && say_handshake(foe);
}

static bool break_frames(struct attack *attack, struct foe *foe)
{
    static const char wrong[4][4] = {"\xc1\x80", "\x81\x02{}", "\x81\xff\x7f\xff",
                                     "\x89\x7e\xff\xff"};
    if (!call(attack, foe) || !say_handshake(foe)) return false;
    return say(foe, wrong[foe->number++ % 4], 4);
}

static const struct {
    const char *name;
    uint32_t places; /* connections at once */
    double pace;     /* per second */
    bool deaf;
    bool proxied;
    bool (*act)(struct attack *attack, struct foe *foe);
} kinds[ATTACKERS_KINDS] = {
    {"half-open", 4000, 1500, true, false, open_half},
    {"resets", 1, 300, true, false, reset},
    {"requests", 16, 2000, false, true, ask},
    {"messages", 32, 4000, false, true, talk},
    {"deaf", 32, 500, true, true, ask_and_not_read},
    {"broken", 8, 200, false, true, break_frames},
};

const char *attackers_name(int kind)
{
    return kinds[kind].name;
}

/* ---- The process ----------------------------------------------------------------------------- */

static void read_answers(struct attack *attack, struct foe *foe)
{
    static char text[64 * 1024];
    ssize_t got = recv(foe->socket, text, sizeof text, MSG_DONTWAIT);
    if (got <= 0) {
        if (got == 0 || errno != EAGAIN) hang_up(foe);
        return;
    }
    const char *at = text;
    size_t left = (size_t)got;
    const char *found;
    while ((found = memmem(at, left, "\"too-many\"", 10))) {
        attack->counts->refused++;
        left -= (size_t)(found + 10 - at);
        at = found + 10;
    }
}

static void listen_a_tick(struct attack *attack)
{
    enum { EVENTS = 64 };
    struct epoll_event event[EVENTS];
    int count = epoll_wait(attack->epoll, event, EVENTS, TICK);
    for (int i = 0; i < count; i++) {
        struct foe *foe = event[i].data.ptr;
        if (foe->socket < 0) continue;
        if (event[i].events & EPOLLIN)
            read_answers(attack, foe);
        else
            hang_up(foe);
    }
}

static void besiege(struct attack *attack)
{
    static struct foe foe[ATTACKERS_KINDS][PLACES_MAX];
    uint32_t next[ATTACKERS_KINDS] = {0};
    double allowance[ATTACKERS_KINDS] = {0};
    for (int kind = 0; kind < ATTACKERS_KINDS; kind++)
        for (uint32_t i = 0; i < kinds[kind].places; i++)
            foe[kind][i] = (struct foe){.socket = -1,
                                        .number = i,
                                        .deaf = kinds[kind].deaf,
                                        .proxied = kinds[kind].proxied};
    int64_t before = clock_microseconds();
    for (;;) {
        int64_t now = clock_microseconds();
        for (int kind = 0; kind < ATTACKERS_KINDS; kind++) {
            allowance[kind] += kinds[kind].pace * (double)(now - before) / 1e6;
            while (allowance[kind] >= 1) {
                allowance[kind] -= 1;
                struct foe *one = &foe[kind][next[kind]++ % kinds[kind].places];
                attack->counts->done[kind] += kinds[kind].act(attack, one);
            }
        }
        before = now;
        listen_a_tick(attack);
    }
}

static void raise_files(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/* The attacking process; it ends with its parent. */
static void become_attacker(const struct server_address *address, struct attackers_counts *counts,
                            pid_t parent)
{
    struct attack attack = {
        .address = *address, .counts = counts, .epoll = epoll_create1(EPOLL_CLOEXEC)};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent || attack.epoll < 0) _exit(1);
    signal(SIGINT, SIG_IGN); /* the parent ends it */
    raise_files();
    besiege(&attack);
}

bool attackers_begin(struct attackers *attackers, const struct server_address *address,
                     struct bv_error *error)
{
    pid_t parent = getpid();
    if (address->address.ss_family != AF_INET)
        return bv_error_set(error, "an attack needs a server on 127.0.0.1");
    attackers->counts = mmap(NULL, sizeof *attackers->counts, PROT_READ | PROT_WRITE,
                             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (attackers->counts == MAP_FAILED) return bv_error_set(error, "out of memory for the attack");
    attackers->process = fork();
    if (attackers->process == 0) become_attacker(address, attackers->counts, parent);
    if (attackers->process > 0) return true;
    munmap(attackers->counts, sizeof *attackers->counts);
    return bv_error_set(error, "the attack cannot be started");
}

void attackers_end(struct attackers *attackers, struct attackers_counts *sum)
{
    kill(attackers->process, SIGKILL);
    waitpid(attackers->process, NULL, 0);
    for (int kind = 0; kind < ATTACKERS_KINDS; kind++)
        sum->done[kind] += attackers->counts->done[kind];
    sum->refused += attackers->counts->refused;
    munmap(attackers->counts, sizeof *attackers->counts);
}
