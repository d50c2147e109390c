/*
 * A node in small, for peers_test.mjs: it does what it reads and prints what it hears, one line each.
 *     say WHAT TEXT      long WHAT COUNT (a text of so many letters)      state      alive NODE      close
 */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/peers.h"

static int woken[2];

static void wake(void *context)
{
    (void)context;
    ssize_t put = write(woken[1], "!", 1);
    (void)put;
}

static void print_state(const struct peers *peers)
{
    struct game_time time;
    bool known = peers_time(peers, &time);
    printf(
        "state leads=%d count=%u offset=%lld known=%d game=%lld wall=%lld held=%lld opened=%lld\n",
        peers_leads(peers), peers_count(peers), (long long)peers_offset(peers), known,
        (long long)time.game, (long long)time.wall, (long long)time.held, (long long)time.opened);
}

static void say_long(struct peers *peers, const char *what, size_t count)
{
    char *text = malloc(count + 2);
    if (!text) abort();
    for (size_t i = 0; i + 1 < count + 2; i += 2) memcpy(text + i, "\xc3\xa9", 2); /* é */
    peers_send(peers, what, (struct bv_span){text, count / 2 * 2});
    free(text);
}

static bool obey(struct peers *peers, char *line)
{
    line[strcspn(line, "\n")] = 0;
    struct bv_span rest = bv_span_of(line);
    struct bv_span word;
    if (!bv_take_word(&rest, &word)) return true;
    if (bv_span_is(word, "close")) return false;
    if (bv_span_is(word, "state")) print_state(peers);
    if (bv_span_is(word, "alive")) {
        bv_take_char(&rest, ' ');
        printf("alive %d\n", peers_is_alive(peers, rest.text));
    }
    if (!bv_span_is(word, "say") && !bv_span_is(word, "long")) return true;
    bool is_long = bv_span_is(word, "long");
    char what[PEERS_TOPIC_SIZE];
    bv_take_word(&rest, &word);
    struct bv_out out = bv_out_into(what, sizeof what);
    bv_put_span(&out, word);
    bv_take_char(&rest, ' ');
    if (is_long)
        say_long(peers, what, strtoul(rest.text, NULL, 10));
    else
        peers_send(peers, what, rest);
    return true;
}

static void print_news(const struct peers_message *news)
{
    enum { SHOWN = 200 };
    printf("heard %s %s %zu %.*s\n", news->node, news->what, news->text.length,
           news->text.length < SHOWN ? (int)news->text.length : SHOWN, news->text.text);
}

int main(int count, char **argument)
{
    struct bv_error error = {""};
    struct peers_message news;
    char line[4096];
    char bytes[64];
    if (count != 2 || pipe(woken) != 0) return 2;
    setvbuf(stdout, NULL, _IOLBF, 0);
    setvbuf(stdin, NULL, _IONBF, 0);
    struct peers *peers = peers_open(argument[1], "here", wake, NULL, &error);
    if (!peers) {
        printf("error %s\n", error.text);
        return 1;
    }
    printf("node %s\n", node_name());
    for (bool open = true; open;) {
        struct pollfd inputs[] = {{.fd = 0, .events = POLLIN}, {.fd = woken[0], .events = POLLIN}};
        poll(inputs, 2, -1);
        if (inputs[1].revents && read(woken[0], bytes, sizeof bytes) > 0)
            while (peers_receive(peers, &news)) print_news(&news);
        if (inputs[0].revents) open = fgets(line, sizeof line, stdin) && obey(peers, line);
    }
    peers_close(peers);
    return 0;
}
