/* bivouac play --plain: a game in the terminal, line by line; also the fallback without a terminal.
 * */
#include <ctype.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "core/say.h"
#include "play/local_game.h"
#include "search/levels.h"
#include "tui/tui.h"

struct plain_game {
    struct local_game game;
    bool stale; /* chance or the computer has acted since the board was drawn */
};

/* Reads one line without its newline and the blanks around it; false at the end of input. */
static bool ask(const char *prompt, char *line, size_t size)
{
    fputs(prompt, stdout);
    fflush(stdout);
    if (!fgets(line, (int)size, stdin)) return false;
    size_t length = strlen(line);
    if (length && line[length - 1] != '\n') /* too long: drop the rest, the token is wrong anyway */
        for (int c = getchar(); c != EOF && c != '\n';) c = getchar();
    while (length && isspace((unsigned char)line[length - 1])) line[--length] = '\0';
    size_t blanks = strspn(line, " \t");
    memmove(line, line + blanks, length - blanks + 1);
    return true;
}

static struct session *session_of(const struct plain_game *plain)
{
    return plain->game.session;
}

static const struct bv_terms *terms_of(const struct plain_game *plain)
{
    return &session_of(plain)->terms;
}

static bool has_secrets(const struct plain_game *plain)
{
    return local_game_has_secrets(&plain->game);
}

static const char *seat_title(const struct plain_game *plain, int seat)
{
    return say(terms_of(plain)->form->seat[seat].title);
}

/* Whose view the screen shows: the person to act, or the only side that people hold. */
static int onlooker(const struct plain_game *plain)
{
    return plain->game.viewer >= 0 ? plain->game.viewer : BV_WATCHER;
}

static void show_board(const struct plain_game *plain)
{
    union bv_state view;
    bv_view(terms_of(plain), &session_of(plain)->state, onlooker(plain), &view);
    putchar('\n');
    print_position(terms_of(plain), &view, onlooker(plain));
}

/* Prints what happened, as far as the viewer may know. */
static void print_effects(const struct plain_game *plain, const struct local_game_effects *effects)
{
    const struct bv_terms *terms = terms_of(plain);
    bv_seats audience = bv_seat_bit(onlooker(plain));
    for (uint32_t i = 0; i < effects->count; i++) {
        const struct bv_event *event = &effects->event[i];
        char sentence[256];
        struct bv_out out = bv_out_into(sentence, sizeof sentence);
        /* The die's token and the prompt show these already. */
        if (event->kind == BV_EVENT_TURN || event->kind == BV_EVENT_ROLLED) continue;
        if (!(event->audience & audience)) continue;
        bv_say(terms, event, language_is_french(), &out);
        printf("  %s\n", sentence);
    }
}

/* Plays an action; false after printing an error. */
static bool commit(struct plain_game *plain, int seat, bv_action action)
{
    struct local_game_effects effects;
    struct bv_error error;
    if (!local_game_play(&plain->game, seat, action, &effects, &error)) {
        complain(EXIT_FAILED, "%s", error.text);
        return false;
    }
    print_effects(plain, &effects);
    return true;
}

static void take_back(struct plain_game *plain)
{
    if (local_game_take_back(&plain->game)) {
        show_board(plain);
        return;
    }
    puts(SAY("Rien à reprendre : le sort ou l'adversaire a joué depuis.",
             "Nothing to take back: chance or the opponent has acted since."));
}

/* ---- Commands -------------------------------------------------------------------------------- */

static void print_plain_help(void)
{
    puts(SAY("Écrivez un coup comme dans les règles (« bivouac rules JEU »), ou :\n"
             "  ?         cette aide            list    tous les coups permis\n"
             "  board     redessiner            undo    reprendre son dernier coup\n"
             "  save F    enregistrer dans F    hint    un conseil\n"
             "  quit      sortir\n"
             "« . » finit une phase ou un tour. Plusieurs places : PLACE COUP.",
             "Write a token as in the rules ('bivouac rules GAME'), or:\n"
             "  ?         this help             list    all legal tokens\n"
             "  board     draw again            undo    take back your last token\n"
             "  save F    save into F           hint    some advice\n"
             "  quit      leave\n"
             "'.' ends a phase or a turn. If several seats may act: SEAT TOKEN."));
}

