#include "client/http.h"

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

#include "client/tls.h"
#include "client/transport.h"

enum {
    TIMEOUT_MS = 30000,
    SOON_MS = 1000,
    ADDRESSES_TRIED = 4,
    ANSWER_MAX = 256 * 1024 * 1024,
    PORT_SIZE = 8,
    HEAD_MAX = 512
};

/* Takes a word off the front, ignoring case. */
static bool take_word(struct bv_span *text, const char *word)
{
    size_t length = strlen(word);
    if (text->length < length || strncasecmp(text->text, word, length) != 0) return false;
    *text = (struct bv_span){text->text + length, text->length - length};
    return true;
}

/* ---- Addresses ------------------------------------------------------------------------------- */

static bool is_here(const char *host)
{
    return strcmp(host, "127.0.0.1") == 0 || strcmp(host, "::1") == 0 ||
           strcmp(host, "localhost") == 0;
}

/* Splits `[::1]:8080` or `127.0.0.1:8080`, or uses the default port. */
static bool split_host(struct bv_span at, int usual, char host[HTTP_CLIENT_HOST_SIZE],
                       char port[PORT_SIZE])
{
    struct bv_span name;
    int number = usual;
    bool bracket = bv_take_char(&at, '[');
    if (!bv_take_part(&at, bracket ? ']' : ':', &name) || !name.length) return false;
    if (bracket && at.length && !bv_take_char(&at, ':')) return false;
    if (at.length && !bv_number_of(at, 1, 65535, &number)) return false;
    snprintf(port, PORT_SIZE, "%d", number);
    return bv_keep(host, HTTP_CLIENT_HOST_SIZE, name);
}

/* Writes `bivouac/` as `/bivouac`, and nothing as nothing. */
static bool read_path(struct bv_span rest, char path[HTTP_CLIENT_PATH_SIZE])
{
    struct bv_out out = bv_out_into(path, HTTP_CLIENT_PATH_SIZE);
    while (rest.length && rest.text[rest.length - 1] == '/') rest.length--;
    for (size_t i = 0; i < rest.length; i++)
        if (rest.text[i] <= ' ' || rest.text[i] > '~' || strchr("?#\"\\", rest.text[i]))
            return false;
    if (rest.length) bv_put_char(&out, '/');
    bv_put_span(&out, rest);
    return !out.cut;
}

int server_connect(const struct server_address *address)
{
    int yes = 1;
    int socket_number = socket(address->address.ss_family, SOCK_STREAM, 0);
    if (socket_number < 0) return -1;
    int flags = fcntl(socket_number, F_GETFL);
    fcntl(socket_number, F_SETFL, flags | O_NONBLOCK);
    fcntl(socket_number, F_SETFD, FD_CLOEXEC);
    setsockopt(socket_number, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connect(socket_number, (const struct sockaddr *)&address->address, address->length) == 0 ||
        errno == EINPROGRESS)
        return socket_number;
    close(socket_number);
    return -1;
}

/* Whether a server accepts a connection at the address within SOON_MS. */
static bool answers(const struct server_address *address)
{
    int failed = 1;
    socklen_t size = sizeof failed;
    struct pollfd waiting = {.fd = server_connect(address), .events = POLLOUT};
    if (waiting.fd < 0) return false;
    if (poll(&waiting, 1, SOON_MS) == 1)
        getsockopt(waiting.fd, SOL_SOCKET, SO_ERROR, &failed, &size);
    close(waiting.fd);
    return !failed;
}

static void set_address(struct server_address *address, const struct addrinfo *found)
{
    memcpy(&address->address, found->ai_addr, found->ai_addrlen);
    address->length = found->ai_addrlen;
}

void server_address_choose(struct server_address *address, const struct addrinfo *found)
{
    const struct addrinfo *one = found->ai_next ? found : NULL;
    for (int i = 0; one && i < ADDRESSES_TRIED; i++) {
        set_address(address, one);
        if (answers(address)) return;
        one = one->ai_next;
    }
    set_address(address, found);
}

#define SHAPE                                                                                      \
    "the address of the server must be https://HOST or http://HOST:PORT, optionally with a path"

bool server_address_read(struct server_address *address, const char *url, bool anywhere,
                         struct bv_error *error)
{
    char port[PORT_SIZE];
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    struct bv_span rest = bv_span_of(url);
    struct bv_span at;
    address->https = take_word(&rest, "https://");
    if (!address->https && !take_word(&rest, "http://"))
        return bv_error_set(error, "the address of the server must begin with http:// or https://");
    if (!bv_take_part(&rest, '/', &at) || !read_path(rest, address->path) ||
        !split_host(at, address->https ? 443 : 80, address->name, port))
        return bv_error_set(error, SHAPE);
    if (address->https && !tls_open(error)) return false;
    if (!anywhere && !is_here(address->name))
        return bv_error_set(error, "that is another machine; if its owner agrees, add --anywhere");
    bv_keep(address->host, sizeof address->host, at);
    if (getaddrinfo(address->name, port, &hints, &found) != 0 || !found)
        return bv_error_set(error, "the address of the server cannot be found");
    server_address_choose(address, found);
    freeaddrinfo(found);
    return true;
}

