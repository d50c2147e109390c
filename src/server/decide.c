#include "server/decide.h"

#include <string.h>

#include "core/menu.h"
#include "search/levels.h"

/*
 * How games that nobody goes on with are settled (docs/house-rules.md):
 * a live game may be claimed once a side to act has been away for ABSENCE_CLOCK or ABSENCE_UNTIMED; an untimed game in
 * which nothing that everybody hears of has happened for FORGOTTEN is lost by the side to act; a table where the game never
 * began is closed after UNUSED.
 *
 * While both sides act in secret (bv_acts_in_secret) all this must come at the same moment, whatever they have done: that
 * nothing comes would tell as much as that something does. What then decides a game may look at the whole state: when it is
 * over, all is shown.
 */
#define MINUTE ((int64_t)60 * 1000)
#define ABSENCE_CLOCK (2 * MINUTE)
#define ABSENCE_UNTIMED (10 * MINUTE)
#define FORGOTTEN (30 * BV_DAY)
#define UNUSED (7 * BV_DAY)

#define REFUSE(code, fr, en) bv_refuse(refusal, code, (struct bv_text){fr, en})

/* A wish being decided. */
struct asked {
    const struct bv_table *table;
    const struct bv_wish *wish;
    const struct bv_terms *terms;
    int seat; /* that the wish names, or the person's first; -1: none */
    int side; /* of that seat */
};

static bool is_owner(const struct asked *asked)
{
    return bv_equal(asked->table->setup.owner, asked->wish->person);
}

static bool needs_seat(const struct asked *asked, struct bv_refusal *refusal)
{
    if (asked->seat >= 0) return true;
    return bv_refuse_no_seat(refusal);
}

static bool needs_own_seat(const struct asked *asked, struct bv_refusal *refusal)
{
    if (asked->seat >= 0 && bv_holds(asked->table, asked->seat, asked->wish->person)) return true;
    return bv_refuse_others_seat(refusal);
}

static bool needs_stage(const struct asked *asked, enum bv_table_stage stage,
                        struct bv_refusal *refusal)
{
    if (asked->table->stage == stage) return true;
    switch (asked->table->stage) {
    case BV_TABLE_OPEN:
        return REFUSE("not-begun", "La partie n'a pas encore commencé.",
                      "The game has not begun yet.");
    case BV_TABLE_PLAYING:
        return REFUSE("begun", "La partie a déjà commencé.", "The game has begun already.");
    default: return REFUSE("over", "La partie est terminée.", "The game is over.");
    }
}

static bool needs_play(const struct asked *asked, struct bv_refusal *refusal)
{
    return needs_stage(asked, BV_TABLE_PLAYING, refusal) && needs_own_seat(asked, refusal);
}

static bool needs_owner(const struct asked *asked, struct bv_refusal *refusal)
{
    if (is_owner(asked)) return true;
    return REFUSE("not-owner", "Seul celui qui a ouvert la table peut le faire.",
                  "Only whoever opened the table may do that.");
}

/* At a table of an evening everybody plays alone, forward, and once. */
static bool needs_no_evening(const struct asked *asked, struct bv_refusal *refusal)
{
    if (!asked->table->setup.evening[0]) return true;
    return REFUSE("evening-table", "Cela ne se fait pas à une table de soirée.",
                  "That is not done at a table of an evening.");
}

/* ---- Chairs -------------------------------------------------------------------------------------------------- */

/* A rated game is between two people who can be found again. */
static bool may_sit_rated(const struct asked *asked, struct bv_refusal *refusal)
{
    int own = bv_holds_side(asked->table, asked->side, asked->wish->person);
    if (!asked->wish->has_account)
        return bv_refuse(refusal, "needs-account", bv_rated_for_accounts);
    if (bv_holds_side(asked->table, !asked->side, asked->wish->person))
        return REFUSE("not-rated", "On ne joue pas contre soi-même une partie classée.",
                      "One does not play a rated game against oneself.");
    if (bv_people_of_side(asked->table, asked->side) > own)
        return bv_refuse(refusal, "not-rated", bv_rated_for_two);
    return true;
}

static bool refuse_taken(struct bv_refusal *refusal)
{
    return REFUSE("taken", "Cette place est prise.", "This seat is taken.");
}

static bool refuse_full(struct bv_refusal *refusal)
{
    return REFUSE("full", "Ce groupe est au complet.", "This group is complete.");
}

