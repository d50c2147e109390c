/* Who takes whom, compulsion, flat counters: B2, B3, B12–B18. The map is in the sheet. */
#include "belligerants_session.h"

#include <string.h>

static struct session *field(void)
{
    return session("belligerants", "armistice=off");
}

/* ---- Who takes whom -------------------------------------------------------------------------- */

static const char *const code[] = {"EM", "BO", "AC", "DC", "MI", "CN", "TK",
                                   "OF", "AM", "ES", "PA", "SE", "SO"};
static const char *const small[] = {"em", "bo", "ac", "dc", "mi", "cn", "tk",
                                    "of", "am", "es", "pa", "se", "so"};
static const char *const prey[] = {
    "ES",          "BO AC TK CN", "AC BO DC MI", "BO AC", "MI OF PA SO",
    "CN TK OF",    "TK MI SO",    "OF SO TK CN", "",      "EM BO AC DC MI CN TK OF ES PA SE",
    "PA SO SE DC", "PA SO",       "SO",
};

/* `a` on f10 and `b` on h10, with bystanders far away. */
static void face(struct session *s, const char *a, const char *b, const char *fields)
{
    char pawns[64];
    struct bv_out out = bv_out_into(pawns, sizeof pawns);
    bv_put(&out, a);
    bv_put(&out, "f10 ");
    bv_put(&out, b);
    bv_put(&out, "h10 SOm1 soa15");
    stand(s, pawns, fields);
}

static void B2_each_kind_takes_what_the_table_says(void **state)
{
    (void)state;
    struct session *s = field();
    for (size_t a = 0; a < BV_COUNT(code); a++)
        for (size_t b = 0; b < BV_COUNT(code); b++) {
            bool takes = strstr(prey[a], code[b]) != NULL;
            face(s, code[a], small[b], "J move die=2");
            (takes ? expect_legal : expect_illegal)(s, "f10xh10");
            face(s, small[a], code[b], "R move die=2");
            (takes ? expect_legal : expect_illegal)(s, "f10xh10");
        }
    session_end(s);
}

static void B2_counts_and_values(void **state)
{
    (void)state;
    struct session *s = field();
    static const int count[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3};
    static const int value[] = {1000, 700, 600, 600, 500, 500, 400, 400, 300, 300, 200, 200, 100};
    const struct belligerants_tables *t = &s->tables.belligerants;
    for (int kind = 0; kind < BELL_KINDS; kind++) {
        assert_string_equal(belligerants_code[kind], code[kind]);
        assert_int_equal(t->count[kind], count[kind]);
        assert_int_equal(t->value[kind], value[kind]);
    }
    session_end(s);
}

static void B3_six_kinds_have_a_flat_counter(void **state)
{
    (void)state;
    struct session *s = field();
    for (size_t b = 0; b < BV_COUNT(code); b++) {
        bool kept = strstr("BO AC DC MI CN TK", code[b]) != NULL;
        face(s, "ES", small[b], "J move die=D");
        (kept ? expect_legal : expect_illegal)(s, "f10xh10+");
        face(s, "es", code[b], "R move die=D");
        (kept ? expect_legal : expect_illegal)(s, "f10xh10+");
    }
    session_end(s);
}

static void B12_the_taken_pawn_is_a_prisoner_of_the_taker(void **state)
{
    (void)state;
    struct session *s = field();
    face(s, "PA", "dc", "J move die=2 moves=7 quiet=7");
    play(s, "f10xh10");
    expect_stand(s, "PAh10 SOm1 soa15");
    expect_position_has(s, " R roll moves=8 J=d");
    face(s, "pa", "SO", "R move die=2");
    play(s, "f10xh10");
    expect_position_has(s, " J roll moves=1 R=S");
    session_end(s);
}

/* ---- Not takable ----------------------------------------------------------------------------- */

static void B13_nobody_is_taken_on_green(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf9 SOm1 sog9 soa15", "J move die=1");
    expect_illegal(s, "f9xg9");
    stand(s, "PAf9 SOm1 sog9 soa15", "J move die=D");
    expect_illegal(s, "f9xg9");
    stand(s, "ESf9 SOm1 esg9 soa15", "J move die=1");
    expect_illegal(s, "f9xg9");
    session_end(s);
}

