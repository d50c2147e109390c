/* The library: opponents with their own memory and clock, which any thread may stop. */
#include <stdlib.h>

#include "library/internal.h"
#include "search/levels.h"
#include "search/reason.h"
#include "search/table_player.h"
#include "util/clock.h"

AGREE(BIVOUAC_LEVELS, LEVELS);
AGREE(BIVOUAC_CHOICES_MAX, SEARCH_CHOICES);
AGREE(BIVOUAC_LINE_MAX, SEARCH_LINE_LENGTH);

struct bivouac_player {
    const struct bv_terms *terms;
    const struct level *level;
    struct table_player seated;
    atomic_bool stop;
    /* The last question and its answer, for the reason. */
    union bv_state view;
    struct search_answer answer;
};

/* ---- Making ---------------------------------------------------------------------------------- */

static bool can_sit(const struct bv_terms *terms, bv_seats seats, int level, bivouac_error *error)
{
    if (level < 1 || level > LEVELS) return refuse(BIVOUAC_ERROR_RANGE, "levels are 1 to 8", error);
    bool one_side = false;
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if (seats && !(seats & ~bv_seats_of_side(terms, side))) one_side = true;
    return one_side ||
           refuse(BIVOUAC_ERROR_SEAT, "a player sits on one or more seats of one side", error);
}

bivouac_player *bivouac_player_new(const bivouac_terms *terms, bivouac_seats seats, int level,
                                   uint64_t seed, bivouac_error *error)
{
    if (!can_sit(terms, seats, level, error)) return NULL;
    const struct level_opponent *opponent = level_opponent_of(terms->game);
    bivouac_player *player = calloc(1, sizeof *player);
    void *mind = calloc(1, opponent->player->memory(terms));
    if (!player || !mind) {
        free(player);
        free(mind);
        refuse(BIVOUAC_ERROR_MEMORY, "out of memory", error);
        return NULL;
    }
    player->terms = terms;
    player->level = &opponent->level[level - 1];
    player->seated = (struct table_player){
        .player = opponent->player,
        .mind = mind,
        .seats = seats,
        .share = opponent->player->share,
        .weakening = player->level->weakening,
        .random = bv_random_seeded(seed),
    };
    atomic_init(&player->stop, false);
    bivouac_player_limit(player, 0, 0);
    table_player_begin(&player->seated, terms);
    return player;
}

void bivouac_player_free(bivouac_player *player)
{
    if (!player) return;
    free(player->seated.mind);
    free(player);
}

void bivouac_player_limit(bivouac_player *player, uint64_t nodes, uint64_t milliseconds)
{
    if (!nodes && !milliseconds) {
        nodes = player->level->nodes;
        milliseconds = player->level->milliseconds;
    }
    player->seated.turn = (struct budget){
        .nodes = nodes,
        .microseconds = milliseconds * 1000,
        .depth = player->level->depth,
        .clock = milliseconds ? clock_microseconds : NULL,
        .stop = &player->stop,
    };
    player->seated.left = player->seated.turn.microseconds;
    player->seated.actions = 0;
}

/* ---- Thinking -------------------------------------------------------------------------------- */

static void hand_over(const struct search_answer *own, bivouac_answer *answer)
{
    *answer = (bivouac_answer){
        .choices = own->choices,
        .depth = own->depth,
        .nodes = own->nodes,
        .line_length = own->line_length,
    };
    for (uint32_t i = 0; i < own->choices; i++)
        answer->choice[i] = (bivouac_choice){
            .action = own->choice[i].action,
            .seat = own->choice[i].seat,
            .score = own->choice[i].score,
            .weight = own->choice[i].weight,
        };
    for (uint32_t i = 0; i < own->line_length; i++) answer->line[i] = own->line[i];
}

bool bivouac_player_think(bivouac_player *player, const bivouac_state *state,
                          const bivouac_past *past, bivouac_answer *answer, bivouac_error *error)
{
    static const struct bv_past no_past;
    const struct bv_terms *terms = player->terms;
    bv_seats acting = terms->game->to_act(terms, state) & player->seated.seats;
    if (!acting) return refuse(BIVOUAC_ERROR_SEAT, "none of the player's seats is to act", error);
    bv_view(terms, state, __builtin_ctz(acting), &player->view);
    player->answer = (struct search_answer){0};
    table_player_ask(&player->seated, terms, &player->view, past ? past : &no_past, acting,
                     &player->answer);
    atomic_store(&player->stop, false);
    hand_over(&player->answer, answer);
    return true;
}

void bivouac_player_watch(bivouac_player *player, const bivouac_state *state, int seat)
{
    table_player_observe(&player->seated, player->terms, state);
    if (seat != BV_CHANCE && !bivouac_seats_have(player->seated.seats, seat))
        table_player_turn_over(&player->seated);
}

void bivouac_player_stop(bivouac_player *player)
{
    atomic_store(&player->stop, true);
}

size_t bivouac_player_reason(const bivouac_player *player, bivouac_language language, char *buffer,
                             size_t size)
{
    char nowhere[1];
    struct bv_out out = text_into(buffer, size, nowhere);
    if (player->answer.choices)
        reason_write(player->terms, &player->view, &player->answer, language == BIVOUAC_FRENCH,
                     &out);
    return text_length(&out);
}
