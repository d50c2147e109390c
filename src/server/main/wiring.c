/* How delivery and the cluster reach the features, which they do not know: hooks, routes and handlers,
 * each with the feature that it works on. */
#include "server/accounts/account_merge.h"
#include "server/accounts/accounts.h"
#include "server/accounts/challenges.h"
#include "server/accounts/persons.h"
#include "server/accounts/ratings.h"
#include "server/accounts/relations.h"
#include "server/accounts/sessions.h"
#include "server/admin/admin_access.h"
#include "server/admin/announcement.h"
#include "server/cluster/cluster.h"
#include "server/main/server.h"
#include "server/records/link_preview.h"
#include "server/tournaments/club.h"
#include "server/tournaments/schedule.h"
#include "server/tournaments/tournament.h"

/* ---- What live tables ask and tell ----------------------------------------------------------- */

static bool club_lets_person_in(void *context, const char *club, const char *person,
                                struct refusal *refusal)
{
    struct server *server = context;
    return club_lets_in(&server->tournaments, club, person, refusal);
}

static bool has_account(void *context, const char *person)
{
    struct server *server = context;
    return person_is_known(&server->accounts, person);
}

static bool is_unwelcome(void *context, const struct table *table, const char *person)
{
    struct server *server = context;
    return relation_is_unwelcome(&server->accounts, table, person);
}

static bool has_blocked(void *context, const char *who, const char *whom)
{
    struct server *server = context;
    if (!who) return relation_is_blocked_by_anyone(&server->accounts, whom);
    if (!whom) return relation_has_blocked_anyone(&server->accounts, who);
    return relation_has_blocked(&server->accounts, who, whom);
}

static void on_turned(void *context, const struct live_table *live, bv_seats seats)
{
    struct server *server = context;
    reminders_turned(&server->reminders, live, seats);
}

static void on_begun(void *context, const struct table *table)
{
    struct server *server = context;
    challenge_settle(&server->accounts, table);
}

static void on_ended(void *context, struct live_table *live)
{
    struct server *server = context;
    rating_count_game(&server->accounts, live);
    tournament_note_result(&server->tournaments, live);
    if (record_file(outbox_changes(server->outbox), live->key, live->table))
        metrics_count_finished(&server->metrics, table_terms(live->table)->game);
}

static bool forget_person(void *context, const char *person, const char *kind, const char *key)
{
    struct server *server = context;
    return tournaments_forget(&server->tournaments, person, kind, key);
}

struct live_table_hooks server_table_hooks(struct server *server)
{
    return (struct live_table_hooks){.context = server,
                                     .club_lets_in = club_lets_person_in,
                                     .has_account = has_account,
                                     .is_unwelcome = is_unwelcome,
                                     .has_blocked = has_blocked,
                                     .turned = on_turned,
                                     .begun = on_begun,
                                     .ended = on_ended};
}

/* ---- What features tell each other ----------------------------------------------------------- */

static void on_challenged(void *context, const char *person, const char *table)
{
    struct server *server = context;
    reminders_add(&server->reminders, person, table, REMINDER_CHALLENGE);
}

static void on_opponent_found(void *context, const char *person, const struct live_table *live)
{
    struct server *server = context;
    reminders_add(&server->reminders, person, live->id, REMINDER_OPPONENT);
}

static void on_tournament_begun(void *context, const char *person, const char *tournament)
{
    struct server *server = context;
    reminders_add(&server->reminders, person, tournament, REMINDER_TOURNAMENT);
}

/* ---- The features ---------------------------------------------------------------------------- */

