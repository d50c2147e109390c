// A wall clock that a test can set: libfaketime's, which reads how far it is off from a file.
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const library = ["x86_64", "aarch64"].map((name) => `/usr/lib/${name}-linux-gnu/faketime/libfaketimeMT.so.1`).find(existsSync);

/**
 * A clock for the time of a test; `env` gives it to a process, `set` changes it at any time. `really`: as if that time had
 * passed, for the machine's monotonic clock goes along.
 */
export function wallClock(t, { really = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "bivouac-clock-"));
  chmodSync(folder, 0o755); // the database is another user
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "time");
  const set = (seconds) => writeFileSync(file, `${seconds < 0 ? "" : "+"}${seconds}s\n`);
  set(0);
  return {
    set,
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: really ? "0" : "1",
      DONT_FAKE_MONOTONIC: really ? "0" : "1",
      ASAN_OPTIONS: "verify_asan_link_order=0:detect_leaks=0",
    },
  };
}
