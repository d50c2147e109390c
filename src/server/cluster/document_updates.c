/*
 * Documents that another node has changed. Most documents are read from the store when they are
 * needed. The kinds listed here are held in memory by this node, or concern players who are
 * connected to it.
 */
#include "server/accounts/account_merge.h"
#include "server/accounts/sessions.h"
#include "server/admin/announcement.h"
#include "server/cluster/cluster.h"
#include "server/tournaments/schedule.h"

static void receive_ban(struct server *server, const char *key)
{
    (void)key;
    bans_updated(server);
}

static void receive_server(struct server *server, const char *key)
{
    if (bv_equal(key, "announcement") && !announcement_heard(server))
        server->documents_missed = true;
}

/* The id at the beginning of a key: a tournament or a player. */
static void put_first(const char *key, char id[ID_SIZE])
{
    struct bv_span rest = bv_span_of(key);
    struct bv_span part = {0};
    struct bv_out out = bv_out_into(id, ID_SIZE);
    if (bv_take_part(&rest, '/', &part)) bv_put_span(&out, part);
}

static void receive_tournament(struct server *server, const char *key)
{
    char id[ID_SIZE];
    put_first(key, id);
    schedule_heard(server, id);
}

static void receive_session(struct server *server, const char *key)
{
    char person[ID_SIZE];
    const char *session = strchr(key, '/');
    put_first(key, person);
    if (session) session_updated(server, person, session + 1);
}

/* An account was created, renamed, given a role or deleted. */
static void receive_account(struct server *server, const char *key)
{
    if (*key) session_doubt_person(server, key);
}

static const struct {
    const char *kind;
    void (*receive)(struct server *server, const char *key);
} receivers[] = {
    {"ban", receive_ban},
    {"server", receive_server},
    {"tournament", receive_tournament},
    {"tournament.open", receive_tournament},
    {"session", receive_session},
    {"tournament.games", receive_tournament},
    {"account", receive_account},
    {"moving", merges_updated},
};

/* A space in a key is written %20, a percent sign %25. */
static void put_key(struct bv_span text, char key[DOCUMENT_KEY_MAX + 1])
{
    struct bv_out out = bv_out_into(key, DOCUMENT_KEY_MAX + 1);
    for (size_t i = 0; i < text.length; i++) {
        bool escaped = text.text[i] == '%' && i + 2 < text.length;
        bv_put_char(&out, (char)(!escaped ? text.text[i] : text.text[i + 2] == '0' ? ' ' : '%'));
        if (escaped) i += 2;
    }
}

void document_updates_receive(struct server *server, struct bv_span text)
{
    struct bv_span part = {0};
    while (bv_take_part(&text, ' ', &part)) {
        char key[DOCUMENT_KEY_MAX + 1];
        struct bv_span kind = {0};
        if (!bv_take_part(&part, '/', &kind)) continue;
        put_key(part, key);
        for (size_t i = 0; i < BV_COUNT(receivers); i++)
            if (bv_span_is(kind, receivers[i].kind)) receivers[i].receive(server, key);
    }
}

void document_updates_missed(struct server *server)
{
    bans_updated(server);
    session_doubt_person(server, "");
    server->documents_missed = true;
    document_updates_look(server);
}

void document_updates_look(struct server *server)
{
    bans_look(server);
    if (!server->documents_missed) return;
    server->documents_missed =
        !announcement_heard(server) || !merges_missed(server) || !schedule_missed(server);
}
