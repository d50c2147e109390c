#include "play/saved_games.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "match/player_spec.h"

/* ---- Folders --------------------------------------------------------------------------------- */

/* Makes a folder and its parents, readable by this user alone. */
static bool make_folders(char *path)
{
    for (char *at = path + 1;; at++) {
        if (*at && *at != '/') continue;
        char end = *at;
        *at = '\0';
        bool good = mkdir(path, 0700) == 0 || errno == EEXIST;
        *at = end;
        if (!good) return false;
        if (!end) return true;
    }
}

/* The folder of that name among those of the program; false if it cannot be made. */
static bool folder(const char *name, char path[KEEP_PATH])
{
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    int size = state && *state == '/' ? snprintf(path, KEEP_PATH, "%s/bivouac/%s", state, name)
                                      : snprintf(path, KEEP_PATH, "%s/.local/state/bivouac/%s",
                                                 home ? home : "", name);
    bool named = (state && *state == '/') || (home && *home == '/');
    return named && size > 0 && size < KEEP_PATH - 64 && make_folders(path);
}

/* ---- Games ----------------------------------------------------------------------------------- */

bool keep_name_game(const char *game, char path[KEEP_PATH])
{
    time_t now = time(NULL);
    struct tm here;
    char when[32];
    if (!folder("games", path) || !localtime_r(&now, &here)) return false;
    strftime(when, sizeof when, "%Y%m%d-%H%M%S", &here);
    size_t length = strlen(path);
    snprintf(path + length, KEEP_PATH - length, "/%s-%s-%ld.record", game, when, (long)getpid());
    return true;
}

/*
 * Whether a player's name is that of an opponent of this program, as local games name them: people
 * have no names there. An external engine is not started because a file names it.
 */
static bool is_computer(const struct kept_game *kept, struct bv_span name)
{
    struct player_spec spec;
    struct bv_error error;
    const struct bv_game *game = bv_game_named(kept->game);
    char text[sizeof kept->opponent];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_put_span(&out, name);
    return game && !out.cut && player_spec_read(&spec, game, text, &error) && !spec.command[0];
}

/* One line of a record's head. */
static void read_head_line(struct kept_game *kept, struct bv_span line)
{
    struct bv_span word;
    struct bv_span seat;
    struct bv_out out;
    if (!bv_take_word(&line, &word)) return;
    if (bv_span_is(word, "game") && bv_take_word(&line, &word)) {
        out = bv_out_into(kept->game, sizeof kept->game);
        bv_put_span(&out, word);
    } else if (bv_span_is(word, "begun")) {
        out = bv_out_into(kept->begun, sizeof kept->begun);
        bv_put_span(&out, line);
    } else if (bv_span_is(word, "tokens")) {
        bv_number_of(line, 0, INT32_MAX, &kept->tokens);
    } else if (bv_span_is(word, "player") && bv_take_word(&line, &seat) &&
               is_computer(kept, line)) {
        out = bv_out_into(kept->opponent, sizeof kept->opponent);
        bv_put_span(&out, line);
        /* A seat's name is its side's, or begins with it: `A`, `A.left`. */
        struct bv_span side;
        out = bv_out_into(kept->side, sizeof kept->side);
        bv_take_part(&seat, '.', &side);
        bv_put_span(&out, side);
    }
}

/* The side that the computer does not hold. */
static void take_other_side(struct kept_game *kept)
{
    const struct bv_game *game = bv_game_named(kept->game);
    if (!game || !*kept->side) return;
    bool first = bv_equal(kept->side, game->side[0].name);
    struct bv_out out = bv_out_into(kept->side, sizeof kept->side);
    bv_put(&out, game->side[first].name);
}

static bool read_head(struct kept_game *kept)
{
    char line[512];
    FILE *file = fopen(kept->path, "rb");
    if (!file) return false;
    while (!kept->tokens && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        read_head_line(kept, bv_span_of(line));
        if (strncmp(line, "tokens ", 7) == 0) break;
    }
    fclose(file);
    take_other_side(kept);
    return bv_game_named(kept->game);
}

static int later_first(const void *a, const void *b)
{
    const struct kept_game *one = a;
    const struct kept_game *two = b;
    if (one->changed != two->changed) return one->changed > two->changed ? -1 : 1;
    return strcmp(two->path, one->path);
}

int keep_list_games(const char *game, struct kept_game list[KEPT_MAX])
{
    char path[KEEP_PATH];
    struct stat there;
    int count = 0;
    DIR *folder_open = folder("games", path) ? opendir(path) : NULL;
    if (!folder_open) return 0;
    for (const struct dirent *entry = readdir(folder_open); entry && count < KEPT_MAX;
         entry = readdir(folder_open)) {
        struct kept_game *kept = &list[count];
        size_t length = strlen(entry->d_name);
        if (length < 8 || strcmp(entry->d_name + length - 7, ".record") != 0) continue;
        *kept = (struct kept_game){0};
        int size = snprintf(kept->path, sizeof kept->path, "%s/%s", path, entry->d_name);
        if (size < 0 || (size_t)size >= sizeof kept->path || stat(kept->path, &there) != 0)
            continue;
        kept->changed = there.st_mtime;
        if (read_head(kept) && (!game || strcmp(kept->game, game) == 0)) count++;
    }
    closedir(folder_open);
    qsort(list, (size_t)count, sizeof list[0], later_first);
    return count;
}

void keep_finish_game(char path[KEEP_PATH])
{
    char to[KEEP_PATH];
    const char *name = strrchr(path, '/');
    if (!name || !folder("finished", to)) return;
    size_t length = strlen(to);
    if (length + strlen(name) >= sizeof to) return;
    memcpy(to + length, name, strlen(name) + 1);
    if (rename(path, to) == 0) memcpy(path, to, sizeof to);
}

/* ---- Servers --------------------------------------------------------------------------------- */

/* The file of a server; the server's name must be valid as a file name. */
static bool server_file(const char *server, char path[KEEP_PATH])
{
    if (!*server || *server == '.' || strchr(server, '/') || strlen(server) > 200) return false;
    if (!folder("servers", path)) return false;
    size_t length = strlen(path);
    snprintf(path + length, KEEP_PATH - length, "/%s", server);
    return true;
}

bool keep_read_cookie(const char *server, char *cookie, size_t size)
{
    char path[KEEP_PATH];
    FILE *file = server_file(server, path) ? fopen(path, "rb") : NULL;
    cookie[0] = '\0';
    if (!file) return false;
    if (!fgets(cookie, (int)size, file)) cookie[0] = '\0';
    fclose(file);
    cookie[strcspn(cookie, "\r\n")] = '\0';
    return *cookie;
}

void keep_write_cookie(const char *server, const char *cookie)
{
    char path[KEEP_PATH];
    mode_t before = umask(077);
    FILE *file = server_file(server, path) ? fopen(path, "wb") : NULL;
    umask(before);
    if (!file) return;
    fprintf(file, "%s\n", cookie);
    fclose(file);
}
