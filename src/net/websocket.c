#include "net/websocket.h"

#include <stdlib.h>

#include "net/sha1.h"
#include "util/utf8.h"

enum { LAST = 0x80, RESERVED = 0x70, CONTROL = 0x08, MASKED = 0x80, LENGTH = 0x7f };

void ws_mask(char *bytes, size_t length, const uint8_t *mask, size_t offset)
{
    uint8_t turned[8];
    uint64_t wide, eight;
    for (size_t i = 0; i < 8; i++) turned[i] = mask[(offset + i) % 4];
    bv_copy(&wide, turned, sizeof wide);
    size_t at = 0;
    for (; at + 8 <= length; at += 8) {
        bv_copy(&eight, bytes + at, 8);
        eight ^= wide;
        bv_copy(bytes + at, &eight, 8);
    }
    for (; at < length; at++) bytes[at] = (char)((uint8_t)bytes[at] ^ turned[at % 8]);
}

/* ---- parsing ---- */

struct ws_reader ws_reader_for(bool from_client, uint32_t message_limit)
{
    BV_ASSERT(message_limit <= INT32_MAX);
    return (struct ws_reader){.limit = message_limit, .from_client = from_client};
}

void ws_reader_free(struct ws_reader *reader)
{
    free(reader->kept);
    reader->kept = NULL;
    reader->kept_length = reader->kept_size = reader->handed = 0;
}

static struct ws_event wrong(int code, const char *reason)
{
    return (struct ws_event){WS_GOT_WRONG, code, bv_span_of(reason)};
}

static enum ws_opcode opcode_of(const struct ws_reader *reader)
{
    return (enum ws_opcode)(reader->head[0] & 0x0f);
}

static bool is_control(const struct ws_reader *reader)
{
    return reader->head[0] & CONTROL;
}

static size_t length_size(uint8_t length)
{
    return length < 126 ? 0 : length == 126 ? 2 : 8;
}

/* The length of the head, as far as its first two bytes tell. */
static size_t head_size(const struct ws_reader *reader)
{
    if (reader->head_length < 2) return 2;
    return 2 + length_size(reader->head[1] & LENGTH) + (reader->head[1] & MASKED ? 4 : 0);
}

/* Whether the head is complete now. */
static bool take_head(struct ws_reader *reader, char **bytes, size_t *length)
{
    while (*length && reader->head_length < head_size(reader)) {
        reader->head[reader->head_length++] = (uint8_t)*(*bytes)++;
        --*length;
    }
    return reader->head_length >= 2 && reader->head_length == head_size(reader);
}

static uint64_t payload_length(const struct ws_reader *reader)
{
    uint8_t brief = reader->head[1] & LENGTH;
    uint64_t length = 0;
    size_t more = length_size(brief);
    for (size_t i = 0; i < more; i++) length = length << 8 | reader->head[2 + i];
    return more ? length : brief;
}

/* What is wrong with a frame of this kind at this place; NULL: nothing. */
static const char *misplaced(const struct ws_reader *reader)
{
    if (reader->head[0] & RESERVED) return "reserved bits are set";
    if (!(reader->head[1] & MASKED) == reader->from_client)
        return reader->from_client ? "frames from clients are masked"
                                   : "frames from servers are not masked";
    switch (opcode_of(reader)) {
    case WS_CONTINUATION: return reader->in_message ? NULL : "nothing to continue";
    case WS_TEXT:
    case WS_BINARY: return reader->in_message ? "the last message has not ended" : NULL;
    case WS_CLOSE:
    case WS_PING:
    case WS_PONG:
        if (!(reader->head[0] & LAST)) return "a control frame must not be fragmented";
        return (reader->head[1] & LENGTH) > WS_CONTROL_MAX ? "a control frame is too long" : NULL;
    }
    return "an unknown kind of frame";
}