/* It says the same of a key that was used, was replaced, or was never one: nobody can try keys out here. */
static bool refuse_kept(struct bv_refusal *refusal)
{
    return REFUSE("kept", "Cette place est réservée : il faut une invitation qui n'a pas servi.",
                  "This seat is kept: it takes an invitation that has not been used.");
}

static bool refuse_unwelcome(struct bv_refusal *refusal)
{
    return REFUSE("blocked", "Cette place ne vous est pas ouverte.",
                  "This seat is not open to you.");
}

static const char *key_of(const struct asked *asked)
{
    return bv_json_get_text(asked->wish->fields, "key", BV_KEY_SIZE - 1);
}

/* A seat that is kept for somebody in particular. */
static bool is_promised(const struct bv_chair *chair)
{
    return chair->invitation.person[0];
}

static bool is_invited(const struct asked *asked)
{
    const struct bv_chair *chair = &asked->table->chair[asked->seat];
    const char *key = key_of(asked);
    if (!chair->invitation.people) return false;
    if (is_promised(chair)) return bv_equal(chair->invitation.person, asked->wish->person);
    return key && bv_equal(chair->invitation.key, key);
}

static bool may_sit(const struct asked *asked, struct bv_refusal *refusal)
{
    const struct bv_chair *chair = &asked->table->chair[asked->seat];
    bool invited = is_invited(asked);
    bool owner = is_owner(asked) && !is_promised(chair);
    if (chair->kept && !invited && !owner) return refuse_kept(refusal);
    if (chair->level || (chair->holders && !invited)) return refuse_taken(refusal);
    if (chair->holders == BV_GROUP_MAX) return refuse_full(refusal);
    if (asked->wish->unwelcome) return refuse_unwelcome(refusal);
    return !asked->table->setup.rated || may_sit_rated(asked, refusal);
}

static bool is_word(const char *word, struct bv_refusal *refusal)
{
    if (word && bv_is_word(bv_span_of(word), &refusal->detail)) return true;
    return bv_refuse_word(refusal);
}

static int sit(const struct asked *asked, struct bv_deed *deed, struct bv_refusal *refusal)
{
    const char *word = bv_json_get_text(asked->wish->fields, "word", BV_WORD_MAX);
    bool given = cJSON_GetObjectItemCaseSensitive(asked->wish->fields, "word") != NULL;
    bool joins = asked->seat >= 0 && asked->table->chair[asked->seat].holders;
    bool named = cJSON_GetObjectItemCaseSensitive(asked->wish->fields, "seat") != NULL;
    if (asked->seat < 0 && !named && key_of(asked)) return refuse_kept(refusal);
    if (!needs_seat(asked, refusal)) return 0;
    if (given && !is_word(word, refusal)) return 0;
    if (bv_holds(asked->table, asked->seat, asked->wish->person)) return 0; /* said twice */
    if (!may_sit(asked, refusal) || !needs_stage(asked, BV_TABLE_OPEN, refusal)) return 0;
    deed[0].verb = BV_SIT;
    deed[0].text = bv_span_of(asked->wish->name);
    if (joins || !given) return 1;
    deed[1].verb = BV_WORD;
    deed[1].text = bv_span_of(word);
    return 2;
}

/* A word to be mixed into the dice; until the game begins it can still be changed. */
static int add_word(const struct asked *asked, struct bv_deed *deed, struct bv_refusal *refusal)
{
    const char *word = bv_json_get_text(asked->wish->fields, "word", BV_WORD_MAX);
    if (!needs_own_seat(asked, refusal) || !needs_stage(asked, BV_TABLE_OPEN, refusal)) return 0;
    if (!is_word(word, refusal)) return 0;
    deed->verb = BV_WORD;
    deed->text = bv_span_of(word);
    return 1;
}

static int stand(const struct asked *asked, struct bv_deed *deed, struct bv_refusal *refusal)
{
    if (!needs_own_seat(asked, refusal)) return 0;
    bool shared = asked->table->chair[asked->seat].holders > 1;
    if (!shared && !needs_stage(asked, BV_TABLE_OPEN, refusal)) return 0;
    deed->verb = BV_STAND;
    return 1;
}

