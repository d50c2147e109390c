#include "core/menu.h"

static bool before(const struct bv_menu *menu, const struct bv_item *a, const struct bv_item *b)
{
    return bv_compare(menu->text + a->text, menu->text + b->text) < 0;
}

static void merge(struct bv_menu *menu, uint32_t from, uint32_t middle, uint32_t to)
{
    uint32_t left = from;
    uint32_t right = middle;
    for (uint32_t at = from; at < to; at++) {
        bool take_right =
            left == middle || (right < to && before(menu, &menu->item[right], &menu->item[left]));
        menu->spare[at] = menu->item[take_right ? right++ : left++];
    }
}

/* Bottom-up merge sort: tokens of one list are all different, so the order is unique. */
static void sort(struct bv_menu *menu)
{
    for (uint32_t width = 1; width < menu->count; width *= 2) {
        for (uint32_t from = 0; from < menu->count; from += 2 * width) {
            uint32_t middle = from + width < menu->count ? from + width : menu->count;
            uint32_t to = middle + width < menu->count ? middle + width : menu->count;
            merge(menu, from, middle, to);
        }
        bv_copy(menu->item, menu->spare, menu->count * sizeof menu->item[0]);
    }
}

static void add(const struct bv_terms *terms, struct bv_menu *menu, struct bv_out *text,
                bv_action action, uint32_t weight)
{
    menu->item[menu->count++] = (struct bv_item){action, weight, (uint32_t)text->length};
    menu->weight += weight;
    terms->game->token(terms, action, text);
    text->length++; /* keep the NUL */
    BV_ASSERT(!text->cut);
}

void bv_menu_make(const struct bv_terms *terms, const union bv_state *state, int seat,
                  struct bv_menu *menu)
{
    struct bv_out text = bv_out_into(menu->text, sizeof menu->text);
    menu->count = 0;
    menu->weight = 0;
    if (seat == BV_CHANCE) {
        struct bv_outcome outcome[BV_CHANCE_MAX];
        uint32_t count = terms->game->chance(terms, state, outcome);
        BV_ASSERT(count <= BV_CHANCE_MAX);
        for (uint32_t i = 0; i < count; i++)
            add(terms, menu, &text, outcome[i].action, outcome[i].weight);
    } else {
        uint32_t count = terms->game->legal(terms, state, seat, menu->list);
        BV_ASSERT(count <= terms->game->list_cap && count <= BV_LIST_MAX);
        for (uint32_t i = 0; i < count; i++) add(terms, menu, &text, menu->list[i], 0);
    }
    sort(menu);
}

bool bv_menu_find(const struct bv_menu *menu, struct bv_span token, uint32_t *at)
{
    for (uint32_t i = 0; i < menu->count; i++) {
        if (!bv_span_is(token, bv_menu_token(menu, i))) continue;
        *at = i;
        return true;
    }
    return false;
}

uint32_t bv_menu_draw(const struct bv_menu *menu, struct bv_random *random)
{
    if (!menu->weight) return bv_random_below(random, menu->count);
    uint32_t drawn = bv_random_below(random, menu->weight);
    uint32_t at = 0;
    while (drawn >= menu->item[at].weight) drawn -= menu->item[at++].weight;
    return at;
}

int bv_seat_named(const struct bv_terms *terms, struct bv_span name)
{
    if (bv_span_is(name, "#")) return BV_CHANCE;
    for (int seat = 0; seat < terms->form->seats; seat++)
        if (bv_span_is(name, terms->form->seat[seat].name)) return seat;
    return -1;
}

