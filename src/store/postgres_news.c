#include "store/postgres_news.h"

#include "store/node.h"

static void begin_message(struct bv_out *out, char *text, const char *what)
{
    *out = bv_out_into(text, BV_NEWS_MESSAGE + 1);
    bv_put(out, bv_node());
    bv_put(out, " ");
    bv_put(out, what);
}

void bv_postgres_news_begin(struct bv_postgres_news *news,
                            bool (*send)(void *context, struct bv_span message), void *context)
{
    news->send = send;
    news->context = context;
    news->good = true;
    news->table = 0;
    news->number = 0;
    news->changed = news->rewritten = false;
    begin_message(&news->tables, news->tables_text, "tables");
    begin_message(&news->papers, news->papers_text, "papers");
}

static void send(struct bv_postgres_news *news, const struct bv_out *out)
{
    if (news->good)
        news->good = news->send(news->context, (struct bv_span){out->text, out->length});
}

/* Whether so much more fits into a message; else it is sent, and another begun. */
static void make_room(struct bv_postgres_news *news, struct bv_out *out, const char *what,
                      size_t more)
{
    if (out->length + more <= BV_NEWS_MESSAGE) return;
    send(news, out);
    begin_message(out, out->text, what);
}

static void flush_table(struct bv_postgres_news *news)
{
    enum { LONGEST = 2 + 19 + 10 + 2 }; /* ` KEY:NUMBER!*` */
    if (!news->table) return;
    make_room(news, &news->tables, "tables", LONGEST);
    bv_put(&news->tables, " ");
    bv_put_number(&news->tables, news->table);
    bv_put(&news->tables, ":");
    bv_put_number(&news->tables, news->number);
    if (news->changed) bv_put(&news->tables, "!");
    if (news->rewritten) bv_put(&news->tables, "*");
    news->table = 0;
    news->number = 0;
    news->changed = news->rewritten = false;
}

static void add_table(struct bv_postgres_news *news, const struct bv_change *change)
{
    if (news->table != change->table) flush_table(news);
    news->table = change->table;
    if (change->kind == BV_CHANGE_ENTRY)
        news->number = change->number;
    else if (change->kind == BV_CHANGE_REWRITE || change->kind == BV_CHANGE_SETUP)
        news->rewritten = true;
    else
        news->changed = true;
}

static void add_paper(struct bv_postgres_news *news, struct bv_span kind, struct bv_span key)
{
    struct bv_out *out = &news->papers;
    make_room(news, out, "papers", 2 + kind.length + 3 * key.length);
    bv_put(out, " ");
    bv_put_span(out, kind);
    bv_put(out, "/");
    for (size_t i = 0; i < key.length; i++) {
        if (key.text[i] == ' ')
            bv_put(out, "%20");
        else if (key.text[i] == '%')
            bv_put(out, "%25");
        else
            bv_put_char(out, key.text[i]);
    }
}

void bv_postgres_news_add(struct bv_postgres_news *news, const struct bv_batch *batch,
                          const struct bv_change *change)
{
    switch (change->kind) {
    case BV_CHANGE_ENTRY:
    case BV_CHANGE_TABLE:
    case BV_CHANGE_STAGE:
    case BV_CHANGE_FINISHED:
    case BV_CHANGE_REWRITE:
    case BV_CHANGE_SETUP: add_table(news, change); break;
    case BV_CHANGE_NEW_PAPER:
    case BV_CHANGE_PAPER:
    case BV_CHANGE_PAPER_GONE:
        add_paper(news, bv_change_text(batch, change, 0), bv_change_text(batch, change, 1));
        break;
    default: break;
    }
}

bool bv_postgres_news_end(struct bv_postgres_news *news)
{
    enum { HEAD = 12 + 7 }; /* of a message that says nothing: `NODE tables` */
    flush_table(news);
    if (news->tables.length > HEAD) send(news, &news->tables);
    if (news->papers.length > HEAD) send(news, &news->papers);
    return news->good;
}
