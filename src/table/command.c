#include "table/command.h"

#include <string.h>

#include "core/menu.h"
#include "search/levels.h"

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

#define REFUSE(code, fr, en) refusal_set(refusal, code, (struct bv_text){fr, en})

/* A command being decided. */
struct asked {
    const struct table *table;
    const struct table_command *command;
    const struct bv_terms *terms;
    int seat; /* the seat that the command names, or the player's first; -1: none */
    int side; /* of that seat */
};

static bool is_owner(const struct asked *asked)
{
    return bv_equal(asked->table->setup.owner, asked->command->person);
}

static bool needs_seat(const struct asked *asked, struct refusal *refusal)
{
    if (asked->seat >= 0) return true;
    return refusal_no_seat(refusal);
}

static bool needs_own_seat(const struct asked *asked, struct refusal *refusal)
{
    if (asked->seat >= 0 && table_holds(asked->table, asked->seat, asked->command->person))
        return true;
    return refusal_others_seat(refusal);
}

static bool needs_stage(const struct asked *asked, enum table_stage stage, struct refusal *refusal)
{
    if (asked->table->stage == stage) return true;
    switch (asked->table->stage) {
    case TABLE_OPEN:
        return REFUSE("not-begun", "La partie n'a pas encore commencé.",
                      "The game has not begun yet.");
    case TABLE_PLAYING:
        return REFUSE("begun", "La partie a déjà commencé.", "The game has begun already.");
    default: return REFUSE("over", "La partie est terminée.", "The game is over.");
    }
}

static bool needs_play(const struct asked *asked, struct refusal *refusal)
{
    return needs_stage(asked, TABLE_PLAYING, refusal) && needs_own_seat(asked, refusal);
}

static bool needs_owner(const struct asked *asked, struct refusal *refusal)
{
    if (is_owner(asked)) return true;
    return REFUSE("not-owner", "Seul celui qui a ouvert la table peut le faire.",
                  "Only the player who opened the table may do that.");
}

/* At a table of a tournament there are no partners, no take-backs and no rematch. */
static bool needs_no_tournament(const struct asked *asked, struct refusal *refusal)
{
    if (!asked->table->setup.tournament[0]) return true;
    return REFUSE("tournament-table", "Ce n'est pas possible à une table de tournoi.",
                  "That is not possible at a table of a tournament.");
}

/* ---- Seats ----------------------------------------------------------------------------------- */

/* A rated game is between two players with accounts. */
static bool may_sit_rated(const struct asked *asked, struct refusal *refusal)
{
    int own = table_holds_side(asked->table, asked->side, asked->command->person);
    if (!asked->command->has_account)
        return refusal_set(refusal, "needs-account", table_rated_for_accounts);
    if (table_holds_side(asked->table, !asked->side, asked->command->person))
        return REFUSE("not-rated", "On ne joue pas contre soi-même une partie classée.",
                      "One does not play a rated game against oneself.");
    if (table_people_of_side(asked->table, asked->side) > own)
        return refusal_set(refusal, "not-rated", table_rated_for_two);
    return true;
}

static bool refuse_taken(struct refusal *refusal)
{
    return REFUSE("taken", "Cette place est prise.", "This seat is taken.");
}

static bool refuse_full(struct refusal *refusal)
{
    return REFUSE("full", "Ce groupe est au complet.", "This group is complete.");
}

/* The same refusal for a key that was used, was replaced or never existed: keys cannot be guessed
 * here. */
static bool refuse_kept(struct refusal *refusal)
{
    return REFUSE("kept", "Cette place est réservée : il faut une invitation qui n'a pas servi.",
                  "This seat is reserved: it needs an invitation that has not been used.");
}

static bool refuse_unwelcome(struct refusal *refusal)
{
    return REFUSE("blocked", "Cette place ne vous est pas ouverte.",
                  "This seat is not open to you.");
}

static const char *key_of(const struct asked *asked)
{
    return fields_text(asked->command->fields, "key", TABLE_KEY_SIZE - 1);
}

/* A seat that is reserved for one named player. */
static bool is_for_named_player(const struct table_chair *chair)
{
    return chair->invitation.person[0];
}

