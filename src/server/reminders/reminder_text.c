#include "server/reminders/reminder.h"

#include "core/json.h"

static const struct bv_text titles[REMINDER_KINDS] = {
    [REMINDER_TURN] = {"À vous de jouer", "Your turn"},
    [REMINDER_LATE] = {"Il vous reste peu de temps", "Your time is running out"},
    [REMINDER_OPPONENT] = {"Un adversaire est trouvé", "An opponent is found"},
    [REMINDER_CHALLENGE] = {"Un joueur vous défie", "You are challenged"},
    [REMINDER_TOURNAMENT] = {"Le tournoi commence", "The tournament begins"},
};

static const char *in(bool french, struct bv_text text)
{
    return french ? text.fr : text.en;
}

/* The people at the table whom this player plays against; before the game, who opened it. */
static void put_opponents(const struct table *table, const char *person, bool french,
                          struct bv_out *out)
{
    enum { NAMES_MAX = 3 };
    int names = 0;
    for (int seat = 0; seat < table_terms(table)->form->seats; seat++) {
        const struct table_occupant *occupant = &table->occupant[seat];
        if (table_holds_side(table, bv_side_of(table_terms(table), seat), person)) continue;
        for (int i = 0; i < occupant->holders && names < NAMES_MAX; i++) {
            bv_put(out, names++ ? ", " : in(french, (struct bv_text){" contre ", " against "}));
            bv_put(out, occupant->holder[i].name);
        }
    }
}

static void put_left(int64_t left, bool french, struct bv_out *out)
{
    enum { HOUR = 60 * 60 * 1000 };
    int64_t hours = left / HOUR;
    if (hours < 1) {
        bv_put(out, in(french, (struct bv_text){", moins d'une heure", ", less than an hour"}));
        return;
    }
    bv_put(out, ", ");
    bv_put_number(out, hours);
    bv_put(out, in(french, (struct bv_text){hours == 1 ? " heure" : " heures",
                                            hours == 1 ? " hour" : " hours"}));
}

void reminder_text(const struct reminder *reminder, const struct reminder_subject *subject,
                   bool french, struct bv_out *out)
{
    char body[400];
    char path[ID_SIZE + 16];
    struct bv_out text = bv_out_into(body, sizeof body);
    struct bv_out address = bv_out_into(path, sizeof path);
    const struct table *table = subject->table;
    bv_put_all(&address, table ? "/t/" : "/tournaments/", reminder->subject);
    if (table) {
        bv_put(&text, in(french, table_terms(table)->game->name));
        put_opponents(table, reminder->person, french, &text);
        if (reminder->what == REMINDER_LATE) put_left(subject->left, french, &text);
    } else {
        bv_put(&text, subject->tournament);
    }
    bv_json_open(out, NULL, '{');
    bv_json_text(out, "what", reminder_names[reminder->what]);
    bv_json_text(out, "title", in(french, titles[reminder->what]));
    bv_json_text(out, "body", body);
    bv_json_text(out, "path", path);
    bv_json_close(out, '}');
}
