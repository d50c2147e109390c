/** The WebAssembly module: text goes in and out through its one buffer. */

/* What src/wasm exports. Functions that write text return its length; functions that can fail return 0 and leave the reason. */
interface Exports {
  memory: WebAssembly.Memory;
  buffer(): number;
  buffer_size(): number;
  facts(): number;
  open(length: number): number;
  header(): number;
  board(): number;
  load(length: number): number;
  save(): number;
  to_act(): number;
  legal(seat: number): number;
  play(seat: number, length: number): number;
  sight(seat: number): number;
  told(seat: number): number;
  say(length: number): number;
  result(): number;
  determinise(seat: number, seed: bigint): number;
  reveals(seat: number, length: number): number;
  sit(seats: number, level: number, seed: bigint): number;
  think(nodes: bigint): number;
  choices(): number;
  line(): number;
  check_board(length: number): number;
  reason(french: number): number;
  record_begin(): void;
  record_line(length: number): number;
  record_complete(): number;
  record_kept(): number;
  record_throw(): number;
}

/** Something the rules refuse; the message is theirs. */
export class Refusal extends Error {}

export class Module {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  private constructor(readonly exports: Exports) {}

  static async from(source: WebAssembly.Module | BufferSource): Promise<Module> {
    const compiled = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    const instance = await WebAssembly.instantiate(compiled, { env: { now: () => performance.now() } });
    return new Module(instance.exports as unknown as Exports);
  }

  /** Puts text into the buffer: its length in bytes. */
  give(text: string): number {
    const bytes = this.encoder.encode(text);
    if (bytes.length > this.exports.buffer_size()) throw new Refusal("the text is too long");
    new Uint8Array(this.exports.memory.buffer, this.exports.buffer(), bytes.length).set(bytes);
    return bytes.length;
  }

  text(length: number): string {
    return this.decoder.decode(new Uint8Array(this.exports.memory.buffer, this.exports.buffer(), length));
  }

  json<Value>(length: number): Value {
    return JSON.parse(this.text(length)) as Value;
  }

  /** Holds where a function says that it worked; else the reason that it left is thrown. */
  must(worked: number): void {
    if (worked) return;
    const bytes = new Uint8Array(this.exports.memory.buffer, this.exports.buffer(), 256);
    throw new Refusal(this.decoder.decode(bytes.subarray(0, Math.max(0, bytes.indexOf(0)))));
  }
}
