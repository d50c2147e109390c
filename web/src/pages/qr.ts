/**
 * QR codes (ISO/IEC 18004) for short links: bytes, error correction M, versions 1 to 10.
 *
 *     text ──▶ bits (mode, length, bytes, padding) ──▶ blocks with Reed-Solomon bytes ──▶ modules in a zigzag ──▶ mask
 */

/** For each version at level M: correcting bytes of a block, then [blocks, data bytes in each]. */
const blocksOf: readonly { correcting: number; groups: readonly (readonly [number, number])[] }[] = [
  { correcting: 10, groups: [[1, 16]] },
  { correcting: 16, groups: [[1, 28]] },
  { correcting: 26, groups: [[1, 44]] },
  { correcting: 18, groups: [[2, 32]] },
  { correcting: 24, groups: [[2, 43]] },
  { correcting: 16, groups: [[4, 27]] },
  { correcting: 18, groups: [[4, 31]] },
  { correcting: 22, groups: [[2, 38], [2, 39]] },
  { correcting: 22, groups: [[3, 36], [2, 37]] },
  { correcting: 26, groups: [[4, 43], [1, 44]] },
];

/** Centres of the alignment patterns. */
const alignments: readonly (readonly number[])[] = [
  [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50],
];

/* ---- Arithmetic of bytes, modulo x^8 + x^4 + x^3 + x^2 + 1 -------------------------------------------------------- */

const power = new Uint8Array(512);
const logarithm = new Uint8Array(256);
for (let i = 0, value = 1; i < 255; i++) {
  power[i] = power[i + 255] = value;
  logarithm[value] = i;
  value = value & 128 ? (value << 1) ^ 0x11d : value << 1;
}

export function times(a: number, b: number): number {
  return a && b ? (power[(logarithm[a] ?? 0) + (logarithm[b] ?? 0)] ?? 0) : 0;
}