static void print_menu(struct plain_game *plain, bv_seats acting)
{
    struct bv_menu *menu = &session_of(plain)->menu;
    for (; acting; acting &= acting - 1) {
        int seat = __builtin_ctz(acting);
        int column = 0;
        bv_menu_make(terms_of(plain), &session_of(plain)->state, seat, menu);
        printf("%s:", terms_of(plain)->form->seat[seat].name);
        for (uint32_t i = 0; i < menu->count; i++) {
            column += printf(" %s", bv_menu_token(menu, i));
            if (column > 70 && i + 1 < menu->count) column = printf("\n ") - 1;
        }
        putchar('\n');
    }
}

static void refuse(const struct plain_game *plain, const char *token, int seat)
{
    char nearest[256];
    struct bv_out out = bv_out_into(nearest, sizeof nearest);
    bv_put_nearest(&session_of(plain)->menu, bv_span_of(token), &out);
    printf(SAY("« %s » n'est pas permis ici (%s). Au plus près :%s\n",
               "'%s' is not legal here (%s). Nearest:%s\n"),
           token, seat_title(plain, seat), nearest);
}

/* A token, perhaps after the name of its seat, for one of `acting`. False only when out of memory.
 * */
static bool try_token(struct plain_game *plain, bv_seats acting, const char *line)
{
    const struct bv_terms *terms = terms_of(plain);
    struct session *session = session_of(plain);
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
        return commit(plain, seat, action);
    }
    if (acting)
        refuse(plain, line, seat);
    else
        puts(SAY("Ce n'est pas à cette place de jouer.", "That seat is not to act now."));
    return true;
}

static bool save(const struct plain_game *plain, const char *path)
{
    struct bv_error error;
    bool good = local_game_save(&plain->game, path, &error);
    if (good)
        printf(SAY("Enregistré dans %s.\n", "Saved in %s.\n"), path);
    else
        complain(EXIT_FAILED, "%s", error.text);
    return good;
}

enum turn { PLAY_ON, LEAVE, FAILED };

static enum turn obey(struct plain_game *plain, bv_seats acting, char *line)
{
    if (!*line || strcmp(line, "?") == 0 || strcmp(line, "help") == 0) {
        print_plain_help();
    } else if (strcmp(line, "list") == 0) {
        print_menu(plain, acting);
    } else if (strcmp(line, "board") == 0) {
        show_board(plain);
    } else if (strcmp(line, "undo") == 0) {
        take_back(plain);
    } else if (strncmp(line, "save ", 5) == 0) {
        save(plain, line + 5);
    } else if (strcmp(line, "hint") == 0) {
        advise(session_of(plain), __builtin_ctz(acting), 2);
    } else if (strcmp(line, "quit") == 0) {
        return LEAVE;
    } else if (!try_token(plain, acting, line)) {
        return FAILED;
    }
    return PLAY_ON;
}

/* Before another person's secrets are shown, the screen is cleared and handed over. */
static bool hand_over(struct plain_game *plain, int seat)
{
    char line[8];
    char prompt[256];
    if (local_game_must_hand_over(&plain->game)) {
        snprintf(prompt, sizeof prompt,
                 SAY("%sÀ %s de jouer : que les autres joueurs se détournent, puis Entrée ",
                     "%s%s to play: other players look away, then press Enter "),
                 isatty(STDOUT_FILENO) ? "\x1b[2J\x1b[3J\x1b[H" : "\n\n", seat_title(plain, seat));
        if (!ask(prompt, line, sizeof line)) return false;
    }
    local_game_hand_to(&plain->game, seat);
    show_board(plain);
    return true;
}

static enum turn person_acts(struct plain_game *plain)
{
    char line[256];
    char prompt[128];
    bv_seats acting = local_game_to_act(&plain->game);
    int seat = __builtin_ctz(acting);
    if (plain->game.viewer != seat) {
        if (!hand_over(plain, seat)) return LEAVE;
    } else if (plain->stale) {
        show_board(plain);
    }
    plain->stale = false;
    snprintf(prompt, sizeof prompt, "%s (%s) > ", seat_title(plain, seat),
             terms_of(plain)->form->seat[seat].name);
    if (!ask(prompt, line, sizeof line)) return LEAVE;
    return obey(plain, acting, line);
}

