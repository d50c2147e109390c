/*
 * Requests: what a client asks for with `do`. protocol/protocol.def lists them; each is read and
 * checked against that list before anything else looks at it, so that those who carry it out find
 * every field that it must have, of the right type and within its limits.
 */
#pragma once

#include "protocol/requests.h"
#include "table/refusal.h"

enum request_flag {
    REQUEST_TABLE = 1,  /* a command at a table (command.h); the others are the server's */
    REQUEST_PERSON = 2, /* the client must have a name; so it must for every command at a table */
    REQUEST_READS = 4,  /* changes nothing in the store */
    REQUEST_SITS = 8,   /* may give the client a seat */
};

unsigned request_flags(enum request_verb verb);

/* Reads a message; its texts stay in `json`. False with a refusal: it is not an object, there is no
 * such verb, or a field is missing, unknown or not valid. The id is read in any case. */
bool request_read(const cJSON *json, struct request *request, struct refusal *refusal);

/* The same for an object that has the fields of a verb, and neither verb nor id. */
bool request_read_fields(const cJSON *json, enum request_verb verb, struct request *request,
                         struct refusal *refusal);
