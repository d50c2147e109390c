/*
 * Subscribers of a table and of the lobby.
 *
 * Presence is not stored. Where nodes share the store, a node reports which seated players are
 * connected to it, and how many clients watch: when that changes, when another node asks, and every
 * few seconds, for nodes that missed it. A report counts until the node sends another, dies, or
 * falls silent; "no subscriber left" is sent only once and may be missed. Reports are kept even
 * where the table is not loaded: a player who lost the connection may come back through any node,
 * which must know since when the player was away.
 *
 *     here TABLE 2 3 p7k2 x9qa     two watchers, sides 1 + 2, and the seated players
 *     who TABLE                    asks for reports
 */
#include "server/delivery/live_tables_private.h"

enum { MISSED_MAX = 200 }; /* messages that always fit into a client's queue */

struct subscription *subscription_of(struct client *client, const struct live_table *live)
{
    for (uint32_t i = 0; i < client->own.subscribed; i++)
        if (client->own.subscription[i].live == live) return &client->own.subscription[i];
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

/* ---- Reports of other nodes ------------------------------------------------------------------ */

enum { NODES_MAX = 32, PEOPLE_MAX = 1024, REPORT_INTERVAL = 5000, SILENCE = 3 * REPORT_INTERVAL };

struct remote_presence {
    char node[NODE_SIZE];
    int64_t reported; /* when it last reported this table */
    int64_t watchers;
    uint8_t sides;
    char people[PEOPLE_MAX]; /* ids, separated by spaces */
    struct remote_presence *next;
};

void remote_presence_forget(struct live_table *live)
{
    while (live->own->remote_presence) {
        struct remote_presence *next = live->own->remote_presence->next;
        free(live->own->remote_presence);
        live->own->remote_presence = next;
    }
}

static void remote_presence_visit(const struct live_table *live, store_person_visitor *visit,
                                  void *context)
{
    for (const struct remote_presence *at = live->own->remote_presence; at; at = at->next) {
        struct bv_span rest = bv_span_of(at->people);
        struct bv_span part = {0};
        while (bv_take_part(&rest, ' ', &part)) {
            char id[ID_SIZE];
            struct bv_out out = bv_out_into(id, sizeof id);
            bv_put_span(&out, part);
            if (part.length && !out.cut && !visit(context, id)) return;
        }
    }
}

static int64_t remote_presence_watchers(const struct live_table *live)
{
    int64_t watchers = 0;
    for (const struct remote_presence *at = live->own->remote_presence; at; at = at->next)
        watchers += at->watchers;
    return watchers;
}

static uint8_t remote_presence_sides(const struct live_table *live)
{
    uint8_t sides = 0;
    for (const struct remote_presence *at = live->own->remote_presence; at; at = at->next)
        sides |= at->sides;
    return sides;
}

/* ---- Presence -------------------------------------------------------------------------------- */

static uint8_t sides_of(const struct table *table, const char *person)
{
    uint8_t sides = 0;
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if (person[0] && table_holds_side(table, side, person)) sides |= (uint8_t)(1 << side);
    return sides;
}

static uint8_t presence_sides_here(const struct live_table *live)
{
    uint8_t sides = 0;
    for (size_t i = 0; live->table && i < live->own->clients; i++)
        sides |= sides_of(live->table, live->own->client[i]->person);
    return sides;
}

uint8_t presence_sides(const struct live_table *live)
{
    return presence_sides_here(live) | remote_presence_sides(live);
}

size_t presence_clients(const struct live_table *live)
{
    return live->own->clients;
}

void presence_absent(const struct live_table *live, int64_t absent[BV_SIDES_MAX])
{
    int64_t now = server_game_now();
    uint8_t present = presence_sides(live);
    for (int side = 0; side < BV_SIDES_MAX; side++)
        absent[side] = present & 1 << side ? 0 : now - live->own->absent_since[side];
}

/* ---- Sending --------------------------------------------------------------------------------- */

static struct bv_span event_message(struct live_tables *tables, const struct table *table,
                                    const struct table_event *event,
                                    const struct table_effect *effect, int channel, bool muted)
{
    struct bv_out out = bv_out_into(tables->text, sizeof tables->text);
    if (muted)
        messages_muted(table, channel, &out);
    else
        messages_event(table, event, effect, channel, &out);
    return (struct bv_span){tables->text, out.length};
}

static bool has_blocked(const struct live_tables *tables, const char *who, const char *whom)
{
    return tables->hooks.has_blocked(tables->hooks.context, who, whom);
}

static void send_to_channel(struct live_tables *tables, struct live_table *live,
                            const struct table_event *event, const struct table_effect *effect,
                            int channel, enum outbox_when when)
{
    struct net_buffer *buffer[2] = {NULL, NULL}; /* whole, and without the chat text */
    bool sender_is_blocked = event->verb == TABLE_SAY && has_blocked(tables, NULL, event->person);
    for (size_t i = 0; i < live->own->clients; i++) {
        const struct subscription *subscription = subscription_of(live->own->client[i], live);
        if (!(subscription->channels >> channel & 1)) continue;
        bool muted = subscription->muted && event->verb == TABLE_SAY;
        if (sender_is_blocked && has_blocked(tables, live->own->client[i]->person, event->person))
            muted = true;
        if (!buffer[muted])
            buffer[muted] =
                net_buffer_text(event_message(tables, live->table, event, effect, channel, muted));
        outbox_send_after(tables->outbox, live->own->client[i], buffer[muted], when,
                          subscription->transaction);
    }
    for (int i = 0; i < 2; i++)
        if (buffer[i]) net_buffer_free(buffer[i]);
}

void live_table_send(struct live_tables *tables, struct live_table *live,
                     const struct table_event *event, const struct table_effect *effect,
                     enum outbox_when when)
{
    for (int channel = 0; channel < TABLE_CHANNELS; channel++)
        if (effect->channels >> channel & 1)
            send_to_channel(tables, live, event, effect, channel, when);
}

static void show(struct live_tables *tables, struct live_table *live, struct client *client,
                 enum outbox_when when)
{
    uint32_t channels = subscription_of(client, live)->channels;
    for (int channel = 0; channel < TABLE_CHANNELS; channel++) {
        if (!(channels >> channel & 1)) continue;
        struct bv_out out = bv_out_into(tables->text, sizeof tables->text);
        messages_table(live->table, channel, live_table_now(live), &out);
        struct net_buffer *buffer = net_buffer_text((struct bv_span){tables->text, out.length});
        outbox_send(tables->outbox, client, buffer, when);
        net_buffer_free(buffer);
    }
}

void subscriptions_follow_seats(struct live_table *live)
{
    for (size_t i = 0; i < live->own->clients; i++)
        subscription_of(live->own->client[i], live)->channels =
            channels_of(live->table, live->own->client[i]->person);
}

void live_table_show(struct live_tables *tables, struct live_table *live, const char *person,
                     enum outbox_when when)
{
    for (size_t i = 0; i < live->own->clients; i++) {
        struct client *client = live->own->client[i];
        if (person && !bv_equal(client->person, person)) continue;
        subscription_of(client, live)->channels = channels_of(live->table, client->person);
        show(tables, live, client, when);
    }
}

/* ---- Missed messages ------------------------------------------------------------------------- */

/* Chat between partners is not shown to a player who took the seat later. */
static bool is_older_partner_chat(const struct table *past, const struct table_event *said,
                                  const char *reader)
{
    return said->side != TABLE_AUDIENCE_ALL && !table_holds_side(past, said->side, reader);
}

/* The table as it was before the first wanted message: where the last replay stopped, or the
 * beginning. */
static struct table *past_of(struct live_table *live, int channel, uint32_t since)
{
    if (!live->own->replay || live->own->replay->messages[channel] > since) {
        live_table_forget_replay(live);
        live->own->replay = table_new(&live->table->setup, live->id);
    }
    return live->own->replay;
}

static void apply_line(struct table *past, const struct live_table *live, size_t line,
                       struct table_event *event, struct table_effect *effect)
{
    struct bv_error error;
    bool good =
        table_event_read(table_terms(past), bv_span_of(live->own->line[line]), event, &error);
    event->at = live->own->line_at[line];
    good = good && table_apply(past, event, effect, &error);
    BV_ASSERT(good); /* it was applied before */
    (void)good;
}

bool subscription_replay(struct live_tables *tables, struct live_table *live, int channel,
                         uint32_t since, const char *reader, replay_visitor *visit, void *context)
{
    struct table *past = past_of(live, channel, since);
    bool blocks = has_blocked(tables, reader, NULL);
    bool more = true;
    while (more && live->own->replay_lines < live->own->lines) {
        struct table_event event;
        struct table_effect effect = {.channels = 0};
        apply_line(past, live, live->own->replay_lines++, &event, &effect);
        if (!(effect.channels >> channel & 1) || past->messages[channel] <= since) continue;
        bool muted =
            event.verb == TABLE_SAY && ((blocks && has_blocked(tables, reader, event.person)) ||
                                        is_older_partner_chat(past, &event, reader));
        more = visit(context, &event, event_message(tables, past, &event, &effect, channel, muted));
    }
    bool all = past->messages[channel] == live->table->messages[channel];
    if (all) live_table_forget_replay(live);
    return all;
}

struct delivery {
    struct live_tables *tables;
    struct client *client;
};

static bool send_message(void *context, const struct table_event *event, struct bv_span message)
{
    const struct delivery *delivery = context;
    (void)event;
    struct net_buffer *buffer = net_buffer_text(message);
    outbox_send(delivery->tables->outbox, delivery->client, buffer, OUTBOX_WHEN_STORED);
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

static void send_missed(struct live_tables *tables, struct client *client, struct live_table *live,
                        const cJSON *since)
{
    struct delivery delivery = {tables, client};
    uint32_t channels = subscription_of(client, live)->channels;
    for (int channel = 0; channel < TABLE_CHANNELS; channel++) {
        uint32_t number = 0;
        if (!(channels >> channel & 1)) continue;
        if (!last_received(since, table_terms(live->table), channel, &number)) continue;
        uint32_t last = live->table->messages[channel];
        /* A client that missed more reads the history. */
        if (number < last && last - number <= MISSED_MAX)
            subscription_replay(tables, live, channel, number, client->person, send_message,
                                &delivery);
    }
}

/* ---- Presence messages ----------------------------------------------------------------------- */

static bool is_first_of_person(const struct live_table *live, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (bv_equal(live->own->client[i]->person, live->own->client[at]->person)) return false;
    return true;
}

static bool is_seated(const struct live_table *live, const char *person)
{
    return person[0] && table_seats_held(live->table, person);
}

static int64_t presence_watchers_here(const struct live_table *live)
{
    int64_t watchers = 0;
    for (size_t i = 0; i < live->own->clients; i++)
        watchers += !is_seated(live, live->own->client[i]->person);
    return watchers;
}

static bool subscribes_here(const struct live_table *live, const char *person)
{
    for (size_t i = 0; i < live->own->clients; i++)
        if (bv_equal(live->own->client[i]->person, person)) return true;
    return false;
}

struct presence {
    const struct live_table *live;
    struct bv_out *out;
};

struct seeking {
    const char *person;
    bool found;
};

static bool is_sought(void *context, const char *person)
{
    struct seeking *seeking = context;
    seeking->found = bv_equal(person, seeking->person);
    return !seeking->found;
}

bool presence_has(const struct live_table *live, const char *person)
{
    struct seeking seeking = {.person = person, .found = subscribes_here(live, person)};
    if (!seeking.found) remote_presence_visit(live, is_sought, &seeking);
    return seeking.found;
}

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
    for (size_t i = 0; i < live->own->clients; i++) {
        const char *person = live->own->client[i]->person;
        if (is_seated(live, person) && is_first_of_person(live, i)) bv_json_text(out, NULL, person);
    }
    remote_presence_visit(live, put_other, &(struct presence){live, out});
    bv_json_close(out, ']');
    bv_json_number(out, "watchers", presence_watchers_here(live) + remote_presence_watchers(live));
    bv_json_open(out, "awaySince", '{');
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if (!(present & 1 << side) && !table_side_is_computer(live->table, side))
            bv_json_number(out, terms->game->side[side].name,
                           live->own->absent_since[side] + server_now() - server_game_now());
    bv_json_close(out, '}');
    bv_json_close(out, '}');
}

void presence_send(struct live_tables *tables, struct live_table *live)
{
    enum { PRESENCE_MAX = 4096 };
    char text[PRESENCE_MAX];
    struct bv_out out = bv_out_into(text, sizeof text);
    if (!live->table || !live->own->clients) return;
    put_presence(live, &out);
    if (out.cut) return; /* more people than seats can hold */
    struct net_buffer *buffer = net_buffer_text((struct bv_span){text, out.length});
    for (size_t i = 0; i < live->own->clients; i++)
        outbox_send(tables->outbox, live->own->client[i], buffer, OUTBOX_ANYWAY);
    net_buffer_free(buffer);
}

static void presence_changed(struct live_tables *tables, struct live_table *live, uint8_t before)
{
    int64_t now = server_game_now();
    uint8_t sides = presence_sides(live);
    live->own->came |= sides;
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if (before & ~sides & 1 << side) live->own->absent_since[side] = now;
    presence_send(tables, live);
}

/* The report of a node, or a new one; NULL: there are too many, or the new one would be empty. */
static struct remote_presence *report_of(struct live_table *live, const char *node, bool occupied)
{
    int nodes = 0;
    for (struct remote_presence *at = live->own->remote_presence; at; at = at->next, nodes++)
        if (bv_equal(at->node, node)) return at;
    if (nodes == NODES_MAX || !occupied) return NULL;
    struct remote_presence *at = memory_new(sizeof *at);
    bv_copy_text(at->node, sizeof at->node, node);
    at->next = live->own->remote_presence;
    live->own->remote_presence = at;
    return at;
}

static struct live_table *table_of(struct live_tables *tables, struct bv_span *text)
{
    char id[ID_SIZE];
    struct bv_span part = {0};
    struct bv_out out = bv_out_into(id, sizeof id);
    if (!bv_take_part(text, ' ', &part)) return NULL;
    bv_put_span(&out, part);
    return out.cut ? NULL : live_table_find(tables, id);
}

/* Removes the reports of dead or silent nodes, and empty reports. */
static bool remove_old_reports(struct live_tables *tables, struct live_table *live, int64_t now)
{
    bool forgotten = false;
    struct remote_presence **link = &live->own->remote_presence;
    while (*link) {
        struct remote_presence *at = *link;
        bool occupied = at->watchers || at->people[0];
        if (occupied && now - at->reported < SILENCE && peers_is_alive(tables->peers, at->node)) {
            link = &at->next;
            continue;
        }
        *link = at->next;
        free(at);
        forgotten = true;
    }
    return forgotten;
}

void remote_presence_here(struct live_tables *tables, const char *node, struct bv_span text)
{
    int watchers = 0;
    int sides = 0;
    struct live_table *live = table_of(tables, &text);
    if (!live || !bv_take_number(&text, INT32_MAX, &watchers) || !bv_take_char(&text, ' ') ||
        !bv_take_number(&text, UINT8_MAX, &sides))
        return;
    struct remote_presence *at = report_of(live, node, watchers || text.length);
    if (!at) return;
    uint8_t before = presence_sides(live);
    bool same = at->watchers == watchers && bv_span_is(text, at->people);
    at->reported = server_game_now();
    at->watchers = watchers;
    at->sides = (uint8_t)sides;
    struct bv_out out = bv_out_into(at->people, sizeof at->people);
    bv_put_span(&out, text);
    bool gone = remove_old_reports(tables, live, at->reported);
    if (!same || gone) presence_changed(tables, live, before);
}

static void remote_presence_send(struct live_tables *tables, struct live_table *live)
{
    char text[ID_SIZE + 32 + PEOPLE_MAX];
    struct bv_out out = bv_out_into(text, sizeof text);
    if (!tables->peers || !live->table) return;
    live->own->reported = server_game_now();
    bv_put_all(&out, live->id, " ");
    bv_put_number(&out, presence_watchers_here(live));
    bv_put_char(&out, ' ');
    bv_put_number(&out, presence_sides_here(live));
    for (size_t i = 0; i < live->own->clients; i++) {
        const char *person = live->own->client[i]->person;
        if (!person[0] || !table_seats_held(live->table, person)) continue;
        bv_put_all(&out, " ", person);
    }
    if (!out.cut) peers_send(tables->peers, "here", (struct bv_span){text, out.length});
}

void remote_presence_who(struct live_tables *tables, struct bv_span text)
{
    struct live_table *live = table_of(tables, &text);
    if (live && live->table && live->own->clients) remote_presence_send(tables, live);
}

void remote_presence_ask(struct live_tables *tables, struct live_table *live)
{
    if (tables->peers) peers_send(tables->peers, "who", bv_span_of(live->id));
}

void remote_presence_tick(struct live_tables *tables, struct live_table *live, int64_t now)
{
    if (!tables->peers) return;
    uint8_t before = presence_sides(live);
    if (live->own->remote_presence && remove_old_reports(tables, live, now))
        presence_changed(tables, live, before);
    if (live->table && live->own->clients && now - live->own->reported > REPORT_INTERVAL)
        remote_presence_send(tables, live);
}

/* ---- Subscribing and unsubscribing ----------------------------------------------------------- */

/* A side that returns gets back the time that its lost connection cost, up to the rest of its
 * grace. */
static void give_time_back(struct live_tables *tables, struct live_table *live, uint8_t back,
                           int64_t now)
{
    if (live->own->stopped) return;
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        if (!(back & 1 << side)) continue;
        int64_t lost = table_lost_time(live->table, side, live->own->absent_since[side], now);
        if (lost <= 0) continue;
        live_table_apply(tables, live,
                         &(struct table_event){.verb = TABLE_CREDIT,
                                               .seat = -1,
                                               .side = (int8_t)side,
                                               .amount = lost,
                                               .at = server_now()});
    }
}

