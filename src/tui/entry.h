/* The line one writes on: letters, and how they are completed. */
#ifndef BIVOUAC_ENTRY_H
#define BIVOUAC_ENTRY_H

#include "tui/choices.h"

enum { ENTRY_SIZE = 512 };

struct entry {
    char text[ENTRY_SIZE];
    size_t length;
};

void entry_add(struct entry *entry, const char *letter);
void entry_erase(struct entry *entry); /* the last letter */
void entry_clear(struct entry *entry);

/* Completes what is written as far as all tokens that begin so agree; true if that was further. */
bool entry_complete(struct entry *entry, const struct choices *choices);

/* The first tokens that begin with what is written, each after two blanks, as many as fit. Returns how many there are. */
uint32_t entry_offers(const struct entry *entry, const struct choices *choices, struct bv_out *out);

#endif
