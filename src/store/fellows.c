#include "store/fellows.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store/fellows_talk.h"

enum {
    BEAT = 1000,
    VALID =
        2500, /* how long what the last beat found out is believed: less than others need to believe us dead */
    LONGEST = 1000, /* between two tries to come back */
    TRIPS = 8,      /* clocks are compared by the shortest of so many last trips */
    HEAD = BV_NODE_SIZE + BV_NEWS_WHAT_SIZE + 24, /* of a payload: `NODE #SERIAL what ` */
};

/* Something said or heard, its bytes behind it. */
struct piece {
    struct piece *next;
    char node[BV_NODE_SIZE];
    char what[BV_NEWS_WHAT_SIZE];
    size_t length;
    char text[];
};

struct queue {
    struct piece *first, *last;
    size_t count, bytes;
};

struct bv_fellows {
    char *where;
    char *address;
    void (*wake)(void *context);
    void *context;
    pthread_t thread;
    int stir[2];         /* a pipe: something is to be said, or it is time to go */
    struct piece *given; /* what hear gave out last */

    /* The thread's alone. */
    struct bv_talk *talk;
    struct piece *half;  /* of a long text, what has come so far */
    uint64_t serial;     /* of payloads */
    int64_t trip[TRIPS]; /* of the last beats, and what they said of the clock */
    int64_t trip_shift[TRIPS];
    unsigned trips;
    int64_t beaten; /* when the last beat began */
    int64_t last;   /* and the last that advanced game time; 0: none has */

    atomic_int_fast64_t shift; /* database's clock less monotonic */

    pthread_mutex_t lock; /* for all below */
    bool stopping;
    struct queue say, heard;
    bool missed;
    struct bv_error why_missed;
    int64_t valid_until;      /* of what the last beat found out */
    struct bv_game_time time; /* as of the last beat that advanced it, */
    int64_t time_shift;       /* the database's clock less the monotonic one then, */
    int64_t time_until;       /* and until when it goes on by itself */
    struct bv_beat beat;
};

/* ---- Queues ------------------------------------------------------------------------------------------------------- */

static struct piece *new_piece(const char *node, struct bv_span what, struct bv_span text)
{
    struct piece *piece = calloc(1, sizeof *piece + text.length + 1);
    if (!piece) abort();
    struct bv_out name = bv_out_into(piece->node, sizeof piece->node);
    struct bv_out word = bv_out_into(piece->what, sizeof piece->what);
    bv_put(&name, node);
    bv_put_span(&word, what);
    piece->length = text.length;
    if (text.length) memcpy(piece->text, text.text, text.length);
    return piece;
}

static struct piece *pop(struct queue *queue)
{
    struct piece *piece = queue->first;
    if (!piece) return NULL;
    queue->first = piece->next;
    if (!queue->first) queue->last = NULL;
    queue->count--;
    queue->bytes -= piece->length;
    piece->next = NULL;
    return piece;
}

/* Adds a piece; false if older ones had to make room for it. */
static bool push(struct queue *queue, struct piece *piece)
{
    bool room = true;
    while (queue->count >= BV_FELLOWS_QUEUE ||
           (queue->count && queue->bytes + piece->length > BV_FELLOWS_BYTES)) {
        free(pop(queue));
        room = false;
    }
    if (queue->last)
        queue->last->next = piece;
    else
        queue->first = piece;
    queue->last = piece;
    queue->count++;
    queue->bytes += piece->length;
    return room;
}

static void clear(struct queue *queue)
{
    for (struct piece *piece = pop(queue); piece; piece = pop(queue)) free(piece);
}

/* ---- Hearing --------------------------------------------------------------------------------------------------------- */

/* Who says something lives, also between its own first beat and our next. */
static void note_alive(struct bv_beat *beat, const char *node)
{
    uint32_t at = 0;
    while (at < beat->nodes && !bv_equal(beat->node[at], node)) at++;
    if (at < beat->nodes || at == BV_TALK_NODES) return;
    struct bv_out out = bv_out_into(beat->node[beat->nodes++], BV_NODE_SIZE);
    bv_put(&out, node);
}

