/* Commands at a table: a byte picks the game, then lines `PERSON JSON`, as clients send them. Whatever is granted is written,
 * read, folded and told like any other event. */
#include "harness.h"
#include "table_fixture.h"

static const char *person_of(char letter)
{
    static const char *const people[] = {"ada", "bob", "cleo", "eve"};
    return people[(unsigned char)(letter - 'a') % BV_COUNT(people)];
}

static void command(struct table *table, const char *person, const cJSON *json, int64_t now)
{
    struct table_event event[TABLE_EVENTS_OF_A_COMMAND];
    struct refusal refusal = {0};
    char token[BV_TOKEN_MAX];
    struct request request;
    if (!request_read(json, &request, &refusal) || !(request_flags(request.verb) & REQUEST_TABLE))
        return;
    struct table_command command = {
        .request = &request, .person = person, .name = person, .now = now, .new_key = "key"};
    int events = table_decide(table, &command, event, &refusal);
    must(!refusal.code || !events, "what is refused does not happen");
    for (int i = 0; i < events; i++) {
        event[i].at = now;
        apply_to_fuzz_table(table, &event[i]);
    }
    for (int i = 0; i < 64 && table_follows(table, &event[0], token); i++) {
        event[0].at = now;
        apply_to_fuzz_table(table, &event[0]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) return 0;
    struct table *table = open_fuzz_table(data[0]);
    struct bv_span rest = {(const char *)data + 1, size - 1};
    struct bv_span line = {0};
    int64_t now = 2000;
    while (bv_take_part(&rest, '\n', &line)) {
        if (line.length < 2) continue;
        cJSON *json = cJSON_ParseWithLength(line.text + 1, line.length - 1);
        command(table, person_of(line.text[0]), json, now);
        cJSON_Delete(json);
        now += 1000;
    }
    close_fuzz_table(table);
    return 0;
}
