#include "core/dice.h"

#include "core/blake2b.h"
#include "core/lots.h"

/* ---- Bytes as text --------------------------------------------------------------------------- */

void bv_put_hex(struct bv_out *out, const uint8_t *bytes, size_t size)
{
    static const char digit[] = "0123456789abcdef";
    for (size_t i = 0; i < size; i++) {
        bv_put_char(out, digit[bytes[i] >> 4]);
        bv_put_char(out, digit[bytes[i] & 15]);
    }
}

static int digit_of(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool bv_hex_of(struct bv_span text, uint8_t *bytes, size_t size)
{
    if (text.length != 2 * size) return false;
    for (size_t i = 0; i < text.length; i++)
        if (digit_of(text.text[i]) < 0) return false;
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(digit_of(text.text[2 * i]) << 4 | digit_of(text.text[2 * i + 1]));
    return true;
}

bool bv_is_word(struct bv_span text, struct bv_error *error)
{
    if (!text.length) return bv_error_set(error, "a word is not empty");
    if (text.length > BV_WORD_MAX) return bv_error_set(error, "a word has at most 64 bytes");
    for (size_t i = 0; i < text.length; i++)
        if ((unsigned char)text.text[i] < ' ' || text.text[i] == 0x7f)
            return bv_error_set(error, "a word has no control characters");
    if (text.text[0] == ' ' || text.text[text.length - 1] == ' ')
        return bv_error_set(error, "a word neither begins nor ends with a blank");
    return true;
}

/* ---- What is hashed -------------------------------------------------------------------------- */

/*
 * Lines of text. No word holds a newline and no seat's name a blank, so different seeds, words or
 * numbers never make the same text.
 */
enum {
    WORD_LINE_MAX = sizeof "word  \n" + BV_NAME_MAX + BV_WORD_MAX,
    MESSAGE_SIZE = 128 + BV_SEATS_MAX * WORD_LINE_MAX,
};

static void put_seed(struct bv_out *out, const char *first_line, const uint8_t *seed)
{
    bv_putf(out, "%s\nseed ", first_line);
    bv_put_hex(out, seed, BV_SEED_SIZE);
    bv_put_char(out, '\n');
}

void bv_dice_words(const struct bv_terms *terms, const struct bv_dice *dice, struct bv_out *out)
{
    for (int seat = 0; seat < terms->form->seats; seat++) {
        if (!*dice->word[seat]) continue;
        bv_putf(out, "word %s %s\n", terms->form->seat[seat].name, dice->word[seat]);
    }
}

static void hash_text(const struct bv_out *text, uint8_t *digest, size_t size)
{
    BV_ASSERT(!text->cut);
    bv_blake2b(text->text, text->length, digest, size);
}

void bv_dice_commitment(const uint8_t seed[BV_SEED_SIZE], uint8_t commitment[BV_COMMITMENT_SIZE])
{
    char message[MESSAGE_SIZE];
    struct bv_out out = bv_out_into(message, sizeof message);
    put_seed(&out, "bivouac commitment 1", seed);
    hash_text(&out, commitment, BV_COMMITMENT_SIZE);
}

/* ---- Throwing -------------------------------------------------------------------------------- */

void bv_dice_block(const struct bv_terms *terms, const struct bv_dice *dice, uint32_t number,
                   uint32_t block, uint8_t digest[BV_DICE_BLOCK])
{
    char message[MESSAGE_SIZE];
    struct bv_out out = bv_out_into(message, sizeof message);
    put_seed(&out, "bivouac throw 1", dice->seed);
    bv_dice_words(terms, dice, &out);
    bv_putf(&out, "throw %u %u\n", number, block);
    hash_text(&out, digest, BV_DICE_BLOCK);
}

uint32_t bv_dice_number(const struct bv_terms *terms, const struct bv_dice *dice, uint32_t number,
                        uint32_t below)
{
    BV_ASSERT(below > 0);
    /* The largest multiple of `below` up to 2^32; beyond it small remainders are favoured. */
    uint64_t limit = (UINT64_C(1) << 32) / below * below;
    for (uint32_t block = 0;; block++) {
        uint8_t digest[BV_DICE_BLOCK];
        bv_dice_block(terms, dice, number, block, digest);
        for (const uint8_t *at = digest; at < digest + sizeof digest; at += 4) {
            uint32_t drawn =
                (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
            if (drawn < limit) return drawn % below;
        }
    }
}

bv_action bv_dice_outcome(const struct bv_terms *terms, const struct bv_dice *dice, uint32_t number,
                          const union bv_state *state)
{
    struct bv_outcome outcome[BV_CHANCE_MAX];
    uint32_t weight;
    bv_outcomes(terms, state, outcome, &weight);
    return bv_outcome_at(outcome, bv_dice_number(terms, dice, number, weight));
}