/* Chance, or the computer. */
static enum turn others_act(struct plain_game *plain, bv_seats acting)
{
    const struct bv_terms *terms = terms_of(plain);
    int seat = BV_CHANCE;
    bv_action action = 0;
    const char *reason = plain->game.computer ? player_spec_complaint(plain->game.computer) : "";
    if (!local_game_ask_others(&plain->game, acting, &seat, &action)) {
        complain(EXIT_FAILED, "%s", *reason ? reason : "the computer does not answer");
        return FAILED;
    }
    plain->stale = true;
    if (!has_secrets(plain) || seat == BV_CHANCE) {
        char token[BV_TOKEN_MAX];
        struct bv_out out = bv_out_into(token, sizeof token);
        terms->game->token(terms, action, &out);
        printf("%s: %s\n", seat == BV_CHANCE ? "#" : seat_title(plain, seat), token);
        fflush(stdout);
    }
    return commit(plain, seat, action) ? PLAY_ON : FAILED;
}

static void announce_result(const struct plain_game *plain)
{
    char text[512];
    struct bv_out out = bv_out_into(text, sizeof text);
    show_board(plain);
    put_result(terms_of(plain), &session_of(plain)->state, language_is_french(), &out);
    puts(text);
}

/* `path`: where the game is saved at the end; NULL: nowhere. */
static int play_to_the_end(struct plain_game *plain, const char *path)
{
    const struct bv_terms *terms = terms_of(plain);
    enum turn turn = PLAY_ON;
    bv_seats acting = 0;
    print_plain_help();
    while (turn == PLAY_ON && (acting = terms->game->to_act(terms, &session_of(plain)->state))) {
        bv_seats others = acting & ~plain->game.people;
        turn = others ? others_act(plain, others) : person_acts(plain);
    }
    if (turn == FAILED) return EXIT_FAILED;
    if (!acting) announce_result(plain);
    return path && !save(plain, path) ? EXIT_FAILED : EXIT_DONE;
}

static int ask_number(const char *prompt, int most)
{
    char line[64];
    int number = 0;
    while (ask(prompt, line, sizeof line)) {
        if (strcmp(line, "q") == 0) return 0;
        if (bv_number_of(bv_span_of(line), 1, most, &number)) return number;
        printf(SAY("Un nombre de 1 à %d, ou q pour sortir.\n",
                   "A number from 1 to %d, or q to leave.\n"),
               most);
    }
    return 0;
}

/* Asks for a game and an opponent; false if the player leaves. */
static bool ask_game(struct tui_plan *plan)
{
    static const char *const level[LEVELS] = {"level:1", "level:2", "level:3", "level:4",
                                              "level:5", "level:6", "level:7", "level:8"};
    puts(SAY("Bivouac, cinq jeux de guerre français.\n", "Bivouac, five French war games.\n"));
    for (size_t i = 0; i < bv_game_count; i++)
        printf("  %zu  %s\n     %s\n", i + 1, say(bv_games[i]->name), say(bv_games[i]->about));
    putchar('\n');
    int game =
        ask_number(SAY("Quel jeu ? (q : sortir) ", "Which game? (q: leave) "), (int)bv_game_count);
    if (!game) return false;
    printf("\n  1  %s\n  2  %s\n\n",
           SAY("À deux, sur le même appareil", "Two people, on one device"),
           SAY("Contre l'ordinateur", "Against the computer"));
    int mode = ask_number(SAY("Comment ? ", "How? "), 2);
    if (!mode) return false;
    int number = 0;
    if (mode == 2) {
        number = ask_number(SAY("Quel niveau, de 1 (un enfant gagne) à 8 (le plus fort) ? ",
                                "Which level, 1 (a child wins) to 8 (the strongest)? "),
                            LEVELS);
        if (!number) return false;
    }
    plan->request = bv_request_for(bv_games[game - 1]);
    plan->against = number ? level[number - 1] : "person";
    return true;
}

int play_plain(struct tui_plan *plan)
{
    struct plain_game plain = {0};
    struct bv_error error;
    if (!plan->request.game && !plan->resume && !ask_game(plan)) return EXIT_DONE;
    if (!local_game_open(&plain.game, &plan->request, plan->resume, plan->seed, &error))
        return complain(EXIT_FAILED, "%s", error.text);
    int code = local_game_seat(&plain.game, plan->against, plan->side, &error)
                   ? play_to_the_end(&plain, plan->save)
                   : complain(EXIT_MISUSED, "%s", error.text);
    local_game_end(&plain.game);
    return code;
}
