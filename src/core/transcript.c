#include "core/transcript.h"

#include "core/lots.h"

/* ---- Lines ----------------------------------------------------------------------------------- */

void bv_transcript_header(const struct bv_terms *terms, struct bv_out *out)
{
    bv_putf(out, "game %s ", terms->game->id);
    bv_terms_write(terms, out);
}

static uint32_t greatest_common_divisor(uint32_t a, uint32_t b)
{
    while (b) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static void put_odds(struct bv_out *out, uint32_t weight, uint32_t total)
{
    uint32_t divisor = greatest_common_divisor(weight, total);
    bv_putf(out, ":%d/%d", weight / divisor, total / divisor);
}

void bv_transcript_question(const struct bv_terms *terms, const union bv_state *state, int seat,
                            struct bv_menu *menu, struct bv_out *out)
{
    bv_menu_make(terms, state, seat, menu);
    bv_putf(out, "? %s %d", bv_seat_name(terms, seat), menu->count);
    for (uint32_t i = 0; i < menu->count; i++) {
        bv_putf(out, " %s", bv_menu_token(menu, i));
        if (seat == BV_CHANCE) put_odds(out, menu->item[i].weight, menu->weight);
    }
}

void bv_transcript_result(const struct bv_terms *terms, const union bv_state *state,
                          struct bv_out *out)
{
    static const char *const points[] = {"0", "1/2", "1"};
    struct bv_result result = terms->game->result(terms, state);
    bv_put_char(out, '=');
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        bv_putf(out, " %s %s", terms->game->side[side].name, points[result.half_points[side]]);
    }
    bv_putf(out, " %s", terms->game->reason[result.reason].word);
    if (result.has_margin) {
        bv_putf(out, " by=%d", result.margin);
    }
}

/* ---- Writing --------------------------------------------------------------------------------- */

void bv_transcript_begin(struct bv_transcript *transcript, const struct bv_terms *terms,
                         union bv_state *state, uint64_t seed, bool eager)
{
    transcript->terms = terms;
    transcript->state = state;
    transcript->eager = eager;
    transcript->random = bv_random_seeded(seed);
    transcript->past.count = 0;
    terms->game->start(terms, state);
}

static bool is_rare(const char *token)
{
    for (; *token; token++)
        for (const char *mark = "x*+@!~="; *mark; mark++)
            if (*token == *mark) return true;
    return false;
}

/* The eager player: half of the time one of the rarer kinds of token, if there is any. */
static uint32_t draw_eagerly(const struct bv_menu *menu, struct bv_random *random)
{
    uint32_t rare = 0;
    for (uint32_t i = 0; i < menu->count; i++) rare += is_rare(bv_menu_token(menu, i));
    if (!bv_random_below(random, 2) || !rare) return bv_menu_draw(menu, random);
    uint32_t skip = bv_random_below(random, rare);
    uint32_t at = 0;
    while (!is_rare(bv_menu_token(menu, at)) || skip--) at++;
    return at;
}

bool bv_transcript_step(struct bv_transcript *transcript, bv_line_writer *write, void *context)
{
    const struct bv_terms *terms = transcript->terms;
    bv_seats acting = terms->game->to_act(terms, transcript->state);
    struct bv_out out = bv_out_into(transcript->line, sizeof transcript->line);
    if (!acting) {
        bv_transcript_result(terms, transcript->state, &out);
        bv_put_char(&out, '\n');
        write(context, out.text, out.length);
        return false;
    }
    for (bv_seats left = acting; left; left &= left - 1) {
        out.length = 0;
        bv_transcript_question(terms, transcript->state, __builtin_ctz(left), &transcript->menu,
                               &out);
        bv_put_char(&out, '\n');
        write(context, out.text, out.length);
    }
    int seat = bv_draw_seat(acting, &transcript->random);
    bv_menu_make(terms, transcript->state, seat, &transcript->menu);
    uint32_t at = transcript->eager && seat != BV_CHANCE
                      ? draw_eagerly(&transcript->menu, &transcript->random)
                      : bv_menu_draw(&transcript->menu, &transcript->random);
    out.length = 0;
    bv_putf(&out, "> %s %s\n", bv_seat_name(terms, seat), bv_menu_token(&transcript->menu, at));
    write(context, out.text, out.length);
    bv_apply(terms, transcript->state, seat, transcript->menu.item[at].action, &transcript->past);
    return true;
}

