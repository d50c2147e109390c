#include "call/caller.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>

#include "core/json.h"

enum {
    MESSAGE_LIMIT = 1024 * 1024,
    BUFFER_SIZE = 128 * 1024,
    REQUEST_SIZE = 1024,
    FIRST_PAUSE = 20000, /* microseconds before the first new attempt, */
    PAUSE_DOUBLINGS = 5, /* doubled so often at most */
};

/* What a caller shows when it asks for a WebSocket, and what the server must make of it (RFC 6455, 1.3). */
#define KEY "dGhlIHNhbXBsZSBub25jZQ=="
#define ACCEPT "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

int64_t bv_load_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

bool bv_bytes_add(struct bv_bytes *bytes, const char *text, size_t length)
{
    size_t needed = bytes->length + length;
    if (needed > bytes->room) {
        size_t room = needed < 128 ? 256 : 2 * needed;
        char *larger = realloc(bytes->text, room);
        if (!larger) return false;
        bytes->text = larger;
        bytes->room = room;
    }
    memcpy(bytes->text + bytes->length, text, length);
    bytes->length = needed;
    return true;
}

static void forget(struct bv_bytes *bytes)
{
    free(bytes->text);
    *bytes = (struct bv_bytes){0};
}

/* ---- Losing the connection --------------------------------------------------------------------------------- */

void bv_caller_close(struct bv_switchboard *board, struct bv_caller *caller)
{
    if (caller->stage == BV_CALLER_AWAY) return;
    if (caller->stage == BV_CALLER_INSIDE) board->inside--;
    bv_wire_close(&caller->wire);
    bv_ws_reader_free(&caller->reader);
    forget(&caller->come);
    forget(&caller->unsent);
    caller->stage = BV_CALLER_AWAY;
    caller->due = INT64_MAX;
}

void bv_caller_go_elsewhere(struct bv_switchboard *board, struct bv_caller *caller)
{
    bool inside = caller->stage == BV_CALLER_INSIDE;
    bv_caller_close(board, caller);
    if (board->further) /* any but this one */
        caller->door = (caller->door + 1 + bv_random_below(&board->random, board->further)) %
                       (board->further + 1);
    /* The longer it lasts the later, and not all at the same moment. */
    uint32_t doublings = caller->attempts < PAUSE_DOUBLINGS ? caller->attempts : PAUSE_DOUBLINGS;
    uint32_t pause = (uint32_t)FIRST_PAUSE << doublings;
    caller->attempts++;
    caller->due = bv_load_now() + pause / 2 + bv_random_below(&board->random, pause);
    if (inside) board->losses++;
    if (inside) board->lost(board->context, caller);
}

static void complain_of(struct bv_switchboard *board, const char *what, int number,
                        struct bv_span text)
{
    if (board->complaint[0]) return;
    struct bv_out out = bv_out_into(board->complaint, sizeof board->complaint);
    bv_put(&out, what);
    bv_put_number(&out, number);
    bv_put_char(&out, ' ');
    bv_put_excerpt(&out, text, 300);
}

/* ---- Sending ------------------------------------------------------------------------------------------------ */

static void watch(struct bv_switchboard *board, struct bv_caller *caller, int how, bool out)
{
    struct epoll_event event = {.events = EPOLLIN | (out ? EPOLLOUT : 0), .data.ptr = caller};
    caller->wants_out = out;
    epoll_ctl(board->epoll, how, caller->wire.socket, &event);
}

/* Whoever has something to send waits for room, or, on a secret wire, for a word of the other end first. */
static void heed(struct bv_switchboard *board, struct bv_caller *caller)
{
    bool out = caller->unsent.length && caller->wire.awaits == POLLOUT;
    if (out != caller->wants_out) watch(board, caller, EPOLL_CTL_MOD, out);
}

/* Sends as much as the wire takes; the number of bytes, or below 0 if it is lost. */
static ssize_t send_some(struct bv_switchboard *board, struct bv_caller *caller, const char *bytes,
                         size_t length)
{
    ssize_t sent = bv_wire_send(&caller->wire, bytes, length);
    if (sent > 0) board->bytes_out += (uint64_t)sent;
    return sent;
}