bool server_addresses_read(struct server_addresses *addresses, const char *urls, bool anywhere,
                           struct bv_error *error)
{
    struct bv_span rest = bv_span_of(urls);
    struct bv_span part;
    addresses->count = 0;
    while (bv_take_part(&rest, ',', &part)) {
        char url[HTTP_CLIENT_HOST_SIZE + HTTP_CLIENT_PATH_SIZE];
        if (!bv_keep(url, sizeof url, part))
            return bv_error_set(error, "the address of the server is too long");
        if (addresses->count == SERVER_ADDRESSES_MAX)
            return bv_error_set(error, "too many server addresses");
        if (!server_address_read(&addresses->address[addresses->count], url, anywhere, error))
            return false;
        addresses->count++;
    }
    return addresses->count || bv_error_set(error, SHAPE);
}

/* ---- Responses ------------------------------------------------------------------------------- */

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

static bool read_header(struct bv_span line, struct client_response *response)
{
    int number = 0;
    struct bv_span part;
    if (begins(&line, "content-length:")) {
        if (!bv_number_of(line, 0, ANSWER_MAX, &number)) return false;
        response->body_length = (size_t)number;
    } else if (begins(&line, "set-cookie:") && begins(&line, "bivouac=")) {
        if (bv_take_part(&line, ';', &part)) response->cookie = part;
    } else if (begins(&line, "sec-websocket-accept:")) {
        response->accept = line;
    }
    return true;
}

int client_response_read(struct bv_span bytes, struct client_response *response)
{
    struct bv_span line;
    *response = (struct client_response){0};
    if (!take_line(&bytes, &line)) return bytes.length > HEAD_MAX ? -1 : 0;
    if (!begins(&line, "HTTP/1.1 ") || !bv_take_number(&line, 599, &response->status)) return -1;
    for (;;) {
        if (!take_line(&bytes, &line)) return 0;
        if (!line.length) break;
        if (!read_header(line, response)) return -1;
    }
    response->body = bytes;
    if (response->status == 101) return 1;
    return bytes.length >= response->body_length;
}

/* ---- One blocking request -------------------------------------------------------------------- */

static bool await(const struct transport *transport)
{
    struct pollfd wait = {.fd = transport->socket, .events = transport->awaits};
    int ready = 0;
    do ready = poll(&wait, 1, TIMEOUT_MS);
    while (ready < 0 && errno == EINTR);
    return ready > 0;
}

static bool send_all(struct transport *transport, const char *text, size_t length)
{
    while (length) {
        ssize_t sent = transport_send(transport, text, length);
        if (sent < 0 || (sent == TRANSPORT_LATER && !await(transport))) return false;
        text += sent;
        length -= (size_t)sent;
    }
    return true;
}

/* Reads everything until the server closes; NULL on failure. */
static char *receive_all(struct transport *transport, size_t *length)
{
    size_t size = (size_t)64 * 1024;
    char *text = malloc(size);
    *length = 0;
    while (text) {
        ssize_t got = transport_receive(transport, text + *length, size - *length - 1);
        if (got == TRANSPORT_ENDED) {
            text[*length] = '\0';
            return text;
        }
        if (got == TRANSPORT_LATER && await(transport)) continue;
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

static bool send_request(struct transport *transport, const struct server_address *address,
                         const struct client_request *request)
{
    char head[2048];
    const char *body = request->body ? request->body : "";
    int size = snprintf(head, sizeof head,
                        "%s %s%s HTTP/1.1\r\nHost: %s\r\n%sContent-Length: %zu\r\n"
                        "Connection: close\r\n\r\n",
                        request->method, address->path, request->path, address->host,
                        request->headers, strlen(body));
    return size > 0 && (size_t)size < sizeof head && send_all(transport, head, (size_t)size) &&
           send_all(transport, body, strlen(body));
}

static char *exchange(const struct server_address *address, const struct client_request *request,
                      size_t *length, const struct bv_text **trouble)
{
    struct transport transport;
    if (!transport_open(&transport, address)) return NULL;
    char *text = NULL;
    if (send_request(&transport, address, request)) text = receive_all(&transport, length);
    *trouble = transport_trouble(&transport);
    transport_close(&transport);
    return text;
}

bool http_client_exchange(const struct server_address *address,
                          const struct client_request *request, int *status, char **text,
                          size_t *length, struct bv_error *error)
{
    struct client_response response;
    const struct bv_text *trouble = NULL;
    size_t all = 0;
    *text = exchange(address, request, &all, &trouble);
    if (!*text || client_response_read((struct bv_span){*text, all}, &response) != 1) {
        free(*text);
        *text = NULL;
        return bv_error_setf(error, "no response to %s %s%s%s", request->method, request->path,
                             trouble ? ": " : "", trouble ? trouble->en : "");
    }
    *status = response.status;
    *length = response.body.length;
    memmove(*text, response.body.text, response.body.length);
    (*text)[*length] = '\0';
    return true;
}

bool http_client_ask(const struct server_address *address, const char *path, const char *cookie,
                     int *status, char **text, size_t *length, struct bv_error *error)
{
    char headers[CLIENT_COOKIE_SIZE + 32];
    snprintf(headers, sizeof headers, "Cookie: bivouac=%s\r\n", cookie);
    struct client_request request = {.method = "GET", .path = path, .headers = headers};
    return http_client_exchange(address, &request, status, text, length, error);
}
