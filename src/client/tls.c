#include "client/tls.h"

#include <errno.h>
#include <limits.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "client/transport.h"
#include "util/dynamic_library.h"

/* The functions of OpenSSL that are used; many others are macros around the two named ctrl. */
#define CALLS(X)                                                                                   \
    X(BIO_clear_flags)                                                                             \
    X(BIO_get_data)                                                                                \
    X(BIO_get_new_index)                                                                           \
    X(BIO_meth_new)                                                                                \
    X(BIO_meth_set_ctrl)                                                                           \
    X(BIO_meth_set_read)                                                                           \
    X(BIO_meth_set_write)                                                                          \
    X(BIO_new)                                                                                     \
    X(BIO_set_data)                                                                                \
    X(BIO_set_flags)                                                                               \
    X(BIO_set_init)                                                                                \
    X(ERR_clear_error)                                                                             \
    X(SSL_CTX_ctrl)                                                                                \
    X(SSL_CTX_new)                                                                                 \
    X(SSL_CTX_set_default_verify_paths)                                                            \
    X(SSL_CTX_set_options)                                                                         \
    X(SSL_CTX_set_verify)                                                                          \
    X(SSL_ctrl)                                                                                    \
    X(SSL_free)                                                                                    \
    X(SSL_get0_param)                                                                              \
    X(SSL_get_error)                                                                               \
    X(SSL_get_verify_result)                                                                       \
    X(SSL_new)                                                                                     \
    X(SSL_read_ex)                                                                                 \
    X(SSL_set1_host)                                                                               \
    X(SSL_set_bio)                                                                                 \
    X(SSL_set_connect_state)                                                                       \
    X(SSL_write_ex)                                                                                \
    X(TLS_client_method)                                                                           \
    X(X509_VERIFY_PARAM_set1_ip_asc)

static struct {
    CALLS(DYNAMIC_LIBRARY_MEMBER)
} openssl;

static SSL_CTX *context;   /* shared by all connections */
static BIO_METHOD *method; /* their way to the socket */

struct tls {
    SSL *ssl;
    int socket;
    bool failed; /* the data was not TLS, or the certificate is not trusted */
};

/* ---- The socket below ------------------------------------------------------------------------ */

/* OpenSSL's own socket BIO would raise SIGPIPE. */
static int to_socket(BIO *bio, const char *bytes, int length)
{
    const struct tls *tls = openssl.BIO_get_data_(bio);
    ssize_t sent = send(tls->socket, bytes, (size_t)length, MSG_NOSIGNAL);
    openssl.BIO_clear_flags_(bio, BIO_FLAGS_RWS | BIO_FLAGS_SHOULD_RETRY);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR))
        openssl.BIO_set_flags_(bio, BIO_FLAGS_WRITE | BIO_FLAGS_SHOULD_RETRY);
    return (int)sent;
}

static int from_socket(BIO *bio, char *bytes, int size)
{
    const struct tls *tls = openssl.BIO_get_data_(bio);
    ssize_t got = recv(tls->socket, bytes, (size_t)size, 0);
    openssl.BIO_clear_flags_(bio, BIO_FLAGS_RWS | BIO_FLAGS_SHOULD_RETRY);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        openssl.BIO_set_flags_(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY);
    return (int)got;
}

static long control(BIO *bio, int command, long number, void *pointer)
{
    (void)bio;
    (void)number;
    (void)pointer;
    return command == BIO_CTRL_FLUSH; /* nothing is buffered */
}

/* ---- Shared by all connections --------------------------------------------------------------- */

static bool make_method(void)
{
    method = openssl.BIO_meth_new_(openssl.BIO_get_new_index_() | BIO_TYPE_SOURCE_SINK, "socket");
    return method && openssl.BIO_meth_set_write_(method, to_socket) &&
           openssl.BIO_meth_set_read_(method, from_socket) &&
           openssl.BIO_meth_set_ctrl_(method, control);
}

static bool make_context(void)
{
    context = openssl.SSL_CTX_new_(openssl.TLS_client_method_());
    if (!context || !openssl.SSL_CTX_set_default_verify_paths_(context)) return false;
    openssl.SSL_CTX_set_verify_(context, SSL_VERIFY_PEER, NULL);
    openssl.SSL_CTX_ctrl_(context, SSL_CTRL_SET_MIN_PROTO_VERSION, TLS1_2_VERSION, NULL);
    openssl.SSL_CTX_ctrl_(context, SSL_CTRL_MODE,
                          SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER,
                          NULL);
    /* Many servers close without close_notify; the length of a response shows whether it is
     * complete. */
    openssl.SSL_CTX_set_options_(context, SSL_OP_IGNORE_UNEXPECTED_EOF);
    return true;
}

