/* Transcripts: what is written is accepted, whatever is changed in it is found at its line. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 8 << 20 };

struct book {
    char *text;
    size_t length;
};

static void append(void *context, const char *text, size_t length)
{
    struct book *book = context;
    assert_true(book->length + length < TEXT_MAX);
    memcpy(book->text + book->length, text, length);
    book->length += length;
    book->text[book->length] = '\0';
}

static struct book write_game(struct session *s, uint64_t seed, bool eager)
{
    static struct bv_transcript transcript;
    char header[256];
    struct book book = {malloc(TEXT_MAX), 0};
    struct bv_out out = bv_out_into(header, sizeof header);
    assert_non_null(book.text);
    bv_transcript_header(&s->terms, &out);
    bv_put_char(&out, '\n');
    append(&book, header, out.length);
    bv_transcript_begin(&transcript, &s->terms, &s->state, seed, eager);
    while (bv_transcript_step(&transcript, append, &book)) continue;
    return book;
}

/* The line of the first error, 0 if there is none, -1 if it ends too soon. */
static int replay(const char *text)
{
    static struct bv_replay replay;
    static union bv_tables tables;
    static union bv_state state;
    struct bv_terms terms;
    struct bv_error error = {""};
    struct bv_request request = {0};
    struct bv_span rest = bv_span_of(text);
    struct bv_span line;
    for (int number = 1; bv_take_part(&rest, '\n', &line); number++) {
        if (number == 1) {
            if (!bv_replay_header(line, &request, &error) ||
                !bv_terms_make(&request, &terms, &tables, &error))
                return 1;
            bv_replay_begin(&replay, &terms, &state);
        } else if (!bv_replay_line(&replay, line, &error)) {
            assert_true(*error.text);
            return number;
        }
    }
    return bv_replay_end(&replay, &error) ? 0 : -1;
}

static void what_is_written_is_accepted(void **state)
{
    (void)state;
    for (size_t i = 0; i < bv_game_count; i++)
        for (int eager = 0; eager <= 1; eager++) {
            struct session *s = session(bv_games[i]->id, "");
            struct book book = write_game(s, 11 + i, eager);
            assert_int_equal(replay(book.text), 0);
            struct book again = write_game(s, 11 + i, eager);
            assert_string_equal(book.text, again.text);
            free(book.text);
            free(again.text);
            session_end(s);
        }
}

static int line_of(const char *text, const char *place)
{
    int line = 1;
    for (; text < place; text++) line += *text == '\n';
    return line;
}

/* Any byte of any line that is changed is found on that line (an answer may be changed to another legal one,
 * which is found on the next). */
static void a_changed_byte_is_found(void **state)
{
    (void)state;
    struct bv_random random = bv_random_seeded(99);
    for (size_t i = 0; i < bv_game_count; i++) {
        struct session *s = session(bv_games[i]->id, "");
        struct book book = write_game(s, 5, true);
        for (int k = 0; k < 40; k++) {
            size_t at = bv_random_below(&random, (uint32_t)book.length - 1);
            char kept = book.text[at];
            if (kept == '\n') continue;
            book.text[at] = (char)(kept == '7' ? '8' : '7');
            int line = line_of(book.text, book.text + at);
            int found = replay(book.text);
            assert_true(found == line || (found > line && book.text[at] == '7'));
            book.text[at] = kept;
        }
        free(book.text);
        session_end(s);
    }
}

static void a_transcript_ends_with_its_result_and_nothing_else(void **state)
{
    (void)state;
    struct session *s = session("paris", "");
    struct book book = write_game(s, 3, false);
    int lines = line_of(book.text, book.text + book.length) - 1;
    char *result = strstr(book.text, "\n= ");
    assert_non_null(result);
    result[1] = '\0';
    assert_int_equal(replay(book.text), -1);
    result[1] = '=';
    append(&book, "\n", 1);
    assert_int_equal(replay(book.text), lines + 1);
    free(book.text);
    session_end(s);
}

static void headers_are_strict(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",
        "game",
        "game bridge seats=2",
        "game chars seats=2",
        "game chars own-fire=off",
        "game chars own-fire=maybe seats=2",
        "game chars own-fire=off seats=3",
        "game chars own-fire=off seats=2 more",
        "game kriegspiel field=standard axis=forward quiet=count seats=2",
        "jeu chars own-fire=off seats=2",
    };
    for (size_t i = 0; i < BV_COUNT(wrong); i++) {
        char text[128];
        struct bv_out out = bv_out_into(text, sizeof text);
        bv_put(&out, wrong[i]);
        bv_put_char(&out, '\n');
        assert_int_equal(replay(text), 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_accepted),
        cmocka_unit_test(a_changed_byte_is_found),
        cmocka_unit_test(a_transcript_ends_with_its_result_and_nothing_else),
        cmocka_unit_test(headers_are_strict),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