static void send_bytes(struct bv_switchboard *board, struct bv_caller *caller, const char *bytes,
                       size_t length)
{
    ssize_t sent = caller->unsent.length ? 0 : send_some(board, caller, bytes, length);
    if (sent < 0) return; /* epoll tells of the loss */
    if ((size_t)sent == length) return;
    bv_bytes_add(&caller->unsent, bytes + sent, length - (size_t)sent);
    heed(board, caller);
}

static bool send_unsent(struct bv_switchboard *board, struct bv_caller *caller)
{
    struct bv_bytes *unsent = &caller->unsent;
    ssize_t sent = send_some(board, caller, unsent->text, unsent->length);
    if (sent < 0) return false;
    unsent->length -= (size_t)sent;
    memmove(unsent->text, unsent->text + sent, unsent->length);
    heed(board, caller);
    return true;
}

void bv_caller_say(struct bv_switchboard *board, struct bv_caller *caller, struct bv_span text)
{
    char frame[REQUEST_SIZE + BV_WS_HEAD_MAX];
    uint64_t word = bv_random_word(&board->random);
    uint8_t mask[4];
    BV_ASSERT(text.length <= REQUEST_SIZE);
    if (caller->stage != BV_CALLER_INSIDE) return;
    memcpy(mask, &word, sizeof mask);
    size_t length = bv_ws_put_frame(frame, BV_WS_TEXT, true, text, mask);
    send_bytes(board, caller, frame, length);
}

static void say_control(struct bv_switchboard *board, struct bv_caller *caller, int kind,
                        struct bv_span text)
{
    char frame[BV_WS_CONTROL_MAX + BV_WS_HEAD_MAX];
    static const uint8_t mask[4] = {1, 2, 3, 4};
    send_bytes(board, caller, frame, bv_ws_put_frame(frame, kind, true, text, mask));
}

void bv_caller_look(struct bv_switchboard *board, struct bv_caller *caller, int64_t now)
{
    int64_t silence = now - caller->heard;
    if (!board->patience || caller->stage == BV_CALLER_AWAY) return;
    if (silence > board->patience) {
        bv_caller_go_elsewhere(board, caller);
    } else if (silence > board->patience / 2 && caller->stage == BV_CALLER_INSIDE &&
               !caller->pinged) {
        caller->pinged = true;
        say_control(board, caller, BV_WS_PING, (struct bv_span){"?", 1});
    }
}

/* ---- Coming in ------------------------------------------------------------------------------------------------ */

static void ask_name(struct bv_switchboard *board, struct bv_caller *caller)
{
    const struct bv_door *door = &board->door[caller->door];
    char request[REQUEST_SIZE];
    char name[24];
    char body[REQUEST_SIZE / 2];
    snprintf(name, sizeof name, "Caller %u", caller->number);
    struct bv_out out = bv_out_into(body, sizeof body);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "name", board->name ? board->name : name);
    bv_json_close(&out, '}');
    int size =
        snprintf(request, sizeof request,
                 "POST %s/api/v1/guest HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n"
                 "Content-Length: %zu\r\n\r\n%s",
                 door->path, door->host, out.length, body);
    caller->stage = BV_CALLER_NAMING;
    send_bytes(board, caller, request, (size_t)size);
}

static void ask_socket(struct bv_switchboard *board, struct bv_caller *caller)
{
    const struct bv_door *door = &board->door[caller->door];
    char request[REQUEST_SIZE];
    int size = snprintf(request, sizeof request,
                        "GET %s/api/v1/socket HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\n"
                        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                        "Sec-WebSocket-Key: " KEY "\r\nCookie: bivouac=%s\r\n\r\n",
                        door->path, door->host, caller->cookie);
    caller->stage = BV_CALLER_UPGRADING;
    send_bytes(board, caller, request, (size_t)size);
}

static void begin(struct bv_switchboard *board, struct bv_caller *caller)
{
    if (caller->cookie[0])
        ask_socket(board, caller);
    else
        ask_name(board, caller);
}

void bv_caller_connect(struct bv_switchboard *board, struct bv_caller *caller)
{
    caller->stage = BV_CALLER_CONNECTING;
    caller->heard = bv_load_now();
    caller->pinged = false;
    if (!bv_wire_open(&caller->wire, &board->door[caller->door])) {
        caller->stage = BV_CALLER_AWAY;
        bv_caller_go_elsewhere(board, caller);
        return;
    }
    watch(board, caller, EPOLL_CTL_ADD, true);
}

