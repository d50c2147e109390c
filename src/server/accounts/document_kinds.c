#include "server/accounts/document_kinds.h"

#include "core/game.h"
#include "server/delivery/documents.h"

const struct document_kind document_kinds[] = {
    {"session", DOCUMENT_KIND_MANY, NULL, false},
    {"bot", DOCUMENT_KIND_MANY, NULL, true},
    {"rating.", DOCUMENT_KIND_BY_GAME, NULL, true},
    {"tally", DOCUMENT_KIND_MANY, NULL, true},
    {"friend", DOCUMENT_KIND_MANY, "friend", true},
    {"block", DOCUMENT_KIND_MANY, "blocker", true},
    {"blocker", DOCUMENT_KIND_MANY, "block", false},
    {"challenge", DOCUMENT_KIND_MANY, NULL, true},
    {"seek", DOCUMENT_KIND_ONE, NULL, true},
    {"member", DOCUMENT_KIND_ONE, NULL, true},
    {"tournament.of", DOCUMENT_KIND_MANY, NULL, true},
    {"owngame", DOCUMENT_KIND_MANY, NULL, true},
    {"owngame.record", DOCUMENT_KIND_MANY, NULL, true},
    {"note", DOCUMENT_KIND_MANY, NULL, true},
    {"mail", DOCUMENT_KIND_ONE, NULL, true},
    {"push", DOCUMENT_KIND_MANY, NULL, true},
    {"reminder", DOCUMENT_KIND_MANY, NULL, true},
};
const size_t document_kinds_count = BV_COUNT(document_kinds);

struct walk {
    const struct document_kind *row;
    const char *kind;
    document_kind_visitor *visit;
    void *context;
    bool go_on;
};

static bool pass_on(void *context, const struct store_document *document)
{
    struct walk *walk = context;
    walk->go_on = walk->visit(walk->context, walk->row, walk->kind, document);
    return walk->go_on;
}

static bool visit_games(struct store *store, struct walk *walk, const char *person,
                        struct bv_error *error)
{
    bool good = true;
    for (size_t i = 0; good && walk->go_on && i < bv_game_count; i++) {
        char kind[DOCUMENT_KIND_MAX + 1];
        struct bv_out out = bv_out_into(kind, sizeof kind);
        bv_put(&out, walk->row->kind);
        bv_put(&out, bv_games[i]->id);
        walk->kind = kind;
        good = store_document_read(store, kind, person, pass_on, walk, error);
    }
    return good;
}

static bool visit_row(struct store *store, struct walk *walk, const char *person, uint32_t most,
                      struct bv_error *error)
{
    walk->kind = walk->row->kind;
    switch (walk->row->shape) {
    case DOCUMENT_KIND_ONE:
        return store_document_read(store, walk->kind, person, pass_on, walk, error);
    case DOCUMENT_KIND_BY_GAME: return visit_games(store, walk, person, error);
    default:
        return store_documents(store, walk->kind, pair_key(person, "").text, "", most, pass_on,
                               walk, error);
    }
}

bool document_kinds_visit(struct store *store, const char *person, uint32_t most_of_a_kind,
                          document_kind_visitor *visit, void *context, struct bv_error *error)
{
    bool good = true;
    for (size_t i = 0; good && i < document_kinds_count; i++) {
        struct walk walk = {
            .row = &document_kinds[i], .visit = visit, .context = context, .go_on = true};
        good = visit_row(store, &walk, person, most_of_a_kind, error);
    }
    return good;
}
