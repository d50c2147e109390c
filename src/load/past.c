#include "load/past.h"

#include "core/game.h"
#include "store/store.h"

enum { GAMES_A_COMMIT = 2000, ENTRIES = 4, PEOPLE = 5000 };

static void put_numbered(char *text, size_t size, const char *before, uint32_t number)
{
    struct bv_out out = bv_out_into(text, size);
    bv_put(&out, before);
    bv_put_number(&out, number);
}

static void add_people(struct bv_batch *batch)
{
    for (uint32_t i = 0; i < PEOPLE; i++) {
        char id[BV_ID_SIZE];
        put_numbered(id, sizeof id, "past", i);
        bv_batch_person(batch, id, id, 1);
    }
}

/* What a short public game leaves behind: the same rows that a real one does. */
static void add_game(struct bv_batch *batch, uint32_t number)
{
    char id[BV_ID_SIZE];
    char person[BV_ID_SIZE];
    char tags[256];
    const struct bv_game *game = bv_games[number % bv_game_count];
    int64_t key = (int64_t)number + 1;
    put_numbered(id, sizeof id, "past", number);
    put_numbered(person, sizeof person, "past", number % PEOPLE);
    bv_batch_table(batch, key, id, "{\"game\":\"chars\",\"public\":true}", key);
    for (uint32_t i = 1; i <= ENTRIES; i++)
        bv_batch_entry(batch, key, i, key, bv_span_of("play V k14 34-35"));
    bv_batch_joined(batch, person, key);
    struct bv_out out = bv_out_into(tags, sizeof tags);
    bv_put(&out, "public\ngame=");
    bv_put(&out, game->id);
    bv_put(&out, "\nplayer=");
    bv_put(&out, person);
    bv_put(&out, number & 1 ? "\nresult=V\n" : "\nresult=G\n");
    bv_batch_finished(batch, key, key, "{\"game\":\"chars\",\"result\":\"V 1 G 0 elimination\"}",
                      tags);
}

bool bv_load_past(const char *folder, uint32_t games, struct bv_error *error)
{
    struct bv_store *store = bv_store_open(folder, BV_STORE_WRITE, error);
    if (!store) return false;
    struct bv_batch *batch = bv_batch_new();
    add_people(batch);
    bool good = bv_store_commit(store, batch, error);
    for (uint32_t number = 0; good && number < games;) {
        bv_batch_clear(batch);
        for (uint32_t i = 0; i < GAMES_A_COMMIT && number < games; i++) add_game(batch, number++);
        good = bv_store_commit(store, batch, error);
    }
    bv_batch_free(batch);
    bv_store_close(store);
    return good;
}
