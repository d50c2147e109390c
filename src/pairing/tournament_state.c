#include "pairing/tournament_state.h"

#include "pairing/rounds.h"

bool pairing_begin(struct pairing *t, struct pairing_rules rules)
{
    bv_clear(t, sizeof *t);
    t->rules = rules;
    switch (rules.kind) {
    case PAIRING_ROUND_ROBIN: return rules.legs == 1 || rules.legs == 2;
    case PAIRING_SWISS: return rules.rounds >= 1 && rules.rounds <= PAIRING_SWISS_ROUNDS;
    case PAIRING_ARENA: return true;
    }
    return false;
}

int pairing_join(struct pairing *t, int rating)
{
    bool round_robin = t->rules.kind == PAIRING_ROUND_ROBIN;
    int most = round_robin ? PAIRING_ROUND_ROBIN_PLAYERS : PAIRING_PLAYERS;
    bool closed =
        round_robin ? t->round > 0 : t->rules.kind == PAIRING_SWISS && t->round == t->rules.rounds;
    if (closed || t->players == most) return PAIRING_NONE;
    t->player[t->players] = (struct pairing_player){.rating = rating};
    return t->players++;
}

void pairing_set_away(struct pairing *t, int player, bool away)
{
    BV_ASSERT(player >= 0 && player < t->players);
    t->player[player].away = away;
}

bool pairing_add(struct pairing *t, struct pairing_game game)
{
    bool bye = game.result == PAIRING_GAME_BYE;
    int rounds = pairing_rounds(t);
    if (t->games == PAIRING_GAMES || game.result >= PAIRING_GAME_RESULTS) return false;
    if (game.player[0] >= t->players || game.player[0] == game.player[1]) return false;
    if (bye ? game.player[1] != PAIRING_NONE || t->rules.kind != PAIRING_SWISS
            : game.player[1] >= t->players)
        return false;
    if (rounds == 0 ? game.round != 0 : game.round >= rounds) return false;
    t->game[t->games++] = game;
    if (rounds > 0 && t->round <= game.round) t->round = game.round + 1;
    return true;
}

int pairing_swiss_rounds_for(int players)
{
    int rounds = 1;
    while (1 << rounds < players) rounds++;
    return rounds;
}

int pairing_rounds(const struct pairing *t)
{
    if (t->rules.kind == PAIRING_ARENA) return 0;
    if (t->rules.kind == PAIRING_SWISS) return t->rules.rounds;
    if (t->players < 2) return 0;
    return (t->players - 1 + t->players % 2) * t->rules.legs;
}

static bool some_game_is_open(const struct pairing *t)
{
    for (int i = 0; i < t->games; i++)
        if (t->game[i].result == PAIRING_GAME_OPEN) return true;
    return false;
}

static int present(const struct pairing *t)
{
    int count = 0;
    for (int i = 0; i < t->players; i++) count += !t->player[i].away;
    return count;
}

bool pairing_over(const struct pairing *t)
{
    if (some_game_is_open(t)) return false;
    if (t->rules.kind == PAIRING_ARENA) return t->games == PAIRING_GAMES;
    bool too_few = t->rules.kind == PAIRING_SWISS && t->round > 0 && present(t) < 2;
    return too_few || t->round >= pairing_rounds(t);
}

int pairing_next(struct pairing *t, struct matching *matching, struct bv_random *random)
{
    int before = t->games;
    if (t->rules.kind == PAIRING_ARENA)
        rounds_arena(t, matching, random);
    else if (pairing_over(t) || some_game_is_open(t))
        return 0;
    else if (t->rules.kind == PAIRING_SWISS)
        rounds_swiss(t, matching, random);
    else
        rounds_round_robin(t);
    return t->games - before;
}

enum pairing_result pairing_forfeit(struct pairing *t, int game)
{
    struct pairing_game *paired = &t->game[game];
    BV_ASSERT(paired->result == PAIRING_GAME_OPEN);
    bool away[] = {t->player[paired->player[0]].away, t->player[paired->player[1]].away};
    enum pairing_result result = away[0] && away[1] ? PAIRING_GAME_FORFEIT_BOTH
                                 : away[0]          ? PAIRING_GAME_FORFEIT_0
                                 : away[1]          ? PAIRING_GAME_FORFEIT_1
                                                    : PAIRING_GAME_OPEN;
    paired->result = (uint8_t)result;
    return result;
}

/*
 * The circle method: with an odd number m of players in the circle, two meet in round r if their
 * numbers add up to r modulo m. The player without an opponent meets the one in the middle, if the
 * number of players is even, or is free. A player's distance to the opponent goes down by one each
 * round, so sides chosen by its parity alternate.
 */
void rounds_round_robin(struct pairing *t)
{
    int circle = t->players - 1 + t->players % 2;
    int round = t->round % circle;
    bool exchanged = t->round >= circle;
    struct pairing_game game = {.round = (uint8_t)t->round};
    for (int a = 0; a < circle; a++) {
        int b = (round - a + circle) % circle;
        if (b < a || (b == a && t->players == circle)) continue;
        bool first = b == a ? round % 2 == 0 : (a - b + circle) % 2 == 1;
        int middle_or_b = b == a ? circle : b;
        game.player[first == exchanged] = (uint16_t)a;
        game.player[first != exchanged] = (uint16_t)middle_or_b;
        if (pairing_add(t, game)) pairing_forfeit(t, t->games - 1);
    }
}

void rounds_side_claims(const struct pairing *t, int claim[PAIRING_PLAYERS])
{
    struct {
        int ahead; /* how many times more often side 0 than side 1 */
        /* how many times running the same side last: positive for side 0, negative for side 1 */
        int run;
    } had[PAIRING_PLAYERS] = {0};
    for (int i = 0; i < t->games; i++) {
        if (!rounds_was_played(&t->game[i])) continue;
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
            claim[i] = run > 0 ? -ROUNDS_URGENT_CLAIM : ROUNDS_URGENT_CLAIM;
        else
            claim[i] = ahead != 0 ? -2 * ahead : -run;
    }
}

void rounds_seat_pair(struct pairing *t, int round, int a, int b, const int *claim,
                      struct bv_random *random)
{
    int more = claim[a] - claim[b];
    bool a_first = more != 0 ? more > 0 : bv_random_below(random, 2) == 0;
    struct pairing_game game = {
        .player = {(uint16_t)(a_first ? a : b), (uint16_t)(a_first ? b : a)},
        .round = (uint8_t)round,
    };
    pairing_add(t, game);
}
