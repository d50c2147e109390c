/* X-Forwarded-For, in as many headers as there are lines: the address found is the connection's own, or one of the list that
 * is no proxy. And lists of proxies: what is read holds what it names. */
#include "harness.h"
#include "server/keeping/whence.h"

static struct bv_address proxy(void)
{
    struct bv_address address;
    must(bv_address_read(bv_span_of("127.0.0.1"), &address), "127.0.0.1 is an address");
    return address;
}

static void check_forwarded(struct bv_span text)
{
    static struct bv_http_request request;
    struct bv_proxies proxies;
    struct bv_error error;
    struct bv_address peer = proxy();
    struct bv_span line = {0};
    must(bv_proxies_read("127.0.0.1, 10.0.0.0/8", &proxies, &error), "a good list is read");
    request.headers = 0;
    while (request.headers < BV_HTTP_HEADERS_MAX && bv_take_part(&text, '\n', &line))
        request.header[request.headers++] =
            (struct bv_http_header){bv_span_of("x-forwarded-for"), line};
    struct bv_whence whence = bv_whence_of(&proxies, &peer, &request);
    must(!request.headers || !whence.local, "who is spoken for is not here");
    must(bv_same(&whence.address, &peer, sizeof peer) ||
             !bv_proxies_hold(&proxies, &whence.address),
         "the client is no proxy");
    /* A stranger's word is not believed. */
    struct bv_address stranger = {{[0] = 0x20, [15] = 9}};
    whence = bv_whence_of(&proxies, &stranger, &request);
    must(bv_same(&whence.address, &stranger, sizeof stranger), "a stranger speaks for itself");
}

static void check_proxies(struct bv_span text)
{
    char list[512];
    struct bv_proxies proxies;
    struct bv_error error = {""};
    struct bv_out out = bv_out_into(list, sizeof list);
    bv_put_span(&out, text);
    if (!bv_proxies_read(list, &proxies, &error)) {
        must(error.text[0], "a refusal says why");
        return;
    }
    for (uint32_t i = 0; i < proxies.count; i++)
        must(bv_proxies_hold(&proxies, &proxies.network[i]), "a network holds its own address");
}

static void check_address(struct bv_span text)
{
    char written[BV_ADDRESS_TEXT];
    struct bv_address address;
    struct bv_address again;
    if (!bv_address_read(text, &address)) return;
    bv_address_write(&address, written);
    must(bv_address_read(bv_span_of(written), &again), "what is written can be read");
    must(bv_same(&address, &again, sizeof address), "and is the same");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bv_span text = {(const char *)data, size};
    check_forwarded(text);
    check_proxies(text);
    check_address(text);
    return 0;
}
