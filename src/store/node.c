#include "store/node.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/random.h>

static char name[BV_NODE_SIZE];

static void choose_name(void)
{
    unsigned char random[BV_NODE_SIZE - 1];
    /* So few bytes are given whole, and the kernel has them once it has started. */
    if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random) abort();
    for (int i = 0; i < BV_NODE_SIZE - 1; i++) name[i] = (char)('a' + random[i] % 26);
}

const char *bv_node(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, choose_name);
    return name;
}
