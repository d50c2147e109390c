// A reader of PNG, as much of it as the server writes: one byte a dot, a palette, rows as they stand.
import assert from "node:assert/strict";
import { inflateSync } from "node:zlib";

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** { width, height, colours: ["#rrggbb"…], dots } of a file; whatever is wrong with it fails. */
export function readPng(file) {
  assert.equal(file.subarray(0, 8).toString("latin1"), "\x89PNG\r\n\x1a\n");
  const chunks = [];
  for (let at = 8; at < file.length; at += 12 + chunks.at(-1).data.length) {
    const length = file.readUInt32BE(at);
    const body = file.subarray(at + 4, at + 8 + length);
    assert.equal(file.readUInt32BE(at + 8 + length), crc32(body), `the sum of ${body.subarray(0, 4)}`);
    chunks.push({ type: body.subarray(0, 4).toString("latin1"), data: body.subarray(4) });
  }
  assert.deepEqual(chunks.map((chunk) => chunk.type), ["IHDR", "PLTE", "IDAT", "IEND"]);
  const [head, palette, data] = chunks.map((chunk) => chunk.data);
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  assert.deepEqual([...head.subarray(8)], [8, 3, 0, 0, 0]);
  const rows = inflateSync(data);
  assert.equal(rows.length, (width + 1) * height);
  const dots = Buffer.concat(
    Array.from({ length: height }, (_, y) => {
      assert.equal(rows[y * (width + 1)], 0, `row ${y} is as it stands`);
      return rows.subarray(y * (width + 1) + 1, (y + 1) * (width + 1));
    }),
  );
  const colours = palette.toString("hex").match(/.{6}/g).map((colour) => `#${colour}`);
  assert.ok(dots.every((dot) => dot < colours.length));
  return { width, height, colours, dots };
}
