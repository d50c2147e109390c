#include "server/reminders/mail.h"

#include <sodium.h>
#include <time.h>

#include "server/reminders/reminder.h"

const char mail_id[] = "mail";

static const char confirming[] = "mail-confirm";
static const char ending[] = "mail-off";

bool mail_is_on(const struct reminders *reminders)
{
    return reminders->config->smtp[0] != '\0';
}

static bool is_of_addresses(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr("!#$%&'*+-/=?^_`{|}~.@", c));
}

bool mail_address_is_good(const char *address)
{
    const char *at = strchr(address, '@');
    size_t length = strlen(address);
    if (!at || at == address || strchr(at + 1, '@') || length > MAIL_ADDRESS_MAX) return false;
    const char *domain = at + 1;
    for (const char *c = address; *c; c++)
        if (!is_of_addresses(*c)) return false;
    for (const char *c = domain; *c; c++)
        if (!(*c == '.' || *c == '-' || (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
              (*c >= '0' && *c <= '9')))
            return false;
    return *domain && *domain != '.' && *domain != '-' && address[length - 1] != '.';
}

/* ---- Links ----------------------------------------------------------------------------------- */

/* PERSON.SIGNATURE; the signature is for the address too. */
enum { TOKEN_SIZE = ID_SIZE + SIGNATURE_SIZE };

static void sign(const struct reminders *reminders, const char *what, const char *person,
                 const char *address, char signature[SIGNATURE_SIZE])
{
    char text[ID_SIZE + MAIL_ADDRESS_MAX + 2];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_put_all(&out, person, " ", address);
    signature_make(reminders->accounts->secret, what, bv_span_of(text), signature);
}

static void put_token(const struct reminders *reminders, const char *what, const char *person,
                      const char *address, struct bv_out *out)
{
    char signature[SIGNATURE_SIZE];
    sign(reminders, what, person, address, signature);
    bv_put_all(out, person, ".", signature);
}

void mail_put_confirmation(const struct reminders *reminders, const char *person,
                           const char *address, struct bv_out *out)
{
    bv_put(out, "/mine?confirm-mail=");
    put_token(reminders, confirming, person, address, out);
}

/* The document of the address that a token is about, and its owner; NULL: the token is not ours, or
 * the address is another one now. */
static cJSON *document_of(struct reminders *reminders, const char *what, struct bv_span token,
                          char person[ID_SIZE])
{
    struct bv_span owner = {0};
    if (token.length >= TOKEN_SIZE || !bv_take_part(&token, '.', &owner) ||
        !bv_keep(person, ID_SIZE, owner))
        return NULL;
    cJSON *document = documents_read(reminders->documents, "push", pair_key(person, mail_id).text);
    const char *address = fields_text(document, "mail", MAIL_ADDRESS_MAX);
    char signature[SIGNATURE_SIZE];
    if (address) sign(reminders, what, person, address, signature);
    if (address && token.length == SIGNATURE_SIZE - 1 &&
        sodium_memcmp(signature, token.text, token.length) == 0)
        return document;
    cJSON_Delete(document);
    return NULL;
}

/* ---- Messages -------------------------------------------------------------------------------- */

enum { MAIL_SIZE = 8 * 1024, MAIL_TEXT_SIZE = 4 * 1024, LINE_BYTES = 57 };

/* In base64, in lines of at most 76 characters, each with these texts around it. */
static void put_encoded(struct bv_span text, const char *before, const char *after,
                        struct bv_out *out)
{
    while (text.length) {
        char line[2 * LINE_BYTES];
        size_t part = text.length < LINE_BYTES ? text.length : LINE_BYTES;
        sodium_bin2base64(line, sizeof line, (const uint8_t *)text.text, part,
                          sodium_base64_VARIANT_ORIGINAL);
        bv_put_all(out, before, line, after);
        text.text += part;
        text.length -= part;
    }
}

/* RFC 2047: a word of the head ends within a line, and not within a character. */
static void put_subject(const char *title, struct bv_out *out)
{
    enum { WORD_BYTES = 39 };
    struct bv_span rest = bv_span_of(title);
    bv_put(out, "Subject:");
    while (rest.length) {
        size_t part = rest.length < WORD_BYTES ? rest.length : WORD_BYTES;
        while (part < rest.length && (rest.text[part] & 0xC0) == 0x80) part--;
        put_encoded((struct bv_span){rest.text, part}, " =?utf-8?B?", "?=\r\n", out);
        rest.text += part;
        rest.length -= part;
    }
}

static void put_date(struct bv_out *out)
{
    char text[64];
    struct tm utc;
    time_t now = (time_t)(server_now() / 1000);
    gmtime_r(&now, &utc);
    strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S +0000", &utc);
    bv_put_all(out, "Date: ", text, "\r\n");
}

static void put_head(const struct reminders *reminders, const struct mail *mail, const char *token,
                     struct bv_out *out)
{
    const struct base_url *base = reminders->base;
    const char *from = reminders->config->smtp_from;
    bv_put_all(out, "From: Bivouac <", from, ">\r\nTo: <", mail->to, ">\r\n");
    put_subject(mail->title, out);
    put_date(out);
    bv_put_all(out, "Message-ID: <", mail->key, ".", mail->person, strchr(from, '@'), ">\r\n");
    bv_put_all(out, "List-Unsubscribe: <", base->origin, base->path, "/api/v1/mail-off/", token,
               ">\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
    bv_put(out, "Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n"
                "Content-Type: text/plain; charset=utf-8\r\n"
                "Content-Transfer-Encoding: base64\r\n\r\n");
}

char *mail_write(const struct reminders *reminders, const struct mail *mail)
{
    const struct base_url *base = reminders->base;
    char *whole = memory_new(MAIL_SIZE);
    char *text = memory_new(MAIL_TEXT_SIZE);
    char token[TOKEN_SIZE];
    struct bv_out word = bv_out_into(token, sizeof token);
    struct bv_out body = bv_out_into(text, MAIL_TEXT_SIZE);
    struct bv_out out = bv_out_into(whole, MAIL_SIZE);
    put_token(reminders, ending, mail->person, mail->to, &word);
    bv_put_all(
        &body, mail->text, "\r\n\r\n", base->origin, base->path, mail->path, "\r\n\r\n-- \r\n",
        mail->french ? "Ne plus recevoir ces messages :" : "No more of these messages:", "\r\n",
        base->origin, base->path, "/mine?mail-off=", token, "\r\n");
    put_head(reminders, mail, token, &out);
    put_encoded((struct bv_span){text, body.length}, "", "\r\n", &out);
    free(text);
    BV_ASSERT(!out.cut);
    return whole;
}

/* ---- Requests -------------------------------------------------------------------------------- */

static struct reminders *reminders_of(const struct exchange *exchange)
{
    return exchange->context;
}

void mail_write_settings(struct exchange *exchange)
{
    struct bv_out *out = exchange->out;
    if (!mail_is_on(reminders_of(exchange))) {
        bv_json_null(out, "mail");
        return;
    }
    cJSON *document = documents_read(exchange->documents, "push",
                                     pair_key(exchange->client->person, mail_id).text);
    bv_json_open(out, "mail", '{');
    bv_json_text_or_null(out, "address", fields_text(document, "mail", MAIL_ADDRESS_MAX));
    bv_json_bool(out, "confirmed", fields_true(document, "confirmed"));
    push_device_write_wishes(document, out);
    bv_json_close(out, '}');
    cJSON_Delete(document);
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
    const char *token = fields_text(exchange->body, "token", TOKEN_SIZE);
    cJSON *document =
        token ? document_of(reminders_of(exchange), confirming, bv_span_of(token), person) : NULL;
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
    cJSON *document = document_of(reminders_of(exchange), ending, exchange->id, person);
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
