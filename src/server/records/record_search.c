#include "server/records/record_search.h"

#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include "core/record.h"
#include "server/accounts/export.h"
#include "server/base/metrics.h"
#include "server/records/picture/picture.h"
#include "table/messages.h"
#include "util/memory.h"

enum { WAITING_MAX = 64, FOUND_ROOM = 256 * 1024 };

/* ---- Summary and tags of a game -------------------------------------------------------------- */

static void put_date(int64_t moment, char date[BV_DATE_SIZE])
{
    time_t seconds = (time_t)(moment / 1000);
    struct tm parts;
    gmtime_r(&seconds, &parts);
    strftime(date, BV_DATE_SIZE, "%Y-%m-%dT%H:%M:%SZ", &parts);
}

void record_player(const struct table *table, int seat, struct bv_out *out)
{
    const struct table_chair *chair = &table->chair[seat];
    if (chair->level) {
        bv_put(out, "level:");
        bv_put_number(out, chair->level);
    }
    for (int i = 0; i < chair->holders; i++) {
        if (i) bv_put(out, " + ");
        bv_put(out, chair->holder[i].name);
    }
}

static void put_result(const struct table *table, const char *name, struct bv_out *out)
{
    char text[96];
    struct bv_out result = bv_out_into(text, sizeof text);
    table_result(table, &result);
    bv_json_text(out, name, text);
}

static void put_players(const struct table *table, struct bv_out *out)
{
    const struct bv_terms *terms = table_terms(table);
    bv_json_open(out, "players", '{');
    for (int seat = 0; seat < terms->form->seats; seat++) {
        char text[512];
        struct bv_out player = bv_out_into(text, sizeof text);
        record_player(table, seat, &player);
        bv_json_text(out, bv_seat_name(terms, seat), text);
    }
    bv_json_close(out, '}');
}

void record_summary(const struct table *table, struct bv_out *out)
{
    bv_json_open(out, NULL, '{');
    bv_json_text(out, "table", table->id);
    table_setup_write(&table->setup, out);
    put_players(table, out);
    bv_json_number(out, "begun", table->begun);
    bv_json_number(out, "ended", table->ended);
    bv_json_number(out, "length", (int64_t)table->moves);
    put_result(table, "result", out);
    messages_ratings(table, out);
    bv_json_close(out, '}');
}

/* Covers French: A–Z, À–Þ and Œ, in UTF-8. */
void record_fold_name(const char *name, struct bv_out *out)
{
    unsigned char before = 0;
    for (; *name; name++) {
        unsigned char c = (unsigned char)*name;
        bool plain = c >= 'A' && c <= 'Z';
        bool accented = before == 0xC3 && c >= 0x80 && c <= 0x9E && c != 0x97; /* 97: × */
        bool ligature = before == 0xC5 && c == 0x92;
        before = c;
        bv_put_char(out, (char)(plain || accented ? c + 32 : ligature ? c + 1 : c));
    }
}

static void put_tag(struct bv_out *out, const char *name, const char *value)
{
    bv_put(out, name);
    bv_put_char(out, '=');
    bv_put(out, value);
    bv_put_char(out, '\n');
}

/* `V 1 G 0 time` gives result=V and reason=time; a draw gives result=draw. */
static void put_result_tags(const struct table *table, struct bv_out *out)
{
    char text[96];
    struct bv_out whole = bv_out_into(text, sizeof text);
    table_result(table, &whole);
    struct bv_span rest = {text, whole.length};
    struct bv_span word = {0};
    struct bv_span winner = bv_span_of("draw");
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        struct bv_span name = {0};
        bv_take_word(&rest, &name);
        bv_take_word(&rest, &word);
        if (bv_span_is(word, "1")) winner = name;
    }
    bv_put(out, "result=");
    bv_put_span(out, winner);
    bv_put(out, "\nreason=");
    bv_take_word(&rest, &word);
    bv_put_span(out, word);
    bv_put_char(out, '\n');
}

static void put_people_tags(const struct table *table, struct bv_out *out)
{
    for (int seat = 0; seat < table_terms(table)->form->seats; seat++)
        for (int i = 0; i < table->chair[seat].holders; i++) {
            const struct table_holder *holder = &table->chair[seat].holder[i];
            char folded[TABLE_NAME_MAX + 1];
            struct bv_out name = bv_out_into(folded, sizeof folded);
            put_tag(out, "person", holder->person);
            record_fold_name(holder->name, &name);
            put_tag(out, "player", folded);
        }
}