static void B13_the_wounded_are_not_taken_but_by_the_ambulance(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf10 SOm1 soe10 soa15", "J move die=1");
    expect_illegal(s, "f10xe10");
    stand(s, "AMf10 SOm1 soe10 soa15", "J move die=1");
    expect_legal(s, "f10xe10");
    stand(s, "AMf10 SOm1 sof11 soa15", "J move die=1");
    expect_illegal(s, "f10xf11");
    session_end(s);
}

static void B13_a_spy_on_white_is_not_wounded(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "EMf10 SOm1 ese10 soa15", "J move die=1");
    expect_legal(s, "f10xe10");
    stand(s, "AMf10 SOm1 ese10 soa15", "J move die=1");
    expect_illegal(s, "f10xe10");
    session_end(s);
}

static void B13_the_ambulance_is_taken_by_nobody(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "ESf10 SOm1 ame10 soa15", "J move die=D");
    expect_illegal(s, "f10xe10");
    stand(s, "AMf10 SOm1 ame10 soa15", "J move die=D");
    expect_illegal(s, "f10xe10");
    session_end(s);
}

static void B13_a_sentinel_guards_the_eight_squares_around_it(void **state)
{
    (void)state;
    struct session *s = field();
    static const char *const posts[] = {"d9", "d10", "d11", "e9", "e11", "f9", "f10", "f11"};
    for (size_t i = 0; i < BV_COUNT(posts); i++) {
        char pawns[64];
        struct bv_out out = bv_out_into(pawns, sizeof pawns);
        bv_put(&out, "AMe8 SOm1 soa15 soe10 se");
        bv_put(&out, posts[i]);
        stand(s, pawns, "J move die=D");
        expect_menu_of(s, "e8xe10", "");
        expect_illegal(s, "e8-e9xe10");
    }
    stand(s, "AMe8 SOm1 soa15 soe10 seg10", "J move die=2");
    expect_legal(s, "e8xe10");
    stand(s, "PAf10 SOm1 soa15 soh10 sej10", "J move die=2");
    expect_legal(s, "f10xh10");
    stand(s, "PAf10 SOm1 soa15 soh10 seh12", "J move die=2");
    expect_legal(s, "f10xh10");
    session_end(s);
}

static void B13_the_guard_holds_against_the_devil_and_the_ambulance(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf10 SOm1 soa15 soh10 seh11", "J move die=D");
    expect_illegal(s, "f10xh10");
    stand(s, "AMf10 SOm1 soa15 soe10 sed10", "J move die=1");
    expect_illegal(s, "f10xe10");
    stand(s, "AMf10 SOm1 soa15 soe10 sec10", "J move die=1");
    expect_legal(s, "f10xe10");
    session_end(s);
}

static void B13_the_sentinel_itself_is_not_guarded(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf10 SOm1 soa15 soh11 seh10", "J move die=2");
    expect_legal(s, "f10xh10");
    session_end(s);
}

static void B13_a_sentinel_guards_its_own_side_only(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf10 SEh11 SOm1 soa15 soh10", "J move die=2");
    expect_legal(s, "f10xh10");
    stand(s, "SOf10 SEf11 SOm1 soa15 pah10 seh9", "R move die=2");
    expect_illegal(s, "h10xf10");
    stand(s, "SOf10 SOm1 soa15 pah10 sef9", "R move die=2");
    expect_legal(s, "h10xf10");
    session_end(s);
}

static void B13_a_pawn_inside_the_enemy_camp_is_not_taken(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAm1 SOg10 som2 soa15", "J move die=1");
    expect_illegal(s, "m1xm2");
    stand(s, "PAa12 SOg10 soa13 sog9", "R move die=1");
    expect_illegal(s, "a13xa12");
    stand(s, "pam1 SOg10 SOm2 soa15", "R move die=1");
    expect_legal(s, "m1xm2");
    session_end(s);
}

