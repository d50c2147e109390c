/* What players received against what the store holds: whatever does not agree must be seen. */
#include "proof/proof.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support.h"
#include "table/command.h"
#include "table/messages.h"

enum { LINES_MAX = 32 };

static struct session *game;
static struct ledger *ledger;
static struct terms_cache *cache;
static struct table *table;
static char setup_text[TABLE_SETUP_TEXT_MAX];
static char line[LINES_MAX][TABLE_EVENT_MAX];
static uint32_t lines;
static char message[MESSAGE_MAX];
static size_t texts;

/* ---- A table with both players listening ------------------------------------------------------------------------ */

static void receive(int side, int channel, bool whole, struct bv_out out)
{
    struct received received = {
        .number = table->messages[channel], .channel = (uint8_t)channel, .whole = whole};
    received_keep(&ledger->received[side], received, (struct bv_span){message, out.length}, &texts);
}

static void shown(int side)
{
    struct bv_out out = bv_out_into(message, sizeof message);
    messages_table(table, side, 0, &out);
    receive(side, side, true, out);
}

static void happens(struct table_event event)
{
    struct table_effect effect;
    struct bv_error error;
    struct bv_out out = bv_out_into(line[lines], sizeof line[lines]);
    event.at = 1000 * (lines + 1);
    table_event_write(table_terms(table), &event, &out);
    lines++;
    assert_true(table_apply(table, &event, &effect, &error));
    for (int side = 0; side < BV_SIDES_MAX; side++) {
        if (!(effect.channels >> side & 1)) continue;
        out = bv_out_into(message, sizeof message);
        messages_event(table, &event, &effect, side, &out);
        receive(side, side, false, out);
    }
}

/* The first token that is legal; by a player who sent it and was answered, or by an unknown one. */
static void plays(int seat, bool sent)
{
    static bv_action list[BV_LIST_MAX];
    char token[BV_TOKEN_MAX];
    const struct bv_terms *terms = table_terms(table);
    struct bv_out out = bv_out_into(token, sizeof token);
    assert_true(terms->game->legal(terms, &table->state, seat, list) > 0);
    terms->game->token(terms, list[0], &out);
    struct bv_span span = {token, out.length};
    if (sent) ledger_send(ledger, seat, span);
    if (sent) ledger_acknowledge(ledger, seat);
    happens((struct table_event){
        .verb = TABLE_PLAY, .seat = (int8_t)seat, .person = "p", .text = span});
}

static void sits(int seat, const char *name)
{
    struct table_event event = {.verb = TABLE_SIT, .seat = (int8_t)seat, .text = bv_span_of(name)};
    bv_copy(event.person, name, strlen(name));
    happens(event);
}

/* The beginning of a game of tanks: each places some, which the other does not learn of. */
static int play_some(void **state)
{
    struct table_setup setup;
    struct bv_error error;
    (void)state;
    lines = 0;
    texts = 0;
    game = session("chars", "seats=2");
    ledger = ledger_new(&game->terms);
    bv_copy(ledger->table, "table", sizeof "table");
    cache = terms_cache_new();
    cJSON *json = cJSON_Parse("{\"game\":\"chars\",\"seats\":2}");
    assert_true(table_setup_read(json, cache, &setup, &error));
    cJSON_Delete(json);
    bv_copy(setup.owner, "ada", sizeof "ada");
    memset(setup.seed, 7, sizeof setup.seed);
    struct bv_out out = bv_out_into(setup_text, sizeof setup_text);
    table_setup_store(&setup, &out);
    table = table_new(&setup, "table");
    sits(0, "ada");
    sits(1, "bob");
    shown(1);
    happens((struct table_event){.verb = TABLE_START, .seat = -1});
    for (int i = 0; i < 4; i++) plays(i % 2, true);
    happens((struct table_event){
        .verb = TABLE_SAY, .seat = -1, .side = 1, .person = "bob", .text = bv_span_of("hush")});
    shown(0);
    shown(1);
    return 0;
}

static int forget(void **state)
{
    (void)state;
    const struct bv_terms *terms = table_terms(table);
    table_free(table);
    terms_cache_return(cache, terms);
    terms_cache_free(cache);
    ledger_free(ledger);
    session_end(game);
    return 0;
}

/* ---- Retelling ---------------------------------------------------------------------------------------------------- */

/* The table built again from its lines without the last few. */
static struct proof proof_without(uint32_t missing)
{
    struct proof proof = {0};
    struct bv_error error;
    struct replay *replay = replay_new(ledger, setup_text, cache, &error);
    assert_non_null(replay);
    for (uint32_t i = 0; i + missing < lines; i++)
        if (!replay_take(replay, i + 1, 1000 * (i + 1), bv_span_of(line[i]), &error))
            fail_msg("%s", error.text);
    replay_end(replay, &proof);
    return proof;
}

static void what_was_received_is_confirmed(void **state)
{
    (void)state;
    struct proof proof = proof_without(0);
    assert_int_equal(proof.messages, ledger->received[0].count + ledger->received[1].count);
    assert_true(ledger->received[0].count < lines); /* the other's secrets were not sent */
    assert_int_equal(proof.wrong, 0);
    assert_int_equal(proof.moves.acknowledged, 4);
    assert_int_equal(proof.moves.found, 4);
    assert_int_equal(proof.moves.lost, 0);
    assert_int_equal(proof.moves.doubled, 0);
}

