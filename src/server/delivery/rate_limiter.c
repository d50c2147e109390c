#include "server/delivery/rate_limiter.h"

#include "core/dice.h"
#include "net/address_counts.h"
#include "net/websocket.h"
#include "server/base/client_address.h"
#include "server/base/metrics.h"
#include "server/delivery/connections.h"
#include "server/delivery/remote_connections.h"
#include "util/clock.h"

enum { HOUSEHOLD = 4, REFUSALS_MAX = 100, PAUSE = 4000 };

struct rate_limiter {
    struct rate_limits *limits;
    struct proxies proxies;
    /* WebSockets by the address of the client, proxies taken into account */
    struct address_counts sockets;
    uint32_t connections;
    uint32_t per_address;
    uint32_t per_person;
    uint32_t local_factor;
    struct remote_connections *remote_connections; /* NULL: there are no other nodes */
    bool counted; /* requests run again now, and were counted the first time */
};

struct rate_limiter *limiter_open(const struct config *config, struct bv_error *error)
{
    const rate_limit_times times = {
        [LIMIT_REQUESTS] = (uint32_t)config->requests_per_second,
        [LIMIT_CHANGES] = (uint32_t)config->changes_per_hour,
        [LIMIT_MESSAGES] = (uint32_t)config->messages_per_second,
        [LIMIT_TABLES] = (uint32_t)config->tables_per_hour,
        [LIMIT_GUESTS] = (uint32_t)config->guests_per_hour,
        [LIMIT_LOGINS] = (uint32_t)config->logins_per_minute,
        [LIMIT_CODES] = (uint32_t)config->logins_per_minute,
        [LIMIT_FAILURES] = (uint32_t)config->failed_logins_per_hour,
        [LIMIT_GUESSES] = (uint32_t)config->failed_logins_per_account_per_hour,
        [LIMIT_CHATS] = (uint32_t)config->chats_per_minute,
        [LIMIT_WORK] = (uint32_t)config->cpu_ms_per_second * 1000,
    };
    struct rate_limiter *limiter = memory_new(sizeof *limiter);
    limiter->connections = (uint32_t)config->connections;
    limiter->per_address = (uint32_t)config->connections_per_address;
    limiter->per_person = (uint32_t)config->connections_per_player;
    limiter->local_factor = (uint32_t)config->local_limit_factor;
    limiter->limits = rate_limits_new(times);
    if (!address_counts_open(&limiter->sockets)) abort();
    if (proxies_read(config->trusted_proxies, &limiter->proxies, error)) return limiter;
    limiter_close(limiter);
    return NULL;
}

void limiter_close(struct rate_limiter *limiter)
{
    if (!limiter) return;
    rate_limits_free(limiter->limits);
    address_counts_close(&limiter->sockets);
    free(limiter);
}

void limiter_share(struct rate_limiter *limiter, struct remote_connections *remote_connections,
                   uint64_t seed)
{
    limiter->remote_connections = remote_connections;
    rate_limits_share(limiter->limits, seed);
}

void limiter_counted(struct rate_limiter *limiter, bool counted)
{
    limiter->counted = counted;
}

struct rate_limits *limiter_limits(struct rate_limiter *limiter)
{
    return limiter->limits;
}

/* ---- Addresses ------------------------------------------------------------------------------- */

static uint32_t times(uint32_t number, uint32_t factor)
{
    uint64_t product = (uint64_t)number * factor;
    return product > UINT32_MAX ? UINT32_MAX : (uint32_t)product;
}

uint32_t limiter_connections_of(const struct rate_limiter *limiter, const struct address *address)
{
    /* All clients of a proxy share its address; their own is known when they send a request. */
    if (proxies_hold(&limiter->proxies, address)) return limiter->connections;
    if (address_is_local(address)) return times(limiter->per_address, limiter->local_factor);
    return limiter->per_address;
}

void limiter_note(const struct rate_limiter *limiter, struct client *client,
                  const struct http_request *request)
{
    struct client_address client_address =
        client_address_of(&limiter->proxies, connection_address(client->connection), request);
    client->address = client_address.address;
    client->local = client_address.local;
}

