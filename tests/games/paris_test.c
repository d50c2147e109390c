#include "paris_tests.h"

#include "core/canvas.h"
#include "paris_reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Positions as lists of men --------------------------------------------------------------------------- */

static const char *const empty_rows[16] = {
    "............", "............", "............", "............", "............", "...##o###...",
    "...#o##o#...", "...######...", "...o####o...", "...#o##o#...", "...##o###...", "............",
    "............", "............", "............", "............",
};

static const struct {
    const char *name;
    int file, rank;
} circles[] = {{"S", 5, 5},  {"SW", 4, 6}, {"W", 3, 7}, {"NW", 4, 9},
               {"N", 5, 10}, {"NE", 7, 9}, {"E", 8, 7}, {"SE", 7, 6}};

static void put_man(char rows[16][13], const char *man)
{
    int file = man[1] - 'a';
    int rank = atoi(man + 2) - 1;
    for (size_t i = 0; i < BV_COUNT(circles); i++)
        if (!strcmp(man + 1, circles[i].name)) {
            file = circles[i].file;
            rank = circles[i].rank;
        }
    if (file < 0 || file > 11 || rank < 0 || rank > 15 || !strchr(".o", rows[15 - rank][file]))
        fail_msg("there is no room for %s", man);
    rows[15 - rank][file] = man[0];
}

static void fill_circles(char rows[16][13], char letter, int count)
{
    for (int i = 0; i < 16; i++)
        for (const char *c = rows[i]; *c; c++) count -= *c == letter;
    for (size_t i = 0; i < BV_COUNT(circles) && count > 0; i++) {
        char *cell = &rows[15 - circles[i].rank][circles[i].file];
        if (*cell != 'o') continue;
        *cell = letter;
        count--;
    }
}

const char *paris_position(const char *men, const char *fields)
{
    static char text[BV_POSITION_MAX];
    char rows[16][13];
    char man[8];
    int used;
    size_t length = 0;
    for (int i = 0; i < 16; i++) memcpy(rows[i], empty_rows[i], 13);
    for (; sscanf(men, " %7s%n", man, &used) == 1; men += used) put_man(rows, man);
    fill_circles(rows, '+', 6);
    fill_circles(rows, '@', 1);
    fill_circles(rows, '%', 1);
    for (int i = 0; i < 16; i++)
        length +=
            (size_t)snprintf(text + length, sizeof text - length, "%s%s", i ? "/" : "", rows[i]);
    snprintf(text + length, sizeof text - length, " %s", fields);
    return text;
}

void paris_at(struct scene *scene, const char *men, const char *fields)
{
    at(scene, paris_position(men, fields));
}

struct scene *paris(const char *settings, const char *men, const char *fields)
{
    struct scene *s = scene("paris", settings);
    paris_at(s, men, fields);
    return s;
}

/* ---- Comparison with the reference ----------------------------------------------------------------------- */

static struct reference_readings readings_of(const struct scene *scene)
{
    const uint8_t *value = scene->terms.reading;
    return (struct reference_readings){
        .forward = value[0] == 1,
        .orthogonal = value[1] == 0 || value[1] == 3,
        .adjacent = value[1] == 1,
        .reach = value[1] == 2 || value[1] == 3,
        .officers = value[2] == 1,
        .moved = value[3] == 1,
    };
}

static void menus_differ(struct scene *scene, const struct reference_list *list, const char *text)
{
    for (int i = 0; i < list->count; i++) print_message("%s ", list->token[i]);
    print_message("by the reference,\n");
    for (uint32_t i = 0; i < scene->menu.count; i++)
        print_message("%s ", bv_menu_token(&scene->menu, i));
    fail_msg("by the rules, in %s", text);
}

static void agrees_with_reference(struct scene *scene, void *context)
{
    static struct reference_list list;
    struct reference_readings readings = readings_of(scene);
    struct reference_position position;
    char text[BV_POSITION_MAX];
    struct bv_out out = bv_out_into(text, sizeof text);
    scene->terms.game->write(&scene->terms, &scene->state, &out);
    assert_true(reference_parse(text, &position));
    const char *phase = reference_judge(context, &readings, &position);
    if (strcmp(phase, position.phase) != 0) fail_msg("the phase should be '%s' in %s", phase, text);
    bv_seats who = scene->terms.game->to_act(&scene->terms, &scene->state);
    if (!who) return;
    reference_tokens(&position, &readings, &list);
    bv_menu_make(&scene->terms, &scene->state, __builtin_ctz(who), &scene->menu);
    if (scene->menu.count != (uint32_t)list.count) menus_differ(scene, &list, text);
    for (uint32_t i = 0; i < scene->menu.count; i++)
        if (strcmp(bv_menu_token(&scene->menu, i), list.token[i]) != 0)
            menus_differ(scene, &list, text);
}

static void random_games_agree_with_the_reference(void **state)
{
    struct reference_game *game = calloc(1, sizeof *game);
    (void)state;
    assert_non_null(game);
    random_games("paris", 1, 1870, agrees_with_reference, game);
    free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_agree_with_the_reference),
    };
    int failed = paris_board_tests() + paris_moves_tests() + paris_capture_tests() +
                 paris_turn_tests() + paris_end_tests();
    return failed + cmocka_run_group_tests_name("paris: random games", tests, NULL, NULL);
}
