#include "server/people/recognise.h"

#include "server/people/moving.h"
#include "server/people/names.h"
#include "server/people/sessions.h"

#define TICKET_MS ((int64_t)10 * 60 * 1000)

enum { TICKET_ID_SIZE = 17 };

/* ---- Becoming somebody -------------------------------------------------------------------------------------------- */

static void become_nobody(struct bv_client *client)
{
    client->person[0] = client->session[0] = '\0';
    client->account = client->keeper = false;
}

void bv_become(struct bv_house *house, struct bv_client *client, const char *person)
{
    char name[BV_TABLE_NAME_MAX + 1];
    bool found = false;
    struct bv_error error;
    cJSON *account = bv_desk_read(house->desk, "account", person, &error);
    client->unread =
        error.text[0] || !bv_store_person(house->reader, person, name, sizeof name, &found, &error);
    if (!client->unread) become_nobody(client);
    if (client->unread || !found || bv_is_moving(house, person)) {
        cJSON_Delete(account);
        return;
    }
    bv_copy(client->name, name, sizeof name);
    struct bv_out out = bv_out_into(client->person, sizeof client->person);
    bv_put(&out, person);
    const char *role = bv_json_get_text(account, "role", 16);
    client->account = account && !bv_is_bot(person);
    client->keeper = client->account && role && bv_equal(role, "keeper");
    cJSON_Delete(account);
    if (!account && bv_is_name_of_account(house, client->name)) bv_name_mark(client->name, " (?)");
}

void bv_refresh_person(struct bv_house *house, struct bv_client *client)
{
    char person[BV_ID_SIZE];
    char session[BV_SESSION_SIZE];
    bv_copy(person, client->person, sizeof person);
    bv_copy(session, client->session, sizeof session);
    bv_become(house, client, person);
    bv_copy(client->session, session, sizeof session);
}

/* ---- What a request brings ------------------------------------------------------------------------------------------ */

struct bv_span bv_cookie(const struct bv_http_request *request, const char *wanted)
{
    struct bv_span rest = bv_http_header(request, "cookie");
    struct bv_span cookie = {0};
    struct bv_span name = {0};
    while (bv_take_part(&rest, ';', &cookie)) {
        while (bv_take_char(&cookie, ' ')) {
        }
        if (bv_take_part(&cookie, '=', &name) && bv_span_is(name, wanted)) return cookie;
    }
    return (struct bv_span){0};
}

/* Takes an id off the front of what proves it. */
static bool take_person(struct bv_span *rest, char person[BV_ID_SIZE])
{
    struct bv_span id = {0};
    struct bv_out out = bv_out_into(person, BV_ID_SIZE);
    if (!bv_take_part(rest, '.', &id)) return false;
    bv_put_span(&out, id);
    return id.length && !out.cut;
}

static void recognise_bot(struct bv_house *house, struct bv_span proof, struct bv_client *client)
{
    char person[BV_ID_SIZE];
    struct bv_span scheme = {0};
    bool bearer = bv_take_part(&proof, ' ', &scheme) && bv_span_is(scheme, "Bearer");
    if (bearer && take_person(&proof, person) && bv_is_bot(person))
        bv_session_enter(house, client, person, proof);
}

static void recognise_account(struct bv_house *house, struct bv_span proof,
                              struct bv_client *client)
{
    char person[BV_ID_SIZE];
    if (take_person(&proof, person) && !bv_is_bot(person))
        bv_session_enter(house, client, person, proof);
}

/* Who has made an account, or is a bot, is not known by the cookie of a guest. */
static void recognise_guest(struct bv_house *house, struct bv_span proof, struct bv_client *client)
{
    char person[BV_ID_SIZE];
    if (!take_person(&proof, person) ||
        !bv_is_sealed(house->secret, "cookie", bv_span_of(person), proof))
        return;
    bv_become(house, client, person);
    if (client->account || bv_is_bot(person)) become_nobody(client);
}

