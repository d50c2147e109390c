#include "call/door.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#ifdef BIVOUAC_STATIC
#include <nss.h>
#endif

#include "call/tls.h"
#include "call/wire.h"

enum {
    PATIENCE_MS = 30000,
    SOON_MS = 1000,
    ADDRESSES_TRIED = 4,
    ANSWER_MAX = 256 * 1024 * 1024,
    PORT_SIZE = 8,
    HEAD_MAX = 512
};

/* Takes a word off the front, whatever its case. */
static bool take_word(struct bv_span *text, const char *word)
{
    size_t length = strlen(word);
    if (text->length < length || strncasecmp(text->text, word, length) != 0) return false;
    *text = (struct bv_span){text->text + length, text->length - length};
    return true;
}

/* ---- Where it is -------------------------------------------------------------------------------------------- */

static bool is_here(const char *host)
{
    return strcmp(host, "127.0.0.1") == 0 || strcmp(host, "::1") == 0 ||
           strcmp(host, "localhost") == 0;
}

/* Splits `[::1]:8080` or `127.0.0.1:8080`, or takes the usual port. */
static bool split_host(struct bv_span at, int usual, char host[BV_HOST_SIZE], char port[PORT_SIZE])
{
    struct bv_span name;
    struct bv_out host_out = bv_out_into(host, BV_HOST_SIZE);
    struct bv_out port_out = bv_out_into(port, PORT_SIZE);
    int number = usual;
    bool bracket = bv_take_char(&at, '[');
    if (!bv_take_part(&at, bracket ? ']' : ':', &name) || !name.length) return false;
    if (bracket && at.length && !bv_take_char(&at, ':')) return false;
    if (at.length && !bv_number_of(at, 1, 65535, &number)) return false;
    bv_put_span(&host_out, name);
    bv_put_number(&port_out, number);
    return !host_out.cut;
}

/* `bivouac/` as `/bivouac`; nothing as nothing. */
static bool read_path(struct bv_span rest, char path[BV_PATH_SIZE])
{
    struct bv_out out = bv_out_into(path, BV_PATH_SIZE);
    while (rest.length && rest.text[rest.length - 1] == '/') rest.length--;
    for (size_t i = 0; i < rest.length; i++)
        if (rest.text[i] <= ' ' || rest.text[i] > '~' || strchr("?#\"\\", rest.text[i]))
            return false;
    if (rest.length) bv_put_char(&out, '/');
    bv_put_span(&out, rest);
    return !out.cut;
}

int bv_door_connect(const struct bv_door *door)
{
    int yes = 1;
    int socket_number = socket(door->address.ss_family, SOCK_STREAM, 0);
    if (socket_number < 0) return -1;
    int flags = fcntl(socket_number, F_GETFL);
    fcntl(socket_number, F_SETFL, flags | O_NONBLOCK);
    fcntl(socket_number, F_SETFD, FD_CLOEXEC);
    setsockopt(socket_number, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connect(socket_number, (const struct sockaddr *)&door->address, door->length) == 0 ||
        errno == EINPROGRESS)
        return socket_number;
    close(socket_number);
    return -1;
}

/* Whether somebody answers there, soon. */
static bool answers(const struct bv_door *door)
{
    int failed = 1;
    socklen_t size = sizeof failed;
    struct pollfd call = {.fd = bv_door_connect(door), .events = POLLOUT};
    if (call.fd < 0) return false;
    if (poll(&call, 1, SOON_MS) == 1) getsockopt(call.fd, SOL_SOCKET, SO_ERROR, &failed, &size);
    close(call.fd);
    return !failed;
}

static void take(struct bv_door *door, const struct addrinfo *found)
{
    memcpy(&door->address, found->ai_addr, found->ai_addrlen);
    door->length = found->ai_addrlen;
}

void bv_door_choose(struct bv_door *door, const struct addrinfo *found)
{
    const struct addrinfo *one = found->ai_next ? found : NULL;
    for (int i = 0; one && i < ADDRESSES_TRIED; i++) {
        take(door, one);
        if (answers(door)) return;
        one = one->ai_next;
    }
    take(door, found);
}

