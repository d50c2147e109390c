/* Subscriptions: which clients follow a table, on which channels, and which messages they
 * missed. */
#include "server/accounts/relations.h"
#include "server/delivery/live_tables.h"

enum { MISSED_MAX = 200 }; /* messages that always fit into a client's queue */

struct subscription *subscription_of(struct client *client, const struct live_table *live)
{
    for (uint32_t i = 0; i < client->subscribed; i++)
        if (client->subscription[i].live == live) return &client->subscription[i];
    return NULL;
}

/* The channel of the first seat held on each side; in games without secrets, of the first seat
 * held; else that of the watchers. */
static uint32_t channels_of(const struct table *table, const char *person)
{
    uint32_t channels = 0;
    const struct bv_terms *terms = table_terms(table);
    bv_seats held = *person ? table_seats_held(table, person) : 0;
    if (!held) return 1u << BV_SEATS_MAX;
    if (!(terms->game->flags & BV_HAS_SECRETS)) return 1u << __builtin_ctz(held);
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        bv_seats seats = held & bv_seats_of_side(terms, side);
        if (seats) channels |= 1u << __builtin_ctz(seats);
    }
    return channels;
}

/* ---- Presence -------------------------------------------------------------------------------- */

static uint8_t sides_of(const struct table *table, const char *person)
{
    uint8_t sides = 0;
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if (person[0] && table_holds_side(table, side, person)) sides |= (uint8_t)(1 << side);
    return sides;
}

uint8_t presence_sides_here(const struct live_table *live)
{
    uint8_t sides = 0;
    for (size_t i = 0; live->table && i < live->clients; i++)
        sides |= sides_of(live->table, live->client[i]->person);
    return sides;
}

uint8_t presence_sides(const struct live_table *live)
{
    return presence_sides_here(live) | remote_presence_sides(live);
}

void presence_absent(const struct live_table *live, int64_t absent[BV_SIDES_MAX])
{
    int64_t now = server_game_now();
    uint8_t present = presence_sides(live);
    for (int side = 0; side < BV_SIDES_MAX; side++)
        absent[side] = present & 1 << side ? 0 : now - live->absent_since[side];
}

/* ---- Sending --------------------------------------------------------------------------------- */

static struct bv_span event_message(struct server *server, const struct table *table,
                                    const struct table_event *event,
                                    const struct table_effect *effect, int channel, bool muted)
{
    struct bv_out out = bv_out_into(server->text, sizeof server->text);
    if (muted)
        messages_muted(table, channel, &out);
    else
        messages_event(table, event, effect, channel, &out);
    return (struct bv_span){server->text, out.length};
}

static void send_to_channel(struct server *server, struct live_table *live,
                            const struct table_event *event, const struct table_effect *effect,
                            int channel)
{
    struct net_buffer *buffer[2] = {NULL, NULL}; /* whole, and without the chat text */
    bool sender_is_blocked =
        event->verb == TABLE_SAY && relation_is_blocked_by_anyone(server, event->person);
    for (size_t i = 0; i < live->clients; i++) {
        const struct subscription *subscription = subscription_of(live->client[i], live);
        if (!(subscription->channels >> channel & 1)) continue;
        bool muted = subscription->muted && event->verb == TABLE_SAY;
        if (sender_is_blocked &&
            relation_has_blocked(server, live->client[i]->person, event->person))
            muted = true;
        if (!buffer[muted])
            buffer[muted] =
                net_buffer_text(event_message(server, live->table, event, effect, channel, muted));
        outbox_send_after(server->outbox, live->client[i], buffer[muted],
                          subscription->transaction);
    }
    for (int i = 0; i < 2; i++)
        if (buffer[i]) net_buffer_free(buffer[i]);
}

void live_table_send(struct server *server, struct live_table *live,
                     const struct table_event *event, const struct table_effect *effect)
{
    for (int channel = 0; channel < TABLE_CHANNELS; channel++)
        if (effect->heard >> channel & 1) send_to_channel(server, live, event, effect, channel);
}

static void show(struct server *server, struct live_table *live, struct client *client)
{
    uint32_t channels = subscription_of(client, live)->channels;
    for (int channel = 0; channel < TABLE_CHANNELS; channel++) {
        if (!(channels >> channel & 1)) continue;
        struct bv_out out = bv_out_into(server->text, sizeof server->text);
        messages_table(live->table, channel, live_table_now(live), &out);
        struct net_buffer *buffer = net_buffer_text((struct bv_span){server->text, out.length});
        outbox_send(server->outbox, client, buffer);
        net_buffer_free(buffer);
    }
}

void subscriptions_follow_seats(struct live_table *live)
{
    for (size_t i = 0; i < live->clients; i++)
        subscription_of(live->client[i], live)->channels =
            channels_of(live->table, live->client[i]->person);
}

void live_table_show(struct server *server, struct live_table *live, const char *person)
{
    for (size_t i = 0; i < live->clients; i++) {
        struct client *client = live->client[i];
        if (person && !bv_equal(client->person, person)) continue;
        subscription_of(client, live)->channels = channels_of(live->table, client->person);
        show(server, live, client);
    }
}

