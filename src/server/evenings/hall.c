#include "server/evenings/hall.h"

#include "server/evenings/placards.h"
#include "server/fellowship/fellowship.h"

/* Milliseconds between two pairings of an arena; between two looks whether a table has vanished; after trouble; between
 * two times that watchers are told. */
enum { ARENA_PACE = 3000, CHECKED_AGAIN = 60 * 1000, TROUBLE = 5000, TOLD_AGAIN = 1000 };

struct entry {
    char id[BV_ID_SIZE];
    char owner[BV_ID_SIZE];
    char club[BV_ID_SIZE]; /* "": none */
    bool paced;            /* an arena: it is looked at in its own time */
    int64_t due;           /* when to look at it */
    int64_t checked;       /* when its tables were last looked for */
    int64_t told;          /* when watchers were last told of a change */
    bool untold;           /* it has changed since */
    uint64_t flight;       /* that carries what was last done there; 0: it has landed */
    uint64_t losses;       /* of the post when that was done */
    bool over;             /* by what was last done */
    bool listed;           /* among the papers, when these were last read */
};

struct bv_hall {
    struct entry *entry;
    size_t count, room;
    struct bv_client **watcher;
    size_t watchers, watcher_room;
    struct bv_placards *placards;
    bool led; /* this node has conducted so far */
};

/* ---- The list ----------------------------------------------------------------------------------------------------- */

static struct entry *find(const struct bv_hall *hall, const char *evening)
{
    for (size_t i = 0; i < hall->count; i++)
        if (bv_equal(hall->entry[i].id, evening)) return &hall->entry[i];
    return NULL;
}

static void keep(char to[BV_ID_SIZE], const char *text)
{
    struct bv_out out = bv_out_into(to, BV_ID_SIZE);
    bv_put(&out, text);
}

static uint64_t losses(const struct bv_house *house)
{
    const struct bv_post_figures *figures = bv_post_figures(house->post);
    return figures->failures + figures->overtaken;
}

/* What was just done at an evening goes with the flight that stands ready. */
static void note_flight(const struct bv_house *house, struct entry *entry)
{
    entry->flight = bv_post_flight(house->post);
    entry->losses = losses(house);
}

void bv_hall_add(struct bv_house *house, const char *evening, const char *owner, const char *club)
{
    struct bv_hall *hall = house->hall;
    if (find(hall, evening)) return;
    BV_GROW(hall->entry, hall->count, hall->room);
    struct entry *entry = &hall->entry[hall->count++];
    *entry = (struct entry){.due = 0};
    if (house->post) note_flight(house, entry);
    keep(entry->id, evening);
    keep(entry->owner, owner);
    keep(entry->club, club);
}

/* Puts an id in its place among the least ones. */
static size_t insert(const char **id, size_t count, size_t most, const char *fresh)
{
    if (count == most && strcmp(id[most - 1], fresh) <= 0) return count;
    size_t at = count < most ? count++ : most - 1;
    for (; at > 0 && strcmp(id[at - 1], fresh) > 0; at--) id[at] = id[at - 1];
    id[at] = fresh;
    return count;
}

size_t bv_hall_list(const struct bv_house *house, const char *club, const char *after,
                    const char **id, size_t most)
{
    size_t count = 0;
    const struct bv_hall *hall = house->hall;
    for (size_t i = 0; i < hall->count; i++) {
        const struct entry *entry = &hall->entry[i];
        if (strcmp(entry->id, after) <= 0 || (*club && !bv_equal(entry->club, club))) continue;
        count = insert(id, count, most, entry->id);
    }
    return count;
}

bool bv_hall_has(const struct bv_house *house, const char *evening)
{
    return find(house->hall, evening) != NULL;
}

int bv_hall_held_by(const struct bv_house *house, const char *owner)
{
    int count = 0;
    for (size_t i = 0; i < house->hall->count; i++)
        count += bv_equal(house->hall->entry[i].owner, owner);
    return count;
}

static bool restore(void *context, const struct bv_paper *paper)
{
    struct bv_house *house = context;
    cJSON *open = cJSON_ParseWithLength(paper->text.text, paper->text.length);
    const char *owner = bv_json_get_text(open, "owner", BV_ID_SIZE - 1);
    const char *club = bv_json_get_text(open, "club", BV_ID_SIZE - 1);
    bv_hall_add(house, paper->key, owner ? owner : "", club ? club : "");
    find(house->hall, paper->key)->listed = true;
    cJSON_Delete(open);
    return true;
}