/* A player who comes to a table that all have left waits for the others from now on, not from when
 * they left. This must depend only on the subscribers: when a table is loaded and unloaded may
 * depend on secret tokens. */
static void wait_from_now(const struct live_tables *tables, struct live_table *live, int64_t now)
{
    enum { EMPTY_LONG = 15000 };
    if (tables->peers || live->own->clients || live->table->setup.time.mode == TABLE_TIME_CLOCK)
        return;
    if (now - live->own->empty_since <= EMPTY_LONG) return;
    for (int side = 0; side < BV_SIDES_MAX; side++) live->own->absent_since[side] = now;
}

bool subscription_open(struct live_tables *tables, struct client *client, struct live_table *live,
                       const cJSON *since, struct refusal *refusal)
{
    struct subscription *subscription = subscription_of(client, live);
    uint8_t before = presence_sides(live);
    live_table_settle(tables, live);
    if (!subscription) {
        wait_from_now(tables, live, server_game_now());
        if (client->own.subscribed == CLIENT_SUBSCRIPTIONS_MAX)
            return refusal_set(refusal, REFUSE_TOO_MANY_SUBSCRIPTIONS);
        MEMORY_GROW(live->own->client, live->own->clients, live->own->client_capacity);
        live->own->client[live->own->clients++] = client;
        subscription = &client->own.subscription[client->own.subscribed++];
        *subscription =
            (struct subscription){.live = live, .transaction = outbox_transaction(tables->outbox)};
    }
    subscription->channels = channels_of(live->table, client->person);
    live->own->came |= presence_sides(live);
    send_missed(tables, client, live, since);
    show(tables, live, client, OUTBOX_WHEN_STORED);
    /* Last, so that its number follows those of the missed messages. */
    give_time_back(tables, live, (uint8_t)(presence_sides(live) & ~before), server_game_now());
    presence_send(tables, live);
    remote_presence_send(tables, live);
    return true;
}

