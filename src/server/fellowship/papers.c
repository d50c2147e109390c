/*
 * Papers that another node has changed. Most are read from the store when they are needed; these are about something that
 * this node holds in memory, or about somebody who is connected to it.
 */
#include "server/evenings/hall.h"
#include "server/fellowship/fellowship.h"
#include "server/keeping/announcement.h"
#include "server/people/moving.h"
#include "server/people/sessions.h"

static void hear_ban(struct bv_house *house, const char *key)
{
    (void)key;
    bv_bans_heard(house);
}

static void hear_house(struct bv_house *house, const char *key)
{
    if (bv_equal(key, "announcement") && !bv_announcement_heard(house)) house->papers_missed = true;
}

/* Of a key that begins with an id: the evening, the person. */
static void put_first(const char *key, char id[BV_ID_SIZE])
{
    struct bv_span rest = bv_span_of(key);
    struct bv_span part = {0};
    struct bv_out out = bv_out_into(id, BV_ID_SIZE);
    if (bv_take_part(&rest, '/', &part)) bv_put_span(&out, part);
}

static void hear_evening(struct bv_house *house, const char *key)
{
    char id[BV_ID_SIZE];
    put_first(key, id);
    bv_hall_heard(house, id);
}

static void hear_session(struct bv_house *house, const char *key)
{
    char person[BV_ID_SIZE];
    const char *session = strchr(key, '/');
    put_first(key, person);
    if (session) bv_session_heard(house, person, session + 1);
}

/* An account was made, renamed, given a role or deleted. */
static void hear_account(struct bv_house *house, const char *key)
{
    if (*key) bv_person_doubt(house, key);
}

static const struct {
    const char *kind;
    void (*hear)(struct bv_house *house, const char *key);
} ears[] = {
    {"ban", hear_ban},         {"house", hear_house},
    {"evening", hear_evening}, {"evening.open", hear_evening},
    {"session", hear_session}, {"evening.games", hear_evening},
    {"account", hear_account}, {"moving", bv_moving_heard},
};

/* A space in a key is written %20, a percent sign %25. */
static void put_key(struct bv_span text, char key[BV_PAPER_KEY_MAX + 1])
{
    struct bv_out out = bv_out_into(key, BV_PAPER_KEY_MAX + 1);
    for (size_t i = 0; i < text.length; i++) {
        bool escaped = text.text[i] == '%' && i + 2 < text.length;
        bv_put_char(&out, (char)(!escaped ? text.text[i] : text.text[i + 2] == '0' ? ' ' : '%'));
        if (escaped) i += 2;
    }
}

void bv_papers_hear(struct bv_house *house, struct bv_span text)
{
    struct bv_span part = {0};
    while (bv_take_part(&text, ' ', &part)) {
        char key[BV_PAPER_KEY_MAX + 1];
        struct bv_span kind = {0};
        if (!bv_take_part(&part, '/', &kind)) continue;
        put_key(part, key);
        for (size_t i = 0; i < BV_COUNT(ears); i++)
            if (bv_span_is(kind, ears[i].kind)) ears[i].hear(house, key);
    }
}

void bv_papers_missed(struct bv_house *house)
{
    bv_bans_heard(house);
    bv_person_doubt(house, "");
    house->papers_missed = true;
    bv_papers_look(house);
}

void bv_papers_look(struct bv_house *house)
{
    bv_bans_look(house);
    if (!house->papers_missed) return;
    bool facts = bv_post_facts(house->post, true);
    house->papers_missed =
        !bv_announcement_heard(house) || !bv_moving_missed(house) || !bv_hall_missed(house);
    bv_post_facts(house->post, facts);
}
