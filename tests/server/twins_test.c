/*
 * Two worlds that differ in one thing alone: how far Bob has come with what he sets up in secret. Everything else is the
 * same in both: what Ada does, what Bob does that can be seen, who is there and who is away, and what time it is. Until the
 * secret is shown, everything that anybody but Bob is told or answered must be the same in both, byte for byte, and so must
 * be the moment when time ends the game.
 */
#include "support.h"
#include "table_fixture.h"

#include "core/lots.h"
#include "core/random.h"
#include "util/memory.h"

enum { GAMES = 18, STEPS = 60, ADA = 0, BOB = 1, WORLDS = 2 };

struct twins {
    struct fixture *world[WORLDS];
    struct bv_random random; /* of what is the same in both */
    int64_t now;
    uint8_t present, came;
    int64_t absent_since[BV_SIDES_MAX];
};

static bool goes_on(const struct fixture *world)
{
    return world->table->stage == TABLE_PLAYING;
}

static bool is_secret(const struct twins *twins)
{
    return table_acts_in_secret(twins->world[0]->table) &&
           table_acts_in_secret(twins->world[1]->table);
}

/* ---- What is compared -------------------------------------------------------------------------------------------- */

static void same_text(const char *what, struct bv_span a, struct bv_span b)
{
    if (a.length == b.length && memcmp(a.text, b.text, a.length) == 0) return;
    fail_msg("%s\n%.*s\nand in the other world\n%.*s", what, (int)a.length, a.text, (int)b.length,
             b.text);
}

/* What a channel was told since the last time. */
static void same_messages(const struct twins *twins, int channel)
{
    struct bv_span told[WORLDS];
    for (int i = 0; i < WORLDS; i++) {
        struct fixture *world = twins->world[i];
        told[i] = (struct bv_span){world->told[channel], world->length[channel]};
    }
    same_text("a channel was told", told[0], told[1]);
    for (int i = 0; i < WORLDS; i++) twins->world[i]->length[channel] = 0;
}

typedef void question(const struct twins *twins, const struct table *table, struct bv_out *out);

static void same_answer(const struct twins *twins, const char *what, question *ask)
{
    static char text[WORLDS][MESSAGE_MAX];
    struct bv_span answer[WORLDS];
    for (int i = 0; i < WORLDS; i++) {
        struct bv_out out = bv_out_into(text[i], sizeof text[i]);
        ask(twins, twins->world[i]->table, &out);
        answer[i] = (struct bv_span){text[i], out.length};
    }
    same_text(what, answer[0], answer[1]);
}

static void ask_ada(const struct twins *twins, const struct table *table, struct bv_out *out)
{
    messages_table(table, ADA, twins->now, out);
}

static void ask_watcher(const struct twins *twins, const struct table *table, struct bv_out *out)
{
    messages_table(table, table_channel_of(BV_WATCHER), twins->now, out);
}

static void ask_lobby(const struct twins *twins, const struct table *table, struct bv_out *out)
{
    (void)twins;
    messages_summary(table, out);
}

static void ask_legal(const struct twins *twins, const struct table *table, struct bv_out *out)
{
    (void)twins;
    messages_legal(table, ADA, out);
}

/* How long nobody of a side has been there. */
static void absences(const struct twins *twins, int64_t absent[BV_SIDES_MAX])
{
    for (int side = 0; side < BV_SIDES_MAX; side++)
        absent[side] = twins->present & 1 << side ? 0 : twins->now - twins->absent_since[side];
}

static int decide(const struct twins *twins, const struct table *table, const char *person,
                  const struct request *request,
                  struct table_event event[TABLE_EVENTS_OF_A_COMMAND], struct refusal *refusal)
{
    struct table_command command = {
        .request = request, .person = person, .name = person, .now = twins->now, .new_key = "key"};
    absences(twins, command.absent);
    return table_decide(table, &command, event, refusal);
}