bool bv_hall_open(struct bv_house *house, struct bv_error *error)
{
    house->hall = bv_new(sizeof *house->hall);
    house->hall->placards = bv_placards_new();
    return bv_store_papers(house->reader, "evening.open", "", "", UINT32_MAX, restore, house,
                           error);
}

void bv_hall_close(struct bv_house *house)
{
    if (!house->hall) return;
    bv_placards_free(house->hall->placards);
    free(house->hall->entry);
    free((void *)house->hall->watcher);
    free(house->hall);
}

struct bv_placards *bv_hall_placards(const struct bv_house *house)
{
    return house->hall->placards;
}

/* ---- Those who watch ---------------------------------------------------------------------------------------------- */

void bv_hall_watch(struct bv_house *house, struct bv_client *client, const char *evening)
{
    struct bv_hall *hall = house->hall;
    size_t at = 0;
    if (client->evening[0]) {
        while (hall->watcher[at] != client) at++;
        hall->watcher[at] = hall->watcher[--hall->watchers];
    }
    struct bv_out out = bv_out_into(client->evening, sizeof client->evening);
    bv_put(&out, evening);
    if (!*evening) return;
    BV_GROW(hall->watcher, hall->watchers, hall->watcher_room);
    hall->watcher[hall->watchers++] = client;
}

static void tell_watchers(struct bv_house *house, const char *evening)
{
    char text[128];
    struct bv_hall *hall = house->hall;
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_json_open(&out, NULL, '{');
    bv_json_text(&out, "type", "evening-changed");
    bv_json_text(&out, "evening", evening);
    bv_json_close(&out, '}');
    struct bv_parcel *parcel = bv_parcel_text((struct bv_span){text, out.length});
    bool facts = bv_post_facts(house->post, true); /* nobody will say it again */
    for (size_t i = 0; i < hall->watchers; i++)
        if (bv_equal(hall->watcher[i]->evening, evening))
            bv_post_tell(house->post, hall->watcher[i], parcel);
    bv_post_facts(house->post, facts);
    bv_parcel_free(parcel);
}

/* Each who is told asks for the page again: what follows within a second is told of together. */
static void tell_in_time(struct bv_house *house, struct entry *entry, int64_t now)
{
    if (!entry->untold || now - entry->told < TOLD_AGAIN) return;
    entry->untold = false;
    entry->told = now;
    tell_watchers(house, entry->id);
}

void bv_hall_stir(struct bv_house *house, const char *evening)
{
    struct entry *entry = find(house->hall, evening);
    bv_placard_take_down(house->hall->placards, evening);
    if (!entry) {
        tell_watchers(house, evening);
        return;
    }
    if (!entry->paced) entry->due = 0;
    entry->untold = true;
    tell_in_time(house, entry, bv_confirmed_now());
}

/* ---- Looking over ------------------------------------------------------------------------------------------------- */

/* When to look at an evening again; 0: never, it is over. */
static int64_t next_look(const struct bv_evening *evening, int64_t now)
{
    switch (evening->stage) {
    case BV_EVENING_ANNOUNCED: return evening->starts ? evening->starts : INT64_MAX;
    case BV_EVENING_RUNNING: return now + (evening->kind == BV_ARENA ? ARENA_PACE : CHECKED_AGAIN);
    default: return 0;
    }
}

static struct bv_evening *read_checked(struct bv_house *house, struct entry *entry, int64_t now,
                                       struct bv_error *error)
{
    struct bv_evening *evening = bv_evening_read(house, entry->id, error);
    bool running = evening && evening->stage == BV_EVENING_RUNNING;
    if (!running || now - entry->checked < CHECKED_AGAIN) return evening;
    entry->checked = now;
    if (!bv_evening_check_tables(house, evening)) return evening;
    bv_evening_free(evening);
    return bv_evening_read(house, entry->id, error);
}

/* What could not be done is tried again: the papers say where it stands. */
static int64_t conduct(struct bv_house *house, struct entry *entry, int64_t now)
{
    struct bv_error error = {""};
    struct bv_evening *evening = read_checked(house, entry, now, &error);
    if (!evening) return error.text[0] ? now + TROUBLE : 0;
    bool good = true;
    if (evening->stage == BV_EVENING_RUNNING)
        good = bv_evening_go_on(house, evening, &error);
    else if (evening->stage == BV_EVENING_ANNOUNCED && evening->starts && evening->starts <= now)
        good = bv_evening_begin(house, evening, &error);
    entry->paced = evening->kind == BV_ARENA && evening->stage == BV_EVENING_RUNNING;
    int64_t due = good ? next_look(evening, now) : now + TROUBLE;
    bv_evening_free(evening);
    return due;
}

