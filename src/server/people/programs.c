#include "server/people/programs.h"

#include "server/people/accounts.h"
#include "server/people/moving.h"
#include "server/people/names.h"

enum { RANDOM_SIZE = 13 };

/* ---- Whose they are ----------------------------------------------------------------------------------------------- */

struct owned {
    char (*bot)[BV_ID_SIZE];
    uint32_t count;
};

static bool note_bot(void *context, const struct bv_paper *paper)
{
    struct owned *owned = context;
    const char *slash = strchr(paper->key, '/');
    struct bv_out out = bv_out_into(owned->bot[owned->count++], BV_ID_SIZE);
    if (slash) bv_put(&out, slash + 1);
    return owned->count < BV_BOTS_MAX;
}

uint32_t bv_bots_of(struct bv_house *house, const char *owner, char bot[BV_BOTS_MAX][BV_ID_SIZE])
{
    char prefix[BV_PAPER_KEY_MAX + 1];
    struct bv_error ignored;
    struct owned owned = {.bot = bot};
    bv_pair_key(owner, "", prefix);
    bv_desk_list(house->desk, "bot", prefix, note_bot, &owned, &ignored);
    return owned.count;
}

void bv_bots_write(struct bv_house *house, const char *owner, struct bv_out *out)
{
    char bot[BV_BOTS_MAX][BV_ID_SIZE];
    uint32_t count = bv_bots_of(house, owner, bot);
    for (uint32_t i = 0; i < count; i++) {
        int64_t created = 0;
        cJSON *account = bv_desk_read(house->desk, "account", bot[i], NULL);
        const char *name = bv_json_get_text(account, "name", BV_TABLE_NAME_MAX);
        bv_json_get_number(account, "created", 0, INT64_MAX, &created);
        bv_json_open(out, NULL, '{');
        bv_json_text(out, "id", bot[i]);
        bv_json_text(out, "name", name ? name : "");
        bv_json_number(out, "created", created);
        bv_json_close(out, '}');
        cJSON_Delete(account);
    }
}

/* The bot in the path, if it is the visitor's; else 404 or 403 and a refusal. */
static int own_bot(struct bv_visit *visit, struct bv_client *bot)
{
    char id[BV_ID_SIZE];
    char key[BV_PAPER_KEY_MAX + 1];
    if (!bv_needs_account(visit)) return 403;
    bv_visit_id(visit->id, id);
    bv_pair_key(visit->client->person, id, key);
    cJSON *paper = bv_desk_read(visit->house->desk, "bot", key, NULL);
    cJSON_Delete(paper);
    if (paper) bv_become(visit->house, bot, id);
    if (paper && bot->person[0]) return 0;
    return bv_api_refuse(
        visit, 404, "no-such-bot",
        (struct bv_text){"Vous n'avez pas ce programme.", "You have no such bot."});
}

/* ---- Making and ending ---------------------------------------------------------------------------------------------- */

static bool put_token(struct bv_visit *visit, struct bv_client *bot)
{
    char token[BV_TOKEN_SIZE];
    char whole[BV_COOKIE_MAX];
    struct bv_out out = bv_out_into(whole, sizeof whole);
    if (!bv_session_begin(visit->house, bot, "bot", "", token)) {
        bv_api_unreadable(visit, &(struct bv_error){""});
        return false;
    }
    bv_put(&out, bot->person);
    bv_put_char(&out, '.');
    bv_put(&out, token);
    bv_json_text(visit->out, "token", whole);
    return true;
}

static void write_papers(struct bv_house *house, const char *owner, const struct bv_client *bot)
{
    char folded[BV_FOLDED_SIZE];
    char key[BV_PAPER_KEY_MAX + 1];
    int64_t now = bv_now();
    cJSON *account = cJSON_CreateObject();
    cJSON *paper = cJSON_CreateObject();
    bv_name_fold(bot->name, folded);
    bv_pair_key(owner, bot->person, key);
    cJSON_AddStringToObject(account, "name", bot->name);
    cJSON_AddStringToObject(account, "folded", folded);
    cJSON_AddNumberToObject(account, "created", (double)now);
    cJSON_AddStringToObject(account, "about", "");
    cJSON_AddStringToObject(account, "owner", owner);
    cJSON_AddNumberToObject(paper, "created", (double)now);
    bv_batch_person(bv_post_changes(house->post), bot->person, bot->name, now);
    bv_account_write(house, bot->person, account);
    bv_desk_write(house->desk, "bot", key, now, paper, NULL);
    cJSON_Delete(account);
    cJSON_Delete(paper);
}

static int post_bot(struct bv_visit *visit)
{
    char bots[BV_BOTS_MAX][BV_ID_SIZE];
    struct bv_client bot = {0};
    const char *name = bv_json_get_text(visit->body, "name", BV_TABLE_NAME_MAX);
    if (!bv_needs_account(visit)) return 403;
    int refused = bv_account_name(visit, name);
    if (refused) return refused;
    if (bv_bots_of(visit->house, visit->client->person, bots) == BV_BOTS_MAX)
        return bv_api_refuse(visit, 409, "too-many-bots",
                             (struct bv_text){"Un compte a au plus cinq programmes.",
                                              "An account has at most five bots."});
    bv_copy(bot.person, "bot_", 4);
    bv_random_id(bot.person + 4, RANDOM_SIZE);
    struct bv_out out = bv_out_into(bot.name, sizeof bot.name);
    bv_put(&out, name);
    write_papers(visit->house, visit->client->person, &bot);
    bv_person_put_client("bot", &bot, visit->out);
    return put_token(visit, &bot) ? 201 : 503;
}

static int post_token(struct bv_visit *visit)
{
    struct bv_client bot = {0};
    int refused = own_bot(visit, &bot);
    if (refused) return refused;
    bv_sessions_end(visit->house, bot.person, "");
    return put_token(visit, &bot) ? 200 : 503;
}

static int delete_bot(struct bv_visit *visit)
{
    char key[BV_PAPER_KEY_MAX + 1];
    struct bv_client bot = {0};
    int refused = own_bot(visit, &bot);
    if (refused) return refused;
    bv_pair_key(visit->client->person, bot.person, key);
    bv_desk_remove(visit->house->desk, "bot", key, NULL);
    bv_forget_person(visit->house, bot.person);
    return 200;
}

static const struct bv_route_row rows[] = {
    {"POST", "/api/v1/account/bots", post_bot},
    {"POST", "/api/v1/account/bots/*/token", post_token},
    {"DELETE", "/api/v1/account/bots/*", delete_bot},
};

const struct bv_routes bv_program_routes = {rows, BV_COUNT(rows)};
