#include "table/setup.h"

#include <string.h>

#include "core/board.h"
#include "util/memory.h"

static bool wrong(struct bv_error *error, const char *field, const char *reason)
{
    struct bv_out out = bv_error_begin(error);
    bv_put_all(&out, field, ": ", reason);
    return false;
}

/* ---- The game and its terms ------------------------------------------------------------------ */

static bool read_options(const cJSON *json, struct bv_request *request, struct bv_error *error)
{
    const cJSON *options = cJSON_GetObjectItemCaseSensitive(json, "options");
    if (!options) return true;
    if (!cJSON_IsObject(options)) return wrong(error, "options", "{\"name\":\"value\"} is wanted");
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, options)
    {
        char setting[96];
        struct bv_out out = bv_out_into(setting, sizeof setting);
        if (!cJSON_IsString(item)) return wrong(error, "options", "each value is a text");
        bv_put_all(&out, item->string, "=", item->valuestring);
        if (!bv_request_set(request, bv_span_of(setting), error)) return false;
    }
    return true;
}

static bool read_terms(const cJSON *json, struct terms_cache *cache, struct table_setup *setup,
                       struct bv_error *error)
{
    const char *id = fields_text(json, "game", 32);
    if (!id) return wrong(error, "game", "the id of a game is wanted");
    const struct bv_game *game = bv_game_find(bv_span_of(id), error);
    if (!game) return false;
    struct bv_request request = bv_request_for(game);
    request.seats = game->form[0].players;
    int64_t seats = 0;
    if (cJSON_GetObjectItemCaseSensitive(json, "seats")) {
        if (!fields_number(json, "seats", 1, BV_SEATS_MAX, &seats))
            return wrong(error, "seats", "a number of seats is wanted");
        request.seats = (int)seats;
    }
    if (cJSON_GetObjectItemCaseSensitive(json, "board")) {
        request.board_text = fields_text(json, "board", BV_BOARD_TEXT_MAX);
        request.board_file = "board";
        if (!request.board_text) return wrong(error, "board", "the text of a board file is wanted");
    }
    if (!read_options(json, &request, error)) return false;
    setup->terms = terms_cache_take(cache, &request, error);
    return setup->terms != NULL;
}

static bool read_position(const cJSON *json, struct table_setup *setup, struct bv_error *error)
{
    const struct bv_terms *terms = setup->terms;
    terms->game->start(terms, &setup->start);
    if (!cJSON_GetObjectItemCaseSensitive(json, "position")) return true;
    const char *text = fields_text(json, "position", BV_POSITION_MAX);
    if (!text) return wrong(error, "position", "the text of a position is wanted");
    if (!bv_position_read(terms, bv_span_of(text), &setup->start, error)) return false;
    if (bv_is_over(terms, &setup->start)) return wrong(error, "position", "the game is over there");
    setup->from_position = true;
    return true;
}

/* ---- Time ------------------------------------------------------------------------------------ */

static bool read_clock(const cJSON *time, struct table_time_control *control,
                       struct bv_error *error)
{
    int64_t seconds = 0;
    int64_t increment = 0;
    if (!fields_number(time, "seconds", 10, 24 * 3600, &seconds))
        return wrong(error, "time", "seconds a side, from 10 to 86400, are wanted");
    if (cJSON_GetObjectItemCaseSensitive(time, "increment") &&
        !fields_number(time, "increment", 0, 600, &increment))
        return wrong(error, "time", "the increment is from 0 to 600 seconds");
    *control = (struct table_time_control){TABLE_TIME_CLOCK, seconds * 1000, increment * 1000, 0};
    return true;
}

static bool read_days(const cJSON *time, struct table_time_control *control, struct bv_error *error)
{
    int64_t days = 0;
    int64_t vacation = 14;
    if (!fields_number(time, "days", 1, 30, &days))
        return wrong(error, "time", "days a turn, from 1 to 30, are wanted");
    if (cJSON_GetObjectItemCaseSensitive(time, "vacation") &&
        !fields_number(time, "vacation", 0, 60, &vacation))
        return wrong(error, "time", "a side's vacation is from 0 to 60 days");
    *control =
        (struct table_time_control){TABLE_TIME_DAYS, days * TABLE_DAY, 0, vacation * TABLE_DAY};
    return true;
}

static bool read_time(const cJSON *json, struct table_time_control *control, struct bv_error *error)
{
    const cJSON *time = cJSON_GetObjectItemCaseSensitive(json, "time");
    *control = (struct table_time_control){0};
    if (!time || cJSON_IsNull(time)) return true;
    if (cJSON_GetObjectItemCaseSensitive(time, "seconds")) return read_clock(time, control, error);
    if (cJSON_GetObjectItemCaseSensitive(time, "days")) return read_days(time, control, error);
    return wrong(
        error, "time",
        "null, {\"seconds\":600,\"increment\":5} or {\"days\":3,\"vacation\":14} is wanted");
}

static void write_time(const struct table_time_control *control, struct bv_out *out)
{
    if (control->mode == TABLE_TIME_NONE) {
        bv_json_null(out, "time");
        return;
    }
    bv_json_open(out, "time", '{');
    if (control->mode == TABLE_TIME_CLOCK) {
        bv_json_number(out, "seconds", control->budget / 1000);
        bv_json_number(out, "increment", control->increment / 1000);
    } else {
        bv_json_number(out, "days", control->budget / TABLE_DAY);
        bv_json_number(out, "vacation", control->vacation / TABLE_DAY);
    }
    bv_json_close(out, '}');
}

/* ---- Rated games ----------------------------------------------------------------------------- */

