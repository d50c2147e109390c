/* bivouac play: a game in the terminal, line by line. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/play.h"
#include "core/lots.h"
#include "core/say.h"

static const struct bv_terms *terms_of(const struct evening *evening)
{
    return &evening->session->terms;
}

static bool has_secrets(const struct evening *evening)
{
    return terms_of(evening)->game->flags & BV_HAS_SECRETS;
}

static const char *seat_title(const struct evening *evening, int seat)
{
    return say(evening->options, terms_of(evening)->form->seat[seat].title);
}

/* Whose knowledge the screen shows: the person to act, or the only side that people hold. */
static int onlooker(const struct evening *evening)
{
    return evening->shown_to >= 0 ? evening->shown_to : BV_WATCHER;
}

static void show_board(const struct evening *evening)
{
    union bv_state view;
    bv_view(terms_of(evening), &evening->session->state, onlooker(evening), &view);
    putchar('\n');
    print_position(evening->session, &view, evening->options);
}

/* What has come to light cannot be taken back. */
static bool reveals(const struct bv_event *event)
{
    return event->kind == BV_EVENT_SHOWN || event->kind == BV_EVENT_MISSED ||
           event->kind == BV_EVENT_DESTROYED || event->kind == BV_EVENT_FOUGHT;
}

/* Says what happened, as far as the onlooker may know. */
static void tell(struct evening *evening, const union bv_state *before, int seat, bv_action action)
{
    struct bv_event event[BV_EVENTS_MAX];
    const struct bv_terms *terms = terms_of(evening);
    bv_seats audience = bv_seat_bit(onlooker(evening));
    uint32_t count =
        terms->game->events(terms, before, seat, action, &evening->session->state, event);
    for (uint32_t i = 0; i < count; i++) {
        char sentence[256];
        struct bv_out out = bv_out_into(sentence, sizeof sentence);
        if (has_secrets(evening) && reveals(&event[i])) evening->undo_count = 0;
        /* The die's token and the prompt say these already. */
        if (event[i].kind == BV_EVENT_TURN || event[i].kind == BV_EVENT_ROLLED) continue;
        if (!(event[i].audience & audience)) continue;
        bv_say(terms, &event[i], evening->options->language == FRENCH, &out);
        printf("  %s\n", sentence);
    }
}

/* Plays an action that is known to be legal. */
static bool commit(struct evening *evening, int seat, bv_action action)
{
    union bv_state before;
    struct session *session = evening->session;
    bv_state_copy(session->terms.game, &before, &session->state);
    bv_apply(&session->terms, &session->state, seat, action, &session->past);
    if (!remember(&evening->history, seat, action)) {
        complain(EXIT_FAILED, "out of memory");
        return false;
    }
    if (evening->computer) {
        bv_seated_observe(evening->computer, &session->terms, &session->state);
        if (evening->people & bv_seat_bit(seat)) bv_seated_turn_over(evening->computer);
    }
    tell(evening, &before, seat, action);
    return true;
}

/* ---- Taking back ---------------------------------------------------------------------------------------
 * Until chance has acted. In a game with secrets only one's own tokens, until something came to light; in the
 * others people at one screen may go back as far as they like, over the computer's replies too.
 */

static bool keep_for_undo(struct evening *evening)
{
    if (evening->undo_count == evening->undo_room) {
        size_t room = evening->undo_room ? 2 * evening->undo_room : 64;
        union bv_state *more = realloc(evening->undo, room * sizeof *more);
        if (!more) return false;
        evening->undo = more;
        evening->undo_room = room;
    }
    evening->undo[evening->undo_count++] = evening->session->state;
    return true;
}

static void take_back(struct evening *evening)
{
    struct session *session = evening->session;
    int seat = BV_CHANCE;
    while (evening->undo_count && !(evening->people & bv_seat_bit(seat))) {
        session->state = evening->undo[--evening->undo_count];
        seat = evening->history.played[--evening->history.count].seat;
    }
    if (!(evening->people & bv_seat_bit(seat))) {
        puts(
            say(evening->options,
                (struct bv_text){"Rien à reprendre : le sort ou l'adversaire a joué depuis.",
                                 "Nothing to take back: chance or the opponent has acted since."}));
        return;
    }
    /* The past is made again from the history: take-backs are rare, and this cannot go wrong. */
    union bv_state state;
    session->past.count = 0;
    session->terms.game->start(&session->terms, &state);
    for (size_t i = 0; i < evening->history.count; i++)
        bv_apply(&session->terms, &state, evening->history.played[i].seat,
                 evening->history.played[i].action, &session->past);
    if (evening->computer) bv_seated_begin(evening->computer, &session->terms);
    show_board(evening);
}

