/* All facts of the position and the log on a page of their own: on a small screen there is no place
 * for them beside the board. */
#include <stdlib.h>
#include <string.h>

#include "tui/game_screen.h"
#include "tui/list.h"

enum { PAGE_SIZE = 1 << 16, LINES_MOST = 400 };

/* The last lines, as far as the viewer may read them. */
static void put_log(const struct tui_game *game, struct bv_out *out)
{
    size_t count = game->log.count;
    for (size_t i = count > LINES_MOST ? count - LINES_MOST : 0; i < count; i++) {
        const struct log_line *line = &game->log.line[i];
        if (line->audience & bv_seat_bit(game->viewer)) bv_putf(out, " %s\n", line->text);
    }
}

/* Each line of the facts, indented as explanations are. */
static void put_facts(const struct game_screen *screen, struct bv_out *out)
{
    char text[BV_FACTS_TEXT_MAX];
    struct bv_out facts = bv_out_into(text, sizeof text);
    bv_put_facts(screen->game->terms, &screen->facts, false, language_is_french(), &facts);
    struct bv_span rest = {text, facts.length};
    struct bv_span line;
    while (bv_take_part(&rest, '\n', &line))
        if (line.length) bv_putf(out, " %.*s\n", BV_SPAN(line));
}

void log_page_show(struct game_screen *screen, void (*behind)(void *), void *context)
{
    char *text = malloc(PAGE_SIZE);
    if (!text || !screen->game->terms) {
        free(text);
        return;
    }
    struct bv_out out = bv_out_into(text, PAGE_SIZE);
    bv_putf(&out, "%s\n %s\n", SAY("La partie", "The game"), screen->game->heading);
    put_facts(screen, &out);
    bv_putf(&out, " \n%s\n", SAY("Le journal", "The log"));
    put_log(screen->game, &out);
    list_read(SAY("Journal", "Log"), text, true, behind, context);
    free(text);
}
