#include "search/reason.h"

#include "core/say.h"
#include "games/storage.h"
#include "search/levels.h"

void reason_add_threat(struct reason_threat_list *list, const struct reason_threat *threat)
{
    for (uint32_t i = 0; i < list->count; i++) {
        struct reason_threat *known = &list->threat[i];
        if (known->kind != threat->kind || known->to != threat->to) continue;
        if (known->worth < threat->worth) *known = *threat;
        return;
    }
    if (list->count < REASON_THREATS_MAX) list->threat[list->count++] = *threat;
}

enum { PLAIN_PIECE = 100 };

/* One choice, and what has been found to say of it. */
struct inquiry {
    const struct bv_terms *terms;
    const struct reason_source *source;
    int seat;
    int side; /* that is advised */
    bv_action action;
    bool guessed; /* secrets of the enemy are drawn at random: what they lead to is not told */
    union bv_state before;
    struct reason best;
};

/* A position that the choice leads to, and what was moved on the way there. */
struct course {
    union bv_state state;
    uint8_t piece;
    int16_t from; /* BV_NOWHERE: nothing was moved */
    int16_t to;
    bool costs; /* a piece of the side was lost on the way */
};

static void offer(struct inquiry *inquiry, const struct reason *reason)
{
    if (reason->worth > inquiry->best.worth) inquiry->best = *reason;
}

/* ---- Playing on ------------------------------------------------------------------------------ */

struct event_batch {
    uint32_t count;
    struct bv_event event[BV_EVENTS_MAX];
};

static bool is_loss(const struct bv_event *event)
{
    return event->kind == BV_EVENT_TAKEN || event->kind == BV_EVENT_DESTROYED;
}

static void follow(const struct inquiry *inquiry, struct course *course, int seat, bv_action action,
                   struct event_batch *batch)
{
    const struct bv_terms *terms = inquiry->terms;
    union bv_state before;
    bv_state_copy(terms->game, &before, &course->state);
    bv_apply(terms, &course->state, seat, action, NULL);
    batch->count = terms->game->events(terms, &before, seat, action, &course->state, batch->event);
    for (uint32_t i = 0; i < batch->count; i++) {
        const struct bv_event *event = &batch->event[i];
        if (event->side != inquiry->side) continue;
        course->costs |= is_loss(event);
        bool goes_on = event->kind == BV_EVENT_MOVED && course->to == event->from &&
                       course->piece == event->piece;
        bool begins = event->kind == BV_EVENT_MOVED || event->kind == BV_EVENT_TURNED ||
                      event->kind == BV_EVENT_PLACED;
        if (begins && !goes_on && course->from == BV_NOWHERE && course->to == BV_NOWHERE) {
            course->piece = event->piece;
            course->from = event->from;
        }
        if (goes_on || (begins && course->to == BV_NOWHERE)) course->to = event->to;
    }
}

/* The seat of the side to act that may play this action; -1 if none may. */
static int seat_for(const struct bv_terms *terms, const union bv_state *state, bv_action action)
{
    bv_action list[BV_LIST_MAX];
    bv_seats acting = terms->game->to_act(terms, state);
    for (; acting && acting != bv_seat_bit(BV_CHANCE); acting &= acting - 1) {
        int seat = __builtin_ctz(acting);
        uint32_t count = terms->game->legal(terms, state, seat, list);
        for (uint32_t i = 0; i < count; i++)
            if (list[i] == action) return seat;
    }
    return -1;
}

static struct course course_from(const struct inquiry *inquiry)
{
    struct course course = {.from = BV_NOWHERE, .to = BV_NOWHERE};
    bv_state_copy(inquiry->terms->game, &course.state, &inquiry->before);
    return course;
}

static bool is_won(const struct bv_terms *terms, const union bv_state *state, int side)
{
    return bv_is_over(terms, state) && terms->game->result(terms, state).half_points[side] == 2;
}

/* ---- What the choice wins -------------------------------------------------------------------- */

