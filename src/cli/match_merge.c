/* bivouac match-merge: merges the shards of a match. */
#include <stdlib.h>
#include <string.h>

#include "cli/match.h"

enum { HEAD_SIZE = 2048 };

struct merge {
    char head[HEAD_SIZE]; /* the same in every shard */
    struct bv_request request;
    struct bv_terms terms;
    union bv_tables tables;
    char name[2][PLAYER_SPEC_MAX];
    struct tally_sprt sprt;
    uint32_t games;  /* of the whole match */
    uint32_t shards; /* that it was cut into */
    bool early;      /* a shard may end before all its games, once the test has decided */
    uint8_t *played; /* one for each game */
    struct tally tally;
};

/* ---- Fields of our own JSON, a line each ----------------------------------------------------- */

/* What follows `"name":` up to the comma or brace that ends it; strings without their quotes, not
 * unescaped. */
static bool find_field(struct bv_span line, const char *name, char *value, size_t size)
{
    char key[64];
    int length = snprintf(key, sizeof key, "\"%s\":", name);
    const char *at = NULL;
    for (size_t i = 0; i + (size_t)length <= line.length && !at; i++)
        if (memcmp(line.text + i, key, (size_t)length) == 0) at = line.text + i + length;
    if (!at) return false;
    const char *end = line.text + line.length;
    bool quoted = at < end && *at == '"';
    size_t used = 0;
    at += quoted;
    for (; at < end && used + 1 < size; at++) {
        if (quoted && *at == '\\' && at + 1 < end)
            at++;
        else if (quoted ? *at == '"' : *at == ',' || *at == '}')
            break;
        value[used++] = *at;
    }
    value[used] = '\0';
    return true;
}

