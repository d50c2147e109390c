/** The picture of a QR code is read back as a scanner would: format, mask, zigzag, and the bytes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { VNode } from "preact";
import "./page";
import { QrPicture } from "../src/pages/share";

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The dark modules that the picture draws, inside a light frame of four modules. */
function darkOf(text: string): boolean[][] {
  const svg = QrPicture({ text }) as VNode<{ viewBox: string; children: VNode<{ d: string }>[] }>;
  const size = Number(svg.props.viewBox.split(" ")[2]) - 8;
  const dark = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const modules = svg.props.children[1] as VNode<{ d: string }> | undefined;
  for (const [, x, y] of modules?.props.d.matchAll(/M(\d+) (\d+)h1v1h-1z/g) ?? []) {
    const row = dark[Number(y)];
    assert.ok(row && Number(x) < size);
    row[Number(x)] = true;
  }
  return dark;
}

/** The format bits around the first finder, unmasked: level M (00) and the mask. */
function readFormat(dark: boolean[][]): number {
  const places = [[8, 0], [8, 1], [8, 2], [8, 3], [8, 4], [8, 5], [8, 7], [8, 8], [7, 8], [5, 8], [4, 8], [3, 8], [2, 8], [1, 8], [0, 8]];
  const bits = places.reduce((sum, [x = 0, y = 0], i) => sum | (dark[y]?.[x] ? 1 << i : 0), 0);
  return (bits ^ 0x5412) >> 10;
}

/** Version 1, whose functions are easily told: finders, separators, timing, format. */
function codewords(dark: boolean[][], mask: number): number[] {
  const size = dark.length;
  const fixed = (x: number, y: number) => x === 6 || y === 6 || (x < 9 && y < 9) || (x < 9 && y >= size - 8) || (x >= size - 8 && y < 9);
  const bits: boolean[] = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--;
    for (let i = 0; i < size; i++) {
      const y = up ? size - 1 - i : i;
      for (const x of [right, right - 1]) if (!fixed(x, y)) bits.push((dark[y]?.[x] ?? false) !== (masks[mask]?.(x, y) ?? false));
    }
  }
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, i) => bits.slice(i * 8, i * 8 + 8).reduce((sum, bit) => sum * 2 + (bit ? 1 : 0), 0));
}

test("a short text is read back", () => {
  const dark = darkOf("bivouac /t/12");
  assert.equal(dark.length, 21);
  const format = readFormat(dark);
  assert.equal(format >> 3, 0, "level M");
  const words = codewords(dark, format & 7);
  assert.equal(words.length, 26);
  assert.equal((words[0] ?? 0) >> 4, 4, "bytes");
  const length = (((words[0] ?? 0) & 15) << 4) | ((words[1] ?? 0) >> 4);
  const bytes = Array.from({ length }, (_, i) => (((words[i + 1] ?? 0) & 15) << 4) | ((words[i + 2] ?? 0) >> 4));
  assert.equal(String.fromCharCode(...bytes), "bivouac /t/12");
});

test("links of every length are drawn", () => {
  for (const length of [10, 40, 100, 200, 400, 2000]) {
    const dark = darkOf(`https://example.org/${"x".repeat(length)}`);
    const size = dark.length;
    for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) {
      assert.ok(dark[y]?.[x] && dark[y]?.[x + 3] && !dark[y]?.[x + 2]);
    }
    for (let i = 8; i < size - 8; i++) assert.equal(dark[6]?.[i], i % 2 === 0);
  }
});
