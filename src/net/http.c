#include "net/http.h"

#include <string.h>

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

bool http_same(struct bv_span name, const char *other)
{
    for (size_t i = 0; i < name.length; i++)
        if (!other[i] || lower(name.text[i]) != lower(other[i])) return false;
    return !other[name.length];
}

struct bv_span http_header(const struct http_request *request, const char *name)
{
    for (uint32_t i = 0; i < request->headers; i++)
        if (http_same(request->header[i].name, name)) return request->header[i].value;
    return (struct bv_span){"", 0};
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static struct bv_span trimmed(struct bv_span span)
{
    while (span.length && is_blank(span.text[0])) {
        span.text++;
        span.length--;
    }
    while (span.length && is_blank(span.text[span.length - 1])) span.length--;
    return span;
}

bool http_lists(const struct http_request *request, const char *name, const char *token)
{
    for (uint32_t i = 0; i < request->headers; i++) {
        struct bv_span rest = request->header[i].value, part;
        if (!http_same(request->header[i].name, name)) continue;
        while (bv_take_part(&rest, ',', &part))
            if (http_same(trimmed(part), token)) return true;
    }
    return false;
}

/* ---- parsing ---- */

static struct http_reading bad(int status, const char *reason)
{
    return (struct http_reading){.progress = HTTP_BAD, .status = status, .reason = reason};
}

static bool is_token(struct bv_span span)
{
    for (size_t i = 0; i < span.length; i++) {
        char c = lower(span.text[i]);
        bool word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (!word && (!c || !strchr("!#$%&'*+-.^_`|~", c))) return false;
    }
    return span.length > 0;
}

/* Characters that a target may have (no `#`, no blanks) or, with blanks and non-ASCII bytes, a
 * header's value. */
static bool is_target(struct bv_span span)
{
    if (!span.length || span.text[0] != '/') return false;
    for (size_t i = 0; i < span.length; i++)
        if (span.text[i] <= ' ' || span.text[i] > '~' || span.text[i] == '#') return false;
    return true;
}

static bool is_value(struct bv_span span)
{
    for (size_t i = 0; i < span.length; i++) {
        unsigned char c = (unsigned char)span.text[i];
        if ((c < ' ' && c != '\t') || c == 0x7f) return false;
    }
    return true;
}

enum ending { END_MISSING, END_FOUND, END_BARE };

/* Looks for the empty line that ends the head; a line feed without a carriage return is an error at
 * once. */
static enum ending find_end(struct bv_span bytes, size_t *length)
{
    size_t line = 0;
    while (line < bytes.length) {
        const char *feed = memchr(bytes.text + line, '\n', bytes.length - line);
        if (!feed) return END_MISSING;
        size_t at = (size_t)(feed - bytes.text);
        if (at == line || feed[-1] != '\r') return END_BARE;
        *length = at + 1;
        if (at == line + 1) return END_FOUND;
        line = at + 1;
    }
    return END_MISSING;
}

/* Takes a line off a head in which every line feed has its carriage return. */
static struct bv_span take_line(struct bv_span *rest)
{
    struct bv_span line = {"", 0};
    bv_take_part(rest, '\n', &line);
    BV_ASSERT(line.length);
    line.length--;
    return line;
}

/* Returns 0 or the status of a refusal. */
static int read_first_line(struct bv_span line, struct http_request *request, bool *old)
{
    struct bv_span target;
    if (!bv_take_part(&line, ' ', &request->method) || !is_token(request->method)) return 400;
    if (!bv_take_part(&line, ' ', &target) || !is_target(target)) return 400;
    *old = bv_span_is(line, "HTTP/1.0");
    if (!*old && !bv_span_is(line, "HTTP/1.1"))
        return line.length > 5 && bv_same(line.text, "HTTP/", 5) ? 505 : 400;
    bv_take_part(&target, '?', &request->path);
    request->query = target;
    return 0;
}

static int read_headers(struct bv_span rest, struct http_request *request)
{
    request->headers = 0;
    for (;;) {
        struct bv_span line = take_line(&rest), name = {"", 0};
        if (!line.length) return 0;
        const char *colon = memchr(line.text, ':', line.length);
        if (!colon) return 400;
        name = (struct bv_span){line.text, (size_t)(colon - line.text)};
        struct bv_span value = {colon + 1, line.length - name.length - 1};
        if (!is_token(name) || !is_value(value)) return 400;
        if (request->headers == HTTP_HEADERS_MAX) return 431;
        request->header[request->headers++] = (struct http_header){name, trimmed(value)};
    }
}

static uint32_t times(const struct http_request *request, const char *name)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < request->headers; i++)
        count += http_same(request->header[i].name, name);
    return count;
}

/* The length of the body; returns 0 or the status of a refusal. */
static int read_length(const struct http_request *request, uint32_t limit, size_t *length)
{
    struct bv_span value = http_header(request, "content-length");
    uint32_t count = times(request, "content-length");
    *length = 0;
    if (times(request, "transfer-encoding")) return 501;
    if (!count) return 0;
    if (count > 1 || !value.length) return 400;
    for (size_t i = 0; i < value.length; i++) {
        if (value.text[i] < '0' || value.text[i] > '9') return 400;
        if (*length <= limit) *length = *length * 10 + (size_t)(value.text[i] - '0');
    }
    return *length > limit ? 413 : 0;
}

