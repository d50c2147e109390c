#include "server/desk.h"

#include "core/hash.h"

enum { BUCKETS = 1024, GLANCES = 1024, GLANCE_BUCKETS = 512 };

/* A paper on its way to the disk. */
struct sheet {
    char kind[BV_PAPER_KIND_MAX + 1];
    char key[BV_PAPER_KEY_MAX + 1];
    uint32_t version; /* that it will have there; 0: it will be gone */
    int64_t rank;
    char *text; /* NULL: it will be gone */
    uint64_t flight;
    struct sheet *next;
};

/* A paper that was read: which version it had. */
struct glance {
    char kind[BV_PAPER_KIND_MAX + 1];
    char key[BV_PAPER_KEY_MAX + 1];
    uint32_t version; /* 0: there was none */
    uint32_t next;    /* in its bucket, from 1; 0: none */
};

struct bv_desk {
    struct bv_store *reader;
    struct bv_post *post;
    uint64_t flight; /* whose glances these are */
    uint32_t glances;
    struct glance glance[GLANCES];
    uint32_t glance_bucket[GLANCE_BUCKETS];
    size_t sheets;
    struct sheet *tray[BUCKETS];
};

struct bv_desk *bv_desk_open(struct bv_store *reader, struct bv_post *post)
{
    struct bv_desk *desk = bv_new(sizeof *desk);
    desk->reader = reader;
    desk->post = post;
    return desk;
}

static void free_sheet(struct sheet *sheet)
{
    free(sheet->text);
    free(sheet);
}

void bv_desk_close(struct bv_desk *desk)
{
    if (!desk) return;
    for (size_t i = 0; i < BUCKETS; i++)
        while (desk->tray[i]) {
            struct sheet *sheet = desk->tray[i];
            desk->tray[i] = sheet->next;
            free_sheet(sheet);
        }
    free(desk);
}

static struct sheet **bucket_of(struct bv_desk *desk, const char *kind, const char *key)
{
    return &desk->tray[bv_hash_text(bv_hash_text(0, kind), key) % BUCKETS];
}

static struct sheet *sheet_of(struct bv_desk *desk, const char *kind, const char *key)
{
    struct sheet *sheet = *bucket_of(desk, kind, key);
    while (sheet && !(bv_equal(sheet->kind, kind) && bv_equal(sheet->key, key)))
        sheet = sheet->next;
    return sheet;
}

/* What the store has. */
struct stored {
    uint32_t version;
    cJSON *paper; /* made only where it is wanted */
    bool wanted;
};

static bool see(void *context, const struct bv_paper *paper)
{
    struct stored *stored = context;
    stored->version = paper->version;
    if (stored->wanted) stored->paper = cJSON_ParseWithLength(paper->text.text, paper->text.length);
    return false;
}

static bool look_up(struct bv_desk *desk, const char *kind, const char *key, struct stored *stored,
                    struct bv_error *trouble)
{
    struct bv_error ignored;
    return bv_store_paper(desk->reader, kind, key, see, stored, trouble ? trouble : &ignored);
}

/* ---- What was read, which is what is built on ---------------------------------------------------------------------- */

void bv_desk_begin(struct bv_desk *desk)
{
    desk->flight = bv_post_flight(desk->post);
    desk->glances = 0;
    memset(desk->glance_bucket, 0, sizeof desk->glance_bucket);
}

static uint32_t *glance_bucket_of(struct bv_desk *desk, const char *kind, const char *key)
{
    return &desk->glance_bucket[bv_hash_text(bv_hash_text(0, kind), key) % GLANCE_BUCKETS];
}

static const struct glance *glance_at(struct bv_desk *desk, const char *kind, const char *key)
{
    if (desk->flight != bv_post_flight(desk->post)) bv_desk_begin(desk);
    for (uint32_t at = *glance_bucket_of(desk, kind, key); at; at = desk->glance[at - 1].next) {
        const struct glance *glance = &desk->glance[at - 1];
        if (bv_equal(glance->kind, kind) && bv_equal(glance->key, key)) return glance;
    }
    return NULL;
}

/* The first time counts: something may have been decided then. */
static void remember(struct bv_desk *desk, const char *kind, const char *key, uint32_t version)
{
    if (glance_at(desk, kind, key) || desk->glances == GLANCES) return;
    uint32_t *bucket = glance_bucket_of(desk, kind, key);
    struct glance *glance = &desk->glance[desk->glances++];
    *glance = (struct glance){.version = version, .next = *bucket};
    struct bv_out out = bv_out_into(glance->kind, sizeof glance->kind);
    bv_put(&out, kind);
    out = bv_out_into(glance->key, sizeof glance->key);
    bv_put(&out, key);
    *bucket = desk->glances;
}

/* ---- Reading and writing ------------------------------------------------------------------------------------------- */

