/* The purge: who has not come back is forgotten and everybody else is not; what is old goes and what is not stays. */
#include "documents_fixture.h"

#include "server/admin/admin.h"

#define DAY ((int64_t)24 * 60 * 60 * 1000)
#define NOW (1000 * DAY)

struct purge_fixture {
    struct fixture *fixture;
    struct admin admin;
    struct accounts accounts;
    struct config config;
};

/* No other feature knows these persons. */
static bool forget(void *context, const char *person, const char *kind, const char *key)
{
    (void)context;
    (void)person;
    (void)kind;
    (void)key;
    return true;
}

static struct purge_fixture *open_purge(const char *folder)
{
    struct bv_error error;
    struct purge_fixture *purge = memory_new(sizeof *purge);
    purge->fixture = open_fixture(folder);
    purge->config.guest_days = 90;
    struct fixture *fixture = purge->fixture;
    struct connections *connections = connections_new();
    struct bans *bans = bans_open(&(struct bans_deps){.outbox = fixture->outbox,
                                                      .documents = fixture->documents,
                                                      .connections = connections},
                                  &error);
    assert_non_null(bans);
    purge->accounts = (struct accounts){.config = &purge->config,
                                        .reader = fixture->reader,
                                        .outbox = fixture->outbox,
                                        .documents = fixture->documents,
                                        .connections = connections,
                                        .bans = bans,
                                        .forget = forget};
    purge->admin = (struct admin){.config = &purge->config,
                                  .reader = fixture->reader,
                                  .outbox = fixture->outbox,
                                  .documents = fixture->documents,
                                  .connections = connections,
                                  .accounts = &purge->accounts};
    return purge;
}

static void close_purge(struct purge_fixture *purge)
{
    bans_close(purge->accounts.bans);
    connections_free(purge->admin.connections);
    close_fixture(purge->fixture);
    free(purge);
}

static void a_round(struct purge_fixture *purge)
{
    while (!purge_slice(&purge->admin, NOW)) commit_and_deliver(purge->fixture);
    commit_and_deliver(purge->fixture);
    bans_tick(purge->accounts.bans);
}

/* ---- Guests --------------------------------------------------------------------------------------------------------- */

static bool is_known(struct purge_fixture *purge, const char *person)
{
    char name[64];
    bool found = false;
    struct bv_error error;
    assert_true(store_person(purge->admin.reader, person, name, sizeof name, &found, &error));
    return found;
}

static void add_person(struct purge_fixture *purge, const char *id, int64_t days_ago)
{
    store_batch_person(outbox_changes(purge->admin.outbox), id, "Somebody", NOW - days_ago * DAY);
}

static void add_game(struct purge_fixture *purge, int64_t table, const char *person,
                     int64_t days_ago, bool over)
{
    char id[ID_SIZE];
    struct batch *changes = outbox_changes(purge->admin.outbox);
    (void)snprintf(id, sizeof id, "t%lld", (long long)table);
    store_batch_table(changes, table, id, "{}", NOW - days_ago * DAY);
    store_batch_join(changes, person, table);
    if (over)
        store_batch_finished(changes, table, NOW - days_ago * DAY + 1, "over", "game=chars\n");
}

static bool count_line(void *context, int64_t table, const char *id, int64_t ended,
                       const char *summary)
{
    (void)table;
    (void)id;
    (void)ended;
    (void)summary;
    ++*(int *)context;
    return true;
}

static void guests_who_never_came_back_are_forgotten(void **state)
{
    struct purge_fixture *purge = open_purge(*state);
    /* Ids that come first and last, and at the bounds between two slices. */
    static const char *const idle[] = {"0",   "00", "01",   "0123456789abcdef",
                                       "gg5", "xx", "xxxx", "zz"};
    for (size_t i = 0; i < BV_COUNT(idle); i++) add_person(purge, idle[i], 91);
    add_person(purge, "young", 89);
    add_person(purge, "player", 500);
    add_person(purge, "finished", 500);
    add_person(purge, "lately", 500);
    add_person(purge, "account", 500);
    add_person(purge, "here", 500);
    add_game(purge, 1, "player", 400, false);
    add_game(purge, 2, "finished", 400, true);
    add_game(purge, 3, "lately", 5, true);
    store_batch_document(outbox_changes(purge->admin.outbox), "account", "account", 0, 1,
                         bv_span_of("{}"));
    commit_and_deliver(purge->fixture);
    struct client client = {.person = "here"};
    connections_enter(purge->admin.connections, &client);

    purge->config.guest_days = 0; /* never */
    a_round(purge);
    assert_true(is_known(purge, "00"));
    purge->config.guest_days = 90;
    a_round(purge);
    for (size_t i = 0; i < BV_COUNT(idle); i++)
        if (is_known(purge, idle[i])) fail_msg("%s is still known", idle[i]);
    assert_false(is_known(purge, "finished"));
    static const char *const kept[] = {"young", "player", "lately", "account", "here"};
    for (size_t i = 0; i < BV_COUNT(kept); i++)
        if (!is_known(purge, kept[i])) fail_msg("%s is forgotten", kept[i]);

    int games = 0;
    struct bv_error error;
    struct store_search_query search = {.tag = {"game=chars"}, .tags = 1, .most = 10};
    assert_true(store_search(purge->admin.reader, &search, count_line, &games, &error));
    assert_int_equal(games, 2);
    connections_leave(purge->admin.connections, &client);
    close_purge(purge);
}

