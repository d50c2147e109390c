#include "table/command.h"

#include <string.h>

#include "table/replies.h"

/*
 * How games that are no longer played end (docs/server-rules.md). A live game may be claimed once a
 * side to act has been away for ABSENCE_CLOCK or ABSENCE_UNTIMED. In an untimed game without a
 * public event for FORGOTTEN, the side to act loses. A table whose game never began is closed after
 * UNUSED.
 *
 * While both sides act in secret (table_acts_in_secret) all this must happen at the same moment,
 * whatever they have done: otherwise the moment would reveal it. The decision itself may use the
 * whole state: when the game is over, everything is shown.
 */
#define MINUTE ((int64_t)60 * 1000)
#define ABSENCE_CLOCK (2 * MINUTE)
#define ABSENCE_UNTIMED (10 * MINUTE)
#define FORGOTTEN (30 * TABLE_DAY)
#define UNUSED (7 * TABLE_DAY)

/* A command being decided. */
struct decision {
    const struct table *table;
    const struct table_command *command;
    const struct request *request;
    const struct bv_terms *terms;
    int seat; /* the seat that the command names, or the player's first; -1: none */
    int side; /* of that seat */
};

static bool is_owner(const struct decision *decision)
{
    return bv_equal(decision->table->setup.owner, decision->command->person);
}

static bool needs_seat(const struct decision *decision, struct refusal *refusal)
{
    if (decision->seat >= 0) return true;
    return refusal_set(refusal, REFUSE_NO_SUCH_SEAT);
}

static bool needs_own_seat(const struct decision *decision, struct refusal *refusal)
{
    if (decision->seat >= 0 &&
        table_holds(decision->table, decision->seat, decision->command->person))
        return true;
    return refusal_set(refusal, REFUSE_NOT_YOUR_SEAT);
}

static bool needs_stage(const struct decision *decision, enum table_stage stage,
                        struct refusal *refusal)
{
    if (decision->table->stage == stage) return true;
    switch (decision->table->stage) {
    case TABLE_OPEN: return refusal_set(refusal, REFUSE_NOT_BEGUN);
    case TABLE_PLAYING: return refusal_set(refusal, REFUSE_BEGUN);
    default: return refusal_set(refusal, REFUSE_OVER);
    }
}

static bool needs_play(const struct decision *decision, struct refusal *refusal)
{
    return needs_stage(decision, TABLE_PLAYING, refusal) && needs_own_seat(decision, refusal);
}

static bool needs_owner(const struct decision *decision, struct refusal *refusal)
{
    if (is_owner(decision)) return true;
    return refusal_set(refusal, REFUSE_NOT_OWNER);
}

/* At a table of a tournament there are no partners, no take-backs and no rematch. */
static bool needs_no_tournament(const struct decision *decision, struct refusal *refusal)
{
    if (!decision->table->setup.tournament[0]) return true;
    return refusal_set(refusal, REFUSE_TOURNAMENT_TABLE);
}

/* ---- Seats ----------------------------------------------------------------------------------- */

/* A rated game is between two players with accounts. */
static bool may_sit_rated(const struct decision *decision, struct refusal *refusal)
{
    int own = table_holds_side(decision->table, decision->side, decision->command->person);
    if (!decision->command->has_account) return refusal_set(refusal, REFUSE_NEEDS_ACCOUNT_RATED);
    if (table_holds_side(decision->table, !decision->side, decision->command->person))
        return refusal_set(refusal, REFUSE_NOT_RATED_ONESELF);
    if (table_people_of_side(decision->table, decision->side) > own)
        return refusal_set(refusal, REFUSE_NOT_RATED);
    return true;
}

/* A seat that is reserved for one named player. */
static bool is_for_named_player(const struct table_occupant *occupant)
{
    return occupant->invitation.person[0];
}

