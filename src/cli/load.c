/* bivouac load: our own load client, to size a machine and to see that a crash loses nothing. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "load/load.h"

static struct load_plan plan = {.seconds = 2, .program = "/proc/self/exe"};
static int64_t tables, idle, sleeping, rate;
static int64_t rounds = 10;

/* `2s`, `500ms` or `2` */
static int read_kill_every(const char *value)
{
    char *end = NULL;
    double seconds = strtod(value, &end);
    bool thousandths = strcmp(end, "ms") == 0;
    bool good = end != value && (thousandths || strcmp(end, "s") == 0 || !*end);
    plan.kill_every = thousandths ? seconds / 1000 : seconds;
    if (good && plan.kill_every >= 0.05 && plan.kill_every <= 600) return EXIT_DONE;
    return complain(EXIT_MISUSED, "--kill-every is a time from 50ms to 600s, as in 2s, not '%s'",
                    value);
}

static const struct command_option own_options[] = {
    OPTION_NUMBER("--tables", tables, 0, 12000,
                  "tables de deux joueurs, qui jouent au hasard, partie après partie",
                  "tables of two players, who play at random, game after game"),
    OPTION_SECONDS("--seconds", plan.seconds, "durée de la mesure (2)", "how long to measure (2)"),
    OPTION_READ("--game", "JEU", "GAME", name_game, offer_games, "un jeu (tous à tour de rôle)",
                "one game (all in turn)"),
    OPTION_NUMBER("--rate", rate, 1, 1000000,
                  "coups par seconde en tout ; sans cela, aussi vite que possible",
                  "moves a second in all; otherwise as fast as possible"),
    OPTION_NUMBER("--idle", idle, 0, 24000, "connexions qui ne font rien : leur mémoire",
                  "connections that do nothing: their memory"),
    OPTION_NUMBER("--sleeping", sleeping, 0, 1000000,
                  "tables commencées et quittées : leur mémoire",
                  "tables begun and left: their memory"),
    OPTION_TEXT("--url", "URL", "URL", plan.url, NULL,
                "un serveur en marche, http://127.0.0.1:8080 ; plusieurs : URL,URL",
                "a running server, http://127.0.0.1:8080; several: URL,URL"),
    OPTION_FLAG("--anywhere", plan.anywhere,
                "sur une autre machine, si son propriétaire est d'accord",
                "on another machine, if its owner agrees"),
    OPTION_READ("--kill-every", "2s", "2s", read_kill_every, NULL,
                "tue le serveur sous la charge, le relance et vérifie que tout est là",
                "kills the server under load, restarts it, checks that all is there"),
    OPTION_NUMBER("--rounds", rounds, 1, 10000, "tant de fois (10)", "so many times (10)"),
    OPTION_TEXT("--data", "DOSSIER", "DIR", plan.data, offer_folders,
                "le dossier de son serveur, qui reste ; sinon un dossier temporaire",
                "the folder of its own server, which stays; otherwise a temporary one"),
    {0},
};

/* ---- Printing -------------------------------------------------------------------------------- */

/* Bytes for each of so many things, from kilobytes before and after. */
static double bytes_each(uint64_t before, uint64_t after, uint32_t count)
{
    return count ? ((double)after - (double)before) * 1024 / count : 0;
}

static double each_second(uint64_t count, double seconds)
{
    return seconds > 0 ? (double)count / seconds : 0;
}

/* ---- Load ------------------------------------------------------------------------------------ */

