/* The position on a canvas: the cross with its coordinates. */
#include "core/canvas.h"
#include "games/storage.h"

const struct bv_sign assaut_sign[] = {
    {"s", "s", {"soldat", "Soldier"}},
    {"o", "o", {"officier", "Officer"}},
    {".", ".", {"point libre", "free point"}},
    {"+", "+", {"point libre de la forteresse", "free point of the fortress"}},
    {0},
};

void assaut_draw(const struct bv_terms *terms, const union bv_state *state,
                 struct bv_canvas *canvas)
{
    static const struct bv_style quiet = {BV_INK_GREY, BV_INK_PLAIN, false};
    static const struct bv_style style[] = {{BV_INK_CYAN, BV_INK_PLAIN, true},
                                            {BV_INK_YELLOW, BV_INK_PLAIN, true}};
    const struct assaut_state *s = &state->assaut;
    bv_canvas_clear(canvas, 24, ASSAUT_SIZE + 2);
    for (int point = 0; point < ASSAUT_POINTS; point++) {
        int x = 4 + 3 * (point % ASSAUT_SIZE);
        int y = ASSAUT_SIZE - 1 - point / ASSAUT_SIZE;
        char text[2] = {assaut_letter(terms, s, point), '\0'};
        if (text[0] == '~') continue;
        bv_canvas_point(canvas, (struct bv_box){x - 1, y, 3, 1}, point);
        bool fortress = terms->tables->assaut.fortress & assaut_bit(point);
        if (fortress && text[0] == '.') text[0] = '+';
        bv_draw(canvas, x, y, text, text[0] == 's' ? style[0] : text[0] == 'o' ? style[1] : quiet);
    }
    for (int i = 0; i < ASSAUT_SIZE; i++) {
        char file[2] = {(char)('a' + i), '\0'};
        char rank[2] = {(char)('1' + i), '\0'};
        bv_draw(canvas, 4 + 3 * i, ASSAUT_SIZE + 1, file, quiet);
        bv_draw(canvas, 1, ASSAUT_SIZE - 1 - i, rank, quiet);
    }
}
