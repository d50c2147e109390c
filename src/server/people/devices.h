/*
 * Devices, as far as a request tells of its own. One on which somebody has logged in is known again by a mark, which stays
 * in its browser when the session has ended:
 *
 *     Cookie: bivouac-device=PERSON.DEVICE.SEAL~PERSON.DEVICE.SEAL        the last four people who logged in there
 *
 * A mark proves nothing but that: it lets nobody in. But who guesses at an account from elsewhere cannot keep such a device
 * from trying a password (gate.h). The seal is of the person, the device, and a word in the account that changes when the
 * password does or all sessions are ended: all marks are then void.
 */
#ifndef BV_DEVICES_H
#define BV_DEVICES_H

#include "server/api.h"

enum { BV_DEVICE_SIZE = 48, BV_DEVICE_ID_SIZE = 17, BV_MARKS_MAX = 4 };
enum { BV_MARKS_SIZE = BV_MARKS_MAX * (BV_ID_SIZE + BV_DEVICE_ID_SIZE + BV_SEAL_SIZE) };

struct bv_device {
    char words[BV_DEVICE_SIZE]; /* what it is, in short: `Firefox, Linux` */
    char marks[BV_MARKS_SIZE];  /* as they came with the request; "" if they are too long */
};

void bv_device_read(const struct bv_http_request *request, struct bv_device *device);

/* The id of a device that has a good mark of that person; "" if it has none. */
void bv_device_known(struct bv_house *house, const struct bv_device *device, const char *person,
                     char id[BV_DEVICE_ID_SIZE]);

/* Gives the device a mark of the visitor, along with the answer. */
void bv_device_mark(struct bv_visit *visit, const struct bv_device *device);

/* No device is known to that account any more. */
void bv_devices_forget(struct bv_house *house, const char *person);

#endif
