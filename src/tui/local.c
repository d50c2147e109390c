#include "tui/local.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "search/levels.h"
#include "search/reason.h"
#include "tui/list.h"

static const struct bv_terms *terms_of(const struct local *local)
{
    return &local->local_game.session->terms;
}

static const union bv_state *state_of(const struct local *local)
{
    return &local->local_game.session->state;
}

static bool has_secrets(const struct local *local)
{
    return local_game_has_secrets(&local->local_game);
}

static const char *seat_title(const struct local *local, int seat)
{
    return say(terms_of(local)->form->seat[seat].title);
}

/* ---- Saving ---------------------------------------------------------------------------------- */

/* Saves the game; false after showing why it could not be. */
static bool save(struct local *local, const char *path)
{
    struct bv_error error;
    bool good = local_game_save(&local->local_game, path, &error);
    if (!good) tui_game_error(&local->game, &error);
    return good;
}

/* Whether a person has played in it: a game that was only opened is not kept. */
static bool is_touched(const struct local *local)
{
    const struct history *history = &local->local_game.history;
    for (size_t i = 0; i < history->count; i++)
        if (local->local_game.people & bv_seat_bit(history->played[i].seat)) return true;
    return history->outside[0];
}

static void save_in_place(struct local *local)
{
    if (!local->path[0]) return;
    if (is_touched(local))
        save(local, local->path);
    else
        unlink(local->path);
}

bool local_is_kept(const struct local *local)
{
    return local->path[0] && is_touched(local);
}

/* ---- What the screen shows ------------------------------------------------------------------- */

/* In a game with secrets a token is shown to its own side alone. */
static bv_seats token_audience(const struct local *local, int seat)
{
    if (!has_secrets(local) || seat == BV_CHANCE) return BV_EVERYBODY;
    return bv_seats_of_side(terms_of(local), bv_side_of(terms_of(local), seat));
}

static void report(struct local *local, const struct local_game_effects *effects)
{
    const struct bv_terms *terms = terms_of(local);
    char token[BV_TOKEN_MAX];
    struct bv_out out = bv_out_into(token, sizeof token);
    terms->game->token(terms, effects->action, &out);
    game_log_add_move(&local->game.log, terms, token_audience(local, effects->seat), effects->seat,
                      token);
    if (effects->seat == BV_CHANCE) memcpy(local->game.dice, token, sizeof token);
    tui_game_report(&local->game, effects->event, effects->count);
}

/* Rebuilds the log of a game that was resumed, or taken back. */
static void rebuild_log(struct local *local)
{
    const struct bv_terms *terms = terms_of(local);
    const struct history *history = &local->local_game.history;
    struct bv_past *past = calloc(1, sizeof *past);
    union bv_state state;
    union bv_state after;
    game_log_clear(&local->game.log);
    local->game.dice[0] = '\0';
    if (!past) return;
    history_start(history, terms, &state);
    for (size_t i = 0; i < history->count; i++) {
        struct local_game_effects effects = {.seat = history->played[i].seat,
                                             .action = history->played[i].action};
        bv_state_copy(terms->game, &after, &state);
        bv_apply(terms, &after, effects.seat, effects.action, past);
        effects.count =
            terms->game->events(terms, &state, effects.seat, effects.action, &after, effects.event);
        report(local, &effects);
        bv_state_copy(terms->game, &state, &after);
    }
    free(past);
    tui_game_forget_trail(&local->game);
}

/* Whose view the screen shows: before the screen is handed over, none. */
static int viewer(const struct local *local)
{
    if (local->game.hand_to >= 0) return BV_WATCHER;
    if (local->local_game.viewer >= 0) return local->local_game.viewer;
    return __builtin_ctz(local->local_game.people);
}