/* What players might say; each with every verb. */
static const struct request sayings[] = {
    {.token = "nonsense", .text = "hm", .word = "x", .level = 3, .days = 1},
    {.token = "a1",
     .text = "hm",
     .word = "x",
     .level = 3,
     .days = 20,
     .seat = "V",
     .to = "side",
     .key = "k"},
    {.token = "EM=a13", .text = "hm", .word = "x", .level = 3, .days = 1, .seat = "R", .key = "k"},
};

static void put_decision(const struct twins *twins, const struct table *table, const char *person,
                         struct request request, struct bv_out *out)
{
    static const char *const names[VERBS] = {REQUEST_VERB_NAMES};
    for (int verb = 0; verb < VERBS; verb++) {
        struct table_event event[TABLE_EVENTS_OF_A_COMMAND];
        struct refusal refusal;
        if (!(request_flags((enum request_verb)verb) & REQUEST_TABLE)) continue;
        request.verb = (enum request_verb)verb;
        int events = decide(twins, table, person, &request, event, &refusal);
        bv_put(out, names[verb]);
        bv_put_char(out, ' ');
        bv_put(out, refusal.code ? refusal.code : "granted");
        bv_put(out, refusal.detail.text);
        for (int j = 0; j < events; j++) {
            bv_put_char(out, ' ');
            table_event_write(table_terms(table), &event[j], out);
        }
        bv_put_char(out, '\n');
    }
}

static void ask_commands(const struct twins *twins, const struct table *table, struct bv_out *out)
{
    for (size_t i = 0; i < BV_COUNT(sayings); i++) {
        put_decision(twins, table, "ada", sayings[i], out);
        put_decision(twins, table, "carol", sayings[i], out);
    }
}

static void ask_credits(const struct twins *twins, const struct table *table, struct bv_out *out)
{
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        bv_put_number(out, table_lost_time(table, side, twins->absent_since[side], twins->now));
        bv_put_char(out, ' ');
    }
}

static void same_worlds(const struct twins *twins)
{
    same_messages(twins, ADA);
    same_messages(twins, table_channel_of(BV_WATCHER));
    same_answer(twins, "Ada's table", ask_ada);
    same_answer(twins, "the watchers' table", ask_watcher);
    same_answer(twins, "a line of the lobby", ask_lobby);
    same_answer(twins, "Ada's legal tokens", ask_legal);
    same_answer(twins, "what is decided", ask_commands);
    same_answer(twins, "what a lost connection has cost", ask_credits);
}

/* ---- What is done ------------------------------------------------------------------------------------------------- */

static void take(struct twins *twins, struct fixture *world, const struct table_event *event)
{
    if (!goes_on(world)) return;
    world->now = twins->now - 1000; /* happens moves it on */
    happens(world, event);
}

/* A token of a side, drawn by lot; false if it has nothing more to do. */
static bool draw(const struct fixture *world, int seat, struct bv_random *random,
                 char token[BV_TOKEN_MAX])
{
    static bv_action list[BV_LIST_MAX];
    const struct bv_terms *terms = table_terms(world->table);
    if (!(table_to_act(world->table) & bv_seat_bit(seat))) return false;
    struct bv_out out = bv_out_into(token, BV_TOKEN_MAX);
    terms->game->token(terms, bv_draw_action(terms, &world->table->state, seat, list, random),
                       &out);
    return true;
}

/* Bob sets up in one world and not in the other, unless that would show: both would be done. */
static void bob_sets_up(struct twins *twins, struct fixture *world, struct bv_random *secret,
                        uint32_t tokens)
{
    while (tokens--) {
        char token[BV_TOKEN_MAX];
        union bv_state after;
        struct bv_error error;
        static struct bv_menu menu;
        const struct bv_terms *terms = table_terms(world->table);
        if (!goes_on(world) || !draw(world, BOB, secret, token)) return;
        after = world->table->state;
        if (!bv_try_token(terms, &after, BOB, bv_span_of(token), NULL, &menu, &error))
            fail_msg("%s", error.text);
        if (terms->game->to_act(terms, &after) == bv_seat_bit(BV_CHANCE) ||
            !(terms->game->to_act(terms, &after) & bv_seat_bit(ADA)))
            if (!(table_to_act(world->table) & bv_seat_bit(ADA))) return;
        take(twins, world,
             &(struct table_event){.verb = TABLE_PLAY, .seat = BOB, .text = bv_span_of(token)});
    }
}

