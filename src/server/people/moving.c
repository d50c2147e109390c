#include "server/people/moving.h"

#include "server/evenings/evening.h"
#include "server/fellowship/fellowship.h"
#include "server/people/challenges.h"
#include "server/people/kinds.h"
#include "server/people/programs.h"
#include "server/people/rewrite.h"
#include "server/people/sessions.h"

enum { TABLES_COUNTED = 10000, PAPERS_A_STEP = 100 };

/* How somebody is called who asked to be forgotten. */
static const char nobody[] = "?";

struct bv_moving {
    char from[BV_ID_SIZE];
    char to[BV_ID_SIZE]; /* "": is forgotten */
    uint64_t flight;     /* of the last step */
    struct bv_moving *next;
};

/* ---- Those who are under way ------------------------------------------------------------------------------------------ */

static struct bv_moving *find(const struct bv_house *house, const char *person)
{
    struct bv_moving *moving = house->moving;
    while (moving && !bv_equal(moving->from, person)) moving = moving->next;
    return moving;
}

bool bv_is_moving(const struct bv_house *house, const char *person)
{
    return find(house, person) != NULL;
}

static struct bv_moving *add(struct bv_house *house, const char *from, const char *to)
{
    struct bv_moving *moving = bv_new(sizeof *moving);
    struct bv_out out = bv_out_into(moving->from, sizeof moving->from);
    bv_put(&out, from);
    out = bv_out_into(moving->to, sizeof moving->to);
    bv_put(&out, to);
    struct bv_moving **end = &house->moving;
    while (*end) end = &(*end)->next;
    *end = moving;
    return moving;
}

static void write_down(struct bv_house *house, struct bv_moving *moving)
{
    cJSON *paper = cJSON_CreateObject();
    cJSON_AddStringToObject(paper, "to", moving->to);
    bv_desk_write(house->desk, "moving", moving->from, 0, paper, NULL);
    moving->flight = bv_post_flight(house->post);
    cJSON_Delete(paper);
}

static bool restore(void *context, const struct bv_paper *paper)
{
    struct bv_house *house = context;
    cJSON *fields = cJSON_ParseWithLength(paper->text.text, paper->text.length);
    const char *to = bv_json_get_text(fields, "to", BV_ID_SIZE - 1);
    struct bv_moving *known = find(house, paper->key);
    if (to && known) {
        struct bv_out out = bv_out_into(known->to, sizeof known->to);
        bv_put(&out, to);
    } else if (to) {
        add(house, paper->key, to);
    }
    cJSON_Delete(fields);
    return true;
}

bool bv_moving_restore(struct bv_house *house, struct bv_error *error)
{
    return bv_store_papers(house->reader, "moving", "", "", UINT32_MAX, restore, house, error);
}

void bv_moving_clear(struct bv_house *house)
{
    while (house->moving) {
        struct bv_moving *moving = house->moving;
        house->moving = moving->next;
        free(moving);
    }
}

/* ---- Setting out ----------------------------------------------------------------------------------------------------- */

struct keys {
    int64_t *key;
    uint32_t count;
};

static bool note_key(void *context, const struct bv_stored_table *table)
{
    struct keys *keys = context;
    keys->key[keys->count++] = table->table;
    return true;
}

static bool is_among(const struct keys *keys, int64_t table)
{
    for (uint32_t i = 0; i < keys->count; i++)
        if (keys->key[i] == table) return true;
    return false;
}

struct counting {
    const struct keys *theirs;
    struct bv_moved *moved;
};

static bool count_table(void *context, const struct bv_stored_table *table)
{
    struct counting *counting = context;
    struct bv_moved *moved = counting->moved;
    if (!is_among(counting->theirs, table->table)) {
        moved->tables++;
    } else if (moved->kept < BV_MOVED_KEPT_MAX) {
        struct bv_out out = bv_out_into(moved->table[moved->kept++], BV_ID_SIZE);
        bv_put(&out, table->id);
    }
    return true;
}

