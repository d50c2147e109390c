#include "core/game.h"

#include "core/hash.h"

const struct bv_game *bv_game_named(const char *id)
{
    for (size_t i = 0; i < bv_game_count; i++)
        if (bv_equal(bv_games[i]->id, id)) return bv_games[i];
    return NULL;
}

const struct bv_game *bv_game_find(struct bv_span id, struct bv_error *error)
{
    for (size_t i = 0; i < bv_game_count; i++)
        if (bv_span_is(id, bv_games[i]->id)) return bv_games[i];
    struct bv_out out = bv_error_begin(error);
    bv_put(&out, "there is no game '");
    bv_put_excerpt(&out, id, 32);
    bv_put(&out, "'");
    if (bv_game_count == 1) return NULL; /* a module of one game knows no other */
    bv_put(&out, "; the games are:");
    for (size_t i = 0; i < bv_game_count; i++) {
        bv_putf(&out, " %s", bv_games[i]->id);
    }
    return NULL;
}

int bv_side_named(const struct bv_game *game, struct bv_span name)
{
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if (bv_span_is(name, game->side[side].name)) return side;
    return -1;
}

int bv_reason_named(const struct bv_game *game, struct bv_span word)
{
    for (int reason = 0; reason < game->reasons; reason++)
        if (bv_span_is(word, game->reason[reason].word)) return reason;
    return -1;
}

uint64_t bv_state_hash(const struct bv_game *game, const union bv_state *state)
{
    return bv_hash_bytes(state, game->state_size);
}

void bv_view(const struct bv_terms *terms, const union bv_state *state, int seat,
             union bv_state *view)
{
    if (terms->game->view)
        terms->game->view(terms, state, seat, view);
    else
        bv_state_copy(terms->game, view, state);
}

void bv_determinise(const struct bv_terms *terms, const union bv_state *view, int seat,
                    struct bv_random *random, union bv_state *state)
{
    if (terms->game->determinise)
        terms->game->determinise(terms, view, seat, random, state);
    else
        bv_state_copy(terms->game, state, view);
}

/* There is one way to write a position: a text is valid if its state is written like that. */
static bool read_sound(const struct bv_terms *terms, struct bv_span text, union bv_state *state,
                       struct bv_error *error)
{
    char again[BV_POSITION_MAX];
    struct bv_out out = bv_out_into(again, sizeof again);
    if (!terms->game->read(terms, text, state, error)) return false;
    const char *wrong = terms->game->check(terms, state);
    if (wrong) return bv_error_set(error, wrong);
    terms->game->write(terms, state, &out);
    if (bv_span_is(text, again)) return true;
    return bv_error_set(error, "valid, but not in canonical form: fields are repeated, "
                               "needless or out of order");
}

bool bv_position_read(const struct bv_terms *terms, struct bv_span text, union bv_state *state,
                      struct bv_error *error)
{
    unsigned char before[BV_STATE_MAX];
    bv_copy(before, state, terms->game->state_size);
    if (read_sound(terms, text, state, error)) return true;
    bv_copy(state, before, terms->game->state_size);
    return false;
}

const char *bv_seat_name(const struct bv_terms *terms, int seat)
{
    return seat == BV_CHANCE ? "#" : terms->form->seat[seat].name;
}
