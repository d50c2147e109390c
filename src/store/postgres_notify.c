#include "store/postgres_notify.h"

#include "store/node.h"

static void begin_message(struct bv_out *out, char *text, const char *what)
{
    *out = bv_out_into(text, POSTGRES_NOTIFY_MESSAGE + 1);
    bv_put_all(out, node_name(), " ", what);
}

void postgres_notify_begin(struct postgres_notify *notify,
                           bool (*send)(void *context, struct bv_span message), void *context)
{
    notify->send = send;
    notify->context = context;
    notify->good = true;
    notify->table = 0;
    notify->number = 0;
    notify->changed = notify->rewritten = false;
    begin_message(&notify->tables, notify->tables_text, "tables");
    begin_message(&notify->documents, notify->documents_text, "documents");
}

static void send(struct postgres_notify *notify, const struct bv_out *out)
{
    if (notify->good)
        notify->good = notify->send(notify->context, (struct bv_span){out->text, out->length});
}

/* Makes room for so many more bytes: if they do not fit, sends the message and begins another. */
static void make_capacity(struct postgres_notify *notify, struct bv_out *out, const char *what,
                          size_t more)
{
    if (out->length + more <= POSTGRES_NOTIFY_MESSAGE) return;
    send(notify, out);
    begin_message(out, out->text, what);
}

static void flush_table(struct postgres_notify *notify)
{
    enum { LONGEST = 2 + 19 + 10 + 2 }; /* ` KEY:NUMBER!*` */
    if (!notify->table) return;
    make_capacity(notify, &notify->tables, "tables", LONGEST);
    bv_put(&notify->tables, " ");
    bv_put_number(&notify->tables, notify->table);
    bv_put(&notify->tables, ":");
    bv_put_number(&notify->tables, notify->number);
    if (notify->changed) bv_put(&notify->tables, "!");
    if (notify->rewritten) bv_put(&notify->tables, "*");
    notify->table = 0;
    notify->number = 0;
    notify->changed = notify->rewritten = false;
}

static void add_table(struct postgres_notify *notify, const struct batch_change *change)
{
    if (notify->table != change->table) flush_table(notify);
    notify->table = change->table;
    if (change->kind == BATCH_CHANGE_EVENT)
        notify->number = change->number;
    else if (change->kind == BATCH_CHANGE_REWRITE || change->kind == BATCH_CHANGE_SETUP)
        notify->rewritten = true;
    else
        notify->changed = true;
}

static void add_document(struct postgres_notify *notify, struct bv_span kind, struct bv_span key)
{
    struct bv_out *out = &notify->documents;
    make_capacity(notify, out, "documents", 2 + kind.length + 3 * key.length);
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

void postgres_notify_add(struct postgres_notify *notify, const struct batch *batch,
                         const struct batch_change *change)
{
    switch (change->kind) {
    case BATCH_CHANGE_EVENT:
    case BATCH_CHANGE_TABLE:
    case BATCH_CHANGE_STAGE:
    case BATCH_CHANGE_FINISHED:
    case BATCH_CHANGE_REWRITE:
    case BATCH_CHANGE_SETUP: add_table(notify, change); break;
    case BATCH_CHANGE_NEW_DOCUMENT:
    case BATCH_CHANGE_DOCUMENT:
    case BATCH_CHANGE_DOCUMENT_GONE:
        add_document(notify, batch_change_text(batch, change, 0),
                     batch_change_text(batch, change, 1));
        break;
    default: break;
    }
}

bool postgres_notify_end(struct postgres_notify *notify)
{
    /* The length of an empty message: `NODE tables`, `NODE documents`. */
    enum { TABLES_HEAD = NODE_SIZE + 6, DOCUMENTS_HEAD = NODE_SIZE + 9 };
    flush_table(notify);
    if (notify->tables.length > TABLES_HEAD) send(notify, &notify->tables);
    if (notify->documents.length > DOCUMENTS_HEAD) send(notify, &notify->documents);
    return notify->good;
}
