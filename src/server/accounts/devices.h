/*
 * Devices: recognises a browser on which a person has logged in before. The browser keeps a mark
 * after the session has ended:
 *
 *     Cookie: bivouac-device=PERSON.DEVICE.SIGNATURE~PERSON.DEVICE.SIGNATURE
 *
 * It has one mark for each of the last four persons who logged in there.
 *
 * A mark is not a login. It only gives the device its own limit on password attempts, so
 * that an attacker who guesses at an account from other addresses cannot lock its owner out
 * (rate_limiter.h). The signature covers the person, the device, and a word in the account that
 * changes when the password changes or all sessions are ended: all marks become invalid then.
 */
#pragma once

#include "server/accounts/accounts.h"

enum { DEVICE_SIZE = 48, DEVICE_ID_SIZE = 17, DEVICE_MARKS_MAX = 4 };
enum { DEVICE_MARKS_SIZE = DEVICE_MARKS_MAX * (ID_SIZE + DEVICE_ID_SIZE + SIGNATURE_SIZE) };

struct device {
    char words[DEVICE_SIZE];       /* browser and system, in short: `Firefox, Linux` */
    char marks[DEVICE_MARKS_SIZE]; /* as sent with the request; "" if they are too long */
};

void device_read(const struct http_request *request, struct device *device);

/* The id of the device if it has a valid mark for that person; else "". */
void device_known(struct accounts *accounts, const struct device *device, const char *person,
                  char id[DEVICE_ID_SIZE]);

/* Sends the device a mark for the client's person, with the answer. */
void device_mark(struct exchange *exchange, const struct device *device);

/* Invalidates the marks of all devices of that account. */
void devices_forget(struct accounts *accounts, const char *person);
