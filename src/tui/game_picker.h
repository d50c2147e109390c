/* Lets the player pick what is played: a saved game, or a new one with its options. */
#ifndef TUI_GAME_PICKER_H
#define TUI_GAME_PICKER_H

#include "tui/tui.h"

/* Fills in the game, the opponent and the side, or the record to resume. If the plan names a game,
 * only that is offered. False: the player left. */
bool pick_game(struct tui_plan *plan);

#endif