static void count(struct bv_house *house, const char *guest, const char *account,
                  struct bv_moved *moved)
{
    struct bv_error ignored;
    struct keys theirs = {.key = bv_new(TABLES_COUNTED * sizeof(int64_t))};
    struct counting counting = {&theirs, moved};
    *moved = (struct bv_moved){0};
    bv_store_joined(house->reader, account, TABLES_COUNTED, note_key, &theirs, &ignored);
    bv_store_joined(house->reader, guest, TABLES_COUNTED, count_table, &counting, &ignored);
    free(theirs.key);
}

void bv_move_guest(struct bv_house *house, const char *guest, const char *account,
                   struct bv_moved *moved)
{
    count(house, guest, account, moved);
    write_down(house, add(house, guest, account));
}

static void forget_bots(struct bv_house *house, const char *owner)
{
    char bot[BV_BOTS_MAX][BV_ID_SIZE];
    uint32_t bots = bv_bots_of(house, owner, bot);
    for (uint32_t i = 0; i < bots; i++)
        if (!bv_is_moving(house, bot[i])) bv_forget_person(house, bot[i]);
}

void bv_forget_person(struct bv_house *house, const char *person)
{
    cJSON *account = bv_desk_read(house->desk, "account", person, NULL);
    const char *folded = bv_json_get_text(account, "folded", BV_PAPER_KEY_MAX);
    if (folded) bv_desk_remove(house->desk, "name", folded, NULL);
    cJSON_Delete(account);
    bv_desk_remove(house->desk, "account", person, NULL);
    bv_sessions_end(house, person, "");
    bv_challenges_close(house, person, NULL);
    /* Who is on the way to becoming this person is forgotten with them. */
    for (struct bv_moving *moving = house->moving; moving; moving = moving->next)
        if (bv_equal(moving->to, person)) {
            moving->to[0] = '\0';
            write_down(house, moving);
        }
    write_down(house, add(house, person, ""));
    if (!bv_is_bot(person)) forget_bots(house, person);
}

/* ---- Table by table -------------------------------------------------------------------------------------------------- */

/* Nobody waits for who is forgotten: a game that is not over is resigned, a seat freed, a table of their own closed. */
static void leave_table(struct bv_house *house, struct bv_room *room, struct bv_client *person)
{
    char key[BV_KEY_SIZE];
    struct bv_refusal ignored;
    cJSON *nothing = cJSON_CreateObject();
    const struct bv_terms *terms = bv_table_terms(room->table);
    if (room->table->stage == BV_TABLE_OPEN && bv_equal(room->table->setup.owner, person->person))
        bv_room_wish(house, room, person, "cancel", nothing, key, &ignored);
    cJSON_Delete(nothing);
    for (int seat = 0; seat < terms->form->seats; seat++) {
        if (room->table->stage == BV_TABLE_OVER || !bv_holds(room->table, seat, person->person))
            continue;
        cJSON *fields = cJSON_CreateObject();
        cJSON_AddStringToObject(fields, "seat", bv_seat_name(terms, seat));
        if (!bv_room_wish(house, room, person, "stand", fields, key, &ignored))
            bv_room_wish(house, room, person, "resign", fields, key, &ignored);
        cJSON_Delete(fields);
    }
}

static void forget_at(struct bv_house *house, struct bv_room *room, const char *person)
{
    /* Another name at each table, so that they are not found together. */
    char anybody[17] = "gone";
    struct bv_client client = {0};
    bv_copy(client.person, person, BV_ID_SIZE);
    bv_copy(client.name, nobody, sizeof nobody);
    leave_table(house, room, &client);
    bv_random_id(anybody + 4, sizeof anybody - 4);
    bv_room_rewrite(
        house, room,
        &(struct bv_rewriting){.from = person, .to = anybody, .name = nobody, .forgotten = true});
}

