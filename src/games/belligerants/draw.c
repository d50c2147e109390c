#include "core/canvas.h"
#include "games/storage.h"

void belligerants_draw(const struct bv_terms *terms, const union bv_state *state,
                       struct bv_canvas *canvas)
{
    (void)terms;
    (void)state;
    bv_canvas_clear(canvas, 1, 1);
}
