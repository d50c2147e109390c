/* What the harnesses share: any game opened, any position played on for a while. */
#ifndef FUZZ_HARNESS_H
#define FUZZ_HARNESS_H

#include "core/menu.h"
#include "core/terms.h"
#include "games/storage.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Stops the fuzzer with a message when something that must hold does not. */
void must(bool holds, const char *what);

struct stage {
    struct bv_terms terms;
    union bv_tables tables;
    union bv_state state;
    struct bv_past past;
    struct bv_menu menu;
};

/* Opens a game whose form and options the number picks; the stage is made once per combination. */
struct stage *open_stage(unsigned pick);

/* Plays at random for so many plies: whatever was accepted must be playable. */
void play_on(struct stage *stage, int plies);

#endif