static bool is_invited(const struct decision *decision)
{
    const struct table_occupant *occupant = &decision->table->occupant[decision->seat];
    const char *key = decision->request->key;
    if (!occupant->invitation.people) return false;
    if (is_for_named_player(occupant))
        return bv_equal(occupant->invitation.person, decision->command->person);
    return key && bv_equal(occupant->invitation.key, key);
}

static bool may_sit(const struct decision *decision, struct refusal *refusal)
{
    const struct table_occupant *occupant = &decision->table->occupant[decision->seat];
    bool invited = is_invited(decision);
    bool owner = is_owner(decision) && !is_for_named_player(occupant);
    /* The same refusal for a key that was used, was replaced or never existed: keys cannot be
     * guessed here. */
    if (occupant->reserved && !invited && !owner) return refusal_set(refusal, REFUSE_SEAT_RESERVED);
    if (occupant->level || (occupant->holders && !invited))
        return refusal_set(refusal, REFUSE_TAKEN);
    if (occupant->holders == TABLE_GROUP_MAX) return refusal_set(refusal, REFUSE_FULL);
    if (decision->command->unwelcome) return refusal_set(refusal, REFUSE_BLOCKED_SEAT);
    return !decision->table->setup.rated || may_sit_rated(decision, refusal);
}

static bool is_word(const char *word, struct refusal *refusal)
{
    if (bv_is_word(bv_span_of(word), &refusal->detail)) return true;
    return refusal_set(refusal, REFUSE_BAD_WORD);
}

static int decide_sit(const struct decision *decision, struct table_event *event,
                      struct refusal *refusal)
{
    const char *word = decision->request->word;
    bool joins = decision->seat >= 0 && decision->table->occupant[decision->seat].holders;
    if (decision->seat < 0 && !decision->request->seat && decision->request->key)
        return refusal_set(refusal, REFUSE_SEAT_RESERVED);
    if (!needs_seat(decision, refusal)) return 0;
    if (word && !is_word(word, refusal)) return 0;
    /* a repeated command */
    if (table_holds(decision->table, decision->seat, decision->command->person)) return 0;
    if (!may_sit(decision, refusal) || !needs_stage(decision, TABLE_OPEN, refusal)) return 0;
    event[0].verb = TABLE_SIT;
    event[0].text = bv_span_of(decision->command->name);
    if (joins || !word) return 1;
    event[1].verb = TABLE_WORD;
    event[1].text = bv_span_of(word);
    return 2;
}

/* A word that is mixed into the dice; it can be changed until the game begins. */
static int decide_word(const struct decision *decision, struct table_event *event,
                       struct refusal *refusal)
{
    if (!needs_own_seat(decision, refusal) || !needs_stage(decision, TABLE_OPEN, refusal)) return 0;
    if (!is_word(decision->request->word, refusal)) return 0;
    event->verb = TABLE_WORD;
    event->text = bv_span_of(decision->request->word);
    return 1;
}

static int decide_stand(const struct decision *decision, struct table_event *event,
                        struct refusal *refusal)
{
    if (!needs_own_seat(decision, refusal)) return 0;
    bool shared = decision->table->occupant[decision->seat].holders > 1;
    if (!shared && !needs_stage(decision, TABLE_OPEN, refusal)) return 0;
    event->verb = TABLE_STAND;
    return 1;
}

static int decide_computer(const struct decision *decision, struct table_event *event,
                           struct refusal *refusal)
{
    if (!needs_seat(decision, refusal) || !needs_owner(decision, refusal) ||
        !needs_stage(decision, TABLE_OPEN, refusal))
        return 0;
    if (decision->table->occupant[decision->seat].holders)
        return refusal_set(refusal, REFUSE_TAKEN);
    if (is_for_named_player(&decision->table->occupant[decision->seat]))
        return refusal_set(refusal, REFUSE_SEAT_RESERVED);
    if (decision->table->setup.rated) return refusal_set(refusal, REFUSE_NOT_RATED_COMPUTER);
    event->verb = TABLE_COMPUTER;
    event->amount = decision->request->level;
    return 1;
}

