/* Wishes at a table: a byte picks the game, then lines `PERSON JSON`, as clients send them. Whatever is granted is written,
 * read, folded and told like any other deed. */
#include "harness.h"
#include "room.h"

static const char *person_of(char letter)
{
    static const char *const people[] = {"ada", "bob", "cleo", "eve"};
    return people[(unsigned char)(letter - 'a') % BV_COUNT(people)];
}

static void wish(struct bv_table *table, const char *person, const cJSON *json, int64_t now)
{
    struct bv_deed deed[BV_DEEDS_OF_A_WISH];
    struct bv_refusal refusal = {0};
    char token[BV_TOKEN_MAX];
    const char *verb = bv_json_get_text(json, "do", 32);
    if (!verb || !bv_is_wish(verb)) return;
    struct bv_wish wish = {.verb = verb,
                           .person = person,
                           .name = person,
                           .fields = json,
                           .now = now,
                           .new_key = "key"};
    int deeds = bv_decide(table, &wish, deed, &refusal);
    must(!refusal.code || !deeds, "what is refused does not happen");
    for (int i = 0; i < deeds; i++) {
        deed[i].at = now;
        room_takes(table, &deed[i]);
    }
    for (int i = 0; i < 64 && bv_follows(table, &deed[0], token); i++) {
        deed[0].at = now;
        room_takes(table, &deed[0]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) return 0;
    struct bv_table *table = open_room(data[0]);
    struct bv_span rest = {(const char *)data + 1, size - 1};
    struct bv_span line = {0};
    int64_t now = 2000;
    while (bv_take_part(&rest, '\n', &line)) {
        if (line.length < 2) continue;
        cJSON *json = cJSON_ParseWithLength(line.text + 1, line.length - 1);
        if (cJSON_IsObject(json)) wish(table, person_of(line.text[0]), json, now);
        cJSON_Delete(json);
        now += 1000;
    }
    close_room(table);
    return 0;
}
