#include "server/accounts/bots.h"

#include "server/accounts/account.h"
#include "server/accounts/account_merge.h"
#include "server/accounts/authentication.h"
#include "server/accounts/persons.h"
#include "table/names.h"

enum { RANDOM_SIZE = 13 };

/* ---- Ownership ------------------------------------------------------------------------------- */

struct owned {
    char (*bot)[ID_SIZE];
    uint32_t count;
};

static bool note_bot(void *context, const struct store_document *document)
{
    struct owned *owned = context;
    const char *slash = strchr(document->key, '/');
    struct bv_out out = bv_out_into(owned->bot[owned->count++], ID_SIZE);
    if (slash) bv_put(&out, slash + 1);
    return owned->count < BOTS_MAX;
}

uint32_t bots_of(struct accounts *accounts, const char *owner, char bot[BOTS_MAX][ID_SIZE])
{
    char prefix[DOCUMENT_KEY_MAX + 1];
    struct bv_error ignored;
    struct owned owned = {.bot = bot};
    documents_pair_key(owner, "", prefix);
    documents_list(accounts->documents, "bot", prefix, note_bot, &owned, &ignored);
    return owned.count;
}

void bots_write(struct accounts *accounts, const char *owner, struct bv_out *out)
{
    char bot[BOTS_MAX][ID_SIZE];
    uint32_t count = bots_of(accounts, owner, bot);
    for (uint32_t i = 0; i < count; i++) {
        int64_t created = 0;
        cJSON *account = documents_read(accounts->documents, "account", bot[i], NULL);
        const char *name = fields_text(account, "name", TABLE_NAME_MAX);
        fields_number(account, "created", 0, INT64_MAX, &created);
        bv_json_open(out, NULL, '{');
        bv_json_text(out, "id", bot[i]);
        bv_json_text(out, "name", name ? name : "");
        bv_json_number(out, "created", created);
        bv_json_close(out, '}');
        cJSON_Delete(account);
    }
}

/* The bot in the path, if the client's person owns it; else 404 or 403 and a refusal. */
static int own_bot(struct exchange *exchange, struct client *bot)
{
    char id[ID_SIZE];
    char key[DOCUMENT_KEY_MAX + 1];
    if (!account_needed(exchange)) return 403;
    api_path_id(exchange->id, id);
    documents_pair_key(exchange->client->person, id, key);
    cJSON *document = documents_read(accounts_of(exchange)->documents, "bot", key, NULL);
    cJSON_Delete(document);
    if (document) person_become(accounts_of(exchange), bot, id);
    if (document && bot->person[0]) return 0;
    return api_refuse(exchange, REFUSE_NO_SUCH_BOT);
}

/* ---- Creating and deleting ------------------------------------------------------------------- */

static bool put_token(struct exchange *exchange, struct client *bot)
{
    char token[SESSION_TOKEN_SIZE];
    char whole[GUEST_COOKIE_MAX];
    struct bv_out out = bv_out_into(whole, sizeof whole);
    if (!session_begin(accounts_of(exchange), bot, "bot", "", token)) {
        api_unreadable(exchange, &(struct bv_error){""});
        return false;
    }
    bv_put(&out, bot->person);
    bv_put_char(&out, '.');
    bv_put(&out, token);
    bv_json_text(exchange->out, "token", whole);
    return true;
}

static void write_documents(struct accounts *accounts, const char *owner, const struct client *bot)
{
    char folded[NAME_FOLDED_SIZE];
    char key[DOCUMENT_KEY_MAX + 1];
    int64_t now = server_now();
    cJSON *account = cJSON_CreateObject();
    cJSON *document = cJSON_CreateObject();
    name_fold(bot->name, folded);
    documents_pair_key(owner, bot->person, key);
    cJSON_AddStringToObject(account, "name", bot->name);
    cJSON_AddStringToObject(account, "folded", folded);
    cJSON_AddNumberToObject(account, "created", (double)now);
    cJSON_AddStringToObject(account, "about", "");
    cJSON_AddStringToObject(account, "owner", owner);
    cJSON_AddNumberToObject(document, "created", (double)now);
    store_batch_person(outbox_changes(accounts->outbox), bot->person, bot->name, now);
    account_write(accounts, bot->person, account);
    documents_write(accounts->documents, "bot", key, now, document, NULL);
    cJSON_Delete(account);
    cJSON_Delete(document);
}

static int post_bot(struct exchange *exchange)
{
    char bots[BOTS_MAX][ID_SIZE];
    struct client bot = {0};
    const char *name = fields_text(exchange->body, "name", TABLE_NAME_MAX);
    if (!account_needed(exchange)) return 403;
    int refused = account_name(accounts_of(exchange), exchange, name);
    if (refused) return refused;
    if (bots_of(accounts_of(exchange), exchange->client->person, bots) == BOTS_MAX)
        return api_refuse(exchange, REFUSE_TOO_MANY_BOTS);
    bv_copy(bot.person, "bot_", 4);
    random_id(bot.person + 4, RANDOM_SIZE);
    struct bv_out out = bv_out_into(bot.name, sizeof bot.name);
    bv_put(&out, name);
    write_documents(accounts_of(exchange), exchange->client->person, &bot);
    person_put_client("bot", &bot, exchange->out);
    return put_token(exchange, &bot) ? 201 : 503;
}

static int post_token(struct exchange *exchange)
{
    struct client bot = {0};
    int refused = own_bot(exchange, &bot);
    if (refused) return refused;
    sessions_end(accounts_of(exchange), bot.person, "");
    return put_token(exchange, &bot) ? 200 : 503;
}

static int delete_bot(struct exchange *exchange)
{
    char key[DOCUMENT_KEY_MAX + 1];
    struct client bot = {0};
    int refused = own_bot(exchange, &bot);
    if (refused) return refused;
    documents_pair_key(exchange->client->person, bot.person, key);
    documents_remove(accounts_of(exchange)->documents, "bot", key, NULL);
    merge_forget_person(accounts_of(exchange), bot.person);
    return 200;
}

static const struct api_route rows[] = {
    {"POST", "/api/v1/account/bots", post_bot},
    {"POST", "/api/v1/account/bots/*/token", post_token},
    {"DELETE", "/api/v1/account/bots/*", delete_bot},
};

const struct api_routes bot_routes = {rows, BV_COUNT(rows)};
