#include "load/retry.h"

#include "load/command_text.h"
#include "util/clock.h"

enum {
    FIRST_PAUSE = 50000, /* microseconds before the first retry */
    PAUSE_DOUBLINGS = 4, /* doubled at most this often */
};

bool load_is_trouble(struct bv_span code)
{
    return bv_span_is(code, "not-stored") || bv_span_is(code, "unreadable") ||
           bv_span_is(code, "busy");
}

void load_player_put_off(struct load_clients *clients, struct load_player *player)
{
    if (player->again) return;
    uint32_t pause = (uint32_t)FIRST_PAUSE
                     << (player->setbacks < PAUSE_DOUBLINGS ? player->setbacks : PAUSE_DOUBLINGS);
    player->setbacks++;
    player->again =
        clock_microseconds() + pause / 2 + bv_random_below(&clients->loop.random, pause);
    clients->figures.put_off++;
}

void load_player_look(struct load_clients *clients, struct load_player *player, int64_t now)
{
    struct client_loop *loop = &clients->loop;
    if (!loop->patience) return;
    client_look(loop, &player->connection, now);
    if (player->connection.stage != CLIENT_CONNECTED) return;
    bool ignored = player->unanswered && now - player->waiting_since > loop->patience;
    bool due = player->again && player->again <= now;
    if (ignored || (due && loop->further)) {
        client_switch_server(loop, &player->connection);
    } else if (due) {
        player->again = 0;
        load_player_resume(clients, player);
    }
}

void load_player_prove(struct load_clients *clients, struct load_player *player)
{
    struct load_command command;
    if (player->said || player->proving || !player->shown || player->over) return;
    player->proving = load_command_begin(player, &command, "say");
    const struct bv_terms *terms = &player->table->random_player->terms;
    load_command_field(&command, "seat", bv_seat_name(terms, load_channel_of_player(player)));
    load_command_field(&command, "to", "side");
    load_command_field(&command, "text", "back again");
    load_command_end(clients, player, &command);
}

void load_player_count_back(struct load_clients *clients, struct load_player *player)
{
    bool waits = ledger_open_move(player->table->ledger, player->side).length &&
                 player->moved < clients->fault_over;
    if (player->back || !player->said || waits) return;
    player->back = true;
    clients->came_back++;
    histogram_add(&clients->back, (uint64_t)(clock_microseconds() - clients->fault_over));
}
