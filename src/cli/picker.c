/* The game picker of the terminal. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/play.h"
#include "search/levels.h"

bool ask(const char *prompt, char *line, size_t size)
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

static int ask_number(const struct options *options, const char *prompt, int most)
{
    char line[64];
    int number = 0;
    while (ask(prompt, line, sizeof line)) {
        if (strcmp(line, "q") == 0) return 0;
        if (bv_number_of(bv_span_of(line), 1, most, &number)) return number;
        printf(say(options, (struct bv_text){"Un nombre de 1 à %d, ou q pour sortir.\n",
                                             "A number from 1 to %d, or q to leave.\n"}),
               most);
    }
    return 0;
}

const struct bv_game *pick_game(const struct options *options, const char **against)
{
    puts(say(options, (struct bv_text){"Bivouac, cinq jeux de guerre français.\n",
                                       "Bivouac, five French war games.\n"}));
    for (size_t i = 0; i < bv_game_count; i++)
        printf("  %zu  %s\n     %s\n", i + 1, say(options, bv_games[i]->name),
               say(options, bv_games[i]->about));
    putchar('\n');
    int game = ask_number(
        options,
        say(options, (struct bv_text){"Quel jeu ? (q : sortir) ", "Which game? (q: leave) "}),
        (int)bv_game_count);
    if (!game) return NULL;
    printf(
        "\n  1  %s\n  2  %s\n\n",
        say(options, (struct bv_text){"À deux, sur le même appareil", "Two people, on one device"}),
        say(options, (struct bv_text){"Contre l'ordinateur", "Against the computer"}));
    int mode = ask_number(options, say(options, (struct bv_text){"Comment ? ", "How? "}), 2);
    if (!mode) return NULL;
    *against = "person";
    if (mode == 2) {
        static const char *const level[LEVELS] = {"level:1", "level:2", "level:3", "level:4",
                                                  "level:5", "level:6", "level:7", "level:8"};
        int number = ask_number(
            options,
            say(options,
                (struct bv_text){"Quel niveau, de 1 (un enfant gagne) à 8 (le plus fort) ? ",
                                 "Which level, 1 (a child wins) to 8 (the strongest)? "}),
            LEVELS);
        if (!number) return NULL;
        *against = level[number - 1];
    }
    return bv_games[game - 1];
}
