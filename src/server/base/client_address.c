#include "server/base/client_address.h"

#include "net/http.h"

bool network_read(struct bv_span text, struct address *network, int *bits)
{
    struct bv_span address = {0};
    bool four = false;
    bv_take_part(&text, '/', &address);
    if (!address_read(address, network)) return false;
    for (size_t i = 0; i < address.length; i++) four |= address.text[i] == '.';
    *bits = ADDRESS_BITS;
    if (!text.length) return true;
    if (!bv_number_of(text, 0, four ? 32 : ADDRESS_BITS, bits)) return false;
    if (four) *bits += ADDRESS_BITS - 32;
    return true;
}

bool proxies_read(const char *text, struct proxies *proxies, struct bv_error *error)
{
    struct bv_span rest = bv_span_of(text);
    struct bv_span part = {0};
    struct bv_span word = {0};
    proxies->count = 0;
    while (bv_take_part(&rest, ',', &part)) {
        if (!bv_take_word(&part, &word)) continue;
        if (proxies->count == PROXIES_MAX)
            return bv_error_set(error, "trusted-proxies may have at most 16 addresses or networks");
        uint32_t at = proxies->count++;
        if (network_read(word, &proxies->network[at], &proxies->bits[at])) continue;
        struct bv_out out = bv_error_begin(error);
        bv_put_excerpt(&out, word, 60);
        bv_put(&out, " is not an address or a network, such as 127.0.0.1 or 10.0.0.0/8");
        return false;
    }
    return true;
}

bool proxies_hold(const struct proxies *proxies, const struct address *address)
{
    for (uint32_t i = 0; i < proxies->count; i++)
        if (address_within(address, &proxies->network[i], proxies->bits[i])) return true;
    return false;
}

/* The client's address from one header: the last address that is not a trusted proxy. If a word is
 * not an address, everything before it is ignored. */
static void read_forwarded(const struct proxies *proxies, struct bv_span list,
                           const struct address *peer, struct address *client)
{
    struct bv_span part = {0};
    struct bv_span word = {0};
    while (bv_take_part(&list, ',', &part)) {
        struct address address;
        if (!bv_take_word(&part, &word) || !address_read(word, &address))
            *client = *peer;
        else if (!proxies_hold(proxies, &address))
            *client = address;
    }
}

struct client_address client_address_of(const struct proxies *proxies, const struct address *peer,
                                        const struct http_request *request)
{
    struct client_address client_address = {.address = *peer, .local = address_is_local(peer)};
    if (!proxies_hold(proxies, peer)) return client_address;
    for (uint32_t i = 0; i < request->headers; i++) {
        if (!http_same(request->header[i].name, "x-forwarded-for")) continue;
        client_address.local = false;
        read_forwarded(proxies, request->header[i].value, peer, &client_address.address);
    }
    return client_address;
}
