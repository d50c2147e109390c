/*
 * What every game must hold, checked at every ply of random games of every form and every combination of
 * options. A new game gets all of this for free.
 */
#include "support.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/canvas.h"
#include "core/facts.h"
#include "core/help.h"
#include "core/lots.h"
#include "core/say.h"

static const struct bv_game *game_of(const struct session *s)
{
    return s->terms.game;
}

static const char *position(const struct session *s, const union bv_state *state)
{
    static char text[BV_POSITION_MAX];
    struct bv_out out = bv_out_into(text, sizeof text);
    game_of(s)->write(&s->terms, state, &out);
    assert_false(out.cut);
    return text;
}

/* ---- Facts ---------------------------------------------------------------------------------------------- */

static void expect_words(struct bv_text text)
{
    assert_non_null(text.fr);
    assert_non_null(text.en);
    assert_true(*text.fr && *text.en);
}

static void facts_are_complete(void **state)
{
    (void)state;
    assert_int_equal(bv_game_count, 5);
    for (size_t i = 0; i < bv_game_count; i++) {
        const struct bv_game *game = bv_games[i];
        assert_ptr_equal(bv_game_named(game->id), game);
        expect_words(game->name);
        expect_words(game->about);
        assert_true(game->state_size <= BV_STATE_MAX && game->state_size % 8 == 0);
        assert_true(game->list_cap <= BV_LIST_MAX);
        assert_true(game->options <= BV_OPTIONS_MAX);
        assert_true(game->forms >= 1);
        for (int r = 0; r < game->options; r++) {
            expect_words(game->option[r].what);
            if (r) assert_true(bv_compare(game->option[r - 1].name, game->option[r].name) < 0);
            for (int v = 0; v < game->option[r].count; v++)
                expect_words(game->option[r].value[v].what);
        }
        for (int f = 0; f < game->forms; f++) {
            assert_true(game->form[f].seats <= BV_SEATS_MAX);
            assert_true(game->players >> game->form[f].players & 1);
            for (int seat = 0; seat < game->form[f].seats; seat++) {
                expect_words(game->form[f].seat[seat].title);
                assert_true(game->form[f].seat[seat].side < BV_SIDES_MAX);
            }
        }
        for (int r = 0; r < game->reasons; r++) expect_words(game->reason[r].title);
        for (int p = 0; p < game->pieces; p++) expect_words(game->piece[p]);
        assert_true(game->special_rules <= BV_SPECIAL_RULES_MAX);
        for (int r = 0; r < game->special_rules; r++) expect_words(game->special_rule[r].title);
        for (int k = 0; k < game->kinds; k++) {
            const struct bv_event_words *words = &game->kind[k];
            assert_int_equal(bv_event_kind_named(game, bv_span_of(words->name)), words->kind);
            expect_words(words->sentence);
        }
        for (int side = 0; side < BV_SIDES_MAX; side++) expect_words(game->side[side].title);
        assert_int_equal(game->chance != NULL, (game->flags & BV_HAS_CHANCE) != 0);
        assert_int_equal(game->view != NULL, (game->flags & BV_HAS_SECRETS) != 0);
        assert_int_equal(game->determinise != NULL, (game->flags & BV_HAS_SECRETS) != 0);
    }
    assert_null(bv_game_named("bridge"));
}

/* ---- Every ply ------------------------------------------------------------------------------------------- */

struct looks {
    struct bv_random random;
    uint64_t plies;
    uint64_t every; /* costly looks happen at one ply in so many */
};

static void state_is_flat_and_text_goes_both_ways(struct session *s)
{
    struct bv_error error;
    union bv_state back;
    const struct bv_game *game = game_of(s);
    const char *wrong = game->check(&s->terms, &s->state);
    if (wrong) fail_msg("%s in %s", wrong, position(s, &s->state));
    memset(&back, 0xa5, sizeof back);
    if (!bv_position_read(&s->terms, bv_span_of(position(s, &s->state)), &back, &error))
        fail_msg("%s in %s", error.text, position(s, &s->state));
    if (!bv_state_same(game, &s->state, &back))
        fail_msg("read and written again, %s differs", position(s, &s->state));
    assert_true(bv_state_hash(game, &s->state) == bv_state_hash(game, &back));
}

