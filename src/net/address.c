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
