/* The log: what is written, and that nothing from outside can look like something else. */
#include "server/base/log.h"

#include <string.h>
#include <unistd.h>

#include "support.h"

static char written[2 * LOG_LINE];

/* Standard error goes into a pipe while this runs. */
static const char *catch_lines(void (*act)(void))
{
    int ends[2];
    int kept = dup(STDERR_FILENO);
    assert_int_equal(pipe(ends), 0);
    dup2(ends[1], STDERR_FILENO);
    act();
    dup2(kept, STDERR_FILENO);
    close(kept);
    close(ends[1]);
    ssize_t length = read(ends[0], written, sizeof written - 1);
    close(ends[0]);
    assert_true(length >= 0);
    written[length] = '\0';
    return written;
}

/* The line without its time: the fields behind `level`. */
static const char *after_time(const char *line, const char *level)
{
    const char *found = strstr(line, level);
    assert_non_null(found);
    return found;
}

static void log_everything(void)
{
    struct log_line line;
    log_begin(&line, LOGGED_WARNING, "test");
    log_text(&line, "plain", "127.0.0.1:80/*");
    log_text(&line, "empty", "");
    log_text(&line, "words", "two words");
    log_text(&line, "tricky", "a\" level=error\n\\x\x7f");
    log_text(&line, "turned",
             "\xe2\x80\xae"
             "abc\xc2\x85");
    log_text(&line, "broken", "\xff\xc3");
    log_text(&line, "french", "é");
    log_number(&line, "number", -12);
    log_end(&line);
}

static void a_line_for_people(void **state)
{
    (void)state;
    log_set_format(LOGGED_INFO, LOG_AS_TEXT);
    const char *line = catch_lines(log_everything);
    assert_memory_equal(line, "time=2", 6);
    assert_string_equal(
        after_time(line, "level="),
        "level=warning event=test plain=127.0.0.1:80/* empty=\"\" words=\"two words\" "
        "tricky=\"a\\\" level=error\\u000a\\\\x\\u007f\" turned=\"\\u202eabc\\u0085\" "
        "broken=\"\\ufffd\\ufffd\" french=\"é\" number=-12\n");
}

static void a_line_for_programs(void **state)
{
    (void)state;
    log_set_format(LOGGED_INFO, LOG_AS_JSON);
    const char *line = catch_lines(log_everything);
    assert_memory_equal(line, "{\"time\":\"2", 10);
    assert_string_equal(
        after_time(line, "\"level\":"),
        "\"level\":\"warning\",\"event\":\"test\",\"plain\":\"127.0.0.1:80/*\",\"empty\":\"\","
        "\"words\":\"two words\",\"tricky\":\"a\\\" level=error\\u000a\\\\x\\u007f\","
        "\"turned\":\"\\u202eabc\\u0085\",\"broken\":\"\\ufffd\\ufffd\",\"french\":\"é\","
        "\"number\":-12}\n");
}

static void what_is_below_the_level_is_not_there(void **state)
{
    (void)state;
    log_set_format(LOGGED_ERROR, LOG_AS_TEXT);
    assert_string_equal(catch_lines(log_everything), "");
    log_set_format(LOGGED_WARNING, LOG_AS_TEXT);
    assert_string_not_equal(catch_lines(log_everything), "");
}

static void log_too_much(void)
{
    static char longest[2 * LOG_LINE];
    struct log_line line;
    memset(longest, 'x', sizeof longest - 1);
    log_begin(&line, LOGGED_ERROR, "test");
    log_text(&line, "before", "yes");
    log_text(&line, "longest", longest);
    log_text(&line, "behind", "yes");
    log_end(&line);
}

static void a_field_that_does_not_fit_is_left_out(void **state)
{
    (void)state;
    log_set_format(LOGGED_INFO, LOG_AS_JSON);
    assert_string_equal(
        after_time(catch_lines(log_too_much), "\"level\":"),
        "\"level\":\"error\",\"event\":\"test\",\"before\":\"yes\",\"behind\":\"yes\"}\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_for_people),
        cmocka_unit_test(a_line_for_programs),
        cmocka_unit_test(what_is_below_the_level_is_not_there),
        cmocka_unit_test(a_field_that_does_not_fit_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
