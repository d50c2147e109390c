#include "core/terms.h"

#include "core/board.h"

struct bv_request bv_request_for(const struct bv_game *game)
{
    return (struct bv_request){.game = game};
}

static bool no_such_value(const struct bv_option *option, struct bv_span value,
                          struct bv_error *error)
{
    struct bv_out out = bv_error_begin(error);
    bv_putf(&out, "%s cannot be '%.*s'; its values are:", option->name, BV_SPAN(value));
    for (int i = 0; i < option->count; i++) {
        bv_putf(&out, " %s", option->value[i].name);
    }
    return false;
}

static bool no_such_option(const struct bv_game *game, struct bv_span name, struct bv_error *error)
{
    struct bv_out out = bv_error_begin(error);
    bv_putf(&out, "%s has no rule option '%.*s'; its rule options are:", game->id, BV_SPAN(name));
    for (int i = 0; i < game->options; i++) {
        bv_putf(&out, " %s", game->option[i].name);
        for (int v = 0; v < game->option[i].count; v++) {
            bv_putf(&out, "%c%s", v ? '|' : '=', game->option[i].value[v].name);
        }
    }
    return false;
}

bool bv_request_set(struct bv_request *request, struct bv_span setting, struct bv_error *error)
{
    struct bv_span name = {0};
    bv_take_part(&setting, '=', &name);
    for (int i = 0; i < request->game->options; i++) {
        const struct bv_option *option = &request->game->option[i];
        if (!bv_span_is(name, option->name)) continue;
        for (int v = 0; v < option->count; v++) {
            if (!bv_span_is(setting, option->value[v].name)) continue;
            request->option[i] = (uint8_t)v;
            return true;
        }
        return no_such_value(option, setting, error);
    }
    return no_such_option(request->game, name, error);
}

static const struct bv_form *find_form(const struct bv_game *game, int players,
                                       struct bv_error *error)
{
    if (players == 0) return &game->form[0];
    for (int i = 0; i < game->forms; i++)
        if (game->form[i].players == players) return &game->form[i];
    struct bv_out out = bv_error_begin(error);
    bv_putf(&out, "%s is not played with seats=%d; seats may be:", game->id, players);
    for (int i = 0; i < game->forms; i++) {
        bv_putf(&out, " %d", game->form[i].players);
    }
    return NULL;
}

static const struct bv_builtin_board *find_builtin(const struct bv_request *request)
{
    const struct bv_game *game = request->game;
    const char *name = game->default_board;
    if (game->board_option >= 0)
        name = game->option[game->board_option].value[request->option[game->board_option]].name;
    for (size_t i = 0; i < bv_builtin_board_count; i++)
        if (bv_equal(bv_builtin_boards[i].game, game->id) &&
            bv_equal(bv_builtin_boards[i].name, name))
            return &bv_builtin_boards[i];
    return NULL;
}

bool bv_terms_make(const struct bv_request *request, struct bv_terms *terms,
                   union bv_tables *tables, struct bv_error *error)
{
    struct bv_board board;
    const struct bv_game *game = request->game;
    const struct bv_form *form = find_form(game, request->seats, error);
    if (!form) return false;
    const char *file = request->board_file;
    const char *text = request->board_text;
    if (!text) {
        const struct bv_builtin_board *builtin = find_builtin(request);
        BV_ASSERT(builtin);
        file = builtin->name;
        text = builtin->text;
    }
    if (!bv_board_split(file, bv_span_of(text), &board, error)) return false;
    if (!bv_span_is(board.game, game->id)) {
        struct bv_out out = bv_board_error(&board, 1, error);
        bv_putf(&out, "this is a board of %.*s, not of %s", BV_SPAN(board.game), game->id);
        return false;
    }
    if (!game->load(&board, tables, error)) return false;

    *terms = (struct bv_terms){
        .game = game, .form = form, .tables = tables, .board_text = request->board_text};
    bv_copy(terms->option, request->option, sizeof terms->option);
    bv_keep(terms->board, sizeof terms->board, board.name);
    return true;
}

const char *bv_terms_value(const struct bv_terms *terms, int option)
{
    const struct bv_game *game = terms->game;
    if (option == game->board_option) return terms->board;
    return game->option[option].value[terms->option[option]].name;
}

void bv_terms_write(const struct bv_terms *terms, struct bv_out *out)
{
    for (int i = 0; i < terms->game->options; i++) {
        bv_putf(out, "%s=%s ", terms->game->option[i].name, bv_terms_value(terms, i));
    }
    bv_putf(out, "seats=%d", terms->form->players);
}

/* Whether a setting is that of the rule option which a custom board overrides. */
static bool names_own_board(const struct bv_request *request, int option, struct bv_span setting)
{
    struct bv_span name = {0};
    bv_take_part(&setting, '=', &name);
    return request->board_text && option == request->game->board_option &&
           bv_span_is(name, request->game->option[option].name);
}

bool bv_terms_read(struct bv_request *request, struct bv_span text, struct bv_error *error)
{
    const struct bv_game *game = request->game;
    for (int i = 0; i < game->options; i++) {
        struct bv_span word = {0};
        struct bv_span name = {0};
        bv_take_word(&text, &word);
        struct bv_span setting = word;
        bv_take_part(&setting, '=', &name);
        if (!bv_span_is(name, game->option[i].name))
            return bv_error_setf(
                error, "expected %s=... here: all rule options in alphabetical order, then seats=",
                game->option[i].name);
        if (!names_own_board(request, i, word) && !bv_request_set(request, word, error))
            return false;
    }
    struct bv_span seats = {0};
    struct bv_span name = {0};
    bv_take_word(&text, &seats);
    if (!bv_take_part(&seats, '=', &name) || !bv_span_is(name, "seats") ||
        !bv_number_of(seats, 1, 99, &request->seats))
        return bv_error_set(error, "expected seats=K after the rule options");
    if (text.length) return bv_error_set(error, "nothing may follow seats=K");
    return true;
}