static void deliver(struct bv_fellows *fellows, struct piece *piece)
{
    pthread_mutex_lock(&fellows->lock);
    note_alive(&fellows->beat, piece->node);
    bool first =
        !fellows->heard.first; /* else the loop is awake, and hears until there is nothing */
    if (!push(&fellows->heard, piece)) {
        fellows->missed = true;
        bv_error_set(&fellows->why_missed, "more was said than could be kept");
    }
    pthread_mutex_unlock(&fellows->lock);
    if (first) fellows->wake(fellows->context);
}

/* A part of a long text goes behind what came before it; parts come one after the other. */
static struct piece *joined(struct bv_fellows *fellows, struct piece *part)
{
    struct piece *half = fellows->half;
    fellows->half = NULL;
    if (!half) return part;
    bool fits = bv_equal(half->node, part->node) && bv_equal(half->what, part->what) &&
                half->length + part->length <= BV_NEWS_TEXT_MAX;
    if (!fits) {
        free(half);
        return part;
    }
    struct piece *whole = realloc(half, sizeof *half + half->length + part->length + 1);
    if (!whole) abort();
    memcpy(whole->text + whole->length, part->text, part->length + 1);
    whole->length += part->length;
    free(part);
    return whole;
}

/* `NODE what text`, which a store announces, or `NODE #SERIAL what text`, which a node says; `+` for `#`: the text goes on
 * in the next. */
static void take_payload(struct bv_fellows *fellows, const char *payload)
{
    struct bv_span rest = bv_span_of(payload);
    struct bv_span node;
    struct bv_span what;
    char name[BV_NODE_SIZE];
    if (!bv_take_part(&rest, ' ', &node) || node.length >= sizeof name ||
        bv_span_is(node, bv_node()) || !bv_take_part(&rest, ' ', &what) || !what.length)
        return;
    bool goes_on = what.text[0] == '+';
    if ((goes_on || what.text[0] == '#') && !bv_take_part(&rest, ' ', &what)) return;
    if (what.length >= BV_NEWS_WHAT_SIZE) return;
    struct bv_out out = bv_out_into(name, sizeof name);
    bv_put_span(&out, node);
    struct piece *piece = joined(fellows, new_piece(name, what, rest));
    if (goes_on)
        fellows->half = piece;
    else
        deliver(fellows, piece);
}

static bool listen_to_others(struct bv_fellows *fellows, struct bv_error *error)
{
    bool good = bv_talk_read(fellows->talk, error);
    for (const char *payload = bv_talk_next(fellows->talk); payload;
         payload = bv_talk_next(fellows->talk))
        take_payload(fellows, payload);
    return good;
}

/* ---- Saying ------------------------------------------------------------------------------------------------------------ */

/* The serial keeps two equal payloads of one transaction apart: the database would carry them as one. */
static char *new_payload(struct bv_fellows *fellows, const struct piece *piece, size_t at,
                         size_t length)
{
    size_t size = HEAD + length + 1;
    char *payload = malloc(size);
    if (!payload) abort();
    char serial[24];
    bool goes_on = at + length < piece->length;
    snprintf(serial, sizeof serial, " %c%llu ", goes_on ? '+' : '#',
             (unsigned long long)fellows->serial++);
    struct bv_out out = bv_out_into(payload, size);
    bv_put(&out, bv_node());
    bv_put(&out, serial);
    bv_put(&out, piece->what);
    bv_put(&out, " ");
    bv_put_span(&out, (struct bv_span){piece->text + at, length});
    return payload;
}

enum {
    PART = BV_TALK_PAYLOAD - HEAD, /* bytes of a text that fit in one payload */
    CHARACTER = 4,                 /* bytes of the longest character, none of which is cut in two */
};

static size_t part_of(const struct piece *piece, size_t at)
{
    size_t length = piece->length - at;
    if (length <= PART) return length;
    length = PART;
    while (length > PART - CHARACTER && (piece->text[at + length] & 0xC0) == 0x80) length--;
    return length;
}