static void print_play(const struct load_report *report)
{
    const struct load_figures *figures = &report->figures;
    printf(SAY("%.0f coups/s pendant %.1f s, %llu parties finies, %u "
               "connexions\n",
               "%.0f moves/s for %.1f s, %llu games over, %u "
               "connections\n"),
           each_second(figures->moves, report->seconds), report->seconds,
           (unsigned long long)figures->games, report->connections);
    histogram_print(SAY("de l'envoi à l'accord", "from send to done"), &figures->done);
    histogram_print(SAY("de l'envoi à la dernière réception", "from send to last receipt"),
                    &figures->delivered);
    printf(SAY("%.2f Mo/s reçus, %.2f Mo/s envoyés ; cœurs occupés : "
               "client %.2f",
               "%.2f MB/s received, %.2f MB/s sent; cores busy: client "
               "%.2f"),
           each_second(report->bytes_in, report->seconds) / 1e6,
           each_second(report->bytes_out, report->seconds) / 1e6, report->client_cores);
    if (report->server_cores > 0)
        printf(SAY(", serveur %.2f", ", server %.2f"), report->server_cores);
    putchar('\n');
    printf(SAY("refus %llu, en désordre %llu, connexions perdues %llu\n",
               "refused %llu, out of order %llu, connections lost "
               "%llu\n"),
           (unsigned long long)figures->refused, (unsigned long long)figures->astray,
           (unsigned long long)report->losses);
}

static void print_memory(const struct load_report *report)
{
    const struct load_memory *memory = &report->memory;
    if (!memory->fresh) return;
    printf(SAY("mémoire du serveur : vide %llu Ko", "memory of the "
                                                    "server: empty "
                                                    "%llu KB"),
           (unsigned long long)memory->fresh);
    if (memory->loaded)
        printf(SAY(", à la fin %llu Ko", ", at the end %llu KB"),
               (unsigned long long)memory->loaded);
    putchar('\n');
    if (plan.sleeping)
        printf(SAY("tables endormies : %llu Ko, %.0f octets par table ; après un "
                   "redémarrage %llu Ko, %.0f octets par table\n",
                   "sleeping tables: %llu KB, %.0f bytes a table; after a "
                   "restart %llu KB, %.0f bytes a table\n"),
               (unsigned long long)memory->slept,
               bytes_each(memory->fresh, memory->slept, plan.sleeping),
               (unsigned long long)memory->restarted,
               bytes_each(memory->fresh, memory->restarted, plan.sleeping));
    if (report->reopened > 0)
        printf(SAY("arrêté et rouvert avec elles en %.0f ms\n",
                   "stopped and open again with them within %.0f ms\n"),
               report->reopened * 1000);
    if (plan.idle)
        printf(SAY("connexions au repos : de %llu à %llu Ko, %.0f octets "
                   "par connexion\n",
                   "idle connections: from %llu to %llu KB, %.0f bytes "
                   "a connection\n"),
               (unsigned long long)memory->before, (unsigned long long)memory->idle,
               bytes_each(memory->before, memory->idle, plan.idle));
}

static void print_json(const struct load_report *report)
{
    const struct load_figures *figures = &report->figures;
    const struct load_memory *memory = &report->memory;
    printf("{\"tables\":%u,\"idle\":%u,\"sleeping\":%u,\"connections\":%u,\"seconds\":%.3f,"
           "\"moves\":%llu,\"movesPerSecond\":%.1f,\"games\":%llu",
           plan.tables, plan.idle, plan.sleeping, report->connections, report->seconds,
           (unsigned long long)figures->moves, each_second(figures->moves, report->seconds),
           (unsigned long long)figures->games);
    histogram_print_json("done", &figures->done);
    histogram_print_json("told", &figures->delivered);
    printf(",\"bytesIn\":%llu,\"bytesOut\":%llu,\"clientCores\":%.3f,\"serverCores\":%.3f,"
           "\"refused\":%llu,\"astray\":%llu,\"lost\":%llu",
           (unsigned long long)report->bytes_in, (unsigned long long)report->bytes_out,
           report->client_cores, report->server_cores, (unsigned long long)figures->refused,
           (unsigned long long)figures->astray, (unsigned long long)report->losses);
    printf(",\"memory\":{\"fresh\":%llu,\"slept\":%llu,\"restarted\":%llu,\"before\":%llu,"
           "\"idle\":%llu,\"loaded\":%llu},\"reopened\":%.3f}\n",
           (unsigned long long)memory->fresh, (unsigned long long)memory->slept,
           (unsigned long long)memory->restarted, (unsigned long long)memory->before,
           (unsigned long long)memory->idle, (unsigned long long)memory->loaded, report->reopened);
}

