/* bivouac rules: the rule book of a game. */
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/cli.h"
#include "core/canvas.h"
#include "play/rule_book.h"

enum { WIDEST = 80, NARROWEST = 20 };

/* As wide as the terminal, if that is less than a good line. */
static int line_width(void)
{
    struct winsize size = {0};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || !size.ws_col || size.ws_col > WIDEST)
        return WIDEST;
    return size.ws_col < NARROWEST ? NARROWEST : size.ws_col;
}

static void print_indent(int columns)
{
    printf("%*s", columns, "");
}

/* Prints a text wrapped at blanks; its lines after the first begin `hanging` columns further. */
static void print_wrapped(const char *text, int indent, int hanging)
{
    int left = line_width() - indent;
    print_indent(indent);
    for (const char *word = text; *word;) {
        char copy[256];
        size_t length = strcspn(word, " ");
        bv_keep(copy, sizeof copy, (struct bv_span){word, length < 255 ? length : 255});
        int columns = text_columns(copy);
        if (word != text && columns + 1 > left) {
            putchar('\n');
            print_indent(indent + hanging);
            left = line_width() - indent - hanging;
        } else if (word != text) {
            putchar(' ');
            left--;
        }
        fputs(copy, stdout);
        left -= columns;
        word += length + (word[length] == ' ');
    }
    putchar('\n');
}

static void underline(const char *text, char with)
{
    puts(text);
    for (int i = text_columns(text); i > 0; i--) putchar(with);
    puts("\n");
}

static void print_drawing(const struct bv_canvas *drawing)
{
    static char text[1 << 18];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_canvas_print(drawing, wants_colour() && !common.ascii, &out);
    puts(text);
}

static void print_part(void *context, enum rule_book_part part, const char *text,
                       const struct bv_canvas *drawing)
{
    (void)context;
    switch (part) {
    case RULE_BOOK_TITLE: underline(text, '='); return;
    case RULE_BOOK_CHAPTER: underline(text, '-'); return;
    case RULE_BOOK_SECTION: printf("%s\n\n", text); return;
    case RULE_BOOK_PARAGRAPH: print_wrapped(text, 0, 0); break;
    case RULE_BOOK_ITEM: print_wrapped(text, 2, 2); break;
    case RULE_BOOK_DRAWING: print_drawing(drawing); return;
    case RULE_BOOK_CAPTION: print_wrapped(text, 4, 0); break;
    }
    putchar('\n');
}

static int run(void)
{
    rule_book_read(common.request.game, language_is_french(), print_part, NULL);
    return EXIT_DONE;
}

const struct command command_rules = {
    .name = "rules",
    .operands = {"JEU", "GAME"},
    .summary = {"Affiche le livret de règles d'un jeu, avec ses diagrammes.",
                "Prints the rule book of a game, with its diagrams."},
    .help = {"Dans « bivouac play », F1 ouvre le même livret, page par page.",
             "In 'bivouac play', F1 opens the same book, page by page."},
    .game = GAME_FIRST,
    .options = {look_options},
    .run = run,
};