/* ---- Missed messages ------------------------------------------------------------------------- */

/* Chat between partners is not shown to a player who took the seat later. */
static bool is_older_partner_chat(const struct table *past, const struct table_event *said,
                                  const char *hearer)
{
    return said->side != TABLE_AUDIENCE_ALL && !table_holds_side(past, said->side, hearer);
}

/* The table as it was before the first wanted message: where the last replay stopped, or the
 * beginning. */
static struct table *past_of(struct live_table *live, int channel, uint32_t since)
{
    if (!live->replay || live->replay->told[channel] > since) {
        live_table_forget_replay(live);
        live->replay = table_new(&live->table->setup, live->id);
    }
    return live->replay;
}

static void apply_line(struct table *past, const struct live_table *live, size_t line,
                       struct table_event *event, struct table_effect *effect)
{
    struct bv_error error;
    bool good = table_event_read(table_terms(past), bv_span_of(live->line[line]), event, &error);
    event->at = live->line_at[line];
    good = good && table_apply(past, event, effect, &error);
    BV_ASSERT(good); /* it was applied before */
    (void)good;
}

bool subscription_replay(struct server *server, struct live_table *live, int channel,
                         uint32_t since, const char *hearer, replay_visitor *visit, void *context)
{
    struct table *past = past_of(live, channel, since);
    bool has_blocked = relation_has_blocked_anyone(server, hearer);
    bool more = true;
    while (more && live->replay_lines < live->lines) {
        struct table_event event;
        struct table_effect effect = {.heard = 0};
        apply_line(past, live, live->replay_lines++, &event, &effect);
        if (!(effect.heard >> channel & 1) || past->told[channel] <= since) continue;
        bool muted = event.verb == TABLE_SAY &&
                     ((has_blocked && relation_has_blocked(server, hearer, event.person)) ||
                      is_older_partner_chat(past, &event, hearer));
        more = visit(context, &event, event_message(server, past, &event, &effect, channel, muted));
    }
    bool all = past->told[channel] == live->table->told[channel];
    if (all) live_table_forget_replay(live);
    return all;
}

struct delivery {
    struct server *server;
    struct client *client;
};

static bool send_message(void *context, const struct table_event *event, struct bv_span message)
{
    const struct delivery *delivery = context;
    (void)event;
    struct net_buffer *buffer = net_buffer_text(message);
    outbox_send(delivery->server->outbox, delivery->client, buffer);
    net_buffer_free(buffer);
    return true;
}

/* The number of the last message that the client has of a channel: one for all, or one for each. */
static bool last_received(const cJSON *since, const struct bv_terms *terms, int channel,
                          uint32_t *number)
{
    int64_t value = 0;
    const char *name = channel == BV_SEATS_MAX ? "watcher" : bv_seat_name(terms, channel);
    const cJSON *item =
        cJSON_IsObject(since) ? cJSON_GetObjectItemCaseSensitive(since, name) : since;
    if (!cJSON_IsNumber(item) || item->valuedouble < 0 || item->valuedouble > UINT32_MAX)
        return false;
    value = (int64_t)item->valuedouble;
    *number = (uint32_t)value;
    return true;
}

static void send_missed(struct server *server, struct client *client, struct live_table *live,
                        const cJSON *since)
{
    struct delivery delivery = {server, client};
    uint32_t channels = subscription_of(client, live)->channels;
    for (int channel = 0; channel < TABLE_CHANNELS; channel++) {
        uint32_t number = 0;
        if (!(channels >> channel & 1)) continue;
        if (!last_received(since, table_terms(live->table), channel, &number)) continue;
        uint32_t told = live->table->told[channel];
        /* A client that missed more reads the history. */
        if (number < told && told - number <= MISSED_MAX)
            subscription_replay(server, live, channel, number, client->person, send_message,
                                &delivery);
    }
}

/* ---- Presence messages ----------------------------------------------------------------------- */

static bool is_first_of_person(const struct live_table *live, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (bv_equal(live->client[i]->person, live->client[at]->person)) return false;
    return true;
}

static bool is_seated(const struct live_table *live, const char *person)
{
    return person[0] && table_seats_held(live->table, person);
}

int64_t presence_watchers_here(const struct live_table *live)
{
    int64_t watchers = 0;
    for (size_t i = 0; i < live->clients; i++)
        watchers += !is_seated(live, live->client[i]->person);
    return watchers;
}

static bool subscribes_here(const struct live_table *live, const char *person)
{
    for (size_t i = 0; i < live->clients; i++)
        if (bv_equal(live->client[i]->person, person)) return true;
    return false;
}

struct presence {
    const struct live_table *live;
    struct bv_out *out;
};

static bool put_other(void *context, const char *person)
{
    struct presence *presence = context;
    if (is_seated(presence->live, person) && !subscribes_here(presence->live, person))
        bv_json_text(presence->out, NULL, person);
    return true;
}