static int32_t worth_of(const struct reason_source *source, int piece)
{
    return source->piece_worth ? source->piece_worth[piece] : PLAIN_PIECE;
}

/* What a side loses on the expected line: what for the first time, when, and how much in all. */
struct tally {
    int32_t sum;
    uint32_t at;
    struct bv_event first;
};

static void count_losses(const struct inquiry *inquiry, const struct event_batch *batch, int side,
                         uint32_t at, struct tally *tally)
{
    for (uint32_t i = 0; i < batch->count; i++) {
        const struct bv_event *event = &batch->event[i];
        if (!is_loss(event) || event->side != side) continue;
        if (!tally->sum) {
            tally->first = *event;
            tally->at = at;
        }
        tally->sum += worth_of(inquiry->source, event->piece);
    }
}

static struct reason victory_of(const struct inquiry *inquiry, const union bv_state *state,
                                int actions)
{
    static const struct bv_text at_once = {"Ce coup gagne la partie : %w", "It wins the game: %w"};
    static const struct bv_text later = {"La victoire suit en %n coups : %w",
                                         "Victory follows within %n actions: %w"};
    const struct bv_game *game = inquiry->terms->game;
    struct bv_result result = game->result(inquiry->terms, state);
    return (struct reason){
        .kind = REASON_VICTORY,
        .worth = INT32_MAX,
        .words = actions == 1 ? at_once : later,
        .word = game->reason[result.reason].title,
        .from = BV_NOWHERE,
        .to = BV_NOWHERE,
        .number = actions,
    };
}

static struct reason capture_of(enum reason_kind kind, struct bv_text words, int32_t worth,
                                const struct bv_event *event)
{
    return (struct reason){
        .kind = kind,
        .worth = worth,
        .words = words,
        .piece = event->piece,
        .from = BV_NOWHERE,
        .to = event->to,
    };
}

/* What is won and lost: a later capture is told only where the line wins more than it costs. */
static void compare_losses(struct inquiry *inquiry, const struct tally *won,
                           const struct tally *lost)
{
    static const struct bv_text wins = {"Ce coup prend une pièce : %p en %t",
                                        "It captures a piece: %p on %t"};
    static const struct bv_text trades = {"C'est un échange : %p en %t, contre %w",
                                          "It is an exchange: %p on %t, for %w"};
    static const struct bv_text prepares = {"Ce coup prépare une prise : %p en %t",
                                            "It prepares a capture: %p on %t"};
    struct reason reason = {0};
    if (won->at == 0 && lost->sum && lost->at == 1) {
        reason = capture_of(REASON_EXCHANGE, trades, won->sum, &won->first);
        reason.word = inquiry->terms->game->piece[lost->first.piece];
    } else if (won->at == 0) {
        reason = capture_of(REASON_CAPTURE, wins, 2 * won->sum, &won->first);
    } else if (won->sum > lost->sum) {
        reason = capture_of(REASON_LATER_CAPTURE, prepares, won->sum - lost->sum, &won->first);
    }
    offer(inquiry, &reason);
}

/* Follows the expected line to its captures and its end. Where secrets are guessed, it is a guess. */
static void look_at_line(struct inquiry *inquiry, const struct search_answer *answer)
{
    const struct bv_terms *terms = inquiry->terms;
    struct course course = course_from(inquiry);
    struct event_batch batch;
    struct tally won = {0};
    struct tally lost = {0};
    if (inquiry->guessed) return;
    for (uint32_t i = 0; i == 0 || i < answer->line_length; i++) {
        bv_action action = i ? answer->line[i] : inquiry->action;
        int seat = i ? seat_for(terms, &course.state, action) : inquiry->seat;
        if (seat < 0) break;
        follow(inquiry, &course, seat, action, &batch);
        count_losses(inquiry, &batch, !inquiry->side, i, &won);
        count_losses(inquiry, &batch, inquiry->side, i, &lost);
        if (!is_won(terms, &course.state, inquiry->side)) continue;
        struct reason victory = victory_of(inquiry, &course.state, (int)i + 1);
        offer(inquiry, &victory);
    }
    if (won.sum) compare_losses(inquiry, &won, &lost);
}

