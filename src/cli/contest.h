/* What matches, ladders and studies have in common on the command line. */
#ifndef BIVOUAC_CONTEST_H
#define BIVOUAC_CONTEST_H

#include "cli/cli.h"
#include "contest/match.h"

/* --threads, or as many as there are cores. */
uint32_t threads_wanted(const struct options *options);

/* Fills a match from the options; complains and returns an exit code if something is wrong. */
int prepare_match(const struct options *options, const struct bv_terms *terms,
                  const struct bv_entrant *a, const struct bv_entrant *b, struct bv_match *match);

/* Score, Elo, sides and the sequential test, as people read them. */
void print_tally(const struct options *options, const struct bv_terms *terms, const char *a,
                 const char *b, const struct bv_tally *tally, struct bv_sprt sprt);

/* A match as JSON, a line each: the head, every game, the summary. `match-merge` reads them back. */
void print_json_game(const struct bv_terms *terms, const struct bv_match_game *game);
void print_json_summary(const struct bv_tally *tally, struct bv_sprt sprt);

/* The verdict as one word, for programs. */
const char *verdict_word(enum bv_verdict verdict);

/* A text as a JSON string, quotes included. */
void print_json_string(const char *text);

extern const struct bv_sprt usual_sprt; /* 52% against 60% */

#endif
