#include "server/keeping/gate.h"

#include "core/dice.h"
#include "net/homes.h"
#include "net/websocket.h"
#include "server/fellowship/roster.h"
#include "server/keeping/metrics.h"
#include "server/keeping/whence.h"
#include "server/porter.h"

enum { HOUSEHOLD = 4, REFUSALS_MAX = 100, PAUSE = 4000 };

struct bv_gate {
    struct bv_limits *limits;
    struct bv_proxies proxies;
    struct bv_homes sockets; /* WebSockets by where they really come from */
    uint32_t connections;
    uint32_t per_address;
    uint32_t per_person;
    uint32_t local_factor;
    struct bv_roster *roster; /* NULL: there are no other nodes */
    bool counted;             /* what is being asked was counted when it was asked first */
};

struct bv_gate *bv_gate_open(const struct bv_config *config, struct bv_error *error)
{
    const bv_limit_times times = {
        [BV_LIMIT_REQUESTS] = (uint32_t)config->requests_per_second,
        [BV_LIMIT_CHANGES] = (uint32_t)config->changes_per_hour,
        [BV_LIMIT_MESSAGES] = (uint32_t)config->messages_per_second,
        [BV_LIMIT_TABLES] = (uint32_t)config->tables_per_hour,
        [BV_LIMIT_GUESTS] = (uint32_t)config->guests_per_hour,
        [BV_LIMIT_LOGINS] = (uint32_t)config->logins_per_minute,
        [BV_LIMIT_CODES] = (uint32_t)config->logins_per_minute,
        [BV_LIMIT_FAILURES] = (uint32_t)config->failed_logins_per_hour,
        [BV_LIMIT_GUESSES] = (uint32_t)config->guesses_per_hour,
        [BV_LIMIT_CHATS] = (uint32_t)config->chats_per_minute,
        [BV_LIMIT_WORK] = (uint32_t)config->work_per_second * 1000,
    };
    struct bv_gate *gate = bv_new(sizeof *gate);
    gate->connections = (uint32_t)config->connections;
    gate->per_address = (uint32_t)config->connections_per_address;
    gate->per_person = (uint32_t)config->connections_per_person;
    gate->local_factor = (uint32_t)config->local_limit_factor;
    gate->limits = bv_limits_new(times);
    if (!bv_homes_open(&gate->sockets)) abort();
    if (bv_proxies_read(config->trusted_proxies, &gate->proxies, error)) return gate;
    bv_gate_close(gate);
    return NULL;
}

void bv_gate_close(struct bv_gate *gate)
{
    if (!gate) return;
    bv_limits_free(gate->limits);
    bv_homes_close(&gate->sockets);
    free(gate);
}

int64_t bv_gate_now(void)
{
    return (int64_t)(bv_microseconds() / 1000);
}

void bv_gate_share(struct bv_gate *gate, struct bv_roster *roster, uint64_t seed)
{
    gate->roster = roster;
    bv_limits_share(gate->limits, seed);
}

void bv_gate_counted(struct bv_gate *gate, bool counted)
{
    gate->counted = counted;
}

struct bv_limits *bv_gate_limits(struct bv_gate *gate)
{
    return gate->limits;
}

/* ---- Where from --------------------------------------------------------------------------------------------------- */

static uint32_t times(uint32_t number, uint32_t factor)
{
    uint64_t product = (uint64_t)number * factor;
    return product > UINT32_MAX ? UINT32_MAX : (uint32_t)product;
}

uint32_t bv_gate_room(const struct bv_gate *gate, const struct bv_address *address)
{
    /* A proxy brings everybody; who they are is seen when they ask. */
    if (bv_proxies_hold(&gate->proxies, address)) return gate->connections;
    if (bv_address_is_local(address)) return times(gate->per_address, gate->local_factor);
    return gate->per_address;
}

void bv_gate_note(const struct bv_gate *gate, struct bv_client *client,
                  const struct bv_http_request *request)
{
    struct bv_whence whence =
        bv_whence_of(&gate->proxies, bv_connection_address(client->connection), request);
    client->address = whence.address;
    client->local = whence.local;
}

static uint32_t factor_of(const struct bv_gate *gate, const struct bv_client *client)
{
    return client->local ? gate->local_factor : 1;
}

/* ---- How often ---------------------------------------------------------------------------------------------------- */

static bool too_many(struct bv_refusal *refusal, int64_t wait)
{
    bv_refuse(refusal, "too-many",
              (struct bv_text){"C'est trop à la fois : attendez un peu.",
                               "That is too much at once: wait a little."});
    refusal->wait = (uint32_t)((wait + 999) / 1000);
    return false;
}

/* What is limited for an address alone has its number from the configuration; what is limited for a person too, more:
 * several people may share the address. */
