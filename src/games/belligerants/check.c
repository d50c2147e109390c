/*
 * The invariants. Everything derived is derived again; whatever no game can come to, and the rules
 * rely on, is refused. Positions that are merely odd (a game of three pawns) are sound.
 */
#include "games/storage.h"

static bool is_on_board(const struct belligerants_tables *t, int place)
{
    return t->ground[place];
}

static const char *check_pawn(const struct belligerants_tables *t,
                              const struct belligerants_state *s, int slot)
{
    int place = s->place[slot];
    int owner = belligerants_owner(slot);
    bool by_j = s->held[BELL_J] >> slot & 1;
    bool by_r = s->held[BELL_R] >> slot & 1;
    bool may_turn = t->counters & belligerants_bit(slot);
    uint8_t deadly = BELL_BLUE | BELL_BLACK;
    if (is_on_board(t, place)) {
        if (by_j == by_r) return "a pawn on the board has one holder";
        if (by_r != owner && !may_turn) return "a pawn without a counter cannot be turned";
        if (t->ground[place] & deadly && !(t->trait[slot] & BELL_HARDY))
            return "only spies and ambulances stand on blue and black";
        return NULL;
    }
    if (by_j || by_r) return "a pawn off the board is held by nobody";
    if (place < BELL_PRISONER_OF_J) return "a pawn is nowhere";
    if (place == BELL_PRISONER_OF_J + owner && !may_turn)
        return "a pawn without a counter cannot be its own army's prisoner";
    if ((place == BELL_IN_HAND) != (s->phase == BELL_SETUP) && place >= BELL_DESTROYED)
        return "pawns are in hand during the set-up only";
    return NULL;
}

static const char *check_pawns(const struct belligerants_tables *t,
                               const struct belligerants_state *s)
{
    for (int slot = 0; slot < BELL_SLOTS; slot++) {
        const char *wrong = check_pawn(t, s, slot);
        if (wrong) return wrong;
        if (slot > t->first_alike[slot] && s->place[slot - 1] > s->place[slot])
            return "pawns that are alike are out of order";
        if (is_on_board(t, s->place[slot]) && belligerants_slot_on(s, s->place[slot]) != slot)
            return "two pawns on one square";
    }
    if ((s->held[BELL_J] | s->held[BELL_R] | s->forfeit) >> BELL_SLOTS)
        return "there are thirty pawns";
    return NULL;
}

/* Before the first turn all pawns that are on the board stand in their own camp. */
static const char *check_setup(const struct belligerants_tables *t,
                               const struct belligerants_state *s)
{
    int on_board = 0;
    for (int slot = 0; slot < BELL_SLOTS; slot++) {
        int owner = belligerants_owner(slot);
        int number = slot - owner * BELL_ARMY;
        bool is_placed = number < s->placed[owner];
        bool is_home = t->ground[s->place[slot]] & belligerants_camp_of(owner);
        if (is_placed != is_home) return "pawns are set down in their camp, in order";
        if (is_placed && s->held[!owner] & belligerants_bit(slot))
            return "nobody is turned during the set-up";
        if (!is_placed && s->place[slot] != BELL_IN_HAND) return "pawns not set down are in hand";
        on_board += is_placed;
    }
    if (s->placed[BELL_J] > BELL_ARMY || s->placed[BELL_R] > BELL_ARMY)
        return "more pawns set down than there are";
    if ((on_board == BELL_SLOTS) != (s->phase == BELL_LOTS))
        return "lots are drawn when all pawns are down";
    if (s->moves || s->quiet || s->wait[BELL_J] || s->wait[BELL_R] || s->turn)
        return "nothing is counted before the first turn";
    return NULL;
}

static const char *check_armistice(const struct bv_terms *terms, const struct belligerants_state *s)
{
    uint8_t again = terms->tables->belligerants.ask_again;
    bool asking = s->phase == BELL_PRICE || s->phase == BELL_ANSWER;
    bool agreed = s->phase == BELL_OVER && s->reason == BELL_ARMISTICE;
    bool any = asking || agreed || s->phase == BELL_ASK || s->wait[BELL_J] || s->wait[BELL_R];
    if (any && !belligerants_may_ask(terms)) return "this game is played without armistice";
    if (s->wait[BELL_J] > again || s->wait[BELL_R] > again)
        return "no side waits longer to ask again";
    if (s->phase == BELL_ASK && s->wait[s->turn]) return "it is too early to ask again";
    if ((asking || agreed) && s->wait[s->turn] != again)
        return "a side that has just asked waits before asking again";
    if ((s->price != 0) != (agreed || s->phase == BELL_ANSWER))
        return "a price belongs to an armistice that was answered";
    if (s->price > BELL_PRICE_MOST) return "the price is too high";
    return NULL;
}

static const char *check_forfeit(const struct bv_terms *terms, const struct belligerants_state *s)
{
    const struct belligerants_tables *t = &terms->tables->belligerants;
    if ((s->forfeit != 0) != (s->phase == BELL_FORFEIT))
        return "a forfeit is picked from the pawns that could have taken";
    if (s->forfeit && belligerants_is_forced(terms))
        return "where taking is forced nobody forfeits";
    if (s->forfeit & ~s->held[s->turn]) return "a side forfeits its own pawns";
    for (uint32_t left = s->forfeit; left; left &= left - 1)
        if (t->ground[s->place[__builtin_ctz(left)]] & belligerants_camp_of(!s->turn))
            return "a pawn inside the enemy camp is never forfeited";
    return NULL;
}

static const char *check_end(const struct belligerants_tables *t,
                             const struct belligerants_state *s)
{
    bool through = belligerants_is_through(t, s, BELL_J) || belligerants_is_through(t, s, BELL_R);
    bool at_limit = s->quiet >= t->quiet_moves || s->moves >= t->all_moves;
    if (s->phase != BELL_OVER && s->reason) return "a reason before the end";
    if (through != (s->phase == BELL_OVER && s->reason == BELL_ENTERED))
        return "the game ends when all that a side has is inside the enemy camp";
    if (at_limit && s->phase != BELL_FORFEIT && s->phase != BELL_OVER)
        return "the game ends at the limit of moves";
    if (s->phase == BELL_OVER && s->reason == BELL_STALEMATE && !at_limit)
        return "no limit of moves is reached";
    return NULL;
}

const char *belligerants_check(const struct bv_terms *terms, const union bv_state *state)
{
    const struct belligerants_tables *t = &terms->tables->belligerants;
    const struct belligerants_state *s = &state->belligerants;
    bool rolled = s->phase == BELL_MOVE || s->phase == BELL_FORFEIT;
    if (s->phase > BELL_OVER || s->turn > BELL_R || s->reason >= BELL_REASONS)
        return "an unknown phase, side or reason";
    if (s->zero[0] || s->zero[1]) return "unused bytes are nought";
    if (s->number > BELL_DEVIL || (s->number != 0) != rolled) return "a number belongs to a move";
    if (s->quiet > t->quiet_moves || s->moves > t->all_moves || s->quiet > s->moves)
        return "too many moves";
    const char *wrong = check_pawns(t, s);
    if (!wrong && s->phase <= BELL_LOTS) wrong = check_setup(t, s);
    if (!wrong && s->phase > BELL_LOTS &&
        (s->placed[BELL_J] != BELL_ARMY || s->placed[BELL_R] != BELL_ARMY))
        wrong = "the set-up is not complete";
    if (!wrong) wrong = check_armistice(terms, s);
    if (!wrong) wrong = check_forfeit(terms, s);
    if (!wrong && s->phase > BELL_LOTS) wrong = check_end(t, s);
    return wrong;
}
