/*
 * Parcels: bytes to be sent, counted by how many hold them. They belong to the loop's thread.
 */
#ifndef BV_NET_PARCEL_H
#define BV_NET_PARCEL_H

#include "net/net.h"

struct bv_parcel {
    uint32_t holders;
    size_t length;
    const char *bytes; /* its own, or somebody's that last */
    char own[];
};

/* A parcel with room for so many bytes of its own, held once; NULL when memory is out. The maker writes `own` and
 * may shorten `length`. */
struct bv_parcel *bv_parcel_new(size_t size);

/* A parcel of bytes that outlive it. */
struct bv_parcel *bv_parcel_lasting(struct bv_span bytes);

#endif
