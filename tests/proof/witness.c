#include "proof/witness.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "proof/books.h"
#include "util/clock.h"
#include "util/fields.h"

enum {
    STEP = 5000,               /* microseconds between two reads of the input */
    BACK_WITHIN = 5 * 1000000, /* microseconds from the end of a fault */
    LAST_ANSWERS = 10 * 1000000,
    MISSED_AFTER = 15 * 1000000, /* a player not back by then will not return */
    MISSED_SHOWN = 5,
    SEATED_WITHIN = 60 * 1000000,
    LINE_SIZE = 64,
    TIMEOUT = 2000000,   /* microseconds without an answer */
    LOOK = 50000,        /* microseconds between two checks of timeouts */
    FIRST_PAUSE = 50000, /* microseconds before the first retry */
    PAUSE_DOUBLINGS = 4, /* doubled at most this often */
    LEEWAY = 2000,       /* milliseconds that the time of a move may differ */
};

/* What the witness knows of a player. */
struct seen {
    int64_t moved;     /* when the last move was first sent */
    int64_t moved_at;  /* the same in milliseconds since 1970 */
    int64_t again;     /* when to retry a command that the server could not execute; 0: none */
    int64_t pinged;    /* when the server was last asked whether it is there */
    uint32_t setbacks; /* in a row */
    uint32_t proving;  /* id of the unanswered `say`; 0: none */
    bool said;         /* the `say` is stored */
    bool back;         /* returned since the fault */
};

struct witness {
    const struct load_plan *plan;
    const char *store;
    struct witness_report *report;
    struct load_clients *clients;
    struct books books;
    struct seen *seen;  /* by player */
    int64_t looked;     /* when timeouts were last checked */
    int64_t fault_over; /* when the last fault ended */
    uint32_t came_back; /* players that have returned since */
    char line[LINE_SIZE];
    size_t length;
    bool awaits; /* some players have not returned */
    bool enough;
};

static void announce(const char *what)
{
    puts(what);
    fflush(stdout);
}

static struct seen *seen_of(const struct witness *witness, const struct load_player *player)
{
    return &witness->seen[player->connection.number - 1];
}

static struct load_player *player_of(const struct witness *witness, uint32_t number)
{
    return &witness->clients->table[number / BV_SIDES_MAX].player[number % BV_SIDES_MAX];
}

static uint32_t players(const struct witness *witness)
{
    return BV_SIDES_MAX * witness->plan->tables;
}

