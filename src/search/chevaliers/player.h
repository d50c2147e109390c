/*
 * The opponent at Échec aux Chevaliers: alpha-beta with an evaluation of its own.
 *
 * It thinks in the form for two and with the obligation to capture enforced (E14), whatever is played: partners
 * are one mind, and whoever breaks the obligation leaves the choice between the move and a capture to the enemy,
 * so it never pays against an attentive one.
 */
#ifndef CHEVALIERS_PLAYER_H
#define CHEVALIERS_PLAYER_H

#include "search/player.h"

extern const struct bv_player bv_chevaliers_player;

#endif