/* How many players an invitation admits: one, or the given number, at most as many as can share the
 * seat. */
static bool read_group(const struct decision *decision, int64_t *people, struct refusal *refusal)
{
    int capacity = TABLE_GROUP_MAX - decision->table->occupant[decision->seat].holders;
    *people = decision->request->people ? decision->request->people : 1;
    if (!capacity) return refusal_set(refusal, REFUSE_FULL);
    return *people <= capacity || refusal_set(refusal, REFUSE_BAD_GROUP);
}

/* The owner reserves an open seat; the holders of a seat invite others to share it. Only before the
 * game begins: after that, a player who wants to join asks. */
static int decide_invite(const struct decision *decision, struct table_event *event,
                         struct refusal *refusal)
{
    if (!needs_seat(decision, refusal)) return 0;
    if (!needs_no_tournament(decision, refusal)) return 0;
    const struct table_occupant *occupant = &decision->table->occupant[decision->seat];
    if (occupant->holders ? !needs_own_seat(decision, refusal) : !needs_owner(decision, refusal))
        return 0;
    if (!needs_stage(decision, TABLE_OPEN, refusal)) return 0;
    if (occupant->level) return refusal_set(refusal, REFUSE_TAKEN);
    if (is_for_named_player(occupant)) return refusal_set(refusal, REFUSE_SEAT_RESERVED);
    if (!read_group(decision, &event->amount, refusal)) return 0;
    event->verb = TABLE_RESERVE;
    event->person[0] = '\0'; /* any person with the key */
    bv_copy_text(event->key, sizeof event->key, decision->command->new_key);
    return 1;
}

static int decide_free(const struct decision *decision, struct table_event *event,
                       struct refusal *refusal)
{
    if (!needs_seat(decision, refusal) || !needs_owner(decision, refusal) ||
        !needs_stage(decision, TABLE_OPEN, refusal))
        return 0;
    if (is_for_named_player(&decision->table->occupant[decision->seat]))
        return refusal_set(refusal, REFUSE_SEAT_RESERVED);
    event->verb = TABLE_FREE;
    return 1;
}

/* ---- Sharing a seat that others hold --------------------------------------------------------- */

/* A player asks once for a seat, and the number of open requests is limited. */
static bool may_ask(const struct decision *decision, struct refusal *refusal)
{
    const struct table_occupant *occupant = &decision->table->occupant[decision->seat];
    if (occupant->level) return refusal_set(refusal, REFUSE_TAKEN);
    if (!occupant->holders) return refusal_set(refusal, REFUSE_SEAT_NOT_HELD);
    if (decision->table->setup.rated) return refusal_set(refusal, REFUSE_NOT_RATED);
    if (occupant->holders == TABLE_GROUP_MAX) return refusal_set(refusal, REFUSE_FULL);
    if (table_holds_side(decision->table, !decision->side, decision->command->person))
        return refusal_set(refusal, REFUSE_OTHER_SIDE);
    if (decision->command->unwelcome) return refusal_set(refusal, REFUSE_BLOCKED_SEAT);
    if (table_is_rejected(decision->table, decision->seat, decision->command->person))
        return refusal_set(refusal, REFUSE_REJECTED);
    if (decision->table->joinings == TABLE_JOINING_MAX)
        return refusal_set(refusal, REFUSE_TOO_MANY_JOINING);
    return true;
}

static int decide_join(const struct decision *decision, struct table_event *event,
                       struct refusal *refusal)
{
    const char *person = decision->command->person;
    if (!needs_seat(decision, refusal) || !needs_no_tournament(decision, refusal)) return 0;
    if (decision->table->stage == TABLE_OVER) return needs_stage(decision, TABLE_PLAYING, refusal);
    if (table_holds(decision->table, decision->seat, person)) return 0; /* a repeated command */
    if (table_joining_at(decision->table, decision->seat, person) >= 0)
        return 0; /* a repeated command */
    if (!may_ask(decision, refusal)) return 0;
    event->verb = TABLE_JOIN;
    event->text = bv_span_of(decision->command->name);
    return 1;
}