/* As many pieces as go in one transaction; all parts of a text do, so that nobody's words come between them. */
static size_t take_payloads(struct bv_fellows *fellows, char *payload[BV_TALK_GROUP])
{
    size_t count = 0;
    pthread_mutex_lock(&fellows->lock);
    while (fellows->say.first &&
           count + fellows->say.first->length / (PART - CHARACTER) < BV_TALK_GROUP) {
        struct piece *piece = pop(&fellows->say);
        size_t at = 0;
        do {
            size_t length = part_of(piece, at);
            payload[count++] = new_payload(fellows, piece, at, length);
            at += length;
        } while (at < piece->length);
        free(piece);
    }
    pthread_mutex_unlock(&fellows->lock);
    return count;
}

static bool say_all(struct bv_fellows *fellows, struct bv_error *error)
{
    char *payload[BV_TALK_GROUP];
    bool good = true;
    size_t count;
    while (good && (count = take_payloads(fellows, payload))) {
        good = bv_talk_notify(fellows->talk, (const char *const *)payload, count, error);
        for (size_t i = 0; i < count; i++) free(payload[i]);
    }
    return good;
}

/* ---- The thread ----------------------------------------------------------------------------------------------------------- */

/* Whether two trips can both be right: each is wrong by half of its time at most, and clocks drift a little. */
static bool agree(const struct bv_fellows *fellows, unsigned a, unsigned b)
{
    enum { DRIFT = 2 }; /* milliseconds */
    int64_t apart = fellows->trip_shift[a] - fellows->trip_shift[b];
    int64_t most = (fellows->trip[a] + fellows->trip[b]) / 2000 + DRIFT;
    return apart <= most && -apart <= most;
}

/* The shortest of the last trips tells most exactly where the database's clock stands, unless a clock was set since, or
 * this machine has slept. */
static void compare_clocks(struct bv_fellows *fellows, const struct bv_beat *beat)
{
    unsigned last = fellows->trips++ % TRIPS;
    unsigned best = last;
    fellows->trip[last] = beat->trip;
    fellows->trip_shift[last] = beat->shift;
    for (unsigned i = 0; i < TRIPS && i < fellows->trips; i++)
        if (fellows->trip[i] < fellows->trip[best] && agree(fellows, i, last)) best = i;
    atomic_store(&fellows->shift, fellows->trip_shift[best]);
}

static bool beat_once(struct bv_fellows *fellows, struct bv_error *error)
{
    struct bv_beat beat = {0};
    fellows->beaten = bv_talk_clock();
    struct bv_last_beat last = {fellows->beat.leads, fellows->last, fellows->time_shift};
    if (!bv_talk_beat(fellows->talk, fellows->address, &last, &beat, error)) return false;
    if (beat.counted) compare_clocks(fellows, &beat);
    pthread_mutex_lock(&fellows->lock);
    if (beat.counted) {
        fellows->last = fellows->beaten;
        fellows->time = beat.time;
        fellows->time_shift = atomic_load(&fellows->shift);
        fellows->time_until = fellows->beaten + BV_TALK_LONGEST;
    }
    fellows->beat = beat;
    fellows->valid_until = fellows->beaten + VALID;
    pthread_mutex_unlock(&fellows->lock);
    return true;
}

/* The lead goes with the connection, and so does what was to be said. Another database may answer next, with another
 * clock. */
static void fall_silent(struct bv_fellows *fellows, const struct bv_error *why)
{
    bv_talk_close(fellows->talk);
    fellows->talk = NULL;
    free(fellows->half);
    fellows->half = NULL;
    fellows->trips = 0;
    pthread_mutex_lock(&fellows->lock);
    fellows->beat.leads = false;
    fellows->why_missed = *why;
    clear(&fellows->say);
    pthread_mutex_unlock(&fellows->lock);
}

static bool come_in(struct bv_fellows *fellows, struct bv_error *error)
{
    enum { TRIES = 100 };
    fellows->talk = bv_talk_open(fellows->where, error);
    bool good = fellows->talk && beat_once(fellows, error);
    for (int i = 0; good && !fellows->last; i++) /* others were faster; it must be known once */
        good = (i < TRIES || bv_error_set(error, "PostgreSQL: too many nodes open at once")) &&
               beat_once(fellows, error);
    if (good) return true;
    bv_talk_close(fellows->talk);
    fellows->talk = NULL;
    return false;
}

