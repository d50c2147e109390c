/* The configuration: what is read, what is refused and how that is said, and that the manual knows every key. */
#include "server/base/config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/base_url.h"
#include "server/base/hosts.h"
#include "support.h"

struct complaints {
    int count;
    char last[1024];
    char all[4096];
};

static void note(void *context, const char *text)
{
    struct complaints *complaints = context;
    struct bv_out last = bv_out_into(complaints->last, sizeof complaints->last);
    struct bv_out all = {
        .text = complaints->all, .size = sizeof complaints->all, .length = strlen(complaints->all)};
    bv_put(&last, text);
    bv_put(&all, text);
    bv_put(&all, "\n");
    complaints->count++;
}

static bool read(struct config *config, const char *text, struct complaints *complaints)
{
    *complaints = (struct complaints){0};
    config_begin(config);
    return config_read_text(config, "bivouac.conf", bv_span_of(text), note, complaints);
}

static void a_file_sets_what_it_names_and_nothing_else(void **state)
{
    (void)state;
    struct config config;
    struct complaints complaints;
    assert_true(read(&config,
                     "# a comment\n\n  name =  Le bivouac du Nord \r\n\tport=9000\n"
                     "registration = invitation\nlog-format = json\ntrusted-proxies =\n",
                     &complaints));
    assert_int_equal(complaints.count, 0);
    assert_string_equal(config.name, "Le bivouac du Nord");
    assert_int_equal(config.port, 9000);
    assert_int_equal(config.registration, REGISTRATION_INVITATION);
    assert_int_equal(config.log_format, LOG_AS_JSON);
    assert_string_equal(config.trusted_proxies, "");
    assert_string_equal(config.listen, "127.0.0.1");
    assert_int_equal(config.log_level, LOGGED_INFO);
    assert_int_equal(config.connections, 10000);
}

static void every_error_is_said_with_its_line(void **state)
{
    (void)state;
    struct config config;
    struct complaints complaints;
    assert_false(read(&config,
                      "port = 70000\nregistraton = open\nname\n\nport = 1\n"
                      "log-level = loud\nport = 2\n",
                      &complaints));
    assert_string_equal(
        complaints.all,
        "bivouac.conf:1: port is a whole number from 0 to 65535, not '70000'\n"
        "bivouac.conf:2: there is no key 'registraton'; did you mean 'registration'?\n"
        "bivouac.conf:3: a setting is written key = value, not 'name'\n"
        "bivouac.conf:5: port is set twice\n"
        "bivouac.conf:6: log-level is debug, info, warning or error, not 'loud'\n"
        "bivouac.conf:7: port is set twice\n");
    assert_int_equal(complaints.count, 6);
}

static void a_key_that_is_like_no_other_is_not_guessed(void **state)
{
    (void)state;
    struct config config;
    struct bv_error error;
    config_begin(&config);
    assert_false(config_set_word(&config, "zzzzzzzzzzzzzzzz=1", &error));
    assert_non_null(strstr(error.text, "--print-config"));
    assert_null(strstr(error.text, "did you mean"));
}

static void values_are_bounded_and_checked(void **state)
{
    static const char *const bad[] = {
        "port=-1",
        "port=+1",
        "port=",
        "port=8080x",
        "threads=257",
        "listen=",
        "listen=here",
        "listen=10.0.0.0/8",
        "name=",
        "name=a\tb",
        "name=\xff",
        "name=\xe2\x80\x8b",
        "base-url=ftp://a",
        "base-url=https://",
        "base-url=https://a/../b",
        "base-url=https://a//b",
        "base-url=https://a/b?c",
        "base-url=https://a b",
        "base-url=https://user@a",
        "trusted-proxies=10.0.0.0/33",
        "trusted-proxies=10.0.0.0/8 ::1",
        "trusted-proxies=,",
        "trusted-proxies=fe80::/129",
        "registration=",
        "registration=ope",
        "registration=open|closed",
        "=1",
        "guest-days=36501",
    };
    static const char *const good[] = {
        "port=0",
        "port = 65535",
        "listen=::",
        "base-url=https://example.org",
        "base-url=https://example.org/bivouac/",
        "base-url=http://[::1]:8080/a/b.c",
        "base-url=",
        "trusted-proxies=10.0.0.0/8, fe80::/10,127.0.0.1",
        "name=L'île d'Yeu = chez nous",
        "data=/srv/une maison",
    };
    (void)state;
    struct config config;
    struct bv_error error;
    config_begin(&config);
    struct config before = config;
    for (size_t i = 0; i < BV_COUNT(bad); i++) {
        if (config_set_word(&config, bad[i], &error)) fail_msg("%s was taken", bad[i]);
        assert_true(bv_same(&config, &before, sizeof config));
    }
    for (size_t i = 0; i < BV_COUNT(good); i++)
        if (!config_set_word(&config, good[i], &error)) fail_msg("%s: %s", good[i], error.text);
    assert_string_equal(config.name, "L'île d'Yeu = chez nous");
    char longest[CONFIG_TEXT + 8] = "data=";
    memset(longest + 5, 'a', CONFIG_TEXT);
    assert_false(config_set_word(&config, longest, &error));
    longest[5 + CONFIG_TEXT - 1] = '\0';
    assert_true(config_set_word(&config, longest, &error));
}