static uint32_t share_of(enum bv_limit kind)
{
    return kind == BV_LIMIT_GUESTS || kind == BV_LIMIT_LOGINS || kind == BV_LIMIT_CODES ? 1
                                                                                        : HOUSEHOLD;
}

static struct bv_span name_of(const struct bv_address *counted)
{
    return (struct bv_span){(const char *)counted->byte, sizeof counted->byte};
}

bool bv_gate_address_may(struct bv_gate *gate, const struct bv_client *client, enum bv_limit kind,
                         struct bv_refusal *refusal)
{
    int64_t wait;
    if (gate->counted) return true;
    struct bv_address counted = bv_address_counted(&client->address);
    uint32_t factor = times(factor_of(gate, client), share_of(kind));
    return bv_limits_take(gate->limits, kind, name_of(&counted), factor, bv_gate_now(), &wait) ||
           too_many(refusal, wait);
}

bool bv_gate_person_may(struct bv_gate *gate, const struct bv_client *client, enum bv_limit kind,
                        struct bv_refusal *refusal)
{
    int64_t wait;
    if (!client->person[0] || gate->counted) return true;
    struct bv_span who = bv_span_of(client->person);
    return bv_limits_take(gate->limits, kind, who, factor_of(gate, client), bv_gate_now(), &wait) ||
           too_many(refusal, wait);
}

bool bv_gate_may(struct bv_gate *gate, const struct bv_client *client, enum bv_limit kind,
                 struct bv_refusal *refusal)
{
    return bv_gate_address_may(gate, client, kind, refusal) &&
           bv_gate_person_may(gate, client, kind, refusal);
}

/* ---- How much work -------------------------------------------------------------------------------------------------- */

bool bv_gate_address_may_ask(struct bv_gate *gate, const struct bv_client *client,
                             struct bv_refusal *refusal)
{
    int64_t wait;
    struct bv_address counted = bv_address_counted(&client->address);
    uint32_t factor = times(factor_of(gate, client), share_of(BV_LIMIT_WORK));
    return gate->counted ||
           bv_limits_look(gate->limits, BV_LIMIT_WORK, name_of(&counted), factor, bv_gate_now(),
                          &wait) ||
           too_many(refusal, wait);
}

bool bv_gate_person_may_ask(struct bv_gate *gate, const struct bv_client *client,
                            struct bv_refusal *refusal)
{
    int64_t wait;
    return !client->person[0] || gate->counted ||
           bv_limits_look(gate->limits, BV_LIMIT_WORK, bv_span_of(client->person),
                          factor_of(gate, client), bv_gate_now(), &wait) ||
           too_many(refusal, wait);
}

void bv_gate_worked(struct bv_gate *gate, const struct bv_client *client, uint64_t microseconds)
{
    struct bv_address counted = bv_address_counted(&client->address);
    uint32_t factor = factor_of(gate, client);
    int64_t now = bv_gate_now();
    bv_limits_charge(gate->limits, BV_LIMIT_WORK, name_of(&counted),
                     times(factor, share_of(BV_LIMIT_WORK)), microseconds, now);
    if (client->person[0])
        bv_limits_charge(gate->limits, BV_LIMIT_WORK, bv_span_of(client->person), factor,
                         microseconds, now);
}

/* ---- Messages ----------------------------------------------------------------------------------------------------- */

static bool may_say(struct bv_gate *gate, const struct bv_client *client,
                    struct bv_refusal *refusal)
{
    return bv_gate_may(gate, client, BV_LIMIT_MESSAGES, refusal) &&
           bv_gate_address_may_ask(gate, client, refusal) &&
           bv_gate_person_may_ask(gate, client, refusal);
}

bool bv_gate_message(struct bv_gate *gate, struct bv_client *client, struct bv_refusal *refusal)
{
    if (may_say(gate, client, refusal)) return true;
    int64_t now = bv_gate_now();
    if (now - client->refused > PAUSE) client->refusals = 0;
    client->refused = now;
    if (++client->refusals == REFUSALS_MAX)
        bv_net_goodbye(client->connection, BV_WS_POLICY, "too many messages");
    return false;
}

/* An address as the roster knows it, and attempts. */
static void put_key(const struct bv_address *address, char key[BV_ROSTER_KEY_SIZE])
{
    struct bv_address counted = bv_address_counted(address);
    struct bv_out out = bv_out_into(key, BV_ROSTER_KEY_SIZE);
    bv_put_char(&out, '@');
    bv_put_hex(&out, counted.byte, sizeof counted.byte);
}

/* ---- Passwords ---------------------------------------------------------------------------------------------------- */