static int run_load(void)
{
    static struct load_report report;
    struct bv_error error;
    bool good = load_run(&plan, &report, &error);
    if (!good) return complain(EXIT_FAILED, "%s", error.text);
    if (common.json) {
        print_json(&report);
    } else {
        if (plan.tables) print_play(&report);
        print_memory(&report);
    }
    if (report.complaint[0]) complain(EXIT_FAILED, "%s", report.complaint);
    return report.figures.refused || report.figures.astray ? EXIT_FAILED : EXIT_DONE;
}

/* ---- Kills ----------------------------------------------------------------------------------- */

static void print_kills(const struct kill_report *report)
{
    histogram_print(SAY("du lancement à l'ouverture", "from start to ready"), &report->ready);
    histogram_print(SAY("de l'arrêt forcé au premier coup", "from the kill to the first move"),
                    &report->playing);
    histogram_print(SAY("de l'arrêt forcé au retour de 98 %", "from the kill to 98% back"),
                    &report->back);
    printf(SAY("refus %llu, tours où il manquait des joueurs %llu\n",
               "refused %llu, rounds with players missing %llu\n"),
           (unsigned long long)report->refused, (unsigned long long)report->late);
    /* The last line is for programs, the same in both languages. */
    printf("rounds %u, acknowledged %llu, lost %llu, out of order %llu\n", report->rounds,
           (unsigned long long)report->moves, (unsigned long long)report->lost,
           (unsigned long long)report->astray);
}

static void print_kills_json(const struct kill_report *report)
{
    printf("{\"rounds\":%u,\"acknowledged\":%llu,\"lost\":%llu,\"refused\":%llu,\"astray\":%llu,"
           "\"late\":%llu",
           report->rounds, (unsigned long long)report->moves, (unsigned long long)report->lost,
           (unsigned long long)report->refused, (unsigned long long)report->astray,
           (unsigned long long)report->late);
    histogram_print_json("ready", &report->ready);
    histogram_print_json("playing", &report->playing);
    histogram_print_json("back", &report->back);
    printf("}\n");
}

static int run_kills(void)
{
    static struct kill_report report;
    struct bv_error error;
    if (plan.url || plan.idle || plan.sleeping || !plan.tables)
        return complain(EXIT_MISUSED,
                        "--kill-every needs --tables, and a server of its own to kill");
    if (!kill_run(&plan, &report, &error)) return complain(EXIT_FAILED, "%s", error.text);
    if (report.complaint[0]) complain(EXIT_FAILED, "%s", report.complaint);
    if (common.json)
        print_kills_json(&report);
    else
        print_kills(&report);
    return report.lost || report.astray ? EXIT_FAILED : EXIT_DONE;
}

/* ---- The command ----------------------------------------------------------------------------- */

static int run(void)
{
    plan.tables = (uint32_t)tables;
    plan.idle = (uint32_t)idle;
    plan.sleeping = (uint32_t)sleeping;
    plan.rounds = (uint32_t)rounds;
    plan.rate = (double)rate;
    plan.game = common.request.game;
    if (!plan.tables && !plan.idle && !plan.sleeping)
        return complain(EXIT_MISUSED, "say how much: --tables, --idle or --sleeping");
    load_heed_signals();
    return plan.kill_every > 0 ? run_kills() : run_load();
}

const struct command command_load = {
    .name = "load",
    .operands = {"", ""},
    .summary = {"Remplit un serveur de joueurs au hasard, et mesure.",
                "Fills a server with random players, and measures."},
    .help = {"Sans --url, lance son propre serveur.", "Without --url it starts its own server."},
    .options = {own_options, json_options},
    .run = run,
};
