/* BLAKE2b: what RFC 7693 and the reference vectors say, however the bytes arrive. */
#include "support.h"

#include <string.h>

#include "core/blake2b.h"
#include "core/dice.h"

static void expect_digest(const uint8_t *digest, size_t size, const char *hex)
{
    char text[2 * BV_BLAKE2B_MAX + 1];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_put_hex(&out, digest, size);
    assert_string_equal(text, hex);
}

static void hash_of(uint8_t *digest, size_t size, const uint8_t *key, size_t key_size,
                    const uint8_t *bytes, size_t length)
{
    struct bv_blake2b hash;
    bv_blake2b_begin(&hash, size, key, key_size);
    bv_blake2b_add(&hash, bytes, length);
    bv_blake2b_end(&hash, digest);
}

/* RFC 7693, appendix A, and the empty text. */
static void known_texts_have_known_digests(void **state)
{
    (void)state;
    uint8_t digest[BV_BLAKE2B_MAX];
    hash_of(digest, 64, NULL, 0, (const uint8_t *)"abc", 3);
    expect_digest(digest, 64,
                  "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
                  "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923");
    hash_of(digest, 64, NULL, 0, NULL, 0);
    expect_digest(digest, 64,
                  "786a02f742015903c6c6fd852552d272912f4740e15847618a86e217f71f5419"
                  "d25e1031afee585313896444934eb04b903a685b1448b755d56f701afe9be2ce");
    hash_of(digest, 32, NULL, 0, NULL, 0);
    expect_digest(digest, 32, "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
    hash_of(digest, 1, NULL, 0, NULL, 0);
    expect_digest(digest, 1, "2e");
}

/* The reference implementation's keyed vectors: key 00 01 … 3f, text 00 01 …. */
static void keyed_texts_have_known_digests(void **state)
{
    (void)state;
    static const struct {
        size_t length;
        const char *digest;
    } known[] = {
        {0, "10ebb67700b1868efb4417987acf4690ae9d972fb7a590c2f02871799aaa4786"
            "b5e996e8f0f4eb981fc214b005f42d2ff4233499391653df7aefcbc13fc51568"},
        {1, "961f6dd1e4dd30f63901690c512e78e4b45e4742ed197c3c5e45c549fd25f2e4"
            "187b0bc9fe30492b16b0d0bc4ef9b0f34c7003fac09a5ef1532e69430234cebd"},
        {128, "72065ee4dd91c2d8509fa1fc28a37c7fc9fa7d5b3f8ad3d0d7a25626b57b1b44"
              "788d4caf806290425f9890a3a2a35a905ab4b37acfd0da6e4517b2525c9651e4"},
        {129, "64475dfe7600d7171bea0b394e27c9b00d8e74dd1e416a79473682ad3dfdbb70"
              "6631558055cfc8a40e07bd015a4540dcdea15883cbbf31412df1de1cd4152b91"},
        {254, "d444bfa2362a96df213d070e33fa841f51334e4e76866b8139e8af3bb3398be2"
              "dfaddcbc56b9146de9f68118dc5829e74b0c28d7711907b121f9161cb92b69a9"},
        {255, "142709d62e28fcccd0af97fad0f8465b971e82201dc51070faa0372aa43e9248"
              "4be1c1e73ba10906d5d1853db6a4106e0a7bf9800d373d6dee2d46d62ef2a461"},
    };
    uint8_t key[64];
    uint8_t text[255];
    uint8_t digest[BV_BLAKE2B_MAX];
    for (size_t i = 0; i < sizeof key; i++) key[i] = (uint8_t)i;
    for (size_t i = 0; i < sizeof text; i++) text[i] = (uint8_t)i;
    for (size_t i = 0; i < BV_COUNT(known); i++) {
        hash_of(digest, 64, key, sizeof key, text, known[i].length);
        expect_digest(digest, 64, known[i].digest);
    }
}

/* RFC 7693, appendix E: bytes that look random, from a Fibonacci sequence. */
static void fill(uint8_t *bytes, size_t length, uint32_t seed)
{
    uint32_t a = 0xdead4badU * seed;
    uint32_t b = 1;
    for (size_t i = 0; i < length; i++) {
        uint32_t sum = a + b;
        a = b;
        b = sum;
        bytes[i] = (uint8_t)(sum >> 24);
    }
}

static void the_self_test_of_the_rfc_holds(void **state)
{
    (void)state;
    static const size_t sizes[] = {20, 32, 48, 64};
    static const size_t lengths[] = {0, 3, 128, 129, 255, 1024};
    uint8_t text[1024];
    uint8_t key[64];
    uint8_t digest[BV_BLAKE2B_MAX];
    struct bv_blake2b all;
    bv_blake2b_begin(&all, 32, NULL, 0);
    for (size_t s = 0; s < BV_COUNT(sizes); s++)
        for (size_t l = 0; l < BV_COUNT(lengths); l++) {
            fill(text, lengths[l], (uint32_t)lengths[l]);
            hash_of(digest, sizes[s], NULL, 0, text, lengths[l]);
            bv_blake2b_add(&all, digest, sizes[s]);
            fill(key, sizes[s], (uint32_t)sizes[s]);
            hash_of(digest, sizes[s], key, sizes[s], text, lengths[l]);
            bv_blake2b_add(&all, digest, sizes[s]);
        }
    bv_blake2b_end(&all, digest);
    expect_digest(digest, 32, "c23a7800d98123bd10f506c61e29da5603d763b8bbad2e737f5e765a7bccd475");
}

static void pieces_make_the_same_digest_as_the_whole(void **state)
{
    (void)state;
    enum { LENGTH = 400 };
    uint8_t text[LENGTH];
    uint8_t whole[BV_BLAKE2B_MAX];
    uint8_t pieces[BV_BLAKE2B_MAX];
    fill(text, LENGTH, 7);
    for (size_t key_size = 0; key_size <= 64; key_size += 32) {
        hash_of(whole, 64, text, key_size, text, LENGTH);
        for (size_t step = 1; step <= LENGTH; step++) {
            struct bv_blake2b hash;
            bv_blake2b_begin(&hash, 64, text, key_size);
            for (size_t at = 0; at < LENGTH; at += step)
                bv_blake2b_add(&hash, text + at, LENGTH - at < step ? LENGTH - at : step);
            bv_blake2b_end(&hash, pieces);
            assert_memory_equal(whole, pieces, sizeof whole);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_texts_have_known_digests),
        cmocka_unit_test(keyed_texts_have_known_digests),
        cmocka_unit_test(the_self_test_of_the_rfc_holds),
        cmocka_unit_test(pieces_make_the_same_digest_as_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
