#include "server/fellowship/roster.h"

#include "core/hash.h"
#include "server/memory.h"

enum { SLICES = 16, SLICE_BUCKETS = 256, BUCKETS = SLICES * SLICE_BUCKETS };
enum { SLICE_PACE = 500, IN_A_HURRY = 20 }; /* milliseconds between two slices */

struct line {
    char key[BV_ROSTER_KEY_SIZE];
    char node[BV_NODE_SIZE]; /* "": this one */
    uint32_t count;
    bool read_out; /* in the slice that is being heard */
    struct line *next;
};

struct bv_roster {
    struct bv_fellows *fellows;
    uint32_t slice;   /* the next to be read out */
    uint32_t hurried; /* so many of them soon */
    int64_t spoken;   /* when the last was */
    struct line *bucket[BUCKETS];
};

struct bv_roster *bv_roster_open(struct bv_fellows *fellows)
{
    struct bv_roster *roster = bv_new(sizeof *roster);
    roster->fellows = fellows;
    bv_roster_ask(roster);
    return roster;
}

void bv_roster_close(struct bv_roster *roster)
{
    if (!roster) return;
    for (size_t i = 0; i < BUCKETS; i++)
        while (roster->bucket[i]) {
            struct line *line = roster->bucket[i];
            roster->bucket[i] = line->next;
            free(line);
        }
    free(roster);
}

/* ---- Lines --------------------------------------------------------------------------------------------------------- */

static size_t bucket_of(const char *key)
{
    return bv_hash_text(0, key) % BUCKETS;
}

static struct line **find(struct bv_roster *roster, const char *node, const char *key)
{
    struct line **place = &roster->bucket[bucket_of(key)];
    while (*place && !(bv_equal((*place)->key, key) && bv_equal((*place)->node, node)))
        place = &(*place)->next;
    return place;
}

static void strike_out(struct line **place)
{
    struct line *line = *place;
    *place = line->next;
    free(line);
}

/* What a node has of a key; NULL for nothing. */
static struct line *write_down(struct bv_roster *roster, const char *node, const char *key,
                               uint32_t count)
{
    struct line **place = find(roster, node, key);
    if (!count) {
        if (*place) strike_out(place);
        return NULL;
    }
    if (!*place) {
        *place = bv_new(sizeof **place);
        struct bv_out out = bv_out_into((*place)->key, BV_ROSTER_KEY_SIZE);
        bv_put(&out, key);
        out = bv_out_into((*place)->node, BV_NODE_SIZE);
        bv_put(&out, node);
    }
    (*place)->count = count;
    return *place;
}

uint32_t bv_roster_count(const struct bv_roster *roster, const char *key)
{
    uint32_t count = 0;
    const struct line *line = roster ? roster->bucket[bucket_of(key)] : NULL;
    for (; line; line = line->next)
        if (line->node[0] && bv_equal(line->key, key)) count += line->count;
    return count;
}

/* ---- Saying -------------------------------------------------------------------------------------------------------- */

void bv_roster_set(struct bv_roster *roster, const char *key, uint32_t count)
{
    char text[BV_ROSTER_KEY_SIZE + 16];
    struct bv_out out = bv_out_into(text, sizeof text);
    if (!roster || !key[0]) return;
    write_down(roster, "", key, count);
    bv_put(&out, key);
    bv_put_char(&out, ' ');
    bv_put_number(&out, count);
    bv_fellows_say(roster->fellows, "in", (struct bv_span){text, out.length});
}

void bv_roster_ask(struct bv_roster *roster)
{
    bv_fellows_say(roster->fellows, "roll", (struct bv_span){"", 0});
}

static void read_out(struct bv_roster *roster, uint32_t slice)
{
    static char text[BV_NEWS_TEXT_MAX]; /* what does not fit is in the words of the moment alone */
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_put_number(&out, slice);
    for (size_t i = 0; i < SLICE_BUCKETS; i++)
        for (const struct line *line = roster->bucket[slice * SLICE_BUCKETS + i]; line;
             line = line->next) {
            if (line->node[0] || out.length + BV_ROSTER_KEY_SIZE + 16 > out.size) continue;
            bv_put_char(&out, ' ');
            bv_put(&out, line->key);
            bv_put_char(&out, ':');
            bv_put_number(&out, line->count);
        }
    bv_fellows_say(roster->fellows, "slice", (struct bv_span){text, out.length});
}

static void forget_dead(struct bv_roster *roster, uint32_t slice)
{
    for (size_t i = 0; i < SLICE_BUCKETS; i++) {
        struct line **place = &roster->bucket[slice * SLICE_BUCKETS + i];
        while (*place)
            if ((*place)->node[0] && !bv_fellows_is_alive(roster->fellows, (*place)->node))
                strike_out(place);
            else
                place = &(*place)->next;
    }
}

void bv_roster_look(struct bv_roster *roster, int64_t now)
{
    int64_t pace = roster->hurried ? IN_A_HURRY : SLICE_PACE;
    if (now < roster->spoken + pace) return;
    roster->spoken = now;
    if (roster->hurried) roster->hurried--;
    read_out(roster, roster->slice);
    roster->slice = (roster->slice + 1) % SLICES;
    for (uint32_t slice = 0; slice < SLICES; slice++) forget_dead(roster, slice);
}

/* ---- Hearing ------------------------------------------------------------------------------------------------------- */

/* Takes `KEY` and, behind the separator, `COUNT`. */
static bool take_line(struct bv_span *rest, char separator, char key[BV_ROSTER_KEY_SIZE],
                      int *count)
{
    struct bv_span part = {0};
    struct bv_out out = bv_out_into(key, BV_ROSTER_KEY_SIZE);
    if (!bv_take_part(rest, separator, &part)) return false;
    bv_put_span(&out, part);
    return part.length && !out.cut && bv_number_of(*rest, 0, INT32_MAX, count);
}

void bv_roster_hear_in(struct bv_roster *roster, const char *node, struct bv_span text)
{
    char key[BV_ROSTER_KEY_SIZE];
    int count = 0;
    if (take_line(&text, ' ', key, &count)) write_down(roster, node, key, (uint32_t)count);
}

static void strike_out_rest(struct bv_roster *roster, const char *node, uint32_t slice)
{
    for (size_t i = 0; i < SLICE_BUCKETS; i++) {
        struct line **place = &roster->bucket[slice * SLICE_BUCKETS + i];
        while (*place) {
            struct line *line = *place;
            bool theirs = bv_equal(line->node, node);
            if (theirs && !line->read_out) {
                strike_out(place);
                continue;
            }
            if (theirs) line->read_out = false;
            place = &line->next;
        }
    }
}

void bv_roster_hear_slice(struct bv_roster *roster, const char *node, struct bv_span text)
{
    char key[BV_ROSTER_KEY_SIZE];
    int slice = 0;
    struct bv_span part = {0};
    if (!bv_take_part(&text, ' ', &part) || !bv_number_of(part, 0, SLICES - 1, &slice)) return;
    while (bv_take_part(&text, ' ', &part)) {
        int count = 0;
        if (!take_line(&part, ':', key, &count) || !count ||
            bucket_of(key) / SLICE_BUCKETS != (size_t)slice)
            continue;
        write_down(roster, node, key, (uint32_t)count)->read_out = true;
    }
    strike_out_rest(roster, node, (uint32_t)slice);
}

void bv_roster_hear_roll(struct bv_roster *roster)
{
    roster->hurried = SLICES;
}
