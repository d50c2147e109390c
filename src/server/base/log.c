#include "server/base/log.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#include "util/clock.h"
#include "util/utf8.h"

enum { LINE_END = 4 }; /* space that is always left for a brace and a newline */

static const char *const level_names[] = {"debug", "info", "warning", "error"};

/* A process has one standard error, so it has one log. Set before other threads start. */
static enum log_level least_level = LOGGED_INFO;
static enum log_format format_of_lines = LOG_AS_TEXT;

void log_set_format(enum log_level least, enum log_format format)
{
    least_level = least;
    format_of_lines = format;
}

/* ---- Values ---------------------------------------------------------------------------------- */

static bool is_plain(char c)
{
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return letter || (c && strchr("-_.:/*+@", c));
}

static bool is_bare(const char *value)
{
    const char *c = value;
    while (is_plain(*c)) c++;
    return c != value && !*c;
}

static void put_code(struct bv_out *out, uint32_t code)
{
    static const char hex[] = "0123456789abcdef";
    bv_put(out, "\\u");
    for (int shift = 12; shift >= 0; shift -= 4) bv_put_char(out, hex[code >> shift & 15]);
}

/* Control characters, and marks that change the direction of writing or end a line. */
static bool is_invisible(uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x200B && code <= 0x200F) ||
           (code >= 0x2028 && code <= 0x202E) || (code >= 0x2060 && code <= 0x206F) ||
           code == 0xFEFF;
}

/* Quoted as in JSON, in both formats; bytes that are not UTF-8 become U+FFFD. */
static void put_quoted(struct bv_out *out, const char *value)
{
    struct bv_span rest = bv_span_of(value);
    bv_put_char(out, '"');
    while (rest.length) {
        uint32_t code = 0;
        size_t bytes = utf8_character(rest, &code);
        if (!bytes) {
            put_code(out, 0xFFFD);
            bytes = 1;
        } else if (is_invisible(code)) {
            put_code(out, code);
        } else {
            if (code == '"' || code == '\\') bv_put_char(out, '\\');
            bv_put_span(out, (struct bv_span){rest.text, bytes});
        }
        rest.text += bytes;
        rest.length -= bytes;
    }
    bv_put_char(out, '"');
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static void put_name(struct bv_out *out, const char *name)
{
    if (format_of_lines == LOG_AS_TEXT) {
        if (out->length) bv_put_char(out, ' ');
        bv_put_all(out, name, "=");
    } else {
        bv_put_all(out, out->length ? ",\"" : "{\"", name, "\":");
    }
}

/* A field that does not fit is left out. */
static void keep_whole(struct bv_out *out, size_t before)
{
    if (!out->cut) return;
    out->length = before;
    out->text[before] = '\0';
    out->cut = false;
}

void log_text(struct log_line *line, const char *name, const char *value)
{
    if (!line->wanted) return;
    size_t before = line->out.length;
    put_name(&line->out, name);
    if (format_of_lines == LOG_AS_TEXT && is_bare(value))
        bv_put(&line->out, value);
    else
        put_quoted(&line->out, value);
    keep_whole(&line->out, before);
}

void log_number(struct log_line *line, const char *name, int64_t value)
{
    if (!line->wanted) return;
    size_t before = line->out.length;
    put_name(&line->out, name);
    bv_put_number(&line->out, value);
    keep_whole(&line->out, before);
}

static void put_digits(struct bv_out *out, int number, int digits)
{
    char text[8];
    for (int i = digits - 1; i >= 0; i--, number /= 10) text[i] = (char)('0' + number % 10);
    bv_put_span(out, (struct bv_span){text, (size_t)digits});
}

/* `2026-11-15T18:03:49.123Z` */
static void put_time(struct bv_out *out)
{
    int64_t now = clock_wall_milliseconds();
    time_t seconds = (time_t)(now / 1000);
    struct tm parts;
    gmtime_r(&seconds, &parts);
    const struct {
        int number, digits;
        char after;
    } piece[] = {{parts.tm_year + 1900, 4, '-'}, {parts.tm_mon + 1, 2, '-'},
                 {parts.tm_mday, 2, 'T'},        {parts.tm_hour, 2, ':'},
                 {parts.tm_min, 2, ':'},         {parts.tm_sec, 2, '.'},
                 {(int)(now % 1000), 3, 'Z'}};
    for (size_t i = 0; i < BV_COUNT(piece); i++) {
        put_digits(out, piece[i].number, piece[i].digits);
        bv_put_char(out, piece[i].after);
    }
}

void log_begin(struct log_line *line, enum log_level level, const char *event)
{
    char time[32];
    line->wanted = level >= least_level;
    if (!line->wanted) return;
    line->out = bv_out_into(line->text, sizeof line->text - LINE_END);
    struct bv_out now = bv_out_into(time, sizeof time);
    put_time(&now);
    log_text(line, "time", time);
    log_text(line, "level", level_names[level]);
    log_text(line, "event", event);
}

void log_end(struct log_line *line)
{
    if (!line->wanted) return;
    line->out.size = sizeof line->text;
    if (format_of_lines == LOG_AS_JSON) bv_put_char(&line->out, '}');
    bv_put_char(&line->out, '\n');
    /* One call, so that lines of several threads do not mix. A failure cannot be reported. */
    ssize_t written = write(STDERR_FILENO, line->text, line->out.length);
    (void)written;
}

void log_event(enum log_level level, const char *event)
{
    struct log_line line;
    log_begin(&line, level, event);
    log_end(&line);
}

void log_trouble(const char *event, const char *reason)
{
    struct log_line line;
    log_begin(&line, LOGGED_ERROR, event);
    log_text(&line, "reason", reason);
    log_end(&line);
}