/* The players who are seated and present, since when a side is away, and how many watch. */
static void put_presence(const struct live_table *live, struct bv_out *out)
{
    const struct bv_terms *terms = table_terms(live->table);
    uint8_t present = presence_sides(live);
    bv_json_open(out, NULL, '{');
    bv_json_text(out, "type", "presence");
    bv_json_text(out, "table", live->id);
    bv_json_open(out, "people", '[');
    for (size_t i = 0; i < live->clients; i++) {
        const char *person = live->client[i]->person;
        if (is_seated(live, person) && is_first_of_person(live, i)) bv_json_text(out, NULL, person);
    }
    remote_presence_visit(live, put_other, &(struct presence){live, out});
    bv_json_close(out, ']');
    bv_json_number(out, "watchers", presence_watchers_here(live) + remote_presence_watchers(live));
    bv_json_open(out, "awaySince", '{');
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if (!(present & 1 << side) && !table_side_is_computer(live->table, side))
            bv_json_number(out, terms->game->side[side].name,
                           live->absent_since[side] + server_now() - server_game_now());
    bv_json_close(out, '}');
    bv_json_close(out, '}');
}

void presence_send(struct server *server, struct live_table *live)
{
    enum { PRESENCE_MAX = 4096 };
    char text[PRESENCE_MAX];
    struct bv_out out = bv_out_into(text, sizeof text);
    if (!live->table || !live->clients) return;
    put_presence(live, &out);
    if (out.cut) return; /* more people than seats can hold */
    struct net_buffer *buffer = net_buffer_text((struct bv_span){text, out.length});
    bool facts =
        outbox_facts(server->outbox, true); /* presence does not depend on the transaction */
    for (size_t i = 0; i < live->clients; i++) outbox_send(server->outbox, live->client[i], buffer);
    outbox_facts(server->outbox, facts);
    net_buffer_free(buffer);
}

/* ---- Subscribing and unsubscribing ----------------------------------------------------------- */

/* A side that returns gets back the time that its lost connection cost, up to the rest of its
 * grace. */
static void give_time_back(struct server *server, struct live_table *live, uint8_t back,
                           int64_t now)
{
    if (live->stopped) return;
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        if (!(back & 1 << side)) continue;
        int64_t lost = table_lost_time(live->table, side, live->absent_since[side], now);
        if (lost > 0) live_table_credit(server, live, side, lost);
    }
}

void presence_changed(struct server *server, struct live_table *live, uint8_t before)
{
    int64_t now = server_game_now();
    uint8_t sides = presence_sides(live);
    live->came |= sides;
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if (before & ~sides & 1 << side) live->absent_since[side] = now;
    presence_send(server, live);
}

/* A player who comes to a table that all have left waits for the others from now on, not from when
 * they left. This must depend only on the subscribers: when a table is loaded and unloaded may
 * depend on secret tokens. */
static void wait_from_now(const struct server *server, struct live_table *live, int64_t now)
{
    enum { EMPTY_LONG = 15000 };
    if (server->peers || live->clients || live->table->setup.time.mode == TABLE_TIME_CLOCK) return;
    if (now - live->empty_since <= EMPTY_LONG) return;
    for (int side = 0; side < BV_SIDES_MAX; side++) live->absent_since[side] = now;
}

bool subscription_open(struct server *server, struct client *client, struct live_table *live,
                       const cJSON *since, struct refusal *refusal)
{
    struct subscription *subscription = subscription_of(client, live);
    uint8_t before = presence_sides(live);
    if (!subscription) {
        wait_from_now(server, live, server_game_now());
        if (client->subscribed == CLIENT_SUBSCRIPTIONS_MAX)
            return refusal_set(refusal, REFUSE_TOO_MANY_SUBSCRIPTIONS);
        MEMORY_GROW(live->client, live->clients, live->client_capacity);
        live->client[live->clients++] = client;
        subscription = &client->subscription[client->subscribed++];
        *subscription =
            (struct subscription){.live = live, .transaction = outbox_transaction(server->outbox)};
    }
    subscription->channels = channels_of(live->table, client->person);
    live->came |= presence_sides(live);
    send_missed(server, client, live, since);
    show(server, live, client);
    /* Last, so that its number follows those of the missed messages. */
    give_time_back(server, live, (uint8_t)(presence_sides(live) & ~before), server_game_now());
    presence_send(server, live);
    remote_presence_send(server, live);
    return true;
}

void subscription_close(struct server *server, struct client *client, struct live_table *live)
{
    struct subscription *subscription = subscription_of(client, live);
    if (!subscription) return;
    uint8_t before = presence_sides(live);
    *subscription = client->subscription[--client->subscribed];
    size_t at = 0;
    while (live->client[at] != client) at++;
    live->client[at] = live->client[--live->clients];
    if (!live->clients) live->empty_since = server_game_now();
    if (!live->table) return;
    live->last_active = server_game_now();
    presence_changed(server, live, before);
    remote_presence_send(server, live);
}

void subscription_cancel(struct server *server, struct client *client, uint64_t transaction)
{
    for (uint32_t i = client->subscribed; i-- > 0;)
        if (client->subscription[i].transaction == transaction)
            subscription_close(server, client, client->subscription[i].live);
}

void subscription_close_all(struct server *server, struct client *client)
{
    while (client->subscribed) subscription_close(server, client, client->subscription[0].live);
}
