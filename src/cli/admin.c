/* `bivouac admin`: administers a running server. Every user that can read its folder may do it. */
#include <stdlib.h>
#include <string.h>

#include "cli/admin.h"
#include "server/accounts/bans.h"
#include "server/base/server_time.h"
#include "table/names.h"
#include "util/fields.h"

#define ADMIN "/api/v1/admin/"

enum { PATH_SIZE = 512 };

/* The subcommand's arguments. */
struct task {
    const struct reach *reach;
    int words;
    char **word;
    char person[ID_SIZE]; /* of `user NAME` */
};

/* ---- Requests -------------------------------------------------------------------------------- */

static int end_with(cJSON *answer)
{
    cJSON_Delete(answer);
    return answer ? EXIT_DONE : EXIT_FAILED;
}

/* Sends METHOD /api/v1/admin/PLACE/NAME; prints nothing on success. */
static int order(const struct task *task, const char *method, const char *place, const char *name,
                 cJSON *body)
{
    char path[PATH_SIZE];
    struct bv_out out = bv_out_into(path, sizeof path);
    bv_put(&out, ADMIN);
    bv_put(&out, place);
    if (name[0]) bv_put_char(&out, '/');
    put_escaped(&out, name);
    return end_with(ask_server(task->reach, method, path, body));
}

static int show(const struct task *task, const char *path, const char *name,
                const struct column *column, size_t columns)
{
    cJSON *answer = ask_list(task->reach, path, name);
    if (answer) show_list(answer, name, column, columns);
    return end_with(answer);
}

static bool read_number(const char *text, int least, int most, int *number)
{
    if (bv_number_of(bv_span_of(text), least, most, number)) return true;
    complain(EXIT_MISUSED, "'%s' is not a whole number from %d to %d", text, least, most);
    return false;
}

/* {"until":…,"reason":…}: so many days from now, 0: no end. NULL after printing an error. */
static cJSON *ban_of(const char *days, const char *reason)
{
    int number = 0;
    if (!read_number(days, 0, 36500, &number)) return NULL;
    cJSON *ban = cJSON_CreateObject();
    if (number)
        cJSON_AddNumberToObject(ban, "until", (double)(server_now() + (int64_t)number * 86400000));
    else
        cJSON_AddNullToObject(ban, "until");
    cJSON_AddStringToObject(ban, "reason", reason);
    return ban;
}

/* ---- Accounts -------------------------------------------------------------------------------- */

static const struct column people_columns[] = {
    {{"nom", "name"}, "person.name", CELL_TEXT},
    {{"id", "id"}, "person.id", CELL_TEXT},
    {{"rôle", "role"}, "person.role", CELL_TEXT},
    {{"inscrit", "joined"}, "created", CELL_DATE},
    {{"vu", "seen"}, "seen", CELL_DATE},
    {{"là", "here"}, "connections", CELL_TEXT},
    {{"exclu", "banned"}, "banned.reason", CELL_TEXT},
    {{"jusqu'au", "until"}, "banned.until", CELL_DATE},
};

static void put_people_path(struct bv_out *out, const char *name)
{
    bv_put(out, ADMIN "people?name=");
    put_escaped(out, name);
}

static int show_users(const struct task *task)
{
    char path[PATH_SIZE];
    struct bv_out out = bv_out_into(path, sizeof path);
    put_people_path(&out, task->words ? task->word[0] : "");
    return show(task, path, "people", people_columns, BV_COUNT(people_columns));
}

static const cJSON *person_named(const cJSON *answer, const char *name)
{
    char wanted[NAME_FOLDED_SIZE];
    const cJSON *line = NULL;
    name_fold(name, wanted);
    cJSON_ArrayForEach(line, cJSON_GetObjectItemCaseSensitive(answer, "people"))
    {
        char folded[NAME_FOLDED_SIZE];
        const cJSON *person = cJSON_GetObjectItemCaseSensitive(line, "person");
        const char *theirs = fields_text(person, "name", TABLE_NAME_MAX);
        if (!theirs) continue;
        name_fold(theirs, folded);
        if (strcmp(folded, wanted) == 0) return line;
    }
    return NULL;
}

