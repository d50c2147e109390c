/* WebSocket frames: the examples of RFC 6455, messages cut at every byte, and everything a peer must not do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "net/sha1.h"
#include "net/websocket.h"
#include "util/utf8.h"

enum { LIMIT = 1000 };

#define BYTES(literal) ((struct bv_span){literal, sizeof(literal) - 1})

/* What a reader yields, as one line: `M:text` `I:ping` `O:pong` `C1000:reason` `W1002`. */
static char story[8192];

static void tell(struct bv_out *out, struct ws_event event)
{
    static const char *const sign[] = {"", "", "M:", "I:", "O:", "C", "W"};
    if (out->length) bv_put_char(out, ' ');
    bv_put(out, sign[event.kind]);
    if (event.code) bv_put_number(out, event.code);
    if (event.kind == WS_GOT_CLOSE) bv_put_char(out, ':');
    if (event.kind != WS_GOT_WRONG) bv_put_span(out, event.text);
}

/* Feeds bytes in pieces of memory that are just as large as they are, so that the sanitizer sees a step too far. */
static const char *read_in_pieces(bool from_client, struct bv_span bytes, size_t cut, size_t step)
{
    struct ws_reader reader = ws_reader_for(from_client, LIMIT);
    struct bv_out out = bv_out_into(story, sizeof story);
    struct ws_event event = {.kind = WS_GOT_NOTHING};
    for (size_t at = 0; at < bytes.length && event.kind < WS_GOT_CLOSE;) {
        size_t size = at < cut ? cut - at : step;
        if (size > bytes.length - at) size = bytes.length - at;
        char *piece = malloc(size), *rest = piece;
        memcpy(piece, bytes.text + at, size);
        at += size;
        do {
            event = ws_read(&reader, &rest, &size);
            if (event.kind > WS_GOT_PART) tell(&out, event);
        } while (event.kind != WS_GOT_NOTHING && event.kind < WS_GOT_CLOSE);
        free(piece);
    }
    ws_reader_free(&reader);
    return story;
}

/* The same story whole, cut in two anywhere, and byte by byte. */
static void reads(bool from_client, struct bv_span bytes, const char *expected)
{
    assert_string_equal(read_in_pieces(from_client, bytes, 0, bytes.length), expected);
    assert_string_equal(read_in_pieces(from_client, bytes, 0, 1), expected);
    for (size_t cut = 1; cut < bytes.length; cut++)
        assert_string_equal(read_in_pieces(from_client, bytes, cut, bytes.length), expected);
}

static void digests_are_those_of_the_rfc(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *digest;
    } vector[] = {
        {"", "da39a3ee5e6b4b0d3255bfef95601890afd80709"},
        {"abc", "a9993e364706816aba3e25717850c26c9cd0d89d"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "84983e441c3bd26ebaae4aa1f95129e5e54670f1"},
        {"0123456701234567012345670123456701234567012345670123456701234567",
         "e0c094e867ef46c350ef54a7f59dd60bed92ae83"},
    };
    for (size_t i = 0; i < BV_COUNT(vector); i++) {
        uint8_t digest[SHA1_SIZE];
        char text[41];
        struct bv_out out = bv_out_into(text, sizeof text);
        sha1(bv_span_of(vector[i].text), digest);
        for (size_t k = 0; k < sizeof digest; k++) {
            bv_put_char(&out, "0123456789abcdef"[digest[k] >> 4]);
            bv_put_char(&out, "0123456789abcdef"[digest[k] & 15]);
        }
        assert_string_equal(text, vector[i].digest);
    }
}

static void a_key_has_its_answer(void **state)
{
    (void)state;
    char accept[WS_ACCEPT_SIZE];
    ws_accept(bv_span_of("dGhlIHNhbXBsZSBub25jZQ=="), accept);
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    assert_true(ws_key_good(bv_span_of("dGhlIHNhbXBsZSBub25jZQ==")));
    static const char *const wrong[] = {"", "dGhlIHNhbXBsZSBub25jZQ=", "dGhlIHNhbXBsZSBub25jZQAA",
                                        "dGhlIHNhbXBsZSBub25jZ-==", "dGhlIHNhbXBsZSBub25jZQ== "};
    for (size_t i = 0; i < BV_COUNT(wrong); i++) assert_false(ws_key_good(bv_span_of(wrong[i])));
}

