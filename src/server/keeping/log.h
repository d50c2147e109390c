/*
 * The log: what a host should know, one line each on standard error, for people (text) or for programs (json).
 *
 *     time=2026-11-15T18:03:49.123Z level=info event=open version=0.1.0 port=8080
 *     {"time":"2026-11-15T18:03:49.123Z","level":"info","event":"open","version":"0.1.0","port":8080}
 *
 * A line is begun, given its fields and ended; below the level of the house nothing of it is done. Whatever comes from
 * outside is written so that it cannot look like another line or field. Never log what is secret: cookies, tickets,
 * keys, passwords, queries (they hold keys), or what people say to each other.
 */
#ifndef BV_LOG_H
#define BV_LOG_H

#include "server/keeping/config.h"

enum { BV_LOG_LINE = 2048 };

struct bv_log_line {
    bool wanted;
    struct bv_out out;
    char text[BV_LOG_LINE];
};

/* What is logged from now on, and how. Until then: information, as text. */
void bv_log_as(enum bv_log_level least, enum bv_log_format format);

/* Fields are put in the order of these calls; a line that grows too long is cut at its last whole field. */
void bv_log_begin(struct bv_log_line *line, enum bv_log_level level, const char *event);
void bv_log_text(struct bv_log_line *line, const char *name, const char *value);
void bv_log_number(struct bv_log_line *line, const char *name, int64_t value);
void bv_log_end(struct bv_log_line *line);

/* The same for a line with one field at most. */
void bv_log_event(enum bv_log_level level, const char *event);
void bv_log_trouble(const char *event, const char *reason);

#endif
