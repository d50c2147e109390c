/* `bivouac serve`: the house, open day and night. */
#include "cli/cli.h"
#include "server/house.h"

static int run(const struct options *options)
{
    struct bv_error error;
    if (options->operands) return complain(EXIT_MISUSED, "serve takes options only");
    struct bv_serve_options house = {.address = options->listen,
                                     .port = options->port,
                                     .folder = options->data,
                                     .web = options->web,
                                     .threads = options->threads};
    if (bv_serve(&house, &error)) return EXIT_DONE;
    return complain(EXIT_FAILED, "%s", error.text);
}

const struct command command_serve = {
    .name = "serve",
    .usage = "[--port N] [--listen ADDRESS] [--data DIR] [--web DIR] [--threads N]",
    .summary = {"Ouvre la maison : tables, parties et records sur un serveur.",
                "Opens the house: tables, games and records on a server."},
    .help = {"Affiche son adresse quand tout est prêt, et reste ouvert jusqu'à Ctrl-C.\n"
             "  --port N         8080 par défaut ; 0 laisse choisir le système\n"
             "  --listen ADRESSE 127.0.0.1 par défaut : cette machine seule\n"
             "  --data DOSSIER   où tout est gardé, dans un seul fichier (var)\n"
             "  --web DOSSIER    les pages pour les navigateurs (web/dist)\n"
             "  --threads N      pour la réflexion de l'ordinateur (tous les cœurs sauf un)",
             "Prints its address when it is ready, and stays open until Ctrl-C.\n"
             "  --port N         8080 unless told; 0 lets the system choose\n"
             "  --listen ADDRESS 127.0.0.1 unless told: this machine alone\n"
             "  --data DIR       where everything is kept, in one file (var)\n"
             "  --web DIR        the pages for browsers (web/dist)\n"
             "  --threads N      for the computer's thinking (all cores but one)"},
    .takes = TAKES_DOORS | TAKES_DATA,
    .run = run,
};
