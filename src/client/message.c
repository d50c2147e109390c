#include "client/message.h"

enum message_type message_type_of(const cJSON *message)
{
    static const char *const names[MESSAGE_TYPES] = {MESSAGE_TYPE_NAMES};
    struct bv_span type = fields_span(message, "type");
    int found = 0;
    while (found < MESSAGE_TYPES && !bv_span_is(type, names[found])) found++;
    return (enum message_type)found;
}

void client_message_begin(struct client_message *message, enum request_verb verb, int64_t id,
                          const char *table)
{
    static const char *const names[VERBS] = {REQUEST_VERB_NAMES};
    message->out = bv_out_into(message->text, sizeof message->text);
    bv_json_open(&message->out, NULL, '{');
    bv_json_text(&message->out, "do", names[verb]);
    bv_json_number(&message->out, "id", id);
    if (table[0]) bv_json_text(&message->out, FIELD_TABLE, table);
}

bool client_message_send(struct client_loop *loop, struct client_connection *connection,
                         struct client_message *message)
{
    bv_json_close(&message->out, '}');
    if (message->out.cut) return false;
    client_send(loop, connection, (struct bv_span){message->text, message->out.length});
    return true;
}