/* ---- What it saves and threatens ------------------------------------------------------------- */

static bool has_threat(const struct reason_threat_list *list, int kind, int to)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->threat[i].kind == kind && list->threat[i].to == to) return true;
    return false;
}

static bool is_threatened(const struct reason_threat_list *list, int point)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->threat[i].to == point) return true;
    return false;
}

static struct reason reason_of_threat(enum reason_kind kind, struct bv_text words, int32_t worth,
                                      const struct reason_threat *threat)
{
    return (struct reason){
        .kind = kind,
        .worth = worth,
        .words = words,
        .piece = threat->piece,
        .from = threat->from,
        .to = threat->to,
        .number = threat->number,
    };
}

static void look_at_threats(struct inquiry *inquiry, const struct course *course)
{
    const struct reason_source *source = inquiry->source;
    const struct bv_terms *terms = inquiry->terms;
    struct reason_threat_list before = {0};
    struct reason_threat_list after = {0};
    int enemy = !inquiry->side;
    source->threats(terms, &inquiry->before, enemy, &before);
    source->threats(terms, &course->state, enemy, &after);
    for (uint32_t i = 0; i < before.count; i++) {
        const struct reason_threat *threat = &before.threat[i];
        int now = threat->to == course->from ? course->to : threat->to;
        if (course->costs || has_threat(&after, threat->kind, now)) continue;
        struct reason saves = reason_of_threat(REASON_SAVES, source->threat[threat->kind].averted,
                                               threat->worth, threat);
        offer(inquiry, &saves);
    }
    struct reason_threat_list own_before = {0};
    struct reason_threat_list own_after = {0};
    source->threats(terms, &inquiry->before, inquiry->side, &own_before);
    source->threats(terms, &course->state, inquiry->side, &own_after);
    for (uint32_t i = 0; i < own_after.count; i++) {
        const struct reason_threat *threat = &own_after.threat[i];
        if (has_threat(&own_before, threat->kind, threat->to)) continue;
        if (threat->from != BV_NOWHERE && is_threatened(&after, threat->from)) continue;
        struct reason makes = reason_of_threat(REASON_THREATENS, source->threat[threat->kind].made,
                                               threat->worth / 2, threat);
        offer(inquiry, &makes);
    }
}

/* ---- What it improves ------------------------------------------------------------------------ */

static void look_at_aspects(struct inquiry *inquiry, const struct course *course)
{
    const struct reason_source *source = inquiry->source;
    int32_t before[REASON_ASPECTS_MAX] = {0};
    int32_t after[REASON_ASPECTS_MAX] = {0};
    BV_ASSERT(source->aspects <= REASON_ASPECTS_MAX);
    if (course->costs) return; /* what is gone counts no more, which is no merit */
    source->measure(inquiry->terms, &inquiry->before, inquiry->side, before);
    source->measure(inquiry->terms, &course->state, inquiry->side, after);
    for (int i = 0; i < source->aspects; i++) {
        struct reason improves = {
            .kind = REASON_ASPECT,
            .worth = source->aspect[i].weight * (after[i] - before[i]),
            .words = source->aspect[i].words,
            .piece = course->piece,
            .from = course->from,
            .to = course->to,
            .number = after[i],
            .more = before[i],
        };
        offer(inquiry, &improves);
    }
}

static void look_at_position(struct inquiry *inquiry, const struct course *course)
{
    if (bv_is_over(inquiry->terms, &course->state)) return;
    if (inquiry->source->threats) look_at_threats(inquiry, course);
    if (inquiry->source->measure) look_at_aspects(inquiry, course);
}

/*
 * Looks at what the action does, and where that is nothing, at what the next own actions of the
 * expected line do, which it prepares. Secrets are guessed only as far as the own turn goes.
 */