cJSON *bv_desk_read(struct bv_desk *desk, const char *kind, const char *key,
                    struct bv_error *trouble)
{
    if (trouble) trouble->text[0] = '\0';
    const struct sheet *sheet = sheet_of(desk, kind, key);
    if (sheet) return sheet->text ? cJSON_Parse(sheet->text) : NULL;
    struct stored stored = {.wanted = true};
    if (look_up(desk, kind, key, &stored, trouble)) remember(desk, kind, key, stored.version);
    return stored.paper;
}

static struct sheet *new_sheet(struct bv_desk *desk, const char *kind, const char *key,
                               uint32_t version)
{
    struct sheet **bucket = bucket_of(desk, kind, key);
    struct sheet *sheet = bv_new(sizeof *sheet);
    struct bv_out out = bv_out_into(sheet->kind, sizeof sheet->kind);
    bv_put(&out, kind);
    out = bv_out_into(sheet->key, sizeof sheet->key);
    bv_put(&out, key);
    sheet->version = version;
    sheet->next = *bucket;
    *bucket = sheet;
    desk->sheets++;
    return sheet;
}

/* The paper as it will stand before the flight that stands ready leaves, made ready to be changed. */
static struct sheet *take_out(struct bv_desk *desk, const char *kind, const char *key,
                              struct bv_error *trouble)
{
    struct sheet *sheet = sheet_of(desk, kind, key);
    if (sheet) return sheet;
    const struct glance *glance = glance_at(desk, kind, key);
    if (glance) return new_sheet(desk, kind, key, glance->version);
    struct stored stored = {0};
    if (!look_up(desk, kind, key, &stored, trouble)) return NULL;
    return new_sheet(desk, kind, key, stored.version);
}

bool bv_desk_write(struct bv_desk *desk, const char *kind, const char *key, int64_t rank,
                   const cJSON *paper, struct bv_error *trouble)
{
    struct sheet *sheet = take_out(desk, kind, key, trouble);
    if (!sheet) return false;
    free(sheet->text);
    sheet->text = cJSON_PrintUnformatted(paper);
    if (!sheet->text) abort();
    bv_batch_paper(bv_post_changes(desk->post), kind, key, sheet->version, rank,
                   bv_span_of(sheet->text));
    sheet->version++;
    sheet->rank = rank;
    sheet->flight = bv_post_flight(desk->post);
    return true;
}

bool bv_desk_remove(struct bv_desk *desk, const char *kind, const char *key,
                    struct bv_error *trouble)
{
    struct sheet *sheet = take_out(desk, kind, key, trouble);
    if (!sheet) return false;
    if (sheet->version) bv_batch_paper_gone(bv_post_changes(desk->post), kind, key, sheet->version);
    free(sheet->text);
    sheet->text = NULL;
    sheet->version = 0;
    sheet->flight = bv_post_flight(desk->post);
    return true;
}

/* A list that is being made of what the store has and of what the tray has in its place. */
struct listing {
    struct bv_desk *desk;
    const char *kind;
    bv_paper_visitor *visit;
    void *context;
    bool enough;
};

static bool list_stored(void *context, const struct bv_paper *paper)
{
    struct listing *listing = context;
    if (sheet_of(listing->desk, listing->kind, paper->key)) return true;
    listing->enough = !listing->visit(listing->context, paper);
    return !listing->enough;
}

static void list_sheet(struct listing *listing, const struct sheet *sheet, const char *prefix)
{
    if (!sheet->text || !bv_equal(sheet->kind, listing->kind) ||
        strncmp(sheet->key, prefix, bv_length(prefix)) != 0)
        return;
    struct bv_paper paper = {sheet->key, sheet->version, sheet->rank, bv_span_of(sheet->text)};
    listing->enough = !listing->visit(listing->context, &paper);
}

bool bv_desk_list(struct bv_desk *desk, const char *kind, const char *prefix,
                  bv_paper_visitor *visit, void *context, struct bv_error *trouble)
{
    struct listing listing = {desk, kind, visit, context, false};
    if (!bv_store_papers(desk->reader, kind, prefix, "", UINT32_MAX, list_stored, &listing,
                         trouble))
        return false;
    for (size_t i = 0; desk->sheets && i < BUCKETS; i++)
        for (const struct sheet *sheet = desk->tray[i]; sheet && !listing.enough;
             sheet = sheet->next)
            list_sheet(&listing, sheet, prefix);
    return true;
}

void bv_pair_key(const char *first, const char *second, char key[BV_PAPER_KEY_MAX + 1])
{
    struct bv_out out = bv_out_into(key, BV_PAPER_KEY_MAX + 1);
    bv_put(&out, first);
    bv_put_char(&out, '/');
    bv_put(&out, second);
}

void bv_desk_clear(struct bv_desk *desk)
{
    for (size_t i = 0; desk->sheets && i < BUCKETS; i++) {
        struct sheet **place = &desk->tray[i];
        while (*place) {
            struct sheet *sheet = *place;
            if (!bv_post_landed(desk->post, sheet->flight)) {
                place = &sheet->next;
                continue;
            }
            *place = sheet->next;
            desk->sheets--;
            free_sheet(sheet);
        }
    }
}
