#include "server/people/kinds.h"

#include "core/game.h"
#include "server/desk.h"

const struct bv_kind bv_kinds[] = {
    {"session", BV_KIND_MANY, NULL, false},    {"bot", BV_KIND_MANY, NULL, true},
    {"rating.", BV_KIND_BY_GAME, NULL, true},  {"tally", BV_KIND_MANY, NULL, true},
    {"friend", BV_KIND_MANY, "friend", true},  {"block", BV_KIND_MANY, "blocker", true},
    {"blocker", BV_KIND_MANY, "block", false}, {"challenge", BV_KIND_MANY, NULL, true},
    {"member", BV_KIND_ONE, NULL, true},       {"evening.of", BV_KIND_MANY, NULL, true},
    {"owngame", BV_KIND_MANY, NULL, true},     {"owngame.record", BV_KIND_MANY, NULL, true},
};
const size_t bv_kinds_count = BV_COUNT(bv_kinds);

struct walk {
    const struct bv_kind *row;
    const char *kind;
    bv_kind_visitor *visit;
    void *context;
    bool go_on;
};

static bool pass_on(void *context, const struct bv_paper *paper)
{
    struct walk *walk = context;
    walk->go_on = walk->visit(walk->context, walk->row, walk->kind, paper);
    return walk->go_on;
}

static bool visit_games(struct bv_store *store, struct walk *walk, const char *person,
                        struct bv_error *error)
{
    bool good = true;
    for (size_t i = 0; good && walk->go_on && i < bv_game_count; i++) {
        char kind[BV_PAPER_KIND_MAX + 1];
        struct bv_out out = bv_out_into(kind, sizeof kind);
        bv_put(&out, walk->row->kind);
        bv_put(&out, bv_games[i]->id);
        walk->kind = kind;
        good = bv_store_paper(store, kind, person, pass_on, walk, error);
    }
    return good;
}

static bool visit_row(struct bv_store *store, struct walk *walk, const char *person, uint32_t most,
                      struct bv_error *error)
{
    char prefix[BV_PAPER_KEY_MAX + 1];
    bv_pair_key(person, "", prefix);
    walk->kind = walk->row->kind;
    switch (walk->row->shape) {
    case BV_KIND_ONE: return bv_store_paper(store, walk->kind, person, pass_on, walk, error);
    case BV_KIND_BY_GAME: return visit_games(store, walk, person, error);
    default: return bv_store_papers(store, walk->kind, prefix, "", most, pass_on, walk, error);
    }
}

bool bv_kinds_visit(struct bv_store *store, const char *person, uint32_t most_of_a_kind,
                    bv_kind_visitor *visit, void *context, struct bv_error *error)
{
    bool good = true;
    for (size_t i = 0; good && i < bv_kinds_count; i++) {
        struct walk walk = {.row = &bv_kinds[i], .visit = visit, .context = context, .go_on = true};
        good = visit_row(store, &walk, person, most_of_a_kind, error);
    }
    return good;
}