static bool is_invited(const struct asked *asked)
{
    const struct table_chair *chair = &asked->table->chair[asked->seat];
    const char *key = key_of(asked);
    if (!chair->invitation.people) return false;
    if (is_for_named_player(chair))
        return bv_equal(chair->invitation.person, asked->command->person);
    return key && bv_equal(chair->invitation.key, key);
}

static bool may_sit(const struct asked *asked, struct refusal *refusal)
{
    const struct table_chair *chair = &asked->table->chair[asked->seat];
    bool invited = is_invited(asked);
    bool owner = is_owner(asked) && !is_for_named_player(chair);
    if (chair->kept && !invited && !owner) return refuse_kept(refusal);
    if (chair->level || (chair->holders && !invited)) return refuse_taken(refusal);
    if (chair->holders == TABLE_GROUP_MAX) return refuse_full(refusal);
    if (asked->command->unwelcome) return refuse_unwelcome(refusal);
    return !asked->table->setup.rated || may_sit_rated(asked, refusal);
}

static bool is_word(const char *word, struct refusal *refusal)
{
    if (word && bv_is_word(bv_span_of(word), &refusal->detail)) return true;
    return refusal_word(refusal);
}

static int sit(const struct asked *asked, struct table_event *event, struct refusal *refusal)
{
    const char *word = fields_text(asked->command->fields, "word", BV_WORD_MAX);
    bool given = cJSON_GetObjectItemCaseSensitive(asked->command->fields, "word") != NULL;
    bool joins = asked->seat >= 0 && asked->table->chair[asked->seat].holders;
    bool named = cJSON_GetObjectItemCaseSensitive(asked->command->fields, "seat") != NULL;
    if (asked->seat < 0 && !named && key_of(asked)) return refuse_kept(refusal);
    if (!needs_seat(asked, refusal)) return 0;
    if (given && !is_word(word, refusal)) return 0;
    /* a repeated command */
    if (table_holds(asked->table, asked->seat, asked->command->person)) return 0;
    if (!may_sit(asked, refusal) || !needs_stage(asked, TABLE_OPEN, refusal)) return 0;
    event[0].verb = TABLE_SIT;
    event[0].text = bv_span_of(asked->command->name);
    if (joins || !given) return 1;
    event[1].verb = TABLE_WORD;
    event[1].text = bv_span_of(word);
    return 2;
}

/* A word that is mixed into the dice; it can be changed until the game begins. */
static int add_word(const struct asked *asked, struct table_event *event, struct refusal *refusal)
{
    const char *word = fields_text(asked->command->fields, "word", BV_WORD_MAX);
    if (!needs_own_seat(asked, refusal) || !needs_stage(asked, TABLE_OPEN, refusal)) return 0;
    if (!is_word(word, refusal)) return 0;
    event->verb = TABLE_WORD;
    event->text = bv_span_of(word);
    return 1;
}

static int stand(const struct asked *asked, struct table_event *event, struct refusal *refusal)
{
    if (!needs_own_seat(asked, refusal)) return 0;
    bool shared = asked->table->chair[asked->seat].holders > 1;
    if (!shared && !needs_stage(asked, TABLE_OPEN, refusal)) return 0;
    event->verb = TABLE_STAND;
    return 1;
}

static int give_to_computer(const struct asked *asked, struct table_event *event,
                            struct refusal *refusal)
{
    if (!needs_seat(asked, refusal) || !needs_owner(asked, refusal) ||
        !needs_stage(asked, TABLE_OPEN, refusal))
        return 0;
    if (!fields_number(asked->command->fields, "level", 1, LEVELS, &event->amount))
        return REFUSE("bad-level", "Le niveau va de 1 à 8.", "The level is from 1 to 8.");
    if (asked->table->chair[asked->seat].holders) return refuse_taken(refusal);
    if (is_for_named_player(&asked->table->chair[asked->seat])) return refuse_kept(refusal);
    if (asked->table->setup.rated)
        return REFUSE("not-rated", "Une partie classée se joue entre personnes, sans l'ordinateur.",
                      "A rated game is played between people, without the computer.");
    event->verb = TABLE_COMPUTER;
    return 1;
}

