/* The types of the messages that a server sends, as protocol/protocol.def lists them. */
#ifndef CLIENT_MESSAGE_H
#define CLIENT_MESSAGE_H

#include "protocol/messages.h"
#include "util/fields.h"

/* MESSAGE_TYPES: none that this version knows; it is ignored. */
enum message_type message_type_of(const cJSON *message);

#endif
