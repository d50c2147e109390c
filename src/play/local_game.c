#include "play/local_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/lots.h"
#include "play/session.h"

bool local_game_has_secrets(const struct local_game *local)
{
    return local->session->terms.game->flags & BV_HAS_SECRETS;
}

/* ---- Seats ----------------------------------------------------------------------------------- */

void local_game_begin(struct local_game *local, struct session *session, uint64_t seed)
{
    *local =
        (struct local_game){.session = session, .viewer = -1, .random = bv_random_seeded(seed)};
    put_now(local->begun);
}

void local_game_resume(struct local_game *local, struct saved_game *saved, uint64_t seed)
{
    *local = (struct local_game){.session = saved->session,
                                 .resumed = saved,
                                 .history = saved->history,
                                 .viewer = -1,
                                 .random = bv_random_seeded(seed)};
    saved->history = (struct history){0};
    memcpy(local->begun, saved->head.begun, sizeof local->begun);
    memcpy(local->player, saved->head.player, sizeof local->player);
    if (!*local->begun) put_now(local->begun);
}

bool local_game_open(struct local_game *local, const struct bv_request *request, const char *path,
                     uint64_t seed, struct bv_error *error)
{
    struct saved_game *saved = path ? read_saved_game(path, error) : NULL;
    struct session *session = path ? NULL : session_open(request, NULL, error);
    if (saved) local_game_resume(local, saved, seed);
    if (session) local_game_begin(local, session, seed);
    return saved || session;
}

static bool refuse_seat(const struct bv_terms *terms, const char *names, struct bv_error *error)
{
    char known[128];
    struct bv_out out = bv_out_into(known, sizeof known);
    for (int side = 0; side < BV_SIDES_MAX; side++)
        bv_put_all(&out, side ? " " : "", terms->game->side[side].name);
    for (int seat = 0; seat < terms->form->seats; seat++)
        if (bv_side_named(terms->game, bv_span_of(terms->form->seat[seat].name)) < 0)
            bv_put_all(&out, " ", terms->form->seat[seat].name);
    return bv_error_setf(error, "--side names sides or seats, with commas: %s, not '%.*s'", known,
                         BV_SPAN(bv_span_of(names)));
}

bool seats_named(const struct bv_terms *terms, const char *names, bv_seats *seats,
                 struct bv_error *error)
{
    struct bv_span rest = bv_span_of(names);
    struct bv_span name;
    *seats = 0;
    while (bv_take_part(&rest, ',', &name)) {
        int side = bv_side_named(terms->game, name);
        int seat = bv_seat_named(terms, name);
        bv_seats found = side >= 0                                ? bv_seats_of_side(terms, side)
                         : seat >= 0 && seat < terms->form->seats ? bv_seat_bit(seat)
                                                                  : 0;
        if (!found) return refuse_seat(terms, names, error);
        *seats |= found;
    }
    return *seats || refuse_seat(terms, names, error);
}

void put_seats(const struct bv_terms *terms, bv_seats seats, struct bv_out *out)
{
    for (bv_seats left = seats; left; left &= left - 1)
        bv_put_all(out, left == seats ? "" : ",", bv_seat_name(terms, __builtin_ctz(left)));
}

bool local_game_seat(struct local_game *local, const char *against, const char *side,
                     struct bv_error *error)
{
    struct bv_error wrong;
    const struct bv_terms *terms = &local->session->terms;
    bool alone = against && strcmp(against, "person") != 0;
    bv_seats all = bv_seats_of_side(terms, 0) | bv_seats_of_side(terms, 1);
    bv_seats chosen = 0;
    if (!seats_named(terms, side ? side : terms->game->side[0].name, &chosen, error)) return false;
    if (alone && chosen != bv_seats_of_side(terms, 0) && chosen != bv_seats_of_side(terms, 1))
        return bv_error_set(error, "against the computer, --side is one whole side");
    local->people = alone ? chosen : all;
    bv_seats others = all & ~local->people;
    if (!others) return true;
    if (!player_spec_read(&local->spec, terms->game, against, &wrong)) {
        snprintf(error->text, sizeof error->text, "--against is person, or a player: %.200s",
                 wrong.text);
        return false;
    }
    local->computer = player_spec_open(&local->spec, terms, error);
    if (!local->computer) return false;
    local->computer->seats = others;
    local->computer->random = bv_random_seeded(bv_random_word(&local->random));
    table_player_begin(local->computer, terms);
    return true;
}