static struct ws_event check_head(struct ws_reader *reader)
{
    const char *why = misplaced(reader);
    if (why) return wrong(WS_PROTOCOL_ERROR, why);
    if (opcode_of(reader) == WS_BINARY) return wrong(WS_NOT_TEXT, "text only, please");
    uint64_t length = payload_length(reader);
    size_t more = length_size(reader->head[1] & LENGTH);
    if ((more == 2 && length < 126) || (more == 8 && length <= UINT16_MAX) || length > INT64_MAX)
        return wrong(WS_PROTOCOL_ERROR, "the length is not in its shortest form");
    if (!is_control(reader) && length > reader->limit - reader->message)
        return wrong(WS_TOO_LONG, "the message is too long");
    reader->frame = (uint32_t)length;
    reader->come = 0;
    reader->in_payload = true;
    return (struct ws_event){WS_GOT_NOTHING, 0, {"", 0}};
}

/* Drops what the last event returned. */
static void drop_handed(struct ws_reader *reader)
{
    reader->kept_length -= reader->handed;
    reader->handed = 0;
    if (!reader->kept_length) ws_reader_free(reader);
}

static bool keep(struct ws_reader *reader, const char *bytes, size_t length)
{
    enum { LEAST = 128 };
    size_t needed = reader->kept_length + length;
    if (needed > reader->kept_size) {
        size_t most = (size_t)reader->limit + WS_CONTROL_MAX;
        size_t size = reader->kept_size ? (size_t)reader->kept_size * 2 : LEAST;
        if (size < needed) size = needed;
        if (size > most) size = most;
        BV_ASSERT(needed <= size);
        char *grown = realloc(reader->kept, size);
        if (!grown) return false;
        reader->kept = grown;
        reader->kept_size = (uint32_t)size;
    }
    if (length) bv_copy(reader->kept + reader->kept_length, bytes, length);
    reader->kept_length = (uint32_t)needed;
    return true;
}

static bool may_be_sent(int code)
{
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
           (code >= 3000 && code <= 4999);
}

static struct ws_event close_event(struct bv_span payload)
{
    if (!payload.length) return (struct ws_event){WS_GOT_CLOSE, WS_NO_CODE, {"", 0}};
    if (payload.length == 1) return wrong(WS_PROTOCOL_ERROR, "incomplete close code");
    int code = (uint8_t)payload.text[0] << 8 | (uint8_t)payload.text[1];
    struct bv_span reason = {payload.text + 2, payload.length - 2};
    if (!may_be_sent(code)) return wrong(WS_PROTOCOL_ERROR, "a close code that is not sent");
    if (!utf8_good(reason)) return wrong(WS_BAD_TEXT, "the reason is not UTF-8");
    return (struct ws_event){WS_GOT_CLOSE, code, reason};
}

/* A frame is complete: its payload is `text`. */
static struct ws_event event_of(const struct ws_reader *reader, struct bv_span text)
{
    switch (opcode_of(reader)) {
    case WS_CLOSE: return close_event(text);
    case WS_PING: return (struct ws_event){WS_GOT_PING, 0, text};
    case WS_PONG: return (struct ws_event){WS_GOT_PONG, 0, text};
    default: break;
    }
    if (!utf8_good(text)) return wrong(WS_BAD_TEXT, "a message that is not UTF-8");
    return (struct ws_event){WS_GOT_MESSAGE, 0, text};
}

/* The frame that ends here is in `kept`, a message after its earlier frames. */
static struct bv_span kept_text(struct ws_reader *reader)
{
    reader->handed = is_control(reader) ? reader->frame : reader->kept_length;
    if (!reader->handed) return (struct bv_span){"", 0};
    return (struct bv_span){reader->kept + reader->kept_length - reader->handed, reader->handed};
}

/* Consumes the available payload. `here`: where it is if it is complete in the input, or NULL if it
 * is kept. */
static bool take_payload(struct ws_reader *reader, char **bytes, size_t *length, const char **here)
{
    size_t left = reader->frame - reader->come;
    size_t taken = left < *length ? left : *length;
    bool last = reader->head[0] & LAST;
    bool whole = !reader->come && taken == reader->frame &&
                 (is_control(reader) || (last && !reader->in_message));
    if (reader->from_client)
        ws_mask(*bytes, taken, reader->head + reader->head_length - 4, reader->come);
    *here = whole ? *bytes : NULL;
    if (!whole && !keep(reader, *bytes, taken)) return false;
    *bytes += taken;
    *length -= taken;
    reader->come += (uint32_t)taken;
    return true;
}

