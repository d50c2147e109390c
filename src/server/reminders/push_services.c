#include "server/reminders/push_services.h"

#include <string.h>

static bool begins(struct bv_span text, const char *with)
{
    size_t length = bv_length(with);
    return text.length >= length && bv_same(text.text, with, length);
}

static size_t scheme_of(struct bv_span endpoint)
{
    static const char *const schemes[] = {"https://", "http://"};
    for (size_t i = 0; i < BV_COUNT(schemes); i++)
        if (begins(endpoint, schemes[i])) return bv_length(schemes[i]);
    return 0;
}

struct bv_span push_endpoint_origin(struct bv_span endpoint)
{
    size_t end = scheme_of(endpoint);
    while (end < endpoint.length && endpoint.text[end] != '/') end++;
    return (struct bv_span){endpoint.text, end};
}

/* Every byte that a URL may contain, so that two readers of the URL cannot disagree about it. */
static bool is_of_urls(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr("-._~:/?=&%+,;!$'()*", c));
}

static bool is_of_hosts(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

static bool is_below(struct bv_span host, struct bv_span domain)
{
    if (!domain.length || host.length < domain.length) return false;
    size_t rest = host.length - domain.length;
    return bv_same(host.text + rest, domain.text, domain.length) &&
           (!rest || host.text[rest - 1] == '.');
}

static bool is_listed(const char *hosts, struct bv_span host)
{
    struct bv_span list = bv_span_of(hosts);
    struct bv_span part = {0};
    while (bv_take_part(&list, ',', &part)) {
        struct bv_span word = {0};
        if (bv_take_word(&part, &word) && is_below(host, word)) return true;
    }
    return false;
}

static bool is_loopback(struct bv_span origin)
{
    static const char address[] = "http://127.0.0.1:";
    int port = 0;
    if (!begins(origin, address)) return false;
    struct bv_span rest = {origin.text + sizeof address - 1, origin.length - sizeof address + 1};
    return bv_number_of(rest, 1, UINT16_MAX, &port);
}

bool push_services_allow(const struct push_services *services, struct bv_span endpoint)
{
    struct bv_span origin = push_endpoint_origin(endpoint);
    if (endpoint.length > PUSH_ENDPOINT_MAX || origin.length >= endpoint.length) return false;
    for (size_t i = 0; i < endpoint.length; i++)
        if (!is_of_urls(endpoint.text[i])) return false;
    if (services->loopback && is_loopback(origin)) return true;
    if (!begins(origin, "https://")) return false;
    size_t scheme = scheme_of(endpoint);
    struct bv_span host = {origin.text + scheme, origin.length - scheme};
    for (size_t i = 0; i < host.length; i++)
        if (!is_of_hosts(host.text[i])) return false;
    return is_listed(services->hosts, host);
}
