/*
 * WebSocket frames (RFC 6455), read and written without a socket: the server and the load client share this.
 *
 *     byte 0   F R R R  o o o o     F: the last frame of a message; R: nought; o: what it is
 *     byte 1   M l l l  l l l l     M: masked (by clients, never by servers); l: length, or 126 or 127 for
 *              [2 or 8 bytes]       a longer one in network order, always the shortest form
 *              [4 bytes]            the mask, if M
 *              payload              each byte xor the mask's byte at its place modulo four
 *
 * A message may come in several frames: TEXT, CONTINUATION ... with F on the last; PING, PONG and CLOSE may stand
 * between them, are whole and have at most 125 bytes. We speak text only: a binary message is refused (1003).
 */
#ifndef BV_NET_WEBSOCKET_H
#define BV_NET_WEBSOCKET_H

#include "core/text.h"

enum bv_ws_opcode {
    BV_WS_CONTINUATION = 0x0,
    BV_WS_TEXT = 0x1,
    BV_WS_BINARY = 0x2,
    BV_WS_CLOSE = 0x8,
    BV_WS_PING = 0x9,
    BV_WS_PONG = 0xa,
};

/* Reasons to close that we use ourselves. */
enum {
    BV_WS_NORMAL = 1000,
    BV_WS_GOING_AWAY = 1001,
    BV_WS_PROTOCOL_ERROR = 1002,
    BV_WS_NOT_TEXT = 1003,
    BV_WS_NO_CODE = 1005, /* never sent: the close frame was empty */
    BV_WS_BAD_TEXT = 1007,
    BV_WS_POLICY = 1008,
    BV_WS_TOO_LONG = 1009,
    BV_WS_OUR_FAULT = 1011,
    BV_WS_TRY_LATER = 1013,
};

enum {
    BV_WS_HEAD_MAX = 14,
    BV_WS_CONTROL_MAX = 125,
    BV_WS_ACCEPT_SIZE = 29, /* with its NUL */
};

/* ---- reading ---- */

enum bv_ws_kind {
    BV_WS_GOT_NOTHING, /* all bytes are used up; feed more */
    BV_WS_GOT_PART,    /* a frame of a message that goes on in the next; no text */
    BV_WS_GOT_MESSAGE,
    BV_WS_GOT_PING,
    BV_WS_GOT_PONG,
    BV_WS_GOT_CLOSE, /* code (BV_WS_NO_CODE if none) and reason; nothing may follow */
    BV_WS_GOT_WRONG, /* code to close with and reason; the reader is of no use any more */
};

/* `text` holds until the next call. */
struct bv_ws_event {
    enum bv_ws_kind kind;
    int code;
    struct bv_span text;
};

/*
 * A frame that lies whole in the bytes it is fed with is handed out where it lies; only what comes in pieces is kept,
 * in memory that grows with what has come (never with what is announced) and is given back with the message.
 *
 *     kept    [ message so far ........ | control frame so far ]
 */
struct bv_ws_reader {
    char *kept;
    uint32_t kept_length;
    uint32_t kept_size;
    uint32_t handed;  /* bytes at the end of `kept` that the last event showed */
    uint32_t limit;   /* bytes of a message */
    uint32_t message; /* bytes of the message in earlier frames */
    uint32_t frame;   /* bytes of this frame's payload */
    uint32_t come;    /* of those, here already */
    uint8_t head[BV_WS_HEAD_MAX];
    uint8_t head_length;
    bool in_payload;
    bool in_message; /* a message has begun and its last frame has not come */
    bool from_client;
};

struct bv_ws_reader bv_ws_reader_for(bool from_client, uint32_t message_limit);
void bv_ws_reader_free(struct bv_ws_reader *reader);

/* Takes bytes off the front of *bytes (they are unmasked where they lie) until one frame is whole or they are used up.
 * Call it until it has nothing. */
struct bv_ws_event bv_ws_read(struct bv_ws_reader *reader, char **bytes, size_t *length);

/* ---- writing ---- */

/* Writes a frame's head and returns its size; mask: four bytes, or NULL for a server. */
size_t bv_ws_put_head(char *to, enum bv_ws_opcode opcode, bool last, uint64_t length,
                      const uint8_t *mask);

/* Writes a whole frame into room for BV_WS_HEAD_MAX bytes more than the payload. */
size_t bv_ws_put_frame(char *to, enum bv_ws_opcode opcode, bool last, struct bv_span payload,
                       const uint8_t *mask);

/* The payload of a close frame, for room of BV_WS_CONTROL_MAX; a reason that is too long is cut between characters.
 * BV_WS_NO_CODE makes it empty. */
size_t bv_ws_put_close(char *to, int code, struct bv_span reason);

/* Masks or unmasks bytes that stand at `offset` of their payload. */
void bv_ws_mask(char *bytes, size_t length, const uint8_t *mask, size_t offset);

/* ---- the handshake ---- */

/* Whether this can be a Sec-WebSocket-Key: sixteen bytes in base64. */
bool bv_ws_key_good(struct bv_span key);

/* The Sec-WebSocket-Accept that answers a key. */
void bv_ws_accept(struct bv_span key, char accept[BV_WS_ACCEPT_SIZE]);

#endif
