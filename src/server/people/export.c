#include "server/people/export.h"

#include "core/menu.h"
#include "server/desk.h"
#include "server/json.h"
#include "server/memory.h"
#include "server/people/kinds.h"
#include "server/table.h"

enum {
    TABLES_MOST = 1000,
    RECORDS_MOST = 1000,
    PAPERS_MOST = 1000,
    ROOM = 16 * 1024 * 1024,
    MARGIN = 64 * 1024
};

struct exporting {
    struct bv_store *store;
    const char *person;
    struct bv_out out;
    uint32_t tables;
    struct bv_shelf *shelf; /* this thread's own, as is the menu */
    struct bv_menu *menu;
    struct bv_table *table; /* the one being told, as it was after the deed at hand */
    bool more;              /* there was more than fits, or can be read */
    bool good;
    struct bv_error error;
};

/* Whether there is room for so much more; it is always said when there is not. */
static bool has_room(struct exporting *exporting, size_t length)
{
    bool room = exporting->out.length + 2 * length + MARGIN < exporting->out.size;
    if (!room) exporting->more = true;
    return room;
}

/* ---- Papers ---------------------------------------------------------------------------------------------------------- */

/* JSON that stands in the store, without what is secret. */
static void put_json(struct exporting *exporting, const char *name, struct bv_span text,
                     const char *const *secret, size_t secrets)
{
    cJSON *json = cJSON_ParseWithLength(text.text, text.length);
    for (size_t i = 0; i < secrets; i++) cJSON_DeleteItemFromObjectCaseSensitive(json, secret[i]);
    char *printed = json ? cJSON_PrintUnformatted(json) : NULL;
    if (printed && has_room(exporting, bv_length(printed))) {
        bv_json_open(&exporting->out, name, '{'); /* the brace is the printed one's */
        exporting->out.length--;
        bv_put(&exporting->out, printed);
    }
    cJSON_free(printed);
    cJSON_Delete(json);
}

static bool put_account(void *context, const struct bv_paper *paper)
{
    static const char *const secret[] = {"hash", "codes", "folded", "devices"};
    put_json(context, "account", paper->text, secret, BV_COUNT(secret));
    return false;
}

static bool put_session(void *context, const struct bv_paper *paper)
{
    put_json(context, NULL, paper->text, NULL, 0);
    return true;
}

static bool put_paper(void *context, const struct bv_kind *row, const char *kind,
                      const struct bv_paper *paper)
{
    struct exporting *exporting = context;
    if (!row->exported || !has_room(exporting, paper->text.length)) return row->exported;
    bv_json_open(&exporting->out, NULL, '{');
    bv_json_text(&exporting->out, "kind", kind);
    bv_json_text(&exporting->out, "key", paper->key);
    put_json(exporting, "paper", paper->text, NULL, 0);
    bv_json_close(&exporting->out, '}');
    return true;
}

static bool put_report(void *context, const struct bv_paper *paper)
{
    struct exporting *exporting = context;
    cJSON *json = cJSON_ParseWithLength(paper->text.text, paper->text.length);
    const char *by = bv_json_get_text(json, "by", BV_ID_SIZE);
    if (by && bv_equal(by, exporting->person)) put_json(exporting, NULL, paper->text, NULL, 0);
    cJSON_Delete(json);
    return true;
}

/* ---- Games ----------------------------------------------------------------------------------------------------------- */

static bool put_record(void *context, int64_t table, const char *id, int64_t ended,
                       const char *summary)
{
    struct exporting *exporting = context;
    (void)table;
    (void)id;
    (void)ended;
    if (!has_room(exporting, bv_length(summary))) return false;
    bv_json_raw(&exporting->out, summary);
    return true;
}

/* The channel through which somebody heard of their own deed. */
static int channel_of(const struct bv_table *table, const struct bv_deed *deed, const char *person)
{
    const struct bv_terms *terms = bv_table_terms(table);
    bv_seats held = bv_seats_held(table, person);
    bv_seats own = held;
    if (deed->seat >= 0) own &= bv_seats_of_side(terms, bv_side_of(terms, deed->seat));
    if (own) held = own;
    return held ? __builtin_ctz(held) : bv_channel_of(BV_WATCHER);
}

/* A deed is numbered as its message was: the store's own numbers would tell how many secret deeds there are of others. */
static void put_deed(struct exporting *exporting, const struct bv_deed *deed, struct bv_span line)
{
    struct bv_out *out = &exporting->out;
    const struct bv_table *table = exporting->table;
    int channel = channel_of(table, deed, exporting->person);
    bv_json_open(out, NULL, '{');
    bv_json_number(out, "number", table->told[channel]);
    bv_json_number(out, "at", deed->at);
    bv_json_span(out, "deed", line);
    bv_json_close(out, '}');
}