void bv_recognise(struct bv_house *house, const struct bv_http_request *request,
                  struct bv_client *client)
{
    struct bv_span token = bv_http_header(request, "authorization");
    struct bv_span cookie = bv_cookie(request, "bivouac");
    struct bv_span rest = cookie;
    struct bv_span kind = {0};
    become_nobody(client);
    client->unread = false;
    if (token.length)
        recognise_bot(house, token, client);
    else if (bv_take_part(&rest, '.', &kind) && bv_span_is(kind, "s"))
        recognise_account(house, rest, client);
    else
        recognise_guest(house, cookie, client);
}

/* ---- Tickets ---------------------------------------------------------------------------------------------------------- */

void bv_ticket_write(const struct bv_house *house, const struct bv_client *client, int64_t now,
                     char ticket[BV_TICKET_SIZE])
{
    char seal[BV_SEAL_SIZE];
    char id[TICKET_ID_SIZE];
    struct bv_out out = bv_out_into(ticket, BV_TICKET_SIZE);
    bv_put(&out, client->person);
    bv_put_char(&out, '.');
    bv_put_number(&out, now + TICKET_MS);
    bv_put_char(&out, '.');
    bv_random_id(id, sizeof id);
    bv_put(&out, id);
    if (client->session[0]) bv_put_char(&out, '.');
    bv_put(&out, client->session);
    bv_seal(house->secret, "ticket", (struct bv_span){ticket, out.length}, seal);
    bv_put_char(&out, '.');
    bv_put(&out, seal);
}

struct ticket {
    char person[BV_ID_SIZE];
    int64_t until;
    char id[TICKET_ID_SIZE];
    char session[BV_SESSION_SIZE]; /* "": a guest's */
};

/* Takes the seal off the end of a ticket; false if it is not ours. */
static bool unseal(const struct bv_house *house, struct bv_span *ticket)
{
    const size_t length = BV_SEAL_SIZE - 1;
    if (ticket->length <= length + 1) return false;
    struct bv_span what = {ticket->text, ticket->length - length - 1};
    struct bv_span seal = {ticket->text + what.length + 1, length};
    *ticket = what;
    return bv_is_sealed(house->secret, "ticket", what, seal);
}

static bool read_ticket(const struct bv_house *house, struct bv_span text, struct ticket *ticket)
{
    struct bv_span until = {0};
    struct bv_span id = {0};
    if (!unseal(house, &text) || !take_person(&text, ticket->person) ||
        !bv_take_part(&text, '.', &until) || !bv_long_of(until, &ticket->until) ||
        !bv_take_part(&text, '.', &id))
        return false;
    struct bv_out out = bv_out_into(ticket->id, sizeof ticket->id);
    bv_put_span(&out, id);
    out = bv_out_into(ticket->session, sizeof ticket->session);
    bv_put_span(&out, text);
    return true;
}

/* What cannot be known to be unused is not taken. */
static bool is_used(struct bv_house *house, const struct ticket *ticket)
{
    struct bv_error trouble;
    cJSON *paper = bv_desk_read(house->desk, "ticket", ticket->id, &trouble);
    cJSON_Delete(paper);
    return paper || trouble.text[0];
}

bool bv_ticket_redeem(struct bv_house *house, struct bv_client *client, struct bv_span text,
                      int64_t now)
{
    struct ticket ticket;
    if (!read_ticket(house, text, &ticket) || ticket.until < now || is_used(house, &ticket) ||
        bv_ban_of_person(house->bans, ticket.person, now))
        return false;
    if (ticket.session[0] ? !bv_session_stands(house, ticket.person, ticket.session)
                          : bv_has_account(house, ticket.person))
        return false;
    bv_become(house, client, ticket.person);
    return client->person[0] != '\0';
}

bool bv_ticket_spend(struct bv_house *house, struct bv_span text, struct bv_error *error)
{
    struct ticket ticket;
    bool good = read_ticket(house, text, &ticket);
    BV_ASSERT(good); /* it was redeemed */
    if (!good) return false;
    cJSON *paper = cJSON_CreateObject();
    /* A while longer than the ticket: the clocks of nodes differ. */
    cJSON_AddNumberToObject(paper, "until", (double)(ticket.until + TICKET_MS));
    bool kept = bv_desk_write(house->desk, "ticket", ticket.id, ticket.until, paper, error);
    cJSON_Delete(paper);
    return kept;
}
