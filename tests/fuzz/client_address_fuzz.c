/* X-Forwarded-For, in as many headers as there are lines: the address found is the connection's own, or one of the list that
 * is no proxy. And lists of proxies: what is read holds what it names. */
#include "harness.h"
#include "server/base/client_address.h"

static struct address proxy(void)
{
    struct address address;
    must(address_read(bv_span_of("127.0.0.1"), &address), "127.0.0.1 is an address");
    return address;
}

static void check_forwarded(struct bv_span text)
{
    static struct http_request request;
    struct proxies proxies;
    struct bv_error error;
    struct address peer = proxy();
    struct bv_span line = {0};
    must(proxies_read("127.0.0.1, 10.0.0.0/8", &proxies, &error), "a good list is read");
    request.headers = 0;
    while (request.headers < HTTP_HEADERS_MAX && bv_take_part(&text, '\n', &line))
        request.header[request.headers++] =
            (struct http_header){bv_span_of("x-forwarded-for"), line};
    struct client_address client_address = client_address_of(&proxies, &peer, &request);
    must(!request.headers || !client_address.local, "who is spoken for is not here");
    must(bv_same(&client_address.address, &peer, sizeof peer) ||
             !proxies_hold(&proxies, &client_address.address),
         "the client is no proxy");
    /* A stranger's word is not believed. */
    struct address stranger = {{[0] = 0x20, [15] = 9}};
    client_address = client_address_of(&proxies, &stranger, &request);
    must(bv_same(&client_address.address, &stranger, sizeof stranger),
         "a stranger speaks for itself");
}

static void check_proxies(struct bv_span text)
{
    char list[512];
    struct proxies proxies;
    struct bv_error error = {""};
    struct bv_out out = bv_out_into(list, sizeof list);
    bv_put_span(&out, text);
    if (!proxies_read(list, &proxies, &error)) {
        must(error.text[0], "a refusal says why");
        return;
    }
    for (uint32_t i = 0; i < proxies.count; i++)
        must(proxies_hold(&proxies, &proxies.network[i]), "a network holds its own address");
}

static void check_address(struct bv_span text)
{
    char written[ADDRESS_TEXT];
    struct address address;
    struct address again;
    if (!address_read(text, &address)) return;
    address_write(&address, written);
    must(address_read(bv_span_of(written), &again), "what is written can be read");
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
