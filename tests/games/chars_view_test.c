/* C37 and the events: who knows what. */
#include "chars_suites.h"

/* ---- Views by hand --------------------------------------------------------------------------- */

static const char *line_of(struct session *s, const union bv_state *state)
{
    static char text[BV_POSITION_MAX];
    struct bv_out out = bv_out_into(text, sizeof text);
    s->terms.game->write(&s->terms, state, &out);
    return text;
}

static void expect_view(struct session *s, int seat, const char *position)
{
    union bv_state view;
    s->terms.game->view(&s->terms, &s->state, seat, &view);
    assert_string_equal(line_of(s, &view), position);
}

static void C37_unannounced_ranks_and_unfound_mines_are_hidden(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "45:V1 3:V2!+ 5:V3 22:A 100:G1! 98:G2 96:G3 83:A",
        "V move quiet=4 spent=1,2 fallen=6,5 mines=41,42,57");
    expect_view(s, 0,
                "G1!.G?.G?...../.......A../........../........../........../"
                ".....V1..../........../........A./........../.....V3.V2!+.. "
                "V move quiet=4 spent=1,2 fallen=6,5 mines=41,42 hidden=0,1");
    expect_view(s, 1,
                "G1!.G2.G3...../.......A../........../........../........../"
                ".....V?..../........../........A./........../.....V?.V2!+.. "
                "V move quiet=4 spent=1,2 fallen=6,5 mines=57 hidden=2,0");
    expect_view(s, BV_WATCHER,
                "G1!.G?.G?...../.......A../........../........../........../"
                ".....V?..../........../........A./........../.....V?.V2!+.. "
                "V move quiet=4 spent=1,2 fallen=6,5 hidden=2,1");
    session_end(s);
}

static void C37_destroyed_ranks_stay_unknown_unless_announced(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    union bv_state one, two;
    /* Rank 5 or rank 4 of Green is gone: Grey sees no difference. */
    put(s, "45:V1 3:V2 5:V3 7:V4 100:G1 98:G2", "V plot");
    s->terms.game->view(&s->terms, &s->state, 1, &one);
    put(s, "45:V6 3:V3 5:V2 7:V5 100:G1 98:G2", "V plot");
    s->terms.game->view(&s->terms, &s->state, 1, &two);
    assert_true(bv_state_same(s->terms.game, &one, &two));
    /* Where all that live are announced, nothing is left to hide. */
    put(s, "45:V6! 3:V3! 100:G1 98:G2", "V plot");
    s->terms.game->view(&s->terms, &s->state, 1, &one);
    assert_true(bv_state_same(s->terms.game, &one, &s->state));
    session_end(s);
}

static void C37_the_plot_is_its_owners_until_it_is_shown(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    union bv_state view;
    put(s, "45:V1 3:V2 5:V3 100:G1! 98:G2! 96:G3! 72:B", "V plot");
    play(s, "!50 !51 ?52");
    s->terms.game->view(&s->terms, &s->state, 0, &view);
    assert_null(strstr(line_of(s, &view), "red"));
    assert_null(strstr(line_of(s, &view), "white"));
    assert_int_equal(view.chars.whites_left, 5);
    assert_int_equal(view.chars.reds_left, 6);
    s->terms.game->view(&s->terms, &s->state, 1, &view);
    assert_non_null(strstr(line_of(s, &view), "red=50,51 white=52"));
    play(s, ".");
    s->terms.game->view(&s->terms, &s->state, 0, &view);
    assert_null(strstr(line_of(s, &view), "red"));
    s->terms.game->view(&s->terms, &s->state, 1, &view);
    assert_non_null(strstr(line_of(s, &view), "red=50,51 white=52"));
    s->terms.game->view(&s->terms, &s->state, BV_WATCHER, &view);
    assert_null(strstr(line_of(s, &view), "red"));
    session_end(s);
}

/* ---- Events by hand -------------------------------------------------------------------------- */

/*
 * The events that a seat sees when a token is played, one letter of its kind each: see `letters`.
 */
static const char *story(struct session *s, const char *token, int seat)
{
    static const char letters[] = "PM.FRL-.DCSX_rTOp";
    static char text[BV_EVENTS_MAX + 1];
    struct bv_event event[BV_EVENTS_MAX];
    struct bv_error error;
    bv_action action = 0;
    union bv_state before = s->state;
    bv_seats acting = s->terms.game->to_act(&s->terms, &s->state);
    int actor = __builtin_ctz(acting);
    int length = 0;
    if (!bv_token_action(&s->terms, &s->state, actor, bv_span_of(token), &s->menu, &action, &error))
        fail_msg("%s", error.text);
    bv_apply(&s->terms, &s->state, actor, action, NULL);
    uint32_t count = s->terms.game->events(&s->terms, &before, actor, action, &s->state, event);
    for (uint32_t i = 0; i < count; i++)
        if (event[i].audience & bv_seat_bit(seat)) text[length++] = letters[event[i].kind];
    text[length] = '\0';
    return text;
}