void subscription_close(struct live_tables *tables, struct client *client, struct live_table *live)
{
    struct subscription *subscription = subscription_of(client, live);
    if (!subscription) return;
    uint8_t before = presence_sides(live);
    *subscription = client->own.subscription[--client->own.subscribed];
    size_t at = 0;
    while (live->own->client[at] != client) at++;
    live->own->client[at] = live->own->client[--live->own->clients];
    if (!live->own->clients) live->own->empty_since = server_game_now();
    if (!live->table) return;
    live->own->last_active = server_game_now();
    presence_changed(tables, live, before);
    remote_presence_send(tables, live);
}

void subscription_cancel(struct live_tables *tables, struct client *client, uint64_t transaction)
{
    for (uint32_t i = client->own.subscribed; i-- > 0;)
        if (client->own.subscription[i].transaction == transaction)
            subscription_close(tables, client, client->own.subscription[i].live);
}

void subscription_close_all(struct live_tables *tables, struct client *client)
{
    while (client->own.subscribed)
        subscription_close(tables, client, client->own.subscription[0].live);
}

/* ---- The lobby ------------------------------------------------------------------------------- */

enum { SUMMARY_MAX = 8192 };

const char *live_table_summary(struct live_tables *tables, struct live_table *live)
{
    struct refusal refusal;
    if (live->own->summary && !live->own->summary_old) return live->own->summary;
    if (!live->table && !live_table_enter(tables, live->id, &refusal)) return NULL;
    char text[SUMMARY_MAX];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_json_open(&out, NULL, '{');
    messages_summary(live->table, &out);
    bv_json_close(&out, '}');
    free(live->own->summary);
    live->own->summary = memory_copy_text(text, out.length);
    live->own->summary_old = false;
    return live->own->summary;
}

