/* Requests: one after another off the same bytes. What is read does not depend on how many bytes come with it, and lies
 * within them. */
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "net/http.h"

static const struct net_limits limits = {.head = 1024, .body = 256};

static void inside(struct bv_span part, struct bv_span whole)
{
    must(part.length <= whole.length, "a part is no longer than the whole");
    must(!part.length ||
             (part.text >= whole.text && part.text + part.length <= whole.text + whole.length),
         "a part lies within the whole");
}

static void check_request(const struct http_request *request, struct bv_span bytes)
{
    inside(request->method, bytes);
    inside(request->path, bytes);
    inside(request->query, bytes);
    inside(request->body, bytes);
    must(request->method.length && request->path.length, "a request has a method and a path");
    must(request->headers <= HTTP_HEADERS_MAX, "headers have a limit");
    for (uint32_t i = 0; i < request->headers; i++) {
        inside(request->header[i].name, bytes);
        inside(request->header[i].value, bytes);
    }
}

/* The first bytes alone, in memory of just their size. */
static void check_prefix(struct bv_span bytes, size_t length, const struct http_reading *all)
{
    static struct http_request request;
    char *copy = malloc(length ? length : 1);
    memcpy(copy, bytes.text, length);
    struct http_reading got = http_read((struct bv_span){copy, length}, &limits, &request);
    if (got.progress == HTTP_MORE) {
        must(got.length > length, "more means more");
        must(all->progress != HTTP_COMPLETE || got.length <= all->length,
             "no more is asked for than is needed");
    } else {
        must(got.progress == all->progress && got.length == all->length &&
                 got.status == all->status,
             "what is decided stays decided");
    }
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct http_request request;
    struct bv_span rest = {(const char *)data, size};
    for (;;) {
        struct http_reading got = http_read(rest, &limits, &request);
        size_t most = rest.length < 2000 ? rest.length : 2000;
        for (size_t length = 0; length <= most; length += 1 + length / 8)
            check_prefix(rest, length, &got);
        must(got.progress != HTTP_BAD || (got.status >= 400 && got.reason), "a refusal says why");
        if (got.progress != HTTP_COMPLETE) return 0;
        must(got.length && got.length <= limits.head + limits.body, "a request has a limit");
        check_request(&request, (struct bv_span){rest.text, got.length});
        check_prefix(rest, got.length - 1, &got);
        check_prefix(rest, got.length, &got);
        rest.text += got.length;
        rest.length -= got.length;
    }
}
