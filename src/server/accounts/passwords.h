/* Password rules, and the recovery codes that replace a forgotten password. */
#pragma once

#include "server/base/signature.h"
#include "table/command.h"

/* A good password has at least 8 characters (leading and trailing blanks are part of it but not
 * counted) and at most 200 bytes, and is not easy to guess: no common word, keyboard run,
 * repetition, year, account name, or short combination of these. NULL is refused. */
bool password_will_do(const char *password, const char *name, struct refusal *refusal);

/* ---- Recovery codes: shown once, stored as signatures, each valid once ----------------------- */

enum { RECOVERY_CODES = 8, RECOVERY_CODE_SIZE = 15 }; /* `7k2m-x0qv-93bd`: sixty bits */

void recovery_code_make(char code[RECOVERY_CODE_SIZE]);

/* The stored form of a person's code. Case, blanks and hyphens do not matter, nor does `o` for
 * `0`. */
void recovery_code_sign(const uint8_t secret[SECRET_SIZE], const char *person, const char *code,
                        char signature[SIGNATURE_SIZE]);
