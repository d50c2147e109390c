/* Board files that must be refused, position texts that must be refused, and what events tell. */
#include "belligerants_session.h"

#include <stdlib.h>
#include <string.h>

/* ---- Board files ----------------------------------------------------------------------------- */

static void refuse(const char *from, const char *to, const char *part)
{
    char *board = board_with("belligerants", "riviere", from, to);
    expect_bad_board("belligerants", board, part);
    free(board);
}

/* Changes squares, given as a square and what it becomes, in turn. */
static void refuse_painted(const char *const *squares, const char *part)
{
    char *board = riviere();
    for (; *squares; squares += 2) paint(board, squares[0], squares[1]);
    expect_bad_board("belligerants", board, part);
    free(board);
}

#define PAINTED(...) ((const char *const[]){__VA_ARGS__, NULL})

static void bad_squares_are_refused(void **state)
{
    (void)state;
    refuse("R  R  R  .* .  g", "R  R  R  .* .  q", "a square is one of");
    refuse("R  R  R  .* .  g", "R  R  R  .+ .  g", "a square is one of");
    refuse("R  R  R  .* .  g", "R  R  R  .** .  g", "a square is one of");
    refuse("R  R  R  .* .  g", "R  R  R* .* .  g", "a crossroads cannot be in a camp");
    refuse("    R  R  R  .* .  g", "    R  R  R  g", "not equally long");
    refuse("    R  R  R  .* .  g", "    R  R  R  . .* .  g", "not equally long");
}

static void B1_the_map_has_a_greatest_size(void **state)
{
    (void)state;
    refuse("map:\n", "map:\n    . . . . . . . . . . . . . . . .\n", "wider than 15");
    refuse("map:\n", "map:\n    .\n    .\n", "higher than 16");
}

static void B1_camps_have_15_squares(void **state)
{
    (void)state;
    refuse_painted(PAINTED("d14", ".", "j2", "."), "the yellow camp has 14 squares, not 15");
    refuse_painted(PAINTED("i2", "Y", "e14", "R"), "the yellow camp has 16 squares, not 15");
    refuse_painted(PAINTED("d14", "."), "the pink camp has 14 squares, not 15");
    refuse_painted(PAINTED("e14", "R"), "the pink camp has 16 squares, not 15");
}

static void B1_there_are_18_crossroads_none_in_a_camp(void **state)
{
    (void)state;
    refuse_painted(PAINTED("g14", ".", "g2", "."), "the map has 16 crossroads, not 18");
    refuse_painted(PAINTED("g14", "."), "the map has 17 crossroads, not 18");
    refuse_painted(PAINTED("h14", ".*", "f2", ".*"), "the map has 20 crossroads, not 18");
    refuse_painted(PAINTED("d14", "R*"), "a crossroads cannot be in a camp");
    refuse_painted(PAINTED("j2", "Y*"), "a crossroads cannot be in a camp");
}

/* A square or two drawn otherwise than those opposite. */
static void B1_the_halves_of_the_map_may_differ(void **state)
{
    char *board = riviere();
    (void)state;
    paint(board, "g14", "b");
    paint(board, "h14", "n*");
    paint(board, "d14", ".");
    paint(board, "e13", "R");
    struct session *s = session_on("belligerants", "", board);
    expect_legal(s, "EM=e13");
    expect_illegal(s, "EM=d14");
    session_end(s);
    free(board);
}

static void limits_are_the_boards(void **state)
{
    (void)state;
    refuse("quiet-moves 150", "quiet-moves 0", "'quiet-moves' must be a number from 1 to 255");
    refuse("all-moves 1000", "all-moves 10001", "'all-moves' must be a number from 1 to 10000");
    refuse("ask-again 10", "ask-again often", "'ask-again' must be a number from 1 to 100");
    refuse("ask-again 10", "ask-again 10\nask-again 10", "'ask-again' is given twice");
}

/* Files written before these lines existed are read as they were. */
static void a_file_without_limits_has_those_of_the_sheet(void **state)
{
    (void)state;
    char *board = board_with("belligerants", "riviere",
                             "quiet-moves 150\nall-moves 1000\nask-again 10\n", "");
    struct session *s = session_on("belligerants", "", board);
    assert_int_equal(s->tables.belligerants.quiet_moves, 150);
    assert_int_equal(s->tables.belligerants.all_moves, 1000);
    assert_int_equal(s->tables.belligerants.ask_again, 10);
    session_end(s);
    free(board);
}