/* The frame is complete; returns whether there is an event. */
static bool end_frame(struct ws_reader *reader)
{
    bool last = reader->head[0] & LAST;
    reader->in_payload = false;
    reader->head_length = 0;
    if (is_control(reader)) return true;
    reader->in_message = !last;
    reader->message = last ? 0 : reader->message + reader->frame;
    return last;
}

struct ws_event ws_read(struct ws_reader *reader, char **bytes, size_t *length)
{
    const struct ws_event nothing = {WS_GOT_NOTHING, 0, {"", 0}};
    const struct ws_event part = {WS_GOT_PART, 0, {"", 0}};
    const char *here;
    if (reader->handed) drop_handed(reader);
    if (!reader->in_payload) {
        if (!take_head(reader, bytes, length)) return nothing;
        struct ws_event event = check_head(reader);
        if (event.kind == WS_GOT_WRONG) return event;
    }
    if (!take_payload(reader, bytes, length, &here)) return wrong(WS_OUR_FAULT, "out of memory");
    if (reader->come < reader->frame) return nothing;
    if (!end_frame(reader)) return part;
    return event_of(reader, here ? (struct bv_span){here, reader->frame} : kept_text(reader));
}

/* ---- writing ---- */

/* Writes a frame's head and returns its size. */
static size_t put_head(char *to, enum ws_opcode opcode, bool last, uint64_t length,
                       const uint8_t *mask)
{
    uint8_t brief = length < 126 ? (uint8_t)length : length <= UINT16_MAX ? 126 : 127;
    size_t more = length_size(brief);
    to[0] = (char)((last ? LAST : 0) | (int)opcode);
    to[1] = (char)(brief | (mask ? MASKED : 0));
    for (size_t i = 0; i < more; i++) to[2 + i] = (char)(length >> (8 * (more - 1 - i)));
    if (mask) bv_copy(to + 2 + more, mask, 4);
    return 2 + more + (mask ? 4 : 0);
}

size_t ws_put_frame(char *to, enum ws_opcode opcode, bool last, struct bv_span payload,
                    const uint8_t *mask)
{
    size_t head = put_head(to, opcode, last, payload.length, mask);
    if (payload.length) bv_copy(to + head, payload.text, payload.length);
    if (mask) ws_mask(to + head, payload.length, mask, 0);
    return head + payload.length;
}

size_t ws_put_close(char *to, int code, struct bv_span reason)
{
    enum { REASON_MAX = WS_CONTROL_MAX - 2 };
    if (code == WS_NO_CODE) return 0;
    if (reason.length > REASON_MAX) {
        reason.length = REASON_MAX;
        while (reason.length && ((uint8_t)reason.text[reason.length] & 0xc0) == 0x80)
            reason.length--;
    }
    to[0] = (char)(code >> 8);
    to[1] = (char)code;
    if (reason.length) bv_copy(to + 2, reason.text, reason.length);
    return 2 + reason.length;
}

/* ---- the handshake ---- */

static const char base64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

bool ws_key_good(struct bv_span key)
{
    if (key.length != 24 || key.text[22] != '=' || key.text[23] != '=') return false;
    for (size_t i = 0; i < 22; i++) {
        size_t digit = 0;
        while (digit < 64 && base64[digit] != key.text[i]) digit++;
        if (digit == 64) return false;
    }
    return true;
}

void ws_accept(struct bv_span key, char accept[WS_ACCEPT_SIZE])
{
    char text[128];
    uint8_t digest[SHA1_SIZE + 1] = {0}; /* one zero more, to fill groups of three */
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_put_span(&out, key);
    bv_put(&out, "258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
    sha1((struct bv_span){out.text, out.length}, digest);
    out = bv_out_into(accept, WS_ACCEPT_SIZE);
    for (size_t i = 0; i < sizeof digest; i += 3) {
        uint32_t three = (uint32_t)digest[i] << 16 | (uint32_t)digest[i + 1] << 8 | digest[i + 2];
        for (int shift = 18; shift >= 0; shift -= 6) bv_put_char(&out, base64[three >> shift & 63]);
    }
    accept[WS_ACCEPT_SIZE - 2] = '=';
}
