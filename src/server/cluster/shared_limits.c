/*
 * Rate limits across nodes. A node sends what clients have taken from its buckets to the other
 * nodes, which count it as their own:
 *
 *     limits KIND:KEY:MICROSECONDS …
 *
 * The key is a hash that all nodes compute alike. The time says how much later the bucket will be
 * full again; with a minus sign, how much sooner, because tokens were returned. Login attempts are
 * sent at once, everything else each second, and only for buckets with noticeable use.
 */
#include "core/dice.h"
#include "core/hash.h"
#include "server/cluster/cluster.h"
#include "util/clock.h"

enum { TEXT_MAX = 32 * 1024, LINE_MAX_BYTES = 64 };

struct shared_limits {
    struct peers *peers;
    struct bv_out out;
    char text[TEXT_MAX];
};

static void send_limits(struct shared_limits *shared_limits)
{
    if (shared_limits->out.length)
        peers_send(shared_limits->peers, "limits",
                   (struct bv_span){shared_limits->text, shared_limits->out.length});
    shared_limits->out = bv_out_into(shared_limits->text, sizeof shared_limits->text);
}

static void put_line(void *context, enum rate_limit kind, uint64_t key, int64_t microseconds)
{
    struct shared_limits *shared_limits = context;
    struct bv_out *out = &shared_limits->out;
    uint8_t bytes[sizeof key];
    for (size_t i = 0; i < sizeof key; i++) bytes[i] = (uint8_t)(key >> 8 * i);
    if (out->length + LINE_MAX_BYTES > out->size) send_limits(shared_limits);
    if (out->length) bv_put_char(out, ' ');
    bv_put_number(out, kind);
    bv_put_char(out, ':');
    bv_put_hex(out, bytes, sizeof bytes);
    bv_put_char(out, ':');
    bv_put_number(out, microseconds);
}

void shared_limits_send(struct peers *peers, struct rate_limits *limits, bool all)
{
    if (!all && !rate_limits_press(limits)) return;
    struct shared_limits *shared_limits = memory_new(sizeof *shared_limits);
    shared_limits->peers = peers;
    shared_limits->out = bv_out_into(shared_limits->text, sizeof shared_limits->text);
    rate_limits_visit(limits, all, clock_milliseconds(), put_line, shared_limits);
    send_limits(shared_limits);
    free(shared_limits);
}

void shared_limits_receive(struct rate_limits *limits, struct bv_span text)
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
            !bv_number_of(kind, 0, LIMIT_KINDS - 1, &number) ||
            !bv_hex_of(hex, bytes, sizeof bytes) || line.length > 15)
            continue;
        bool back = bv_take_char(&line, '-');
        if (!bv_long_of(line, &microseconds)) continue;
        for (size_t i = 0; i < sizeof key; i++) key |= (uint64_t)bytes[i] << 8 * i;
        rate_limits_receive(limits, (enum rate_limit)number, key,
                            back ? -microseconds : microseconds, clock_milliseconds());
    }
}

uint64_t shared_limits_seed(const uint8_t secret[SECRET_SIZE])
{
    char signature[SIGNATURE_SIZE];
    signature_make(secret, "limits", (struct bv_span){"", 0}, signature);
    return bv_hash_text(0, signature);
}
