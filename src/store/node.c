#include "store/node.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/random.h>

static char name[NODE_SIZE];

static void choose_name(void)
{
    unsigned char random[NODE_SIZE - 1];
    /* The kernel returns so few bytes at once, and never fails after it has started. */
    if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random) abort();
    for (int i = 0; i < NODE_SIZE - 1; i++) name[i] = (char)('a' + random[i] % 26);
}

const char *node_name(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, choose_name);
    return name;
}
