#include "client/message.h"

enum message_type message_type_of(const cJSON *message)
{
    static const char *const names[MESSAGE_TYPES] = {MESSAGE_TYPE_NAMES};
    struct bv_span type = fields_span(message, "type");
    int found = 0;
    while (found < MESSAGE_TYPES && !bv_span_is(type, names[found])) found++;
    return (enum message_type)found;
}
