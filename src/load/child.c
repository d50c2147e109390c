#include "load/child.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TIMEOUT_MS = 30000, LOWEST_PORT = 20000, HIGHEST_PORT = 30000, PATH_SIZE = 1024 };

/* ---- Starting -------------------------------------------------------------------------------- */

bool child_prepare(struct child *child, const char *program, const char *folder,
                   struct bv_error *error)
{
    const char *place = getenv("TMPDIR");
    *child = (struct child){.program = program, .output = -1, .temporary = !folder};
    struct bv_out out = bv_out_into(child->folder, sizeof child->folder);
    bv_put(&out, folder ? folder : place && *place ? place : "/tmp");
    if (!folder) bv_put(&out, "/bivouac-load-XXXXXX");
    if (!out.cut && (folder || mkdtemp(child->folder))) return true;
    child->temporary = false;
    return bv_error_set(error, folder ? "the name of the folder is too long"
                                      : "no temporary folder can be made; see TMPDIR");
}

static bool is_free(int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int probe = socket(AF_INET, SOCK_STREAM, 0);
    bool good = probe >= 0 && bind(probe, (struct sockaddr *)&address, sizeof address) == 0;
    if (probe >= 0) close(probe);
    return good;
}

bool child_choose_port(struct child *child, struct bv_error *error)
{
    int range = HIGHEST_PORT - LOWEST_PORT;
    for (int i = 0; i < range; i++) {
        int port = LOWEST_PORT + ((int)getpid() + i) % range;
        if (!is_free(port)) continue;
        child->port = port;
        return true;
    }
    return bv_error_set(error, "no port is free for the server");
}

static void become_server(const struct child *child, const int pipe_ends[2], pid_t parent)
{
    char port[8];
    char *words[] = {"bivouac",
                     "serve",
                     "--port",
                     port,
                     "--data",
                     (char *)child->folder,
                     "--config-set",
                     "log-level=warning",
                     "--config-set",
                     "metrics=127.0.0.1:0",
                     NULL};
    snprintf(port, sizeof port, "%d", child->port);
    setpgid(0, 0); /* Ctrl-C is handled by the parent */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    dup2(pipe_ends[1], STDOUT_FILENO);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
    execv(child->program, words);
    _exit(127);
}

bool child_start(struct child *child, struct bv_error *error)
{
    int ends[2];
    pid_t parent = getpid();
    if (pipe(ends) != 0) return bv_error_set(error, "no pipe can be made");
    child->length = 0;
    child->process = fork();
    if (child->process == 0) become_server(child, ends, parent);
    close(ends[1]);
    child->output = ends[0];
    fcntl(child->output, F_SETFL, O_NONBLOCK);
    fcntl(child->output, F_SETFD, FD_CLOEXEC);
    if (child->process > 0) return true;
    child->process = 0;
    close(child->output);
    return bv_error_set(error, "the server cannot be started");
}

int child_ready(struct child *child, struct server_address *address)
{
    struct bv_error error;
    size_t capacity = sizeof child->line - 1 - child->length;
    ssize_t got = read(child->output, child->line + child->length, capacity);
    if (got < 0) return errno == EAGAIN || errno == EINTR ? 0 : -1;
    if (got == 0) return -1;
    child->length += (size_t)got;
    child->line[child->length] = '\0';
    static const char metrics[] = "metrics ";
    char *end = strchr(child->line, '\n');
    char *last = end ? strchr(end + 1, '\n') : NULL;
    if (!last) return 0;
    *end = *last = '\0';
    if (!server_address_read(address, child->line, false, &error) ||
        strncmp(end + 1, metrics, sizeof metrics - 1) != 0 ||
        !server_address_read(&child->metrics, end + sizeof metrics, false, &error))
        return -1;
    return 1;
}

bool child_await(struct child *child, struct server_address *address, struct bv_error *error)
{
    struct timespec pause = {.tv_nsec = 1000000};
    for (int i = 0; i < TIMEOUT_MS; i++) {
        int ready = child_ready(child, address);
        if (ready > 0) return true;
        if (ready < 0) return bv_error_set(error, "the server did not print its address");
        nanosleep(&pause, NULL);
    }
    return bv_error_set(error, "the server was not ready within 30 seconds");
}

/* ---- Ending ---------------------------------------------------------------------------------- */

void child_end(struct child *child, int signal)
{
    int status = 0;
    if (!child->process) return;
    kill(child->process, signal);
    while (waitpid(child->process, &status, 0) < 0 && errno == EINTR) continue;
    close(child->output);
    child->process = 0;
}

/* Removes files, and folders with files in them: a data folder is no deeper. */
static void remove_folder(const char *folder, int depth)
{
    DIR *list = opendir(folder);
    const struct dirent *entry = NULL;
    while (list && (entry = readdir(list))) {
        char path[PATH_SIZE];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        int length = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (length >= PATH_SIZE) continue; /* deeper than a data folder can be */
        if (unlink(path) != 0 && depth > 0) remove_folder(path, depth - 1);
    }
    if (list) closedir(list);
    rmdir(folder);
}

void child_clear(struct child *child)
{
    if (child->temporary) remove_folder(child->folder, 1);
    child->temporary = false;
}

/* ---- Memory and time ------------------------------------------------------------------------- */

/* Reads a small file of /proc. */
static bool read_proc(const struct child *child, const char *name, char *text, size_t size)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)child->process, name);
    int file = child->process ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    ssize_t got = file >= 0 ? read(file, text, size - 1) : -1;
    if (file >= 0) close(file);
    text[got > 0 ? got : 0] = '\0';
    return got > 0;
}

uint64_t child_memory(const struct child *child)
{
    char text[4096];
    static const char name[] = "VmRSS:";
    if (!read_proc(child, "status", text, sizeof text)) return 0;
    const char *at = strstr(text, name);
    return at ? strtoull(at + strlen(name), NULL, 10) : 0;
}

double child_seconds(const struct child *child)
{
    enum { FIELDS_BEFORE = 11 }; /* between the program's name and its processor time */
    char text[1024];
    if (!read_proc(child, "stat", text, sizeof text)) return 0;
    char *at = strrchr(text, ')');
    for (int i = 0; at && i < FIELDS_BEFORE + 1; i++) at = strchr(at + 1, ' ');
    if (!at) return 0;
    char *next = NULL;
    double ticks = (double)strtoull(at, &next, 10);
    ticks += (double)strtoull(next, NULL, 10);
    return ticks / (double)sysconf(_SC_CLK_TCK);
}
