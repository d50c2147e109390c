/*
 * The state of a game as text: a position or a view on the first line, and on the second the past
 * for repetition, sixteen digits a key. Also tries actions out from there: a view is first
 * completed to a whole state that agrees with it.
 */
#include "wasm/table.h"

enum { KEY_DIGITS = 16, WORLDS = 64 };

static int digit_of(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_key(struct bv_span *rest, uint64_t *key)
{
    *key = 0;
    if (rest->length < KEY_DIGITS) return false;
    for (int i = 0; i < KEY_DIGITS; i++) {
        int digit = digit_of(rest->text[i]);
        if (digit < 0) return false;
        *key = *key << 4 | (uint64_t)digit;
    }
    rest->text += KEY_DIGITS;
    rest->length -= KEY_DIGITS;
    return true;
}

/* The game continues from the text in the buffer. The opponent observes it. */
EXPORT(load) uint32_t wasm_load(uint32_t length)
{
    struct bv_error error;
    struct bv_span past = given(length);
    struct bv_span position = past;
    bv_take_part(&past, '\n', &position);
    if (!bv_position_read(&session.terms, position, &session.state, &error))
        return give_error(&error);
    uint64_t key = 0;
    session.past.count = 0;
    while (read_key(&past, &key)) bv_past_push(&session.past, key);
    table.has_played = false;
    opponent_is_shown();
    return 1;
}

EXPORT(save) uint32_t wasm_save(void)
{
    static const char hex[] = "0123456789abcdef";
    struct bv_out out = bv_out_into(table.buffer, sizeof table.buffer);
    uint32_t count = session.past.count;
    session.terms.game->write(&session.terms, &session.state, &out);
    bv_put_char(&out, '\n');
    for (uint32_t i = count > BV_PAST_MAX ? count - BV_PAST_MAX : 0; i < count; i++)
        for (int shift = 60; shift >= 0; shift -= 4)
            bv_put_char(&out, hex[session.past.key[i % BV_PAST_MAX] >> shift & 15]);
    return (uint32_t)out.length;
}

static void draw_world(const union bv_state *view, int seat, uint64_t seed, union bv_state *world)
{
    struct bv_random random = bv_random_seeded(seed);
    bv_determinise(&session.terms, view, seat, &random, world);
}

/* What a seat does not know is drawn at random. */
EXPORT(determinise) uint32_t wasm_determinise(uint32_t seat, uint64_t seed)
{
    union bv_state view;
    if (seat >= session.terms.form->seats) return 0;
    bv_view(&session.terms, &session.state, (int)seat, &view);
    draw_world(&view, (int)seat, seed, &session.state);
    return 1;
}

/* What a seat sees after an action: its view, and the events it may know. */
struct lesson {
    union bv_state view;
    uint32_t events;
    struct bv_event event[BV_EVENTS_MAX];
};

static void learn(const union bv_state *world, int seat, bv_action action, struct lesson *lesson)
{
    const struct bv_terms *terms = &session.terms;
    struct bv_event event[BV_EVENTS_MAX];
    union bv_state after;
    bv_apply_to_copy(terms, world, seat, action, &after);
    bv_view(terms, &after, seat, &lesson->view);
    uint32_t count = terms->game->events(terms, world, seat, action, &after, event);
    lesson->events = 0;
    for (uint32_t i = 0; i < count; i++)
        if (event[i].audience & bv_seat_bit(seat)) lesson->event[lesson->events++] = event[i];
}

static bool same_lesson(const struct lesson *a, const struct lesson *b)
{
    if (!bv_state_same(session.terms.game, &a->view, &b->view) || a->events != b->events)
        return false;
    for (uint32_t i = 0; i < a->events; i++) {
        const struct bv_event *x = &a->event[i];
        const struct bv_event *y = &b->event[i];
        if (x->kind != y->kind || x->side != y->side || x->piece != y->piece ||
            x->from != y->from || x->to != y->to || x->amount != y->amount)
            return false;
    }
    return true;
}

/* Whether the token in the buffer would reveal something to its seat: what it sees afterwards
 * differs between whole states that agree with its view. 2 if the token is not legal. */
EXPORT(reveals) uint32_t wasm_reveals(uint32_t seat, uint32_t length)
{
    static struct lesson first;
    static struct lesson other;
    struct bv_error error;
    union bv_state view;
    union bv_state world;
    bv_action action = 0;
    if (seat >= session.terms.form->seats ||
        !bv_token_action(&session.terms, &session.state, (int)seat, given(length), &session.menu,
                         &action, &error))
        return 2;
    if (!session.terms.game->determinise) return 0;
    bv_view(&session.terms, &session.state, (int)seat, &view);
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        draw_world(&view, (int)seat, seed, &world);
        learn(&world, (int)seat, action, seed == 1 ? &first : &other);
        if (seed > 1 && !same_lesson(&first, &other)) return 1;
    }
    return 0;
}
