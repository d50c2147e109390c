#include "net/websocket.h"

#include <stdlib.h>

#include "net/sha1.h"
#include "net/utf8.h"

enum { LAST = 0x80, RESERVED = 0x70, CONTROL = 0x08, MASKED = 0x80, LENGTH = 0x7f };

void bv_ws_mask(char *bytes, size_t length, const uint8_t *mask, size_t offset)
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

/* ---- reading ---- */

struct bv_ws_reader bv_ws_reader_for(bool from_client, uint32_t message_limit)
{
    BV_ASSERT(message_limit <= INT32_MAX);
    return (struct bv_ws_reader){.limit = message_limit, .from_client = from_client};
}

void bv_ws_reader_free(struct bv_ws_reader *reader)
{
    free(reader->kept);
    reader->kept = NULL;
    reader->kept_length = reader->kept_size = reader->handed = 0;
}

static struct bv_ws_event wrong(int code, const char *reason)
{
    return (struct bv_ws_event){BV_WS_GOT_WRONG, code, bv_span_of(reason)};
}

static enum bv_ws_opcode opcode_of(const struct bv_ws_reader *reader)
{
    return (enum bv_ws_opcode)(reader->head[0] & 0x0f);
}

static bool is_control(const struct bv_ws_reader *reader)
{
    return reader->head[0] & CONTROL;
}

static size_t length_size(uint8_t length)
{
    return length < 126 ? 0 : length == 126 ? 2 : 8;
}

/* How long the head is, as far as its first two bytes tell. */
static size_t head_size(const struct bv_ws_reader *reader)
{
    if (reader->head_length < 2) return 2;
    return 2 + length_size(reader->head[1] & LENGTH) + (reader->head[1] & MASKED ? 4 : 0);
}

/* Whether the head is whole now. */
static bool take_head(struct bv_ws_reader *reader, char **bytes, size_t *length)
{
    while (*length && reader->head_length < head_size(reader)) {
        reader->head[reader->head_length++] = (uint8_t)*(*bytes)++;
        --*length;
    }
    return reader->head_length >= 2 && reader->head_length == head_size(reader);
}

static uint64_t payload_length(const struct bv_ws_reader *reader)
{
    uint8_t brief = reader->head[1] & LENGTH;
    uint64_t length = 0;
    size_t more = length_size(brief);
    for (size_t i = 0; i < more; i++) length = length << 8 | reader->head[2 + i];
    return more ? length : brief;
}

/* What is wrong with a frame's kind at this place; NULL: nothing. */
static const char *misplaced(const struct bv_ws_reader *reader)
{
    if (reader->head[0] & RESERVED) return "reserved bits are set";
    if (!(reader->head[1] & MASKED) == reader->from_client)
        return reader->from_client ? "frames from clients are masked"
                                   : "frames from servers are not masked";
    switch (opcode_of(reader)) {
    case BV_WS_CONTINUATION: return reader->in_message ? NULL : "nothing to continue";
    case BV_WS_TEXT:
    case BV_WS_BINARY: return reader->in_message ? "the last message has not ended" : NULL;
    case BV_WS_CLOSE:
    case BV_WS_PING:
    case BV_WS_PONG:
        if (!(reader->head[0] & LAST)) return "a control frame in pieces";
        return (reader->head[1] & LENGTH) > BV_WS_CONTROL_MAX ? "a control frame too long" : NULL;
    }
    return "an unknown kind of frame";
}

static struct bv_ws_event check_head(struct bv_ws_reader *reader)
{
    const char *why = misplaced(reader);
    if (why) return wrong(BV_WS_PROTOCOL_ERROR, why);
    if (opcode_of(reader) == BV_WS_BINARY) return wrong(BV_WS_NOT_TEXT, "text only, please");
    uint64_t length = payload_length(reader);
    size_t more = length_size(reader->head[1] & LENGTH);
    if ((more == 2 && length < 126) || (more == 8 && length <= UINT16_MAX) || length > INT64_MAX)
        return wrong(BV_WS_PROTOCOL_ERROR, "a length not in its shortest form");
    if (!is_control(reader) && length > reader->limit - reader->message)
        return wrong(BV_WS_TOO_LONG, "the message is too long");
    reader->frame = (uint32_t)length;
    reader->come = 0;
    reader->in_payload = true;
    return (struct bv_ws_event){BV_WS_GOT_NOTHING, 0, {"", 0}};
}

/* Forgets what the last event showed. */
static void drop_handed(struct bv_ws_reader *reader)
{
    reader->kept_length -= reader->handed;
    reader->handed = 0;
    if (!reader->kept_length) bv_ws_reader_free(reader);
}