/* The id of `user NAME`; returns an exit code after printing an error. */
static int find_person(struct task *task, const char *name, bool shown)
{
    char path[PATH_SIZE];
    struct bv_out out = bv_out_into(path, sizeof path);
    put_people_path(&out, name);
    cJSON *answer = ask_server(task->reach, "GET", path, NULL);
    if (!answer) return EXIT_FAILED;
    const cJSON *line = person_named(answer, name);
    const char *id =
        fields_text(cJSON_GetObjectItemCaseSensitive(line, "person"), "id", ID_SIZE - 1);
    struct bv_out person = bv_out_into(task->person, sizeof task->person);
    bv_put(&person, id ? id : "");
    if (line && shown) show_fields(line);
    cJSON_Delete(answer);
    if (task->person[0]) return EXIT_DONE;
    return complain(EXIT_FAILED,
                    SAY("aucun compte au nom de « %s »", "there is no account named '%s'"), name);
}

static int patch(const struct task *task, const char *field, cJSON *value)
{
    cJSON *body = cJSON_CreateObject();
    cJSON_AddItemToObject(body, field, value);
    return order(task, "PATCH", "people", task->person, body);
}

static int promote(const struct task *task)
{
    return patch(task, "role", cJSON_CreateString("admin"));
}

static int demote(const struct task *task)
{
    return patch(task, "role", cJSON_CreateNull());
}

static int ban_user(const struct task *task)
{
    cJSON *ban = ban_of(task->word[0], task->word[1]);
    return ban ? patch(task, "banned", ban) : EXIT_MISUSED;
}

static int unban_user(const struct task *task)
{
    return patch(task, "banned", cJSON_CreateNull());
}

static int rename_user(const struct task *task)
{
    return patch(task, "name", cJSON_CreateString(task->word[0]));
}

static int give_code(const struct task *task)
{
    char path[PATH_SIZE];
    struct bv_out out = bv_out_into(path, sizeof path);
    cJSON *body = cJSON_CreateObject();
    cJSON_AddTrueToObject(body, "code");
    bv_put(&out, ADMIN "people/");
    put_escaped(&out, task->person);
    cJSON *answer = ask_server(task->reach, "PATCH", path, body);
    if (answer) show_fields(answer);
    return end_with(answer);
}

