/*
 * Libraries that are opened when they are first needed: they bring dozens of others along, and whoever only wants to play in
 * the terminal should not wait for them. Which functions are called is said once, in a list:
 *
 *     #define CALLS(X) X(SSL_new) X(SSL_free)
 *     static struct { CALLS(BV_BORROWED_MEMBER) } tls;
 *     static const char *const names[] = {CALLS(BV_BORROWED_NAME)};
 *     bv_borrow("libssl.so.3", names, BV_COUNT(names), &tls)
 *     tls.SSL_new_(…)
 */
#ifndef BV_BORROWED_H
#define BV_BORROWED_H

#include "core/base.h"

#define BV_BORROWED_MEMBER(name) __typeof__(name) *name##_;
#define BV_BORROWED_NAME(name) #name,

/* Opens a library and fills in a structure of nothing but its functions; false where one of them is missing. */
bool bv_borrow(const char *library, const char *const *names, size_t count, void *functions);

#endif
