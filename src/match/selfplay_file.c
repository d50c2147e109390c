#include "match/selfplay_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/text.h"
#include "util/memory.h"

static const char magic[8] = {'B', 'V', 'G', 'A', 'M', 'E', 'S', '1'};

enum { GAME_MOST = 1 << 22 }; /* bytes */
enum { ASIDE = 128 };         /* beside a seat */

struct selfplay_file {
    FILE *file;
    uint32_t *number; /* of the games it has, as they come */
    size_t count, capacity;
    unsigned char *bytes; /* of one game */
    size_t length, room;
    size_t at; /* where it is being read */
};

void selfplay_game_add(struct selfplay_game *game, struct selfplay_ply ply)
{
    MEMORY_GROW(game->ply, game->plies, game->capacity);
    game->ply[game->plies++] = ply;
}

void selfplay_game_free(struct selfplay_game *game)
{
    free(game->ply);
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static void put_byte(struct selfplay_file *file, unsigned byte)
{
    MEMORY_GROW(file->bytes, file->length, file->room);
    file->bytes[file->length++] = (unsigned char)byte;
}

static void put_number(struct selfplay_file *file, uint32_t number, int bytes)
{
    for (int i = 0; i < bytes; i++) put_byte(file, number >> 8 * i & 255);
}

static void put_action(struct selfplay_file *file, bv_action action)
{
    for (; action > 127; action >>= 7) put_byte(file, 128 | (unsigned)(action & 127));
    put_byte(file, (unsigned)action);
}

/* Past the end there are only zeros. */
static unsigned take_byte(struct selfplay_file *file)
{
    return file->at < file->length ? file->bytes[file->at++] : 0;
}

static uint32_t take_number(struct selfplay_file *file, int bytes)
{
    uint32_t number = 0;
    for (int i = 0; i < bytes; i++) number |= (uint32_t)take_byte(file) << 8 * i;
    return number;
}

static bv_action take_action(struct selfplay_file *file)
{
    bv_action action = 0;
    unsigned byte = 128;
    for (int shift = 0; byte & 128 && shift < 64; shift += 7) {
        byte = take_byte(file);
        action |= (bv_action)(byte & 127) << shift;
    }
    return action;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static bool take_head(FILE *file, char id[SELFPLAY_ID_MAX])
{
    char head[sizeof magic];
    int length = 0;
    if (fread(head, sizeof head, 1, file) != 1 || memcmp(head, magic, sizeof head) != 0)
        return false;
    length = fgetc(file);
    if (length <= 0 || length >= SELFPLAY_ID_MAX) return false;
    id[length] = '\0';
    return fread(id, (size_t)length, 1, file) == 1;
}

/* Reads the bytes of the next game, if they are all there. */
static bool take_bytes(struct selfplay_file *file)
{
    unsigned char size[4];
    if (fread(size, sizeof size, 1, file->file) != 1) return false;
    file->length =
        (size_t)size[0] | (size_t)size[1] << 8 | (size_t)size[2] << 16 | (size_t)size[3] << 24;
    file->at = 0;
    if (file->length > GAME_MOST) return false;
    while (file->room < file->length) MEMORY_GROW(file->bytes, file->room, file->room);
    return fread(file->bytes, file->length, 1, file->file) == 1;
}

bool selfplay_file_next(struct selfplay_file *file, struct selfplay_game *game)
{
    if (!take_bytes(file)) return false;
    game->number = take_number(file, 4);
    for (int side = 0; side < BV_SIDES_MAX; side++)
        game->half_points[side] = (uint8_t)take_byte(file);
    uint32_t plies = take_number(file, 4);
    uint32_t length = take_number(file, 2);
    if (length >= sizeof game->terms) return false;
    for (uint32_t i = 0; i < length; i++) game->terms[i] = (char)take_byte(file);
    game->terms[length] = '\0';
    game->plies = 0;
    for (uint32_t i = 0; i < plies && file->at < file->length; i++) {
        unsigned seat = take_byte(file);
        struct selfplay_ply ply = {.seat = seat & (ASIDE - 1), .aside = seat & ASIDE};
        ply.score = (uint16_t)take_number(file, 2);
        ply.action = take_action(file);
        selfplay_game_add(game, ply);
    }
    return game->plies == plies;
}

struct selfplay_file *selfplay_file_read(const char *path, char id[SELFPLAY_ID_MAX],
                                         struct bv_error *error)
{
    struct selfplay_file *file = memory_new(sizeof *file);
    file->file = fopen(path, "rb");
    if (file->file && take_head(file->file, id)) return file;
    bv_error_set(error, file->file ? "this is no file of self-play" : strerror(errno));
    selfplay_file_close(file);
    return NULL;
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* Finds the games that are there, and the place after the last whole one. */
static void find_games(struct selfplay_file *file)
{
    long whole = ftell(file->file);
    while (take_bytes(file)) {
        MEMORY_GROW(file->number, file->count, file->capacity);
        file->number[file->count++] = take_number(file, 4);
        whole = ftell(file->file);
    }
    fseek(file->file, whole, SEEK_SET);
}

static bool put_head(FILE *file, const char *id)
{
    return fwrite(magic, sizeof magic, 1, file) == 1 && fputc((int)strlen(id), file) != EOF &&
           fputs(id, file) != EOF && fflush(file) == 0;
}

struct selfplay_file *selfplay_file_open(const char *path, const char *id, struct bv_error *error)
{
    struct selfplay_file *file = memory_new(sizeof *file);
    char found[SELFPLAY_ID_MAX];
    file->file = fopen(path, "r+b");
    if (file->file) {
        if (take_head(file->file, found) && strcmp(found, id) == 0) {
            find_games(file);
            return file;
        }
        bv_error_set(error, "the file has no self-play of this game");
    } else {
        file->file = fopen(path, "w+b");
        if (file->file && put_head(file->file, id)) return file;
        bv_error_set(error, strerror(errno));
    }
    selfplay_file_close(file);
    return NULL;
}

uint32_t selfplay_file_count(const struct selfplay_file *file)
{
    return (uint32_t)file->count;
}

bool selfplay_file_has(const struct selfplay_file *file, uint32_t number)
{
    for (size_t i = 0; i < file->count; i++)
        if (file->number[i] == number) return true;
    return false;
}

bool selfplay_file_add(struct selfplay_file *file, const struct selfplay_game *game,
                       struct bv_error *error)
{
    size_t terms = strlen(game->terms);
    file->length = 0;
    put_number(file, 0, 4); /* the size, known at the end */
    put_number(file, game->number, 4);
    for (int side = 0; side < BV_SIDES_MAX; side++) put_byte(file, game->half_points[side]);
    put_number(file, game->plies, 4);
    put_number(file, (uint32_t)terms, 2);
    for (size_t i = 0; i < terms; i++) put_byte(file, (unsigned char)game->terms[i]);
    for (uint32_t i = 0; i < game->plies; i++) {
        put_byte(file, game->ply[i].seat | (game->ply[i].aside ? ASIDE : 0U));
        put_number(file, game->ply[i].score, 2);
        put_action(file, game->ply[i].action);
    }
    size_t length = file->length;
    file->length = 0;
    put_number(file, (uint32_t)length - 4, 4);
    if (fwrite(file->bytes, length, 1, file->file) == 1 && fflush(file->file) == 0) return true;
    return bv_error_set(error, strerror(errno));
}

void selfplay_file_close(struct selfplay_file *file)
{
    if (file->file) fclose(file->file);
    free(file->number);
    free(file->bytes);
    free(file);
}
