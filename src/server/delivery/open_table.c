/* Opening tables: with the chairs that the client asks for, or as a rematch with the sides
 * exchanged. */
#include "core/menu.h"
#include "search/levels.h"
#include "server/accounts/relations.h"
#include "server/base/unreadable.h"
#include "server/delivery/live_tables.h"
#include "server/delivery/rate_limiter.h"
#include "server/delivery/server.h"
#include "server/tournaments/club.h"

/* The digit, from 1 to `most`, that follows a prefix; 0: the text is something else. */
static int digit_after(const char *text, const char *prefix, int most)
{
    size_t length = bv_length(prefix);
    if (strncmp(text, prefix, length) != 0 || !text[length] || text[length + 1]) return 0;
    int digit = text[length] - '0';
    return digit >= 1 && digit <= most ? digit : 0;
}

/* The request that fills a chair: VERBS if it stays open. False if the text is not valid. */
static bool read_chair(const cJSON *chair, struct request *request)
{
    const char *what = cJSON_IsString(chair) ? chair->valuestring : "";
    *request = (struct request){.verb = VERBS, .seat = chair->string};
    if (bv_equal(what, "open")) return true;
    request->level = digit_after(what, "computer:", LEVELS);
    request->people = digit_after(what, "invite:", TABLE_GROUP_MAX);
    if (bv_equal(what, "me")) request->verb = VERB_SIT;
    if (bv_equal(what, "invite") || request->people) request->verb = VERB_INVITE;
    if (request->level) request->verb = VERB_COMPUTER;
    return request->verb != VERBS;
}

/* A rated game is between two players with accounts: the opener may take one side, and the computer
 * none. */
static bool check_rated(const struct table_setup *setup, bool has_account, bv_seats own,
                        bv_seats computer, struct refusal *refusal)
{
    bool both = own & bv_seats_of_side(setup->terms, 0) && own & bv_seats_of_side(setup->terms, 1);
    if (!setup->rated) return true;
    if (!table_setup_is_common(setup, refusal)) return false;
    if (both || computer) return refusal_set(refusal, REFUSE_NOT_RATED);
    return has_account || !own || refusal_set(refusal, REFUSE_NEEDS_ACCOUNT_RATED);
}

/* Checks the chairs before the table is opened. */
static bool check_chairs(const struct table_setup *setup, const cJSON *fields, bool has_account,
                         struct refusal *refusal)
{
    const struct bv_terms *terms = setup->terms;
    const cJSON *chairs = cJSON_GetObjectItemCaseSensitive(fields, "chairs");
    const cJSON *chair = NULL;
    bv_seats own = 0;
    bv_seats computer = 0;
    cJSON_ArrayForEach(chair, chairs)
    {
        struct request request;
        int seat = bv_seat_named(terms, bv_span_of(chair->string));
        if (seat < 0 || seat == BV_CHANCE) return refusal_set(refusal, REFUSE_NO_SUCH_SEAT);
        if (!read_chair(chair, &request)) return refusal_set(refusal, REFUSE_BAD_CHAIR);
        if (request.verb == VERB_SIT) own |= bv_seat_bit(seat);
        if (request.verb == VERB_COMPUTER) computer |= bv_seat_bit(seat);
    }
    if (!check_rated(setup, has_account, own, computer, refusal)) return false;
    const cJSON *word = cJSON_GetObjectItemCaseSensitive(fields, "word");
    if (word &&
        !(cJSON_IsString(word) && bv_is_word(bv_span_of(word->valuestring), &refusal->detail)))
        return refusal_set(refusal, REFUSE_BAD_WORD);
    bool all = __builtin_popcount(own | computer) == terms->form->seats;
    if (all || !fields_true(fields, "start")) return true;
    return refusal_set(refusal, REFUSE_EMPTY_SEAT);
}

static bool fill_chairs(struct server *server, struct live_table *live, struct client *client,
                        const cJSON *fields, struct refusal *refusal)
{
    const cJSON *chair = NULL;
    struct request request;
    char key[TABLE_KEY_SIZE];
    cJSON_ArrayForEach(chair, cJSON_GetObjectItemCaseSensitive(fields, "chairs"))
    {
        read_chair(chair, &request);
        request.word = fields_text(fields, "word", BV_WORD_MAX);
        if (request.verb != VERBS &&
            !live_table_command(server, live, client, &request, key, refusal))
            return false;
    }
    request = (struct request){.verb = VERB_START};
    return !fields_true(fields, "start") ||
           live_table_command(server, live, client, &request, key, refusal);
}

static bool count_unfinished(void *context, const struct stored_table *table)
{
    uint32_t *unfinished = context;
    *unfinished += table->stage != TABLE_OVER;
    return true;
}

