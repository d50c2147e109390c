/** What the server tells about clubs and tournaments: docs/api.md. */
import type { Text } from "../../model";
import type { Summary } from "../api";

export type Role = "asking" | "member" | "officer" | "owner";

export interface ClubLine {
  id: string;
  name: string;
  about: string;
  /** Joined at once; else one asks, and an officer decides. */
  open: boolean;
  owner: string;
  created: number;
  size: number;
  /** One's own. */
  role?: Role | null;
}

export interface Member {
  person: string;
  name: string;
  role: Role;
  since: number;
}

export interface Club extends ClubLine {
  members: Member[];
}

export interface ClubPage {
  club: Club;
  tables: Summary[];
  /** There are more tables than these. */
  more: boolean;
}

export const kinds = ["swiss", "round-robin", "arena"] as const;
export type Kind = (typeof kinds)[number];

export interface Tournament {
  id: string;
  name: string;
  kind: Kind;
  stage: "announced" | "running" | "over" | "cancelled";
  game: string;
  options?: Record<string, string>;
  time: Summary["time"];
  rated: boolean;
  bots: boolean;
  /** Of a Swiss tournament; null: as many as it takes. */
  rounds?: number | null;
  legs?: number;
  minutes?: number;
  club?: string;
  owner: string;
  starts: number | null;
  began: number | null;
  ended: number | null;
  players: number;
}

export interface Tournaments {
  running: Tournament[];
  announced: Tournament[];
  after: string | null;
  over: Tournament[];
  before: string | null;
}

export interface Standing {
  place: number;
  person: string;
  name: string;
  rating: number;
  left: boolean;
  measures: number[];
  won: number;
  drawn: number;
  lost: number;
}

export interface Pairing {
  round: number;
  a: string;
  /** null: a bye. */
  b: string | null;
  outcome: "open" | "won-a" | "won-b" | "drawn" | "forfeit-a" | "forfeit-b" | "forfeit-both" | "bye";
  points?: [number, number];
  table?: string;
}

export interface TournamentPage {
  tournament: Tournament;
  you?: "in" | "left" | null;
  round: number;
  measures: { id: string; name: Text }[];
  standings: Standing[];
  firstGame: number;
  games: Pairing[];
  /** What each has scored against each, in the order of the standings; null: they have not met. */
  crosstable?: (number | null)[][];
}
