#include "server/base/base_url.h"

static bool begins_with(struct bv_span text, const char *start)
{
    size_t length = bv_length(start);
    return text.length >= length && bv_same(text.text, start, length);
}

static void drop(struct bv_span *text, size_t count)
{
    text->text += count;
    text->length -= count;
}

static bool is_alphanumeric(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static bool is_host(struct bv_span host)
{
    for (size_t i = 0; i < host.length; i++) {
        char c = host.text[i];
        bool good = is_alphanumeric(c) || c == '-' || c == '.' || c == ':' || c == '[' || c == ']';
        if (!good) return false;
    }
    return host.length > 0;
}

/* Names between single slashes; none begins with a dot, because browsers would resolve it. */
static bool is_path(struct bv_span path)
{
    for (size_t i = 0; i < path.length; i++) {
        char c = path.text[i];
        char before = i ? path.text[i - 1] : '\0';
        if (c == '/' ? before == '/' : !is_alphanumeric(c) && c != '-' && c != '_' && c != '.')
            return false;
        if (c == '.' && before == '/') return false;
    }
    return !path.length || path.text[path.length - 1] != '/';
}

bool base_url_read(struct base_url *base, const char *url)
{
    struct bv_span rest = bv_span_of(url);
    *base = (struct base_url){.secure = begins_with(rest, "https://")};
    if (!rest.length) return true;
    if (!base->secure && !begins_with(rest, "http://")) return false;
    drop(&rest, base->secure ? 8 : 7);
    struct bv_span host = rest;
    for (host.length = 0; host.length < rest.length && rest.text[host.length] != '/';)
        host.length++;
    drop(&rest, host.length);
    if (rest.length && rest.text[rest.length - 1] == '/') rest.length--;
    if (!is_host(host) || !is_path(rest)) return false;
    struct bv_out origin = bv_out_into(base->origin, sizeof base->origin);
    bv_put(&origin, base->secure ? "https://" : "http://");
    bv_put_span(&origin, host);
    struct bv_out path = bv_out_into(base->path, sizeof base->path);
    bv_put_span(&path, rest);
    return !origin.cut && !path.cut;
}

bool base_url_strip(const struct base_url *base, struct bv_span *path)
{
    size_t length = bv_length(base->path);
    if (!begins_with(*path, base->path)) return false;
    if (path->length == length || path->text[length] != '/') return false;
    drop(path, length);
    return true;
}
