/* bivouac play --plain: a game in the terminal, line by line; also the fallback without a terminal.
 * */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/archive.h"
#include "cli/play.h"
#include "core/say.h"

struct tournament {
    const struct options *options;
    struct local_game local_game;
    bool stale; /* chance or the computer has acted since the board was drawn */
};

static struct session *session_of(const struct tournament *tournament)
{
    return tournament->local_game.session;
}

static const struct bv_terms *terms_of(const struct tournament *tournament)
{
    return &session_of(tournament)->terms;
}

static bool has_secrets(const struct tournament *tournament)
{
    return local_game_has_secrets(&tournament->local_game);
}

static const char *seat_title(const struct tournament *tournament, int seat)
{
    return say(tournament->options, terms_of(tournament)->form->seat[seat].title);
}

/* Whose view the screen shows: the person to act, or the only side that people hold. */
static int onlooker(const struct tournament *tournament)
{
    return tournament->local_game.viewer >= 0 ? tournament->local_game.viewer : BV_WATCHER;
}

static void show_board(const struct tournament *tournament)
{
    union bv_state view;
    bv_view(terms_of(tournament), &session_of(tournament)->state, onlooker(tournament), &view);
    putchar('\n');
    print_position(session_of(tournament), &view, onlooker(tournament), tournament->options);
}

/* Prints what happened, as far as the viewer may know. */
static void tell(const struct tournament *tournament, const struct happening *happening)
{
    const struct bv_terms *terms = terms_of(tournament);
    bv_seats audience = bv_seat_bit(onlooker(tournament));
    for (uint32_t i = 0; i < happening->count; i++) {
        const struct bv_event *event = &happening->event[i];
        char sentence[256];
        struct bv_out out = bv_out_into(sentence, sizeof sentence);
        /* The die's token and the prompt show these already. */
        if (event->kind == BV_EVENT_TURN || event->kind == BV_EVENT_ROLLED) continue;
        if (!(event->audience & audience)) continue;
        bv_say(terms, event, tournament->options->language == FRENCH, &out);
        printf("  %s\n", sentence);
    }
}

/* Plays an action; false after printing an error. */
static bool commit(struct tournament *tournament, int seat, bv_action action)
{
    struct happening happening;
    struct bv_error error;
    if (!local_game_play(&tournament->local_game, seat, action, &happening, &error)) {
        complain(EXIT_FAILED, "%s", error.text);
        return false;
    }
    tell(tournament, &happening);
    return true;
}

static void take_back(struct tournament *tournament)
{
    if (local_game_take_back(&tournament->local_game)) {
        show_board(tournament);
        return;
    }
    puts(say(tournament->options,
             (struct bv_text){"Rien à reprendre : le sort ou l'adversaire a joué depuis.",
                              "Nothing to take back: chance or the opponent has acted since."}));
}

/* ---- Commands -------------------------------------------------------------------------------- */

static void print_help(const struct tournament *tournament)
{
    puts(say(
        tournament->options,
        (struct bv_text){"Écrivez un coup comme dans les règles (docs/rules/), ou :\n"
                         "  ?         cette aide            list    tous les coups permis\n"
                         "  board     redessiner            undo    reprendre son dernier coup\n"
                         "  save F    enregistrer dans F    hint    un conseil\n"
                         "  quit      sortir\n"
                         "« . » finit une phase ou un tour. Plusieurs places : PLACE COUP.",
                         "Write a token as in the rules (docs/rules/), or:\n"
                         "  ?         this help             list    all legal tokens\n"
                         "  board     draw again            undo    take back your last token\n"
                         "  save F    save into F           hint    some advice\n"
                         "  quit      leave\n"
                         "'.' ends a phase or a turn. If several seats may act: SEAT TOKEN."}));
}

static void print_menu(struct tournament *tournament, bv_seats acting)
{
    struct bv_menu *menu = &session_of(tournament)->menu;
    for (; acting; acting &= acting - 1) {
        int seat = __builtin_ctz(acting);
        int column = 0;
        bv_menu_make(terms_of(tournament), &session_of(tournament)->state, seat, menu);
        printf("%s:", terms_of(tournament)->form->seat[seat].name);
        for (uint32_t i = 0; i < menu->count; i++) {
            column += printf(" %s", bv_menu_token(menu, i));
            if (column > 70 && i + 1 < menu->count) column = printf("\n ") - 1;
        }
        putchar('\n');
    }
}

static void refuse(const struct tournament *tournament, const char *token, int seat)
{
    char nearest[256];
    struct bv_out out = bv_out_into(nearest, sizeof nearest);
    bv_put_nearest(&session_of(tournament)->menu, bv_span_of(token), &out);
    printf(say(tournament->options,
               (struct bv_text){"« %s » n'est pas permis ici (%s). Au plus près :%s\n",
                                "'%s' is not legal here (%s). Nearest:%s\n"}),
           token, seat_title(tournament, seat), nearest);
}

/* A token, perhaps after the name of its seat, for one of `acting`. False only when out of memory.
 * */
static bool try_token(struct tournament *tournament, bv_seats acting, const char *line)
{
    const struct bv_terms *terms = terms_of(tournament);
    struct session *session = session_of(tournament);
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
        return commit(tournament, seat, action);
    }
    if (acting)
        refuse(tournament, line, seat);
    else
        puts(say(tournament->options, (struct bv_text){"Ce n'est pas à cette place de jouer.",
                                                       "That seat is not to act now."}));
    return true;
}

