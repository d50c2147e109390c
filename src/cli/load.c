/* bivouac load: our own load client, to size a machine and to see that a crash loses nothing. */
#include <string.h>

#include "cli/cli.h"
#include "load/load.h"

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

static void print_play(const struct options *options, const struct load_report *report)
{
    const struct load_figures *figures = &report->figures;
    printf(say(options, (struct bv_text){"%.0f coups/s pendant %.1f s, %llu parties finies, %u "
                                         "connexions\n",
                                         "%.0f moves/s for %.1f s, %llu games over, %u "
                                         "connections\n"}),
           each_second(figures->moves, report->seconds), report->seconds,
           (unsigned long long)figures->games, report->connections);
    histogram_print(say(options, (struct bv_text){"de l'envoi à l'accord", "from send to done"}),
                    &figures->done);
    histogram_print(say(options, (struct bv_text){"de l'envoi à la dernière réception",
                                                  "from send to last receipt"}),
                    &figures->told);
    printf(say(options, (struct bv_text){"%.2f Mo/s reçus, %.2f Mo/s envoyés ; cœurs occupés : "
                                         "client %.2f",
                                         "%.2f MB/s received, %.2f MB/s sent; cores busy: client "
                                         "%.2f"}),
           each_second(report->bytes_in, report->seconds) / 1e6,
           each_second(report->bytes_out, report->seconds) / 1e6, report->client_cores);
    if (report->server_cores > 0)
        printf(say(options, (struct bv_text){", serveur %.2f", ", server %.2f"}),
               report->server_cores);
    putchar('\n');
    printf(say(options, (struct bv_text){"refus %llu, hors d'ordre %llu, connexions perdues %llu\n",
                                         "refused %llu, out of order %llu, connections lost "
                                         "%llu\n"}),
           (unsigned long long)figures->refused, (unsigned long long)figures->astray,
           (unsigned long long)report->losses);
}

static void print_memory(const struct options *options, const struct load_report *report)
{
    const struct load_memory *memory = &report->memory;
    if (!memory->fresh) return;
    printf(say(options, (struct bv_text){"mémoire du serveur : vide %llu Ko", "memory of the "
                                                                              "server: empty "
                                                                              "%llu KB"}),
           (unsigned long long)memory->fresh);
    if (memory->loaded)
        printf(say(options, (struct bv_text){", à la fin %llu Ko", ", at the end %llu KB"}),
               (unsigned long long)memory->loaded);
    putchar('\n');
    if (options->load.sleeping)
        printf(say(options,
                   (struct bv_text){"tables endormies : %llu Ko, %.0f octets par table ; après un "
                                    "redémarrage %llu Ko, %.0f octets par table\n",
                                    "sleeping tables: %llu KB, %.0f bytes a table; after a "
                                    "restart %llu KB, %.0f bytes a table\n"}),
               (unsigned long long)memory->slept,
               bytes_each(memory->fresh, memory->slept, options->load.sleeping),
               (unsigned long long)memory->restarted,
               bytes_each(memory->fresh, memory->restarted, options->load.sleeping));
    if (report->reopened > 0)
        printf(say(options, (struct bv_text){"arrêté et rouvert avec elles en %.0f ms\n",
                                             "stopped and open again with them within %.0f ms\n"}),
               report->reopened * 1000);
    if (options->load.idle)
        printf(say(options, (struct bv_text){"connexions au repos : de %llu à %llu Ko, %.0f octets "
                                             "par connexion\n",
                                             "idle connections: from %llu to %llu KB, %.0f bytes "
                                             "a connection\n"}),
               (unsigned long long)memory->before, (unsigned long long)memory->idle,
               bytes_each(memory->before, memory->idle, options->load.idle));
}

