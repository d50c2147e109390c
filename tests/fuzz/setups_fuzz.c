/* What people send to open a table: what is read can be kept, and what was kept is read again and is the same. */
#include <stdlib.h>

#include "harness.h"
#include "table/table.h"

static char kept[TABLE_SETUP_TEXT_MAX];
static char again[TABLE_SETUP_TEXT_MAX];

static void check_kept(struct terms_cache *terms_cache, const struct table_setup *setup)
{
    struct table_setup restored;
    struct bv_error error = {""};
    struct bv_out out = bv_out_into(kept, sizeof kept);
    table_setup_store(setup, &out);
    must(!out.cut, "a setup fits its room");
    must(table_setup_restore(kept, terms_cache, &restored, &error), error.text);
    struct bv_out second = bv_out_into(again, sizeof again);
    table_setup_store(&restored, &second);
    must(bv_equal(kept, again), "what was kept is the same");
    struct table *table = table_new(&restored, "table");
    table_free(table);
    terms_cache_return(terms_cache, restored.terms);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct terms_cache *terms_cache = terms_cache_new();
    struct table_setup setup = {0};
    struct bv_error error = {""};
    cJSON *json = cJSON_ParseWithLength((const char *)data, size);
    if (cJSON_IsObject(json)) {
        if (table_setup_read(json, terms_cache, &setup, &error)) {
            struct bv_out owner = bv_out_into(setup.owner, sizeof setup.owner);
            bv_put(&owner, "ada");
            check_kept(terms_cache, &setup);
            terms_cache_return(terms_cache, setup.terms);
        } else {
            must(error.text[0], "a refusal says why");
        }
    }
    cJSON_Delete(json);
    terms_cache_free(terms_cache);
    return 0;
}
