#include "server/base/config.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/base/base_url.h"
#include "server/base/hosts.h"
#include "store/store.h"
#include "util/fields.h"
#include "util/utf8.h"

enum kind { A_TEXT, A_NUMBER, A_CHOICE, A_FILE, A_FOLDER, A_FOLDER_TO_WRITE };

enum { FILE_MAX = 64 * 1024 };

typedef bool check_of_text(const char *text);

struct row {
    const char *key;
    enum kind kind;
    size_t at; /* offset in struct config: an int for numbers and choices, a text for all others */
    const char *standard;
    const char *comment;
    int least, most;       /* of a number */
    const char *choices;   /* `open|closed` */
    check_of_text *allows; /* a further check of a text; NULL: none */
    const char *allowed;   /* the same in words */
};

/* ---- Checks of texts ------------------------------------------------------------------------- */

static bool is_six(const char *address)
{
    return strchr(address, ':') != NULL;
}

static bool is_address(const char *text)
{
    unsigned char bytes[sizeof(struct in6_addr)];
    return inet_pton(is_six(text) ? AF_INET6 : AF_INET, text, bytes) == 1;
}

/* `10.0.0.7` or `10.0.0.0/8` */
static bool is_network(const char *text)
{
    struct bv_span rest = bv_span_of(text);
    struct bv_span part = {0};
    char address[INET6_ADDRSTRLEN];
    int bits = 0;
    bv_take_part(&rest, '/', &part);
    struct bv_out out = bv_out_into(address, sizeof address);
    bv_put_span(&out, part);
    if (out.cut || !is_address(address)) return false;
    return !strchr(text, '/') || bv_number_of(rest, 0, is_six(address) ? 128 : 32, &bits);
}

static bool is_list_of_networks(const char *text)
{
    struct bv_span rest = bv_span_of(text);
    struct bv_span part = {0};
    char one[64];
    while (bv_take_part(&rest, ',', &part)) {
        struct bv_span word = {0};
        struct bv_span more = {0};
        struct bv_out out = bv_out_into(one, sizeof one);
        if (!bv_take_word(&part, &word) || bv_take_word(&part, &more)) return false;
        bv_put_span(&out, word);
        if (out.cut || !is_network(one)) return false;
    }
    return true;
}

/* `127.0.0.1:9464` or `[::1]:9464` */
static bool read_endpoint(const char *text, char address[CONFIG_ADDRESS_MAX], int *port)
{
    const char *colon = strrchr(text, ':');
    if (!colon) return false;
    struct bv_span host = {text, (size_t)(colon - text)};
    bool bracketed = host.length >= 2 && host.text[0] == '[' && colon[-1] == ']';
    if (bracketed) host = (struct bv_span){host.text + 1, host.length - 2};
    struct bv_out out = bv_out_into(address, CONFIG_ADDRESS_MAX);
    bv_put_span(&out, host);
    return !out.cut && is_address(address) && is_six(address) == bracketed &&
           bv_number_of(bv_span_of(colon + 1), 0, UINT16_MAX, port);
}

static bool is_off(const char *text)
{
    return strcmp(text, "off") == 0;
}

static bool is_off_or_endpoint(const char *text)
{
    char address[CONFIG_ADDRESS_MAX];
    int port = 0;
    return is_off(text) || read_endpoint(text, address, &port);
}

static bool is_base_url(const char *text)
{
    struct base_url base;
    return base_url_read(&base, text);
}

static bool is_shared_store(const char *text)
{
    return store_is_shared(text);
}

static bool is_contact(const char *text)
{
    return strncmp(text, "mailto:", 7) == 0 || strncmp(text, "https://", 8) == 0;
}

/* smtp://HOST:PORT or smtps://HOST:PORT */
static bool is_smtp(const char *text)
{
    const char *host = strncmp(text, "smtps://", 8) == 0  ? text + 8
                       : strncmp(text, "smtp://", 7) == 0 ? text + 7
                                                          : "";
    return *host && strspn(host, "abcdefghijklmnopqrstuvwxyz0123456789-.:[]") == strlen(host);
}

