/*
 * Reminders: a player who is away learns that something waits. What happens at a table, in the list
 * of challenges or in a tournament writes a reminder into the same transaction, as a document:
 *
 *     reminder  PERSON/TABLE  {"what":"turn","due":…,…}     rank: -due, the earliest first
 *
 * So there is at most one reminder of a player for each table or tournament, a new turn replaces
 * that of the turn before, and a node that dies loses none. The leading node (peers.h) looks for
 * reminders that are due, checks that they still hold, and sends them to the player's devices:
 *
 *     event ──▶ reminder stored ──▶ due, still true? ──▶ worker thread ──▶ push service ──▶ browser
 *                     ▲                                        │
 *                     └──────────── tried again later ─────────┘
 *
 *     reminders.c            which reminders there are, and when
 *     push_devices.c         the devices that want them; requests
 *     reminder_delivery.c    checking and sending
 *     reminder_text.c        what a reminder says
 *     mail.c                 reminders by e-mail
 *     mail_requests.c        the address of a player; requests
 *     push_services.c        which services may be called
 *     web_push.c             encryption and signatures
 *     outgoing.c             calling another machine
 *
 * A reminder that was sent, and whose removal was lost with the node, is sent again. Its topic
 * (RFC 8030) and the tag of its notification are the same, so the player sees one.
 *
 * Reminders are off unless the host turns them on (`push = on`, `smtp = …`). Then nothing of this is
 * open, and the functions below do nothing.
 */
#pragma once

#include "server/accounts/accounts.h"
#include "server/base/base_url.h"
#include "server/reminders/push_services.h"
#include "server/reminders/web_push.h"
#include "util/list.h"

enum reminder_kind {
    REMINDER_TURN,
    REMINDER_LATE, /* time is running out */
    REMINDER_OPPONENT,
    REMINDER_CHALLENGE,
    REMINDER_TOURNAMENT,
    REMINDER_KINDS,                    /* so many can be wished for */
    REMINDER_CONFIRM = REMINDER_KINDS, /* an address of e-mail is to be confirmed */
    REMINDERS_ALL,
};

/* In documents and requests. */
extern const char *const reminder_names[REMINDERS_ALL];

/* Since the server started. */
struct reminder_figures {
    uint64_t sent;
    uint64_t again;   /* failed attempts after which there will be another */
    uint64_t failed;  /* given up */
    uint64_t refused; /* the service's name led to an address that is not public */
    uint64_t dropped; /* devices that no longer exist */
};

struct reminders {
    /* Given: `main` fills this in before it opens reminders; all of it outlives them. */
    const struct config *config;
    const struct base_url *base;
    struct documents *documents;
    struct live_tables *tables;
    struct accounts *accounts;
    struct peers *peers; /* NULL: the server runs alone */
    void *context;       /* of wake */
    void (*wake)(void *context);

    /* Its own: */
    struct push_services services;
    char contact[CONFIG_TEXT];
    struct web_push_identity *identity; /* NULL: there are none by push */
    struct push_people *people;         /* who has devices */
    struct workers *workers;
    struct list_link sending; /* struct sending */
    uint32_t sendings;
    int64_t looked; /* when due reminders were last looked for, */
    bool hurried;   /* and whether there were more */
    struct reminder_figures figures;
};

/* Makes the server's keys if there are none yet. False: the store cannot be read, or a library is
 * missing. */
bool reminders_open(struct reminders *reminders, struct store *writer, struct bv_error *error);
/* The threads stop; then, when the event loop has ended, the rest goes. */
void reminders_close(struct reminders *reminders);

/* ---- What happens: each belongs to the open transaction -------------------------------------- */

/* These seats are to act at a table, and were not before. */
void reminders_turned(struct reminders *reminders, const struct live_table *live, bv_seats seats);

/* A player gets a reminder about that table or tournament now. */
void reminders_add(struct reminders *reminders, const char *person, const char *subject,
                   enum reminder_kind what);

/* ---- For the event loop ---------------------------------------------------------------------- */

/* Sends what is due; notes what was sent. */
void reminders_tick(struct reminders *reminders, int64_t now);

/* Another node has stored the device of that key ("": perhaps any; NULL: go on reading them). False:
 * the store cannot be read now. */
bool reminders_device_updated(struct reminders *reminders, const char *key);

/* Sendings that are not answered yet; people with devices. */
uint32_t reminders_sending(const struct reminders *reminders);
size_t reminders_people(const struct reminders *reminders);

static inline bool reminders_are_on(const struct reminders *reminders)
{
    return reminders->workers != NULL;
}

extern const struct api_routes reminder_routes; /* push_devices.c */
extern const struct api_routes mail_routes;     /* mail_requests.c */
