#include "belligerants_session.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char codes[] = "EMBOACDCMICNTKOFAMESPASESO";
static const char letters[] = "EBADMCTOHXPGS";

/* The text of the squares with these pawns on them. */
static void squares_text(const struct session *s, const char *pawns, char *text, size_t size)
{
    const struct belligerants_tables *t = &s->tables.belligerants;
    char cell[BELL_FILES_MAX][BELL_RANKS_MAX][3];
    memset(cell, 0, sizeof cell);
    for (const char *c = pawns; *c;) {
        char code[3] = {(char)toupper(c[0]), (char)toupper(c[1]), '\0'};
        bool small = islower((unsigned char)c[0]);
        const char *found = codes;
        while ((found = strstr(found, code)) && (found - codes) % 2) found++;
        assert_non_null(found);
        char letter = letters[(found - codes) / 2];
        c += 2;
        bool turned = *c == '\'';
        c += turned;
        char *at = cell[*c - 'a'][strtol(c + 1, NULL, 10) - 1];
        at[0] = (char)(small ? tolower(letter) : letter);
        at[1] = turned ? '\'' : '\0';
        while (*c && *c != ' ') c++;
        while (*c == ' ') c++;
    }
    struct bv_out out = bv_out_into(text, size);
    for (int rank = t->ranks - 1; rank >= 0; rank--) {
        for (int file = 0; file < t->files; file++)
            bv_put(&out, cell[file][rank][0] ? cell[file][rank] : ".");
        if (rank) bv_put_char(&out, '/');
    }
}

void stand(struct session *s, const char *pawns, const char *fields)
{
    char text[BV_POSITION_MAX];
    squares_text(s, pawns, text, sizeof text);
    size_t length = strlen(text);
    snprintf(text + length, sizeof text - length, " %s", fields);
    at(s, text);
}

void expect_stand(struct session *s, const char *pawns)
{
    char wanted[BV_POSITION_MAX];
    char found[BV_POSITION_MAX];
    struct bv_out out = bv_out_into(found, sizeof found);
    squares_text(s, pawns, wanted, sizeof wanted);
    s->terms.game->write(&s->terms, &s->state, &out);
    found[strcspn(found, " ")] = '\0';
    assert_string_equal(found, wanted);
}

char *riviere(void)
{
    return board_with("belligerants", "riviere", "", "");
}

void paint(char *board, const char *square, const char *cell)
{
    char *row = strstr(board, "map:\n") + strlen("map:\n");
    for (long rank = 15; rank > strtol(square + 1, NULL, 10); rank--) row = strchr(row, '\n') + 1;
    row += 4 + 3 * (square[0] - 'a');
    row[0] = cell[0];
    if (row[1] != '\n') row[1] = cell[1] ? cell[1] : ' ';
}

char *board_of(const char *rows)
{
    char *board = riviere();
    char *map = strstr(board, "map:\n") + strlen("map:\n");
    char *rest = strstr(map, "\n\n");
    size_t size = strlen(board) + strlen(rows) + 1;
    char *text = malloc(size);
    assert_non_null(text);
    snprintf(text, size, "%.*s%s%s", (int)(map - board), board, rows, rest);
    free(board);
    return text;
}
