#include "server/reminders/mail.h"

#include <sodium.h>
#include <time.h>

#include "server/reminders/reminder.h"

const char mail_id[] = "mail";

const char mail_confirming[] = "mail-confirm";
const char mail_ending[] = "mail-off";

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

void mail_sign(const struct reminders *reminders, const char *what, const char *person,
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
    mail_sign(reminders, what, person, address, signature);
    bv_put_all(out, person, ".", signature);
}

void mail_put_confirmation(const struct reminders *reminders, const char *person,
                           const char *address, struct bv_out *out)
{
    bv_put(out, "/mine?confirm-mail=");
    put_token(reminders, mail_confirming, person, address, out);
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
    char token[MAIL_TOKEN_SIZE];
    struct bv_out word = bv_out_into(token, sizeof token);
    struct bv_out body = bv_out_into(text, MAIL_TEXT_SIZE);
    struct bv_out out = bv_out_into(whole, MAIL_SIZE);
    put_token(reminders, mail_ending, mail->person, mail->to, &word);
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
