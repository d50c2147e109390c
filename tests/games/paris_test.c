#include "support.h"

#include "paris_reference.h"

#include <stdlib.h>
#include <string.h>

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

static int endings[6];

static void agrees_with_reference(struct scene *scene, void *context)
{
    struct reference_game *game = context;
    struct reference_readings readings = readings_of(scene);
    struct reference_position position;
    static struct reference_list list;
    char text[BV_POSITION_MAX];
    struct bv_out out = bv_out_into(text, sizeof text);
    scene->terms.game->write(&scene->terms, &scene->state, &out);
    assert_true(reference_parse(text, &position));
    const char *phase = reference_judge(game, &readings, &position);
    if (strcmp(phase, position.phase) != 0) fail_msg("the phase should be '%s' in %s", phase, text);
    bv_seats who = scene->terms.game->to_act(&scene->terms, &scene->state);
    if (!who) {
        endings[scene->terms.game->result(&scene->terms, &scene->state).reason]++;
        return;
    }
    reference_tokens(&position, &readings, &list);
    bv_menu_make(&scene->terms, &scene->state, __builtin_ctz(who), &scene->menu);
    bool same = scene->menu.count == (uint32_t)list.count;
    for (uint32_t i = 0; same && i < scene->menu.count; i++)
        same = !strcmp(bv_menu_token(&scene->menu, i), list.token[i]);
    if (same) return;
    for (int i = 0; i < list.count; i++) print_message("%s ", list.token[i]);
    print_message("\n");
    for (uint32_t i = 0; i < scene->menu.count; i++)
        print_message("%s ", bv_menu_token(&scene->menu, i));
    fail_msg("\nmenus differ in %s", text);
}

static void random_games_agree_with_the_reference(void **state)
{
    struct reference_game *game = calloc(1, sizeof *game);
    (void)state;
    assert_non_null(game);
    random_games("paris", 1, 1870, agrees_with_reference, game);
    for (int i = 0; i < 6; i++) print_message("%d ", endings[i]);
    free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_agree_with_the_reference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
