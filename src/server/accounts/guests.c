/*
 * Guests: a name and a signed cookie, nothing more.
 *
 *     cookie   PERSON.SIGNATURE
 */
#include "server/accounts/account.h"
#include "server/accounts/accounts.h"
#include "server/accounts/authentication.h"
#include "server/accounts/devices.h"
#include "server/accounts/persons.h"
#include "server/accounts/vacation.h"
#include "table/messages.h"

enum { PERSON_SIZE = 17, OWN_TABLES = 200 };

static void guest_cookie(const struct accounts *accounts, const char *person,
                         char cookie[GUEST_COOKIE_MAX])
{
    char signature[SIGNATURE_SIZE];
    struct bv_out out = bv_out_into(cookie, GUEST_COOKIE_MAX);
    signature_make(accounts->secret, "cookie", bv_span_of(person), signature);
    bv_put(&out, person);
    bv_put_char(&out, '.');
    bv_put(&out, signature);
}

static bool name_is_good(struct accounts *accounts, const char *name, struct refusal *refusal)
{
    if (!text_is_presentable(name, TABLE_NAME_MAX)) return refusal_set(refusal, REFUSE_BAD_NAME);
    return person_name_is_free(accounts, name, refusal);
}

static bool make_guest(struct accounts *accounts, struct client *client, const char *name,
                       char cookie[GUEST_COOKIE_MAX], struct refusal *refusal)
{
    if (!name_is_good(accounts, name, refusal)) return false;
    random_id(client->person, PERSON_SIZE);
    client->account = client->admin = false;
    client->session[0] = '\0';
    bv_copy_text(client->name, sizeof client->name, name);
    store_batch_person(outbox_changes(accounts->outbox), client->person, client->name,
                       server_now());
    guest_cookie(accounts, client->person, cookie);
    return true;
}

/* ---- Routes ---------------------------------------------------------------------------------- */

static int post_guest(struct exchange *exchange)
{
    char cookie[GUEST_COOKIE_MAX];
    const char *name = fields_text(exchange->body, "name", TABLE_NAME_MAX);
    if (!limiter_address_may(accounts_of(exchange)->limiter, exchange->client, LIMIT_GUESTS,
                             &exchange->refusal) ||
        !make_guest(accounts_of(exchange), exchange->client, name, cookie, &exchange->refusal))
        return exchange->refusal.status;
    api_set_cookie(exchange, "bivouac", cookie);
    person_write(exchange->client, exchange->out);
    return 201;
}

/* A player's tables: those that are not over in full, with whether it is the player's turn; the
 * others by id. */
struct own_tables {
    struct exchange *exchange;
    struct stored_table table[OWN_TABLES];
    uint32_t count;
};

static bool note_table(void *context, const struct stored_table *table)
{
    struct own_tables *own = context;
    own->table[own->count] = *table;
    own->table[own->count++].setup = NULL; /* valid during this call only */
    return own->count < OWN_TABLES;
}

static bool is_turn_of(const struct table *table, const char *person)
{
    return table_to_act(table) & table_seats_held(table, person);
}

/* The time left for the turn that the player waits for, the player's own or the others', as the
 * player may know it (clock.h). */
static void put_time_left(const struct table *table, const char *person, struct bv_out *out)
{
    const struct table_clock *clock = &table->clock;
    int64_t now = table_is_live(table) ? table_time(table, server_now()) : server_confirmed_now();
    int64_t least = INT64_MAX;
    bool mine = is_turn_of(table, person);
    for (int side = 0; table->stage == TABLE_PLAYING && side < BV_SIDES_MAX; side++) {
        bool own = table_holds_side(table, side, person);
        if (!(clock->running & 1 << side) || own != mine) continue;
        int64_t left =
            own ? table_clock_left(clock, side, now) : table_clock_seems_left(clock, side, now);
        if (left < least) least = left;
    }
    bool timed = table->setup.time.mode != TABLE_TIME_NONE;
    if (timed && least != INT64_MAX) bv_json_number(out, "left", least);
}

