/* The net of a game, which the page fetches before a search: the module itself has none. */
#include "search/levels.h"
#include "wasm/table.h"

enum { NET_MOST = 1 << 19 };

static _Alignas(64) unsigned char bytes[NET_MOST];

static struct {
    const struct bv_game *game;
    const struct net *net;
} fetched;

const struct net *wasm_net_of(const struct bv_game *game)
{
    return fetched.game == game ? fetched.net : NULL;
}

/* Where the bytes of a net go, and how many fit. */
EXPORT(net_buffer) unsigned char *wasm_net_buffer(void)
{
    return bytes;
}

EXPORT(net_most) uint32_t wasm_net_most(void)
{
    return NET_MOST;
}

/* Takes the net there into use for the game named in the text buffer; 0 and the reason if it is none. */
EXPORT(take_net) uint32_t wasm_take_net(uint32_t name_length, uint32_t size)
{
    struct bv_error error;
    const struct bv_game *game = bv_game_find(given(name_length), &error);
    if (!game) return give_error(&error);
    const struct net_input *input = level_opponent_of(game)->input;
    fetched.game = game;
    fetched.net = input && size <= NET_MOST ? net_in(bytes, size, input->features) : NULL;
    if (fetched.net) return 1;
    bv_error_setf(&error, "this is no net for %s", game->id);
    return give_error(&error);
}