/* How many players an invitation admits: one, or the given number, at most as many as can share the
 * seat. */
static bool read_group(const struct asked *asked, int64_t *people, struct refusal *refusal)
{
    int capacity = TABLE_GROUP_MAX - asked->table->chair[asked->seat].holders;
    *people = 1;
    if (!capacity) return refuse_full(refusal);
    if (!cJSON_GetObjectItemCaseSensitive(asked->command->fields, "people")) return true;
    if (fields_number(asked->command->fields, "people", 1, capacity, people)) return true;
    return REFUSE("bad-group", "Six personnes au plus partagent une place.",
                  "At most six people share a seat.");
}

/* The owner reserves an open seat; the holders of a seat invite others to share it. Only before the
 * game begins: after that, a player who wants to join asks. */
static int invite(const struct asked *asked, struct table_event *event, struct refusal *refusal)
{
    if (!needs_seat(asked, refusal)) return 0;
    if (!needs_no_tournament(asked, refusal)) return 0;
    const struct table_chair *chair = &asked->table->chair[asked->seat];
    if (chair->holders ? !needs_own_seat(asked, refusal) : !needs_owner(asked, refusal)) return 0;
    if (!needs_stage(asked, TABLE_OPEN, refusal)) return 0;
    if (chair->level) return refuse_taken(refusal);
    if (is_for_named_player(chair)) return refuse_kept(refusal);
    if (!read_group(asked, &event->amount, refusal)) return 0;
    event->verb = TABLE_KEEP;
    event->person[0] = '\0'; /* anybody with the key */
    struct bv_out key = bv_out_into(event->key, sizeof event->key);
    bv_put(&key, asked->command->new_key);
    return 1;
}

static int free_seat(const struct asked *asked, struct table_event *event, struct refusal *refusal)
{
    if (!needs_seat(asked, refusal) || !needs_owner(asked, refusal) ||
        !needs_stage(asked, TABLE_OPEN, refusal))
        return 0;
    if (is_for_named_player(&asked->table->chair[asked->seat])) return refuse_kept(refusal);
    event->verb = TABLE_FREE;
    return 1;
}

/* ---- Sharing a seat that others hold --------------------------------------------------------- */

/* A player asks once for a seat, and the number of open requests is limited. */
static bool may_ask(const struct asked *asked, struct refusal *refusal)
{
    const struct table_chair *chair = &asked->table->chair[asked->seat];
    if (chair->level) return refuse_taken(refusal);
    if (!chair->holders)
        return REFUSE("vacant", "Personne ne tient cette place.", "Nobody holds this seat.");
    if (asked->table->setup.rated) return refusal_set(refusal, "not-rated", table_rated_for_two);
    if (chair->holders == TABLE_GROUP_MAX) return refuse_full(refusal);
    if (table_holds_side(asked->table, !asked->side, asked->command->person))
        return REFUSE("other-side", "Vous jouez pour l'autre camp.",
                      "You play for the other side.");
    if (asked->command->unwelcome) return refuse_unwelcome(refusal);
    if (table_is_rejected(asked->table, asked->seat, asked->command->person))
        return REFUSE("rejected", "Ceux qui tiennent cette place ont refusé de la partager.",
                      "Those who hold this seat have refused to share it.");
    if (asked->table->joinings == TABLE_JOINING_MAX)
        return REFUSE("too-many", "Trop de personnes attendent déjà une réponse à cette table.",
                      "Too many people wait for an answer at this table already.");
    return true;
}

static int join(const struct asked *asked, struct table_event *event, struct refusal *refusal)
{
    const char *person = asked->command->person;
    if (!needs_seat(asked, refusal) || !needs_no_tournament(asked, refusal)) return 0;
    if (asked->table->stage == TABLE_OVER) return needs_stage(asked, TABLE_PLAYING, refusal);
    if (table_holds(asked->table, asked->seat, person)) return 0;           /* a repeated command */
    if (table_joining_at(asked->table, asked->seat, person) >= 0) return 0; /* a repeated command */
    if (!may_ask(asked, refusal)) return 0;
    event->verb = TABLE_JOIN;
    event->text = bv_span_of(asked->command->name);
    return 1;
}