static void C37_nobody_hears_of_a_placement_or_a_plotted_shot(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    assert_string_equal(story(s, "A=11", 1), "");
    assert_string_equal(story(s, "B=22", 0), "P");
    assert_string_equal(story(s, "C=33", BV_WATCHER), "");
    put(s, "1:V1 3:V2 100:G1 98:G2", "G plot");
    assert_string_equal(story(s, "!50", 1), "");
    assert_string_equal(story(s, "?51", 0), "p");
    assert_string_equal(story(s, "?52", BV_WATCHER), "");
    assert_string_equal(story(s, ".", 1), "rT");
    session_end(s);
}

static void C37_the_end_of_the_set_up_shows_pieces_to_the_others(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    set_up_both(s);
    s->terms.game->start(&s->terms, &s->state);
    play(s, "V: A=11 B=22 C=33 1=1 2=2 3=3 4=4 5=5 6=6 G=12 G=13 G=14 G=15 G=16 M=41 M=42");
    play(s, "G: A=90 B=79 C=68 1=100 2=99 3=98 4=97 5=96 6=95 G=81 G=82 G=83 G=84 G=85 M=51");
    union bv_state before = s->state;
    /* Grey: its own mine, ready, Green's fourteen pieces, Green's turn. */
    assert_string_equal(story(s, "M=52", 1), "PrPPPPPPPPPPPPPPT");
    s->state = before;
    assert_string_equal(story(s, "M=52", 0), "PPPPPPPPPPPPPPT");
    s->state = before;
    assert_string_equal(story(s, "M=52", BV_WATCHER), "PPPPPPPPPPPPPPPPPPPPPPPPPPPPT");
    session_end(s);
}

static void C37_the_end_of_a_movement_is_told_to_all(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "44:V1 3:V2 5:V3 100:G1 98:G2 96:G3 83:A", "V plot mines=54,56");
    play(s, "!50 ?13 . 44-54 3-13 5-15");
    union bv_state before = s->state;
    /* Moved; two shots shown; one tank struck; a mine shown and its tank; Grey's turn. */
    assert_string_equal(story(s, "15-25", 0), "MSSDSDT");
    s->state = before;
    assert_string_equal(story(s, "15-25", BV_WATCHER), "MSSDSDT");
    put(s, "44:V1 3:V2 5:V3 100:G1 98:G2 96:G3", "V plot");
    play(s, "!50 . 44-54 3-13 5-15");
    assert_string_equal(story(s, "15-25", 1), "MS-T");
    session_end(s);
}

static void C37_fights_announce_ranks_and_the_end_shows_all(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "65:V4 64:G3 66:o 1:V1 22:A 100:G5", "V fight mines=41,42");
    assert_string_equal(story(s, "65x64", 1), "XSSD");
    assert_string_equal(story(s, "65x66", 1), "X");
    assert_string_equal(story(s, "#b", 1), "RDLT");
    put(s, "65:V4 66:o 1:V1 100:G5", "V fight spent=0,5");
    play(s, "65x66");
    assert_string_equal(story(s, "#b", 1), "RDT");
    put(s, "65:V4 64:G3 1:V1 22:A", "V fight mines=41,42");
    /* The rank that was never announced, two mines, the end. */
    assert_string_equal(story(s, "65x64", 1), "XSSDSSSO");
    put(s, "65:V3 64:G3 1:V1 100:G1", "V fight");
    assert_string_equal(story(s, "65x64", 0), "XSSDDT");
    session_end(s);
}

static void C37_installations_and_command_tanks_are_told(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    put(s, "55:V1 3:V2 85:V3 100:G1 98:G2 76:G3 65:A 72:B", "V move blanks=2 mines=57,58");
    play(s, "55-65 3-13 13-23");
    /* Moved, headquarters destroyed, mines lost, command tank, Grey's blank turn. */
    assert_string_equal(story(s, "85-95", 1), "MDLCT");
    put(s, "1:V1 3:V2 100:G1 98:G2", "V move");
    play(s, "1-11");
    assert_string_equal(story(s, ".", 1), "_-T");
    put(s, "1:V1 2:o 11:o 100:G1 98:G2", "V plot");
    assert_string_equal(story(s, ".", 0), "rT_-T");
    session_end(s);
}

/* ---- Properties in random games -------------------------------------------------------------- */

struct looks {
    struct bv_random random;
    uint64_t plies;
};

static bool is_settled(const struct bv_terms *terms, const struct chars_state *s, int side)
{
    bool known = true;
    for (int rank = 0; rank < CHARS_TANKS; rank++) known &= s->where[side][rank] != CHARS_UNKNOWN;
    return known && bv_count128(s->mines & terms->tables->chars.camp[side]) == s->mines_left[side];
}

