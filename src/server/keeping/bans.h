/*
 * Bans: who may not come in for a while. A ban is a paper of the kind `ban`. Its key is whom it is for: the id of a person,
 * or a network with `_` for the slash, since keys stand in paths: 203.0.113.7, 2001:db8::_32.
 *
 * All are held in memory, at most BV_BANS_MAX, and read again when a change has landed or is lost: what is held is what is
 * on disk. Whoever is banned then is shown out.
 */
#ifndef BV_BANS_H
#define BV_BANS_H

#include "server/client.h"
#include "server/decide.h"
#include "server/post.h"

struct bv_house;
struct bv_bans;

enum { BV_BANS_MAX = 1000, BV_BAN_KEY_SIZE = 52, BV_BAN_REASON_MAX = 200 };

struct bv_ban {
    char key[BV_BAN_KEY_SIZE];
    int64_t until; /* 0: for ever */
    char reason[BV_BAN_REASON_MAX + 1];
    char by[BV_ID_SIZE];
    int64_t at;
    bool is_network;
    struct bv_address network;
    int bits;
};

struct bv_bans *bv_bans_open(struct bv_store *reader, struct bv_error *error);
void bv_bans_close(struct bv_bans *bans);

/* Those that are on disk; and whether there is room for one more beside them and those under way. */
size_t bv_bans_count(const struct bv_bans *bans);
bool bv_bans_full(const struct bv_bans *bans);
const struct bv_ban *bv_ban_at(const struct bv_bans *bans, size_t number);

/* The ban that holds now; NULL: there is none. A bot is banned with its owner. */
const struct bv_ban *bv_ban_of_person(const struct bv_bans *bans, const char *person, int64_t now);
const struct bv_ban *bv_ban_of_address(const struct bv_bans *bans, const struct bv_address *address,
                                       int64_t now);

/* `banned`, with the end and the reason as its detail; false. */
bool bv_refuse_banned(struct bv_refusal *refusal, const struct bv_ban *ban);

/* Whether a request may be answered; else the refusal says why not. Whoever is banned in person may still read what
 * everybody reads, leave, and have what is kept about them erased. */
bool bv_address_is_welcome(const struct bv_bans *bans, const struct bv_address *address,
                           struct bv_refusal *refusal);
bool bv_person_is_welcome(const struct bv_bans *bans, const char *person,
                          const struct bv_http_request *request, struct bv_refusal *refusal);

/* The key of a network as people write it: `203.0.113.0/24`, or one address. False if it is none, or this machine is in it:
 * whoever banned that would shut the house for everybody behind a proxy, and for its keeper. */
bool bv_ban_key_of_network(const char *network, char key[BV_BAN_KEY_SIZE]);

/* The same the other way round: what people read. */
void bv_ban_put_network(const char *key, struct bv_out *out);

/* Puts a ban into the flight that stands ready (its key, end, reason and author), or lifts it. */
bool bv_ban_write(struct bv_house *house, const struct bv_ban *ban, struct bv_error *trouble);
bool bv_ban_lift(struct bv_house *house, const char *key, struct bv_error *trouble);

/* The flight that stands ready changes papers of bans: they are read again when it has landed. */
void bv_bans_change(struct bv_house *house);

/* Another node has changed them. */
void bv_bans_heard(struct bv_house *house);

/* Flights have landed: bans that they changed are read, and who is banned is shown out. */
void bv_bans_look(struct bv_house *house);

#endif
