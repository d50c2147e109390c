/*
 * Errands: requests that wait for the vault. The route makes an errand and answers nothing; when the vault has done its
 * job, the errand's own function gives the answer, with the house as it is then.
 */
#ifndef BV_ERRANDS_H
#define BV_ERRANDS_H

#include "server/api.h"
#include "server/keeping/gate.h"
#include "server/people/devices.h"
#include "server/people/sessions.h"
#include "server/people/vault.h"

struct bv_errand;

/* The answer: a status, as of a route. The visit has no request and no body any more. */
typedef int bv_errand_done(struct bv_visit *visit, struct bv_errand *errand);

struct bv_errand {
    struct bv_vault_job job; /* the first member: a job is its errand */
    struct bv_held held;
    struct bv_client *client;
    bv_errand_done *done;
    char person[BV_ID_SIZE]; /* whose account it is about; "": nobody's yet */
    char name[BV_TABLE_NAME_MAX + 1];
    struct bv_attempt attempt; /* where a password is tried */
    struct bv_device device;
    char word[BV_DEVICE_SIZE]; /* an invitation or a code, where one is needed */
    char *about;               /* what the account shall say besides; NULL: what it says already */
};

struct bv_errand *bv_errand_new(struct bv_visit *visit, bv_errand_done *done);

/* Sends it off: 0, the answer comes later; or the vault is too busy, and this is the status of the refusal. */
int bv_errand_go(struct bv_visit *visit, struct bv_errand *errand);

/* The loop was woken: the next errand that is done and waits for its answer; it is held until it is dropped. */
bool bv_errands_collect(struct bv_house *house, struct bv_petition *petition);
void bv_errand_drop(const struct bv_petition *petition);

/* Gives the answer; once more where another node has overtaken it. */
void bv_errand_answer(struct bv_house *house, const struct bv_petition *petition);

/* The house closes: the vault too, and nobody waits any more. */
void bv_errands_close(struct bv_house *house);

#endif
