/*
 * The legal choices of the seats at this screen, each with the points that its token names, in
 * order. A player makes a choice by touching these points one after the other, or by typing its
 * token.
 *
 *     d2~d4xd6      d2, d4, d6            A=45     45
 *     c3=d3:2       c3, d3                .        none
 *
 * A single character before `=` is the piece that is placed, not a point: `3=11` places
 * piece 3 on 11.
 */
#pragma once

#include "core/menu.h"
#include "games/storage.h"
#include "tui/board.h"

enum { CHOICE_POINTS_MAX = 16 };

struct choice {
    bv_action action;
    uint32_t text; /* where its token begins */
    uint8_t seat;
    uint8_t points;
    int16_t point[CHOICE_POINTS_MAX];
};

struct choices {
    uint32_t count, capacity;
    struct choice *list;
    char *text;
    size_t text_length, text_capacity;
    struct bv_menu *menu; /* scratch */
};

/* Lists what `seats` may do in this view. False when out of memory: then the list is empty. */
bool choices_make(struct choices *choices, const struct bv_terms *terms, const union bv_state *view,
                  bv_seats seats, const struct board *board);
void choices_free(struct choices *choices);

static inline const char *choice_token(const struct choices *choices, uint32_t at)
{
    return choices->text + choices->list[at].text;
}

/* The choice with this token, perhaps after its seat's name and a blank; UINT32_MAX: there is none.
 * */
uint32_t choices_find(const struct choices *choices, const struct bv_terms *terms,
                      struct bv_span token);

/* Whether the seat sees everything: then nothing can be given away. */
bool nothing_is_hidden(const struct bv_terms *terms, const union bv_state *view, int seat);

/*
 * Of several choices keeps one for each effect: those that lead to the same position differ only in
 * their way there. Only where nothing is hidden from the viewer. Returns how many are left in
 * `list`.
 */
uint32_t choices_merge(const struct choices *choices, const struct bv_terms *terms,
                       const union bv_state *view, uint32_t *list, uint32_t count);

/* Describes what a choice would do; writes nothing where something is hidden. */
void choice_describe(const struct choices *choices, uint32_t at, const struct bv_terms *terms,
                     const union bv_state *view, bool french, struct bv_out *out);