/* The request that is answered: that of the named player, or the oldest for the seat; NULL: there
 * is none. */
static const struct table_joining *joining_of(const struct decision *decision,
                                              struct refusal *refusal)
{
    const char *person = decision->request->person;
    const struct table *table = decision->table;
    for (int i = 0; i < table->joinings; i++) {
        const struct table_joining *joining = &table->joining[i];
        if (joining->seat == decision->seat && (!person || bv_equal(person, joining->who.person)))
            return joining;
    }
    refusal_set(refusal, REFUSE_NO_JOIN);
    return NULL;
}

static int decide_admit(const struct decision *decision, struct table_event *event,
                        struct refusal *refusal)
{
    if (!needs_own_seat(decision, refusal)) return 0;
    const struct table_joining *joining = joining_of(decision, refusal);
    if (!joining) return 0;
    if (decision->table->occupant[decision->seat].holders == TABLE_GROUP_MAX)
        return refusal_set(refusal, REFUSE_FULL);
    event->verb = TABLE_SIT;
    bv_copy(event->person, joining->who.person, sizeof event->person);
    event->text = bv_span_of(joining->who.name);
    return 1;
}

static int decide_reject(const struct decision *decision, struct table_event *event,
                         struct refusal *refusal)
{
    if (!needs_own_seat(decision, refusal)) return 0;
    const struct table_joining *joining = joining_of(decision, refusal);
    if (!joining) return 0;
    event->verb = TABLE_REJECT;
    bv_copy(event->person, joining->who.person, sizeof event->person);
    return 1;
}

static int decide_start(const struct decision *decision, struct table_event *event,
                        struct refusal *refusal)
{
    if (!needs_stage(decision, TABLE_OPEN, refusal)) return 0;
    if (!is_owner(decision) && !needs_own_seat(decision, refusal)) return 0;
    for (int seat = 0; seat < decision->terms->form->seats; seat++) {
        const struct table_occupant *occupant = &decision->table->occupant[seat];
        if (!occupant->holders && !occupant->level) return refusal_set(refusal, REFUSE_EMPTY_SEAT);
    }
    event->verb = TABLE_START;
    return 1;
}

static int decide_cancel(const struct decision *decision, struct table_event *event,
                         struct refusal *refusal)
{
    if (!needs_owner(decision, refusal) || !needs_stage(decision, TABLE_OPEN, refusal)) return 0;
    event->verb = TABLE_CANCEL;
    return 1;
}

/* ---- Moves ----------------------------------------------------------------------------------- */

/* For reading tokens; only the event loop's thread decides. */
static struct bv_menu menu;

/* The action goes with the event, so that the token is looked up only once. */
static bool is_legal(const struct decision *decision, struct table_event *event,
                     struct refusal *refusal)
{
    event->has_action = bv_token_action(decision->terms, &decision->table->state, decision->seat,
                                        event->text, &menu, &event->action, &refusal->detail);
    if (event->has_action) return true;
    bool turn = table_to_act(decision->table) & bv_seat_bit(decision->seat);
    if (!turn) return refusal_set(refusal, REFUSE_NOT_YOUR_TURN);
    return refusal_set(refusal, REFUSE_ILLEGAL);
}

/* The client chooses the key: one word, or none. */
static bool is_key(const char *key)
{
    return !key || (text_is_presentable(key, TABLE_KEY_SIZE - 1) && !strchr(key, ' ') &&
                    !bv_equal(key, "-"));
}

/* Whether a token with this key was played or proposed already. */
static bool is_known(const struct decision *decision, const char *key)
{
    const struct table_proposal *proposal = &decision->table->proposal[decision->side];
    return table_has_key(decision->table, decision->seat, key) ||
           (proposal->seat == decision->seat && bv_equal(proposal->key, key));
}