static int give_to_computer(const struct asked *asked, struct bv_deed *deed,
                            struct bv_refusal *refusal)
{
    if (!needs_seat(asked, refusal) || !needs_owner(asked, refusal) ||
        !needs_stage(asked, BV_TABLE_OPEN, refusal))
        return 0;
    if (!bv_json_get_number(asked->wish->fields, "level", 1, BV_LEVELS, &deed->amount))
        return REFUSE("bad-level", "Le niveau va de 1 à 8.", "The level is from 1 to 8.");
    if (asked->table->chair[asked->seat].holders) return refuse_taken(refusal);
    if (is_promised(&asked->table->chair[asked->seat])) return refuse_kept(refusal);
    if (asked->table->setup.rated)
        return REFUSE("not-rated", "Une partie classée se joue entre personnes, sans l'ordinateur.",
                      "A rated game is played between people, without the computer.");
    deed->verb = BV_COMPUTER;
    return 1;
}

/* How many people an invitation is for: one, or so many as are told, and as can share the seat. */
static bool read_group(const struct asked *asked, int64_t *people, struct bv_refusal *refusal)
{
    int room = BV_GROUP_MAX - asked->table->chair[asked->seat].holders;
    *people = 1;
    if (!room) return refuse_full(refusal);
    if (!cJSON_GetObjectItemCaseSensitive(asked->wish->fields, "people")) return true;
    if (bv_json_get_number(asked->wish->fields, "people", 1, room, people)) return true;
    return REFUSE("bad-group", "Six personnes au plus partagent une place.",
                  "At most six people share a seat.");
}

/* The owner keeps an open seat; who holds a seat invites others to share it. Only before the game begins: later, who would
 * join asks. */
static int invite(const struct asked *asked, struct bv_deed *deed, struct bv_refusal *refusal)
{
    if (!needs_seat(asked, refusal)) return 0;
    if (!needs_no_evening(asked, refusal)) return 0;
    const struct bv_chair *chair = &asked->table->chair[asked->seat];
    if (chair->holders ? !needs_own_seat(asked, refusal) : !needs_owner(asked, refusal)) return 0;
    if (!needs_stage(asked, BV_TABLE_OPEN, refusal)) return 0;
    if (chair->level) return refuse_taken(refusal);
    if (is_promised(chair)) return refuse_kept(refusal);
    if (!read_group(asked, &deed->amount, refusal)) return 0;
    deed->verb = BV_KEEP;
    deed->person[0] = '\0'; /* whoever has the key */
    struct bv_out key = bv_out_into(deed->key, sizeof deed->key);
    bv_put(&key, asked->wish->new_key);
    return 1;
}

static int free_seat(const struct asked *asked, struct bv_deed *deed, struct bv_refusal *refusal)
{
    if (!needs_seat(asked, refusal) || !needs_owner(asked, refusal) ||
        !needs_stage(asked, BV_TABLE_OPEN, refusal))
        return 0;
    if (is_promised(&asked->table->chair[asked->seat])) return refuse_kept(refusal);
    deed->verb = BV_FREE;
    return 1;
}

/* ---- Sharing a seat that others hold ---------------------------------------------------------------------------- */

/* A person asks once, and no more people ask at a time than can be answered. */
static bool may_ask(const struct asked *asked, struct bv_refusal *refusal)
{
    const struct bv_chair *chair = &asked->table->chair[asked->seat];
    if (chair->level) return refuse_taken(refusal);
    if (!chair->holders)
        return REFUSE("vacant", "Personne ne tient cette place.", "Nobody holds this seat.");
    if (asked->table->setup.rated) return bv_refuse(refusal, "not-rated", bv_rated_for_two);
    if (chair->holders == BV_GROUP_MAX) return refuse_full(refusal);
    if (bv_holds_side(asked->table, !asked->side, asked->wish->person))
        return REFUSE("other-side", "Vous jouez pour l'autre camp.",
                      "You play for the other side.");
    if (asked->wish->unwelcome) return refuse_unwelcome(refusal);
    if (bv_is_rejected(asked->table, asked->seat, asked->wish->person))
        return REFUSE("rejected", "Ceux qui tiennent cette place ont refusé de la partager.",
                      "Those who hold this seat have refused to share it.");
    if (asked->table->joinings == BV_JOINING_MAX)
        return REFUSE("too-many", "Trop de personnes attendent déjà une réponse à cette table.",
                      "Too many people wait for an answer at this table already.");
    return true;
}

