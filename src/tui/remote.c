#include "tui/remote.h"
enum tui_end remote_play(const struct tui_wishes *wishes, char farewell[512],
                         struct bv_error *error)
{
    (void)wishes;
    (void)farewell;
    bv_error_set(error, "not yet");
    return TUI_FAILED;
}
