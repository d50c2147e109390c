#include "proof/fill.h"

#include "core/game.h"
#include "store/store.h"

enum { GAMES_A_COMMIT = 2000, EVENTS = 4, PEOPLE = 5000 };

static void put_numbered(char *text, size_t size, const char *before, uint32_t number)
{
    struct bv_out out = bv_out_into(text, size);
    bv_put(&out, before);
    bv_put_number(&out, number);
}

static void add_people(struct batch *batch)
{
    for (uint32_t i = 0; i < PEOPLE; i++) {
        char id[ID_SIZE];
        put_numbered(id, sizeof id, "past", i);
        store_batch_person(batch, id, id, 1);
    }
}

/* The same rows that a short public game leaves in the store. */
static void add_game(struct batch *batch, uint32_t number)
{
    char id[ID_SIZE];
    char person[ID_SIZE];
    char tags[256];
    const struct bv_game *game = bv_games[number % bv_game_count];
    int64_t key = (int64_t)number + 1;
    put_numbered(id, sizeof id, "past", number);
    put_numbered(person, sizeof person, "past", number % PEOPLE);
    store_batch_table(batch, key, id, "{\"game\":\"chars\",\"public\":true}", key);
    for (uint32_t i = 1; i <= EVENTS; i++)
        store_batch_event(batch, key, i, key, bv_span_of("play V k14 34-35"));
    store_batch_join(batch, person, key);
    struct bv_out out = bv_out_into(tags, sizeof tags);
    bv_put(&out, "public\ngame=");
    bv_put(&out, game->id);
    bv_put(&out, "\nplayer=");
    bv_put(&out, person);
    bv_put(&out, number & 1 ? "\nresult=V\n" : "\nresult=G\n");
    store_batch_finished(batch, key, key, "{\"game\":\"chars\",\"result\":\"V 1 G 0 elimination\"}",
                         tags);
}

bool fill_store(const char *folder, uint32_t games, struct bv_error *error)
{
    struct store *store = store_open(folder, STORE_WRITE, error);
    if (!store) return false;
    struct batch *batch = store_batch_new();
    add_people(batch);
    bool good = store_commit(store, batch, error);
    for (uint32_t number = 0; good && number < games;) {
        store_batch_free(batch);
        batch = store_batch_new();
        for (uint32_t i = 0; i < GAMES_A_COMMIT && number < games; i++) add_game(batch, number++);
        good = store_commit(store, batch, error);
    }
    store_batch_free(batch);
    store_close(store);
    return good;
}

struct rating_fill {
    struct batch *batch;
    uint32_t people;
};

static bool add_ratings(void *context, const char *person)
{
    enum { APART = 1000 };
    struct rating_fill *fill = context;
    int64_t rating = (int64_t)++fill->people * APART;
    for (size_t i = 0; i < bv_game_count; i++) {
        char kind[DOCUMENT_KIND_MAX + 1];
        char text[256];
        struct bv_out name = bv_out_into(kind, sizeof kind);
        struct bv_out out = bv_out_into(text, sizeof text);
        bv_put_all(&name, "rating.", bv_games[i]->id);
        bv_put(&out, "{\"deviation\":60,\"volatility\":0.06,\"games\":9,\"last\":1,\"rating\":");
        bv_put_number(&out, rating);
        bv_put_char(&out, '}');
        store_batch_document(fill->batch, kind, person, 0, rating * 100,
                             (struct bv_span){text, out.length});
    }
    return true;
}

bool fill_ratings(const char *folder, struct bv_error *error)
{
    struct store *store = store_open(folder, STORE_WRITE, error);
    if (!store) return false;
    struct rating_fill fill = {.batch = store_batch_new()};
    struct store_idle_query everybody = {
        .kind = "account", .before = INT64_MAX, .after = "", .until = "", .most = STORE_LIST_MAX};
    bool good = store_idle(store, &everybody, add_ratings, &fill, error) &&
                store_commit(store, fill.batch, error);
    store_batch_free(fill.batch);
    store_close(store);
    return good;
}
