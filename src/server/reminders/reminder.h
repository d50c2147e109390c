/* A reminder as it is stored, and a device that it is sent to: for the files of this folder. */
#pragma once

#include "server/reminders/mail.h"
#include "server/reminders/reminders.h"

/* A player's browsers and one address of e-mail. */
enum { BROWSERS_MAX = 10, DEVICES_MAX = BROWSERS_MAX + 1, PUSH_ID_SIZE = 17 };

/* ---- Reminders (reminders.c) ----------------------------------------------------------------- */

struct reminder {
    char person[ID_SIZE];
    char subject[ID_SIZE]; /* a table or a tournament */
    enum reminder_kind what;
    int64_t since; /* when it began to hold */
    int64_t due;
    /* of a turn: the moves and take-backs of the table when it began */
    int64_t moves, epoch;
    int64_t tries;
    uint32_t count; /* only for these devices; 0: for all */
    char only[DEVICES_MAX][PUSH_ID_SIZE];
};

/* False: there is none any more. */
bool reminder_read(struct reminders *reminders, const char *key, struct reminder *reminder);
void reminder_write(struct reminders *reminders, const struct reminder *reminder);
void reminder_remove(struct reminders *reminders, const struct reminder *reminder);

/* With how much time left a side is reminded of it; 0: never. */
int64_t reminder_lead(const struct table *table);

/* ---- Devices (push_devices.c) ---------------------------------------------------------------- */

struct push_device {
    char id[PUSH_ID_SIZE];
    char mail[MAIL_ADDRESS_MAX + 1]; /* "": it is a browser, */
    bool confirmed;
    char endpoint[PUSH_ENDPOINT_MAX + 1]; /* with these */
    struct web_push_keys keys;
    bool french;
    uint32_t kinds; /* a bit for each kind of reminder that it wants */
    int64_t quiet;  /* milliseconds until its quiet hours are over; 0: they are not now */
};

/* The devices of a person as they are now; returns how many. Those whose session has ended are
 * removed. */
uint32_t push_devices_of(struct reminders *reminders, const char *person, int64_t now,
                         struct push_device device[DEVICES_MAX]);
void push_device_remove(struct reminders *reminders, const char *person, const char *id);

/* What a device wants, from a request into its document: language, kinds, quiet hours. False: the
 * request is not valid. */
bool push_device_read_wishes(const cJSON *body, cJSON *document);
/* `kinds` and `quiet` of an answer. */
void push_device_write_wishes(const cJSON *document, struct bv_out *out);

/* Whether a person has devices; a person who has none any more may still be among them. */
struct push_people;
bool push_people_has(const struct push_people *people, const char *person);
bool push_people_open(struct reminders *reminders, struct bv_error *error);
void push_people_free(struct push_people *people);
void push_people_add(struct push_people *people, const char *person);
void push_people_drop(struct push_people *people, const char *person);
size_t push_people_count(const struct push_people *people);

/* ---- Words (reminder_text.c) ----------------------------------------------------------------- */

/* Writes the message to a device as JSON. The table is NULL for a tournament, whose name is then
 * given. */
struct reminder_subject {
    const struct table *table;
    const char *tournament;
    int64_t left; /* time left for the turn, ms; 0: no limit */
};
void reminder_text(const struct reminder *reminder, const struct reminder_subject *subject,
                   bool french, struct bv_out *out);

/* The same as an e-mail with its head; the caller frees it. */
char *reminder_mail(const struct reminders *reminders, const struct reminder *reminder,
                    const struct reminder_subject *subject, const struct push_device *device);

/* ---- Sending (reminder_delivery.c) ----------------------------------------------------------- */

void reminder_delivery_open(struct reminders *reminders);
void reminder_delivery_close(struct reminders *reminders);
