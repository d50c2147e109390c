#include "match/selfplay.h"

#include <pthread.h>
#include <string.h>

#include "core/hash.h"
#include "core/lots.h"
#include "games/session.h"
#include "match/selfplay_file.h"
#include "search/options.h"
#include "util/clock.h"
#include "util/memory.h"

struct selfplay_run {
    const struct selfplay *selfplay;
    struct selfplay_file *file;
    struct selfplay_report *report;
    struct bv_error *error;
    pthread_mutex_t lock;
    uint32_t next; /* the next game of this shard */
    uint64_t end;  /* of the time; 0: none */
    bool failed;
};

/* ---- One game -------------------------------------------------------------------------------- */

static struct bv_random stream(const struct selfplay *selfplay, uint64_t kind, uint64_t number)
{
    return bv_random_seeded(bv_mix(selfplay->seed, bv_mix(kind, number)));
}

static void vary_options(struct bv_request *request, struct bv_random *random)
{
    for (int i = 0; i < request->game->options; i++)
        request->option[i] = (uint8_t)bv_random_below(random, request->game->option[i].count);
}

/* The players of a game, the last of whom thinks about asides, and what they play on. */
enum { ASIDE_PLAYER = BV_SIDES_MAX, PLAYERS };

struct playing {
    const struct bv_terms *terms;
    struct session *session;
    struct table_player *player[PLAYERS];
    struct bv_random lot;
    union bv_state state; /* of an aside */
    struct bv_past past;
    struct selfplay_game *game;
};

/* An action by lot. */
static struct selfplay_ply draw(struct playing *playing, const union bv_state *state)
{
    const struct bv_terms *terms = playing->terms;
    struct selfplay_ply ply = {.score = SELFPLAY_NO_SCORE};
    ply.seat = (uint8_t)bv_draw_seat(terms->game->to_act(terms, state), &playing->lot);
    ply.action = bv_draw_action(terms, state, ply.seat, playing->session->menu.list, &playing->lot);
    return ply;
}

static struct selfplay_ply ask(const struct bv_terms *terms, struct table_player *player,
                               const union bv_state *state, const struct bv_past *past)
{
    struct search_answer answer = {0};
    bv_seats seats = search_seats_of_one_side(terms, terms->game->to_act(terms, state));
    table_player_ask(player, terms, state, past, seats, &answer);
    return (struct selfplay_ply){.seat = answer.choice[0].seat,
                                 .action = answer.choice[0].action,
                                 .score = (uint16_t)answer.choice[0].score};
}

static bool is_chance(const struct bv_terms *terms, const union bv_state *state)
{
    return terms->game->to_act(terms, state) == bv_seat_bit(BV_CHANCE);
}

/* One action: by lot for chance, in the opening and for slips, else the player's. */
static void act(struct playing *playing, bool drawn)
{
    const struct bv_terms *terms = playing->terms;
    struct session *session = playing->session;
    struct selfplay_ply ply;
    if (is_chance(terms, &session->state) || drawn) {
        ply = draw(playing, &session->state);
    } else {
        int side = bv_side_of(terms, __builtin_ctz(terms->game->to_act(terms, &session->state)));
        ply = ask(terms, playing->player[side], &session->state, &session->past);
        table_player_turn_over(playing->player[!side]);
    }
    selfplay_game_add(playing->game, ply);
    bv_apply(terms, &session->state, ply.seat, ply.action, &session->past);
    for (int side = 0; side < BV_SIDES_MAX; side++)
        table_player_observe(playing->player[side], terms, &session->state);
}

/* A few actions by lot, and what the search thinks then; all of it is taken back. */
static void step_aside(struct playing *playing)
{
    enum { STEPS = 4 };
    const struct bv_terms *terms = playing->terms;
    uint32_t steps = 1 + bv_random_below(&playing->lot, STEPS);
    struct selfplay_ply ply[STEPS + 1];
    bv_state_copy(terms->game, &playing->state, &playing->session->state);
    bv_past_copy(&playing->past, &playing->session->past);
    for (uint32_t i = 0; i <= steps; i++) {
        if (bv_is_over(terms, &playing->state)) return;
        if (i == steps && is_chance(terms, &playing->state)) return;
        ply[i] = i < steps
                     ? draw(playing, &playing->state)
                     : ask(terms, playing->player[ASIDE_PLAYER], &playing->state, &playing->past);
        ply[i].aside = true;
        bv_apply(terms, &playing->state, ply[i].seat, ply[i].action, &playing->past);
    }
    for (uint32_t i = 0; i <= steps; i++) selfplay_game_add(playing->game, ply[i]);
}