static bool is_mail_address(const char *text)
{
    const char *at = strchr(text, '@');
    return at && at > text && at[1] && !strpbrk(text, " <>\"\\,;:") && !strchr(at + 1, '@');
}

static bool is_name(const char *text)
{
    return text_is_presentable(text, 60);
}

/* ---- The rows -------------------------------------------------------------------------------- */

/* clang-format off */
#define AT(member) offsetof(struct config, member)

static const struct row rows[] = {
    {"listen", A_TEXT, AT(listen), .standard = "127.0.0.1", .allows = is_address,
     .allowed = "an address, as 127.0.0.1 or ::",
     .comment = "The address to listen on: 127.0.0.1 accepts only this machine, 0.0.0.0 or :: every machine."},
    {"port", A_NUMBER, AT(port), .standard = "8080", .least = 0, .most = 65535,
     .comment = "The port; 0 lets the system choose."},
    {"data", A_FOLDER_TO_WRITE, AT(data), .standard = "var",
     .comment = "The data folder: all data of the server."},
    {"store", A_TEXT, AT(store), .standard = "", .allows = is_shared_store,
     .allowed = "the address of a PostgreSQL database, postgresql://…",
     .comment = "A PostgreSQL database instead of that folder, which several nodes may share: postgresql://USER@HOST/NAME"},
    {"web", A_FOLDER, AT(web), .standard = "",
     .comment = "The folder of the web client; empty: the one that came with the program."},
    {"threads", A_NUMBER, AT(threads), .standard = "0", .least = 0, .most = 256,
     .comment = "Threads for computer players; 0: all cores but one."},
    {"base-url", A_TEXT, AT(base_url), .standard = "", .allows = is_base_url,
     .allowed = "http:// or https://, a host, and perhaps a path of letters, digits, '-', '_' and '.'",
     .comment = "The public address, if a reverse proxy is in front of the server: https://example.org/bivouac"},
    {"allowed-hosts", A_TEXT, AT(allowed_hosts), .standard = "", .allows = hosts_are_good,
     .allowed = "names of hosts (games.example.org), separated by commas",
     .comment = "Further host names of the server, separated by commas; addresses, names without a dot and the host of base-url are always allowed."},
    {"trusted-proxies", A_TEXT, AT(trusted_proxies), .standard = "127.0.0.1, ::1", .allows = is_list_of_networks,
     .allowed = "addresses or networks (10.0.0.0/8), separated by commas",
     .comment = "Proxies whose X-Forwarded-For is trusted: addresses or networks (10.0.0.0/8), separated by commas."},
    {"metrics", A_TEXT, AT(metrics), .standard = "off", .allows = is_off_or_endpoint,
     .allowed = "off, or an address and a port, as 127.0.0.1:9464 or [::1]:9464",
     .comment = "Where /metrics is served: off, or an address and a port of its own, 127.0.0.1:9464. The metrics count secret moves too: players must not reach them."},

    {"name", A_TEXT, AT(name), .standard = "Bivouac", .allows = is_name,
     .allowed = "1 to 60 visible bytes",
     .comment = "The name of the server."},
    {"registration", A_CHOICE, AT(registration), .standard = "open", .choices = "open|invitation|closed",
     .comment = "Who may register: open: everybody; invitation: people with an invitation; closed: nobody."},
    {"guest-days", A_NUMBER, AT(guest_days), .standard = "90", .least = 0, .most = 36500,
     .comment = "Days after the last visit of a guest until the guest is deleted; 0: never."},
    {"no-show-seconds", A_NUMBER, AT(no_show_seconds), .standard = "180", .least = 5, .most = 3600,
     .comment = "Seconds after which a player who does not come to a live game of a tournament loses it."},
    {"confirm-jump-seconds", A_NUMBER, AT(confirm_jump_seconds), .standard = "600", .least = 0, .most = 86400,
     .comment = "Seconds that the clock must run evenly after a jump forward of more than three minutes before a calendar deadline can end a game."},
    {"privacy-fr", A_FILE, AT(privacy_fr), .standard = "",
     .comment = "A text file: the privacy page of this server, in French."},
    {"privacy-en", A_FILE, AT(privacy_en), .standard = "",
     .comment = "The same in English."},
    {"legal-fr", A_FILE, AT(legal_fr), .standard = "",
     .comment = "A text file: the legal notice of this server, in French."},
    {"legal-en", A_FILE, AT(legal_en), .standard = "",
     .comment = "The same in English."},

    {"push", A_CHOICE, AT(push), .standard = "off", .choices = "off|on",
     .comment = "Whether players who ask for it are reminded by Web Push that it is their turn. The server then calls the push services of browsers."},
    {"push-services", A_TEXT, AT(push_services), .allows = hosts_are_good,
     .standard = "fcm.googleapis.com, push.services.mozilla.com, notify.windows.com, push.apple.com",
     .allowed = "names of hosts (push.example.org), separated by commas",
     .comment = "The push services that may be called, with all hosts below them, separated by commas."},
    {"push-contact", A_TEXT, AT(push_contact), .standard = "", .allows = is_contact,
     .allowed = "mailto: and an address, or https:// and a page",
     .comment = "Whom a push service may ask about the server: mailto:ADDRESS or https://PAGE; empty: base-url."},
    {"push-loopback", A_CHOICE, AT(push_loopback), .standard = "off", .choices = "off|on",
     .comment = "For tests only: players may then have the server call http://127.0.0.1:PORT."},
    {"smtp", A_TEXT, AT(smtp), .standard = "", .allows = is_smtp,
     .allowed = "smtp://HOST:PORT or smtps://HOST:PORT",
     .comment = "The mail server through which players with an account who ask for it are reminded by e-mail: smtp://HOST:PORT (with STARTTLS, unless it is this machine) or smtps://HOST:PORT. Needs smtp-from and base-url. Empty: no e-mail."},
    {"smtp-from", A_TEXT, AT(smtp_from), .standard = "", .allows = is_mail_address,
     .allowed = "an address: bivouac@example.org",
     .comment = "The sender of these messages."},
    {"smtp-user", A_TEXT, AT(smtp_user), .standard = "",
     .comment = "The name under which the server logs in there; empty: it does not."},
    {"smtp-password", A_TEXT, AT(smtp_password), .standard = "",
     .comment = "And the password."},

    {"log-level", A_CHOICE, AT(log_level), .standard = "info", .choices = "debug|info|warning|error",
     .comment = "The lowest level that is logged."},
    {"log-format", A_CHOICE, AT(log_format), .standard = "text", .choices = "text|json",
     .comment = "Lines for people (text) or for programs (json)."},

    {"connections", A_NUMBER, AT(connections), .standard = "10000", .least = 1, .most = 1000000,
     .comment = "Connections at once, in total."},
    {"connections-per-address", A_NUMBER, AT(connections_per_address), .standard = "64", .least = 1, .most = 1000000,
     .comment = "Connections at once from one address."},
    {"connections-per-player", A_NUMBER, AT(connections_per_player), .standard = "16", .least = 1, .most = 100000,
     .comment = "WebSockets of one player at once."},
    {"message-size", A_NUMBER, AT(message_size), .standard = "49152", .least = 4096, .most = 1048576,
     .comment = "The largest message over a WebSocket, in bytes."},
    {"messages-per-second", A_NUMBER, AT(messages_per_second), .standard = "100", .least = 0, .most = 100000,
     .comment = "Messages per second of one player over WebSockets; for this and the next nine keys 0 means no limit."},
    {"requests-per-second", A_NUMBER, AT(requests_per_second), .standard = "50", .least = 0, .most = 100000,
     .comment = "Requests per second of one player; an address has four times as many, of messages, tables and chat messages too."},
    {"changes-per-hour", A_NUMBER, AT(changes_per_hour), .standard = "600", .least = 0, .most = 1000000,
     .comment = "Requests per hour of one player that may change something; moves and chat are messages and do not count."},
    {"tables-per-hour", A_NUMBER, AT(tables_per_hour), .standard = "120", .least = 0, .most = 100000,
     .comment = "Tables that one player may open per hour."},
    {"guests-per-hour", A_NUMBER, AT(guests_per_hour), .standard = "120", .least = 0, .most = 100000,
     .comment = "New guests and accounts per hour from one address."},
    {"logins-per-minute", A_NUMBER, AT(logins_per_minute), .standard = "20", .least = 0, .most = 10000,
     .comment = "Passwords that may be tried per minute from one address, and as many recovery codes."},
    {"failed-logins-per-hour", A_NUMBER, AT(failed_logins_per_hour), .standard = "20", .least = 0, .most = 10000,
     .comment = "Wrong passwords per hour for one account, from one address or from one device that has logged in before."},
    {"failed-logins-per-account-per-hour", A_NUMBER, AT(failed_logins_per_account_per_hour), .standard = "100", .least = 0, .most = 100000,
     .comment = "The same from all addresses together, for devices that have not logged in before."},
    {"chats-per-minute", A_NUMBER, AT(chats_per_minute), .standard = "30", .least = 0, .most = 10000,
     .comment = "Chat messages of one player per minute."},
    {"cpu-ms-per-second", A_NUMBER, AT(cpu_ms_per_second), .standard = "50", .least = 0, .most = 1000,
     .comment = "Milliseconds per second that the server works for the requests of one player; an address has four times as many."},
    {"unfinished-tables-per-player", A_NUMBER, AT(unfinished_tables_per_player), .standard = "200", .least = 1, .most = 900,
     .comment = "Unfinished tables that one player may have at once."},
    {"local-limit-factor", A_NUMBER, AT(local_limit_factor), .standard = "100", .least = 1, .most = 1000000,
     .comment = "Clients on this machine have limits that are so many times higher: load tests run here."},
};
/* clang-format on */

