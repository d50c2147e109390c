/*
 * What players do when the server has a fault. A player that is told that nothing can be stored
 * now, or gets no answer, goes to another node after a while and sends the same move with the same
 * key. When a fault is over (witness.h), each player sends a chat message to its own side: once
 * that is stored, and the move from before is answered, the player has returned.
 */
#ifndef LOAD_RETRY_H
#define LOAD_RETRY_H

#include "load/clients.h"

/* Whether a refusal is a fault of the server, not of the command: the command may be sent again. */
bool load_is_trouble(struct bv_span code);

/* Schedules the command to be sent again later. */
void load_player_put_off(struct load_clients *clients, struct load_player *player);

/* Checks timeouts and scheduled retries. */
void load_player_look(struct load_clients *clients, struct load_player *player, int64_t now);

/* Sends the chat message, unless it is sent already or cannot be. */
void load_player_prove(struct load_clients *clients, struct load_player *player);

/* Checks whether the player has returned. */
void load_player_count_back(struct load_clients *clients, struct load_player *player);

#endif
