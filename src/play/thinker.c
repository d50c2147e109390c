#include "play/thinker.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

bool thinker_open(struct thinker *thinker)
{
    if (pipe(thinker->pipe) != 0) return false;
    for (int i = 0; i < 2; i++) {
        fcntl(thinker->pipe[i], F_SETFD, FD_CLOEXEC);
        fcntl(thinker->pipe[i], F_SETFL, O_NONBLOCK);
    }
    return true;
}

void thinker_close(struct thinker *thinker)
{
    thinker_interrupt(thinker);
    close(thinker->pipe[0]);
    close(thinker->pipe[1]);
}

static void *think(void *context)
{
    struct thinker *thinker = context;
    static const char mark = '.';
    table_player_ask(thinker->seated, thinker->terms, &thinker->state, &thinker->past,
                     thinker->seats, &thinker->answer);
    ssize_t written = write(thinker->pipe[1], &mark, 1);
    (void)written;
    return NULL;
}

bool thinker_ask(struct thinker *thinker, struct table_player *seated, const struct bv_terms *terms,
                 const union bv_state *state, const struct bv_past *past, bv_seats seats)
{
    static const int own[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    sigset_t all;
    sigset_t before;
    thinker->seated = seated;
    thinker->terms = terms;
    thinker->state = *state;
    bv_past_copy(&thinker->past, past);
    thinker->seats = seats;
    thinker->stop = false;
    seated->turn.stop = &thinker->stop;
    /* Signals go to the thread of the screen, except those of errors in this thread. */
    sigfillset(&all);
    for (size_t i = 0; i < BV_COUNT(own); i++) sigdelset(&all, own[i]);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    thinker->busy = pthread_create(&thinker->thread, NULL, think, thinker) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return thinker->busy;
}

static void gather(struct thinker *thinker)
{
    char mark = 0;
    pthread_join(thinker->thread, NULL);
    ssize_t taken = read(thinker->pipe[0], &mark, 1);
    (void)taken;
    thinker->busy = false;
}

bool thinker_done(struct thinker *thinker)
{
    char mark = 0;
    if (!thinker->busy || read(thinker->pipe[0], &mark, 1) != 1) return false;
    pthread_join(thinker->thread, NULL);
    thinker->busy = false;
    return true;
}

void thinker_interrupt(struct thinker *thinker)
{
    if (!thinker->busy) return;
    thinker->stop = true;
    gather(thinker);
}