/* Only its players find a private game. */
void record_tags(const struct table *table, struct bv_out *out)
{
    const struct bv_terms *terms = table_terms(table);
    put_people_tags(table, out);
    if (table->setup.listed) bv_put(out, "public\n"); /* a search needs this or a person */
    put_tag(out, "game", terms->game->id);
    if (table->setup.rated) put_tag(out, "rated", "yes");
    for (int i = 0; i < terms->game->options; i++) {
        bv_put(out, "option=");
        put_tag(out, terms->game->option[i].name, bv_terms_value(terms, i));
    }
    put_result_tags(table, out);
}

bool record_file(struct batch *changes, int64_t key, const struct table *table)
{
    /* six groups of six players with two tags each, and the tags of the game and its opening */
    char tags[8192];
    char summary[16 * 1024];
    struct bv_out line = bv_out_into(summary, sizeof summary);
    struct bv_out list = bv_out_into(tags, sizeof tags);
    if (!table->begun || table->outcome[0] == '*') return false;
    record_summary(table, &line);
    record_tags(table, &list);
    opening_book_tags(table, &list);
    store_batch_finished(changes, key, table->ended, summary, tags);
    return true;
}

/* ---- Records --------------------------------------------------------------------------------- */

static void fill_record(const struct table *table, struct bv_record *record)
{
    const struct bv_terms *terms = table_terms(table);
    for (int seat = 0; seat < terms->form->seats; seat++) {
        struct bv_out out = bv_out_into(record->player[seat], sizeof record->player[seat]);
        record_player(table, seat, &out);
    }
    put_date(table->begun, record->begun);
    if (table->stage == TABLE_OVER) put_date(table->ended, record->ended);
    record->has_dice = true;
    record->has_seed = table->stage == TABLE_OVER && table->outcome[0] != '*';
    record->dice = table->dice;
    bv_dice_commitment(table->setup.seed, record->commitment);
    record->tokens = (int)table->moves;
    if (table->setup.from_position) {
        struct bv_out position = bv_out_into(record->position, sizeof record->position);
        terms->game->write(terms, &table->setup.start, &position);
    }
}

char *record_text(const struct table *table, size_t *length)
{
    enum { HEAD_ROOM = 64 * 1024, TOKEN_ROOM = BV_TOKEN_MAX + BV_NAME_MAX };
    const struct bv_terms *terms = table_terms(table);
    struct bv_record *record = memory_new(sizeof *record);
    size_t size = HEAD_ROOM + table->moves * TOKEN_ROOM;
    char *text = memory_new(size);
    struct bv_out out = bv_out_into(text, size);
    fill_record(table, record);
    bv_record_head(terms, record, &out);
    for (size_t i = 0; i < table->moves; i++)
        bv_record_token(terms, table->move[i].seat, table->move[i].action, &out);
    bool decided = table->stage == TABLE_OVER && table->outcome[0];
    bv_record_result(terms, &table->state, decided ? table->outcome : NULL, &out);
    free(record);
    *length = out.length;
    return text;
}

/* ---- Searching ------------------------------------------------------------------------------- */

struct search {
    struct record_search_question question;
    void *asker;
    char *text;
    size_t length;
    uint64_t microseconds;
    struct search *next;
};

struct record_search {
    struct store *store;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t come;
    struct search *first, *last;
    struct search *done;
    uint32_t waiting;
    bool closing;
    void (*wake)(void *context);
    void *context;
};

struct finding {
    struct bv_out out;
    uint32_t count;
    int64_t last_ended, last_table;
};

static bool found(void *context, int64_t table, const char *id, int64_t ended, const char *summary)
{
    struct finding *finding = context;
    (void)id;
    if (finding->out.length + bv_length(summary) + 256 > finding->out.size) return false;
    bv_json_raw(&finding->out, summary);
    finding->count++;
    finding->last_ended = ended;
    finding->last_table = table;
    return true;
}

static void put_cursor(const struct finding *finding, const struct search *search,
                       struct bv_out *out)
{
    char cursor[48];
    bool more = finding->count == search->question.most;
    if (!more) {
        bv_json_null(out, "before");
        return;
    }
    snprintf(cursor, sizeof cursor, "%lld-%lld", (long long)finding->last_ended,
             (long long)finding->last_table);
    bv_json_text(out, "before", cursor);
}