static void look_ahead(struct inquiry *inquiry, const struct search_answer *answer)
{
    const struct bv_terms *terms = inquiry->terms;
    struct event_batch batch;
    bool own_turn = true;
    for (uint32_t i = 0; i == 0 || i < answer->line_length; i++) {
        bv_action action = i ? answer->line[i] : inquiry->action;
        int seat = i ? seat_for(terms, &inquiry->before, action) : inquiry->seat;
        bool own = seat >= 0 && bv_side_of(terms, seat) == inquiry->side;
        own_turn = own_turn && own;
        if (seat < 0 || (inquiry->guessed && !own_turn)) return;
        struct course course = course_from(inquiry);
        follow(inquiry, &course, seat, action, &batch);
        if (own) look_at_position(inquiry, &course);
        if (inquiry->best.kind != REASON_PLAIN) {
            if (i) inquiry->best.when = own_turn ? REASON_THIS_TURN : REASON_THIS_LINE;
            return;
        }
        inquiry->before = course.state;
    }
}

/* ---- What it must be ------------------------------------------------------------------------- */

/* Below these chances, in thousandths, nothing is praised: the best choice is the least bad. */
enum { LOST = 100, HARD = 300 };

static bool is_only_choice(const struct inquiry *inquiry)
{
    bv_action list[BV_LIST_MAX];
    const struct bv_terms *terms = inquiry->terms;
    bv_seats acting =
        terms->game->to_act(terms, &inquiry->before) & bv_seats_of_side(terms, inquiry->side);
    uint32_t count = 0;
    for (; acting; acting &= acting - 1)
        count += terms->game->legal(terms, &inquiry->before, __builtin_ctz(acting), list);
    return count == 1;
}

static void look_at_duty(struct inquiry *inquiry, const struct search_answer *answer)
{
    static const struct bv_text only = {"C'est le seul coup permis", "It is the only legal choice"};
    static const struct bv_text defence = {"Tout autre choix perd la partie",
                                           "Every other choice loses the game"};
    struct reason must = {.from = BV_NOWHERE, .to = BV_NOWHERE, .worth = INT32_MAX - 1};
    if (is_only_choice(inquiry)) {
        must.kind = REASON_ONLY_CHOICE;
        must.words = only;
        offer(inquiry, &must);
    } else if (answer->choices > 1 && answer->choice[1].score < LOST &&
               answer->choice[0].score >= HARD) {
        must.kind = REASON_ONLY_DEFENCE;
        must.words = defence;
        offer(inquiry, &must);
    }
}

/* ---- The reason ------------------------------------------------------------------------------ */

/* The sentence for a choice of which nothing else can be said. */
static struct bv_text plain_words(int score)
{
    if (score < LOST)
        return (struct bv_text){"La position est presque perdue ; c'est ce qui résiste le mieux",
                                "The position is almost lost; this holds out best"};
    if (score < HARD)
        return (struct bv_text){"La position est difficile ; c'est le moindre mal",
                                "The position is difficult; this is the least bad choice"};
    return (struct bv_text){"Cela mène à la meilleure position que je vois",
                            "It leads to the best position I see"};
}

void reason_find(const struct bv_terms *terms, const union bv_state *view,
                 const struct search_answer *answer, struct reason *reason)
{
    static const struct reason_source none = {0};
    const struct reason_source *own = level_opponent_of(terms->game)->reasons;
    const struct search_choice *choice = &answer->choice[0];
    struct inquiry inquiry = {
        .terms = terms,
        .source = own ? own : &none,
        .seat = choice->seat,
        .side = bv_side_of(terms, choice->seat),
        .action = choice->action,
        .best = {.words = plain_words(choice->score), .from = BV_NOWHERE, .to = BV_NOWHERE},
    };
    struct bv_random random = bv_random_seeded(1);
    bv_determinise(terms, view, choice->seat, &random, &inquiry.before);
    inquiry.guessed = !bv_state_same(terms->game, view, &inquiry.before);
    look_at_duty(&inquiry, answer);
    look_at_line(&inquiry, answer);
    if (inquiry.source->action) {
        struct reason said = {.kind = REASON_ACTION, .from = BV_NOWHERE, .to = BV_NOWHERE};
        inquiry.source->action(terms, &inquiry.before, choice->seat, choice->action, &said);
        offer(&inquiry, &said);
    }
    if (choice->score >= LOST) look_ahead(&inquiry, answer);
    *reason = inquiry.best;
}