static void menu_is_in_order(struct session *s, int seat)
{
    const struct bv_menu *menu = &s->menu;
    bv_menu_make(&s->terms, &s->state, seat, &s->menu);
    if (!menu->count) fail_msg("nothing to choose in %s", position(s, &s->state));
    for (uint32_t i = 0; i < menu->count; i++) {
        const char *token = bv_menu_token(menu, i);
        assert_true(strlen(token) > 0 && strlen(token) < BV_TOKEN_MAX);
        assert_null(strpbrk(token, " \t\n"));
        assert_int_equal(token[0] == '#', seat == BV_CHANCE);
        if (i && bv_compare(bv_menu_token(menu, i - 1), token) >= 0)
            fail_msg("%s twice or out of order in %s", token, position(s, &s->state));
        if (seat == BV_CHANCE) assert_true(menu->item[i].weight > 0);
    }
}

static void legal_is_the_same_twice(struct session *s, int seat)
{
    static bv_action first[BV_LIST_MAX];
    static bv_action second[BV_LIST_MAX];
    uint32_t count = game_of(s)->legal(&s->terms, &s->state, seat, first);
    assert_true(count <= game_of(s)->list_cap);
    assert_int_equal(count, game_of(s)->legal(&s->terms, &s->state, seat, second));
    assert_memory_equal(first, second, count * sizeof first[0]);
}

/* Where actions are numbered, a number leads back to its action. */
static void numbers_are_the_actions_own(struct session *s, int seat)
{
    static bv_action list[BV_LIST_MAX];
    const struct bv_game *game = game_of(s);
    uint32_t count = game->numbers ? game->legal(&s->terms, &s->state, seat, list) : 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = game->number(&s->terms, list[i]);
        assert_true(number < game->numbers);
        assert_true(game->numbered(&s->terms, number) == list[i]);
    }
}

static void wrong_tokens_change_nothing(struct session *s)
{
    static const char *const wrong[] = {
        "",   "xyzzy", "zz9-zz10", "a1-a1",
        "#9", "!!",    "\x01\xff", "999999999999999999999999999999999999999999999999999999"};
    union bv_state before;
    struct bv_error error;
    memcpy(&before, &s->state, sizeof before);
    uint32_t past = s->past.count;
    for (int seat = -1; seat <= BV_CHANCE; seat++)
        for (size_t i = 0; i < BV_COUNT(wrong); i++) {
            error.text[0] = '\0';
            assert_false(bv_try_token(&s->terms, &s->state, seat, bv_span_of(wrong[i]), &s->past,
                                      &s->menu, &error));
            assert_true(error.text[0]);
        }
    assert_memory_equal(&before, &s->state, sizeof before);
    assert_int_equal(past, s->past.count);
}

static void wrong_positions_change_nothing(struct session *s)
{
    struct bv_error error;
    union bv_state before;
    char text[BV_POSITION_MAX];
    size_t length = (size_t)snprintf(text, sizeof text, "%s", position(s, &s->state));
    memcpy(&before, &s->state, sizeof before);
    for (size_t cut = 0; cut < length; cut++) /* a shorter text may be a position too, but seldom */
        if (bv_position_read(&s->terms, (struct bv_span){text, cut}, &s->state, &error))
            memcpy(&s->state, &before, sizeof before);
        else
            assert_memory_equal(&before, &s->state, game_of(s)->state_size);
    text[length] = ' ';
    assert_false(
        bv_position_read(&s->terms, (struct bv_span){text, length + 1}, &s->state, &error));
    assert_memory_equal(&before, &s->state, game_of(s)->state_size);
}

static void drawing_fits(struct session *s)
{
    static struct bv_canvas canvas;
    static char text[BV_CANVAS_WIDTH * BV_CANVAS_HEIGHT * 24];
    for (int colour = 0; colour <= 1; colour++) {
        struct bv_out out = bv_out_into(text, sizeof text);
        game_of(s)->draw(&s->terms, &s->state, &canvas);
        bv_canvas_print(&canvas, colour, &out);
        assert_false(out.cut);
        assert_true(out.length > 100);
    }
    struct bv_out plain = bv_out_into(text, sizeof text);
    bv_canvas_print(&canvas, false, &plain);
    for (size_t i = 0; i < plain.length; i++)
        assert_true(text[i] == '\n' || (text[i] >= ' ' && text[i] <= '~'));
}

/* ---- Events ----------------------------------------------------------------------------------------------- */

