/** A real server for terminals to sit at. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openServer } from "../launch.mjs";
import { program } from "./terminal.mjs";

export class Server {
  constructor() {
    this.data = mkdtempSync(path.join(tmpdir(), "bivouac-tui-server-"));
  }

  async open(port = 0) {
    this.server = await openServer(program, { data: this.data, port });
    this.url = this.server.url;
    this.port = this.server.port;
    return this;
  }

  async kill() {
    await this.server.kill();
  }

  /** A guest opens a table with free sides, except for the `occupants` given: its name, and the keys of kept seats. */
  async invite(game, occupants, seats) {
    const guest = await fetch(`${this.url}/api/v1/guest`, { method: "POST", body: JSON.stringify({ name: "Host" }) });
    const cookie = guest.headers.get("set-cookie").split(";")[0];
    const answer = await fetch(`${this.url}/api/v1/tables`, { method: "POST", headers: { cookie }, body: JSON.stringify({ game, occupants, seats, public: true }) });
    return { ...(await answer.json()), cookie };
  }

  async table(game, occupants = {}) {
    return (await this.invite(game, occupants)).table;
  }

  /** What was played at a table so far, as `SEAT:TOKEN`, and how it ended. */
  async history(table) {
    const tokens = [];
    let result = null;
    for (let since = 0, more = true; more; ) {
      const answer = await (await fetch(`${this.url}/api/v1/tables/${table}/history?since=${since}`)).json();
      for (const message of answer.messages) {
        if (message.type === "play") tokens.push(`${message.seat}:${message.token}`);
        if (message.type === "roll") tokens.push(`#:${message.token}`);
        result ??= message.result ?? null;
        since = message.n;
      }
      ({ more } = answer);
    }
    return { tokens, result };
  }

  async close() {
    await this.server.kill();
    rmSync(this.data, { recursive: true, force: true });
  }
}