static bool has_default_options(const struct bv_terms *terms)
{
    const struct bv_game *game = terms->game;
    for (int i = 0; i < game->options; i++)
        if (!bv_equal(bv_terms_value(terms, i), game->option[i].value[0].name)) return false;
    return true;
}

bool table_setup_is_usual(const struct table_setup *setup)
{
    const struct bv_terms *terms = setup->terms;
    return !setup->from_position && !terms->board_text && has_default_options(terms) &&
           terms->form == &terms->game->form[0];
}

bool table_setup_is_common(const struct table_setup *setup, struct refusal *refusal)
{
    const struct bv_terms *terms = setup->terms;
    if (setup->training) return refusal_set(refusal, REFUSE_NOT_RATED_TRAINING);
    if (setup->agreement || terms->form != &terms->game->form[0])
        return refusal_set(refusal, REFUSE_NOT_RATED);
    if (terms->board_text || !has_default_options(terms))
        return refusal_set(refusal, REFUSE_NOT_RATED_OPTIONS);
    if (setup->from_position) return refusal_set(refusal, REFUSE_NOT_RATED_POSITION);
    return setup->time.mode != TABLE_TIME_NONE || refusal_set(refusal, REFUSE_NOT_RATED_UNTIMED);
}

/* ---- Club and tournament --------------------------------------------------------------------- */

static bool read_id(const cJSON *json, const char *name, char id[ID_SIZE], struct bv_error *error)
{
    struct bv_out out = bv_out_into(id, ID_SIZE);
    if (!cJSON_GetObjectItemCaseSensitive(json, name)) return true;
    const char *text = fields_text(json, name, ID_SIZE - 1);
    if (!text) return wrong(error, name, "an id is wanted");
    bv_put(&out, text);
    return true;
}

/* Only the server sets the tournament of a table. */
static bool restore_tournament(const cJSON *json, struct table_setup *setup, struct bv_error *error)
{
    int64_t pairing = 0;
    if (!read_id(json, "tournament", setup->tournament, error)) return false;
    fields_number(json, "pairing", 0, INT32_MAX, &pairing);
    fields_number(json, "noShow", 0, INT32_MAX, &setup->no_show);
    setup->pairing = (int)pairing;
    return true;
}

/* ---- The whole setup ------------------------------------------------------------------------- */

bool table_setup_read(const cJSON *json, struct terms_cache *cache, struct table_setup *setup,
                      struct bv_error *error)
{
    memset(setup, 0, sizeof *setup);
    setup->listed = fields_true(json, "public");
    setup->agreement = fields_true(json, "agreement");
    setup->rated = fields_true(json, "rated");
    setup->training = fields_true(json, "training");
    setup->chat = !cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(json, "chat"));
    if (!read_id(json, "club", setup->club, error)) return false;
    if (!read_time(json, &setup->time, error) || !read_terms(json, cache, setup, error))
        return false;
    if (read_position(json, setup, error)) return true;
    terms_cache_return(cache, setup->terms);
    return false;
}

bool table_setup_restore(const char *text, struct terms_cache *cache, struct table_setup *setup,
                         struct bv_error *error)
{
    cJSON *json = cJSON_Parse(text);
    bool good = json && table_setup_read(json, cache, setup, error);
    if (good) {
        const char *owner = fields_text(json, "owner", ID_SIZE - 1);
        const char *seed = fields_text(json, "seed", (size_t)2 * BV_SEED_SIZE);
        good = owner && seed && bv_hex_of(bv_span_of(seed), setup->seed, BV_SEED_SIZE);
        if (good) memcpy(setup->owner, owner, strlen(owner) + 1);
        good = good && restore_tournament(json, setup, error);
        if (!good) terms_cache_return(cache, setup->terms);
    }
    cJSON_Delete(json);
    return good || bv_error_set(error, "the setup of a table in the store cannot be read");
}

void table_setup_write(const struct table_setup *setup, struct bv_out *out)
{
    const struct bv_terms *terms = setup->terms;
    const struct bv_game *game = terms->game;
    bv_json_text(out, "game", game->id);
    bv_json_number(out, "seats", terms->form->players);
    bv_json_open(out, "options", '{');
    for (int i = 0; i < game->options; i++) {
        bool own = i == game->board_option && terms->board_text;
        if (!own) bv_json_text(out, game->option[i].name, bv_terms_value(terms, i));
    }
    bv_json_close(out, '}');
    bv_json_bool(out, "public", setup->listed);
    bv_json_bool(out, "chat", setup->chat);
    bv_json_bool(out, "agreement", setup->agreement);
    bv_json_bool(out, "rated", setup->rated);
    if (setup->training) bv_json_bool(out, "training", true);
    write_time(&setup->time, out);
    if (setup->club[0]) bv_json_text(out, "club", setup->club);
    if (setup->tournament[0]) bv_json_text(out, "tournament", setup->tournament);
}

void table_setup_write_board(const struct table_setup *setup, struct bv_out *out)
{
    if (setup->terms->board_text) bv_json_text(out, "board", setup->terms->board_text);
}

void table_setup_store(const struct table_setup *setup, struct bv_out *out)
{
    bv_json_open(out, NULL, '{');
    table_setup_write(setup, out);
    table_setup_write_board(setup, out);
    if (setup->from_position) {
        char text[BV_POSITION_MAX];
        struct bv_out position = bv_out_into(text, sizeof text);
        setup->terms->game->write(setup->terms, &setup->start, &position);
        bv_json_text(out, "position", text);
    }
    if (setup->tournament[0]) bv_json_number(out, "pairing", setup->pairing);
    if (setup->no_show) bv_json_number(out, "noShow", setup->no_show);
    bv_json_text(out, "owner", setup->owner);
    bv_json_hex(out, "seed", setup->seed, BV_SEED_SIZE);
    bv_json_close(out, '}');
}
