#include "server/keeping/config.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "net/utf8.h"
#include "server/json.h"
#include "server/keeping/base.h"
#include "server/keeping/hosts.h"
#include "store/store.h"

enum kind { A_TEXT, A_NUMBER, A_CHOICE, A_FILE, A_FOLDER, A_FOLDER_TO_WRITE };

enum { FILE_MAX = 64 * 1024 };

typedef bool check_of_text(const char *text);

struct row {
    const char *key;
    enum kind kind;
    size_t at; /* in struct bv_config: an int for numbers and choices, a text for all others */
    const char *standard;
    const char *comment;
    int least, most;       /* of a number */
    const char *choices;   /* `open|closed` */
    check_of_text *allows; /* what else a text must be; NULL: anything */
    const char *allowed;   /* the same in words */
};

/* ---- What some texts must be ------------------------------------------------------------------------------------ */

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
static bool read_endpoint(const char *text, char address[BV_ADDRESS_MAX], int *port)
{
    const char *colon = strrchr(text, ':');
    if (!colon) return false;
    struct bv_span host = {text, (size_t)(colon - text)};
    bool bracketed = host.length >= 2 && host.text[0] == '[' && colon[-1] == ']';
    if (bracketed) host = (struct bv_span){host.text + 1, host.length - 2};
    struct bv_out out = bv_out_into(address, BV_ADDRESS_MAX);
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
    char address[BV_ADDRESS_MAX];
    int port = 0;
    return is_off(text) || read_endpoint(text, address, &port);
}

static bool is_base_url(const char *text)
{
    struct bv_base base;
    return bv_base_read(&base, text);
}

static bool is_shared_store(const char *text)
{
    return bv_store_is_shared(text);
}

static bool is_name(const char *text)
{
    return bv_is_presentable(text, 60);
}

/* ---- The rows --------------------------------------------------------------------------------------------------- */

/* clang-format off */
#define AT(member) offsetof(struct bv_config, member)

