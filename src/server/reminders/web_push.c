#include "server/reminders/web_push.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/x509.h>
#include <pthread.h>
#include <sodium.h>

#include "core/json.h"
#include "util/dynamic_library.h"
#include "util/memory.h"

/* The functions of libcrypto that are used. */
#define CALLS(X)                                                                                   \
    X(BN_bn2binpad)                                                                                \
    X(CRYPTO_free)                                                                                 \
    X(ECDSA_SIG_free)                                                                              \
    X(ECDSA_SIG_get0_r)                                                                            \
    X(ECDSA_SIG_get0_s)                                                                            \
    X(EVP_CIPHER_CTX_ctrl)                                                                         \
    X(EVP_CIPHER_CTX_free)                                                                         \
    X(EVP_CIPHER_CTX_new)                                                                          \
    X(EVP_DigestSign)                                                                              \
    X(EVP_DigestSignInit)                                                                          \
    X(EVP_EncryptFinal_ex)                                                                         \
    X(EVP_EncryptInit_ex)                                                                          \
    X(EVP_EncryptUpdate)                                                                           \
    X(EVP_KDF_CTX_free)                                                                            \
    X(EVP_KDF_CTX_new)                                                                             \
    X(EVP_KDF_derive)                                                                              \
    X(EVP_KDF_fetch)                                                                               \
    X(EVP_KDF_free)                                                                                \
    X(EVP_MD_CTX_free)                                                                             \
    X(EVP_MD_CTX_new)                                                                              \
    X(EVP_PKEY_CTX_free)                                                                           \
    X(EVP_PKEY_CTX_new)                                                                            \
    X(EVP_PKEY_Q_keygen)                                                                           \
    X(EVP_PKEY_copy_parameters)                                                                    \
    X(EVP_PKEY_derive)                                                                             \
    X(EVP_PKEY_derive_init)                                                                        \
    X(EVP_PKEY_derive_set_peer)                                                                    \
    X(EVP_PKEY_free)                                                                               \
    X(EVP_PKEY_get1_encoded_public_key)                                                            \
    X(EVP_PKEY_new)                                                                                \
    X(EVP_PKEY_set1_encoded_public_key)                                                            \
    X(EVP_aes_128_gcm)                                                                             \
    X(EVP_sha256)                                                                                  \
    X(OSSL_PARAM_construct_end)                                                                    \
    X(OSSL_PARAM_construct_octet_string)                                                           \
    X(OSSL_PARAM_construct_utf8_string)                                                            \
    X(d2i_AutoPrivateKey)                                                                          \
    X(d2i_ECDSA_SIG)                                                                               \
    X(i2d_PrivateKey)

static struct {
    CALLS(DYNAMIC_LIBRARY_MEMBER)
} crypto;

enum { COORDINATE = 32, HASH = 32, KEY = 16, NONCE = 12, TAG = 16, DER_MAX = 200 };

struct web_push_identity {
    EVP_PKEY *key;
    uint8_t point[WEB_PUSH_POINT];
    char public_text[WEB_PUSH_PUBLIC_TEXT];
};

bool web_push_open(struct bv_error *error)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static const char *const names[] = {CALLS(DYNAMIC_LIBRARY_NAME)};
    static bool opened;
    pthread_mutex_lock(&lock);
    if (!opened) opened = dynamic_library_open("libcrypto.so.3", names, BV_COUNT(names), &crypto);
    bool good = opened && sodium_init() >= 0;
    pthread_mutex_unlock(&lock);
    return good || bv_error_set(error, "OpenSSL's library (libcrypto.so.3) is missing or too old; "
                                       "on Debian it is in the package libssl3");
}

/* ---- Keys ------------------------------------------------------------------------------------ */

