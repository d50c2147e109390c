/* The leader pairs the seeks that wait, and opens a table for each pair. */
#include <sodium/randombytes.h>

#include "server/accounts/relations.h"
#include "server/seeks/seek_queue.h"

/* What is agreed by looking for an opponent: the default options, and one of two time controls. */
enum { LIVE_SECONDS = 20 * 60, LIVE_INCREMENT = 10, CORRESPONDENCE_DAYS = 3 };

/* Pairs of one pass; the others follow with the next. */
enum { PAIRS_MAX = 64 };

struct waiting {
    struct seeks *seeks;
    struct seek *seek[SEEKS_MAX];
    struct pairing_seek wanted[SEEKS_MAX];
    int count;
};

static int longest_first(const void *a, const void *b)
{
    const struct seek *const *one = (const struct seek *const *)a;
    const struct seek *const *other = (const struct seek *const *)b;
    int64_t since[] = {(*one)->wanted.since, (*other)->wanted.since};
    if (since[0] != since[1]) return since[0] < since[1] ? -1 : 1;
    return strcmp((*one)->person, (*other)->person);
}

static int place_of(const struct waiting *waiting, const char *person)
{
    for (int i = 0; *person && i < waiting->count; i++)
        if (bv_equal(waiting->seek[i]->person, person)) return i;
    return SEEK_ANYONE;
}

/* Those who wait, the longest first. A seek that a transaction is changing waits for its end. */
static void gather(struct waiting *waiting)
{
    const struct seek_queue *queue = waiting->seeks->queue;
    waiting->count = 0;
    for (size_t i = 0; i < queue->count && waiting->count < SEEKS_MAX; i++)
        if (!queue->seek[i].transaction && seek_waits(waiting->seeks, &queue->seek[i]))
            waiting->seek[waiting->count++] = &queue->seek[i];
    qsort((void *)waiting->seek, (size_t)waiting->count, sizeof *waiting->seek, longest_first);
    for (int i = 0; i < waiting->count; i++) {
        waiting->wanted[i] = waiting->seek[i]->wanted;
        waiting->wanted[i].with = place_of(waiting, waiting->seek[i]->with);
    }
}

static bool may_meet(void *context, int one, int other)
{
    const struct waiting *waiting = context;
    struct accounts *accounts = waiting->seeks->accounts;
    const char *first = waiting->seek[one]->person;
    const char *second = waiting->seek[other]->person;
    return !relation_has_blocked(accounts, first, second) &&
           !relation_has_blocked(accounts, second, first) &&
           !documents_failed(waiting->seeks->documents);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static cJSON *request_for(const struct bv_game *game, enum seek_pace pace, bool rated)
{
    cJSON *request = cJSON_CreateObject();
    cJSON *time = cJSON_AddObjectToObject(request, "time");
    cJSON_AddStringToObject(request, "game", game->id);
    cJSON_AddBoolToObject(request, "public", true);
    cJSON_AddBoolToObject(request, "rated", rated);
    if (pace == SEEK_LIVE) {
        cJSON_AddNumberToObject(time, "seconds", LIVE_SECONDS);
        cJSON_AddNumberToObject(time, "increment", LIVE_INCREMENT);
    } else {
        cJSON_AddNumberToObject(time, "days", CORRESPONDENCE_DAYS);
    }
    return request;
}

/* A live opponent who does not come loses, so that the other does not wait in vain. */
static void read_setup(struct seeks *seeks, const struct bv_game *game, enum seek_pace pace,
                       bool rated, struct table_setup *setup)
{
    struct bv_error error;
    cJSON *request = request_for(game, pace, rated);
    bool good = table_setup_read(request, live_tables_terms(seeks->tables), setup, &error);
    BV_ASSERT(good); /* every game has its default options */
    (void)good;
    cJSON_Delete(request);
    if (pace == SEEK_LIVE) setup->no_show = (int64_t)seeks->config->no_show_seconds * 1000;
}

/* The seek as it is stored now; NULL: it waits no longer, and is read again. */
static cJSON *read_waiting(struct seeks *seeks, const struct seek *seek)
{
    cJSON *document = documents_read(seeks->documents, "seek", seek->person);
    if (document && !fields_has(document, "table")) return document;
    cJSON_Delete(document);
    seek_changes(seeks, seek->person);
    return NULL;
}

static void write_paired(struct seeks *seeks, const struct seek *seek, cJSON *document,
                         const struct live_table *live)
{
    fields_set_text(document, "table", live->id);
    fields_set_number(document, "paired", server_now());
    documents_write(seeks->documents, "seek", seek->person, server_now(), document);
    seek_changes(seeks, seek->person);
    if (seeks->found) seeks->found(seeks->context, seek->person, live);
}

static void open_table(struct seeks *seeks, struct seek *const pair[BV_SIDES_MAX], int game)
{
    struct table_setup setup;
    struct live_player player[BV_SIDES_MAX];
    cJSON *document[BV_SIDES_MAX];
    bool waits = true;
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        player[side] = (struct live_player){pair[side]->person, pair[side]->name};
        document[side] = read_waiting(seeks, pair[side]);
        waits = waits && document[side];
    }
    for (int side = 0; !waits && side < BV_SIDES_MAX; side++) cJSON_Delete(document[side]);
    if (!waits) return;
    read_setup(seeks, bv_games[game], pair[0]->wanted.pace, pair[0]->rated && pair[1]->rated,
               &setup);
    struct live_table *live = live_table_begin(seeks->tables, &setup, player);
    terms_cache_return(live_tables_terms(seeks->tables), setup.terms);
    for (int side = 0; side < BV_SIDES_MAX; side++)
        write_paired(seeks, pair[side], document[side], live);
}

void seeks_pair(struct seeks *seeks, int64_t now)
{
    static struct waiting waiting;
    struct seek_match match[PAIRS_MAX];
    uint64_t seed = 0;
    waiting.seeks = seeks;
    documents_begin(seeks->documents);
    gather(&waiting);
    if (waiting.count < 2) return;
    randombytes_buf(&seed, sizeof seed);
    struct bv_random random = bv_random_seeded(seed);
    int pairs = seeks_match(waiting.wanted, waiting.count, now, may_meet, &waiting, &random, match,
                            PAIRS_MAX);
    for (int i = 0; i < pairs; i++) {
        struct seek *pair[BV_SIDES_MAX];
        for (int side = 0; side < BV_SIDES_MAX; side++)
            pair[side] = waiting.seek[match[i].player[side]];
        open_table(seeks, pair, match[i].game);
    }
}
