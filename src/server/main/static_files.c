#include "server/main/static_files.h"

#include <dirent.h>
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "net/http.h"
#include "util/memory.h"

enum { FILES_MAX = 512, BYTES_MAX = 16 * 1024 * 1024, DEPTH_MAX = 3, PATH_SIZE = 1024, TAG = 16 };

enum coding { PLAIN, BROTLI, GZIP, CODINGS };

static const char *const coding_name[CODINGS] = {"", "br", "gzip"};
static const char *const coding_end[CODINGS] = {"", ".br", ".gz"};

struct page {
    char *path; /* as in a request: `/app-7Q2KX1AB.js` */
    const char *type;
    struct bv_span body[CODINGS]; /* text is NULL if there is none */
    char tag[2 * TAG + 1];
};

struct static_files {
    struct page page[FILES_MAX];
    size_t pages;
    size_t bytes;
    struct page *index;
    char *root;              /* the scope of the client's service worker: `/`, or `/bivouac/` */
    struct bv_error *unread; /* set while the files are read */
};

/* ---- Loading --------------------------------------------------------------------------------- */

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static const char *type_of(const char *path)
{
    static const struct {
        const char *end, *type;
    } types[] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        /* with another type the browser would not compile it while it loads */
        {".wasm", "application/wasm"},
        {".net", "application/octet-stream"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".txt", "text/plain; charset=utf-8"},
        {".map", "application/json"},
    };
    for (size_t i = 0; i < BV_COUNT(types); i++)
        if (ends_with(path, types[i].end)) return types[i].type;
    return "application/octet-stream";
}

static void tag_page(struct page *page)
{
    uint8_t digest[TAG];
    crypto_generichash(digest, TAG, (const uint8_t *)page->body[PLAIN].text,
                       page->body[PLAIN].length, NULL, 0);
    sodium_bin2hex(page->tag, sizeof page->tag, digest, TAG);
}

static bool too_large(struct bv_error *error)
{
    return bv_error_set(error, "the folder of --web holds more than 512 files or 16 MiB: it should "
                               "be the built client, web/dist");
}

/* Notes the first file that cannot be read, and why. */
static void note_unread(struct static_files *pages, const char *path, int reason)
{
    char text[96];
    if (pages->unread->text[0]) return;
    struct bv_out out = bv_error_begin(pages->unread);
    bv_put_excerpt(&out, bv_span_of(path), 120);
    bv_put_all(&out, ": ", strerror_r(reason, text, sizeof text) == 0 ? text : "cannot be read");
}

/* A file that cannot be read counts as missing, and is noted. */
static bool read_file(struct static_files *pages, const char *file, struct bv_span *body,
                      struct bv_error *error)
{
    struct stat facts;
    FILE *stream = fopen(file, "rb");
    if (!stream && errno != ENOENT) note_unread(pages, file, errno);
    if (!stream) return true;
    if (fstat(fileno(stream), &facts) != 0 || !S_ISREG(facts.st_mode)) {
        fclose(stream);
        return true;
    }
    size_t size = (size_t)facts.st_size;
    if (size > BYTES_MAX - pages->bytes) {
        fclose(stream);
        return too_large(error);
    }
    char *bytes = memory_new(size + 1);
    size = fread(bytes, 1, size, stream);
    fclose(stream);
    pages->bytes += size;
    *body = (struct bv_span){bytes, size};
    return true;
}

static bool load_page(struct static_files *pages, const char *file, const char *path,
                      struct bv_error *error)
{
    if (pages->pages == FILES_MAX) return too_large(error);
    struct page *page = &pages->page[pages->pages];
    *page = (struct page){.type = type_of(path)};
    for (int coding = PLAIN; coding < CODINGS; coding++) {
        char name[PATH_SIZE + 8];
        snprintf(name, sizeof name, "%s%s", file, coding_end[coding]);
        if (!read_file(pages, name, &page->body[coding], error)) {
            for (int i = 0; i < coding; i++) free((void *)page->body[i].text);
            return false;
        }
    }
    if (!page->body[PLAIN].text) return true;
    page->path = memory_copy_text(path, strlen(path));
    tag_page(page);
    pages->pages++;
    return true;
}

static bool load_folder(struct static_files *pages, const char *folder, const char *path, int depth,
                        struct bv_error *error)
{
    DIR *names = opendir(folder);
    struct dirent *entry;
    bool good = true;
    if (!names) note_unread(pages, folder, errno);
    if (!names) return true;
    while (good && (entry = readdir(names))) {
        char below[PATH_SIZE], address[PATH_SIZE];
        struct stat facts;
        const char *name = entry->d_name;
        if (name[0] == '.' || ends_with(name, ".br") || ends_with(name, ".gz")) continue;
        size_t length = (size_t)snprintf(below, sizeof below, "%s/%s", folder, name);
        snprintf(address, sizeof address, "%s/%s", path, name);
        if (length >= sizeof below) continue;
        if (stat(below, &facts) != 0) {
            note_unread(pages, below, errno);
            continue;
        }
        if (S_ISDIR(facts.st_mode))
            good = depth == DEPTH_MAX || load_folder(pages, below, address, depth + 1, error);
        else
            good = load_page(pages, below, address, error);
    }
    closedir(names);
    return good;
}