#define SHAPE "the address of the server is https://HOST or http://HOST:PORT, and perhaps a path"

bool bv_door_read(struct bv_door *door, const char *url, bool anywhere, struct bv_error *error)
{
    char port[PORT_SIZE];
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    struct bv_span rest = bv_span_of(url);
    struct bv_span at;
    door->secret = take_word(&rest, "https://");
    if (!door->secret && !take_word(&rest, "http://"))
        return bv_error_set(error, "the address of the server begins with http:// or https://");
    if (!bv_take_part(&rest, '/', &at) || !read_path(rest, door->path) ||
        !split_host(at, door->secret ? 443 : 80, door->name, port))
        return bv_error_set(error, SHAPE);
    if (door->secret && !bv_tls_open(error)) return false;
    if (!anywhere && !is_here(door->name))
        return bv_error_set(error, "that is another machine; if its owner agrees, add --anywhere");
    struct bv_out out = bv_out_into(door->host, sizeof door->host);
    bv_put_span(&out, at);
#ifdef BIVOUAC_STATIC
    /* The two ways to names that are part of the C library itself: others would be loaded, which one file cannot do safely. */
    __nss_configure_lookup("hosts", "files dns");
#endif
    if (getaddrinfo(door->name, port, &hints, &found) != 0 || !found)
        return bv_error_set(error, "the address of the server cannot be found");
    bv_door_choose(door, found);
    freeaddrinfo(found);
    return true;
}

bool bv_doors_read(struct bv_doors *doors, const char *urls, bool anywhere, struct bv_error *error)
{
    struct bv_span rest = bv_span_of(urls);
    struct bv_span part;
    doors->count = 0;
    while (bv_take_part(&rest, ',', &part)) {
        char url[BV_HOST_SIZE + BV_PATH_SIZE];
        struct bv_out out = bv_out_into(url, sizeof url);
        bv_put_span(&out, part);
        if (out.cut) return bv_error_set(error, "the address of the server is too long");
        if (doors->count == BV_DOORS_MAX)
            return bv_error_set(error, "these are too many servers at once");
        if (!bv_door_read(&doors->door[doors->count], url, anywhere, error)) return false;
        doors->count++;
    }
    return doors->count || bv_error_set(error, SHAPE);
}

/* ---- Answers --------------------------------------------------------------------------------------------------- */

/* Takes a line that ends in \r\n off the front, without its end. */
static bool take_line(struct bv_span *rest, struct bv_span *line)
{
    const char *end = memchr(rest->text, '\n', rest->length);
    if (!end) return false;
    *line = (struct bv_span){rest->text, (size_t)(end - rest->text)};
    rest->length -= line->length + 1;
    rest->text = end + 1;
    if (line->length && line->text[line->length - 1] == '\r') line->length--;
    return true;
}

static bool begins(struct bv_span *line, const char *name)
{
    if (!take_word(line, name)) return false;
    while (bv_take_char(line, ' ')) continue;
    return true;
}

static bool read_header(struct bv_span line, struct bv_answer *answer)
{
    int number = 0;
    struct bv_span part;
    if (begins(&line, "content-length:")) {
        if (!bv_number_of(line, 0, ANSWER_MAX, &number)) return false;
        answer->body_length = (size_t)number;
    } else if (begins(&line, "set-cookie:") && begins(&line, "bivouac=")) {
        if (bv_take_part(&line, ';', &part)) answer->cookie = part;
    } else if (begins(&line, "sec-websocket-accept:")) {
        answer->accept = line;
    }
    return true;
}

int bv_answer_read(struct bv_span bytes, struct bv_answer *answer)
{
    struct bv_span line;
    *answer = (struct bv_answer){0};
    if (!take_line(&bytes, &line)) return bytes.length > HEAD_MAX ? -1 : 0;
    if (!begins(&line, "HTTP/1.1 ") || !bv_take_number(&line, 599, &answer->status)) return -1;
    for (;;) {
        if (!take_line(&bytes, &line)) return 0;
        if (!line.length) break;
        if (!read_header(line, answer)) return -1;
    }
    answer->body = bytes;
    if (answer->status == 101) return 1;
    return bytes.length >= answer->body_length;
}

