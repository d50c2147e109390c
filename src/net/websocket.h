/*
 * WebSocket frames (RFC 6455), parsed and written without a socket: the server and the load client
 * share this.
 *
 *     byte 0   F R R R  o o o o     F: the last frame of a message; R: zero; o: opcode
 *     byte 1   M l l l  l l l l     M: masked (by clients, never by servers); l: length, or 126 or
 *              [2 or 8 bytes]       127 for a longer one in network order, always the shortest form
 *              [4 bytes]            the mask, if M
 *              payload              each byte xor the mask's byte at its index modulo four
 *
 * A message may have several frames: TEXT, CONTINUATION ... with F on the last. PING, PONG and
 * CLOSE may come between them, are never fragmented and have at most 125 bytes. Only text is
 * supported: a binary message is refused (1003).
 */
#pragma once

#include "core/text.h"

enum ws_opcode {
    WS_CONTINUATION = 0x0,
    WS_TEXT = 0x1,
    WS_BINARY = 0x2,
    WS_CLOSE = 0x8,
    WS_PING = 0x9,
    WS_PONG = 0xa,
};

/* The close codes that the server uses. */
enum {
    WS_GOING_AWAY = 1001,
    WS_PROTOCOL_ERROR = 1002,
    WS_NOT_TEXT = 1003,
    WS_NO_CODE = 1005, /* never sent: the close frame was empty */
    WS_BAD_TEXT = 1007,
    WS_POLICY = 1008,
    WS_TOO_LONG = 1009,
    WS_OUR_FAULT = 1011,
    WS_TRY_LATER = 1013,
};

enum {
    WS_HEAD_MAX = 14,
    WS_CONTROL_MAX = 125,
    WS_ACCEPT_SIZE = 29, /* with its NUL */
};

/* ---- reading ---- */

enum ws_kind {
    WS_GOT_NOTHING, /* all bytes are consumed; feed more */
    WS_GOT_PART,    /* a frame of a message that continues in the next; no text */
    WS_GOT_MESSAGE,
    WS_GOT_PING,
    WS_GOT_PONG,
    WS_GOT_CLOSE, /* code (WS_NO_CODE if none) and reason; nothing may follow */
    WS_GOT_WRONG, /* close code and reason; the reader cannot be used any more */
};

/* `text` is valid until the next call. */
struct ws_event {
    enum ws_kind kind;
    int code;
    struct bv_span text;
};

/*
 * A frame that is complete in the input is returned in place. Only fragments are copied, into
 * memory that grows with the bytes received (never with the announced length) and is freed after
 * the message.
 *
 *     kept    [ message so far ........ | control frame so far ]
 */
struct ws_reader {
    char *kept;
    uint32_t kept_length;
    uint32_t kept_size;
    uint32_t handed;  /* bytes at the end of `kept` that the last event returned */
    uint32_t limit;   /* bytes of a message */
    uint32_t message; /* bytes of the message in earlier frames */
    uint32_t frame;   /* bytes of this frame's payload */
    uint32_t come;    /* of those, already received */
    uint8_t head[WS_HEAD_MAX];
    uint8_t head_length;
    bool in_payload;
    bool in_message; /* a message has begun and its last frame has not arrived */
    bool from_client;
};

struct ws_reader ws_reader_for(bool from_client, uint32_t message_limit);
void ws_reader_free(struct ws_reader *reader);

/* Consumes bytes from the front of *bytes (unmasking them in place) until one frame is complete or
 * no bytes are left. Call it until it returns WS_GOT_NOTHING. */
struct ws_event ws_read(struct ws_reader *reader, char **bytes, size_t *length);

/* ---- writing ---- */

/* Writes a complete frame, which is at most WS_HEAD_MAX bytes longer than the payload; mask: four
 * bytes, or NULL for a server. */
size_t ws_put_frame(char *to, enum ws_opcode opcode, bool last, struct bv_span payload,
                    const uint8_t *mask);

/* Writes the payload of a close frame into WS_CONTROL_MAX bytes; a reason that is too long is cut
 * between characters. WS_NO_CODE makes it empty. */
size_t ws_put_close(char *to, int code, struct bv_span reason);

/* Masks or unmasks bytes that begin at `offset` of their payload. */
void ws_mask(char *bytes, size_t length, const uint8_t *mask, size_t offset);

/* ---- the handshake ---- */

/* Whether this is a valid Sec-WebSocket-Key: sixteen bytes in base64. */
bool ws_key_good(struct bv_span key);

/* The Sec-WebSocket-Accept that answers a key. */
void ws_accept(struct bv_span key, char accept[WS_ACCEPT_SIZE]);
