/* Passwords that will do, and codes that stand in for a forgotten one. */
#ifndef BV_PASSWORDS_H
#define BV_PASSWORDS_H

#include "server/decide.h"
#include "server/seal.h"

/* At least 8 characters (blanks at either end are part of a password, but not counted), at most 200 bytes, and not what is
 * soon guessed: words that everybody takes, runs of keys, repetitions, years, the name of the account, or a few of these
 * together. NULL will not do. */
bool bv_password_will_do(const char *password, const char *name, struct bv_refusal *refusal);

/* ---- Recovery codes: shown once, kept as seals, each good once ---- */

enum { BV_CODES = 8, BV_CODE_SIZE = 15 }; /* `7k2m-x0qv-93bd`: sixty bits */

void bv_code_make(char code[BV_CODE_SIZE]);

/* How the house keeps a code of somebody. Case, blanks and hyphens do not matter, nor whether `o` or `0` was meant. */
void bv_code_seal(const uint8_t secret[BV_SECRET_SIZE], const char *person, const char *code,
                  char seal[BV_SEAL_SIZE]);

#endif