static int join(const struct asked *asked, struct bv_deed *deed, struct bv_refusal *refusal)
{
    const char *person = asked->wish->person;
    if (!needs_seat(asked, refusal) || !needs_no_evening(asked, refusal)) return 0;
    if (asked->table->stage == BV_TABLE_OVER) return needs_stage(asked, BV_TABLE_PLAYING, refusal);
    if (bv_holds(asked->table, asked->seat, person)) return 0;           /* said twice */
    if (bv_joining_at(asked->table, asked->seat, person) >= 0) return 0; /* said twice */
    if (!may_ask(asked, refusal)) return 0;
    deed->verb = BV_JOIN;
    deed->text = bv_span_of(asked->wish->name);
    return 1;
}

/* Whose question is answered: that of the person who is named, or the oldest about the seat; NULL: there is none. */
static const struct bv_joining *joining_of(const struct asked *asked, struct bv_refusal *refusal)
{
    const char *person = bv_json_get_text(asked->wish->fields, "person", BV_ID_SIZE - 1);
    const struct bv_table *table = asked->table;
    for (int i = 0; i < table->joinings; i++) {
        const struct bv_joining *joining = &table->joining[i];
        if (joining->seat == asked->seat && (!person || bv_equal(person, joining->who.person)))
            return joining;
    }
    REFUSE("no-join", "Personne ne demande à partager cette place.",
           "Nobody asks to share this seat.");
    return NULL;
}

static int admit(const struct asked *asked, struct bv_deed *deed, struct bv_refusal *refusal)
{
    if (!needs_own_seat(asked, refusal)) return 0;
    const struct bv_joining *joining = joining_of(asked, refusal);
    if (!joining) return 0;
    if (asked->table->chair[asked->seat].holders == BV_GROUP_MAX) return refuse_full(refusal);
    deed->verb = BV_SIT;
    bv_copy(deed->person, joining->who.person, sizeof deed->person);
    deed->text = bv_span_of(joining->who.name);
    return 1;
}

static int reject(const struct asked *asked, struct bv_deed *deed, struct bv_refusal *refusal)
{
    if (!needs_own_seat(asked, refusal)) return 0;
    const struct bv_joining *joining = joining_of(asked, refusal);
    if (!joining) return 0;
    deed->verb = BV_REJECT;
    bv_copy(deed->person, joining->who.person, sizeof deed->person);
    return 1;
}

static int start(const struct asked *asked, struct bv_deed *deed, struct bv_refusal *refusal)
{
    if (!needs_stage(asked, BV_TABLE_OPEN, refusal)) return 0;
    if (!is_owner(asked) && !needs_own_seat(asked, refusal)) return 0;
    for (int seat = 0; seat < asked->terms->form->seats; seat++) {
        const struct bv_chair *chair = &asked->table->chair[seat];
        if (!chair->holders && !chair->level) return bv_refuse_empty_seat(refusal);
    }
    deed->verb = BV_START;
    return 1;
}

static int cancel(const struct asked *asked, struct bv_deed *deed, struct bv_refusal *refusal)
{
    if (!needs_owner(asked, refusal) || !needs_stage(asked, BV_TABLE_OPEN, refusal)) return 0;
    deed->verb = BV_CANCEL;
    return 1;
}

/* ---- Moves --------------------------------------------------------------------------------------------------- */

static bool is_legal(const struct asked *asked, struct bv_span token, struct bv_refusal *refusal)
{
    static struct bv_menu menu; /* only the house's own thread decides */
    bv_action action = 0;
    if (bv_token_action(asked->terms, &asked->table->state, asked->seat, token, &menu, &action,
                        &refusal->detail))
        return true;
    bool turn = bv_table_to_act(asked->table) & bv_seat_bit(asked->seat);
    if (!turn)
        return REFUSE("not-your-turn", "Ce n'est pas à vous de jouer.", "It is not your turn.");
    return REFUSE("illegal", "Les règles ne permettent pas ce coup.",
                  "The rules do not allow this move.");
}

/* A key is the client's own: one word of at most 23 bytes, or none. */
static bool is_key(const cJSON *fields)
{
    const char *key = bv_json_get_text(fields, "key", BV_KEY_SIZE - 1);
    if (!cJSON_GetObjectItemCaseSensitive(fields, "key")) return true;
    return key && bv_is_presentable(key, BV_KEY_SIZE - 1) && !strchr(key, ' ') &&
           !bv_equal(key, "-");
}

/* Whether a token with this key was played, or is proposed already. */
static bool is_known(const struct asked *asked, const char *key)
{
    const struct bv_proposal *proposal = &asked->table->proposal[asked->side];
    return bv_has_key(asked->table, asked->seat, key) ||
           (proposal->seat == asked->seat && bv_equal(proposal->key, key));
}

