#include "server/base/hosts.h"

#include "net/address.h"
#include "net/http.h"

/* Names below these domains cannot be registered in the public DNS. */
static const char *const local_domains[] = {"local", "localhost", "internal", "lan", "home.arpa"};

static bool is_of_names(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
}

static bool is_name(struct bv_span name)
{
    for (size_t i = 0; i < name.length; i++)
        if (!is_of_names(name.text[i])) return false;
    return name.length > 0 && name.text[0] != '.';
}

/* The next name of a list; empty if it is not a valid name. */
static bool next_name(struct bv_span *list, struct bv_span *name)
{
    struct bv_span more = {0};
    struct bv_span part = {0};
    if (!bv_take_part(list, ',', &part)) return false;
    bool one = bv_take_word(&part, name) && !bv_take_word(&part, &more);
    if (!one || !is_name(*name)) *name = (struct bv_span){"", 0};
    return true;
}

bool hosts_are_good(const char *names)
{
    struct bv_span rest = bv_span_of(names);
    struct bv_span name = {0};
    while (next_name(&rest, &name))
        if (!name.length) return false;
    return true;
}

/* Without `:8080`, and without the final dot of a fully qualified name. */
static struct bv_span without_port(struct bv_span host)
{
    size_t end = host.length;
    while (end && host.text[end - 1] >= '0' && host.text[end - 1] <= '9') end--;
    if (end && host.text[end - 1] == ':') host.length = end - 1;
    if (host.length && host.text[host.length - 1] == '.') host.length--;
    return host;
}

static bool same(struct bv_span a, struct bv_span b)
{
    char text[256];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_put_span(&out, b);
    return !out.cut && http_same(a, text);
}

static bool is_below(struct bv_span name, const char *domain)
{
    size_t length = bv_length(domain);
    if (name.length <= length + 1 || name.text[name.length - length - 1] != '.') return false;
    return http_same((struct bv_span){name.text + name.length - length, length}, domain);
}

static bool is_local(struct bv_span name)
{
    bool dotted = false;
    for (size_t i = 0; i < name.length; i++) dotted |= name.text[i] == '.';
    if (!dotted) return true;
    for (size_t i = 0; i < BV_COUNT(local_domains); i++)
        if (is_below(name, local_domains[i])) return true;
    return false;
}

static struct bv_span host_of_base(const struct base_url *base)
{
    struct bv_span origin = bv_span_of(base->origin);
    size_t scheme = origin.length ? bv_length(base->secure ? "https://" : "http://") : 0;
    return without_port((struct bv_span){origin.text + scheme, origin.length - scheme});
}

bool host_is_ours(const struct base_url *base, const char *names, struct bv_span host)
{
    struct address address;
    struct bv_span rest = bv_span_of(names);
    struct bv_span allowed = {0};
    if (!host.length || address_read(host, &address)) return true;
    struct bv_span name = without_port(host);
    if (!is_name(name)) return false;
    if (is_local(name) || same(name, host_of_base(base))) return true;
    while (next_name(&rest, &allowed))
        if (same(name, allowed)) return true;
    return false;
}
