"""Nets as files (src/search/net.h): rounding to integers, writing, reading, and evaluating exactly as the program does. Needs NumPy."""
import struct
import zlib

import numpy

HIDDEN, SECOND, VERSION, TOLD = 64, 16, 1, 256
ONE, UNIT, SECOND_UNIT, LAST_UNIT = 127, 128, 64, 256
HEAD = f"<8sIIII{TOLD}sii"


def rounded(array, unit, kind):
    limits = numpy.iinfo(kind)
    return numpy.clip(numpy.rint(numpy.asarray(array, dtype=numpy.float64) * unit), max(limits.min, -limits.max), limits.max).astype(kind)


def quantise(first, first_bias, second, second_bias, last, last_bias, guess_weight):
    """From layers of numbers: first is features by HIDDEN, second is SECOND by HIDDEN."""
    return {
        "first": rounded(first, UNIT, "<i1").astype("<i2"),
        "first_bias": rounded(first_bias, UNIT, "<i2"),
        "second": rounded(second, SECOND_UNIT, "<i1").astype("<i2"),
        "second_bias": rounded(second_bias, UNIT * SECOND_UNIT, "<i4"),
        "last": rounded(last, LAST_UNIT, "<i2"),
        "last_bias": int(round(float(last_bias) * UNIT * LAST_UNIT)),
        "guess_weight": int(round(float(guess_weight) * 256)),
    }


def write(path, net, told):
    body = struct.pack(f"<{TOLD}sii", told.encode()[:TOLD - 1], net["last_bias"], net["guess_weight"])
    for name in ("second_bias", "last", "first_bias", "second", "first"):
        body += net[name].tobytes()
    features = len(net["first"])
    head = struct.pack("<8sIIII", b"BVNET", VERSION, features, 24 + len(body), zlib.adler32(body))
    with open(path, "wb") as file:
        file.write(head + body)


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    magic, version, features, size, checksum, told, last_bias, guess_weight = struct.unpack_from(HEAD, data)
    if magic.rstrip(b"\0") != b"BVNET" or version != VERSION or size != len(data) or checksum != zlib.adler32(data[24:]):
        raise ValueError(f"{path}: not a net")
    net = {"told": told.rstrip(b"\0").decode(), "last_bias": last_bias, "guess_weight": guess_weight}
    at = struct.calcsize(HEAD)
    for name, kind, shape in (
        ("second_bias", "<i4", (SECOND,)),
        ("last", "<i2", (SECOND,)),
        ("first_bias", "<i2", (HIDDEN,)),
        ("second", "<i2", (SECOND, HIDDEN)),
        ("first", "<i2", (features, HIDDEN)),
    ):
        count = int(numpy.prod(shape))
        net[name] = numpy.frombuffer(data, kind, count, at).reshape(shape)
        at += count * numpy.dtype(kind).itemsize
    return net


def value(net, features):
    """As net_value in net.c."""
    sums = net["first_bias"].astype(numpy.int64) + net["first"][features].astype(numpy.int64).sum(axis=0)
    sums = numpy.clip(sums, 0, ONE)
    second = (net["second_bias"] + net["second"].astype(numpy.int64) @ sums) >> 6
    return int(net["last_bias"] + (numpy.clip(second, 0, ONE) * net["last"]).sum())
