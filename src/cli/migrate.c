/* `bivouac migrate`: moving house, from a folder to a database or back. */
#include <inttypes.h>

#include "cli/cli.h"
#include "core/dice.h"
#include "store/move.h"

static void show_progress(const char *what)
{
    fprintf(stderr, "%s …\n", what);
}

static void print_moved(const struct options *options, const struct bv_moved *moved)
{
    char digest[2 * BV_MOVE_DIGEST + 1];
    struct bv_out out = bv_out_into(digest, sizeof digest);
    for (size_t i = 0; i < BV_PARTS; i++)
        printf("%s%s %" PRIu64, i ? ", " : "", bv_parts[i].name, moved->rows[i]);
    bv_put_hex(&out, moved->digest, BV_MOVE_DIGEST);
    printf("\n%s: %s\n",
           say(options, (struct bv_text){"relu des deux côtés, tout est pareil",
                                         "read from both, everything is the same"}),
           digest);
}

static int run(const struct options *options)
{
    struct bv_moved moved;
    struct bv_error error;
    if (options->operands != 2)
        return complain(EXIT_MISUSED, "migrate needs FROM and TO, as in: bivouac migrate "
                                      "sqlite:var postgresql://bivouac@host/bivouac");
    if (!bv_store_move(options->operand[0], options->operand[1], show_progress, &moved, &error))
        return complain(EXIT_FAILED, "%s", error.text);
    print_moved(options, &moved);
    return EXIT_DONE;
}

const struct command command_migrate = {
    .name = "migrate",
    .usage = "FROM TO",
    .summary = {"Déménage une maison fermée : d'un dossier vers PostgreSQL, ou retour.",
                "Moves a closed house: from a folder to PostgreSQL, or back."},
    .help =
        {"DE et VERS : sqlite:DOSSIER ou postgresql://… ; VERS est encore vide. Tout est copié,\n"
         "puis relu des deux côtés et comparé ; le condensé affiché est celui de tout ce que la\n"
         "maison garde. Interrompue, la copie n'est ouverte par aucune maison : recommencez.\n"
         "L'original reste comme il était.",
         "FROM and TO: sqlite:DIR or postgresql://…; TO is still empty. Everything is copied, "
         "then\n"
         "read from both and compared; the digest that is printed is that of all the house keeps.\n"
         "An interrupted copy is opened by no house: begin again. The original stays as it was."},
    .takes = TAKES_LANGUAGE,
    .run = run,
};