bool server_open_features(struct server *server, struct store *writer, struct bv_error *error)
{
    server->bans = bans_open(&(struct bans_deps){.outbox = server->outbox,
                                                 .documents = server->documents,
                                                 .connections = server->connections},
                             error);
    if (!server->bans) return false;
    server->records = (struct records){server->tables, server->slow, &server->base};
    server->accounts = (struct accounts){.config = server->config,
                                         .reader = server->reader,
                                         .outbox = server->outbox,
                                         .documents = server->documents,
                                         .connections = server->connections,
                                         .limiter = server->limiter,
                                         .tables = server->tables,
                                         .slow = server->slow,
                                         .api = server->api,
                                         .bans = server->bans,
                                         .peers = server->peers,
                                         .context = server,
                                         .wake = server_wake,
                                         .forget = forget_person,
                                         .challenged = on_challenged};
    server->tournaments = (struct tournaments){.config = server->config,
                                               .reader = server->reader,
                                               .outbox = server->outbox,
                                               .documents = server->documents,
                                               .connections = server->connections,
                                               .tables = server->tables,
                                               .peers = server->peers,
                                               .accounts = &server->accounts,
                                               .context = server,
                                               .begun = on_tournament_begun};
    server->seeks = (struct seeks){.config = server->config,
                                   .outbox = server->outbox,
                                   .documents = server->documents,
                                   .connections = server->connections,
                                   .tables = server->tables,
                                   .peers = server->peers,
                                   .accounts = &server->accounts,
                                   .context = server,
                                   .found = on_opponent_found};
    server->reminders = (struct reminders){.config = server->config,
                                           .base = &server->base,
                                           .documents = server->documents,
                                           .tables = server->tables,
                                           .accounts = &server->accounts,
                                           .peers = server->peers,
                                           .context = server,
                                           .wake = server_wake};
    server->admin = (struct admin){.config = server->config,
                                   .reader = server->reader,
                                   .outbox = server->outbox,
                                   .documents = server->documents,
                                   .connections = server->connections,
                                   .tables = server->tables,
                                   .thinkers = server->thinkers,
                                   .peers = server->peers,
                                   .metrics = &server->metrics,
                                   .accounts = &server->accounts};
    return accounts_open(&server->accounts, writer, error) &&
           schedule_open(&server->tournaments, error) && seeks_open(&server->seeks, error) &&
           reminders_open(&server->reminders, writer, error);
}

/* ---- Routes ---------------------------------------------------------------------------------- */

static bool is_admin(void *context, const struct exchange *exchange)
{
    (void)context;
    return admin_asking(exchange) != NULL;
}

static bool answer_page(void *context, struct client *client, const struct http_request *request)
{
    struct server *server = context;
    char text[LINK_PREVIEW_SIZE];
    struct bv_out head = bv_out_into(text, sizeof text);
    if (server->pages) link_preview_write(&server->records, request, &head);
    return static_files_request(server->pages, client->connection, request,
                                (struct bv_span){text, head.cut ? 0 : head.length});
}

/* All routes there are, each list with what its handlers work on. */
struct http_api *server_open_api(struct server *server)
{
    const struct api_mount mounts[] = {
        {&table_routes, server->tables},
        {&records_routes, &server->records},
        {&opening_book_routes, &server->records},
        {&server_page_routes, server},
        {&health_routes, server},
        {&guest_routes, &server->accounts},
        {&registration_routes, &server->accounts},
        {&account_routes, &server->accounts},
        {&bot_routes, &server->accounts},
        {&profile_routes, &server->accounts},
        {&rating_routes, &server->accounts},
        {&relation_routes, &server->accounts},
        {&report_routes, &server->accounts},
        {&challenge_routes, &server->accounts},
        {&own_game_routes, &server->accounts},
        {&note_routes, &server->accounts},
        {&vacation_routes, &server->accounts},
        {&seek_routes, &server->seeks},
        {&reminder_routes, &server->reminders},
        {&mail_routes, &server->reminders},
        {&admin_routes, &server->admin},
        {&admin_people_routes, &server->admin},
        {&admin_document_routes, &server->admin},
        {&club_routes, &server->tournaments},
        {&tournament_routes, &server->tournaments},
        {&tournament_result_routes, &server->tournaments},
    };
    return http_api_new(&(struct http_api_deps){.outbox = server->outbox,
                                                .documents = server->documents,
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
    bool meant = !key || !*key || bv_equal(key, "announcement");
    return !meant || announcement_updated(context);
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
    if (key) put_first(key, id);
    return schedule_updated(context, key ? id : NULL);
}

static bool on_seek(void *context, const char *key)
{
    return seeks_updated(context, key);
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

static bool on_device(void *context, const char *key)
{
    return reminders_device_updated(context, key);
}

static bool on_merge(void *context, const char *key)
{
    return merges_updated(context, key);
}

void server_follow_cluster(struct server *server)
{
    static const char tournaments[] = "tournament tournament.open tournament.games";
    cluster_on_documents(server->cluster, "ban", on_ban, server->bans);
    cluster_on_documents(server->cluster, "server", on_announcement, &server->admin);
    cluster_on_documents(server->cluster, tournaments, on_tournament, &server->tournaments);
    cluster_on_documents(server->cluster, "seek", on_seek, &server->seeks);
    cluster_on_documents(server->cluster, "session", on_session, &server->accounts);
    cluster_on_documents(server->cluster, "account", on_account, &server->accounts);
    cluster_on_documents(server->cluster, "merge", on_merge, &server->accounts);
    cluster_on_documents(server->cluster, "push", on_device, &server->reminders);
    cluster_join(server->cluster, &(struct cluster_deps){.tables = server->tables,
                                                         .connections = server->connections,
                                                         .outbox = server->outbox,
                                                         .limiter = server->limiter,
                                                         .secret = server->accounts.secret});
}
