#include "load/patience.h"

#include "load/saying.h"

enum {
    FIRST_PAUSE = 50000, /* microseconds before a wish is tried again, */
    PAUSE_DOUBLINGS = 4, /* doubled so often at most */
};

bool bv_is_trouble(struct bv_span code)
{
    return bv_span_is(code, "not-stored") || bv_span_is(code, "unreadable") ||
           bv_span_is(code, "busy");
}

void bv_player_put_off(struct bv_crowd *crowd, struct bv_player *player)
{
    if (player->again) return;
    uint32_t pause = (uint32_t)FIRST_PAUSE
                     << (player->setbacks < PAUSE_DOUBLINGS ? player->setbacks : PAUSE_DOUBLINGS);
    player->setbacks++;
    player->again = bv_load_now() + pause / 2 + bv_random_below(&crowd->board.random, pause);
    crowd->figures.put_off++;
}

void bv_player_look(struct bv_crowd *crowd, struct bv_player *player, int64_t now)
{
    struct bv_switchboard *board = &crowd->board;
    if (!board->patience) return;
    bv_caller_look(board, &player->caller, now);
    if (player->caller.stage != BV_CALLER_INSIDE) return;
    bool ignored = player->unanswered && now - player->waiting_since > board->patience;
    bool due = player->again && player->again <= now;
    if (ignored || (due && board->further)) {
        bv_caller_go_elsewhere(board, &player->caller);
    } else if (due) {
        player->again = 0;
        bv_player_resume(crowd, player);
    }
}

void bv_player_prove(struct bv_crowd *crowd, struct bv_player *player)
{
    struct bv_saying saying;
    if (player->said || player->proving || !player->shown || player->over) return;
    player->proving = bv_say_begin(player, &saying, "say");
    const struct bv_terms *terms = &player->table->gambler->terms;
    bv_say_field(&saying, "seat", bv_seat_name(terms, bv_channel_of_player(player)));
    bv_say_field(&saying, "room", "side");
    bv_say_field(&saying, "text", "back again");
    bv_say_end(crowd, player, &saying);
}

void bv_player_count_back(struct bv_crowd *crowd, struct bv_player *player)
{
    bool waits = bv_ledger_open_move(player->table->ledger, player->side).length &&
                 player->moved < crowd->fault_over;
    if (player->back || !player->said || waits) return;
    player->back = true;
    crowd->came_back++;
    bv_histogram_add(&crowd->back, (uint64_t)(bv_load_now() - crowd->fault_over));
}