/* A table that both have joined stays as it is: who played on both sides would else have played against themselves. */
static bool has_joined(const struct bv_house *house, const char *person, int64_t table)
{
    struct bv_error ignored;
    struct keys keys = {.key = bv_new(TABLES_COUNTED * sizeof(int64_t))};
    bv_store_joined(house->reader, person, TABLES_COUNTED, note_key, &keys, &ignored);
    bool joined = is_among(&keys, table);
    free(keys.key);
    return joined;
}

static void move_at(struct bv_house *house, struct bv_room *room, const struct bv_moving *moving)
{
    char name[BV_TABLE_NAME_MAX + 1] = "";
    bool found = false;
    struct bv_error error;
    bv_store_person(house->reader, moving->to, name, sizeof name, &found, &error);
    if (!found || has_joined(house, moving->to, room->key))
        bv_batch_left(bv_post_changes(house->post), moving->from, room->key);
    else
        bv_room_rewrite(
            house, room,
            &(struct bv_rewriting){.from = moving->from, .to = moving->to, .name = name});
}

/* ---- Step by step ---------------------------------------------------------------------------------------------------- */

struct next_table {
    int64_t key;
    char id[BV_ID_SIZE];
};

static bool note_table(void *context, const struct bv_stored_table *table)
{
    struct next_table *next = context;
    next->key = table->table;
    bv_copy(next->id, table->id, sizeof next->id);
    return false;
}

static void step_table(struct bv_house *house, const struct bv_moving *moving,
                       const struct next_table *next)
{
    struct bv_refusal refusal;
    struct bv_room *room = bv_room_enter(house, next->id, &refusal);
    if (!room) /* it cannot be read, and so it names nobody */
        bv_batch_left(bv_post_changes(house->post), moving->from, next->key);
    else if (moving->to[0])
        move_at(house, room, moving);
    else
        forget_at(house, room, moving->from);
}

/* Papers to be thrown away, noted while the store is read. */
struct waste {
    struct {
        char kind[BV_PAPER_KIND_MAX + 1];
        char key[BV_PAPER_KEY_MAX + 1];
        const char *mirror;
    } paper[PAPERS_A_STEP];
    uint32_t count;
};

static bool note_paper(void *context, const struct bv_kind *row, const char *kind,
                       const struct bv_paper *paper)
{
    struct waste *waste = context;
    if (waste->count == PAPERS_A_STEP) return false;
    struct bv_out out = bv_out_into(waste->paper[waste->count].kind, BV_PAPER_KIND_MAX + 1);
    bv_put(&out, kind);
    out = bv_out_into(waste->paper[waste->count].key, BV_PAPER_KEY_MAX + 1);
    bv_put(&out, paper->key);
    waste->paper[waste->count++].mirror = row->mirror;
    return true;
}

/* The same two, the other way round. */
static void remove_mirrored(struct bv_house *house, const char *kind, const char *person,
                            const char *key)
{
    char mirrored[BV_PAPER_KEY_MAX + 1];
    const char *slash = strchr(key, '/');
    if (!slash) return;
    bv_pair_key(slash + 1, person, mirrored);
    bv_desk_remove(house->desk, kind, mirrored, NULL);
}

/* Clubs and evenings name the person too: each evening otherwise, so that they are not found together.
 * False: they cannot be read now, and must be another time. */
static bool leave_company(struct bv_house *house, const char *person, const char *kind,
                          const char *key)
{
    struct bv_error ignored;
    struct bv_holder holder = {.person = "gone", .name = "?"};
    bv_random_id(holder.person + 4, 13);
    if (bv_equal(kind, "member")) return bv_clubs_forget(house, person, &ignored);
    return !bv_equal(kind, "evening.of") ||
           bv_evening_forget(house, strchr(key, '/') + 1, person, &holder, &ignored);
}

bool bv_throw_papers(struct bv_house *house, const char *person)
{
    struct bv_error ignored;
    struct waste *waste = bv_new(sizeof *waste);
    bool good = bv_kinds_visit(house->reader, person, PAPERS_A_STEP, note_paper, waste, &ignored);
    bool none = good && !waste->count;
    for (uint32_t i = 0; i < waste->count; i++) {
        if (!leave_company(house, person, waste->paper[i].kind, waste->paper[i].key)) continue;
        bv_desk_remove(house->desk, waste->paper[i].kind, waste->paper[i].key, NULL);
        if (waste->paper[i].mirror)
            remove_mirrored(house, waste->paper[i].mirror, person, waste->paper[i].key);
    }
    free(waste);
    return none;
}

