/* `bivouac backup` and `bivouac restore`: copies the store while the server is running, and puts it
 * back. */
#include <inttypes.h>

#include "cli/cli.h"
#include "server/admin/inspect.h"
#include "store/store.h"

static void complain_of_table(void *context, const char *id, const char *reason)
{
    (void)context;
    complain(EXIT_FAILED, "table %s: %s", id, reason);
}

/* Replays every table. */
static int check_rules(const char *where)
{
    struct bv_error error;
    struct inspection inspection = {.all = true, .rules = true, .found = complain_of_table};
    struct store *store = store_open(where, STORE_READ, &error);
    bool good = store && inspect_tables(store, &inspection, &error);
    store_close(store);
    if (!good) return complain(EXIT_FAILED, "%s", error.text);
    return inspection.damaged ? EXIT_FAILED : EXIT_DONE;
}

static int check(const struct options *options)
{
    struct bv_error error;
    uint64_t tables = 0;
    uint64_t events = 0;
    char shown[256];
    const char *where = store_of(options);
    struct bv_out out = bv_out_into(shown, sizeof shown);
    if (!store_check(where, &tables, &events, &error))
        return complain(EXIT_FAILED, "%s", error.text);
    int code = check_rules(where);
    if (code != EXIT_DONE) return code;
    store_put_where(&out, where);
    printf("%s: %" PRIu64 " tables, %" PRIu64 " events, %s\n", shown, tables, events,
           say(options, (struct bv_text){"aucune erreur", "no errors"}));
    return EXIT_DONE;
}

static int run_backup(const struct options *options)
{
    struct bv_error error;
    if (options->check && !options->operands) return check(options);
    if (options->operands != 1 || options->check)
        return complain(EXIT_MISUSED, "backup needs one FILE, or --check");
    if (!store_backup(store_of(options), options->operand[0], &error))
        return complain(EXIT_FAILED, "%s", error.text);
    printf("%s\n", options->operand[0]);
    return EXIT_DONE;
}

static int run_restore(const struct options *options)
{
    struct bv_error error;
    if (options->operands != 1) return complain(EXIT_MISUSED, "restore needs one FILE");
    if (!store_restore(options->operand[0], store_of(options), &error))
        return complain(EXIT_FAILED, "%s", error.text);
    return check(options);
}

const struct command command_backup = {
    .name = "backup",
    .usage = "[--data DIR | --store URL] FILE | --check",
    .summary = {"Copie toutes les données du serveur, même pendant qu'il est en marche.",
                "Copies all data of the server, even while it is running."},
    .help =
        {"La copie est complète et cohérente ; « bivouac restore » la remet en place.\n"
         "  --data DOSSIER   ce qu'il faut copier (var)\n"
         "  --store ADRESSE  avec --check : un PostgreSQL, que pg_dump copie\n"
         "  --check          ne copie rien : relit tout, vérifie les sommes de contrôle et rejoue\n"
         "                   chaque table selon les règles",
         "The copy is complete and consistent; 'bivouac restore' puts it back.\n"
         "  --data DIR   what is to be copied (var)\n"
         "  --store URL  with --check: a PostgreSQL, which pg_dump copies\n"
         "  --check      copies nothing: reads everything, verifies the checksums and replays "
         "every\n"
         "               table by the rules"},
    .takes = TAKES_DATA | TAKES_CHECK | TAKES_LANGUAGE,
    .run = run_backup,
};

const struct command command_restore = {
    .name = "restore",
    .usage = "[--data DIR] FILE",
    .summary = {"Restaure une copie dans un dossier encore vide.",
                "Restores a backup into a folder that is still empty."},
    .help = {"La copie est vérifiée d'abord.\n  --data DOSSIER   où la mettre (var)",
             "The backup is checked first.\n  --data DIR   where to put it (var)"},
    .takes = TAKES_DATA | TAKES_LANGUAGE,
    .run = run_restore,
};