static void put_own_table(struct exchange *exchange, const struct stored_table *stored)
{
    struct refusal ignored;
    struct live_table *live = NULL;
    if (stored->stage != TABLE_OVER)
        live = live_table_enter(accounts_of(exchange)->tables, stored->id, &ignored);
    bv_json_open(exchange->out, NULL, '{');
    if (live) {
        messages_summary(live->table, exchange->out);
        bv_json_bool(exchange->out, "yourTurn", is_turn_of(live->table, exchange->client->person));
        put_time_left(live->table, exchange->client->person, exchange->out);
        vacation_write(live->table, exchange->client->person, exchange->out);
    } else {
        bv_json_text(exchange->out, "table", stored->id);
        bv_json_text(exchange->out, "stage", "over");
    }
    bv_json_number(exchange->out, "created", stored->created);
    bv_json_close(exchange->out, '}');
}

static int get_me(struct exchange *exchange)
{
    enum { LINE_MAX_BYTES = 8192 };
    struct bv_error error;
    struct own_tables *own = memory_new(sizeof *own);
    person_write(exchange->client, exchange->out);
    bool read = !exchange->client->person[0] ||
                store_tables_of(accounts_of(exchange)->reader, exchange->client->person, OWN_TABLES,
                                note_table, own, &error);
    bv_json_open(exchange->out, "tables", '[');
    for (uint32_t i = 0; read && i < own->count; i++)
        if (exchange->out->length + LINE_MAX_BYTES < exchange->out->size)
            put_own_table(exchange, &own->table[i]);
    bv_json_close(exchange->out, ']');
    free(own);
    return read ? 200 : api_unreadable(exchange, &error);
}

static int patch_me(struct exchange *exchange)
{
    const char *name = fields_text(exchange->body, "name", TABLE_NAME_MAX);
    if (exchange->client->account || person_is_bot(exchange->client->person))
        return api_refuse(exchange, REFUSE_HAS_ACCOUNT_NAME);
    if (!name_is_good(accounts_of(exchange), name, &exchange->refusal))
        return exchange->refusal.status;
    bv_copy_text(exchange->client->name, sizeof exchange->client->name, name);
    store_batch_rename(outbox_changes(accounts_of(exchange)->outbox), exchange->client->person,
                       name);
    person_write(exchange->client, exchange->out);
    return 200;
}

static int post_ticket(struct exchange *exchange)
{
    char ticket[TICKET_SIZE];
    ticket_write(accounts_of(exchange), exchange->client, server_now(), ticket);
    bv_json_text(exchange->out, "ticket", ticket);
    return 200;
}

static int post_resume(struct exchange *exchange)
{
    char cookie[GUEST_COOKIE_MAX];
    struct device device;
    const char *ticket = fields_text(exchange->body, "ticket", TICKET_SIZE);
    if (!ticket ||
        !ticket_redeem(accounts_of(exchange), exchange->client, bv_span_of(ticket), server_now()) ||
        person_is_bot(exchange->client->person))
        return api_refuse(exchange, REFUSE_BAD_TICKET);
    device_read(exchange->request, &device);
    auth_ticket_spend(accounts_of(exchange), bv_span_of(ticket));
    if (exchange->client->account) {
        account_enter(exchange, &device);
    } else {
        guest_cookie(accounts_of(exchange), exchange->client->person, cookie);
        api_set_cookie(exchange, "bivouac", cookie);
    }
    person_write(exchange->client, exchange->out);
    return 200;
}

static const struct api_route rows[] = {
    {"POST", "/api/v1/guest", post_guest, API_ANYONE},
    {"GET", "/api/v1/me", get_me, API_ANYONE},
    {"PATCH", "/api/v1/me", patch_me, API_PERSON},
    {"POST", "/api/v1/me/ticket", post_ticket, API_PERSON},
    {"POST", "/api/v1/resume", post_resume, API_ANYONE},
};

const struct api_routes guest_routes = {rows, BV_COUNT(rows)};