static void what_is_printed_changes_nothing(void **state)
{
    static char text[32 * 1024];
    static char plain[32 * 1024];
    (void)state;
    struct config standard;
    struct config config;
    struct complaints complaints;
    struct bv_out out = bv_out_into(text, sizeof text);
    config_begin(&standard);
    config_print(&out);
    assert_false(out.cut);
    assert_true(read(&config, text, &complaints));
    assert_true(bv_same(&config, &standard, sizeof config));
    /* The same with the defaults no longer commented out: `#key =` but not `# words`. */
    struct bv_out uncommented = bv_out_into(plain, sizeof plain);
    for (size_t i = 0; i < out.length; i++)
        if (text[i] != '#' || text[i + 1] == ' ') bv_put_char(&uncommented, text[i]);
    if (!read(&config, plain, &complaints)) fail_msg("%s", complaints.all);
    assert_true(bv_same(&config, &standard, sizeof config));
    for (size_t i = 0; config_key(i); i++) {
        char line[64];
        snprintf(line, sizeof line, "\n%s =", config_key(i));
        if (!strstr(plain, line)) fail_msg("%s is not printed", config_key(i));
    }
}

static void files_that_cannot_be_read_are_named(void **state)
{
    (void)state;
    struct config config;
    struct complaints complaints = {0};
    struct bv_error error;
    config_begin(&config);
    assert_true(config_set_word(&config, "data=/tmp", &error));
    assert_true(config_check(&config, note, &complaints));
    assert_true(config_set_word(&config, "legal-fr=/nowhere/legal.txt", &error));
    assert_true(config_set_word(&config, "privacy-en=/tmp", &error));
    assert_true(config_set_word(&config, "data=/dev/null", &error));
    assert_false(config_check(&config, note, &complaints));
    assert_int_equal(complaints.count, 3);
    assert_non_null(strstr(complaints.all, "legal-fr: /nowhere/legal.txt: "));
    assert_non_null(strstr(complaints.all, "privacy-en: /tmp: is not a file\n"));
    assert_non_null(strstr(complaints.all, "data: /dev/null: is not a folder\n"));
    assert_false(config_read(&config, "/nowhere/bivouac.conf", note, &complaints));
    assert_non_null(strstr(complaints.last, "/nowhere/bivouac.conf: "));
}

static void the_base_url_has_an_origin_and_a_path(void **state)
{
    (void)state;
    struct base_url base;
    assert_true(base_url_read(&base, "https://example.org/bivouac/"));
    assert_string_equal(base.origin, "https://example.org");
    assert_string_equal(base.path, "/bivouac");
    assert_true(base.secure);
    struct bv_span path = bv_span_of("/bivouac/t/abc");
    assert_true(base_url_strip(&base, &path));
    assert_true(bv_span_is(path, "/t/abc"));
    static const char *const elsewhere[] = {"/bivouac", "/bivouacs/", "/", "/biv", ""};
    for (size_t i = 0; i < BV_COUNT(elsewhere); i++) {
        path = bv_span_of(elsewhere[i]);
        assert_false(base_url_strip(&base, &path));
        assert_true(bv_span_is(path, elsewhere[i]));
    }
    assert_true(base_url_read(&base, "http://localhost:8080"));
    assert_string_equal(base.origin, "http://localhost:8080");
    assert_string_equal(base.path, "");
    assert_false(base.secure);
    path = bv_span_of("/t/abc");
    assert_true(base_url_strip(&base, &path));
    assert_true(bv_span_is(path, "/t/abc"));
}

