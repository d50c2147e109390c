/*
 * TLS over a non-blocking socket, by OpenSSL, which is loaded when it is first needed. The server
 * must show a certificate for the name that was called, signed by an authority that this system
 * trusts (SSL_CERT_FILE and SSL_CERT_DIR name others, as usual).
 */
#pragma once

#include <sys/types.h>

#include "core/text.h"

struct tls; /* one connection */

/* Loads OpenSSL; false if it is not available. Must be called first; further calls do nothing. */
bool tls_open(struct bv_error *error);

/* Starts TLS with `host`, a name or an address, over a socket that the caller still owns; NULL when
 * out of memory. */
struct tls *tls_begin(int socket, const char *host);
void tls_end(struct tls *tls);

/* As transport_send and transport_receive; the first call of either starts the handshake. */
ssize_t tls_send(struct tls *tls, const char *bytes, size_t length, short *awaits);
ssize_t tls_receive(struct tls *tls, char *bytes, size_t size, short *awaits);

/* What is wrong with the peer; NULL if nothing is. */
const struct bv_text *tls_trouble(const struct tls *tls);
