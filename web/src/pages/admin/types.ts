/** What the server tells those who keep it: docs/api.md. */
import type { Person, Summary } from "../api";

export interface Figures {
  name: string;
  version: string;
  opened: number;
  people: { accounts: number; guests: number; bots: number };
  connections: number;
  sockets: number;
  tables: { open: number; playing: number; awake: number };
  thinking: number;
  bans: number;
  memory: number;
  store: number;
  trouble: string | null;
}

export interface Kept {
  person: Person | null;
  created: number;
  seen: number;
  connections: number;
  banned: { until: number | null; reason: string } | null;
}

export interface KeptTable extends Summary {
  attending: number;
}

export interface Report {
  id: string;
  state: "open" | "closed";
  at: number;
  by: Person | null;
  person: Person | null;
  table?: string;
  reason: string;
  text: string;
  note: string;
}

export interface Ban {
  id: string;
  address?: string;
  person?: Person | null;
  until: number | null;
  reason: string;
  by: string;
  at: number;
}

export interface Invitation {
  code: string;
  uses: number;
  used: number;
  note: string;
  by: string;
  created: number;
}

export interface Deed {
  at: number;
  by: string;
  what: string;
  whom: string;
  detail: string;
}