bool tls_open(struct bv_error *error)
{
    static const char *const names[] = {CALLS(DYNAMIC_LIBRARY_NAME)};
    static bool opened;
    if (!opened)
        opened = dynamic_library_open("libssl.so.3", names, BV_COUNT(names), &openssl) &&
                 make_method() && make_context();
    return opened ||
           bv_error_set(error,
                        "https:// needs OpenSSL (libssl.so.3, on Debian in the package libssl3); "
                        "the single-file program supports http:// only");
}

/* ---- One connection -------------------------------------------------------------------------- */

/* The peer must be the host that was called: an address is checked against addresses, a name
 * against names. */
static bool expect(SSL *ssl, const char *host)
{
    if (openssl.X509_VERIFY_PARAM_set1_ip_asc_(openssl.SSL_get0_param_(ssl), host)) return true;
    return openssl.SSL_set1_host_(ssl, host) &&
           openssl.SSL_ctrl_(ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
                             (void *)(uintptr_t)host);
}

struct tls *tls_begin(int socket, const char *host)
{
    struct tls *tls = malloc(sizeof *tls);
    if (!tls) return NULL;
    *tls = (struct tls){.socket = socket, .ssl = openssl.SSL_new_(context)};
    BIO *bio = tls->ssl && expect(tls->ssl, host) ? openssl.BIO_new_(method) : NULL;
    if (!bio) {
        tls_end(tls);
        return NULL;
    }
    openssl.BIO_set_data_(bio, tls);
    openssl.BIO_set_init_(bio, 1);
    openssl.SSL_set_bio_(tls->ssl, bio, bio); /* which frees it */
    openssl.SSL_set_connect_state_(tls->ssl);
    return tls;
}

void tls_end(struct tls *tls)
{
    if (!tls) return;
    openssl.SSL_free_(tls->ssl);
    free(tls);
}

/* The outcome of reading or writing: `done` bytes if `good`, or the reason why there are none. */
static ssize_t outcome(struct tls *tls, int good, size_t done, short *awaits)
{
    if (good > 0) return (ssize_t)done;
    switch (openssl.SSL_get_error_(tls->ssl, good)) {
    case SSL_ERROR_WANT_READ: *awaits = POLLIN; return TRANSPORT_LATER;
    case SSL_ERROR_WANT_WRITE: *awaits = POLLOUT; return TRANSPORT_LATER;
    case SSL_ERROR_ZERO_RETURN: return TRANSPORT_ENDED;
    case SSL_ERROR_SSL: tls->failed = true; return TRANSPORT_LOST;
    default: return TRANSPORT_LOST;
    }
}

ssize_t tls_send(struct tls *tls, const char *bytes, size_t length, short *awaits)
{
    size_t sent = 0;
    openssl.ERR_clear_error_();
    int good = openssl.SSL_write_ex_(tls->ssl, bytes, length, &sent);
    return outcome(tls, good, sent, awaits);
}

ssize_t tls_receive(struct tls *tls, char *bytes, size_t size, short *awaits)
{
    size_t got = 0;
    openssl.ERR_clear_error_();
    int good = openssl.SSL_read_ex_(tls->ssl, bytes, size, &got);
    return outcome(tls, good, got, awaits);
}

const struct bv_text *tls_trouble(const struct tls *tls)
{
    static const struct bv_text not_tls = {"il ne parle pas TLS", "it does not speak TLS"};
    static const struct bv_text unknown = {"son certificat n'est pas reconnu",
                                           "its certificate is not trusted"};
    static const struct bv_text other = {"son certificat nomme un autre serveur",
                                         "its certificate belongs to another server"};
    static const struct bv_text late = {"son certificat n'est pas à jour",
                                        "its certificate is out of date"};
    static const struct bv_text bad = {"son certificat n'est pas valable",
                                       "its certificate is not valid"};
    if (!tls->failed) return NULL;
    switch (openssl.SSL_get_verify_result_(tls->ssl)) {
    case X509_V_OK: return &not_tls;
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE: return &unknown;
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH: return &other;
    case X509_V_ERR_CERT_NOT_YET_VALID:
    case X509_V_ERR_CERT_HAS_EXPIRED: return &late;
    default: return &bad;
    }
}