static uint32_t visible_events(const struct session *s, const union bv_state *before, int actor,
                               bv_action action, const union bv_state *after, int seat,
                               struct bv_event *visible)
{
    struct bv_event all[BV_EVENTS_MAX];
    uint32_t seen = 0;
    uint32_t count = game_of(s)->events(&s->terms, before, actor, action, after, all);
    assert_true(count <= BV_EVENTS_MAX);
    for (uint32_t i = 0; i < count; i++)
        if (all[i].audience & bv_seat_bit(seat)) visible[seen++] = all[i];
    return seen;
}

static bool same_events(const struct bv_event *a, uint32_t a_count, const struct bv_event *b,
                        uint32_t b_count)
{
    if (a_count != b_count) return false;
    for (uint32_t i = 0; i < a_count; i++)
        if (a[i].kind != b[i].kind || a[i].side != b[i].side || a[i].piece != b[i].piece ||
            a[i].from != b[i].from || a[i].to != b[i].to || a[i].amount != b[i].amount)
            return false;
    return true;
}

/* A screen marks and touches points where they are drawn. */
static void assert_drawn(const struct bv_canvas *canvas, int point)
{
    for (int y = 0; y < canvas->height; y++)
        for (int x = 0; x < canvas->width; x++)
            if (canvas->cell[y][x].point == point) return;
    assert_int_equal(point, BV_NOWHERE);
}

static void events_can_be_said(struct session *s, int actor, bv_action action)
{
    static struct bv_canvas canvas;
    struct bv_event event[BV_EVENTS_MAX];
    union bv_state after;
    struct bv_past past;
    bv_past_copy(&past, &s->past);
    bv_state_copy(game_of(s), &after, &s->state);
    bv_apply(&s->terms, &after, actor, action, &past);
    uint32_t count = game_of(s)->events(&s->terms, &s->state, actor, action, &after, event);
    assert_true(count <= BV_EVENTS_MAX);
    game_of(s)->draw(&s->terms, &after, &canvas);
    if (bv_is_over(&s->terms, &after)) {
        assert_true(count > 0);
        assert_int_equal(event[count - 1].kind, BV_EVENT_OVER);
    }
    for (uint32_t i = 0; i < count; i++) {
        char sentence[256];
        assert_true(bv_event_words(game_of(s), event[i].kind) && event[i].side < BV_SIDES_MAX);
        assert_drawn(&canvas, event[i].from);
        assert_drawn(&canvas, event[i].to);
        for (int french = 0; french <= 1; french++) {
            struct bv_out out = bv_out_into(sentence, sizeof sentence);
            bv_say(&s->terms, &event[i], french, &out);
            assert_true(out.length > 0 && !out.cut);
        }
    }
}

/* What is said of a view depends on that view alone, fits, and asks only those who are to act. */
static void position_can_be_described(struct session *s)
{
    for (int seat = 0; seat <= BV_WATCHER; seat++) {
        union bv_state view;
        struct bv_facts facts;
        char text[BV_FACTS_TEXT_MAX];
        char json[2 * BV_FACTS_TEXT_MAX];
        if (seat >= s->terms.form->seats && seat != BV_WATCHER) continue;
        bv_view(&s->terms, &s->state, seat, &view);
        bv_facts(&s->terms, &view, seat, &facts);
        bool acts = game_of(s)->to_act(&s->terms, &view) & bv_seat_bit(seat);
        assert_true(facts.phase && *facts.phase);
        if (!acts) assert_true(!*facts.asked.fr && !*facts.bound.fr);
        if (acts && !*facts.asked.fr)
            fail_msg("nothing is asked of %s in %s", bv_seat_name(&s->terms, seat),
                     position(s, &s->state));
        assert_int_equal(*facts.asked.fr != 0, *facts.asked.en != 0);
        assert_int_equal(*facts.bound.fr != 0, *facts.bound.en != 0);
        for (uint32_t i = 0; i < facts.count; i++) {
            expect_words(facts.fact[i].words->one);
            expect_words(facts.fact[i].words->many);
            assert_true(facts.fact[i].side >= BV_NO_SIDE && facts.fact[i].side < BV_SIDES_MAX);
            if (facts.fact[i].value < 0) fail_msg("%s", position(s, &s->state));
        }
        for (int french = 0; french <= 1; french++) {
            struct bv_out out = bv_out_into(text, sizeof text);
            bv_put_facts(&s->terms, &facts, false, french, &out);
            assert_false(out.cut);
        }
        struct bv_out out = bv_out_into(json, sizeof json);
        bv_json_facts(&s->terms, &facts, &out);
        assert_false(out.cut);
    }
}