/* A token that comes again because its answer was lost is granted and not played twice. */
static int play(const struct asked *asked, struct bv_deed *deed, struct bv_refusal *refusal)
{
    const char *token = bv_json_get_text(asked->wish->fields, "token", BV_TOKEN_MAX - 1);
    const char *key = bv_json_get_text(asked->wish->fields, "key", BV_KEY_SIZE - 1);
    if (asked->seat < 0 || !bv_holds(asked->table, asked->seat, asked->wish->person))
        return needs_own_seat(asked, refusal);
    if (key && *key && is_known(asked, key)) return 0;
    if (!needs_play(asked, refusal)) return 0;
    if (!token) return REFUSE("bad-message", "Il manque le coup.", "The token is missing.");
    if (!is_key(asked->wish->fields))
        return REFUSE("bad-message", "La clé d'un coup est un mot de 23 octets au plus.",
                      "The key of a move is one word of at most 23 bytes.");
    if (!is_legal(asked, bv_span_of(token), refusal)) return 0;
    bool partners = bv_people_of_side(asked->table, asked->side) > 1;
    deed->verb = asked->table->setup.agreement && partners ? BV_PROPOSE : BV_PLAY;
    deed->text = bv_span_of(token);
    struct bv_out out = bv_out_into(deed->key, sizeof deed->key);
    if (key) bv_put(&out, key);
    return 1;
}

static bool has_proposal(const struct asked *asked, struct bv_refusal *refusal)
{
    if (asked->side >= 0 && asked->table->proposal[asked->side].seat >= 0) return true;
    return REFUSE("no-proposal", "Aucun coup n'est proposé.", "No move is proposed.");
}

static int agree(const struct asked *asked, struct bv_deed *deed, struct bv_refusal *refusal)
{
    if (!needs_play(asked, refusal) || !has_proposal(asked, refusal)) return 0;
    const struct bv_proposal *proposal = &asked->table->proposal[asked->side];
    if (bv_equal(proposal->person, asked->wish->person))
        return REFUSE("own-proposal", "C'est à votre partenaire d'approuver ce coup.",
                      "Your partner must agree to this move.");
    deed[0].verb = BV_AGREE;
    deed[1].verb = BV_PLAY;
    deed[1].seat = proposal->seat;
    deed[1].text = bv_span_of(proposal->token);
    bv_copy(deed[1].key, proposal->key, sizeof deed[1].key);
    return 2;
}

static int object(const struct asked *asked, struct bv_deed *deed, struct bv_refusal *refusal)
{
    if (!needs_play(asked, refusal) || !has_proposal(asked, refusal)) return 0;
    deed->verb = BV_OBJECT;
    return 1;
}

/* ---- Offers --------------------------------------------------------------------------------------------------- */

static int offer(const struct asked *asked, struct bv_deed *deed, struct bv_refusal *refusal)
{
    if (!needs_play(asked, refusal)) return 0;
    if (asked->table->offering == asked->side) return 0; /* said twice */
    deed->verb = asked->table->offering >= 0 ? BV_ACCEPT : BV_OFFER;
    return 1;
}

static int answer_draw(const struct asked *asked, enum bv_verb verb, struct bv_deed *deed,
                       struct bv_refusal *refusal)
{
    if (!needs_play(asked, refusal)) return 0;
    if (asked->table->offering != !asked->side)
        return REFUSE("no-offer", "Personne ne propose la nulle.", "Nobody offers a draw.");
    deed->verb = verb;
    return 1;
}

static int accept(const struct asked *asked, struct bv_deed *deed, struct bv_refusal *refusal)
{
    return answer_draw(asked, BV_ACCEPT, deed, refusal);
}

static int decline(const struct asked *asked, struct bv_deed *deed, struct bv_refusal *refusal)
{
    return answer_draw(asked, BV_DECLINE, deed, refusal);
}

static int ask(const struct asked *asked, struct bv_deed *deed, struct bv_refusal *refusal)
{
    if (!needs_play(asked, refusal) || !needs_no_evening(asked, refusal)) return 0;
    if (asked->table->setup.rated)
        return REFUSE("rated", "On ne reprend rien dans une partie classée.",
                      "Nothing is taken back in a rated game.");
    int64_t to = bv_take_back_to(asked->table, asked->side);
    if (to < 0)
        return REFUSE("fixed", "On ne reprend rien par-dessus un dé jeté ou un secret révélé.",
                      "Nothing is taken back across dice or a revealed secret.");
    if (asked->table->asking == asked->side) return 0; /* said twice */
    deed->verb = BV_ASK;
    deed->amount = to;
    return 1;
}