static void camps_must_be_in_reach_of_each_other(void **state)
{
    (void)state;
    refuse("~  .  ~  ~  .  ~  ~  ~  .  ~  ~  .  ~", "~  ~  ~  ~  ~  ~  ~  ~  ~  ~  ~  ~  ~",
           "no walker can reach");
}

static void bad_armies_are_refused(void **state)
{
    (void)state;
    refuse("    SO 3 100  SO\n", "", "the army has 13 rows");
    refuse("BO 1 700", "AC 1 700", "here stands BO");
    refuse("EM 1 1000 ES", "EM x 1000 ES", "how many pawns?");
    refuse("EM 1 1000 ES", "EM 16 1000 ES", "how many pawns?");
    refuse("EM 1 1000 ES", "EM", "how many pawns?");
    refuse("EM 1 1000 ES", "EM 1", "of what value?");
    refuse("EM 1 1000 ES", "EM 1 10001 ES", "of what value?");
    refuse("EM 1 1000 ES", "EM 1 1000", "what does it take?");
    refuse("EM 1 1000 ES", "EM 1 1000 XX", "unknown pawn");
    refuse("EM 1 1000 ES", "EM 1 1000 - ES", "unknown pawn");
    refuse("EM 1 1000 ES", "EM 1 1000 ES ES", "named twice");
    refuse("EM 1 1000 ES", "EM 1 1000 AM", "taken by nobody");
    refuse("AM 1 300  -", "AM 1 300  SO", "takes only the wounded");
    refuse("SO 3 100", "SO 2 100", "the army has 14 pawns, not 15");
    refuse("SO 3 100", "SO 4 100", "the army has 16 pawns, not 15");
}

static void bad_counters_are_refused(void **state)
{
    (void)state;
    refuse("counters BO", "counters XX", "unknown pawn");
    refuse("counters BO", "counters BO BO", "named twice");
    refuse("CN TK\n", "CN TK SO\n", "at most one pawn a side");
    refuse("counters BO AC DC MI CN TK", "", "'counters' is missing");
}

static void refuse_map(const char *rows, const char *part)
{
    char *board = board_of(rows);
    expect_bad_board("belligerants", board, part);
    free(board);
}

static void boards_with_too_many_paths_are_refused(void **state)
{
    (void)state;
    refuse_map("    R  R  R  R  R  .  .  .  .\n"
               "    R  R  R  R  R  .  .  .  .\n"
               "    R  R  R  R  R  .  .  .  .\n"
               "    .  .  .  .  .  .  .  .  .\n"
               "    .  .* .* .* .* .* .* .* .\n"
               "    .  .  .* .* .  .* .* .  .\n"
               "    .  .* .* .* .* .* .* .* .\n"
               "    .  .  .  .  .  .  .  .  .\n"
               "    .  .  .  .  Y  Y  Y  Y  Y\n"
               "    .  .  .  .  Y  Y  Y  Y  Y\n"
               "    .  .  .  .  Y  Y  Y  Y  Y\n",
               "there are too many paths");
}

static void boards_with_too_long_lists_are_refused(void **state)
{
    (void)state;
    refuse_map("    R  R  R  R  R  .  .  .  .  .  .  .  .\n"
               "    R  R  R  R  R  .  .  .  .  .  .  .  .\n"
               "    R  R  R  R  R  .  .  .  .  .  .  .  .\n"
               "    .  .  .  .  .  .  .  .  .  .  .  .  .\n"
               "    .  .  .* .  .* .  .* .  .* .  .* .  .\n"
               "    .  .  .  .  .  .  .  .  .  .  .  .  .\n"
               "    .  .* .* .  .* .* .  .* .* .  .* .* .\n"
               "    .  .  .  .  .  .  .  .  .  .  .  .  .\n"
               "    .  .  .* .  .* .  .* .  .* .  .* .  .\n"
               "    .  .  .  .  .  .  .  .  .  .  .  .  .\n"
               "    .  .  .  .  .  .  .  .  Y  Y  Y  Y  Y\n"
               "    .  .  .  .  .  .  .  .  Y  Y  Y  Y  Y\n"
               "    .  .  .  .  .  .  .  .  Y  Y  Y  Y  Y\n",
               "moves to choose from; fewer than 8192 are allowed");
}

