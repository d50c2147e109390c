#include "server/keeping/announcement.h"

#include "core/hash.h"

void bv_announcement_write(struct bv_house *house, int64_t now, struct bv_out *out)
{
    int64_t until = 0;
    cJSON *paper = bv_desk_read(house->desk, "house", "announcement", NULL);
    const char *fr = bv_json_get_text(paper, "fr", BV_ANNOUNCEMENT_MAX);
    const char *en = bv_json_get_text(paper, "en", BV_ANNOUNCEMENT_MAX);
    bv_json_get_number(paper, "until", 0, INT64_MAX / 1024, &until);
    if (fr && en && (!until || now < until))
        bv_json_both(out, "announcement", (struct bv_text){fr, en});
    else
        bv_json_null(out, "announcement");
    cJSON_Delete(paper);
}

struct telling {
    struct bv_post *post;
    struct bv_parcel *parcel;
};

static void tell(void *context, struct bv_client *client)
{
    const struct telling *telling = context;
    bv_post_tell(telling->post, client, telling->parcel);
}

static void tell_everybody(struct bv_house *house, bool again)
{
    char text[4 * BV_ANNOUNCEMENT_MAX + 128]; /* escapes may double a text */
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "type", "announcement");
    bv_announcement_write(house, bv_now(), &out);
    bv_json_close(&out, '}');
    uint64_t hash = bv_hash_text(0, text);
    if (!again && hash == house->announced) return;
    house->announced = hash;
    struct telling telling = {house->post, bv_parcel_text((struct bv_span){text, out.length})};
    bv_porter_all(house->porter, tell, &telling);
    bv_parcel_free(telling.parcel);
}

bool bv_announce(struct bv_house *house, struct bv_text text, int64_t until,
                 struct bv_error *trouble)
{
    cJSON *paper = cJSON_CreateObject();
    cJSON_AddStringToObject(paper, "fr", text.fr);
    cJSON_AddStringToObject(paper, "en", text.en);
    cJSON_AddNumberToObject(paper, "until", (double)until);
    bool good = bv_desk_write(house->desk, "house", "announcement", bv_now(), paper, trouble);
    cJSON_Delete(paper);
    if (good) tell_everybody(house, true);
    return good;
}

bool bv_announce_nothing(struct bv_house *house, struct bv_error *trouble)
{
    bool good = bv_desk_remove(house->desk, "house", "announcement", trouble);
    if (good) tell_everybody(house, true);
    return good;
}

bool bv_announcement_heard(struct bv_house *house)
{
    struct bv_error trouble;
    cJSON *paper = bv_desk_read(house->desk, "house", "announcement", &trouble);
    cJSON_Delete(paper);
    if (!paper && trouble.text[0]) return false;
    tell_everybody(house, false);
    return true;
}