static void name_point(const struct bv_terms *terms, int point, char name[BV_NAME_MAX])
{
    struct bv_out out = bv_out_into(name, BV_NAME_MAX);
    if (point != BV_NOWHERE) terms->game->point(terms, point, &out);
}

void reason_put(const struct bv_terms *terms, const struct reason *reason, bool french,
                struct bv_out *out)
{
    char from[BV_NAME_MAX] = "";
    char to[BV_NAME_MAX] = "";
    name_point(terms, reason->from, from);
    name_point(terms, reason->to, to);
    struct bv_blanks blanks = {
        .piece = terms->game->piece[reason->piece],
        .from = from,
        .to = to,
        .word = reason->word,
        .number = reason->number,
        .more = reason->more,
    };
    static const struct bv_text when[] = {
        [REASON_NOW] = {"", ""},
        [REASON_THIS_TURN] = {", un peu plus tard dans ce tour", ", a little later in this turn"},
        [REASON_THIS_LINE] = {", dans la suite prévue", ", as the game is expected to go on"},
    };
    bv_put_filled(out, french ? reason->words.fr : reason->words.en, &blanks, french);
    bv_put(out, french ? when[reason->when].fr : when[reason->when].en);
    bv_put_char(out, '.');
}

void reason_write(const struct bv_terms *terms, const union bv_state *view,
                  const struct search_answer *answer, bool french, struct bv_out *out)
{
    const struct search_choice *choice = &answer->choice[0];
    struct reason reason;
    reason_find(terms, view, answer, &reason);
    reason_put(terms, &reason, french, out);
    int chance = (choice->score + 5) / 10;
    bv_putf(out, french ? " Chances de gain : %d %%" : " Winning chance: %d%%", chance);
    if (answer->choices > 1 && answer->choice[1].score < choice->score - 20) {
        int next = (answer->choice[1].score + 5) / 10;
        bv_putf(out,
                french ? ", contre %d %% pour le choix suivant"
                       : ", against %d%% for the next choice",
                next);
    }
    bv_put(out, ".");
}

bool reason_reply(const struct bv_terms *terms, const union bv_state *view,
                  const struct search_answer *answer, struct reason_reply *reply)
{
    const struct search_choice *choice = &answer->choice[0];
    union bv_state before;
    union bv_state after;
    if (answer->line_length < 2 || (terms->game->flags & BV_HAS_SECRETS)) return false;
    bv_apply_to_copy(terms, view, choice->seat, choice->action, &before);
    reply->action = answer->line[1];
    reply->seat = seat_for(terms, &before, reply->action);
    if (reply->seat < 0 || bv_side_of(terms, reply->seat) == bv_side_of(terms, choice->seat))
        return false;
    bv_apply_to_copy(terms, &before, reply->seat, reply->action, &after);
    reply->events =
        terms->game->events(terms, &before, reply->seat, reply->action, &after, reply->event);
    return true;
}

void reason_put_reply(const struct bv_terms *terms, const struct reason_reply *reply, bool french,
                      struct bv_out *out)
{
    bv_put(out, french ? "Réponse à craindre :" : "The reply to fear:");
    for (uint32_t i = 0; i < reply->events; i++) {
        if (reply->event[i].kind == BV_EVENT_TURN) continue;
        bv_put_char(out, ' ');
        bv_say(terms, &reply->event[i], french, out);
    }
}
