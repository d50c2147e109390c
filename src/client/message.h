/* Messages to and from a server, by the definition in protocol/protocol.def: protocol/messages.h has a
 * function for each field. */
#pragma once

#include "client/connection.h"
#include "protocol/messages.h"
#include "protocol/requests.h"

/* MESSAGE_TYPES: none that this version knows; it is ignored. */
enum message_type message_type_of(const cJSON *message);

/* A request being written: begin, add fields with bv_json_…, send. */
struct client_message {
    struct bv_out out;
    char text[CLIENT_MESSAGE_MAX];
};

/* Begins `{"do":VERB,"id":ID`, and `"table":TABLE` unless that is "". */
void client_message_begin(struct client_message *message, enum request_verb verb, int64_t id,
                          const char *table);

/* False: it is too long. */
bool client_message_send(struct client_loop *loop, struct client_connection *connection,
                         struct client_message *message);
