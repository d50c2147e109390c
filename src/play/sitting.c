#include "play/sitting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/lots.h"

bool sitting_has_secrets(const struct sitting *sitting)
{
    return sitting->session->terms.game->flags & BV_HAS_SECRETS;
}

/* ---- Sitting down --------------------------------------------------------------------------------------- */

void sitting_begin(struct sitting *sitting, struct session *session, uint64_t seed)
{
    *sitting = (struct sitting){.session = session, .viewer = -1, .random = bv_random_seeded(seed)};
    put_now(sitting->begun);
}

void sitting_resume(struct sitting *sitting, struct saved_game *saved, uint64_t seed)
{
    *sitting = (struct sitting){.session = saved->session,
                                .resumed = saved,
                                .history = saved->history,
                                .viewer = -1,
                                .random = bv_random_seeded(seed)};
    saved->history = (struct history){0};
    memcpy(sitting->begun, saved->head.begun, sizeof sitting->begun);
    memcpy(sitting->player, saved->head.player, sizeof sitting->player);
    if (!*sitting->begun) put_now(sitting->begun);
}

static bool refuse_side(const struct bv_side *sides, const char *chosen, struct bv_error *error)
{
    snprintf(error->text, sizeof error->text, "--side is %s or %s, not '%s'", sides[0].name,
             sides[1].name, chosen);
    return false;
}

bool sitting_seat(struct sitting *sitting, const char *against, const char *side,
                  struct bv_error *error)
{
    struct bv_error wrong;
    const struct bv_terms *terms = &sitting->session->terms;
    const struct bv_side *sides = terms->game->side;
    const char *chosen = side ? side : sides[0].name;
    bool alone = against && strcmp(against, "person") != 0;
    bv_seats others = 0;
    if (strcmp(chosen, sides[0].name) != 0 && strcmp(chosen, sides[1].name) != 0)
        return refuse_side(sides, chosen, error);
    for (int seat = 0; seat < terms->form->seats; seat++) {
        bool own = !alone || strcmp(sides[bv_side_of(terms, seat)].name, chosen) == 0;
        *(own ? &sitting->people : &others) |= bv_seat_bit(seat);
    }
    if (!alone) return true;
    if (!bv_entrant_read(&sitting->entrant, terms->game, against, &wrong)) {
        snprintf(error->text, sizeof error->text, "--against is person, or a player: %.200s",
                 wrong.text);
        return false;
    }
    sitting->computer = bv_entrant_sit(&sitting->entrant, terms);
    if (!sitting->computer) return bv_error_set(error, "the computer could not sit down");
    sitting->computer->seats = others;
    sitting->computer->random = bv_random_seeded(bv_random_word(&sitting->random));
    bv_seated_begin(sitting->computer, terms);
    return true;
}

void sitting_end(struct sitting *sitting)
{
    bv_entrant_leave(sitting->computer);
    free(sitting->undo);
    free(sitting->history.played);
    if (sitting->resumed)
        close_saved_game(sitting->resumed);
    else
        free(sitting->session);
    *sitting = (struct sitting){0};
}

/* ---- Playing -------------------------------------------------------------------------------------------- */

bv_seats sitting_to_act(const struct sitting *sitting)
{
    const struct session *session = sitting->session;
    bv_seats acting =
        session->terms.game->to_act(&session->terms, &session->state) & sitting->people;
    if (!sitting_has_secrets(sitting)) return acting;
    if (sitting->viewer >= 0 && (acting & bv_seat_bit(sitting->viewer)))
        return bv_seat_bit(sitting->viewer);
    return acting & -acting;
}

bool sitting_must_hand_over(const struct sitting *sitting)
{
    bool several = sitting->people & (sitting->people - 1);
    bool untouched = sitting->viewer < 0 && sitting->history.count == 0;
    bv_seats acting = sitting_to_act(sitting);
    if (!sitting_has_secrets(sitting) || !several || untouched || !acting) return false;
    return sitting->viewer < 0 || !(acting & bv_seat_bit(sitting->viewer));
}

void sitting_hand_to(struct sitting *sitting, int seat)
{
    if (sitting->viewer == seat) return;
    sitting->viewer = seat;
    if (sitting_has_secrets(sitting)) sitting->undo_count = 0;
}

/* Without memory there is nothing to take back. */
static void keep_for_undo(struct sitting *sitting, const union bv_state *before)
{
    if (sitting->undo_count == sitting->undo_room) {
        size_t room = sitting->undo_room ? 2 * sitting->undo_room : 64;
        union bv_state *more = realloc(sitting->undo, room * sizeof *more);
        if (!more) {
            sitting->undo_count = 0;
            return;
        }
        sitting->undo = more;
        sitting->undo_room = room;
    }
    sitting->undo[sitting->undo_count++] = *before;
}

/* What has come to light cannot be taken back: a secret, a fight, or where the other side has set up. */
static bool reveals(const struct bv_event *event, int side)
{
    return event->kind == BV_EVENT_SHOWN || event->kind == BV_EVENT_MISSED ||
           event->kind == BV_EVENT_DESTROYED || event->kind == BV_EVENT_FOUGHT ||
           (event->kind == BV_EVENT_PLACED && event->side != side);
}