static void what_is_not_stored_was_sent_wrongly_and_is_lost(void **state)
{
    (void)state;
    assert_int_equal(proof_without(1).wrong,
                     2); /* bob's word, and that he saw it when he subscribed to */
    struct proof proof = proof_without(2);
    assert_int_equal(proof.moves.lost, 1);
    assert_true(proof.wrong > 2);
}

static void another_word_is_wrong(void **state)
{
    (void)state;
    ledger->received[0].message[3].print ^= 1;
    assert_int_equal(proof_without(0).wrong, 1);
}

static void another_history_is_wrong(void **state)
{
    (void)state;
    static const char other[] = "hash";
    memcpy(strstr(line[lines - 1], "hush"), other, strlen(other));
    assert_int_equal(proof_without(0).wrong, 1);
}

/* A player receives what was sent to another seat, under a number of its own. */
static void a_secret_of_the_other_is_wrong(void **state)
{
    (void)state;
    struct received secret = ledger->received[1].message[ledger->received[1].count - 2];
    assert_non_null(strstr(secret.text, "hush"));
    struct bv_span text = bv_span_of(secret.text);
    secret.channel = 0;
    received_keep(&ledger->received[0], secret, text, &texts);
    assert_int_equal(proof_without(0).wrong, 1);
}

static void a_move_that_was_not_made_is_doubled(void **state)
{
    (void)state;
    plays(1, false);
    struct proof proof = proof_without(0);
    assert_int_equal(proof.moves.doubled, 1);
}

static void entries_must_follow_each_other(void **state)
{
    struct proof proof = {0};
    struct bv_error error;
    (void)state;
    struct replay *replay = replay_new(ledger, setup_text, cache, &error);
    assert_true(replay_take(replay, 1, 1000, bv_span_of(line[0]), &error));
    assert_false(replay_take(replay, 1, 1000, bv_span_of(line[0]), &error));
    assert_false(replay_take(replay, 3, 3000, bv_span_of(line[2]), &error));
    replay_end(replay, &proof);
}

/* ---- From a store ---------------------------------------------------------------------------------------------------- */

static struct proof proof_of_store(struct store *store)
{
    struct proof proof = {0};
    struct bv_error error;
    assert_true(ledger_prove(ledger, store, cache, &proof, &error));
    return proof;
}

static void a_store_is_read(void **state)
{
    char folder[] = "/tmp/bivouac-proof-XXXXXX";
    char path[64];
    struct bv_error error;
    (void)state;
    assert_non_null(mkdtemp(folder));
    struct store *store = store_open(folder, STORE_WRITE, &error);
    assert_non_null(store);
    struct proof proof = proof_of_store(store); /* nothing is there */
    assert_int_equal(proof.moves.lost, 4);
    assert_int_equal(proof.wrong, proof.messages);
    assert_int_equal(proof.broken, 1);
    struct batch *batch = store_batch_new();
    store_batch_table(batch, 1, "table", setup_text, 1000);
    for (uint32_t i = 0; i < lines; i++)
        store_batch_event(batch, 1, i + 1, 1000 * (i + 1), bv_span_of(line[i]));
    assert_true(store_commit(store, batch, &error));
    proof = proof_of_store(store);
    assert_int_equal(proof.moves.found, 4);
    assert_int_equal(proof.moves.lost + proof.moves.doubled + proof.wrong + proof.broken, 0);
    store_batch_free(batch);
    batch = store_batch_new();
    store_batch_event(batch, 1, lines + 1, 99000, bv_span_of("play V p k nonsense"));
    assert_true(store_commit(store, batch, &error));
    assert_int_equal(proof_of_store(store).broken, 1);
    store_batch_free(batch);
    store_close(store);
    static const char *const files[] = {"/bivouac.db", "/bivouac.db-wal", "/bivouac.db-shm", ""};
    for (size_t i = 0; i < BV_COUNT(files); i++) {
        struct bv_out out = bv_out_into(path, sizeof path);
        bv_put(&out, folder);
        bv_put(&out, files[i]);
        if (files[i][0])
            unlink(path);
        else
            rmdir(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_was_received_is_confirmed, play_some, forget),
        cmocka_unit_test_setup_teardown(what_is_not_stored_was_sent_wrongly_and_is_lost, play_some,
                                        forget),
        cmocka_unit_test_setup_teardown(another_word_is_wrong, play_some, forget),
        cmocka_unit_test_setup_teardown(another_history_is_wrong, play_some, forget),
        cmocka_unit_test_setup_teardown(a_secret_of_the_other_is_wrong, play_some, forget),
        cmocka_unit_test_setup_teardown(a_move_that_was_not_made_is_doubled, play_some, forget),
        cmocka_unit_test_setup_teardown(entries_must_follow_each_other, play_some, forget),
        cmocka_unit_test_setup_teardown(a_store_is_read, play_some, forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
