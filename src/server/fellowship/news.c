#include "server/fellowship/fellowship.h"

bool bv_fellowship_open(struct bv_house *house, void (*wake)(void *context), struct bv_error *error)
{
    const char *where = bv_config_store(house->config);
    if (!bv_store_is_shared(where)) return true;
    house->fellows = bv_fellows_open(where, house->config->listen, wake, house, error);
    return house->fellows != NULL;
}

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

static void hear_missed(struct bv_house *house, const struct bv_news *news)
{
    (void)news;
    bv_rooms_missed(house);
}

static const struct {
    const char *what;
    void (*hear)(struct bv_house *house, const struct bv_news *news);
} ears[] = {
    {"tables", hear_tables},
    {"here", hear_here},
    {"who", hear_who},
    {"missed", hear_missed},
};

void bv_fellowship_hear(struct bv_house *house)
{
    struct bv_news news;
    while (house->fellows && bv_fellows_hear(house->fellows, &news))
        for (size_t i = 0; i < BV_COUNT(ears); i++)
            if (bv_equal(ears[i].what, news.what)) ears[i].hear(house, &news);
}
