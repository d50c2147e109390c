/*
 * A menu: what a seat (or chance) may choose, with tokens, in canonical order (byte order of the
 * tokens). It also checks untrusted tokens, with a helpful error.
 */
#pragma once

#include "core/game.h"

struct bv_item {
    bv_action action;
    uint32_t weight; /* of a chance outcome; 0 for a seat's choice */
    uint32_t text;   /* where its token begins */
};

struct bv_menu {
    uint32_t count;
    uint32_t weight; /* the sum, when chance is to act */
    struct bv_item item[BV_LIST_MAX];
    struct bv_item spare[BV_LIST_MAX]; /* for sorting */
    bv_action list[BV_LIST_MAX];
    char text[BV_LIST_MAX * BV_TOKEN_MAX];
};

/* `seat` is one of those to act, or BV_CHANCE. */
void bv_menu_make(const struct bv_terms *terms, const union bv_state *state, int seat,
                  struct bv_menu *menu);

static inline const char *bv_menu_token(const struct bv_menu *menu, uint32_t at)
{
    return menu->text + menu->item[at].text;
}

/* The place of a token on the menu; false if it is not there. */
bool bv_menu_find(const struct bv_menu *menu, struct bv_span token, uint32_t *at);

/* Draws from the menu: chance by its odds, a seat's choices all equally likely. */
uint32_t bv_menu_draw(const struct bv_menu *menu, struct bv_random *random);

/*
 * Looks up an untrusted token of a seat: returns the action in *action, or an error that says what
 * was expected, with the nearest legal tokens. The state is not changed. The menu is the caller's
 * scratch.
 */
bool bv_token_action(const struct bv_terms *terms, const union bv_state *state, int seat,
                     struct bv_span token, struct bv_menu *menu, bv_action *action,
                     struct bv_error *error);

/* The same, and plays it. On error the state and the past are unchanged. */
bool bv_try_token(const struct bv_terms *terms, union bv_state *state, int seat,
                  struct bv_span token, struct bv_past *past, struct bv_menu *menu,
                  struct bv_error *error);

/* An action from a program: played if it is legal for that seat now. */
bool bv_try(const struct bv_terms *terms, union bv_state *state, int seat, bv_action action,
            struct bv_past *past, struct bv_menu *menu, struct bv_error *error);

/* The tokens of the menu most like this one, each after a blank: for messages. */
void bv_put_nearest(const struct bv_menu *menu, struct bv_span token, struct bv_out *out);

/* The seat (or BV_CHANCE) of that name in this form; -1 if there is none. */
int bv_seat_named(const struct bv_terms *terms, struct bv_span name);