static void B14_a_sentinel_guards_encircled_and_in_camps_but_not_wounded(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf13 SOm1 soa15 sof11 seg11", "J move die=2");
    expect_illegal(s, "f13xf11");
    stand(s, "PAd12 SOm1 soa15 soe11 seg11", "J move die=1");
    expect_legal(s, "d12xe11");
    stand(s, "PAf14 SOm1 soa15 sof13 soe13 sed14", "J move die=1");
    expect_illegal(s, "f14xe13");
    expect_legal(s, "f14xf13");
    stand(s, "PAf10 SOm1 soa15 soe9 see10", "J move die=1");
    expect_legal(s, "f10xe9");
    stand(s, "PAm6 SOg9 SOg10 soa15 sol5 sem5", "J move die=1");
    expect_illegal(s, "m6xl5");
    stand(s, "PAj5 SOg9 SOg10 soa15 soj4 sek3", "J move die=1");
    expect_illegal(s, "j5xj4");
    session_end(s);
}

/* ---- Compulsion ------------------------------------------------------------------------------ */

static void B15_a_take_has_no_price(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf10 TKf12 SOm1 soh10 soh12 soa15", "J move die=2");
    expect_legal(s, "f10-d10");
    play(s, "f10xh10");
    expect_position_has(s, " R roll");
    session_end(s);
}

static void B15_who_could_take_and_does_not_loses_a_pawn_that_could(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf10 TKf12 OFg13 SOm1 soh10 soh12 soa15", "J move die=2");
    play(s, "m1-m3");
    expect_to_act(s, "R");
    expect_menu(s, "R", "!f10 !f12");
    play(s, "!f12");
    expect_stand(s, "PAf10 OFg13 SOm3 soh10 soh12 soa15");
    expect_position_has(s, " R roll moves=1 R=T");
    stand(s, "SOm1 SOf10 pah10 tkh13 soa15", "R move die=2");
    play(s, "a15-c13");
    expect_menu(s, "J", "!h10");
    session_end(s);
}

static void B15_nothing_is_due_where_nobody_could_take(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf10 SOm1 soh10 soa15", "J move die=1");
    play(s, "f10-g9");
    expect_position_has(s, " R roll");
    stand(s, "PAf10 SOm1 OFg10 soh10 soa15", "J move die=2");
    play(s, "m1-m3");
    expect_position_has(s, " R roll");
    stand(s, "PAg11 SOm1 soi13 soa15", "J move die=2");
    play(s, "m1-m3");
    expect_position_has(s, " R roll");
    session_end(s);
}

static void B15_the_pawn_just_moved_counts_where_it_now_stands(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf10 SOm1 soh10 soa15", "J move die=2");
    play(s, "f10-d10");
    expect_menu(s, "R", "!d10");
    play(s, "!d10");
    expect_stand(s, "SOm1 soh10 soa15");
    session_end(s);
}

/* Soldiers are alike, but the one that could have taken is the one that is picked. */
static void B15_soldiers_are_told_apart_by_their_squares(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "SOf10 SOi2 SOm1 soh10 soa15", "J move die=2");
    play(s, "i2-k4");
    expect_menu(s, "R", "!f10");
    stand(s, "SOf10 SOg7 SOm1 soh10 soa15", "J move die=2");
    play(s, "f10-h12");
    expect_menu(s, "R", "!h12");
    stand(s, "SOf10 SOg7 SOm1 soh10 soa15", "J move die=2");
    play(s, "m1-m3");
    expect_menu(s, "R", "!f10");
    session_end(s);
}

static void B15_whatever_it_is_and_wherever_it_stands(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "AMf10 SEf9 SOm1 soe10 soa15", "J move die=1");
    play(s, "m1-m2");
    expect_menu(s, "R", "!f10");
    play(s, "!f10");
    expect_position_has(s, " R=H");
    stand(s, "PAg9 SOm1 soh10 soa15", "J move die=1");
    play(s, "m1-m2");
    expect_menu(s, "R", "!g9");
    session_end(s);
}

static void B15_never_inside_the_enemy_camp(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAd14 SOg10 sod15 soa15", "J move die=1");
    play(s, "g10-g9");
    expect_position_has(s, " R roll");
    stand(s, "PAf14 SOg10 sof13 soa15", "J move die=1");
    play(s, "f14-e15");
    expect_position_has(s, " R roll");
    stand(s, "PAf14 SOg10 sof13 soa15", "J move die=1");
    play(s, "f14-e14");
    expect_menu(s, "R", "!e14");
    stand(s, "SOg13 pai2 sog9 SOi3", "R move die=1");
    play(s, "i2-i1");
    expect_position_has(s, " J roll");
    session_end(s);
}

