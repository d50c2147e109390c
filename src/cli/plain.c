/* bivouac play --plain: a game in the terminal, line by line; and what happens when no terminal is there. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/archive.h"
#include "cli/play.h"
#include "core/say.h"

struct evening {
    const struct options *options;
    struct sitting sitting;
    bool stale; /* chance or the computer has acted since the board was drawn */
};

static struct session *session_of(const struct evening *evening)
{
    return evening->sitting.session;
}

static const struct bv_terms *terms_of(const struct evening *evening)
{
    return &session_of(evening)->terms;
}

static bool has_secrets(const struct evening *evening)
{
    return sitting_has_secrets(&evening->sitting);
}

static const char *seat_title(const struct evening *evening, int seat)
{
    return say(evening->options, terms_of(evening)->form->seat[seat].title);
}

/* Whose knowledge the screen shows: the person to act, or the only side that people hold. */
static int onlooker(const struct evening *evening)
{
    return evening->sitting.viewer >= 0 ? evening->sitting.viewer : BV_WATCHER;
}

static void show_board(const struct evening *evening)
{
    union bv_state view;
    bv_view(terms_of(evening), &session_of(evening)->state, onlooker(evening), &view);
    putchar('\n');
    print_position(session_of(evening), &view, evening->options);
}

/* Says what happened, as far as the onlooker may know. */
static void tell(const struct evening *evening, const struct happening *happening)
{
    const struct bv_terms *terms = terms_of(evening);
    bv_seats audience = bv_seat_bit(onlooker(evening));
    for (uint32_t i = 0; i < happening->count; i++) {
        const struct bv_event *event = &happening->event[i];
        char sentence[256];
        struct bv_out out = bv_out_into(sentence, sizeof sentence);
        /* The die's token and the prompt say these already. */
        if (event->kind == BV_EVENT_TURN || event->kind == BV_EVENT_ROLLED) continue;
        if (!(event->audience & audience)) continue;
        bv_say(terms, event, evening->options->language == FRENCH, &out);
        printf("  %s\n", sentence);
    }
}

/* Plays an action; false after complaining. */
static bool commit(struct evening *evening, int seat, bv_action action)
{
    struct happening happening;
    struct bv_error error;
    if (!sitting_play(&evening->sitting, seat, action, &happening, &error)) {
        complain(EXIT_FAILED, "%s", error.text);
        return false;
    }
    tell(evening, &happening);
    return true;
}

static void take_back(struct evening *evening)
{
    if (sitting_take_back(&evening->sitting)) {
        show_board(evening);
        return;
    }
    puts(say(evening->options,
             (struct bv_text){"Rien à reprendre : le sort ou l'adversaire a joué depuis.",
                              "Nothing to take back: chance or the opponent has acted since."}));
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
    struct bv_menu *menu = &session_of(evening)->menu;
    for (; acting; acting &= acting - 1) {
        int seat = __builtin_ctz(acting);
        int column = 0;
        bv_menu_make(terms_of(evening), &session_of(evening)->state, seat, menu);
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
    bv_put_nearest(&session_of(evening)->menu, bv_span_of(token), &out);
    printf(say(evening->options,
               (struct bv_text){"« %s » n'est pas permis ici (%s). Au plus près :%s\n",
                                "'%s' is not legal here (%s). Nearest:%s\n"}),
           token, seat_title(evening, seat), nearest);
}

/* A token, perhaps after the name of its seat, for one of `acting`. False only when out of memory. */
static bool try_token(struct evening *evening, bv_seats acting, const char *line)
{
    const struct bv_terms *terms = terms_of(evening);
    struct session *session = session_of(evening);
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
        return commit(evening, seat, action);
    }
    if (acting)
        refuse(evening, line, seat);
    else
        puts(say(evening->options, (struct bv_text){"Ce n'est pas à cette place de jouer.",
                                                    "That seat is not to act now."}));
    return true;
}

static bool save(const struct evening *evening, const char *path)
{
    struct bv_error error;
    bool good = sitting_save(&evening->sitting, path, NULL, &error);
    if (good)
        printf(say(evening->options, (struct bv_text){"Enregistré dans %s.\n", "Saved in %s.\n"}),
               path);
    else
        complain(EXIT_FAILED, "%s", error.text);
    return good;
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
        save(evening, line + 5);
    } else if (strcmp(line, "hint") == 0) {
        advise(evening->options, session_of(evening), __builtin_ctz(acting));
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
    if (sitting_must_hand_over(&evening->sitting)) {
        snprintf(prompt, sizeof prompt,
                 say(evening->options,
                     (struct bv_text){"%sÀ %s de jouer : les autres se détournent. Entrée ",
                                      "%s%s to play: others look away. Enter "}),
                 isatty(STDOUT_FILENO) ? "\x1b[2J\x1b[3J\x1b[H" : "\n\n",
                 seat_title(evening, seat));
        if (!ask(prompt, line, sizeof line)) return false;
    }
    sitting_hand_to(&evening->sitting, seat);
    show_board(evening);
    return true;
}

static enum turn person_acts(struct evening *evening)
{
    char line[256];
    char prompt[128];
    bv_seats acting = sitting_to_act(&evening->sitting);
    int seat = __builtin_ctz(acting);
    if (evening->sitting.viewer != seat) {
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
    const struct bv_terms *terms = terms_of(evening);
    int seat = BV_CHANCE;
    bv_action action = 0;
    if (!sitting_ask_others(&evening->sitting, acting, &seat, &action)) {
        complain(EXIT_FAILED, "the opponent gives no answer");
        return FAILED;
    }
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
    char text[512];
    struct bv_out out = bv_out_into(text, sizeof text);
    show_board(evening);
    put_result(terms_of(evening), &session_of(evening)->state, evening->options->language == FRENCH,
               &out);
    puts(text);
}

static int play_evening(struct evening *evening)
{
    const struct bv_terms *terms = terms_of(evening);
    enum turn turn = PLAY_ON;
    bv_seats acting = 0;
    print_help(evening);
    while (turn == PLAY_ON && (acting = terms->game->to_act(terms, &session_of(evening)->state))) {
        bv_seats others = acting & ~evening->sitting.people;
        turn = others ? others_act(evening, others) : person_acts(evening);
    }
    if (turn == FAILED) return EXIT_FAILED;
    if (!acting) announce_result(evening);
    if (evening->options->save && !save(evening, evening->options->save)) return EXIT_FAILED;
    return EXIT_DONE;
}

/* A new game, or the one of --resume. */
static bool sit_down(struct evening *evening)
{
    const struct options *options = evening->options;
    uint64_t seed = seed_of(options);
    if (options->resume) {
        struct saved_game *saved = open_saved_game(options->resume);
        if (saved) sitting_resume(&evening->sitting, saved, seed);
        return saved;
    }
    struct session *session = open_session(options);
    if (session) sitting_begin(&evening->sitting, session, seed);
    return session;
}

int play_plain(const struct options *options)
{
    struct options own = *options;
    struct evening evening = {.options = &own};
    struct bv_error error;
    if (!own.has_game && !own.resume) {
        own.request.game = pick_game(&own, &own.against);
        if (!own.request.game) return EXIT_DONE;
    }
    if (!sit_down(&evening)) return EXIT_FAILED;
    int code = sitting_seat(&evening.sitting, own.against, own.side, &error)
                   ? play_evening(&evening)
                   : complain(EXIT_MISUSED, "%s", error.text);
    sitting_end(&evening.sitting);
    return code;
}
