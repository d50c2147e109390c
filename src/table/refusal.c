#include "table/refusal.h"

#include "util/utf8.h"

static const struct {
    const char *code;
    int status;
    struct bv_text text;
} rows[REFUSALS] = {REFUSAL_ROWS};

bool refusal_set(struct refusal *refusal, enum refusal_reason reason)
{
    refusal->code = rows[reason].code;
    refusal->status = rows[reason].status;
    refusal->text = rows[reason].text;
    return false;
}

void refusal_write(const struct refusal *refusal, struct bv_out *out)
{
    bv_json_text(out, "code", refusal->code);
    bv_json_both(out, "text", refusal->text);
    if (refusal->detail.text[0])
        bv_json_span(out, "detail", utf8_front(bv_span_of(refusal->detail.text)));
    if (refusal->wait) bv_json_number(out, "wait", refusal->wait);
}
