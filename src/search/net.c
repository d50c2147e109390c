#include "search/net.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "core/text.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "a net is read as it lies");
_Static_assert(offsetof(struct net, first) % 8 == 0, "a net has no padding");

/*
 * The sums are loops of fixed length over integers, which compilers turn into the vectors of the
 * machine: SSE2 on every x86-64, NEON, WebAssembly's where the module is built with them. Each of
 * these functions becomes part of its callers, so one caller that may use AVX2 has them with AVX2.
 */
#define PART_OF_CALLER static inline __attribute__((always_inline))

PART_OF_CALLER void add(int16_t sum[NET_HIDDEN], const int16_t weight[NET_HIDDEN])
{
    for (int i = 0; i < NET_HIDDEN; i++) sum[i] = (int16_t)(sum[i] + weight[i]);
}

PART_OF_CALLER void subtract(int16_t sum[NET_HIDDEN], const int16_t weight[NET_HIDDEN])
{
    for (int i = 0; i < NET_HIDDEN; i++) sum[i] = (int16_t)(sum[i] - weight[i]);
}

PART_OF_CALLER void clip(const int16_t sum[NET_HIDDEN], int16_t clipped[NET_HIDDEN])
{
    for (int i = 0; i < NET_HIDDEN; i++) {
        int16_t one = sum[i] < 0 ? 0 : sum[i];
        clipped[i] = one > NET_ONE ? NET_ONE : one;
    }
}

PART_OF_CALLER int32_t weighted(const int16_t clipped[NET_HIDDEN], const int16_t weight[NET_HIDDEN])
{
    int32_t total = 0;
    for (int i = 0; i < NET_HIDDEN; i++) total += clipped[i] * weight[i];
    return total;
}

/* What the sums of the first layer come to. */
PART_OF_CALLER int32_t weigh(const struct net *net, const int16_t sum[NET_HIDDEN])
{
    int16_t clipped[NET_HIDDEN];
    int32_t value = net->last_bias;
    clip(sum, clipped);
    for (int i = 0; i < NET_SECOND; i++) {
        int32_t second =
            (net->second_bias[i] + weighted(clipped, net->second[i])) >> NET_SECOND_BITS;
        second = second < 0 ? 0 : second < NET_ONE ? second : NET_ONE;
        value += second * net->last[i];
    }
    return value;
}

/* Brings the sums to another set of features. */
PART_OF_CALLER void change(const struct net *net, struct net_sums *sums, const struct net_set *set)
{
    uint32_t words = (net->features + 63) / 64;
    for (uint32_t word = 0; word < words; word++) {
        uint64_t old = sums->set.word[word];
        uint64_t new = set->word[word];
        const int16_t(*weight)[NET_HIDDEN] = &net->first[64 * word];
        for (uint64_t left = new & ~old; left;) add(sums->sum, weight[bv_take64(&left)]);
        for (uint64_t left = old & ~new; left;) subtract(sums->sum, weight[bv_take64(&left)]);
        sums->set.word[word] = new;
    }
}

static int32_t value_narrow(const struct net *net, struct net_sums *sums, const struct net_set *set)
{
    change(net, sums, set);
    return weigh(net, sums->sum);
}

/* ---- Wide vectors ----------------------------------------------------------------------------- */

#if defined(__x86_64__)

/* The processor knows AVX2, and the system keeps its registers. */
static bool is_wide(void)
{
    enum { SSE_AND_AVX = 6 };
    unsigned a, b, c, d;
    unsigned low, high;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE)) return false;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    if ((low & SSE_AND_AVX) != SSE_AND_AVX) return false;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && b & bit_AVX2;
}

__attribute__((target("avx2"))) static int32_t
value_wide(const struct net *net, struct net_sums *sums, const struct net_set *set)
{
    change(net, sums, set);
    return weigh(net, sums->sum);
}

#else

static bool is_wide(void)
{
    return false;
}

#define value_wide value_narrow

#endif

/* ---- Evaluating ------------------------------------------------------------------------------- */