/* A token that is sent again because its answer was lost is granted and not played twice. */
static int decide_play(const struct decision *decision, struct table_event *event,
                       struct refusal *refusal)
{
    const char *token = decision->request->token;
    const char *key = decision->request->key;
    if (decision->seat < 0 ||
        !table_holds(decision->table, decision->seat, decision->command->person))
        return needs_own_seat(decision, refusal);
    if (key && *key && is_known(decision, key)) return 0;
    if (!needs_play(decision, refusal)) return 0;
    if (!is_key(key)) return refusal_set(refusal, REFUSE_BAD_MESSAGE_KEY);
    event->text = bv_span_of(token);
    if (!is_legal(decision, event, refusal)) return 0;
    bool partners = table_people_of_side(decision->table, decision->side) > 1;
    event->verb = decision->table->setup.agreement && partners ? TABLE_PROPOSE : TABLE_PLAY;
    struct bv_out out = bv_out_into(event->key, sizeof event->key);
    if (key) bv_put(&out, key);
    return 1;
}

static bool has_proposal(const struct decision *decision, struct refusal *refusal)
{
    if (decision->side >= 0 && decision->table->proposal[decision->side].seat >= 0) return true;
    return refusal_set(refusal, REFUSE_NO_PROPOSAL);
}

static int decide_agree(const struct decision *decision, struct table_event *event,
                        struct refusal *refusal)
{
    if (!needs_play(decision, refusal) || !has_proposal(decision, refusal)) return 0;
    const struct table_proposal *proposal = &decision->table->proposal[decision->side];
    if (bv_equal(proposal->person, decision->command->person))
        return refusal_set(refusal, REFUSE_OWN_PROPOSAL);
    event[0].verb = TABLE_AGREE;
    event[1].verb = TABLE_PLAY;
    event[1].seat = proposal->seat;
    event[1].text = bv_span_of(proposal->token);
    event[1].has_action = proposal->has_action;
    event[1].action = proposal->action;
    bv_copy(event[1].key, proposal->key, sizeof event[1].key);
    return 2;
}

static int decide_object(const struct decision *decision, struct table_event *event,
                         struct refusal *refusal)
{
    if (!needs_play(decision, refusal) || !has_proposal(decision, refusal)) return 0;
    event->verb = TABLE_OBJECT;
    return 1;
}

/* A repeated command prepares the same again. */
static int decide_prepare(const struct decision *decision, struct table_event *event,
                          struct refusal *refusal)
{
    static char text[REPLIES_TEXT_MAX + 1]; /* until the event is stored */
    if (!needs_play(decision, refusal)) return 0;
    if (!replies_are_allowed(decision->table, decision->side))
        return refusal_set(refusal, REFUSE_NO_REPLIES);
    if (!replies_read(decision->table, decision->command->person, decision->request->replies, &menu,
                      text, &refusal->detail))
        return refusal_set(refusal, REFUSE_BAD_REPLIES);
    event->verb = TABLE_PREPARE;
    event->text = bv_span_of(text[0] ? text : "-");
    return 1;
}

/* ---- Offers ---------------------------------------------------------------------------------- */

static int decide_offer(const struct decision *decision, struct table_event *event,
                        struct refusal *refusal)
{
    if (!needs_play(decision, refusal)) return 0;
    if (decision->table->offering == decision->side) return 0; /* a repeated command */
    event->verb = decision->table->offering >= 0 ? TABLE_ACCEPT : TABLE_OFFER;
    return 1;
}

static int answer_draw(const struct decision *decision, enum table_event_kind verb,
                       struct table_event *event, struct refusal *refusal)
{
    if (!needs_play(decision, refusal)) return 0;
    if (decision->table->offering != !decision->side) return refusal_set(refusal, REFUSE_NO_OFFER);
    event->verb = verb;
    return 1;
}

static int decide_accept(const struct decision *decision, struct table_event *event,
                         struct refusal *refusal)
{
    return answer_draw(decision, TABLE_ACCEPT, event, refusal);
}