static void come_back(struct bv_fellows *fellows)
{
    struct bv_error error;
    if (!come_in(fellows, &error)) return;
    pthread_mutex_lock(&fellows->lock);
    fellows->missed = true;
    clear(&fellows->say);
    pthread_mutex_unlock(&fellows->lock);
    fellows->wake(fellows->context);
}

static bool is_stopping(struct bv_fellows *fellows)
{
    pthread_mutex_lock(&fellows->lock);
    bool stopping = fellows->stopping;
    pthread_mutex_unlock(&fellows->lock);
    return stopping;
}

/* Until something comes, something is to be said, or the time is up. */
static void wait_at(struct bv_fellows *fellows, int64_t milliseconds)
{
    char bytes[64];
    struct pollfd door[] = {
        {.fd = fellows->stir[0], .events = POLLIN},
        {.fd = fellows->talk ? bv_talk_socket(fellows->talk) : -1, .events = POLLIN},
    };
    poll(door, BV_COUNT(door), milliseconds > 0 ? (int)milliseconds : 0);
    while (read(fellows->stir[0], bytes, sizeof bytes) > 0) continue;
}

static void attend(struct bv_fellows *fellows)
{
    struct bv_error error;
    wait_at(fellows, fellows->beaten + BEAT - bv_talk_clock());
    bool due = bv_talk_clock() >= fellows->beaten + BEAT;
    bool good = listen_to_others(fellows, &error) && say_all(fellows, &error) &&
                (!due || beat_once(fellows, &error)) &&
                listen_to_others(fellows, &error); /* came along with the answers */
    if (!good) fall_silent(fellows, &error);
}

static void *run(void *context)
{
    enum { SHORTEST = 100 };
    struct bv_fellows *fellows = context;
    int64_t pause = SHORTEST;
    while (!is_stopping(fellows)) {
        if (fellows->talk) {
            attend(fellows);
            pause = SHORTEST;
            continue;
        }
        come_back(fellows);
        if (fellows->talk) continue;
        wait_at(fellows, pause);
        pause = 2 * pause < LONGEST ? 2 * pause : LONGEST;
    }
    if (fellows->talk) {
        struct bv_error error;
        say_all(fellows, &error);
        bv_talk_leave(fellows->talk);
    }
    return NULL;
}

/* ---- From the loop ----------------------------------------------------------------------------------------------------------- */

static char *copy_of(const char *text)
{
    char *copy = strdup(text);
    if (!copy) abort();
    return copy;
}

