/* WebSocket frames, by a reader that the first two bytes set up. The story is the same in any pieces; its messages are
 * UTF-8, within their limit, and the same when they are written and read again. */
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "net/websocket.h"
#include "util/utf8.h"

struct story {
    uint64_t events;
    uint64_t hash;
};

static void add(struct story *story, const void *bytes, size_t length)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < length; i++) story->hash = (story->hash ^ at[i]) * 0x100000001b3U;
}

static void check_again(struct bv_span text)
{
    static const uint8_t mask[4] = {0xa5, 0x5a, 0x0f, 0xf1};
    char *frame = malloc(text.length + WS_HEAD_MAX), *at = frame;
    size_t length = ws_put_frame(frame, WS_TEXT, true, text, mask);
    struct ws_reader reader = ws_reader_for(true, (uint32_t)text.length);
    struct ws_event event = ws_read(&reader, &at, &length);
    must(event.kind == WS_GOT_MESSAGE && event.text.length == text.length &&
             memcmp(event.text.text, text.text, text.length) == 0,
         "a message is the same read again");
    free(frame);
}

static void check_event(const struct ws_reader *reader, const struct ws_event *event)
{
    if (event->kind == WS_GOT_MESSAGE) {
        must(event->text.length <= reader->limit, "a message has a limit");
        check_again(event->text);
    } else {
        must(event->text.length <= WS_CONTROL_MAX, "a control frame has a limit");
    }
    if (event->kind != WS_GOT_PING && event->kind != WS_GOT_PONG)
        must(utf8_good(event->text), "text is UTF-8");
    if (event->kind >= WS_GOT_CLOSE) must(event->code >= 1000, "an end has a code");
}

static struct story read_all(const uint8_t *data, size_t size, bool from_client, uint32_t limit,
                             size_t step)
{
    struct story story = {0};
    struct ws_reader reader = ws_reader_for(from_client, limit);
    struct ws_event event = {.kind = WS_GOT_NOTHING};
    for (size_t done = 0; done < size && event.kind < WS_GOT_CLOSE;) {
        size_t length = step < size - done ? step : size - done;
        char *piece = malloc(length), *at = piece;
        memcpy(piece, data + done, length);
        done += length;
        do {
            event = ws_read(&reader, &at, &length);
            must(reader.kept_size <= limit + WS_CONTROL_MAX, "memory has a limit");
            if (event.kind == WS_GOT_NOTHING) break;
            check_event(&reader, &event);
            story.events++;
            add(&story, &event.kind, sizeof event.kind);
            add(&story, &event.code, sizeof event.code);
            add(&story, event.text.text, event.text.length);
        } while (event.kind < WS_GOT_CLOSE);
        free(piece);
    }
    ws_reader_free(&reader);
    return story;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) return 0;
    bool from_client = data[0] & 1;
    uint32_t limit = 1U << (data[0] >> 1) % 16;
    size_t step = 1U + data[1];
    struct story whole = read_all(data + 2, size - 2, from_client, limit, size);
    struct story pieces = read_all(data + 2, size - 2, from_client, limit, step);
    must(whole.events == pieces.events && whole.hash == pieces.hash,
         "the story is the same in any pieces");
    return 0;
}