static int decide_decline(const struct decision *decision, struct table_event *event,
                          struct refusal *refusal)
{
    return answer_draw(decision, TABLE_DECLINE, event, refusal);
}

static int decide_ask(const struct decision *decision, struct table_event *event,
                      struct refusal *refusal)
{
    if (!needs_play(decision, refusal) || !needs_no_tournament(decision, refusal)) return 0;
    if (decision->table->setup.rated) return refusal_set(refusal, REFUSE_RATED);
    int64_t to = table_take_back_to(decision->table, decision->side);
    if (to < 0) return refusal_set(refusal, REFUSE_CANNOT_TAKE_BACK);
    if (decision->table->asking == decision->side) return 0; /* a repeated command */
    event->verb = TABLE_ASK;
    event->amount = to;
    return 1;
}

static int answer_ask(const struct decision *decision, enum table_event_kind verb,
                      struct table_event *event, struct refusal *refusal)
{
    if (!needs_play(decision, refusal)) return 0;
    if (decision->table->asking != !decision->side) return refusal_set(refusal, REFUSE_NO_ASK);
    event->verb = verb;
    event->amount = decision->table->asked_to;
    return 1;
}

static int decide_grant(const struct decision *decision, struct table_event *event,
                        struct refusal *refusal)
{
    return answer_ask(decision, TABLE_TAKE_BACK, event, refusal);
}

static int decide_refuse(const struct decision *decision, struct table_event *event,
                         struct refusal *refusal)
{
    return answer_ask(decision, TABLE_REFUSE, event, refusal);
}

static int decide_resign(const struct decision *decision, struct table_event *event,
                         struct refusal *refusal)
{
    if (!needs_play(decision, refusal)) return 0;
    event->verb = TABLE_RESIGN;
    return 1;
}

static bool side_acts(const struct table *table, int side)
{
    return table_to_act(table) & bv_seats_of_side(table_terms(table), side);
}

/* Only the other side is to act, and it has left: the side that stayed wins. A side that acts in
 * secret at the same time may claim only when it is done: then it knows that the other is not. */
static int decide_claim(const struct decision *decision, struct table_event *event,
                        struct refusal *refusal)
{
    if (!needs_play(decision, refusal)) return 0;
    int other = !decision->side;
    int acting =
        table_sides_among(decision->terms, table_seen_to_act(decision->table, decision->seat));
    enum table_time_mode mode = decision->table->setup.time.mode;
    int64_t limit = mode == TABLE_TIME_CLOCK ? ABSENCE_CLOCK : ABSENCE_UNTIMED;
    if (mode == TABLE_TIME_DAYS || table_side_is_computer(decision->table, other) ||
        acting != 1 << other || decision->command->absent[other] < limit)
        return refusal_set(refusal, REFUSE_NOT_ABANDONED);
    event->verb = TABLE_ABANDON;
    event->side = (int8_t)other;
    return 1;
}

static int decide_vacation(const struct decision *decision, struct table_event *event,
                           struct refusal *refusal)
{
    if (!needs_play(decision, refusal)) return 0;
    int64_t left = decision->table->clock.vacation_left[decision->side] / TABLE_DAY;
    if (decision->request->days > left) return refusal_set(refusal, REFUSE_NO_VACATION);
    event->amount = decision->request->days;
    event->verb = TABLE_VACATION;
    return 1;
}

static int decide_say(const struct decision *decision, struct table_event *event,
                      struct refusal *refusal)
{
    const char *text = decision->request->text;
    if (!needs_own_seat(decision, refusal)) return 0;
    if (!text_is_presentable(text, TABLE_SAID_MAX)) return refusal_set(refusal, REFUSE_BAD_TEXT);
    bool side = decision->request->to && bv_equal(decision->request->to, "side");
    if (!side && !decision->table->setup.chat) return refusal_set(refusal, REFUSE_CHAT_OFF);
    event->verb = TABLE_SAY;
    event->text = bv_span_of(text);
    if (!side) event->side = TABLE_AUDIENCE_ALL;
    return 1;
}

