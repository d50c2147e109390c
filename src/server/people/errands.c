#include "server/people/errands.h"

#include <stddef.h>

struct bv_errand *bv_errand_new(struct bv_visit *visit, bv_errand_done *done)
{
    struct bv_errand *errand = bv_new(sizeof *errand);
    errand->client = visit->client;
    errand->done = done;
    errand->job.from = bv_address_counted(&visit->client->address);
    bv_device_read(visit->request, &errand->device);
    visit->client->holders++;
    return errand;
}

static struct bv_errand *errand_of(struct bv_held *held)
{
    return (struct bv_errand *)(void *)((char *)held - offsetof(struct bv_errand, held));
}

static void free_errand(struct bv_errand *errand)
{
    bv_vault_wipe(&errand->job);
    bv_client_drop(errand->client);
    free(errand->about);
    free(errand);
}

static void free_held(struct bv_held *held)
{
    free_errand(errand_of(held));
}

static int refuse_busy(struct bv_visit *visit)
{
    return bv_api_refuse(visit, 503, "busy",
                         (struct bv_text){"Trop de monde se presse à la porte. Réessayez.",
                                          "There is a crowd at the door. Try again."});
}

int bv_errand_go(struct bv_visit *visit, struct bv_errand *errand)
{
    if (bv_vault_ask(visit->house->vault, &errand->job)) return 0;
    free_errand(errand);
    return refuse_busy(visit);
}

static int answer(struct bv_visit *visit, void *context)
{
    struct bv_errand *errand = context;
    return errand->job.failed ? refuse_busy(visit) : errand->done(visit, errand);
}

void bv_errand_answer(struct bv_house *house, const struct bv_petition *petition)
{
    bv_api_later(house, petition->client, answer, errand_of(petition->held));
}

bool bv_errands_collect(struct bv_house *house, struct bv_petition *petition)
{
    struct bv_vault_job *job = NULL;
    while ((job = bv_vault_collect(house->vault))) {
        struct bv_errand *errand = (struct bv_errand *)job;
        errand->held = (struct bv_held){.holders = 1, .free = free_held};
        *petition = (struct bv_petition){
            .kind = BV_BY_ERRAND, .client = errand->client, .held = &errand->held};
        if (errand->client->connection) return true;
        /* Nothing is done for somebody who has gone: new codes, say, would never have been seen. */
        free_errand(errand);
    }
    return false;
}

void bv_errand_drop(const struct bv_petition *petition)
{
    if (--petition->held->holders == 0) petition->held->free(petition->held);
}

void bv_errands_close(struct bv_house *house)
{
    struct bv_vault_job *job = NULL;
    bv_vault_stop(house->vault);
    while ((job = bv_vault_collect(house->vault))) free_errand((struct bv_errand *)job);
    bv_vault_free(house->vault);
}