static int answer_ask(const struct asked *asked, enum bv_verb verb, struct bv_deed *deed,
                      struct bv_refusal *refusal)
{
    if (!needs_play(asked, refusal)) return 0;
    if (asked->table->asking != !asked->side)
        return REFUSE("no-ask", "Personne ne demande à reprendre.", "Nobody asks to take back.");
    deed->verb = verb;
    deed->amount = asked->table->asked_to;
    return 1;
}

static int grant(const struct asked *asked, struct bv_deed *deed, struct bv_refusal *refusal)
{
    return answer_ask(asked, BV_TAKE_BACK, deed, refusal);
}

static int refuse(const struct asked *asked, struct bv_deed *deed, struct bv_refusal *refusal)
{
    return answer_ask(asked, BV_REFUSE, deed, refusal);
}

static int resign(const struct asked *asked, struct bv_deed *deed, struct bv_refusal *refusal)
{
    if (!needs_play(asked, refusal)) return 0;
    deed->verb = BV_RESIGN;
    return 1;
}

static bool side_acts(const struct bv_table *table, int side)
{
    return bv_table_to_act(table) & bv_seats_of_side(bv_table_terms(table), side);
}

/* The other side alone is to act, and has left: its game is given to who stayed. Who acts in secret at the same time may
 * claim only when done: then it is known that the other is not. */
static int claim(const struct asked *asked, struct bv_deed *deed, struct bv_refusal *refusal)
{
    if (!needs_play(asked, refusal)) return 0;
    int other = !asked->side;
    int acting = bv_sides_among(asked->terms, bv_seen_to_act(asked->table, asked->seat));
    enum bv_time_mode mode = asked->table->setup.time.mode;
    int64_t patience = mode == BV_TIME_CLOCK ? ABSENCE_CLOCK : ABSENCE_UNTIMED;
    if (mode == BV_TIME_DAYS || bv_side_is_computer(asked->table, other) || acting != 1 << other ||
        asked->wish->absent[other] < patience)
        return REFUSE("not-abandoned", "L'adversaire n'a pas abandonné la partie.",
                      "The opponent has not abandoned the game.");
    deed->verb = BV_ABANDON;
    deed->side = (int8_t)other;
    return 1;
}

static int vacation(const struct asked *asked, struct bv_deed *deed, struct bv_refusal *refusal)
{
    if (!needs_play(asked, refusal)) return 0;
    int64_t left = asked->table->clock.vacation_left[asked->side] / BV_DAY;
    if (!bv_json_get_number(asked->wish->fields, "days", 1, left, &deed->amount))
        return REFUSE("no-vacation", "Il ne reste pas tant de jours de vacances.",
                      "There are not so many days of vacation left.");
    deed->verb = BV_VACATION;
    return 1;
}

static int say(const struct asked *asked, struct bv_deed *deed, struct bv_refusal *refusal)
{
    const char *text = bv_json_get_text(asked->wish->fields, "text", BV_SAID_MAX);
    const char *room = bv_json_get_text(asked->wish->fields, "room", BV_NAME_MAX);
    if (!needs_own_seat(asked, refusal)) return 0;
    if (!bv_is_presentable(text, BV_SAID_MAX))
        return REFUSE("bad-text", "Ce message est vide, trop long ou illisible.",
                      "This message is empty, too long or not readable.");
    bool side = room && bv_equal(room, "side");
    if (!side && !asked->table->setup.chat)
        return REFUSE("silent", "On ne parle pas à cette table.", "This is a silent table.");
    deed->verb = BV_SAY;
    deed->text = bv_span_of(text);
    if (!side) deed->side = BV_ROOM_TABLE;
    return 1;
}

static int rematch(const struct asked *asked, struct bv_deed *deed, struct bv_refusal *refusal)
{
    if (!needs_stage(asked, BV_TABLE_OVER, refusal) || !needs_own_seat(asked, refusal)) return 0;
    if (!needs_no_evening(asked, refusal)) return 0;
    if (asked->table->next[0] || asked->table->again & 1 << asked->side) return 0; /* said twice */
    deed->verb = BV_REMATCH;
    return 1;
}

