/* `bivouac serve`: runs the server. */
#include <unistd.h>

#include "cli/cli.h"
#include "server/main/main.h"
#include "store/store.h"

static void print_complaint(void *context, const char *text)
{
    (void)context;
    complain(EXIT_FAILED, "%s", text);
}

static int print_config(void)
{
    static char text[32 * 1024];
    struct bv_out out = bv_out_into(text, sizeof text);
    config_print(&out);
    fputs(text, stdout);
    return EXIT_DONE;
}

/* Defaults, then the file, then the command line. Prints everything that is wrong. */
static bool read_config(const struct options *options, struct config *config)
{
    struct bv_error error;
    char beside[4096]; /* the default path of the file: in the data folder */
    bool good = true;
    snprintf(beside, sizeof beside, "%s/bivouac.conf", options->data);
    const char *file = options->config.file;
    if (!file && access(beside, F_OK) == 0) file = beside;
    config_begin(config);
    if (file) good = config_read(config, file, print_complaint, NULL);
    for (int i = 0; i < options->config.sets; i++) {
        if (config_set_word(config, options->config.set[i], &error)) continue;
        complain(EXIT_FAILED, "--config-set: %s", error.text);
        good = false;
    }
    const struct {
        const char *key, *value;
    } said[] = {{"listen", options->listen},
                {"web", options->web},
                {"store", options->store},
                {"data", options->has_data ? options->data : NULL}};
    for (size_t i = 0; i < BV_COUNT(said); i++) {
        if (!said[i].value ||
            config_set(config, bv_span_of(said[i].key), bv_span_of(said[i].value), &error))
            continue;
        complain(EXIT_FAILED, "--%s", error.text);
        good = false;
    }
    if (options->store && store_has_password(options->store))
        complain(EXIT_DONE, "--store: every user of this machine can see the password in the list "
                            "of processes; keep it in a file of libpq's (passfile=)");
    if (options->port >= 0) config->port = options->port;
    if (options->threads) config->threads = (int)options->threads;
    return good;
}

static int run(const struct options *options)
{
    struct config config;
    struct bv_error error;
    if (options->operands) return complain(EXIT_MISUSED, "serve takes options only");
    if (options->config.print) return print_config();
    bool good = read_config(options, &config);
    if (options->config.check) good = config_check(&config, print_complaint, NULL) && good;
    if (!good) return EXIT_FAILED;
    if (options->config.check) return puts("good") < 0 ? EXIT_FAILED : EXIT_DONE;
    if (server_run(&config, &error)) return EXIT_DONE;
    return complain(EXIT_FAILED, "%s", error.text);
}

const struct command command_serve = {
    .name = "serve",
    .usage = "[--port N] [--listen ADDRESS] [--data DIR] [--store URL] [--web DIR]\n"
             "      [--threads N] [--config FILE] [--config-set KEY=VALUE]… [--check-config] "
             "[--print-config]",
    .summary = {"Démarre le serveur : tables, parties et enregistrements.",
                "Starts the server: tables, games and records."},
    .help = {"Affiche son adresse quand il est prêt, et reste en marche jusqu'à Ctrl-C.\n"
             "  --port N         8080 par défaut ; 0 laisse choisir le système\n"
             "  --listen ADRESSE 127.0.0.1 par défaut : cette machine seule\n"
             "  --data DOSSIER   où sont les données, dans un seul fichier (var)\n"
             "  --store ADRESSE  un PostgreSQL que plusieurs machines partagent : postgresql://…\n"
             "  --web DOSSIER    les pages pour les navigateurs (celles du programme)\n"
             "  --threads N      pour la réflexion de l'ordinateur (tous les cœurs sauf un)\n"
             "  --config FICHIER la configuration ; sinon DOSSIER/bivouac.conf s'il existe\n"
             "  --config-set CLÉ=VALEUR   l'emporte sur le fichier ; peut être répété\n"
             "  --check-config   vérifie la configuration, sans démarrer\n"
             "  --print-config   une configuration commentée, avec les valeurs par défaut",
             "Prints its address when it is ready, and runs until Ctrl-C.\n"
             "  --port N         8080 by default; 0 lets the system choose\n"
             "  --listen ADDRESS 127.0.0.1 by default: this machine alone\n"
             "  --data DIR       where the data is, in one file (var)\n"
             "  --store URL      a PostgreSQL that several machines share: postgresql://…\n"
             "  --web DIR        the pages for browsers (the program's own)\n"
             "  --threads N      for the computer's thinking (all cores but one)\n"
             "  --config FILE    the configuration; by default DIR/bivouac.conf if it exists\n"
             "  --config-set KEY=VALUE   overrides the file; may be repeated\n"
             "  --check-config   checks the configuration, and does not start\n"
             "  --print-config   a configuration with comments and all defaults"},
    .takes = TAKES_DOORS | TAKES_DATA,
    .run = run,
};
