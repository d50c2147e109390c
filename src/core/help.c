#include "core/help.h"

#include "core/json.h"

struct bv_text bv_why(enum bv_why why)
{
    static const struct bv_text text[] = {
        [BV_WHY_NOTHING] = {"rien à faire ici", "nothing to do here"},
        [BV_WHY_ENEMY] = {"pièce adverse", "the opponent's piece"},
        [BV_WHY_PARTNER] = {"à votre partenaire", "your partner's piece"},
        [BV_WHY_EMPTY] = {"choisissez d'abord une pièce", "choose a piece first"},
        [BV_WHY_OCCUPIED] = {"case occupée", "occupied"},
        [BV_WHY_FAR] = {"hors d'atteinte", "out of reach"},
        [BV_WHY_TAKE_FIRST] = {"prenez d'abord", "must take first"},
        [BV_WHY_STUCK] = {"aucun coup pour cette pièce", "no move for this piece"},
        [BV_WHY_NOT_CAMP] = {"hors de votre camp", "outside your camp"},
        [BV_WHY_ASCENDING] = {"dans l'ordre croissant des cases", "in increasing order of squares"},
    };
    return text[why];
}

void bv_thing_fill(struct bv_thing *thing, const struct bv_thing_words *words,
                   struct bv_blanks blanks)
{
    thing->words = words;
    for (int i = 0; i < BV_THING_LINES; i++)
        if (words->line[i].fr) bv_prompt(&thing->line[i], words->line[i], blanks);
}

struct bv_text bv_why_not(const struct bv_terms *terms, const union bv_state *view, int seat,
                          int from, int to)
{
    bv_seats acting = terms->game->to_act(terms, view);
    struct bv_text why = {0};
    if (!acting) return (struct bv_text){"la partie est finie", "the game is over"};
    if (seat == BV_WATCHER || !(acting & bv_seat_bit(seat)))
        return (struct bv_text){"ce n'est pas votre tour", "not your turn"};
    if (terms->game->why_not) why = terms->game->why_not(terms, view, seat, from, to);
    return why.fr ? why : bv_why(BV_WHY_NOTHING);
}

const struct bv_warning *bv_warning(const struct bv_terms *terms, const union bv_state *view,
                                    bv_action action)
{
    return terms->game->warning ? terms->game->warning(terms, view, action) : NULL;
}

int bv_point_named(const struct bv_terms *terms, struct bv_span name)
{
    for (int point = 0; point < terms->game->points; point++) {
        char text[BV_NAME_MAX];
        struct bv_out out = bv_out_into(text, sizeof text);
        terms->game->point(terms, point, &out);
        if (bv_span_is(name, text)) return point;
    }
    return BV_NOWHERE;
}

static void put_entry(const struct bv_terms *terms, int entry, struct bv_out *out)
{
    static const char *const what[] = {"piece", "ground", "mark"};
    struct bv_thing thing = {0};
    terms->game->thing(terms, entry, &thing);
    bv_json_open(out, NULL, '{');
    bv_json_text(out, "id", thing.words->id);
    bv_json_text(out, "what", what[thing.words->what]);
    if (thing.side) bv_json_text(out, "side", thing.side);
    bv_json_both(out, "name", thing.words->name);
    bv_json_open(out, "lines", '[');
    for (int i = 0; i < BV_THING_LINES; i++)
        if (*thing.line[i].fr)
            bv_json_both(out, NULL, (struct bv_text){thing.line[i].fr, thing.line[i].en});
    bv_json_close(out, ']');
    bv_json_close(out, '}');
}

void bv_json_legend(const struct bv_terms *terms, struct bv_out *out)
{
    bv_json_open(out, NULL, '[');
    for (int entry = 0; entry < terms->game->things; entry++) put_entry(terms, entry, out);
    bv_json_close(out, ']');
}

void bv_json_about(const struct bv_terms *terms, const union bv_state *view, int point,
                   struct bv_out *out)
{
    uint8_t entry[BV_THINGS_AT_MAX];
    uint32_t count = terms->game->things ? terms->game->things_at(terms, view, point, entry) : 0;
    BV_ASSERT(count <= BV_THINGS_AT_MAX);
    bv_json_open(out, NULL, '[');
    for (uint32_t i = 0; i < count; i++) put_entry(terms, entry[i], out);
    bv_json_close(out, ']');
}