static char *run(struct store *store, const struct search *search)
{
    struct bv_error error;
    const struct record_search_question *question = &search->question;
    struct store_search_query asked = {.tags = question->tags,
                                       .from = question->from,
                                       .to = question->to,
                                       .before_ended = question->before_ended,
                                       .before_table = question->before_table,
                                       .most = question->most};
    for (uint32_t i = 0; i < question->tags; i++) asked.tag[i] = question->tag[i];
    char *text = memory_new(FOUND_ROOM);
    struct finding finding = {.out = bv_out_into(text, FOUND_ROOM)};
    bv_json_open(&finding.out, NULL, '{');
    bv_json_open(&finding.out, "records", '[');
    bool good = store_search(store, &asked, found, &finding, &error);
    bv_json_close(&finding.out, ']');
    put_cursor(&finding, search, &finding.out);
    bv_json_close(&finding.out, '}');
    if (good) return text;
    free(text);
    return NULL;
}

static void draw(struct search *search)
{
    search->text = memory_new(PNG_SIZE);
    struct bv_out out = bv_out_into(search->text, PNG_SIZE);
    png_draw(search->question.canvas, &out);
    BV_ASSERT(!out.cut);
    search->length = out.length;
}

static void answer(struct store *store, struct search *search)
{
    uint64_t begun = metrics_work_microseconds();
    if (search->question.canvas)
        draw(search);
    else if (search->question.person[0])
        search->text = export_person(store, search->question.person);
    else if (search->question.line[0])
        search->text = opening_book_count(store, search->question.line);
    else
        search->text = run(store, search);
    if (search->text && !search->question.canvas) search->length = bv_length(search->text);
    search->microseconds = metrics_work_microseconds() - begun;
}

static void *work(void *context)
{
    struct record_search *searcher = context;
    pthread_mutex_lock(&searcher->lock);
    while (!searcher->closing) {
        struct search *search = searcher->first;
        if (!search) {
            pthread_cond_wait(&searcher->come, &searcher->lock);
            continue;
        }
        searcher->first = search->next;
        pthread_mutex_unlock(&searcher->lock);
        answer(searcher->store, search);
        pthread_mutex_lock(&searcher->lock);
        search->next = searcher->done;
        searcher->done = search;
        searcher->wake(searcher->context);
    }
    pthread_mutex_unlock(&searcher->lock);
    return NULL;
}

struct record_search *record_search_open(const char *where, void (*wake)(void *context),
                                         void *context, struct bv_error *error)
{
    struct store *store = store_open(where, STORE_READ, error);
    if (!store) return NULL;
    struct record_search *searcher = memory_new(sizeof *searcher);
    searcher->store = store;
    searcher->wake = wake;
    searcher->context = context;
    pthread_mutex_init(&searcher->lock, NULL);
    pthread_cond_init(&searcher->come, NULL);
    if (pthread_create(&searcher->thread, NULL, work, searcher) != 0) abort();
    return searcher;
}

static void free_searches(struct search *search)
{
    while (search) {
        struct search *next = search->next;
        free(search->text);
        free(search->question.canvas);
        free(search);
        search = next;
    }
}

void record_search_close(struct record_search *searcher)
{
    pthread_mutex_lock(&searcher->lock);
    searcher->closing = true;
    pthread_cond_broadcast(&searcher->come);
    pthread_mutex_unlock(&searcher->lock);
    pthread_join(searcher->thread, NULL);
    free_searches(searcher->first);
    free_searches(searcher->done);
    store_close(searcher->store);
    pthread_mutex_destroy(&searcher->lock);
    pthread_cond_destroy(&searcher->come);
    free(searcher);
}

bool record_search_ask(struct record_search *searcher,
                       const struct record_search_question *question, void *asker)
{
    pthread_mutex_lock(&searcher->lock);
    bool capacity = searcher->waiting < WAITING_MAX;
    if (capacity) {
        struct search *search = memory_new(sizeof *search);
        search->question = *question;
        search->asker = asker;
        if (searcher->first)
            searcher->last->next = search;
        else
            searcher->first = search;
        searcher->last = search;
        searcher->waiting++;
        pthread_cond_signal(&searcher->come);
    }
    pthread_mutex_unlock(&searcher->lock);
    return capacity;
}

bool record_search_collect(struct record_search *searcher, struct record_search_answer *answer)
{
    pthread_mutex_lock(&searcher->lock);
    struct search *search = searcher->done;
    if (search) {
        searcher->done = search->next;
        searcher->waiting--;
    }
    pthread_mutex_unlock(&searcher->lock);
    if (!search) return false;
    *answer = (struct record_search_answer){.asker = search->asker,
                                            .text = search->text,
                                            .length = search->length,
                                            .picture = search->question.canvas,
                                            .microseconds = search->microseconds};
    if (search->question.person[0])
        answer->headers = "Content-Disposition: attachment; filename=\"bivouac.json\"\r\n";
    free(search->question.canvas);
    free(search);
    return true;
}
