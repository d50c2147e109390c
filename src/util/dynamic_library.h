/*
 * Libraries that are loaded when they are first needed: they load dozens of others, and a player
 * who plays in the terminal should not wait for them. The functions of a library are listed once:
 *
 *     #define CALLS(X) X(SSL_new) X(SSL_free)
 *     static struct { CALLS(DYNAMIC_LIBRARY_MEMBER) } tls;
 *     static const char *const names[] = {CALLS(DYNAMIC_LIBRARY_NAME)};
 *     dynamic_library_open("libssl.so.3", names, BV_COUNT(names), &tls)
 *     tls.SSL_new_(…)
 */
#pragma once

#include "core/base.h"

#define DYNAMIC_LIBRARY_MEMBER(name) __typeof__(name) *name##_;
#define DYNAMIC_LIBRARY_NAME(name) #name,

/* Loads a library and fills in a structure that holds only its functions; false if one of them is
 * missing. */
bool dynamic_library_open(const char *library, const char *const *names, size_t count,
                          void *functions);
