/*
 * TLS over a socket that never waits, by OpenSSL, which is opened when it is first needed. Whoever answers must show a
 * certificate for the name that was called, signed by somebody whom this system trusts (SSL_CERT_FILE and SSL_CERT_DIR
 * name others, as everywhere).
 */
#ifndef BV_CALL_TLS_H
#define BV_CALL_TLS_H

#include <sys/types.h>

#include "core/text.h"

struct bv_tls; /* one end of a conversation */

/* Before anything else; false where OpenSSL is not to be had. Twice is once. */
bool bv_tls_open(struct bv_error *error);

/* The conversation with `host`, a name or an address, through a socket that stays the caller's; NULL without memory. */
struct bv_tls *bv_tls_begin(int socket, const char *host);
void bv_tls_end(struct bv_tls *tls);

/* As bv_wire_send and bv_wire_receive; the first of either greets. */
ssize_t bv_tls_send(struct bv_tls *tls, const char *bytes, size_t length, short *awaits);
ssize_t bv_tls_receive(struct bv_tls *tls, char *bytes, size_t size, short *awaits);

/* What is wrong with whoever answered; NULL if nothing is. */
const struct bv_text *bv_tls_trouble(const struct bv_tls *tls);

#endif
