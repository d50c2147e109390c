#include "server/keeping/keeper.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "store/private.h"

#define PASS_MS ((int64_t)60 * 1000)

enum { NONCE_SIZE = 13, TIME_DIGITS = 13 };

/* ---- The pass ------------------------------------------------------------------------------------------------------- */

void bv_pass_write(const uint8_t secret[BV_SECRET_SIZE], int64_t now, struct bv_out *out)
{
    char nonce[NONCE_SIZE];
    char what[BV_PASS_MAX];
    char seal[BV_SEAL_SIZE];
    bv_random_id(nonce, sizeof nonce);
    struct bv_out text = bv_out_into(what, sizeof what);
    bv_put_number(&text, now);
    bv_put_char(&text, '.');
    bv_put(&text, nonce);
    bv_seal(secret, "keeper", (struct bv_span){what, text.length}, seal);
    bv_put(out, "keeper.");
    bv_put(out, what);
    bv_put_char(out, '.');
    bv_put(out, seal);
}

bool bv_pass_is_good(const uint8_t secret[BV_SECRET_SIZE], struct bv_span pass, int64_t now)
{
    struct bv_span word = {0};
    struct bv_span time = {0};
    struct bv_span nonce = {0};
    int64_t moment = 0;
    if (!bv_take_part(&pass, '.', &word) || !bv_span_is(word, "keeper")) return false;
    const char *what = pass.text;
    if (!bv_take_part(&pass, '.', &time) || !bv_take_part(&pass, '.', &nonce)) return false;
    struct bv_span whole = {what, time.length + 1 + nonce.length};
    if (!bv_is_sealed(secret, "keeper", whole, pass)) return false;
    return time.length == TIME_DIGITS && bv_long_of(time, &moment) && moment <= now + PASS_MS &&
           now <= moment + PASS_MS;
}

/* This machine reaches the house from an address of its own, or, where it listens on one address alone, from that one. A
 * proxy that nobody has said to trust may stand on this machine too: what it passes on is not from here. */
static bool is_from_here(const struct bv_visit *visit)
{
    struct bv_address listen;
    const struct bv_client *client = visit->client;
    if (bv_http_header(visit->request, "x-forwarded-for").length ||
        bv_http_header(visit->request, "forwarded").length)
        return false;
    return client->local ||
           (bv_address_read(bv_span_of(visit->house->config->listen), &listen) &&
            bv_address_within(bv_connection_address(client->connection), &listen, BV_ADDRESS_BITS));
}

static bool has_pass(const struct bv_visit *visit)
{
    struct bv_span value = bv_http_header(visit->request, "authorization");
    struct bv_span scheme = {0};
    return bv_take_part(&value, ' ', &scheme) && bv_span_is(scheme, "Bearer") &&
           is_from_here(visit) && bv_pass_is_good(visit->house->secret, value, bv_machine_now());
}

const char *bv_keeper_of(const struct bv_visit *visit)
{
    if (has_pass(visit)) return BV_CONSOLE;
    return visit->client->keeper ? visit->client->person : NULL;
}

/* ---- What they did -------------------------------------------------------------------------------------------------- */

bool bv_audit(struct bv_visit *visit, const char *what, const char *whom, const char *detail)
{
    char key[TIME_DIGITS + NONCE_SIZE + 2];
    char nonce[NONCE_SIZE];
    struct bv_error trouble;
    int64_t now = bv_now();
    bv_random_id(nonce, sizeof nonce);
    struct bv_out out = bv_out_into(key, sizeof key);
    bv_put_number(&out, now);
    bv_put_char(&out, '.');
    bv_put(&out, nonce);
    cJSON *paper = cJSON_CreateObject();
    cJSON_AddStringToObject(paper, "by", bv_keeper_of(visit));
    cJSON_AddStringToObject(paper, "what", what);
    cJSON_AddStringToObject(paper, "whom", whom);
    cJSON_AddNumberToObject(paper, "at", (double)now);
    cJSON_AddStringToObject(paper, "detail", detail);
    bool good = bv_desk_write(visit->house->desk, "audit", key, now, paper, &trouble);
    cJSON_Delete(paper);
    return good;
}

/* ---- Where the house is --------------------------------------------------------------------------------------------- */

static void put_path(const struct bv_config *config, char path[BV_CONFIG_TEXT + 16])
{
    snprintf(path, BV_CONFIG_TEXT + 16, "%s/address", config->data);
}

void bv_address_leave(const struct bv_config *config, int port)
{
    char path[BV_CONFIG_TEXT + 16];
    bool six = strchr(config->listen, ':') != NULL;
    const char *host = config->listen;
    if (bv_equal(host, "0.0.0.0")) host = "127.0.0.1";
    if (bv_equal(host, "::")) host = "::1";
    put_path(config, path);
    int made = bv_private_open(path, O_WRONLY | O_TRUNC);
    if (made < 0) return;
    FILE *file = fdopen(made, "w");
    if (!file) abort();
    fprintf(file, "http://%s%s%s:%d\n", six ? "[" : "", host, six ? "]" : "", port);
    fclose(file);
}

void bv_address_remove(const struct bv_config *config)
{
    char path[BV_CONFIG_TEXT + 16];
    put_path(config, path);
    unlink(path);
}
