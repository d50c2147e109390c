/*
 * The opponents in WebAssembly: one plays in the module's game, at any level. The only import is
 * the time, for levels that are limited by time; with a number of nodes the answer is the native
 * one.
 */
#include "search/levels.h"
#include "search/reason.h"
#include "search/table_player.h"
#include "wasm/table.h"

enum { PAGE = 65536 };

__attribute__((import_module("env"), import_name("now"))) double now(void); /* milliseconds */

extern unsigned char __heap_base; /* the end of the linker's data */

static struct table_player seated;
static struct search_answer answer;
static union bv_state asked_view;

static int64_t microseconds(void)
{
    return (int64_t)(now() * 1000);
}

/* Memory beyond the data, grown as needed; NULL if the browser has no more. */
static void *memory_of(size_t size)
{
    size_t first = ((size_t)&__heap_base + PAGE - 1) / PAGE;
    size_t needed = first + (size + PAGE - 1) / PAGE;
    size_t have = __builtin_wasm_memory_size(0);
    if (needed > have && __builtin_wasm_memory_grow(0, needed - have) == SIZE_MAX) return NULL;
    return (void *)(first * PAGE);
}

void opponent_looks(int seat)
{
    if (!seated.player) return;
    table_player_observe(&seated, &session.terms, &session.state);
    if (seat < BV_SEATS_MAX && !(seated.seats & bv_seat_bit(seat))) table_player_turn_over(&seated);
}

void opponent_is_shown(void)
{
    if (!seated.player) return;
    table_player_observe(&seated, &session.terms, &session.state);
    table_player_turn_over(&seated);
}

void opponent_leaves(void)
{
    seated.player = NULL;
}

/* Puts an opponent of a level, 1 to 8, on a set of seats of one side; 0 when out of memory. */
EXPORT(sit) uint32_t wasm_sit(uint32_t seats, uint32_t level, uint64_t seed)
{
    const struct level_opponent *opponent = level_opponent_of(session.terms.game);
    if (level < 1 || level > LEVELS) return 0;
    const struct level *chosen = &opponent->level[level - 1];
    void *mind = memory_of(opponent->player->memory(&session.terms));
    if (!mind) return 0;
    seated = (struct table_player){
        .player = opponent->player,
        .mind = mind,
        .seats = seats,
        .share = opponent->player->share,
        .turn = {.nodes = chosen->nodes,
                 .depth = chosen->depth,
                 .microseconds = (uint64_t)chosen->milliseconds * 1000,
                 .clock = microseconds},
        .weakening = chosen->weakening,
        .random = bv_random_seeded(seed),
    };
    table_player_begin(&seated, &session.terms);
    return 1;
}

/*
 * Asks the opponent, for those of its seats that are to act. `nodes` replaces its own time limit.
 * Writes `SEAT TOKEN SCORE NODES` into the buffer; 0 if it is not to act.
 */
EXPORT(think) uint32_t wasm_think(uint64_t nodes)
{
    bv_seats acting = session.terms.game->to_act(&session.terms, &session.state) & seated.seats;
    struct bv_out out = bv_out_into(table.buffer, sizeof table.buffer);
    if (!seated.player || !acting) return 0;
    if (nodes) seated.turn = (struct budget){.nodes = nodes, .depth = seated.turn.depth};
    seated.turn.net = wasm_net_of(session.terms.game); /* it may have come since */
    bv_view(&session.terms, &session.state, __builtin_ctz(acting), &asked_view);
    table_player_ask(&seated, &session.terms, &session.state, &session.past, acting, &answer);
    bv_putf(&out, "%s ", bv_seat_name(&session.terms, answer.choice[0].seat));
    session.terms.game->token(&session.terms, answer.choice[0].action, &out);
    bv_putf(&out, " %d ", answer.choice[0].score);
    bv_put_number(&out, (int64_t)answer.nodes);
    return (uint32_t)out.length;
}

/* The choices of the last answer, best first, a line each: `SEAT TOKEN SCORE`; `<`: a bound. */
EXPORT(choices) uint32_t wasm_choices(void)
{
    struct bv_out out = bv_out_into(table.buffer, sizeof table.buffer);
    for (uint32_t i = 0; i < answer.choices; i++) {
        bv_putf(&out, "%s ", bv_seat_name(&session.terms, answer.choice[i].seat));
        session.terms.game->token(&session.terms, answer.choice[i].action, &out);
        bv_putf(&out, "%s%d\n", answer.bounds && i > 0 ? " <" : " ", answer.choice[i].score);
    }
    return (uint32_t)out.length;
}

/* The expected line of the last answer, its own token first, separated by blanks; without dice. */
EXPORT(line) uint32_t wasm_line(void)
{
    struct bv_out out = bv_out_into(table.buffer, sizeof table.buffer);
    for (uint32_t i = 0; i < answer.line_length; i++) {
        if (i) bv_put_char(&out, ' ');
        session.terms.game->token(&session.terms, answer.line[i], &out);
    }
    return (uint32_t)out.length;
}

/* Writes into the buffer why the last answer is good. */
EXPORT(reason) uint32_t wasm_reason(uint32_t french)
{
    struct bv_out out = bv_out_into(table.buffer, sizeof table.buffer);
    if (!answer.choices) return 0;
    reason_write(&session.terms, &asked_view, &answer, french != 0, &out);
    return (uint32_t)out.length;
}