static bool is_shown(const void *context, const struct live_table *live)
{
    const struct lobby_filter *filter = context;
    return live->stage != TABLE_OVER &&
           (filter->club ? bv_equal(live->own->club, filter->club) : live->own->listed) &&
           (!filter->game || (live->game && bv_equal(live->game->id, filter->game)));
}

bool lobby_write(struct live_tables *tables, struct lobby_filter filter, struct bv_out *out)
{
    enum { SHOWN_MAX = 1000 };
    size_t count = 0;
    size_t written = 0;
    struct live_table **shown = live_tables_newest(tables, is_shown, &filter, &count);
    for (; written < count && written < SHOWN_MAX; written++) {
        if (out->length + (size_t)2 * SUMMARY_MAX > out->size) break;
        const char *summary = live_table_summary(tables, shown[written]);
        if (summary) bv_json_raw(out, summary);
    }
    free((void *)shown);
    return written == count;
}

static void send_line(struct live_tables *tables, struct live_table *live, enum outbox_when when)
{
    char text[SUMMARY_MAX + 64];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_json_open(&out, NULL, '{');
    bool gone = live->stage == TABLE_OVER;
    bv_json_text(&out, "type", gone ? "lobby-gone" : "lobby-table");
    if (gone)
        bv_json_text(&out, "table", live->id);
    else
        messages_summary(live->table, &out);
    bv_json_close(&out, '}');
    struct net_buffer *buffer = net_buffer_text((struct bv_span){text, out.length});
    for (size_t i = 0; i < tables->in_lobby; i++)
        outbox_send(tables->outbox, tables->lobby[i], buffer, when);
    net_buffer_free(buffer);
}

