/* bivouac verify: replays records, and repeats every throw with the dice that the record reveals.
 * */
#include <stdlib.h>

#include "cli/cli.h"
#include "core/record.h"

enum verdict { RIGHT, UNCHECKED, WRONG };

struct verification {
    const char *path;
    struct session *session;
    struct bv_record_reader *reader;
    bool ready; /* the head is complete */
    int tokens;
    struct bv_dice dice; /* those that the record reveals */
    enum verdict verdict;
    int line;            /* that is wrong; 0: no single one is */
    int token;           /* that is wrong, from 1; 0: none is */
    struct bv_error why; /* "" when all is right */
};

static void set_why(struct verification *v, enum verdict verdict, struct bv_text why)
{
    v->verdict = verdict;
    bv_error_set(&v->why, say(why));
}

/* ---- Checking -------------------------------------------------------------------------------- */

static void check_seed(struct verification *v)
{
    uint8_t commitment[BV_COMMITMENT_SIZE];
    const struct bv_record *record = &v->reader->record;
    if (!record->has_seed) return;
    bv_dice_commitment(record->dice.seed, commitment);
    if (!bv_same(commitment, record->commitment, sizeof commitment))
        set_why(
            v, WRONG,
            (struct bv_text){"la graine ne correspond pas à l'empreinte montrée avant la partie",
                             "the seed is not the one that was committed to"});
}

static void check_throw(struct verification *v, bv_action given)
{
    const struct bv_terms *terms = &v->session->terms;
    if (v->reader->last_action == given) return;
    struct bv_out out = bv_error_begin(&v->why);
    v->verdict = WRONG;
    bv_putf(&out, SAY("le tirage %u est ", "throw %u is "), v->dice.thrown - 1);
    terms->game->token(terms, v->reader->last_action, &out);
    bv_put(&out, SAY(", les dés donnent ", ", the dice give "));
    terms->game->token(terms, given, &out);
}

/* What the dice give is computed before the token is played. */
static void check_line(struct verification *v, struct bv_span line)
{
    const struct bv_terms *terms = &v->session->terms;
    const union bv_state *state = &v->session->state;
    bool thrown = v->ready && terms->game->to_act(terms, state) == bv_seat_bit(BV_CHANCE);
    bool checked = thrown && v->reader->record.has_seed;
    bv_action given = checked ? bv_dice_outcome(terms, &v->dice, v->dice.thrown, state) : 0;
    switch (bv_record_line(v->reader, line, &v->why)) {
    case BV_RECORD_BAD: v->verdict = WRONG; return;
    case BV_RECORD_HEAD: check_seed(v); return;
    case BV_RECORD_READY:
        v->ready = true;
        v->dice = v->reader->record.dice;
        return;
    case BV_RECORD_PLAYED:
        v->tokens++;
        v->dice.thrown += thrown;
        if (checked) check_throw(v, given);
        return;
    case BV_RECORD_DONE: return;
    }
}

/* The first error is kept and the rest is skipped, so that read_lines does not print an error too.
 * */
static bool read_line(void *context, struct bv_span line, struct bv_error *error)
{
    struct verification *v = context;
    (void)error;
    if (v->verdict == WRONG) return true;
    v->line++;
    v->token = v->ready && v->reader->left ? v->tokens + 1 : 0;
    check_line(v, line);
    return true;
}

/* All lines are read and none is wrong: was there enough to check the throws? */
static void conclude(struct verification *v)
{
    const struct bv_record *record = &v->reader->record;
    v->token = 0;
    if (!bv_record_complete(v->reader, &v->why)) {
        v->verdict = WRONG;
        v->line++;
        return;
    }
    v->line = 0;
    if (record->has_seed) return;
    if (record->has_dice && !bv_equal(record->result, "*"))
        set_why(v, WRONG,
                (struct bv_text){"la partie est finie, mais la graine n'est pas révélée",
                                 "the game is over, but the seed is not revealed"});
    else if (record->has_dice)
        set_why(
            v, UNCHECKED,
            (struct bv_text){"tous les coups sont réguliers ; les tirages pourront être vérifiés "
                             "quand la graine sera révélée",
                             "every token is legal; the throws can be checked once the seed is "
                             "revealed"});
    else if (v->dice.thrown)
        set_why(v, UNCHECKED,
                (struct bv_text){"tous les coups sont réguliers ; les tirages ne peuvent pas être "
                                 "vérifiés, faute d'une ligne « dice »",
                                 "every token is legal; the throws cannot be checked, for there is "
                                 "no line 'dice'"});
}

