#include "load/command_text.h"
#include "util/clock.h"

int load_channel_of_player(const struct load_player *player)
{
    return __builtin_ctz(bv_seats_of_side(&player->table->session->terms, player->side));
}

uint32_t load_command_begin(struct load_player *player, struct load_command *command,
                            const char *verb)
{
    struct bv_out *out = &command->out;
    *out = bv_out_into(command->text, sizeof command->text);
    bv_put(out, "{\"do\":\"");
    bv_put(out, verb);
    bv_put(out, "\",\"id\":");
    bv_put_number(out, ++player->requests);
    if (!load_has_table(player)) return player->requests;
    bv_put(out, ",\"table\":\"");
    bv_put(out, player->table->id);
    bv_put_char(out, '"');
    return player->requests;
}

void load_command_field(struct load_command *command, const char *name, const char *value)
{
    bv_put(&command->out, ",\"");
    bv_put(&command->out, name);
    bv_put(&command->out, "\":\"");
    bv_put(&command->out, value);
    bv_put_char(&command->out, '"');
}

void load_command_end(struct load_clients *clients, struct load_player *player,
                      struct load_command *command)
{
    bv_put_char(&command->out, '}');
    BV_ASSERT(!command->out.cut);
    if (player->connection.stage != CLIENT_CONNECTED) return;
    if (!player->unanswered++) player->waiting_since = clock_microseconds();
    client_send(&clients->loop, &player->connection,
                (struct bv_span){command->text, command->out.length});
}
