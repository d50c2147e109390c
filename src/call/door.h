/*
 * The way to a server: where it is, requests written, answers read, and a question asked and waited for. The load is
 * made by clients that never wait (caller.h); waiting is for checks, when nothing else is to be done.
 */
#ifndef BV_CALL_DOOR_H
#define BV_CALL_DOOR_H

#include <sys/socket.h>

#include "core/text.h"

enum { BV_COOKIE_SIZE = 256, BV_HOST_SIZE = 128, BV_PATH_SIZE = 64, BV_DOORS_MAX = 16 };

struct bv_door {
    bool secret;             /* https */
    char host[BV_HOST_SIZE]; /* as in `Host:`, with the port */
    char name[BV_HOST_SIZE]; /* without it: whom a certificate must name */
    char path[BV_PATH_SIZE]; /* below which the house lies, `/bivouac`; "": it is all there is */
    struct sockaddr_storage address;
    socklen_t length;
};

/* `http://127.0.0.1:8080` or `https://example.org/bivouac`. Any other machine than this one only with `anywhere`. */
bool bv_door_read(struct bv_door *door, const char *url, bool anywhere, struct bv_error *error);

/* Of the addresses that a name has (`localhost` is often both ::1 and 127.0.0.1), the first where somebody answers; the first of
 * all where nobody does, or there is but one. */
struct addrinfo;
void bv_door_choose(struct bv_door *door, const struct addrinfo *found);

/* The doors of one house: its nodes, any of which serves anybody. */
struct bv_doors {
    struct bv_door door[BV_DOORS_MAX];
    uint32_t count;
};

/* One address or several, with commas between them. */
bool bv_doors_read(struct bv_doors *doors, const char *urls, bool anywhere, struct bv_error *error);

/* A socket that does not block, perhaps still being connected; -1 if there is none. */
int bv_door_connect(const struct bv_door *door);

/* The head of an answer and where its body lies. */
struct bv_answer {
    int status;
    struct bv_span cookie; /* the value of `bivouac` that was set; empty if none was */
    struct bv_span accept; /* Sec-WebSocket-Accept */
    struct bv_span body;   /* what has come of it */
    size_t body_length;    /* what was announced */
};

/* 1: the answer is complete, 0: more is to come, -1: this is no answer of ours. A switch of protocols is complete with
 * its head, and what follows is its body. */
int bv_answer_read(struct bv_span bytes, struct bv_answer *answer);

struct bv_question {
    const char *method;
    const char *path;
    const char *headers; /* further ones, each ended by \r\n */
    const char *body;    /* NULL: none */
};

/* Asks and waits, at most half a minute; *text is the body, NUL after it, to be freed. False and an error if no answer
 * came; then *text is NULL. */
bool bv_door_talk(const struct bv_door *door, const struct bv_question *question, int *status,
                  char **text, size_t *length, struct bv_error *error);

/* The same for GET with a cookie. */
bool bv_door_ask(const struct bv_door *door, const char *path, const char *cookie, int *status,
                 char **text, size_t *length, struct bv_error *error);

#endif