/* Ada's own token, unless it would show that Bob is done. */
static void ada_sets_up(struct twins *twins)
{
    char token[BV_TOKEN_MAX];
    for (int i = 0; i < WORLDS; i++) {
        bv_seats acting = table_to_act(twins->world[i]->table);
        if (!(acting & bv_seat_bit(BOB)) || !(acting & bv_seat_bit(ADA))) return;
    }
    if (!draw(twins->world[0], ADA, &twins->random, token)) return;
    for (int i = 0; i < WORLDS; i++)
        take(twins, twins->world[i],
             &(struct table_event){.verb = TABLE_PLAY, .seat = ADA, .text = bv_span_of(token)});
}

/* A command that is granted in both worlds, or in none, and does not end the game. */
static void command(struct twins *twins, const char *person, struct request request)
{
    for (int i = 0; i < WORLDS; i++) {
        struct table_event event[TABLE_EVENTS_OF_A_COMMAND];
        struct refusal refusal;
        int events = decide(twins, twins->world[i]->table, person, &request, event, &refusal);
        for (int j = 0; j < events; j++) take(twins, twins->world[i], &event[j]);
    }
}

static void leaves_or_returns(struct twins *twins, int side)
{
    uint8_t bit = (uint8_t)(1 << side);
    if (twins->present & bit) {
        twins->present &= (uint8_t)~bit;
        twins->absent_since[side] = twins->now;
        return;
    }
    twins->present |= bit;
    twins->came |= bit;
    for (int i = 0; i < WORLDS; i++) {
        int64_t lost =
            table_lost_time(twins->world[i]->table, side, twins->absent_since[side], twins->now);
        if (lost > 0)
            take(twins, twins->world[i],
                 &(struct table_event){
                     .verb = TABLE_CREDIT, .seat = -1, .side = (int8_t)side, .amount = lost});
    }
}

/* Time passes, and ends the game in both worlds or in none. */
static void time_passes(struct twins *twins, int64_t milliseconds)
{
    int64_t absent[BV_SIDES_MAX];
    int brought = 0;
    twins->now += milliseconds;
    absences(twins, absent);
    for (int i = 0; i < WORLDS; i++) {
        struct table_event event;
        const struct table *table = twins->world[i]->table;
        if (!table_time_brings(table, twins->now, twins->present, twins->came, absent, &event))
            continue;
        brought++;
        take(twins, twins->world[i], &event);
    }
    if (brought == 1) fail_msg("time ended the game in one of the worlds alone");
}

static void step(struct twins *twins, struct bv_random *secret)
{
    static const uint32_t longest[] = {/* seconds: some games are to end by time */
                                       [TABLE_TIME_NONE] = 700000,
                                       [TABLE_TIME_CLOCK] = 120,
                                       [TABLE_TIME_DAYS] = 100000};
    enum table_time_mode mode = twins->world[0]->table->setup.time.mode;
    switch (bv_random_below(&twins->random, 11)) {
    case 0: ada_sets_up(twins); break;
    case 1: command(twins, "ada", (struct request){.verb = VERB_SAY, .text = "hm"}); break;
    case 2: command(twins, "bob", (struct request){.verb = VERB_SAY, .text = "hm"}); break;
    case 3: command(twins, "ada", (struct request){.verb = VERB_VACATION, .days = 2}); break;
    case 4: command(twins, "bob", (struct request){.verb = VERB_VACATION, .days = 2}); break;
    case 5: command(twins, "bob", (struct request){.verb = VERB_OFFER}); break;
    case 6: leaves_or_returns(twins, ADA); break;
    case 7: leaves_or_returns(twins, BOB); break;
    default: time_passes(twins, (int64_t)1000 * bv_random_below(&twins->random, longest[mode]));
    }
    for (int i = 0; i < WORLDS; i++)
        bob_sets_up(twins, twins->world[i], secret, bv_random_below(secret, i ? 1 : 8));
}

