#include "core/describe.h"

#include "core/json.h"
#include "core/say.h"

static void put_form(const struct bv_game *game, const struct bv_form *form, struct bv_out *out)
{
    bv_json_open(out, NULL, '{');
    bv_json_number(out, "seats", form->players);
    bv_json_open(out, "seat", '[');
    for (int seat = 0; seat < form->seats; seat++) {
        bv_json_open(out, NULL, '{');
        bv_json_text(out, "seat", form->seat[seat].name);
        bv_json_text(out, "side", game->side[form->seat[seat].side].name);
        bv_json_both(out, "title", form->seat[seat].title);
        bv_json_close(out, '}');
    }
    bv_json_close(out, ']');
    bv_json_close(out, '}');
}

static void put_option(const struct bv_option *option, bool minor, struct bv_out *out)
{
    bv_json_open(out, NULL, '{');
    bv_json_text(out, "name", option->name);
    bv_json_both(out, "what", option->what);
    bv_json_bool(out, "minor", minor);
    bv_json_open(out, "values", '[');
    for (int i = 0; i < option->count; i++) {
        bv_json_open(out, NULL, '{');
        bv_json_text(out, "name", option->value[i].name);
        bv_json_both(out, "what", option->value[i].what);
        bv_json_close(out, '}');
    }
    bv_json_close(out, ']');
    bv_json_close(out, '}');
}

void bv_describe_game(const struct bv_game *game, struct bv_out *out)
{
    bv_json_open(out, NULL, '{');
    bv_json_text(out, "id", game->id);
    bv_json_both(out, "name", game->name);
    bv_json_both(out, "about", game->about);
    bv_json_bool(out, "secrets", game->flags & BV_HAS_SECRETS);
    bv_json_bool(out, "chance", game->flags & BV_HAS_CHANCE);
    bv_json_open(out, "sides", '[');
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        bv_json_open(out, NULL, '{');
        bv_json_text(out, "side", game->side[side].name);
        bv_json_both(out, "title", game->side[side].title);
        bv_json_close(out, '}');
    }
    bv_json_close(out, ']');
    bv_json_open(out, "forms", '[');
    for (int i = 0; i < game->forms; i++) put_form(game, &game->form[i], out);
    bv_json_close(out, ']');
    bv_json_open(out, "options", '[');
    for (int i = 0; i < game->options; i++)
        put_option(&game->option[i], game->minor_options >> i & 1, out);
    bv_json_close(out, ']');
    bv_json_open(out, "pieces", '[');
    for (int i = 0; i < game->pieces; i++) bv_json_both(out, NULL, game->piece[i]);
    bv_json_close(out, ']');
    bv_json_close(out, '}');
}

static void put_point(const struct bv_terms *terms, const char *name, int point, struct bv_out *out)
{
    char text[BV_NAME_MAX];
    if (point == BV_NOWHERE) return;
    struct bv_out word = bv_out_into(text, sizeof text);
    terms->game->point(terms, point, &word);
    bv_json_text(out, name, text);
}

void bv_describe_event(const struct bv_terms *terms, const struct bv_event *event,
                       struct bv_out *out)
{
    bv_json_open(out, NULL, '{');
    bv_json_text(out, "kind", bv_event_words(terms->game, event->kind)->name);
    bv_json_text(out, "side", terms->game->side[event->side].name);
    bv_json_number(out, "piece", event->piece);
    put_point(terms, "from", event->from, out);
    put_point(terms, "to", event->to, out);
    bv_json_number(out, "amount", event->amount);
    bv_json_close(out, '}');
}
