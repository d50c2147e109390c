/** Work that is done one thing after another. A failure is told to the caller, and holds up nothing behind it. */
export class Queue {
  private last: Promise<unknown> = Promise.resolve();

  add<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }

  /** When all that was added so far is done. */
  async settled(): Promise<void> {
    await this.last;
  }
}
