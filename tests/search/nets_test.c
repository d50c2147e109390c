/* Nets: the same numbers everywhere, and nothing that is not a net is taken for one. */
#include "asking.h"

#include <string.h>

#include "search/levels.h"

enum { FEATURES = 3, START_VALUE = 620 };

/* A net small enough to be reckoned by hand. */
static union {
    struct net net;
    unsigned char bytes[sizeof(struct net) + FEATURES * NET_HIDDEN * sizeof(int16_t)];
} made;

static uint32_t adler(const unsigned char *bytes, size_t size)
{
    uint32_t low = 1;
    uint32_t high = 0;
    for (size_t i = 0; i < size; i++) {
        low = (low + bytes[i]) % 65521;
        high = (high + low) % 65521;
    }
    return high << 16 | low;
}

static void seal(void)
{
    size_t begun = offsetof(struct net, told);
    made.net.checksum = adler(made.bytes + begun, sizeof made.bytes - begun);
}

static void make(void)
{
    int16_t *first = (int16_t *)(made.bytes + offsetof(struct net, first));
    memset(&made, 0, sizeof made);
    memcpy(made.net.magic, "BVNET", 6);
    made.net.version = NET_VERSION;
    made.net.features = FEATURES;
    made.net.size = sizeof made.bytes;
    first[0 * NET_HIDDEN + 0] = 100;  /* feature 0 lifts the first sum */
    first[1 * NET_HIDDEN + 0] = 60;   /* with feature 1 it is clipped */
    first[2 * NET_HIDDEN + 63] = -50; /* feature 2 lowers the last one */
    made.net.first_bias[63] = 90;
    made.net.second[0][0] = 64; /* as it is */
    made.net.second[1][63] = -32;
    made.net.second_bias[1] = 64 * 64;
    made.net.last[0] = 256;
    made.net.last[1] = 3;
    made.net.last_bias = 7;
    seal();
}

static const struct net *given_net(void)
{
    const struct bv_game *game = bv_game_find(bv_span_of("kriegspiel"), &(struct bv_error){0});
    const struct net *net = net_in(&made, sizeof made.bytes, FEATURES);
    assert_non_null(net);
    assert_ptr_equal(net_of(game, net), net);
    return net;
}

static void adds_clips_and_weighs(void **state)
{
    (void)state;
    make();
    const struct net *net = given_net();
    uint16_t none[1] = {0};
    /* The last sum is 90: 64 - 45 = 19 in the second layer, three times. */
    assert_int_equal(net_value(net, none, 0), 7 + 3 * 19);
    assert_int_equal(net_value(net, (uint16_t[]){0}, 1), 7 + 3 * 19 + 256 * 100);
    assert_int_equal(net_value(net, (uint16_t[]){0, 1}, 2), 7 + 3 * 19 + 256 * 127);
    assert_int_equal(net_value(net, (uint16_t[]){2}, 1), 7 + 3 * 44);
}

static void scores_in_the_scale_of_the_search(void **state)
{
    (void)state;
    make();
    made.net.last_bias = 281 * (1 << 15) / 256; /* the odds of three in four */
    made.net.last[1] = 0;
    made.net.guess_weight = 128;
    seal();
    const struct net *net = given_net();
    assert_int_equal(net_score(net, NULL, 0, 0, 400), 400);
    assert_int_equal(net_score(net, NULL, 0, -100, 400), 350);
}

static void takes_nothing_else_for_a_net(void **state)
{
    const struct bv_game *game = bv_game_find(bv_span_of("kriegspiel"), &(struct bv_error){0});
    (void)state;
    make();
    assert_null(net_in(&made, sizeof made.bytes - 2, FEATURES));
    assert_null(net_in(&made, sizeof made.bytes, FEATURES + 1));
    made.bytes[sizeof made.bytes - 1] ^= 1;
    assert_null(net_in(&made, sizeof made.bytes, FEATURES));
    assert_null(net_of(game, NULL));
}

/* ---- The same numbers, however they are reckoned ---------------------------------------------- */

enum { MANY = 1000, POSITIONS = 300, CHANGES = 12 };

static union {
    struct net net;
    unsigned char bytes[sizeof(struct net) + MANY * NET_HIDDEN * sizeof(int16_t)];
} large;

static void fill(struct bv_random *random, int16_t *number, size_t count, int most)
{
    for (size_t i = 0; i < count; i++)
        number[i] = (int16_t)((int)bv_random_below(random, (uint32_t)(2 * most + 1)) - most);
}

/* Weights so large that sums wrap around now and then. */
static const struct net *large_net(struct bv_random *random)
{
    struct net *net = &large.net;
    memset(&large, 0, sizeof large);
    net->features = MANY;
    net->last_bias = -12345;
    fill(random, net->last, NET_SECOND, 300);
    fill(random, net->first_bias, NET_HIDDEN, 3000);
    fill(random, &net->second[0][0], (size_t)NET_SECOND * NET_HIDDEN, INT16_MAX);
    fill(random, &net->first[0][0], (size_t)MANY * NET_HIDDEN, 2000);
    for (int i = 0; i < NET_SECOND; i++)
        net->second_bias[i] = (int32_t)bv_random_below(random, 100000) - 50000;
    return net;
}

