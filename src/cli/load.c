/* bivouac load: our own load client, to size a machine and to check that nothing is lost. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "load/witness.h"

static struct load_plan plan = {.seconds = 2};
static int64_t tables, idle, sleeping, finished, rate;
static int64_t rounds = 10;
static bool attacks;

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
    OPTION_NUMBER("--finished", finished, 0, 10000000,
                  "parties finies dans le dossier au démarrage",
                  "finished games in the folder at the start"),
    OPTION_TEXT("--url", "URL", "URL", plan.url, NULL,
                "un serveur en marche, http://127.0.0.1:8080 ; plusieurs : URL,URL",
                "a running server, http://127.0.0.1:8080; several: URL,URL"),
    OPTION_TEXT("--store", "OÙ", "WHERE", plan.store, NULL,
                "et sa base : joue pendant des pannes, et vérifie que rien n'est perdu",
                "and its store: plays through faults, and checks that nothing is lost"),
    OPTION_FLAG("--anywhere", plan.anywhere,
                "sur une autre machine, si son propriétaire est d'accord",
                "on another machine, if its owner agrees"),
    OPTION_READ("--kill-every", "2s", "2s", read_kill_every, NULL,
                "tue le serveur sous la charge, le relance et vérifie que tout est là",
                "kills the server under load, restarts it, checks that all is there"),
    OPTION_NUMBER("--rounds", rounds, 1, 10000, "tant de fois (10)", "so many times (10)"),
    OPTION_FLAG("--keep", plan.keep, "garde le dossier", "keeps the folder"),
    OPTION_FLAG("--attack", attacks, "la même charge sans et avec une attaque : ce qu'elle coûte",
                "the same load without and with an attack: what it costs"),
    {0},
};

/* ---- Printing -------------------------------------------------------------------------------- */

static double milliseconds(uint64_t microseconds)
{
    return (double)microseconds / 1000;
}

static void print_times(const char *name, const struct histogram *times)
{
    printf("%-34s p50 %.2f  p90 %.2f  p99 %.2f  max %.2f ms  (%llu)\n", name,
           milliseconds(histogram_share(times, 0.5)), milliseconds(histogram_share(times, 0.9)),
           milliseconds(histogram_share(times, 0.99)), milliseconds(times->most),
           (unsigned long long)times->count);
}