static int decide_rematch(const struct decision *decision, struct table_event *event,
                          struct refusal *refusal)
{
    if (!needs_stage(decision, TABLE_OVER, refusal) || !needs_own_seat(decision, refusal)) return 0;
    if (!needs_no_tournament(decision, refusal)) return 0;
    /* a repeated command */
    if (decision->table->next[0] || decision->table->again & 1 << decision->side) return 0;
    event->verb = TABLE_REMATCH;
    return 1;
}

/* ---- The table of commands ------------------------------------------------------------------- */

typedef int decider(const struct decision *decision, struct table_event *event,
                    struct refusal *refusal);

/* One for each request at a table, in the order of protocol/protocol.def. */
static decider *const deciders[VERBS] = {
#define DECIDER(VERB, name) [VERB_##VERB] = decide_##name,
    TABLE_REQUESTS(DECIDER)
#undef DECIDER
};

/* The seat that the command names; without one, the first that the player holds. */
static int seat_of(const struct decision *decision)
{
    const char *name = decision->request->seat;
    const char *key = decision->request->key;
    bv_seats held = table_seats_held(decision->table, decision->command->person);
    /* An invitation's key identifies its seat. */
    if (!name && key && *key && decision->request->verb == VERB_SIT)
        for (int seat = 0; seat < decision->terms->form->seats; seat++)
            if (bv_equal(decision->table->occupant[seat].invitation.key, key)) return seat;
    if (!name) return held ? __builtin_ctz(held) : -1;
    int seat = bv_seat_named(decision->terms, bv_span_of(name));
    return seat == BV_CHANCE ? -1 : seat;
}

int table_decide(const struct table *table, const struct table_command *command,
                 struct table_event event[TABLE_EVENTS_OF_A_COMMAND], struct refusal *refusal)
{
    struct decision decision = {.table = table,
                                .command = command,
                                .request = command->request,
                                .terms = table_terms(table),
                                .side = -1};
    decision.seat = seat_of(&decision);
    if (decision.seat >= 0) decision.side = bv_side_of(decision.terms, decision.seat);
    *refusal = (struct refusal){0};
    for (int i = 0; i < TABLE_EVENTS_OF_A_COMMAND; i++) {
        event[i] = (struct table_event){
            .seat = (int8_t)decision.seat, .side = (int8_t)decision.side, .at = command->now};
        bv_copy_text(event[i].person, sizeof event[i].person, command->person);
    }
    return deciders[command->request->verb](&decision, event, refusal);
}

/* ---- What follows by itself ------------------------------------------------------------------ */

bool table_follows(const struct table *table, struct table_event *event, char token[BV_TOKEN_MAX])
{
    const struct bv_terms *terms = table_terms(table);
    *event = (struct table_event){.seat = -1, .at = table->latest};
    if (table_to_act(table) == bv_seat_bit(BV_CHANCE)) {
        struct bv_out out = bv_out_into(token, BV_TOKEN_MAX);
        event->has_action = true;
        event->action = bv_dice_outcome(terms, &table->dice, table->dice.thrown, &table->state);
        terms->game->token(terms, event->action, &out);
        event->verb = TABLE_ROLL;
        event->text = bv_span_of(token);
        return true;
    }
    if (replies_follow(table, &menu, event, token)) return true;
    if (table->offering >= 0 && table_side_is_computer(table, !table->offering)) {
        event->verb = TABLE_DECLINE;
        event->side = (int8_t)!table->offering;
        return true;
    }
    if (table->asking >= 0 && table_side_is_computer(table, !table->asking)) {
        event->verb = TABLE_TAKE_BACK;
        event->side = (int8_t)!table->asking;
        event->amount = table->asked_to;
        return true;
    }
    if (table->again && !table->next[0])
        for (int side = 0; side < BV_SIDES_MAX; side++) {
            if (table->again & 1 << side || !table_side_is_computer(table, side)) continue;
            event->verb = TABLE_REMATCH;
            event->side = (int8_t)side;
            return true;
        }
    return false;
}

