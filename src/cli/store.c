/* Where the store of a server is, for commands that read it directly. */
#include <unistd.h>

#include "cli/cli.h"
#include "server/base/config.h"

static void print_complaint(void *context, const char *text)
{
    (void)context;
    complain(EXIT_FAILED, "%s", text);
}

const char *store_of(const struct options *options)
{
    static struct config config;
    char beside[4096];
    if (options->store) return options->store;
    snprintf(beside, sizeof beside, "%s/bivouac.conf", options->data);
    config_begin(&config);
    if (access(beside, F_OK) == 0) config_read(&config, beside, print_complaint, NULL);
    return config.store[0] ? config.store : options->data;
}
