/*
 * A player in another process, by the line protocol of docs/engine-protocol.md. It is sent only
 * what its side may know. A program that does not answer, or answers with an illegal action, gives
 * no choice: it loses.
 */
#pragma once

#include "search/player.h"

extern const struct search_player engine_player;

/* Starts the program by the shell and sends the greeting; false, and a complaint, if it does not
 * answer in time. The command must outlive it. */
bool engine_open(void *mind, const char *command);
void engine_close(void *mind);

/* Single lines; a complaint says why there was none, or no answer. */
bool engine_send(void *mind, const char *line); /* with its newline */
bool engine_await(void *mind, const char *first_word, uint64_t milliseconds);
const char *engine_line(const void *mind); /* that was awaited */
const char *engine_complaint(const void *mind);

/* Whether the process has exited by itself. */
bool engine_is_gone(void *mind, uint64_t milliseconds);