static struct page *page_at(struct static_files *pages, struct bv_span path)
{
    for (size_t i = 0; i < pages->pages; i++)
        if (bv_span_is(path, pages->page[i].path)) return &pages->page[i];
    return NULL;
}

/* `/docs` is docs.html, `/docs/hosting` is docs/hosting.html. */
static struct page *document_at(struct static_files *pages, struct bv_span path)
{
    static const char folder[] = "/docs";
    char file[PATH_SIZE];
    if (path.length < sizeof folder - 1 || memcmp(path.text, folder, sizeof folder - 1) != 0)
        return NULL;
    struct bv_out out = bv_out_into(file, sizeof file);
    bv_put_span(&out, path);
    bv_put(&out, ".html");
    return out.cut ? NULL : page_at(pages, (struct bv_span){file, out.length});
}

/* Puts `base` before every address that is written as `="/…"`, and drops the compressed
 * versions. */
static void rebase_index(struct page *index, const char *base)
{
    enum { FOUND = 3 };
    struct bv_span rest = index->body[PLAIN];
    size_t places = 0;
    for (size_t i = 0; i + FOUND <= rest.length; i++)
        places += memcmp(rest.text + i, "=\"/", FOUND) == 0;
    size_t size = rest.length + places * strlen(base) + 1;
    char *text = memory_new(size);
    struct bv_out out = bv_out_into(text, size);
    for (size_t i = 0; i < rest.length; i++) {
        bool begins = i >= FOUND - 1 && memcmp(rest.text + i + 1 - FOUND, "=\"/", FOUND) == 0;
        if (begins) bv_put(&out, base);
        bv_put_char(&out, rest.text[i]);
    }
    for (int coding = PLAIN; coding < CODINGS; coding++) {
        free((void *)index->body[coding].text);
        index->body[coding] = (struct bv_span){0};
    }
    index->body[PLAIN] = (struct bv_span){text, out.length};
    tag_page(index);
}

const char *static_files_find(char path[STATIC_FILES_PATH])
{
    static const char installed[] = "../share/bivouac/web";
    ssize_t length = readlink("/proc/self/exe", path, STATIC_FILES_PATH - sizeof installed);
    while (length > 0 && path[length - 1] != '/') length--;
    if (length <= 0) return "web/dist";
    bv_copy(path + length, installed, sizeof installed);
    return access(path, R_OK | X_OK) == 0 ? path : "web/dist";
}

struct static_files *static_files_open(const char *folder, const char *base,
                                       struct bv_error *unread, struct bv_error *error)
{
    struct static_files *pages = memory_new(sizeof *pages);
    error->text[0] = unread->text[0] = 0;
    pages->unread = unread;
    if (load_folder(pages, folder, "", 0, error))
        pages->index = page_at(pages, bv_span_of("/index.html"));
    if (!pages->index) note_unread(pages, folder, ENOENT);
    if (pages->index && base[0]) rebase_index(pages->index, base);
    pages->root = memory_new(bv_length(base) + 2);
    struct bv_out root = bv_out_into(pages->root, bv_length(base) + 2);
    bv_put_all(&root, base, "/");
    if (pages->index) return pages;
    static_files_close(pages);
    return NULL;
}

void static_files_close(struct static_files *pages)
{
    if (!pages) return;
    for (size_t i = 0; i < pages->pages; i++) {
        free(pages->page[i].path);
        for (int coding = PLAIN; coding < CODINGS; coding++)
            free((void *)pages->page[i].body[coding].text);
    }
    free(pages->root);
    free(pages);
}

/* ---- Answering ------------------------------------------------------------------------------- */

/* Scripts and styles come only from this server; the rules are WebAssembly. */
static const char policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' "
    "data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'";

static const char welcome[] =
    "<!doctype html><html lang=\"fr\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
    "content=\"width=device-width\"><title>Bivouac</title><h1>Bivouac</h1>"
    "<p>Le serveur est ouvert. Les programmes y jouent par l'interface décrite dans "
    "<code>docs/api.md</code> ; les jeux sont <a href=\"api/v1/games\">ici</a>, les tables "
    "publiques <a href=\"api/v1/tables\">là</a>.</p><p lang=\"en\">The server is open. Programs "
    "play "
    "here through the interface that <code>docs/api.md</code> describes; the games are <a "
    "href=\"api/v1/games\">here</a>, the public tables <a href=\"api/v1/tables\">there</a>.</p>";

static void answer_welcome(struct connection *connection)
{
    net_respond(connection, &(struct http_response){.status = 200,
                                                    .type = "text/html; charset=utf-8",
                                                    .policy = policy,
                                                    .body = bv_span_of(welcome),
                                                    .lasting = true});
}

static bool begins_with(struct bv_span path, const char *start)
{
    size_t length = strlen(start);
    return path.length >= length && memcmp(path.text, start, length) == 0;
}