/* Whatever is touched, alone or with something in hand, there is an answer, and what a point shows can be told. */
static void touches_are_answered(struct session *s)
{
    static char json[1 << 15];
    for (int seat = 0; seat <= s->terms.form->seats; seat++) {
        union bv_state view;
        int viewer = seat < s->terms.form->seats ? seat : BV_WATCHER;
        bv_view(&s->terms, &s->state, viewer, &view);
        for (int to = 0; to < game_of(s)->points; to++) {
            struct bv_out out = bv_out_into(json, sizeof json);
            expect_words(bv_why_not(&s->terms, &view, viewer, BV_NOWHERE, to));
            bv_json_about(&s->terms, &view, to, &out);
            assert_false(out.cut);
        }
    }
    for (int seat = 0; seat < s->terms.form->seats; seat++) {
        if (!(game_of(s)->to_act(&s->terms, &s->state) & bv_seat_bit(seat))) continue;
        for (int from = 0; from < game_of(s)->points; from += 3)
            for (int to = 0; to < game_of(s)->points; to++)
                expect_words(bv_why_not(&s->terms, &s->state, seat, from, to));
        bv_menu_make(&s->terms, &s->state, seat, &s->menu);
        for (uint32_t i = 0; i < s->menu.count; i++) {
            const struct bv_warning *warning =
                bv_warning(&s->terms, &s->state, s->menu.item[i].action);
            if (warning) expect_words(warning->text);
        }
    }
}

/* Where sides differ in capitals, the legend says so once: case does not count. */
static bool is_explained(const struct bv_game *game, char sign)
{
    for (const struct bv_sign *at = game->sign; at->rich; at++)
        for (const char *c = at->plain; *c; c++)
            if (*c == sign || (isalpha((unsigned char)sign) && (*c ^ sign) == ' ')) return true;
    return false;
}

/* Whatever is drawn on a point, but for digits, the point's name and the frame around it, is in the
 * legend. */
static void signs_are_explained(struct session *s)
{
    static struct bv_canvas canvas;
    const struct bv_game *game = game_of(s);
    for (const struct bv_sign *at = game->sign; at->rich; at++) expect_words(at->what);
    game->draw(&s->terms, &s->state, &canvas);
    for (int y = 0; y < canvas.height; y++)
        for (int x = 0; x < canvas.width; x++) {
            const struct bv_cell *cell = &canvas.cell[y][x];
            char name[BV_NAME_MAX] = "";
            struct bv_out out = bv_out_into(name, sizeof name);
            if (cell->point < 0 || strchr(" _|0123456789", cell->plain)) continue;
            game->point(&s->terms, cell->point, &out);
            if (!strchr(name, cell->plain) && !is_explained(game, cell->plain))
                fail_msg("'%c' of %s is not in the legend", cell->plain, game->id);
        }
}

static void legend_is_complete(struct session *s)
{
    static char json[1 << 15];
    struct bv_out out = bv_out_into(json, sizeof json);
    for (int entry = 0; entry < game_of(s)->things; entry++) {
        struct bv_thing thing = {0};
        game_of(s)->thing(&s->terms, entry, &thing);
        expect_words(thing.words->name);
        assert_true(*thing.words->id && *thing.line[0].fr && *thing.line[0].en);
    }
    bv_json_legend(&s->terms, &out);
    assert_false(out.cut);
}

/* ---- Secrets ---------------------------------------------------------------------------------------------- */

static void seat_chooses_alike(struct session *s, const union bv_state *view, int seat)
{
    static bv_action truth[BV_LIST_MAX];
    static bv_action seen[BV_LIST_MAX];
    if (!(game_of(s)->to_act(&s->terms, &s->state) & bv_seat_bit(seat))) return;
    assert_true(game_of(s)->to_act(&s->terms, view) & bv_seat_bit(seat));
    uint32_t count = game_of(s)->legal(&s->terms, &s->state, seat, truth);
    if (count != game_of(s)->legal(&s->terms, view, seat, seen))
        fail_msg("a view has another list in %s", position(s, &s->state));
    assert_memory_equal(truth, seen, count * sizeof truth[0]);
}

/* What was shown where a piece fell: the shot or the mine that destroyed it; -1 if nothing was. */
static int shown_at(const struct bv_event *event, uint32_t count, int point)
{
    for (uint32_t i = 0; i < count; i++)
        if (event[i].kind == BV_EVENT_SHOWN && event[i].to == point) return event[i].piece;
    return -1;
}

