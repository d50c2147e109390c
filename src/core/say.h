/* Events in words: what a log says, in French and in English. */
#pragma once

#include "core/game.h"

/* The game's own words for a kind of event, else those that all games share. */
const struct bv_event_words *bv_event_words(const struct bv_game *game, int kind);

/* The kind of event of that name; -1 if the game has none. */
int bv_event_kind_named(const struct bv_game *game, struct bv_span name);

/* What stands in the blanks of a sentence. */
struct bv_blanks {
    struct bv_text side;  /* %s */
    struct bv_text piece; /* %p */
    const char *from;     /* %f */
    const char *to;       /* %t */
    struct bv_text word;  /* %w: whatever the sentence wants, such as an article */
    int64_t number;       /* %n; and %(one|many) is one of the two words, by this number */
    int64_t more;         /* %m: a second number */
};

void bv_put_filled(struct bv_out *out, const char *pattern, const struct bv_blanks *blanks,
                   bool french);

/* One sentence with its full stop, in French or in English. */
void bv_say(const struct bv_terms *terms, const struct bv_event *event, bool french,
            struct bv_out *out);

/* The same where points are known by name alone: those of the event are not looked at. */
void bv_say_named(const struct bv_game *game, const struct bv_event *event, const char *from,
                  const char *to, bool french, struct bv_out *out);