/* Several people on both sides look from one edge, unless the screen is handed over. */
static bool sits_across(const struct local *local, int seat)
{
    const struct bv_terms *terms = terms_of(local);
    bv_seats first = bv_seats_of_side(terms, 0);
    bv_seats people = local->local_game.people;
    bool both = people & first && people & ~first;
    return seat < terms->form->seats && terms->form->seat[seat].across &&
           (!both || has_secrets(local));
}

static void set_view(struct local *local)
{
    struct tui_game *game = &local->game;
    if (!game->over) game->across = sits_across(local, viewer(local));
    if (game->over) {
        bv_state_copy(terms_of(local)->game, &game->view, state_of(local));
        game->viewer = has_secrets(local) ? game->viewer : BV_WATCHER;
    } else {
        game->viewer = viewer(local);
        bv_view(terms_of(local), state_of(local), game->viewer, &game->view);
    }
    game->version++;
}

/* ---- Who is next ----------------------------------------------------------------------------- */

static void give_to_person(struct local *local)
{
    struct tui_game *game = &local->game;
    bv_seats acting = local_game_to_act(&local->local_game);
    int seat = __builtin_ctz(acting);
    if (local_game_must_hand_over(&local->local_game)) {
        game->hand_to = seat;
        tui_game_forget_trail(game);
        return;
    }
    game->acting = acting;
    local_game_hand_to(&local->local_game, seat);
    snprintf(game->status, sizeof game->status, SAY("À vous : %s", "Your move: %s"),
             seat_title(local, seat));
}

/* Who has won, to a person who plays against the computer. */
static void put_own_result(const struct local *local, struct bv_out *out)
{
    const struct bv_terms *terms = terms_of(local);
    bv_seats people = local->local_game.people;
    int winner = local_game_winner(&local->local_game);
    if (!local->local_game.computer || winner < 0) return;
    bool won = people & bv_seats_of_side(terms, winner);
    bv_put(out, won ? SAY("Vous avez gagné. ", "You have won. ")
                    : SAY("Vous avez perdu. ", "You have lost. "));
}

static void announce_end(struct local *local)
{
    const char *outside = local->local_game.history.outside;
    struct tui_game *game = &local->game;
    struct bv_out out = bv_out_into(game->result, sizeof game->result);
    game->over = true;
    local->shown = local->local_game.history.count;
    put_own_result(local, &out);
    if (outside[0])
        put_outside_result(terms_of(local)->game, bv_span_of(outside), language_is_french(), &out);
    else
        put_result(terms_of(local), state_of(local), language_is_french(), &out);
    memcpy(game->status, game->result, sizeof game->status);
    game_log_add(&game->log, BV_EVERYBODY, LOOK_STRONG, game->result);
    if (!local->path[0]) return;
    char line[SAVED_PATH + 64];
    saved_games_finish(local->path);
    snprintf(line, sizeof line, SAY("Enregistrée : %s", "Kept: %s"), local->path);
    game_log_add(&game->log, BV_EVERYBODY, LOOK_DIM, line);
}

/* Plays an action, saves it and reports it; false after showing why it was not played. */
static bool commit(struct local *local, int seat, bv_action action)
{
    struct local_game_effects effects;
    struct bv_error error;
    if (!local_game_play(&local->local_game, seat, action, &effects, &error)) {
        tui_game_error(&local->game, &error);
        return false;
    }
    save_in_place(local);
    report(local, &effects);
    return true;
}

