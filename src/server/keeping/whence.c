#include "server/keeping/whence.h"

#include "net/http.h"

bool bv_network_read(struct bv_span text, struct bv_address *network, int *bits)
{
    struct bv_span address = {0};
    bool four = false;
    bv_take_part(&text, '/', &address);
    if (!bv_address_read(address, network)) return false;
    for (size_t i = 0; i < address.length; i++) four |= address.text[i] == '.';
    *bits = BV_ADDRESS_BITS;
    if (!text.length) return true;
    if (!bv_number_of(text, 0, four ? 32 : BV_ADDRESS_BITS, bits)) return false;
    if (four) *bits += BV_ADDRESS_BITS - 32;
    return true;
}

bool bv_proxies_read(const char *text, struct bv_proxies *proxies, struct bv_error *error)
{
    struct bv_span rest = bv_span_of(text);
    struct bv_span part = {0};
    struct bv_span word = {0};
    proxies->count = 0;
    while (bv_take_part(&rest, ',', &part)) {
        if (!bv_take_word(&part, &word)) continue;
        if (proxies->count == BV_PROXIES_MAX)
            return bv_error_set(error, "trusted-proxies has room for 16 addresses or networks");
        uint32_t at = proxies->count++;
        if (bv_network_read(word, &proxies->network[at], &proxies->bits[at])) continue;
        struct bv_out out = bv_error_begin(error);
        bv_put_excerpt(&out, word, 60);
        bv_put(&out, " is not an address or a network, such as 127.0.0.1 or 10.0.0.0/8");
        return false;
    }
    return true;
}

bool bv_proxies_hold(const struct bv_proxies *proxies, const struct bv_address *address)
{
    for (uint32_t i = 0; i < proxies->count; i++)
        if (bv_address_within(address, &proxies->network[i], proxies->bits[i])) return true;
    return false;
}

/* What one proxy says: the last address that is no proxy. After a word that is no address nothing before it counts. */
static void hear(const struct bv_proxies *proxies, struct bv_span list,
                 const struct bv_address *peer, struct bv_address *client)
{
    struct bv_span part = {0};
    struct bv_span word = {0};
    while (bv_take_part(&list, ',', &part)) {
        struct bv_address address;
        if (!bv_take_word(&part, &word) || !bv_address_read(word, &address))
            *client = *peer;
        else if (!bv_proxies_hold(proxies, &address))
            *client = address;
    }
}

struct bv_whence bv_whence_of(const struct bv_proxies *proxies, const struct bv_address *peer,
                              const struct bv_http_request *request)
{
    struct bv_whence whence = {.address = *peer, .local = bv_address_is_local(peer)};
    if (!bv_proxies_hold(proxies, peer)) return whence;
    for (uint32_t i = 0; i < request->headers; i++) {
        if (!bv_http_same(request->header[i].name, "x-forwarded-for")) continue;
        whence.local = false;
        hear(proxies, request->header[i].value, peer, &whence.address);
    }
    return whence;
}
