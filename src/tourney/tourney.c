#include "tourney/tourney.h"

#include "tourney/pairing.h"

bool bv_tourney_begin(struct bv_tourney *t, struct bv_tourney_rules rules)
{
    bv_clear(t, sizeof *t);
    t->rules = rules;
    switch (rules.kind) {
    case BV_ROUND_ROBIN: return rules.legs == 1 || rules.legs == 2;
    case BV_SWISS: return rules.rounds >= 1 && rules.rounds <= BV_SWISS_ROUNDS;
    case BV_ARENA: return true;
    }
    return false;
}

int bv_tourney_join(struct bv_tourney *t, int rating)
{
    bool round_robin = t->rules.kind == BV_ROUND_ROBIN;
    int most = round_robin ? BV_ROUND_ROBIN_PLAYERS : BV_TOURNEY_PLAYERS;
    bool closed =
        round_robin ? t->round > 0 : t->rules.kind == BV_SWISS && t->round == t->rules.rounds;
    if (closed || t->players == most) return BV_NOBODY;
    t->player[t->players] = (struct bv_tourney_player){.rating = rating};
    return t->players++;
}

void bv_tourney_set_away(struct bv_tourney *t, int player, bool away)
{
    BV_ASSERT(player >= 0 && player < t->players);
    t->player[player].away = away;
}

bool bv_tourney_add(struct bv_tourney *t, struct bv_tourney_game game)
{
    bool bye = game.result == BV_GAME_BYE;
    int rounds = bv_tourney_rounds(t);
    if (t->games == BV_TOURNEY_GAMES || game.result >= BV_GAME_RESULTS) return false;
    if (game.player[0] >= t->players || game.player[0] == game.player[1]) return false;
    if (bye ? game.player[1] != BV_NOBODY || t->rules.kind != BV_SWISS
            : game.player[1] >= t->players)
        return false;
    if (rounds == 0 ? game.round != 0 : game.round >= rounds) return false;
    t->game[t->games++] = game;
    if (rounds > 0 && t->round <= game.round) t->round = game.round + 1;
    return true;
}

bool bv_tourney_end_game(struct bv_tourney *t, int game, enum bv_tourney_result result)
{
    if (game < 0 || game >= t->games || result >= BV_GAME_BYE) return false;
    if (t->game[game].result == BV_GAME_BYE) return false;
    t->game[game].result = (uint8_t)result;
    return true;
}

int bv_swiss_rounds_for(int players)
{
    int rounds = 1;
    while (1 << rounds < players) rounds++;
    return rounds;
}

int bv_tourney_rounds(const struct bv_tourney *t)
{
    if (t->rules.kind == BV_ARENA) return 0;
    if (t->rules.kind == BV_SWISS) return t->rules.rounds;
    if (t->players < 2) return 0;
    return (t->players - 1 + t->players % 2) * t->rules.legs;
}

static bool some_game_is_open(const struct bv_tourney *t)
{
    for (int i = 0; i < t->games; i++)
        if (t->game[i].result == BV_GAME_OPEN) return true;
    return false;
}

static int present(const struct bv_tourney *t)
{
    int count = 0;
    for (int i = 0; i < t->players; i++) count += !t->player[i].away;
    return count;
}

bool bv_tourney_over(const struct bv_tourney *t)
{
    if (some_game_is_open(t)) return false;
    if (t->rules.kind == BV_ARENA) return t->games == BV_TOURNEY_GAMES;
    bool too_few = t->rules.kind == BV_SWISS && t->round > 0 && present(t) < 2;
    return too_few || t->round >= bv_tourney_rounds(t);
}

int bv_tourney_pair(struct bv_tourney *t, struct bv_matching *matching, struct bv_random *random)
{
    int before = t->games;
    if (t->rules.kind == BV_ARENA)
        bv_pair_arena(t, matching, random);
    else if (bv_tourney_over(t) || some_game_is_open(t))
        return 0;
    else if (t->rules.kind == BV_SWISS)
        bv_pair_swiss(t, matching, random);
    else
        bv_pair_round_robin(t);
    return t->games - before;
}

/*
 * The circle: with an odd number m of people around it, those meet in round r whose numbers make r modulo m. The one
 * who would meet nobody else meets the one in the middle, if the number of people is even, or is free. A player's
 * distance to the opponent goes down by one each round, so sides taken by its parity alternate.
 */
void bv_pair_round_robin(struct bv_tourney *t)
{
    int circle = t->players - 1 + t->players % 2;
    int round = t->round % circle;
    bool exchanged = t->round >= circle;
    struct bv_tourney_game game = {.round = (uint8_t)t->round};
    for (int a = 0; a < circle; a++) {
        int b = (round - a + circle) % circle;
        if (b < a || (b == a && t->players == circle)) continue;
        bool first = b == a ? round % 2 == 0 : (a - b + circle) % 2 == 1;
        int middle_or_b = b == a ? circle : b;
        game.player[first == exchanged] = (uint16_t)a;
        game.player[first != exchanged] = (uint16_t)middle_or_b;
        bool away[] = {t->player[game.player[0]].away, t->player[game.player[1]].away};
        game.result = away[0] && away[1] ? BV_GAME_FORFEIT_BOTH
                      : away[0]          ? BV_GAME_FORFEIT_0
                      : away[1]          ? BV_GAME_FORFEIT_1
                                         : BV_GAME_OPEN;
        bv_tourney_add(t, game);
    }
}

void bv_side_claims(const struct bv_tourney *t, int claim[BV_TOURNEY_PLAYERS])
{
    struct {
        int ahead; /* how many times more often side 0 than side 1 */
        int run;   /* how many times the same side last: of side 0 positive, of side 1 negative */
    } had[BV_TOURNEY_PLAYERS] = {0};
    for (int i = 0; i < t->games; i++) {
        if (!bv_was_played(&t->game[i])) continue;
        for (int side = 0; side < 2; side++) {
            int player = t->game[i].player[side];
            int step = side == 0 ? 1 : -1;
            had[player].ahead += step;
            had[player].run = had[player].run * step > 0 ? had[player].run + step : step;
        }
    }
    for (int i = 0; i < t->players; i++) {
        int ahead = had[i].ahead;
        int run = had[i].run;
        bool even = ahead > -2 && ahead < 2;
        if (even && (run >= 2 || run <= -2))
            claim[i] = run > 0 ? -BV_URGENT_CLAIM : BV_URGENT_CLAIM;
        else
            claim[i] = ahead != 0 ? -2 * ahead : -run;
    }
}

void bv_seat_pair(struct bv_tourney *t, int round, int a, int b, const int *claim,
                  struct bv_random *random)
{
    int more = claim[a] - claim[b];
    bool a_first = more != 0 ? more > 0 : bv_random_below(random, 2) == 0;
    struct bv_tourney_game game = {
        .player = {(uint16_t)(a_first ? a : b), (uint16_t)(a_first ? b : a)},
        .round = (uint8_t)round,
    };
    bv_tourney_add(t, game);
}
