#include "server/evenings/placards.h"

enum { HUNG_MAX = 16, BYTES_MAX = 4 * 1024 * 1024 };

struct bv_placards {
    struct bv_placard *hung[HUNG_MAX];
    int count;
    size_t bytes; /* of their texts */
    uint64_t asked;
};

struct bv_placards *bv_placards_new(void)
{
    return bv_new(sizeof(struct bv_placards));
}

static void take_down(struct bv_placards *placards, int which)
{
    struct bv_placard *placard = placards->hung[which];
    placards->bytes -= placard->length;
    placards->hung[which] = placards->hung[--placards->count];
    free(placard->text);
    free(placard);
}

void bv_placards_free(struct bv_placards *placards)
{
    while (placards->count) take_down(placards, 0);
    free(placards);
}

static int place_of(const struct bv_placards *placards, const char *evening)
{
    for (int i = 0; i < placards->count; i++)
        if (bv_equal(placards->hung[i]->id, evening)) return i;
    return -1;
}

const struct bv_placard *bv_placard_find(struct bv_placards *placards, const char *evening,
                                         uint64_t losses)
{
    int place = place_of(placards, evening);
    if (place < 0 || placards->hung[place]->losses != losses) return NULL;
    placards->hung[place]->asked = ++placards->asked;
    return placards->hung[place];
}

void bv_placard_take_down(struct bv_placards *placards, const char *evening)
{
    int place = place_of(placards, evening);
    if (place >= 0) take_down(placards, place);
}

/* The one that nobody has asked for longest makes room. */
static void make_room(struct bv_placards *placards, size_t length)
{
    while (placards->count == HUNG_MAX ||
           (placards->count && placards->bytes + length > BYTES_MAX)) {
        int oldest = 0;
        for (int i = 1; i < placards->count; i++)
            if (placards->hung[i]->asked < placards->hung[oldest]->asked) oldest = i;
        take_down(placards, oldest);
    }
}

const struct bv_placard *bv_placard_hang(struct bv_placards *placards,
                                         const struct bv_evening *evening, char *text,
                                         size_t length, uint64_t losses)
{
    bv_placard_take_down(placards, evening->id);
    make_room(placards, length);
    struct bv_placard *placard = bv_new(sizeof *placard);
    bv_copy(placard->id, evening->id, sizeof placard->id);
    placard->text = text;
    placard->length = length;
    placard->losses = losses;
    placard->asked = ++placards->asked;
    const cJSON *entry = NULL;
    cJSON_ArrayForEach(entry, evening->players)
    {
        struct bv_placard_player *player = &placard->player[placard->players++];
        const char *person = bv_json_get_text(entry, "person", BV_ID_SIZE - 1);
        struct bv_out out = bv_out_into(player->person, sizeof player->person);
        bv_put(&out, person ? person : "");
        player->left = bv_player_left(evening, placard->players - 1);
    }
    placards->hung[placards->count++] = placard;
    placards->bytes += length;
    return placard;
}
