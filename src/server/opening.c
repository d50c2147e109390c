/* Opening tables: with the chairs that whoever opens it asks for, and again with the sides exchanged. */
#include "core/menu.h"
#include "search/levels.h"
#include "server/evenings/club.h"
#include "server/house.h"
#include "server/keeping/gate.h"
#include "server/people/relations.h"
#include "server/rooms.h"

/* The digit, from 1 to `most`, that follows upon the beginning; 0: nothing like that is written there. */
static int digit_after(const char *text, const char *beginning, int most)
{
    size_t length = bv_length(beginning);
    if (strncmp(text, beginning, length) != 0 || !text[length] || text[length + 1]) return 0;
    int digit = text[length] - '0';
    return digit >= 1 && digit <= most ? digit : 0;
}

/* A chair as the opener writes it: the wish it stands for, "" for none, NULL if it makes no sense. */
static const char *chair_verb(const cJSON *chair)
{
    static const struct {
        const char *what;
        const char *verb;
    } known[] = {{"me", "sit"}, {"invite", "invite"}, {"open", ""}};
    const char *what = cJSON_IsString(chair) ? chair->valuestring : "";
    for (size_t i = 0; i < BV_COUNT(known); i++)
        if (bv_equal(what, known[i].what)) return known[i].verb;
    if (digit_after(what, "computer:", BV_LEVELS)) return "computer";
    return digit_after(what, "invite:", BV_GROUP_MAX) ? "invite" : NULL;
}

static bool bad_chair(struct bv_refusal *refusal)
{
    return bv_refuse(
        refusal, "bad-chair",
        (struct bv_text){
            "À chaque place : « me », « open », « invite », « invite:3 » ou « computer:5 ».",
            "For each seat: 'me', 'open', 'invite', 'invite:3' or 'computer:5'."});
}

/* A rated game is for two people with accounts: the opener may take one side, and no seat is the computer's. */
static bool check_rated(const struct bv_setup *setup, bool has_account, bv_seats own,
                        bv_seats computer, struct bv_refusal *refusal)
{
    struct bv_text why;
    bool both = own & bv_seats_of_side(setup->terms, 0) && own & bv_seats_of_side(setup->terms, 1);
    if (!setup->rated) return true;
    if (!bv_setup_is_common(setup, &why)) return bv_refuse(refusal, "not-rated", why);
    if (both || computer) return bv_refuse(refusal, "not-rated", bv_rated_for_two);
    if (has_account || !own) return true;
    return bv_refuse(refusal, "needs-account", bv_rated_for_accounts);
}

/* Everything that can be wrong with the chairs is found before the table is opened. */
static bool check_chairs(const struct bv_setup *setup, const cJSON *fields, bool has_account,
                         struct bv_refusal *refusal)
{
    const struct bv_terms *terms = setup->terms;
    const cJSON *chairs = cJSON_GetObjectItemCaseSensitive(fields, "chairs");
    const cJSON *chair = NULL;
    bv_seats own = 0;
    bv_seats computer = 0;
    if (chairs && !cJSON_IsObject(chairs)) return bad_chair(refusal);
    cJSON_ArrayForEach(chair, chairs)
    {
        int seat = bv_seat_named(terms, bv_span_of(chair->string));
        const char *verb = chair_verb(chair);
        if (seat < 0 || seat == BV_CHANCE) return bv_refuse_no_seat(refusal);
        if (!verb) return bad_chair(refusal);
        if (bv_equal(verb, "sit")) own |= bv_seat_bit(seat);
        if (bv_equal(verb, "computer")) computer |= bv_seat_bit(seat);
    }
    if (!check_rated(setup, has_account, own, computer, refusal)) return false;
    const cJSON *word = cJSON_GetObjectItemCaseSensitive(fields, "word");
    if (word &&
        !(cJSON_IsString(word) && bv_is_word(bv_span_of(word->valuestring), &refusal->detail)))
        return bv_refuse_word(refusal);
    bool all = __builtin_popcount(own | computer) == terms->form->seats;
    if (all || !bv_json_get_true(fields, "start")) return true;
    return bv_refuse_empty_seat(refusal);
}

static bool fill_chair(struct bv_house *house, struct bv_room *room, struct bv_client *client,
                       const cJSON *chair, const char *word, struct bv_refusal *refusal)
{
    char key[BV_KEY_SIZE];
    const char *verb = chair_verb(chair);
    cJSON *fields = cJSON_CreateObject();
    cJSON_AddStringToObject(fields, "seat", chair->string);
    if (word) cJSON_AddStringToObject(fields, "word", word);
    int level = digit_after(chair->valuestring, "computer:", BV_LEVELS);
    int people = digit_after(chair->valuestring, "invite:", BV_GROUP_MAX);
    if (level) cJSON_AddNumberToObject(fields, "level", level);
    if (people) cJSON_AddNumberToObject(fields, "people", people);
    bool good = !*verb || bv_room_wish(house, room, client, verb, fields, key, refusal);
    cJSON_Delete(fields);
    return good;
}

static bool fill_chairs(struct bv_house *house, struct bv_room *room, struct bv_client *client,
                        const cJSON *fields, struct bv_refusal *refusal)
{
    const cJSON *chair = NULL;
    const char *word = bv_json_get_text(fields, "word", BV_WORD_MAX);
    char key[BV_KEY_SIZE];
    cJSON_ArrayForEach(chair, cJSON_GetObjectItemCaseSensitive(fields, "chairs"))
    {
        if (!fill_chair(house, room, client, chair, word, refusal)) return false;
    }
    if (!bv_json_get_true(fields, "start")) return true;
    return bv_room_wish(house, room, client, "start", fields, key, refusal);
}

