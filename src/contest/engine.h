/*
 * A player in another process, spoken to by the line protocol of docs/engine-protocol.md. It is sent what its side
 * may know, nothing else. A program that does not answer, or answers what is not legal, gives no choice: it loses.
 */
#ifndef BV_ENGINE_H
#define BV_ENGINE_H

#include "search/player.h"

extern const struct bv_player bv_engine_player;

/* Starts the program by the shell and introduces ourselves; false if it does not answer in good time. */
bool bv_engine_open(void *mind, const char *command);
void bv_engine_close(void *mind);

/* For whoever tests a program: single lines, and why it did not do what was expected. */
bool bv_engine_send(void *mind, const char *line); /* with its newline */
bool bv_engine_await(void *mind, const char *first_word, uint64_t milliseconds);
const char *bv_engine_line(const void *mind); /* that was awaited */
const char *bv_engine_complaint(const void *mind);

/* Whether the process has ended of itself. */
bool bv_engine_is_gone(void *mind, uint64_t milliseconds);

#endif