static bool save(const struct tournament *tournament, const char *path)
{
    struct bv_error error;
    bool good = local_game_save(&tournament->local_game, path, NULL, &error);
    if (good)
        printf(
            say(tournament->options, (struct bv_text){"Enregistré dans %s.\n", "Saved in %s.\n"}),
            path);
    else
        complain(EXIT_FAILED, "%s", error.text);
    return good;
}

enum turn { PLAY_ON, LEAVE, FAILED };

static enum turn obey(struct tournament *tournament, bv_seats acting, char *line)
{
    if (!*line || strcmp(line, "?") == 0 || strcmp(line, "help") == 0) {
        print_help(tournament);
    } else if (strcmp(line, "list") == 0) {
        print_menu(tournament, acting);
    } else if (strcmp(line, "board") == 0) {
        show_board(tournament);
    } else if (strcmp(line, "undo") == 0) {
        take_back(tournament);
    } else if (strncmp(line, "save ", 5) == 0) {
        save(tournament, line + 5);
    } else if (strcmp(line, "hint") == 0) {
        advise(tournament->options, session_of(tournament), __builtin_ctz(acting));
    } else if (strcmp(line, "quit") == 0) {
        return LEAVE;
    } else if (!try_token(tournament, acting, line)) {
        return FAILED;
    }
    return PLAY_ON;
}

/* Before another person's secrets are shown, the screen is cleared and handed over. */
static bool hand_over(struct tournament *tournament, int seat)
{
    char line[8];
    char prompt[256];
    if (local_game_must_hand_over(&tournament->local_game)) {
        snprintf(prompt, sizeof prompt,
                 say(tournament->options,
                     (struct bv_text){
                         "%sÀ %s de jouer : que les autres joueurs se détournent, puis Entrée ",
                         "%s%s to play: other players look away, then press Enter "}),
                 isatty(STDOUT_FILENO) ? "\x1b[2J\x1b[3J\x1b[H" : "\n\n",
                 seat_title(tournament, seat));
        if (!ask(prompt, line, sizeof line)) return false;
    }
    local_game_hand_to(&tournament->local_game, seat);
    show_board(tournament);
    return true;
}

static enum turn person_acts(struct tournament *tournament)
{
    char line[256];
    char prompt[128];
    bv_seats acting = local_game_to_act(&tournament->local_game);
    int seat = __builtin_ctz(acting);
    if (tournament->local_game.viewer != seat) {
        if (!hand_over(tournament, seat)) return LEAVE;
    } else if (tournament->stale) {
        show_board(tournament);
    }
    tournament->stale = false;
    snprintf(prompt, sizeof prompt, "%s (%s) > ", seat_title(tournament, seat),
             terms_of(tournament)->form->seat[seat].name);
    if (!ask(prompt, line, sizeof line)) return LEAVE;
    return obey(tournament, acting, line);
}

/* Chance, or the computer. */
static enum turn others_act(struct tournament *tournament, bv_seats acting)
{
    const struct bv_terms *terms = terms_of(tournament);
    int seat = BV_CHANCE;
    bv_action action = 0;
    if (!local_game_ask_others(&tournament->local_game, acting, &seat, &action)) {
        complain(EXIT_FAILED, "the computer does not answer");
        return FAILED;
    }
    tournament->stale = true;
    if (!has_secrets(tournament) || seat == BV_CHANCE) {
        char token[BV_TOKEN_MAX];
        struct bv_out out = bv_out_into(token, sizeof token);
        terms->game->token(terms, action, &out);
        printf("%s: %s\n", seat == BV_CHANCE ? "#" : seat_title(tournament, seat), token);
        fflush(stdout);
    }
    return commit(tournament, seat, action) ? PLAY_ON : FAILED;
}

static void announce_result(const struct tournament *tournament)
{
    char text[512];
    struct bv_out out = bv_out_into(text, sizeof text);
    show_board(tournament);
    put_result(terms_of(tournament), &session_of(tournament)->state,
               tournament->options->language == FRENCH, &out);
    puts(text);
}

static int play_tournament(struct tournament *tournament)
{
    const struct bv_terms *terms = terms_of(tournament);
    enum turn turn = PLAY_ON;
    bv_seats acting = 0;
    print_help(tournament);
    while (turn == PLAY_ON &&
           (acting = terms->game->to_act(terms, &session_of(tournament)->state))) {
        bv_seats others = acting & ~tournament->local_game.people;
        turn = others ? others_act(tournament, others) : person_acts(tournament);
    }
    if (turn == FAILED) return EXIT_FAILED;
    if (!acting) announce_result(tournament);
    if (tournament->options->save && !save(tournament, tournament->options->save))
        return EXIT_FAILED;
    return EXIT_DONE;
}

/* A new game, or the one of --resume. */
static bool sit_down(struct tournament *tournament)
{
    const struct options *options = tournament->options;
    uint64_t seed = seed_of(options);
    if (options->resume) {
        struct saved_game *saved = open_saved_game(options->resume);
        if (saved) local_game_resume(&tournament->local_game, saved, seed);
        return saved;
    }
    struct session *session = open_session(options);
    if (session) local_game_begin(&tournament->local_game, session, seed);
    return session;
}

int play_plain(const struct options *options)
{
    struct options own = *options;
    struct tournament tournament = {.options = &own};
    struct bv_error error;
    if (!own.has_game && !own.resume) {
        own.request.game = pick_game(&own, &own.against);
        if (!own.request.game) return EXIT_DONE;
    }
    if (!sit_down(&tournament)) return EXIT_FAILED;
    int code = local_game_seat(&tournament.local_game, own.against, own.side, &error)
                   ? play_tournament(&tournament)
                   : complain(EXIT_MISUSED, "%s", error.text);
    local_game_end(&tournament.local_game);
    return code;
}