void bv_put_nearest(const struct bv_menu *menu, struct bv_span token, struct bv_out *out)
{
    enum { SHOWN = 6 };
    uint32_t best[SHOWN];
    int score[SHOWN];
    int count = 0;
    for (uint32_t i = 0; i < menu->count; i++) {
        int d = bv_unlikeness(token, bv_menu_token(menu, i));
        int at = count < SHOWN ? count++ : SHOWN;
        while (at > 0 && score[at - 1] > d) {
            if (at < SHOWN) {
                score[at] = score[at - 1];
                best[at] = best[at - 1];
            }
            at--;
        }
        if (at < SHOWN) {
            score[at] = d;
            best[at] = i;
        }
    }
    for (int i = 0; i < count; i++) {
        bv_putf(out, " %s", bv_menu_token(menu, best[i]));
    }
}

static bool not_to_act(const struct bv_terms *terms, bv_seats acting, int seat,
                       struct bv_error *error)
{
    struct bv_out out = bv_error_begin(error);
    if (!acting) {
        bv_put(&out, "the game is over");
        return false;
    }
    bv_putf(&out, "%s is not to act now; to act:", bv_seat_name(terms, seat));
    for (int s = 0; s <= BV_CHANCE; s++) {
        if (!(acting & bv_seat_bit(s))) continue;
        bv_putf(&out, " %s", bv_seat_name(terms, s));
    }
    return false;
}

static bool may_act(const struct bv_terms *terms, const union bv_state *state, int seat,
                    struct bv_error *error)
{
    bv_seats acting = terms->game->to_act(terms, state);
    bool exists = seat == BV_CHANCE || (seat >= 0 && seat < terms->form->seats);
    if (!exists) return bv_error_set(error, "there is no such seat");
    return acting & bv_seat_bit(seat) ? true : not_to_act(terms, acting, seat, error);
}

/* Without sorting: a legal token is found without building the whole menu. */
static bool find_action(const struct bv_terms *terms, const union bv_state *state, int seat,
                        struct bv_span token, bv_action *list, bv_action *action)
{
    struct bv_outcome outcome[BV_CHANCE_MAX];
    bool chance = seat == BV_CHANCE;
    uint32_t count = chance ? terms->game->chance(terms, state, outcome)
                            : terms->game->legal(terms, state, seat, list);
    for (uint32_t i = 0; i < count; i++) {
        char text[BV_TOKEN_MAX];
        struct bv_out out = bv_out_into(text, sizeof text);
        *action = chance ? outcome[i].action : list[i];
        terms->game->token(terms, *action, &out);
        if (out.length == token.length && bv_same(text, token.text, token.length)) return true;
    }
    return false;
}

bool bv_token_action(const struct bv_terms *terms, const union bv_state *state, int seat,
                     struct bv_span token, struct bv_menu *menu, bv_action *action,
                     struct bv_error *error)
{
    if (!may_act(terms, state, seat, error)) return false;
    if (find_action(terms, state, seat, token, menu->list, action)) return true;
    bv_menu_make(terms, state, seat, menu);
    struct bv_out out = bv_error_begin(error);
    bv_put_char(&out, '\'');
    bv_put_excerpt(&out, token, 32);
    bv_putf(&out, "' is not legal for %s; nearest legal tokens:", bv_seat_name(terms, seat));
    bv_put_nearest(menu, token, &out);
    return false;
}

bool bv_try_token(const struct bv_terms *terms, union bv_state *state, int seat,
                  struct bv_span token, struct bv_past *past, struct bv_menu *menu,
                  struct bv_error *error)
{
    bv_action action = 0;
    if (!bv_token_action(terms, state, seat, token, menu, &action, error)) return false;
    bv_apply(terms, state, seat, action, past);
    return true;
}

bool bv_try(const struct bv_terms *terms, union bv_state *state, int seat, bv_action action,
            struct bv_past *past, struct bv_menu *menu, struct bv_error *error)
{
    if (!may_act(terms, state, seat, error)) return false;
    bv_menu_make(terms, state, seat, menu);
    for (uint32_t i = 0; i < menu->count; i++) {
        if (menu->item[i].action != action) continue;
        bv_apply(terms, state, seat, action, past);
        return true;
    }
    return bv_error_set(error, "that action is not legal here");
}
