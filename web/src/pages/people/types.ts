/** What the server tells about people: docs/api.md. */
import type { Summary, Person } from "../api";

export interface Device {
  id: string;
  device: string;
  created: number;
  seen: number;
  current: boolean;
}

export interface Bot {
  id: string;
  name: string;
  created: number;
}

export interface Account {
  person: Person;
  created: number;
  about: string;
  codesLeft: number;
  sessions: Device[];
  bots: Bot[];
}

export interface Rating {
  game: string;
  rating: number;
  deviation: number;
  games: number;
  provisional: boolean;
  place?: number;
}

export interface Tally {
  game: string;
  games: number;
  won: number;
  drawn: number;
  lost: number;
}

/** How one stands with somebody: `asked` we have asked them, `asking` they ask us. */
export interface Relation {
  friend: boolean;
  asked: boolean;
  asking: boolean;
  blocked: boolean;
}

export interface Profile {
  person: Person;
  /** Missing for a guest. */
  created?: number;
  about?: string;
  owner?: Person;
  ratings: Rating[];
  tallies: Tally[];
  relation?: Relation;
}

export interface Leader {
  place: number;
  person: Person;
  rating: number;
  deviation: number;
  games: number;
}

/** `me`: where whoever asks stands, once they have played. */
export interface Leaders {
  leaders: Leader[];
  me?: Omit<Rating, "game">;
}

export interface Friends {
  friends: (Person & { online: boolean })[];
  asked: Person[];
  asking: Person[];
  blocked: Person[];
}

/** A challenge goes by the name of its table. */
export interface Challenge extends Summary {
  from: Person;
  to: Person;
}