static bool fell_alike(const struct bv_event *a, uint32_t a_count, const struct bv_event *b,
                       uint32_t b_count)
{
    for (uint32_t i = 0; i < a_count; i++)
        if (a[i].kind == BV_EVENT_DESTROYED &&
            shown_at(a, a_count, a[i].to) != shown_at(b, b_count, a[i].to))
            return false;
    return true;
}

/*
 * Takes out what is shown to all (C27 C28). Where a tank fell to a shot in one world and to a mine in the
 * other, that was shown, and two things follow from it: whether the shots missed (C27), and how many mines
 * were left to vanish (C29).
 */
static uint32_t without_revelations(struct bv_event *event, uint32_t count, bool alike)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (event[i].kind == BV_EVENT_SHOWN || event[i].kind == BV_EVENT_FIRED) continue;
        if (!alike && (event[i].kind == BV_EVENT_MISSED || event[i].kind == BV_EVENT_LOST))
            continue;
        event[kept++] = event[i];
    }
    return kept;
}

/*
 * Two worlds that look alike to a seat. Whatever an action leads to: if they still look alike to it afterwards,
 * it has seen the same events. Only what its own action brings to light may differ (a plot is shown, C27, and
 * then forgotten).
 */
static void alike_worlds_tell_alike(struct session *s, const union bv_state *other, int actor,
                                    bv_action here, bv_action there, int seat)
{
    const struct bv_game *game = game_of(s);
    union bv_state after, other_after, view, other_view;
    struct bv_event seen[BV_EVENTS_MAX], other_seen[BV_EVENTS_MAX];
    bv_state_copy(game, &after, &s->state);
    bv_state_copy(game, &other_after, other);
    bv_apply(&s->terms, &after, actor, here, NULL);
    bv_apply(&s->terms, &other_after, actor, there, NULL);
    game->view(&s->terms, &after, seat, &view);
    game->view(&s->terms, &other_after, seat, &other_view);
    if (!bv_state_same(game, &view, &other_view)) return;
    if (here != there) { /* open events may differ and end alike: a tank is shot on either square */
        union bv_state unchanged;
        game->view(&s->terms, &s->state, seat, &unchanged);
        if (!bv_state_same(game, &view, &unchanged)) return;
    }
    uint32_t count = visible_events(s, &s->state, actor, here, &after, seat, seen);
    uint32_t other_count = visible_events(s, other, actor, there, &other_after, seat, other_seen);
    if (actor == seat) {
        bool alike = fell_alike(seen, count, other_seen, other_count);
        count = without_revelations(seen, count, alike);
        other_count = without_revelations(other_seen, other_count, alike);
    }
    if (!same_events(seen, count, other_seen, other_count))
        fail_msg("events betray a secret in %s", position(s, &s->state));
}

static void view_hides_and_determinise_agrees(struct session *s, int seat, struct looks *looks)
{
    const struct bv_game *game = game_of(s);
    union bv_state view, again, world;
    memset(&view, 0x5a, sizeof view);
    game->view(&s->terms, &s->state, seat, &view);
    game->view(&s->terms, &view, seat, &again);
    assert_true(bv_state_same(game, &view, &again));
    struct bv_error error;
    if (!bv_position_read(&s->terms, bv_span_of(position(s, &view)), &again, &error))
        fail_msg("%s in the view %s", error.text, position(s, &view));
    assert_true(bv_state_same(game, &view, &again));
    if (seat != BV_WATCHER) seat_chooses_alike(s, &view, seat);
    for (int i = 0; i < 2; i++) {
        memset(&world, 0x5a, sizeof world);
        game->determinise(&s->terms, &view, seat, &looks->random, &world);
        const char *wrong = game->check(&s->terms, &world);
        if (wrong)
            fail_msg("a determinised state is unsound: %s in %s", wrong, position(s, &world));
        game->view(&s->terms, &world, seat, &again);
        if (!bv_state_same(game, &view, &again))
            fail_msg("a determinised state disagrees with the view %s", position(s, &view));
        if (seat == BV_WATCHER || !(game->to_act(&s->terms, &s->state) & bv_seat_bit(seat)))
            continue;
        bv_menu_make(&s->terms, &s->state, seat, &s->menu);
        bv_action action = s->menu.item[bv_menu_draw(&s->menu, &looks->random)].action;
        alike_worlds_tell_alike(s, &world, seat, action, action, seat);
    }
    for (bv_seats acting = game->to_act(&s->terms, &s->state); acting; acting &= acting - 1) {
        int other = __builtin_ctz(acting);
        if (other == seat || other == BV_CHANCE) continue;
        bv_menu_make(&s->terms, &s->state, other, &s->menu);
        bv_action one = s->menu.item[bv_menu_draw(&s->menu, &looks->random)].action;
        bv_action two = s->menu.item[bv_menu_draw(&s->menu, &looks->random)].action;
        alike_worlds_tell_alike(s, &s->state, other, one, two, seat);
    }
}

