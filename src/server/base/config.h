/*
 * The configuration: everything a host can set, read once at start-up.
 *
 *     # bivouac.conf                      defaults < the file < the options of `serve`
 *     name     = Le bivouac du Nord
 *     base-url = https://example.org/bivouac
 *
 * One table in config.c lists every key with its type, default, bounds and comment. The parser, the
 * printed defaults, the checks and the test of docs/hosting.md are derived from it. To add a key,
 * add one row there and one member here.
 */
#pragma once

#include "core/text.h"

enum { CONFIG_TEXT = 256 };

enum config_registration { REGISTRATION_OPEN, REGISTRATION_INVITATION, REGISTRATION_CLOSED };
enum log_level { LOGGED_DEBUG, LOGGED_INFO, LOGGED_WARNING, LOGGED_ERROR };
enum log_format { LOG_AS_TEXT, LOG_AS_JSON };

struct config {
    /* network */
    char listen[CONFIG_TEXT];
    int port;
    char data[CONFIG_TEXT];  /* the data folder */
    char store[CONFIG_TEXT]; /* the store if it is not in that folder; see config_store */
    char web[CONFIG_TEXT];   /* the folder of the web client; empty: static_files_find */
    int threads;             /* for computer players; 0: all cores but one */
    char base_url[CONFIG_TEXT];
    char allowed_hosts[CONFIG_TEXT];   /* separated by commas */
    char trusted_proxies[CONFIG_TEXT]; /* addresses or networks, separated by commas */
    char metrics[CONFIG_TEXT];         /* the address of the metrics; see config_metrics */

    /* players */
    char name[CONFIG_TEXT];
    int registration; /* enum config_registration */
    int guest_days;   /* 0: for ever */
    int no_show_seconds;
    int confirm_jump_seconds;
    char privacy_fr[CONFIG_TEXT];
    char privacy_en[CONFIG_TEXT];
    char legal_fr[CONFIG_TEXT];
    char legal_en[CONFIG_TEXT];

    /* reminders */
    int push;                        /* 1: on */
    char push_services[CONFIG_TEXT]; /* hosts, separated by commas */
    char push_contact[CONFIG_TEXT];
    int push_loopback;      /* 1: on */
    char smtp[CONFIG_TEXT]; /* "": no e-mail */
    char smtp_from[CONFIG_TEXT];
    char smtp_user[CONFIG_TEXT];
    char smtp_password[CONFIG_TEXT];

    /* log */
    int log_level;  /* enum log_level */
    int log_format; /* enum log_format */

    /* limits */
    int connections;
    int connections_per_address;
    int connections_per_player;
    int message_size;
    int messages_per_second;
    int requests_per_second;
    int changes_per_hour;
    int tables_per_hour;
    int guests_per_hour;
    int logins_per_minute;
    int failed_logins_per_hour;
    int failed_logins_per_account_per_hour;
    int chats_per_minute;
    int cpu_ms_per_second;
    int unfinished_tables_per_player;
    int local_limit_factor;
};

/* Sets every key to its default. */
void config_begin(struct config *config);

/* Sets one key. False: the key is unknown (the error suggests a similar one), or the value is not
 * valid (the error says what is). */
bool config_set(struct config *config, struct bv_span key, struct bv_span value,
                struct bv_error *error);

/* The same from one argument: `key=value`. */
bool config_set_word(struct config *config, const char *word, struct bv_error *error);

/* Called once for each error. */
typedef void config_complaint(void *context, const char *text);

/* Reads a whole file; true if there were no errors (`bivouac.conf:3: …`). */
bool config_read(struct config *config, const char *file, config_complaint *complain,
                 void *context);

/* The same from text; `file` is the name in error messages. */
bool config_read_text(struct config *config, const char *file, struct bv_span text,
                      config_complaint *complain, void *context);

/* Whether the files it names are readable and the folders writable; true if there were no
 * errors. */
bool config_check(const struct config *config, config_complaint *complain, void *context);

/* The address of the store (store.h). */
const char *config_store(const struct config *config);

/* The address of the metrics; false if there is none. */
enum { CONFIG_ADDRESS_MAX = 64 };
bool config_metrics(const struct config *config, char address[CONFIG_ADDRESS_MAX], int *port);

/* Writes a configuration file with every key, its comment and its default. */
void config_print(struct bv_out *out);

/* The name of the n-th key; NULL after the last. */
const char *config_key(size_t number);