/* ---- The table of wishes ---------------------------------------------------------------------------------------- */

static const struct {
    const char *verb;
    int (*decide)(const struct asked *asked, struct bv_deed *deed, struct bv_refusal *refusal);
} wishes[] = {
    {"sit", sit},       {"word", add_word},   {"stand", stand},   {"computer", give_to_computer},
    {"invite", invite}, {"free", free_seat},  {"start", start},   {"cancel", cancel},
    {"play", play},     {"agree", agree},     {"object", object}, {"offer", offer},
    {"accept", accept}, {"decline", decline}, {"ask", ask},       {"grant", grant},
    {"refuse", refuse}, {"resign", resign},   {"claim", claim},   {"vacation", vacation},
    {"say", say},       {"rematch", rematch}, {"join", join},     {"admit", admit},
    {"reject", reject},
};

/* The seat that the wish names; without one, the first that the person holds. */
static int seat_of(const struct asked *asked)
{
    const char *name = bv_json_get_text(asked->wish->fields, "seat", BV_NAME_MAX);
    const char *key = key_of(asked);
    bv_seats held = bv_seats_held(asked->table, asked->wish->person);
    /* An invitation says by itself which seat it is for. */
    if (!name && key && *key && bv_equal(asked->wish->verb, "sit"))
        for (int seat = 0; seat < asked->terms->form->seats; seat++)
            if (bv_equal(asked->table->chair[seat].invitation.key, key)) return seat;
    if (!name) return held ? __builtin_ctz(held) : -1;
    int seat = bv_seat_named(asked->terms, bv_span_of(name));
    return seat == BV_CHANCE ? -1 : seat;
}

const char *bv_wish_name(size_t number)
{
    return number < BV_COUNT(wishes) ? wishes[number].verb : NULL;
}

bool bv_is_wish(const char *verb)
{
    for (size_t i = 0; i < BV_COUNT(wishes); i++)
        if (bv_equal(wishes[i].verb, verb)) return true;
    return false;
}

bool bv_is_for_a_seat(const char *verb)
{
    return bv_equal(verb, "sit") || bv_equal(verb, "join");
}

int bv_decide(const struct bv_table *table, const struct bv_wish *wish,
              struct bv_deed deed[BV_DEEDS_OF_A_WISH], struct bv_refusal *refusal)
{
    struct asked asked = {.table = table, .wish = wish, .terms = bv_table_terms(table), .side = -1};
    asked.seat = seat_of(&asked);
    if (asked.seat >= 0) asked.side = bv_side_of(asked.terms, asked.seat);
    *refusal = (struct bv_refusal){0};
    for (int i = 0; i < BV_DEEDS_OF_A_WISH; i++) {
        deed[i] = (struct bv_deed){
            .seat = (int8_t)asked.seat, .side = (int8_t)asked.side, .at = wish->now};
        struct bv_out person = bv_out_into(deed[i].person, sizeof deed[i].person);
        bv_put(&person, wish->person);
    }
    for (size_t i = 0; i < BV_COUNT(wishes); i++)
        if (bv_equal(wishes[i].verb, wish->verb)) return wishes[i].decide(&asked, deed, refusal);
    return REFUSE("unknown", "Le serveur ne connaît pas cette demande.",
                  "The server does not know this request.");
}

/* ---- What follows by itself --------------------------------------------------------------------------------------- */

bool bv_follows(const struct bv_table *table, struct bv_deed *deed, char token[BV_TOKEN_MAX])
{
    const struct bv_terms *terms = bv_table_terms(table);
    *deed = (struct bv_deed){.seat = -1, .at = table->latest};
    if (bv_table_to_act(table) == bv_seat_bit(BV_CHANCE)) {
        bv_action outcome = bv_dice_outcome(terms, &table->dice, table->dice.thrown, &table->state);
        struct bv_out out = bv_out_into(token, BV_TOKEN_MAX);
        terms->game->token(terms, outcome, &out);
        deed->verb = BV_ROLL;
        deed->text = bv_span_of(token);
        return true;
    }
    if (table->offering >= 0 && bv_side_is_computer(table, !table->offering)) {
        deed->verb = BV_DECLINE;
        deed->side = (int8_t)!table->offering;
        return true;
    }
    if (table->asking >= 0 && bv_side_is_computer(table, !table->asking)) {
        deed->verb = BV_TAKE_BACK;
        deed->side = (int8_t)!table->asking;
        deed->amount = table->asked_to;
        return true;
    }
    if (table->again && !table->next[0])
        for (int side = 0; side < BV_SIDES_MAX; side++) {
            if (table->again & 1 << side || !bv_side_is_computer(table, side)) continue;
            deed->verb = BV_REMATCH;
            deed->side = (int8_t)side;
            return true;
        }
    return false;
}

