/* `bivouac admin`: administers a running server. Every user that can read its folder may do it. */
#include <stdlib.h>
#include <string.h>

#include "cli/admin.h"
#include "server/accounts/bans.h"
#include "server/base/server_time.h"
#include "table/names.h"
#include "util/fields.h"

#define ADMIN "/api/v1/admin/"

enum { PATH_SIZE = 512, BODY_SIZE = 4096 };

/* The subcommand's arguments. */
struct task {
    const struct reach *reach;
    int words;
    char **word;
    char person[ID_SIZE]; /* of `user NAME` */
};

/* ---- Subcommands ----------------------------------------------------------------------------- */

static const struct column user_columns[] = {
    {{"nom", "name"}, "person.name", CELL_TEXT},
    {{"id", "id"}, "person.id", CELL_TEXT},
    {{"rôle", "role"}, "person.role", CELL_TEXT},
    {{"inscrit", "joined"}, "created", CELL_DATE},
    {{"vu", "seen"}, "seen", CELL_DATE},
    {{"là", "here"}, "connections", CELL_TEXT},
    {{"exclu", "banned"}, "banned.reason", CELL_TEXT},
    {{"jusqu'au", "until"}, "banned.until", CELL_DATE},
    {.field = NULL},
};

static const struct column table_columns[] = {
    {{"table", "table"}, "table", CELL_TEXT},
    {{"jeu", "game"}, "game", CELL_TEXT},
    {{"état", "stage"}, "stage", CELL_TEXT},
    {{"publique", "public"}, "public", CELL_TEXT},
    {{"présents", "subscribed"}, "subscribed", CELL_TEXT},
    {{"places", "seats"}, "occupants", CELL_OCCUPANTS},
    {.field = NULL},
};

static const struct column ban_columns[] = {
    {{"id", "id"}, "id", CELL_TEXT},
    {{"adresse", "address"}, "address", CELL_TEXT},
    {{"nom", "name"}, "person.name", CELL_TEXT},
    {{"depuis", "since"}, "at", CELL_DATE},
    {{"jusqu'au", "until"}, "until", CELL_DATE},
    {{"par", "by"}, "by", CELL_TEXT},
    {{"motif", "reason"}, "reason", CELL_TEXT},
    {.field = NULL},
};

static const struct column report_columns[] = {
    {{"id", "id"}, "id", CELL_TEXT},
    {{"date", "date"}, "at", CELL_DATE},
    {{"qui", "who"}, "person.name", CELL_TEXT},
    {{"par", "by"}, "by.name", CELL_TEXT},
    {{"table", "table"}, "table", CELL_TEXT},
    {{"motif", "reason"}, "reason", CELL_TEXT},
    {{"texte", "text"}, "text", CELL_TEXT},
    {.field = NULL},
};

static const struct column invitation_columns[] = {
    {{"code", "code"}, "code", CELL_TEXT}, {{"utilisée", "used"}, "used", CELL_TEXT},
    {{"sur", "of"}, "uses", CELL_TEXT},    {{"depuis", "since"}, "created", CELL_DATE},
    {{"note", "note"}, "note", CELL_TEXT}, {.field = NULL},
};

static const struct column audit_columns[] = {
    {{"date", "date"}, "at", CELL_DATE},         {{"par", "by"}, "by", CELL_TEXT},
    {{"quoi", "what"}, "what", CELL_TEXT},       {{"qui", "whom"}, "whom", CELL_TEXT},
    {{"détail", "detail"}, "detail", CELL_TEXT}, {.field = NULL},
};

/*
 * A subcommand and its request. In path and body, `$0` is the first argument as text, `#0` as a
 * number from 1 to 10000, `@0` as a number of days from now, which becomes a time (0: null), `&0` as
 * an address, by which bans are named; `%` is the person of `user NAME`. In bodies, ' stands for ".
 */
static const struct row {
    const char *first, *second; /* for `user`, the second comes after the name */
    int least, most;            /* number of arguments after these */
    const char *method, *path, *body;
    const struct column *column; /* of the list, which has the name of `first`, that it prints */
    bool prints;                 /* prints the fields of the answer */
} rows[] = {
    {"users", NULL, 0, 1, "GET", "people?name=$0", NULL, user_columns, false},
    {"user", "promote", 0, 0, "PATCH", "people/%", "{'role':'admin'}", NULL, false},
    {"user", "demote", 0, 0, "PATCH", "people/%", "{'role':null}", NULL, false},
    {"user", "ban", 2, 2, "PATCH", "people/%", "{'banned':{'until':@0,'reason':$1}}", NULL, false},
    {"user", "unban", 0, 0, "PATCH", "people/%", "{'banned':null}", NULL, false},
    {"user", "rename", 1, 1, "PATCH", "people/%", "{'name':$0}", NULL, false},
    {"user", "code", 0, 0, "PATCH", "people/%", "{'code':true}", NULL, true},
    {"user", "delete", 0, 0, "DELETE", "people/%", NULL, NULL, false},
    {"tables", "close", 1, 1, "DELETE", "tables/$0", NULL, NULL, false},
    {"tables", NULL, 0, 0, "GET", "tables", NULL, table_columns, false},
    {"bans", "add", 3, 3, "POST", "bans", "{'address':$0,'until':@1,'reason':$2}", NULL, false},
    {"bans", "remove", 1, 1, "DELETE", "bans/&0", NULL, NULL, false},
    {"bans", NULL, 0, 0, "GET", "bans", NULL, ban_columns, false},
    {"reports", "close", 1, 2, "PATCH", "reports/$0", "{'state':'closed','note':$1}", NULL, false},
    {"reports", NULL, 0, 0, "GET", "reports?state=open", NULL, report_columns, false},
    {"announce", "off", 0, 0, "DELETE", "announcement", NULL, NULL, false},
    {"announce", NULL, 2, 2, "PUT", "announcement", "{'fr':$0,'en':$1}", NULL, false},
    {"invitations", "new", 1, 2, "POST", "invitations", "{'uses':#0,'note':$1}", NULL, true},
    {"invitations", "remove", 1, 1, "DELETE", "invitations/$0", NULL, NULL, false},
    {"invitations", NULL, 0, 0, "GET", "invitations", NULL, invitation_columns, false},
    {"audit", NULL, 0, 0, "GET", "audit", NULL, audit_columns, false},
    {"server", NULL, 0, 0, "GET", "server", NULL, NULL, true},
};

