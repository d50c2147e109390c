/*
 * bivouac-proof: proves by play that a server loses nothing and cannot be kept from its players.
 * docs/load.md explains the commands.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proof/attack.h"
#include "proof/fill.h"
#include "proof/kill.h"
#include "proof/witness.h"

enum { EXIT_MISUSED = 2, PATH_SIZE = 1024 };

static const char usage[] =
    "usage: bivouac-proof COMMAND OPTION…\n"
    "  witness --url URL,URL --store WHERE   plays through the faults of another program, then\n"
    "                                        compares the store with what was sent and received\n"
    "  kill [--every S] [--rounds N]         kills a server of its own, and reads it back\n"
    "  attack [--seconds S]                  the same load without and with an attack\n"
    "  fill --data FOLDER --games N          puts finished games into a store\n"
    "  rate --data FOLDER                    gives the people in a store ratings far apart\n"
    "  --tables N   --rate R (moves a second)   --json   --anywhere (other machines too)\n";

struct proof_order {
    struct load_plan plan;
    const char *store;
    uint32_t games;
    bool json;
};

/* ---- Printing -------------------------------------------------------------------------------- */

static int failed(const char *why)
{
    fprintf(stderr, "bivouac-proof: %s\n", why);
    return EXIT_FAILURE;
}

static void show_complaint(const char *complaint)
{
    if (complaint[0]) failed(complaint);
}

static double each_second(uint64_t count, double seconds)
{
    return seconds > 0 ? (double)count / seconds : 0;
}

static double p99(const struct histogram *times)
{
    return (double)histogram_share(times, 0.99) / 1000;
}

/* The last line of a proof. */
static void print_moves(uint32_t rounds, const struct audit *audit)
{
    printf("rounds %u, acknowledged %llu, found %llu, lost %llu, doubled %llu\n", rounds,
           (unsigned long long)audit->acknowledged, (unsigned long long)audit->found,
           (unsigned long long)audit->lost, (unsigned long long)audit->doubled);
}

/* ---- Kills ----------------------------------------------------------------------------------- */

