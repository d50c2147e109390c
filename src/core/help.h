/*
 * What a player is told who asks: what a thing on the board is, why a touch of the board does
 * nothing now, and what a choice would cost. A game gives it (struct bv_game); it speaks of a view
 * alone, so it tells no secret.
 */
#pragma once

#include "core/facts.h"

enum {
    BV_THING_LINES = 3,
    BV_THINGS_AT_MAX = 8, /* entries that one point shows */
};

enum bv_thing_what { BV_THING_PIECE, BV_THING_GROUND, BV_THING_MARK };

/* Sentences with their blanks; what is not there is NULL. */
struct bv_thing_words {
    const char *id; /* for programs: `king` */
    enum bv_thing_what what;
    struct bv_text name;
    struct bv_text line[BV_THING_LINES];
};

struct bv_thing {
    const struct bv_thing_words *words;
    const char *side;                      /* an army whose things alone are meant; NULL: any */
    struct bv_prompt line[BV_THING_LINES]; /* what it does, what it takes, what takes it */
};

struct bv_warning {
    struct bv_text title;
    struct bv_text text;
    struct bv_text yes; /* on the button of a player who means it */
};

/* Reasons that several games have. */
enum bv_why {
    BV_WHY_NOTHING,
    BV_WHY_ENEMY,
    BV_WHY_PARTNER,
    BV_WHY_EMPTY,
    BV_WHY_OCCUPIED,
    BV_WHY_FAR,
    BV_WHY_TAKE_FIRST,
    BV_WHY_STUCK,
    BV_WHY_NOT_CAMP,
    BV_WHY_ASCENDING,
};

/* For games. */
struct bv_text bv_why(enum bv_why why);
void bv_thing_fill(struct bv_thing *thing, const struct bv_thing_words *words,
                   struct bv_blanks blanks);

/* Why `seat` can do nothing with `to`; or, where `from` is not BV_NOWHERE, cannot go there with
 * what stands on `from`. Asked only where that is so. A few words, neither capital nor full stop. */
struct bv_text bv_why_not(const struct bv_terms *terms, const union bv_state *view, int seat,
                          int from, int to);

/* NULL: the action costs nothing that a player should be warned of. */
const struct bv_warning *bv_warning(const struct bv_terms *terms, const union bv_state *view,
                                    bv_action action);

/* The point of that name; BV_NOWHERE if there is none. */
int bv_point_named(const struct bv_terms *terms, struct bv_span name);

/* [{"id":"king","what":"piece","name":{…},"lines":[{"fr":…,"en":…},…]},…]: all that the game has
 * to say, or what a point of a view shows. */
void bv_json_legend(const struct bv_terms *terms, struct bv_out *out);
void bv_json_about(const struct bv_terms *terms, const union bv_state *view, int point,
                   struct bv_out *out);
