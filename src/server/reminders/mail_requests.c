/* Requests about reminders by e-mail (mail.h). */
#include <sodium.h>

#include "server/reminders/reminder.h"

static struct reminders *reminders_of(const struct exchange *exchange)
{
    return exchange->context;
}

/* The document of the address that a token is about, and its owner; NULL: the token is not ours, or
 * the address is another one now. */
static cJSON *document_of(struct reminders *reminders, const char *what, struct bv_span token,
                          char person[ID_SIZE])
{
    struct bv_span owner = {0};
    if (token.length >= MAIL_TOKEN_SIZE || !bv_take_part(&token, '.', &owner) ||
        !bv_keep(person, ID_SIZE, owner))
        return NULL;
    cJSON *document = documents_read(reminders->documents, "push", pair_key(person, mail_id).text);
    const char *address = fields_text(document, "mail", MAIL_ADDRESS_MAX);
    char signature[SIGNATURE_SIZE];
    if (address) mail_sign(reminders, what, person, address, signature);
    if (address && token.length == SIGNATURE_SIZE - 1 &&
        sodium_memcmp(signature, token.text, token.length) == 0)
        return document;
    cJSON_Delete(document);
    return NULL;
}

/* One message to confirm an address in ten minutes: the server is no tool to annoy others. */
static bool may_ask(struct exchange *exchange)
{
    enum { PAUSE = 10 * 60 * 1000 };
    const char *person = exchange->client->person;
    cJSON *last = documents_read(exchange->documents, "mail", person);
    int64_t wait = last ? fields_integer(last, "asked") + PAUSE - server_now() : 0;
    cJSON_Delete(last);
    if (wait > 0) {
        exchange->refusal.wait = (wait + 999) / 1000;
        return refusal_set(&exchange->refusal, REFUSE_TOO_MANY_MAILS);
    }
    cJSON *asked = cJSON_CreateObject();
    cJSON_AddNumberToObject(asked, "asked", (double)server_now());
    documents_write(exchange->documents, "mail", person, server_now(), asked);
    return true;
}

static int put_mail(struct exchange *exchange)
{
    struct reminders *reminders = reminders_of(exchange);
    const char *person = exchange->client->person;
    const char *address = fields_text(exchange->body, "address", MAIL_ADDRESS_MAX);
    struct pair_key key = pair_key(person, mail_id);
    if (!mail_is_on(reminders)) return api_refuse(exchange, REFUSE_NO_REMINDERS);
    if (!address || !mail_address_is_good(address)) return api_refuse(exchange, REFUSE_BAD_ADDRESS);
    cJSON *document = cJSON_CreateObject();
    if (!push_device_read_wishes(exchange->body, document)) {
        cJSON_Delete(document);
        return api_refuse(exchange, REFUSE_BAD_DEVICE);
    }
    cJSON *old = documents_read(exchange->documents, "push", key.text);
    bool confirmed = fields_true(old, "confirmed") && fields_is(old, "mail", address);
    cJSON_Delete(old);
    if (!confirmed && !may_ask(exchange)) {
        cJSON_Delete(document);
        return exchange->refusal.status;
    }
    cJSON_AddStringToObject(document, "mail", address);
    cJSON_AddBoolToObject(document, "confirmed", confirmed);
    documents_write(exchange->documents, "push", key.text, server_now(), document);
    push_people_add(reminders->people, person);
    if (!confirmed) reminders_add(reminders, person, mail_id, REMINDER_CONFIRM);
    bv_json_bool(exchange->out, "confirmed", confirmed);
    return 200;
}

static int delete_mail(struct exchange *exchange)
{
    struct pair_key key = pair_key(exchange->client->person, mail_id);
    if (!documents_has(exchange->documents, "push", key.text))
        return api_refuse(exchange, REFUSE_NO_SUCH_DEVICE);
    documents_remove(exchange->documents, "push", key.text);
    return 200;
}

static int post_confirm(struct exchange *exchange)
{
    char person[ID_SIZE];
    const char *token = fields_text(exchange->body, "token", MAIL_TOKEN_SIZE);
    cJSON *document =
        token ? document_of(reminders_of(exchange), mail_confirming, bv_span_of(token), person)
              : NULL;
    if (!document) return api_refuse(exchange, REFUSE_BAD_TICKET);
    cJSON_DeleteItemFromObjectCaseSensitive(document, "confirmed");
    cJSON_AddBoolToObject(document, "confirmed", true);
    documents_write(exchange->documents, "push", pair_key(person, mail_id).text, server_now(),
                    document);
    return 200;
}

/* An address that is gone already is not an error: the link may be used twice. */
static int post_off(struct exchange *exchange)
{
    char person[ID_SIZE];
    if (exchange->id.length < SIGNATURE_SIZE) return api_refuse(exchange, REFUSE_BAD_TICKET);
    cJSON *document = document_of(reminders_of(exchange), mail_ending, exchange->id, person);
    if (document) documents_remove(exchange->documents, "push", pair_key(person, mail_id).text);
    cJSON_Delete(document);
    return 200;
}

static const struct api_route rows[] = {
    {"PUT", "/api/v1/reminders/mail", put_mail, API_ACCOUNT},
    {"DELETE", "/api/v1/reminders/mail", delete_mail, API_ACCOUNT},
    {"POST", "/api/v1/mail-confirm", post_confirm, API_ANYONE},
    {"POST", "/api/v1/mail-off/*", post_off, API_LINK},
};

const struct api_routes mail_routes = {rows, BV_COUNT(rows)};
