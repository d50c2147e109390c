/* The list of remote connections: counts cross at once, a slice that is read out puts right what was missed, and the dead are forgotten. The
 * nodes are here in one process: what one says goes straight to the other. */
#include "support.h"

#include "server/delivery/remote_connections.h"

/* ---- Nodes in place of the real ones ------------------------------------------------------------------------------- */

struct peers {
    const char *name;
    struct remote_connections *remote_connections, *hearer;
    bool deaf;  /* the other hears nothing of this one */
    bool alone; /* the other is dead */
    int said;
};

void peers_send(struct peers *peers, const char *what, struct bv_span text)
{
    peers->said++;
    if (!peers->hearer || peers->deaf) return;
    if (bv_equal(what, "in")) remote_connections_receive_count(peers->hearer, peers->name, text);
    if (bv_equal(what, "slice")) remote_connections_receive_slice(peers->hearer, peers->name, text);
    if (bv_equal(what, "roll")) remote_connections_receive_roll(peers->hearer);
}

bool peers_is_alive(const struct peers *peers, const char *node)
{
    (void)node;
    return !peers->alone;
}

struct server {
    struct peers one, other;
    int64_t now;
};

static void open_both(struct server *server)
{
    *server = (struct server){.one = {.name = "oneoneoneone"}, .other = {.name = "otherotherot"}};
    server->one.remote_connections = remote_connections_open(&server->one);
    server->other.remote_connections = remote_connections_open(&server->other);
    server->one.hearer = server->other.remote_connections;
    server->other.hearer = server->one.remote_connections;
}

static void close_both(struct server *server)
{
    remote_connections_close(server->one.remote_connections);
    remote_connections_close(server->other.remote_connections);
}

static void pass_time(struct server *server, int64_t milliseconds)
{
    for (int64_t end = server->now + milliseconds; server->now < end; server->now += 10) {
        remote_connections_tick(server->one.remote_connections, server->now);
        remote_connections_tick(server->other.remote_connections, server->now);
    }
}

/* ---- Tests --------------------------------------------------------------------------------------------------------- */

static void what_changes_is_known_at_once(void **unused)
{
    (void)unused;
    struct server server;
    open_both(&server);
    remote_connections_set(server.one.remote_connections, "ada", 1);
    remote_connections_set(server.one.remote_connections, "ada", 2);
    remote_connections_set(server.one.remote_connections, "@00ff", 3);
    remote_connections_set(server.one.remote_connections, "", 7); /* nobody is not counted */
    assert_int_equal(remote_connections_count(server.other.remote_connections, "ada"), 2);
    assert_int_equal(remote_connections_count(server.other.remote_connections, "@00ff"), 3);
    assert_int_equal(remote_connections_count(server.other.remote_connections, "bob"), 0);
    assert_int_equal(remote_connections_count(server.one.remote_connections, "ada"),
                     0); /* its own are not elsewhere */
    remote_connections_set(server.one.remote_connections, "ada", 0);
    assert_int_equal(remote_connections_count(server.other.remote_connections, "ada"), 0);
    assert_int_equal(remote_connections_count(NULL, "ada"), 0);
    remote_connections_set(NULL, "ada", 1);
    close_both(&server);
}

static void what_was_missed_is_read_out(void **unused)
{
    enum { PEOPLE = 500 };
    (void)unused;
    struct server server;
    char name[REMOTE_CONNECTIONS_KEY_SIZE];
    open_both(&server);
    remote_connections_set(server.one.remote_connections, "gone", 1);
    server.one.deaf = true;
    remote_connections_set(server.one.remote_connections, "gone", 0);
    for (int i = 0; i < PEOPLE; i++) {
        struct bv_out out = bv_out_into(name, sizeof name);
        bv_put(&out, "p");
        bv_put_number(&out, i);
        remote_connections_set(server.one.remote_connections, name, 1 + (uint32_t)i % 3);
    }
    assert_int_equal(remote_connections_count(server.other.remote_connections, "gone"), 1);
    assert_int_equal(remote_connections_count(server.other.remote_connections, "p7"), 0);
    server.one.deaf = false;
    pass_time(&server, 10000);
    assert_int_equal(remote_connections_count(server.other.remote_connections, "gone"), 0);
    assert_int_equal(remote_connections_count(server.other.remote_connections, "p7"), 2);
    assert_int_equal(remote_connections_count(server.other.remote_connections, "p499"), 2);
    close_both(&server);
}

static void who_asks_is_told_soon(void **unused)
{
    (void)unused;
    struct server server;
    open_both(&server);
    pass_time(&server, 1000); /* both asked when they opened */
    server.one.deaf = true;
    for (int i = 0; i < 26; i++)
        remote_connections_set(server.one.remote_connections, (char[]){(char)('a' + i), '\0'}, 1);
    server.one.deaf = false;
    remote_connections_ask(server.other.remote_connections);
    pass_time(&server, 1000);
    for (int i = 0; i < 26; i++)
        assert_int_equal(remote_connections_count(server.other.remote_connections,
                                                  (char[]){(char)('a' + i), '\0'}),
                         1);
    close_both(&server);
}

static void the_dead_are_forgotten(void **unused)
{
    (void)unused;
    struct server server;
    open_both(&server);
    remote_connections_set(server.one.remote_connections, "ada", 1);
    server.other.alone = true;
    server.one.deaf = true;
    pass_time(&server, 600);
    assert_int_equal(remote_connections_count(server.other.remote_connections, "ada"), 0);
    close_both(&server);
}

static void nonsense_changes_nothing(void **unused)
{
    static const char *const nonsense[] = {
        "", "ada", "ada x", "ada -1", " 1", "ada 1 2", "ada 99999999999", "17 a:1", "x a:1", "3 a"};
    (void)unused;
    struct server server;
    open_both(&server);
    remote_connections_set(server.one.remote_connections, "ada", 4);
    for (size_t i = 0; i < BV_COUNT(nonsense); i++) {
        remote_connections_receive_count(server.other.remote_connections, "nobodynobody",
                                         bv_span_of(nonsense[i]));
        remote_connections_receive_slice(server.other.remote_connections, "nobodynobody",
                                         bv_span_of(nonsense[i]));
    }
    assert_int_equal(remote_connections_count(server.other.remote_connections, "ada"), 4);
    close_both(&server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_changes_is_known_at_once),
        cmocka_unit_test(what_was_missed_is_read_out),
        cmocka_unit_test(who_asks_is_told_soon),
        cmocka_unit_test(the_dead_are_forgotten),
        cmocka_unit_test(nonsense_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
