#include "server/keeping/pager.h"

enum { PAGE = 100, PAPERS_READ = 1000, LINE_ROOM = 8192, CURSOR_SIZE = BV_PAPER_KEY_MAX + 32 };

struct page {
    struct bv_visit *visit;
    bv_pager_line *line;
    uint32_t read, shown;
    int64_t rank; /* of the last that was read */
    char key[BV_PAPER_KEY_MAX + 1];
    bool full;
};

/* `1794756164272.KEY`; nothing: from the first. */
static bool read_cursor(struct bv_visit *visit, struct page *page)
{
    char cursor[CURSOR_SIZE];
    page->rank = INT64_MAX;
    if (!bv_query_get(visit->request->query, "after", cursor, sizeof cursor)) return true;
    char *end = NULL;
    page->rank = strtoll(cursor, &end, 10);
    if (end == cursor || *end != '.') return false;
    struct bv_out out = bv_out_into(page->key, sizeof page->key);
    bv_put(&out, end + 1);
    return !out.cut;
}

static bool put_paper(void *context, const struct bv_paper *paper)
{
    char text[LINE_ROOM];
    struct page *page = context;
    struct bv_out line = bv_out_into(text, sizeof text);
    if (page->shown == PAGE || page->visit->out->length + LINE_ROOM + 1024 > BV_TEXT_ROOM) {
        page->full = true;
        return false;
    }
    cJSON *fields = cJSON_ParseWithLength(paper->text.text, paper->text.length);
    bv_json_open(&line, NULL, '{');
    bool wanted = page->line(page->visit, paper->key, fields, &line);
    bv_json_close(&line, '}');
    cJSON_Delete(fields);
    if (wanted && !line.cut) {
        bv_json_raw(page->visit->out, text);
        page->shown++;
    }
    struct bv_out key = bv_out_into(page->key, sizeof page->key);
    bv_put(&key, paper->key);
    page->rank = paper->rank;
    page->full = ++page->read == PAPERS_READ;
    return !page->full;
}

static void put_cursor(const struct page *page, struct bv_out *out)
{
    char cursor[CURSOR_SIZE];
    struct bv_out text = bv_out_into(cursor, sizeof cursor);
    bv_put_number(&text, page->rank);
    bv_put_char(&text, '.');
    bv_put(&text, page->key);
    if (page->full)
        bv_json_text(out, "next", cursor);
    else
        bv_json_null(out, "next");
}

int bv_pager_list(struct bv_visit *visit, const char *kind, const char *field, bv_pager_line *line)
{
    struct bv_error error;
    struct page page = {.visit = visit, .line = line};
    if (!read_cursor(visit, &page))
        return bv_api_refuse(visit, 400, "bad-query",
                             (struct bv_text){"« after » reprend le « next » d'une réponse.",
                                              "'after' is the 'next' of an answer."});
    char from[BV_PAPER_KEY_MAX + 1];
    bv_copy(from, page.key, sizeof from);
    bv_json_open(visit->out, field, '[');
    bool read = bv_store_ranked(visit->house->reader, kind, page.rank, from, PAPERS_READ, put_paper,
                                &page, &error);
    bv_json_close(visit->out, ']');
    put_cursor(&page, visit->out);
    return read ? 200 : bv_api_unreadable(visit, &error);
}