static const struct row rows[] = {
    {"listen", A_TEXT, AT(listen), .standard = "127.0.0.1", .allows = is_address,
     .allowed = "an address, as 127.0.0.1 or ::",
     .comment = "The address to listen on. 127.0.0.1 is this machine alone; 0.0.0.0 or :: is everybody."},
    {"port", A_NUMBER, AT(port), .standard = "8080", .least = 0, .most = 65535,
     .comment = "The port; 0 lets the system choose."},
    {"data", A_FOLDER_TO_WRITE, AT(data), .standard = "var",
     .comment = "The folder where everything is kept."},
    {"store", A_TEXT, AT(store), .standard = "", .allows = is_shared_store,
     .allowed = "the address of a PostgreSQL database, postgresql://…",
     .comment = "Where everything is kept when not in that folder: a PostgreSQL that several machines share, postgresql://USER@HOST/NAME"},
    {"web", A_FOLDER, AT(web), .standard = "",
     .comment = "The folder of the pages for browsers; unless told, those that came with the program."},
    {"threads", A_NUMBER, AT(threads), .standard = "0", .least = 0, .most = 256,
     .comment = "Threads for the computer's thinking; 0: all cores but one."},
    {"base-url", A_TEXT, AT(base_url), .standard = "", .allows = is_base_url,
     .allowed = "http:// or https://, a host, and perhaps a path of letters, digits, '-', '_' and '.'",
     .comment = "The address people use, when a proxy stands in front: https://example.org/bivouac"},
    {"allowed-hosts", A_TEXT, AT(allowed_hosts), .standard = "", .allows = bv_hosts_good,
     .allowed = "names of hosts (games.example.org) with commas between them",
     .comment = "Further names by which people ask for the server; addresses, names without a dot and the host of base-url are always good."},
    {"trusted-proxies", A_TEXT, AT(trusted_proxies), .standard = "127.0.0.1, ::1", .allows = is_list_of_networks,
     .allowed = "addresses or networks (10.0.0.0/8) with commas between them",
     .comment = "Whose X-Forwarded-For is believed: addresses or networks (10.0.0.0/8), with commas between them."},
    {"metrics", A_TEXT, AT(metrics), .standard = "off", .allows = is_off_or_endpoint,
     .allowed = "off, or an address and a port, as 127.0.0.1:9464 or [::1]:9464",
     .comment = "Where /metrics is answered: off, or an address and a port of its own, 127.0.0.1:9464. Its figures tell of secret moves: keep it from players."},

    {"name", A_TEXT, AT(name), .standard = "Bivouac", .allows = is_name,
     .allowed = "1 to 60 bytes that can be seen",
     .comment = "The name of the house."},
    {"registration", A_CHOICE, AT(registration), .standard = "open", .choices = "open|invitation|closed",
     .comment = "Who may make an account: everybody, those who were invited, or nobody."},
    {"guest-days", A_NUMBER, AT(guest_days), .standard = "90", .least = 0, .most = 36500,
     .comment = "Days after which a guest who was not seen again is forgotten; 0: never."},
    {"no-show-seconds", A_NUMBER, AT(no_show_seconds), .standard = "180", .least = 5, .most = 3600,
     .comment = "Seconds after which somebody who has not come to a live game of an evening has lost it."},
    {"confirm-jump-seconds", A_NUMBER, AT(confirm_jump_seconds), .standard = "600", .least = 0, .most = 86400,
     .comment = "Seconds for which the clock must go on evenly, after a jump forward of more than three minutes, before a deadline by the calendar ends a game."},
    {"privacy-fr", A_FILE, AT(privacy_fr), .standard = "",
     .comment = "A text file: your own page on privacy, in French."},
    {"privacy-en", A_FILE, AT(privacy_en), .standard = "",
     .comment = "The same in English."},
    {"legal-fr", A_FILE, AT(legal_fr), .standard = "",
     .comment = "A text file: who is responsible for this house, in French."},
    {"legal-en", A_FILE, AT(legal_en), .standard = "",
     .comment = "The same in English."},

    {"log-level", A_CHOICE, AT(log_level), .standard = "info", .choices = "debug|info|warning|error",
     .comment = "The least that is logged."},
    {"log-format", A_CHOICE, AT(log_format), .standard = "text", .choices = "text|json",
     .comment = "Lines for people (text) or for programs (json)."},

    {"connections", A_NUMBER, AT(connections), .standard = "10000", .least = 1, .most = 1000000,
     .comment = "Connections at once, all together."},
    {"connections-per-address", A_NUMBER, AT(connections_per_address), .standard = "64", .least = 1, .most = 1000000,
     .comment = "Connections at once from one address."},
    {"connections-per-person", A_NUMBER, AT(connections_per_person), .standard = "16", .least = 1, .most = 100000,
     .comment = "WebSockets of one person at once."},
    {"message-size", A_NUMBER, AT(message_size), .standard = "49152", .least = 4096, .most = 1048576,
     .comment = "Bytes of one message over a WebSocket."},
    {"messages-per-second", A_NUMBER, AT(messages_per_second), .standard = "100", .least = 0, .most = 100000,
     .comment = "Messages a second of one person over WebSockets; for this and the next eight 0 means as many as one likes."},
    {"requests-per-second", A_NUMBER, AT(requests_per_second), .standard = "50", .least = 0, .most = 100000,
     .comment = "Requests a second of one person; an address may do four times as much, of messages, tables and chats too."},
    {"changes-per-hour", A_NUMBER, AT(changes_per_hour), .standard = "600", .least = 0, .most = 1000000,
     .comment = "Requests of one person in an hour that may change something; moves and chat are messages, and not counted."},
    {"tables-per-hour", A_NUMBER, AT(tables_per_hour), .standard = "120", .least = 0, .most = 100000,
     .comment = "Tables that one person may open in an hour."},
    {"guests-per-hour", A_NUMBER, AT(guests_per_hour), .standard = "120", .least = 0, .most = 100000,
     .comment = "New guests and accounts in an hour from one address."},
    {"logins-per-minute", A_NUMBER, AT(logins_per_minute), .standard = "20", .least = 0, .most = 10000,
     .comment = "Passwords that may be tried within a minute from one address, and as many recovery codes."},
    {"failed-logins-per-hour", A_NUMBER, AT(failed_logins_per_hour), .standard = "20", .least = 0, .most = 10000,
     .comment = "Wrong passwords for one account within an hour, from one address or with one device that has logged in before."},
    {"guesses-per-hour", A_NUMBER, AT(guesses_per_hour), .standard = "100", .least = 0, .most = 100000,
     .comment = "The same from all addresses together, of devices that have not logged in before."},
    {"chats-per-minute", A_NUMBER, AT(chats_per_minute), .standard = "30", .least = 0, .most = 10000,
     .comment = "What one person may say in a minute."},
    {"work-per-second", A_NUMBER, AT(work_per_second), .standard = "50", .least = 0, .most = 1000,
     .comment = "Milliseconds a second that the server works for one person, whatever they ask for; an address may have four times as much."},
    {"tables-per-person", A_NUMBER, AT(tables_per_person), .standard = "200", .least = 1, .most = 900,
     .comment = "Tables that one person may have open at once, those that are over not counted."},
    {"local-limit-factor", A_NUMBER, AT(local_limit_factor), .standard = "100", .least = 1, .most = 1000000,
     .comment = "This machine itself may do so many times more than the limits say: load clients come from here."},
};
/* clang-format on */