static bool open_pipe(int end[2])
{
    if (pipe(end)) return false;
    for (int i = 0; i < 2; i++) {
        fcntl(end[i], F_SETFL, O_NONBLOCK);
        fcntl(end[i], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

static void release(struct bv_fellows *fellows)
{
    bv_talk_close(fellows->talk);
    clear(&fellows->say);
    clear(&fellows->heard);
    free(fellows->half);
    free(fellows->given);
    free(fellows->where);
    free(fellows->address);
    for (int i = 0; i < 2; i++)
        if (fellows->stir[i] >= 0) close(fellows->stir[i]);
    pthread_mutex_destroy(&fellows->lock);
    free(fellows);
}

struct bv_fellows *bv_fellows_open(const char *where, const char *address, void (*wake)(void *),
                                   void *context, struct bv_error *error)
{
    struct bv_fellows *fellows = calloc(1, sizeof *fellows);
    if (!fellows) abort();
    *fellows = (struct bv_fellows){.where = copy_of(where),
                                   .address = copy_of(address),
                                   .wake = wake,
                                   .context = context,
                                   .stir = {-1, -1}};
    pthread_mutex_init(&fellows->lock, NULL);
    bool good = open_pipe(fellows->stir) || bv_error_set(error, "no more files can be opened");
    good = good && come_in(fellows, error);
    if (good && pthread_create(&fellows->thread, NULL, run, fellows) != 0)
        good = bv_error_set(error, "no thread can be started");
    if (good) return fellows;
    release(fellows);
    return NULL;
}

static void stir(struct bv_fellows *fellows)
{
    ssize_t put = write(fellows->stir[1], "", 1);
    (void)put; /* a pipe that is full wakes as well */
}

void bv_fellows_close(struct bv_fellows *fellows)
{
    if (!fellows) return;
    pthread_mutex_lock(&fellows->lock);
    fellows->stopping = true;
    pthread_mutex_unlock(&fellows->lock);
    stir(fellows);
    pthread_join(fellows->thread, NULL);
    release(fellows);
}

void bv_fellows_say(struct bv_fellows *fellows, const char *what, struct bv_span text)
{
    BV_ASSERT(text.length <= BV_NEWS_TEXT_MAX && bv_length(what) < BV_NEWS_WHAT_SIZE);
    struct piece *piece = new_piece(bv_node(), bv_span_of(what), text);
    pthread_mutex_lock(&fellows->lock);
    bool first = !fellows->say.first;
    push(&fellows->say, piece);
    pthread_mutex_unlock(&fellows->lock);
    if (first) stir(fellows);
}

/* What was heard before the connection was lost is still told, then that it was. */
bool bv_fellows_hear(struct bv_fellows *fellows, struct bv_news *news)
{
    free(fellows->given);
    pthread_mutex_lock(&fellows->lock);
    fellows->given = pop(&fellows->heard);
    if (!fellows->given && fellows->missed) {
        fellows->missed = false;
        fellows->given =
            new_piece(bv_node(), bv_span_of("missed"), bv_span_of(fellows->why_missed.text));
    }
    pthread_mutex_unlock(&fellows->lock);
    const struct piece *piece = fellows->given;
    if (!piece) return false;
    *news = (struct bv_news){.text = {piece->text, piece->length}};
    memcpy(news->node, piece->node, sizeof news->node);
    memcpy(news->what, piece->what, sizeof news->what);
    return true;
}

int64_t bv_fellows_now(const struct bv_fellows *fellows)
{
    return bv_talk_clock() + atomic_load(&fellows->shift);
}

int64_t bv_fellows_offset(const struct bv_fellows *fellows)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return bv_fellows_now(fellows) - ((int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000);
}

/* The lock is a secret of this file: whoever asks changes nothing. */
static pthread_mutex_t *lock_of(const struct bv_fellows *fellows)
{
    return (pthread_mutex_t *)&fellows->lock;
}

bool bv_fellows_leads(const struct bv_fellows *fellows)
{
    pthread_mutex_lock(lock_of(fellows));
    bool leads = fellows->beat.leads && bv_talk_clock() < fellows->valid_until;
    pthread_mutex_unlock(lock_of(fellows));
    return leads;
}

bool bv_fellows_is_alive(const struct bv_fellows *fellows, const char *node)
{
    bool alive = bv_equal(node, bv_node());
    pthread_mutex_lock(lock_of(fellows));
    for (uint32_t i = 0; i < fellows->beat.nodes && !alive; i++)
        alive = bv_equal(fellows->beat.node[i], node);
    pthread_mutex_unlock(lock_of(fellows));
    return alive;
}

uint32_t bv_fellows_count(const struct bv_fellows *fellows)
{
    pthread_mutex_lock(lock_of(fellows));
    uint32_t count = fellows->beat.nodes;
    pthread_mutex_unlock(lock_of(fellows));
    return count ? count : 1;
}

bool bv_fellows_time(const struct bv_fellows *fellows, struct bv_game_time *time)
{
    int64_t now = bv_talk_clock();
    pthread_mutex_lock(lock_of(fellows));
    bool known = now <= fellows->time_until;
    *time = fellows->time;
    int64_t passed = now + fellows->time_shift - fellows->time.wall;
    pthread_mutex_unlock(lock_of(fellows));
    time->wall += passed;
    if (known) time->game += passed;
    return known;
}