/* Milliseconds since 1970. */
static int64_t time_of_day(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* ---- Trying again ---------------------------------------------------------------------------- */

/* Whether a refusal is a fault of the server, not of the command: the command may be sent again. */
static bool is_trouble(struct bv_span code)
{
    return bv_span_is(code, "not-stored") || bv_span_is(code, "unreadable") ||
           bv_span_is(code, "busy");
}

static void put_off(struct witness *witness, struct seen *seen)
{
    if (seen->again) return;
    uint32_t pause = (uint32_t)FIRST_PAUSE
                     << (seen->setbacks < PAUSE_DOUBLINGS ? seen->setbacks : PAUSE_DOUBLINGS);
    seen->setbacks++;
    seen->again =
        clock_microseconds() + pause / 2 + bv_random_below(&witness->clients->loop.random, pause);
    witness->report->put_off++;
}

/* Pings a connection that has been silent; if it stays silent, connects to another node. */
static void look_for_silence(struct witness *witness, struct load_player *player, int64_t now)
{
    struct client_loop *loop = &witness->clients->loop;
    struct client_connection *connection = &player->connection;
    struct seen *seen = seen_of(witness, player);
    int64_t silence = now - connection->received_at;
    if (connection->stage == CLIENT_AWAY || silence <= TIMEOUT / 2) return;
    if (silence > TIMEOUT) {
        client_switch_server(loop, connection);
    } else if (connection->stage == CLIENT_CONNECTED && seen->pinged < connection->received_at) {
        struct client_message ping;
        seen->pinged = now;
        client_message_begin(&ping, VERB_PING, 0, "");
        client_message_send(loop, connection, &ping);
    }
}

/* Checks timeouts and scheduled retries. */
static void look_at(struct witness *witness, struct load_player *player, int64_t now)
{
    struct client_loop *loop = &witness->clients->loop;
    struct seen *seen = seen_of(witness, player);
    look_for_silence(witness, player, now);
    if (player->connection.stage != CLIENT_CONNECTED) return;
    bool ignored = player->unanswered && now - player->waiting_since > TIMEOUT;
    bool due = seen->again && seen->again <= now;
    if (ignored || (due && loop->further)) {
        client_switch_server(loop, &player->connection);
    } else if (due) {
        seen->again = 0;
        load_player_resume(witness->clients, player);
    }
}

/* ---- Returning ------------------------------------------------------------------------------- */

/* Sends the chat message, unless it is sent already or cannot be. */
static void prove_back(struct witness *witness, struct load_player *player)
{
    struct client_message request;
    struct seen *seen = seen_of(witness, player);
    if (seen->said || seen->proving || !player->shown || player->over) return;
    seen->proving = load_request_begin(player, &request, VERB_SAY);
    const struct bv_terms *terms = &player->table->session->terms;
    bv_json_text(&request.out, FIELD_SEAT, bv_seat_name(terms, load_channel_of_player(player)));
    bv_json_text(&request.out, FIELD_TO, "side");
    bv_json_text(&request.out, FIELD_TEXT, "back again");
    load_request_send(witness->clients, player, &request);
}

static void count_back(struct witness *witness, const struct load_player *player)
{
    struct seen *seen = seen_of(witness, player);
    bool waits = load_player_waits(player) && seen->moved < witness->fault_over;
    if (seen->back || !seen->said || waits) return;
    seen->back = true;
    witness->came_back++;
    histogram_add(&witness->report->back, (uint64_t)(clock_microseconds() - witness->fault_over));
}

static void look_at_players(struct witness *witness)
{
    int64_t now = clock_microseconds();
    bool timeouts = now - witness->looked >= LOOK;
    if (timeouts) witness->looked = now;
    for (uint32_t i = 0; i < players(witness); i++) {
        struct load_player *player = player_of(witness, i);
        if (timeouts) look_at(witness, player, now);
        if (!witness->fault_over) continue;
        prove_back(witness, player);
        count_back(witness, player);
    }
}

static void play_a_while(struct witness *witness)
{
    load_clients_run(witness->clients, STEP);
    look_at_players(witness);
}

static void fault_is_over(struct witness *witness)
{
    witness->fault_over = clock_microseconds();
    witness->came_back = 0;
    for (uint32_t i = 0; i < players(witness); i++) {
        struct seen *seen = &witness->seen[i];
        seen->said = seen->back = false;
        seen->proving = 0; /* a `say` from before the fault proves nothing */
        prove_back(witness, player_of(witness, i));
    }
}

/* ---- Observing ------------------------------------------------------------------------------- */

static void on_moved(void *context, struct load_player *player)
{
    struct witness *witness = context;
    struct seen *seen = seen_of(witness, player);
    seen->moved = clock_microseconds();
    seen->moved_at = time_of_day();
    books_moved(&witness->books, player);
}

/* A move that was put off may be stored all the same, so the books keep it as unanswered. */
static bool on_answered(void *context, struct load_player *player, uint32_t request,
                        struct bv_span code)
{
    struct witness *witness = context;
    struct seen *seen = seen_of(witness, player);
    bool proves = request == seen->proving;
    if (proves) seen->proving = 0;
    if (is_trouble(code)) {
        put_off(witness, seen);
        return true;
    }
    if (proves && !code.length) seen->said = true;
    if (!code.length && (proves || request == player->playing)) seen->setbacks = 0;
    books_answered(&witness->books, player, request, code);
    return false;
}

/* A move must carry the time at which it was sent, whatever the clocks of the nodes say. */
static void on_received(void *context, struct load_player *player, int seat, const cJSON *message,
                        struct bv_span text)
{
    struct witness *witness = context;
    int64_t moment = 0;
    if (!books_receive(&witness->books, player, seat, message, text)) return;
    fields_number(message, "at", 0, INT64_MAX / 2, &moment);
    if (moment < seen_of(witness, player)->moved_at - LEEWAY || moment > time_of_day() + LEEWAY)
        witness->report->mistimed++;
}

static void on_lost(void *context, struct load_player *player)
{
    struct seen *seen = seen_of(context, player);
    seen->proving = 0;
    seen->again = 0;
}

static void on_leaves(void *context, struct load_table *table)
{
    struct witness *witness = context;
    books_leave(&witness->books, table);
}

/* ---- Who has returned ------------------------------------------------------------------------ */

static uint32_t still_away(const struct witness *witness)
{
    return players(witness) - witness->came_back;
}

/* Prints the state of a player that has not returned. */
static void show_missing(const struct load_player *player, const struct seen *seen)
{
    static const char *const stages[] = {"away", "connecting", "registering", "upgrading",
                                         "connected"};
    const struct load_table *table = player->table;
    fprintf(
        stderr,
        "not back: table %s (%s), side %d, node %u: %s%s%s, %u messages not answered, received %u, "
        "sent %u, acknowledged %u\n",
        table->id[0] ? table->id : "not open", table->session->terms.game->id, player->side,
        player->connection.node, stages[player->connection.stage],
        player->shown ? "" : ", not shown the table", seen->said ? ", has sent its message" : "",
        player->unanswered, player->received, player->sent, player->acknowledged);
}

static void give_up_on_missing(struct witness *witness)
{
    uint32_t shown = 0;
    witness->awaits = false;
    witness->report->missing += still_away(witness);
    for (uint32_t i = 0; i < players(witness); i++)
        if (!witness->seen[i].back && shown++ < MISSED_SHOWN)
            show_missing(player_of(witness, i), &witness->seen[i]);
}

static void look_who_is_back(struct witness *witness)
{
    char text[LINE_SIZE];
    int64_t passed = clock_microseconds() - witness->fault_over;
    if (!witness->awaits) return;
    if (!still_away(witness)) {
        witness->awaits = false;
        snprintf(text, sizeof text, "back %lld", (long long)passed / 1000);
        announce(text);
    } else if (passed > MISSED_AFTER) {
        snprintf(text, sizeof text, "missing %u", still_away(witness));
        give_up_on_missing(witness);
        announce(text);
    }
}

/* ---- Input ----------------------------------------------------------------------------------- */

static void obey(struct witness *witness)
{
    if (strcmp(witness->line, "end") == 0) witness->enough = true;
    if (strcmp(witness->line, "over") != 0) return;
    if (witness->awaits) give_up_on_missing(witness);
    witness->report->rounds++;
    witness->awaits = true;
    fault_is_over(witness);
}

static void read_orders(struct witness *witness)
{
    char c = 0;
    for (;;) {
        ssize_t got = read(STDIN_FILENO, &c, 1);
        if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
        if (got <= 0) {
            witness->enough = true;
            return;
        }
        if (c != '\n') {
            if (witness->length < LINE_SIZE - 1) witness->line[witness->length++] = c;
            continue;
        }
        witness->line[witness->length] = '\0';
        witness->length = 0;
        obey(witness);
    }
}

/* ---- Rounds ---------------------------------------------------------------------------------- */

static bool seat_players(struct witness *witness, struct bv_error *error)
{
    int64_t end = clock_microseconds() + SEATED_WITHIN;
    load_clients_invite(witness->clients);
    while (load_clients_seated(witness->clients) < players(witness)) {
        if (load_stopped() || clock_microseconds() > end)
            return bv_error_set(error, "not all players could be seated");
        play_a_while(witness);
    }
    return true;
}

static void play(struct witness *witness)
{
    struct load_clients *clients = witness->clients;
    int flags = fcntl(STDIN_FILENO, F_GETFL);
    fcntl(STDIN_FILENO, F_SETFL, flags | O_NONBLOCK);
    while (!witness->enough && !load_stopped()) {
        play_a_while(witness);
        read_orders(witness);
        look_who_is_back(witness);
    }
    fcntl(STDIN_FILENO, F_SETFL, flags);
    witness->report->seconds = (double)(clock_microseconds() - clients->figures.since) / 1e6;
}

/* Waits for unanswered moves, and for players that have not returned after the last fault. */
static void finish(struct witness *witness)
{
    struct load_clients *clients = witness->clients;
    int64_t end = clock_microseconds() + LAST_ANSWERS;
    clients->quiet = true;
    while ((load_clients_waiting(clients) || witness->awaits) && clock_microseconds() < end) {
        play_a_while(witness);
        look_who_is_back(witness);
    }
    if (witness->awaits) give_up_on_missing(witness);
}

struct proving {
    struct store *store;
    struct terms_cache *cache;
    struct proof *proof;
    struct bv_error *error;
};

static bool prove_ledger(void *context, const struct ledger *ledger)
{
    struct proving *proving = context;
    return ledger_prove(ledger, proving->store, proving->cache, proving->proof, proving->error);
}

static bool prove(struct witness *witness, struct bv_error *error)
{
    struct proving proving = {.proof = &witness->report->proof, .error = error};
    proving.store = store_open(witness->store, STORE_READ, error);
    if (!proving.store) return false;
    proving.cache = terms_cache_new();
    bool good = books_check(&witness->books, prove_ledger, &proving);
    terms_cache_free(proving.cache);
    store_close(proving.store);
    return good;
}

static bool check(struct witness *witness, struct bv_error *error)
{
    struct load_clients *clients = witness->clients;
    struct witness_report *report = witness->report;
    if (!seat_players(witness, error)) return false;
    load_clients_count_anew(clients);
    announce("seated");
    play(witness);
    finish(witness);
    report->figures = clients->figures;
    report->astray = witness->books.astray;
    struct bv_out out = bv_out_into(report->complaint, sizeof report->complaint);
    bv_put(&out, clients->refusal);
    return prove(witness, error);
}

bool witness_run(const struct load_plan *plan, const char *store, struct witness_report *report,
                 struct bv_error *error)
{
    struct witness witness = {.plan = plan, .store = store, .report = report};
    struct load_observer observer = {.context = &witness,
                                     .moved = on_moved,
                                     .answered = on_answered,
                                     .received = on_received,
                                     .lost = on_lost,
                                     .leaves = on_leaves};
    struct server_addresses addresses;
    struct load_settings settings = {.tables = plan->tables,
                                     .game = plan->game,
                                     .rate = plan->rate,
                                     .timed = true,
                                     .observer = &observer};
    memset(report, 0, sizeof *report);
    if (!server_addresses_read(&addresses, plan->url, plan->anywhere, error)) return false;
    witness.clients = load_clients_new(&addresses, &settings, error);
    if (!witness.clients) return false;
    witness.books = books_new(plan->tables, true);
    witness.seen = calloc(players(&witness) + 1, sizeof *witness.seen);
    if (!witness.seen) abort();
    bool good = check(&witness, error);
    load_clients_free(witness.clients);
    books_free(&witness.books);
    free(witness.seen);
    return good;
}

bool witness_is_content(const struct witness_report *report)
{
    const struct proof *proof = &report->proof;
    const struct load_figures *figures = &report->figures;
    return !proof->moves.lost && !proof->moves.doubled && !proof->wrong && !proof->broken &&
           !proof->flags && !figures->astray && !report->astray && !report->mistimed &&
           !figures->refused && !report->missing && report->back.most <= BACK_WITHIN;
}
