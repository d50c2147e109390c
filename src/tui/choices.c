#include "tui/choices.h"

#include <stdlib.h>
#include <string.h>

#include "core/say.h"

/* ---- Points in a token ----------------------------------------------------------------------- */

/* The names of all points that are drawn. */
struct names {
    int count;
    int16_t point[BOARD_POINTS_MAX];
    char name[BOARD_POINTS_MAX][BV_NAME_MAX];
};

static void learn_names(struct names *names, const struct bv_terms *terms,
                        const struct board *board)
{
    names->count = 0;
    for (int point = 0; point < board->points; point++) {
        if (!board->point[point].drawn) continue;
        struct bv_out out = bv_out_into(names->name[names->count], BV_NAME_MAX);
        terms->game->point(terms, point, &out);
        names->point[names->count++] = (int16_t)point;
    }
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The longest name at the front of a text that is not followed by a digit; its length, 0 if there
 * is none. */
static size_t name_at(const struct names *names, const char *text, int16_t *point)
{
    size_t longest = 0;
    for (int i = 0; i < names->count; i++) {
        const char *name = names->name[i];
        if (*name != *text) continue;
        size_t length = strlen(name);
        if (length <= longest || strncmp(text, name, length) != 0) continue;
        if (is_digit(text[length]) && is_digit(text[length - 1])) continue;
        longest = length;
        *point = names->point[i];
    }
    return longest;
}

static void find_points(const struct names *names, const char *token, struct choice *choice)
{
    const char *at = token;
    choice->points = 0;
    if (at[0] && at[1] == '=') at += 2; /* the piece that is placed */
    while (*at && choice->points < CHOICE_POINTS_MAX) {
        int16_t point = 0;
        size_t length = name_at(names, at, &point);
        if (length) choice->point[choice->points++] = point;
        at += length ? length : 1;
        /* The rest of a number or a word that is not a point. */
        while (!length && at > token && is_digit(at[-1]) && is_digit(*at)) at++;
    }
}

/* ---- The list -------------------------------------------------------------------------------- */

static bool make_capacity(struct choices *choices, uint32_t count, size_t text)
{
    if (choices->count + count > choices->capacity) {
        uint32_t capacity = 2 * (choices->count + count);
        struct choice *more = realloc(choices->list, capacity * sizeof *more);
        if (!more) return false;
        choices->list = more;
        choices->capacity = capacity;
    }
    if (choices->text_length + text > choices->text_capacity) {
        size_t capacity = 2 * (choices->text_length + text);
        char *more = realloc(choices->text, capacity);
        if (!more) return false;
        choices->text = more;
        choices->text_capacity = capacity;
    }
    return true;
}

static bool add_seat(struct choices *choices, const struct bv_terms *terms,
                     const union bv_state *view, int seat, const struct names *names)
{
    const struct bv_menu *menu = choices->menu;
    bv_menu_make(terms, view, seat, choices->menu);
    if (!make_capacity(choices, menu->count, (size_t)menu->count * BV_TOKEN_MAX)) return false;
    for (uint32_t i = 0; i < menu->count; i++) {
        const char *token = bv_menu_token(menu, i);
        struct choice *choice = &choices->list[choices->count++];
        size_t length = strlen(token) + 1;
        *choice = (struct choice){.action = menu->item[i].action,
                                  .text = (uint32_t)choices->text_length,
                                  .seat = (uint8_t)seat};
        memcpy(choices->text + choices->text_length, token, length);
        choices->text_length += length;
        find_points(names, token, choice);
    }
    return true;
}

bool choices_make(struct choices *choices, const struct bv_terms *terms, const union bv_state *view,
                  bv_seats seats, const struct board *board)
{
    static struct names names;
    choices->count = 0;
    choices->text_length = 0;
    if (!choices->menu) choices->menu = malloc(sizeof *choices->menu);
    if (!choices->menu) return false;
    if (seats) learn_names(&names, terms, board);
    for (; seats; seats &= seats - 1)
        if (!add_seat(choices, terms, view, __builtin_ctz(seats), &names)) {
            choices->count = 0;
            return false;
        }
    return true;
}

void choices_free(struct choices *choices)
{
    free(choices->list);
    free(choices->text);
    free(choices->menu);
    *choices = (struct choices){0};
}

uint32_t choices_find(const struct choices *choices, const struct bv_terms *terms,
                      struct bv_span token)
{
    struct bv_span rest = token;
    struct bv_span word = {0};
    bv_take_word(&rest, &word);
    int named = rest.length ? bv_seat_named(terms, word) : -1;
    if (named >= 0) token = rest;
    for (uint32_t i = 0; i < choices->count; i++)
        if ((named < 0 || choices->list[i].seat == named) &&
            bv_span_is(token, choice_token(choices, i)))
            return i;
    return UINT32_MAX;
}

/* ---- Effects --------------------------------------------------------------------------------- */

/* If a whole position that agrees with a view is the view itself, there are no secrets to give
 * away. */
bool nothing_is_hidden(const struct bv_terms *terms, const union bv_state *view, int seat)
{
    union bv_state whole = {0};
    struct bv_random random = bv_random_seeded(1);
    if (!(terms->game->flags & BV_HAS_SECRETS)) return true;
    terms->game->determinise(terms, view, seat, &random, &whole);
    return bv_state_same(terms->game, view, &whole);
}

uint32_t choices_merge(const struct choices *choices, const struct bv_terms *terms,
                       const union bv_state *view, uint32_t *list, uint32_t count)
{
    enum { MOST = 512 };
    uint64_t effect[MOST];
    uint32_t left = 0;
    if (!count || count > MOST || !nothing_is_hidden(terms, view, choices->list[list[0]].seat))
        return count;
    for (uint32_t i = 0; i < count; i++) {
        const struct choice *choice = &choices->list[list[i]];
        union bv_state after = {0};
        uint32_t same = 0;
        bv_apply_to_copy(terms, view, choice->seat, choice->action, &after);
        effect[left] = bv_state_hash(terms->game, &after);
        while (same < left && effect[same] != effect[left]) same++;
        if (same == left) list[left++] = list[i];
        /* The shorter token is simpler. */
        else if (strlen(choice_token(choices, list[i])) < strlen(choice_token(choices, list[same])))
            list[same] = list[i];
    }
    return left;
}

void choice_describe(const struct choices *choices, uint32_t at, const struct bv_terms *terms,
                     const union bv_state *view, bool french, struct bv_out *out)
{
    const struct choice *choice = &choices->list[at];
    struct bv_event event[BV_EVENTS_MAX];
    union bv_state after = {0};
    if (!nothing_is_hidden(terms, view, choice->seat)) return;
    bv_apply_to_copy(terms, view, choice->seat, choice->action, &after);
    uint32_t count = terms->game->events(terms, view, choice->seat, choice->action, &after, event);
    for (uint32_t i = 0; i < count; i++) {
        if (event[i].kind == BV_EVENT_TURN) continue;
        if (out->length) bv_put_char(out, ' ');
        bv_say(terms, &event[i], french, out);
    }
    if (!out->length && terms->game->to_act(terms, &after) == bv_seat_bit(BV_CHANCE))
        bv_put(out, french ? "Le dé est lancé." : "The die is rolled.");
}
