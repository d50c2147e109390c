/* What must hold of every state, made by play or by a line of text. */
#include "games/storage.h"

static const char *wrong_pieces(const struct chevaliers_tables *tables,
                                const struct chevaliers_state *s)
{
    bv_bits128 all = s->pieces[CHEVALIERS_SILVER] | s->pieces[CHEVALIERS_GOLD];
    if (s->pieces[CHEVALIERS_SILVER] & s->pieces[CHEVALIERS_GOLD])
        return "two pieces stand on one square";
    if (all & ~tables->squares) return "a piece stands on a pond or off the board";
    if (s->knights & ~all) return "a Knight belongs to no side";
    for (int side = 0; side < CHEVALIERS_SIDES; side++) {
        if (bv_count128(s->pieces[side] & s->knights) > CHEVALIERS_KNIGHTS)
            return "a side has more than 5 Knights";
        if (bv_count128(s->pieces[side] & ~s->knights) > CHEVALIERS_MEN)
            return "a side has more than 12 Men";
    }
    return all ? NULL : "there is no piece at all";
}

/* Whether a side could not move here, whatever the last move left behind. */
static bool stuck(const struct bv_terms *terms, const struct chevaliers_state *s, int side)
{
    struct chevaliers_state seen = {.pieces = {s->pieces[0], s->pieces[1]}, .knights = s->knights};
    seen.side = (uint8_t)side;
    return chevaliers_able(terms, &seen) == 0;
}

static bv_bits128 free_squares(const struct bv_terms *terms, const struct chevaliers_state *s)
{
    return terms->tables->chevaliers.squares & ~(s->pieces[0] | s->pieces[1]);
}

static const char *wrong_fault(const struct bv_terms *terms, const struct chevaliers_state *s)
{
    struct chevaliers_state before = *s;
    int from = s->fault_from;
    int to = s->fault_to;
    if (!s->fault) return from || to || s->fault_before ? "there is a fault to take back" : NULL;
    if (terms->option[CHEVALIERS_OVERSIGHT] != CHEVALIERS_TABLE)
        return "no fault is possible with this rule option";
    if (s->passed || s->called || s->standing != CHEVALIERS_RUNNING)
        return "a fault stands beside something it excludes";
    if (from >= CHEVALIERS_BITS || to >= CHEVALIERS_BITS || !bv_has128(s->pieces[!s->side], to))
        return "no piece made the faulty move";
    if (!bv_has128(free_squares(terms, s), from)) return "the faulty move came from nowhere";
    chevaliers_take_back(&before);
    if (!chevaliers_reaches(terms, &before, from, to)) return "the faulty move was not possible";
    if (!chevaliers_obliged(terms, &before)) return "the faulty move broke no obligation";
    bool forward =
        !bv_has128(s->knights, to) && chevaliers_rank(from) != chevaliers_rank(to); /* E19 */
    if (s->quiet != (forward ? 0 : s->fault_before + 1) ||
        s->fault_before >= terms->tables->chevaliers.quiet)
        return "the quiet moves before the fault are miscounted";
    return NULL;
}

static const char *wrong_memory(const struct bv_terms *terms, const struct chevaliers_state *s)
{
    if (s->passed && (s->quiet == 0 || !stuck(terms, s, !s->side)))
        return "a side passed that could move";
    if (s->called && (terms->option[CHEVALIERS_OVERSIGHT] != CHEVALIERS_TABLE || s->passed ||
                      s->standing != CHEVALIERS_RUNNING || !chevaliers_obliged(terms, s)))
        return "a fault was called that cannot have been one";
    return wrong_fault(terms, s);
}

static const char *wrong_standing(const struct bv_terms *terms, const struct chevaliers_state *s)
{
    const struct chevaliers_tables *tables = &terms->tables->chevaliers;
    bool eliminated = !s->pieces[s->side];
    bool castle = bv_has128(s->pieces[s->side], tables->castle[!s->side]);
    bool blocked = s->passed && stuck(terms, s, s->side);
    if (!s->pieces[!s->side]) return "the side that moved has no piece left";
    if (eliminated != (s->standing == CHEVALIERS_ELIMINATION))
        return "elimination is not told as it is";
    if (castle != (s->standing == CHEVALIERS_CASTLE)) return "a castle is not told as it is";
    if (s->standing == CHEVALIERS_BLOCKED && !blocked) return "a side is not blocked";
    if (s->standing == CHEVALIERS_REPETITION && s->quiet < 8)
        return "no position can have come back so soon";
    if (s->quiet > tables->quiet) return "more quiet moves than the game lasts";
    bool long_quiet = s->quiet == tables->quiet;
    if (s->standing == CHEVALIERS_STALEMATE && !long_quiet) return "the game is over too soon";
    if (s->standing == CHEVALIERS_RUNNING && long_quiet) return "the game goes on too long";
    return NULL;
}

const char *chevaliers_check(const struct bv_terms *terms, const union bv_state *state)
{
    static const uint8_t nothing[sizeof state->chevaliers.unused];
    const struct chevaliers_state *s = &state->chevaliers;
    const char *wrong = wrong_pieces(&terms->tables->chevaliers, s);
    if (wrong) return wrong;
    if (s->side >= CHEVALIERS_SIDES) return "no such side";
    if (s->standing >= CHEVALIERS_STANDINGS) return "no such end";
    if (!bv_same(s->unused, nothing, sizeof nothing)) return "bytes without use are not nought";
    wrong = wrong_standing(terms, s);
    return wrong ? wrong : wrong_memory(terms, s);
}