/* The addresses of the client's own pages: web/src/pages/route.ts. */
static bool is_of_client(struct bv_span path)
{
    static const char *const whole[] = {
        "/",       "/tables", "/mine",        "/account", "/friends", "/leaders", "/puzzles",
        "/replay", "/clubs",  "/tournaments", "/admin",   "/privacy", "/legal",   "/seek"};
    static const char *const start[] = {
        "/box/",    "/play/",        "/new/",     "/t/",      "/rules/",    "/lesson/",
        "/people/", "/leaders/",     "/puzzles/", "/replay/", "/analysis/", "/editor/",
        "/clubs/",  "/tournaments/", "/admin/",   "/print/",  "/seek/"};
    for (size_t i = 0; i < BV_COUNT(whole); i++)
        if (bv_span_is(path, whole[i])) return true;
    for (size_t i = 0; i < BV_COUNT(start); i++)
        if (begins_with(path, start[i])) return true;
    return false;
}

/* `app-7Q2KX1AB.js`: other content would have another name, so it may be cached for ever. */
static bool is_hashed(const char *path)
{
    enum { HASH = 8 };
    const char *dash = strrchr(path, '-');
    return dash && strspn(dash + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == HASH &&
           dash[1 + HASH] == '.';
}

static enum coding coding_for(const struct page *page, const struct http_request *request)
{
    for (int coding = BROTLI; coding < CODINGS; coding++)
        if (page->body[coding].text && http_lists(request, "accept-encoding", coding_name[coding]))
            return coding;
    return PLAIN;
}

static void answer_page(const struct static_files *pages, struct connection *connection,
                        const struct http_request *request, const struct page *page, int status)
{
    char headers[1024], tag[64];
    enum coding coding = coding_for(page, request);
    struct bv_out out = bv_out_into(headers, sizeof headers);
    /* Each coding has other bytes, and so another tag. */
    snprintf(tag, sizeof tag, "\"%s%s\"", page->tag, coding_end[coding]);
    bv_put_all(&out, "Vary: Accept-Encoding\r\nETag: ", tag, "\r\n");
    if (bv_equal(page->path, "/service.js")) {
        bv_put_all(&out, "Service-Worker-Allowed: ", pages->root, "\r\n");
    }
    struct http_response answer = {
        .status = status,
        .headers = headers,
        .cache = is_hashed(page->path) ? "public, max-age=31536000, immutable" : "no-cache",
        .policy = policy};
    if (status == 200 && http_lists(request, "if-none-match", tag)) {
        answer.status = 304;
    } else {
        answer.type = page->type;
        answer.body = page->body[coding];
        answer.lasting = true;
        if (coding != PLAIN) {
            bv_put_all(&out, "Content-Encoding: ", coding_name[coding], "\r\n");
        }
    }
    net_respond(connection, &answer);
}

/* index.html with lines for this request: the content differs each time, so it is neither
 * compressed nor cached. */
static void answer_index(struct connection *connection, const struct page *index,
                         struct bv_span head)
{
    static const char mark[] = "</head>";
    struct bv_span body = index->body[PLAIN];
    size_t at = 0;
    while (at + sizeof mark - 1 <= body.length &&
           memcmp(body.text + at, mark, sizeof mark - 1) != 0)
        at++;
    if (at + sizeof mark - 1 > body.length) at = body.length;
    size_t size = body.length + head.length + 1;
    char *text = memory_new(size);
    struct bv_out out = bv_out_into(text, size);
    bv_put_span(&out, (struct bv_span){body.text, at});
    bv_put_span(&out, head);
    bv_put_span(&out, (struct bv_span){body.text + at, body.length - at});
    net_respond(connection, &(struct http_response){.status = 200,
                                                    .type = index->type,
                                                    .cache = "no-cache",
                                                    .policy = policy,
                                                    .body = {text, out.length}});
    free(text);
}

bool static_files_request(struct static_files *pages, struct connection *connection,
                          const struct http_request *request, struct bv_span head)
{
    if (!bv_span_is(request->method, "GET") && !bv_span_is(request->method, "HEAD")) return false;
    if (!pages) {
        if (!bv_span_is(request->path, "/")) return false;
        answer_welcome(connection);
        return true;
    }
    const struct page *page = page_at(pages, request->path);
    int status = 200;
    if (!page) page = document_at(pages, request->path);
    if (!page && bv_span_is(request->path, "/docs/")) {
        /* Its links are relative to the address without the slash. */
        net_respond(connection,
                    &(struct http_response){.status = 308, .headers = "Location: ../docs\r\n"});
        return true;
    }
    if (!page && is_of_client(request->path)) page = pages->index;
    /* A wrong link: the client shows an error page with a link to the start page. */
    if (!page && !begins_with(request->path, "/api/") &&
        http_lists(request, "accept", "text/html")) {
        page = pages->index;
        status = 404;
    }
    if (!page) return false;
    if (page == pages->index && status == 200 && head.length)
        answer_index(connection, page, head);
    else
        answer_page(pages, connection, request, page, status);
    return true;
}