/* Limits how fast a player opens tables, and how many unfinished ones the player has. */
static bool may_open(struct server *server, const struct client *client, struct refusal *refusal)
{
    enum { LATEST = 1000 }; /* how many of the player's tables are counted */
    uint32_t unfinished = 0;
    if (!limiter_may(server->limiter, client, LIMIT_TABLES, refusal)) return false;
    if (!store_joined(server->reader, client->person, LATEST, count_unfinished, &unfinished,
                      &refusal->detail))
        return refusal_unreadable(refusal);
    if (unfinished < (uint32_t)server->config->tables_per_person) return true;
    return refusal_set(refusal, REFUSE_TOO_MANY_TABLES);
}

struct live_table *live_table_open(struct server *server, struct client *client,
                                   const cJSON *fields, struct refusal *refusal)
{
    struct table_setup setup;
    if (!may_open(server, client, refusal)) return NULL;
    if (!table_setup_read(fields, server->terms_cache, &setup, &refusal->detail)) {
        refusal_set(refusal, REFUSE_BAD_SETUP);
        return NULL;
    }
    bool known = setup.rated && person_is_known(server, client->person);
    if (!club_lets_in(server, setup.club, client->person, refusal) ||
        !check_chairs(&setup, fields, known, refusal)) {
        terms_cache_return(server->terms_cache, setup.terms);
        return NULL;
    }
    struct bv_out owner = bv_out_into(setup.owner, sizeof setup.owner);
    bv_put(&owner, client->person);
    random_bytes(setup.seed, sizeof setup.seed);
    struct live_table *live = live_table_add(server, &setup, server_now());
    bool good = fill_chairs(server, live, client, fields, refusal);
    BV_ASSERT(good); /* check_chairs has checked it */
    (void)good;
    return live;
}

void live_table_write_opened(const struct live_table *live, struct bv_out *out)
{
    const struct bv_terms *terms = table_terms(live->table);
    bv_json_text(out, "table", live->id);
    bv_json_open(out, "keys", '{');
    for (int seat = 0; seat < terms->form->seats; seat++)
        if (live->table->chair[seat].invitation.key[0])
            bv_json_text(out, bv_seat_name(terms, seat), live->table->chair[seat].invitation.key);
    bv_json_close(out, '}');
}

/* ---- Rematch --------------------------------------------------------------------------------- */

/* E21: sides are exchanged. Where the other side has fewer seats, partners share one; where it has
 * more, each holds several. */
static void swap_side(struct server *server, struct live_table *to, const struct table *from,
                      int side)
{
    const struct bv_terms *terms = from->setup.terms;
    bv_seats old = bv_seats_of_side(terms, side);
    bv_seats new = bv_seats_of_side(terms, !side);
    int count = __builtin_popcount(old);
    int wanted = __builtin_popcount(new);
    int most = count > wanted ? count : wanted;
    for (int i = 0; i < most; i++) {
        int source = table_nth_seat(old, i % count);
        int target = table_nth_seat(new, i % wanted);
        const struct table_chair *chair = &from->chair[source];
        struct table_event event = {.verb = TABLE_COMPUTER,
                                    .seat = (int8_t)target,
                                    .amount = chair->level,
                                    .at = server_now()};
        /* a player is not replaced by the computer */
        bool person = to->table->chair[target].holders;
        if (chair->level && !person) live_table_apply(server, to, &event);
        event.verb = TABLE_SIT;
        for (int j = 0; j < chair->holders; j++) {
            bv_copy(event.person, chair->holder[j].person, sizeof event.person);
            event.text = bv_span_of(chair->holder[j].name);
            live_table_apply(server, to, &event);
        }
    }
}

void live_table_rematch(struct server *server, struct live_table *live)
{
    const struct table *table = live->table;
    if (table->again != 3 || table->next[0]) return;
    struct table_setup setup = table->setup;
    terms_cache_hold(server->terms_cache, setup.terms);
    random_bytes(setup.seed, sizeof setup.seed);
    struct live_table *next = live_table_add(server, &setup, server_now());
    for (int side = 0; side < BV_SIDES_MAX; side++) swap_side(server, next, table, side);
    /* Where dice are rolled the new table waits: its players may give their words, which must come
     * after the commitment to its seed. Any seated player starts it. */
    bool dice = setup.terms->game->flags & BV_HAS_CHANCE;
    if (!dice)
        live_table_apply(
            server, next,
            &(struct table_event){.verb = TABLE_START, .seat = -1, .at = server_now()});
    live_table_apply(
        server, live,
        &(struct table_event){
            .verb = TABLE_NEXT, .seat = -1, .text = bv_span_of(next->id), .at = server_now()});
    live_table_follow(server, next);
}