bv_seats bv_computer_to_act(const struct bv_table *table)
{
    bv_seats seats = 0;
    bv_seats acting = bv_table_to_act(table);
    for (int seat = 0; seat < bv_table_terms(table)->form->seats; seat++)
        if (acting & bv_seat_bit(seat) && table->chair[seat].level) seats |= bv_seat_bit(seat);
    return seats;
}

/* ---- What time brings ------------------------------------------------------------------------------------------------ */

/* At a table of an evening a side that has not played yet and stays away loses; -1: none. Where it is a secret whether it has
 * played, it is enough that it came. */
static int side_that_stays_away(const struct bv_table *table, uint8_t came,
                                const int64_t absent[BV_SIDES_MAX])
{
    int64_t patience = table->setup.patience;
    bool secret = patience && bv_acts_in_secret(table);
    for (int side = 0; patience && side < BV_SIDES_MAX; side++) {
        bool has_begun = secret ? came & 1 << side : bv_has_played(table, side);
        if (absent[side] >= patience && !has_begun) return side;
    }
    return -1;
}

static bool waits_for_a_side(const struct bv_table *table)
{
    return table->setup.patience && (bv_acts_in_secret(table) || !bv_both_have_played(table));
}

/* A side that has lost its connection is not flagged before its grace is used up; nor is anybody who shares its time. */
static bool waits_for_connection(const struct bv_table *table, uint8_t present,
                                 const int64_t absent[BV_SIDES_MAX])
{
    if (table->setup.time.mode != BV_TIME_CLOCK) return false;
    for (int side = 0; side < BV_SIDES_MAX; side++)
        if (table->clock.running & ~present & 1 << side && absent[side] < table->grace[side])
            return true;
    return false;
}

bool bv_time_brings(const struct bv_table *table, int64_t now, uint8_t present, uint8_t came,
                    const int64_t absent[BV_SIDES_MAX], struct bv_deed *deed)
{
    int side = -1;
    *deed = (struct bv_deed){.seat = -1, .at = now};
    if (table->stage == BV_TABLE_OPEN && now - table->latest >= UNUSED) {
        deed->verb = BV_CANCEL;
        return true;
    }
    if (table->stage != BV_TABLE_PLAYING) return false;
    int away = side_that_stays_away(table, came, absent);
    if (away >= 0) {
        deed->verb = BV_ABANDON;
        deed->side = (int8_t)away;
        return true;
    }
    if (bv_clock_due(&table->clock, &side) <= bv_table_time(table, now)) {
        if (waits_for_connection(table, present, absent)) return false;
        deed->verb = BV_FLAG;
        deed->side = (int8_t)side;
        return true;
    }
    if (table->setup.time.mode != BV_TIME_NONE || now - table->heard_by_all < FORGOTTEN)
        return false;
    deed->verb = BV_ABANDON;
    deed->side = side_acts(table, 0) ? 0 : 1;
    return true;
}

int64_t bv_lost_time(const struct bv_table *table, int side, int64_t absent_since, int64_t now)
{
    const struct bv_clock *clock = &table->clock;
    if (table->setup.time.mode != BV_TIME_CLOCK || !(clock->running & 1 << side)) return 0;
    int64_t from = absent_since > clock->since ? absent_since : clock->since;
    return now - from < table->grace[side] ? now - from : table->grace[side];
}

int64_t bv_look_again(const struct bv_table *table)
{
    int side = 0;
    if (table->stage == BV_TABLE_OVER) return INT64_MAX;
    if (table->stage == BV_TABLE_OPEN) return table->latest + UNUSED;
    if (bv_computer_to_act(table))
        return table->latest; /* also after a restart, with nobody there */
    if (table->setup.time.mode == BV_TIME_NONE) return table->heard_by_all + FORGOTTEN;
    int64_t due = bv_clock_due(&table->clock, &side);
    int64_t patience = table->begun_time + table->setup.patience;
    if (waits_for_a_side(table) && patience < due) due = patience;
    return due == INT64_MAX ? due : due + table->offset;
}
