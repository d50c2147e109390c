/* Pages for people who come with a browser. */
#include "server/house.h"

static const char welcome[] =
    "<!doctype html><html lang=\"fr\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
    "content=\"width=device-width\"><title>Bivouac</title><h1>Bivouac</h1>"
    "<p>La maison est ouverte. Les programmes y jouent par l'interface décrite dans "
    "<code>docs/api.md</code> ; les jeux sont <a href=\"/api/v1/games\">ici</a>, les tables "
    "publiques <a href=\"/api/v1/tables\">là</a>.</p><p lang=\"en\">The house is open. Programs "
    "play "
    "here through the interface that <code>docs/api.md</code> describes; the games are <a "
    "href=\"/api/v1/games\">here</a>, the public tables <a href=\"/api/v1/tables\">there</a>.</p>";

bool bv_pages_request(struct bv_house *house, struct bv_client *client,
                      const struct bv_http_request *request)
{
    if (!bv_span_is(request->path, "/")) return false;
    struct bv_http_answer answer = {
        .status = 200,
        .type = "text/html; charset=utf-8",
        .headers = "Content-Security-Policy: default-src 'self'; frame-ancestors 'none'\r\n",
        .body = bv_span_of(welcome)};
    bv_post_answer(house->post, client, &answer);
    return true;
}