static void play_game(const struct selfplay *selfplay, struct playing *playing)
{
    const struct bv_terms *terms = playing->terms;
    struct session *session = playing->session;
    uint32_t opening = bv_random_below(&playing->lot, 2 * selfplay->opening + 1);
    struct selfplay_game *game = playing->game;
    terms->game->start(terms, &session->state);
    session->past.count = 0;
    for (int i = 0; i < PLAYERS; i++) {
        struct table_player *player = playing->player[i];
        player->seats = bv_seats_of_side(terms, i % BV_SIDES_MAX);
        player->random = stream(selfplay, 1 + (uint64_t)i, game->number);
        table_player_begin(player, terms);
    }
    for (uint32_t actions = 0; !bv_is_over(terms, &session->state); actions++) {
        bool slips = bv_random_below(&playing->lot, 1000) < selfplay->slips;
        if (selfplay->asides && bv_random_below(&playing->lot, 1000) < selfplay->asides)
            step_aside(playing);
        act(playing, slips || actions < opening);
    }
    struct bv_result result = terms->game->result(terms, &session->state);
    bv_copy(game->half_points, result.half_points, sizeof game->half_points);
}

/* Terms and players of their own for every game, since options vary. */
static bool open_and_play(struct selfplay_run *run, struct session *session,
                          struct selfplay_game *game, struct bv_error *error)
{
    const struct selfplay *selfplay = run->selfplay;
    struct bv_request request = selfplay->request;
    struct bv_random lot = stream(selfplay, 0, game->number);
    if (bv_random_below(&lot, 100) < selfplay->varied) vary_options(&request, &lot);
    if (!bv_terms_make(&request, &session->terms, &session->tables, error)) return false;
    struct bv_out out = bv_out_into(game->terms, sizeof game->terms);
    bv_terms_write(&session->terms, &out);
    struct playing *playing = memory_new(sizeof *playing);
    *playing =
        (struct playing){.terms = &session->terms, .session = session, .lot = lot, .game = game};
    bool good = true;
    for (int i = 0; i < PLAYERS; i++) {
        playing->player[i] = player_spec_open(selfplay->player, &session->terms, error);
        good = good && playing->player[i];
    }
    if (good) play_game(selfplay, playing);
    for (int i = 0; i < PLAYERS; i++) player_spec_close(playing->player[i]);
    free(playing);
    return good;
}

/* ---- All of them ----------------------------------------------------------------------------- */

static bool take_game(struct selfplay_run *run, uint32_t *number)
{
    const struct selfplay *selfplay = run->selfplay;
    bool there_is = false;
    pthread_mutex_lock(&run->lock);
    while (!there_is && !run->failed && (!run->end || clock_microseconds() < (int64_t)run->end)) {
        *number = run->next++ * selfplay->shards + selfplay->shard;
        if (*number >= selfplay->games) break;
        there_is = !selfplay_file_has(run->file, *number);
    }
    pthread_mutex_unlock(&run->lock);
    return there_is;
}

static void store_game(struct selfplay_run *run, const struct selfplay_game *game)
{
    pthread_mutex_lock(&run->lock);
    if (!run->failed && !selfplay_file_add(run->file, game, run->error)) run->failed = true;
    run->report->played++;
    run->report->plies += game->plies;
    pthread_mutex_unlock(&run->lock);
}

static void give_up(struct selfplay_run *run, const struct bv_error *error)
{
    pthread_mutex_lock(&run->lock);
    if (!run->failed) *run->error = *error;
    run->failed = true;
    pthread_mutex_unlock(&run->lock);
}

static void *work(void *context)
{
    struct selfplay_run *run = context;
    struct bv_error error;
    struct session *session = memory_new(sizeof *session);
    struct selfplay_game *game = memory_new(sizeof *game);
    while (take_game(run, &game->number)) {
        game->plies = 0;
        if (open_and_play(run, session, game, &error))
            store_game(run, game);
        else
            give_up(run, &error);
    }
    selfplay_game_free(game);
    free(game);
    free(session);
    return NULL;
}

bool selfplay_play(const struct selfplay *selfplay, const char *path,
                   struct selfplay_report *report, struct bv_error *error)
{
    enum { THREADS_MAX = 256 };
    struct selfplay_run run = {
        .selfplay = selfplay, .report = report, .error = error, .lock = PTHREAD_MUTEX_INITIALIZER};
    pthread_t thread[THREADS_MAX];
    uint32_t threads = selfplay->threads < THREADS_MAX ? selfplay->threads : THREADS_MAX;
    uint32_t started = 0;
    *report = (struct selfplay_report){0};
    run.file = selfplay_file_open(path, selfplay->request.game->id, error);
    if (!run.file) return false;
    report->found = selfplay_file_count(run.file);
    if (selfplay->seconds)
        run.end = (uint64_t)clock_microseconds() + (uint64_t)selfplay->seconds * 1000000;
    while (started < threads && pthread_create(&thread[started], NULL, work, &run) == 0) started++;
    for (uint32_t i = 0; i < started; i++) pthread_join(thread[i], NULL);
    selfplay_file_close(run.file);
    if (!started) return bv_error_set(error, "no thread could be started");
    return !run.failed;
}

