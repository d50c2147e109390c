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

static int check_store(void)
{
    struct bv_error error;
    uint64_t tables = 0;
    uint64_t events = 0;
    char shown[256];
    const char *where = store_of_options();
    struct bv_out out = bv_out_into(shown, sizeof shown);
    if (!store_check(where, &tables, &events, &error))
        return complain(EXIT_FAILED, "%s", error.text);
    int code = check_rules(where);
    if (code != EXIT_DONE) return code;
    store_put_where(&out, where);
    printf("%s: %" PRIu64 " tables, %" PRIu64 " events, %s\n", shown, tables, events,
           SAY("aucune erreur", "no errors"));
    return EXIT_DONE;
}

static bool checks;

static const struct command_option backup_options[] = {
    OPTION_FLAG("--check", checks,
                "ne copie rien : relit tout, vérifie les sommes et rejoue chaque table",
                "copies nothing: reads everything, verifies checksums, replays every table"),
    {0},
};

static int run_backup(void)
{
    struct bv_error error;
    if (checks && !common.operands) return check_store();
    if (common.operands != 1 || checks)
        return complain(EXIT_MISUSED, "backup needs one FILE, or --check");
    if (!store_backup(store_of_options(), common.operand[0], &error))
        return complain(EXIT_FAILED, "%s", error.text);
    puts(common.operand[0]);
    return EXIT_DONE;
}

static int run_restore(void)
{
    struct bv_error error;
    if (!store_restore(common.operand[0], store_of_options(), &error))
        return complain(EXIT_FAILED, "%s", error.text);
    return check_store();
}

const struct command command_backup = {
    .name = "backup",
    .operands = {"FICHIER | --check", "FILE | --check"},
    .summary = {"Copie toutes les données du serveur, même pendant qu'il est en marche.",
                "Copies all data of the server, even while it is running."},
    .help =
        {"La copie est complète et cohérente ; « bivouac restore » la remet en place. C'est\n"
         "pg_dump qui copie un PostgreSQL.",
         "The copy is complete and consistent; 'bivouac restore' puts it back. A PostgreSQL is\n"
         "copied by pg_dump."},
    .most = 1,
    .offer = offer_files,
    .options = {backup_options, data_options},
    .run = run_backup,
};

const struct command command_restore = {
    .name = "restore",
    .operands = {"FICHIER", "FILE"},
    .summary = {"Restaure une copie dans un dossier encore vide.",
                "Restores a backup into a folder that is still empty."},
    .help = {"La copie est vérifiée d'abord.", "The backup is checked first."},
    .least = 1,
    .most = 1,
    .offer = offer_files,
    .options = {data_options},
    .run = run_restore,
};
