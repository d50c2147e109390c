/* How `bivouac admin` reaches the server: reads its address and its secret from the folder, and
 * signs access tokens. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "cli/admin.h"
#include "core/dice.h"
#include "protocol/messages.h"
#include "server/admin/admin_access.h"
#include "server/base/server_time.h"

static bool is_open(const char *folder)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/bivouac.lock", folder);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    bool locked = flock(file, LOCK_SH | LOCK_NB) != 0;
    close(file);
    return locked;
}

static bool read_address(const char *folder, char *address, size_t size)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/address", folder);
    FILE *file = fopen(path, "r");
    if (!file) return false;
    bool good = fgets(address, (int)size, file) != NULL;
    fclose(file);
    if (good) address[strcspn(address, "\n")] = '\0';
    return good;
}

static bool read_secret(const char *where, uint8_t secret[SECRET_SIZE], struct bv_error *error)
{
    char text[2 * SECRET_SIZE + 1];
    bool found = false;
    struct store *store = store_open(where, STORE_READ, error);
    if (!store) return false;
    bool read = store_setting(store, "secret", text, sizeof text, &found, error);
    store_close(store);
    if (!read) return false;
    return (found && bv_hex_of(bv_span_of(text), secret, SECRET_SIZE)) ||
           bv_error_set(error, "no server has been started on this store yet");
}

int reach_server(struct reach *reach)
{
    char address[256];
    struct bv_error error;
    const char *folder = data_folder();
    const char *where = store_of_options();
    bool left = read_address(folder, address, sizeof address);
    /* A running server holds the lock of its folder. A shared store has no owner, but a running
     * node leaves its address in its folder. */
    if (store_is_shared(where) ? !left : !is_open(folder))
        return complain(EXIT_FAILED,
                        SAY("le serveur de « %s » est arrêté ; démarrez-le "
                            "avec « bivouac serve --data %s », ou dites "
                            "où il est avec --data",
                            "the server of '%s' is not running; start it with "
                            "'bivouac serve --data %s', or say where it "
                            "is with --data"),
                        folder, folder);
    if (!read_secret(where, reach->secret, &error)) return complain(EXIT_FAILED, "%s", error.text);
    if (!left)
        return complain(EXIT_FAILED, "%s",
                        SAY("le serveur n'a pas laissé son adresse dans "
                            "ce dossier",
                            "the server has not left its address in this "
                            "folder"));
    if (!server_address_read(&reach->address, address, true, &error))
        return complain(EXIT_FAILED, "%s", error.text);
    return EXIT_DONE;
}

void put_escaped(struct bv_out *out, const char *text)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";
    static const char digits[] = "0123456789ABCDEF";
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (strchr(plain, *text)) {
            bv_put_char(out, *text);
        } else {
            bv_putf(out, "%c%c%c", '%', digits[c >> 4], digits[c & 15]);
        }
    }
}

/* ---- Requests -------------------------------------------------------------------------------- */

static void complain_of_refusal(int status, const cJSON *answer)
{
    const cJSON *both = refused_text(answer);
    struct bv_span text = language_is_french() ? text_fr(both) : text_en(both);
    struct bv_span detail = refused_detail(answer);
    if (!text.length)
        complain(EXIT_FAILED, "the server answered %d", status);
    else
        complain(EXIT_FAILED, "%.*s%s%.*s", (int)text.length, text.text, detail.length ? " " : "",
                 (int)detail.length, detail.length ? detail.text : "");
}

cJSON *ask_server(const struct reach *reach, const char *method, const char *path, const char *body)
{
    char pass[ADMIN_PASS_MAX];
    char headers[ADMIN_PASS_MAX + 128];
    struct bv_error error;
    char *text = NULL;
    size_t length = 0;
    int status = 0;
    struct bv_out out = bv_out_into(pass, sizeof pass);
    admin_pass_write(reach->secret, server_now(), &out);
    snprintf(headers, sizeof headers,
             "Authorization: Bearer %s\r\nContent-Type: application/json\r\n", pass);
    struct client_request question = {
        .method = method, .path = path, .headers = headers, .body = body};
    if (!http_client_exchange(&reach->address, &question, &status, &text, &length, &error)) {
        complain(EXIT_FAILED, "%s", error.text);
        return NULL;
    }
    cJSON *answer = fields_json_parse((struct bv_span){text, length});
    free(text);
    if (status >= 200 && status < 300 && answer) return answer;
    complain_of_refusal(status, answer);
    cJSON_Delete(answer);
    return NULL;
}

/* Appends the lines of a page to those of the first; the last page says whether there are more. */
static bool take_page(cJSON *all, cJSON *page, const char *name, char *next, size_t size)
{
    cJSON *from = cJSON_GetObjectItemCaseSensitive(page, name);
    cJSON *to = cJSON_GetObjectItemCaseSensitive(all, name);
    while (cJSON_GetArraySize(from) > 0)
        cJSON_AddItemToArray(to, cJSON_DetachItemFromArray(from, 0));
    return bv_keep(next, size, fields_span(page, "next")) && next[0];
}

cJSON *ask_list(const struct reach *reach, const char *path, const char *name)
{
    enum { PAGES_MAX = 100 };
    char next[256] = "";
    cJSON *all = cJSON_CreateObject();
    cJSON_AddArrayToObject(all, name);
    for (int i = 0; i < PAGES_MAX; i++) {
        char whole[1024];
        struct bv_out out = bv_out_into(whole, sizeof whole);
        bv_put(&out, path);
        if (next[0]) {
            bv_put(&out, strchr(path, '?') ? "&after=" : "?after=");
            put_escaped(&out, next);
        }
        cJSON *page = ask_server(reach, "GET", whole, NULL);
        if (!page) {
            cJSON_Delete(all);
            return NULL;
        }
        bool more = take_page(all, page, name, next, sizeof next);
        cJSON_Delete(page);
        if (!more) break;
    }
    return all;
}
