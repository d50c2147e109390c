#include "play/rule_book.h"

#include <stdlib.h>
#include <string.h>

#include "core/terms.h"
#include "play/session.h"

enum { PARAGRAPH = 4096 };

struct reading {
    const struct rule_book *book;
    const struct bv_game *game;
    bool french;
    rule_book_reader *read;
    void *context;
};

static const struct rule_book *book_of(const struct bv_game *game)
{
    size_t at = 0;
    while (at < rule_book_count && strcmp(rule_books[at].game, game->id) != 0) at++;
    BV_ASSERT(at < rule_book_count);
    return &rule_books[at];
}

/* ---- Diagrams -------------------------------------------------------------------------------- */

static struct session *open_diagram(const struct bv_game *game,
                                    const struct rule_book_diagram *diagram)
{
    struct bv_error error;
    struct bv_request request = bv_request_for(game);
    struct bv_span options = bv_span_of(diagram->options);
    struct bv_span setting;
    if (diagram->seats) request.seats = diagram->seats;
    while (bv_take_word(&options, &setting))
        if (!bv_request_set(&request, setting, &error)) return NULL;
    return session_open(&request, diagram->position, &error);
}

static void read_diagram(const struct reading *reading, const struct rule_book_diagram *diagram)
{
    char text[PARAGRAPH];
    struct bv_out out = bv_out_into(text, sizeof text);
    union bv_state view;
    struct session *session = open_diagram(reading->game, diagram);
    struct bv_canvas *canvas = malloc(sizeof *canvas);
    if (session && canvas) {
        const struct bv_terms *terms = &session->terms;
        bv_state_copy(reading->game, &view, &session->state);
        if (diagram->seat)
            bv_view(terms, &session->state, bv_seat_named(terms, bv_span_of(diagram->seat)), &view);
        reading->game->draw(terms, &view, canvas);
        reading->read(reading->context, RULE_BOOK_DRAWING, "", canvas);
    }
    free(canvas);
    free(session);
    bv_put(&out, reading->french ? diagram->caption.fr : diagram->caption.en);
    if (*diagram->tokens)
        bv_putf(&out, "%s%s", reading->french ? " On joue : " : " Then: ", diagram->tokens);
    reading->read(reading->context, RULE_BOOK_CAPTION, text, NULL);
}

static void read_diagram_named(const struct reading *reading, struct bv_span name)
{
    const struct rule_book *book = reading->book;
    for (size_t i = 0; i < book->diagrams; i++)
        if (bv_span_is(name, book->diagram[i].name)) read_diagram(reading, &book->diagram[i]);
}

/* ---- Text ------------------------------------------------------------------------------------ */

/* Cuts off the clauses in brackets at the end of a paragraph. */
static size_t without_clauses(const char *text)
{
    size_t length = strlen(text);
    const char *open = strrchr(text, '[');
    if (!length || text[length - 1] != ']' || !open || open[1] < 'A' || open[1] > 'Z')
        return length;
    length = (size_t)(open - text);
    while (length && text[length - 1] == ' ') length--;
    return length;
}

/* A paragraph as it is read: stress and tokens without their signs, no clauses. */
static void read_text(const struct reading *reading, enum rule_book_part part, const char *text)
{
    char plain[PARAGRAPH];
    struct bv_out out = bv_out_into(plain, sizeof plain);
    size_t length = without_clauses(text);
    bool token = false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '`')
            token = !token;
        else if (token || text[i] != '*') /* inside a token, `*` is a shot */
            bv_put_char(&out, text[i]);
    }
    reading->read(reading->context, part, plain, NULL);
}

static bool is_item(const char *line)
{
    size_t digits = strspn(line, "0123456789");
    return strncmp(line, "- ", 2) == 0 || (digits && strncmp(line + digits, ". ", 2) == 0);
}

/* Reads the block that begins on a line; returns the line after it. */
static const char *const *read_block(const struct reading *reading, const char *const *line)
{
    static const enum rule_book_part heading[] = {RULE_BOOK_TITLE, RULE_BOOK_CHAPTER,
                                                  RULE_BOOK_SECTION};
    char text[PARAGRAPH];
    struct bv_out out = bv_out_into(text, sizeof text);
    size_t depth = strspn(*line, "#");
    if (depth && depth <= BV_COUNT(heading)) {
        read_text(reading, heading[depth - 1], *line + depth + 1);
        return line + 1;
    }
    if (strncmp(*line, "![[", 3) == 0) {
        read_diagram_named(reading, (struct bv_span){*line + 3, strcspn(*line + 3, "]")});
        return line + 1;
    }
    bool item = is_item(*line);
    /* A paragraph ends at a blank line, an item also where the next begins. */
    do {
        if (out.length) bv_put_char(&out, ' ');
        bv_put(&out, *line + strspn(*line, " "));
        line++;
    } while (*line && **line && !is_item(*line));
    read_text(reading, item ? RULE_BOOK_ITEM : RULE_BOOK_PARAGRAPH, text);
    return line;
}

void rule_book_read(const struct bv_game *game, bool french, rule_book_reader *read, void *context)
{
    const struct rule_book *book = book_of(game);
    const struct reading reading = {book, game, french, read, context};
    for (const char *const *line = french ? book->fr : book->en; *line;)
        line = **line ? read_block(&reading, line) : line + 1;
}
