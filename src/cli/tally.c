/* Prints the results of a match. */
#include "cli/match.h"

const struct tally_sprt usual_sprt = {0.52, 0.60};

const char *verdict_word(enum tally_verdict_kind verdict)
{
    static const char *const word[] = {"undecided", "not better", "better"};
    return word[verdict];
}

static void print_json(const struct tally *tally, struct tally_sprt sprt)
{
    printf("{\"summary\":true,\"games\":%u,\"won\":[%u,%u],\"drawn\":[%u,%u],\"lost\":[%u,%u],"
           "\"score\":%.4f,\"elo\":%.1f,\"elo_error\":%.1f,\"llr\":%.2f,\"verdict\":\"%s\"}\n",
           tally_games(tally), tally->won[0], tally->won[1], tally->drawn[0], tally->drawn[1],
           tally->lost[0], tally->lost[1], tally_score(tally), tally_elo(tally),
           tally_elo_error(tally), tally_llr(tally, sprt),
           verdict_word(tally_verdict(tally, sprt)));
}

static const char *verdict_text(enum tally_verdict_kind verdict)
{
    switch (verdict) {
    case TALLY_BETTER: return SAY("A est plus fort", "A is stronger");
    case TALLY_NOT_BETTER: return SAY("A n'est pas plus fort", "A is not stronger");
    default: return SAY("pas encore décidé", "not decided yet");
    }
}

void print_tally(const struct bv_terms *terms, const char *a, const char *b,
                 const struct tally *tally, struct tally_sprt sprt)
{
    if (common.json) {
        print_json(tally, sprt);
        return;
    }
    printf("A %s\nB %s\n", a, b);
    for (int side = 0; side < BV_SIDES_MAX; side++)
        printf(SAY("A avec %-2s : %u gagnées, %u nulles, %u perdues\n",
                   "A as %-2s: %u won, %u drawn, %u lost\n"),
               terms->game->side[side].name, tally->won[side], tally->drawn[side],
               tally->lost[side]);
    printf(SAY("A marque %.1f %% en %u parties, Elo %+.0f ± %.0f\n",
               "A scores %.1f%% in %u games, Elo %+.0f ± %.0f\n"),
           100 * tally_score(tally), tally_games(tally), tally_elo(tally), tally_elo_error(tally));
    printf("SPRT %.0f%%:%.0f%%  LLR %+.2f (±2.94)  %s\n", 100 * sprt.p0, 100 * sprt.p1,
           tally_llr(tally, sprt), verdict_text(tally_verdict(tally, sprt)));
}
