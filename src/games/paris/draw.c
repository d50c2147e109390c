#include "core/canvas.h"
#include "games/storage.h"
void paris_draw(const struct bv_terms *terms, const union bv_state *state, struct bv_canvas *canvas)
{
    (void)terms;
    (void)state;
    (void)canvas;
}
