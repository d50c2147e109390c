/* What a player is told who asks, as JSON for the page: from the view of the seat that asks. */
#include "core/help.h"
#include "core/json.h"
#include "core/menu.h"
#include "wasm/table.h"

static struct bv_out answer(void)
{
    return bv_out_into(table.buffer, sizeof table.buffer);
}

static bool look(uint32_t seat, union bv_state *view)
{
    if (seat >= session.terms.form->seats && seat != BV_WATCHER) return false;
    bv_view(&session.terms, &session.state, (int)seat, view);
    return true;
}

/* All that the game has to say of its things (bv_json_legend). */
EXPORT(legend) uint32_t wasm_legend(void)
{
    struct bv_out out = answer();
    bv_json_legend(&session.terms, &out);
    return (uint32_t)out.length;
}

/* What the point in the buffer shows to a seat, or to a watcher. */
EXPORT(about) uint32_t wasm_about(uint32_t seat, uint32_t length)
{
    union bv_state view;
    int point = bv_point_named(&session.terms, given(length));
    struct bv_out out = answer();
    if (point == BV_NOWHERE || !look(seat, &view)) return 0;
    bv_json_about(&session.terms, &view, point, &out);
    return (uint32_t)out.length;
}

/* `d4 f6` or `- f6`: why none of these seats, a bit each, can go from the one to the other, or do
 * anything with the one point; {"fr":…,"en":…}. A piece that one of them leads is no partner's. */
EXPORT(why_not) uint32_t wasm_why_not(uint32_t seats, uint32_t length)
{
    union bv_state view;
    struct bv_span rest = given(length);
    struct bv_span word = {0};
    struct bv_text why = {0};
    bv_take_word(&rest, &word);
    int from = bv_point_named(&session.terms, word);
    bv_take_word(&rest, &word);
    int to = bv_point_named(&session.terms, word);
    struct bv_out out = answer();
    for (; seats && (!why.fr || why.fr == bv_why(BV_WHY_PARTNER).fr); seats &= seats - 1) {
        uint32_t seat = (uint32_t)__builtin_ctz(seats);
        if (to == BV_NOWHERE || !look(seat, &view)) return 0;
        why = bv_why_not(&session.terms, &view, (int)seat, from, to);
    }
    if (!why.fr) return 0;
    bv_json_both(&out, NULL, why);
    return (uint32_t)out.length;
}

/* What the legal token in the buffer would cost its seat: {"title":…,"text":…,"yes":…}; 0: nothing
 * to be warned of. */
EXPORT(warning) uint32_t wasm_warning(uint32_t seat, uint32_t length)
{
    union bv_state view;
    struct bv_error error;
    bv_action action = 0;
    if (!look(seat, &view) || !bv_token_action(&session.terms, &session.state, (int)seat,
                                               given(length), &session.menu, &action, &error))
        return 0;
    const struct bv_warning *warning = bv_warning(&session.terms, &view, action);
    struct bv_out out = answer();
    if (!warning) return 0;
    bv_json_open(&out, NULL, '{');
    bv_json_both(&out, "title", warning->title);
    bv_json_both(&out, "text", warning->text);
    bv_json_both(&out, "yes", warning->yes);
    bv_json_close(&out, '}');
    return (uint32_t)out.length;
}
