/*
 * What there is to say of a position besides its board: what each side has left or has taken, how
 * near a limit is, what is asked of a seat now, and what its choice is limited to. A game gives it
 * (struct bv_game: facts); pages and terminals show it without knowing the game.
 */
#pragma once

#include "core/say.h"

enum {
    BV_FACTS_MAX = 64,
    BV_PROMPT_MAX = 224,
    BV_FACTS_TEXT_MAX = 4096, /* bytes of their lines */
    BV_NO_SIDE = -1,
};

/* What is counted: « prisonnier », « prisonniers ». */
struct bv_fact_words {
    const char *id; /* for programs: `prisoners` */
    bool main;      /* belongs in the few words that sum up a side */
    struct bv_text one;
    struct bv_text many;
};

struct bv_fact {
    const struct bv_fact_words *words;
    int side; /* whose it is, or BV_NO_SIDE */
    int32_t value;
    int32_t most; /* at which something changes, or which there can be; 0: there is no such limit */
    const struct bv_text *piece; /* the one piece that it is about: a part of a sum; else NULL */
};

/* A sentence without its full stop in both languages; empty: there is nothing to say. */
struct bv_prompt {
    char fr[BV_PROMPT_MAX];
    char en[BV_PROMPT_MAX];
};

struct bv_facts {
    const char *phase; /* as positions write it: `move` */
    uint32_t count;
    struct bv_fact fact[BV_FACTS_MAX];
    struct bv_prompt asked; /* what the seat is to do; never empty for a seat that is to act */
    struct bv_prompt bound; /* what its choice is limited to, and why */
};

/* For games. */
void bv_fact(struct bv_facts *facts, const struct bv_fact_words *words, int side, int32_t value,
             int32_t most);
void bv_fact_of_piece(struct bv_facts *facts, const struct bv_fact_words *words, int side,
                      int32_t value, const struct bv_text *piece);
void bv_prompt(struct bv_prompt *prompt, struct bv_text pattern, struct bv_blanks blanks);

/* A piece by its index among the game's, and where it stands. */
struct bv_standing_piece {
    int piece;
    int point;
};

/* Adds `pion d4, f6 ou roi g5`: the first few, and dots where there are more. */
void bv_prompt_pieces(struct bv_prompt *prompt, const struct bv_terms *terms,
                      const struct bv_standing_piece *list, uint32_t count);

/* The facts of a view; prompts only for a seat that is to act in it. */
void bv_facts(const struct bv_terms *terms, const union bv_state *view, int seat,
              struct bv_facts *facts);

/* In lines: what is asked, what binds, one of each side (`brief`: only its main facts), one of the game.
 * Facts about a single piece are left out: they make up a sum that is told. */
void bv_put_facts(const struct bv_terms *terms, const struct bv_facts *facts, bool brief,
                  bool french, struct bv_out *out);

/* "phase":"move","asked":{…},"bound":{…},"facts":[{"id":…,"side":…,"value":3,"most":6,
 * "label":{"fr":…,"en":…},"main":true,"piece":{"fr":…,"en":…}},…] into an open object. */
void bv_json_facts(const struct bv_terms *terms, const struct bv_facts *facts, struct bv_out *out);
