/*
 * Outgoing requests: the only place where the server calls another machine by itself. libcurl does
 * it, loaded at run time. What a client has chosen decides as little as possible:
 *
 *     https only, no redirects, no proxy of the environment, no cookies, no .netrc
 *     the address that is connected to is checked at that moment: it must be public (address.h)
 *     the time and the answer are limited; the answer's body is not kept
 *
 *     e-mail goes to the server that the host has configured, and nowhere else
 *
 * A call blocks its thread for up to OUTGOING_SECONDS; it is made by worker threads only.
 */
#pragma once

#include "core/text.h"

enum { OUTGOING_SECONDS = 15, OUTGOING_HEADERS = 8 };

struct outgoing_request {
    const char *url;
    const char *header[OUTGOING_HEADERS]; /* `Name: value`; up to a NULL */
    const uint8_t *body;
    size_t size;
    bool loopback; /* also to this machine, and without TLS: for tests */
};

enum outgoing_result {
    OUTGOING_ANSWERED,
    OUTGOING_FAILED,  /* no answer: the network, a certificate, the time */
    OUTGOING_REFUSED, /* the name leads to an address that is not public */
};

struct outgoing_answer {
    enum outgoing_result result;
    int status;          /* of HTTP */
    int64_t retry_after; /* seconds; 0: the answer names none */
    struct bv_error why; /* if it failed or was refused */
};

/* False where libcurl is not installed; twice is once. Called before any thread sends. */
bool outgoing_open(struct bv_error *error);

void outgoing_post(const struct outgoing_request *request, struct outgoing_answer *answer);

/* An e-mail to one address. */
struct outgoing_message {
    const char *server;          /* smtp://HOST:PORT or smtps://HOST:PORT */
    const char *user, *password; /* "": without logging in */
    const char *from, *to;
    const char *text; /* with its head */
};

/* The status of the answer is that of SMTP: 250, the server has it; 0: there was no answer. */
void outgoing_mail(const struct outgoing_message *message, struct outgoing_answer *answer);

/* The server stops: calls that are running end within a second or so, and later ones at once. */
void outgoing_stop(void);