const char *config_key(size_t number)
{
    return number < BV_COUNT(rows) ? rows[number].key : NULL;
}

static int *number_at(struct config *config, const struct row *row)
{
    return (int *)(void *)((char *)config + row->at);
}

static const char *text_at(const struct config *config, const struct row *row)
{
    return (const char *)config + row->at;
}

/* ---- Setting one key ------------------------------------------------------------------------- */

static const struct row *row_of(struct bv_span key)
{
    for (size_t i = 0; i < BV_COUNT(rows); i++)
        if (bv_span_is(key, rows[i].key)) return &rows[i];
    return NULL;
}

static bool refuse_key(struct bv_span key, struct bv_error *error)
{
    const struct row *nearest = rows;
    int least = INT_MAX;
    for (size_t i = 0; i < BV_COUNT(rows); i++) {
        int unlikeness = bv_unlikeness(key, rows[i].key);
        if (unlikeness >= least) continue;
        least = unlikeness;
        nearest = &rows[i];
    }
    struct bv_out out = bv_error_begin(error);
    bv_put(&out, "there is no key '");
    bv_put_excerpt(&out, key, 40);
    bv_put(&out, "'");
    if (least <= 4) {
        bv_put_all(&out, "; did you mean '", nearest->key, "'?");
    } else {
        bv_put(&out, "; 'bivouac serve --print-config' shows all of them");
    }
    return false;
}

