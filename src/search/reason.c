#include "search/reason.h"

#include "core/say.h"
#include "games/storage.h"

struct story {
    const struct bv_terms *terms;
    union bv_state state;
    int side; /* that is advised */
    bool secrets;
};

/* Losses of the own side are no motive, and in a game with secrets a loss would only be a guess. */
static int weight_of(const struct story *story, const struct bv_event *event)
{
    bool loss = event->kind == BV_EVENT_TAKEN || event->kind == BV_EVENT_DESTROYED;
    if (loss && (story->secrets || event->side == story->side)) return 0;
    return bv_event_words(story->terms->game, event->kind)->weight;
}

/* Plays an action and returns the event most worth telling; false if none is. */
static bool play_and_look(struct story *story, int seat, bv_action action, struct bv_event *best)
{
    struct bv_event event[BV_EVENTS_MAX];
    union bv_state before;
    const struct bv_terms *terms = story->terms;
    bv_state_copy(terms->game, &before, &story->state);
    bv_apply(terms, &story->state, seat, action, NULL);
    uint32_t count = terms->game->events(terms, &before, seat, action, &story->state, event);
    int most = 0;
    for (uint32_t i = 0; i < count; i++) {
        int weight = weight_of(story, &event[i]);
        if (weight <= most) continue;
        most = weight;
        *best = event[i];
    }
    return most > 0;
}

/* The seat of the side to act that may play this action; -1 if none may. */
static int seat_for(const struct story *story, bv_action action)
{
    bv_action list[BV_LIST_MAX];
    const struct bv_game *game = story->terms->game;
    bv_seats acting = game->to_act(story->terms, &story->state);
    for (; acting && acting != bv_seat_bit(BV_CHANCE); acting &= acting - 1) {
        int seat = __builtin_ctz(acting);
        uint32_t count = game->legal(story->terms, &story->state, seat, list);
        for (uint32_t i = 0; i < count; i++)
            if (list[i] == action) return seat;
    }
    return -1;
}

/* Follows the expected line for a gain that the choice prepares. */
static bool find_later_gain(struct story *story, const struct search_answer *answer,
                            struct bv_event *gain)
{
    for (uint32_t i = 1; i < answer->line_length; i++) {
        int seat = seat_for(story, answer->line[i]);
        if (seat < 0) return false;
        bool own = bv_side_of(story->terms, seat) == story->side;
        if (play_and_look(story, seat, answer->line[i], gain) && own && weight_of(story, gain) >= 6)
            return true;
    }
    return false;
}

static void put(struct bv_out *out, bool french, const char *in_french, const char *in_english)
{
    bv_put(out, french ? in_french : in_english);
}

/* What the other side is expected to answer, where it acts next and that is no secret. */
static void put_reply(const struct story *story, const struct search_answer *answer, bool french,
                      struct bv_out *out)
{
    int seat = answer->line_length > 1 && !story->secrets ? seat_for(story, answer->line[1]) : -1;
    if (seat >= 0 && bv_side_of(story->terms, seat) != story->side) {
        put(out, french, " ; réponse attendue : ", "; expected reply: ");
        story->terms->game->token(story->terms, answer->line[1], out);
    }
    bv_put(out, ".");
}

void reason_write(const struct bv_terms *terms, const union bv_state *view,
                  const struct search_answer *answer, bool french, struct bv_out *out)
{
    const struct search_choice *choice = &answer->choice[0];
    struct story story = {.terms = terms, .side = bv_side_of(terms, choice->seat)};
    struct bv_event event;
    struct bv_random random = bv_random_seeded(1);
    story.secrets = terms->game->flags & BV_HAS_SECRETS;
    if (terms->game->determinise)
        terms->game->determinise(terms, view, choice->seat, &random, &story.state);
    else
        bv_state_copy(terms->game, &story.state, view);
    bool has_motive = play_and_look(&story, choice->seat, choice->action, &event);
    union bv_state after;
    bv_state_copy(terms->game, &after, &story.state);
    if (has_motive) {
        struct bv_text motive = bv_event_words(terms->game, event.kind)->motive;
        put(out, french, motive.fr, motive.en);
    } else if (!story.secrets && find_later_gain(&story, answer, &event)) {
        put(out, french, "Cela prépare la suite : ", "It prepares what follows: ");
        bv_say(terms, &event, french, out);
    } else {
        put(out, french, "Cela mène à la meilleure position que je vois",
            "It leads to the best position I see");
        bv_state_copy(terms->game, &story.state, &after);
        put_reply(&story, answer, french, out);
    }
    put(out, french, " Chances de gain : ", " Winning chance: ");
    bv_put_number(out, (choice->score + 5) / 10);
    put(out, french, " %", "%");
    if (answer->choices > 1 && answer->choice[1].score < choice->score - 20) {
        put(out, french, ", contre ", ", against ");
        bv_put_number(out, (answer->choice[1].score + 5) / 10);
        put(out, french, " % pour le choix suivant", "% for the next choice");
    }
    bv_put(out, ".");
}