/* ---- Requests -------------------------------------------------------------------------------- */

static bool put_number(struct bv_out *out, const char *word, bool days)
{
    int least = days ? 0 : 1;
    int most = days ? 36500 : 10000;
    int number = 0;
    if (!bv_number_of(bv_span_of(word), least, most, &number)) {
        complain(EXIT_MISUSED, "'%s' is not a whole number from %d to %d", word, least, most);
        return false;
    }
    if (days && !number)
        bv_put(out, "null");
    else
        bv_put_number(out, days ? server_now() + (int64_t)number * 86400000 : number);
    return true;
}

/* Replaces the signs of a path (`escapes`) or a body; false after printing an error. */
static bool put_filled(struct bv_out *out, const char *text, const struct task *task, bool escapes)
{
    for (; *text; text++) {
        char key[BAN_KEY_SIZE];
        bool is_argument = strchr("$#@&", *text) != NULL;
        int at = is_argument ? text[1] - '0' : 0;
        const char *word = at < task->words ? task->word[at] : "";
        if (*text == '%')
            put_escaped(out, task->person);
        else if (*text == '&')
            put_escaped(out, ban_key_of_network(word, key) ? key : word);
        else if (*text == '$' && escapes)
            put_escaped(out, word);
        else if (*text == '$')
            bv_json_text(out, NULL, word);
        else if (is_argument && !put_number(out, word, *text == '@'))
            return false;
        else if (!is_argument)
            bv_put_char(out, *text == '\'' ? '"' : *text);
        text += is_argument;
    }
    return true;
}

static int carry_out(const struct row *row, const struct task *task)
{
    char path[PATH_SIZE];
    char body[BODY_SIZE];
    struct bv_out path_out = bv_out_into(path, sizeof path);
    struct bv_out body_out = bv_out_into(body, sizeof body);
    bv_put(&path_out, ADMIN);
    if (!put_filled(&path_out, row->path, task, true) ||
        (row->body && !put_filled(&body_out, row->body, task, false)))
        return EXIT_MISUSED;
    if (path_out.cut || body_out.cut) return complain(EXIT_MISUSED, "that is too long");
    const char *list = row->column == user_columns ? "people" : row->first;
    cJSON *answer = row->column
                        ? ask_list(task->reach, path, list)
                        : ask_server(task->reach, row->method, path, row->body ? body : NULL);
    if (answer && row->column) show_list(answer, list, row->column);
    if (answer && row->prints) show_fields(answer);
    cJSON_Delete(answer);
    return answer ? EXIT_DONE : EXIT_FAILED;
}

/* ---- Accounts by name ------------------------------------------------------------------------ */

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
    char path[PATH_SIZE] = ADMIN "people?name=";
    struct bv_out out = {.text = path, .size = sizeof path, .length = strlen(path)};
    put_escaped(&out, name);
    cJSON *answer = ask_server(task->reach, "GET", path, NULL);
    if (!answer) return EXIT_FAILED;
    const cJSON *line = person_named(answer, name);
    const char *id =
        fields_text(cJSON_GetObjectItemCaseSensitive(line, "person"), "id", ID_SIZE - 1);
    snprintf(task->person, sizeof task->person, "%s", id ? id : "");
    if (line && shown) show_fields(line);
    cJSON_Delete(answer);
    if (task->person[0]) return EXIT_DONE;
    return complain(EXIT_FAILED,
                    SAY("aucun compte au nom de « %s »", "there is no account named '%s'"), name);
}

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

static int run(void)
{
    struct reach reach;
    int used = 0;
    bool one = common.operands > 1 && strcmp(common.operand[0], "user") == 0;
    bool shown = one && common.operands == 2; /* `user NAME` alone shows the account */
    const struct row *row = row_of(common.operands, common.operand, &used);
    if (!row && !shown)
        return complain(EXIT_MISUSED, "%s",
                        SAY("voir « bivouac admin --help »", "see 'bivouac admin --help'"));
    int code = reach_server(&reach);
    struct task task = {
        .reach = &reach, .words = common.operands - used, .word = common.operand + used};
    if (code == EXIT_DONE && one) code = find_person(&task, common.operand[1], shown);
    return code == EXIT_DONE && row ? carry_out(row, &task) : code;
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
         "  user NOM promote|demote         le nomme administrateur, ou lui retire ce rôle\n"
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
    .options = {data_options, json_options},
    .run = run,
};
