#include "net/parcel.h"

#include <stdlib.h>

#include "net/websocket.h"

struct bv_parcel *bv_parcel_new(size_t size)
{
    struct bv_parcel *parcel = malloc(sizeof *parcel + size);
    if (!parcel) return NULL;
    parcel->holders = 1;
    parcel->length = size;
    parcel->bytes = parcel->own;
    return parcel;
}

struct bv_parcel *bv_parcel_lasting(struct bv_span bytes)
{
    struct bv_parcel *parcel = bv_parcel_new(0);
    if (!parcel) return NULL;
    parcel->length = bytes.length;
    parcel->bytes = bytes.text;
    return parcel;
}

struct bv_parcel *bv_parcel_text(struct bv_span text)
{
    struct bv_parcel *parcel = bv_parcel_new(BV_WS_HEAD_MAX + text.length);
    if (parcel) parcel->length = bv_ws_put_frame(parcel->own, BV_WS_TEXT, true, text, NULL);
    return parcel;
}

void bv_parcel_free(struct bv_parcel *parcel)
{
    if (!parcel) return;
    BV_ASSERT(parcel->holders);
    if (!--parcel->holders) free(parcel);
}

struct bv_parcel *bv_parcel_hold(struct bv_parcel *parcel)
{
    if (parcel) parcel->holders++;
    return parcel;
}

size_t bv_parcel_length(const struct bv_parcel *parcel)
{
    return parcel ? parcel->length : 0;
}