/* ---- The look ---------------------------------------------------------------------------------------------- */

static void look(struct session *s, void *context)
{
    struct looks *looks = context;
    const struct bv_game *game = game_of(s);
    bv_seats acting = game->to_act(&s->terms, &s->state);
    state_is_flat_and_text_goes_both_ways(s);
    position_can_be_described(s);
    if (!acting) {
        struct bv_result result = game->result(&s->terms, &s->state);
        assert_int_equal(result.half_points[0] + result.half_points[1], 2);
        assert_true(result.reason < game->reasons);
    }
    for (bv_seats left = acting; left; left &= left - 1) {
        int seat = __builtin_ctz(left);
        menu_is_in_order(s, seat);
        if (seat != BV_CHANCE) {
            legal_is_the_same_twice(s, seat);
            numbers_are_the_actions_own(s, seat);
        }
        events_can_be_said(s, seat, s->menu.item[bv_menu_draw(&s->menu, &looks->random)].action);
    }
    if (game->view) {
        view_hides_and_determinise_agrees(s, BV_WATCHER, looks);
        for (int seat = 0; seat < s->terms.form->seats; seat++)
            view_hides_and_determinise_agrees(s, seat, looks);
    }
    if (looks->plies++ % looks->every == 0) {
        wrong_tokens_change_nothing(s);
        wrong_positions_change_nothing(s);
        drawing_fits(s);
        signs_are_explained(s);
        touches_are_answered(s);
        legend_is_complete(s);
    }
}

static void look_at(const char *game, int games)
{
    struct looks looks = {.random = bv_random_seeded(7), .every = 97};
    random_games(game, games, 2026, look, &looks);
    assert_true(looks.plies > 1000);
}

static void kriegspiel_conforms(void **state)
{
    (void)state;
    look_at("kriegspiel", 1);
}

static void chevaliers_conforms(void **state)
{
    (void)state;
    look_at("chevaliers", 2);
}

static void chars_conforms(void **state)
{
    (void)state;
    look_at("chars", 100);
}

static void paris_conforms(void **state)
{
    (void)state;
    look_at("paris", 1);
}

static void belligerants_conforms(void **state)
{
    (void)state;
    look_at("belligerants", 1);
}

/* Whatever the owner of a box may correct on a board, the game on it conforms. */
static void corrected_boards_conform(void **state)
{
    static const int games[] = {2, 6, 8, 4, 10};
    (void)state;
    for (size_t i = 0; i < bv_game_count; i++) {
        struct looks looks = {.random = bv_random_seeded(9), .every = 97};
        char *board = corrected_board(bv_games[i]->id);
        struct session *s = session_on(bv_games[i]->id, "", board);
        random_games_of(s, games[i], 1871, look, &looks);
        if (looks.plies < 200) fail_msg("%s: %d plies", bv_games[i]->id, (int)looks.plies);
        session_end(s);
        free(board);
    }
}

/* The start position is the same whatever the memory held before. */
static void starting_leaves_nothing_to_chance(void **state)
{
    (void)state;
    for (size_t i = 0; i < bv_game_count; i++) {
        struct session *s = session(bv_games[i]->id, "");
        union bv_state other;
        memset(&other, 0xff, sizeof other);
        bv_games[i]->start(&s->terms, &other);
        assert_true(bv_state_same(bv_games[i], &s->state, &other));
        session_end(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_are_complete),
        cmocka_unit_test(starting_leaves_nothing_to_chance),
        cmocka_unit_test(kriegspiel_conforms),
        cmocka_unit_test(chevaliers_conforms),
        cmocka_unit_test(chars_conforms),
        cmocka_unit_test(paris_conforms),
        cmocka_unit_test(belligerants_conforms),
        cmocka_unit_test(corrected_boards_conform),
    };
    const char *only = getenv("BIVOUAC_TEST_ONLY");
    if (only && *only) cmocka_set_test_filter(only);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