/* Lets chance act and asks the computer, until people are to act or the game is over. */
static void go_on(struct local *local)
{
    struct tui_game *game = &local->game;
    bv_seats acting = terms_of(local)->game->to_act(terms_of(local), state_of(local));
    while (acting & bv_seat_bit(BV_CHANCE)) {
        int seat = BV_CHANCE;
        bv_action action = 0;
        local_game_ask_others(&local->local_game, acting, &seat, &action);
        if (!commit(local, seat, action)) return;
        acting = terms_of(local)->game->to_act(terms_of(local), state_of(local));
    }
    bv_seats others = acting & ~local->local_game.people;
    game->hand_to = -1;
    game->status[0] = '\0';
    game->acting = 0;
    if (!acting || local->local_game.history.outside[0]) {
        if (!game->over) announce_end(local);
    } else if (others) {
        snprintf(game->status, sizeof game->status, "%s",
                 SAY("L'ordinateur réfléchit…", "The computer is thinking…"));
        if (!local->thinker.busy &&
            !thinker_ask(&local->thinker, local->local_game.computer, terms_of(local),
                         state_of(local), &local->local_game.session->past, others))
            tui_game_say(game, true,
                         SAY("l'ordinateur ne peut pas jouer", "the computer cannot play"));
    } else {
        give_to_person(local);
    }
    set_view(local);
}

/* ---- Looking at the game again --------------------------------------------------------------- */

/* Shows the whole position after so many tokens, and marks the last of them. */
static void show_after(struct local *local, size_t tokens)
{
    struct tui_game *game = &local->game;
    const struct bv_terms *terms = terms_of(local);
    const struct history *history = &local->local_game.history;
    struct bv_past *past = calloc(1, sizeof *past);
    struct bv_event event[BV_EVENTS_MAX];
    union bv_state before;
    if (!past) return;
    history_start(history, terms, &game->view);
    tui_game_forget_trail(game);
    for (size_t i = 0; i < tokens; i++) {
        const struct played *played = &history->played[i];
        bv_state_copy(terms->game, &before, &game->view);
        bv_apply(terms, &game->view, played->seat, played->action, past);
        if (i + 1 < tokens) continue;
        tui_game_mark(
            game, event,
            terms->game->events(terms, &before, played->seat, played->action, &game->view, event));
    }
    free(past);
    local->shown = tokens;
    game->version++;
}

static void step(struct tui_game *game, int moves)
{
    struct local *local = (struct local *)game;
    const struct bv_terms *terms = terms_of(local);
    const struct history *history = &local->local_game.history;
    long long wanted = (long long)local->shown + moves;
    long long last = (long long)history->count;
    show_after(local, (size_t)(wanted < 0 ? 0 : wanted > last ? last : wanted));
    struct bv_out out = bv_out_into(game->status, sizeof game->status);
    if (local->shown == history->count) {
        bv_put(&out, game->result);
        return;
    }
    bv_putf(&out, SAY("Coup %d sur %d", "Move %d of %d"), (int)local->shown, (int)last);
    if (!local->shown) return;
    const struct played *played = &history->played[local->shown - 1];
    bv_putf(&out, SAY(" : %s ", ": %s "),
            played->seat == BV_CHANCE ? "" : seat_title(local, played->seat));
    terms->game->token(terms, played->action, &out);
}

/* ---- Advice ---------------------------------------------------------------------------------- */

static void ask_advice(struct local *local)
{
    struct tui_game *game = &local->game;
    struct bv_error error;
    if (!game->acting || local->thinker.busy) return;
    if (!player_spec_read(&local->adviser_spec, terms_of(local)->game, "level:8@2s", &error))
        return;
    local->adviser = player_spec_open(&local->adviser_spec, terms_of(local), &error);
    if (!local->adviser) return;
    local->adviser->seats = bv_seat_bit(__builtin_ctz(game->acting));
    local->adviser->random = bv_random_seeded(1);
    table_player_begin(local->adviser, terms_of(local));
    thinker_ask(&local->thinker, local->adviser, terms_of(local), state_of(local),
                &local->local_game.session->past, local->adviser->seats);
    tui_game_say(game, false, SAY("Un moment…", "One moment…"));
}

/* The reply that the hint fears, on the board and after the reason. */
static void show_reply(struct local *local, const union bv_state *view, struct bv_out *reason)
{
    static struct reason_reply reply;
    if (!reason_reply(terms_of(local), view, &local->thinker.answer, &reply)) return;
    tui_game_mark_reply(&local->game, reply.event, reply.events);
    bv_put_char(reason, ' ');
    reason_put_reply(terms_of(local), &reply, language_is_french(), reason);
}