/* What is left when there is no table any more: papers, then the person. */
static void step_papers(struct bv_house *house, const struct bv_moving *moving)
{
    if (!bv_throw_papers(house, moving->from)) return;
    bv_desk_remove(house->desk, "moving", moving->from, NULL);
    bv_batch_forget(bv_post_changes(house->post), moving->from);
}

/* Whoever is still connected under the old name is shown out, and comes back under the new. */
static void show_out(struct bv_house *house, const char *person)
{
    struct bv_client *client = NULL;
    while ((client = bv_porter_first(house->porter, person))) bv_hang_up(house, client);
}

/* Whether there is still something to do: the paper goes with the last step. */
static bool is_under_way(const struct bv_house *house, const struct bv_moving *moving)
{
    struct bv_error error;
    cJSON *paper = bv_desk_read(house->desk, "moving", moving->from, &error);
    cJSON_Delete(paper);
    return paper || error.text[0];
}

static void step(struct bv_house *house, struct bv_moving *moving)
{
    struct next_table next = {0};
    struct bv_error error;
    show_out(house, moving->from);
    if (!bv_store_joined(house->reader, moving->from, 1, note_table, &next, &error)) return;
    moving->flight = bv_post_flight(house->post);
    if (next.key)
        step_table(house, moving, &next);
    else
        step_papers(house, moving);
}

static void drop(struct bv_house *house, struct bv_moving *moving)
{
    struct bv_moving **place = &house->moving;
    while (*place != moving) place = &(*place)->next;
    *place = moving->next;
    free(moving);
}

/* Another node does the work: here they are only shown out. What was set out here and never stored is forgotten. */
static void watch(struct bv_house *house)
{
    struct bv_moving *next = NULL;
    for (struct bv_moving *moving = house->moving; moving; moving = next) {
        next = moving->next;
        show_out(house, moving->from);
        if (!moving->flight || !bv_post_landed(house->post, moving->flight)) continue;
        moving->flight = 0;
        if (!is_under_way(house, moving)) drop(house, moving);
    }
}

void bv_moving_heard(struct bv_house *house, const char *person)
{
    struct bv_error error;
    if (*person) bv_person_doubt(house, person); /* who has moved already is not found any more */
    if (!bv_store_paper(house->reader, "moving", person, restore, house, &error)) {
        house->papers_missed = true;
        return;
    }
    struct bv_moving *moving = find(house, person);
    if (!moving || !bv_post_landed(house->post, moving->flight)) return;
    if (!is_under_way(house, moving)) drop(house, moving);
}

bool bv_moving_missed(struct bv_house *house)
{
    struct bv_error error;
    struct bv_moving *next = NULL;
    if (!bv_store_papers(house->reader, "moving", "", "", UINT32_MAX, restore, house, &error))
        return false;
    for (struct bv_moving *moving = house->moving; moving; moving = next) {
        next = moving->next;
        bool landed = bv_post_landed(house->post, moving->flight);
        if (landed && !is_under_way(house, moving)) drop(house, moving);
    }
    return true;
}

void bv_moving_step(struct bv_house *house)
{
    struct bv_moving *moving = house->moving;
    if (!moving || bv_post_trouble(house->post)[0]) return;
    if (!bv_leads(house)) {
        watch(house);
        return;
    }
    house->moving = moving->next;
    moving->next = NULL;
    bool landed = bv_post_landed(house->post, moving->flight);
    if (landed && !is_under_way(house, moving)) {
        free(moving);
        return;
    }
    struct bv_moving **end = &house->moving; /* now it is the turn of others */
    while (*end) end = &(*end)->next;
    *end = moving;
    if (landed) step(house, moving);
}