/* The longest a rank can be; squares of the sixteenth rank have neighbours below only. */
static void the_largest_board_is_played(void **state)
{
    (void)state;
    char *board = board_of("    R  R  R  R  R  .  .  .  .  .  .  .  .  .  .\n"
                           "    R  R  R  R  R  .* .  .  .  .  .  .  .  .  .*\n"
                           "    R  R  R  R  R  .  .  .  .  .  .  .  .  .  .\n"
                           "    .* .  .  .  .  .  .  .* .  .  .  .  .  .  .*\n"
                           "    .  .  .  .  .  .  .  .  .  .  .  .  .  .  .\n"
                           "    .* .  .  .  .  .* .  .  .  .  .  .  .  .  .\n"
                           "    .  .  .  .  .  .  .  .  .  .  .* .  .  .  .\n"
                           "    .* .  .  .  .  .  .  .  .  .  .  .  .  .  .\n"
                           "    .  .  .  .  .  .  .  .  .  .  .  .  .  .  .*\n"
                           "    .  .  .  .  .* .  .  .  .  .  .  .  .  .  .\n"
                           "    .  .  .  .  .  .  .  .  .  .* .  .  .  .  .*\n"
                           "    .  .  .  .  .  .  .  .  .  .  .  .  .  .  .\n"
                           "    .* .  .  .  .  .  .  .* .  .  .  .  .  .  .*\n"
                           "    .  .  .  .  .  .  .  .  .  .  Y  Y  Y  Y  Y\n"
                           "    .* .  .  .  .  .  .  .  .  .* Y  Y  Y  Y  Y\n"
                           "    .  .  .  .  .  .  .  .  .  .  Y  Y  Y  Y  Y\n");
    struct session *s = session_on("belligerants", "armistice=off", board);
    stand(s, "ACo16 SOk1 soa16", "J move die=1");
    expect_menu_of(s, "o16", "o16-n15 o16-n16 o16-o15");
    stand(s, "ACh16 SOk1 soa16", "J move die=2");
    expect_menu_of(s, "h16", "h16-f14 h16-f16 h16-h14 h16-j14 h16-j16");
    stand(s, "ACh1 SOk1 soa16", "J move die=1");
    expect_menu_of(s, "h1", "h1-g1 h1-g2 h1-h2 h1-i1 h1-i2");
    session_end(s);
    free(board);
}

/* ---- Position texts -------------------------------------------------------------------------- */

static void refuse_text(struct session *s, const char *text, const char *part)
{
    struct bv_error error = {""};
    union bv_state state;
    if (bv_position_read(&s->terms, bv_span_of(text), &state, &error))
        fail_msg("a position that should fail with '%s' is read", part);
    if (!strstr(error.text, part)) fail_msg("expected '%s' in '%s'", part, error.text);
}

#define EMPTY "............./"
#define EMPTY13 EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY
#define ONE_EACH "s............/" EMPTY13 "............S "

