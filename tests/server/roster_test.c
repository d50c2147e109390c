/* The roster: counts cross at once, a slice that is read out puts right what was missed, and the dead are forgotten. The
 * nodes are here in one process: what one says goes straight to the other. */
#include "support.h"

#include "server/fellowship/roster.h"

/* ---- Nodes in place of the real ones ------------------------------------------------------------------------------- */

struct bv_fellows {
    const char *name;
    struct bv_roster *roster, *hearer;
    bool deaf;  /* the other hears nothing of this one */
    bool alone; /* the other is dead */
    int said;
};

void bv_fellows_say(struct bv_fellows *fellows, const char *what, struct bv_span text)
{
    fellows->said++;
    if (!fellows->hearer || fellows->deaf) return;
    if (bv_equal(what, "in")) bv_roster_hear_in(fellows->hearer, fellows->name, text);
    if (bv_equal(what, "slice")) bv_roster_hear_slice(fellows->hearer, fellows->name, text);
    if (bv_equal(what, "roll")) bv_roster_hear_roll(fellows->hearer);
}

bool bv_fellows_is_alive(const struct bv_fellows *fellows, const char *node)
{
    (void)node;
    return !fellows->alone;
}

struct house {
    struct bv_fellows one, other;
    int64_t now;
};

static void open_both(struct house *house)
{
    *house = (struct house){.one = {.name = "oneoneoneone"}, .other = {.name = "otherotherot"}};
    house->one.roster = bv_roster_open(&house->one);
    house->other.roster = bv_roster_open(&house->other);
    house->one.hearer = house->other.roster;
    house->other.hearer = house->one.roster;
}

static void close_both(struct house *house)
{
    bv_roster_close(house->one.roster);
    bv_roster_close(house->other.roster);
}

static void pass_time(struct house *house, int64_t milliseconds)
{
    for (int64_t end = house->now + milliseconds; house->now < end; house->now += 10) {
        bv_roster_look(house->one.roster, house->now);
        bv_roster_look(house->other.roster, house->now);
    }
}

/* ---- Tests --------------------------------------------------------------------------------------------------------- */

static void what_changes_is_known_at_once(void **unused)
{
    (void)unused;
    struct house house;
    open_both(&house);
    bv_roster_set(house.one.roster, "ada", 1);
    bv_roster_set(house.one.roster, "ada", 2);
    bv_roster_set(house.one.roster, "@00ff", 3);
    bv_roster_set(house.one.roster, "", 7); /* nobody is not counted */
    assert_int_equal(bv_roster_count(house.other.roster, "ada"), 2);
    assert_int_equal(bv_roster_count(house.other.roster, "@00ff"), 3);
    assert_int_equal(bv_roster_count(house.other.roster, "bob"), 0);
    assert_int_equal(bv_roster_count(house.one.roster, "ada"), 0); /* its own are not elsewhere */
    bv_roster_set(house.one.roster, "ada", 0);
    assert_int_equal(bv_roster_count(house.other.roster, "ada"), 0);
    assert_int_equal(bv_roster_count(NULL, "ada"), 0);
    bv_roster_set(NULL, "ada", 1);
    close_both(&house);
}

static void what_was_missed_is_read_out(void **unused)
{
    enum { PEOPLE = 500 };
    (void)unused;
    struct house house;
    char name[BV_ROSTER_KEY_SIZE];
    open_both(&house);
    bv_roster_set(house.one.roster, "gone", 1);
    house.one.deaf = true;
    bv_roster_set(house.one.roster, "gone", 0);
    for (int i = 0; i < PEOPLE; i++) {
        struct bv_out out = bv_out_into(name, sizeof name);
        bv_put(&out, "p");
        bv_put_number(&out, i);
        bv_roster_set(house.one.roster, name, 1 + (uint32_t)i % 3);
    }
    assert_int_equal(bv_roster_count(house.other.roster, "gone"), 1);
    assert_int_equal(bv_roster_count(house.other.roster, "p7"), 0);
    house.one.deaf = false;
    pass_time(&house, 10000);
    assert_int_equal(bv_roster_count(house.other.roster, "gone"), 0);
    assert_int_equal(bv_roster_count(house.other.roster, "p7"), 2);
    assert_int_equal(bv_roster_count(house.other.roster, "p499"), 2);
    close_both(&house);
}

static void who_asks_is_told_soon(void **unused)
{
    (void)unused;
    struct house house;
    open_both(&house);
    pass_time(&house, 1000); /* both asked when they opened */
    house.one.deaf = true;
    for (int i = 0; i < 26; i++)
        bv_roster_set(house.one.roster, (char[]){(char)('a' + i), '\0'}, 1);
    house.one.deaf = false;
    bv_roster_ask(house.other.roster);
    pass_time(&house, 1000);
    for (int i = 0; i < 26; i++)
        assert_int_equal(bv_roster_count(house.other.roster, (char[]){(char)('a' + i), '\0'}), 1);
    close_both(&house);
}

static void the_dead_are_forgotten(void **unused)
{
    (void)unused;
    struct house house;
    open_both(&house);
    bv_roster_set(house.one.roster, "ada", 1);
    house.other.alone = true;
    house.one.deaf = true;
    pass_time(&house, 600);
    assert_int_equal(bv_roster_count(house.other.roster, "ada"), 0);
    close_both(&house);
}

static void nonsense_changes_nothing(void **unused)
{
    static const char *const nonsense[] = {
        "", "ada", "ada x", "ada -1", " 1", "ada 1 2", "ada 99999999999", "17 a:1", "x a:1", "3 a"};
    (void)unused;
    struct house house;
    open_both(&house);
    bv_roster_set(house.one.roster, "ada", 4);
    for (size_t i = 0; i < BV_COUNT(nonsense); i++) {
        bv_roster_hear_in(house.other.roster, "nobodynobody", bv_span_of(nonsense[i]));
        bv_roster_hear_slice(house.other.roster, "nobodynobody", bv_span_of(nonsense[i]));
    }
    assert_int_equal(bv_roster_count(house.other.roster, "ada"), 4);
    close_both(&house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_changes_is_known_at_once),
        cmocka_unit_test(what_was_missed_is_read_out),
        cmocka_unit_test(who_asks_is_told_soon),
        cmocka_unit_test(the_dead_are_forgotten),
        cmocka_unit_test(nonsense_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
