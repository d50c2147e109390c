/* The server, from start to end. */
#pragma once

#include "server/base/config.h"

/* Starts the server and runs it until a signal stops it. Prints its address when it is ready. */
bool server_run(const struct config *config, struct bv_error *error);