/* The request that is answered: that of the named player, or the oldest for the seat; NULL: there
 * is none. */
static const struct table_joining *joining_of(const struct asked *asked, struct refusal *refusal)
{
    const char *person = fields_text(asked->command->fields, "person", ID_SIZE - 1);
    const struct table *table = asked->table;
    for (int i = 0; i < table->joinings; i++) {
        const struct table_joining *joining = &table->joining[i];
        if (joining->seat == asked->seat && (!person || bv_equal(person, joining->who.person)))
            return joining;
    }
    REFUSE("no-join", "Personne ne demande à partager cette place.",
           "Nobody asks to share this seat.");
    return NULL;
}

static int admit(const struct asked *asked, struct table_event *event, struct refusal *refusal)
{
    if (!needs_own_seat(asked, refusal)) return 0;
    const struct table_joining *joining = joining_of(asked, refusal);
    if (!joining) return 0;
    if (asked->table->chair[asked->seat].holders == TABLE_GROUP_MAX) return refuse_full(refusal);
    event->verb = TABLE_SIT;
    bv_copy(event->person, joining->who.person, sizeof event->person);
    event->text = bv_span_of(joining->who.name);
    return 1;
}

static int reject(const struct asked *asked, struct table_event *event, struct refusal *refusal)
{
    if (!needs_own_seat(asked, refusal)) return 0;
    const struct table_joining *joining = joining_of(asked, refusal);
    if (!joining) return 0;
    event->verb = TABLE_REJECT;
    bv_copy(event->person, joining->who.person, sizeof event->person);
    return 1;
}

static int start(const struct asked *asked, struct table_event *event, struct refusal *refusal)
{
    if (!needs_stage(asked, TABLE_OPEN, refusal)) return 0;
    if (!is_owner(asked) && !needs_own_seat(asked, refusal)) return 0;
    for (int seat = 0; seat < asked->terms->form->seats; seat++) {
        const struct table_chair *chair = &asked->table->chair[seat];
        if (!chair->holders && !chair->level) return refusal_empty_seat(refusal);
    }
    event->verb = TABLE_START;
    return 1;
}

static int cancel(const struct asked *asked, struct table_event *event, struct refusal *refusal)
{
    if (!needs_owner(asked, refusal) || !needs_stage(asked, TABLE_OPEN, refusal)) return 0;
    event->verb = TABLE_CANCEL;
    return 1;
}

/* ---- Moves ----------------------------------------------------------------------------------- */

/* The action goes with the event, so that the token is looked up only once. */
static bool is_legal(const struct asked *asked, struct table_event *event, struct refusal *refusal)
{
    static struct bv_menu menu; /* only the event loop's thread decides */
    event->has_action = bv_token_action(asked->terms, &asked->table->state, asked->seat,
                                        event->text, &menu, &event->action, &refusal->detail);
    if (event->has_action) return true;
    bool turn = table_to_act(asked->table) & bv_seat_bit(asked->seat);
    if (!turn)
        return REFUSE("not-your-turn", "Ce n'est pas à vous de jouer.", "It is not your turn.");
    return REFUSE("illegal", "Les règles ne permettent pas ce coup.",
                  "The rules do not allow this move.");
}

/* The client chooses the key: one word of at most 23 bytes, or none. */
static bool is_key(const cJSON *fields)
{
    const char *key = fields_text(fields, "key", TABLE_KEY_SIZE - 1);
    if (!cJSON_GetObjectItemCaseSensitive(fields, "key")) return true;
    return key && text_is_presentable(key, TABLE_KEY_SIZE - 1) && !strchr(key, ' ') &&
           !bv_equal(key, "-");
}

/* Whether a token with this key was played or proposed already. */
static bool is_known(const struct asked *asked, const char *key)
{
    const struct table_proposal *proposal = &asked->table->proposal[asked->side];
    return table_has_key(asked->table, asked->seat, key) ||
           (proposal->seat == asked->seat && bv_equal(proposal->key, key));
}

