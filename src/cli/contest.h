/* What matches, ladders and studies share on the command line. */
#ifndef CLI_CONTEST_H
#define CLI_CONTEST_H

#include "cli/cli.h"
#include "match/match.h"

/* --threads, or as many as there are cores. */
uint32_t threads_wanted(const struct options *options);

/* Fills a match from the options; returns an exit code after printing an error if something is
 * wrong. */
int prepare_match(const struct options *options, const struct bv_terms *terms,
                  const struct player_spec *a, const struct player_spec *b, struct match *match);

/* Prints score, Elo, sides and the sequential test for people. */
void print_tally(const struct options *options, const struct bv_terms *terms, const char *a,
                 const char *b, const struct tally *tally, struct tally_sprt sprt);

/* A match as JSON, a line each: the head, every game, the summary. `match-merge` reads them back.
 * */
void print_json_game(const struct bv_terms *terms, const struct match_pairing *game);
void print_json_summary(const struct tally *tally, struct tally_sprt sprt);

/* The verdict as one word, for programs. */
const char *verdict_word(enum tally_verdict_kind verdict);

/* A text as a JSON string, quotes included. */
void print_json_string(const char *text);

extern const struct tally_sprt usual_sprt; /* 52% against 60% */

#endif
