/* `bivouac serve`: the house, open day and night. */
#include <unistd.h>

#include "cli/cli.h"
#include "server/house.h"

static void print_complaint(void *context, const char *text)
{
    (void)context;
    complain(EXIT_FAILED, "%s", text);
}

static int print_config(void)
{
    static char text[32 * 1024];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_config_print(&out);
    fputs(text, stdout);
    return EXIT_DONE;
}

/* Defaults, then the file, then what was said on the command line. Complains about everything that is wrong. */
static bool read_config(const struct options *options, struct bv_config *config)
{
    struct bv_error error;
    char beside[4096]; /* where the file is unless told: in the folder of the data */
    bool good = true;
    snprintf(beside, sizeof beside, "%s/bivouac.conf", options->data);
    const char *file = options->config.file;
    if (!file && access(beside, F_OK) == 0) file = beside;
    bv_config_begin(config);
    if (file) good = bv_config_read(config, file, print_complaint, NULL);
    for (int i = 0; i < options->config.sets; i++) {
        if (bv_config_set_word(config, options->config.set[i], &error)) continue;
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
            bv_config_set(config, bv_span_of(said[i].key), bv_span_of(said[i].value), &error))
            continue;
        complain(EXIT_FAILED, "--%s", error.text);
        good = false;
    }
    if (options->store && bv_store_has_password(options->store))
        complain(EXIT_DONE, "--store: every user of this machine can see the password in the list "
                            "of processes; keep it in a file of libpq's (passfile=)");
    if (options->port >= 0) config->port = options->port;
    if (options->threads) config->threads = (int)options->threads;
    return good;
}

static int run(const struct options *options)
{
    struct bv_config config;
    struct bv_error error;
    if (options->operands) return complain(EXIT_MISUSED, "serve takes options only");
    if (options->config.print) return print_config();
    bool good = read_config(options, &config);
    if (options->config.check) good = bv_config_check(&config, print_complaint, NULL) && good;
    if (!good) return EXIT_FAILED;
    if (options->config.check) return puts("good") < 0 ? EXIT_FAILED : EXIT_DONE;
    if (bv_serve(&config, &error)) return EXIT_DONE;
    return complain(EXIT_FAILED, "%s", error.text);
}

const struct command command_serve = {
    .name = "serve",
    .usage = "[--port N] [--listen ADDRESS] [--data DIR] [--store URL] [--web DIR]\n"
             "      [--threads N] [--config FILE] [--config-set KEY=VALUE]… [--check-config] "
             "[--print-config]",
    .summary = {"Ouvre la maison : tables, parties et records sur un serveur.",
                "Opens the house: tables, games and records on a server."},
    .help = {"Affiche son adresse quand tout est prêt, et reste ouvert jusqu'à Ctrl-C.\n"
             "  --port N         8080 par défaut ; 0 laisse choisir le système\n"
             "  --listen ADRESSE 127.0.0.1 par défaut : cette machine seule\n"
             "  --data DOSSIER   où tout est gardé, dans un seul fichier (var)\n"
             "  --store ADRESSE  un PostgreSQL que plusieurs machines partagent : postgresql://…\n"
             "  --web DOSSIER    les pages pour les navigateurs (celles du programme)\n"
             "  --threads N      pour la réflexion de l'ordinateur (tous les cœurs sauf un)\n"
             "  --config FICHIER la configuration ; sinon DOSSIER/bivouac.conf s'il existe\n"
             "  --config-set CLÉ=VALEUR   l'emporte sur le fichier ; peut être répété\n"
             "  --check-config   dit si tout va bien, sans ouvrir\n"
             "  --print-config   une configuration commentée, avec les valeurs par défaut",
             "Prints its address when it is ready, and stays open until Ctrl-C.\n"
             "  --port N         8080 unless told; 0 lets the system choose\n"
             "  --listen ADDRESS 127.0.0.1 unless told: this machine alone\n"
             "  --data DIR       where everything is kept, in one file (var)\n"
             "  --store URL      a PostgreSQL that several machines share: postgresql://…\n"
             "  --web DIR        the pages for browsers (the program's own)\n"
             "  --threads N      for the computer's thinking (all cores but one)\n"
             "  --config FILE    the configuration; unless told DIR/bivouac.conf if there is one\n"
             "  --config-set KEY=VALUE   wins over the file; may be repeated\n"
             "  --check-config   says whether all is well, and opens nothing\n"
             "  --print-config   a configuration with comments and all defaults"},
    .takes = TAKES_DOORS | TAKES_DATA,
    .run = run,
};
