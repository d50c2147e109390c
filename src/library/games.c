/* The library: versions, random numbers, and the facts of the games. */
#include "bivouac.h"
#include "core/game.h"
#include "library/internal.h"

AGREE(BIVOUAC_HAS_CHANCE, BV_HAS_CHANCE);
AGREE(BIVOUAC_HAS_SECRETS, BV_HAS_SECRETS);
AGREE(BIVOUAC_HAS_SIMULTANEOUS, BV_HAS_SIMULTANEOUS);
AGREE(BIVOUAC_HAS_PARTNERS, BV_HAS_PARTNERS);
AGREE(BIVOUAC_HAS_REPETITION, BV_HAS_REPETITION);
_Static_assert(sizeof(bivouac_random) == sizeof(struct bv_random), "a stream is a stream");

const char *bivouac_version(void)
{
    return BIVOUAC_VERSION;
}

int bivouac_abi(void)
{
    return BIVOUAC_ABI;
}

bivouac_random bivouac_random_seeded(uint64_t seed)
{
    bivouac_random random;
    struct bv_random own = bv_random_seeded(seed);
    bv_copy(&random, &own, sizeof random);
    return random;
}

uint32_t bivouac_random_below(bivouac_random *random, uint32_t bound)
{
    struct bv_random own;
    if (!bound) return 0;
    bv_copy(&own, random, sizeof own);
    uint32_t number = bv_random_below(&own, bound);
    bv_copy(random, &own, sizeof own);
    return number;
}

static bivouac_text both(struct bv_text text)
{
    return (bivouac_text){text.fr, text.en};
}

static const bivouac_text no_text = {NULL, NULL};

/* Whether something is numbered so. */
static bool among(int at, size_t count)
{
    return at >= 0 && (size_t)at < count;
}

/* ---- Games ----------------------------------------------------------------------------------- */

int bivouac_game_count(void)
{
    return (int)bv_game_count;
}

const bivouac_game *bivouac_game_at(int at)
{
    return among(at, bv_game_count) ? bv_games[at] : NULL;
}

const char *bivouac_code_text(int code)
{
    static const char *const text[] = {
        [BIVOUAC_OK] = "no error",
        [BIVOUAC_ERROR_MEMORY] = "out of memory",
        [BIVOUAC_ERROR_NAME] = "there is no such game",
        [BIVOUAC_ERROR_SETTINGS] = "the settings are wrong",
        [BIVOUAC_ERROR_BOARD] = "the board is wrong",
        [BIVOUAC_ERROR_POSITION] = "the position is wrong",
        [BIVOUAC_ERROR_RECORD] = "the record is wrong",
        [BIVOUAC_ERROR_SEAT] = "the seat does not exist or is not to act",
        [BIVOUAC_ERROR_ILLEGAL] = "the action is not legal",
        [BIVOUAC_ERROR_RANGE] = "a number is out of range",
    };
    return code >= 0 && code < (int)BV_COUNT(text) ? text[code] : "unknown code";
}

const bivouac_game *bivouac_game_named(const char *id, bivouac_error *error)
{
    struct bv_error reason;
    const struct bv_game *game = bv_game_find(bv_span_of(id), &reason);
    if (!game) refuse(BIVOUAC_ERROR_NAME, reason.text, error);
    return game;
}

const char *bivouac_game_id(const bivouac_game *game)
{
    return game->id;
}

bivouac_text bivouac_game_name(const bivouac_game *game)
{
    return both(game->name);
}

bivouac_text bivouac_game_about(const bivouac_game *game)
{
    return both(game->about);
}

unsigned bivouac_game_flags(const bivouac_game *game)
{
    return game->flags;
}

const char *bivouac_side_name(const bivouac_game *game, int side)
{
    return among(side, BV_SIDES_MAX) ? game->side[side].name : NULL;
}

bivouac_text bivouac_side_title(const bivouac_game *game, int side)
{
    return among(side, BV_SIDES_MAX) ? both(game->side[side].title) : no_text;
}

int bivouac_piece_count(const bivouac_game *game)
{
    return game->pieces;
}

bivouac_text bivouac_piece_title(const bivouac_game *game, int piece)
{
    return among(piece, game->pieces) ? both(game->piece[piece]) : no_text;
}

int bivouac_form_count(const bivouac_game *game)
{
    return game->forms;
}

int bivouac_form_players(const bivouac_game *game, int form)
{
    return among(form, game->forms) ? game->form[form].players : 0;
}

/* ---- Rule options ---------------------------------------------------------------------------- */

int bivouac_option_count(const bivouac_game *game)
{
    return game->options;
}

const char *bivouac_option_name(const bivouac_game *game, int option)
{
    return among(option, game->options) ? game->option[option].name : NULL;
}

bivouac_text bivouac_option_what(const bivouac_game *game, int option)
{
    return among(option, game->options) ? both(game->option[option].what) : no_text;
}

int bivouac_value_count(const bivouac_game *game, int option)
{
    return among(option, game->options) ? game->option[option].count : 0;
}

const char *bivouac_value_name(const bivouac_game *game, int option, int value)
{
    if (!among(value, (size_t)bivouac_value_count(game, option))) return NULL;
    return game->option[option].value[value].name;
}

bivouac_text bivouac_value_what(const bivouac_game *game, int option, int value)
{
    if (!among(value, (size_t)bivouac_value_count(game, option))) return no_text;
    return both(game->option[option].value[value].what);
}

/* ---- Reasons --------------------------------------------------------------------------------- */

const char *bivouac_reason_word(const bivouac_game *game, int reason)
{
    return among(reason, game->reasons) ? game->reason[reason].word : NULL;
}

bivouac_text bivouac_reason_title(const bivouac_game *game, int reason)
{
    return among(reason, game->reasons) ? both(game->reason[reason].title) : no_text;
}