static void show_advice(struct local *local)
{
    const struct search_answer *answer = &local->thinker.answer;
    const struct bv_terms *terms = terms_of(local);
    union bv_state view;
    char token[BV_TOKEN_MAX];
    char reason[512];
    struct bv_out out = bv_out_into(token, sizeof token);
    terms->game->token(terms, answer->choice[0].action, &out);
    out = bv_out_into(reason, sizeof reason);
    bv_view(terms, state_of(local), answer->choice[0].seat, &view);
    reason_write(terms, &view, answer, language_is_french(), &out);
    show_reply(local, &view, &out);
    char line[sizeof reason + BV_TOKEN_MAX + 32];
    snprintf(line, sizeof line, SAY("Conseil : %s. %s", "Advice: %s. %s"), token, reason);
    tui_game_say(&local->game, false, line);
    game_log_add(&local->game.log, bv_seat_bit(local->game.viewer), LOOK_DIM, line);
}

static void drop_adviser(struct local *local)
{
    if (!local->adviser) return;
    thinker_interrupt(&local->thinker);
    player_spec_close(local->adviser);
    local->adviser = NULL;
}

static void stop_thinking(struct local *local)
{
    drop_adviser(local);
    thinker_interrupt(&local->thinker);
}

/* ---- Commands -------------------------------------------------------------------------------- */

static void play(struct tui_game *game, int seat, bv_action action, const char *token)
{
    struct local *local = (struct local *)game;
    (void)token;
    drop_adviser(local);
    tui_game_forget_trail(game);
    commit(local, seat, action);
    go_on(local);
}

static void take_back(struct local *local)
{
    struct tui_game *game = &local->game;
    stop_thinking(local);
    if (game->over || !local_game_take_back(&local->local_game)) {
        tui_game_say(game, true,
                     SAY("Rien à reprendre : le sort ou l'adversaire a joué depuis.",
                         "Nothing to take back: chance or the opponent has acted since."));
        go_on(local);
        return;
    }
    rebuild_log(local);
    save_in_place(local);
    tui_game_say(game, false, SAY("Repris.", "Taken back."));
    go_on(local);
}

/* A side resigns; -1: both agree on a draw. */
static void end(struct local *local, int loser)
{
    history_end(&local->local_game.history, terms_of(local)->game, loser);
    stop_thinking(local);
    save_in_place(local);
    go_on(local);
}

static void resign(struct local *local)
{
    struct tui_game *game = &local->game;
    bv_seats who = game->acting ? game->acting : local->local_game.people;
    if (game->over) return;
    if (list_confirm(SAY("Abandonner la partie ?", "Resign the game?"), NULL, NULL))
        end(local, bv_side_of(terms_of(local), __builtin_ctz(who)));
}

static void agree_on_draw(struct local *local)
{
    if (local->game.over) return;
    if (local->local_game.computer)
        tui_game_say(&local->game, false,
                     SAY("L'ordinateur refuse la nulle.", "The computer declines the draw."));
    else if (list_confirm(SAY("Tous d'accord pour la nulle ?", "Does everybody agree to a draw?"),
                          NULL, NULL))
        end(local, -1);
}

static bool command(struct tui_game *game, enum command command, const char *text)
{
    struct local *local = (struct local *)game;
    switch (command) {
    case COMMAND_UNDO:
    case COMMAND_ASK: take_back(local); return true;
    case COMMAND_HINT: ask_advice(local); return true;
    case COMMAND_RESIGN: resign(local); return true;
    case COMMAND_DRAW: agree_on_draw(local); return true;
    case COMMAND_SAVE:
        if (save(local, text))
            tui_game_notice(game, false, SAY("Enregistré dans %s.", "Saved in %s."), text);
        return true;
    default: return false;
    }
}