/* ---- What people say ----------------------------------------------------------------------------------- */

static void print_help(const struct evening *evening)
{
    puts(say(
        evening->options,
        (struct bv_text){"Écrivez un coup comme dans les règles (docs/rules/), ou :\n"
                         "  ?         cette aide            list    tous les coups permis\n"
                         "  board     redessiner            undo    reprendre son dernier coup\n"
                         "  save F    enregistrer dans F    hint    un conseil\n"
                         "  quit      sortir\n"
                         "« . » finit une phase ou un tour. À plusieurs : PLACE COUP.",
                         "Write a token as in the rules (docs/rules/), or:\n"
                         "  ?         this help             list    all legal tokens\n"
                         "  board     draw again            undo    take back your last token\n"
                         "  save F    save into F           hint    some advice\n"
                         "  quit      leave\n"
                         "'.' ends a phase or a turn. Where several may act: SEAT TOKEN."}));
}

static void print_menu(struct evening *evening, bv_seats acting)
{
    struct bv_menu *menu = &evening->session->menu;
    for (; acting; acting &= acting - 1) {
        int seat = __builtin_ctz(acting);
        int column = 0;
        bv_menu_make(terms_of(evening), &evening->session->state, seat, menu);
        printf("%s:", terms_of(evening)->form->seat[seat].name);
        for (uint32_t i = 0; i < menu->count; i++) {
            column += printf(" %s", bv_menu_token(menu, i));
            if (column > 70 && i + 1 < menu->count) column = printf("\n ") - 1;
        }
        putchar('\n');
    }
}

static void refuse(const struct evening *evening, const char *token, int seat)
{
    char nearest[256];
    struct bv_out out = bv_out_into(nearest, sizeof nearest);
    bv_put_nearest(&evening->session->menu, bv_span_of(token), &out);
    printf(say(evening->options,
               (struct bv_text){"« %s » n'est pas permis ici (%s). Au plus près :%s\n",
                                "'%s' is not legal here (%s). Nearest:%s\n"}),
           token, seat_title(evening, seat), nearest);
}

/* A token, perhaps after the name of its seat, for one of `acting`. False only when out of memory. */
static bool try_token(struct evening *evening, bv_seats acting, const char *line)
{
    const struct bv_terms *terms = terms_of(evening);
    struct session *session = evening->session;
    struct bv_span token = bv_span_of(line);
    struct bv_span rest = token;
    struct bv_span word = {0};
    bv_take_word(&rest, &word);
    int named = rest.length ? bv_seat_named(terms, word) : -1;
    if (named >= 0) {
        token = rest;
        acting &= bv_seat_bit(named);
    }
    uint32_t at = 0;
    int seat = 0;
    for (bv_seats left = acting; left; left &= left - 1) {
        seat = __builtin_ctz(left);
        bv_menu_make(terms, &session->state, seat, &session->menu);
        if (!bv_menu_find(&session->menu, token, &at)) continue;
        bv_action action = session->menu.item[at].action;
        return keep_for_undo(evening) && commit(evening, seat, action);
    }
    if (acting)
        refuse(evening, line, seat);
    else
        puts(say(evening->options, (struct bv_text){"Ce n'est pas à cette place de jouer.",
                                                    "That seat is not to act now."}));
    return true;
}

enum turn { PLAY_ON, LEAVE, FAILED };

static enum turn obey(struct evening *evening, bv_seats acting, char *line)
{
    if (!*line || strcmp(line, "?") == 0 || strcmp(line, "help") == 0) {
        print_help(evening);
    } else if (strcmp(line, "list") == 0) {
        print_menu(evening, acting);
    } else if (strcmp(line, "board") == 0) {
        show_board(evening);
    } else if (strcmp(line, "undo") == 0) {
        take_back(evening);
    } else if (strncmp(line, "save ", 5) == 0) {
        if (save_record(evening, line + 5))
            printf(
                say(evening->options, (struct bv_text){"Enregistré dans %s.\n", "Saved in %s.\n"}),
                line + 5);
    } else if (strcmp(line, "hint") == 0) {
        advise(evening->options, evening->session, __builtin_ctz(acting));
    } else if (strcmp(line, "quit") == 0) {
        return LEAVE;
    } else if (!try_token(evening, acting, line)) {
        return FAILED;
    }
    return PLAY_ON;
}

