#include "call/wire.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "call/door.h"
#include "call/tls.h"

bool bv_wire_open(struct bv_wire *wire, const struct bv_door *door)
{
    *wire = (struct bv_wire){.socket = bv_door_connect(door), .awaits = POLLOUT};
    if (wire->socket < 0) return false;
    if (!door->secret) return true;
    wire->tls = bv_tls_begin(wire->socket, door->name);
    if (wire->tls) return true;
    bv_wire_close(wire);
    return false;
}

void bv_wire_close(struct bv_wire *wire)
{
    bv_tls_end(wire->tls);
    close(wire->socket);
}

static ssize_t outcome(struct bv_wire *wire, ssize_t done, short awaits)
{
    if (done >= 0) return done;
    if (errno != EAGAIN && errno != EINTR) return BV_WIRE_LOST;
    wire->awaits = awaits;
    return BV_WIRE_LATER;
}

ssize_t bv_wire_send(struct bv_wire *wire, const char *bytes, size_t length)
{
    if (wire->tls) return bv_tls_send(wire->tls, bytes, length, &wire->awaits);
    return outcome(wire, send(wire->socket, bytes, length, MSG_NOSIGNAL), POLLOUT);
}

ssize_t bv_wire_receive(struct bv_wire *wire, char *bytes, size_t size)
{
    if (wire->tls) return bv_tls_receive(wire->tls, bytes, size, &wire->awaits);
    ssize_t got = recv(wire->socket, bytes, size, 0);
    return got == 0 ? BV_WIRE_ENDED : outcome(wire, got, POLLIN);
}

const struct bv_text *bv_wire_trouble(const struct bv_wire *wire)
{
    return wire->tls ? bv_tls_trouble(wire->tls) : NULL;
}