void local_game_end(struct local_game *local)
{
    player_spec_close(local->computer);
    free(local->undo);
    free(local->history.played);
    if (local->resumed)
        close_saved_game(local->resumed);
    else
        free(local->session);
    *local = (struct local_game){0};
}

/* ---- Playing --------------------------------------------------------------------------------- */

bv_seats local_game_to_act(const struct local_game *local)
{
    const struct session *session = local->session;
    bv_seats acting = session->terms.game->to_act(&session->terms, &session->state) & local->people;
    if (!local_game_has_secrets(local)) return acting;
    if (local->viewer >= 0 && (acting & bv_seat_bit(local->viewer)))
        return bv_seat_bit(local->viewer);
    return acting & -acting;
}

bool local_game_must_hand_over(const struct local_game *local)
{
    bool several = local->people & (local->people - 1);
    bool untouched = local->viewer < 0 && local->history.count == 0;
    bv_seats acting = local_game_to_act(local);
    if (!local_game_has_secrets(local) || !several || untouched || !acting) return false;
    return local->viewer < 0 || !(acting & bv_seat_bit(local->viewer));
}

void local_game_hand_to(struct local_game *local, int seat)
{
    if (local->viewer == seat) return;
    local->viewer = seat;
    if (local_game_has_secrets(local)) local->undo_count = 0;
}

/* Without memory there is nothing to take back. */
static void remember_for_undo(struct local_game *local, const union bv_state *before)
{
    if (local->undo_count == local->undo_capacity) {
        size_t capacity = local->undo_capacity ? 2 * local->undo_capacity : 64;
        union bv_state *more = realloc(local->undo, capacity * sizeof *more);
        if (!more) {
            local->undo_count = 0;
            return;
        }
        local->undo = more;
        local->undo_capacity = capacity;
    }
    local->undo[local->undo_count++] = *before;
}

/* What was revealed cannot be taken back: a secret, a fight, or the set-up of the other side. */
static bool reveals(const struct bv_event *event, int side)
{
    return event->kind == BV_EVENT_SHOWN || event->kind == BV_EVENT_MISSED ||
           event->kind == BV_EVENT_DESTROYED || event->kind == BV_EVENT_FOUGHT ||
           (event->kind == BV_EVENT_PLACED && event->side != side);
}

static bool is_fixed(const struct local_game *local, const struct local_game_effects *effects)
{
    if (effects->seat == BV_CHANCE) return true;
    if (!local_game_has_secrets(local)) return false;
    if (!(local->people & bv_seat_bit(effects->seat))) return true;
    int side = bv_side_of(&local->session->terms, effects->seat);
    for (uint32_t i = 0; i < effects->count; i++)
        if (reveals(&effects->event[i], side)) return true;
    return false;
}

/* A person acts in turn, and only at a screen that was handed over. */
static bool is_in_turn(const struct local_game *local, int seat, struct bv_error *error)
{
    if (!(local->people & bv_seat_bit(seat))) return true;
    if (!(local_game_to_act(local) & bv_seat_bit(seat)))
        return bv_error_set(error, "that seat is not to act now");
    return !local_game_must_hand_over(local) ||
           bv_error_set(error, "the screen was not handed to that seat");
}

/* Only what the rules allow enters the history. */
static bool enter(struct local_game *local, int seat, bv_action action, struct bv_error *error)
{
    struct session *session = local->session;
    if (!remember(&local->history, seat, action)) return bv_error_set(error, "out of memory");
    if (bv_try(&session->terms, &session->state, seat, action, &session->past, &session->menu,
               error))
        return true;
    local->history.count--;
    return false;
}

bool local_game_play(struct local_game *local, int seat, bv_action action,
                     struct local_game_effects *effects, struct bv_error *error)
{
    union bv_state before;
    const struct session *session = local->session;
    const struct bv_terms *terms = &session->terms;
    bv_state_copy(terms->game, &before, &session->state);
    if (!is_in_turn(local, seat, error) || !enter(local, seat, action, error)) return false;
    if (local->computer) {
        table_player_observe(local->computer, terms, &session->state);
        if (local->people & bv_seat_bit(seat)) table_player_turn_over(local->computer);
    }
    effects->seat = seat;
    effects->action = action;
    effects->count =
        terms->game->events(terms, &before, seat, action, &session->state, effects->event);
    if (is_fixed(local, effects))
        local->undo_count = 0;
    else
        remember_for_undo(local, &before);
    return true;
}