static void print_json(const struct options *options, const struct load_report *report)
{
    const struct load_figures *figures = &report->figures;
    const struct load_memory *memory = &report->memory;
    printf("{\"tables\":%u,\"idle\":%u,\"sleeping\":%u,\"connections\":%u,\"seconds\":%.3f,"
           "\"moves\":%llu,\"movesPerSecond\":%.1f,\"games\":%llu",
           options->load.tables, options->load.idle, options->load.sleeping, report->connections,
           report->seconds, (unsigned long long)figures->moves,
           each_second(figures->moves, report->seconds), (unsigned long long)figures->games);
    histogram_print_json("done", &figures->done);
    histogram_print_json("told", &figures->told);
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

static int run_load(const struct options *options, const struct load_plan *plan)
{
    static struct load_report report;
    struct bv_error error;
    bool good = load_run(plan, &report, &error);
    if (!good) return complain(EXIT_FAILED, "%s", error.text);
    if (options->json) {
        print_json(options, &report);
    } else {
        if (plan->tables) print_play(options, &report);
        print_memory(options, &report);
    }
    if (report.complaint[0]) complain(EXIT_FAILED, "%s", report.complaint);
    return report.figures.refused || report.figures.astray ? EXIT_FAILED : EXIT_DONE;
}

/* ---- Kills ----------------------------------------------------------------------------------- */

static void print_kills(const struct options *options, const struct kill_report *report)
{
    histogram_print(
        say(options, (struct bv_text){"du lancement à l'ouverture", "from start to ready"}),
        &report->ready);
    histogram_print(say(options, (struct bv_text){"de l'arrêt forcé au premier coup",
                                                  "from the kill to the first move"}),
                    &report->playing);
    histogram_print(say(options, (struct bv_text){"de l'arrêt forcé au retour de 98 %",
                                                  "from the kill to 98% back"}),
                    &report->back);
    printf(say(options, (struct bv_text){"refus %llu, tours où il manquait des joueurs %llu\n",
                                         "refused %llu, rounds with players missing %llu\n"}),
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

static int run_kills(const struct options *options, const struct load_plan *plan)
{
    static struct kill_report report;
    struct bv_error error;
    if (plan->url || plan->idle || plan->sleeping || !plan->tables)
        return complain(EXIT_MISUSED,
                        "--kill-every needs --tables, and a server of its own to kill");
    if (!kill_run(plan, &report, &error)) return complain(EXIT_FAILED, "%s", error.text);
    if (report.complaint[0]) complain(EXIT_FAILED, "%s", report.complaint);
    if (options->json)
        print_kills_json(&report);
    else
        print_kills(options, &report);
    return report.lost || report.astray ? EXIT_FAILED : EXIT_DONE;
}

/* ---- The command ----------------------------------------------------------------------------- */

static int run(const struct options *options)
{
    struct load_plan plan = {
        .tables = options->load.tables,
        .idle = options->load.idle,
        .sleeping = options->load.sleeping,
        .rounds = options->load.rounds ? options->load.rounds : 10,
        .game = options->has_game ? options->request.game : NULL,
        .seconds = options->seconds,
        .rate = options->load.rate,
        .kill_every = options->load.kill_every,
        .url = options->load.url,
        .program = "/proc/self/exe",
        .data = options->has_data ? options->data : NULL,
        .anywhere = options->load.anywhere,
    };
    if (options->operands || (!plan.tables && !plan.idle && !plan.sleeping))
        return complain(EXIT_MISUSED, "say how much: bivouac load %s", command_load.usage);
    load_heed_signals();
    return plan.kill_every > 0 ? run_kills(options, &plan) : run_load(options, &plan);
}

const struct command command_load = {
    .name = "load",
    .usage = "--tables N [--seconds S] [--game G] [--rate R] [--idle K] [--sleeping K] [--url URL] "
             "[--kill-every 2s --rounds N] [--data FOLDER] [--json]",
    .summary = {"Remplit un serveur de joueurs au hasard, et mesure.",
                "Fills a server with random players, and measures."},
    .help =
        {"Sans --url, lance son propre serveur.\n"
         "  --tables N       deux joueurs par table, qui jouent au hasard, partie après partie\n"
         "  --seconds S      durée de la mesure (2)      --game G   un jeu (tous à tour de rôle)\n"
         "  --rate R         coups par seconde en tout ; sans cela, aussi vite que possible\n"
         "  --idle K         connexions qui ne font rien : leur mémoire\n"
         "  --sleeping K     tables commencées et quittées : leur mémoire\n"
         "  --url URL        un serveur en marche, http://127.0.0.1:8080 ; plusieurs : URL,URL\n"
         "  --anywhere       sur une autre machine, si son propriétaire est d'accord\n"
         "  --kill-every 2s  tue le serveur sous la charge, le relance et vérifie que tout est là\n"
         "  --rounds N       tant de fois (10)\n"
         "  --data DOSSIER   le dossier de son serveur, qui reste ; sinon un dossier temporaire\n"
         "  --json           une ligne pour un programme",
         "Without --url it starts its own server.\n"
         "  --tables N       two players a table, who play at random, game after game\n"
         "  --seconds S      how long to measure (2)     --game G   one game (all in turn)\n"
         "  --rate R         moves a second in all; otherwise as fast as possible\n"
         "  --idle K         connections that do nothing: their memory\n"
         "  --sleeping K     tables begun and left: their memory\n"
         "  --url URL        a running server, http://127.0.0.1:8080; several: URL,URL\n"
         "  --anywhere       on another machine, if its owner agrees\n"
         "  --kill-every 2s  kills the server under load, restarts it, checks that all is there\n"
         "  --rounds N       so many times (10)\n"
         "  --data FOLDER    of its own server, which stays; otherwise a temporary one\n"
         "  --json           one line for a program"},
    .takes = TAKES_LOAD | TAKES_JSON | TAKES_LANGUAGE,
    .run = run,
};