/* ---- The worlds ----------------------------------------------------------------------------------------------------- */

static int tell_twins_apart(const char *setup, uint64_t seed, int *ended)
{
    struct twins twins = {.random = bv_random_seeded(seed), .present = 3, .came = 3};
    struct bv_random secret = bv_random_seeded(seed + 1000);
    int steps = 0;
    for (int i = 0; i < WORLDS; i++) {
        twins.world[i] = fixture(setup);
        if (seed % 3 == 0 && twins.world[i]->table->setup.time.mode == TABLE_TIME_CLOCK)
            twins.world[i]->table->setup.no_show = 180000;
    }
    if (seed % 6 == 0) twins.present = twins.came = 1; /* Bob has not come yet */
    twins.now = twins.absent_since[BOB] = twins.world[0]->now;
    if (seed % 2) bob_sets_up(&twins, twins.world[0], &secret, UINT32_MAX); /* he is done at once */
    while (steps < STEPS && is_secret(&twins)) {
        same_worlds(&twins);
        step(&twins, &secret);
        steps++;
    }
    assert_int_equal(twins.world[0]->table->stage, twins.world[1]->table->stage);
    *ended += !goes_on(twins.world[0]);
    for (int i = 0; i < WORLDS; i++) fixture_end(twins.world[i]);
    return steps;
}

static void twins_of(const char *game)
{
    static const char *const times[] = {"null", "{\"seconds\":600,\"increment\":5}",
                                        "{\"days\":3,\"vacation\":14}"};
    int steps = 0;
    int ended = 0;
    for (size_t time = 0; time < BV_COUNT(times); time++) {
        char setup[128];
        struct bv_out out = bv_out_into(setup, sizeof setup);
        bv_put(&out, "{\"game\":\"");
        bv_put(&out, game);
        bv_put(&out, "\"");
        if (time) bv_put(&out, ",\"time\":");
        if (time) bv_put(&out, times[time]);
        bv_put(&out, "}");
        for (uint64_t seed = 1; seed <= GAMES; seed++)
            steps += tell_twins_apart(setup, seed, &ended);
    }
    print_message("%s: %d steps in two worlds, %d games ended by time\n", game, steps, ended);
    assert_true(steps > 20 * GAMES && ended > GAMES);
}

static void nobody_knows_how_far_the_other_is_at_chars(void **unused)
{
    (void)unused;
    twins_of("chars");
}

static void nobody_knows_how_far_the_other_is_at_belligerants(void **unused)
{
    (void)unused;
    twins_of("belligerants");
}

/* Bob loses his connection shortly before the time of both is over, done in one world and not in the other. */
static void a_flag_waits_for_who_is_away_whether_done_or_not(void **unused)
{
    (void)unused;
    struct twins twins = {.random = bv_random_seeded(1), .present = 3, .came = 3};
    struct bv_random secret = bv_random_seeded(2);
    for (int i = 0; i < WORLDS; i++)
        twins.world[i] = fixture("{\"game\":\"chars\",\"time\":{\"seconds\":600}}");
    twins.now = twins.world[0]->now;
    bob_sets_up(&twins, twins.world[0], &secret, UINT32_MAX);
    time_passes(&twins, 590000);
    leaves_or_returns(&twins, BOB);
    time_passes(&twins, 20000);
    same_worlds(&twins);
    assert_true(goes_on(twins.world[0]) && goes_on(twins.world[1]));
    time_passes(&twins, 40000);
    assert_false(goes_on(twins.world[0]) || goes_on(twins.world[1]));
    for (int i = 0; i < WORLDS; i++) fixture_end(twins.world[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_knows_how_far_the_other_is_at_chars),
        cmocka_unit_test(nobody_knows_how_far_the_other_is_at_belligerants),
        cmocka_unit_test(a_flag_waits_for_who_is_away_whether_done_or_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
