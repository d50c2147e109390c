/*
 * Talks to a server over HTTP: reads addresses, writes requests, reads responses, and makes one
 * blocking request. The load comes from connections that never block (connection.h); the blocking
 * request is for checks, when nothing else has to run.
 */
#pragma once

#include <sys/socket.h>

#include "core/text.h"

enum {
    CLIENT_COOKIE_SIZE = 256,
    HTTP_CLIENT_HOST_SIZE = 128,
    HTTP_CLIENT_PATH_SIZE = 64,
    SERVER_ADDRESSES_MAX = 16
};

struct server_address {
    bool https;                       /* https */
    char host[HTTP_CLIENT_HOST_SIZE]; /* as in `Host:`, with the port */
    char name[HTTP_CLIENT_HOST_SIZE]; /* without the port: the name that a certificate must carry */
    char path[HTTP_CLIENT_PATH_SIZE]; /* the path prefix of the server, `/bivouac`; "": none */
    struct sockaddr_storage address;
    socklen_t length;
};

/* Reads `http://127.0.0.1:8080` or `https://example.org/bivouac`. Other machines than this one are
 * accepted only with `anywhere`. */
bool server_address_read(struct server_address *address, const char *url, bool anywhere,
                         struct bv_error *error);

/* Sets the first of the addresses of a name at which a server accepts a connection (`localhost` is often
 * both ::1 and 127.0.0.1); the first of all where none does, or there is only one. */
struct addrinfo;
void server_address_choose(struct server_address *address, const struct addrinfo *found);

/* The addresses of one server: its nodes, each of which serves every client. */
struct server_addresses {
    struct server_address address[SERVER_ADDRESSES_MAX];
    uint32_t count;
};

/* Reads one address or several, separated by commas. */
bool server_addresses_read(struct server_addresses *addresses, const char *urls, bool anywhere,
                           struct bv_error *error);

/* A non-blocking socket, perhaps still connecting; -1 on failure. */
int server_connect(const struct server_address *address);

/* The head of a response and the position of its body. */
struct client_response {
    int status;
    struct bv_span cookie; /* the value of `bivouac` that was set; empty if none was */
    struct bv_span accept; /* Sec-WebSocket-Accept */
    struct bv_span body;   /* the part that has arrived */
    size_t body_length;    /* its announced length */
};

/* 1: the response is complete, 0: more is to come, -1: this is not a valid response. A protocol
 * switch is complete with its head; the bytes that follow are its body. */
int client_response_read(struct bv_span bytes, struct client_response *response);

struct client_request {
    const char *method;
    const char *path;
    const char *headers; /* further ones, each terminated by \r\n */
    const char *body;    /* NULL: none */
};

/* Sends a request and waits at most 30 seconds for the response. *text is the body, NUL-terminated,
 * to be freed by the caller. Returns false and an error if no response came; then *text is NULL. */
bool http_client_exchange(const struct server_address *address,
                          const struct client_request *request, int *status, char **text,
                          size_t *length, struct bv_error *error);

/* The same for GET with a cookie. */
bool http_client_ask(const struct server_address *address, const char *path, const char *cookie,
                     int *status, char **text, size_t *length, struct bv_error *error);
