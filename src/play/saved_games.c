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

#define ENDING ".record"

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
static bool folder(const char *name, char path[SAVED_PATH])
{
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    int size = state && *state == '/' ? snprintf(path, SAVED_PATH, "%s/bivouac/%s", state, name)
                                      : snprintf(path, SAVED_PATH, "%s/.local/state/bivouac/%s",
                                                 home ? home : "", name);
    bool named = (state && *state == '/') || (home && *home == '/');
    return named && size > 0 && size < SAVED_PATH - 64 && make_folders(path);
}

/* ---- Games ----------------------------------------------------------------------------------- */

bool saved_games_new_path(const char *game, char path[SAVED_PATH])
{
    time_t now = time(NULL);
    struct tm here;
    char when[32];
    if (!folder("games", path) || !localtime_r(&now, &here)) return false;
    strftime(when, sizeof when, "%Y%m%d-%H%M%S", &here);
    size_t length = strlen(path);
    snprintf(path + length, SAVED_PATH - length, "/%s-%s-%ld" ENDING, game, when, (long)getpid());
    return true;
}

/*
 * Whether a player's name is that of an opponent of this program, as local games name them: people
 * have no names there. An external engine is not started because a file names it.
 */
static bool is_computer(const struct saved_game_entry *entry, struct bv_span name)
{
    struct player_spec spec;
    struct bv_error error;
    const struct bv_game *game = bv_game_named(entry->game);
    char text[sizeof entry->opponent];
    return game && bv_keep(text, sizeof text, name) &&
           player_spec_read(&spec, game, text, &error) && !spec.command[0];
}

/* What is read before the form of the game is known. */
struct head {
    int players; /* 0: not said */
    int computers;
    char computer[BV_SEATS_MAX][BV_NAME_MAX]; /* the seats it holds */
};

static void read_game_line(struct saved_game_entry *entry, struct head *head, struct bv_span line)
{
    struct bv_span word;
    if (bv_take_word(&line, &word)) bv_keep(entry->game, sizeof entry->game, word);
    while (bv_take_word(&line, &word)) {
        struct bv_span name;
        bv_take_part(&word, '=', &name);
        if (bv_span_is(name, "seats")) bv_number_of(word, 1, BV_SEATS_MAX, &head->players);
    }
}

/* One line of a record's head. */
static void read_head_line(struct saved_game_entry *entry, struct head *head, struct bv_span line)
{
    struct bv_span word;
    struct bv_span seat;
    if (!bv_take_word(&line, &word)) return;
    if (bv_span_is(word, "game")) {
        read_game_line(entry, head, line);
    } else if (bv_span_is(word, "begun")) {
        bv_keep(entry->begun, sizeof entry->begun, line);
    } else if (bv_span_is(word, "tokens")) {
        bv_number_of(line, 0, INT32_MAX, &entry->tokens);
    } else if (bv_span_is(word, "player") && bv_take_word(&line, &seat) &&
               is_computer(entry, line) && head->computers < BV_SEATS_MAX) {
        bv_keep(entry->opponent, sizeof entry->opponent, line);
        bv_keep(head->computer[head->computers++], BV_NAME_MAX, seat);
    }
}

static bool is_held(const struct head *head, const char *seat)
{
    for (int i = 0; i < head->computers; i++)
        if (bv_equal(head->computer[i], seat)) return true;
    return false;
}

/* The seats that the computer does not hold. */
static void take_other_seats(struct saved_game_entry *entry, const struct head *head)
{
    const struct bv_game *game = bv_game_named(entry->game);
    const struct bv_form *form = game ? game->form : NULL;
    struct bv_out out = bv_out_into(entry->side, sizeof entry->side);
    if (!form || !head->computers) return;
    for (int i = 0; i < game->forms; i++)
        if (game->form[i].players == head->players) form = &game->form[i];
    for (int seat = 0; seat < form->seats; seat++)
        if (!is_held(head, form->seat[seat].name))
            bv_put_all(&out, out.length ? "," : "", form->seat[seat].name);
}

static bool read_head(struct saved_game_entry *entry)
{
    char line[512];
    struct head head = {0};
    FILE *file = fopen(entry->path, "rb");
    if (!file) return false;
    while (!entry->tokens && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        read_head_line(entry, &head, bv_span_of(line));
        if (strncmp(line, "tokens ", 7) == 0) break;
    }
    fclose(file);
    take_other_seats(entry, &head);
    return bv_game_named(entry->game);
}

