/* Cookies, bearer tokens and tickets: whatever is brought that the server has not made is nobody's. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "harness.h"
#include "server/accounts/authentication.h"
#include "server/main/server.h"

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

/* A server with its store and its desk, and Ada in it; its secret is all noughts, which the fuzzer does not know. */
static struct server *make_server(void)
{
    struct bv_error error = {""};
    struct server *server = memory_new(sizeof *server);
    must(mkdtemp(folder) != NULL, "a folder can be made");
    atexit(remove_folder);
    struct store *writer = store_open(folder, STORE_WRITE, &error);
    must(writer != NULL, error.text);
    struct batch *batch = store_batch_new();
    store_batch_person(batch, "ada", "Ada", 1);
    must(store_commit(writer, batch, &error), error.text);
    store_batch_free(batch);
    server->reader = store_open(folder, STORE_READ, &error);
    must(server->reader != NULL, error.text);
    struct outbox_handler handler = {.context = server, .wake = wake};
    server->outbox = outbox_open(writer, &handler);
    server->documents = documents_open(server->reader, server->outbox);
    return server;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct server *server;
    static struct client client;
    static const char *const headers[] = {"Cookie", "Authorization"};
    struct bv_span text = {(const char *)data, size};
    if (!server) server = make_server();
    for (size_t i = 0; i < BV_COUNT(headers); i++) {
        struct http_request request = {.headers = 1, .header = {{bv_span_of(headers[i]), text}}};
        authenticate(server, &request, &client);
        must(!client.person[0], "who proves nothing is nobody");
    }
    must(!ticket_redeem(server, &client, text, 1), "a ticket that was not made here is none");
    return 0;
}
