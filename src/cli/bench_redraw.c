/* bivouac bench --redraw: how long a frame of the full screen takes. */
#include "cli/bench.h"
#include "tui/tui.h"

int bench_redraw(const struct options *options)
{
    static const struct {
        int rows, columns;
    } sizes[] = {{24, 80}, {50, 160}};
    puts("game            80x24 middle, worst  160x50 middle, worst (milliseconds a whole redraw)");
    for (size_t i = 0; i < bv_game_count; i++) {
        if (options->has_game && options->request.game != bv_games[i]) continue;
        printf("%-14s", bv_games[i]->id);
        for (size_t size = 0; size < BV_COUNT(sizes); size++) {
            struct tui_speed speed;
            struct bv_error error;
            if (!tui_measure(bv_games[i], sizes[size].rows, sizes[size].columns, &speed, &error))
                return complain(EXIT_FAILED, "%s", error.text);
            printf("  %10.2f %8.2f", speed.middle, speed.worst);
        }
        putchar('\n');
    }
    return EXIT_DONE;
}
