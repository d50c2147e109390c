/*
 * Sequences of WebSocket frames through the real dispatch: a server in a thread of its own, and for every input a socket
 * that shakes hands and sends them. The input is a list of frames, each
 *
 *     byte 0   the frame's first byte, as it is sent: whether it is the last, reserved bits, what it is
 *     byte 1   bit 7: it is not masked; bit 6: a text of ours instead of a payload; bits 0 to 5: bytes of the payload
 *              payload, or the number of the text
 *
 * Whatever comes, the server answers in proper frames of proper JSON until it or the client has closed, and then lives on.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "harness.h"
#include "net/websocket.h"
#include "server/main/main.h"
#include "util/fields.h"

enum { FRAMES_MAX = 80, UNMASKED = 0x80, OURS = 0x40, LENGTH = 0x3f };

static struct config config;

static void *serve(void *unused)
{
    (void)unused;
    struct bv_error error = {""};
    must(server_run(&config, &error), error.text);
    return NULL;
}

static void set(const char *word)
{
    struct bv_error error = {""};
    must(config_set_word(&config, word, &error), error.text);
}

/* A port that was free a moment ago. */
static int free_port(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int socket_ = socket(AF_INET, SOCK_STREAM, 0);
    must(bind(socket_, (struct sockaddr *)&address, size) == 0 &&
             getsockname(socket_, (struct sockaddr *)&address, &size) == 0,
         "there is a port");
    close(socket_);
    return ntohs(address.sin_port);
}

static int call(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)config.port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct timeval timeout = {.tv_sec = 10};
    int guest = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(guest, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
    if (connect(guest, (struct sockaddr *)&address, sizeof address) == 0) return guest;
    close(guest);
    return -1;
}

static char folder[] = "/tmp/bivouac-frames-XXXXXX";

static void remove_folder(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (system(command) != 0) fprintf(stderr, "%s is left behind\n", folder);
}

static void open_server(void)
{
    char word[128];
    pthread_t thread;
    must(mkdtemp(folder) != NULL, "a folder can be made");
    atexit(remove_folder);
    config_begin(&config);
    snprintf(word, sizeof word, "data=%s", folder);
    set(word);
    snprintf(word, sizeof word, "port=%d", free_port());
    set(word);
    set("threads=1");
    set("log-level=error");
    set("local-limit-factor=1000000");
    must(pthread_create(&thread, NULL, serve, NULL) == 0, "there are threads");
    int guest = -1;
    for (int i = 0; i < 1000 && (guest = call()) < 0; i++) usleep(10000);
    must(guest >= 0, "the server has opened");
    close(guest);
}

/* ---- Asking ------------------------------------------------------------------------------------------------------- */

static const char *const texts[] = {
    "{\"do\":\"lobby\",\"id\":1}",
    "{\"do\":\"open\",\"game\":\"chars\",\"id\":2}",
    "{\"do\":\"subscribe to\",\"table\":\"none\"}",
    "{\"do\":\"lobby-leave\"}",
    "{\"do\":\"legal\",\"table\":\"x\",\"id\":3}",
    "{}",
    "[]",
    "{\"do\":",
};

static size_t put_frame(char *to, uint8_t first, uint8_t flags, struct bv_span payload)
{
    static const uint8_t mask[4] = {0x5a, 0xa5, 0x3c, 0xc3};
    size_t length = ws_put_frame(to, WS_TEXT, true, payload, flags & UNMASKED ? NULL : mask);
    to[0] = (char)first;
    return length;
}

static size_t put_frames(const uint8_t *data, size_t size, char *to)
{
    size_t at = 0;
    size_t length = 0;
    for (int i = 0; i < FRAMES_MAX && at + 2 <= size; i++) {
        uint8_t first = data[at++];
        uint8_t flags = data[at++];
        struct bv_span payload = {(const char *)data + at, flags & LENGTH};
        if (flags & OURS) {
            payload = bv_span_of(texts[(flags & LENGTH) % BV_COUNT(texts)]);
        } else {
            if (payload.length > size - at) payload.length = size - at;
            at += payload.length;
        }
        length += put_frame(to + length, first, flags, payload);
    }
    return length;
}

/* ---- Hearing ------------------------------------------------------------------------------------------------------ */

static void check(const struct ws_event *event, bool *alive)
{
    must(event->kind != WS_GOT_WRONG, "the server's frames are proper");
    if (event->kind != WS_GOT_MESSAGE) return;
    cJSON *json = cJSON_ParseWithLength(event->text.text, event->text.length);
    must(cJSON_IsObject(json), "a message is a JSON object");
    int64_t answered = 0;
    *alive |= fields_number(json, "re", 0, INT32_MAX, &answered) && answered == 999;
    cJSON_Delete(json);
}

/* Reads until the last question is answered, or the connection is closed. */
static void hear(int guest)
{
    static char bytes[1 << 16];
    struct ws_reader reader = ws_reader_for(false, 1 << 20);
    struct ws_event event = {.kind = WS_GOT_NOTHING};
    bool alive = false;
    size_t come = 0;
    const char *end = NULL;
    while (!end) { /* of the handshake */
        ssize_t got = recv(guest, bytes + come, sizeof bytes - come, 0);
        must(got > 0, "a handshake is answered");
        come += (size_t)got;
        end = memmem(bytes, come, "\r\n\r\n", 4);
    }
    must(memcmp(bytes, "HTTP/1.1 101", 12) == 0, "a handshake is granted");
    char *at = bytes + (end + 4 - bytes);
    size_t length = come - (size_t)(at - bytes);
    while (!alive && event.kind != WS_GOT_CLOSE) {
        event = ws_read(&reader, &at, &length);
        if (event.kind != WS_GOT_NOTHING) {
            check(&event, &alive);
            continue;
        }
        ssize_t got = recv(guest, bytes, sizeof bytes, 0);
        must(got > 0, "a conversation ends with an answer or with a close");
        at = bytes;
        length = (size_t)got;
    }
    ws_reader_free(&reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool open;
    static const char shake[] =
        "GET /api/v1/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: "
        "Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
    static char bytes[sizeof shake + (FRAMES_MAX + 2) * (WS_HEAD_MAX + 128)];
    if (!open) open_server();
    open = true;
    size_t length = sizeof shake - 1;
    memcpy(bytes, shake, length);
    length += put_frames(data, size, bytes + length);
    int guest = call();
    must(guest >= 0, "the server stands");
    must(send(guest, bytes, length, MSG_NOSIGNAL) == (ssize_t)length, "the socket takes it all");
    char last[128]; /* a connection that is still open is asked something */
    size_t more = put_frame(last, 0x81, 0, bv_span_of("{\"do\":\"lobby-leave\",\"id\":999}"));
    send(guest, last, more, MSG_NOSIGNAL);
    hear(guest);
    struct linger none = {.l_onoff = 1};
    setsockopt(guest, SOL_SOCKET, SO_LINGER, &none, sizeof none);
    close(guest);
    return 0;
}