static void the_examples_of_the_rfc_are_read(void **state)
{
    (void)state;
    reads(false, BYTES("\x81\x05Hello"), "M:Hello");
    reads(true, BYTES("\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58"), "M:Hello");
    reads(false, BYTES("\x01\x03Hel\x80\x02lo"), "M:Hello");
    reads(false, BYTES("\x89\x05Hello"), "I:Hello");
    reads(true, BYTES("\x8a\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58"), "O:Hello");
}

static void control_frames_stand_between_fragments(void **state)
{
    (void)state;
    reads(false,
          BYTES("\x01\x02Mo\x89\x04ping\x00\x03ntm\x8a\x00\x00\x00\x80\x05"
                "artre\x81\x00\x81\x01!"),
          "I:ping O: M:Montmartre M: M:!");
}

static void messages_follow_each_other(void **state)
{
    (void)state;
    reads(false,
          BYTES("\x81\x01"
                "a\x81\x00\x01\x00\x00\x00\x80\x00\x81\x01"
                "b\x88\x02\x03\xe8\x81\x01"
                "c"),
          "M:a M: M: M:b C1000:");
}

static void closes_say_why(void **state)
{
    (void)state;
    reads(false, BYTES("\x88\x00"), "C1005:");
    reads(false,
          BYTES("\x88\x06\x0f\xa0"
                "bye!"),
          "C4000:bye!");
    reads(false, BYTES("\x88\x01\x03"), "W1002");
    reads(false, BYTES("\x88\x04\x03\xe8\xc3("), "W1007");
    static const int good[] = {1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010,
                               1011, 1012, 1013, 1014, 3000, 3999, 4999};
    static const int wrong[] = {0, 1, 999, 1004, 1005, 1006, 1015, 1016, 2000, 2999, 5000, 65535};
    char frame[4] = "\x88\x02", expected[16];
    for (size_t i = 0; i < BV_COUNT(good) + BV_COUNT(wrong); i++) {
        bool is_good = i < BV_COUNT(good);
        int code = is_good ? good[i] : wrong[i - BV_COUNT(good)];
        struct bv_out out = bv_out_into(expected, sizeof expected);
        bv_put(&out, is_good ? "C" : "W1002");
        if (is_good) bv_put_number(&out, code);
        if (is_good) bv_put_char(&out, ':');
        frame[2] = (char)(code >> 8);
        frame[3] = (char)code;
        reads(false, (struct bv_span){frame, sizeof frame}, expected);
    }
}

static void what_breaks_the_protocol_is_refused(void **state)
{
    (void)state;
    static const struct bv_span wrong[] = {
        {"\xc1\x00", 2}, /* reserved bits */
        {"\xa1\x00", 2},
        {"\x91\x00", 2},
        {"\x83\x00", 2}, /* unknown kinds */
        {"\x87\x00", 2},
        {"\x8b\x00", 2},
        {"\x8f\x00", 2},
        {"\x81\x80mask", 6}, /* masked by a server */
        {"\x80\x00", 2},     /* nothing to continue */
        {"\x00\x00", 2},
        {"\x01\x00\x01\x00", 4}, /* a message inside a message */
        {"\x01\x00\x81\x00", 4},
        {"\x01\x00\x82\x00", 4},
        {"\x09\x00", 2}, /* a ping in pieces */
        {"\x08\x00", 2},
        {"\x89\x7e\x00\x7e", 4}, /* control frames of 126 bytes */
        {"\x88\x7e\x00\x7e", 4},
        {"\x8a\x7f\x00\x00\x00\x00\x00\x01\x00\x00", 10},
        {"\x81\x7e\x00\x7d", 4}, /* not the shortest form */
        {"\x81\x7f\x00\x00\x00\x00\x00\x00\xff\xff", 10},
        {"\x81\x7f\x80\x00\x00\x00\x00\x01\x00\x00", 10},
    };
    for (size_t i = 0; i < BV_COUNT(wrong); i++) reads(false, wrong[i], "W1002");
    reads(true, BYTES("\x81\x01x"), "W1002"); /* not masked by a client */
    reads(false, BYTES("\x82\x01x"), "W1003");
    reads(false, BYTES("\x02\x01x"), "W1003");
}

