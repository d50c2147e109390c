/*
 * Requests read from bytes and answers written to bytes (HTTP/1.1, RFC 9112, the strict part of it). Pure functions:
 * whoever owns the socket keeps the bytes and asks again when more have come.
 *
 *     GET /games?lang=fr HTTP/1.1\r\n      line
 *     Host: example.org\r\n                headers      the head, at most `head` bytes
 *     \r\n                                 empty line
 *     ...                                  body, as long as Content-Length says, at most `body` bytes
 *
 * What two readers could understand differently is refused, because the other reader is the proxy in front of us:
 * bare line feeds, folded headers, spaces before a colon, a second Content-Length, any Transfer-Encoding.
 */
#ifndef BV_NET_HTTP_H
#define BV_NET_HTTP_H

#include "net/net.h"

enum bv_http_progress { BV_HTTP_MORE, BV_HTTP_COMPLETE, BV_HTTP_BAD };

struct bv_http_reading {
    enum bv_http_progress progress;
    size_t
        length; /* COMPLETE: of the request. MORE: asking with fewer bytes than this is in vain */
    int status; /* BAD: the answer's status */
    const char *reason; /* BAD: one line for its body */
    bool keep_alive;    /* COMPLETE: another request may follow */
    bool waits;         /* MORE: the client wants `100 Continue` before it sends the body */
};

/* Reads one request off the front of `bytes`; its spans point into them. */
struct bv_http_reading bv_http_read(struct bv_span bytes, const struct bv_net_limits *limits,
                                    struct bv_http_request *request);

/* Whether a header, which may be there several times, lists a token (both in any case): `Connection: a, upgrade`. */
bool bv_http_lists(const struct bv_http_request *request, const char *name, const char *token);

/* Whether two names are the same in any case. */
bool bv_http_same(struct bv_span name, const char *other);

/* What every answer says: it is what its type says, and whoever is asked next is not told of it (a link to a table may
 * hold a key). */
#define BV_HTTP_GUARD "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
#define BV_HTTP_NO_PAGE "default-src 'none'; frame-ancestors 'none'"

/* The head of an answer with its empty line. The size is an upper bound and includes a NUL. */
size_t bv_http_head_size(const struct bv_http_answer *answer);
void bv_http_put_head(struct bv_out *out, const struct bv_http_answer *answer, bool keep_alive);

#endif
