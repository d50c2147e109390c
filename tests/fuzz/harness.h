/* What the harnesses share: any game opened, any position played on for a while. */
#pragma once

#include "games/session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Stops the fuzzer with a message when something that must hold does not. */
void must(bool holds, const char *what);

/* Opens a game whose form and options the number picks; the session is made once per combination. */
struct session *open_session(unsigned pick);

/* Plays at random for so many plies: whatever was accepted must be playable. */
void play_on(struct session *session, int plies);
