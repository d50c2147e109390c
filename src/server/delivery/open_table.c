/* Opening tables, with the occupants that the client wants. */
#include <sodium/randombytes.h>

#include "core/menu.h"
#include "search/levels.h"
#include "server/base/unreadable.h"
#include "server/delivery/live_tables_private.h"
#include "server/delivery/rate_limiter.h"

/* The digit, from 1 to `most`, that follows a prefix; 0: the text is something else. */
static int digit_after(const char *text, const char *prefix, int most)
{
    size_t length = bv_length(prefix);
    if (strncmp(text, prefix, length) != 0 || !text[length] || text[length + 1]) return 0;
    int digit = text[length] - '0';
    return digit >= 1 && digit <= most ? digit : 0;
}

/* The request that fills a seat: VERBS if it stays open. False if the text is not valid. */
static bool read_occupant(const cJSON *occupant, struct request *request)
{
    const char *what = cJSON_IsString(occupant) ? occupant->valuestring : "";
    *request = (struct request){.verb = VERBS, .seat = occupant->string};
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

/* Checks the occupants before the table is opened. */
static bool check_occupants(const struct table_setup *setup, const cJSON *fields, bool has_account,
                            struct refusal *refusal)
{
    const struct bv_terms *terms = setup->terms;
    const cJSON *occupants = cJSON_GetObjectItemCaseSensitive(fields, "occupants");
    const cJSON *occupant = NULL;
    bv_seats own = 0;
    bv_seats computer = 0;
    cJSON_ArrayForEach(occupant, occupants)
    {
        struct request request;
        int seat = bv_seat_named(terms, bv_span_of(occupant->string));
        if (seat < 0 || seat == BV_CHANCE) return refusal_set(refusal, REFUSE_NO_SUCH_SEAT);
        if (!read_occupant(occupant, &request)) return refusal_set(refusal, REFUSE_BAD_OCCUPANT);
        /* An open seat must be found: the table is listed. */
        if (request.verb == VERBS && !setup->listed && !setup->club[0])
            return refusal_set(refusal, REFUSE_BAD_OCCUPANT_OPEN);
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

static bool fill_occupants(struct live_tables *tables, struct live_table *live,
                           struct client *client, const cJSON *fields, struct refusal *refusal)
{
    const cJSON *occupant = NULL;
    struct request request;
    char key[TABLE_KEY_SIZE];
    cJSON_ArrayForEach(occupant, cJSON_GetObjectItemCaseSensitive(fields, "occupants"))
    {
        read_occupant(occupant, &request);
        request.word = fields_text(fields, "word", BV_WORD_MAX);
        if (request.verb != VERBS &&
            !live_table_command(tables, live, client, &request, key, refusal))
            return false;
    }
    request = (struct request){.verb = VERB_START};
    return !fields_true(fields, "start") ||
           live_table_command(tables, live, client, &request, key, refusal);
}

static bool count_unfinished(void *context, const struct stored_table *table)
{
    uint32_t *unfinished = context;
    *unfinished += table->stage != TABLE_OVER;
    return true;
}

bool live_tables_may_open(struct live_tables *tables, const struct client *client,
                          struct refusal *refusal)
{
    enum { LATEST = 1000 }; /* how many of the player's tables are counted */
    uint32_t unfinished = 0;
    if (!limiter_may(tables->limiter, client, LIMIT_TABLES, refusal)) return false;
    if (!store_tables_of(tables->reader, client->person, LATEST, count_unfinished, &unfinished,
                         &refusal->detail))
        return refusal_unreadable(refusal);
    if (unfinished < (uint32_t)tables->config->unfinished_tables_per_player) return true;
    return refusal_set(refusal, REFUSE_TOO_MANY_TABLES);
}

struct live_table *live_table_open(struct live_tables *tables, struct client *client,
                                   const cJSON *fields, struct refusal *refusal)
{
    struct table_setup setup;
    const struct live_table_hooks *hooks = &tables->hooks;
    if (!live_tables_may_open(tables, client, refusal)) return NULL;
    if (!table_setup_read(fields, tables->terms_cache, &setup, &refusal->detail)) {
        refusal_set(refusal, REFUSE_BAD_SETUP);
        return NULL;
    }
    bool known = setup.rated && hooks->has_account(hooks->context, client->person);
    if (!hooks->club_lets_in(hooks->context, setup.club, client->person, refusal) ||
        !check_occupants(&setup, fields, known, refusal)) {
        terms_cache_return(tables->terms_cache, setup.terms);
        return NULL;
    }
    bv_copy_text(setup.owner, sizeof setup.owner, client->person);
    randombytes_buf(setup.seed, sizeof setup.seed);
    struct live_table *live = live_table_add(tables, &setup, server_now());
    bool good = fill_occupants(tables, live, client, fields, refusal);
    BV_ASSERT(good); /* check_occupants has checked it */
    (void)good;
    return live;
}

/* A player holds all the seats of a side. */
static void seat_players(struct live_tables *tables, struct live_table *live,
                         const struct live_player player[BV_SIDES_MAX])
{
    const struct bv_terms *terms = table_terms(live->table);
    for (int seat = 0; seat < terms->form->seats; seat++) {
        const struct live_player *holder = &player[bv_side_of(terms, seat)];
        struct table_event event = {.verb = TABLE_SIT, .seat = (int8_t)seat, .at = server_now()};
        bv_copy_text(event.person, sizeof event.person, holder->person);
        event.text = bv_span_of(holder->name);
        live_table_apply(tables, live, &event);
    }
}

struct live_table *live_table_begin(struct live_tables *tables, struct table_setup *setup,
                                    const struct live_player player[BV_SIDES_MAX])
{
    terms_cache_hold(tables->terms_cache, setup->terms);
    randombytes_buf(setup->seed, sizeof setup->seed);
    bv_copy_text(setup->owner, sizeof setup->owner, player[0].person);
    struct live_table *live = live_table_add(tables, setup, server_now());
    seat_players(tables, live, player);
    live_table_apply(tables, live,
                     &(struct table_event){.verb = TABLE_START, .seat = -1, .at = server_now()});
    live_table_follow(tables, live);
    return live;
}

void live_table_write_opened(const struct live_table *live, struct bv_out *out)
{
    const struct bv_terms *terms = table_terms(live->table);
    bv_json_text(out, "table", live->id);
    bv_json_open(out, "keys", '{');
    for (int seat = 0; seat < terms->form->seats; seat++)
        if (live->table->occupant[seat].invitation.key[0])
            bv_json_text(out, bv_seat_name(terms, seat),
                         live->table->occupant[seat].invitation.key);
    bv_json_close(out, '}');
}
