/* What people send to open a table: what is read can be kept, and what was kept is read again and is the same. */
#include <stdlib.h>

#include "harness.h"
#include "server/table.h"

static char kept[BV_SETUP_TEXT_MAX];
static char again[BV_SETUP_TEXT_MAX];

static void check_kept(struct bv_shelf *shelf, const struct bv_setup *setup)
{
    struct bv_setup restored;
    struct bv_error error = {""};
    struct bv_out out = bv_out_into(kept, sizeof kept);
    bv_setup_keep(setup, &out);
    must(!out.cut, "a setup fits its room");
    must(bv_setup_restore(kept, shelf, &restored, &error), error.text);
    struct bv_out second = bv_out_into(again, sizeof again);
    bv_setup_keep(&restored, &second);
    must(bv_equal(kept, again), "what was kept is the same");
    struct bv_table *table = bv_table_new(&restored, "table");
    bv_table_free(table);
    bv_shelf_return(shelf, restored.terms);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bv_shelf *shelf = bv_shelf_new();
    struct bv_setup setup = {0};
    struct bv_error error = {""};
    cJSON *json = cJSON_ParseWithLength((const char *)data, size);
    if (cJSON_IsObject(json)) {
        if (bv_setup_read(json, shelf, &setup, &error)) {
            struct bv_out owner = bv_out_into(setup.owner, sizeof setup.owner);
            bv_put(&owner, "ada");
            check_kept(shelf, &setup);
            bv_shelf_return(shelf, setup.terms);
        } else {
            must(error.text[0], "a refusal says why");
        }
    }
    cJSON_Delete(json);
    bv_shelf_free(shelf);
    return 0;
}
