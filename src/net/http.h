/*
 * Parses HTTP requests and writes response heads (HTTP/1.1, RFC 9112, the strict part of it). Pure
 * functions: the owner of the socket keeps the bytes and calls again when more have arrived.
 *
 *     GET /games?lang=fr HTTP/1.1\r\n      line
 *     Host: example.org\r\n                headers      the head, at most `head` bytes
 *     \r\n                                 empty line
 *     ...                                  body of Content-Length bytes, at most `body`
 *
 * Whatever a proxy in front of the server could parse differently is refused: bare line feeds,
 * folded headers, spaces before a colon, a second Content-Length, any Transfer-Encoding.
 */
#pragma once

#include "net/net.h"

enum http_progress { HTTP_MORE, HTTP_COMPLETE, HTTP_BAD };

struct http_reading {
    enum http_progress progress;
    size_t length;      /* COMPLETE: of the request. MORE: calling with fewer bytes is useless */
    int status;         /* BAD: the answer's status */
    const char *reason; /* BAD: one line for its body */
    bool keep_alive;    /* COMPLETE: another request may follow */
    bool waits;         /* MORE: the client wants `100 Continue` before it sends the body */
};

/* Parses one request at the front of `bytes`; its spans point into them. */
struct http_reading http_read(struct bv_span bytes, const struct net_limits *limits,
                              struct http_request *request);

/* Whether a header, which may occur several times, lists a token (both case-insensitive):
 * `Connection: a, upgrade`. */
bool http_lists(const struct http_request *request, const char *name, const char *token);

/* Whether two names are equal, ignoring case. */
bool http_same(struct bv_span name, const char *other);

/* Headers of every response: no content sniffing, and no referrer (a link to a table may contain a
 * key). */
#define HTTP_GUARD "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
#define HTTP_NO_PAGE "default-src 'none'; frame-ancestors 'none'"

/* The head of a response including its empty line. The size is an upper bound and includes a
 * NUL. */
size_t http_head_size(const struct http_response *answer);
void http_put_head(struct bv_out *out, const struct http_response *answer, bool keep_alive);
