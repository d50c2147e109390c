#include "server/records/records.h"

#include <stdlib.h>
#include <time.h>

#include "core/record.h"
#include "server/records/opening_book.h"
#include "table/messages.h"
#include "util/memory.h"

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
    const struct table_occupant *occupant = &table->occupant[seat];
    if (occupant->level) {
        bv_put(out, "level:");
        bv_put_number(out, occupant->level);
    }
    for (int i = 0; i < occupant->holders; i++) {
        if (i) bv_put(out, " + ");
        bv_put(out, occupant->holder[i].name);
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

struct bv_span record_winner(struct bv_span *result)
{
    struct bv_span winner = bv_span_of("draw");
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        struct bv_span name = {0};
        struct bv_span points = {0};
        bv_take_word(result, &name);
        bv_take_word(result, &points);
        if (bv_span_is(points, "1")) winner = name;
    }
    return winner;
}

/* `V 1 G 0 time` gives result=V and reason=time; a draw gives result=draw. */
static void put_result_tags(const struct table *table, struct bv_out *out)
{
    char text[96];
    struct bv_out whole = bv_out_into(text, sizeof text);
    table_result(table, &whole);
    struct bv_span rest = {text, whole.length};
    struct bv_span reason = {0};
    bv_put(out, "result=");
    bv_put_span(out, record_winner(&rest));
    bv_put(out, "\nreason=");
    bv_take_word(&rest, &reason);
    bv_put_span(out, reason);
    bv_put_char(out, '\n');
}

static void put_people_tags(const struct table *table, struct bv_out *out)
{
    for (int seat = 0; seat < table_terms(table)->form->seats; seat++)
        for (int i = 0; i < table->occupant[seat].holders; i++) {
            const struct table_holder *holder = &table->occupant[seat].holder[i];
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
    char tags[RECORD_TAGS_SIZE];
    char summary[RECORD_SUMMARY_SIZE];
    struct bv_out line = bv_out_into(summary, sizeof summary);
    struct bv_out list = bv_out_into(tags, sizeof tags);
    if (!table->begun || table->outcome[0] == '*') return false;
    record_summary(table, &line);
    record_tags(table, &list);
    opening_book_tags(table, &list);
    BV_ASSERT(!line.cut && !list.cut);
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
    enum { HEAD_SIZE = 64 * 1024, TOKEN_SIZE = BV_TOKEN_MAX + BV_NAME_MAX };
    const struct bv_terms *terms = table_terms(table);
    struct bv_record *record = memory_new(sizeof *record);
    size_t size = HEAD_SIZE + table->moves * TOKEN_SIZE;
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
