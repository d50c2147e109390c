#include "table/replies.h"

#include "core/json.h"
#include "util/memory.h"

static const char separator = '/';

static bool is_same(struct bv_span one, struct bv_span other)
{
    return one.length == other.length && bv_same(one.text, other.text, one.length);
}

bool replies_are_allowed(const struct table *table, int side)
{
    return !(table_terms(table)->game->flags & (BV_HAS_CHANCE | BV_HAS_SECRETS)) &&
           table->setup.time.mode != TABLE_TIME_CLOCK && table_people_of_side(table, side) == 1;
}

/* The seat that is to act and may play the token; -1: none. */
static int seat_of_token(const struct table *table, const union bv_state *state,
                         struct bv_span token, struct bv_menu *menu, bv_action *action,
                         struct bv_error *error)
{
    const struct bv_terms *terms = table_terms(table);
    bv_seats acting = terms->game->to_act(terms, state);
    bv_error_set(error, "the game is over before the end of a line");
    for (int seat = 0; seat < terms->form->seats; seat++)
        if (acting & bv_seat_bit(seat) &&
            bv_token_action(terms, state, seat, token, menu, action, error))
            return seat;
    return -1;
}

/* ---- Reading what a player sends ------------------------------------------------------------- */

enum { TOKENS_MAX = 64 };

struct line {
    struct bv_span text;
    uint64_t own; /* a bit for each token that is the player's */
};

/* Plays a line from the position as it stands. */
static bool read_line(const struct table *table, const char *person, struct line *line,
                      struct bv_menu *menu, struct bv_error *error)
{
    union bv_state state;
    struct bv_span rest = line->text;
    struct bv_span token = {0};
    uint64_t last = 0;
    int count = 0;
    bv_state_copy(table_terms(table)->game, &state, &table->state);
    for (; bv_take_word(&rest, &token); count++) {
        bv_action action = 0;
        if (count == TOKENS_MAX) return bv_error_set(error, "a line has at most 64 tokens");
        int seat = seat_of_token(table, &state, token, menu, &action, error);
        if (seat < 0) return false;
        last = (uint64_t)table_holds(table, seat, person) << count;
        line->own |= last;
        bv_apply(table_terms(table), &state, seat, action, NULL);
    }
    if (line->own & 1) return bv_error_set(error, "a line begins with a move of the other side");
    return last || bv_error_set(error, "a line ends with a reply of your own");
}

/* Whether the same moves of the other side lead to two different replies. */
static bool contradict(const struct line *one, const struct line *other)
{
    struct bv_span rest = one->text;
    struct bv_span other_rest = other->text;
    struct bv_span token = {0};
    struct bv_span other_token = {0};
    for (int i = 0; bv_take_word(&rest, &token) && bv_take_word(&other_rest, &other_token); i++)
        if (!is_same(token, other_token)) return one->own >> i & 1;
    return false;
}

static void put_line(struct bv_out *out, struct bv_span line)
{
    struct bv_span token = {0};
    if (out->length) {
        bv_put_char(out, ' ');
        bv_put_char(out, separator);
    }
    while (bv_take_word(&line, &token)) {
        if (out->length) bv_put_char(out, ' ');
        bv_put_span(out, token);
    }
}

bool replies_read(const struct table *table, const char *person, const cJSON *list,
                  struct bv_menu *menu, char text[REPLIES_TEXT_MAX + 1], struct bv_error *error)
{
    struct line line[REPLIES_LINES_MAX] = {0};
    struct bv_out out = bv_out_into(text, REPLIES_TEXT_MAX + 1);
    int count = 0;
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, list)
    {
        if (count == REPLIES_LINES_MAX) return bv_error_set(error, "at most 8 lines");
        if (!cJSON_IsString(item)) return bv_error_set(error, "a line is a text");
        line[count].text = bv_span_of(item->valuestring);
        if (!read_line(table, person, &line[count], menu, error)) return false;
        for (int i = 0; i < count; i++)
            if (contradict(&line[i], &line[count]))
                return bv_error_set(error, "the same moves lead to two different replies");
        put_line(&out, line[count++].text);
    }
    return !out.cut || bv_error_set(error, "the lines have at most 480 bytes together");
}

/* ---- What a side has prepared ---------------------------------------------------------------- */

void replies_set(struct table *table, int side, const char *person, struct bv_span text)
{
    free(table->replies[side]);
    table->replies[side] = NULL;
    if (!text.length) return;
    struct table_replies *replies = table->replies[side] = memory_new(sizeof *replies);
    bv_copy_text(replies->person, sizeof replies->person, person);
    bv_keep(replies->text, sizeof replies->text, text);
}

void replies_clear(struct table *table)
{
    for (int side = 0; side < BV_SIDES_MAX; side++)
        replies_set(table, side, "", (struct bv_span){0});
}

void replies_advance(struct table *table, struct bv_span token)
{
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        struct table_replies *replies = table->replies[side];
        if (!replies) continue;
        struct table_replies old = *replies;
        struct bv_span rest = bv_span_of(old.text);
        struct bv_span line = {0};
        struct bv_span first = {0};
        char text[REPLIES_TEXT_MAX + 1];
        struct bv_out out = bv_out_into(text, sizeof text);
        while (bv_take_part(&rest, separator, &line))
            if (bv_take_word(&line, &first) && is_same(first, token) && bv_words_in(line))
                put_line(&out, line);
        replies_set(table, side, old.person, (struct bv_span){text, out.length});
    }
}

bool replies_follow(const struct table *table, struct bv_menu *menu, struct table_event *event,
                    char token[BV_TOKEN_MAX])
{
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        const struct table_replies *replies = table->replies[side];
        struct bv_error ignored;
        struct bv_span rest = bv_span_of(replies ? replies->text : "");
        struct bv_span first = {0};
        if (!bv_take_word(&rest, &first)) continue;
        int seat = seat_of_token(table, &table->state, first, menu, &event->action, &ignored);
        if (seat < 0 || !table_holds(table, seat, replies->person)) continue;
        event->verb = TABLE_PLAY;
        event->seat = (int8_t)seat;
        event->has_action = true;
        bv_copy_text(event->person, sizeof event->person, replies->person);
        bv_keep(token, BV_TOKEN_MAX, first);
        event->text = bv_span_of(token);
        return true;
    }
    return false;
}

void replies_write(const struct table *table, int side, struct bv_out *out)
{
    const struct table_replies *replies = table->replies[side];
    struct bv_span rest = bv_span_of(replies ? replies->text : "");
    struct bv_span line = {0};
    bv_json_open(out, "replies", '[');
    while (bv_take_part(&rest, separator, &line)) {
        char text[REPLIES_TEXT_MAX + 1];
        struct bv_out one = bv_out_into(text, sizeof text);
        put_line(&one, line);
        bv_json_text(out, NULL, text);
    }
    bv_json_close(out, ']');
}