const char *bv_config_key(size_t number)
{
    return number < BV_COUNT(rows) ? rows[number].key : NULL;
}

static int *number_at(struct bv_config *config, const struct row *row)
{
    return (int *)(void *)((char *)config + row->at);
}

static const char *text_at(const struct bv_config *config, const struct row *row)
{
    return (const char *)config + row->at;
}

/* ---- Setting one key -------------------------------------------------------------------------------------------- */

static const struct row *row_of(struct bv_span key)
{
    for (size_t i = 0; i < BV_COUNT(rows); i++)
        if (bv_span_is(key, rows[i].key)) return &rows[i];
    return NULL;
}

static bool no_such_key(struct bv_span key, struct bv_error *error)
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
        bv_put(&out, "; did you mean '");
        bv_put(&out, nearest->key);
        bv_put(&out, "'?");
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

/* What a key may be, after `key is `. */
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
    bv_put(&out, row->key);
    bv_put(&out, " is ");
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

/* An empty text is `not set`; else it must be what its row allows. */
static bool set_text(char *to, const struct row *row, struct bv_span value)
{
    char text[BV_CONFIG_TEXT];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_put_span(&out, value);
    if (out.cut || !bv_utf8_good(value)) return false;
    for (size_t i = 0; i < value.length; i++)
        if ((unsigned char)value.text[i] < ' ' || value.text[i] == 0x7F) return false;
    if (!value.length && row->standard[0] && row->allows != is_list_of_networks) return false;
    if (value.length && row->allows && !row->allows(text)) return false;
    bv_copy(to, text, out.length + 1);
    return true;
}

static bool set_row(struct bv_config *config, const struct row *row, struct bv_span value)
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

bool bv_config_set(struct bv_config *config, struct bv_span key, struct bv_span value,
                   struct bv_error *error)
{
    const struct row *row = row_of(key);
    if (!row) return no_such_key(key, error);
    return set_row(config, row, value) || refuse_value(row, value, error);
}

void bv_config_begin(struct bv_config *config)
{
    *config = (struct bv_config){0};
    for (size_t i = 0; i < BV_COUNT(rows); i++) {
        bool good = set_row(config, &rows[i], bv_span_of(rows[i].standard));
        BV_ASSERT(good);
        (void)good;
    }
}

/* ---- Lines -------------------------------------------------------------------------------------------------------- */

static struct bv_span trimmed(struct bv_span text)
{
    while (text.length && (*text.text == ' ' || *text.text == '\t')) {
        text.text++;
        text.length--;
    }
    while (text.length && strchr(" \t\r", text.text[text.length - 1])) text.length--;
    return text;
}