static bool is_fixed(const struct sitting *sitting, const struct happening *happening)
{
    if (happening->seat == BV_CHANCE) return true;
    if (!sitting_has_secrets(sitting)) return false;
    if (!(sitting->people & bv_seat_bit(happening->seat))) return true;
    int side = bv_side_of(&sitting->session->terms, happening->seat);
    for (uint32_t i = 0; i < happening->count; i++)
        if (reveals(&happening->event[i], side)) return true;
    return false;
}

/* A person acts in turn, and only before a screen that was handed over. */
static bool is_in_turn(const struct sitting *sitting, int seat, struct bv_error *error)
{
    if (!(sitting->people & bv_seat_bit(seat))) return true;
    if (!(sitting_to_act(sitting) & bv_seat_bit(seat)))
        return bv_error_set(error, "that seat is not to act now");
    return !sitting_must_hand_over(sitting) ||
           bv_error_set(error, "the screen was not handed to that seat");
}

/* Into the history goes what the rules allow, and nothing else. */
static bool enter(struct sitting *sitting, int seat, bv_action action, struct bv_error *error)
{
    struct session *session = sitting->session;
    if (!remember(&sitting->history, seat, action)) return bv_error_set(error, "out of memory");
    if (bv_try(&session->terms, &session->state, seat, action, &session->past, &session->menu,
               error))
        return true;
    sitting->history.count--;
    return false;
}

bool sitting_play(struct sitting *sitting, int seat, bv_action action, struct happening *happening,
                  struct bv_error *error)
{
    union bv_state before;
    const struct session *session = sitting->session;
    const struct bv_terms *terms = &session->terms;
    bv_state_copy(terms->game, &before, &session->state);
    if (!is_in_turn(sitting, seat, error) || !enter(sitting, seat, action, error)) return false;
    if (sitting->computer) {
        bv_seated_observe(sitting->computer, terms, &session->state);
        if (sitting->people & bv_seat_bit(seat)) bv_seated_turn_over(sitting->computer);
    }
    happening->seat = seat;
    happening->action = action;
    happening->count =
        terms->game->events(terms, &before, seat, action, &session->state, happening->event);
    if (is_fixed(sitting, happening))
        sitting->undo_count = 0;
    else
        keep_for_undo(sitting, &before);
    return true;
}

bool sitting_ask_others(struct sitting *sitting, bv_seats acting, int *seat, bv_action *action)
{
    struct session *session = sitting->session;
    struct bv_answer answer;
    if (acting & bv_seat_bit(BV_CHANCE)) {
        *seat = BV_CHANCE;
        *action = bv_draw_outcome(&session->terms, &session->state, &sitting->random);
        return true;
    }
    bv_seated_ask(sitting->computer, &session->terms, &session->state, &session->past, acting,
                  &answer);
    *seat = answer.choice[0].seat;
    *action = answer.choice[0].action;
    return answer.choices > 0;
}

bool sitting_take_back(struct sitting *sitting)
{
    struct session *session = sitting->session;
    int seat = BV_CHANCE;
    while (sitting->undo_count && !(sitting->people & bv_seat_bit(seat))) {
        session->state = sitting->undo[--sitting->undo_count];
        seat = sitting->history.played[--sitting->history.count].seat;
    }
    if (!(sitting->people & bv_seat_bit(seat))) return false;
    /* The past is made again from the history: take-backs are rare, and this cannot go wrong. */
    union bv_state state;
    session->past.count = 0;
    history_start(&sitting->history, &session->terms, &state);
    for (size_t i = 0; i < sitting->history.count; i++)
        bv_apply(&session->terms, &state, sitting->history.played[i].seat,
                 sitting->history.played[i].action, &session->past);
    if (sitting->computer) bv_seated_begin(sitting->computer, &session->terms);
    return true;
}

/* ---- Keeping and ending --------------------------------------------------------------------------------- */

bool sitting_save(const struct sitting *sitting, const char *path, const char *outside,
                  struct bv_error *error)
{
    struct bv_record *head = calloc(1, sizeof *head);
    if (!head) return bv_error_set(error, "out of memory");
    memcpy(head->begun, sitting->begun, sizeof head->begun);
    memcpy(head->player, sitting->player, sizeof head->player);
    put_now(head->ended);
    bool good = write_history(&sitting->history, &sitting->session->terms, &sitting->session->state,
                              head, outside, path, error);
    free(head);
    return good;
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
        bv_put(out, french ? "Victoire, " : "Victory, ");
        bv_put(out, french ? side.fr : side.en);
        bv_put(out, french ? " : " : ": ");
    }
    bv_put(out, french ? reason.fr : reason.en);
    bv_put(out, ".");
    if (!result.has_margin) return;
    bv_put(out, french ? " Écart : " : " Margin: ");
    bv_put_number(out, result.margin);
    bv_put(out, ".");
}