static void B15_a_destroyed_pawn_is_not_forfeited(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAd11 SOm1 soc10 soa15", "J move die=1");
    play(s, "d11-c12");
    expect_position_has(s, " R roll");
    session_end(s);
}

static void B15_on_the_devil_any_length_and_the_hurt_count(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAe10 TKg11 SOm1 soe9 soj11 soa15", "J move die=D");
    expect_legal(s, "e10xe9 g11xj11");
    play(s, "m1-m2");
    expect_menu(s, "R", "!e10 !g11");
    stand(s, "PAe10 TKg11 SOm1 soe9 soj11 soa15", "J move die=1");
    play(s, "m1-m2");
    expect_position_has(s, " R roll");
    stand(s, "PAe10 TKg11 SOm1 soe9 soj11 soa15", "J move die=3");
    play(s, "m1-m4");
    expect_position_has(s, " R roll");
    session_end(s);
}

static void B15_after_a_devils_forfeit_the_mover_rolls_again(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf10 SOm1 soh10 soa15", "J move die=D");
    play(s, "m1-m2 !f10");
    expect_position_has(s, " J roll");
    session_end(s);
}

static void B15_a_pawn_just_picked_up_is_not_forfeited(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAe10 AMf10 SOm1 soe9 soa15", "J move die=D");
    play(s, "f10-e10@m2");
    expect_position_has(s, " J roll");
    stand(s, "PAe10 AMf10 TKg9 SOm1 soe9 soh10 soa15", "J move die=D");
    play(s, "f10-e10@m2");
    expect_menu(s, "R", "!g9");
    session_end(s);
}

static void B15_a_move_that_ends_the_game_ends_it_first(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf14 sof13 soa15", "J move die=1");
    expect_legal(s, "f14xf13");
    play(s, "f14-e15");
    expect_over(s, "J 1 R 0 entered by=400");
    stand(s, "SOd11 soc11 som1", "J move die=1");
    expect_legal(s, "d11xc11");
    play(s, "d11-c12");
    expect_over(s, "J 0 R 1 entered by=200");
    session_end(s);
}

static void B15_taking_a_wounded_enemy_is_compulsory_picking_up_is_not(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "AMf10 SOm1 soe10 soa15", "J move die=1");
    play(s, "f10-f9");
    expect_menu(s, "R", "!f9");
    stand(s, "AMf10 PAe10 SOm1 soa15", "J move die=1");
    play(s, "f10-f9");
    expect_position_has(s, " R roll");
    stand(s, "AMf10 PAe10 OFb9 SOm1 soa10 soa15", "J move die=1");
    play(s, "f10-e10@m2");
    expect_menu(s, "R", "!b9");
    session_end(s);
}

static void B15_where_taking_is_forced_only_takes_are_offered(void **state)
{
    (void)state;
    struct session *s = session("belligerants", "armistice=off compulsion=forced");
    stand(s, "PAf10 TKf12 AMf9 SOm1 soh10 soh12 pae10 soa15", "J move die=2");
    expect_menu(s, "J", "f10xh10 f10xh12 f12xh10 f12xh12 f9-e9xe10");
    stand(s, "PAf10 TKf12 AMf9 SOm1 soh10 soh12 pae10 soa15", "J move die=1");
    expect_menu(s, "J", "f9xe10");
    stand(s, "PAf10 SOm1 dch10 soa15", "J move die=D");
    expect_menu(s, "J", "f10-h12xh10 f10-h12xh10+ f10xh10 f10xh10+");
    stand(s, "PAe10 AMf10 SOm1 soa15", "J move die=1");
    expect_legal(s, "f10-f9 f10-e10@m2");
    play(s, "f10-f9");
    expect_position_has(s, " R roll");
    session_end(s);
}

/* ---- Flat counters --------------------------------------------------------------------------- */