/* A token that is sent again because its answer was lost is granted and not played twice. */
static int play(const struct asked *asked, struct table_event *event, struct refusal *refusal)
{
    const char *token = fields_text(asked->command->fields, "token", BV_TOKEN_MAX - 1);
    const char *key = fields_text(asked->command->fields, "key", TABLE_KEY_SIZE - 1);
    if (asked->seat < 0 || !table_holds(asked->table, asked->seat, asked->command->person))
        return needs_own_seat(asked, refusal);
    if (key && *key && is_known(asked, key)) return 0;
    if (!needs_play(asked, refusal)) return 0;
    if (!token) return REFUSE("bad-message", "Il manque le coup.", "The token is missing.");
    if (!is_key(asked->command->fields))
        return REFUSE("bad-message", "La clé d'un coup est un mot de 23 octets au plus.",
                      "The key of a move is one word of at most 23 bytes.");
    event->text = bv_span_of(token);
    if (!is_legal(asked, event, refusal)) return 0;
    bool partners = table_people_of_side(asked->table, asked->side) > 1;
    event->verb = asked->table->setup.agreement && partners ? TABLE_PROPOSE : TABLE_PLAY;
    struct bv_out out = bv_out_into(event->key, sizeof event->key);
    if (key) bv_put(&out, key);
    return 1;
}

static bool has_proposal(const struct asked *asked, struct refusal *refusal)
{
    if (asked->side >= 0 && asked->table->proposal[asked->side].seat >= 0) return true;
    return REFUSE("no-proposal", "Aucun coup n'est proposé.", "No move is proposed.");
}

static int agree(const struct asked *asked, struct table_event *event, struct refusal *refusal)
{
    if (!needs_play(asked, refusal) || !has_proposal(asked, refusal)) return 0;
    const struct table_proposal *proposal = &asked->table->proposal[asked->side];
    if (bv_equal(proposal->person, asked->command->person))
        return REFUSE("own-proposal", "C'est à votre partenaire d'approuver ce coup.",
                      "Your partner must agree to this move.");
    event[0].verb = TABLE_AGREE;
    event[1].verb = TABLE_PLAY;
    event[1].seat = proposal->seat;
    event[1].text = bv_span_of(proposal->token);
    bv_copy(event[1].key, proposal->key, sizeof event[1].key);
    return 2;
}

static int object(const struct asked *asked, struct table_event *event, struct refusal *refusal)
{
    if (!needs_play(asked, refusal) || !has_proposal(asked, refusal)) return 0;
    event->verb = TABLE_OBJECT;
    return 1;
}

/* ---- Offers ---------------------------------------------------------------------------------- */

static int offer(const struct asked *asked, struct table_event *event, struct refusal *refusal)
{
    if (!needs_play(asked, refusal)) return 0;
    if (asked->table->offering == asked->side) return 0; /* a repeated command */
    event->verb = asked->table->offering >= 0 ? TABLE_ACCEPT : TABLE_OFFER;
    return 1;
}

static int answer_draw(const struct asked *asked, enum table_verb verb, struct table_event *event,
                       struct refusal *refusal)
{
    if (!needs_play(asked, refusal)) return 0;
    if (asked->table->offering != !asked->side)
        return REFUSE("no-offer", "Personne ne propose la nulle.", "Nobody offers a draw.");
    event->verb = verb;
    return 1;
}

static int accept(const struct asked *asked, struct table_event *event, struct refusal *refusal)
{
    return answer_draw(asked, TABLE_ACCEPT, event, refusal);
}

static int decline(const struct asked *asked, struct table_event *event, struct refusal *refusal)
{
    return answer_draw(asked, TABLE_DECLINE, event, refusal);
}

static int ask(const struct asked *asked, struct table_event *event, struct refusal *refusal)
{
    if (!needs_play(asked, refusal) || !needs_no_tournament(asked, refusal)) return 0;
    if (asked->table->setup.rated)
        return REFUSE("rated", "On ne reprend rien dans une partie classée.",
                      "Nothing is taken back in a rated game.");
    int64_t to = table_take_back_to(asked->table, asked->side);
    if (to < 0)
        return REFUSE("fixed", "On ne reprend rien après un jet de dé ou un secret révélé.",
                      "Nothing is taken back across dice or a revealed secret.");
    if (asked->table->asking == asked->side) return 0; /* a repeated command */
    event->verb = TABLE_ASK;
    event->amount = to;
    return 1;
}

