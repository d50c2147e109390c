#include "match/lesson.h"

#include <errno.h>
#include <string.h>

#include "core/hash.h"
#include "search/levels.h"
#include "util/memory.h"

/* A column of numbers. */
#define COLUMN(type)                                                                               \
    struct {                                                                                       \
        type *at;                                                                                  \
        size_t count, capacity;                                                                    \
    }

#define PUSH(column, value)                                                                        \
    do {                                                                                           \
        MEMORY_GROW((column).at, (column).count, (column).capacity);                               \
        (column).at[(column).count++] = (value);                                                   \
    } while (0)

struct lesson {
    const struct bv_game *game;
    const struct net_input *input;
    uint32_t every;
    struct bv_random random;
    uint32_t wait; /* so many positions are left out before the next one is taken */
    struct bv_error *error;
    COLUMN(uint32_t) number;  /* of the game */
    COLUMN(int16_t) guess;    /* the evaluation by hand */
    COLUMN(uint16_t) score;   /* of the side the net speaks for, in thousandths */
    COLUMN(uint16_t) later;   /* the same, as the searches that followed saw it */
    COLUMN(uint16_t) left;    /* plies to the end of the game */
    COLUMN(uint8_t) result;   /* half points */
    COLUMN(uint8_t) features; /* how many */
    COLUMN(uint16_t) feature; /* of all positions */
};

struct lesson *lesson_begin(const struct bv_game *game, uint32_t every, uint64_t seed)
{
    struct lesson *lesson = memory_new(sizeof *lesson);
    lesson->game = game;
    lesson->input = level_opponent_of(game)->input;
    lesson->every = every;
    lesson->random = bv_random_seeded(seed);
    return lesson;
}

static int16_t clipped(int32_t number)
{
    return (int16_t)(number > INT16_MAX ? INT16_MAX : number < -INT16_MAX ? -INT16_MAX : number);
}

static void take(struct lesson *lesson, const struct selfplay_position *position)
{
    const struct net_input *input = lesson->input;
    uint16_t feature[NET_ACTIVE_MAX];
    int side = input->side(position->state);
    uint32_t left = position->plies - position->ply;
    uint32_t count = input->list(position->terms, position->state, feature);
    PUSH(lesson->number, position->game);
    PUSH(lesson->guess, clipped(input->guess(position->terms, position->state)));
    PUSH(lesson->score,
         (uint16_t)(side == position->side ? position->score : 1000 - position->score));
    PUSH(lesson->later,
         (uint16_t)(side == position->side ? position->later : 1000 - position->later));
    PUSH(lesson->left, (uint16_t)(left < UINT16_MAX ? left : UINT16_MAX));
    PUSH(lesson->result, position->half_points[side]);
    PUSH(lesson->features, (uint8_t)count);
    for (uint32_t i = 0; i < count; i++) PUSH(lesson->feature, feature[i]);
}

static void look_at(void *context, const struct selfplay_position *position)
{
    struct lesson *lesson = context;
    if (position->score < 0 || !lesson->input->asked(position->terms, position->state)) return;
    if (lesson->wait) {
        lesson->wait--;
        return;
    }
    take(lesson, position);
    lesson->wait = bv_random_below(&lesson->random, 2 * lesson->every - 1);
}

bool lesson_add_file(struct lesson *lesson, const char *path, struct bv_error *error)
{
    return selfplay_read(path, lesson->game, look_at, lesson, error);
}

uint32_t lesson_positions(const struct lesson *lesson)
{
    return (uint32_t)lesson->result.count;
}

/* ---- The file -------------------------------------------------------------------------------- */

#define WRITE(column, file) fwrite((column).at, sizeof *(column).at, (column).count, file)

bool lesson_write(const struct lesson *lesson, const char *path, struct bv_error *error)
{
    uint32_t head[6] = {
        0, 0, lesson->input->features, lesson_positions(lesson), (uint32_t)lesson->feature.count,
        0};
    bv_copy(head, "BVLESSN1", 8);
    FILE *file = fopen(path, "wb");
    if (!file) return bv_error_set(error, strerror(errno));
    fwrite(head, sizeof head, 1, file);
    WRITE(lesson->number, file);
    WRITE(lesson->guess, file);
    WRITE(lesson->score, file);
    WRITE(lesson->later, file);
    WRITE(lesson->left, file);
    WRITE(lesson->result, file);
    WRITE(lesson->features, file);
    WRITE(lesson->feature, file);
    bool good = !ferror(file);
    good = fclose(file) == 0 && good;
    return good || bv_error_set(error, strerror(errno));
}

void lesson_end(struct lesson *lesson)
{
    free(lesson->number.at);
    free(lesson->guess.at);
    free(lesson->score.at);
    free(lesson->later.at);
    free(lesson->left.at);
    free(lesson->result.at);
    free(lesson->features.at);
    free(lesson->feature.at);
    free(lesson);
}
