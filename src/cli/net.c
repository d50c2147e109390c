/* --net: another net than the one built in. */
#include "cli/match.h"
#include "search/levels.h"

static const char *path;

const struct command_option net_options[] = {
    OPTION_TEXT("--net", "FICHIER", "FILE", path, offer_files,
                "un autre réseau que celui du programme", "another net than the program's own"),
    {0},
};

int take_net(const struct net **net)
{
    enum { NET_MOST = 1 << 22 };
    static _Alignas(64) unsigned char bytes[NET_MOST];
    const struct bv_game *game = common.request.game;
    *net = NULL;
    if (!path) return EXIT_DONE;
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file) fclose(file);
    const struct net_input *input = level_opponent_of(game)->input;
    if (input) *net = net_in(bytes, size, input->features);
    if (*net) return EXIT_DONE;
    return complain(EXIT_FAILED, "%s: this is no net for %s", path, game->id);
}