/* Looks at an evening, and notes the flight that carries what was done there. */
static void look_at(struct bv_house *house, struct entry *entry, int64_t now)
{
    size_t changes = bv_batch_count(bv_post_changes(house->post));
    entry->due = conduct(house, entry, now);
    entry->over = !entry->due;
    if (bv_batch_count(bv_post_changes(house->post)) != changes) note_flight(house, entry);
}

/* Whether the papers say that it is not over; also where they cannot be read. */
static bool is_listed(struct bv_house *house, struct entry *entry)
{
    struct bv_error error;
    entry->listed = false;
    return !bv_store_paper(house->reader, "evening.open", entry->id, restore, house, &error) ||
           entry->listed;
}

/* What was done is on disk now; or it may be lost, because another node was faster, and is done again. */
static void note_landing(struct bv_house *house, struct entry *entry)
{
    if (!entry->flight || !bv_post_landed(house->post, entry->flight)) return;
    entry->flight = 0;
    if (entry->losses == losses(house)) return;
    entry->over = !is_listed(house, entry);
    entry->due = 0;
}

static void remove_at(struct bv_house *house, size_t at)
{
    struct bv_hall *hall = house->hall;
    struct entry *entry = &hall->entry[at];
    if (entry->untold) tell_watchers(house, entry->id);
    *entry = hall->entry[--hall->count];
}

/* Of several nodes one conducts. One that begins to lead looks at everything: nobody knows what the last had still done. */
static bool conducts(struct bv_house *house)
{
    struct bv_hall *hall = house->hall;
    bool leads = bv_leads(house);
    for (size_t i = 0; leads && !hall->led && i < hall->count; i++) hall->entry[i].due = 0;
    hall->led = leads;
    return leads;
}

void bv_hall_jumped(struct bv_house *house)
{
    struct bv_hall *hall = house->hall;
    for (size_t i = 0; i < hall->count; i++) {
        struct entry *entry = &hall->entry[i];
        entry->due = entry->told = entry->checked = 0;
    }
}

void bv_hall_look(struct bv_house *house, int64_t now)
{
    struct bv_hall *hall = house->hall;
    if (bv_post_trouble(house->post)[0]) return;
    bool leads = conducts(house);
    for (size_t i = hall->count; i-- > 0;) {
        struct entry *entry = &hall->entry[i];
        tell_in_time(house, entry, now);
        note_landing(house, entry);
        if (leads && !entry->over && !entry->flight && entry->due <= now)
            look_at(house, entry, now);
        if (entry->over && !entry->flight) remove_at(house, i);
    }
}

/* ---- What other nodes do -------------------------------------------------------------------------------------------- */

/* It is told of by whoever ended it that it is over; until then it stays. */
static void remove_unlisted(struct bv_house *house, const char *evening)
{
    struct bv_hall *hall = house->hall;
    for (size_t i = hall->count; i-- > 0;) {
        struct entry *entry = &hall->entry[i];
        bool meant = !*evening || bv_equal(entry->id, evening);
        if (meant && !entry->listed && !entry->flight) remove_at(house, i);
    }
}

void bv_hall_heard(struct bv_house *house, const char *evening)
{
    struct bv_error error;
    struct entry *entry = find(house->hall, evening);
    if (entry) entry->listed = false;
    bool read = bv_store_paper(house->reader, "evening.open", evening, restore, house, &error);
    bv_hall_stir(house, evening);
    if (read)
        remove_unlisted(house, evening);
    else
        house->papers_missed = true;
}

bool bv_hall_missed(struct bv_house *house)
{
    struct bv_error error;
    struct bv_hall *hall = house->hall;
    for (size_t i = 0; i < hall->count; i++) hall->entry[i].listed = false;
    bool read =
        bv_store_papers(house->reader, "evening.open", "", "", UINT32_MAX, restore, house, &error);
    for (size_t i = 0; i < hall->count; i++) bv_hall_stir(house, hall->entry[i].id);
    if (read) remove_unlisted(house, "");
    return read;
}
