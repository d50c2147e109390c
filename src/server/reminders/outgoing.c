#include "server/reminders/outgoing.h"

#include <curl/curl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/address.h"
#include "util/dynamic_library.h"

/* The functions of libcurl that are used. */
#define CALLS(X)                                                                                   \
    X(curl_easy_cleanup)                                                                           \
    X(curl_easy_getinfo)                                                                           \
    X(curl_easy_init)                                                                              \
    X(curl_easy_perform)                                                                           \
    X(curl_easy_setopt)                                                                            \
    X(curl_easy_strerror)                                                                          \
    X(curl_global_init)                                                                            \
    X(curl_slist_append)                                                                           \
    X(curl_slist_free_all)

/* curl.h checks the types of some calls with macros of the same names. */
#undef curl_easy_getinfo
#undef curl_easy_setopt

static struct {
    CALLS(DYNAMIC_LIBRARY_MEMBER)
} curl;

bool outgoing_open(struct bv_error *error)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static const char *const names[] = {CALLS(DYNAMIC_LIBRARY_NAME)};
    static bool opened;
    pthread_mutex_lock(&lock);
    if (!opened)
        opened = dynamic_library_open("libcurl.so.4", names, BV_COUNT(names), &curl) &&
                 curl.curl_global_init_(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    bool good = opened;
    pthread_mutex_unlock(&lock);
    return good || bv_error_set(error, "libcurl (libcurl.so.4) is missing or too old; on Debian it "
                                       "is in the package libcurl4");
}

static atomic_bool stopping;

void outgoing_stop(void)
{
    atomic_store(&stopping, true);
}

/* libcurl asks about once a second. */
static int goes_on(void *context, curl_off_t down, curl_off_t down_now, curl_off_t up,
                   curl_off_t up_now)
{
    (void)context, (void)down, (void)down_now, (void)up, (void)up_now;
    return atomic_load(&stopping);
}

/* A request while it runs. */
struct call {
    const struct outgoing_request *request;
    size_t received;
    bool refused;
};

/* The last moment before a connection: this is the address that the name led to. */
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *to)
{
    struct call *call = context;
    struct sockaddr_storage socket_address = {0};
    if (purpose != CURLSOCKTYPE_IPCXN || to->addrlen > sizeof socket_address)
        return CURL_SOCKET_BAD;
    /* libcurl has more room there than the type says. */
    bv_copy(&socket_address, (const char *)to + offsetof(struct curl_sockaddr, addr), to->addrlen);
    struct address address = address_of(&socket_address);
    bool good =
        address_is_public(&address) || (call->request->loopback && address_is_local(&address));
    if (!good) call->refused = true;
    return good ? socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol) : CURL_SOCKET_BAD;
}

/* An answer says all that matters in its head: the first bytes of its body end the request. */
static size_t receive(char *bytes, size_t size, size_t count, void *context)
{
    enum { BODY_MAX = 4096 };
    struct call *call = context;
    (void)bytes;
    call->received += size * count;
    return call->received <= BODY_MAX ? size * count : 0;
}

static bool append(struct curl_slist **list, const char *line)
{
    struct curl_slist *longer = curl.curl_slist_append_(*list, line);
    if (longer) *list = longer;
    return longer != NULL;
}

static struct curl_slist *headers_of(const struct outgoing_request *request)
{
    struct curl_slist *list = NULL;
    bool good = append(&list, "Expect:"); /* no wait for a `100 Continue` */
    for (size_t i = 0; good && i < OUTGOING_HEADERS && request->header[i]; i++)
        good = append(&list, request->header[i]);
    if (good) return list;
    curl.curl_slist_free_all_(list);
    return NULL;
}

