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
  legend(): number;
  about(seat: number, length: number): number;
  why_not(seats: number, length: number): number;
  warning(seat: number, length: number): number;
  result(): number;
  determinise(seat: number, seed: bigint): number;
  reveals(seat: number, length: number): number;
  sit(seats: number, level: number, seed: bigint): number;
  net_buffer(): number;
  net_most(): number;
  take_net(nameLength: number, size: number): number;
  think(nodes: bigint): number;
  choices(): number;
  line(): number;
  check_board(length: number): number;
  reason(french: number): number;
  record_begin(): void;
  record_line(length: number): number;
  record_complete(): number;
  record_matches(): number;
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

  /** The net that evaluates a game's positions from now on. */
  takeNet(game: string, net: Uint8Array): void {
    if (net.length > this.exports.net_most()) throw new Refusal("the net is too large");
    new Uint8Array(this.exports.memory.buffer, this.exports.net_buffer(), net.length).set(net);
    this.must(this.exports.take_net(this.give(game), net.length));
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
