/* The list of connections: each connection is found, reached and removed, also when its player has changed meanwhile. */
#include "../store/scratch.h"

#include "server/delivery/connections.h"

static void count(void *context, struct client *client)
{
    (void)client;
    ++*(int *)context;
}

static int all(const struct connections *connections)
{
    int number = 0;
    connections_all(connections, count, &number);
    return number;
}

static void people_and_nobodies_come_and_go(void **state)
{
    struct client ada[3] = {{.person = "ada"}, {.person = "ada"}, {.person = "ada"}};
    struct client bob = {.person = "bob"};
    struct client nobody[20] = {0};
    struct connections *connections = connections_new();
    (void)state;
    for (size_t i = 0; i < BV_COUNT(nobody); i++) connections_enter(connections, &nobody[i]);
    for (size_t i = 0; i < BV_COUNT(ada); i++) connections_enter(connections, &ada[i]);
    connections_enter(connections, &bob);
    connections_enter(connections, &bob);
    assert_int_equal(all(connections), 24);
    assert_int_equal(connections_count(connections, "ada"), 3);
    assert_int_equal(connections_count(connections, "bob"), 1);
    connections_leave(connections, &ada[1]);
    connections_leave(connections, &ada[1]);
    assert_int_equal(connections_count(connections, "ada"), 2);
    bob.person[0] = '\0';                /* nobody can say any more who this is */
    bv_copy(nobody[7].person, "eve", 4); /* and this one has said so, but not here */
    connections_leave(connections, &bob);
    connections_leave(connections, &nobody[7]);
    assert_int_equal(connections_count(connections, "bob"), 0);
    assert_int_equal(all(connections), 21);
    for (size_t i = 0; i < BV_COUNT(nobody); i++) connections_leave(connections, &nobody[i]);
    connections_leave(connections, &ada[0]);
    connections_leave(connections, &ada[2]);
    assert_int_equal(all(connections), 0);
    connections_free(connections);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(people_and_nobodies_come_and_go)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