/* A file that is not named as saved_games_new_path does was renamed. */
static void take_name(struct saved_game_entry *entry, const char *file)
{
    size_t prefix = strlen(entry->game);
    bool own = strncmp(file, entry->game, prefix) == 0 && file[prefix] == '-' &&
               file[prefix + 1 + strspn(file + prefix + 1, "0123456789-")] == '.';
    if (!own)
        bv_keep(entry->name, sizeof entry->name,
                (struct bv_span){file, strlen(file) - (sizeof ENDING - 1)});
}

bool saved_games_delete(const struct saved_game_entry *entry)
{
    return unlink(entry->path) == 0;
}

bool saved_games_rename(const struct saved_game_entry *entry, const char *name,
                        struct bv_error *error)
{
    char path[SAVED_PATH];
    if (!*name || *name == '.' || strchr(name, '/') || strlen(name) >= sizeof entry->name)
        return bv_error_set(error, "a name without '/' that does not begin with a dot");
    if (!folder("games", path)) return bv_error_set(error, strerror(errno));
    size_t length = strlen(path);
    snprintf(path + length, sizeof path - length, "/%s" ENDING, name);
    if (access(path, F_OK) == 0) return bv_error_set(error, "another game has that name");
    return rename(entry->path, path) == 0 || bv_error_set(error, strerror(errno));
}

static int later_first(const void *a, const void *b)
{
    const struct saved_game_entry *one = a;
    const struct saved_game_entry *two = b;
    if (one->changed != two->changed) return one->changed > two->changed ? -1 : 1;
    return strcmp(two->path, one->path);
}

int saved_games_list(const char *game, struct saved_game_entry list[SAVED_MAX])
{
    char path[SAVED_PATH];
    struct stat there;
    int count = 0;
    DIR *folder_open = folder("games", path) ? opendir(path) : NULL;
    if (!folder_open) return 0;
    for (const struct dirent *file = readdir(folder_open); file && count < SAVED_MAX;
         file = readdir(folder_open)) {
        struct saved_game_entry *entry = &list[count];
        size_t length = strlen(file->d_name);
        if (length < sizeof ENDING ||
            strcmp(file->d_name + length - (sizeof ENDING - 1), ENDING) != 0)
            continue;
        *entry = (struct saved_game_entry){0};
        int size = snprintf(entry->path, sizeof entry->path, "%s/%s", path, file->d_name);
        if (size < 0 || (size_t)size >= sizeof entry->path || stat(entry->path, &there) != 0)
            continue;
        entry->changed = there.st_mtime;
        if (!read_head(entry) || (game && strcmp(entry->game, game) != 0)) continue;
        take_name(entry, file->d_name);
        count++;
    }
    closedir(folder_open);
    qsort(list, (size_t)count, sizeof list[0], later_first);
    return count;
}

void saved_games_finish(char path[SAVED_PATH])
{
    char to[SAVED_PATH];
    const char *name = strrchr(path, '/');
    if (!name || !folder("finished", to)) return;
    size_t length = strlen(to);
    if (length + strlen(name) >= sizeof to) return;
    memcpy(to + length, name, strlen(name) + 1);
    if (rename(path, to) == 0) memcpy(path, to, sizeof to);
}

/* ---- Servers --------------------------------------------------------------------------------- */

/* The file of a server; the server's name must be valid as a file name. */
static bool server_file(const char *server, char path[SAVED_PATH])
{
    if (!*server || *server == '.' || strchr(server, '/') || strlen(server) > 200) return false;
    if (!folder("servers", path)) return false;
    size_t length = strlen(path);
    snprintf(path + length, SAVED_PATH - length, "/%s", server);
    return true;
}

bool saved_cookie_read(const char *server, char *cookie, size_t size)
{
    char path[SAVED_PATH];
    FILE *file = server_file(server, path) ? fopen(path, "rb") : NULL;
    cookie[0] = '\0';
    if (!file) return false;
    if (!fgets(cookie, (int)size, file)) cookie[0] = '\0';
    fclose(file);
    cookie[strcspn(cookie, "\r\n")] = '\0';
    return *cookie;
}

void saved_cookie_write(const char *server, const char *cookie)
{
    char path[SAVED_PATH];
    mode_t before = umask(077);
    FILE *file = server_file(server, path) ? fopen(path, "wb") : NULL;
    umask(before);
    if (!file) return;
    fprintf(file, "%s\n", cookie);
    fclose(file);
}
