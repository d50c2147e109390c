/* BLAKE2b: what RFC 7693 and libsodium say. */
#include "support.h"

#include <sodium/crypto_generichash.h>

#include "core/blake2b.h"
#include "core/dice.h"

static void expect_digest(const char *text, size_t size, const char *hex)
{
    uint8_t digest[BV_BLAKE2B_MAX];
    char shown[2 * BV_BLAKE2B_MAX + 1];
    struct bv_out out = bv_out_into(shown, sizeof shown);
    bv_blake2b(text, bv_length(text), digest, size);
    bv_put_hex(&out, digest, size);
    assert_string_equal(shown, hex);
}

/* RFC 7693, appendix A, and the empty text. */
static void known_texts_have_known_digests(void **state)
{
    (void)state;
    expect_digest("abc", 64,
                  "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
                  "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923");
    expect_digest("", 64,
                  "786a02f742015903c6c6fd852552d272912f4740e15847618a86e217f71f5419"
                  "d25e1031afee585313896444934eb04b903a685b1448b755d56f701afe9be2ce");
    expect_digest("", 32, "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
    expect_digest("", 1, "2e");
}

/* Every length up to eight blocks, in every size that libsodium knows. */
static void it_is_the_hash_of_libsodium(void **state)
{
    (void)state;
    enum { LENGTH = 1024 };
    uint8_t text[LENGTH];
    uint8_t ours[BV_BLAKE2B_MAX];
    uint8_t theirs[BV_BLAKE2B_MAX];
    uint32_t number = 7;
    for (size_t i = 0; i < LENGTH; i++) {
        number = number * 1664525U + 1013904223U;
        text[i] = (uint8_t)(number >> 24);
    }
    for (size_t length = 0; length <= LENGTH; length++)
        for (size_t size = crypto_generichash_BYTES_MIN; size <= BV_BLAKE2B_MAX; size++) {
            bv_blake2b(text, length, ours, size);
            crypto_generichash(theirs, size, text, length, NULL, 0);
            assert_memory_equal(ours, theirs, size);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_texts_have_known_digests),
        cmocka_unit_test(it_is_the_hash_of_libsodium),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