static void text_is_utf8(void **state)
{
    (void)state;
    static const char *const good[] = {"",
                                       "plain and long enough",
                                       "caf\xc3\xa9",
                                       "\xe2\x82\xac",
                                       "\xed\x9f\xbf\xee\x80\x80",
                                       "\xf0\x90\x80\x80",
                                       "\xf4\x8f\xbf\xbf",
                                       "1234567\xc3\xa9 1234567\xc3\xa9"};
    static const char *const wrong[] = {
        "\x80",         "\xc0\x80",         "\xc1\xbf",         "\xc3",         "\xc3(",
        "\xe0\x9f\xbf", "\xe2\x82",         "\xe2\x82(",        "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
        "\xf0\x90\x80", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff",         "12345678\xff"};
    for (size_t i = 0; i < BV_COUNT(good); i++) assert_true(utf8_good(bv_span_of(good[i])));
    for (size_t i = 0; i < BV_COUNT(wrong); i++) assert_false(utf8_good(bv_span_of(wrong[i])));
    reads(false, BYTES("\x81\x02\xc3\xa9"), "M:\xc3\xa9");
    reads(false, BYTES("\x01\x01\xc3\x80\x01\xa9"), "M:\xc3\xa9"); /* a character in two frames */
    reads(false, BYTES("\x81\x01\xc3"), "W1007");
    reads(false, BYTES("\x01\x01\xc3\x80\x01("), "W1007");
}

/* A message of so many bytes in two frames or one, the first of so many. */
static struct bv_span long_message(char *room, size_t first, size_t second, const uint8_t *mask)
{
    static const char letters[LIMIT + 1];
    size_t length = ws_put_frame(room, WS_TEXT, !second, (struct bv_span){letters, first}, mask);
    if (second)
        length += ws_put_frame(room + length, WS_CONTINUATION, true,
                               (struct bv_span){letters, second}, mask);
    return (struct bv_span){room, length};
}

static struct ws_event read_one(bool from_client, struct bv_span bytes)
{
    struct ws_reader reader = ws_reader_for(from_client, LIMIT);
    static char room[4 * LIMIT];
    char *at = room;
    memcpy(room, bytes.text, bytes.length);
    struct ws_event event;
    do event = ws_read(&reader, &at, &bytes.length);
    while (event.kind == WS_GOT_PART);
    ws_reader_free(&reader);
    return event;
}

static void messages_have_a_limit(void **state)
{
    (void)state;
    char room[3 * LIMIT];
    const uint8_t mask[4] = {1, 2, 3, 4};
    struct ws_event event = read_one(true, long_message(room, LIMIT, 0, mask));
    assert_int_equal(event.kind, WS_GOT_MESSAGE);
    assert_int_equal(event.text.length, LIMIT);
    event = read_one(true, long_message(room, LIMIT - 1, 1, mask));
    assert_int_equal(event.kind, WS_GOT_MESSAGE);
    event = read_one(true, long_message(room, LIMIT + 1, 0, mask));
    assert_int_equal(event.code, WS_TOO_LONG);
    event = read_one(true, long_message(room, LIMIT, 1, mask));
    assert_int_equal(event.code, WS_TOO_LONG);
    /* What is announced is refused before it comes, and costs no memory. */
    reads(false, BYTES("\x81\x7f\x7f\xff\xff\xff\xff\xff\xff\xff"), "W1009");
    reads(false, BYTES("\x81\x7e\x03\xe9"), "W1009");
}

/* Each frame is counted, however little is in it. */
static void every_frame_is_an_event(void **state)
{
    (void)state;
    static const enum ws_kind kinds[] = {WS_GOT_PART,    WS_GOT_PART, WS_GOT_PING,   WS_GOT_PART,
                                         WS_GOT_MESSAGE, WS_GOT_PONG, WS_GOT_NOTHING};
    char bytes[] = "\x01\x00\x00\x00\x89\x00\x00\x01x\x80\x00\x8a\x00";
    char *at = bytes;
    size_t length = sizeof bytes - 1;
    struct ws_reader reader = ws_reader_for(false, LIMIT);
    for (size_t i = 0; i < BV_COUNT(kinds); i++)
        assert_int_equal(ws_read(&reader, &at, &length).kind, kinds[i]);
    ws_reader_free(&reader);
}

static void nothing_is_kept_between_messages(void **state)
{
    (void)state;
    char bytes[] = "\x01\x02Mo\x89\x02hi\x80\x01i\x81\x03whole";
    struct ws_reader reader = ws_reader_for(false, LIMIT);
    for (size_t i = 0; i < 11; i++) {
        char *at = bytes + i;
        size_t length = 1;
        while (ws_read(&reader, &at, &length).kind != WS_GOT_NOTHING) {
        }
        if (i == 5) assert_non_null(reader.kept);
    }
    assert_null(reader.kept);
    assert_int_equal(reader.kept_size, 0);
}

static void frames_are_written_as_they_are_read(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 125, 126, 127, 999, 65535, 65536, 70000};
    const uint8_t mask[4] = {0xde, 0xad, 0xbe, 0xef};
    char *text = malloc(70000), *frame = malloc(70000 + WS_HEAD_MAX);
    memset(text, 'x', 70000);
    for (size_t i = 0; i < BV_COUNT(sizes) * 2; i++) {
        bool client = i % 2;
        struct bv_span payload = {text, sizes[i / 2]};
        size_t length = ws_put_frame(frame, WS_TEXT, true, payload, client ? mask : NULL);
        struct ws_reader reader = ws_reader_for(client, 70000);
        char *at = frame;
        struct ws_event event = ws_read(&reader, &at, &length);
        assert_int_equal(event.kind, WS_GOT_MESSAGE);
        assert_int_equal(event.text.length, payload.length);
        assert_memory_equal(event.text.text, text, payload.length);
        assert_int_equal(length, 0);
        ws_reader_free(&reader);
    }
    free(text);
    free(frame);
    char small[WS_HEAD_MAX + 5];
    assert_int_equal(ws_put_frame(small, WS_TEXT, true, BYTES("Hello"), NULL), 7);
    assert_memory_equal(small, "\x81\x05Hello", 7);
}