/* ---- A question that is waited for ---------------------------------------------------------------------------------- */

static bool await(const struct bv_wire *wire)
{
    struct pollfd wait = {.fd = wire->socket, .events = wire->awaits};
    int ready = 0;
    do ready = poll(&wait, 1, PATIENCE_MS);
    while (ready < 0 && errno == EINTR);
    return ready > 0;
}

static bool send_all(struct bv_wire *wire, const char *text, size_t length)
{
    while (length) {
        ssize_t sent = bv_wire_send(wire, text, length);
        if (sent < 0 || (sent == BV_WIRE_LATER && !await(wire))) return false;
        text += sent;
        length -= (size_t)sent;
    }
    return true;
}

/* Everything until the server closes; NULL if it cannot be had. */
static char *receive_all(struct bv_wire *wire, size_t *length)
{
    size_t size = (size_t)64 * 1024;
    char *text = malloc(size);
    *length = 0;
    while (text) {
        ssize_t got = bv_wire_receive(wire, text + *length, size - *length - 1);
        if (got == BV_WIRE_ENDED) {
            text[*length] = '\0';
            return text;
        }
        if (got == BV_WIRE_LATER && await(wire)) continue;
        if (got <= 0 || size > ANSWER_MAX) break;
        *length += (size_t)got;
        if (size - *length > size / 4) continue;
        size *= 2;
        char *larger = realloc(text, size);
        if (!larger) break;
        text = larger;
    }
    free(text);
    return NULL;
}

static bool send_question(struct bv_wire *wire, const struct bv_door *door,
                          const struct bv_question *question)
{
    char head[2048];
    const char *body = question->body ? question->body : "";
    int size = snprintf(head, sizeof head,
                        "%s %s%s HTTP/1.1\r\nHost: %s\r\n%sContent-Length: %zu\r\n"
                        "Connection: close\r\n\r\n",
                        question->method, door->path, question->path, door->host, question->headers,
                        strlen(body));
    return size > 0 && (size_t)size < sizeof head && send_all(wire, head, (size_t)size) &&
           send_all(wire, body, strlen(body));
}

static char *converse(const struct bv_door *door, const struct bv_question *question,
                      size_t *length, const struct bv_text **trouble)
{
    struct bv_wire wire;
    if (!bv_wire_open(&wire, door)) return NULL;
    char *text = NULL;
    if (send_question(&wire, door, question)) text = receive_all(&wire, length);
    *trouble = bv_wire_trouble(&wire);
    bv_wire_close(&wire);
    return text;
}

bool bv_door_talk(const struct bv_door *door, const struct bv_question *question, int *status,
                  char **text, size_t *length, struct bv_error *error)
{
    struct bv_answer answer;
    const struct bv_text *trouble = NULL;
    size_t all = 0;
    *text = converse(door, question, &all, &trouble);
    if (!*text || bv_answer_read((struct bv_span){*text, all}, &answer) != 1) {
        struct bv_out out = bv_error_begin(error);
        bv_put(&out, "no answer to ");
        bv_put(&out, question->method);
        bv_put(&out, " ");
        bv_put(&out, question->path);
        if (trouble) bv_put(&out, ": ");
        if (trouble) bv_put(&out, trouble->en);
        free(*text);
        *text = NULL;
        return false;
    }
    *status = answer.status;
    *length = answer.body.length;
    memmove(*text, answer.body.text, answer.body.length);
    (*text)[*length] = '\0';
    return true;
}

bool bv_door_ask(const struct bv_door *door, const char *path, const char *cookie, int *status,
                 char **text, size_t *length, struct bv_error *error)
{
    char headers[BV_COOKIE_SIZE + 32];
    snprintf(headers, sizeof headers, "Cookie: bivouac=%s\r\n", cookie);
    struct bv_question question = {.method = "GET", .path = path, .headers = headers};
    return bv_door_talk(door, &question, status, text, length, error);
}
