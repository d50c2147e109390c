/* `bivouac migrate`: moves a server's data from a folder to a database or back. */
#include <inttypes.h>

#include "cli/cli.h"
#include "core/dice.h"
#include "store/copy.h"

static void show_progress(const char *what)
{
    fprintf(stderr, "%s …\n", what);
}

static void print_moved(const struct store_copied *moved)
{
    char digest[2 * STORE_COPY_DIGEST + 1];
    struct bv_out out = bv_out_into(digest, sizeof digest);
    for (size_t i = 0; i < STORE_COPY_PARTS; i++)
        printf("%s%s %" PRIu64, i ? ", " : "", store_parts[i].name, moved->rows[i]);
    bv_put_hex(&out, moved->digest, STORE_COPY_DIGEST);
    printf("\n%s: %s\n",
           SAY("relu des deux côtés : les données sont identiques",
               "read from both sides: the data are identical"),
           digest);
}

static int run(void)
{
    struct store_copied moved;
    struct bv_error error;
    if (!store_copy(common.operand[0], common.operand[1], show_progress, &moved, &error))
        return complain(EXIT_FAILED, "%s", error.text);
    print_moved(&moved);
    return EXIT_DONE;
}

const struct command command_migrate = {
    .name = "migrate",
    .operands = {"DE VERS", "FROM TO"},
    .summary = {"Déplace un serveur arrêté : d'un dossier vers PostgreSQL, ou l'inverse.",
                "Moves a stopped server: from a folder to PostgreSQL, or back."},
    .help =
        {"DE et VERS : sqlite:DOSSIER ou postgresql://… ; VERS est encore vide. Tout est copié,\n"
         "puis relu des deux côtés et comparé ; le condensé affiché est celui de toutes les\n"
         "données. Aucun serveur n'ouvre une copie interrompue : recommencez.\n"
         "L'original reste comme il était.",
         "FROM and TO: sqlite:DIR or postgresql://…; TO is still empty. Everything is copied, "
         "then\n"
         "read from both sides and compared; the digest printed is that of all the data.\n"
         "No server opens an interrupted copy: begin again. The original stays as it was."},
    .least = 2,
    .most = 2,
    .run = run,
};
