/* The input line: its text, and completion. */
#pragma once

#include "tui/choices.h"

enum { ENTRY_SIZE = 512 };

struct entry {
    char text[ENTRY_SIZE];
    size_t length;
};

void entry_add(struct entry *entry, const char *letter);
void entry_erase(struct entry *entry); /* the last character */
void entry_clear(struct entry *entry);

/* Completes the text as far as all matching tokens agree; true if that added something. */
bool entry_complete(struct entry *entry, const struct choices *choices);

/* The first tokens that begin with the text, each after two blanks, as many as fit. Returns how
 * many there are in all. */
uint32_t entry_offers(const struct entry *entry, const struct choices *choices, struct bv_out *out);
