#include "core/random.h"

static uint64_t splitmix(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

struct bv_random bv_random_seeded(uint64_t seed)
{
    struct bv_random random;
    for (size_t i = 0; i < BV_COUNT(random.word); i++) random.word[i] = splitmix(&seed);
    return random;
}