static void put_choices(const char *choices, struct bv_out *out)
{
    struct bv_span rest = bv_span_of(choices);
    struct bv_span choice = {0};
    for (int i = 0; bv_take_part(&rest, '|', &choice); i++) {
        if (i) bv_put(out, rest.length ? ", " : " or ");
        bv_put_span(out, choice);
    }
}

/* The valid values of a key, after `key is `. */
static void put_allowed(const struct row *row, struct bv_out *out)
{
    if (row->kind == A_NUMBER) {
        bv_put(out, "a whole number from ");
        bv_put_number(out, row->least);
        bv_put(out, " to ");
        bv_put_number(out, row->most);
    } else if (row->kind == A_CHOICE) {
        put_choices(row->choices, out);
    } else if (row->allowed) {
        bv_put(out, row->allowed);
    } else {
        bv_put(out, "a text of at most 255 bytes without control characters");
    }
}

static bool refuse_value(const struct row *row, struct bv_span value, struct bv_error *error)
{
    struct bv_out out = bv_error_begin(error);
    bv_put_all(&out, row->key, " is ");
    put_allowed(row, &out);
    bv_put(&out, ", not '");
    bv_put_excerpt(&out, value, 40);
    bv_put(&out, "'");
    return false;
}

static bool choose(const char *choices, struct bv_span value, int *number)
{
    struct bv_span rest = bv_span_of(choices);
    struct bv_span choice = {0};
    for (*number = 0; bv_take_part(&rest, '|', &choice); ++*number)
        if (choice.length == value.length && bv_same(choice.text, value.text, value.length))
            return true;
    return false;
}

