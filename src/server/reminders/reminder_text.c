#include "server/reminders/reminder.h"

#include "core/json.h"

static const struct bv_text titles[REMINDERS_ALL] = {
    [REMINDER_TURN] = {"À vous de jouer", "Your turn"},
    [REMINDER_LATE] = {"Il vous reste peu de temps", "Your time is running out"},
    [REMINDER_OPPONENT] = {"Un adversaire est trouvé", "An opponent is found"},
    [REMINDER_CHALLENGE] = {"Un joueur vous défie", "You are challenged"},
    [REMINDER_TOURNAMENT] = {"Le tournoi commence", "The tournament begins"},
    [REMINDER_CONFIRM] = {"Confirmez votre adresse", "Confirm your address"},
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

enum { BODY_SIZE = 400, PATH_SIZE = 128 };

/* What it is about, in one line. */
static void put_body(const struct reminder *reminder, const struct reminder_subject *subject,
                     bool french, struct bv_out *out)
{
    const struct table *table = subject->table;
    if (!table) {
        bv_put(out, subject->tournament);
        return;
    }
    bv_put(out, in(french, table_terms(table)->game->name));
    put_opponents(table, reminder->person, french, out);
    if (reminder->what == REMINDER_LATE) put_left(subject->left, french, out);
}

/* The page that it leads to. */
static void put_path(const struct reminder *reminder, const struct reminder_subject *subject,
                     struct bv_out *out)
{
    bv_put_all(out, subject->table ? "/t/" : "/tournaments/", reminder->subject);
}

char *reminder_mail(const struct reminders *reminders, const struct reminder *reminder,
                    const struct reminder_subject *subject, const struct push_device *device)
{
    static const struct bv_text confirmation = {
        "Vous avez donné cette adresse pour recevoir des rappels de Bivouac. Ouvrez ce lien pour "
        "la confirmer. Si ce n'est pas vous, ne faites rien : rien d'autre ne viendra.",
        "You gave this address to receive reminders from Bivouac. Open this link to confirm it. If "
        "it was not you, do nothing: nothing else will come."};
    char body[BODY_SIZE];
    char path[PATH_SIZE];
    char key[ID_SIZE + 48];
    char title[BODY_SIZE + 64];
    struct bv_out text = bv_out_into(body, sizeof body);
    struct bv_out page = bv_out_into(path, sizeof path);
    struct bv_out head = bv_out_into(title, sizeof title);
    struct bv_out name = bv_out_into(key, sizeof key);
    bool confirms = reminder->what == REMINDER_CONFIRM;
    bv_put_all(&name, reminder_names[reminder->what], ".", reminder->subject, ".");
    bv_put_number(&name, reminder->since);
    bv_put(&head, in(device->french, titles[reminder->what]));
    if (confirms) {
        bv_put(&text, in(device->french, confirmation));
        mail_put_confirmation(reminders, reminder->person, device->mail, &page);
    } else {
        put_body(reminder, subject, device->french, &text);
        put_path(reminder, subject, &page);
        bv_put_all(&head, device->french ? " : " : ": ", body);
    }
    return mail_write(reminders, &(struct mail){.person = reminder->person,
                                                .to = device->mail,
                                                .key = key,
                                                .title = title,
                                                .text = body,
                                                .path = path,
                                                .french = device->french});
}

void reminder_text(const struct reminder *reminder, const struct reminder_subject *subject,
                   bool french, struct bv_out *out)
{
    char body[BODY_SIZE];
    char path[PATH_SIZE];
    struct bv_out text = bv_out_into(body, sizeof body);
    struct bv_out address = bv_out_into(path, sizeof path);
    put_body(reminder, subject, french, &text);
    put_path(reminder, subject, &address);
    bv_json_open(out, NULL, '{');
    bv_json_text(out, "what", reminder_names[reminder->what]);
    bv_json_text(out, "title", in(french, titles[reminder->what]));
    bv_json_text(out, "body", body);
    bv_json_text(out, "path", path);
    bv_json_close(out, '}');
}