static void bad_positions_are_refused(void **state)
{
    (void)state;
    struct session *s = session("belligerants", "");
    static const struct {
        const char *text;
        const char *part;
    } cases[] = {
        {"", "the position is empty"},
        {"s", "do not fit the board"},
        {"s............/" EMPTY13 "............S", "J or R"},
        {"s............." EMPTY13 "............S J roll", "do not fit the board"},
        {"s............/" EMPTY13 "............S/ J roll", "do not fit the board"},
        {"?............/" EMPTY13 "............S J roll", "do not fit the board"},
        {"z............/" EMPTY13 "............S J roll", "an unknown pawn"},
        {"ee.........../" EMPTY13 "............S J roll", "more of a kind than the army has"},
        {"ssss........./" EMPTY13 "............S J roll", "more of a kind than the army has"},
        {"b..........B'/" EMPTY13 "............S J roll", "more of a kind than the army has"},
        {ONE_EACH "G roll", "J or R"},
        {ONE_EACH "J", "the phase"},
        {ONE_EACH "J dance", "the phase"},
        {ONE_EACH "J roll die", "cannot make sense of 'die'"},
        {ONE_EACH "J move die=6", "cannot make sense"},
        {ONE_EACH "J move die=d", "cannot make sense"},
        {ONE_EACH "J roll moves=1001", "cannot make sense"},
        {ONE_EACH "J roll moves=200 quiet=151", "cannot make sense"},
        {ONE_EACH "J roll J=z", "cannot make sense"},
        {ONE_EACH "J roll J=?", "cannot make sense"},
        {ONE_EACH "J roll J=sss", "cannot make sense"},
        {ONE_EACH "J roll wait=11/0", "cannot make sense"},
        {ONE_EACH "J roll wait=0/11", "cannot make sense"},
        {ONE_EACH "J roll wait=1", "cannot make sense"},
        {ONE_EACH "J answer wait=10/0 price=20100", "cannot make sense"},
        {ONE_EACH "J forfeit die=1 moves=1 forfeit=b2", "cannot make sense"},
        {ONE_EACH "J forfeit die=1 moves=1 forfeit=m1x", "cannot make sense"},
        {ONE_EACH "J forfeit die=1 moves=1 forfeit=n1", "cannot make sense"},
        {ONE_EACH "J over moves=1000 reason=boredom", "cannot make sense"},
        {ONE_EACH "J roll quiet=1 moves=2", "out of order"},
        {ONE_EACH "J roll moves=0", "needless"},
        {ONE_EACH "J  roll", "the phase"},
        {ONE_EACH "J roll ", "out of order"},
        {ONE_EACH "J answer wait=10/0 price=150", "out of order"},
        /* What no game can come to. */
        {ONE_EACH "J roll die=1", "a number belongs to a move"},
        {ONE_EACH "J move", "a number belongs to a move"},
        {ONE_EACH "J roll moves=3 quiet=4", "too many moves"},
        {"s............/" EMPTY13 "............S' J roll", "cannot be turned"},
        {"s.....~....../" EMPTY13 "............S J roll", "do not fit"},
        {"s....s......./" EMPTY13 "............S J roll", "only spies and ambulances"},
        {"s........S..../" EMPTY13 "............S J roll", "do not fit"},
        {"s.........S../" EMPTY13 "............S J roll", "only spies and ambulances"},
        {ONE_EACH "J roll J=E", "its own army's prisoner"},
        {ONE_EACH "R roll R=e", "its own army's prisoner"},
        {ONE_EACH "J setup", "pawns are set down in their camp, in order"},
        {ONE_EACH "J lots", "in their camp"},
        {"............./" EMPTY13 ".............  J setup", "J or R"},
        {EMPTY EMPTY13 "............. R setup", "before the first turn"},
        {EMPTY EMPTY13 "............. J setup moves=1", "before the first turn"},
        {EMPTY EMPTY13 "............. J setup wait=1/0", "before the first turn"},
        {EMPTY EMPTY13 "............. J roll", "the game ends when"},
        {"E............/" EMPTY13 "............. J setup", "in their camp"},
        {ONE_EACH "J ask wait=1/0", "too early"},
        {ONE_EACH "J price", "waits before asking again"},
        {ONE_EACH "J answer wait=10/0", "a price belongs"},
        {ONE_EACH "J roll price=100", "a price belongs"},
        {ONE_EACH "J forfeit die=1 moves=1", "a forfeit is picked"},
        {ONE_EACH "J move die=1 forfeit=m1", "a forfeit is picked"},
        {ONE_EACH "J forfeit die=1 moves=1 forfeit=a15", "its own pawns"},
        {"S......s...../" EMPTY13 "............S J forfeit die=1 moves=1 forfeit=a15",
         "never forfeited"},
        {ONE_EACH "J roll reason=armistice", "a reason before the end"},
        {ONE_EACH "J roll moves=1000", "at the limit"},
        {ONE_EACH "J roll moves=150 quiet=150", "at the limit"},
        {ONE_EACH "J over reason=entered", "the game ends when"},
        {ONE_EACH "J over moves=7 reason=stalemate", "no limit of moves"},
        {ONE_EACH "J over reason=armistice", "waits before asking again"},
        {"S............/" EMPTY13 "............s J roll", "the game ends when"},
    };
    for (size_t i = 0; i < BV_COUNT(cases); i++) refuse_text(s, cases[i].text, cases[i].part);
    session_end(s);

    s = session("belligerants", "armistice=off compulsion=forced");
    refuse_text(s, ONE_EACH "J ask", "without armistice");
    refuse_text(s, ONE_EACH "J roll wait=1/0", "without armistice");
    refuse_text(s, ONE_EACH "J forfeit die=1 moves=1 forfeit=m1", "nobody forfeits");
    session_end(s);
}