static void masks_turn_with_their_offset(void **state)
{
    (void)state;
    const uint8_t mask[4] = {1, 2, 3, 4};
    for (size_t cut = 0; cut <= 40; cut++) {
        char once[40] = {0}, twice[40] = {0};
        ws_mask(once, sizeof once, mask, 0);
        ws_mask(twice, cut, mask, 0);
        ws_mask(twice + cut, sizeof twice - cut, mask, cut);
        assert_memory_equal(once, twice, sizeof once);
        assert_int_equal(once[6], 3);
    }
}

static void a_long_reason_is_cut_between_characters(void **state)
{
    (void)state;
    char payload[WS_CONTROL_MAX], reason[201];
    struct bv_out out = bv_out_into(reason, sizeof reason);
    assert_int_equal(ws_put_close(payload, 1000, BYTES("ok")), 4);
    assert_memory_equal(payload, "\x03\xe8ok", 4);
    assert_int_equal(ws_put_close(payload, WS_NO_CODE, BYTES("ok")), 0);
    for (size_t i = 0; i < 100; i++) bv_put(&out, "\xc3\xa9");
    assert_int_equal(ws_put_close(payload, 1000, bv_span_of(reason)), 124);
    assert_int_equal(ws_put_close(payload, 1000, bv_span_of("x")), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digests_are_those_of_the_rfc),
        cmocka_unit_test(a_key_has_its_answer),
        cmocka_unit_test(the_examples_of_the_rfc_are_read),
        cmocka_unit_test(control_frames_stand_between_fragments),
        cmocka_unit_test(messages_follow_each_other),
        cmocka_unit_test(closes_say_why),
        cmocka_unit_test(what_breaks_the_protocol_is_refused),
        cmocka_unit_test(text_is_utf8),
        cmocka_unit_test(messages_have_a_limit),
        cmocka_unit_test(every_frame_is_an_event),
        cmocka_unit_test(nothing_is_kept_between_messages),
        cmocka_unit_test(frames_are_written_as_they_are_read),
        cmocka_unit_test(masks_turn_with_their_offset),
        cmocka_unit_test(a_long_reason_is_cut_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
