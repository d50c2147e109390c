#include "chevaliers_tests.h"

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_agree_with_the_reference),
        cmocka_unit_test(scattered_games_agree_with_the_reference),
    };
    return cmocka_run_group_tests_name("chevaliers", tests, NULL, NULL);
}
