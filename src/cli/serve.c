/* `bivouac serve`: runs the server. */
#include <unistd.h>

#include "cli/cli.h"
#include "server/main/main.h"
#include "store/store.h"

static int64_t port = -1; /* as the configuration says */
static int64_t threads;   /* 0: as the configuration says */
static const char *listen_address, *web, *config_file;
static bool checks_config, prints_config;
static const char *setting[64]; /* `key=value` */
static size_t setting_count;

static int read_setting(const char *value)
{
    if (setting_count == BV_COUNT(setting))
        return complain(EXIT_MISUSED, "--config-set may stand at most %zu times", setting_count);
    setting[setting_count++] = value;
    return EXIT_DONE;
}

static void offer_keys(const struct completion *line)
{
    (void)line;
    for (size_t i = 0; config_key(i); i++) printf("%s=\n", config_key(i));
}

static const struct command_option own_options[] = {
    OPTION_NUMBER("--port", port, 0, 65535, "le port (8080) ; 0 laisse choisir le système",
                  "the port (8080); 0 lets the system choose"),
    OPTION_TEXT("--listen", "ADRESSE", "ADDRESS", listen_address, NULL,
                "l'adresse (127.0.0.1 : cette machine seule)",
                "the address (127.0.0.1: this machine alone)"),
    OPTION_TEXT("--web", "DOSSIER", "DIR", web, offer_folders,
                "les pages pour les navigateurs (celles du programme)",
                "the pages for browsers (the program's own)"),
    OPTION_NUMBER("--threads", threads, 1, 256,
                  "fils pour la réflexion de l'ordinateur (tous les cœurs sauf un)",
                  "threads for the computer's thinking (all cores but one)"),
    OPTION_TEXT("--config", "FICHIER", "FILE", config_file, offer_files,
                "la configuration ; sinon bivouac.conf dans le dossier des données",
                "the configuration; otherwise bivouac.conf in the data folder"),
    OPTION_READ("--config-set", "CLÉ=VALEUR", "KEY=VALUE", read_setting, offer_keys,
                "l'emporte sur le fichier ; peut être répété",
                "overrides the file; may be repeated"),
    OPTION_FLAG("--check-config", checks_config, "vérifie la configuration, sans démarrer",
                "checks the configuration, and does not start"),
    OPTION_FLAG("--print-config", prints_config,
                "une configuration commentée, avec les valeurs par défaut",
                "prints a configuration with comments and all defaults"),
    {0},
};

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

/* The configuration in the data folder; NULL: there is none. */
static const char *config_of_folder(void)
{
    static char path[4096];
    snprintf(path, sizeof path, "%s/bivouac.conf", data_folder());
    return access(path, F_OK) == 0 ? path : NULL;
}

const char *store_of_options(void)
{
    static struct config config;
    const char *file = config_of_folder();
    if (common.store) return common.store;
    config_begin(&config);
    if (file) config_read(&config, file, print_complaint, NULL);
    return config.store[0] ? config.store : data_folder();
}

/* Defaults, then the file, then the command line. Prints everything that is wrong. */
static bool read_config(struct config *config)
{
    struct bv_error error;
    bool good = true;
    const char *file = config_file ? config_file : config_of_folder();
    config_begin(config);
    if (file) good = config_read(config, file, print_complaint, NULL);
    for (size_t i = 0; i < setting_count; i++) {
        if (config_set_word(config, setting[i], &error)) continue;
        complain(EXIT_FAILED, "--config-set: %s", error.text);
        good = false;
    }
    const struct {
        const char *key, *value;
    } said[] = {
        {"listen", listen_address}, {"web", web}, {"store", common.store}, {"data", common.data}};
    for (size_t i = 0; i < BV_COUNT(said); i++) {
        if (!said[i].value ||
            config_set(config, bv_span_of(said[i].key), bv_span_of(said[i].value), &error))
            continue;
        complain(EXIT_FAILED, "--%s", error.text);
        good = false;
    }
    if (common.store && store_has_password(common.store))
        complain(EXIT_DONE, "--store: every user of this machine can see the password in the list "
                            "of processes; keep it in a file of libpq's (passfile=)");
    if (port >= 0) config->port = (int)port;
    if (threads) config->threads = (int)threads;
    return good;
}

static int run(void)
{
    struct config config;
    struct bv_error error;
    if (prints_config) return print_config();
    bool good = read_config(&config);
    if (checks_config) good = config_check(&config, print_complaint, NULL) && good;
    if (!good) return EXIT_FAILED;
    if (checks_config) return puts("good") < 0 ? EXIT_FAILED : EXIT_DONE;
    if (server_run(&config, &error)) return EXIT_DONE;
    return complain(EXIT_FAILED, "%s", error.text);
}

const struct command command_serve = {
    .name = "serve",
    .operands = {"", ""},
    .summary = {"Démarre le serveur : tables, parties et enregistrements.",
                "Starts the server: tables, games and records."},
    .help = {"Affiche son adresse quand il est prêt, et reste en marche jusqu'à Ctrl-C.",
             "Prints its address when it is ready, and runs until Ctrl-C."},
    .options = {own_options, data_options},
    .run = run,
};