static const char *reason_of(int status)
{
    switch (status) {
    case 413: return "the body is too long";
    case 431: return "too many headers, or too long ones";
    case 501: return "send the body with a Content-Length";
    case 505: return "speak HTTP/1.1";
    default: return "this is not a proper HTTP request";
    }
}

/* The head is complete: parses everything but the body. */
static int read_head(struct bv_span head, const struct net_limits *limits,
                     struct http_request *request, bool *old, size_t *body)
{
    struct bv_span line = take_line(&head);
    int status = read_first_line(line, request, old);
    if (!status) status = read_headers(head, request);
    if (!status) status = read_length(request, limits->body, body);
    if (status) return status;
    uint32_t hosts = times(request, "host");
    return hosts > 1 || (!hosts && !*old) ? 400 : 0;
}

struct http_reading http_read(struct bv_span bytes, const struct net_limits *limits,
                              struct http_request *request)
{
    bool whole = bytes.length >= limits->head; /* the head cannot be longer */
    struct bv_span head = {bytes.text, whole ? limits->head : bytes.length};
    enum ending ending = find_end(head, &head.length);
    if (ending == END_BARE) return bad(400, reason_of(400));
    if (ending == END_MISSING)
        return whole ? bad(431, reason_of(431))
                     : (struct http_reading){HTTP_MORE, .length = bytes.length + 1};
    bool old;
    size_t body;
    int status = read_head(head, limits, request, &old, &body);
    if (status) return bad(status, reason_of(status));
    struct bv_span expected = http_header(request, "expect");
    if (expected.length && !http_same(expected, "100-continue"))
        return bad(417, "only 100-continue can be expected");
    struct http_reading reading = {HTTP_COMPLETE, .length = head.length + body};
    reading.keep_alive = !old && !http_lists(request, "connection", "close");
    if (bytes.length < reading.length) {
        reading.progress = HTTP_MORE;
        reading.waits = expected.length && !old;
    } else {
        request->body = (struct bv_span){bytes.text + head.length, body};
    }
    return reading;
}

/* ---- writing ---- */

static const char *status_name(int status)
{
    static const struct {
        int status;
        const char *name;
    } table[] = {
        {101, "Switching Protocols"},
        {200, "OK"},
        {201, "Created"},
        {202, "Accepted"},
        {204, "No Content"},
        {301, "Moved Permanently"},
        {302, "Found"},
        {303, "See Other"},
        {304, "Not Modified"},
        {307, "Temporary Redirect"},
        {308, "Permanent Redirect"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {406, "Not Acceptable"},
        {408, "Request Timeout"},
        {409, "Conflict"},
        {410, "Gone"},
        {411, "Length Required"},
        {412, "Precondition Failed"},
        {413, "Content Too Large"},
        {415, "Unsupported Media Type"},
        {417, "Expectation Failed"},
        {421, "Misdirected Request"},
        {422, "Unprocessable Content"},
        {426, "Upgrade Required"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {501, "Not Implemented"},
        {503, "Service Unavailable"},
        {505, "HTTP Version Not Supported"},
    };
    for (size_t i = 0; i < BV_COUNT(table); i++)
        if (table[i].status == status) return table[i].name;
    return "Other";
}

size_t http_head_size(const struct http_response *answer)
{
    enum { FIXED = 448 }; /* the status line and the fixed headers, with room to spare */
    return FIXED + (answer->policy ? bv_length(answer->policy) : 0) +
           (answer->type ? bv_length(answer->type) : 0) +
           (answer->cache ? bv_length(answer->cache) : 0) +
           (answer->headers ? bv_length(answer->headers) : 0);
}

/* Answers that never have a body have no Content-Length either. */
static bool has_length(int status)
{
    return status >= 200 && status != 204 && status != 304;
}

void http_put_head(struct bv_out *out, const struct http_response *answer, bool keep_alive)
{
    bv_put(out, "HTTP/1.1 ");
    bv_put_number(out, answer->status);
    bv_put_all(out, " ", status_name(answer->status));
    if (answer->type) {
        bv_put_all(out, "\r\nContent-Type: ", answer->type);
    }
    if (has_length(answer->status)) {
        bv_put(out, "\r\nContent-Length: ");
        bv_put_number(out, answer->type ? (int64_t)answer->body.length : 0);
    }
    bv_put_all(out, "\r\nCache-Control: ", answer->cache ? answer->cache : "no-store", "\r\n",
               HTTP_GUARD,
               "Content-Security-Policy: ", answer->policy ? answer->policy : HTTP_NO_PAGE, "\r\n");
    if (!keep_alive) bv_put(out, "Connection: close\r\n");
    if (answer->headers) bv_put(out, answer->headers);
    bv_put(out, "\r\n");
}
