/* bivouac load: our own load client, to size a machine and to check that nothing is lost. */
#include <string.h>

#include "cli/cli.h"
#include "load/witness.h"

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

static void print_play(const struct options *options, const struct load_report *report)
{
    const struct load_figures *figures = &report->figures;
    printf(say(options, (struct bv_text){"%.0f coups/s pendant %.1f s, %llu parties finies, %u "
                                         "connexions\n",
                                         "%.0f moves/s for %.1f s, %llu games over, %u "
                                         "connections\n"}),
           each_second(figures->moves, report->seconds), report->seconds,
           (unsigned long long)figures->games, report->connections);
    print_times(say(options, (struct bv_text){"de l'envoi à l'accord", "from send to done"}),
                &figures->done);
    print_times(say(options, (struct bv_text){"de l'envoi à la dernière réception",
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

static int run_load(const struct options *options, const struct load_plan *plan)
{
    static struct load_report report;
    struct bv_error error;
    bool good = load_run(plan, &report, &error);
    if (report.folder[0]) fprintf(stderr, "%s\n", report.folder);
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

/* ---- Faults ---------------------------------------------------------------------------------- */

static void print_fault(const struct options *options, const struct fault_report *report)
{
    const struct audit *audit = &report->audit;
    print_times(say(options, (struct bv_text){"du lancement à l'ouverture", "from start to ready"}),
                &report->ready);
    print_times(say(options, (struct bv_text){"de l'arrêt forcé au premier coup",
                                              "from the kill to the first move"}),
                &report->playing);
    print_times(say(options, (struct bv_text){"de l'arrêt forcé au retour de 98 %",
                                              "from the kill to 98% back"}),
                &report->back);
    printf(
        say(options, (struct bv_text){"%llu tables relues ; refus %llu, hors d'ordre %llu, tours "
                                      "où il manquait des joueurs %llu\n",
                                      "%llu tables read back; refused %llu, out of order %llu, "
                                      "rounds with players missing %llu\n"}),
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

static int run_fault(const struct options *options, const struct load_plan *plan)
{
    static struct fault_report report;
    struct bv_error error;
    bool good = fault_run(plan, &report, &error);
    if (report.folder[0]) fprintf(stderr, "%s\n", report.folder);
    if (!good) return complain(EXIT_FAILED, "%s", error.text);
    if (report.complaint[0]) complain(EXIT_FAILED, "%s", report.complaint);
    if (options->json)
        print_fault_json(&report);
    else
        print_fault(options, &report);
    return report.audit.lost || report.audit.doubled || report.astray ? EXIT_FAILED : EXIT_DONE;
}

/* ---- Attacks --------------------------------------------------------------------------------- */

static void print_attack(const struct options *options, const struct attack_report *report)
{
    const char *name = say(options, (struct bv_text){"sans attaque, de l'envoi à l'accord",
                                                     "no attack, from send to done"});
    print_times(name, &report->calm.figures.done);
    print_times(say(options, (struct bv_text){"pendant l'attaque, de l'envoi à l'accord",
                                              "attack, from send to done"}),
                &report->attackers.figures.done);
    printf("%s",
           say(options, (struct bv_text){"l'attaque, par seconde :", "the attack, a second:"}));
    for (int kind = 0; kind < ATTACKERS_KINDS; kind++)
        printf(" %s %.0f%s", attackers_name(kind),
               each_second(report->counts.done[kind], report->seconds),
               kind + 1 < ATTACKERS_KINDS ? "," : "");
    printf(
        say(options, (struct bv_text){" ; refus (too-many) %.0f\n", "; refused (too-many) %.0f\n"}),
        each_second(report->counts.refused, report->seconds));
    printf(
        say(options, (struct bv_text){"connexions des joueurs perdues %llu ; mémoire du serveur : "
                                      "avant %llu Ko, pendant au plus %llu Ko, après %llu Ko\n",
                                      "player connections lost %llu; memory of the server: "
                                      "before %llu KB, during at most %llu KB, after %llu "
                                      "KB\n"}),
        (unsigned long long)report->losses, (unsigned long long)report->calm.most,
        (unsigned long long)report->attackers.most, (unsigned long long)report->after);
    printf(say(options,
               (struct bv_text){"cœurs du serveur occupés : sans attaque %.2f, pendant %.2f\n",
                                "cores of the server busy: no attack %.2f, attack %.2f\n"}),
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

static int run_attack(const struct options *options, const struct load_plan *plan)
{
    static struct attack_report report;
    struct bv_error error;
    if (plan->url || plan->idle || plan->sleeping || !plan->tables)
        return complain(EXIT_MISUSED, "--attack needs --tables, and a server of its own");
    if (!attack_run(plan, &report, &error)) return complain(EXIT_FAILED, "%s", error.text);
    if (options->json)
        print_attack_json(&report);
    else
        print_attack(options, &report);
    if (report.complaint[0]) complain(EXIT_FAILED, "%s", report.complaint);
    return report.losses || report.attackers.figures.refused || report.attackers.figures.astray
               ? EXIT_FAILED
               : EXIT_DONE;
}

/* ---- Consistency check ----------------------------------------------------------------------- */

static void print_witness(const struct options *options, const struct witness_report *report)
{
    const struct proof *proof = &report->proof;
    const struct load_figures *figures = &report->figures;
    printf(say(options, (struct bv_text){"%.0f coups/s pendant %.1f s, %llu parties finies\n",
                                         "%.0f moves/s for %.1f s, %llu games over\n"}),
           each_second(figures->moves, report->seconds), report->seconds,
           (unsigned long long)figures->games);
    print_times(say(options, (struct bv_text){"de l'envoi à l'accord", "from send to done"}),
                &figures->done);
    print_times(say(options, (struct bv_text){"de la fin de la panne au retour",
                                              "from the fault's end to being back"}),
                &report->back);
    printf(say(options,
               (struct bv_text){"%llu tables relues, %llu messages comparés : faux %llu, tables "
                                "incohérentes %llu, à la mauvaise place %llu, hors d'ordre %llu, "
                                "mal datés %llu, refus %llu, remis à plus tard %llu\n",
                                "%llu tables read back, %llu messages compared: wrong %llu, broken "
                                "tables %llu, to the wrong seat %llu, out of order %llu, mistimed "
                                "%llu, refused %llu, postponed %llu\n"}),
           (unsigned long long)proof->moves.tables, (unsigned long long)proof->messages,
           (unsigned long long)proof->wrong, (unsigned long long)proof->broken,
           (unsigned long long)figures->misdirected, (unsigned long long)figures->astray,
           (unsigned long long)figures->mistimed + proof->flags,
           (unsigned long long)figures->refused, (unsigned long long)figures->put_off);
    printf(say(options, (struct bv_text){"de retour en %.0f ms au plus ; jamais revenus : %llu\n",
                                         "back within %.0f ms at most; never back: %llu\n"}),
           milliseconds(report->back.most), (unsigned long long)report->missing);
    /* The last line is for programs, the same in both languages. */
    printf("rounds %u, acknowledged %llu, found %llu, lost %llu, doubled %llu\n", report->rounds,
           (unsigned long long)proof->moves.acknowledged, (unsigned long long)proof->moves.found,
           (unsigned long long)proof->moves.lost, (unsigned long long)proof->moves.doubled);
}

static int run_witness(const struct options *options, const struct load_plan *plan)
{
    static struct witness_report report;
    struct bv_error error;
    if (!plan->url || plan->idle || plan->sleeping || !plan->tables)
        return complain(EXIT_MISUSED, "--store needs --tables, and the --url of its nodes");
    if (!witness_run(plan, &report, &error)) return complain(EXIT_FAILED, "%s", error.text);
    if (report.complaint[0]) complain(EXIT_FAILED, "%s", report.complaint);
    print_witness(options, &report);
    return witness_is_content(&report) ? EXIT_DONE : EXIT_FAILED;
}

/* ---- The command ----------------------------------------------------------------------------- */

static int run(const struct options *options)
{
    struct load_plan plan = {
        .tables = options->load.tables,
        .idle = options->load.idle,
        .sleeping = options->load.sleeping,
        .finished = options->load.finished,
        .rounds = options->load.rounds ? options->load.rounds : 10,
        .game = options->has_game ? options->request.game : NULL,
        .seconds = options->seconds,
        .rate = options->load.rate,
        .kill_every = options->load.kill_every,
        .url = options->load.url,
        .store = options->store,
        .anywhere = options->load.anywhere,
        .keep = options->load.keep,
    };
    if (options->operands || (!plan.tables && !plan.idle && !plan.sleeping))
        return complain(EXIT_MISUSED, "say how much: bivouac load %s", command_load.usage);
    load_heed_signals();
    if (options->load.attack) return run_attack(options, &plan);
    if (plan.store) return run_witness(options, &plan);
    if (plan.kill_every <= 0) return run_load(options, &plan);
    if (plan.url || plan.idle || plan.sleeping || !plan.tables)
        return complain(EXIT_MISUSED,
                        "--kill-every needs --tables, and a server of its own to kill");
    return run_fault(options, &plan);
}

const struct command command_load = {
    .name = "load",
    .usage = "--tables N [--seconds S] [--game G] [--rate R] [--idle K] [--sleeping K] [--finished "
             "K] [--url URL] "
             "[--kill-every 2s --rounds N] [--attack] [--store WHERE] [--json]",
    .summary = {"Remplit un serveur de joueurs au hasard, et mesure.",
                "Fills a server with random players, and measures."},
    .help =
        {"Sans --url, lance son propre serveur sur un dossier temporaire.\n"
         "  --tables N       deux joueurs par table, qui jouent au hasard, partie après partie\n"
         "  --seconds S      durée de la mesure (2)      --game G   un jeu (tous à tour de rôle)\n"
         "  --rate R         coups par seconde en tout ; sans cela, aussi vite que possible\n"
         "  --idle K         connexions qui ne font rien : leur mémoire\n"
         "  --sleeping K     tables commencées et quittées : leur mémoire\n"
         "  --finished K     parties finies dans le dossier au démarrage\n"
         "  --url URL        un serveur en marche, http://127.0.0.1:8080 ; plusieurs : URL,URL\n"
         "  --store OÙ       et sa base de données : joue pendant des pannes causées par un autre\n"
         "                   programme, et vérifie à la fin que rien n'est perdu (docs/load.md)\n"
         "  --anywhere       sur une autre machine, si son propriétaire est d'accord\n"
         "  --kill-every 2s  tue le serveur sous la charge, le relance et vérifie que tout est là\n"
         "  --rounds N       tant de fois (10)           --keep     garde le dossier\n"
         "  --attack         la même charge sans et avec une attaque : ce qu'elle coûte\n"
         "  --json           une ligne pour un programme",
         "Without --url it starts its own server on a temporary folder.\n"
         "  --tables N       two players a table, who play at random, game after game\n"
         "  --seconds S      how long to measure (2)     --game G   one game (all in turn)\n"
         "  --rate R         moves a second in all; otherwise as fast as possible\n"
         "  --idle K         connections that do nothing: their memory\n"
         "  --sleeping K     tables begun and left: their memory\n"
         "  --finished K     finished games in the folder at the start\n"
         "  --url URL        a running server, http://127.0.0.1:8080; several: URL,URL\n"
         "  --store WHERE    and its store: plays through faults that another program causes, and\n"
         "                   checks at the end that nothing is lost (docs/load.md)\n"
         "  --anywhere       on another machine, if its owner agrees\n"
         "  --kill-every 2s  kills the server under load, restarts it, checks that all is there\n"
         "  --rounds N       so many times (10)          --keep     keeps the folder\n"
         "  --attack         the same load without and with an attack: what it costs\n"
         "  --json           one line for a program"},
    .takes = TAKES_LOAD | TAKES_JSON | TAKES_LANGUAGE,
    .run = run,
};
