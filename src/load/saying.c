#include "load/saying.h"

int bv_channel_of_player(const struct bv_player *player)
{
    return __builtin_ctz(bv_seats_of_side(&player->table->gambler->terms, player->side));
}

uint32_t bv_say_begin(struct bv_player *player, struct bv_saying *saying, const char *verb)
{
    struct bv_out *out = &saying->out;
    *out = bv_out_into(saying->text, sizeof saying->text);
    bv_put(out, "{\"do\":\"");
    bv_put(out, verb);
    bv_put(out, "\",\"id\":");
    bv_put_number(out, ++player->requests);
    if (!bv_has_table(player)) return player->requests;
    bv_put(out, ",\"table\":\"");
    bv_put(out, player->table->ledger->table);
    bv_put_char(out, '"');
    return player->requests;
}

void bv_say_field(struct bv_saying *saying, const char *name, const char *value)
{
    bv_put(&saying->out, ",\"");
    bv_put(&saying->out, name);
    bv_put(&saying->out, "\":\"");
    bv_put(&saying->out, value);
    bv_put_char(&saying->out, '"');
}

void bv_say_end(struct bv_crowd *crowd, struct bv_player *player, struct bv_saying *saying)
{
    bv_put_char(&saying->out, '}');
    BV_ASSERT(!saying->out.cut);
    if (player->caller.stage != BV_CALLER_INSIDE) return;
    if (!player->unanswered++) player->waiting_since = bv_load_now();
    bv_caller_say(&crowd->board, &player->caller,
                  (struct bv_span){saying->text, saying->out.length});
}
