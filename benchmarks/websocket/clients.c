/*
 * Clients of the comparison, all on one epoll in one thread. Prints one line of JSON.
 *
 *     clients PORT echo COUNT SECONDS [RATE]    each waits for its message to come back, or, with a rate,
 *                                               so many messages a second are sent in turn
 *     clients PORT broadcast COUNT SECONDS      one message to all, the next when all have it
 *     clients PORT idle COUNT SECONDS           connected, and silent
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    COUNT_MAX = 20000,
    PAYLOAD = 200,
    HEAD = 4,
    MASK = 4,
    FRAME = HEAD + PAYLOAD,
    TIMES = 1 << 22
};

struct client {
    int socket;
    size_t received; /* bytes of the frame that comes */
    int64_t sent;    /* when; 0: nothing is on its way */
};

static struct client clients[COUNT_MAX];
static uint32_t times[TIMES]; /* microseconds of each message */
static size_t time_count;
static uint64_t messages;

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

static int connect_to(int port)
{
    static const char hello[] =
        "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
    char answer[4096] = "";
    size_t length = 0;
    int yes = 1;
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int made = socket(AF_INET, SOCK_STREAM, 0);
    if (made < 0 || connect(made, (struct sockaddr *)&address, sizeof address) != 0)
        fail("connect");
    setsockopt(made, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (send(made, hello, sizeof hello - 1, 0) < 0) fail("send");
    while (!strstr(answer, "\r\n\r\n")) {
        ssize_t got = recv(made, answer + length, sizeof answer - 1 - length, 0);
        if (got <= 0) fail("handshake");
        length += (size_t)got;
    }
    if (strncmp(answer, "HTTP/1.1 101", 12) != 0) fail(answer);
    fcntl(made, F_SETFL, O_NONBLOCK);
    return made;
}

/* A text frame of PAYLOAD bytes; a mask of zeros leaves them as they are. */
static void send_message(struct client *client, char first)
{
    static unsigned char frame[HEAD + MASK + PAYLOAD] = {0x81, 0x80 | 126, 0, PAYLOAD};
    memset(frame + HEAD + MASK, 'm', PAYLOAD);
    frame[HEAD + MASK] = (unsigned char)first;
    client->sent = now();
    if (send(client->socket, frame, sizeof frame, MSG_NOSIGNAL) != sizeof frame) fail("send");
}

/* How many whole messages have come since the last time. */
static int receive(struct client *client)
{
    static char bytes[64 * 1024];
    int whole = 0;
    for (;;) {
        ssize_t got = recv(client->socket, bytes, sizeof bytes, 0);
        if (got == 0 || (got < 0 && errno != EAGAIN)) fail("a client was closed");
        if (got < 0) return whole;
        client->received += (size_t)got;
        whole += (int)(client->received / FRAME);
        client->received %= FRAME;
        if ((size_t)got < sizeof bytes) return whole;
    }
}

static void note_time(int64_t since)
{
    messages++;
    if (time_count < TIMES) times[time_count++] = (uint32_t)(now() - since);
}

static int compare(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a;
    uint32_t other = *(const uint32_t *)b;
    return one < other ? -1 : one > other;
}

/* Sends what is due at that rate; a message waits its turn while the one before it is on its way, and its
 * time counts from when it was due. */
static void send_due(int count, double rate, int64_t begun)
{
    static uint64_t sent;
    while (rate > 0 && (double)(now() - begun) * rate / 1e6 >= (double)sent) {
        struct client *client = &clients[sent % (uint64_t)count];
        if (client->sent) return;
        send_message(client, 'm');
        client->sent = begun + (int64_t)((double)sent++ * 1e6 / rate);
    }
}

int main(int words, char **word)
{
    if (words < 5) return 2;
    int port = atoi(word[1]);
    bool echo = strcmp(word[2], "echo") == 0;
    bool broadcast = strcmp(word[2], "broadcast") == 0;
    int count = atoi(word[3]);
    double seconds = atof(word[4]);
    double rate = words > 5 ? atof(word[5]) : 0;
    int left = count; /* of those who wait for a message to all */
    int epoll = epoll_create1(0);
    for (int i = 0; i < count; i++) {
        struct epoll_event watch = {.events = EPOLLIN, .data.u32 = (uint32_t)i};
        clients[i].socket = connect_to(port);
        epoll_ctl(epoll, EPOLL_CTL_ADD, clients[i].socket, &watch);
    }
    int64_t begun = now();
    int64_t end = begun + (int64_t)(seconds * 1e6);
    for (int i = 0; echo && rate <= 0 && i < count; i++) send_message(&clients[i], 'm');
    if (broadcast) send_message(&clients[0], '!');
    while (now() < end) {
        struct epoll_event events[256];
        struct timespec wait = {.tv_nsec = rate > 0 ? 50000 : 100000000};
        int ready = epoll_pwait2(epoll, events, 256, &wait, NULL);
        for (int i = 0; i < ready; i++) {
            struct client *client = &clients[events[i].data.u32];
            int whole = receive(client);
            if (echo && whole) {
                note_time(client->sent);
                client->sent = 0;
                if (rate <= 0) send_message(client, 'm');
            }
            if (broadcast && whole) {
                messages += (uint64_t)whole - 1;
                note_time(clients[0].sent);
                left--;
            }
        }
        if (broadcast && !left) {
            left = count;
            send_message(&clients[0], '!');
        }
        if (echo) send_due(count, rate, begun);
    }
    qsort(times, time_count, sizeof *times, compare);
    printf("{\"messages\":%llu,\"perSecond\":%.0f,\"p50\":%u,\"p99\":%u}\n",
           (unsigned long long)messages, (double)messages / seconds,
           time_count ? times[time_count / 2] : 0, time_count ? times[time_count * 99 / 100] : 0);
}