static void put_base64(struct bv_out *out, const uint8_t *bytes, size_t size)
{
    char text[WEB_PUSH_AUTHORIZATION];
    sodium_bin2base64(text, sizeof text, bytes, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    bv_put(out, text);
}

/* Browsers write base64url without padding; some libraries add it. */
static bool read_base64(const char *text, uint8_t *bytes, size_t size)
{
    size_t length = 0;
    size_t end = bv_length(text);
    while (end && text[end - 1] == '=') end--;
    return sodium_base642bin(bytes, size, text, end, NULL, &length, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           length == size;
}

static EVP_PKEY *new_key(void)
{
    return crypto.EVP_PKEY_Q_keygen_(NULL, NULL, "EC", "P-256");
}

static bool read_point(EVP_PKEY *key, uint8_t point[WEB_PUSH_POINT])
{
    unsigned char *bytes = NULL;
    size_t size = crypto.EVP_PKEY_get1_encoded_public_key_(key, &bytes);
    bool good = size == WEB_PUSH_POINT;
    if (good) bv_copy(point, bytes, WEB_PUSH_POINT);
    crypto.CRYPTO_free_(bytes, "", 0);
    return good;
}

/* Takes the key. */
static struct web_push_identity *identity_of(EVP_PKEY *key)
{
    struct web_push_identity *identity = memory_new(sizeof *identity);
    identity->key = key;
    if (!key || !read_point(key, identity->point)) {
        web_push_identity_free(identity);
        return NULL;
    }
    struct bv_out out = bv_out_into(identity->public_text, sizeof identity->public_text);
    put_base64(&out, identity->point, sizeof identity->point);
    return identity;
}

bool web_push_new_key(char text[WEB_PUSH_KEY_TEXT])
{
    unsigned char der[DER_MAX];
    unsigned char *end = der;
    EVP_PKEY *key = new_key();
    int size = key ? crypto.i2d_PrivateKey_(key, NULL) : 0;
    bool good = size > 0 && size <= DER_MAX && crypto.i2d_PrivateKey_(key, &end) == size;
    if (good) sodium_bin2hex(text, WEB_PUSH_KEY_TEXT, der, (size_t)size);
    sodium_memzero(der, sizeof der);
    crypto.EVP_PKEY_free_(key);
    return good;
}

struct web_push_identity *web_push_identity_new(const char *text)
{
    unsigned char der[DER_MAX];
    const unsigned char *at = der;
    size_t size = 0;
    if (sodium_hex2bin(der, sizeof der, text, bv_length(text), NULL, &size, NULL) != 0) return NULL;
    EVP_PKEY *key = crypto.d2i_AutoPrivateKey_(NULL, &at, (long)size);
    sodium_memzero(der, sizeof der);
    return identity_of(key);
}

void web_push_identity_free(struct web_push_identity *identity)
{
    if (!identity) return;
    crypto.EVP_PKEY_free_(identity->key);
    free(identity);
}

const char *web_push_public(const struct web_push_identity *identity)
{
    return identity->public_text;
}

bool web_push_read_keys(const char *point, const char *auth, struct web_push_keys *keys)
{
    return read_base64(point, keys->point, sizeof keys->point) &&
           read_base64(auth, keys->auth, sizeof keys->auth) && keys->point[0] == 4;
}

/* ---- Encryption (RFC 8291) ------------------------------------------------------------------- */

/* The secret that both sides compute. OpenSSL refuses a point that is not on the curve. */
static bool agree(EVP_PKEY *own, const uint8_t point[WEB_PUSH_POINT], uint8_t secret[COORDINATE])
{
    size_t size = COORDINATE;
    EVP_PKEY *peer = crypto.EVP_PKEY_new_();
    EVP_PKEY_CTX *context = crypto.EVP_PKEY_CTX_new_(own, NULL);
    bool good = peer && context && crypto.EVP_PKEY_copy_parameters_(peer, own) == 1 &&
                crypto.EVP_PKEY_set1_encoded_public_key_(peer, point, WEB_PUSH_POINT) == 1 &&
                crypto.EVP_PKEY_derive_init_(context) == 1 &&
                crypto.EVP_PKEY_derive_set_peer_(context, peer) == 1 &&
                crypto.EVP_PKEY_derive_(context, secret, &size) == 1 && size == COORDINATE;
    crypto.EVP_PKEY_CTX_free_(context);
    crypto.EVP_PKEY_free_(peer);
    return good;
}

struct bytes {
    const uint8_t *at;
    size_t size;
};

static OSSL_PARAM octets(const char *name, struct bytes bytes)
{
    return crypto.OSSL_PARAM_construct_octet_string_(name, (void *)(uintptr_t)bytes.at, bytes.size);
}

/* HKDF with SHA-256 (RFC 5869). */
static bool derive(struct bytes salt, struct bytes secret, struct bytes info, uint8_t *to,
                   size_t size)
{
    char digest[] = "SHA256";
    EVP_KDF *kdf = crypto.EVP_KDF_fetch_(NULL, "HKDF", NULL);
    EVP_KDF_CTX *context = kdf ? crypto.EVP_KDF_CTX_new_(kdf) : NULL;
    OSSL_PARAM parameters[] = {
        crypto.OSSL_PARAM_construct_utf8_string_(OSSL_KDF_PARAM_DIGEST, digest, 0),
        octets(OSSL_KDF_PARAM_SALT, salt),
        octets(OSSL_KDF_PARAM_KEY, secret),
        octets(OSSL_KDF_PARAM_INFO, info),
        crypto.OSSL_PARAM_construct_end_(),
    };
    bool good = context && crypto.EVP_KDF_derive_(context, to, size, parameters) == 1;
    crypto.EVP_KDF_CTX_free_(context);
    crypto.EVP_KDF_free_(kdf);
    return good;
}

/* The secret of this message, from the agreed one, the browser's and both public keys. */
static bool derive_secret(const struct web_push_keys *keys,
                          const struct web_push_identity *message_key, uint8_t secret[HASH])
{
    static const char words[] = "WebPush: info"; /* with its zero byte */
    uint8_t agreed[COORDINATE];
    uint8_t info[sizeof words + (size_t)2 * WEB_PUSH_POINT];
    bv_copy(info, words, sizeof words);
    bv_copy(info + sizeof words, keys->point, WEB_PUSH_POINT);
    bv_copy(info + sizeof words + WEB_PUSH_POINT, message_key->point, WEB_PUSH_POINT);
    bool good =
        agree(message_key->key, keys->point, agreed) &&
        derive((struct bytes){keys->auth, sizeof keys->auth}, (struct bytes){agreed, sizeof agreed},
               (struct bytes){info, sizeof info}, secret, HASH);
    sodium_memzero(agreed, sizeof agreed);
    return good;
}

/* One record of RFC 8188, the last: the text and the byte 2, then the tag. Returns its length. */
static size_t encrypt_record(const uint8_t key[KEY], const uint8_t nonce[NONCE],
                             struct bv_span text, uint8_t *record)
{
    static const uint8_t last = 2;
    int first = 0;
    int second = 0;
    int rest = 0;
    EVP_CIPHER_CTX *context = crypto.EVP_CIPHER_CTX_new_();
    bool good =
        context &&
        crypto.EVP_EncryptInit_ex_(context, crypto.EVP_aes_128_gcm_(), NULL, key, nonce) == 1 &&
        crypto.EVP_EncryptUpdate_(context, record, &first, (const uint8_t *)text.text,
                                  (int)text.length) == 1 &&
        crypto.EVP_EncryptUpdate_(context, record + first, &second, &last, 1) == 1 &&
        crypto.EVP_EncryptFinal_ex_(context, record + first + second, &rest) == 1 &&
        crypto.EVP_CIPHER_CTX_ctrl_(context, EVP_CTRL_GCM_GET_TAG, TAG, record + first + second) ==
            1;
    crypto.EVP_CIPHER_CTX_free_(context);
    return good ? (size_t)first + (size_t)second + TAG : 0;
}

size_t web_push_encrypt_with(const struct web_push_keys *keys, struct bv_span text,
                             const struct web_push_identity *message_key,
                             const uint8_t salt[WEB_PUSH_SALT], uint8_t body[WEB_PUSH_BODY_MAX])
{
    static const char of_key[] = "Content-Encoding: aes128gcm"; /* with their zero bytes */
    static const char of_nonce[] = "Content-Encoding: nonce";
    static const uint8_t head[] = {0, 0, 0x10, 0, WEB_PUSH_POINT}; /* records of 4096 bytes */
    uint8_t secret[HASH];
    uint8_t key[KEY];
    uint8_t nonce[NONCE];
    struct bytes salted = {salt, WEB_PUSH_SALT};
    struct bytes shared = {secret, sizeof secret};
    size_t at = WEB_PUSH_SALT + sizeof head + WEB_PUSH_POINT;
    BV_ASSERT(text.length <= WEB_PUSH_TEXT_MAX);
    bool good =
        derive_secret(keys, message_key, secret) &&
        derive(salted, shared, (struct bytes){(const uint8_t *)of_key, sizeof of_key}, key, KEY) &&
        derive(salted, shared, (struct bytes){(const uint8_t *)of_nonce, sizeof of_nonce}, nonce,
               NONCE);
    bv_copy(body, salt, WEB_PUSH_SALT);
    bv_copy(body + WEB_PUSH_SALT, head, sizeof head);
    bv_copy(body + WEB_PUSH_SALT + sizeof head, message_key->point, WEB_PUSH_POINT);
    size_t length = good ? encrypt_record(key, nonce, text, body + at) : 0;
    sodium_memzero(secret, sizeof secret);
    sodium_memzero(key, sizeof key);
    return length ? at + length : 0;
}

size_t web_push_encrypt(const struct web_push_keys *keys, struct bv_span text,
                        uint8_t body[WEB_PUSH_BODY_MAX])
{
    uint8_t salt[WEB_PUSH_SALT];
    struct web_push_identity *message_key = identity_of(new_key());
    if (!message_key) return 0;
    randombytes_buf(salt, sizeof salt);
    size_t length = web_push_encrypt_with(keys, text, message_key, salt, body);
    web_push_identity_free(message_key);
    return length;
}

/* ---- VAPID (RFC 8292) ------------------------------------------------------------------------ */

/* OpenSSL writes a signature in DER; a JWT has the two numbers one after the other. */
static bool sign(EVP_PKEY *key, struct bv_span text, uint8_t signature[2 * COORDINATE])
{
    unsigned char der[DER_MAX];
    size_t size = sizeof der;
    const unsigned char *at = der;
    EVP_MD_CTX *context = crypto.EVP_MD_CTX_new_();
    bool good = context &&
                crypto.EVP_DigestSignInit_(context, NULL, crypto.EVP_sha256_(), NULL, key) == 1 &&
                crypto.EVP_DigestSign_(context, der, &size, (const unsigned char *)text.text,
                                       text.length) == 1;
    ECDSA_SIG *numbers = good ? crypto.d2i_ECDSA_SIG_(NULL, &at, (long)size) : NULL;
    good = numbers &&
           crypto.BN_bn2binpad_(crypto.ECDSA_SIG_get0_r_(numbers), signature, COORDINATE) ==
               COORDINATE &&
           crypto.BN_bn2binpad_(crypto.ECDSA_SIG_get0_s_(numbers), signature + COORDINATE,
                                COORDINATE) == COORDINATE;
    crypto.ECDSA_SIG_free_(numbers);
    crypto.EVP_MD_CTX_free_(context);
    return good;
}

bool web_push_authorization(const struct web_push_identity *identity, const char *origin,
                            const char *contact, int64_t expires,
                            char header[WEB_PUSH_AUTHORIZATION])
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims[512];
    uint8_t signature[2 * COORDINATE];
    struct bv_out json = bv_out_into(claims, sizeof claims);
    bv_json_open(&json, NULL, '{');
    bv_json_text(&json, "aud", origin);
    bv_json_number(&json, "exp", expires);
    if (contact[0]) bv_json_text(&json, "sub", contact);
    bv_json_close(&json, '}');
    struct bv_out out = bv_out_into(header, WEB_PUSH_AUTHORIZATION);
    bv_put(&out, "vapid t=");
    size_t begin = out.length;
    if (json.cut) return false;
    put_base64(&out, (const uint8_t *)head, sizeof head - 1);
    bv_put_char(&out, '.');
    put_base64(&out, (const uint8_t *)claims, json.length);
    if (!sign(identity->key, (struct bv_span){header + begin, out.length - begin}, signature))
        return false;
    bv_put_char(&out, '.');
    put_base64(&out, signature, sizeof signature);
    bv_put_all(&out, ", k=", identity->public_text);
    return !out.cut;
}
