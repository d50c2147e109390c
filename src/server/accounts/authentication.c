#include "server/accounts/authentication.h"

#include "server/accounts/account_merge.h"
#include "server/accounts/persons.h"
#include "server/accounts/sessions.h"
#include "table/names.h"

#define TICKET_MS ((int64_t)10 * 60 * 1000)

enum { TICKET_ID_SIZE = 17 };

/* ---- Credentials of a request ---------------------------------------------------------------- */

struct bv_span auth_cookie(const struct http_request *request, const char *wanted)
{
    struct bv_span rest = http_header(request, "cookie");
    struct bv_span cookie = {0};
    struct bv_span name = {0};
    while (bv_take_part(&rest, ';', &cookie)) {
        while (bv_take_char(&cookie, ' ')) {
        }
        if (bv_take_part(&cookie, '=', &name) && bv_span_is(name, wanted)) return cookie;
    }
    return (struct bv_span){0};
}

/* Takes an id off the front of a credential. */
static bool take_person(struct bv_span *rest, char person[ID_SIZE])
{
    struct bv_span id = {0};
    struct bv_out out = bv_out_into(person, ID_SIZE);
    if (!bv_take_part(rest, '.', &id)) return false;
    bv_put_span(&out, id);
    return id.length && !out.cut;
}

static void authenticate_bot(struct accounts *accounts, struct bv_span proof, struct client *client)
{
    char person[ID_SIZE];
    struct bv_span scheme = {0};
    bool bearer = bv_take_part(&proof, ' ', &scheme) && bv_span_is(scheme, "Bearer");
    if (bearer && take_person(&proof, person) && person_is_bot(person))
        session_enter(accounts, client, person, proof);
}

static void authenticate_account(struct accounts *accounts, struct bv_span proof,
                                 struct client *client)
{
    char person[ID_SIZE];
    if (take_person(&proof, person) && !person_is_bot(person))
        session_enter(accounts, client, person, proof);
}

/* An account or a bot cannot authenticate with a guest cookie. */
static void authenticate_guest(struct accounts *accounts, struct bv_span proof,
                               struct client *client)
{
    char person[ID_SIZE];
    if (!take_person(&proof, person) ||
        !signature_is_good(accounts->secret, "cookie", bv_span_of(person), proof))
        return;
    person_become(accounts, client, person);
    if (client->account || person_is_bot(person)) person_clear(client);
}

void authenticate(struct accounts *accounts, const struct http_request *request,
                  struct client *client)
{
    struct bv_span token = http_header(request, "authorization");
    struct bv_span cookie = auth_cookie(request, "bivouac");
    struct bv_span rest = cookie;
    struct bv_span kind = {0};
    person_clear(client);
    client->unread = false;
    if (token.length)
        authenticate_bot(accounts, token, client);
    else if (bv_take_part(&rest, '.', &kind) && bv_span_is(kind, "s"))
        authenticate_account(accounts, rest, client);
    else
        authenticate_guest(accounts, cookie, client);
}

/* ---- Tickets --------------------------------------------------------------------------------- */

void ticket_write(const struct accounts *accounts, const struct client *client, int64_t now,
                  char ticket[TICKET_SIZE])
{
    char signature[SIGNATURE_SIZE];
    char id[TICKET_ID_SIZE];
    struct bv_out out = bv_out_into(ticket, TICKET_SIZE);
    bv_put(&out, client->person);
    bv_put_char(&out, '.');
    bv_put_number(&out, now + TICKET_MS);
    bv_put_char(&out, '.');
    random_id(id, sizeof id);
    bv_put(&out, id);
    if (client->session[0]) bv_put_char(&out, '.');
    bv_put(&out, client->session);
    signature_make(accounts->secret, "ticket", (struct bv_span){ticket, out.length}, signature);
    bv_put_char(&out, '.');
    bv_put(&out, signature);
}

struct ticket {
    char person[ID_SIZE];
    int64_t until;
    char id[TICKET_ID_SIZE];
    char session[CLIENT_SESSION_SIZE]; /* "": a guest's */
};

/* Takes the signature off the end of a ticket; false if it is not valid. */
static bool verify(const struct accounts *accounts, struct bv_span *ticket)
{
    const size_t length = SIGNATURE_SIZE - 1;
    if (ticket->length <= length + 1) return false;
    struct bv_span what = {ticket->text, ticket->length - length - 1};
    struct bv_span signature = {ticket->text + what.length + 1, length};
    *ticket = what;
    return signature_is_good(accounts->secret, "ticket", what, signature);
}

static bool read_ticket(const struct accounts *accounts, struct bv_span text, struct ticket *ticket)
{
    struct bv_span until = {0};
    struct bv_span id = {0};
    if (!verify(accounts, &text) || !take_person(&text, ticket->person) ||
        !bv_take_part(&text, '.', &until) || !bv_long_of(until, &ticket->until) ||
        !bv_take_part(&text, '.', &id))
        return false;
    struct bv_out out = bv_out_into(ticket->id, sizeof ticket->id);
    bv_put_span(&out, id);
    out = bv_out_into(ticket->session, sizeof ticket->session);
    bv_put_span(&out, text);
    return true;
}

/* A ticket is refused if the store cannot tell whether it was used. */
static bool is_used(struct accounts *accounts, const struct ticket *ticket)
{
    return documents_has(accounts->documents, "ticket", ticket->id) ||
           documents_failed(accounts->documents);
}

bool ticket_redeem(struct accounts *accounts, struct client *client, struct bv_span text,
                   int64_t now)
{
    struct ticket ticket;
    if (!read_ticket(accounts, text, &ticket) || ticket.until < now || is_used(accounts, &ticket) ||
        ban_of_person(accounts->bans, ticket.person, now))
        return false;
    if (ticket.session[0] ? !session_stands(accounts, ticket.person, ticket.session)
                          : person_has_account(accounts, ticket.person))
        return false;
    person_become(accounts, client, ticket.person);
    return client->person[0] != '\0';
}

void auth_ticket_spend(struct accounts *accounts, struct bv_span text)
{
    struct ticket ticket;
    bool good = read_ticket(accounts, text, &ticket);
    BV_ASSERT(good); /* it was redeemed */
    if (!good) return;
    cJSON *document = cJSON_CreateObject();
    /* Kept a little longer than the ticket is valid: the clocks of nodes differ. */
    cJSON_AddNumberToObject(document, "until", (double)(ticket.until + TICKET_MS));
    documents_write(accounts->documents, "ticket", ticket.id, ticket.until, document);
}