static bool keep(struct bv_ws_reader *reader, const char *bytes, size_t length)
{
    enum { LEAST = 128 };
    size_t needed = reader->kept_length + length;
    if (needed > reader->kept_size) {
        size_t most = (size_t)reader->limit + BV_WS_CONTROL_MAX;
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

static struct bv_ws_event close_event(struct bv_span payload)
{
    if (!payload.length) return (struct bv_ws_event){BV_WS_GOT_CLOSE, BV_WS_NO_CODE, {"", 0}};
    if (payload.length == 1) return wrong(BV_WS_PROTOCOL_ERROR, "half a close code");
    int code = (uint8_t)payload.text[0] << 8 | (uint8_t)payload.text[1];
    struct bv_span reason = {payload.text + 2, payload.length - 2};
    if (!may_be_sent(code)) return wrong(BV_WS_PROTOCOL_ERROR, "a close code that is not sent");
    if (!bv_utf8_good(reason)) return wrong(BV_WS_BAD_TEXT, "a reason that is not UTF-8");
    return (struct bv_ws_event){BV_WS_GOT_CLOSE, code, reason};
}

/* A frame is whole: its payload is `text`. */
static struct bv_ws_event event_of(const struct bv_ws_reader *reader, struct bv_span text)
{
    switch (opcode_of(reader)) {
    case BV_WS_CLOSE: return close_event(text);
    case BV_WS_PING: return (struct bv_ws_event){BV_WS_GOT_PING, 0, text};
    case BV_WS_PONG: return (struct bv_ws_event){BV_WS_GOT_PONG, 0, text};
    default: break;
    }
    if (!bv_utf8_good(text)) return wrong(BV_WS_BAD_TEXT, "a message that is not UTF-8");
    return (struct bv_ws_event){BV_WS_GOT_MESSAGE, 0, text};
}

/* The frame that ends here is in `kept`, a message behind its earlier frames. */
static struct bv_span kept_text(struct bv_ws_reader *reader)
{
    reader->handed = is_control(reader) ? reader->frame : reader->kept_length;
    if (!reader->handed) return (struct bv_span){"", 0};
    return (struct bv_span){reader->kept + reader->kept_length - reader->handed, reader->handed};
}

/* Takes what has come of the payload. `here`: where it lies if it came whole, or NULL if it is kept. */
static bool take_payload(struct bv_ws_reader *reader, char **bytes, size_t *length,
                         const char **here)
{
    size_t left = reader->frame - reader->come;
    size_t taken = left < *length ? left : *length;
    bool last = reader->head[0] & LAST;
    bool whole = !reader->come && taken == reader->frame &&
                 (is_control(reader) || (last && !reader->in_message));
    if (reader->from_client)
        bv_ws_mask(*bytes, taken, reader->head + reader->head_length - 4, reader->come);
    *here = whole ? *bytes : NULL;
    if (!whole && !keep(reader, *bytes, taken)) return false;
    *bytes += taken;
    *length -= taken;
    reader->come += (uint32_t)taken;
    return true;
}

/* The frame has come; whether it ends something that can be handed out. */
static bool end_frame(struct bv_ws_reader *reader)
{
    bool last = reader->head[0] & LAST;
    reader->in_payload = false;
    reader->head_length = 0;
    if (is_control(reader)) return true;
    reader->in_message = !last;
    reader->message = last ? 0 : reader->message + reader->frame;
    return last;
}

struct bv_ws_event bv_ws_read(struct bv_ws_reader *reader, char **bytes, size_t *length)
{
    const struct bv_ws_event nothing = {BV_WS_GOT_NOTHING, 0, {"", 0}};
    const struct bv_ws_event part = {BV_WS_GOT_PART, 0, {"", 0}};
    const char *here;
    if (reader->handed) drop_handed(reader);
    if (!reader->in_payload) {
        if (!take_head(reader, bytes, length)) return nothing;
        struct bv_ws_event event = check_head(reader);
        if (event.kind == BV_WS_GOT_WRONG) return event;
    }
    if (!take_payload(reader, bytes, length, &here)) return wrong(BV_WS_OUR_FAULT, "out of memory");
    if (reader->come < reader->frame) return nothing;
    if (!end_frame(reader)) return part;
    return event_of(reader, here ? (struct bv_span){here, reader->frame} : kept_text(reader));
}

/* ---- writing ---- */

size_t bv_ws_put_head(char *to, enum bv_ws_opcode opcode, bool last, uint64_t length,
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

size_t bv_ws_put_frame(char *to, enum bv_ws_opcode opcode, bool last, struct bv_span payload,
                       const uint8_t *mask)
{
    size_t head = bv_ws_put_head(to, opcode, last, payload.length, mask);
    if (payload.length) bv_copy(to + head, payload.text, payload.length);
    if (mask) bv_ws_mask(to + head, payload.length, mask, 0);
    return head + payload.length;
}

size_t bv_ws_put_close(char *to, int code, struct bv_span reason)
{
    enum { REASON_MAX = BV_WS_CONTROL_MAX - 2 };
    if (code == BV_WS_NO_CODE) return 0;
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

bool bv_ws_key_good(struct bv_span key)
{
    if (key.length != 24 || key.text[22] != '=' || key.text[23] != '=') return false;
    for (size_t i = 0; i < 22; i++) {
        size_t digit = 0;
        while (digit < 64 && base64[digit] != key.text[i]) digit++;
        if (digit == 64) return false;
    }
    return true;
}

void bv_ws_accept(struct bv_span key, char accept[BV_WS_ACCEPT_SIZE])
{
    char text[128];
    uint8_t digest[BV_SHA1_SIZE + 1] = {0}; /* a nought more, so that it comes in threes */
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_put_span(&out, key);
    bv_put(&out, "258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
    bv_sha1((struct bv_span){out.text, out.length}, digest);
    out = bv_out_into(accept, BV_WS_ACCEPT_SIZE);
    for (size_t i = 0; i < sizeof digest; i += 3) {
        uint32_t three = (uint32_t)digest[i] << 16 | (uint32_t)digest[i + 1] << 8 | digest[i + 2];
        for (int shift = 18; shift >= 0; shift -= 6) bv_put_char(&out, base64[three >> shift & 63]);
    }
    accept[BV_WS_ACCEPT_SIZE - 2] = '=';
}