static int answer_ask(const struct asked *asked, enum table_verb verb, struct table_event *event,
                      struct refusal *refusal)
{
    if (!needs_play(asked, refusal)) return 0;
    if (asked->table->asking != !asked->side)
        return REFUSE("no-ask", "Personne ne demande à reprendre.", "Nobody asks to take back.");
    event->verb = verb;
    event->amount = asked->table->asked_to;
    return 1;
}

static int grant(const struct asked *asked, struct table_event *event, struct refusal *refusal)
{
    return answer_ask(asked, TABLE_TAKE_BACK, event, refusal);
}

static int refuse(const struct asked *asked, struct table_event *event, struct refusal *refusal)
{
    return answer_ask(asked, TABLE_REFUSE, event, refusal);
}

static int resign(const struct asked *asked, struct table_event *event, struct refusal *refusal)
{
    if (!needs_play(asked, refusal)) return 0;
    event->verb = TABLE_RESIGN;
    return 1;
}

static bool side_acts(const struct table *table, int side)
{
    return table_to_act(table) & bv_seats_of_side(table_terms(table), side);
}

/* Only the other side is to act, and it has left: the side that stayed wins. A side that acts in
 * secret at the same time may claim only when it is done: then it knows that the other is not. */
static int claim(const struct asked *asked, struct table_event *event, struct refusal *refusal)
{
    if (!needs_play(asked, refusal)) return 0;
    int other = !asked->side;
    int acting = table_sides_among(asked->terms, table_seen_to_act(asked->table, asked->seat));
    enum table_time_mode mode = asked->table->setup.time.mode;
    int64_t patience = mode == TABLE_TIME_CLOCK ? ABSENCE_CLOCK : ABSENCE_UNTIMED;
    if (mode == TABLE_TIME_DAYS || table_side_is_computer(asked->table, other) ||
        acting != 1 << other || asked->command->absent[other] < patience)
        return REFUSE("not-abandoned", "L'adversaire n'a pas abandonné la partie.",
                      "The opponent has not abandoned the game.");
    event->verb = TABLE_ABANDON;
    event->side = (int8_t)other;
    return 1;
}

static int vacation(const struct asked *asked, struct table_event *event, struct refusal *refusal)
{
    if (!needs_play(asked, refusal)) return 0;
    int64_t left = asked->table->clock.vacation_left[asked->side] / TABLE_DAY;
    if (!fields_number(asked->command->fields, "days", 1, left, &event->amount))
        return REFUSE("no-vacation", "Il ne reste pas tant de jours de vacances.",
                      "There are not so many days of vacation left.");
    event->verb = TABLE_VACATION;
    return 1;
}

static int say(const struct asked *asked, struct table_event *event, struct refusal *refusal)
{
    const char *text = fields_text(asked->command->fields, "text", TABLE_SAID_MAX);
    const char *audience = fields_text(asked->command->fields, "to", BV_NAME_MAX);
    if (!needs_own_seat(asked, refusal)) return 0;
    if (!text_is_presentable(text, TABLE_SAID_MAX))
        return REFUSE("bad-text", "Ce message est vide, trop long ou illisible.",
                      "This message is empty, too long or not readable.");
    bool side = audience && bv_equal(audience, "side");
    if (!side && !asked->table->setup.chat)
        return REFUSE("silent", "La conversation est fermée à cette table.",
                      "Chat is off at this table.");
    event->verb = TABLE_SAY;
    event->text = bv_span_of(text);
    if (!side) event->side = TABLE_AUDIENCE_ALL;
    return 1;
}

static int rematch(const struct asked *asked, struct table_event *event, struct refusal *refusal)
{
    if (!needs_stage(asked, TABLE_OVER, refusal) || !needs_own_seat(asked, refusal)) return 0;
    if (!needs_no_tournament(asked, refusal)) return 0;
    /* a repeated command */
    if (asked->table->next[0] || asked->table->again & 1 << asked->side) return 0;
    event->verb = TABLE_REMATCH;
    return 1;
}

/* ---- The table of commands ------------------------------------------------------------------- */

