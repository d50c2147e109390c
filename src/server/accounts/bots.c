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

static bool note_bot(void *context, const struct document *document)
{
    struct owned *owned = context;
    const char *slash = strchr(document->key, '/');
    bv_copy_text(owned->bot[owned->count++], ID_SIZE, slash ? slash + 1 : NULL);
    return owned->count < BOTS_MAX;
}

uint32_t bots_of(struct accounts *accounts, const char *owner, char bot[BOTS_MAX][ID_SIZE])
{
    struct owned owned = {.bot = bot};
    documents_list(accounts->documents, "bot", pair_key(owner, "").text, note_bot, &owned);
    return owned.count;
}

void bots_write(struct accounts *accounts, const char *owner, struct bv_out *out)
{
    char bot[BOTS_MAX][ID_SIZE];
    uint32_t count = bots_of(accounts, owner, bot);
    for (uint32_t i = 0; i < count; i++) {
        cJSON *account = documents_read(accounts->documents, "account", bot[i]);
        bv_json_open(out, NULL, '{');
        bv_json_text(out, "id", bot[i]);
        fields_put_text(account, "name", out);
        fields_put_number(account, "created", out);
        bv_json_close(out, '}');
        cJSON_Delete(account);
    }
}

/* The bot in the path, if the client's person owns it; else sets the refusal. */
static bool own_bot(struct exchange *exchange, struct client *bot)
{
    char id[ID_SIZE];
    api_path_id(exchange->id, id);
    if (documents_has(exchange->documents, "bot", pair_key(exchange->client->person, id).text))
        person_become(accounts_of(exchange), bot, id);
    return bot->person[0] || refusal_set(&exchange->refusal, REFUSE_NO_SUCH_BOT);
}

/* ---- Creating and deleting ------------------------------------------------------------------- */

static void put_token(struct exchange *exchange, struct client *bot)
{
    char token[SESSION_TOKEN_SIZE];
    char whole[GUEST_COOKIE_MAX];
    struct bv_out out = bv_out_into(whole, sizeof whole);
    session_begin(accounts_of(exchange), bot, "bot", "", token);
    bv_put(&out, bot->person);
    bv_put_char(&out, '.');
    bv_put(&out, token);
    bv_json_text(exchange->out, "token", whole);
}

static void write_documents(struct accounts *accounts, const char *owner, const struct client *bot)
{
    char folded[NAME_FOLDED_SIZE];
    int64_t now = server_now();
    cJSON *account = cJSON_CreateObject();
    cJSON *document = cJSON_CreateObject();
    name_fold(bot->name, folded);
    cJSON_AddStringToObject(account, "name", bot->name);
    cJSON_AddStringToObject(account, "folded", folded);
    cJSON_AddNumberToObject(account, "created", (double)now);
    cJSON_AddStringToObject(account, "about", "");
    cJSON_AddStringToObject(account, "owner", owner);
    cJSON_AddNumberToObject(document, "created", (double)now);
    store_batch_person(outbox_changes(accounts->outbox), bot->person, bot->name, now);
    account_write(accounts, bot->person, account);
    documents_write(accounts->documents, "bot", pair_key(owner, bot->person).text, now, document);
}

static int post_bot(struct exchange *exchange)
{
    char bots[BOTS_MAX][ID_SIZE];
    struct client bot = {0};
    struct accounts *accounts = accounts_of(exchange);
    const char *name = fields_text(exchange->body, "name", TABLE_NAME_MAX);
    if (!account_may_take_name(accounts, name, &exchange->refusal)) return exchange->refusal.status;
    if (bots_of(accounts, exchange->client->person, bots) == BOTS_MAX)
        return api_refuse(exchange, REFUSE_TOO_MANY_BOTS);
    bv_copy(bot.person, "bot_", 4);
    random_id(bot.person + 4, RANDOM_SIZE);
    bv_copy_text(bot.name, sizeof bot.name, name);
    write_documents(accounts, exchange->client->person, &bot);
    person_put_client("bot", &bot, exchange->out);
    put_token(exchange, &bot);
    return 201;
}

static int post_token(struct exchange *exchange)
{
    struct client bot = {0};
    if (!own_bot(exchange, &bot)) return exchange->refusal.status;
    sessions_end(accounts_of(exchange), bot.person, "");
    put_token(exchange, &bot);
    return 200;
}

static int delete_bot(struct exchange *exchange)
{
    struct client bot = {0};
    if (!own_bot(exchange, &bot)) return exchange->refusal.status;
    documents_remove(exchange->documents, "bot",
                     pair_key(exchange->client->person, bot.person).text);
    merge_forget_person(accounts_of(exchange), bot.person);
    return 200;
}

static const struct api_route rows[] = {
    {"POST", "/api/v1/account/bots", post_bot, API_ACCOUNT},
    {"POST", "/api/v1/account/bots/*/token", post_token, API_ACCOUNT},
    {"DELETE", "/api/v1/account/bots/*", delete_bot, API_ACCOUNT},
};

const struct api_routes bot_routes = {rows, BV_COUNT(rows)};