static void a_server_answers_to_names_that_nobody_else_can_have(void **state)
{
    (void)state;
    static const char *const good[] = {
        "",          "127.0.0.1",      "127.0.0.1:8080",    "192.168.1.7:80", "[::1]",
        "[::1]:80",  "localhost",      "LocalHost:8080",    "localhost.",     "mybox",
        "mybox:80",  "mybox.local",    "a.b.localhost:1",   "x.internal",     "x.home.arpa",
        "MyBox.lan", "example.org",    "EXAMPLE.org:443",   "example.org.",   "games.example.net",
        "two.names", "two.names:8080", "GAMES.example.net."};
    static const char *const wrong[] = {"attacker.example",
                                        "example.org.attacker.example",
                                        "notexample.org",
                                        "x.example.org",
                                        "local.attacker.com",
                                        "127.0.0.1.attacker.example",
                                        "example.org:x",
                                        "example.org/",
                                        "a b",
                                        ".local",
                                        "<script>",
                                        "attacker.example:80",
                                        "user@localhost"};
    struct base_url base;
    assert_true(base_url_read(&base, "https://example.org:8443/bivouac"));
    for (size_t i = 0; i < BV_COUNT(good); i++)
        if (!host_is_ours(&base, "games.example.net, two.names", bv_span_of(good[i])))
            fail_msg("%s is refused", good[i]);
    for (size_t i = 0; i < BV_COUNT(wrong); i++)
        if (host_is_ours(&base, "games.example.net, two.names", bv_span_of(wrong[i])))
            fail_msg("%s is answered", wrong[i]);
    assert_true(base_url_read(&base, ""));
    assert_false(host_is_ours(&base, "", bv_span_of("example.org")));
    assert_true(host_is_ours(&base, "", bv_span_of("localhost:8080")));
    assert_true(hosts_are_good("a.example, b.example"));
    assert_false(hosts_are_good("a.example b.example"));
    assert_false(hosts_are_good("http://a.example"));
    assert_false(hosts_are_good(",a.example"));
}

/* The default of a key, as the printed configuration has it. */
static struct bv_span standard_of(const char *printed, const char *key)
{
    char line[64];
    snprintf(line, sizeof line, "\n#%s =", key);
    const char *found = strstr(printed, line);
    assert_non_null(found);
    found += strlen(line);
    if (*found == ' ') found++;
    return (struct bv_span){found, strcspn(found, "\n")};
}

static void the_manual_knows_every_key_and_its_default(void **state)
{
    static char manual[256 * 1024];
    static char printed[32 * 1024];
    (void)state;
    FILE *file = fopen(BIVOUAC_SOURCE "/docs/hosting.md", "rb");
    assert_non_null(file);
    manual[fread(manual, 1, sizeof manual - 1, file)] = '\0';
    fclose(file);
    struct bv_out out = bv_out_into(printed, sizeof printed);
    config_print(&out);
    for (size_t i = 0; config_key(i); i++) {
        char row[128];
        struct bv_span standard = standard_of(printed, config_key(i));
        snprintf(row, sizeof row, "\n| `%s` | %.*s%s|", config_key(i), (int)standard.length,
                 standard.text, standard.length ? " " : "");
        if (!strstr(manual, row)) fail_msg("docs/hosting.md has no row%s", row);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_sets_what_it_names_and_nothing_else),
        cmocka_unit_test(every_error_is_said_with_its_line),
        cmocka_unit_test(a_key_that_is_like_no_other_is_not_guessed),
        cmocka_unit_test(values_are_bounded_and_checked),
        cmocka_unit_test(what_is_printed_changes_nothing),
        cmocka_unit_test(files_that_cannot_be_read_are_named),
        cmocka_unit_test(the_base_url_has_an_origin_and_a_path),
        cmocka_unit_test(a_server_answers_to_names_that_nobody_else_can_have),
        cmocka_unit_test(the_manual_knows_every_key_and_its_default),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