static bool take_entry(void *context, uint32_t number, int64_t at, struct bv_span line)
{
    struct exporting *exporting = context;
    struct bv_table *table = exporting->table;
    struct bv_deed deed;
    struct bv_effect effect;
    struct bv_error error;
    (void)number;
    bool good = bv_deed_read(bv_table_terms(table), line, &deed, &error);
    deed.at = at;
    good = good && bv_table_take(table, &deed, &effect, &error);
    if (!good) exporting->more = true;
    if (!good || !bv_equal(deed.person, exporting->person)) return good;
    if (!has_room(exporting, line.length)) return false;
    put_deed(exporting, &deed, line);
    return true;
}

static void put_deeds(struct exporting *exporting, const struct bv_stored_table *stored)
{
    struct bv_setup setup;
    struct bv_error error;
    if (!bv_setup_restore(stored->setup, exporting->shelf, &setup, &error)) {
        exporting->more = true;
        return;
    }
    exporting->table = bv_table_new(&setup, stored->id);
    exporting->table->menu = exporting->menu;
    exporting->good = bv_store_entries(exporting->store, stored->table, 0, take_entry, exporting,
                                       &exporting->error);
    bv_table_free(exporting->table);
    bv_shelf_return(exporting->shelf, setup.terms);
}

/* The seed of the dice stays a secret while they are thrown, and so does where the game began. */
static bool put_table(void *context, const struct bv_stored_table *table)
{
    static const char *const secret[] = {"seed", "position"};
    static const char *const stages[] = {"open", "playing", "over"};
    struct exporting *exporting = context;
    struct bv_out *out = &exporting->out;
    if (exporting->tables++ == TABLES_MOST) exporting->more = true;
    if (exporting->tables > TABLES_MOST || !has_room(exporting, 0)) return false;
    bv_json_open(out, NULL, '{');
    bv_json_text(out, "table", table->id);
    bv_json_number(out, "created", table->created);
    bv_json_text(out, "stage", stages[table->stage]);
    put_json(exporting, "setup", bv_span_of(table->setup), secret,
             table->stage == BV_TABLE_OVER ? 0 : BV_COUNT(secret));
    bv_json_open(out, "deeds", '[');
    put_deeds(exporting, table);
    bv_json_close(out, ']');
    bv_json_close(out, '}');
    return exporting->good;
}

/* ---- All of it -------------------------------------------------------------------------------------------------------- */

static bool put_papers(struct exporting *exporting)
{
    char prefix[BV_PAPER_KEY_MAX + 1];
    struct bv_out *out = &exporting->out;
    bv_pair_key(exporting->person, "", prefix);
    bool good = bv_store_paper(exporting->store, "account", exporting->person, put_account,
                               exporting, &exporting->error);
    bv_json_open(out, "sessions", '[');
    good = good && bv_store_papers(exporting->store, "session", prefix, "", PAPERS_MOST,
                                   put_session, exporting, &exporting->error);
    bv_json_close(out, ']');
    bv_json_open(out, "papers", '[');
    good = good && bv_kinds_visit(exporting->store, exporting->person, PAPERS_MOST, put_paper,
                                  exporting, &exporting->error);
    bv_json_close(out, ']');
    bv_json_open(out, "reports", '[');
    good = good && bv_store_papers(exporting->store, "report", "", "", UINT32_MAX, put_report,
                                   exporting, &exporting->error);
    bv_json_close(out, ']');
    return good;
}

static bool put_games(struct exporting *exporting)
{
    char tag[BV_ID_SIZE + 8];
    struct bv_out *out = &exporting->out;
    struct bv_out text = bv_out_into(tag, sizeof tag);
    bv_put(&text, "person=");
    bv_put(&text, exporting->person);
    struct bv_search search = {.tag = {tag}, .tags = 1, .most = RECORDS_MOST};
    bv_json_open(out, "records", '[');
    bool good =
        bv_store_search(exporting->store, &search, put_record, exporting, &exporting->error);
    bv_json_close(out, ']');
    bv_json_open(out, "tables", '[');
    good = good && bv_store_joined(exporting->store, exporting->person, TABLES_MOST + 1, put_table,
                                   exporting, &exporting->error);
    bv_json_close(out, ']');
    return good && exporting->good;
}

char *bv_export(struct bv_store *store, const char *person)
{
    char *text = bv_new(ROOM);
    struct exporting exporting = {.store = store,
                                  .person = person,
                                  .out = bv_out_into(text, ROOM),
                                  .shelf = bv_shelf_new(),
                                  .menu = bv_new(sizeof *exporting.menu),
                                  .good = true};
    bv_json_open(&exporting.out, NULL, '{');
    bv_json_text(&exporting.out, "person", person);
    bool good = put_papers(&exporting) && put_games(&exporting);
    bv_json_bool(&exporting.out, "more", exporting.more);
    bv_json_close(&exporting.out, '}');
    bv_shelf_free(exporting.shelf);
    free(exporting.menu);
    if (good) return text;
    free(text);
    return NULL;
}