/* Before another person's secrets come on the screen, it is cleared and handed over. */
static bool hand_over(struct evening *evening, int seat)
{
    char line[8];
    char prompt[256];
    bool first = evening->shown_to < 0;
    bool several = evening->people & (evening->people - 1);
    if (has_secrets(evening) && several && !first) {
        snprintf(prompt, sizeof prompt,
                 say(evening->options,
                     (struct bv_text){"%sÀ %s de jouer : les autres se détournent. Entrée ",
                                      "%s%s to play: others look away. Enter "}),
                 isatty(STDOUT_FILENO) ? "\x1b[2J\x1b[3J\x1b[H" : "\n\n",
                 seat_title(evening, seat));
        if (!ask(prompt, line, sizeof line)) return false;
    }
    evening->shown_to = seat;
    show_board(evening);
    return true;
}

static enum turn person_acts(struct evening *evening, bv_seats acting)
{
    char line[256];
    char prompt[128];
    int seat = __builtin_ctz(acting);
    if (evening->shown_to != seat) {
        if (has_secrets(evening)) evening->undo_count = 0;
        if (!hand_over(evening, seat)) return LEAVE;
    } else if (evening->stale) {
        show_board(evening);
    }
    evening->stale = false;
    snprintf(prompt, sizeof prompt, "%s (%s) > ", seat_title(evening, seat),
             terms_of(evening)->form->seat[seat].name);
    if (!ask(prompt, line, sizeof line)) return LEAVE;
    return obey(evening, acting, line);
}

/* The die, or whoever holds the seats that people do not. */
static enum turn others_act(struct evening *evening, bv_seats acting)
{
    struct session *session = evening->session;
    const struct bv_terms *terms = &session->terms;
    int seat = BV_CHANCE;
    bv_action action = 0;
    if (acting & bv_seat_bit(BV_CHANCE)) {
        action = bv_draw_outcome(terms, &session->state, &evening->random);
    } else {
        struct bv_answer answer;
        bv_seated_ask(evening->computer, terms, &session->state, &session->past, acting, &answer);
        if (!answer.choices) {
            complain(EXIT_FAILED, "the opponent gives no answer");
            return FAILED;
        }
        seat = answer.choice[0].seat;
        action = answer.choice[0].action;
    }
    if (seat == BV_CHANCE || has_secrets(evening))
        evening->undo_count = 0;
    else if (!keep_for_undo(evening))
        return FAILED;
    evening->stale = true;
    if (!has_secrets(evening) || seat == BV_CHANCE) {
        char token[BV_TOKEN_MAX];
        struct bv_out out = bv_out_into(token, sizeof token);
        terms->game->token(terms, action, &out);
        printf("%s: %s\n", seat == BV_CHANCE ? "#" : seat_title(evening, seat), token);
        fflush(stdout);
    }
    return commit(evening, seat, action) ? PLAY_ON : FAILED;
}

static void announce_result(const struct evening *evening)
{
    const struct bv_terms *terms = terms_of(evening);
    struct bv_result result = terms->game->result(terms, &evening->session->state);
    show_board(evening);
    const char *reason = say(evening->options, terms->game->reason[result.reason].title);
    if (result.half_points[0] == 1)
        printf(say(evening->options, (struct bv_text){"Partie nulle : %s.\n", "Drawn: %s.\n"}),
               reason);
    else
        printf(say(evening->options, (struct bv_text){"%s gagne : %s.\n", "%s wins: %s.\n"}),
               say(evening->options, terms->game->side[result.half_points[1] == 2].title), reason);
    if (result.has_margin)
        printf(say(evening->options, (struct bv_text){"Écart : %d.\n", "Margin: %d.\n"}),
               (int)result.margin);
}

static int play_evening(struct evening *evening)
{
    const struct bv_terms *terms = terms_of(evening);
    enum turn turn = PLAY_ON;
    bv_seats acting = 0;
    print_help(evening);
    while (turn == PLAY_ON && (acting = terms->game->to_act(terms, &evening->session->state))) {
        bv_seats people = acting & evening->people;
        if (acting & ~evening->people)
            turn = others_act(evening, acting & ~evening->people);
        else
            turn = person_acts(evening, people);
    }
    if (turn == FAILED) return EXIT_FAILED;
    if (!acting) announce_result(evening);
    if (evening->options->save && !save_record(evening, evening->options->save)) return EXIT_FAILED;
    return EXIT_DONE;
}