/* An empty text means "not set"; any other must be what its row allows. */
static bool set_text(char *to, const struct row *row, struct bv_span value)
{
    char text[CONFIG_TEXT];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_put_span(&out, value);
    if (out.cut || !utf8_good(value)) return false;
    for (size_t i = 0; i < value.length; i++)
        if ((unsigned char)value.text[i] < ' ' || value.text[i] == 0x7F) return false;
    if (!value.length && row->standard[0] && row->allows != is_list_of_networks) return false;
    if (value.length && row->allows && !row->allows(text)) return false;
    bv_copy(to, text, out.length + 1);
    return true;
}

static bool set_row(struct config *config, const struct row *row, struct bv_span value)
{
    int number = 0;
    bool good = false;
    if (row->kind == A_NUMBER)
        good = bv_number_of(value, row->least, row->most, &number);
    else if (row->kind == A_CHOICE)
        good = choose(row->choices, value, &number);
    else
        return set_text((char *)config + row->at, row, value);
    if (good) *number_at(config, row) = number;
    return good;
}

bool config_set(struct config *config, struct bv_span key, struct bv_span value,
                struct bv_error *error)
{
    const struct row *row = row_of(key);
    if (!row) return refuse_key(key, error);
    return set_row(config, row, value) || refuse_value(row, value, error);
}

