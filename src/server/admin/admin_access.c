#include "server/admin/admin_access.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "server/admin/admin.h"
#include "store/private.h"
#include "util/clock.h"

#define PASS_MS ((int64_t)60 * 1000)

enum { NONCE_SIZE = 13, TIME_DIGITS = 13 };

/* ---- The pass -------------------------------------------------------------------------------- */

void admin_pass_write(const uint8_t secret[SECRET_SIZE], int64_t now, struct bv_out *out)
{
    char nonce[NONCE_SIZE];
    char what[ADMIN_PASS_MAX];
    char signature[SIGNATURE_SIZE];
    random_id(nonce, sizeof nonce);
    struct bv_out text = bv_out_into(what, sizeof what);
    bv_put_number(&text, now);
    bv_put_char(&text, '.');
    bv_put(&text, nonce);
    signature_make(secret, "admin", (struct bv_span){what, text.length}, signature);
    bv_put(out, "admin.");
    bv_put(out, what);
    bv_put_char(out, '.');
    bv_put(out, signature);
}

bool admin_pass_is_good(const uint8_t secret[SECRET_SIZE], struct bv_span pass, int64_t now)
{
    struct bv_span word = {0};
    struct bv_span time = {0};
    struct bv_span nonce = {0};
    int64_t moment = 0;
    if (!bv_take_part(&pass, '.', &word) || !bv_span_is(word, "admin")) return false;
    const char *what = pass.text;
    if (!bv_take_part(&pass, '.', &time) || !bv_take_part(&pass, '.', &nonce)) return false;
    struct bv_span whole = {what, time.length + 1 + nonce.length};
    if (!signature_is_good(secret, "admin", whole, pass)) return false;
    return time.length == TIME_DIGITS && bv_long_of(time, &moment) && moment <= now + PASS_MS &&
           now <= moment + PASS_MS;
}

/* A local client connects from a loopback address or, if the server listens on one address only,
 * from that one. A proxy on this machine that is not configured as trusted may also connect from
 * there: requests that it forwards do not count as local. */
static bool is_from_here(const struct exchange *exchange)
{
    struct address listen;
    const struct client *client = exchange->client;
    if (http_header(exchange->request, "x-forwarded-for").length ||
        http_header(exchange->request, "forwarded").length)
        return false;
    return client->local ||
           (address_read(bv_span_of(admin_of(exchange)->config->listen), &listen) &&
            address_within(connection_address(client->connection), &listen, ADDRESS_BITS));
}

static bool has_pass(const struct exchange *exchange)
{
    struct bv_span value = http_header(exchange->request, "authorization");
    struct bv_span scheme = {0};
    return bv_take_part(&value, ' ', &scheme) && bv_span_is(scheme, "Bearer") &&
           is_from_here(exchange) &&
           admin_pass_is_good(admin_of(exchange)->accounts->secret, value,
                              clock_wall_milliseconds());
}

const char *admin_asking(const struct exchange *exchange)
{
    if (has_pass(exchange)) return ADMIN_CONSOLE;
    return exchange->client->admin ? exchange->client->person : NULL;
}

/* ---- The audit ------------------------------------------------------------------------------- */

void audit(struct exchange *exchange, const char *what, const char *whom, const char *detail)
{
    char key[TIME_DIGITS + NONCE_SIZE + 2];
    char nonce[NONCE_SIZE];
    int64_t now = server_now();
    random_id(nonce, sizeof nonce);
    struct bv_out out = bv_out_into(key, sizeof key);
    bv_put_number(&out, now);
    bv_put_char(&out, '.');
    bv_put(&out, nonce);
    cJSON *document = cJSON_CreateObject();
    cJSON_AddStringToObject(document, "by", admin_asking(exchange));
    cJSON_AddStringToObject(document, "what", what);
    cJSON_AddStringToObject(document, "whom", whom);
    cJSON_AddNumberToObject(document, "at", (double)now);
    cJSON_AddStringToObject(document, "detail", detail);
    documents_write(exchange->documents, "audit", key, now, document);
}

/* ---- The address file ------------------------------------------------------------------------ */

static void put_path(const struct config *config, char path[CONFIG_TEXT + 16])
{
    snprintf(path, CONFIG_TEXT + 16, "%s/address", config->data);
}

void admin_address_write(const struct config *config, int port)
{
    char path[CONFIG_TEXT + 16];
    bool six = strchr(config->listen, ':') != NULL;
    const char *host = config->listen;
    if (bv_equal(host, "0.0.0.0")) host = "127.0.0.1";
    if (bv_equal(host, "::")) host = "::1";
    put_path(config, path);
    int made = private_open(path, O_WRONLY | O_TRUNC);
    if (made < 0) return;
    FILE *file = fdopen(made, "w");
    if (!file) abort();
    fprintf(file, "http://%s%s%s:%d\n", six ? "[" : "", host, six ? "]" : "", port);
    fclose(file);
}

void admin_address_remove(const struct config *config)
{
    char path[CONFIG_TEXT + 16];
    put_path(config, path);
    unlink(path);
}
