#include "server/fellowship/fellowship.h"
#include "server/keeping/gate.h"
#include "server/keeping/log.h"
#include "server/people/sessions.h"

/* ---- Hearing ------------------------------------------------------------------------------------------------------- */

static void hear_tables(struct bv_house *house, const struct bv_news *news)
{
    bv_rooms_news(house, news->text);
}

static void hear_here(struct bv_house *house, const struct bv_news *news)
{
    bv_elsewhere_here(house, news->node, news->text);
}

static void hear_who(struct bv_house *house, const struct bv_news *news)
{
    bv_elsewhere_who(house, news->text);
}

static void hear_papers(struct bv_house *house, const struct bv_news *news)
{
    bool facts = bv_post_facts(house->post, true);
    bv_papers_hear(house, news->text);
    bv_post_facts(house->post, facts);
}

/* PERSON, a newline, the message: it was on disk before it was said. */
static void hear_person(struct bv_house *house, const struct bv_news *news)
{
    char person[BV_ID_SIZE];
    struct bv_span rest = news->text;
    struct bv_span id = {0};
    struct bv_out out = bv_out_into(person, sizeof person);
    if (!bv_take_part(&rest, '\n', &id)) return;
    bv_put_span(&out, id);
    bool facts = bv_post_facts(house->post, true);
    bv_tell_person_here(house, person, rest);
    bv_post_facts(house->post, facts);
}

static void hear_in(struct bv_house *house, const struct bv_news *news)
{
    bv_roster_hear_in(house->roster, news->node, news->text);
}

static void hear_slice(struct bv_house *house, const struct bv_news *news)
{
    bv_roster_hear_slice(house->roster, news->node, news->text);
}

static void hear_roll(struct bv_house *house, const struct bv_news *news)
{
    (void)news;
    bv_roster_hear_roll(house->roster);
}

static void hear_limits(struct bv_house *house, const struct bv_news *news)
{
    bv_gossip_hear(house, news->text);
}

static void hear_missed(struct bv_house *house, const struct bv_news *news)
{
    bv_log_trouble("fellows", news->text.text);
    bv_rooms_missed(house);
    bv_papers_missed(house);
    bv_roster_ask(house->roster);
    bv_roster_hear_roll(house->roster); /* the others have missed what was said meanwhile */
}

static const struct {
    const char *what;
    void (*hear)(struct bv_house *house, const struct bv_news *news);
} ears[] = {
    {"tables", hear_tables}, {"here", hear_here},     {"who", hear_who},
    {"papers", hear_papers}, {"person", hear_person}, {"in", hear_in},
    {"slice", hear_slice},   {"roll", hear_roll},     {"limits", hear_limits},
    {"missed", hear_missed},
};

void bv_fellowship_hear(struct bv_house *house)
{
    struct bv_news news;
    while (house->fellows && bv_fellows_hear(house->fellows, &news))
        for (size_t i = 0; i < BV_COUNT(ears); i++)
            if (bv_equal(ears[i].what, news.what)) ears[i].hear(house, &news);
}

/* ---- Saying -------------------------------------------------------------------------------------------------------- */

void bv_fellowship_tell(struct bv_house *house, const char *person, struct bv_span message)
{
    if (!house->fellows) return;
    size_t size = bv_length(person) + message.length + 2;
    char *text = bv_new(size);
    struct bv_out out = bv_out_into(text, size);
    bv_put(&out, person);
    bv_put_char(&out, '\n');
    bv_put_span(&out, message);
    bv_post_say(house->post, "person", (struct bv_span){text, out.length});
    free(text);
}

void bv_fellowship_look(struct bv_house *house)
{
    enum { GOSSIP_PACE = 1000 };
    if (!house->fellows) return;
    int64_t now = bv_gate_now();
    bool all = now >= house->gossiped + GOSSIP_PACE;
    if (all) house->gossiped = now;
    bv_gossip_say(house, all);
    bv_roster_look(house->roster, now);
    bv_papers_look(house);
    bv_doubts_look(house);
}

/* ---- Together or alone --------------------------------------------------------------------------------------------- */

bool bv_fellowship_open(struct bv_house *house, void (*wake)(void *context), struct bv_error *error)
{
    const char *where = bv_config_store(house->config);
    if (!bv_store_is_shared(where)) return true;
    char address[BV_CONFIG_TEXT + 16];
    struct bv_out out = bv_out_into(address, sizeof address);
    bv_put(&out, house->config->listen);
    bv_put_char(&out, ':');
    bv_put_number(&out, house->config->port);
    house->fellows = bv_fellows_open(where, address, wake, house, error);
    if (!house->fellows) return false;
    house->metrics.begun += bv_fellows_offset(house->fellows);
    house->roster = bv_roster_open(house->fellows);
    return true;
}

void bv_fellowship_share_limits(struct bv_house *house)
{
    if (!house->fellows) return;
    bv_gate_share(house->gate, house->roster, bv_gossip_seed(house));
    bv_porter_report(house->porter, house->roster);
}

void bv_fellowship_close(struct bv_house *house)
{
    bv_roster_close(house->roster);
    bv_fellows_close(house->fellows);
    house->roster = NULL;
    house->fellows = NULL;
}

bool bv_leads(const struct bv_house *house)
{
    return !house->fellows || bv_fellows_leads(house->fellows);
}

bool bv_is_in(const struct bv_house *house, const char *person)
{
    return bv_porter_first(house->porter, person) || bv_roster_count(house->roster, person);
}