/* Of every call. */
static void set_limits(CURL *easy)
{
    curl.curl_easy_setopt_(easy, CURLOPT_PROXY, "");
    curl.curl_easy_setopt_(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    curl.curl_easy_setopt_(easy, CURLOPT_NOSIGNAL, 1L);
    curl.curl_easy_setopt_(easy, CURLOPT_CONNECTTIMEOUT, (long)OUTGOING_SECONDS / 2);
    curl.curl_easy_setopt_(easy, CURLOPT_TIMEOUT, (long)OUTGOING_SECONDS);
    curl.curl_easy_setopt_(easy, CURLOPT_NOPROGRESS, 0L);
    curl.curl_easy_setopt_(easy, CURLOPT_XFERINFOFUNCTION, goes_on);
}

/* Of a call whose address a client has chosen. */
static void set_request(CURL *easy, struct call *call)
{
    curl.curl_easy_setopt_(easy, CURLOPT_PROTOCOLS_STR,
                           call->request->loopback ? "https,http" : "https");
    curl.curl_easy_setopt_(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl.curl_easy_setopt_(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl.curl_easy_setopt_(easy, CURLOPT_OPENSOCKETDATA, call);
    curl.curl_easy_setopt_(easy, CURLOPT_WRITEFUNCTION, receive);
    curl.curl_easy_setopt_(easy, CURLOPT_WRITEDATA, call);
}

/* A body that was too long does not matter once the status is known. */
static void read_answer(CURL *easy, CURLcode code, const struct call *call,
                        struct outgoing_answer *answer)
{
    long status = 0;
    curl_off_t retry = 0;
    curl.curl_easy_getinfo_(easy, CURLINFO_RESPONSE_CODE, &status);
    curl.curl_easy_getinfo_(easy, CURLINFO_RETRY_AFTER, &retry);
    bool answered = code == CURLE_OK || (code == CURLE_WRITE_ERROR && status);
    answer->status = (int)status;
    answer->retry_after = retry;
    answer->result = answered ? OUTGOING_ANSWERED : OUTGOING_FAILED;
    if (call->refused && !answered) answer->result = OUTGOING_REFUSED;
    if (!answered)
        bv_error_set(&answer->why, call->refused ? "the name leads to an address that is not public"
                                                 : curl.curl_easy_strerror_(code));
}

void outgoing_post(const struct outgoing_request *request, struct outgoing_answer *answer)
{
    struct call call = {.request = request};
    *answer = (struct outgoing_answer){.result = OUTGOING_FAILED};
    CURL *easy = curl.curl_easy_init_();
    struct curl_slist *headers = easy ? headers_of(request) : NULL;
    if (headers) {
        set_limits(easy);
        set_request(easy, &call);
        curl.curl_easy_setopt_(easy, CURLOPT_URL, request->url);
        curl.curl_easy_setopt_(easy, CURLOPT_HTTPHEADER, headers);
        curl.curl_easy_setopt_(easy, CURLOPT_POST, 1L);
        curl.curl_easy_setopt_(easy, CURLOPT_POSTFIELDS, request->body);
        curl.curl_easy_setopt_(easy, CURLOPT_POSTFIELDSIZE, (long)request->size);
        read_answer(easy, curl.curl_easy_perform_(easy), &call, answer);
    } else {
        bv_error_set(&answer->why, "out of memory");
    }
    curl.curl_slist_free_all_(headers);
    if (easy) curl.curl_easy_cleanup_(easy);
}

/* ---- E-mail ---------------------------------------------------------------------------------- */

/* The part of a message that is not sent yet. */
static size_t give(char *bytes, size_t size, size_t count, void *context)
{
    struct bv_span *rest = context;
    size_t part = rest->length < size * count ? rest->length : size * count;
    bv_copy(bytes, rest->text, part);
    rest->text += part;
    rest->length -= part;
    return part;
}

/* A mail server on this machine needs no encryption; any other must have it. */
static bool is_here(const char *server)
{
    static const char *const here[] = {"smtp://localhost", "smtp://127.0.0.1", "smtp://[::1]"};
    for (size_t i = 0; i < BV_COUNT(here); i++) {
        size_t length = bv_length(here[i]);
        if (strncmp(server, here[i], length) == 0 && (!server[length] || server[length] == ':'))
            return true;
    }
    return false;
}

static void set_message(CURL *easy, const struct outgoing_message *message,
                        struct curl_slist *receivers, struct bv_span *rest)
{
    curl.curl_easy_setopt_(easy, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl.curl_easy_setopt_(easy, CURLOPT_URL, message->server);
    curl.curl_easy_setopt_(easy, CURLOPT_USE_SSL,
                           (long)(is_here(message->server) ? CURLUSESSL_NONE : CURLUSESSL_ALL));
    if (message->user[0]) {
        curl.curl_easy_setopt_(easy, CURLOPT_USERNAME, message->user);
        curl.curl_easy_setopt_(easy, CURLOPT_PASSWORD, message->password);
    }
    curl.curl_easy_setopt_(easy, CURLOPT_MAIL_FROM, message->from);
    curl.curl_easy_setopt_(easy, CURLOPT_MAIL_RCPT, receivers);
    curl.curl_easy_setopt_(easy, CURLOPT_UPLOAD, 1L);
    curl.curl_easy_setopt_(easy, CURLOPT_READFUNCTION, give);
    curl.curl_easy_setopt_(easy, CURLOPT_READDATA, rest);
}

void outgoing_mail(const struct outgoing_message *message, struct outgoing_answer *answer)
{
    struct bv_span rest = bv_span_of(message->text);
    struct curl_slist *receivers = NULL;
    *answer = (struct outgoing_answer){.result = OUTGOING_FAILED};
    CURL *easy = curl.curl_easy_init_();
    if (easy && append(&receivers, message->to)) {
        long status = 0;
        set_limits(easy);
        set_message(easy, message, receivers, &rest);
        CURLcode code = curl.curl_easy_perform_(easy);
        curl.curl_easy_getinfo_(easy, CURLINFO_RESPONSE_CODE, &status);
        bool taken = code == CURLE_OK;
        answer->status = taken ? 250 : status >= 400 ? (int)status : 0;
        if (answer->status) answer->result = OUTGOING_ANSWERED;
        if (!taken) bv_error_set(&answer->why, curl.curl_easy_strerror_(code));
    } else {
        bv_error_set(&answer->why, "out of memory");
    }
    curl.curl_slist_free_all_(receivers);
    if (easy) curl.curl_easy_cleanup_(easy);
}