/* A world agrees with what a seat has seen, and leaves nothing open. */
static void world_agrees(struct session *s, const struct chars_state *world, int seat)
{
    const struct chars_state *truth = &s->state.chars;
    for (int side = 0; side < 2; side++) {
        assert_true(is_settled(&s->terms, world, side));
        assert_true(world->tanks[side] == truth->tanks[side]);
        assert_int_equal(world->announced[side], truth->announced[side]);
        for (int rank = 0; rank < CHARS_TANKS; rank++)
            if (truth->announced[side] >> rank & 1)
                assert_int_equal(world->where[side][rank], truth->where[side][rank]);
        assert_int_equal(world->whites[side], truth->whites[side]);
        assert_int_equal(world->mines_left[side], truth->mines_left[side]);
    }
    assert_true((world->mines & truth->swept) == 0);
    if (seat == BV_WATCHER) return;
    assert_memory_equal(world->where[seat], truth->where[seat], sizeof truth->where[seat]);
    bv_bits128 own = s->terms.tables->chars.camp[seat];
    assert_true((world->mines & own) == (truth->mines & own));
    if (seat != truth->side) assert_true(world->red == truth->red && world->white == truth->white);
}

/* Events a seat may see, as bytes. */
static uint32_t seen_events(struct session *s, const union bv_state *before, int actor,
                            bv_action action, const union bv_state *after, int seat,
                            struct bv_event *seen)
{
    struct bv_event all[BV_EVENTS_MAX];
    uint32_t count = s->terms.game->events(&s->terms, before, actor, action, after, all);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (all[i].audience & bv_seat_bit(seat)) seen[kept++] = all[i];
    return kept;
}

/*
 * The same open action in two worlds that look alike: until something secret is shown (the movement
 * ends, a rank is announced) the views and what is told stay alike.
 */
static void stays_alike(struct session *s, const union bv_state *one, const union bv_state *two,
                        int actor, bv_action action, int seat)
{
    const struct bv_game *game = s->terms.game;
    union bv_state after_one = *one, after_two = *two, view_one, view_two;
    struct bv_event seen_one[BV_EVENTS_MAX], seen_two[BV_EVENTS_MAX];
    bv_apply(&s->terms, &after_one, actor, action, NULL);
    bv_apply(&s->terms, &after_two, actor, action, NULL);
    if (after_one.chars.phase != CHARS_MOVE || after_one.chars.side != one->chars.side) return;
    game->view(&s->terms, &after_one, seat, &view_one);
    game->view(&s->terms, &after_two, seat, &view_two);
    assert_true(bv_state_same(game, &view_one, &view_two));
    assert_string_equal(line_of(s, &view_one), line_of(s, &view_two));
    uint32_t count = seen_events(s, one, actor, action, &after_one, seat, seen_one);
    assert_int_equal(count, seen_events(s, two, actor, action, &after_two, seat, seen_two));
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(seen_one[i].kind, seen_two[i].kind);
        assert_int_equal(seen_one[i].piece, seen_two[i].piece);
        assert_int_equal(seen_one[i].to, seen_two[i].to);
        assert_int_equal(seen_one[i].amount, seen_two[i].amount);
    }
}

/* What another does in secret leaves no trace: not a byte of the view, and no event. */
static void secrets_leave_no_trace(struct session *s, int actor, bv_action action, int seat)
{
    const struct bv_game *game = s->terms.game;
    union bv_state before, after = s->state, view;
    struct bv_event seen[BV_EVENTS_MAX];
    bv_apply(&s->terms, &after, actor, action, NULL);
    if (after.chars.phase != s->state.chars.phase) return;
    if (after.chars.side != s->state.chars.side) return; /* the movement was skipped */
    game->view(&s->terms, &s->state, seat, &before);
    game->view(&s->terms, &after, seat, &view);
    assert_true(bv_state_same(game, &before, &view));
    assert_int_equal(bv_state_hash(game, &before), bv_state_hash(game, &view));
    assert_int_equal(seen_events(s, &s->state, actor, action, &after, seat, seen), 0);
}

static bv_action any_action(struct session *s, int actor, struct bv_random *random)
{
    static bv_action list[BV_LIST_MAX];
    uint32_t count = s->terms.game->legal(&s->terms, &s->state, actor, list);
    return list[bv_random_below(random, count)];
}

