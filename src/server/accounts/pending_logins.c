#include "server/accounts/pending_logins.h"

#include <stddef.h>

struct pending_login *pending_new(struct exchange *exchange, pending_done *done)
{
    struct pending_login *pending = memory_new(sizeof *pending);
    pending->client = exchange->client;
    pending->done = done;
    pending->job.from = address_counted(&exchange->client->address);
    device_read(exchange->request, &pending->device);
    exchange->client->holders++;
    return pending;
}

void pending_read_hash(struct exchange *exchange, struct pending_login *pending)
{
    cJSON *account = documents_read(exchange->documents, "account", pending->person);
    bv_copy_text(pending->job.hash, sizeof pending->job.hash,
                 fields_text(account, "hash", PASSWORD_HASH_SIZE - 1));
    cJSON_Delete(account);
}

static struct pending_login *pending_of(struct outbox_held *held)
{
    return (struct pending_login *)(void *)((char *)held - offsetof(struct pending_login, held));
}

static void free_pending(struct pending_login *pending)
{
    hasher_wipe(&pending->job);
    client_drop(pending->client);
    free(pending->about);
    free(pending);
}

static void free_held(struct outbox_held *held)
{
    free_pending(pending_of(held));
}

static int refuse_busy(struct exchange *exchange)
{
    return api_refuse(exchange, REFUSE_BUSY);
}

int pending_start(struct exchange *exchange, struct pending_login *pending)
{
    if (hasher_ask(accounts_of(exchange)->hasher, &pending->job)) return 0;
    free_pending(pending);
    return refuse_busy(exchange);
}

static int answer(struct exchange *exchange, void *context)
{
    struct pending_login *pending = context;
    return pending->job.failed ? refuse_busy(exchange) : pending->done(exchange, pending);
}

void pending_answer(struct accounts *accounts, const struct outbox_request *request)
{
    api_later(accounts->api, request->client, accounts, answer, pending_of(request->held));
}

bool pending_collect(struct accounts *accounts, struct outbox_request *request)
{
    struct hasher_job *job = NULL;
    while ((job = hasher_collect(accounts->hasher))) {
        struct pending_login *pending = (struct pending_login *)job;
        pending->held = (struct outbox_held){.holders = 1, .free = free_held};
        *request = (struct outbox_request){
            .kind = OUTBOX_BY_PENDING, .client = pending->client, .held = &pending->held};
        if (pending->client->connection) return true;
        /* Does nothing for a client that has disconnected: it would never see its new codes, for
         * example. */
        free_pending(pending);
    }
    return false;
}

void pending_drop(const struct outbox_request *request)
{
    if (--request->held->holders == 0) request->held->free(request->held);
}

void pending_close(struct accounts *accounts)
{
    struct hasher_job *job = NULL;
    hasher_stop(accounts->hasher);
    while ((job = hasher_collect(accounts->hasher))) free_pending((struct pending_login *)job);
    hasher_free(accounts->hasher);
}
