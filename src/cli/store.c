/* Where the store of a house is, for commands that look at it from beside. */
#include <unistd.h>

#include "cli/cli.h"
#include "server/keeping/config.h"

static void print_complaint(void *context, const char *text)
{
    (void)context;
    complain(EXIT_FAILED, "%s", text);
}

const char *store_of(const struct options *options)
{
    static struct bv_config config;
    char beside[4096];
    if (options->store) return options->store;
    snprintf(beside, sizeof beside, "%s/bivouac.conf", options->data);
    bv_config_begin(&config);
    if (access(beside, F_OK) == 0) bv_config_read(&config, beside, print_complaint, NULL);
    return config.store[0] ? config.store : options->data;
}