static uint32_t factor_of(const struct rate_limiter *limiter, const struct client *client)
{
    return client->local ? limiter->local_factor : 1;
}

/* ---- How often ------------------------------------------------------------------------------- */

static bool too_many(struct refusal *refusal, int64_t wait)
{
    refusal_set(refusal, REFUSE_TOO_MANY);
    refusal->wait = (uint32_t)((wait + 999) / 1000);
    return false;
}

/* A limit per address only has its number from the configuration. A limit that applies per player
 * too is higher for an address, because several players may share it. */
static uint32_t share_of(enum rate_limit kind)
{
    return kind == LIMIT_GUESTS || kind == LIMIT_LOGINS || kind == LIMIT_CODES ? 1 : HOUSEHOLD;
}

static struct bv_span name_of(const struct address *counted)
{
    return (struct bv_span){(const char *)counted->byte, sizeof counted->byte};
}

static bool may(struct rate_limiter *limiter, enum rate_limit kind, struct bv_span who,
                uint32_t factor, struct refusal *refusal)
{
    int64_t wait = 0;
    int64_t now = clock_milliseconds();
    bool good =
        limiter->counted ||
        (kind == LIMIT_WORK ? rate_limits_peek(limiter->limits, kind, who, factor, now, &wait)
                            : rate_limits_take(limiter->limits, kind, who, factor, now, &wait));
    return good || too_many(refusal, wait);
}

bool limiter_address_may(struct rate_limiter *limiter, const struct client *client,
                         enum rate_limit kind, struct refusal *refusal)
{
    struct address counted = address_counted(&client->address);
    uint32_t factor = times(factor_of(limiter, client), share_of(kind));
    return may(limiter, kind, name_of(&counted), factor, refusal);
}

bool limiter_person_may(struct rate_limiter *limiter, const struct client *client,
                        enum rate_limit kind, struct refusal *refusal)
{
    return !client->person[0] ||
           may(limiter, kind, bv_span_of(client->person), factor_of(limiter, client), refusal);
}

bool limiter_may(struct rate_limiter *limiter, const struct client *client, enum rate_limit kind,
                 struct refusal *refusal)
{
    return limiter_address_may(limiter, client, kind, refusal) &&
           limiter_person_may(limiter, client, kind, refusal);
}

void limiter_worked(struct rate_limiter *limiter, const struct client *client,
                    uint64_t microseconds)
{
    struct address counted = address_counted(&client->address);
    uint32_t factor = factor_of(limiter, client);
    int64_t now = clock_milliseconds();
    rate_limits_charge(limiter->limits, LIMIT_WORK, name_of(&counted),
                       times(factor, share_of(LIMIT_WORK)), microseconds, now);
    if (client->person[0])
        rate_limits_charge(limiter->limits, LIMIT_WORK, bv_span_of(client->person), factor,
                           microseconds, now);
}

/* ---- Messages -------------------------------------------------------------------------------- */

bool limiter_message(struct rate_limiter *limiter, struct client *client, struct refusal *refusal)
{
    if (limiter_may(limiter, client, LIMIT_MESSAGES, refusal) &&
        limiter_may(limiter, client, LIMIT_WORK, refusal))
        return true;
    int64_t now = clock_milliseconds();
    if (now - client->own.refused > PAUSE) client->own.refusals = 0;
    client->own.refused = now;
    if (++client->own.refusals == REFUSALS_MAX)
        net_close_socket(client->connection, WS_POLICY, "too many messages");
    return false;
}

/* The key of an address in the list of remote connections, and in login attempts. */
static void put_key(const struct address *address, char key[REMOTE_CONNECTIONS_KEY_SIZE])
{
    struct address counted = address_counted(address);
    struct bv_out out = bv_out_into(key, REMOTE_CONNECTIONS_KEY_SIZE);
    bv_put_char(&out, '@');
    bv_put_hex(&out, counted.byte, sizeof counted.byte);
}

/* ---- Passwords ------------------------------------------------------------------------------- */

