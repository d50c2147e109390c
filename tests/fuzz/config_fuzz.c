/* Configuration files: read or complained of; and what can be read as a base URL stands in its room. */
#include <string.h>

#include "harness.h"
#include "server/base/base_url.h"
#include "server/base/config.h"

static void count_complaint(void *context, const char *text)
{
    int *complaints = context;
    must(text[0] && !strchr(text, '\n'), "a complaint is one line");
    *complaints += 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct config config;
    int complaints = 0;
    struct base_url base;
    char url[300];
    struct bv_span text = {(const char *)data, size};
    config_begin(&config);
    bool good = config_read_text(&config, "fuzz.conf", text, count_complaint, &complaints);
    must(good == (complaints == 0), "who complains does not agree");
    must(memchr(config.name, '\0', sizeof config.name) != NULL, "a text ends in its room");
    must(config.local_limit_factor >= 1 && config.port >= 0, "numbers are within their bounds");
    struct bv_out out = bv_out_into(url, sizeof url);
    bv_put_span(&out, text);
    if (!base_url_read(&base, url)) return 0;
    size_t path = bv_length(base.path);
    must(!path || (base.path[0] == '/' && base.path[path - 1] != '/'),
         "a path begins with a slash and ends without");
    return 0;
}
