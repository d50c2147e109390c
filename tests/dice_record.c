/*
 * Writes the record of a game played at random with dice that can be checked, seed revealed: the records
 * tests/golden/dice-*.record are
 *     build/check/tests/dice_record kriegspiel 3 > tests/golden/dice-kriegspiel.record
 *     build/check/tests/dice_record belligerants 2 > tests/golden/dice-belligerants.record
 *     build/check/tests/dice_record chars 4 > tests/golden/dice-chars.record
 */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/lots.h"
#include "core/record.h"

enum { LONGEST = 1 << 22 };

static void play_on(struct session *s, struct bv_record *head, struct bv_random *random,
                    struct bv_out *tokens)
{
    for (bv_seats acting; (acting = s->terms.game->to_act(&s->terms, &s->state)); head->tokens++) {
        int seat = bv_draw_seat(acting, random);
        bv_action action = seat == BV_CHANCE
                               ? bv_dice_throw(&s->terms, &head->dice, &s->state)
                               : bv_draw_action(&s->terms, &s->state, seat, s->menu.list, random);
        bv_record_token(&s->terms, seat, action, tokens);
        bv_apply(&s->terms, &s->state, seat, action, &s->past);
    }
}

int main(int count, char **words)
{
    static struct bv_record head;
    static char tokens[LONGEST];
    static char text[2 * LONGEST];
    if (count != 3) {
        fputs("dice_record GAME NUMBER\n", stderr);
        return 2;
    }
    struct bv_random random = bv_random_seeded(strtoull(words[2], NULL, 10));
    struct session *s = session(words[1], "");
    for (int i = 0; i < BV_SEED_SIZE; i++)
        head.dice.seed[i] = (uint8_t)(bv_random_word(&random) >> 56);
    bv_dice_commitment(head.dice.seed, head.commitment);
    head.has_dice = head.has_seed = true;
    snprintf(head.dice.word[0], sizeof head.dice.word[0], "tournez, dés !");
    snprintf(head.dice.word[1], sizeof head.dice.word[1], "rien ne va plus");

    struct bv_out list = bv_out_into(tokens, sizeof tokens);
    play_on(s, &head, &random, &list);
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_record_head(&s->terms, &head, &out);
    bv_put(&out, tokens);
    bv_record_result(&s->terms, &s->state, NULL, &out);
    fputs(text, stdout);
    session_end(s);
    return out.cut || list.cut;
}