bv_seats table_computer_to_act(const struct table *table)
{
    bv_seats seats = 0;
    bv_seats acting = table_to_act(table);
    for (int seat = 0; seat < table_terms(table)->form->seats; seat++)
        if (acting & bv_seat_bit(seat) && table->occupant[seat].level) seats |= bv_seat_bit(seat);
    return seats;
}

/* ---- What is due by time --------------------------------------------------------------------- */

/* The side that loses at a table that the server opened because it has not played and is absent; -1: none.
 * Where it is secret whether it has played, it is enough that it was connected once. */
static int absent_side(const struct table *table, uint8_t came, const int64_t absent[BV_SIDES_MAX])
{
    int64_t limit = table->setup.no_show;
    bool secret = limit && table_acts_in_secret(table);
    for (int side = 0; limit && side < BV_SIDES_MAX; side++) {
        bool has_begun = secret ? came & 1 << side : table_has_played(table, side);
        if (absent[side] >= limit && !has_begun) return side;
    }
    return -1;
}

static bool waits_for_a_side(const struct table *table)
{
    return table->setup.no_show && (table_acts_in_secret(table) || !table_both_have_played(table));
}

/* A side that has lost its connection does not lose on time before its grace is used up; nor does a
 * side that shares its time. */
static bool waits_for_connection(const struct table *table, uint8_t present,
                                 const int64_t absent[BV_SIDES_MAX])
{
    if (table->setup.time.mode != TABLE_TIME_CLOCK) return false;
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if (table->clock.running & ~present & 1 << side && absent[side] < table->grace[side])
            return true;
    return false;
}

bool table_time_brings(const struct table *table, int64_t now, uint8_t present, uint8_t came,
                       const int64_t absent[BV_SIDES_MAX], struct table_event *event)
{
    int side = -1;
    *event = (struct table_event){.seat = -1, .at = now};
    if (table->stage == TABLE_OPEN && now - table->latest >= UNUSED) {
        event->verb = TABLE_CANCEL;
        return true;
    }
    if (table->stage != TABLE_PLAYING) return false;
    int away = absent_side(table, came, absent);
    if (away >= 0) {
        event->verb = TABLE_ABANDON;
        event->side = (int8_t)away;
        return true;
    }
    if (table_clock_due(&table->clock, &side) <= table_time(table, now)) {
        if (waits_for_connection(table, present, absent)) return false;
        event->verb = TABLE_FLAG;
        event->side = (int8_t)side;
        return true;
    }
    if (table->setup.time.mode != TABLE_TIME_NONE || now - table->last_public < FORGOTTEN)
        return false;
    event->verb = TABLE_ABANDON;
    event->side = side_acts(table, 0) ? 0 : 1;
    return true;
}

int64_t table_lost_time(const struct table *table, int side, int64_t absent_since, int64_t now)
{
    const struct table_clock *clock = &table->clock;
    if (table->setup.time.mode != TABLE_TIME_CLOCK || !(clock->running & 1 << side)) return 0;
    int64_t from = absent_since > clock->since ? absent_since : clock->since;
    return now - from < table->grace[side] ? now - from : table->grace[side];
}

int64_t table_look_again(const struct table *table)
{
    int side = 0;
    if (table->stage == TABLE_OVER) return INT64_MAX;
    if (table->stage == TABLE_OPEN) return table->latest + UNUSED;
    if (table_computer_to_act(table))
        return table->latest; /* even after a restart, without any client */
    if (table->setup.time.mode == TABLE_TIME_NONE) return table->last_public + FORGOTTEN;
    int64_t due = table_clock_due(&table->clock, &side);
    int64_t no_show = table->begun_time + table->setup.no_show;
    if (waits_for_a_side(table) && no_show < due) due = no_show;
    return due == INT64_MAX ? due : due + table->offset;
}