static void look_as(struct session *s, int seat, struct looks *looks)
{
    const struct bv_game *game = s->terms.game;
    union bv_state view, again, world[2];
    bv_seats acting = game->to_act(&s->terms, &s->state);
    bool secret = s->state.chars.phase == CHARS_SETUP || s->state.chars.phase == CHARS_PLOT;
    game->view(&s->terms, &s->state, seat, &view);
    for (int i = 0; i < 2; i++) {
        game->determinise(&s->terms, &view, seat, &looks->random, &world[i]);
        assert_null(game->check(&s->terms, &world[i]));
        game->view(&s->terms, &world[i], seat, &again);
        assert_true(bv_state_same(game, &view, &again));
        if (s->state.chars.phase != CHARS_SETUP) world_agrees(s, &world[i].chars, seat);
    }
    for (; acting; acting &= acting - 1) {
        int actor = __builtin_ctz(acting);
        if (actor == BV_CHANCE) continue;
        bv_action action = any_action(s, actor, &looks->random);
        if (!secret) stays_alike(s, &world[0], &world[1], actor, action, seat);
        if (!secret) stays_alike(s, &s->state, &world[1], actor, action, seat);
        if (secret && actor != seat) secrets_leave_no_trace(s, actor, action, seat);
    }
}

static void look(struct session *s, void *context)
{
    struct looks *looks = context;
    looks->plies++;
    for (int seat = 0; seat < 2; seat++) look_as(s, seat, looks);
    look_as(s, BV_WATCHER, looks);
}

static void C37_views_worlds_and_events_agree_in_random_games(void **state)
{
    (void)state;
    struct looks looks = {.random = bv_random_seeded(5)};
    random_games("chars", 20, 77, look, &looks);
    assert_true(looks.plies > 5000);
}

/* Every rank, mine and number of whites that may be true is met sooner or later. */
static void C37_worlds_leave_out_nothing_possible(void **state)
{
    (void)state;
    struct session *s = session("chars", "");
    struct bv_random random = bv_random_seeded(9);
    union bv_state view, world;
    bv_bits128 mines = 0;
    unsigned ranks = 0, whites = 0;
    put(s, "45:V1! 3:V2 5:V3 22:A 41:o 100:G1 98:G2 70:G3", "V plot mines=42,43 swept=44");
    play(s, "!50 .");
    s->terms.game->view(&s->terms, &s->state, 1, &view);
    for (int i = 0; i < 2000; i++) {
        s->terms.game->determinise(&s->terms, &view, 1, &random, &world);
        mines |= world.chars.mines;
        for (int rank = 0; rank < CHARS_TANKS; rank++)
            if (world.chars.where[0][rank] == 2) ranks |= 1U << rank;
        s->terms.game->determinise(&s->terms, &view, BV_WATCHER, &random, &world);
    }
    assert_int_equal(ranks, 0x3e);
    assert_true(mines == (s->terms.tables->chars.camp[0] &
                          ~(bv_bit128(21) | bv_bit128(40) | bv_bit128(43))));
    s->terms.game->view(&s->terms, &s->state, 0, &view);
    for (int i = 0; i < 5000; i++) {
        s->terms.game->determinise(&s->terms, &view, 0, &random, &world);
        whites |= 1U << bv_count128(world.chars.white);
        assert_int_equal(bv_count128(world.chars.red), 3);
    }
    assert_int_equal(whites, 0x3f);
    session_end(s);
}

static void C37_worlds_know_of_own_fire(void **state)
{
    (void)state;
    for (int own_fire = 0; own_fire <= 1; own_fire++) {
        struct session *s = session("chars", own_fire ? "own-fire=on" : "own-fire=off");
        struct bv_random random = bv_random_seeded(3);
        union bv_state view, world;
        bool met = false;
        put(s, "45:V1 3:V2 100:G1 98:G2 77:B", "V move");
        s->terms.game->view(&s->terms, &s->state, 0, &view);
        for (int i = 0; i < 500; i++) {
            s->terms.game->determinise(&s->terms, &view, 0, &random, &world);
            assert_null(s->terms.game->check(&s->terms, &world));
            met |= bv_has128(world.chars.red | world.chars.white, 76);
        }
        assert_int_equal(met, own_fire);
        session_end(s);
    }
}

int chars_view_suite(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(C37_unannounced_ranks_and_unfound_mines_are_hidden),
        cmocka_unit_test(C37_destroyed_ranks_stay_unknown_unless_announced),
        cmocka_unit_test(C37_the_plot_is_its_owners_until_it_is_shown),
        cmocka_unit_test(C37_nobody_hears_of_a_placement_or_a_plotted_shot),
        cmocka_unit_test(C37_the_end_of_the_set_up_shows_pieces_to_the_others),
        cmocka_unit_test(C37_the_end_of_a_movement_is_told_to_all),
        cmocka_unit_test(C37_fights_announce_ranks_and_the_end_shows_all),
        cmocka_unit_test(C37_installations_and_command_tanks_are_told),
        cmocka_unit_test(C37_views_worlds_and_events_agree_in_random_games),
        cmocka_unit_test(C37_worlds_leave_out_nothing_possible),
        cmocka_unit_test(C37_worlds_know_of_own_fire),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
