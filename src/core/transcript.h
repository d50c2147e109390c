/*
 * Transcripts (docs/rules/README.md): every step of a game with everything that was legal, one item
 * a line, so that another implementation can check each of them. One writer of lines serves both
 * directions.
 */
#pragma once

#include "core/menu.h"
#include "core/terms.h"

enum { BV_LINE_MAX = BV_LIST_MAX * BV_TOKEN_MAX + 64 };

/* `game NAME option=value seats=2` */
void bv_transcript_header(const struct bv_terms *terms, struct bv_out *out);

/* `? V 2 B=12 B=13`, or chance with its odds; leaves the menu filled. */
void bv_transcript_question(const struct bv_terms *terms, const union bv_state *state, int seat,
                            struct bv_menu *menu, struct bv_out *out);

/* `= V 1 G 0 elimination` */
void bv_transcript_result(const struct bv_terms *terms, const union bv_state *state,
                          struct bv_out *out);

/* A game played at random from a seed. The state and the terms are the caller's. */
struct bv_transcript {
    const struct bv_terms *terms;
    union bv_state *state;
    bool eager;
    struct bv_random random;
    struct bv_past past;
    struct bv_menu menu;
    char line[BV_LINE_MAX];
};

void bv_transcript_begin(struct bv_transcript *transcript, const struct bv_terms *terms,
                         union bv_state *state, uint64_t seed, bool eager);

/*
 * Writes the lines of the next step, each through `line` with its newline: questions and answer, or
 * the result. False once the result was written.
 */
typedef void bv_line_writer(void *context, const char *text, size_t length);
bool bv_transcript_step(struct bv_transcript *transcript, bv_line_writer *write, void *context);

/* A transcript read line by line and checked against the rules. */
struct bv_replay {
    const struct bv_terms *terms;
    union bv_state *state;
    bv_seats unasked; /* seats whose question has not been read yet */
    bool over;        /* the result was read */
    struct bv_past past;
    struct bv_menu menu;
    char line[BV_LINE_MAX];
};

/* Begins after the header line, from which the caller made the terms (bv_replay_header). */
void bv_replay_begin(struct bv_replay *replay, const struct bv_terms *terms, union bv_state *state);

/* Reads the header line into a request; `request` may already carry a custom board. */
bool bv_replay_header(struct bv_span line, struct bv_request *request, struct bv_error *error);

/* Checks one line (without its newline) and plays it if it is an answer. */
bool bv_replay_line(struct bv_replay *replay, struct bv_span line, struct bv_error *error);

/* Whether the transcript may end here. */
bool bv_replay_end(const struct bv_replay *replay, struct bv_error *error);
