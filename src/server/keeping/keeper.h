/*
 * Keepers keep order in the house. A keeper is an account whose paper says so (`role`), or whoever can read the folder of
 * the data: `bivouac admin` takes the house's secret from there and seals a pass with it,
 *
 *     Authorization: Bearer keeper.TIME.NONCE.SEAL
 *
 * which is good for a minute, and only on a connection of this machine itself that no proxy has passed on.
 *
 * Whatever a keeper changes is written down: papers of the kind `audit`, keyed TIME.NONCE.
 */
#ifndef BV_KEEPER_H
#define BV_KEEPER_H

#include "server/api.h"

enum { BV_PASS_MAX = 96 };

/* Who keeps order with a pass, as the audit names them; people are named by their ids. */
#define BV_CONSOLE "bivouac admin"

void bv_pass_write(const uint8_t secret[BV_SECRET_SIZE], int64_t now, struct bv_out *out);
bool bv_pass_is_good(const uint8_t secret[BV_SECRET_SIZE], struct bv_span pass, int64_t now);

/* The id of the keeper who asks, or BV_CONSOLE; NULL: it is none. */
const char *bv_keeper_of(const struct bv_visit *visit);

/* Writes down what a keeper does, with the flight that stands ready: `ban`, whom, and more in words. */
bool bv_audit(struct bv_visit *visit, const char *what, const char *whom, const char *detail);

/* Where `bivouac admin` finds the house while it is open: DIR/address, one line, `http://127.0.0.1:8080`. If it cannot be
 * written (the disk is full) the house is open all the same. */
void bv_address_leave(const struct bv_config *config, int port);
void bv_address_remove(const struct bv_config *config);

#endif
