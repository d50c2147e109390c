/*
 * The post: nobody is told of anything before it is on disk.
 *
 *     deeds ──▶ batch ─┐                            ┌─ durable ──▶ its mail is sent
 *                      ├─ flight ──▶ committer ─────┼─ overtaken ▶ its mail is burnt, its tables are read anew,
 *     mail ────────────┤                            │              and what was asked is asked again
 *     requests ────────┘                            └─ failed ───▶ its mail is burnt, its tables are read anew,
 *                                                                  and who asked is told so
 *
 * A flight is overtaken where another node, which shares the store, was faster with the same entry or paper. What was
 * asked for is then asked again, of the tables as they are now; nobody outside notices. The same becomes of what only read
 * when its flight fails: reading goes on while nothing can be stored.
 *
 * Whoever asks for more than BV_OWED_MAX bytes while the disk is slow gets none of what is more, and is closed.
 *
 * Changes and mail collect in the flight that stands ready; when the loop comes to rest it leaves. Flights arrive in
 * the order in which they left, one without changes behind those before it too, so that no message overtakes another.
 */
#ifndef BV_POST_H
#define BV_POST_H

#include "server/client.h"
#include "server/keeping/metrics.h"
#include "store/committer.h"

struct bv_post;

enum { BV_OWED_MAX = 1024 * 1024 };

struct bv_post_handler {
    void *context;
    /* A table has entries up to that number on disk; */
    void (*stored)(void *context, int64_t table, uint32_t number);
    /* or what was last done there was not stored, because of another node or because of the store. */
    void (*lost)(void *context, int64_t table, bool overtaken);
    /* What a client asked with that flight was not answered. */
    void (*unheard)(void *context, struct bv_client *client, uint64_t flight);
    /* Something is to be said to the other nodes; NULL: there are none. */
    void (*say)(void *context, const char *what, struct bv_span text);
    void (*wake)(void *context); /* from the committer's thread */
};

struct bv_post *bv_post_open(struct bv_store *store, const struct bv_post_handler *handler);

/* Commits what waits; mail that is still in flight is burnt. */
void bv_post_close(struct bv_post *post);

/* The changes of the flight that stands ready. */
struct bv_batch *bv_post_changes(struct bv_post *post);

/* The number of the flight that stands ready. */
uint64_t bv_post_flight(const struct bv_post *post);

/* That flight brings the table to so many entries; its number is returned. */
uint64_t bv_post_touches(struct bv_post *post, int64_t table, uint32_t number);

/* Whether everything up to the flight of that number is on disk or lost. */
bool bv_post_landed(const struct bv_post *post, uint64_t flight);

/* What is told from now on is on disk already (or no longer): it is delivered whatever becomes of the flight. Returns what
 * was said before. */
bool bv_post_facts(struct bv_post *post, bool facts);

/* Something that several hold: the last of them frees it. */
struct bv_held {
    uint32_t holders;
    void (*free)(struct bv_held *held);
};

/* What a client asks, and whatever comes of it until `bv_post_asked`, goes with the flight that stands ready; when that is
 * overtaken, bv_post_again gives it back. */
enum bv_petition_kind {
    BV_BY_MESSAGE, /* over a WebSocket; the message may be empty */
    BV_BY_REQUEST, /* by HTTP */
    BV_BY_ERRAND,  /* by HTTP; other threads have prepared the answer */
};

struct bv_petition {
    enum bv_petition_kind kind;
    struct bv_client *client;
    struct bv_span message;
    struct bv_http_request http;
    struct bv_held *held; /* NULL unless it is an errand */
    bool reads; /* it changed nothing that is kept: asked again also when the store fails */
};
void bv_post_asking(struct bv_post *post);
void bv_post_asked(struct bv_post *post, const struct bv_petition *request);

/* The next request that is to be asked again; it holds until the next call. */
bool bv_post_again(struct bv_post *post, struct bv_petition *request);

/* A message to everybody who attends, burnt when the flight fails. Takes one reference of its own. */
void bv_post_tell(struct bv_post *post, struct bv_client *client, struct bv_parcel *parcel);
/* The same to somebody for whom it makes sense only after what was told with that flight: lost with it, fact or not. */
void bv_post_tell_since(struct bv_post *post, struct bv_client *client, struct bv_parcel *parcel,
                        uint64_t flight);

/* A word to the other nodes, burnt when the flight fails; `what` lasts. */
void bv_post_say(struct bv_post *post, const char *what, struct bv_span text);

/* The answer to a request with that number (negative: it had none, nothing is sent); JSON fields without braces. */
void bv_post_reply(struct bv_post *post, struct bv_client *client, int64_t request,
                   struct bv_span fields);

/* A refusal of that request, already written; it is an answer too, and one comes when the flight fails. */
void bv_post_refuse(struct bv_post *post, struct bv_client *client, int64_t request,
                    struct bv_parcel *parcel);

/* The answer to an HTTP request; its texts are copied. */
void bv_post_answer(struct bv_post *post, struct bv_client *client,
                    const struct bv_http_answer *answer);

/* The loop comes to rest: the flight leaves. */
void bv_post_depart(struct bv_post *post);

/* The loop was woken: flights that have arrived are delivered. */
void bv_post_arrive(struct bv_post *post);

/* Where something is wrong with the store, tries now and then whether it still is. */
void bv_post_probe(struct bv_post *post, int64_t now);

/* Since the house was opened. */
struct bv_post_figures {
    uint64_t messages;  /* sent */
    uint64_t changes;   /* on disk */
    uint64_t failures;  /* of commits */
    uint64_t overtaken; /* commits that came after another node's */
    struct bv_spread committing;
};

const struct bv_post_figures *bv_post_figures(const struct bv_post *post);

/* What is wrong with the store; "" if nothing is. */
const char *bv_post_trouble(const struct bv_post *post);

#endif