static const struct {
    const char *verb;
    int (*decide)(const struct asked *asked, struct table_event *event, struct refusal *refusal);
} commands[] = {
    {"sit", sit},       {"word", add_word},   {"stand", stand},   {"computer", give_to_computer},
    {"invite", invite}, {"free", free_seat},  {"start", start},   {"cancel", cancel},
    {"play", play},     {"agree", agree},     {"object", object}, {"offer", offer},
    {"accept", accept}, {"decline", decline}, {"ask", ask},       {"grant", grant},
    {"refuse", refuse}, {"resign", resign},   {"claim", claim},   {"vacation", vacation},
    {"say", say},       {"rematch", rematch}, {"join", join},     {"admit", admit},
    {"reject", reject},
};

/* The seat that the command names; without one, the first that the player holds. */
static int seat_of(const struct asked *asked)
{
    const char *name = fields_text(asked->command->fields, "seat", BV_NAME_MAX);
    const char *key = key_of(asked);
    bv_seats held = table_seats_held(asked->table, asked->command->person);
    /* An invitation's key identifies its seat. */
    if (!name && key && *key && bv_equal(asked->command->verb, "sit"))
        for (int seat = 0; seat < asked->terms->form->seats; seat++)
            if (bv_equal(asked->table->chair[seat].invitation.key, key)) return seat;
    if (!name) return held ? __builtin_ctz(held) : -1;
    int seat = bv_seat_named(asked->terms, bv_span_of(name));
    return seat == BV_CHANCE ? -1 : seat;
}

const char *table_command_name(size_t number)
{
    return number < BV_COUNT(commands) ? commands[number].verb : NULL;
}

bool table_is_command(const char *verb)
{
    for (size_t i = 0; i < BV_COUNT(commands); i++)
        if (bv_equal(commands[i].verb, verb)) return true;
    return false;
}

bool table_is_for_a_seat(const char *verb)
{
    return bv_equal(verb, "sit") || bv_equal(verb, "join");
}

int table_decide(const struct table *table, const struct table_command *command,
                 struct table_event event[TABLE_EVENTS_OF_A_COMMAND], struct refusal *refusal)
{
    struct asked asked = {
        .table = table, .command = command, .terms = table_terms(table), .side = -1};
    asked.seat = seat_of(&asked);
    if (asked.seat >= 0) asked.side = bv_side_of(asked.terms, asked.seat);
    *refusal = (struct refusal){0};
    for (int i = 0; i < TABLE_EVENTS_OF_A_COMMAND; i++) {
        event[i] = (struct table_event){
            .seat = (int8_t)asked.seat, .side = (int8_t)asked.side, .at = command->now};
        struct bv_out person = bv_out_into(event[i].person, sizeof event[i].person);
        bv_put(&person, command->person);
    }
    for (size_t i = 0; i < BV_COUNT(commands); i++)
        if (bv_equal(commands[i].verb, command->verb))
            return commands[i].decide(&asked, event, refusal);
    return REFUSE("unknown", "Le serveur ne connaît pas cette demande.",
                  "The server does not know this request.");
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
        if (acting & bv_seat_bit(seat) && table->chair[seat].level) seats |= bv_seat_bit(seat);
    return seats;
}

/* ---- What is due by time --------------------------------------------------------------------- */

/* The side that loses at a table of a tournament because it has not played and is absent; -1: none.
 * Where it is secret whether it has played, it is enough that it was connected once. */
static int absent_side(const struct table *table, uint8_t came, const int64_t absent[BV_SIDES_MAX])
{
    int64_t patience = table->setup.patience;
    bool secret = patience && table_acts_in_secret(table);
    for (int side = 0; patience && side < BV_SIDES_MAX; side++) {
        bool has_begun = secret ? came & 1 << side : table_has_played(table, side);
        if (absent[side] >= patience && !has_begun) return side;
    }
    return -1;
}

static bool waits_for_a_side(const struct table *table)
{
    return table->setup.patience && (table_acts_in_secret(table) || !table_both_have_played(table));
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
    int64_t patience = table->begun_time + table->setup.patience;
    if (waits_for_a_side(table) && patience < due) due = patience;
    return due == INT64_MAX ? due : due + table->offset;
}
