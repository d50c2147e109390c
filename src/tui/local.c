#include "tui/local.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    return say_in(terms_of(local)->form->seat[seat].title);
}

/* ---- Saving ---------------------------------------------------------------------------------- */

static void keep(struct local *local)
{
    struct bv_error error;
    if (!local->path[0]) return;
    if (local_game_save(&local->local_game, local->path, local->outside[0] ? local->outside : NULL,
                        &error))
        return;
    table_notice(&local->table, true, "%s", error.text);
}

/* ---- What the table shows -------------------------------------------------------------------- */

/* In a game with secrets a token is shown to its own side alone. */
static bv_seats token_audience(const struct local *local, int seat)
{
    if (!has_secrets(local) || seat == BV_CHANCE) return BV_EVERYBODY;
    return bv_seats_of_side(terms_of(local), bv_side_of(terms_of(local), seat));
}

static void tell(struct local *local, const struct happening *happening)
{
    const struct bv_terms *terms = terms_of(local);
    char token[BV_TOKEN_MAX];
    struct bv_out out = bv_out_into(token, sizeof token);
    terms->game->token(terms, happening->action, &out);
    logbook_add_move(&local->table.log, terms, token_audience(local, happening->seat),
                     happening->seat, token);
    if (happening->seat == BV_CHANCE) memcpy(local->table.dice, token, sizeof token);
    table_tell(&local->table, happening->event, happening->count);
}

/* Rebuilds the log of a game that was resumed, or taken back. */
static void tell_all_again(struct local *local)
{
    const struct bv_terms *terms = terms_of(local);
    const struct history *history = &local->local_game.history;
    struct bv_past *past = calloc(1, sizeof *past);
    union bv_state state;
    union bv_state after;
    logbook_clear(&local->table.log);
    local->table.dice[0] = '\0';
    if (!past) return;
    history_start(history, terms, &state);
    for (size_t i = 0; i < history->count; i++) {
        struct happening happening = {.seat = history->played[i].seat,
                                      .action = history->played[i].action};
        bv_state_copy(terms->game, &after, &state);
        bv_apply(terms, &after, happening.seat, happening.action, past);
        happening.count = terms->game->events(terms, &state, happening.seat, happening.action,
                                              &after, happening.event);
        tell(local, &happening);
        bv_state_copy(terms->game, &state, &after);
    }
    free(past);
    table_forget_trail(&local->table);
}

/* Whose view the screen shows: before the screen is handed over, none. */
static int onlooker(const struct local *local)
{
    if (local->table.curtain >= 0) return BV_WATCHER;
    if (local->local_game.viewer >= 0) return local->local_game.viewer;
    return __builtin_ctz(local->local_game.people);
}

static void set_view(struct local *local)
{
    struct table *table = &local->table;
    if (table->over) {
        bv_state_copy(terms_of(local)->game, &table->view, state_of(local));
        table->onlooker = has_secrets(local) ? table->onlooker : BV_WATCHER;
    } else {
        table->onlooker = onlooker(local);
        bv_view(terms_of(local), state_of(local), table->onlooker, &table->view);
    }
    table->version++;
}

/* ---- Who is next ----------------------------------------------------------------------------- */

static void give_to_person(struct local *local)
{
    struct table *table = &local->table;
    bv_seats acting = local_game_to_act(&local->local_game);
    int seat = __builtin_ctz(acting);
    if (local_game_must_hand_over(&local->local_game)) {
        table->curtain = seat;
        table_forget_trail(table);
        return;
    }
    table->acting = acting;
    local_game_hand_to(&local->local_game, seat);
    snprintf(table->status, sizeof table->status, SAY("À vous : %s", "Your move: %s"),
             seat_title(local, seat));
}

static void announce_end(struct local *local)
{
    struct table *table = &local->table;
    struct bv_out out = bv_out_into(table->status, sizeof table->status);
    table->over = true;
    if (local->outside[0])
        bv_put(&out, strstr(local->outside, "resigned")
                         ? SAY("Abandon.", "Resigned.")
                         : SAY("Nulle, d'un commun accord.", "Drawn by agreement."));
    else
        put_result(terms_of(local), state_of(local), screen_is_french(), &out);
    logbook_add(&table->log, BV_EVERYBODY, LOOK_STRONG, table->status);
    if (!local->path[0]) return;
    char line[KEEP_PATH + 64];
    keep_finish_game(local->path);
    snprintf(line, sizeof line, SAY("Gardée : %s", "Kept: %s"), local->path);
    logbook_add(&table->log, BV_EVERYBODY, LOOK_DIM, line);
}

