/* What matches, their merging and ladders share on the command line. */
#pragma once

#include "cli/cli.h"
#include "match/match.h"

/* Fills a match from the options; `games` is their number by default. Returns an exit code, after
 * printing an error if something is wrong. */
int prepare_match(const struct bv_terms *terms, const struct player_spec *a,
                  const struct player_spec *b, uint32_t games, struct match *match);

extern const struct command_option shard_options[]; /* --shard, for prepare_match */

/* --net, and taking it into use: returns an exit code, after printing an error. */
extern const struct command_option net_options[];
int take_net(const struct net **net);

/* Prints score, Elo, sides and the sequential test: for people, or with --json as one line. */
void print_tally(const struct bv_terms *terms, const char *a, const char *b,
                 const struct tally *tally, struct tally_sprt sprt);

/* The verdict as one word, for programs. */
const char *verdict_word(enum tally_verdict_kind verdict);

extern const struct tally_sprt usual_sprt; /* 52% against 60% */