void lobby_changed(struct live_tables *tables, struct live_table *live, enum outbox_when when)
{
    live->own->summary_old = true;
    if (live->own->listed && tables->in_lobby) send_line(tables, live, when);
}

void lobby_subscribe(struct live_tables *tables, struct client *client)
{
    if (!client->in_lobby) {
        MEMORY_GROW(tables->lobby, tables->in_lobby, tables->lobby_capacity);
        tables->lobby[tables->in_lobby++] = client;
        client->in_lobby = true;
    }
    struct bv_out out = bv_out_into(tables->page, sizeof tables->page);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "type", "lobby");
    bv_json_open(&out, "tables", '[');
    bool all = lobby_write(tables, (struct lobby_filter){0}, &out);
    bv_json_close(&out, ']');
    bv_json_bool(&out, "more", !all);
    bv_json_close(&out, '}');
    struct net_buffer *buffer = net_buffer_text((struct bv_span){tables->page, out.length});
    outbox_send(tables->outbox, client, buffer, OUTBOX_WHEN_STORED);
    net_buffer_free(buffer);
}

void lobby_unsubscribe(struct live_tables *tables, struct client *client)
{
    if (!client->in_lobby) return;
    size_t at = 0;
    while (tables->lobby[at] != client) at++;
    tables->lobby[at] = tables->lobby[--tables->in_lobby];
    client->in_lobby = false;
}