/* Plays an action, saves it and reports it; false after showing why it was not played. */
static bool commit(struct local *local, int seat, bv_action action)
{
    struct happening happening;
    struct bv_error error;
    if (!local_game_play(&local->local_game, seat, action, &happening, &error)) {
        table_say(&local->table, true, error.text);
        return false;
    }
    keep(local);
    tell(local, &happening);
    return true;
}

/* Lets chance act and asks the computer, until people are to act or the game is over. */
static void go_on(struct local *local)
{
    struct table *table = &local->table;
    bv_seats acting = terms_of(local)->game->to_act(terms_of(local), state_of(local));
    while (acting & bv_seat_bit(BV_CHANCE)) {
        int seat = BV_CHANCE;
        bv_action action = 0;
        local_game_ask_others(&local->local_game, acting, &seat, &action);
        if (!commit(local, seat, action)) return;
        acting = terms_of(local)->game->to_act(terms_of(local), state_of(local));
    }
    bv_seats others = acting & ~local->local_game.people;
    table->curtain = -1;
    table->status[0] = '\0';
    table->acting = 0;
    if (!acting || local->outside[0]) {
        if (!table->over) announce_end(local);
    } else if (others) {
        snprintf(table->status, sizeof table->status, "%s",
                 SAY("L'ordinateur réfléchit…", "The computer is thinking…"));
        if (!local->thinker.busy &&
            !thinker_ask(&local->thinker, local->local_game.computer, terms_of(local),
                         state_of(local), &local->local_game.session->past, others))
            table_say(table, true,
                      SAY("l'ordinateur ne peut pas jouer", "the computer cannot play"));
    } else {
        give_to_person(local);
    }
    set_view(local);
}

/* ---- Advice ---------------------------------------------------------------------------------- */

static void ask_advice(struct local *local)
{
    struct table *table = &local->table;
    struct bv_error error;
    if (!table->acting || local->thinker.busy) return;
    if (!player_spec_read(&local->adviser_spec, terms_of(local)->game, "level:8@2s", &error))
        return;
    local->adviser = player_spec_open(&local->adviser_spec, terms_of(local));
    if (!local->adviser) return;
    local->adviser->seats = bv_seat_bit(__builtin_ctz(table->acting));
    local->adviser->random = bv_random_seeded(1);
    table_player_begin(local->adviser, terms_of(local));
    thinker_ask(&local->thinker, local->adviser, terms_of(local), state_of(local),
                &local->local_game.session->past, local->adviser->seats);
    table_say(table, false, SAY("Un moment…", "One moment…"));
}

static void tell_advice(struct local *local)
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
    reason_write(terms, &view, answer, screen_is_french(), &out);
    table_notice(&local->table, false, "%s : %.200s", token, reason);
    char line[TABLE_TEXT];
    snprintf(line, sizeof line, SAY("Conseil : %s", "Advice: %s"), token);
    logbook_add(&local->table.log, bv_seat_bit(local->table.onlooker), LOOK_DIM, line);
}

static void drop_adviser(struct local *local)
{
    if (!local->adviser) return;
    thinker_interrupt(&local->thinker);
    player_spec_close(local->adviser);
    local->adviser = NULL;
}

/* ---- Commands -------------------------------------------------------------------------------- */

static void play(struct table *table, int seat, bv_action action, const char *token)
{
    struct local *local = (struct local *)table;
    (void)token;
    drop_adviser(local);
    table_forget_trail(table);
    commit(local, seat, action);
    go_on(local);
}

static void take_back(struct local *local)
{
    struct table *table = &local->table;
    drop_adviser(local);
    thinker_interrupt(&local->thinker);
    if (table->over || !local_game_take_back(&local->local_game)) {
        table_say(table, true,
                  SAY("Rien à reprendre : le sort ou l'adversaire a joué depuis.",
                      "Nothing to take back: chance or the opponent has acted since."));
        go_on(local);
        return;
    }
    tell_all_again(local);
    keep(local);
    table_say(table, false, SAY("Repris.", "Taken back."));
    go_on(local);
}

static void end_outside(struct local *local, int loser)
{
    const struct bv_side *side = terms_of(local)->game->side;
    if (loser < 0)
        snprintf(local->outside, sizeof local->outside, "%s 1/2 %s 1/2 agreed", side[0].name,
                 side[1].name);
    else
        snprintf(local->outside, sizeof local->outside, "%s %d %s %d resigned", side[0].name,
                 loser != 0, side[1].name, loser != 1);
    drop_adviser(local);
    thinker_interrupt(&local->thinker);
    keep(local);
    go_on(local);
}