static bool count_unfinished(void *context, const struct bv_stored_table *table)
{
    uint32_t *unfinished = context;
    *unfinished += table->stage != BV_TABLE_OVER;
    return true;
}

/* Nobody opens tables faster than people play, or has more at once than anybody could play at. */
static bool may_open(struct bv_house *house, const struct bv_client *client,
                     struct bv_refusal *refusal)
{
    enum { LATEST = 1000 }; /* of a person's tables are looked at */
    uint32_t unfinished = 0;
    if (!bv_gate_may(house->gate, client, BV_LIMIT_TABLES, refusal)) return false;
    if (!bv_store_joined(house->reader, client->person, LATEST, count_unfinished, &unfinished,
                         &refusal->detail))
        return bv_refuse_unreadable(refusal);
    if (unfinished < (uint32_t)house->config->tables_per_person) return true;
    return bv_refuse(refusal, "too-many",
                     (struct bv_text){"Vous avez trop de tables qui ne sont pas terminées.",
                                      "You have too many tables that are not over."});
}

struct bv_room *bv_room_open(struct bv_house *house, struct bv_client *client, const cJSON *fields,
                             struct bv_refusal *refusal)
{
    struct bv_setup setup;
    if (!may_open(house, client, refusal)) return NULL;
    if (!bv_setup_read(fields, house->shelf, &setup, &refusal->detail)) {
        bv_refuse(refusal, "bad-setup",
                  (struct bv_text){"Cette table ne peut pas être ouverte ainsi.",
                                   "This table cannot be opened like that."});
        return NULL;
    }
    bool known = setup.rated && bv_is_known(house, client->person);
    if (!bv_club_lets_in(house, setup.club, client->person, refusal) ||
        !check_chairs(&setup, fields, known, refusal)) {
        bv_shelf_return(house->shelf, setup.terms);
        return NULL;
    }
    struct bv_out owner = bv_out_into(setup.owner, sizeof setup.owner);
    bv_put(&owner, client->person);
    bv_random_bytes(setup.seed, sizeof setup.seed);
    struct bv_room *room = bv_room_add(house, &setup, bv_now());
    bool good = fill_chairs(house, room, client, fields, refusal);
    BV_ASSERT(good); /* check_chairs has seen to it */
    (void)good;
    return room;
}

void bv_room_write_opened(const struct bv_room *room, struct bv_out *out)
{
    const struct bv_terms *terms = bv_table_terms(room->table);
    bv_json_text(out, "table", room->id);
    bv_json_open(out, "keys", '{');
    for (int seat = 0; seat < terms->form->seats; seat++)
        if (room->table->chair[seat].invitation.key[0])
            bv_json_text(out, bv_seat_name(terms, seat), room->table->chair[seat].invitation.key);
    bv_json_close(out, '}');
}

/* ---- Playing again ---------------------------------------------------------------------------------------------------- */

/* E21: sides are exchanged. Where the other side has fewer seats, partners share one; where it has more, each holds
 * several. */
static void exchange(struct bv_house *house, struct bv_room *to, const struct bv_table *from,
                     int side)
{
    const struct bv_terms *terms = from->setup.terms;
    bv_seats old = bv_seats_of_side(terms, side);
    bv_seats new = bv_seats_of_side(terms, !side);
    int count = __builtin_popcount(old);
    int wanted = __builtin_popcount(new);
    int most = count > wanted ? count : wanted;
    for (int i = 0; i < most; i++) {
        int source = bv_nth_seat(old, i % count);
        int target = bv_nth_seat(new, i % wanted);
        const struct bv_chair *chair = &from->chair[source];
        struct bv_deed deed = {
            .verb = BV_COMPUTER, .seat = (int8_t)target, .amount = chair->level, .at = bv_now()};
        bool person = to->table->chair[target].holders; /* who is not sent away for the computer */
        if (chair->level && !person) bv_room_take(house, to, &deed);
        deed.verb = BV_SIT;
        for (int j = 0; j < chair->holders; j++) {
            bv_copy(deed.person, chair->holder[j].person, sizeof deed.person);
            deed.text = bv_span_of(chair->holder[j].name);
            bv_room_take(house, to, &deed);
        }
    }
}

void bv_play_again(struct bv_house *house, struct bv_room *room)
{
    const struct bv_table *table = room->table;
    if (table->again != 3 || table->next[0]) return;
    struct bv_setup setup = table->setup;
    bv_shelf_hold(house->shelf, setup.terms);
    bv_random_bytes(setup.seed, sizeof setup.seed);
    struct bv_room *next = bv_room_add(house, &setup, bv_now());
    for (int side = 0; side < BV_SIDES_MAX; side++) exchange(house, next, table, side);
    /* Where dice will be thrown the new table waits: its people may give their words, which must come after the
     * commitment to its seed. Anybody seated starts it. */
    bool dice = setup.terms->game->flags & BV_HAS_CHANCE;
    if (!dice)
        bv_room_take(house, next, &(struct bv_deed){.verb = BV_START, .seat = -1, .at = bv_now()});
    bv_room_take(house, room,
                 &(struct bv_deed){
                     .verb = BV_NEXT, .seat = -1, .text = bv_span_of(next->id), .at = bv_now()});
    bv_room_follow(house, next);
}