static void broken_states_are_found(void **state)
{
    (void)state;
    struct session *s = session("belligerants", "");
    const struct bv_game *game = s->terms.game;
    stand(s, "SOm1 SOm3 soa15", "J roll");
    const union bv_state sound = s->state;
    struct belligerants_state *b = &s->state.belligerants;
#define EXPECT_BROKEN(change)                                                                      \
    do {                                                                                           \
        s->state = sound;                                                                          \
        change;                                                                                    \
        assert_non_null(game->check(&s->terms, &s->state));                                        \
    } while (0)
    assert_null(game->check(&s->terms, &s->state));
    EXPECT_BROKEN(b->zero[1] = 1);
    EXPECT_BROKEN(b->phase = BELL_OVER + 1);
    EXPECT_BROKEN(b->turn = 2);
    EXPECT_BROKEN(b->reason = BELL_REASONS);
    EXPECT_BROKEN(b->reason = BELL_STALEMATE);
    EXPECT_BROKEN(b->placed[0] = 14);
    EXPECT_BROKEN(b->held[0] |= belligerants_bit(0));
    EXPECT_BROKEN(b->held[0] |= (uint32_t)1 << 31);
    EXPECT_BROKEN(b->held[1] |= b->held[0]);
    EXPECT_BROKEN(b->place[0] = BELL_IN_HAND);
    EXPECT_BROKEN(b->place[0] = BELL_SQUARES_MAX);
    EXPECT_BROKEN(b->place[13] = b->place[12]);
    EXPECT_BROKEN((b->place[12] = b->place[13], b->place[13] = sound.belligerants.place[12]));
    EXPECT_BROKEN(b->wait[1] = 11);
#undef EXPECT_BROKEN
    session_end(s);
}

/* ---- Events ---------------------------------------------------------------------------------- */

static struct bv_event told[BV_EVENTS_MAX];

/* Plays a token and returns how many events it makes; they are in `told`. */
static uint32_t tell(struct session *s, int seat, const char *token)
{
    struct bv_error error = {""};
    bv_action action = 0;
    union bv_state before = s->state;
    if (!bv_token_action(&s->terms, &s->state, seat, bv_span_of(token), &s->menu, &action, &error))
        fail_msg("%s", error.text);
    bv_apply(&s->terms, &s->state, seat, action, NULL);
    return s->terms.game->events(&s->terms, &before, seat, action, &s->state, told);
}

/* The kinds of what was told, parted by blanks, as numbers. */
static void expect_told(uint32_t count, const int *kinds, size_t wanted)
{
    assert_int_equal(count, wanted);
    for (uint32_t i = 0; i < count; i++) assert_int_equal(told[i].kind, kinds[i]);
}

#define EXPECT_TOLD(count, ...)                                                                    \
    expect_told(count, (const int[]){__VA_ARGS__}, BV_COUNT(((const int[]){__VA_ARGS__})))

static void placings_are_told_to_their_side_only(void **state)
{
    (void)state;
    struct session *s = session("belligerants", "");
    uint32_t count = tell(s, BELL_J, "EM=m1");
    EXPECT_TOLD(count, BV_EVENT_PLACED);
    assert_int_equal(told[0].audience, bv_seat_bit(BELL_J));
    play(s, "J: BO=i1 AC=j1 DC=j2 MI=k1 CN=k2 TK=k3 OF=l1 AM=l2 ES=l3 PA=l4 SE=m2 SO=m3 SO=m4");
    count = tell(s, BELL_J, "SO=m5");
    EXPECT_TOLD(count, BV_EVENT_PLACED, BV_EVENT_READY);
    assert_int_equal(told[1].audience, bv_seat_bit(BELL_J));
    play(s, "EM=a11 BO=a12 AC=a13 DC=a14 MI=a15 CN=b12 TK=b13 OF=b14 AM=b15 ES=c13 PA=c14 SE=c15 "
            "SO=d14 SO=d15");
    count = tell(s, BELL_R, "SO=e15");
    assert_int_equal(count, 2 + BELL_SLOTS);
    for (uint32_t i = 2; i < count; i++) {
        assert_int_equal(told[i].kind, BV_EVENT_PLACED);
        assert_int_equal(told[i].audience, BV_EVERYBODY & ~bv_seat_bit(told[i].side));
    }
    count = tell(s, BV_CHANCE, "#R");
    EXPECT_TOLD(count, BV_EVENT_ROLLED, BV_EVENT_TURN);
    assert_int_equal(told[1].side, BELL_R);
    session_end(s);
}