static void resign(struct local *local)
{
    struct table *table = &local->table;
    bv_seats who = table->acting ? table->acting : local->local_game.people;
    if (table->over) return;
    if (list_confirm(SAY("Abandonner la partie ?", "Resign the game?"), NULL, NULL))
        end_outside(local, bv_side_of(terms_of(local), __builtin_ctz(who)));
}

static void agree_on_draw(struct local *local)
{
    if (local->table.over) return;
    if (local->local_game.computer)
        table_say(&local->table, false,
                  SAY("L'ordinateur refuse la nulle.", "The computer declines the draw."));
    else if (list_confirm(SAY("Tous d'accord pour la nulle ?", "Does everybody agree to a draw?"),
                          NULL, NULL))
        end_outside(local, -1);
}

static void save(struct local *local, const char *path)
{
    struct bv_error error;
    if (local_game_save(&local->local_game, path, local->outside[0] ? local->outside : NULL,
                        &error))
        table_notice(&local->table, false, SAY("Enregistré dans %s.", "Saved in %s."), path);
    else
        table_notice(&local->table, true, "%s", error.text);
}

static bool grant(struct table *table, enum command command, const char *text)
{
    struct local *local = (struct local *)table;
    switch (command) {
    case COMMAND_UNDO:
    case COMMAND_ASK: take_back(local); return true;
    case COMMAND_HINT: ask_advice(local); return true;
    case COMMAND_RESIGN: resign(local); return true;
    case COMMAND_DRAW: agree_on_draw(local); return true;
    case COMMAND_SAVE: save(local, text); return true;
    default: return false;
    }
}

static void lift(struct table *table)
{
    struct local *local = (struct local *)table;
    local_game_hand_to(&local->local_game, table->curtain);
    table_forget_trail(table);
    table->notice[0] = '\0';
    go_on(local);
}

/* ---- Events ---------------------------------------------------------------------------------- */

static int descriptor(void *context)
{
    const struct local *local = context;
    return local->thinker.busy ? local->thinker.pipe[0] : -1;
}

static int milliseconds(void *context)
{
    (void)context;
    return -1;
}

static bool stir(void *context)
{
    struct local *local = context;
    struct table *table = &local->table;
    if (!thinker_done(&local->thinker)) return false;
    if (local->adviser) {
        if (local->thinker.answer.choices) tell_advice(local);
        drop_adviser(local);
        return true;
    }
    const struct search_answer *answer = &local->thinker.answer;
    if (!answer->choices) {
        table_say(table, true, SAY("L'ordinateur ne répond pas.", "The computer does not answer."));
        return true;
    }
    if (commit(local, answer->choice[0].seat, answer->choice[0].action)) go_on(local);
    return true;
}

static struct guest guest(struct table *table)
{
    return (struct guest){table, descriptor, milliseconds, stir};
}

static void leave(struct table *table)
{
    struct local *local = (struct local *)table;
    drop_adviser(local);
    thinker_close(&local->thinker);
    logbook_clear(&table->log);
    local_game_end(&local->local_game);
}

static const struct table_ways ways = {play, grant, lift, guest, leave};

/* ---- Opening --------------------------------------------------------------------------------- */

/* `GAME · level 4 holds SIDE`. */
static void put_heading(struct local *local)
{
    const struct bv_terms *terms = terms_of(local);
    const struct table_player *computer = local->local_game.computer;
    char *heading = local->table.heading;
    size_t size = sizeof local->table.heading;
    if (!computer) {
        snprintf(heading, size, "%s · %s", say_in(terms->game->name),
                 SAY("sur le même appareil", "on one device"));
        return;
    }
    int side = bv_side_of(terms, __builtin_ctz(computer->seats));
    if (local->local_game.spec.level)
        snprintf(heading, size,
                 SAY("%s · %s : ordinateur, niveau %d", "%s · %s: computer, level %d"),
                 say_in(terms->game->name), say_in(terms->game->side[side].title),
                 local->local_game.spec.level);
    else
        snprintf(heading, size, "%s · %s: %.100s", say_in(terms->game->name),
                 say_in(terms->game->side[side].title), local->local_game.spec.name);
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
    local->table.ways = &ways;
    local->table.curtain = -1;
    local->table.terms = terms_of(local);
    local->table.mine = local->local_game.people;
    name_computer(&local->local_game);
    put_heading(local);
    if (path) {
        snprintf(local->path, sizeof local->path, "%s", path);
    } else if (!keep_name_game(terms_of(local)->game->id, local->path)) {
        local->path[0] = '\0';
        table_say(&local->table, true,
                  SAY("Cette partie ne peut pas être enregistrée : aucun dossier où écrire.",
                      "This game cannot be saved: there is no folder to write to."));
    }
    local->table.onlooker = onlooker(local);
    tell_all_again(local);
    keep(local);
    go_on(local);
    return true;
}
