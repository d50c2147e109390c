/* bivouac play: a game in the terminal, full screen, or line by line where that is not possible. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "client/table_link.h"
#include "tui/tui.h"

static struct tui_plan plan;
static bool plain;

static void offer_opponents(const struct completion *line)
{
    printf("person\t%s\n",
           SAY("une autre personne, sur le même appareil", "another person, on one device"));
    offer_levels(line);
}

static void offer_sides(const struct completion *line)
{
    const struct bv_game *game = line->game;
    for (int side = 0; game && side < BV_SIDES_MAX; side++)
        printf("%s\t%s\n", game->side[side].name, say(game->side[side].title));
    for (int form = 0; game && form < game->forms; form++)
        for (int seat = 0; seat < game->form[form].seats; seat++) {
            const struct bv_seat *one = &game->form[form].seat[seat];
            bool again = form && one == &game->form[form - 1].seat[seat];
            if (!again && bv_side_named(game, bv_span_of(one->name)) < 0)
                printf("%s\t%s\n", one->name, say(one->title));
        }
}

static const struct command_option own_options[] = {
    OPTION_TEXT("--against", "QUI", "WHO", plan.against, offer_opponents,
                "person, ou l'ordinateur, de level:1 à level:8, qui tient l'autre camp",
                "person, or the computer, level:1 to level:8, which holds the other side"),
    OPTION_TEXT("--side", "CAMP", "SIDE", plan.side, offer_sides,
                "votre camp contre l'ordinateur ; à une table aussi des places, avec des virgules",
                "your side against the computer; at a table also seats, with commas"),
    OPTION_TEXT("--save", "FICHIER", "FILE", plan.save, offer_files,
                "enregistre la partie en sortant", "saves the game on leaving"),
    OPTION_TEXT("--resume", "FICHIER", "FILE", plan.resume, offer_files,
                "reprend une partie enregistrée", "resumes a saved game"),
    OPTION_FLAG("--plain", plain, "ligne par ligne, comme dans un tube",
                "line by line, as in a pipe"),
    OPTION_TEXT("--server", "URL", "URL", plan.server, NULL,
                "joue à une TABLE d'un serveur ; sans TABLE, c'est un lien vers une table",
                "plays at a TABLE of a server; without a TABLE it is a link to one"),
    OPTION_TEXT("--name", "NOM", "NAME", plan.name, NULL,
                "votre nom sur ce serveur, aussi un nouveau",
                "your name on that server, also a new one"),
    OPTION_TEXT("--key", "CLÉ", "KEY", plan.key, NULL, "la clé d'une place réservée",
                "the key of a reserved seat"),
    {0},
};

/* Why full-screen play is not possible; NULL: it is. */
static const char *missing_screen(void)
{
    const char *type = getenv("TERM");
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return "";
    if (!type || !*type || strcmp(type, "dumb") == 0)
        return SAY("le terminal « dumb » ne permet pas le plein écran",
                   "the terminal 'dumb' cannot show a full screen");
    return NULL;
}

static int play_line_by_line(const char *why)
{
    if (plan.server)
        return complain(EXIT_FAILED, "%s",
                        SAY("une table de serveur demande un terminal plein écran",
                            "a server's table needs a full-screen terminal"));
    if (*why)
        fprintf(stderr,
                SAY("bivouac : %s ; jeu ligne par ligne (--plain).\n",
                    "bivouac: %s; playing line by line (--plain).\n"),
                why);
    return play_plain(&plan);
}

static int play_full_screen(void)
{
    struct screen_looks looks = {.ascii = common.ascii, .colour = wants_colour()};
    struct bv_error error;
    char farewell[512];
    switch (tui_play(&plan, &looks, farewell, &error)) {
    case TUI_NO_TERMINAL: return play_line_by_line(error.text);
    case TUI_MISUSED: return complain(EXIT_MISUSED, "%s", error.text);
    case TUI_FAILED: return complain(EXIT_FAILED, "%s", error.text);
    case TUI_LEFT: break;
    }
    if (*farewell) puts(farewell);
    return EXIT_DONE;
}

/* The table of --server: named by the operand, or by a link. */
static bool find_table(void)
{
    static struct table_link link;
    if (common.operands) plan.table = common.operand[0];
    if (!plan.server || common.operands) return true;
    if (!table_link_read(&link, plan.server)) return false;
    plan.server = link.server;
    plan.table = link.table;
    if (link.key[0]) plan.key = link.key;
    return true;
}

static int run(void)
{
    const char *why = plain ? "" : missing_screen();
    if (common.operands && !plan.server)
        return complain(EXIT_MISUSED, "'%s' is one argument too many; see 'bivouac help %s'",
                        common.operand[0], "play");
    if (!find_table())
        return complain(EXIT_MISUSED, "%s",
                        SAY("--server URL demande une TABLE, ou un lien vers elle",
                            "--server URL needs a TABLE, or a link to one"));
    plan.request = common.request;
    plan.seed = common.has_seed ? common.seed : (uint64_t)time(NULL) ^ (uint64_t)getpid() << 32;
    return why ? play_line_by_line(why) : play_full_screen();
}

const struct command command_play = {
    .name = "play",
    .operands = {"[JEU] | --server URL TABLE", "[GAME] | --server URL TABLE"},
    .summary = {"Joue dans le terminal : à deux, contre l'ordinateur, ou à une table d'un serveur.",
                "Plays in the terminal: two people, against the computer, or at a server's table."},
    .help =
        {"Plein écran : flèches et souris, ou des coups écrits comme dans les règles ; F1\n"
         "ouvre les règles, F7 la légende. Sans JEU, propose les cinq jeux et les parties à\n"
         "reprendre, enregistrées coup par coup dans $XDG_STATE_HOME/bivouac (ou\n"
         "~/.local/state/bivouac). Avec SSL_CERT_FILE, d'autres certificats que ceux du\n"
         "système font foi.",
         "Full screen: arrows and mouse, or tokens written as in the rules; F1 opens the\n"
         "rules, F7 the legend. Without a GAME, offers the five games and the saved ones, which\n"
         "are saved token by token in $XDG_STATE_HOME/bivouac (or ~/.local/state/bivouac).\n"
         "SSL_CERT_FILE may name other certificates to trust than those of the system."},
    .game = GAME_OPTIONAL,
    .most = 1,
    .options = {own_options, seed_options, look_options, game_options},
    .run = run,
};
