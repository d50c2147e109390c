/* Cookies, bearer tokens and tickets: whatever is brought that the server has not made is nobody's. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "harness.h"
#include "server/accounts/accounts.h"
#include "server/accounts/authentication.h"

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

/* Accounts with a store and its documents, and Ada in it; their secret is all noughts, which the fuzzer does not know. */
static struct accounts *make_accounts(void)
{
    struct bv_error error = {""};
    struct accounts *accounts = memory_new(sizeof *accounts);
    must(mkdtemp(folder) != NULL, "a folder can be made");
    atexit(remove_folder);
    struct store *writer = store_open(folder, STORE_WRITE, &error);
    must(writer != NULL, error.text);
    struct batch *batch = store_batch_new();
    store_batch_person(batch, "ada", "Ada", 1);
    must(store_commit(writer, batch, &error), error.text);
    store_batch_free(batch);
    accounts->reader = store_open(folder, STORE_READ, &error);
    must(accounts->reader != NULL, error.text);
    struct outbox_handler handler = {.context = accounts, .wake = wake};
    accounts->outbox = outbox_open(writer, &handler);
    accounts->documents = documents_open(accounts->reader, accounts->outbox);
    return accounts;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct accounts *accounts;
    static struct client client;
    static const char *const headers[] = {"Cookie", "Authorization"};
    struct bv_span text = {(const char *)data, size};
    if (!accounts) accounts = make_accounts();
    for (size_t i = 0; i < BV_COUNT(headers); i++) {
        struct http_request request = {.headers = 1, .header = {{bv_span_of(headers[i]), text}}};
        authenticate(accounts, &request, &client);
        must(!client.person[0], "who proves nothing is nobody");
    }
    must(!ticket_redeem(accounts, &client, text, 1), "a ticket that was not made here is none");
    return 0;
}
