/*
 * Plays a whole game against level 5: a person types the tokens of one side, or level 5 plays both.
 *     cc play.c $(pkg-config --cflags --libs bivouac) -o play && ./play chars V
 */
#include <bivouac.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bivouac_error error;

/* Ends the program where a function of the library has failed. */
static void *need(void *made)
{
    if (made) return made;
    fprintf(stderr, "%s (%s)\n", error.text, bivouac_code_text(error.code));
    exit(EXIT_FAILURE);
}

/* A person's token for a seat, asked for until it is legal; false at the end of the input. */
static bool ask(const bivouac_terms *terms, const bivouac_state *state, int seat,
                bivouac_action *action)
{
    static char picture[BIVOUAC_PICTURE_SIZE], line[128];
    bivouac_state *view = need(bivouac_state_new(terms));
    bivouac_state_view(terms, state, seat, view);
    bivouac_state_picture(terms, view, false, picture, sizeof picture);
    bivouac_state_free(view);
    for (printf("%s", picture);; printf("%s\n", error.text)) {
        printf("%s? ", bivouac_seat_name(terms, seat));
        if (!fgets(line, sizeof line, stdin)) return false;
        line[strcspn(line, "\n")] = '\0';
        if (bivouac_action_read(terms, state, seat, line, action, &error)) return true;
    }
}

int main(int argc, char **argv)
{
    const bivouac_game *game = bivouac_game_named(argc > 1 ? argv[1] : "", &error);
    if (!game) return fprintf(stderr, "%s\n", error.text), EXIT_FAILURE;
    bivouac_terms *terms = need(bivouac_terms_open(game, NULL, NULL, &error));
    int person = argc > 2 ? bivouac_seat_side(terms, bivouac_seat_named(terms, argv[2])) : -1;
    bivouac_state *state = need(bivouac_state_new(terms));
    bivouac_past *past = need(bivouac_past_new());
    bivouac_random dice = bivouac_random_seeded(2026);
    bivouac_player *player[BIVOUAC_SIDES];
    for (int i = 0; i < BIVOUAC_SIDES; i++)
        player[i] = need(bivouac_player_new(terms, bivouac_side_seats(terms, i), 5, 1, &error));
    bivouac_result result;
    while (!bivouac_state_result(terms, state, &result)) {
        bivouac_answer answer;
        bivouac_action action = 0;
        char token[BIVOUAC_TOKEN_SIZE];
        int seat = 0;
        while (!bivouac_seats_have(bivouac_state_to_act(terms, state), seat)) seat++;
        int side = bivouac_seat_side(terms, seat); /* -1: chance */
        if (side >= 0 && side == person && !ask(terms, state, seat, &action)) break;
        if (side < 0) bivouac_state_throw(terms, state, &dice, &action);
        if (side >= 0 && side != person) {
            if (!bivouac_player_think(player[side], state, past, &answer, &error)) need(NULL);
            seat = answer.choice[0].seat, action = answer.choice[0].action;
        }
        bivouac_state_apply(terms, state, seat, action, past);
        for (int i = 0; i < BIVOUAC_SIDES; i++) bivouac_player_watch(player[i], state, seat);
        bivouac_action_write(terms, action, token, sizeof token);
        if (side < 0 || person < 0) printf("%s %s\n", bivouac_seat_name(terms, seat), token);
    }
    if (bivouac_state_result(terms, state, NULL))
        puts(bivouac_reason_title(game, result.reason).en);
    for (int i = 0; i < BIVOUAC_SIDES; i++) bivouac_player_free(player[i]);
    bivouac_past_free(past);
    bivouac_state_free(state);
    bivouac_terms_close(terms);
    return EXIT_SUCCESS;
}
