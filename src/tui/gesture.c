#include "tui/gesture.h"

#include <string.h>

bool gesture_fits(const struct gesture *gesture, const struct choice *choice)
{
    if (choice->points < gesture->count) return false;
    for (int i = 0; i < gesture->count; i++)
        if (choice->point[i] != gesture->point[i]) return false;
    return true;
}

static void mark(unsigned *marks, int points, int point, unsigned bit)
{
    if (point >= 0 && point < points) marks[point] |= bit;
}

void gesture_marks(const struct gesture *gesture, const struct choices *choices, unsigned *marks,
                   int points)
{
    memset(marks, 0, (size_t)points * sizeof *marks);
    for (uint32_t i = 0; i < choices->count; i++) {
        const struct choice *choice = &choices->list[i];
        if (!choice->points) continue;
        if (!gesture->count) {
            mark(marks, points, choice->point[0], choice->points == 1 ? MARK_NEXT : MARK_MOVABLE);
            continue;
        }
        if (!gesture_fits(gesture, choice) || choice->points == gesture->count) continue;
        mark(marks, points, choice->point[gesture->count], MARK_NEXT);
        mark(marks, points, choice->point[choice->points - 1], MARK_END);
    }
    for (int i = 0; i < gesture->count; i++) mark(marks, points, gesture->point[i], MARK_HELD);
    /* A piece that can also be moved is not only a place to put something. */
    for (int point = 0; point < points; point++)
        if (!gesture->count && marks[point] & MARK_MOVABLE) marks[point] &= ~(unsigned)MARK_NEXT;
}

/* Those that fit and end with the gesture, or (`further`) go on after it. */
static uint32_t fitting(const struct gesture *gesture, const struct choices *choices, bool further,
                        uint32_t *list)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < choices->count; i++) {
        const struct choice *choice = &choices->list[i];
        if (choice->points && gesture_fits(gesture, choice) &&
            (choice->points > gesture->count) == further)
            list[count++] = i;
    }
    return count;
}

/* Those whose last point is this one, by any way. */
static uint32_t ending(const struct gesture *gesture, const struct choices *choices, int point,
                       uint32_t *list)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < choices->count; i++) {
        const struct choice *choice = &choices->list[i];
        if (choice->points > gesture->count && gesture_fits(gesture, choice) &&
            choice->point[choice->points - 1] == point)
            list[count++] = i;
    }
    return count;
}

/* One step further, if a choice goes there. */
static bool step(struct gesture *gesture, const struct choices *choices, int point)
{
    struct gesture next = *gesture;
    if (next.count == CHOICE_POINTS_MAX) return false;
    next.point[next.count++] = (int16_t)point;
    for (uint32_t i = 0; i < choices->count; i++)
        if (gesture_fits(&next, &choices->list[i])) {
            *gesture = next;
            return true;
        }
    return false;
}

uint32_t gesture_touch(struct gesture *gesture, const struct choices *choices, int point,
                       uint32_t *list)
{
    const struct gesture none = {0};
    if (step(gesture, choices, point))
        /* Where the gesture can still go on, the point must be touched again to stop there. */
        return fitting(gesture, choices, true, list) ? 0 : fitting(gesture, choices, false, list);
    if (gesture->count && gesture->point[gesture->count - 1] == point) {
        uint32_t count = fitting(gesture, choices, false, list);
        if (!count) *gesture = none;
        return count;
    }
    uint32_t count = gesture->count ? ending(gesture, choices, point, list) : 0;
    if (count) return count;
    *gesture = none;
    if (!step(gesture, choices, point)) return 0;
    return fitting(gesture, choices, true, list) ? 0 : fitting(gesture, choices, false, list);
}