static bool find_number(struct bv_span line, const char *name, double *number)
{
    char text[64];
    char *end = NULL;
    if (!find_field(line, name, text, sizeof text)) return false;
    *number = strtod(text, &end);
    return end != text && !*end;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static bool read_head(struct merge *merge, struct bv_span line, struct bv_error *error)
{
    char id[BV_NAME_MAX];
    char settings[256];
    double games = 0;
    double shards = 0;
    double early = 0;
    if (line.length >= HEAD_SIZE) return bv_error_set(error, "the first line is too long");
    if (*merge->head) {
        bool same =
            strlen(merge->head) == line.length && memcmp(merge->head, line.text, line.length) == 0;
        return same || bv_error_set(error, "this shard belongs to another match");
    }
    memcpy(merge->head, line.text, line.length);
    merge->head[line.length] = '\0';
    if (!find_field(line, "game", id, sizeof id) ||
        !find_field(line, "terms", settings, sizeof settings) ||
        !find_field(line, "a", merge->name[0], PLAYER_SPEC_MAX) ||
        !find_field(line, "b", merge->name[1], PLAYER_SPEC_MAX) ||
        !find_number(line, "games", &games) || !find_number(line, "p0", &merge->sprt.p0) ||
        !find_number(line, "p1", &merge->sprt.p1) || !find_number(line, "shards", &shards) ||
        !find_number(line, "early", &early) || games < 1 || games > 1000000 || shards < 1 ||
        shards > 1000000)
        return bv_error_set(error, "this is not what 'bivouac match --json' writes");
    const struct bv_game *game = bv_game_find(bv_span_of(id), error);
    if (!game) return false;
    merge->request = bv_request_for(game);
    merge->games = (uint32_t)games;
    merge->shards = (uint32_t)shards;
    merge->early = early != 0;
    merge->played = calloc(merge->games, 1);
    if (!merge->played) return bv_error_set(error, "out of memory");
    return bv_terms_read(&merge->request, bv_span_of(settings), error) &&
           bv_terms_make(&merge->request, &merge->terms, &merge->tables, error);
}

static bool read_game(struct merge *merge, struct bv_span line, struct bv_error *error)
{
    char side[BV_NAME_MAX];
    double number = -1;
    double half_points = -1;
    if (!find_number(line, "number", &number) ||
        !find_field(line, "side_of_a", side, sizeof side) ||
        !find_number(line, "half_points_of_a", &half_points) || number < 0 ||
        number >= merge->games || half_points < 0 || half_points > 2)
        return bv_error_set(error, "this line is not a game of the match");
    if (merge->played[(size_t)number]) return bv_error_set(error, "this game appears twice");
    merge->played[(size_t)number] = 1;
    tally_add(&merge->tally, strcmp(side, merge->terms.game->side[0].name) != 0, (int)half_points);
    return true;
}

static bool read_match_line(void *context, struct bv_span line, struct bv_error *error)
{
    struct merge *merge = context;
    char word[8];
    if (find_field(line, "match", word, sizeof word)) return read_head(merge, line, error);
    if (!*merge->head) return bv_error_set(error, "the first line must be that of a match");
    if (find_field(line, "summary", word, sizeof word)) return true;
    return read_game(merge, line, error);
}

/* ---- Missing games --------------------------------------------------------------------------- */

/* Whether a shard has games, and none of them was read: pairs of games are dealt to the shards in
 * turn (match/match.c). */
static bool is_missing(const struct merge *merge, uint32_t shard)
{
    bool any = false;
    for (uint32_t pair = shard; pair * 2 < merge->games; pair += merge->shards)
        for (uint32_t game = pair * 2; game < pair * 2 + 2 && game < merge->games; game++) {
            if (merge->played[game]) return false;
            any = true;
        }
    return any;
}

static int complain_of_missing(const struct merge *merge)
{
    char text[256];
    struct bv_out out = bv_out_into(text, sizeof text);
    uint32_t missing = merge->games - tally_games(&merge->tally);
    for (uint32_t shard = 0; shard < merge->shards; shard++) {
        if (!is_missing(merge, shard)) continue;
        bv_putf(&out, "%s%u/%u", out.length ? ", " : "", shard + 1, merge->shards);
    }
    if (out.length)
        return complain(EXIT_FAILED,
                        SAY("il manque %u des %u parties : la part %s",
                            "%u of the %u games are missing: shard %s"),
                        missing, merge->games, text);
    if (merge->early) return EXIT_DONE;
    return complain(EXIT_FAILED,
                    SAY("il manque %u des %u parties : une part a été "
                        "interrompue",
                        "%u of the %u games are missing: a shard was "
                        "interrupted"),
                    missing, merge->games);
}

static int run(void)
{
    struct merge *merge = calloc(1, sizeof *merge);
    if (!merge) return complain(EXIT_FAILED, "out of memory");
    int code = EXIT_DONE;
    for (int i = 0; code == EXIT_DONE && i < common.operands; i++) {
        int lines = 0;
        if (!read_lines(common.operand[i], read_match_line, merge, &lines)) code = EXIT_FAILED;
    }
    if (code == EXIT_DONE && !*merge->head)
        code = complain(EXIT_FAILED, "there is no match in these files");
    if (code == EXIT_DONE)
        print_tally(&merge->terms, merge->name[0], merge->name[1], &merge->tally, merge->sprt);
    if (code == EXIT_DONE && tally_games(&merge->tally) < merge->games)
        code = complain_of_missing(merge);
    free(merge->played);
    free(merge);
    return code;
}

const struct command command_match_merge = {
    .name = "match-merge",
    .operands = {"FICHIER...", "FILE..."},
    .summary = {"Réunit les parts d'un match joué sur plusieurs machines.",
                "Puts together the shards of a match played on several machines."},
    .help = {"Les fichiers sont ce que « bivouac match … --shard I/N --json » a écrit.",
             "The files are what 'bivouac match … --shard I/N --json' wrote."},
    .least = 1,
    .most = OPERANDS_MANY,
    .offer = offer_files,
    .options = {json_options},
    .run = run,
};