static void print_times_json(const char *name, const struct histogram *times)
{
    printf(",\"%s\":{\"count\":%llu,\"p50\":%.3f,\"p90\":%.3f,\"p99\":%.3f,\"max\":%.3f}", name,
           (unsigned long long)times->count, milliseconds(histogram_share(times, 0.5)),
           milliseconds(histogram_share(times, 0.9)), milliseconds(histogram_share(times, 0.99)),
           milliseconds(times->most));
}

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
    print_times(SAY("de l'envoi à l'accord", "from send to done"), &figures->done);
    print_times(SAY("de l'envoi à la dernière réception", "from send to last receipt"),
                &figures->told);
    printf(SAY("%.2f Mo/s reçus, %.2f Mo/s envoyés ; cœurs occupés : "
               "client %.2f",
               "%.2f MB/s received, %.2f MB/s sent; cores busy: client "
               "%.2f"),
           each_second(report->bytes_in, report->seconds) / 1e6,
           each_second(report->bytes_out, report->seconds) / 1e6, report->client_cores);
    if (report->server_cores > 0)
        printf(SAY(", serveur %.2f", ", server %.2f"), report->server_cores);
    putchar('\n');
    printf(SAY("refus %llu, hors d'ordre %llu, connexions perdues %llu\n",
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
    print_times_json("done", &figures->done);
    print_times_json("told", &figures->told);
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
    if (report.folder[0]) fprintf(stderr, "%s\n", report.folder);
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

/* ---- Faults ---------------------------------------------------------------------------------- */

static void print_fault(const struct fault_report *report)
{
    const struct audit *audit = &report->audit;
    print_times(SAY("du lancement à l'ouverture", "from start to ready"), &report->ready);
    print_times(SAY("de l'arrêt forcé au premier coup", "from the kill to the first move"),
                &report->playing);
    print_times(SAY("de l'arrêt forcé au retour de 98 %", "from the kill to 98% back"),
                &report->back);
    printf(SAY("%llu tables relues ; refus %llu, hors d'ordre %llu, tours "
               "où il manquait des joueurs %llu\n",
               "%llu tables read back; refused %llu, out of order %llu, "
               "rounds with players missing %llu\n"),
           (unsigned long long)audit->tables, (unsigned long long)report->refused,
           (unsigned long long)report->astray, (unsigned long long)report->late);
    /* The last line is for programs, the same in both languages. */
    printf("rounds %u, acknowledged %llu, found %llu, lost %llu, doubled %llu\n", report->rounds,
           (unsigned long long)audit->acknowledged, (unsigned long long)audit->found,
           (unsigned long long)audit->lost, (unsigned long long)audit->doubled);
}

static void print_fault_json(const struct fault_report *report)
{
    const struct audit *audit = &report->audit;
    printf("{\"rounds\":%u,\"tables\":%llu,\"acknowledged\":%llu,\"found\":%llu,\"lost\":%llu,"
           "\"doubled\":%llu,\"refused\":%llu,\"astray\":%llu,\"late\":%llu",
           report->rounds, (unsigned long long)audit->tables,
           (unsigned long long)audit->acknowledged, (unsigned long long)audit->found,
           (unsigned long long)audit->lost, (unsigned long long)audit->doubled,
           (unsigned long long)report->refused, (unsigned long long)report->astray,
           (unsigned long long)report->late);
    print_times_json("ready", &report->ready);
    print_times_json("playing", &report->playing);
    print_times_json("back", &report->back);
    printf("}\n");
}

static int run_fault(void)
{
    static struct fault_report report;
    struct bv_error error;
    bool good = fault_run(&plan, &report, &error);
    if (report.folder[0]) fprintf(stderr, "%s\n", report.folder);
    if (!good) return complain(EXIT_FAILED, "%s", error.text);
    if (report.complaint[0]) complain(EXIT_FAILED, "%s", report.complaint);
    if (common.json)
        print_fault_json(&report);
    else
        print_fault(&report);
    return report.audit.lost || report.audit.doubled || report.astray ? EXIT_FAILED : EXIT_DONE;
}

/* ---- Attacks --------------------------------------------------------------------------------- */

static void print_attack(const struct attack_report *report)
{
    const char *name = SAY("sans attaque, de l'envoi à l'accord", "no attack, from send to done");
    print_times(name, &report->calm.figures.done);
    print_times(SAY("pendant l'attaque, de l'envoi à l'accord", "attack, from send to done"),
                &report->attackers.figures.done);
    printf("%s", SAY("l'attaque, par seconde :", "the attack, a second:"));
    for (int kind = 0; kind < ATTACKERS_KINDS; kind++)
        printf(" %s %.0f%s", attackers_name(kind),
               each_second(report->counts.done[kind], report->seconds),
               kind + 1 < ATTACKERS_KINDS ? "," : "");
    printf(SAY(" ; refus (too-many) %.0f\n", "; refused (too-many) %.0f\n"),
           each_second(report->counts.refused, report->seconds));
    printf(SAY("connexions des joueurs perdues %llu ; mémoire du serveur : "
               "avant %llu Ko, pendant au plus %llu Ko, après %llu Ko\n",
               "player connections lost %llu; memory of the server: "
               "before %llu KB, during at most %llu KB, after %llu "
               "KB\n"),
           (unsigned long long)report->losses, (unsigned long long)report->calm.most,
           (unsigned long long)report->attackers.most, (unsigned long long)report->after);
    printf(SAY("cœurs du serveur occupés : sans attaque %.2f, pendant %.2f\n",
               "cores of the server busy: no attack %.2f, attack %.2f\n"),
           report->calm.server / report->calm.seconds,
           report->attackers.server / report->attackers.seconds);
    /* The last line is for programs, the same in both languages. */
    printf("p99 calm %.2f ms, attacked %.2f ms, ratio %.2f\n",
           milliseconds(histogram_share(&report->calm.figures.done, 0.99)),
           milliseconds(histogram_share(&report->attackers.figures.done, 0.99)),
           attack_ratio(report));
}

static void print_attack_json(const struct attack_report *report)
{
    printf("{\"ratio\":%.3f,\"lost\":%llu,\"memory\":{\"before\":%llu,\"during\":%llu,"
           "\"after\":%llu},\"seconds\":%.3f,\"refused\":%llu,\"calmCores\":%.3f,\"attackedCores\":"
           "%.3f",
           attack_ratio(report), (unsigned long long)report->losses,
           (unsigned long long)report->calm.most, (unsigned long long)report->attackers.most,
           (unsigned long long)report->after, report->seconds,
           (unsigned long long)report->counts.refused, report->calm.server / report->calm.seconds,
           report->attackers.server / report->attackers.seconds);
    for (int kind = 0; kind < ATTACKERS_KINDS; kind++)
        printf(",\"%s\":%llu", attackers_name(kind), (unsigned long long)report->counts.done[kind]);
    print_times_json("calm", &report->calm.figures.done);
    print_times_json("attacked", &report->attackers.figures.done);
    printf("}\n");
}

static int run_attack(void)
{
    static struct attack_report report;
    struct bv_error error;
    if (plan.url || plan.idle || plan.sleeping || !plan.tables)
        return complain(EXIT_MISUSED, "--attack needs --tables, and a server of its own");
    if (!attack_run(&plan, &report, &error)) return complain(EXIT_FAILED, "%s", error.text);
    if (common.json)
        print_attack_json(&report);
    else
        print_attack(&report);
    if (report.complaint[0]) complain(EXIT_FAILED, "%s", report.complaint);
    return report.losses || report.attackers.figures.refused || report.attackers.figures.astray
               ? EXIT_FAILED
               : EXIT_DONE;
}

/* ---- Consistency check ----------------------------------------------------------------------- */

static void print_witness(const struct witness_report *report)
{
    const struct proof *proof = &report->proof;
    const struct load_figures *figures = &report->figures;
    printf(SAY("%.0f coups/s pendant %.1f s, %llu parties finies\n",
               "%.0f moves/s for %.1f s, %llu games over\n"),
           each_second(figures->moves, report->seconds), report->seconds,
           (unsigned long long)figures->games);
    print_times(SAY("de l'envoi à l'accord", "from send to done"), &figures->done);
    print_times(SAY("de la fin de la panne au retour", "from the fault's end to being back"),
                &report->back);
    printf(SAY("%llu tables relues, %llu messages comparés : faux %llu, tables "
               "incohérentes %llu, à la mauvaise place %llu, hors d'ordre %llu, "
               "mal datés %llu, refus %llu, remis à plus tard %llu\n",
               "%llu tables read back, %llu messages compared: wrong %llu, broken "
               "tables %llu, to the wrong seat %llu, out of order %llu, mistimed "
               "%llu, refused %llu, postponed %llu\n"),
           (unsigned long long)proof->moves.tables, (unsigned long long)proof->messages,
           (unsigned long long)proof->wrong, (unsigned long long)proof->broken,
           (unsigned long long)figures->misdirected, (unsigned long long)figures->astray,
           (unsigned long long)figures->mistimed + proof->flags,
           (unsigned long long)figures->refused, (unsigned long long)figures->put_off);
    printf(SAY("de retour en %.0f ms au plus ; jamais revenus : %llu\n",
               "back within %.0f ms at most; never back: %llu\n"),
           milliseconds(report->back.most), (unsigned long long)report->missing);
    /* The last line is for programs, the same in both languages. */
    printf("rounds %u, acknowledged %llu, found %llu, lost %llu, doubled %llu\n", report->rounds,
           (unsigned long long)proof->moves.acknowledged, (unsigned long long)proof->moves.found,
           (unsigned long long)proof->moves.lost, (unsigned long long)proof->moves.doubled);
}

static int run_witness(void)
{
    static struct witness_report report;
    struct bv_error error;
    if (!plan.url || plan.idle || plan.sleeping || !plan.tables)
        return complain(EXIT_MISUSED, "--store needs --tables, and the --url of its nodes");
    if (!witness_run(&plan, &report, &error)) return complain(EXIT_FAILED, "%s", error.text);
    if (report.complaint[0]) complain(EXIT_FAILED, "%s", report.complaint);
    print_witness(&report);
    return witness_is_content(&report) ? EXIT_DONE : EXIT_FAILED;
}

/* ---- The command ----------------------------------------------------------------------------- */

static int run(int operands, char **operand)
{
    (void)operands;
    (void)operand;
    plan.tables = (uint32_t)tables;
    plan.idle = (uint32_t)idle;
    plan.sleeping = (uint32_t)sleeping;
    plan.finished = (uint32_t)finished;
    plan.rounds = (uint32_t)rounds;
    plan.rate = (double)rate;
    plan.game = common.request.game;
    if (!plan.tables && !plan.idle && !plan.sleeping)
        return complain(EXIT_MISUSED, "say how much: --tables, --idle or --sleeping");
    load_heed_signals();
    if (attacks) return run_attack();
    if (plan.store) return run_witness();
    if (plan.kill_every <= 0) return run_load();
    if (plan.url || plan.idle || plan.sleeping || !plan.tables)
        return complain(EXIT_MISUSED,
                        "--kill-every needs --tables, and a server of its own to kill");
    return run_fault();
}

const struct command command_load = {
    .name = "load",
    .operands = {"", ""},
    .summary = {"Remplit un serveur de joueurs au hasard, et mesure.",
                "Fills a server with random players, and measures."},
    .help = {"Sans --url, lance son propre serveur sur un dossier temporaire.",
             "Without --url it starts its own server on a temporary folder."},
    .options = {own_options, json_options, language_options},
    .run = run,
};
