#include "server/admin/announcement.h"

#include "core/hash.h"

void announcement_write(struct admin *admin, int64_t now, struct bv_out *out)
{
    cJSON *document = documents_read(admin->documents, "server", "announcement");
    const char *fr = fields_text(document, "fr", ANNOUNCEMENT_MAX);
    const char *en = fields_text(document, "en", ANNOUNCEMENT_MAX);
    int64_t until = fields_integer(document, "until");
    if (fr && en && (!until || now < until))
        bv_json_both(out, "announcement", (struct bv_text){fr, en});
    else
        bv_json_null(out, "announcement");
    cJSON_Delete(document);
}

struct sending {
    struct outbox *outbox;
    struct net_buffer *buffer;
    enum outbox_when when;
};

static void notify(void *context, struct client *client)
{
    const struct sending *sending = context;
    outbox_send(sending->outbox, client, sending->buffer, sending->when);
}

/* Announces a change of this node, or (OUTBOX_ANYWAY) one that is on disk, if it is news. */
static void notify_all(struct admin *admin, enum outbox_when when)
{
    char text[4 * ANNOUNCEMENT_MAX + 128]; /* escapes may double a text */
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "type", "announcement");
    announcement_write(admin, server_now(), &out);
    bv_json_close(&out, '}');
    uint64_t hash = bv_hash_text(0, text);
    if (when == OUTBOX_ANYWAY && hash == admin->announced) return;
    admin->announced = hash;
    struct sending sending = {admin->outbox, net_buffer_text((struct bv_span){text, out.length}),
                              when};
    connections_all(admin->connections, notify, &sending);
    net_buffer_free(sending.buffer);
}

void announcement_set(struct admin *admin, struct bv_text text, int64_t until)
{
    cJSON *document = cJSON_CreateObject();
    cJSON_AddStringToObject(document, "fr", text.fr);
    cJSON_AddStringToObject(document, "en", text.en);
    cJSON_AddNumberToObject(document, "until", (double)until);
    documents_write(admin->documents, "server", "announcement", server_now(), document);
    notify_all(admin, OUTBOX_WHEN_STORED);
}

void announcement_clear(struct admin *admin)
{
    documents_remove(admin->documents, "server", "announcement");
    notify_all(admin, OUTBOX_WHEN_STORED);
}

bool announcement_updated(struct admin *admin)
{
    documents_begin(admin->documents);
    documents_has(admin->documents, "server", "announcement");
    if (documents_failed(admin->documents)) return false;
    notify_all(admin, OUTBOX_ANYWAY);
    return true;
}