static int prove_kills(const struct proof_order *request)
{
    static struct audited_kills report;
    const struct kill_report *kills = &report.kills;
    struct bv_error error;
    if (!audited_kills_run(request->plan, &report, &error)) return failed(error.text);
    show_complaint(kills->complaint);
    uint64_t astray = kills->astray + report.astray;
    histogram_print("from start to ready", &kills->ready);
    histogram_print("from the kill to the first move", &kills->playing);
    histogram_print("from the kill to 98% back", &kills->back);
    printf("%llu tables read back; refused %llu, out of order %llu, rounds with players missing "
           "%llu, received by no player %llu\n",
           (unsigned long long)report.audit.tables, (unsigned long long)kills->refused,
           (unsigned long long)astray, (unsigned long long)kills->late,
           (unsigned long long)kills->lost);
    print_moves(kills->rounds, &report.audit);
    bool good = !report.audit.lost && !report.audit.doubled && !kills->lost && !astray;
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ---- The witness ----------------------------------------------------------------------------- */

static int bear_witness(const struct proof_order *request)
{
    static struct witness_report report;
    const struct proof *proof = &report.proof;
    const struct load_figures *figures = &report.figures;
    struct bv_error error;
    if (!witness_run(&request->plan, request->store, &report, &error)) return failed(error.text);
    show_complaint(report.complaint);
    uint64_t astray = figures->astray + report.astray;
    uint64_t mistimed = report.mistimed + proof->flags;
    printf("%.0f moves/s for %.1f s, %llu games over\n",
           each_second(figures->moves, report.seconds), report.seconds,
           (unsigned long long)figures->games);
    histogram_print("from send to done", &figures->done);
    histogram_print("from the fault's end to being back", &report.back);
    printf("%llu tables read back, %llu messages compared: wrong %llu, broken tables %llu, out of "
           "order or for another seat %llu, mistimed %llu, refused %llu, postponed %llu\n",
           (unsigned long long)proof->moves.tables, (unsigned long long)proof->messages,
           (unsigned long long)proof->wrong, (unsigned long long)proof->broken,
           (unsigned long long)astray, (unsigned long long)mistimed,
           (unsigned long long)figures->refused, (unsigned long long)report.put_off);
    printf("back within %.0f ms at most; never back: %llu\n", (double)report.back.most / 1000,
           (unsigned long long)report.missing);
    print_moves(report.rounds, &proof->moves);
    return witness_is_content(&report) ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* ---- Attacks --------------------------------------------------------------------------------- */

static void print_attack(const struct attack_report *report)
{
    histogram_print("no attack, from send to done", &report->calm.figures.done);
    histogram_print("attack, from send to done", &report->attackers.figures.done);
    printf("the attack, a second:");
    for (int kind = 0; kind < ATTACKERS_KINDS; kind++)
        printf(" %s %.0f%s", attackers_name(kind),
               each_second(report->counts.done[kind], report->seconds),
               kind + 1 < ATTACKERS_KINDS ? "," : "");
    printf("; refused (too-many) %.0f\n", each_second(report->counts.refused, report->seconds));
    printf("player connections lost %llu; memory of the server: before %llu KB, during at most "
           "%llu KB, after %llu KB\n",
           (unsigned long long)report->losses, (unsigned long long)report->calm.most,
           (unsigned long long)report->attackers.most, (unsigned long long)report->after);
    printf("cores of the server busy: no attack %.2f, attack %.2f\n",
           report->calm.server / report->calm.seconds,
           report->attackers.server / report->attackers.seconds);
    printf("p99 calm %.2f ms, attacked %.2f ms, ratio %.2f\n", p99(&report->calm.figures.done),
           p99(&report->attackers.figures.done), attack_ratio(report));
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
    histogram_print_json("calm", &report->calm.figures.done);
    histogram_print_json("attacked", &report->attackers.figures.done);
    printf("}\n");
}

static int attack(const struct proof_order *request)
{
    static struct attack_report report;
    struct bv_error error;
    if (!attack_run(&request->plan, &report, &error)) return failed(error.text);
    if (request->json)
        print_attack_json(&report);
    else
        print_attack(&report);
    show_complaint(report.complaint);
    const struct load_figures *attacked = &report.attackers.figures;
    return report.losses || attacked->refused || attacked->astray ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int fill(const struct proof_order *request)
{
    struct bv_error error;
    if (fill_store(request->plan.data, request->games, &error)) return EXIT_SUCCESS;
    return failed(error.text);
}

static int rate(const struct proof_order *request)
{
    struct bv_error error;
    if (fill_ratings(request->plan.data, &error)) return EXIT_SUCCESS;
    return failed(error.text);
}

/* ---- The command line ------------------------------------------------------------------------ */

/* The program of the same build lies beside this one. */
static bool find_program(char *path, size_t size)
{
    static const char name[] = "bivouac";
    ssize_t length = readlink("/proc/self/exe", path, size - sizeof name);
    if (length <= 0) return false;
    path[length] = '\0';
    memcpy(strrchr(path, '/') + 1, name, sizeof name);
    return true;
}

static bool read_request(int count, char **words, struct proof_order *request)
{
    static const struct option options[] = {
        {"tables", required_argument, NULL, 't'},  {"rate", required_argument, NULL, 'r'},
        {"rounds", required_argument, NULL, 'n'},  {"every", required_argument, NULL, 'e'},
        {"seconds", required_argument, NULL, 's'}, {"url", required_argument, NULL, 'u'},
        {"store", required_argument, NULL, 'w'},   {"data", required_argument, NULL, 'd'},
        {"games", required_argument, NULL, 'g'},   {"json", no_argument, NULL, 'j'},
        {"anywhere", no_argument, NULL, 'a'},      {NULL, 0, NULL, 0}};
    struct load_plan *plan = &request->plan;
    int option = 0;
    while ((option = getopt_long(count, words, "", options, NULL)) != -1) switch (option) {
        case 't': plan->tables = (uint32_t)strtoul(optarg, NULL, 10); break;
        case 'r': plan->rate = strtod(optarg, NULL); break;
        case 'n': plan->rounds = (uint32_t)strtoul(optarg, NULL, 10); break;
        case 'e': plan->kill_every = strtod(optarg, NULL); break;
        case 's': plan->seconds = strtod(optarg, NULL); break;
        case 'u': plan->url = optarg; break;
        case 'w': request->store = optarg; break;
        case 'd': plan->data = optarg; break;
        case 'g': request->games = (uint32_t)strtoul(optarg, NULL, 10); break;
        case 'j': request->json = true; break;
        case 'a': plan->anywhere = true; break;
        default: return false;
        }
    return optind == count - 1;
}

int main(int count, char **words)
{
    char program[PATH_SIZE];
    struct proof_order request = {
        .plan = {.program = program, .tables = 20, .rounds = 10, .kill_every = 1, .seconds = 2}};
    if (!find_program(program, sizeof program)) return failed("the program cannot be found");
    bool good = read_request(count, words, &request);
    const char *command = good ? words[count - 1] : "";
    load_heed_signals();
    if (strcmp(command, "witness") == 0 && request.plan.url && request.store)
        return bear_witness(&request);
    if (strcmp(command, "kill") == 0) return prove_kills(&request);
    if (strcmp(command, "attack") == 0) return attack(&request);
    if (strcmp(command, "fill") == 0 && request.plan.data && request.games) return fill(&request);
    if (strcmp(command, "rate") == 0 && request.plan.data) return rate(&request);
    fputs(usage, stderr);
    return EXIT_MISUSED;
}