struct bv_attempt bv_attempt_of_stranger(const struct bv_client *client, const char *folded)
{
    char address[BV_ROSTER_KEY_SIZE];
    struct bv_attempt attempt = {0};
    struct bv_out account = bv_out_into(attempt.account, sizeof attempt.account);
    struct bv_out own = bv_out_into(attempt.own, sizeof attempt.own);
    put_key(&client->address, address);
    bv_put(&account, folded);
    bv_put(&own, address);
    bv_put_char(&own, ' ');
    bv_put(&own, folded);
    return attempt;
}

struct bv_attempt bv_attempt_of_device(const char *person, const char *device)
{
    struct bv_attempt attempt = {.known = true};
    struct bv_out own = bv_out_into(attempt.own, sizeof attempt.own);
    bv_put(&own, person);
    bv_put_char(&own, ' ');
    bv_put(&own, device);
    return attempt;
}

struct bv_attempt bv_attempt_of_owner(const char *person)
{
    struct bv_attempt attempt = {0};
    struct bv_out own = bv_out_into(attempt.own, sizeof attempt.own);
    bv_put(&own, person);
    return attempt;
}

static bool too_many_wrong(struct bv_refusal *refusal, int64_t wait)
{
    too_many(refusal, wait);
    return bv_refuse(refusal, "too-many",
                     (struct bv_text){"Trop de mots de passe faux pour ce compte : attendez. Un "
                                      "appareil qui s'y est déjà connecté, ou un code de secours, "
                                      "passe tout de suite.",
                                      "Too many wrong passwords for this account: wait. A device "
                                      "that has logged in before, or a recovery code, gets in at "
                                      "once."});
}

bool bv_gate_attempt(struct bv_gate *gate, const struct bv_client *client,
                     const struct bv_attempt *attempt, struct bv_refusal *refusal)
{
    int64_t wait = 0;
    int64_t now = bv_gate_now();
    struct bv_span own = bv_span_of(attempt->own);
    struct bv_span account = bv_span_of(attempt->account);
    if (gate->counted) return true;
    if (!attempt->known && !bv_gate_address_may(gate, client, BV_LIMIT_LOGINS, refusal))
        return false;
    if (!bv_limits_look(gate->limits, BV_LIMIT_FAILURES, own, 1, now, &wait) ||
        (account.length && !bv_limits_look(gate->limits, BV_LIMIT_GUESSES, account, 1, now, &wait)))
        return too_many_wrong(refusal, wait);
    bv_limits_take(gate->limits, BV_LIMIT_FAILURES, own, 1, now, &wait);
    if (account.length) bv_limits_take(gate->limits, BV_LIMIT_GUESSES, account, 1, now, &wait);
    return true;
}

void bv_gate_attempt_was_right(struct bv_gate *gate, const struct bv_attempt *attempt)
{
    if (gate->counted) return;
    bv_limits_give_back(gate->limits, BV_LIMIT_FAILURES, bv_span_of(attempt->own));
    if (attempt->account[0])
        bv_limits_give_back(gate->limits, BV_LIMIT_GUESSES, bv_span_of(attempt->account));
}

/* ---- How many ------------------------------------------------------------------------------------------------------ */

enum { LATER = 60 * 1000 };

bool bv_gate_person_fits(const struct bv_gate *gate, const struct bv_client *client,
                         const struct bv_porter *porter, struct bv_refusal *refusal)
{
    if (!client->person[0]) return true;
    uint32_t most = times(gate->per_person, factor_of(gate, client));
    uint32_t count =
        bv_porter_count(porter, client->person) + bv_roster_count(gate->roster, client->person);
    return count < most || too_many(refusal, LATER);
}

bool bv_gate_enter(struct bv_gate *gate, struct bv_client *client, const struct bv_porter *porter,
                   struct bv_refusal *refusal)
{
    if (!bv_gate_person_fits(gate, client, porter, refusal)) return false;
    struct bv_home *home = bv_home_enter(&gate->sockets, &client->address);
    if (!home) abort();
    char key[BV_ROSTER_KEY_SIZE];
    put_key(&client->address, key);
    uint32_t count = home->connections + bv_roster_count(gate->roster, key);
    if (count > times(gate->per_address, factor_of(gate, client))) {
        bv_home_leave(&gate->sockets, home);
        return too_many(refusal, LATER);
    }
    client->home = home;
    bv_roster_set(gate->roster, key, home->connections);
    return true;
}

void bv_gate_leave(struct bv_gate *gate, struct bv_client *client)
{
    char key[BV_ROSTER_KEY_SIZE];
    if (!client->home) return;
    put_key(&client->home->address, key);
    bv_roster_set(gate->roster, key, client->home->connections - 1);
    bv_home_leave(&gate->sockets, client->home);
    client->home = NULL;
}