static void B16_on_the_devil_material_may_be_kept(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAf10 SOm1 dch10 soa15", "J move die=2");
    expect_legal(s, "f10xh10");
    expect_illegal(s, "f10xh10+");
    stand(s, "PAf10 SOm1 dch10 soa15", "J move die=D");
    expect_legal(s, "f10xh10 f10xh10+");
    play(s, "f10xh10+");
    expect_stand(s, "PAh10 DC'f10 SOm1 soa15");
    expect_position_has(s, " J roll");
    stand(s, "PAf10 SOm1 dch10 soa15", "J move die=D");
    play(s, "f10xh10");
    expect_stand(s, "PAh10 SOm1 soa15");
    expect_position_has(s, " J=d");
    session_end(s);
}

static void B16_the_ambulance_keeps_too(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "AMf10 SOm1 tke10 soa15", "J move die=D");
    expect_legal(s, "f10xe10 f10xe10+");
    play(s, "f10xe10+");
    expect_stand(s, "AMe10 TK'f10 SOm1 soa15");
    session_end(s);
}

static void B16_a_kept_pawn_moves_takes_and_is_taken_like_any_other(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "AC'f10 SOm1 boh10 mif12 soa15", "J move die=2");
    expect_legal(s, "f10xh10 f10xf12 f10-d10");
    stand(s, "AC'f10 SOm1 boh10 mif12 soa15", "R move die=2");
    expect_legal(s, "h10xf10");
    expect_illegal(s, "f12xf10");
    session_end(s);
}

static void B16_a_kept_aircraft_flies(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "AC'f10 SOm1 OFg10 soa15", "J move die=2");
    expect_legal(s, "f10-h10");
    session_end(s);
}

static void B17_retaken_on_a_number_it_is_a_prisoner_of_the_retaker(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "DC'f10 SOm1 pah10 soa15", "R move die=2");
    expect_illegal(s, "h10xf10+");
    play(s, "h10xf10");
    expect_stand(s, "SOm1 paf10 soa15");
    expect_position_has(s, " R=d");
    session_end(s);
}

static void B17_retaken_on_the_devil_it_may_rejoin_its_army(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "DC'f10 SOm1 pah10 soa15", "R move die=D");
    expect_legal(s, "h10xf10 h10xf10+");
    play(s, "h10xf10+");
    expect_stand(s, "SOm1 paf10 dch10 soa15");
    stand(s, "DC'f10 SOm1 pah10 soa15", "R move die=D");
    play(s, "h10xf10");
    expect_position_has(s, " R=d");
    session_end(s);
}

static void B17_the_counter_returns_whenever_its_pawn_leaves(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "DC'd11 SOm1 soa15", "J move die=1");
    play(s, "d11-c12");
    expect_stand(s, "SOm1 soa15");
    stand(s, "PAf12 DC'f10 SOm1 pah10 soa15", "R move die=D");
    play(s, "h10xf10+ #1");
    expect_stand(s, "PAf12 SOm1 paf10 dch10 soa15");
    play(s, "a15-b15 #D");
    expect_illegal(s, "f12xf10+");
    stand(s, "PAf10 SOm1 dch10 soa15", "J move die=D");
    expect_legal(s, "f10xh10+");
    stand(s, "DC'f10 PAf12 SOm1 boh10 soa15", "J move die=2");
    play(s, "m1-m3");
    expect_menu(s, "R", "!f10");
    play(s, "!f10");
    expect_position_has(s, " R=d");
    session_end(s);
}

static void B18_plus_is_not_offered_from_blue_black_or_the_enemy_camp(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "ESf8 SOm1 boe7 soa15", "J move die=D");
    expect_legal(s, "f8xe7");
    expect_illegal(s, "f8xe7+");
    stand(s, "ESi11 SOm1 boi10 soa15", "J move die=D");
    expect_legal(s, "i11xi10");
    expect_illegal(s, "i11xi10+");
    stand(s, "ESd14 SOg10 bod15 soa15", "J move die=D");
    expect_legal(s, "d14xd15");
    expect_illegal(s, "d14xd15+");
    stand(s, "SOg10 BOj2 esi1 sog9 SOm1", "R move die=D");
    expect_legal(s, "i1xj2");
    expect_illegal(s, "i1xj2+");
    stand(s, "DC'd14 SOg10 bod15 soa15", "J move die=D");
    expect_illegal(s, "d14xd15+");
    session_end(s);
}