static int delete_user(const struct task *task)
{
    return order(task, "DELETE", "people", task->person, NULL);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static int show_tables(const struct task *task)
{
    static const struct column columns[] = {
        {{"table", "table"}, "table", CELL_TEXT},
        {{"jeu", "game"}, "game", CELL_TEXT},
        {{"état", "stage"}, "stage", CELL_TEXT},
        {{"publique", "public"}, "public", CELL_TEXT},
        {{"présents", "subscribed"}, "subscribed", CELL_TEXT},
        {{"places", "seats"}, "chairs", CELL_CHAIRS},
    };
    return show(task, ADMIN "tables", "tables", columns, BV_COUNT(columns));
}

static int close_table(const struct task *task)
{
    return order(task, "DELETE", "tables", task->word[0], NULL);
}

/* ---- Bans ------------------------------------------------------------------------------------ */

static int show_bans(const struct task *task)
{
    static const struct column columns[] = {
        {{"id", "id"}, "id", CELL_TEXT},
        {{"adresse", "address"}, "address", CELL_TEXT},
        {{"nom", "name"}, "person.name", CELL_TEXT},
        {{"depuis", "since"}, "at", CELL_DATE},
        {{"jusqu'au", "until"}, "until", CELL_DATE},
        {{"par", "by"}, "by", CELL_TEXT},
        {{"motif", "reason"}, "reason", CELL_TEXT},
    };
    return show(task, ADMIN "bans", "bans", columns, BV_COUNT(columns));
}

static int add_ban(const struct task *task)
{
    cJSON *ban = ban_of(task->word[1], task->word[2]);
    if (!ban) return EXIT_MISUSED;
    cJSON_AddStringToObject(ban, "address", task->word[0]);
    return order(task, "POST", "bans", "", ban);
}

/* A ban is named as it was written, or by its id. */
static int remove_ban(const struct task *task)
{
    char key[BAN_KEY_SIZE];
    const char *name = task->word[0];
    if (ban_key_of_network(name, key)) name = key;
    return order(task, "DELETE", "bans", name, NULL);
}

/* ---- Documents ------------------------------------------------------------------------------- */

static int show_reports(const struct task *task)
{
    static const struct column columns[] = {
        {{"id", "id"}, "id", CELL_TEXT},
        {{"date", "date"}, "at", CELL_DATE},
        {{"qui", "who"}, "person.name", CELL_TEXT},
        {{"par", "by"}, "by.name", CELL_TEXT},
        {{"table", "table"}, "table", CELL_TEXT},
        {{"motif", "reason"}, "reason", CELL_TEXT},
        {{"texte", "text"}, "text", CELL_TEXT},
    };
    return show(task, ADMIN "reports?state=open", "reports", columns, BV_COUNT(columns));
}

static int close_report(const struct task *task)
{
    cJSON *body = cJSON_CreateObject();
    cJSON_AddStringToObject(body, "state", "closed");
    cJSON_AddStringToObject(body, "note", task->words > 1 ? task->word[1] : "");
    return order(task, "PATCH", "reports", task->word[0], body);
}

static int announce(const struct task *task)
{
    cJSON *body = cJSON_CreateObject();
    cJSON_AddStringToObject(body, "fr", task->word[0]);
    cJSON_AddStringToObject(body, "en", task->word[1]);
    return order(task, "PUT", "announcement", "", body);
}

static int announce_nothing(const struct task *task)
{
    return order(task, "DELETE", "announcement", "", NULL);
}

static int show_invitations(const struct task *task)
{
    static const struct column columns[] = {
        {{"code", "code"}, "code", CELL_TEXT}, {{"servie", "used"}, "used", CELL_TEXT},
        {{"sur", "of"}, "uses", CELL_TEXT},    {{"depuis", "since"}, "created", CELL_DATE},
        {{"note", "note"}, "note", CELL_TEXT},
    };
    return show(task, ADMIN "invitations", "invitations", columns, BV_COUNT(columns));
}

static int invite(const struct task *task)
{
    int uses = 0;
    if (!read_number(task->word[0], 1, 10000, &uses)) return EXIT_MISUSED;
    cJSON *body = cJSON_CreateObject();
    cJSON_AddNumberToObject(body, "uses", uses);
    if (task->words > 1) cJSON_AddStringToObject(body, "note", task->word[1]);
    cJSON *answer = ask_server(task->reach, "POST", ADMIN "invitations", body);
    if (answer) show_fields(answer);
    return end_with(answer);
}

static int uninvite(const struct task *task)
{
    return order(task, "DELETE", "invitations", task->word[0], NULL);
}

static int show_audit(const struct task *task)
{
    static const struct column columns[] = {
        {{"date", "date"}, "at", CELL_DATE},         {{"par", "by"}, "by", CELL_TEXT},
        {{"quoi", "what"}, "what", CELL_TEXT},       {{"qui", "whom"}, "whom", CELL_TEXT},
        {{"détail", "detail"}, "detail", CELL_TEXT},
    };
    return show(task, ADMIN "audit", "audit", columns, BV_COUNT(columns));
}

static int show_server(const struct task *task)
{
    cJSON *answer = ask_server(task->reach, "GET", ADMIN "server", NULL);
    if (answer) show_fields(answer);
    return end_with(answer);
}

/* ---- Subcommands ----------------------------------------------------------------------------- */

static const struct row {
    const char *first, *second; /* for `user`, the second comes after the name */
    int least, most;            /* number of arguments after these */
    int (*run)(const struct task *task);
} rows[] = {
    {"users", NULL, 0, 1, show_users},
    {"user", "promote", 0, 0, promote},
    {"user", "demote", 0, 0, demote},
    {"user", "ban", 2, 2, ban_user},
    {"user", "unban", 0, 0, unban_user},
    {"user", "rename", 1, 1, rename_user},
    {"user", "code", 0, 0, give_code},
    {"user", "delete", 0, 0, delete_user},
    {"tables", "close", 1, 1, close_table},
    {"tables", NULL, 0, 0, show_tables},
    {"bans", "add", 3, 3, add_ban},
    {"bans", "remove", 1, 1, remove_ban},
    {"bans", NULL, 0, 0, show_bans},
    {"reports", "close", 1, 2, close_report},
    {"reports", NULL, 0, 0, show_reports},
    {"announce", "off", 0, 0, announce_nothing},
    {"announce", NULL, 2, 2, announce},
    {"invitations", "new", 1, 2, invite},
    {"invitations", "remove", 1, 1, uninvite},
    {"invitations", NULL, 0, 0, show_invitations},
    {"audit", NULL, 0, 0, show_audit},
    {"server", NULL, 0, 0, show_server},
};

/* The row that the arguments begin with; *used of them belong to it. */
static const struct row *row_of(int words, char **word, int *used)
{
    int name = words > 1 && strcmp(word[0], "user") == 0;
    for (size_t i = 0; words && i < BV_COUNT(rows); i++) {
        bool second = rows[i].second != NULL;
        if (strcmp(rows[i].first, word[0]) != 0) continue;
        if (second && (words < 2 + name || strcmp(rows[i].second, word[1 + name]) != 0)) continue;
        *used = 1 + second + name;
        if (words - *used >= rows[i].least && words - *used <= rows[i].most) return &rows[i];
    }
    return NULL;
}

static void offer_subcommands(const struct completion *line)
{
    for (size_t i = 0; line->operands == 0 && i < BV_COUNT(rows); i++)
        if (!i || strcmp(rows[i].first, rows[i - 1].first) != 0) puts(rows[i].first);
}

static int run(int operands, char **operand)
{
    struct reach reach;
    int used = 0;
    bool one = operands > 1 && strcmp(operand[0], "user") == 0;
    bool shown = one && operands == 2; /* `user NAME` alone shows the account */
    const struct row *row = row_of(operands, operand, &used);
    if (!row && !shown)
        return complain(EXIT_MISUSED, "%s",
                        SAY("voir « bivouac admin --help »", "see 'bivouac admin --help'"));
    int code = reach_server(&reach);
    struct task task = {.reach = &reach, .words = operands - used, .word = operand + used};
    if (code == EXIT_DONE && one) code = find_person(&task, operand[1], shown);
    return code == EXIT_DONE && row ? row->run(&task) : code;
}

const struct command command_admin = {
    .name = "admin",
    .operands = {"users|user|tables|bans|reports|announce|invitations|audit|server …",
                 "users|user|tables|bans|reports|announce|invitations|audit|server …"},
    .summary = {"Administre ce serveur : comptes, tables, exclusions, signalements, annonces.",
                "Administers this server: accounts, tables, bans, reports, announcements."},
    .help =
        {"Le serveur doit être en marche ; qui peut lire son dossier est administrateur.\n"
         "  users [DÉBUT]                   les comptes, ou ceux dont le nom commence ainsi\n"
         "  user NOM                        un compte\n"
         "  user NOM promote|demote         le nomme administrateur, ou ne l'est plus\n"
         "  user NOM ban JOURS MOTIF|unban  l'exclut (0 : pour toujours), ou le réadmet\n"
         "  user NOM rename NOUVEAU         lui donne un autre nom\n"
         "  user NOM code                   un code pour choisir un nouveau mot de passe\n"
         "  user NOM delete                 supprime le compte\n"
         "  tables [close ID]               les tables ; en ferme une\n"
         "  bans [add ADRESSE JOURS MOTIF|remove ADRESSE]\n"
         "                                  les exclusions ; ADRESSE peut être 203.0.113.0/24\n"
         "  reports [close ID [NOTE]]       les signalements ouverts ; en clôt un\n"
         "  announce FRANÇAIS ANGLAIS|off   une annonce à tous, ou plus aucune\n"
         "  invitations [new FOIS [NOTE]|remove CODE]\n"
         "                                  pour un serveur sur invitation\n"
         "  audit                           ce que les administrateurs ont fait\n"
         "  server                          le serveur en chiffres",
         "The server must be running; every user that can read its folder is an admin.\n"
         "  users [BEGINNING]               the accounts, or those whose name begins like that\n"
         "  user NAME                       one account\n"
         "  user NAME promote|demote        makes it an admin, or no longer\n"
         "  user NAME ban DAYS REASON|unban bans it (0: for ever), or lifts the ban\n"
         "  user NAME rename NEW            gives it another name\n"
         "  user NAME code                  a code to choose a new password with\n"
         "  user NAME delete                deletes the account\n"
         "  tables [close ID]               the tables; closes one\n"
         "  bans [add ADDRESS DAYS REASON|remove ADDRESS]\n"
         "                                  the bans; ADDRESS may be 203.0.113.0/24\n"
         "  reports [close ID [NOTE]]       the open reports; closes one\n"
         "  announce FRENCH ENGLISH|off     an announcement to all players, or removes it\n"
         "  invitations [new USES [NOTE]|remove CODE]\n"
         "                                  for a server by invitation\n"
         "  audit                           what the admins have done\n"
         "  server                          the server in figures"},
    .most = OPERANDS_MANY,
    .offer = offer_subcommands,
    .options = {data_options, json_options, language_options},
    .run = run,
};
