/* The tests of Échec aux Chevaliers that stand in files of their own. */
#ifndef CHEVALIERS_TESTS_H
#define CHEVALIERS_TESTS_H

#include "support.h"

void random_games_agree_with_the_reference(void **state);
void scattered_games_agree_with_the_reference(void **state);

#endif
