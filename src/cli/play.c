/* bivouac play: a game in the terminal, full screen, or line by line where that is not possible. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/play.h"
#include "client/table_link.h"
#include "tui/tui.h"

uint64_t seed_of(const struct options *options)
{
    return options->has_seed ? options->seed : (uint64_t)time(NULL) ^ (uint64_t)getpid() << 32;
}

/* Why full-screen play is not possible; NULL: it is. */
static const char *missing_screen(const struct options *options)
{
    const char *type = getenv("TERM");
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return "";
    if (!type || !*type || strcmp(type, "dumb") == 0)
        return say(options, (struct bv_text){"le terminal « dumb » ne permet pas le plein écran",
                                             "the terminal 'dumb' cannot show a full screen"});
    return NULL;
}

/* Whether the address of the server is a link to a table. */
static bool is_link(const struct options *options, struct table_link *link)
{
    return options->server && !options->operands && table_link_read(link, options->server);
}

static struct tui_commands commands_of(const struct options *options)
{
    struct tui_commands commands = {
        .looks = {.french = options->language == FRENCH,
                  .ascii = options->ascii,
                  .colour = wants_colour(options)},
        .against = options->against,
        .side = options->side,
        .save = options->save,
        .resume = options->resume,
        .seed = seed_of(options),
        .server = options->server,
        .table = options->operands ? options->operand[0] : NULL,
        .name = options->name,
        .key = options->key,
    };
    if (options->has_game) commands.request = options->request;
    return commands;
}

static int play_line_by_line(const struct options *options, const char *why)
{
    if (options->server)
        return complain(
            EXIT_FAILED, "%s",
            say(options, (struct bv_text){"une table de serveur demande un terminal plein écran",
                                          "a server's table needs a full-screen terminal"}));
    if (*why)
        fprintf(stderr,
                say(options, (struct bv_text){"bivouac : %s ; jeu ligne par ligne (--plain).\n",
                                              "bivouac: %s; playing line by line (--plain).\n"}),
                why);
    return play_plain(options);
}

static int play_full_screen(const struct options *options)
{
    struct tui_commands commands = commands_of(options);
    struct table_link link;
    struct bv_error error;
    if (is_link(options, &link)) {
        commands.server = link.server;
        commands.table = link.table;
        if (link.key[0]) commands.key = link.key;
    }
    char farewell[512];
    switch (tui_play(&commands, farewell, &error)) {
    case TUI_NO_TERMINAL: return play_line_by_line(options, error.text);
    case TUI_MISUSED: return complain(EXIT_MISUSED, "%s", error.text);
    case TUI_FAILED: return complain(EXIT_FAILED, "%s", error.text);
    case TUI_LEFT: break;
    }
    if (*farewell) puts(farewell);
    return EXIT_DONE;
}

static int run(const struct options *options)
{
    const char *why = options->plain ? "" : missing_screen(options);
    struct table_link link;
    if (options->operands > (options->server ? 1 : 0))
        return complain(EXIT_MISUSED, "play takes no '%s'; see 'bivouac play --help'",
                        options->operand[options->server ? 1 : 0]);
    if (options->server && !options->operands && !is_link(options, &link))
        return complain(
            EXIT_MISUSED, "%s",
            say(options, (struct bv_text){"--server URL demande une TABLE, ou un lien vers elle",
                                          "--server URL needs a TABLE, or a link to one"}));
    return why ? play_line_by_line(options, why) : play_full_screen(options);
}

const struct command command_play = {
    .name = "play",
    .usage =
        "[GAME] [--against person|level:1..8] [--side SIDE] | --server URL TABLE [--name NAME]",
    .summary = {"Joue dans le terminal : à deux, contre l'ordinateur, ou à une table d'un serveur.",
                "Plays in the terminal: two people, against the computer, or at a server's table."},
    .help =
        {"Plein écran : flèches et souris, ou des coups écrits comme dans les règles ; F1 "
         "explique.\n"
         "Sans JEU, propose les cinq jeux et les parties à reprendre, enregistrées coup par coup\n"
         "dans $XDG_STATE_HOME/bivouac (ou ~/.local/state/bivouac).\n"
         "  --against level:4  l'ordinateur, du niveau 1 à 8, tient l'autre camp\n"
         "  --side CAMP        votre camp contre lui\n"
         "  --seed N           les mêmes dés à chaque fois\n"
         "  --save FICHIER     enregistre la partie en sortant ; --resume la reprend\n"
         "  --set option=valeur, --seats K, --board FICHIER, --lang fr|en\n"
         "  --ascii            sans couleur ni Unicode ; --colour, --no-colour, NO_COLOR\n"
         "  --plain            ligne par ligne, comme dans un tube\n"
         "  --server URL TABLE joue à une table d'un serveur ; --server LIEN, à celle du lien\n"
         "  --name NOM         votre nom sur ce serveur ; --side CAMP et --key CLÉ, la place",
         "Full screen: arrows and mouse, or tokens written as in the rules; F1 explains.\n"
         "Without a GAME, offers the five games and the saved ones, which are saved token by\n"
         "token in $XDG_STATE_HOME/bivouac (or ~/.local/state/bivouac).\n"
         "  --against level:4  the computer, level 1 to 8, holds the other side\n"
         "  --side SIDE        your side against it\n"
         "  --seed N           the same dice every time\n"
         "  --save FILE        saves the game on leaving; --resume continues it\n"
         "  --set option=value, --seats K, --board FILE, --lang fr|en\n"
         "  --ascii            no colour, no Unicode; --colour, --no-colour, NO_COLOR\n"
         "  --plain            line by line, as in a pipe\n"
         "  --server URL TABLE plays at a table of a server; --server LINK, at the link's\n"
         "  --name NAME        your name on that server; --side SIDE and --key KEY, the seat"},
    .takes = TAKES_GAME | GAME_OPTIONAL | TAKES_PLAY | TAKES_SEED | TAKES_LOOKS | TAKES_LANGUAGE,
    .run = run,
};