/* The same as docs/nets.md says it, one number after the other. */
static int32_t by_the_book(const struct net *net, const uint16_t *list, uint32_t count)
{
    int32_t value = net->last_bias;
    for (int i = 0; i < NET_SECOND; i++) {
        int32_t second = net->second_bias[i];
        for (int h = 0; h < NET_HIDDEN; h++) {
            int32_t sum = net->first_bias[h];
            for (uint32_t f = 0; f < count; f++) sum += net->first[list[f]][h];
            int32_t clipped = (int16_t)(uint16_t)sum;
            clipped = clipped < 0 ? 0 : clipped > NET_ONE ? NET_ONE : clipped;
            second += clipped * net->second[i][h];
        }
        second >>= NET_SECOND_BITS;
        value += (second < 0 ? 0 : second > NET_ONE ? NET_ONE : second) * net->last[i];
    }
    return value;
}

/* A dozen features change, and now and then some dozens no longer hold. */
static void alter(struct net_set *set, struct bv_random *random)
{
    for (int i = 0; i < CHANGES; i++) {
        uint32_t feature = bv_random_below(random, MANY);
        uint64_t bit = (uint64_t)1 << feature % 64;
        if (bv_random_below(random, 6) == 0) set->word[bv_random_below(random, NET_WORDS)] = 0;
        set->word[feature / 64] ^= bit;
    }
}

static void reckons_the_same_narrow_wide_and_step_by_step(void **state)
{
    struct bv_random random = bv_random_seeded(5);
    const struct net *net = large_net(&random);
    struct net_evaluator usual;
    struct net_evaluator narrow;
    struct net_set set[BV_SIDES_MAX] = {0};
    (void)state;
    net_evaluator_open(&usual);
    net_evaluator_use(&usual, net);
    narrow = usual;
    narrow.wide = false;
    for (int i = 0; i < POSITIONS; i++) {
        uint16_t list[NET_ACTIVE_MAX];
        int side = i % 3 == 0;
        alter(&set[side], &random);
        uint32_t count = net_set_list(&set[side], list);
        int32_t value = by_the_book(net, list, count);
        assert_int_equal(net_value(net, list, count), value);
        assert_int_equal(net_evaluator_value(&narrow, side, &set[side]), value);
        assert_int_equal(net_evaluator_value(&usual, side, &set[side]), value);
    }
}

static void adds_runs_of_features(void **state)
{
    const bv_bits128 bits = (bv_bits128)0x8000000000000001 << 64 | 0x8000000000000005;
    (void)state;
    for (unsigned first = 0; first < 200; first++) {
        struct net_set all = {0};
        struct net_set single = {0};
        net_set_add_all(&all, first, bits);
        for (unsigned i = 0; i < 128; i++)
            if (bv_has128(bits, (int)i)) net_set_add(&single, first + i);
        assert_memory_equal(&all, &single, sizeof all);
    }
}

/* The nets of the program fit their games' features, and every list of features fits its net. */
static void looks_at(struct session *s, void *context)
{
    const struct net_input *input = level_opponent_of(s->terms.game)->input;
    const struct net *net = net_of(s->terms.game, NULL);
    uint16_t list[NET_ACTIVE_MAX];
    uint32_t *looked = context;
    if (bv_is_over(&s->terms, &s->state) || !input->asked(&s->terms, &s->state)) return;
    uint32_t count = input->list(&s->terms, &s->state, list);
    assert_in_range(count, 1, NET_ACTIVE_MAX);
    for (uint32_t i = 0; i < count; i++) assert_true(list[i] < input->features);
    ++*looked;
    if (!net) return;
    assert_int_equal(net->features, input->features);
    assert_int_equal(net_value(net, list, count), by_the_book(net, list, count));
}

static void features_are_in_range(void **state)
{
    uint32_t looked = 0;
    (void)state;
    random_games("paris", 1, 3, looks_at, &looked);
    random_games("chevaliers", 1, 3, looks_at, &looked);
    assert_true(looked > 100);
}

/* The same number with every compiler; tools/train/netfile.py gives it, too. */
static void says_the_same_everywhere(void **state)
{
    struct session *s = session("chevaliers", "");
    uint16_t list[NET_ACTIVE_MAX];
    const struct net *net = net_of(s->terms.game, NULL);
    (void)state;
    assert_non_null(net);
    uint32_t count = level_opponent_of(s->terms.game)->input->list(&s->terms, &s->state, list);
    assert_int_equal(net_value(net, list, count), START_VALUE);
    session_end(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adds_clips_and_weighs),
        cmocka_unit_test(scores_in_the_scale_of_the_search),
        cmocka_unit_test(takes_nothing_else_for_a_net),
        cmocka_unit_test(reckons_the_same_narrow_wide_and_step_by_step),
        cmocka_unit_test(adds_runs_of_features),
        cmocka_unit_test(features_are_in_range),
        cmocka_unit_test(says_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
