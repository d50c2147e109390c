/* bivouac play: a game in the terminal, full screen, or line by line where there is no such terminal. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "call/link.h"
#include "cli/play.h"
#include "tui/tui.h"

uint64_t seed_of(const struct options *options)
{
    return options->has_seed ? options->seed : (uint64_t)time(NULL) ^ (uint64_t)getpid() << 32;
}

/* Why a whole screen cannot be had; NULL: it can. */
static const char *missing_screen(const struct options *options)
{
    const char *type = getenv("TERM");
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return "";
    if (!type || !*type || strcmp(type, "dumb") == 0)
        return say(options, (struct bv_text){"le terminal « dumb » ne sait pas remplir un écran",
                                             "the terminal 'dumb' cannot fill a screen"});
    return NULL;
}

/* Whether the table is in the address of the server, in a link as friends send it. */
static bool is_link(const struct options *options, struct bv_link *link)
{
    return options->server && !options->operands && bv_link_read(link, options->server);
}

static struct tui_wishes wishes_of(const struct options *options)
{
    struct tui_wishes wishes = {
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
    if (options->has_game) wishes.request = options->request;
    return wishes;
}

static int play_line_by_line(const struct options *options, const char *why)
{
    if (options->server)
        return complain(
            EXIT_FAILED, "%s",
            say(options, (struct bv_text){"une table de serveur demande un terminal plein écran",
                                          "a server's table takes a full-screen terminal"}));
    if (*why)
        fprintf(stderr,
                say(options,
                    (struct bv_text){"bivouac : %s ; voici le jeu ligne par ligne (--plain).\n",
                                     "bivouac: %s; here is play line by line (--plain).\n"}),
                why);
    return play_plain(options);
}

static int play_full_screen(const struct options *options)
{
    struct tui_wishes wishes = wishes_of(options);
    struct bv_link link;
    struct bv_error error;
    if (is_link(options, &link)) {
        wishes.server = link.house;
        wishes.table = link.table;
        if (link.key[0]) wishes.key = link.key;
    }
    char farewell[512];
    switch (tui_play(&wishes, farewell, &error)) {
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
    struct bv_link link;
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
         "Sans JEU, propose les cinq et les parties à reprendre : chacune est gardée coup par "
         "coup\n"
         "dans $XDG_STATE_HOME/bivouac (ou ~/.local/state/bivouac).\n"
         "  --against level:4  l'ordinateur, du niveau 1 à 8, tient l'autre camp\n"
         "  --side CAMP        le camp que l'on tient contre lui\n"
         "  --seed N           les mêmes dés que la dernière fois\n"
         "  --save FICHIER     enregistre la partie en sortant ; --resume la reprend\n"
         "  --set lecture=valeur, --seats K, --board FICHIER, --lang fr|en\n"
         "  --ascii            sans couleur ni Unicode ; --colour, --no-colour, NO_COLOR\n"
         "  --plain            ligne par ligne, comme dans un tube\n"
         "  --server URL TABLE s'assoit à une table d'un serveur ; --server LIEN, à celle du lien\n"
         "  --name NOM         le nom qu'on y porte ; --side CAMP et --key CLÉ, la place",
         "Full screen: arrows and mouse, or tokens written as in the rules; F1 explains.\n"
         "Without a GAME, offers the five and the games to take up again: each is kept token by\n"
         "token in $XDG_STATE_HOME/bivouac (or ~/.local/state/bivouac).\n"
         "  --against level:4  the computer, level 1 to 8, holds the other side\n"
         "  --side SIDE        the side one holds against it\n"
         "  --seed N           the same dice as last time\n"
         "  --save FILE        saves the game on leaving; --resume takes it up again\n"
         "  --set reading=value, --seats K, --board FILE, --lang fr|en\n"
         "  --ascii            no colour, no Unicode; --colour, --no-colour, NO_COLOR\n"
         "  --plain            line by line, as in a pipe\n"
         "  --server URL TABLE sits down at a server's table; --server LINK, at the link's\n"
         "  --name NAME        what one is called there; --side SIDE and --key KEY, the seat"},
    .takes = TAKES_GAME | GAME_OPTIONAL | TAKES_PLAY | TAKES_SEED | TAKES_LOOKS | TAKES_LANGUAGE,
    .run = run,
};