/* ---- Reading them again ---------------------------------------------------------------------- */

/* A file is not trusted: an action that is not legal ends the reading. */
static bool is_legal(struct session *session, const union bv_state *state,
                     const struct selfplay_ply *ply)
{
    const struct bv_terms *terms = &session->terms;
    bv_seats acting = terms->game->to_act(terms, state);
    if (ply->seat > BV_CHANCE || !(acting & bv_seat_bit(ply->seat))) return false;
    if (ply->seat == BV_CHANCE) {
        bv_menu_make(terms, state, ply->seat, &session->menu);
        for (uint32_t i = 0; i < session->menu.count; i++)
            if (session->menu.item[i].action == ply->action) return true;
        return false;
    }
    uint32_t count = terms->game->legal(terms, state, ply->seat, session->menu.list);
    for (uint32_t i = 0; i < count; i++)
        if (session->menu.list[i] == ply->action) return true;
    return false;
}

/*
 * What the searches that followed thought, each weighing a little less than the one before, up to
 * the end of the game or the next action by lot: in thousandths of a point, for side 0. After an
 * aside nothing follows.
 */
static int *foresight(const struct bv_terms *terms, const struct selfplay_game *game)
{
    enum { FADING = 32 }; /* a search weighs a 32nd of what all later ones do */
    int *later = memory_new((game->plies + 1) * sizeof *later);
    bool cut = false;
    int ahead = 500 * game->half_points[0]; /* from the next ply of the game on */
    for (uint32_t i = game->plies; i-- > 0;) {
        const struct selfplay_ply *ply = &game->ply[i];
        bool drawn = ply->score == SELFPLAY_NO_SCORE;
        later[i] = ahead;
        if (!drawn) {
            int score = bv_side_of(terms, ply->seat) == 0 ? ply->score : 1000 - ply->score;
            later[i] = cut || ply->aside ? score : ahead + (score - ahead) / FADING;
        }
        if (ply->aside) continue;
        ahead = later[i];
        cut = drawn && ply->seat != BV_CHANCE;
    }
    return later;
}

static bool show_game(struct session *session, const struct selfplay_game *game,
                      selfplay_reader *read, void *context)
{
    const struct bv_terms *terms = &session->terms;
    union bv_state aside;
    struct selfplay_position position = {
        .terms = terms, .game = game->number, .plies = game->plies};
    bv_copy(position.half_points, game->half_points, sizeof position.half_points);
    terms->game->start(terms, &session->state);
    session->past.count = 0;
    int *later = foresight(terms, game);
    bool good = true;
    for (; position.ply < game->plies; position.ply++) {
        const struct selfplay_ply *ply = &game->ply[position.ply];
        if (ply->aside && !position.aside) bv_state_copy(terms->game, &aside, &session->state);
        union bv_state *now = ply->aside ? &aside : &session->state;
        good = is_legal(session, now, ply);
        if (!good) break;
        position.aside = ply->aside;
        position.state = now;
        position.side = ply->seat == BV_CHANCE ? 0 : bv_side_of(terms, ply->seat);
        position.score = ply->score == SELFPLAY_NO_SCORE ? -1 : ply->score;
        position.later = position.side == 0 ? later[position.ply] : 1000 - later[position.ply];
        read(context, &position);
        bv_apply(terms, now, ply->seat, ply->action, ply->aside ? NULL : &session->past);
    }
    free(later);
    return good;
}

static bool show_games(struct selfplay_file *file, const struct bv_game *played,
                       selfplay_reader *read, void *context, struct bv_error *error)
{
    struct session *session = memory_new(sizeof *session);
    struct selfplay_game game = {0};
    bool good = true;
    while (good && selfplay_file_next(file, &game)) {
        struct bv_request request = bv_request_for(played);
        good = bv_terms_read(&request, bv_span_of(game.terms), error) &&
               bv_terms_make(&request, &session->terms, &session->tables, error);
        if (good && !show_game(session, &game, read, context))
            good = bv_error_setf(error, "game %u is against the rules", game.number);
    }
    selfplay_game_free(&game);
    free(session);
    return good;
}

bool selfplay_read(const char *path, const struct bv_game *game, selfplay_reader *read,
                   void *context, struct bv_error *error)
{
    char id[SELFPLAY_ID_MAX];
    struct selfplay_file *file = selfplay_file_read(path, id, error);
    if (!file) return false;
    bool good =
        strcmp(id, game->id) == 0 || bv_error_set(error, "the file has no self-play of this game");
    good = good && show_games(file, game, read, context, error);
    selfplay_file_close(file);
    return good;
}
