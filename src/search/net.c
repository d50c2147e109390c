#include "search/net.h"

#include "core/text.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "a net is read as it lies");
_Static_assert(offsetof(struct net, first) % 8 == 0, "a net has no padding");

/*
 * Vectors of 16 bytes in the compiler's own notation: SSE2, NEON or WebAssembly's, or plain numbers
 * where there are none. Integers come out the same everywhere.
 */
typedef int16_t shorts8 __attribute__((vector_size(16)));
typedef int32_t ints4 __attribute__((vector_size(16)));

enum { LANES = 8, ROWS = NET_HIDDEN / LANES };

static shorts8 load(const int16_t *from)
{
    shorts8 row;
    bv_copy(&row, from, sizeof row);
    return row;
}

/* The sums of two neighbouring products each. */
static ints4 products(shorts8 a, shorts8 b)
{
#if defined(__SSE2__)
    return (ints4)__builtin_ia32_pmaddwd128(a, b);
#elif defined(__wasm_simd128__)
    return __builtin_wasm_dot_s_i32x4_i16x8(a, b);
#else
    ints4 sum;
    for (int i = 0; i < 4; i++) sum[i] = a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
    return sum;
#endif
}

static void add_up(const struct net *net, const uint16_t *feature, uint32_t count,
                   shorts8 sum[ROWS])
{
    for (int row = 0; row < ROWS; row++) sum[row] = load(net->first_bias + LANES * row);
    for (uint32_t i = 0; i < count; i++) {
        const int16_t *weight = net->first[feature[i]];
        BV_ASSERT(feature[i] < net->features);
        for (int row = 0; row < ROWS; row++) sum[row] += load(weight + LANES * row);
    }
}

static void clip(shorts8 sum[ROWS])
{
    for (int row = 0; row < ROWS; row++) {
        sum[row] &= sum[row] > 0;
        shorts8 above = sum[row] > NET_ONE;
        sum[row] = (sum[row] & ~above) | (above & NET_ONE);
    }
}

static int32_t weighted(const shorts8 sum[ROWS], const int16_t *weight)
{
    ints4 total = {0};
    for (int row = 0; row < ROWS; row++) total += products(sum[row], load(weight + LANES * row));
    return total[0] + total[1] + total[2] + total[3];
}

int32_t net_value(const struct net *net, const uint16_t *feature, uint32_t count)
{
    shorts8 sum[ROWS];
    int32_t value = net->last_bias;
    add_up(net, feature, count, sum);
    clip(sum);
    for (int i = 0; i < NET_SECOND; i++) {
        int32_t second = (net->second_bias[i] + weighted(sum, net->second[i])) >> NET_SECOND_BITS;
        second = second < 0 ? 0 : second < NET_ONE ? second : NET_ONE;
        value += second * net->last[i];
    }
    return value;
}

int32_t net_score(const struct net *net, const uint16_t *feature, uint32_t count, int32_t guess,
                  int32_t winning)
{
    enum { MOST = 20000, LOG_3 = 281, LOG_BITS = 8 }; /* the odds of three in four, in 256ths */
    int64_t value = net_value(net, feature, count);
    int64_t score =
        value * winning * (1 << LOG_BITS) / LOG_3 / (1 << (NET_UNIT_BITS + NET_LAST_BITS));
    score += (int64_t)guess * net->guess_weight / 256;
    return (int32_t)(score > MOST ? MOST : score < -MOST ? -MOST : score);
}

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

/* ---- Which net -------------------------------------------------------------------------------- */

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
