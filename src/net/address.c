#include "net/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff}; /* IPv4 mapped to IPv6 */

static bool is_four(const struct address *address)
{
    return bv_same(address->byte, mapped, sizeof mapped);
}

struct address address_of(const struct sockaddr_storage *socket)
{
    struct address address = {{0}};
    const struct sockaddr_in *four = (const struct sockaddr_in *)(const void *)socket;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)(const void *)socket;
    if (socket->ss_family == AF_INET) {
        bv_copy(address.byte, mapped, sizeof mapped);
        bv_copy(address.byte + sizeof mapped, &four->sin_addr, 4);
    } else if (socket->ss_family == AF_INET6) {
        bv_copy(address.byte, &six->sin6_addr, sizeof address.byte);
    }
    return address;
}

/* The part before the port: `[::1]:8080`, `192.0.2.1:8080`. */
static struct bv_span without_port(struct bv_span text)
{
    struct bv_span rest = text;
    struct bv_span whole = {0};
    if (bv_take_char(&rest, '[')) {
        const struct bv_span none = {0};
        bool closed = bv_take_part(&rest, ']', &whole) && whole.length + 1 < text.length;
        return closed && (!rest.length || rest.text[0] == ':') ? whole : none;
    }
    bv_take_part(&rest, ':', &whole);
    bool another = false; /* then it is all one address */
    for (size_t i = 0; i < rest.length; i++) another |= rest.text[i] == ':';
    return another ? text : whole;
}

bool address_read(struct bv_span text, struct address *address)
{
    char copy[ADDRESS_TEXT];
    struct bv_out out = bv_out_into(copy, sizeof copy);
    bv_put_span(&out, without_port(text));
    if (out.cut || out.length != bv_length(copy)) return false; /* a NUL inside */
    bv_copy(address->byte, mapped, sizeof mapped);
    return inet_pton(AF_INET, copy, address->byte + sizeof mapped) == 1 ||
           inet_pton(AF_INET6, copy, address->byte) == 1;
}

void address_write(const struct address *address, char text[ADDRESS_TEXT])
{
    text[0] = '\0';
    if (is_four(address))
        inet_ntop(AF_INET, address->byte + sizeof mapped, text, ADDRESS_TEXT);
    else
        inet_ntop(AF_INET6, address->byte, text, ADDRESS_TEXT);
}

struct address address_counted(const struct address *address)
{
    struct address counted = *address;
    if (!is_four(address)) bv_clear(counted.byte + 8, 8);
    return counted;
}

bool address_within(const struct address *address, const struct address *network, int bits)
{
    size_t whole = (size_t)bits / 8;
    int rest = bits % 8;
    if (!bv_same(address->byte, network->byte, whole)) return false;
    return !rest || (address->byte[whole] ^ network->byte[whole]) >> (8 - rest) == 0;
}

bool address_is_local(const struct address *address)
{
    static const struct address six = {{[15] = 1}};
    static const struct address four = {{[10] = 0xff, [11] = 0xff, [12] = 127}};
    return address_within(address, &six, ADDRESS_BITS) || address_within(address, &four, 96 + 8);
}

/* IANA's registries of special-purpose addresses. IPv6 addresses that contain an IPv4 address
 * (translated, 6to4, Teredo) lead to networks that the table could not see, so they are in it as a
 * whole. */
static const struct {
    const char *network;
    int bits; /* of the IPv6 form */
} special[] = {
    {"0.0.0.0", 96 + 8},
    {"10.0.0.0", 96 + 8},
    {"100.64.0.0", 96 + 10},
    {"127.0.0.0", 96 + 8},
    {"169.254.0.0", 96 + 16},
    {"172.16.0.0", 96 + 12},
    {"192.0.0.0", 96 + 24},
    {"192.0.2.0", 96 + 24},
    {"192.88.99.0", 96 + 24},
    {"192.168.0.0", 96 + 16},
    {"198.18.0.0", 96 + 15},
    {"198.51.100.0", 96 + 24},
    {"203.0.113.0", 96 + 24},
    {"224.0.0.0", 96 + 4},
    {"240.0.0.0", 96 + 4},
    {"64:ff9b::", 32},
    {"100::", 64},
    {"2001::", 23},
    {"2001:db8::", 32},
    {"2002::", 16},
};

bool address_is_public(const struct address *address)
{
    /* Only 2000::/3 is given out; it has exceptions too. */
    static const struct address given_out = {{0x20}};
    if (!is_four(address) && !address_within(address, &given_out, 3)) return false;
    for (size_t i = 0; i < BV_COUNT(special); i++) {
        struct address network;
        bool good = address_read(bv_span_of(special[i].network), &network);
        BV_ASSERT(good);
        if (good && address_within(address, &network, special[i].bits)) return false;
    }
    return true;
}