static void moves_are_told_with_what_they_do(void **state)
{
    (void)state;
    struct session *s = session("belligerants", "armistice=off");
    stand(s, "PAf10 SOm1 dch10 soa15", "J move die=D");
    EXPECT_TOLD(tell(s, BELL_J, "f10xh10+"), BV_EVENT_MOVED, BV_EVENT_TAKEN, BV_EVENT_CHANGED);
    assert_int_equal(told[1].side, BELL_R);
    assert_int_equal(told[1].piece, BELL_DC);
    assert_int_equal(told[2].side, BELL_J);
    assert_int_equal(told[2].to, 5 * BELL_STRIDE + 9);
    stand(s, "EMd11 SOm1 esc12 soa15", "J move die=1");
    EXPECT_TOLD(tell(s, BELL_J, "d11xc12"), BV_EVENT_MOVED, BV_EVENT_TAKEN, BV_EVENT_DESTROYED,
                BV_EVENT_TURN);
    stand(s, "PAe10 AMf10 SOm1 soa15", "J move die=1");
    EXPECT_TOLD(tell(s, BELL_J, "f10-e10@m2"), BV_EVENT_MOVED, BV_EVENT_MOVED, BV_EVENT_TURN);
    assert_int_equal(told[1].piece, BELL_PA);
    stand(s, "PAf10 SOm1 soh10 soa15", "J move die=2");
    EXPECT_TOLD(tell(s, BELL_J, "f10-d10"), BV_EVENT_MOVED);
    EXPECT_TOLD(tell(s, BELL_R, "!d10"), BV_EVENT_TAKEN, BV_EVENT_TURN);
    stand(s, "SOg11 soa15", "J move die=1");
    EXPECT_TOLD(tell(s, BELL_J, "."), BV_EVENT_PASSED, BV_EVENT_TURN);
    EXPECT_TOLD(tell(s, BV_CHANCE, "#1"), BV_EVENT_ROLLED);
    stand(s, "PAf14 soa15", "J move die=1");
    EXPECT_TOLD(tell(s, BELL_J, "f14-e15"), BV_EVENT_MOVED, BV_EVENT_OVER);
    session_end(s);
}

static void the_armistice_is_told(void **state)
{
    (void)state;
    struct session *s = session("belligerants", "");
    stand(s, "SOm1 soa15", "J ask");
    EXPECT_TOLD(tell(s, BELL_J, "A?"), BELL_EVENT_ASKED);
    EXPECT_TOLD(tell(s, BELL_R, "A=300"), BELL_EVENT_PRICED);
    assert_int_equal(told[0].amount, 300);
    union bv_state asked = s->state;
    EXPECT_TOLD(tell(s, BELL_J, "A-"), BELL_EVENT_REFUSED);
    s->state = asked;
    EXPECT_TOLD(tell(s, BELL_J, "A+"), BELL_EVENT_ACCEPTED, BV_EVENT_OVER);
    stand(s, "SOm1 soa15", "J ask");
    assert_int_equal(tell(s, BELL_J, "roll"), 0);
    session_end(s);
}

int belligerants_boards(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_squares_are_refused),
        cmocka_unit_test(B1_the_map_has_a_greatest_size),
        cmocka_unit_test(B1_camps_have_15_squares),
        cmocka_unit_test(B1_there_are_18_crossroads_none_in_a_camp),
        cmocka_unit_test(B1_the_halves_of_the_map_may_differ),
        cmocka_unit_test(limits_are_the_boards),
        cmocka_unit_test(a_file_without_limits_has_those_of_the_sheet),
        cmocka_unit_test(camps_must_be_in_reach_of_each_other),
        cmocka_unit_test(bad_armies_are_refused),
        cmocka_unit_test(bad_counters_are_refused),
        cmocka_unit_test(boards_with_too_many_paths_are_refused),
        cmocka_unit_test(boards_with_too_long_lists_are_refused),
        cmocka_unit_test(the_largest_board_is_played),
        cmocka_unit_test(bad_positions_are_refused),
        cmocka_unit_test(broken_states_are_found),
        cmocka_unit_test(placings_are_told_to_their_side_only),
        cmocka_unit_test(moves_are_told_with_what_they_do),
        cmocka_unit_test(the_armistice_is_told),
    };
    return cmocka_run_group_tests_name("belligerants: boards", tests, NULL, NULL);
}