bool local_game_ask_others(struct local_game *local, bv_seats acting, int *seat, bv_action *action)
{
    struct session *session = local->session;
    struct search_answer answer;
    if (acting & bv_seat_bit(BV_CHANCE)) {
        *seat = BV_CHANCE;
        *action = bv_draw_outcome(&session->terms, &session->state, &local->random);
        return true;
    }
    table_player_ask(local->computer, &session->terms, &session->state, &session->past, acting,
                     &answer);
    *seat = answer.choice[0].seat;
    *action = answer.choice[0].action;
    return answer.choices > 0;
}

bool local_game_take_back(struct local_game *local)
{
    struct session *session = local->session;
    int seat = BV_CHANCE;
    while (local->undo_count && !(local->people & bv_seat_bit(seat))) {
        session->state = local->undo[--local->undo_count];
        seat = local->history.played[--local->history.count].seat;
    }
    if (!(local->people & bv_seat_bit(seat))) return false;
    /* The past is rebuilt from the history: take-backs are rare, and this is the simplest way. */
    union bv_state state;
    session->past.count = 0;
    history_start(&local->history, &session->terms, &state);
    for (size_t i = 0; i < local->history.count; i++)
        bv_apply(&session->terms, &state, local->history.played[i].seat,
                 local->history.played[i].action, &session->past);
    if (local->computer) table_player_begin(local->computer, &session->terms);
    return true;
}

/* ---- Saving and ending ----------------------------------------------------------------------- */

bool local_game_save(const struct local_game *local, const char *path, struct bv_error *error)
{
    struct bv_record *head = calloc(1, sizeof *head);
    if (!head) return bv_error_set(error, "out of memory");
    memcpy(head->begun, local->begun, sizeof head->begun);
    memcpy(head->player, local->player, sizeof head->player);
    put_now(head->ended);
    bool good = write_history(&local->history, &local->session->terms, &local->session->state, head,
                              path, error);
    free(head);
    return good;
}

/* The side with a whole point in `V 0 G 1 resigned`; -1: none. */
static int winner_of(const struct bv_game *game, struct bv_span result)
{
    struct bv_span side;
    struct bv_span points;
    while (bv_take_word(&result, &side) && bv_take_word(&result, &points))
        if (bv_span_is(points, "1")) return bv_side_named(game, side);
    return -1;
}

int local_game_winner(const struct local_game *local)
{
    const struct session *session = local->session;
    const struct bv_game *game = session->terms.game;
    if (*local->history.outside) return winner_of(game, bv_span_of(local->history.outside));
    if (!bv_is_over(&session->terms, &session->state)) return -1;
    struct bv_result result = game->result(&session->terms, &session->state);
    return result.half_points[0] == 1 ? -1 : result.half_points[1] == 2;
}

void put_outside_result(const struct bv_game *game, struct bv_span result, bool french,
                        struct bv_out *out)
{
    int winner = winner_of(game, result);
    if (winner < 0) {
        bv_put(out, french ? "Partie nulle : d'un commun accord." : "Drawn: by agreement.");
        return;
    }
    struct bv_text side = game->side[winner].title;
    bv_putf(out, french ? "Victoire, %s : abandon." : "Victory, %s: resignation.",
            french ? side.fr : side.en);
}

void put_result(const struct bv_terms *terms, const union bv_state *state, bool french,
                struct bv_out *out)
{
    struct bv_result result = terms->game->result(terms, state);
    struct bv_text reason = terms->game->reason[result.reason].title;
    if (result.half_points[0] == 1) {
        bv_put(out, french ? "Partie nulle : " : "Drawn: ");
    } else {
        struct bv_text side = terms->game->side[result.half_points[1] == 2].title;
        bv_putf(out, "%s%s%s", french ? "Victoire, " : "Victory, ", french ? side.fr : side.en,
                french ? " : " : ": ");
    }
    bv_putf(out, "%s.", french ? reason.fr : reason.en);
    if (!result.has_margin) return;
    bv_putf(out, "%s%d.", french ? " Écart : " : " Margin: ", result.margin);
}
