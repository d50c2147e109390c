#include "server/admin/paging.h"

#include "server/admin/admin.h"

enum { PAGE = 100, DOCUMENTS_READ = 1000, LINE_ROOM = 8192, CURSOR_SIZE = DOCUMENT_KEY_MAX + 32 };

struct page {
    struct exchange *exchange;
    paging_line *line;
    uint32_t read, shown;
    int64_t rank; /* of the last document that was read */
    char key[DOCUMENT_KEY_MAX + 1];
    bool full;
};

/* `1794756164272.KEY`; nothing: from the first. */
static bool read_cursor(struct exchange *exchange, struct page *page)
{
    char cursor[CURSOR_SIZE];
    page->rank = INT64_MAX;
    if (!api_query_get(exchange->request->query, "after", cursor, sizeof cursor)) return true;
    char *end = NULL;
    page->rank = strtoll(cursor, &end, 10);
    if (end == cursor || *end != '.') return false;
    struct bv_out out = bv_out_into(page->key, sizeof page->key);
    bv_put(&out, end + 1);
    return !out.cut;
}

static bool put_document(void *context, const struct store_document *document)
{
    char text[LINE_ROOM];
    struct page *page = context;
    struct bv_out line = bv_out_into(text, sizeof text);
    if (page->shown == PAGE ||
        page->exchange->out->length + LINE_ROOM + 1024 > page->exchange->out->size) {
        page->full = true;
        return false;
    }
    cJSON *fields = cJSON_ParseWithLength(document->text.text, document->text.length);
    bv_json_open(&line, NULL, '{');
    bool wanted = page->line(page->exchange, document->key, fields, &line);
    bv_json_close(&line, '}');
    cJSON_Delete(fields);
    if (wanted && !line.cut) {
        bv_json_raw(page->exchange->out, text);
        page->shown++;
    }
    struct bv_out key = bv_out_into(page->key, sizeof page->key);
    bv_put(&key, document->key);
    page->rank = document->rank;
    page->full = ++page->read == DOCUMENTS_READ;
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

int paging_list(struct exchange *exchange, const char *kind, const char *field, paging_line *line)
{
    struct bv_error error;
    struct page page = {.exchange = exchange, .line = line};
    if (!read_cursor(exchange, &page)) return api_refuse(exchange, REFUSE_BAD_QUERY_AFTER);
    char from[DOCUMENT_KEY_MAX + 1];
    bv_copy(from, page.key, sizeof from);
    bv_json_open(exchange->out, field, '[');
    bool read = store_ranked(admin_of(exchange)->reader, kind, page.rank, from, DOCUMENTS_READ,
                             put_document, &page, &error);
    bv_json_close(exchange->out, ']');
    put_cursor(&page, exchange->out);
    return read ? 200 : api_unreadable(exchange, &error);
}