static bool was_named(struct bv_switchboard *board, struct bv_caller *caller,
                      const struct bv_answer *answer)
{
    if (answer->status == 201 && answer->cookie.length && answer->cookie.length < BV_COOKIE_SIZE) {
        memcpy(caller->cookie, answer->cookie.text, answer->cookie.length);
        caller->cookie[answer->cookie.length] = '\0';
        caller->come.length = 0;
        ask_socket(board, caller);
        return true;
    }
    complain_of(board, "POST /api/v1/guest: ", answer->status, answer->body);
    return false;
}

/* ---- What comes -------------------------------------------------------------------------------------------------- */

/* False: the connection is of no use any more. */
static bool take_frames(struct bv_switchboard *board, struct bv_caller *caller, char *bytes,
                        size_t length)
{
    for (;;) {
        struct bv_ws_event event = bv_ws_read(&caller->reader, &bytes, &length);
        switch (event.kind) {
        case BV_WS_GOT_NOTHING: return true;
        case BV_WS_GOT_PART: break;
        case BV_WS_GOT_MESSAGE: board->message(board->context, caller, event.text); break;
        case BV_WS_GOT_PING: say_control(board, caller, BV_WS_PONG, event.text); break;
        case BV_WS_GOT_PONG: break;
        case BV_WS_GOT_WRONG:
        case BV_WS_GOT_CLOSE:
            complain_of(board, "the connection was closed: ", event.code, event.text);
            return false;
        }
        if (caller->stage != BV_CALLER_INSIDE) return true;
    }
}

static bool was_upgraded(struct bv_switchboard *board, struct bv_caller *caller,
                         const struct bv_answer *answer)
{
    if (answer->status != 101 || !bv_span_is(answer->accept, ACCEPT)) {
        complain_of(board, "GET /api/v1/socket: ", answer->status, answer->body);
        return false;
    }
    struct bv_bytes come = caller->come;
    size_t head = (size_t)(answer->body.text - come.text);
    caller->come = (struct bv_bytes){0};
    caller->stage = BV_CALLER_INSIDE;
    caller->reader = bv_ws_reader_for(false, MESSAGE_LIMIT);
    caller->attempts = 0;
    board->distrust = NULL;
    board->inside++;
    bool good = take_frames(board, caller, come.text + head, come.length - head);
    free(come.text);
    return good;
}

static bool take_answer(struct bv_switchboard *board, struct bv_caller *caller, const char *bytes,
                        size_t length)
{
    struct bv_answer answer;
    if (!bv_bytes_add(&caller->come, bytes, length)) return false;
    int complete =
        bv_answer_read((struct bv_span){caller->come.text, caller->come.length}, &answer);
    if (complete <= 0) return complete == 0;
    return caller->stage == BV_CALLER_NAMING ? was_named(board, caller, &answer)
                                             : was_upgraded(board, caller, &answer);
}

static bool receive(struct bv_switchboard *board, struct bv_caller *caller)
{
    /* One thread makes the whole load; no record of TLS is larger. */
    static char buffer[BUFFER_SIZE];
    ssize_t got = bv_wire_receive(&caller->wire, buffer, sizeof buffer);
    if (got < 0) return false;
    if (got == BV_WIRE_LATER) return true;
    board->bytes_in += (uint64_t)got;
    caller->heard = bv_load_now();
    caller->pinged = false;
    if (caller->stage == BV_CALLER_INSIDE) return take_frames(board, caller, buffer, (size_t)got);
    return take_answer(board, caller, buffer, (size_t)got);
}

void bv_caller_stir(struct bv_switchboard *board, struct bv_caller *caller, uint32_t events)
{
    bool good = true;
    if (caller->stage == BV_CALLER_AWAY) return;
    if (caller->stage == BV_CALLER_CONNECTING && events & EPOLLOUT && !(events & EPOLLERR)) {
        begin(board, caller);
        heed(board, caller);
    }
    if (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) good = receive(board, caller);
    if (good && caller->stage != BV_CALLER_AWAY && caller->unsent.length)
        good = send_unsent(board, caller);
    if (good || caller->stage == BV_CALLER_AWAY) return;
    board->distrust = bv_wire_trouble(&caller->wire);
    bv_caller_go_elsewhere(board, caller);
}
