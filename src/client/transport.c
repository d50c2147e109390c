#include "client/transport.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "client/http.h"
#include "client/tls.h"

bool transport_open(struct transport *transport, const struct server_address *address)
{
    *transport = (struct transport){.socket = server_connect(address), .awaits = POLLOUT};
    if (transport->socket < 0) return false;
    if (!address->https) return true;
    transport->tls = tls_begin(transport->socket, address->name);
    if (transport->tls) return true;
    transport_close(transport);
    return false;
}

void transport_close(struct transport *transport)
{
    tls_end(transport->tls);
    close(transport->socket);
}

static ssize_t outcome(struct transport *transport, ssize_t done, short awaits)
{
    if (done >= 0) return done;
    if (errno != EAGAIN && errno != EINTR) return TRANSPORT_LOST;
    transport->awaits = awaits;
    return TRANSPORT_LATER;
}

ssize_t transport_send(struct transport *transport, const char *bytes, size_t length)
{
    if (transport->tls) return tls_send(transport->tls, bytes, length, &transport->awaits);
    return outcome(transport, send(transport->socket, bytes, length, MSG_NOSIGNAL), POLLOUT);
}

ssize_t transport_receive(struct transport *transport, char *bytes, size_t size)
{
    if (transport->tls) return tls_receive(transport->tls, bytes, size, &transport->awaits);
    ssize_t got = recv(transport->socket, bytes, size, 0);
    return got == 0 ? TRANSPORT_ENDED : outcome(transport, got, POLLIN);
}

const struct bv_text *transport_trouble(const struct transport *transport)
{
    return transport->tls ? tls_trouble(transport->tls) : NULL;
}