/* ---- Sitting down --------------------------------------------------------------------------------------- */

/* People hold every seat, or only those of the side they chose; the computer then holds the others. */
static int seat_everybody(struct evening *evening, const char *against)
{
    struct bv_error error;
    static struct bv_entrant entrant;
    const struct bv_terms *terms = terms_of(evening);
    const struct bv_side *sides = terms->game->side;
    const char *chosen = evening->options->side ? evening->options->side : sides[0].name;
    bool alone = against && strcmp(against, "person") != 0;
    if (strcmp(chosen, sides[0].name) != 0 && strcmp(chosen, sides[1].name) != 0)
        return complain(EXIT_MISUSED, "--side is %s or %s, not '%s'", sides[0].name, sides[1].name,
                        chosen);
    bv_seats others = 0;
    for (int seat = 0; seat < terms->form->seats; seat++) {
        bool own = !alone || strcmp(sides[bv_side_of(terms, seat)].name, chosen) == 0;
        *(own ? &evening->people : &others) |= bv_seat_bit(seat);
    }
    if (!alone) return EXIT_DONE;
    if (!bv_entrant_read(&entrant, terms->game, against, &error))
        return complain(EXIT_MISUSED, "--against is person, or a player: %s", error.text);
    evening->computer = bv_entrant_sit(&entrant, terms);
    if (!evening->computer) return complain(EXIT_FAILED, "the computer could not sit down");
    evening->computer->seats = others;
    evening->computer->random = bv_random_seeded(bv_random_word(&evening->random));
    bv_seated_begin(evening->computer, terms);
    return EXIT_DONE;
}

static int run(const struct options *options)
{
    struct options own = *options;
    struct evening evening = {.options = &own, .shown_to = -1};
    if (own.operands)
        return complain(EXIT_MISUSED, "play takes no '%s'; see 'bivouac play --help'",
                        own.operand[0]);
    if (!own.has_game && !own.resume) {
        own.request.game = pick_game(&own, &own.against);
        if (!own.request.game) return EXIT_DONE;
    }
    if (own.resume ? !resume_record(&evening, own.resume) : !(evening.session = open_session(&own)))
        return EXIT_FAILED;
    if (!*evening.begun) put_now(evening.begun);
    evening.random =
        bv_random_seeded(own.has_seed ? own.seed : (uint64_t)time(NULL) ^ (uint64_t)getpid() << 32);
    int code = seat_everybody(&evening, own.against);
    if (code == EXIT_DONE) code = play_evening(&evening);
    bv_entrant_leave(evening.computer);
    free(evening.undo);
    if (evening.resumed) {
        evening.resumed->history = evening.history;
        close_saved_game(evening.resumed);
    } else {
        free(evening.history.played);
        close_session(evening.session);
    }
    return code;
}

const struct command command_play = {
    .name = "play",
    .usage = "[GAME] [--against person|level:1..8] [--side SIDE] [--save FILE] [--resume FILE]",
    .summary = {"Joue dans le terminal : à deux, ou contre l'ordinateur.",
                "Plays in the terminal: two people, or against the computer."},
    .help = {"Sans JEU, propose les cinq. Les coups s'écrivent comme dans les règles.\n"
             "  --against level:4  l'ordinateur, du niveau 1 à 8, tient l'autre camp\n"
             "  --side CAMP        le camp que l'on tient contre lui\n"
             "  --seed N           les mêmes dés que la dernière fois\n"
             "  --save FICHIER     enregistre la partie en sortant ; --resume la reprend\n"
             "  --set lecture=valeur, --seats K, --board FICHIER, --lang fr|en, --ascii",
             "Without a GAME, offers the five. Tokens are written as in the rules.\n"
             "  --against level:4  the computer, level 1 to 8, holds the other side\n"
             "  --side SIDE        the side one holds against it\n"
             "  --seed N           the same dice as last time\n"
             "  --save FILE        saves the game on leaving; --resume takes it up again\n"
             "  --set reading=value, --seats K, --board FILE, --lang fr|en, --ascii"},
    .takes = TAKES_GAME | GAME_OPTIONAL | TAKES_PLAY | TAKES_SEED | TAKES_LOOKS | TAKES_LANGUAGE,
    .run = run,
};
