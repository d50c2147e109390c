/*
 * How a house is kept: everything a host may decide, read once when it opens.
 *
 *     # bivouac.conf                      defaults < the file < --config-set and the other options of `serve`
 *     name     = Le bivouac du Nord
 *     base-url = https://example.org/bivouac
 *
 * One table of rows (config.c) knows every key with its kind, default, bounds and comment; the reader, the printed
 * defaults, the checks and the test of docs/hosting.md follow from it. To add a key: one row, and one member here.
 */
#ifndef BV_CONFIG_H
#define BV_CONFIG_H

#include "core/text.h"

enum { BV_CONFIG_TEXT = 256 };

enum bv_registration { BV_REGISTRATION_OPEN, BV_REGISTRATION_INVITATION, BV_REGISTRATION_CLOSED };
enum bv_log_level { BV_LOG_DEBUG, BV_LOG_INFO, BV_LOG_WARNING, BV_LOG_ERROR };
enum bv_log_format { BV_LOG_TEXT, BV_LOG_JSON };

struct bv_config {
    /* the doors */
    char listen[BV_CONFIG_TEXT];
    int port;
    char data[BV_CONFIG_TEXT]; /* the folder of what the house keeps */
    char
        store[BV_CONFIG_TEXT]; /* where the store is when not in that folder; see bv_config_store */
    char web[BV_CONFIG_TEXT];  /* the folder of the client; empty: bv_pages_find */
    int threads;               /* for the computer's thinking; 0: all cores but one */
    char base_url[BV_CONFIG_TEXT];
    char allowed_hosts[BV_CONFIG_TEXT];   /* names, with commas between them */
    char trusted_proxies[BV_CONFIG_TEXT]; /* addresses or networks, with commas between them */
    char metrics[BV_CONFIG_TEXT];         /* where figures are told; see bv_config_metrics */

    /* the people */
    char name[BV_CONFIG_TEXT];
    int registration; /* enum bv_registration */
    int guest_days;   /* 0: for ever */
    int no_show_seconds;
    int confirm_jump_seconds;
    char privacy_fr[BV_CONFIG_TEXT];
    char privacy_en[BV_CONFIG_TEXT];
    char legal_fr[BV_CONFIG_TEXT];
    char legal_en[BV_CONFIG_TEXT];

    /* the log */
    int log_level;  /* enum bv_log_level */
    int log_format; /* enum bv_log_format */

    /* the limits */
    int connections;
    int connections_per_address;
    int connections_per_person;
    int message_size;
    int messages_per_second;
    int requests_per_second;
    int changes_per_hour;
    int tables_per_hour;
    int guests_per_hour;
    int logins_per_minute;
    int failed_logins_per_hour;
    int guesses_per_hour;
    int chats_per_minute;
    int work_per_second;
    int tables_per_person;
    int local_limit_factor;
};

/* Every key has its default. */
void bv_config_begin(struct bv_config *config);

/* Sets one key. False: no such key (and which is like it), or a value that will not do (and what would). */
bool bv_config_set(struct bv_config *config, struct bv_span key, struct bv_span value,
                   struct bv_error *error);

/* The same from one word: `key=value`. */
bool bv_config_set_word(struct bv_config *config, const char *word, struct bv_error *error);

/* Each error as one line. */
typedef void bv_config_complaint(void *context, const char *text);

/* Reads a whole file; true if there was nothing to complain about (`bivouac.conf:3: …`). */
bool bv_config_read(struct bv_config *config, const char *file, bv_config_complaint *complain,
                    void *context);

/* The same from text; `file` is for the complaints. */
bool bv_config_read_text(struct bv_config *config, const char *file, struct bv_span text,
                         bv_config_complaint *complain, void *context);

/* Whether files it names can be read, and folders written; true if there was nothing to complain about. */
bool bv_config_check(const struct bv_config *config, bv_config_complaint *complain, void *context);

/* Where the store is (store.h). */
const char *bv_config_store(const struct bv_config *config);

/* Where the operator's figures are told: false if nowhere. */
enum { BV_ADDRESS_MAX = 64 };
bool bv_config_metrics(const struct bv_config *config, char address[BV_ADDRESS_MAX], int *port);

/* The text of a configuration file that changes nothing: every key with its comment and its default. */
void bv_config_print(struct bv_out *out);

/* The name of the key of that number; NULL after the last. */
const char *bv_config_key(size_t number);

#endif