static void B18_put_on_white_or_grey_it_is_hurt(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "ESe10 SOm1 boe11 soa15", "J move die=D");
    play(s, "e10xe11+ #1");
    expect_menu_of(s, "e10", "");
    stand(s, "PAg11 SOm1 dch10 soa15", "J move die=D");
    play(s, "g11xh10+ #1");
    expect_menu_of(s, "g11", "");
    session_end(s);
}

static void B18_in_the_own_camp_it_counts_as_still_there(void **state)
{
    (void)state;
    struct session *s = field();
    stand(s, "PAi1 SOf14 dch2 soa15", "J move die=D");
    play(s, "i1xh2+ #1");
    expect_stand(s, "PAh2 DC'i1 SOf14 soa15");
    expect_illegal(s, "f14-e15");
    stand(s, "PAi1 SOf14 dch2 soa15", "J move die=D");
    play(s, "i1xh2 #1");
    expect_legal(s, "f14-e15");
    session_end(s);
}

int belligerants_taking(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(B2_each_kind_takes_what_the_table_says),
        cmocka_unit_test(B2_counts_and_values),
        cmocka_unit_test(B3_six_kinds_have_a_flat_counter),
        cmocka_unit_test(B12_the_taken_pawn_is_a_prisoner_of_the_taker),
        cmocka_unit_test(B13_nobody_is_taken_on_green),
        cmocka_unit_test(B13_the_wounded_are_not_taken_but_by_the_ambulance),
        cmocka_unit_test(B13_a_spy_on_white_is_not_wounded),
        cmocka_unit_test(B13_the_ambulance_is_taken_by_nobody),
        cmocka_unit_test(B13_a_sentinel_guards_the_eight_squares_around_it),
        cmocka_unit_test(B13_the_guard_holds_against_the_devil_and_the_ambulance),
        cmocka_unit_test(B13_the_sentinel_itself_is_not_guarded),
        cmocka_unit_test(B13_a_sentinel_guards_its_own_side_only),
        cmocka_unit_test(B13_a_pawn_inside_the_enemy_camp_is_not_taken),
        cmocka_unit_test(B14_a_sentinel_guards_encircled_and_in_camps_but_not_wounded),
        cmocka_unit_test(B15_a_take_has_no_price),
        cmocka_unit_test(B15_who_could_take_and_does_not_loses_a_pawn_that_could),
        cmocka_unit_test(B15_nothing_is_due_where_nobody_could_take),
        cmocka_unit_test(B15_the_pawn_just_moved_counts_where_it_now_stands),
        cmocka_unit_test(B15_soldiers_are_told_apart_by_their_squares),
        cmocka_unit_test(B15_whatever_it_is_and_wherever_it_stands),
        cmocka_unit_test(B15_never_inside_the_enemy_camp),
        cmocka_unit_test(B15_a_destroyed_pawn_is_not_forfeited),
        cmocka_unit_test(B15_on_the_devil_any_length_and_the_hurt_count),
        cmocka_unit_test(B15_after_a_devils_forfeit_the_mover_rolls_again),
        cmocka_unit_test(B15_a_pawn_just_picked_up_is_not_forfeited),
        cmocka_unit_test(B15_a_move_that_ends_the_game_ends_it_first),
        cmocka_unit_test(B15_taking_a_wounded_enemy_is_compulsory_picking_up_is_not),
        cmocka_unit_test(B15_where_taking_is_forced_only_takes_are_offered),
        cmocka_unit_test(B16_on_the_devil_material_may_be_kept),
        cmocka_unit_test(B16_the_ambulance_keeps_too),
        cmocka_unit_test(B16_a_kept_pawn_moves_takes_and_is_taken_like_any_other),
        cmocka_unit_test(B16_a_kept_aircraft_flies),
        cmocka_unit_test(B17_retaken_on_a_number_it_is_a_prisoner_of_the_retaker),
        cmocka_unit_test(B17_retaken_on_the_devil_it_may_rejoin_its_army),
        cmocka_unit_test(B17_the_counter_returns_whenever_its_pawn_leaves),
        cmocka_unit_test(B18_plus_is_not_offered_from_blue_black_or_the_enemy_camp),
        cmocka_unit_test(B18_put_on_white_or_grey_it_is_hurt),
        cmocka_unit_test(B18_in_the_own_camp_it_counts_as_still_there),
    };
    return cmocka_run_group_tests_name("belligerants: taking", tests, NULL, NULL);
}