function correctingBytes(data: readonly number[], count: number): number[] {
  let generator = [1];
  for (let i = 0; i < count; i++) {
    const root = power[i] ?? 0;
    generator = [...generator, 0].map((value, at) => value ^ times(generator[at - 1] ?? 0, root));
  }
  const rest = [...data, ...new Array<number>(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const factor = rest[i] ?? 0;
    generator.forEach((value, at) => (rest[i + at] = (rest[i + at] ?? 0) ^ times(value, factor)));
  }
  return rest.slice(data.length);
}

/* ---- Bits ------------------------------------------------------------------------------------------------------------ */

function capacity(version: number): number {
  return (blocksOf[version - 1]?.groups ?? []).reduce((sum, [blocks, bytes]) => sum + blocks * bytes, 0);
}

function dataBytes(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const put = (value: number, count: number) => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  const room = capacity(version) * 8;
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => put(byte, 8));
  put(0, Math.min(4, room - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let i = 0; bits.length < room; i++) put(i % 2 ? 0x11 : 0xec, 8);
  return Array.from({ length: room / 8 }, (_, i) => bits.slice(i * 8, i * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0));
}

/** Blocks are sent byte by byte in turn, so that a stain spoils a little of each. */
function woven(data: number[], version: number): number[] {
  const { correcting, groups } = blocksOf[version - 1] ?? { correcting: 0, groups: [] };
  const blocks: number[][] = [];
  let at = 0;
  for (const [count, bytes] of groups)
    for (let i = 0; i < count; i++, at += bytes) blocks.push(data.slice(at, at + bytes));
  const checks = blocks.map((block) => correctingBytes(block, correcting));
  const longest = Math.max(...blocks.map((block) => block.length));
  const out: number[] = [];
  for (let i = 0; i < longest; i++) for (const block of blocks) if (i < block.length) out.push(block[i] ?? 0);
  for (let i = 0; i < correcting; i++) for (const check of checks) out.push(check[i] ?? 0);
  return out;
}

/* ---- Modules --------------------------------------------------------------------------------------------------------- */

type Square = boolean[][];

export const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Bits with their own check bits: BCH codes of the format and of the version. */
function checked(value: number, bits: number, generator: number): number {
  const degree = Math.floor(Math.log2(generator));
  let rest = value << degree;
  for (let i = bits + degree - 1; i >= degree; i--) if ((rest >> i) & 1) rest ^= generator << (i - degree);
  return (value << degree) | rest;
}

class Drawing {
  readonly size: number;
  readonly dark: Square;
  readonly fixed: Square;

  constructor(readonly version: number) {
    this.size = 17 + 4 * version;
    const empty = () => Array.from({ length: this.size }, () => new Array<boolean>(this.size).fill(false));
    this.dark = empty();
    this.fixed = empty();
    this.patterns();
  }

  private set(x: number, y: number, dark: boolean): void {
    const row = this.dark[y];
    const held = this.fixed[y];
    if (!row || !held || x < 0 || x >= this.size) return;
    row[x] = dark;
    held[x] = true;
  }

  private ring(x: number, y: number, reach: number, light: readonly number[]): void {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++) this.set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  }

  private patterns(): void {
    const end = this.size - 4;
    for (let i = 0; i < this.size; i++) {
      this.set(6, i, i % 2 === 0);
      this.set(i, 6, i % 2 === 0);
    }
    for (const [x, y] of [[3, 3], [end, 3], [3, end]] as const) this.ring(x, y, 4, [2, 4]);
    const centres = alignments[this.version - 1] ?? [];
    const last = centres[centres.length - 1];
    for (const x of centres)
      for (const y of centres)
        if (!((x === 6 && (y === 6 || y === last)) || (x === last && y === 6))) this.ring(x, y, 2, [1]);
    this.format(0);
    if (this.version >= 7) this.versionBits();
  }

  /** Level M is 00; the mask is written twice. */
  format(mask: number): void {
    const bits = checked(mask, 5, 0x537) ^ 0x5412;
    const bit = (i: number) => ((bits >> i) & 1) === 1;
    for (let i = 0; i < 8; i++) {
      this.set(this.size - 1 - i, 8, bit(i));
      this.set(8, i < 6 ? i : i + 1, bit(i));
    }
    for (let i = 8; i < 15; i++) {
      this.set(8, this.size - 15 + i, bit(i));
      this.set(i === 8 ? 7 : 14 - i, 8, bit(i));
    }
    this.set(8, this.size - 8, true);
  }

  private versionBits(): void {
    const bits = checked(this.version, 6, 0x1f25);
    for (let i = 0; i < 18; i++) {
      const along = Math.floor(i / 3);
      const across = this.size - 11 + (i % 3);
      this.set(along, across, ((bits >> i) & 1) === 1);
      this.set(across, along, ((bits >> i) & 1) === 1);
    }
  }

  /** The way of the zigzag: two columns at a time from the right, up and down. */
  *path(): Generator<readonly [number, number]> {
    for (let right = this.size - 1, up = true; right > 0; right -= 2, up = !up) {
      if (right === 6) right--;
      for (let i = 0; i < this.size; i++) {
        const y = up ? this.size - 1 - i : i;
        for (const x of [right, right - 1]) if (!this.fixed[y]?.[x]) yield [x, y];
      }
    }
  }

  fill(bytes: number[], mask: number): void {
    let at = 0;
    const covers = masks[mask];
    for (const [x, y] of this.path()) {
      const bit = (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) === 1;
      const row = this.dark[y];
      if (row) row[x] = bit !== (covers?.(x, y) ?? false);
      at++;
    }
    this.format(mask);
  }
}

/** How hard it is to read: long runs, blocks, what looks like a finder, too dark or too light. */
function penalty({ dark, size }: Drawing): number {
  let sum = 0;
  let darks = 0;
  const at = (x: number, y: number, turned: boolean) => (turned ? dark[x]?.[y] : dark[y]?.[x]) ?? false;
  for (const turned of [false, true])
    for (let y = 0; y < size; y++) {
      let line = "";
      for (let x = 0; x < size; x++) line += at(x, y, turned) ? "1" : "0";
      for (const [run] of line.matchAll(/1{5,}|0{5,}/g)) sum += run.length - 2;
      for (const like of ["10111010000", "00001011101"])
        for (let i = line.indexOf(like); i >= 0; i = line.indexOf(like, i + 1)) sum += 40;
    }
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (at(x, y, false)) darks++;
      if (x && y && at(x, y, false) === at(x - 1, y, false) && at(x, y, false) === at(x, y - 1, false) && at(x, y, false) === at(x - 1, y - 1, false)) sum += 3;
    }
  return sum + 10 * Math.floor(Math.abs((darks * 20) / (size * size) - 10));
}

/** The dark modules of a text, row by row; null if it is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = blocksOf.findIndex((_, i) => bytes.length + (i + 1 < 10 ? 2 : 3) <= capacity(i + 1)) + 1;
  if (version === 0) return null;
  const sent = woven(dataBytes(bytes, version), version);
  let best: Drawing | null = null;
  let least = Infinity;
  for (let mask = 0; mask < masks.length; mask++) {
    const drawing = new Drawing(version);
    drawing.fill(sent, mask);
    const cost = penalty(drawing);
    if (cost < least) [best, least] = [drawing, cost];
  }
  return best?.dark ?? null;
}
