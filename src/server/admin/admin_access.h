/*
 * Admin access. An admin is an account whose document has the role `admin`, or a process that can
 * read the data folder: `bivouac admin` reads the server's secret there and signs a pass with it,
 *
 *     Authorization: Bearer admin.TIME.NONCE.SIGNATURE
 *
 * which is valid for one minute, and only on a direct connection from the same machine (not through
 * a proxy).
 *
 * Every change by an admin is recorded: documents of the kind `audit`, with keys TIME.NONCE.
 */
#pragma once

#include "server/base/config.h"
#include "server/base/signature.h"
#include "server/delivery/http_api.h"

enum { ADMIN_PASS_MAX = 96 };

/* The author in the audit when a pass is used; accounts are recorded by id. */
#define ADMIN_CONSOLE "bivouac admin"

void admin_pass_write(const uint8_t secret[SECRET_SIZE], int64_t now, struct bv_out *out);
bool admin_pass_is_good(const uint8_t secret[SECRET_SIZE], struct bv_span pass, int64_t now);

/* The id of the admin who sends the request, or ADMIN_CONSOLE; NULL: not an admin. */
const char *admin_asking(const struct exchange *exchange);

/* Adds an audit entry to the current transaction: the action (`ban`), its target, and details in
 * words. */
void audit(struct exchange *exchange, const char *what, const char *whom, const char *detail);

/* The file where `bivouac admin` finds the running server: DIR/address, one line,
 * `http://127.0.0.1:8080`. If it cannot be written (the disk is full), the server runs all the
 * same. */
void admin_address_write(const struct config *config, int port);
void admin_address_remove(const struct config *config);
