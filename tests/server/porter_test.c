/* The porter: everybody who came in is found, told and let out, whoever they have become meanwhile. */
#include "../store/scratch.h"

#include "server/porter.h"

static void count(void *context, struct bv_client *client)
{
    (void)client;
    ++*(int *)context;
}

static int all(const struct bv_porter *porter)
{
    int number = 0;
    bv_porter_all(porter, count, &number);
    return number;
}

static void people_and_nobodies_come_and_go(void **state)
{
    struct bv_client ada[3] = {{.person = "ada"}, {.person = "ada"}, {.person = "ada"}};
    struct bv_client bob = {.person = "bob"};
    struct bv_client nobody[20] = {0};
    struct bv_porter *porter = bv_porter_new();
    (void)state;
    for (size_t i = 0; i < BV_COUNT(nobody); i++) bv_porter_enter(porter, &nobody[i]);
    for (size_t i = 0; i < BV_COUNT(ada); i++) bv_porter_enter(porter, &ada[i]);
    bv_porter_enter(porter, &bob);
    bv_porter_enter(porter, &bob);
    assert_int_equal(all(porter), 24);
    assert_int_equal(bv_porter_count(porter, "ada"), 3);
    assert_int_equal(bv_porter_count(porter, "bob"), 1);
    bv_porter_leave(porter, &ada[1]);
    bv_porter_leave(porter, &ada[1]);
    assert_int_equal(bv_porter_count(porter, "ada"), 2);
    bob.person[0] = '\0';                /* nobody can say any more who this is */
    bv_copy(nobody[7].person, "eve", 4); /* and this one has said so, but not here */
    bv_porter_leave(porter, &bob);
    bv_porter_leave(porter, &nobody[7]);
    assert_int_equal(bv_porter_count(porter, "bob"), 0);
    assert_int_equal(all(porter), 21);
    for (size_t i = 0; i < BV_COUNT(nobody); i++) bv_porter_leave(porter, &nobody[i]);
    bv_porter_leave(porter, &ada[0]);
    bv_porter_leave(porter, &ada[2]);
    assert_int_equal(all(porter), 0);
    bv_porter_free(porter);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(people_and_nobodies_come_and_go)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
