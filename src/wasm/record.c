/*
 * Reads a record with the program's own reader, line by line, and repeats its throws on the way.
 * The module's game is then the position that the record has reached.
 */
#include "core/record.h"
#include "core/json.h"
#include "core/lots.h"
#include "wasm/table.h"

enum { HASH_SHOWN = 8 }; /* bytes of a throw's hash that the page shows */

static struct bv_record_reader reader;
static bool ready; /* the head is complete: tokens are played */

/* What the dice that the record reveals give, computed before the token of chance is played. */
static struct {
    bool known;
    uint32_t number;
    uint32_t below;
    bv_action given;
} thrown;

EXPORT(record_begin) void wasm_record_begin(void)
{
    table.has_played = false;
    opponent_leaves();
    ready = false;
    thrown.known = false;
    bv_record_begin(&reader, &session.terms, &session.tables, &session.state);
}

static void throw_again(void)
{
    struct bv_outcome outcome[BV_CHANCE_MAX];
    struct bv_dice *dice = &reader.record.dice;
    thrown.known = false;
    if (!ready ||
        session.terms.game->to_act(&session.terms, &session.state) != bv_seat_bit(BV_CHANCE))
        return;
    thrown.number = dice->thrown;
    thrown.known = reader.record.has_seed;
    bv_outcomes(&session.terms, &session.state, outcome, &thrown.below);
    thrown.given = bv_dice_throw(&session.terms, dice, &session.state);
}

/* Reads the line in the buffer: 0 and the reason, or enum bv_record_step. */
EXPORT(record_line) uint32_t wasm_record_line(uint32_t length)
{
    struct bv_error error;
    throw_again();
    enum bv_record_step step = bv_record_line(&reader, given(length), &error);
    if (step == BV_RECORD_BAD) return give_error(&error);
    if (step == BV_RECORD_READY) ready = true;
    return step;
}

/* Whether the record may end here; 0 and the reason. */
EXPORT(record_complete) uint32_t wasm_record_complete(void)
{
    struct bv_error error;
    return bv_record_complete(&reader, &error) ? 1 : give_error(&error);
}

/* Whether the seed is the one that was committed to. */
EXPORT(record_matches) uint32_t wasm_record_matches(void)
{
    uint8_t commitment[BV_COMMITMENT_SIZE];
    bv_dice_commitment(reader.record.dice.seed, commitment);
    return bv_same(commitment, reader.record.commitment, sizeof commitment);
}

/* {"number","hash","below","drawn","given"} of the token just read; 0: no throw to check. */
EXPORT(record_throw) uint32_t wasm_record_throw(void)
{
    uint8_t digest[BV_DICE_BLOCK];
    char hex[2 * HASH_SHOWN + 1];
    char token[BV_TOKEN_MAX];
    struct bv_out out = bv_out_into(table.buffer, sizeof table.buffer);
    struct bv_out text = bv_out_into(hex, sizeof hex);
    if (!thrown.known) return 0;
    const struct bv_dice *dice = &reader.record.dice;
    bv_dice_block(&session.terms, dice, thrown.number, 0, digest);
    bv_put_hex(&text, digest, HASH_SHOWN);
    text = bv_out_into(token, sizeof token);
    session.terms.game->token(&session.terms, thrown.given, &text);
    bv_json_open(&out, NULL, '{');
    bv_json_number(&out, "number", thrown.number);
    bv_json_text(&out, "hash", hex);
    bv_json_number(&out, "below", thrown.below);
    bv_json_number(&out, "drawn",
                   bv_dice_number(&session.terms, dice, thrown.number, thrown.below));
    bv_json_text(&out, "given", token);
    bv_json_close(&out, '}');
    return (uint32_t)out.length;
}
