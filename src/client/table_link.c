#include "client/table_link.h"

#include <string.h>

static bool put_until(struct bv_out *out, const char *text, const char *ends)
{
    bv_put_span(out, (struct bv_span){text, strcspn(text, ends)});
    return out->length && !out->cut;
}

bool table_link_read(struct table_link *link, const char *url)
{
    static const char table_word[] = "/t/";
    struct bv_out server = bv_out_into(link->server, sizeof link->server);
    struct bv_out table = bv_out_into(link->table, sizeof link->table);
    struct bv_out key = bv_out_into(link->key, sizeof link->key);
    const char *at = strstr(url, table_word);
    if (!at) return false;
    bv_put_span(&server, (struct bv_span){url, (size_t)(at - url)});
    at += strlen(table_word);
    if (server.cut || !put_until(&table, at, "/?#")) return false;
    at += table.length;
    if (*at == '/') return false;
    while (*at == '?' || *at == '&') {
        at++;
        if (strncmp(at, "key=", 4) == 0 && !put_until(&key, at + 4, "&#")) return false;
        at += strcspn(at, "&#");
    }
    return true;
}