/* `key = value` into its two halves. */
static bool halve(struct bv_span line, struct bv_span *key, struct bv_span *value,
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

bool bv_config_set_word(struct bv_config *config, const char *word, struct bv_error *error)
{
    struct bv_span key = {0};
    struct bv_span value = {0};
    return halve(bv_span_of(word), &key, &value, error) && bv_config_set(config, key, value, error);
}

/* A line of a file; `seen` has a mark for every key that stood there before. */
static bool read_line(struct bv_config *config, struct bv_span line, bool seen[BV_COUNT(rows)],
                      struct bv_error *error)
{
    struct bv_span key = {0};
    struct bv_span value = {0};
    line = trimmed(line);
    if (!line.length || line.text[0] == '#') return true;
    if (!halve(line, &key, &value, error)) return false;
    const struct row *row = row_of(key);
    if (row && seen[row - rows]) {
        struct bv_out out = bv_error_begin(error);
        bv_put(&out, row->key);
        bv_put(&out, " is set twice");
        return false;
    }
    if (row) seen[row - rows] = true;
    return bv_config_set(config, key, value, error);
}

bool bv_config_read_text(struct bv_config *config, const char *file, struct bv_span text,
                         bv_config_complaint *complain, void *context)
{
    bool seen[BV_COUNT(rows)] = {false};
    bool good = true;
    struct bv_span line = {0};
    struct bv_error error;
    for (int number = 1; bv_take_part(&text, '\n', &line); number++) {
        char where[BV_CONFIG_TEXT + sizeof error.text + 16];
        if (read_line(config, line, seen, &error)) continue;
        snprintf(where, sizeof where, "%s:%d: %s", file, number, error.text);
        complain(context, where);
        good = false;
    }
    return good;
}

/* ---- Files ---------------------------------------------------------------------------------------------------------- */

static bool complain_of_path(const char *path, const char *trouble, bv_config_complaint *complain,
                             void *context)
{
    char text[2 * BV_CONFIG_TEXT + 256];
    snprintf(text, sizeof text, "%s: %s", path, trouble);
    complain(context, text);
    return false;
}

bool bv_config_read(struct bv_config *config, const char *file, bv_config_complaint *complain,
                    void *context)
{
    static char text[FILE_MAX + 1];
    FILE *stream = fopen(file, "rb");
    if (!stream) return complain_of_path(file, strerror(errno), complain, context);
    struct stat facts;
    size_t length = fread(text, 1, sizeof text, stream);
    bool broken = ferror(stream) || fstat(fileno(stream), &facts) != 0;
    fclose(stream);
    if (broken) return complain_of_path(file, "cannot be read", complain, context);
    if (length > FILE_MAX)
        return complain_of_path(file, "is larger than 64 KiB", complain, context);
    bool good =
        bv_config_read_text(config, file, (struct bv_span){text, length}, complain, context);
    /* The owner's group may be the house's own. */
    if ((facts.st_mode & S_IROTH) && bv_store_has_password(config->store))
        return complain_of_path(file,
                                "everybody may read it, and there is a password in it; chmod 640 "
                                "it, or keep the password in a file of libpq's (passfile=)",
                                complain, context);
    return good;
}

/* What is wrong with the file or folder of a row; NULL: nothing. */
static const char *trouble_with(const struct row *row, const char *path)
{
    struct stat facts;
    if (!path[0]) return NULL;
    if (row->kind == A_FILE) {
        if (access(path, R_OK) != 0) return strerror(errno);
        return stat(path, &facts) == 0 && S_ISREG(facts.st_mode) ? NULL : "is not a file";
    }
    /* The folder of the client may be missing, then there is no client; that of the data is made when it is. */
    if (stat(path, &facts) != 0) return errno == ENOENT ? NULL : strerror(errno);
    if (!S_ISDIR(facts.st_mode)) return "is not a folder";
    int wanted = row->kind == A_FOLDER_TO_WRITE ? R_OK | W_OK | X_OK : R_OK | X_OK;
    return access(path, wanted) == 0 ? NULL : strerror(errno);
}

bool bv_config_check(const struct bv_config *config, bv_config_complaint *complain, void *context)
{
    bool good = true;
    for (size_t i = 0; i < BV_COUNT(rows); i++) {
        const struct row *row = &rows[i];
        if (row->kind < A_FILE) continue;
        char where[2 * BV_CONFIG_TEXT];
        const char *trouble = trouble_with(row, text_at(config, row));
        if (!trouble) continue;
        snprintf(where, sizeof where, "%s: %s", row->key, text_at(config, row));
        good = complain_of_path(where, trouble, complain, context);
    }
    return good;
}

const char *bv_config_store(const struct bv_config *config)
{
    return config->store[0] ? config->store : config->data;
}

bool bv_config_metrics(const struct bv_config *config, char address[BV_ADDRESS_MAX], int *port)
{
    return !is_off(config->metrics) && read_endpoint(config->metrics, address, port);
}

void bv_config_print(struct bv_out *out)
{
    bv_put(out, "# bivouac.conf: how this house is kept. Every line that is commented out is a "
                "default;\n# 'bivouac serve --check-config' says whether all is well.\n");
    for (size_t i = 0; i < BV_COUNT(rows); i++) {
        const struct row *row = &rows[i];
        bv_put(out, "\n# ");
        bv_put(out, row->comment);
        if (row->kind == A_NUMBER || row->kind == A_CHOICE) {
            bv_put(out, "\n# It is ");
            put_allowed(row, out);
            bv_put(out, ".");
        }
        bv_put(out, "\n#");
        bv_put(out, row->key);
        bv_put(out, " =");
        if (row->standard[0]) bv_put(out, " ");
        bv_put(out, row->standard);
        bv_put(out, "\n");
    }
}