struct login_attempt limiter_attempt_of_stranger(const struct client *client, const char *folded)
{
    char address[REMOTE_CONNECTIONS_KEY_SIZE];
    struct login_attempt attempt = {0};
    struct bv_out account = bv_out_into(attempt.account, sizeof attempt.account);
    struct bv_out own = bv_out_into(attempt.own, sizeof attempt.own);
    put_key(&client->address, address);
    bv_put(&account, folded);
    bv_put_all(&own, address, " ", folded);
    return attempt;
}

struct login_attempt limiter_attempt_of_device(const char *person, const char *device)
{
    struct login_attempt attempt = {.known = true};
    struct bv_out own = bv_out_into(attempt.own, sizeof attempt.own);
    bv_put_all(&own, person, " ", device);
    return attempt;
}

struct login_attempt limiter_attempt_of_owner(const char *person)
{
    struct login_attempt attempt = {0};
    bv_copy_text(attempt.own, sizeof attempt.own, person);
    return attempt;
}

static bool too_many_wrong(struct refusal *refusal, int64_t wait)
{
    too_many(refusal, wait);
    return refusal_set(refusal, REFUSE_TOO_MANY_PASSWORDS);
}

bool limiter_attempt(struct rate_limiter *limiter, const struct client *client,
                     const struct login_attempt *attempt, struct refusal *refusal)
{
    int64_t wait = 0;
    int64_t now = clock_milliseconds();
    struct bv_span own = bv_span_of(attempt->own);
    struct bv_span account = bv_span_of(attempt->account);
    if (limiter->counted) return true;
    if (!attempt->known && !limiter_address_may(limiter, client, LIMIT_LOGINS, refusal))
        return false;
    if (!rate_limits_peek(limiter->limits, LIMIT_FAILURES, own, 1, now, &wait) ||
        (account.length &&
         !rate_limits_peek(limiter->limits, LIMIT_GUESSES, account, 1, now, &wait)))
        return too_many_wrong(refusal, wait);
    rate_limits_take(limiter->limits, LIMIT_FAILURES, own, 1, now, &wait);
    if (account.length) rate_limits_take(limiter->limits, LIMIT_GUESSES, account, 1, now, &wait);
    return true;
}

void limiter_attempt_was_right(struct rate_limiter *limiter, const struct login_attempt *attempt)
{
    if (limiter->counted) return;
    rate_limits_give_back(limiter->limits, LIMIT_FAILURES, bv_span_of(attempt->own));
    if (attempt->account[0])
        rate_limits_give_back(limiter->limits, LIMIT_GUESSES, bv_span_of(attempt->account));
}

/* ---- How many connections -------------------------------------------------------------------- */

enum { RETRY_LATER = 60 * 1000 };

bool limiter_person_fits(const struct rate_limiter *limiter, const struct client *client,
                         const struct connections *connections, struct refusal *refusal)
{
    if (!client->person[0]) return true;
    uint32_t most = times(limiter->per_person, factor_of(limiter, client));
    uint32_t count = connections_count(connections, client->person) +
                     remote_connections_count(limiter->remote_connections, client->person);
    return count < most || too_many(refusal, RETRY_LATER);
}

bool limiter_enter(struct rate_limiter *limiter, struct client *client,
                   const struct connections *connections, struct refusal *refusal)
{
    if (!limiter_person_fits(limiter, client, connections, refusal)) return false;
    struct address_count *home = address_count_enter(&limiter->sockets, &client->address);
    if (!home) abort();
    char key[REMOTE_CONNECTIONS_KEY_SIZE];
    put_key(&client->address, key);
    uint32_t count = home->connections + remote_connections_count(limiter->remote_connections, key);
    if (count > times(limiter->per_address, factor_of(limiter, client))) {
        address_count_leave(&limiter->sockets, home);
        return too_many(refusal, RETRY_LATER);
    }
    client->own.address_count = home;
    remote_connections_set(limiter->remote_connections, key, home->connections);
    return true;
}

void limiter_leave(struct rate_limiter *limiter, struct client *client)
{
    char key[REMOTE_CONNECTIONS_KEY_SIZE];
    if (!client->own.address_count) return;
    put_key(&client->own.address_count->address, key);
    remote_connections_set(limiter->remote_connections, key,
                           client->own.address_count->connections - 1);
    address_count_leave(&limiter->sockets, client->own.address_count);
    client->own.address_count = NULL;
}
