/* Cookies, bearer tokens and tickets: whatever is brought that the house has not made is nobody's. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "harness.h"
#include "server/house.h"
#include "server/people/recognise.h"

static void wake(void *context)
{
    (void)context;
}

static char folder[] = "/tmp/bivouac-fuzz-XXXXXX";

static void remove_folder(void)
{
    static const char *const files[] = {"bivouac.db", "bivouac.db-wal", "bivouac.db-shm"};
    char path[128];
    for (size_t i = 0; i < BV_COUNT(files); i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        unlink(path);
    }
    rmdir(folder);
}

/* A house with its store and its desk, and Ada in it; its secret is all noughts, which the fuzzer does not know. */
static struct bv_house *make_house(void)
{
    struct bv_error error = {""};
    struct bv_house *house = bv_new(sizeof *house);
    must(mkdtemp(folder) != NULL, "a folder can be made");
    atexit(remove_folder);
    struct bv_store *writer = bv_store_open(folder, BV_STORE_WRITE, &error);
    must(writer != NULL, error.text);
    struct bv_batch *batch = bv_batch_new();
    bv_batch_person(batch, "ada", "Ada", 1);
    must(bv_store_commit(writer, batch, &error), error.text);
    bv_batch_free(batch);
    house->reader = bv_store_open(folder, BV_STORE_READ, &error);
    must(house->reader != NULL, error.text);
    struct bv_post_handler handler = {.context = house, .wake = wake};
    house->post = bv_post_open(writer, &handler);
    house->desk = bv_desk_open(house->reader, house->post);
    return house;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct bv_house *house;
    static struct bv_client client;
    static const char *const headers[] = {"Cookie", "Authorization"};
    struct bv_span text = {(const char *)data, size};
    if (!house) house = make_house();
    for (size_t i = 0; i < BV_COUNT(headers); i++) {
        struct bv_http_request request = {.headers = 1, .header = {{bv_span_of(headers[i]), text}}};
        bv_recognise(house, &request, &client);
        must(!client.person[0], "who proves nothing is nobody");
    }
    must(!bv_ticket_redeem(house, &client, text, 1), "a ticket that was not made here is none");
    return 0;
}