/* ---- Checking -------------------------------------------------------------------------------- */

bool bv_replay_header(struct bv_span line, struct bv_request *request, struct bv_error *error)
{
    struct bv_span word = {0};
    if (!bv_take_word(&line, &word) || !bv_span_is(word, "game") || !bv_take_word(&line, &word))
        return bv_error_set(error, "expected 'game NAME options... seats=K'");
    request->game = bv_game_find(word, error);
    return request->game && bv_terms_read(request, line, error);
}

void bv_replay_begin(struct bv_replay *replay, const struct bv_terms *terms, union bv_state *state)
{
    replay->terms = terms;
    replay->state = state;
    replay->over = false;
    replay->past.count = 0;
    terms->game->start(terms, state);
    replay->unasked = terms->game->to_act(terms, state);
}

static size_t common_prefix(struct bv_span a, const char *b)
{
    size_t length = 0;
    while (length < a.length && b[length] && a.text[length] == b[length]) length++;
    return length;
}

/* The line must be the one the rules give; the error shows both from where they differ. */
static bool matches(struct bv_span line, const struct bv_out *expected, struct bv_error *error)
{
    if (bv_span_is(line, expected->text)) return true;
    size_t at = common_prefix(line, expected->text);
    while (at && expected->text[at - 1] != ' ') at--;
    struct bv_out out = bv_error_begin(error);
    bv_put(&out, "expected \"");
    bv_put_excerpt(&out, bv_span_of(expected->text + at), 48);
    bv_put(&out, "\" but found \"");
    bv_put_excerpt(&out, (struct bv_span){line.text + at, line.length - at}, 48);
    bv_put_char(&out, '"');
    return false;
}

static bool read_answer(struct bv_replay *replay, struct bv_span line, struct bv_error *error)
{
    struct bv_span answer = line;
    struct bv_span name = {0};
    if (!bv_take_char(&answer, '>') || !bv_take_char(&answer, ' ') ||
        !bv_take_part(&answer, ' ', &name) || !answer.length)
        return bv_error_set(error, "expected '> SEAT TOKEN'");
    int seat = bv_seat_named(replay->terms, name);
    if (seat < 0) return bv_error_set(error, "there is no such seat in this game");
    if (!bv_try_token(replay->terms, replay->state, seat, answer, &replay->past, &replay->menu,
                      error))
        return false;
    replay->unasked = replay->terms->game->to_act(replay->terms, replay->state);
    return true;
}

bool bv_replay_line(struct bv_replay *replay, struct bv_span line, struct bv_error *error)
{
    const struct bv_terms *terms = replay->terms;
    struct bv_out expected = bv_out_into(replay->line, sizeof replay->line);
    if (replay->over) return bv_error_set(error, "nothing may follow the result");
    if (bv_is_over(terms, replay->state)) {
        bv_transcript_result(terms, replay->state, &expected);
        replay->over = true;
        return matches(line, &expected, error);
    }
    if (!replay->unasked) return read_answer(replay, line, error);
    int seat = __builtin_ctz(replay->unasked);
    replay->unasked &= replay->unasked - 1;
    bv_transcript_question(terms, replay->state, seat, &replay->menu, &expected);
    return matches(line, &expected, error);
}

bool bv_replay_end(const struct bv_replay *replay, struct bv_error *error)
{
    return replay->over || bv_error_set(error, "the transcript ends before its result");
}
