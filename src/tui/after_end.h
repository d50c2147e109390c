/* What can be done when a game is over. */
#pragma once

#include "tui/game_screen.h"

/* Says who has won and how, and offers what comes next. */
void after_end_offer(struct game_screen *screen, void (*behind)(void *), void *context);
