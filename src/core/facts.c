#include "core/facts.h"

#include "core/json.h"

void bv_fact(struct bv_facts *facts, const struct bv_fact_words *words, int side, int32_t value,
             int32_t most)
{
    BV_ASSERT(facts->count < BV_FACTS_MAX);
    facts->fact[facts->count++] = (struct bv_fact){words, side, value, most, NULL};
}

void bv_fact_of_piece(struct bv_facts *facts, const struct bv_fact_words *words, int side,
                      int32_t value, const struct bv_text *piece)
{
    bv_fact(facts, words, side, value, 0);
    facts->fact[facts->count - 1].piece = piece;
}

static void add_text(char text[BV_PROMPT_MAX], const char *pattern, const struct bv_blanks *blanks,
                     bool french)
{
    struct bv_out out = {.text = text, .size = BV_PROMPT_MAX, .length = bv_length(text)};
    bv_put_filled(&out, pattern, blanks, french);
    BV_ASSERT(!out.cut);
}

void bv_prompt(struct bv_prompt *prompt, struct bv_text pattern, struct bv_blanks blanks)
{
    add_text(prompt->fr, pattern.fr, &blanks, true);
    add_text(prompt->en, pattern.en, &blanks, false);
}

void bv_prompt_pieces(struct bv_prompt *prompt, const struct bv_terms *terms,
                      const struct bv_standing_piece *list, uint32_t count)
{
    enum { SHOWN = 4 };
    uint32_t shown = count < SHOWN ? count : SHOWN;
    for (uint32_t i = 0; i < shown; i++) {
        char name[BV_NAME_MAX];
        struct bv_out out = bv_out_into(name, sizeof name);
        struct bv_text or =
            i + 1 == count ? (struct bv_text){" ou ", " or "} : (struct bv_text){", ", ", "};
        bool again = i && list[i].piece == list[i - 1].piece;
        terms->game->point(terms, list[i].point, &out);
        bv_prompt(prompt,
                  again ? (struct bv_text){"%w%t", "%w%t"} : (struct bv_text){"%w%p %t", "%w%p %t"},
                  (struct bv_blanks){.word = i ? or : (struct bv_text){"", ""},
                                     .piece = terms->game->piece[list[i].piece],
                                     .to = name});
    }
    if (shown < count) bv_prompt(prompt, (struct bv_text){"…", "…"}, (struct bv_blanks){0});
}

void bv_facts(const struct bv_terms *terms, const union bv_state *view, int seat,
              struct bv_facts *facts)
{
    bv_clear(facts, sizeof *facts);
    terms->game->facts(terms, view, seat, facts);
    if (terms->game->to_act(terms, view) & bv_seat_bit(seat)) return;
    facts->asked = (struct bv_prompt){0};
    facts->bound = (struct bv_prompt){0};
}

static struct bv_text label_of(const struct bv_fact *fact)
{
    int32_t number = fact->most ? fact->most : fact->value; /* `1/6 pieces` */
    return (struct bv_text){number < 2 ? fact->words->one.fr : fact->words->many.fr,
                            number == 1 ? fact->words->one.en : fact->words->many.en};
}

/* `3 prisonniers`, `4/40 quiet turns`. */
static void put_fact(const struct bv_fact *fact, bool french, struct bv_out *out)
{
    struct bv_text label = label_of(fact);
    bv_put_number(out, fact->value);
    if (fact->most) {
        bv_putf(out, "/%d", fact->most);
    }
    bv_putf(out, " %s", french ? label.fr : label.en);
}

static void put_side(const struct bv_terms *terms, const struct bv_facts *facts, int side,
                     bool brief, bool french, struct bv_out *out)
{
    bool first = true;
    for (uint32_t i = 0; i < facts->count; i++) {
        if (facts->fact[i].side != side || facts->fact[i].piece) continue;
        if (brief && !facts->fact[i].words->main) continue;
        if (first && side != BV_NO_SIDE) {
            struct bv_text title = terms->game->side[side].title;
            bv_putf(out, "%s%s", french ? title.fr : title.en, french ? " : " : ": ");
        } else if (!first) {
            bv_put(out, ", ");
        }
        put_fact(&facts->fact[i], french, out);
        first = false;
    }
    if (!first) bv_put_char(out, '\n');
}

static void put_prompt(const struct bv_prompt *prompt, bool french, struct bv_out *out)
{
    static const char dots[] = "…";
    const char *text = french ? prompt->fr : prompt->en;
    size_t length = bv_length(text);
    if (!length) return;
    bool cut =
        length >= sizeof dots && bv_same(text + length - (sizeof dots - 1), dots, sizeof dots);
    bv_put(out, text);
    bv_put(out, cut || text[length - 1] == '?' ? "\n" : ".\n");
}

void bv_put_facts(const struct bv_terms *terms, const struct bv_facts *facts, bool brief,
                  bool french, struct bv_out *out)
{
    put_prompt(&facts->asked, french, out);
    put_prompt(&facts->bound, french, out);
    for (int side = 0; side < BV_SIDES_MAX; side++)
        put_side(terms, facts, side, brief, french, out);
    put_side(terms, facts, BV_NO_SIDE, false, french, out);
}

void bv_json_facts(const struct bv_terms *terms, const struct bv_facts *facts, struct bv_out *out)
{
    bv_json_text(out, "phase", facts->phase);
    bv_json_both(out, "asked", (struct bv_text){facts->asked.fr, facts->asked.en});
    bv_json_both(out, "bound", (struct bv_text){facts->bound.fr, facts->bound.en});
    bv_json_open(out, "facts", '[');
    for (uint32_t i = 0; i < facts->count; i++) {
        const struct bv_fact *fact = &facts->fact[i];
        bv_json_open(out, NULL, '{');
        bv_json_text(out, "id", fact->words->id);
        if (fact->side != BV_NO_SIDE) bv_json_text(out, "side", terms->game->side[fact->side].name);
        bv_json_number(out, "value", fact->value);
        if (fact->most) bv_json_number(out, "most", fact->most);
        bv_json_both(out, "label", label_of(fact));
        bv_json_bool(out, "main", fact->words->main);
        if (fact->piece) bv_json_both(out, "piece", *fact->piece);
        bv_json_close(out, '}');
    }
    bv_json_close(out, ']');
}