/* ---- Printing -------------------------------------------------------------------------------- */

static void print_json(const struct verification *v)
{
    static const char *const word[] = {"right", "unchecked", "wrong"};
    printf("{\"file\":");
    print_json_string(v->path);
    if (v->ready) printf(",\"game\":\"%s\"", v->session->terms.game->id);
    printf(",\"tokens\":%d,\"throws\":%u", v->tokens, v->dice.thrown);
    if (*v->reader->record.result) {
        printf(",\"result\":");
        print_json_string(v->reader->record.result);
    }
    printf(",\"verdict\":\"%s\"", word[v->verdict]);
    if (v->line) printf(",\"line\":%d", v->line);
    if (v->token) printf(",\"token\":%d", v->token);
    if (*v->why.text) {
        printf(",\"why\":");
        print_json_string(v->why.text);
    }
    puts("}");
}

/* `wrong at line 12, token 3: WHY` */
static void print_wrong(const struct verification *v)
{
    bool french = language_is_french();
    printf("%s", french ? "faux" : "wrong");
    if (v->line) printf(french ? " à la ligne %d" : " at line %d", v->line);
    if (v->token) printf(french ? ", coup %d" : ", token %d", v->token);
    printf("%s%s\n", french ? " : " : ": ", v->why.text);
}

/* `GAME, 57 tokens, 2 throws, result A 1 B 0 REASON: WHY` */
static void print_good(const struct verification *v)
{
    bool french = language_is_french();
    unsigned throws = v->dice.thrown;
    const char *format = french ? "%s, %d coup%s, %u tirage%s, résultat %s : %s\n"
                                : "%s, %d token%s, %u throw%s, result %s: %s\n";
    const char *why = v->why.text;
    if (v->verdict == RIGHT) why = french ? "tout est correct" : "everything is correct";
    /* In French, zero is singular. */
    printf(format, v->session->terms.game->id, v->tokens,
           v->tokens == 1 || (french && !v->tokens) ? "" : "s", throws,
           throws == 1 || (french && !throws) ? "" : "s", v->reader->record.result, why);
}

static void print_verdict(const struct verification *v)
{
    if (common.json) {
        print_json(v);
        return;
    }
    printf(language_is_french() ? "%s : " : "%s: ", v->path);
    if (v->verdict == WRONG)
        print_wrong(v);
    else
        print_good(v);
}

static int verify(const char *path)
{
    int lines = 0;
    struct verification v = {.path = path};
    v.session = calloc(1, sizeof *v.session);
    v.reader = calloc(1, sizeof *v.reader);
    bool read = false;
    if (!v.session || !v.reader) {
        complain(EXIT_FAILED, "out of memory");
    } else {
        bv_record_begin(v.reader, &v.session->terms, &v.session->tables, &v.session->state);
        read = read_lines(path, read_line, &v, &lines);
    }
    if (read) {
        if (v.verdict != WRONG) conclude(&v);
        print_verdict(&v);
    }
    free(v.reader);
    free(v.session);
    return read && v.verdict != WRONG ? EXIT_DONE : EXIT_FAILED;
}

static int run(void)
{
    return run_each(verify, 0);
}

const struct command command_verify = {
    .name = "verify",
    .operands = {"PARTIE...", "RECORD..."},
    .summary = {"Vérifie des parties enregistrées : coups, résultat et dés.",
                "Verifies records: the tokens, the result and the dice."},
    .help =
        {"Rejoue chaque coup, compare la graine révélée à l'empreinte montrée avant la partie,\n"
         "et refait chaque tirage (docs/dice.md). Une ligne par fichier ; finit avec le code 1 si\n"
         "quelque chose est faux. Sans ligne « dice », les tirages ne peuvent pas être vérifiés,\n"
         "et c'est dit. « - » est l'entrée standard.",
         "Plays every token again, compares the seed with the commitment made before the game\n"
         "and throws every die again (docs/dice.md). A line a file; exits with 1 if anything is\n"
         "wrong. Without a line 'dice' the throws cannot be checked, and that is said.\n"
         "'-' is standard input."},
    .least = 1,
    .most = OPERANDS_MANY,
    .offer = offer_files,
    .options = {json_options},
    .run = run,
};