int32_t net_value(const struct net *net, const uint16_t *feature, uint32_t count)
{
    int16_t sum[NET_HIDDEN];
    bv_copy(sum, net->first_bias, sizeof sum);
    for (uint32_t i = 0; i < count; i++) {
        BV_ASSERT(feature[i] < net->features);
        add(sum, net->first[feature[i]]);
    }
    return weigh(net, sum);
}

/* In the scale of a search, with the evaluation by hand as far as the net wants it. */
static int32_t scaled(const struct net *net, int64_t value, int32_t guess, int32_t winning)
{
    enum { MOST = 20000, LOG_3 = 281, LOG_BITS = 8 }; /* the odds of three in four, in 256ths */
    int64_t score =
        value * winning * (1 << LOG_BITS) / LOG_3 / (1 << (NET_UNIT_BITS + NET_LAST_BITS));
    score += (int64_t)guess * net->guess_weight / 256;
    return (int32_t)(score > MOST ? MOST : score < -MOST ? -MOST : score);
}

int32_t net_score(const struct net *net, const uint16_t *feature, uint32_t count, int32_t guess,
                  int32_t winning)
{
    return scaled(net, net_value(net, feature, count), guess, winning);
}

uint32_t net_set_list(const struct net_set *set, uint16_t *list)
{
    uint32_t count = 0;
    for (uint32_t word = 0; word < NET_WORDS; word++)
        for (uint64_t left = set->word[word]; left;)
            list[count++] = (uint16_t)(64 * word + (uint32_t)bv_take64(&left));
    BV_ASSERT(count <= NET_ACTIVE_MAX);
    return count;
}

void net_evaluator_open(struct net_evaluator *evaluator)
{
    evaluator->wide = is_wide();
    evaluator->net = NULL;
}

void net_evaluator_use(struct net_evaluator *evaluator, const struct net *net)
{
    evaluator->net = net;
    if (!net) return;
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        struct net_sums *sums = &evaluator->sums[side];
        bv_clear(&sums->set, sizeof sums->set);
        bv_copy(sums->sum, net->first_bias, sizeof sums->sum);
    }
}

int32_t net_evaluator_value(struct net_evaluator *evaluator, int side, const struct net_set *set)
{
    struct net_sums *sums = &evaluator->sums[side];
    return evaluator->wide ? value_wide(evaluator->net, sums, set)
                           : value_narrow(evaluator->net, sums, set);
}

int32_t net_evaluator_score(struct net_evaluator *evaluator, int side, const struct net_set *set,
                            int32_t guess, int32_t winning)
{
    return scaled(evaluator->net, net_evaluator_value(evaluator, side, set), guess, winning);
}

/* ---- Which net -------------------------------------------------------------------------------- */

/* Adler-32, which Python's zlib has too. */
static uint32_t checksum_of(const unsigned char *bytes, size_t size)
{
    uint32_t low = 1;
    uint32_t high = 0;
    for (size_t i = 0; i < size; i++) {
        low = (low + bytes[i]) % 65521;
        high = (high + low) % 65521;
    }
    return high << 16 | low;
}

static bool is_sound(const void *bytes, size_t size, uint32_t features)
{
    static const char magic[8] = "BVNET";
    const struct net *net = bytes;
    size_t begun = offsetof(struct net, told);
    if (size < sizeof *net || !bv_same(net->magic, magic, sizeof magic)) return false;
    return net->version == NET_VERSION && net->features == features && net->size == size &&
           size == sizeof *net + (size_t)features * sizeof net->first[0] &&
           net->checksum == checksum_of((const unsigned char *)bytes + begun, size - begun);
}

const struct net net_none;

const struct net *net_in(const void *bytes, size_t size, uint32_t features)
{
    return is_sound(bytes, size, features) ? bytes : NULL;
}

const struct net *net_of(const struct bv_game *game, const struct net *instead)
{
    if (instead) return instead == &net_none ? NULL : instead;
    for (const struct net_builtin *at = net_builtin; at->game; at++)
        if (bv_equal(at->game, game->id)) return at->bytes;
    return NULL;
}
