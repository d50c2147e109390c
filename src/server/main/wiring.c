/* How delivery and the cluster reach the features, which they do not know: hooks, routes and handlers,
 * each with the feature that it works on. */
#include "server/accounts/account_merge.h"
#include "server/accounts/accounts.h"
#include "server/accounts/challenges.h"
#include "server/accounts/ratings.h"
#include "server/accounts/relations.h"
#include "server/accounts/sessions.h"
#include "server/admin/admin_access.h"
#include "server/admin/announcement.h"
#include "server/cluster/cluster.h"
#include "server/main/server.h"
#include "server/records/link_preview.h"
#include "server/records/record_search.h"
#include "server/tournaments/club.h"
#include "server/tournaments/schedule.h"
#include "server/tournaments/tournament.h"

/* ---- What live tables ask and tell ----------------------------------------------------------- */

static bool club_lets_person_in(void *context, const char *club, const char *person,
                                struct refusal *refusal)
{
    return club_lets_in(context, club, person, refusal);
}

static bool has_account(void *context, const char *person)
{
    return person_is_known(context, person);
}

static bool is_unwelcome(void *context, const struct table *table, const char *person)
{
    return relation_is_unwelcome(context, table, person);
}

static bool has_blocked(void *context, const char *who, const char *whom)
{
    if (!who) return relation_is_blocked_by_anyone(context, whom);
    if (!whom) return relation_has_blocked_anyone(context, who);
    return relation_has_blocked(context, who, whom);
}

static void on_begun(void *context, const struct table *table)
{
    challenge_settle(context, table);
}

static void on_ended(void *context, struct live_table *live)
{
    struct server *server = context;
    rating_count_game(server, live);
    tournament_note_result(server, live);
    if (record_file(outbox_changes(server->outbox), live->key, live->table))
        metrics_count_finished(&server->metrics, table_terms(live->table)->game);
}

struct live_table_hooks server_table_hooks(struct server *server)
{
    return (struct live_table_hooks){.context = server,
                                     .club_lets_in = club_lets_person_in,
                                     .has_account = has_account,
                                     .is_unwelcome = is_unwelcome,
                                     .has_blocked = has_blocked,
                                     .begun = on_begun,
                                     .ended = on_ended};
}

/* ---- Routes ---------------------------------------------------------------------------------- */

static bool is_admin(void *context, const struct exchange *exchange)
{
    (void)context;
    return admin_of(exchange) != NULL;
}

static bool answer_page(void *context, struct client *client, const struct http_request *request)
{
    struct server *server = context;
    char text[LINK_PREVIEW_SIZE];
    struct bv_out head = bv_out_into(text, sizeof text);
    if (server->pages) link_preview_write(server, request, &head);
    return static_files_request(server->pages, client->connection, request,
                                (struct bv_span){text, head.cut ? 0 : head.length});
}

/* All routes there are, each list with what its handlers work on. */
struct http_api *server_open_api(struct server *server)
{
    const struct api_mount mounts[] = {
        {&table_routes, server->tables},
        {&records_routes, server},
        {&opening_book_routes, server},
        {&server_page_routes, server},
        {&health_routes, server},
        {&guest_routes, server},
        {&registration_routes, server},
        {&account_routes, server},
        {&bot_routes, server},
        {&profile_routes, server},
        {&leaderboard_routes, server},
        {&friend_routes, server},
        {&report_routes, server},
        {&challenge_routes, server},
        {&own_game_routes, server},
        {&admin_routes, server},
        {&admin_people_routes, server},
        {&admin_table_routes, server},
        {&admin_ban_routes, server},
        {&admin_document_routes, server},
        {&club_routes, server},
        {&tournament_routes, server},
        {&tournament_result_routes, server},
    };
    return http_api_new(&(struct http_api_given){.outbox = server->outbox,
                                                 .limiter = server->limiter,
                                                 .base = &server->base,
                                                 .metrics = &server->metrics,
                                                 .mount = mounts,
                                                 .mounts = BV_COUNT(mounts),
                                                 .context = server,
                                                 .is_admin = is_admin,
                                                 .answer_page = answer_page});
}

/* ---- Documents that other nodes have stored -------------------------------------------------- */

static bool on_ban(void *context, const char *key)
{
    (void)key;
    bans_updated(context);
    return true;
}

static bool on_announcement(void *context, const char *key)
{
    bool meant = !*key || bv_equal(key, "announcement");
    return !meant || announcement_heard(context);
}

/* The id at the beginning of a key: a tournament or a player. */
static void put_first(const char *key, char id[ID_SIZE])
{
    struct bv_span rest = bv_span_of(key);
    struct bv_span part = {0};
    struct bv_out out = bv_out_into(id, ID_SIZE);
    if (bv_take_part(&rest, '/', &part)) bv_put_span(&out, part);
}

static bool on_tournament(void *context, const char *key)
{
    char id[ID_SIZE];
    put_first(key, id);
    return schedule_heard(context, id);
}

static bool on_session(void *context, const char *key)
{
    char person[ID_SIZE];
    const char *session = strchr(key, '/');
    put_first(key, person);
    if (session) session_updated(context, person, session + 1);
    return true;
}

/* An account was created, renamed, given a role or deleted. */
static bool on_account(void *context, const char *key)
{
    session_doubt_person(context, key);
    return true;
}

static bool on_merge(void *context, const char *key)
{
    return merges_updated(context, key);
}

void server_follow_cluster(struct server *server)
{
    static const char tournaments[] = "tournament tournament.open tournament.games";
    cluster_on_documents(server->cluster, "ban", on_ban, server);
    cluster_on_documents(server->cluster, "server", on_announcement, server);
    cluster_on_documents(server->cluster, tournaments, on_tournament, server);
    cluster_on_documents(server->cluster, "session", on_session, server);
    cluster_on_documents(server->cluster, "account", on_account, server);
    cluster_on_documents(server->cluster, "moving", on_merge, server);
    cluster_join(server->cluster, &(struct cluster_given){.tables = server->tables,
                                                          .connections = server->connections,
                                                          .outbox = server->outbox,
                                                          .limiter = server->limiter,
                                                          .secret = server->secret});
}