static void many_guests_go_in_several_rounds_at_most(void **state)
{
    struct purge_fixture *purge = open_purge(*state);
    for (int i = 0; i < 350; i++) {
        char id[ID_SIZE];
        (void)snprintf(id, sizeof id, "aa%03d", i); /* all in one slice */
        add_person(purge, id, 200);
    }
    commit_and_deliver(purge->fixture);
    int64_t people = 0;
    struct bv_error error;
    for (int round = 0; round < 4; round++) a_round(purge);
    assert_true(store_people(purge->admin.reader, "", &people, &error));
    assert_int_equal(people, 0);
    close_purge(purge);
}

static bool is_kept(struct purge_fixture *purge, const char *kind, const char *key)
{
    cJSON *document = documents_read(purge->admin.documents, kind, key);
    cJSON_Delete(document);
    return document != NULL;
}

static void a_guest_goes_after_their_documents(void **state)
{
    struct purge_fixture *purge = open_purge(*state);
    struct batch *changes = outbox_changes(purge->admin.outbox);
    add_person(purge, "guest", 200);
    store_batch_document(changes, "tally", "guest/chars", 0, 1, bv_span_of("{}"));
    store_batch_document(changes, "tally", "guests/chars", 0, 1, bv_span_of("{}"));
    commit_and_deliver(purge->fixture);
    a_round(purge);
    assert_false(is_kept(purge, "tally", "guest/chars"));
    assert_true(is_known(purge, "guest"));
    a_round(purge);
    assert_false(is_known(purge, "guest"));
    assert_true(is_kept(purge, "tally", "guests/chars"));
    close_purge(purge);
}

/* ---- Documents --------------------------------------------------------------------------------------------------------- */

static void put(struct purge_fixture *purge, const char *kind, const char *key, int64_t days_ago,
                const char *text)
{
    store_batch_document(outbox_changes(purge->admin.outbox), kind, key, 0, NOW - days_ago * DAY,
                         bv_span_of(text));
}

static void what_is_old_goes_and_the_rest_stays(void **state)
{
    static const struct {
        const char *kind, *key;
        int64_t days_ago;
        const char *text;
        bool kept;
    } documents[] = {
        {"session", "ada/1", 401, "{\"kind\":\"browser\"}", false},
        {"session", "ada/2", 399, "{\"kind\":\"browser\"}", true},
        {"session", "bot_1/1", 401, "{\"kind\":\"bot\"}", true},
        {"challenge", "ada/t1", 31, "{}", false},
        {"challenge", "ada/t2", 29, "{}", true},
        {"invitation", "used", 1, "{\"uses\":2,\"used\":2}", false},
        {"invitation", "open", 900, "{\"uses\":2,\"used\":1}", true},
        {"ban", "10.0.0.1", 9, "{\"until\":1}", false},
        {"ban", "10.0.0.2", 9, "{\"until\":0}", true},
        {"audit", "1", 731, "{}", false},
        {"audit", "2", 729, "{}", true},
        {"report", "1", 731, "{\"state\":\"closed\"}", false},
        {"report", "2", 731, "{\"state\":\"open\"}", true},
        {"report", "3", 729, "{\"state\":\"closed\"}", true},
        {"note", "1", 900, "{}", true},
    };
    struct purge_fixture *purge = open_purge(*state);
    for (size_t i = 0; i < BV_COUNT(documents); i++)
        put(purge, documents[i].kind, documents[i].key, documents[i].days_ago, documents[i].text);
    /* More than one slice of a kind, the old ones among others. */
    for (int i = 0; i < 250; i++) {
        char key[16];
        (void)snprintf(key, sizeof key, "x%03d", i);
        put(purge, "audit", key, i % 2 ? 731 : 1, "{}");
    }
    bans_change(purge->accounts.bans);
    commit_and_deliver(purge->fixture);
    bans_tick(purge->accounts.bans);
    assert_int_equal(bans_count(purge->accounts.bans), 2);
    a_round(purge);
    for (size_t i = 0; i < BV_COUNT(documents); i++)
        if (is_kept(purge, documents[i].kind, documents[i].key) != documents[i].kept)
            fail_msg("%s %s", documents[i].kind, documents[i].key);
    for (int i = 0; i < 250; i++) {
        char key[16];
        (void)snprintf(key, sizeof key, "x%03d", i);
        assert_int_equal(is_kept(purge, "audit", key), i % 2 == 0);
    }
    assert_int_equal(bans_count(purge->accounts.bans), 1);
    close_purge(purge);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(guests_who_never_came_back_are_forgotten),
        scratch_test(a_guest_goes_after_their_documents),
        scratch_test(many_guests_go_in_several_rounds_at_most),
        scratch_test(what_is_old_goes_and_the_rest_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
