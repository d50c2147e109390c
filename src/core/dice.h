/*
 * Dice that a player can check. docs/dice.md is the definition; in short
 *
 *     before the game   the server draws a seed of 32 bytes and shows its commitment, a hash
 *     then              each player may add a word; no word is accepted after the first throw
 *     throw i           a number out of BLAKE2b(seed, words, i)
 *     after the game    the seed is shown, and every throw can be repeated
 *
 * What is hashed is plain text, so that `b2sum` is enough to check it by hand. A seed is used for
 * one game, and the number of a throw is its place among the chance tokens of that game: no number
 * is thrown twice.
 */
#pragma once

#include "core/game.h"

enum {
    BV_SEED_SIZE = 32,
    BV_COMMITMENT_SIZE = 32,
    BV_WORD_MAX = 64, /* bytes of a player's word */
    BV_DICE_BLOCK = 64,
};

struct bv_dice {
    uint8_t seed[BV_SEED_SIZE];
    char word[BV_SEATS_MAX][BV_WORD_MAX + 1]; /* by seat; "" where none was given */
    uint32_t thrown;                          /* the number of the next throw */
};

/* The commitment that is shown before the game and fixes the seed. */
void bv_dice_commitment(const uint8_t seed[BV_SEED_SIZE], uint8_t commitment[BV_COMMITMENT_SIZE]);

/* Whether a text may be a word: 1 to 64 bytes, no control characters, no blank at either end. */
bool bv_is_word(struct bv_span text, struct bv_error *error);

/* The lines `word SEAT TEXT` in the order of the seats, as hashed and as in a record. */
void bv_dice_words(const struct bv_terms *terms, const struct bv_dice *dice, struct bv_out *out);

/* Block `block` of the stream of throw `number`. */
void bv_dice_block(const struct bv_terms *terms, const struct bv_dice *dice, uint32_t number,
                   uint32_t block, uint8_t digest[BV_DICE_BLOCK]);

/* Throw `number`: from 0 to below - 1, each equally likely; `below` is at least 1. */
uint32_t bv_dice_number(const struct bv_terms *terms, const struct bv_dice *dice, uint32_t number,
                        uint32_t below);

/* What throw `number` does when chance is to act, by its odds, in the order of game->chance. */
bv_action bv_dice_outcome(const struct bv_terms *terms, const struct bv_dice *dice, uint32_t number,
                          const union bv_state *state);

/* The next throw; counts it. */
static inline bv_action bv_dice_throw(const struct bv_terms *terms, struct bv_dice *dice,
                                      const union bv_state *state)
{
    return bv_dice_outcome(terms, dice, dice->thrown++, state);
}

/* Bytes as lower-case hexadecimal digits, and back: exactly so many bytes, else false. */
void bv_put_hex(struct bv_out *out, const uint8_t *bytes, size_t size);
bool bv_hex_of(struct bv_span text, uint8_t *bytes, size_t size);
