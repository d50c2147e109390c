#include "play/session.h"

#include <stdlib.h>

struct session *session_open(const struct bv_request *request, const char *position,
                             struct bv_error *error)
{
    struct session *session = calloc(1, sizeof *session);
    if (!session) {
        bv_error_set(error, "out of memory");
        return NULL;
    }
    bool good = bv_terms_make(request, &session->terms, &session->tables, error);
    if (good) request->game->start(&session->terms, &session->state);
    if (good && position)
        good = bv_position_read(&session->terms, bv_span_of(position), &session->state, error);
    if (good) return session;
    free(session);
    return NULL;
}

/* Takes a seat's name and the `:` or blank after it off the front; -1 if there is none. */
static int take_seat(const struct bv_terms *terms, struct bv_span *word)
{
    for (size_t at = 0; at < word->length; at++) {
        if (word->text[at] != ':' && word->text[at] != ' ') continue;
        int seat = bv_seat_named(terms, (struct bv_span){word->text, at});
        if (seat >= 0) *word = (struct bv_span){word->text + at + 1, word->length - at - 1};
        return seat;
    }
    return -1;
}

bool session_play(struct session *session, struct bv_span word, struct bv_error *error)
{
    const struct bv_terms *terms = &session->terms;
    int seat = take_seat(terms, &word);
    if (seat < 0) {
        bv_seats acting = terms->game->to_act(terms, &session->state);
        if (!acting) return bv_error_set(error, "the game is over");
        if (acting & (acting - 1))
            return bv_error_set(error, "several seats are to act: write SEAT:TOKEN");
        seat = __builtin_ctz(acting);
    }
    return bv_try_token(terms, &session->state, seat, word, &session->past, &session->menu, error);
}
