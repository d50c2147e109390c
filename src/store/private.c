#include "store/private.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OTHERS = S_IRWXG | S_IRWXO, STICKY = 01000, PATH_SIZE = 1100 };

bool private_mkdir(const char *path)
{
    return mkdir(path, S_IRWXU) == 0 && chmod(path, S_IRWXU) == 0;
}

int private_open(const char *path, int flags)
{
    int file = open(path, flags | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0 || fchmod(file, S_IRUSR | S_IWUSR) == 0) return file;
    int reason = errno;
    close(file);
    errno = reason;
    return -1;
}

/* ---- Existing files -------------------------------------------------------------------------- */

static bool refuse(const char *path, const char *reason, struct bv_error *error)
{
    struct bv_out out = bv_error_begin(error);
    bv_put_excerpt(&out, bv_span_of(path), 80);
    bv_put_all(&out, ": ", reason);
    return false;
}

static const char *const ours[] = {"bivouac.db",         "bivouac.db-wal", "bivouac.db-shm",
                                   "bivouac.db-journal", "bivouac.lock",   "address"};

static bool is_store_file(const char *name)
{
    for (size_t i = 0; i < BV_COUNT(ours); i++)
        if (bv_equal(name, ours[i])) return true;
    return name[0] == '.' || bv_equal(name, "bivouac.conf") || bv_equal(name, "lost+found");
}

/* Whether it is a data folder: it has a store, or nothing else. */
static bool is_data_folder(const char *folder)
{
    DIR *names = opendir(folder);
    struct dirent *entry = NULL;
    bool store = false;
    bool others = false;
    while (names && (entry = readdir(names))) {
        store |= bv_equal(entry->d_name, ours[0]);
        others |= !is_store_file(entry->d_name);
    }
    if (names) closedir(names);
    return store || !others;
}

/* Removes the permissions of others; false if that has no effect. */
static bool close_to_others(const char *path, mode_t mode)
{
    struct stat facts;
    return chmod(path, mode & 07777 & ~(mode_t)OTHERS) == 0 && stat(path, &facts) == 0 &&
           !(facts.st_mode & OTHERS);
}

static void note(struct bv_out *notice, const char *path)
{
    if (notice->length) bv_put(notice, ", ");
    bv_put(notice, path);
}

static bool protect_file(const char *folder, const char *name, struct bv_out *notice,
                         struct bv_error *error)
{
    char path[PATH_SIZE];
    struct stat facts;
    struct bv_out out = bv_out_into(path, sizeof path);
    bv_put_all(&out, folder, "/", name);
    if (out.cut || lstat(path, &facts) != 0 || !S_ISREG(facts.st_mode)) return true;
    if (!(facts.st_mode & OTHERS)) return true;
    if (!close_to_others(path, facts.st_mode))
        return refuse(path, "others may read it, and it cannot be closed to them; chmod 600 it",
                      error);
    note(notice, path);
    return true;
}

bool private_protect(const char *folder, struct bv_out *notice, struct bv_error *error)
{
    struct stat facts;
    if (stat(folder, &facts) != 0 || !S_ISDIR(facts.st_mode)) return true;
    if (facts.st_mode & OTHERS) {
        if ((facts.st_mode & STICKY) || !is_data_folder(folder))
            return refuse(folder,
                          "others may read this folder, and it holds more than a server; choose a "
                          "folder of its own, or chmod 700 it",
                          error);
        if (!close_to_others(folder, facts.st_mode))
            return refuse(folder,
                          "others may read this folder, and it cannot be closed to them; chmod 700 "
                          "it, or choose another",
                          error);
        note(notice, folder);
    }
    for (size_t i = 0; i < BV_COUNT(ours); i++)
        if (!protect_file(folder, ours[i], notice, error)) return false;
    return true;
}