static void handed_over(struct tui_game *game)
{
    struct local *local = (struct local *)game;
    local_game_hand_to(&local->local_game, game->hand_to);
    tui_game_forget_trail(game);
    game->notice[0] = '\0';
    go_on(local);
}

/* ---- Events ---------------------------------------------------------------------------------- */

static int descriptor(void *context)
{
    const struct local *local = context;
    return local->thinker.busy ? local->thinker.pipe[0] : -1;
}

static bool handle(void *context)
{
    struct local *local = context;
    struct tui_game *game = &local->game;
    if (!thinker_done(&local->thinker)) return false;
    if (local->adviser) {
        if (local->thinker.answer.choices) show_advice(local);
        drop_adviser(local);
        return true;
    }
    const struct search_answer *answer = &local->thinker.answer;
    if (!answer->choices) {
        tui_game_say(game, true,
                     SAY("L'ordinateur ne répond pas.", "The computer does not answer."));
        return true;
    }
    if (commit(local, answer->choice[0].seat, answer->choice[0].action)) go_on(local);
    return true;
}

static struct event_source source(struct tui_game *game)
{
    return (struct event_source){.context = game, .descriptor = descriptor, .handle = handle};
}

static void leave(struct tui_game *game)
{
    struct local *local = (struct local *)game;
    drop_adviser(local);
    thinker_close(&local->thinker);
    game_log_clear(&game->log);
    local_game_end(&local->local_game);
}

static const struct tui_game_calls calls = {play, command, step, handed_over, source, leave};

/* ---- Opening --------------------------------------------------------------------------------- */

/* `GAME · level 4 holds SIDE`. */
static void put_heading(struct local *local)
{
    const struct bv_terms *terms = terms_of(local);
    const struct table_player *computer = local->local_game.computer;
    char *heading = local->game.heading;
    size_t size = sizeof local->game.heading;
    if (!computer) {
        snprintf(heading, size, "%s · %s", say(terms->game->name),
                 SAY("sur le même appareil", "on one device"));
        return;
    }
    int side = bv_side_of(terms, __builtin_ctz(computer->seats));
    if (local->local_game.spec.level)
        snprintf(heading, size,
                 SAY("%s · %s : ordinateur, niveau %d", "%s · %s: computer, level %d"),
                 say(terms->game->name), say(terms->game->side[side].title),
                 local->local_game.spec.level);
    else
        snprintf(heading, size, "%s · %s: %.100s", say(terms->game->name),
                 say(terms->game->side[side].title), local->local_game.spec.name);
}

/* The record names the computer, so that it takes its seats again. */
static void name_computer(struct local_game *local_game)
{
    const struct bv_terms *terms = &local_game->session->terms;
    if (!local_game->computer) return;
    for (int seat = 0; seat < terms->form->seats; seat++)
        if (local_game->computer->seats & bv_seat_bit(seat))
            snprintf(local_game->player[seat], sizeof local_game->player[seat], "%s",
                     local_game->spec.name);
}

bool local_open(struct local *local, struct local_game *local_game, const char *path)
{
    *local = (struct local){0};
    if (!thinker_open(&local->thinker)) return false;
    local->local_game = *local_game;
    local->game.calls = &calls;
    local->game.hand_to = -1;
    local->game.terms = terms_of(local);
    local->game.mine = local->local_game.people;
    name_computer(&local->local_game);
    put_heading(local);
    if (path) {
        snprintf(local->path, sizeof local->path, "%s", path);
    } else if (!saved_games_new_path(terms_of(local)->game->id, local->path)) {
        local->path[0] = '\0';
        tui_game_say(&local->game, true,
                     SAY("Cette partie ne peut pas être enregistrée : aucun dossier où écrire.",
                         "This game cannot be saved: there is no folder to write to."));
    }
    local->game.viewer = viewer(local);
    rebuild_log(local);
    save_in_place(local);
    go_on(local);
    return true;
}
