/*
 * Limits across nodes. Whoever asks this node for much is told of to the others, which count it as if they had been asked:
 *
 *     limits KIND:KEY:MICROSECONDS …
 *
 * where the key is a hash that all nodes make alike, and the time how much later the bucket will be full again; with a
 * minus sign, how much sooner, because what was taken has been given back. Tries to log in are told of at once, everything else each second, and only of buckets that are used noticeably.
 */
#include "core/dice.h"
#include "core/hash.h"
#include "server/fellowship/fellowship.h"
#include "server/keeping/gate.h"

enum { GOSSIP_TEXT = 32 * 1024, GOSSIP_LINE = 64 };

struct gossip {
    struct bv_fellows *fellows;
    struct bv_out out;
    char text[GOSSIP_TEXT];
};

static void say(struct gossip *gossip)
{
    if (gossip->out.length)
        bv_fellows_say(gossip->fellows, "limits",
                       (struct bv_span){gossip->text, gossip->out.length});
    gossip->out = bv_out_into(gossip->text, sizeof gossip->text);
}

static void put_line(void *context, enum bv_limit kind, uint64_t key, int64_t microseconds)
{
    struct gossip *gossip = context;
    struct bv_out *out = &gossip->out;
    uint8_t bytes[sizeof key];
    for (size_t i = 0; i < sizeof key; i++) bytes[i] = (uint8_t)(key >> 8 * i);
    if (out->length + GOSSIP_LINE > out->size) say(gossip);
    if (out->length) bv_put_char(out, ' ');
    bv_put_number(out, kind);
    bv_put_char(out, ':');
    bv_put_hex(out, bytes, sizeof bytes);
    bv_put_char(out, ':');
    bv_put_number(out, microseconds);
}

void bv_gossip_say(struct bv_house *house, bool all)
{
    struct bv_limits *limits = bv_gate_limits(house->gate);
    if (!all && !bv_limits_press(limits)) return;
    struct gossip *gossip = bv_new(sizeof *gossip);
    gossip->fellows = house->fellows;
    gossip->out = bv_out_into(gossip->text, sizeof gossip->text);
    bv_limits_tell(limits, all, bv_gate_now(), put_line, gossip);
    say(gossip);
    free(gossip);
}

void bv_gossip_hear(struct bv_house *house, struct bv_span text)
{
    struct bv_span line = {0};
    struct bv_span kind = {0};
    struct bv_span hex = {0};
    while (bv_take_part(&text, ' ', &line)) {
        int number = 0;
        int64_t microseconds = 0;
        uint64_t key = 0;
        uint8_t bytes[sizeof key];
        if (!bv_take_part(&line, ':', &kind) || !bv_take_part(&line, ':', &hex) ||
            !bv_number_of(kind, 0, BV_LIMIT_KINDS - 1, &number) ||
            !bv_hex_of(hex, bytes, sizeof bytes) || line.length > 15)
            continue;
        bool back = bv_take_char(&line, '-');
        if (!bv_long_of(line, &microseconds)) continue;
        for (size_t i = 0; i < sizeof key; i++) key |= (uint64_t)bytes[i] << 8 * i;
        bv_limits_hear(bv_gate_limits(house->gate), (enum bv_limit)number, key,
                       back ? -microseconds : microseconds, bv_gate_now());
    }
}

/* All nodes hash alike, and nobody outside can aim at somebody else's bucket. */
uint64_t bv_gossip_seed(const struct bv_house *house)
{
    char seal[BV_SEAL_SIZE];
    bv_seal(house->secret, "limits", (struct bv_span){"", 0}, seal);
    return bv_hash_text(0, seal);
}
