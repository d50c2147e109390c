/** A message `table` for tests, as a watcher receives it. */
import type { TableMessage } from "../src/protocol";

export function tableMessage(fields: Partial<TableMessage> = {}): TableMessage {
  return {
    type: "table",
    table: "t1",
    as: "watcher",
    n: 1,
    stage: "playing",
    game: "chars",
    seats: 2,
    options: {},
    public: true,
    chat: true,
    agreement: false,
    rated: false,
    time: null,
    fromPosition: false,
    owner: "bob",
    commitment: "",
    occupants: [],
    position: "",
    toAct: [],
    offer: [],
    ask: [],
    rematch: [],
    joining: [],
    ...fields,
  };
}
