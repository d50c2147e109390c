/*
 * The log: what a host should know, one line each on standard error, for people (text) or for
 * programs (json).
 *
 *     time=2026-11-15T18:03:49.123Z level=info event=started port=8080
 *     {"time":"2026-11-15T18:03:49.123Z","level":"info","event":"started","port":8080}
 *
 * A caller begins a line, adds fields and ends it; a line below the server's level is skipped. Text
 * from clients is escaped so that it cannot look like another line or field. Never log secrets:
 * cookies, tickets, keys, passwords, queries (they contain keys) or chat.
 */
#pragma once

#include "server/base/config.h"

enum { LOG_LINE = 2048 };

struct log_line {
    bool wanted;
    struct bv_out out;
    char text[LOG_LINE];
};

/* Sets what is logged, and how. Default: level info, as text. */
void log_set_format(enum log_level least, enum log_format format);

/* Fields are written in the order of the calls; a line that is too long is cut after its last whole
 * field. */
void log_begin(struct log_line *line, enum log_level level, const char *event);
void log_text(struct log_line *line, const char *name, const char *value);
void log_number(struct log_line *line, const char *name, int64_t value);
void log_end(struct log_line *line);

/* The same for a line with at most one field. */
void log_event(enum log_level level, const char *event);
void log_trouble(const char *event, const char *reason);
