/*
 * The cryptography of Web Push, done by OpenSSL's libcrypto, which is loaded at run time:
 *
 *     RFC 8291, RFC 8188   a message that only the browser can read: a key agreed on by ECDH over
 *                          P-256, then AES-128-GCM
 *     RFC 8292 (VAPID)     the server's signature (ES256), by which a push service recognises it
 *
 * The functions may be called from any thread once web_push_open has returned true.
 */
#pragma once

#include "core/text.h"

enum {
    WEB_PUSH_POINT = 65, /* bytes of a public key: an uncompressed point of P-256 */
    WEB_PUSH_AUTH = 16,  /* bytes of a browser's authentication secret */
    WEB_PUSH_SALT = 16,
    WEB_PUSH_TEXT_MAX = 1024, /* bytes of a message */
    WEB_PUSH_BODY_MAX = WEB_PUSH_SALT + 4 + 1 + WEB_PUSH_POINT + WEB_PUSH_TEXT_MAX + 1 + 16,
    WEB_PUSH_KEY_TEXT = 512,       /* of a private key as it is stored */
    WEB_PUSH_PUBLIC_TEXT = 88,     /* of a public key in base64url */
    WEB_PUSH_AUTHORIZATION = 1024, /* of the header */
};

/* What a browser gives the server: its public key and a secret. */
struct web_push_keys {
    uint8_t point[WEB_PUSH_POINT];
    uint8_t auth[WEB_PUSH_AUTH];
};

/* The server's key pair. */
struct web_push_identity;

/* False where libcrypto is not installed; twice is once. */
bool web_push_open(struct bv_error *error);

/* A new private key as a text to be stored; false only if OpenSSL fails. */
bool web_push_new_key(char text[WEB_PUSH_KEY_TEXT]);

/* Reads that text; NULL if it is not a key. */
struct web_push_identity *web_push_identity_new(const char *text);
void web_push_identity_free(struct web_push_identity *identity);

/* The public key, as a browser needs it to subscribe. */
const char *web_push_public(const struct web_push_identity *identity);

/* Reads the keys of a browser, in base64url; false if they are not keys. */
bool web_push_read_keys(const char *point, const char *auth, struct web_push_keys *keys);

/* Encrypts a message for a browser: the body of the request. Returns its length; 0: the browser's
 * key is not valid or OpenSSL fails. */
size_t web_push_encrypt(const struct web_push_keys *keys, struct bv_span text,
                        uint8_t body[WEB_PUSH_BODY_MAX]);

/* The same with a given key of this one message and a given salt. For tests: both must be new for
 * each message. */
size_t web_push_encrypt_with(const struct web_push_keys *keys, struct bv_span text,
                             const struct web_push_identity *message_key,
                             const uint8_t salt[WEB_PUSH_SALT], uint8_t body[WEB_PUSH_BODY_MAX]);

/* The value of the header Authorization for a push service, of which `origin` is the scheme and
 * host. `contact` says whom the service may ask (mailto: or https:), `expires` is in seconds. */
bool web_push_authorization(const struct web_push_identity *identity, const char *origin,
                            const char *contact, int64_t expires,
                            char header[WEB_PUSH_AUTHORIZATION]);