void config_begin(struct config *config)
{
    *config = (struct config){0};
    for (size_t i = 0; i < BV_COUNT(rows); i++) {
        bool good = set_row(config, &rows[i], bv_span_of(rows[i].standard));
        BV_ASSERT(good);
        (void)good;
    }
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static struct bv_span trimmed(struct bv_span text)
{
    while (text.length && (*text.text == ' ' || *text.text == '\t')) {
        text.text++;
        text.length--;
    }
    while (text.length && strchr(" \t\r", text.text[text.length - 1])) text.length--;
    return text;
}

/* Splits `key = value`. */
static bool split(struct bv_span line, struct bv_span *key, struct bv_span *value,
                  struct bv_error *error)
{
    struct bv_span rest = line;
    if (!memchr(line.text, '=', line.length)) {
        struct bv_out out = bv_error_begin(error);
        bv_put(&out, "a setting is written key = value, not '");
        bv_put_excerpt(&out, line, 40);
        bv_put(&out, "'");
        return false;
    }
    bv_take_part(&rest, '=', key);
    *key = trimmed(*key);
    *value = trimmed(rest);
    return true;
}

bool config_set_word(struct config *config, const char *word, struct bv_error *error)
{
    struct bv_span key = {0};
    struct bv_span value = {0};
    return split(bv_span_of(word), &key, &value, error) && config_set(config, key, value, error);
}

/* A line of a file; `seen` marks the keys that were set before. */
static bool read_line(struct config *config, struct bv_span line, bool seen[BV_COUNT(rows)],
                      struct bv_error *error)
{
    struct bv_span key = {0};
    struct bv_span value = {0};
    line = trimmed(line);
    if (!line.length || line.text[0] == '#') return true;
    if (!split(line, &key, &value, error)) return false;
    const struct row *row = row_of(key);
    if (row && seen[row - rows]) {
        struct bv_out out = bv_error_begin(error);
        bv_put_all(&out, row->key, " is set twice");
        return false;
    }
    if (row) seen[row - rows] = true;
    return config_set(config, key, value, error);
}

bool config_read_text(struct config *config, const char *file, struct bv_span text,
                      config_complaint *complain, void *context)
{
    bool seen[BV_COUNT(rows)] = {false};
    bool good = true;
    struct bv_span line = {0};
    struct bv_error error;
    for (int number = 1; bv_take_part(&text, '\n', &line); number++) {
        char where[CONFIG_TEXT + sizeof error.text + 16];
        if (read_line(config, line, seen, &error)) continue;
        snprintf(where, sizeof where, "%s:%d: %s", file, number, error.text);
        complain(context, where);
        good = false;
    }
    return good;
}

/* ---- Files ----------------------------------------------------------------------------------- */

static bool report_path(const char *path, const char *trouble, config_complaint *complain,
                        void *context)
{
    char text[2 * CONFIG_TEXT + 256];
    snprintf(text, sizeof text, "%s: %s", path, trouble);
    complain(context, text);
    return false;
}

bool config_read(struct config *config, const char *file, config_complaint *complain, void *context)
{
    static char text[FILE_MAX + 1];
    FILE *stream = fopen(file, "rb");
    if (!stream) return report_path(file, strerror(errno), complain, context);
    struct stat facts;
    size_t length = fread(text, 1, sizeof text, stream);
    bool broken = ferror(stream) || fstat(fileno(stream), &facts) != 0;
    fclose(stream);
    if (broken) return report_path(file, "cannot be read", complain, context);
    if (length > FILE_MAX) return report_path(file, "is larger than 64 KiB", complain, context);
    bool good = config_read_text(config, file, (struct bv_span){text, length}, complain, context);
    /* The file's group may be the server's own. */
    if ((facts.st_mode & S_IROTH) &&
        (store_has_password(config->store) || config->smtp_password[0]))
        return report_path(file,
                           "all users may read it, and it contains a password; chmod 640 "
                           "it, or keep the password in a password file of libpq (passfile=)",
                           complain, context);
    return good;
}

/* The error of a row's file or folder; NULL: none. */
static const char *error_of(const struct row *row, const char *path)
{
    struct stat facts;
    if (!path[0]) return NULL;
    if (row->kind == A_FILE) {
        if (access(path, R_OK) != 0) return strerror(errno);
        return stat(path, &facts) == 0 && S_ISREG(facts.st_mode) ? NULL : "is not a file";
    }
    /* The folder of the web client may be missing: there is then no web client. The data folder is
     * created if it is missing. */
    if (stat(path, &facts) != 0) return errno == ENOENT ? NULL : strerror(errno);
    if (!S_ISDIR(facts.st_mode)) return "is not a folder";
    int wanted = row->kind == A_FOLDER_TO_WRITE ? R_OK | W_OK | X_OK : R_OK | X_OK;
    return access(path, wanted) == 0 ? NULL : strerror(errno);
}

bool config_check(const struct config *config, config_complaint *complain, void *context)
{
    bool good = true;
    for (size_t i = 0; i < BV_COUNT(rows); i++) {
        const struct row *row = &rows[i];
        bool path = row->kind == A_FILE || row->kind == A_FOLDER || row->kind == A_FOLDER_TO_WRITE;
        if (!path) continue;
        char where[2 * CONFIG_TEXT];
        const char *trouble = error_of(row, text_at(config, row));
        if (!trouble) continue;
        snprintf(where, sizeof where, "%s: %s", row->key, text_at(config, row));
        good = report_path(where, trouble, complain, context);
    }
    return good;
}

const char *config_store(const struct config *config)
{
    return config->store[0] ? config->store : config->data;
}

bool config_metrics(const struct config *config, char address[CONFIG_ADDRESS_MAX], int *port)
{
    return !is_off(config->metrics) && read_endpoint(config->metrics, address, port);
}

void config_print(struct bv_out *out)
{
    bv_put(out, "# bivouac.conf: the configuration of the server. Every commented-out line is a "
                "default;\n# 'bivouac serve --check-config' checks the file.\n");
    for (size_t i = 0; i < BV_COUNT(rows); i++) {
        const struct row *row = &rows[i];
        bv_put_all(out, "\n# ", row->comment);
        if (row->kind == A_NUMBER || row->kind == A_CHOICE) {
            bv_put(out, "\n# It is ");
            put_allowed(row, out);
            bv_put(out, ".");
        }
        bv_put_all(out, "\n#", row->key, " =");
        if (row->standard[0]) bv_put(out, " ");
        bv_put_all(out, row->standard, "\n");
    }
}
